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
  if (!found.games) { await openLine(found.start, found.moves.split(" ").filter(Boolean)); return; }
  showGames(found, true);
  await openGame(0);
}
