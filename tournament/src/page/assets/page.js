"use strict";
// What the page does: the list of games, a game on a board, and the terms of evaluators. Everything it shows is in the
// page itself; only a page that is served while a run is played asks its own server for more.

const byId = (id) => document.getElementById(id);
const live = document.documentElement.dataset.live === "yes";

// JSON that is packed into the page: base64 of raw deflate.
async function unpack(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElementNS(svgTags.has(tag) ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}
const svgTags = new Set(["svg", "rect", "use", "path", "line", "polyline", "circle", "text", "g", "title"]);

// ---- Chess: enough to play recorded moves, which are known to be legal.

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// A position: 64 squares from a1 on, a letter a man as in FEN.
function fromFen(fen) {
  const [men, turn, castling, passing, clock, number] = fen.split(" ");
  const board = Array(64).fill("");
  men.split("/").forEach((row, at) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "8") file += Number(c);
      else board[(7 - at) * 8 + file++] = c;
    }
  });
  return { board, turn, castling: castling || "-", passing: passing || "-", clock: Number(clock || 0), number: Number(number || 1) };
}

function toFen(at) {
  const rows = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = "", empty = 0;
    for (let file = 0; file < 8; file++) {
      const man = at.board[rank * 8 + file];
      if (man) { row += (empty || "") + man; empty = 0; } else empty++;
    }
    rows.push(row + (empty || ""));
  }
  return `${rows.join("/")} ${at.turn} ${at.castling} ${at.passing} ${at.clock} ${at.number}`;
}

const square = (name) => (name.charCodeAt(1) - 49) * 8 + name.charCodeAt(0) - 97;
const nameOf = (at) => "abcdefgh"[at % 8] + (1 + (at >> 3));

// The position after a move in UCI notation, and the move in SAN; `mark` tells what the board does not, see replay.rs.
function play(at, uci, mark) {
  const board = at.board.slice();
  const from = square(uci), man = board[from], white = at.turn === "w";
  let to = square(uci.slice(2, 4)), san = "";
  const pawn = man.toLowerCase() === "p", king = man.toLowerCase() === "k";
  const ownRook = white ? "R" : "r";
  const castles = king && (board[to] === ownRook || Math.abs(to - from) === 2);
  let captured = castles ? "" : board[to];
  board[from] = "";
  if (castles) {
    const short = to > from, rank = white ? 0 : 56;
    let rook = to;
    if (board[rook] !== ownRook) { rook = short ? rank + 7 : rank; }
    board[rook] = "";
    to = rank + (short ? 6 : 2);
    board[to] = man;
    board[rank + (short ? 5 : 3)] = ownRook;
    san = short ? "O-O" : "O-O-O";
  } else {
    if (pawn && nameOf(to) === at.passing) {
      captured = "p";
      board[to + (white ? -8 : 8)] = "";
    }
    const promoted = uci[4];
    board[to] = promoted ? (white ? promoted.toUpperCase() : promoted) : man;
    const told = (mark.charCodeAt(0) - 97) % 4;
    const origin = (told & 1 ? uci[0] : "") + (told & 2 ? uci[1] : "");
    if (pawn) san = (captured ? uci[0] + "x" : "") + uci.slice(2, 4) + (promoted ? "=" + promoted.toUpperCase() : "");
    else san = man.toUpperCase() + origin + (captured ? "x" : "") + uci.slice(2, 4);
  }
  san += ["", "+", "#"][(mark.charCodeAt(0) - 97) >> 2];
  const doubled = pawn && Math.abs(to - from) === 16;
  const beside = [to - 1, to + 1].some((s) => s >> 3 === to >> 3 && board[s] === (white ? "p" : "P"));
  return {
    board, san, from, to,
    turn: white ? "b" : "w",
    castling: castlingAfter(at, from, to, king),
    passing: doubled && beside ? nameOf((from + to) / 2) : "-",
    clock: pawn || captured ? 0 : at.clock + 1,
    number: at.number + (white ? 0 : 1),
  };
}

// Rights end when a king moves, and when a rook moves or falls: the outermost one of its side of the king.
function castlingAfter(at, from, to, king) {
  let rights = at.castling;
  if (rights === "-") return rights;
  for (const right of rights) {
    const white = right === right.toUpperCase(), rank = white ? 0 : 56, rook = white ? "R" : "r";
    const own = white === (at.turn === "w");
    const kingAt = at.board.indexOf(white ? "K" : "k");
    let at0;
    const kind = right.toUpperCase();
    if (kind === "K") { for (at0 = rank + 7; at0 > kingAt && at.board[at0] !== rook; at0--); }
    else if (kind === "Q") { for (at0 = rank; at0 < kingAt && at.board[at0] !== rook; at0++); }
    else at0 = rank + kind.charCodeAt(0) - 65;
    if ((own && (king || from === at0)) || to === at0) rights = rights.replace(right, "");
  }
  return rights || "-";
}

