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
