// The board: squares, pieces, and how they are taken and put down. What may move where is the server's answer.

const MEN = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const view = { men: {}, flipped: false, cursor: "e2", selected: null, drag: null, marks: [], check: false, heat: null };

const manName = (man) => `${isWhite(man) ? "white" : "black"} ${MEN[man.toLowerCase()]}`;
const place = (square) => {
  const file = FILES.indexOf(square[0]), rank = Number(square[1]) - 1;
  return view.flipped ? [7 - file, rank] : [file, 7 - rank];
};
const squareAt = (x, y) => x < 0 || y < 0 || x > 7 || y > 7 ? null : view.flipped ? FILES[7 - x] + (y + 1) : FILES[x] + (8 - y);

const manPicture = (man) => element("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true" }, manUse(man, {}));

function drawBoard() {
  const parts = [], over = [], targets = view.selected && !setup.open ? targetsOf(view.selected) : new Set();
  for (let y = 0; y < 8; y++) for (let x = 0; x < 8; x++) {
    const square = squareAt(x, y), [left, top] = [x * SIZE, y * SIZE], man = view.men[square];
    const light = (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 0;
    const whole = (fill, opacity) => element("rect", { x: left, y: top, width: SIZE, height: SIZE, fill, opacity, "pointer-events": "none" });
    parts.push(element("rect", { x: left, y: top, width: SIZE, height: SIZE, fill: `var(--${light ? "light" : "dark"})`, "data-square": square }));
    if (view.marks.includes(square)) parts.push(whole("var(--mark)", ".55"));
    if (square === view.selected) parts.push(whole("var(--first)", ".5"));
    if (view.check && man && man.toLowerCase() === "k" && isWhite(man) === whiteToMove()) parts.push(element("circle", { cx: left + SIZE / 2, cy: top + SIZE / 2, r: SIZE * .46, fill: "#d33", opacity: ".6" }));
    heatSquare(square, left, top, whole).forEach((part) => parts.push(part));
    if (x === 0) parts.push(element("text", { x: left + 2, y: top + 10, "font-size": 9, fill: "#3a2a1a" }, square[1]));
    if (y === 7) parts.push(element("text", { x: left + 38, y: top + 43, "font-size": 9, fill: "#3a2a1a" }, square[0]));
    const lifted = view.drag && view.drag.moved && view.drag.from === square;
    if (man) parts.push(manUse(man, { x: left, y: top, "data-square": square, "data-man": man + square, opacity: lifted ? ".3" : undefined }));
    over.push(...heatNumber(square, left, top));
    if (targets.has(square)) over.push(element("circle", { cx: left + SIZE / 2, cy: top + SIZE / 2, r: man ? SIZE * .46 : SIZE * .15, fill: man ? "none" : "#222", stroke: "#222", "stroke-width": man ? 3 : 0, opacity: ".5", "pointer-events": "none" }));
    if (square === view.cursor) over.push(element("rect", { class: "cursor", x: left + 1.5, y: top + 1.5, width: SIZE - 3, height: SIZE - 3, fill: "none", stroke: "var(--first)", "stroke-width": 3, "pointer-events": "none", visibility: document.activeElement === byId("board") && view.keys ? "visible" : "hidden" }));
  }
  const ghost = view.drag && view.drag.moved ? [manUse(view.drag.man, { class: "ghost", x: view.drag.x - SIZE / 2, y: view.drag.y - SIZE / 2 })] : [];
  byId("board").replaceChildren(element("svg", { viewBox: "0 0 360 360", "aria-hidden": "true" }, ...parts, ...over, ...ghost));
  byId("board").setAttribute("aria-label", `Board, ${whiteToMove() ? "White" : "Black"} to move: ${menText(view.men)}`);
}

// The place of a pointer on the board, in its own units.
function boardPoint(event) {
  const box = byId("board").getBoundingClientRect();
  return [(event.clientX - box.left) * 360 / box.width, (event.clientY - box.top) * 360 / box.height];
}
const pointSquare = ([x, y]) => squareAt(Math.floor(x / SIZE), Math.floor(y / SIZE));

function connectBoard() {
  const board = byId("board");
  board.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const square = pointSquare(boardPoint(event));
    if (!square) return;
    view.keys = false;
    view.cursor = square;
    const before = view.selected;
    choose(square);
    if (view.selected === square && view.men[square]) {
      view.drag = { from: square, man: view.men[square], moved: false, again: before === square };
      board.setPointerCapture(event.pointerId);
    }
    drawBoard();
  });
  board.addEventListener("pointermove", (event) => {
    if (!view.drag) return;
    const [x, y] = boardPoint(event);
    if (!view.drag.moved && pointSquare([x, y]) === view.drag.from) return;
    Object.assign(view.drag, { x, y, moved: true });
    drawBoard();
  });
  const drop = (event) => {
    const drag = view.drag;
    if (!drag) return;
    view.drag = null;
    const square = event.type === "pointerup" ? pointSquare(boardPoint(event)) : drag.from;
    if (drag.moved && square !== drag.from) putDown(drag.from, square);
    else if (drag.again) view.selected = null;
    drawBoard();
  };
  board.addEventListener("pointerup", drop);
  board.addEventListener("pointercancel", drop);
  board.addEventListener("focus", drawBoard);
  board.addEventListener("blur", drawBoard);
  board.addEventListener("keydown", boardKey);
}

function boardKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const [x, y] = place(view.cursor);
  const to = { ArrowLeft: [x - 1, y], ArrowRight: [x + 1, y], ArrowUp: [x, y - 1], ArrowDown: [x, y + 1] }[event.key];
  if (to) view.cursor = squareAt(...to) || view.cursor;
  else if (event.key === "Enter" || event.key === " ") { view.keys = true; choose(view.cursor); }
  else if (event.key === "Escape") view.selected = null;
  else if (setup.open && (event.key === "Delete" || event.key === "Backspace")) setupPut(view.cursor, null);
  else return;
  view.keys = true;
  event.preventDefault();
  event.stopPropagation();
  const man = view.men[view.cursor];
  byId("cursor-text").textContent = `${view.cursor}${man ? ", " + manName(man) : ""}${view.selected === view.cursor ? ", lifted" : ""}`;
  drawBoard();
}

// A square is clicked: a piece is lifted, or put down, or set up.
function choose(square) {
  if (setup.open && setup.brush !== null) { setupPut(square, setup.brush || null); return; }
  const from = view.selected;
  if (from && from !== square && (setup.open || targetsOf(from).has(square))) { view.selected = null; putDown(from, square); return; }
  view.selected = view.men[square] && from !== square || view.men[square] && !view.keys ? square : null;
  if (view.selected && !byId("heat").hidden) askHeat(square);
}

function putDown(from, to) {
  view.selected = null;
  if (setup.open) { setupMove(from, to); return; }
  if (to) makeMove(from, to);
}

// The line on the board: a start, moves, and the place in it. The server plays every move.

const line = { start: START, steps: [], ply: 0, place: null };
let asking = 0;

