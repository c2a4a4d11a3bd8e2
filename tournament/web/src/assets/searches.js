// The moves of the evaluations, and why one is better than another.

const NODES = [1, 10, 100, 1000, 10000, 100000, 1000000];
const nodeName = (nodes) => nodes.toLocaleString("en");
let askRound = 0;

function fillNodes(id, chosen, most = 1e6) {
  byId(id).replaceChildren(...NODES.filter((nodes) => nodes <= most).map((nodes) => element("option", { value: nodes, selected: nodes === chosen }, nodeName(nodes))));
}

function scoreOf(found) {
  if (found.mate !== null) return `#${found.mate}`;
  return `${percent(found.expected)} (${signed(found.score)})`;
}

// Ask all: one after the other, so that one reader has one search at a time.
async function askAll() {
  const round = ++askRound, position = positionText(), nodes = Number(byId("ask-nodes").value);
  const [start, turn] = [currentFen().split(" ")[5], currentFen().split(" ")[1]];
  byId("answer-rows").replaceChildren();
  byId("ask-stop").hidden = false;
  for (let at = 0; at < evaluators.length && round === askRound; at++) {
    const cell = element("td", { class: "text", colspan: 3 }, "…");
    const row = element("tr", { "data-evaluator": at }, element("td", { class: "name" }, evaluators[at].label), cell);
    byId("answer-rows").append(row);
    try {
      const found = await ask("best", { position, evaluator: at, nodes });
      if (round !== askRound) return;
      const move = element("button", { type: "button", class: "best", title: "Play it", onclick: () => attempt(() => positionText() === position ? playMove(found.uci) : Promise.reject(new Error("The position is another one now."))) }, found.san);
      row.replaceChildren(row.firstChild, element("td", { class: "text" }, move), element("td", {}, scoreOf(found)), element("td", { class: "line" }, numbered(found.line, Number(start), turn)));
    } catch (error) { cell.textContent = error.message; }
  }
  if (round === askRound) byId("ask-stop").hidden = true;
}

// A line with the numbers of its moves.
function numbered(moves, number, turn) {
  const words = [];
  moves.forEach((san, at) => {
    const white = (turn === "w") === (at % 2 === 0);
    if (white) words.push(`${number}.`); else if (at === 0) words.push(`${number}...`);
    words.push(san);
    if (!white) number++;
  });
  return words.join(" ");
}

function clearAnswers() {
  askRound++;
  byId("ask-stop").hidden = true;
  byId("answer-rows").replaceChildren();
  byId("why").replaceChildren();
}

let listedFor = "";
function showMoveLists() {
  if (listedFor === positionText()) return;
  listedFor = positionText();
  clearAnswers();
  const sans = choices().map((move) => move.san).sort();
  for (const id of ["why-first", "why-second"]) byId(id).replaceChildren(...sans.map((san) => element("option", {}, san)));
  if (sans.length > 1) byId("why-second").selectedIndex = 1;
}

async function compareMoves() {
  const moves = [byId("why-first").value, byId("why-second").value];
  if (moves[0] === moves[1]) throw new Error("Choose two different moves.");
  byId("why").replaceChildren(element("p", { class: "soft" }, "Searching…"));
  const [turn, number] = [currentFen().split(" ")[1], Number(currentFen().split(" ")[5])], evaluator = Number(byId("why-evaluator").value);
  let found;
  try { found = await ask("why", { position: positionText(), evaluator, nodes: Number(byId("why-nodes").value), moves }); }
  catch (error) { byId("why").replaceChildren(); throw error; }
  const [best, other] = found.moves;
  const worth = (move) => move.mate !== null ? `mate in ${move.mate}` : `${signed(move.score)} for ${found.side}`;
  const about = (move) => element("p", {}, element("b", {}, `${move.move}: ${worth(move)}. `), element("span", { class: "soft" }, numbered(move.line, number, turn)));
  byId("why").replaceChildren(about(best), about(other), element("p", { class: "soft" }, `${best.move} less ${other.move}, term by term, at the ends of these lines, in ${evaluators[evaluator].label}'s centipawns for ${found.side}:`),
    found.reasons[0].length ? gains(found.reasons[0].slice(0, 15)) : element("p", {}, "No term differs there."));
}
