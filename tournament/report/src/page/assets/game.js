// A game on a board, with the scores of both engines and the terms of its positions.

const isMate = (score) => typeof score === "string";
function scoreText(score) {
  if (score === null || score === undefined) return "no score";
  if (isMate(score)) return score.startsWith("-") ? score : "+" + score;
  return (score > 0 ? "+" : "") + (score / 100).toFixed(2);
}
// From -1 to 1, as White's expected score.
function level(score) {
  if (isMate(score)) return score.startsWith("-") ? -1 : 1;
  return 2 / (1 + 10 ** (-score / 400)) - 1;
}
const short = (n) => n >= 1e6 ? (n / 1e6).toPrecision(3) + "M" : n >= 1e4 ? Math.round(n / 1e3) + "k" : String(n);
const RESULTS = ["0-1", "1/2-1/2", "1-0"];

// The positions of a game, from what each of its moves changes: page/games.rs knows the rules and packs it.

const MOVE = /^(.+?)([:!])([^~@]+)(?:~([^@]+))?(?:@(.+))?$/;
const CHANGE = /([a-h][1-8])([a-h][1-8]|.)/g;

function positionsOf(game) {
  const [, turn, castling, passing, clock, number] = (game.f || START).split(" ");
  const positions = [{ men: menOf(game.f || START), turn, castling, passing, clock: Number(clock), number: Number(number) }];
  for (const move of game.m ? game.m.split(" ") : []) positions.push(positionAfter(positions.at(-1), move));
  return positions;
}

function positionAfter(before, move) {
  const [, changes, clock, san, castling = before.castling, passing = "-"] = MOVE.exec(move);
  const men = { ...before.men }, ends = [...changes.matchAll(CHANGE)];
  for (const [, square] of ends) delete men[square];
  for (const [, square, end] of ends) {
    if (end.length === 2) men[end] = before.men[square];
    else if (end !== ".") men[square] = end;
  }
  const black = before.turn === "b";
  return {
    men, san, castling, passing, turn: black ? "w" : "b", marks: ends[0].slice(1),
    clock: clock === "!" ? 0 : before.clock + 1, number: before.number + (black ? 1 : 0),
  };
}

const toFen = (at) => `${menText(at.men)} ${at.turn} ${at.castling} ${at.passing} ${at.clock} ${at.number}`;

const current = { row: null, game: null, positions: [], ply: 0, flipped: false };

async function gameOf(row) {
  const chunk = Math.floor(row / list.chunk);
  if (!chunks.has(chunk)) chunks.set(chunk, unpack(`games-${chunk}`));
  return (await chunks.get(chunk))[row % list.chunk];
}

async function openGame(row, ply) {
  if (row >= list.replays) return;
  const game = await gameOf(row);
  Object.assign(current, { row, game, positions: positionsOf(game) });
  byId("game").hidden = false;
  byId("game-title").textContent = `Game ${columns.game[row]}: ${list.engines[columns.white[row]]} - ${list.engines[columns.black[row]]}, ${RESULTS[columns.result[row]]}`;
  const timeControl = list.time_controls.length ? `${list.time_controls[columns.time_control[row]]}; ` : "";
  const failure = game.e ? ` (${game.e})` : "";
  byId("game-about").textContent = `${timeControl}${list.openings[columns.opening[row]]}; ended by ${list.endings[columns.ending[row]]}${failure}`;
  showMoves();
  showPgn(row);
  document.querySelectorAll("#game-rows tr").forEach((tr) => tr.classList.toggle("chosen", Number(tr.dataset.game) === columns.game[row]));
  goTo(ply ?? columns.turn[row]);
  byId("game").scrollIntoView({ block: "nearest" });
  byId("game").focus({ preventScroll: true });
}

function showMoves() {
  const { positions, game } = current, made = [];
  positions.slice(1).forEach((after, at) => {
    const before = positions[at];
    if (before.turn === "w") made.push(`${before.number}. `);
    else if (at === 0) made.push(`${before.number}... `);
    made.push(element("button", { type: "button", class: at < game.k ? "book" : undefined, "data-ply": at + 1, onclick: () => goTo(at + 1) }, after.san), " ");
  });
  made.push(RESULTS[columns.result[current.row]]);
  byId("moves").replaceChildren(...made);
}

