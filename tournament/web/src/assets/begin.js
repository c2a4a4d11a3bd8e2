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
