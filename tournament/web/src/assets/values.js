// The values of the position by all evaluators, their kinds and their terms.

const KINDS = ["material", "pawns", "pieces", "king", "other"];
let evaluators = [], latest = null;
const opened = new Set();

function signed(number, digits = 0) {
  const text = number.toFixed(digits);
  if (Number(text) === 0) return text.replace("-", "");
  return (number > 0 ? "+" : "") + text;
}
const amount = (number) => signed(number, Number.isInteger(number) ? 0 : 1);
const percent = (share) => `${(100 * share).toFixed(share > .995 && share < 1 || share < .005 && share > 0 ? 1 : 0)} %`;
// The last part of a rule's name, in words.
function termName(name) {
  const words = name.split(".").at(-1).replaceAll(/[_-]/g, " ");
  return words.replace(/^pst (\w+)$/, "$1's square").replace(/^pst$/, "squares");
}

// A bar from the middle to this part of either half.
function halfBar(part) {
  const width = 50 * Math.abs(part);
  return element("i", { class: part < 0 ? "b" : "w", style: `width:${width}%;left:${part < 0 ? 50 - width : 50}%` });
}
const expectedBar = (share) => element("span", { class: "expected", "aria-hidden": "true" }, halfBar(2 * share - 1), element("s", {}));

function showValues(values) {
  latest = values;
  showDisagreement();
  byId("value-rows").replaceChildren(...values.evaluators.flatMap(valueRows));
  byId("unmeasured").hidden = evaluators.every((one) => one.eval_scale !== null);
  const most = Math.max(50, ...values.evaluators.flatMap((one) => (one.aspects || []).map(Math.abs)));
  byId("kind-rows").replaceChildren(...values.evaluators.map((one, at) => element("tr", {}, element("td", { class: "name" }, evaluators[at].label), ...(one.aspects || []).map((value) => kindCell(value, most)))));
}

function kindCell(value, most) {
  const much = Math.min(70, 70 * Math.abs(value) / most);
  return element("td", { class: value > 0 ? "good" : value < 0 ? "bad" : undefined, style: `--much:${much}` }, amount(value));
}

function valueRows(one, at) {
  const shown = evaluators[at], star = shown.eval_scale === null ? " *" : "";
  const name = element("button", { class: "name", type: "button", "aria-expanded": String(opened.has(at)), title: `${shown.document}, ${shown.year || "year not known"}`, onclick: () => toggle(at) }, shown.label + star);
  if (one.error) return [element("tr", { "data-evaluator": at }, element("td", { class: "name" }, shown.label), element("td", { colspan: 3, class: "text" }, one.error))];
  const row = element("tr", { "data-evaluator": at, "data-total": one.total, class: isExtreme(at) ? "extreme" : undefined },
    element("td", { class: "name" }, name), element("td", {}, expectedBar(one.expected)), element("td", {}, percent(one.expected)), element("td", { class: "total" }, signed(one.total)));
  if (!opened.has(at)) return [row];
  return [row, element("tr", { class: "terms-row" }, element("td", { colspan: 4 }, ...termList(one, at)))];
}

const isExtreme = (at) => Boolean(latest.disagreement) && (latest.disagreement.high === at || latest.disagreement.low === at);

function toggle(at) {
  if (opened.has(at)) opened.delete(at); else opened.add(at);
  byId("value-rows").replaceChildren(...latest.evaluators.flatMap(valueRows));
  byId("value-rows").querySelector(`[data-evaluator="${at}"] button`).focus();
}

// The terms by kind, in each the largest difference between the sides first.
function termList(one, at) {
  const difference = ([, , white, black]) => white - black;
  // Material would leave nothing to be seen of the rest: its bars are cut.
  const sizes = (terms) => terms.map(([, , white, black]) => Math.max(Math.abs(white), Math.abs(black)));
  const others = one.terms.filter(([, kind]) => kind !== "material");
  const most = Math.max(1, ...sizes(others.length ? others : one.terms));
  const grid = element("div", { class: "terms" });
  for (const kind of KINDS) {
    const terms = one.terms.filter((term) => term[1] === kind).sort((a, b) => Math.abs(difference(b)) - Math.abs(difference(a)));
    if (!terms.length) continue;
    const sum = Math.round(10 * terms.reduce((all, term) => all + difference(term), 0)) / 10;
    grid.append(element("div", { class: "kind" }, `${kind[0].toUpperCase()}${kind.slice(1)} ${amount(sum)}`));
    for (const term of terms) grid.append(...termCells(term, at, most));
  }
  const key = element("p", { class: "soft" }, element("span", { class: "key", style: "--of:var(--first)" }, "White's terms "), element("span", { class: "key", style: "--of:var(--second)" }, "Black's"), "; hatched: below zero. Click a term for what it counts.");
  return one.terms.length ? [key, grid] : [element("p", { class: "soft" }, "No term counts here.")];
}

function termCells([name, , white, black], at, most) {
  const bar = (value, side) => element("span", { class: `bar ${side}${value < 0 ? " negative" : ""}${Math.abs(value) > most ? " cut" : ""}`, style: `width:${Math.min(100, 100 * Math.abs(value) / most)}%`, title: String(value) });
  const button = element("button", { type: "button", title: name, "aria-expanded": "false", "data-term": name, onclick: (event) => attempt(() => showRule(event.currentTarget, at, name)) }, termName(name));
  return [element("span", { class: "term" }, button), bar(white, "w"), bar(black, "b"), element("span", { class: "value" }, amount(Math.round(10 * (white - black)) / 10))];
}