// ---- Scores and numbers as people read them.

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

// ---- The list.

let list, columns, reasons = {}, rowOfGame = new Map();
const chunks = new Map();
const PAGE = 50;
let order = [], shown = PAGE;

async function readList() {
  list = await unpack("list-data");
  columns = list.columns;
  reasons = await unpack("reasons-data");
  rowOfGame = new Map(columns.game.map((number, row) => [number, row]));
  chunks.clear();
}

// Points between what ratings foretold and what came.
function upset(row) {
  const elo = (engine) => list.elo[engine] ?? 0;
  const expected = 1 / (1 + 10 ** ((elo(columns.black[row]) - elo(columns.white[row])) / 400));
  return Math.abs(columns.result[row] / 2 - expected);
}

const ORDERS = {
  swing: (a, b) => columns.swing[b] - columns.swing[a] || a - b,
  upset: (a, b) => upset(b) - upset(a) || a - b,
  number: (a, b) => a - b,
  longest: (a, b) => columns.plies[b] - columns.plies[a] || a - b,
  shortest: (a, b) => columns.plies[a] - columns.plies[b] || a - b,
};

function matching() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const number = (id) => byId(id).value === "" ? null : Number(byId(id).value);
  const [engine, other, ending, ladder] = ["engine", "other", "ending", "ladder"].map(number);
  const result = byId("result").value;
  const rows = [];
  for (let row = 0; row < columns.game.length; row++) {
    const white = columns.white[row], black = columns.black[row];
    if (engine !== null && white !== engine && black !== engine) continue;
    if (other !== null && (engine === other || (white !== other && black !== other))) continue;
    if (ending !== null && columns.ending[row] !== ending) continue;
    if (ladder !== null && columns.ladder[row] !== ladder) continue;
    if (!hasResult(row, result, engine)) continue;
    const text = `${columns.game[row]} ${list.engines[white]} ${list.engines[black]} ${list.openings[columns.opening[row]]} ${list.endings[columns.ending[row]]}`.toLowerCase();
    if (words.every((word) => text.includes(word))) rows.push(row);
  }
  return rows.sort(ORDERS[byId("order").value]);
}

function hasResult(row, wanted, engine) {
  const points = columns.result[row];
  const own = engine === columns.white[row] ? points : 2 - points;
  switch (wanted) {
    case "white": return points === 2;
    case "black": return points === 0;
    case "draw": return points === 1;
    case "won": return engine === null ? points !== 1 : own === 2;
    case "lost": return engine === null ? points !== 1 : own === 0;
    default: return true;
  }
}

function showList() {
  order = matching();
  const body = byId("game-rows");
  body.replaceChildren(...order.slice(0, shown).map(gameRow));
  byId("count").textContent = `${order.length} of ${columns.game.length} games`;
  byId("more").hidden = order.length <= shown;
}

function gameRow(row) {
  const cell = (text, kind) => element("td", { class: kind }, String(text));
  const open = element("button", {
    class: "link", type: "button", disabled: row >= list.replays,
    "aria-label": `Replay game ${columns.game[row]}`, onclick: () => openGame(row),
  }, String(columns.game[row]));
  return element("tr", { class: row === current.row ? "chosen" : undefined, "data-game": columns.game[row] },
    element("td", {}, open),
    cell(list.engines[columns.white[row]], "name"), cell(list.engines[columns.black[row]], "name"),
    cell(RESULTS[columns.result[row]], "result"),
    cell(Math.ceil(columns.plies[row] / 2)), cell(list.endings[columns.ending[row]], "text optional"),
    cell(list.openings[columns.opening[row]], "name optional"), cell(columns.swing[row] + " %"));
}

// ---- A game.

const current = { row: null, game: null, positions: [], ply: 0, flipped: false };

async function gameOf(row) {
  const chunk = Math.floor(row / list.chunk);
  if (!chunks.has(chunk)) chunks.set(chunk, unpack(`games-${chunk}`));
  return (await chunks.get(chunk))[row % list.chunk];
}

