// Setting a position up by hand. It is the server that finds what is wrong with it.

// `brush`: null for none, "" for the eraser, or a piece.
const setup = { open: false, brush: null, changes: 0 };

function openSetup(open) {
  setup.open = open;
  setup.changes++;
  setup.brush = null;
  view.selected = null;
  byId("edit").setAttribute("aria-pressed", String(open));
  byId("setup").hidden = !open;
  byId("move-form").hidden = byId("moves").hidden = open;
  if (open) showSetup();
  drawBoard();
}

function showSetup() {
  const [, turn, castling, passing] = currentFen().split(" ");
  byId("setup-turn").value = turn;
  byId("setup-castling").value = castling;
  byId("setup-passing").value = passing;
  showBrush();
}

function showBrush() {
  for (const button of byId("palette").children) button.setAttribute("aria-pressed", String(button.dataset.man === setup.brush));
}

function fillPalette() {
  const button = (man) => element("button", {
    type: "button", "data-man": man, "aria-pressed": "false", class: man ? undefined : "eraser", "aria-label": man ? manName(man) : "Remove pieces", title: man ? manName(man) : "Remove pieces",
    onclick: () => { setup.brush = setup.brush === man ? null : man; view.selected = null; showBrush(); drawBoard(); },
  }, man ? manPicture(man) : "✕");
  byId("palette").replaceChildren(...[..."KQRBNP", ..."kqrbnp", ""].map(button));
}

function setupPut(square, man) {
  if (man && view.men[square] !== man) view.men[square] = man; else delete view.men[square];
  attempt(setupChanged);
}

// To no square: the piece is taken off.
function setupMove(from, to) {
  if (to) view.men[to] = view.men[from];
  delete view.men[from];
  attempt(setupChanged);
}

async function setupChanged() {
  delete document.body.dataset.shown;
  drawBoard();
  const words = [menText(view.men), byId("setup-turn").value, byId("setup-castling").value.trim() || "-", byId("setup-passing").value.trim() || "-", "0", "1"];
  const own = ++setup.changes;
  let found;
  try { found = await ask("position", { position: words.join(" "), lenient: true }); }
  catch (error) { if (own === setup.changes) throw error; return; }
  // Answers may overtake each other.
  if (own !== setup.changes) return;
  Object.assign(line, { start: found.fen, steps: [] });
  await goTo(0);
  showSetup();
}

function connectSetup() {
  fillPalette();
  byId("edit").addEventListener("click", () => openSetup(!setup.open));
  byId("setup-done").addEventListener("click", () => openSetup(false));
  byId("setup-empty").addEventListener("click", () => {
    view.men = {};
    setup.changes++;
    byId("setup-castling").value = byId("setup-passing").value = "-";
    drawBoard();
    problem("Set up both kings.");
  });
  for (const id of ["setup-turn", "setup-castling", "setup-passing"]) byId(id).addEventListener("change", () => attempt(setupChanged));
}
