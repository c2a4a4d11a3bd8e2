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