async function openGame(row, ply) {
  if (row >= list.replays) return;
  const game = await gameOf(row);
  const moves = game.u ? game.u.split(" ") : [];
  const positions = [fromFen(game.f || START)];
  moves.forEach((uci, at) => positions.push(play(positions[at], uci, game.x[at])));
  Object.assign(current, { row, game, moves, positions });
  byId("game").hidden = false;
  byId("game-title").textContent = `Game ${columns.game[row]}: ${list.engines[columns.white[row]]} - ${list.engines[columns.black[row]]}, ${RESULTS[columns.result[row]]}`;
  const ladder = list.ladders.length ? `${list.ladders[columns.ladder[row]]}; ` : "";
  const failure = game.e ? ` (${game.e})` : "";
  byId("game-about").textContent = `${ladder}${list.openings[columns.opening[row]]}; ended by ${list.endings[columns.ending[row]]}${failure}`;
  showMoves();
  byId("pgn").value = pgn();
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
  byId("said").textContent = said(current.ply);
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

function said(ply) {
  if (ply === 0) return "The start of the game.";
  const { positions, game } = current, before = positions[ply - 1], at = ply - 1 - game.k;
  const move = `${before.number}${before.turn === "w" ? "." : "..."} ${positions[ply].san}`;
  if (at < 0) return `${move} (book)`;
  const parts = [scoreText(game.s[at]), `depth ${game.d[at]}`, `${(game.t[at] / 1000).toFixed(3)} s`];
  if (game.n[at]) parts.push(`${short(game.n[at])} nodes`);
  return `${move}, ${engineOf(ply)}: ${parts.join(", ")}`;
}

function pgn() {
  const { game, positions, row } = current, quote = (text) => text.replace(/[\\"]/g, "\\$&");
  const day = new Date(columns.started[row] * 1000).toISOString().slice(0, 10).replaceAll("-", ".");
  const tags = [["Event", document.body.dataset.run], ["Site", "?"], ["Date", day], ["Round", String(columns.game[row])],
    ["White", list.engines[columns.white[row]]], ["Black", list.engines[columns.black[row]]], ["Result", RESULTS[columns.result[row]]]];
  if (game.f) tags.push(["FEN", game.f], ["SetUp", "1"]);
  const words = [];
  positions.slice(1).forEach((after, at) => {
    const before = positions[at];
    if (before.turn === "w") words.push(`${before.number}.`);
    else if (at === 0 || at > game.k) words.push(`${before.number}...`);
    words.push(after.san);
    if (at >= game.k) words.push(`{${scoreText(game.s[at - game.k]).replace("no score", "-")}/${game.d[at - game.k]} ${(game.t[at - game.k] / 1000).toFixed(3)}s}`);
  });
  words.push(RESULTS[columns.result[row]]);
  let text = tags.map(([name, value]) => `[${name} "${quote(value)}"]\n`).join("") + "\n", line = "";
  for (const word of words) {
    if (line && line.length + 1 + word.length > 80) { text += line + "\n"; line = word; }
    else line += (line && " ") + word;
  }
  return text + line + "\n";
}

function drawBoard(at) {
  const size = 45, parts = [];
  const place = (s) => current.flipped ? [7 - s % 8, s >> 3] : [s % 8, 7 - (s >> 3)];
  for (let s = 0; s < 64; s++) {
    const [x, y] = place(s), light = (s + (s >> 3)) % 2 === 1;
    parts.push(element("rect", { x: x * size, y: y * size, width: size, height: size, fill: `var(--${light ? "light" : "dark"})` }));
    if (s === at.from || s === at.to) parts.push(element("rect", { x: x * size, y: y * size, width: size, height: size, fill: "var(--mark)", opacity: ".55" }));
    if (x === 0) parts.push(element("text", { x: x * size + 2, y: y * size + 10, "font-size": 9, fill: "#3a2a1a" }, String(1 + (s >> 3))));
    if (y === 7) parts.push(element("text", { x: x * size + 38, y: y * size + 43, "font-size": 9, fill: "#3a2a1a" }, "abcdefgh"[s % 8]));
    const man = at.board[s];
    if (man) {
      const white = man === man.toUpperCase();
      parts.push(element("use", { href: `#man-${man.toLowerCase()}`, x: x * size, y: y * size, width: size, height: size, fill: white ? "#fff" : "#2b2b2b", stroke: white ? "#222" : "#e8e8e8", "data-man": man + nameOf(s) }));
    }
  }
  const label = `Board, ${at.turn === "w" ? "White" : "Black"} to move, ${toFen(at).split(" ")[0]}`;
  byId("board").replaceChildren(element("svg", { viewBox: "0 0 360 360", role: "img", "aria-label": label }, ...parts));
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

// ---- Why: the terms of a position.

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
      "The terms are here for the games that turned most; tournament serve shows those of every position."));
    return;
  }
  if (found.ply !== current.ply) return;
  const plays = ([engine]) => engine === columns.white[current.row] || engine === columns.black[current.row];
  const told = (said) => said.flatMap(([engine, total, terms]) => evaluation(engine, total, terms));
  const others = found.said.filter((said) => !plays(said));
  box.replaceChildren(...told(found.said.filter(plays)));
  if (others.length) box.append(element("details", {}, element("summary", {}, `The other evaluators of the run: ${others.length}`), ...told(others)));
}