async function showRule(button, at, name) {
  const value = button.parentElement.nextElementSibling.nextElementSibling.nextElementSibling;
  if (button.getAttribute("aria-expanded") === "true") {
    value.nextElementSibling.remove();
    button.setAttribute("aria-expanded", "false");
    return;
  }
  const rule = await ask("rule", { evaluator: at, rule: name });
  const about = [name, rule.document, rule.group && rule.group !== rule.aspect ? rule.group : null, rule.lines ? `lines ${rule.lines} of the document` : null, rule.claim ? `worth ${rule.claim} Elo, as the document claims` : null];
  value.after(element("div", { class: "rule" }, element("p", {}, ruleText(rule)), ...ruleNumbers(rule), element("p", { class: "soft" }, about.filter(Boolean).join("; "), "; ", element("a", { href: "explore/readings" }, "how it is read"))));
  button.setAttribute("aria-expanded", "true");
}

const ruleText = (rule) => rule.text || `${rule.document} has no sentence for it here.`;

function ruleNumbers(rule) {
  if (!rule.numbers.length) return [];
  return [element("ul", {}, ...rule.numbers.map(([what, number]) => element("li", {}, `${what}: ${number}`)))];
}

function showDisagreement() {
  const found = latest.disagreement, say = byId("disagreement"), box = byId("difference");
  if (!found) { say.textContent = "All evaluations agree."; box.replaceChildren(element("p", { class: "soft" }, "All evaluations agree.")); return; }
  const [high, low] = [found.high, found.low].map((at) => evaluators[at].label);
  say.replaceChildren(element("b", {}, high), ` likes White's position most and `, element("b", {}, low), ` least: ${(found.gap / 100).toFixed(1)} pawns apart, mostly by ${found.mostly.join(" and ")}.`);
  box.replaceChildren(element("p", { class: "soft" }, `${high} less ${low}, in Michniewski centipawns, by kind and by term; blue is in White's favour.`), gains(found.aspects), element("h3", {}, "Terms"), gains(found.terms.slice(0, 10).map(([name, , value]) => [name, value])));
}

// Names with amounts to the left and to the right of nothing.
function gains(rows) {
  const most = Math.max(1, ...rows.map(([, value]) => Math.abs(value)));
  return element("div", { class: "gains" }, ...rows.flatMap(([name, value]) =>
    [element("span", { class: "term", title: name }, termName(name)), element("span", { class: "track" }, halfBar(value / most)), element("span", { class: "value" }, amount(value))]));
}

async function saveNumbers() {
  const numbers = await ask("comparison", { position: positionText() });
  const address = URL.createObjectURL(new Blob([JSON.stringify(numbers, null, 2) + "\n"], { type: "application/json" }));
  element("a", { href: address, download: "evaluations.json" }).click();
  URL.revokeObjectURL(address);
}

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
    found.reasons[0] === null ? element("p", {}, "The ends of these lines do not account for the scores, so their terms are not the reasons.") : found.reasons[0].length ? gains(found.reasons[0].slice(0, 15)) : element("p", {}, "No term differs there."));
}

// What a piece is worth on each square.

async function askHeat(square) {
  const evaluator = Number(byId("heat-evaluator").value), position = positionText();
  await attempt(async () => {
    const found = await ask("heat", { position, evaluator, square });
    if (position !== positionText()) return;
    const changes = {};
    found.squares.forEach((change, at) => { changes[FILES[at % 8] + (1 + (at >> 3))] = change; });
    const sizes = found.squares.filter((change) => change !== null).map(Math.abs);
    view.heat = { square, changes, most: Math.max(1, ...sizes) };
    const [best, most] = Object.entries(changes).filter(([, change]) => change !== null).sort((a, b) => b[1] - a[1])[0];
    const better = most > 0 ? `Best square: ${best} (${amount(most)}).` : "No square is better.";
    const here = found.here === null ? "" : ` It is worth ${amount(found.here)} here, over a board without it.`;
    byId("heat-text").textContent = `The ${manName(view.men[square])} on ${square}, by ${evaluators[evaluator].label}.${here} ${better}`;
    drawBoard();
  });
}

function clearHeat() {
  view.heat = null;
  byId("heat-text").textContent = "Click a piece on the board.";
}

const heatOf = (square) => view.heat && !byId("heat").hidden ? view.heat.changes[square] : null;

function heatSquare(square, left, top, whole) {
  const change = heatOf(square);
  if (change === null || change === undefined) return [];
  return [whole(change >= 0 ? "var(--first)" : "var(--second)", (.12 + .73 * Math.abs(change) / view.heat.most).toFixed(2))];
}

function heatNumber(square, left, top) {
  const change = heatOf(square);
  if (change === null || change === undefined || square === view.heat.square) return [];
  return [element("text", { x: left + SIZE / 2, y: top + SIZE / 2 + 4, "font-size": 12, "font-weight": 600, "text-anchor": "middle", fill: "#111", stroke: "#fff", "stroke-width": 2.5, "paint-order": "stroke" }, signed(Math.round(change)))];
}