function goTo(ply) {
  const last = current.positions.length - 1;
  current.ply = Math.max(0, Math.min(last, ply));
  const at = current.positions[current.ply];
  drawBoard(at);
  drawGraph();
  byId("fen").value = toFen(at);
  byId("explore-here").hidden = !live;
  byId("explore-here").href = `explore#fen=${toFen(at).replaceAll(" ", "_")}`;
  byId("move-text").textContent = moveText(current.ply);
  for (const [id, there] of [["to-start", current.ply > 0], ["back", current.ply > 0], ["forward", current.ply < last], ["to-end", current.ply < last]]) byId(id).disabled = !there;
  document.querySelectorAll("#moves button").forEach((button) => {
    const here = Number(button.dataset.ply) === current.ply;
    if (here) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
    if (here) byId("moves").scrollTop = button.offsetTop - byId("moves").offsetTop - 60;
  });
  history.replaceState(null, "", `#game=${columns.game[current.row]}&ply=${current.ply}`);
  showReasons();
}

const engineOf = (ply) => list.engines[current.positions[ply - 1].turn === "w" ? columns.white[current.row] : columns.black[current.row]];

function moveText(ply) {
  if (ply === 0) return "The start of the game.";
  const { positions, game } = current, before = positions[ply - 1], at = ply - 1 - game.k;
  const move = `${before.number}${before.turn === "w" ? "." : "..."} ${positions[ply].san}`;
  if (at < 0) return `${move} (book)`;
  const parts = [scoreText(game.s[at]), `depth ${game.d[at]}`, `${(game.t[at] / 1000).toFixed(3)} s`];
  if (game.n[at]) parts.push(`${short(game.n[at])} nodes`);
  return `${move}, ${engineOf(ply)}: ${parts.join(", ")}`;
}

// games.pgn has the game, with all that its engines printed; a server sends it.
async function showPgn(row) {
  byId("pgn-place").textContent = `Game ${row + 1} of games.pgn`;
  byId("pgn").value = "";
  byId("copy-pgn").hidden = byId("pgn-text").hidden = !live;
  if (!live) return;
  try {
    const answer = await fetch(`pgn?game=${columns.game[row]}`), text = await answer.text();
    if (current.row === row) byId("pgn").value = text;
  } catch { byId("pgn-text").hidden = byId("copy-pgn").hidden = true; }
}

const drawBoard = (at) => byId("board").replaceChildren(boardPicture(at, current.flipped));

// Boards of the page that stand still.
function drawStill() {
  for (const box of document.querySelectorAll("[data-fen]")) {
    const { fen, marks = "" } = box.dataset;
    box.replaceChildren(boardPicture({ men: menOf(fen), turn: fen.split(" ")[1], marks: marks.split(" ") }, false));
  }
}

function boardPicture(at, flipped) {
  const parts = [];
  for (let y = 0; y < 8; y++) for (let x = 0; x < 8; x++) {
    const [file, rank] = flipped ? [7 - x, y + 1] : [x, 8 - y], square = FILES[file] + rank;
    const [left, top] = [x * SIZE, y * SIZE], light = (file + rank) % 2 === 0;
    const whole = (fill, opacity) => element("rect", { x: left, y: top, width: SIZE, height: SIZE, fill, opacity });
    parts.push(whole(`var(--${light ? "light" : "dark"})`));
    if (at.marks?.includes(square)) parts.push(whole("var(--mark)", ".55"));
    if (x === 0) parts.push(element("text", { x: left + 2, y: top + 10, "font-size": 9, fill: "#3a2a1a" }, String(rank)));
    if (y === 7) parts.push(element("text", { x: left + 38, y: top + 43, "font-size": 9, fill: "#3a2a1a" }, FILES[file]));
    const man = at.men[square];
    if (man) parts.push(manUse(man, { x: left, y: top, "data-man": man + square }));
  }
  const label = `Board, ${at.turn === "w" ? "White" : "Black"} to move, ${menText(at.men)}`;
  return element("svg", { viewBox: "0 0 360 360", role: "img", "aria-label": label }, ...parts);
}

