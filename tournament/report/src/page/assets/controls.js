// Events of buttons, keys and lists.

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
