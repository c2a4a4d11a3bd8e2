// A game against an evaluation, with the reasons for its moves.

const game = { evaluator: null, nodes: 1000, white: true, thinking: false };

async function startGame() {
  Object.assign(game, { evaluator: Number(byId("play-evaluator").value), nodes: Number(byId("play-nodes").value), white: byId("play-side").value === "White" });
  openSetup(false);
  view.flipped = !game.white;
  byId("play-reasons").replaceChildren();
  showGame();
  showLine();
  await replyIfPlaying();
}

function endGame() {
  game.evaluator = null;
  showGame();
}

function showGame(words) {
  const on = game.evaluator !== null;
  byId("play-start").hidden = on;
  byId("play-end").hidden = byId("play-back").hidden = !on;
  for (const select of byId("play-form").querySelectorAll("select")) select.disabled = on;
  byId("play-text").textContent = words || (on ? `${evaluators[game.evaluator].label} with ${nodeName(game.nodes)} ${game.nodes === 1 ? "node" : "nodes"} a move. Your move.` : "");
}

// The evaluation's move, if it is its turn.
async function replyIfPlaying() {
  if (game.evaluator === null || game.thinking || line.ply !== line.steps.length) return;
  if (line.place.over) { showGame(line.place.over); return; }
  if (whiteToMove() === game.white) { showGame(); return; }
  const { label } = evaluators[game.evaluator], position = positionText();
  const [, turn, , , , number] = currentFen().split(" ");
  game.thinking = true;
  showGame(`${label} thinks…`);
  try {
    const found = await ask("best", { position, evaluator: game.evaluator, nodes: game.nodes });
    if (position !== positionText() || game.evaluator === null) return;
    await openLine(line.start, [...line.steps.map((step) => step.uci), found.uci]);
    const reason = element("div", { class: "reason" }, element("h3", {}, `${numbered([found.san], Number(number), turn)} ${scoreOf(found)}`),
      element("p", { class: "soft" }, `It expects ${numbered(found.line, Number(number), turn)}, at depth ${found.depth}. What that changes for it, in its centipawns:`), gains(found.gains.slice(0, 6).map(([term, , gain]) => [term, gain])));
    byId("play-reasons").prepend(reason);
    showGame(line.place.over);
  } catch (error) { showGame(`${label} has not moved: step on or end the game.`); throw error; }
  finally { game.thinking = false; }
}

// Both last moves are taken back.
async function takeBack() {
  const mine = whiteToMove() === game.white, ply = Math.max(0, line.ply - (mine ? 2 : 1));
  await openLine(line.start, line.steps.slice(0, ply).map((step) => step.uci));
  if (mine && byId("play-reasons").firstChild) byId("play-reasons").firstChild.remove();
  await replyIfPlaying();
}