// Both engines' scores over the game, White's advantage up.
function drawGraph() {
  const { game, positions, ply } = current, width = 600, height = 150;
  const x = (at) => width * at / Math.max(1, positions.length - 1), y = (value) => height * (1 - value) / 2;
  const parts = [element("rect", { width, height, fill: "var(--ground)" }), element("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2, stroke: "var(--faint)" })];
  for (const [turn, colour] of [["w", "var(--first)"], ["b", "var(--second)"]]) {
    const points = game.s.map((score, at) => [at + game.k, score]).filter(([at, score]) => score !== null && positions[at].turn === turn);
    parts.push(element("polyline", { points: points.map(([at, score]) => `${x(at + 1).toFixed(1)},${y(level(score)).toFixed(1)}`).join(" "), fill: "none", stroke: colour, "stroke-width": 2 }));
  }
  parts.push(element("line", { x1: x(ply), x2: x(ply), y1: 0, y2: height, stroke: "var(--ink)" }));
  const jump = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    goTo(Math.round((event.clientX - box.left) / box.width * (positions.length - 1)));
  };
  byId("graph").replaceChildren(element("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": "Scores of both engines over the game, White's advantage up", onclick: jump }, ...parts));
}

// The terms of a position.

const WHATS = { opening: "the end of the opening", turn: "the turning point", end: "the final position" };

async function showReasons() {
  const here = reasons[current.row] || [];
  byId("moments").replaceChildren(...here.slice().sort((a, b) => a.ply - b.ply).map((moment) =>
    element("button", { type: "button", "aria-pressed": String(moment.ply === current.ply), onclick: () => goTo(moment.ply) }, WHATS[moment.what])));
  let found = here.find((moment) => moment.ply === current.ply);
  if (!found && live) found = await asked(columns.game[current.row], current.ply);
  const box = byId("terms");
  if (!found) {
    box.replaceChildren(element("p", { class: "soft" }, live ? "No evaluator played here." : here.length ? "The terms are here for the positions above." :
      "The terms are here for the games that turned most; evalarena serve shows those of every position."));
    return;
  }
  if (found.ply !== current.ply) return;
  const plays = ([engine]) => engine === columns.white[current.row] || engine === columns.black[current.row];
  const shown = (evaluations) => evaluations.flatMap(([engine, total, terms]) => evaluation(engine, total, terms));
  const others = found.evaluations.filter((one) => !plays(one));
  box.replaceChildren(...shown(found.evaluations.filter(plays)));
  if (others.length) box.append(element("details", {}, element("summary", {}, `The other evaluators of the run: ${others.length}`), ...shown(others)));
}

async function asked(game, ply) {
  try {
    const answer = await fetch(`explain?game=${game}&ply=${ply}`);
    const evaluations = answer.ok ? await answer.json() : [];
    return evaluations.length ? { ply, evaluations } : null;
  } catch { return null; }
}

const SHOWN_TERMS = 12;
function evaluation(engine, total, terms) {
  // Material would leave nothing to be seen of the rest: bars far longer than the next are cut.
  const sizes = terms.map(([, white, black]) => Math.max(Math.abs(white), Math.abs(black))).sort((a, b) => b - a);
  const most = Math.max(1, Math.min(sizes[0] ?? 1, 3 * (sizes[1] ?? sizes[0] ?? 1)));
  const row = ([name, white, black]) => {
    const bar = (value, side) => element("span", {
      class: `bar ${side}${value < 0 ? " negative" : ""}${Math.abs(value) > most ? " cut" : ""}`,
      style: `width:${Math.min(100, 100 * Math.abs(value) / most).toFixed(1)}%`, title: String(value),
    });
    const difference = Math.round(10 * (white - black)) / 10;
    return [element("span", { class: "term" }, name), bar(white, "w"), bar(black, "b"), element("span", { class: "value" }, (difference > 0 ? "+" : "") + difference)];
  };
  const grid = (some) => element("div", { class: "terms" }, ...some.flatMap(row));
  const parts = [element("h4", {}, `${list.engines[engine]}: ${total > 0 ? "+" : ""}${total} centipawns for White`), grid(terms.slice(0, SHOWN_TERMS))];
  const rest = terms.slice(SHOWN_TERMS);
  if (rest.length) parts.push(element("details", {}, element("summary", {}, `${rest.length} more terms`), grid(rest)));
  return parts;
}
