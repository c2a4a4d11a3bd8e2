// The start of the script, the events of buttons, keys and lists, and updates of a served page as games finish.

function fill(id, words) {
  words.forEach((word, at) => byId(id).append(element("option", { value: String(at) }, word)));
}

function connect() {
  for (const id of ["search", "engine", "other", "result", "ending", "time-control", "order"]) {
    byId(id).addEventListener("input", () => { shown = PAGE; showList(); });
  }
  byId("more").addEventListener("click", () => { shown += 4 * PAGE; showList(); });
  byId("deviation-pairing").addEventListener("input", () => { deviationsShown = 20; showDeviations(); });
  byId("more-deviations").addEventListener("click", () => { deviationsShown += 100; showDeviations(); });
  const steps = { "to-start": () => goTo(0), back: () => goTo(current.ply - 1), forward: () => goTo(current.ply + 1), "to-end": () => goTo(Infinity) };
  for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);
  byId("flip").addEventListener("click", () => { current.flipped = !current.flipped; goTo(current.ply); });
  byId("copy-fen").addEventListener("click", () => copy("fen", "FEN"));
  byId("copy-moves").addEventListener("click", () => copy("moves", "Moves"));
  byId("copy-pgn").addEventListener("click", () => copy("pgn", "PGN"));
  const keys = { ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps["to-start"], End: steps["to-end"] };
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (current.row === null || typing || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}

async function copy(id, name) {
  const box = byId(id);
  if (box.select) box.select(); else getSelection().selectAllChildren(box);
  try { await navigator.clipboard.writeText(box.value ?? box.textContent); } catch { document.execCommand("copy"); }
  byId("copied").textContent = `${name} copied`;
}

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