// Asks the server; the reason that there is no answer is an error.
async function ask(question, about = {}) {
  let answer;
  try {
    answer = await fetch(`explore/${question}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(about) });
  } catch { throw new Error("The server does not answer. Is `evalarena serve` still running?"); }
  const text = await answer.text();
  let found;
  try { found = JSON.parse(text); } catch { throw new Error(text); }
  if (!answer.ok) throw new Error(found.error);
  return found;
}

function problem(words) {
  byId("problem").textContent = words || "";
  byId("problem").hidden = !words;
}

// Does what may fail, and shows the reason if it does.
async function attempt(action) {
  problem();
  try { return await action(); } catch (error) { problem(error.message); return null; }
}

const whiteToMove = () => currentFen().split(" ")[1] !== "b";
const currentFen = () => line.ply ? line.steps[line.ply - 1].fen : line.start;
// The position as the command line reads it.
function positionText(ply = line.ply) {
  const moves = line.steps.slice(0, ply).map((step) => step.uci);
  return `fen ${line.start}${moves.length ? " moves " + moves.join(" ") : ""}`;
}
const choices = () => line.place ? line.place.moves : [];
const targetsOf = (from) => new Set(choices().filter((move) => move.from === from).flatMap((move) => move.to));

// Shows another line.
async function openLine(start, moves, ply) {
  delete document.body.dataset.shown;
  const text = `fen ${start}${moves.length ? " moves " + moves.join(" ") : ""}`;
  const found = await ask("position", { position: text });
  Object.assign(line, { start: found.start, steps: found.line });
  await goTo(ply ?? found.line.length);
  if (found.assumed) problem(found.assumed);
}

async function goTo(ply) {
  line.ply = Math.max(0, Math.min(line.steps.length, ply));
  line.place = null;
  delete document.body.dataset.shown;
  view.selected = null;
  clearHeat();
  showLine();
  const own = ++asking, position = positionText();
  const [found, values] = await Promise.all([ask("position", { position }), ask("values", { position })]);
  if (own !== asking) return;
  line.place = found;
  showLine();
  showValues(values);
  showMoveLists();
  document.body.dataset.shown = currentFen();
}

function showLine() {
  const step = line.ply ? line.steps[line.ply - 1] : null;
  view.men = menOf(currentFen());
  view.marks = step ? [step.from, step.to] : [];
  view.check = Boolean(line.place && line.place.check);
  drawBoard();
  byId("status").textContent = line.place && line.place.over ? line.place.over : `${whiteToMove() ? "White" : "Black"} to move${view.check ? ", in check" : ""}.`;
  for (const [id, there] of [["to-start", line.ply > 0], ["back", line.ply > 0], ["forward", line.ply < line.steps.length], ["to-end", line.ply < line.steps.length]]) byId(id).disabled = !there;
  showMoves();
  if (document.activeElement !== byId("text")) byId("text").value = currentFen();
  keepAddress();
}

function showMoves() {
  const made = [];
  line.steps.forEach((step, at) => {
    const [, turn, , , , number] = (at ? line.steps[at - 1].fen : line.start).split(" ");
    if (turn === "w") made.push(`${number}. `);
    else if (at === 0) made.push(`${number}... `);
    made.push(element("button", { type: "button", "aria-current": at + 1 === line.ply ? "true" : undefined, onclick: () => attempt(() => goTo(at + 1)) }, step.san), " ");
  });
  byId("moves").replaceChildren(...made);
  const here = byId("moves").querySelector("[aria-current]");
  if (here) byId("moves").scrollTop = here.offsetTop - byId("moves").offsetTop - 60;
}

// The address leads to the position.
function keepAddress() {
  const parts = [];
  if (line.start !== START) parts.push("fen=" + line.start.replaceAll(" ", "_"));
  if (line.steps.length) parts.push("moves=" + line.steps.map((step) => step.uci).join("_"));
  if (line.steps.length && line.ply < line.steps.length) parts.push("ply=" + line.ply);
  if (view.flipped) parts.push("flip=1");
  history.replaceState(null, "", location.pathname + (parts.length ? "#" + parts.join("&") : ""));
}

async function openAddress() {
  const words = new URLSearchParams(location.hash.length > 1 ? location.hash.slice(1) : location.search);
  view.flipped = words.get("flip") === "1";
  const fen = (words.get("fen") || START).replaceAll("_", " "), moves = (words.get("moves") || "").split(/[_ ,]/).filter(Boolean);
  await openLine(fen, moves, words.has("ply") ? Number(words.get("ply")) : undefined);
}

// The move from one square to another, if there is one; a pawn on its last rank waits for a choice.
async function makeMove(from, to) {
  const fitting = choices().filter((move) => move.from === from && move.to.includes(to));
  if (!fitting.length) return;
  const chosen = fitting.length > 1 ? await promotion(fitting) : fitting[0];
  if (chosen) await attempt(() => playMove(chosen.uci));
}

async function playMove(uci) {
  const moves = line.steps.slice(0, line.ply).map((step) => step.uci);
  await openLine(line.start, [...moves, uci]);
  await replyIfPlaying();
}

function promotion(fitting) {
  const dialog = byId("promotion");
  return new Promise((done) => {
    let chosen = null;
    const piece = (move) => whiteToMove() ? move.promotion.toUpperCase() : move.promotion;
    const button = (move) => element("button", { type: "button", "aria-label": MEN[move.promotion], "data-piece": move.promotion, onclick: () => { chosen = move; dialog.close(); } }, manPicture(piece(move)));
    const order = [..."qrbn"].flatMap((letter) => fitting.filter((move) => move.promotion === letter));
    dialog.replaceChildren(element("div", {}, ...order.map(button)));
    dialog.addEventListener("close", () => done(chosen), { once: true });
    dialog.showModal();
  });
}

// A move that is typed, as people write it.
async function typedMove(text) {
  const plain = (san) => san.replace(/[+#x=-]/g, "").replaceAll("0", "O").toLowerCase();
  const exact = choices().filter((move) => move.san.replace(/[+#]/, "") === text.replace(/[+#]/, "") || move.uci === text);
  const meant = exact.length ? exact : choices().filter((move) => plain(move.san) === plain(text) || plain(move.uci) === plain(text));
  if (meant.length !== 1) throw new Error(meant.length ? `${text} can be ${meant.map((move) => move.san).join(" or ")}.` : `${text} is not a legal move here.`);
  await playMove(meant[0].uci);
}

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
