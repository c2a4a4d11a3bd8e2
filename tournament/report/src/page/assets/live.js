// The start of the script, and updates of a served page as games finish.

async function refresh() {
  try {
    const state = await (await fetch("state")).json();
    const run = (version) => version.split("-")[0];
    if (run(state.version) !== run(document.body.dataset.version)) { location.reload(); return; }
    if (state.version !== document.body.dataset.version) {
      const text = await (await fetch("./")).text();
      const fresh = new DOMParser().parseFromString(text, "text/html");
      document.querySelectorAll("[data-live]").forEach((old) => {
        const made = fresh.getElementById(old.id);
        if (made) old.replaceChildren(...document.importNode(made, true).childNodes);
      });
      document.body.dataset.version = fresh.body.dataset.version;
      await readList();
      await readDeviations();
      showList();
    }
  } catch { byId("lost").hidden = false; setTimeout(refresh, 5000); return; }
  byId("lost").hidden = true;
  setTimeout(refresh, 2000);
}

async function readDeviations() {
  deviations = await unpack("deviations-data");
  await showDeviations();
}

async function openWanted() {
  const wanted = /^#game=(\d+)(?:&ply=(\d+))?$/.exec(location.hash);
  if (wanted && rowOfGame.has(Number(wanted[1]))) await openGame(rowOfGame.get(Number(wanted[1])), wanted[2] && Number(wanted[2]));
}

async function begin() {
  await readList();
  fill("engine", list.engines);
  fill("other", list.engines);
  fill("ending", list.endings);
  fill("time-control", list.time_controls);
  byId("time-control").parentElement.hidden = list.time_controls.length === 0;
  for (let a = 0; a < list.engines.length; a++) {
    for (let b = a + 1; b < list.engines.length; b++) byId("deviation-pairing").append(element("option", { value: `${a}-${b}` }, `${list.engines[a]} - ${list.engines[b]}`));
  }
  connect();
  showList();
  await readDeviations();
  await openWanted();
  addEventListener("hashchange", openWanted);
  document.body.dataset.ready = "yes";
  if (live) setTimeout(refresh, 2000);
}

begin();