async function asked(game, ply) {
  try {
    const answer = await fetch(`explain?game=${game}&ply=${ply}`);
    const said = answer.ok ? await answer.json() : [];
    return said.length ? { ply, said } : null;
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

// ---- Where the engines part.

let deviations = [], deviationsShown = 20;

async function showDeviations() {
  const pairing = byId("deviation-pairing").value;
  const chosen = deviations.filter(({ a, b }) => pairing === "" || pairing === [Math.min(a[0], b[0]), Math.max(a[0], b[0])].join("-"));
  const cell = (text, kind) => element("td", { class: kind }, text);
  const link = (number, ply) => element("button", { type: "button", class: "link", onclick: () => openGame(rowOfGame.get(number), ply) }, String(number));
  byId("deviation-rows").replaceChildren(...chosen.slice(0, deviationsShown).map(({ ply, a, b }) => element("tr", {},
    element("td", {}, link(a[1], ply + 1)), cell(list.engines[a[0]], "name"), cell(`${a[2]} ${scoreText(a[3])}`, "text"),
    element("td", {}, link(b[1], ply + 1)), cell(list.engines[b[0]], "name"), cell(`${b[2]} ${scoreText(b[3])}`, "text"),
    cell(String(ply)))));
  byId("deviation-count").textContent = `${chosen.length} pairs of games part`;
  byId("more-deviations").hidden = chosen.length <= deviationsShown;
}

// ---- Controls.

function fill(id, words) {
  words.forEach((word, at) => byId(id).append(element("option", { value: String(at) }, word)));
}

function connect() {
  for (const id of ["search", "engine", "other", "result", "ending", "ladder", "order"]) {
    byId(id).addEventListener("input", () => { shown = PAGE; showList(); });
  }
  byId("more").addEventListener("click", () => { shown += 4 * PAGE; showList(); });
  byId("deviation-pairing").addEventListener("input", () => { deviationsShown = 20; showDeviations(); });
  byId("more-deviations").addEventListener("click", () => { deviationsShown += 100; showDeviations(); });
  const steps = { "to-start": () => goTo(0), back: () => goTo(current.ply - 1), forward: () => goTo(current.ply + 1), "to-end": () => goTo(Infinity) };
  for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);
  byId("flip").addEventListener("click", () => { current.flipped = !current.flipped; goTo(current.ply); });
  byId("copy-fen").addEventListener("click", () => copy("fen"));
  byId("copy-pgn").addEventListener("click", () => copy("pgn"));
  const keys = { ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps["to-start"], End: steps["to-end"] };
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (current.row === null || typing || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}

async function copy(id) {
  byId(id).select();
  try { await navigator.clipboard.writeText(byId(id).value); } catch { document.execCommand("copy"); }
  byId("copied").textContent = id === "fen" ? "FEN copied" : "PGN copied";
}

// ---- A page that is served: what changes is fetched when more games are finished.

async function refresh() {
  try {
    const state = await (await fetch("state")).json();
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

async function begin() {
  await readList();
  fill("engine", list.engines);
  fill("other", list.engines);
  fill("ending", list.endings);
  fill("ladder", list.ladders);
  byId("ladder").parentElement.hidden = list.ladders.length === 0;
  for (let a = 0; a < list.engines.length; a++) {
    for (let b = a + 1; b < list.engines.length; b++) byId("deviation-pairing").append(element("option", { value: `${a}-${b}` }, `${list.engines[a]} - ${list.engines[b]}`));
  }
  connect();
  showList();
  await readDeviations();
  const wanted = /^#game=(\d+)(?:&ply=(\d+))?$/.exec(location.hash);
  if (wanted && rowOfGame.has(Number(wanted[1]))) await openGame(rowOfGame.get(Number(wanted[1])), wanted[2] && Number(wanted[2]));
  document.body.dataset.ready = "yes";
  if (live) setTimeout(refresh, 2000);
}

begin();
