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

// Games to open: those that the server was given, and those that are pasted.

const ROWS = 30;
const list = { games: [], pasted: false, shown: ROWS, chosen: null };

function showGames(found, pasted) {
  Object.assign(list, { games: found.games, pasted, shown: ROWS, chosen: null });
  const faults = found.unusable.length ? `; ${found.unusable.length} cannot be read (${found.unusable[0]})` : "";
  list.note = faults + (found.omitted ? `; ${found.omitted} more are left out` : "");
  byId("games").hidden = !found.games.length;
  drawGames();
}

function drawGames() {
  const wanted = byId("games-search").value.toLowerCase();
  const fitting = list.games.map((game, at) => at).filter((at) => !wanted || Object.values(list.games[at]).join(" ").toLowerCase().includes(wanted));
  byId("games-rows").replaceChildren(...fitting.slice(0, list.shown).map((at) => {
    const game = list.games[at];
    const open = element("button", { type: "button", class: "link", onclick: () => attempt(() => openGame(at)) }, game.white || "?");
    return element("tr", { class: at === list.chosen ? "chosen" : undefined, "data-game": at, title: [game.event, game.date].filter(Boolean).join(", ") },
      element("td", { class: "text" }, open), element("td", { class: "text" }, game.black || "?"), element("td", {}, game.result || "*"), element("td", {}, String(Math.ceil(game.plies / 2))));
  }));
  byId("games-count").textContent = `${fitting.length} of ${list.games.length} games${list.note}`;
  byId("games-more").hidden = fitting.length <= list.shown;
}

async function openGame(at) {
  const found = list.pasted ? list.games[at] : await ask("game", { game: at });
  list.chosen = at;
  drawGames();
  await openLine(found.start, found.moves.split(" ").filter(Boolean), 0);
}

async function openText(text) {
  const found = await ask("read", { text });
  openSetup(false);
  endGame();
  if (!found.games) { await openLine(found.start, found.moves.split(" ").filter(Boolean)); if (found.assumed) problem(found.assumed); return; }
  showGames(found, true);
  await openGame(0);
}

// Events, and the start of the script.

const steps = { "to-start": () => goTo(0), back: () => goTo(line.ply - 1), forward: () => goTo(line.ply + 1), "to-end": () => goTo(Infinity) };

function chooseTab(tab) {
  for (const other of byId("tabs").children) {
    const chosen = other === tab;
    other.setAttribute("aria-selected", String(chosen));
    other.tabIndex = chosen ? 0 : -1;
    byId(other.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (tab.id !== "tab-heat") clearHeat();
  drawBoard();
}

function connectTabs() {
  const tabs = [...byId("tabs").children];
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => chooseTab(tab));
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: tabs.length - 1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const next = tabs[(at + by) % tabs.length];
      chooseTab(next);
      next.focus();
    });
  });
}

function onSubmit(id, action) {
  byId(id).addEventListener("submit", (event) => { event.preventDefault(); attempt(action); });
}

function connectForms() {
  onSubmit("move-form", async () => {
    const text = byId("move").value.trim();
    if (text) { await typedMove(text); byId("move").value = ""; }
  });
  onSubmit("open-form", () => openText(byId("text").value));
  onSubmit("ask-form", askAll);
  onSubmit("why-form", compareMoves);
  onSubmit("play-form", startGame);
  byId("file").addEventListener("change", () => attempt(async () => {
    const [file] = byId("file").files;
    if (file && file.size > 4e6) throw new Error("This file is longer than 4 MB; give it to `evalarena serve`.");
    if (file) await openText(await file.text());
    byId("file").value = "";
  }));
}

function connectButtons() {
  for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", () => attempt(step));
  byId("flip").addEventListener("click", () => { view.flipped = !view.flipped; showLine(); });
  byId("fresh").addEventListener("click", () => { openSetup(false); endGame(); attempt(() => openLine(START, [])); });
  byId("share").addEventListener("click", () => attempt(share));
  byId("ask-stop").addEventListener("click", () => { askRound++; byId("ask-stop").hidden = true; });
  byId("numbers").addEventListener("click", () => attempt(saveNumbers));
  byId("heat-clear").addEventListener("click", () => { clearHeat(); drawBoard(); });
  byId("heat-evaluator").addEventListener("change", () => view.heat && askHeat(view.heat.square));
  byId("play-end").addEventListener("click", endGame);
  byId("play-back").addEventListener("click", () => attempt(takeBack));
  byId("games-search").addEventListener("input", () => { list.shown = ROWS; drawGames(); });
  byId("games-more").addEventListener("click", () => { list.shown += 10 * ROWS; drawGames(); });
  window.addEventListener("hashchange", () => attempt(openAddress));
  document.addEventListener("keydown", (event) => {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowLeft: steps.back, ArrowRight: steps.forward, ",": steps.back, ".": steps.forward, Home: steps["to-start"], End: steps["to-end"] }[event.key];
    if (step && !setup.open) { event.preventDefault(); attempt(step); }
  });
}

async function share() {
  try { await navigator.clipboard.writeText(location.href); byId("status").textContent = "The link is copied."; }
  catch { throw new Error(`Copy the link from the address: ${location.href}`); }
}

async function begin() {
  connectBoard();
  connectSetup();
  connectTabs();
  connectForms();
  connectButtons();
  fillNodes("ask-nodes", 10000);
  fillNodes("why-nodes", 10000, 1e5);
  fillNodes("play-nodes", 1000);
  evaluators = await ask("evaluators");
  for (const id of ["why-evaluator", "heat-evaluator", "play-evaluator"]) byId(id).append(...evaluators.map((one, at) => element("option", { value: at, selected: one.name === "michniewski" && !one.is_given }, one.label)));
  byId("kind-head").append(element("th", { scope: "col", class: "text" }, "Evaluation"), ...KINDS.map((kind) => element("th", { scope: "col" }, kind)));
  showGames(await ask("games"), false);
  await openAddress().catch(async (error) => { await openLine(START, []); problem(error.message); });
  if (list.games.length && location.hash === "" && location.search === "") await openGame(0);
  document.body.dataset.ready = "yes";
}

attempt(begin);
