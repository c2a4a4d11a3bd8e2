// The list of games: searched, sorted and filtered; below it the first moves at which engines deviate.

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

// Points between the result and what ratings predicted.
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
  const [engine, other, ending, timeControl] = ["engine", "other", "ending", "time-control"].map(number);
  const result = byId("result").value;
  const rows = [];
  for (let row = 0; row < columns.game.length; row++) {
    const white = columns.white[row], black = columns.black[row];
    if (engine !== null && white !== engine && black !== engine) continue;
    if (other !== null && (engine === other || (white !== other && black !== other))) continue;
    if (ending !== null && columns.ending[row] !== ending) continue;
    if (timeControl !== null && columns.time_control[row] !== timeControl) continue;
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

let deviations = [], deviationsShown = 0;

// Where mates are beyond all other scores.
function centipawns(score) {
  if (isMate(score)) return (score.startsWith("-") ? -1 : 1) * (100000 - Number(score.replace(/\D/g, "")));
  return Math.max(-90000, Math.min(90000, score ?? 0));
}

// The first other move of two games from the same opening, null if one is the beginning of the other: after how many moves,
// and of each game the engine, the number, the move and its score.
async function deviationOf(rows) {
  const games = await Promise.all(rows.map(gameOf)), [a, b] = games.map((game) => game.m.split(" "));
  const ply = a.findIndex((move, at) => move !== b[at]);
  if (games[0].f !== games[1].f || games[0].k !== games[1].k || ply < games[0].k || ply >= b.length) return null;
  const black = ((games[0].f || START).split(" ")[1] === "b") !== (ply % 2 === 1);
  const scores = games.map((game) => game.s[ply - game.k]);
  const [first, second] = rows.map((row, at) => [columns[black ? "black" : "white"][row], columns.game[row], MOVE.exec([a, b][at][ply])[3], scores[at]]);
  return { ply, a: first, b: second, apart: Math.abs(centipawns(scores[0]) - centipawns(scores[1])) };
}

// Those of all pairs that can be replayed, with the largest difference of scores first.
async function findDeviations() {
  const pairs = [...rowOfGame].filter(([number]) => number % 2 === 1).map(([number, row]) => [row, rowOfGame.get(number + 1)]);
  const found = await Promise.all(pairs.filter(([row, other]) => row < list.replays && other < list.replays).map(deviationOf));
  deviations = found.filter(Boolean).sort((one, two) => two.apart - one.apart || one.a[1] - two.a[1]);
}

async function moreDeviations() {
  if (!deviationsShown) await findDeviations();
  deviationsShown += deviationsShown ? 100 : 20;
  showDeviations();
}

function showDeviations() {
  const pairing = byId("deviation-pairing").value;
  const chosen = deviations.filter(({ a, b }) => pairing === "" || pairing === [Math.min(a[0], b[0]), Math.max(a[0], b[0])].join("-"));
  const cell = (text, kind) => element("td", { class: kind }, text);
  const link = (number, ply) => element("button", { type: "button", class: "link", onclick: () => openGame(rowOfGame.get(number), ply) }, String(number));
  byId("deviation-rows").replaceChildren(...chosen.slice(0, deviationsShown).map(({ ply, a, b }) => element("tr", {},
    element("td", {}, link(a[1], ply + 1)), cell(list.engines[a[0]], "name"), cell(`${a[2]} ${scoreText(a[3])}`, "text"),
    element("td", {}, link(b[1], ply + 1)), cell(list.engines[b[0]], "name"), cell(`${b[2]} ${scoreText(b[3])}`, "text"),
    cell(String(ply)))));
  byId("deviation-count").textContent = deviationsShown ? `${chosen.length} pairs of games part` : "";
  byId("more-deviations").hidden = deviationsShown > 0 && chosen.length <= deviationsShown;
}
