// The start of the script, the events of buttons, keys and lists, and updates of a served page as games finish.

function fill(id, words) {
  words.forEach((word, at) => byId(id).append(element("option", { value: String(at) }, word)));
}

function connect() {
  for (const id of ["search", "engine", "other", "result", "ending", "time-control", "order"]) {
    byId(id).addEventListener("input", () => { shown = PAGE; showList(); });
  }
  byId("more").addEventListener("click", () => { shown += 4 * PAGE; showList(); });
  byId("deviation-pairing").addEventListener("input", () => { deviationsShown = Math.min(20, deviationsShown); showDeviations(); });
  byId("more-deviations").addEventListener("click", moreDeviations);
  const steps = { "to-start": () => goTo(0), back: () => goTo(current.ply - 1), forward: () => goTo(current.ply + 1), "to-end": () => goTo(Infinity) };
  for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);
  byId("flip").addEventListener("click", () => { current.flipped = !current.flipped; goTo(current.ply); });
  byId("copy-fen").addEventListener("click", () => copy("fen", "FEN"));
  byId("copy-moves").addEventListener("click", () => copy("moves", "Moves"));
  byId("copy-pgn").addEventListener("click", () => copy("pgn", "PGN"));
  const keys = { ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps["to-start"], End: steps["to-end"] };
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (current.row === null || typing || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}

async function copy(id, name) {
  const box = byId(id);
  if (box.select) box.select(); else getSelection().selectAllChildren(box);
  try { await navigator.clipboard.writeText(box.value ?? box.textContent); } catch { document.execCommand("copy"); }
  byId("copied").textContent = `${name} copied`;
}

async function refresh() {
  try {
    const state = await (await fetch("state")).json();
    showLive(state.games);
    const run = (version) => version.split("-")[0];
    if (run(state.version) !== run(document.body.dataset.version)) { location.reload(); return; }
    if (state.version !== document.body.dataset.version) {
      const text = await (await fetch("./")).text();
      const fresh = new DOMParser().parseFromString(text, "text/html");
      document.querySelectorAll("[data-live]").forEach((old) => {
        const made = fresh.getElementById(old.id);
        if (made) old.replaceChildren(...document.importNode(made, true).childNodes);
      });
      drawStill();
      document.body.dataset.version = fresh.body.dataset.version;
      await readList();
      showList();
      if (deviationsShown) { await findDeviations(); showDeviations(); }
    }
  } catch { byId("lost").hidden = false; setTimeout(refresh, 5000); return; }
  byId("lost").hidden = true;
  setTimeout(refresh, 1000);
}

// The games in play, a board each.

const seats = new Map();

function showLive(games) {
  const keys = new Set(games.map(keyOf));
  const ended = [...seats].filter(([key]) => !keys.has(key));
  for (const game of games) {
    const key = keyOf(game), seat = seats.get(key) ?? seatOf(game);
    if (!seats.has(key)) {
      // The next game takes the place of one that has ended.
      const [old, free] = ended.shift() ?? [];
      if (free) { free.card.replaceWith(seat.card); seats.delete(old); } else byId("boards").append(seat.card);
      seats.set(key, seat);
    }
    if (seat.plies !== game.plies) showSeat(seat, game);
  }
  for (const [key, seat] of ended) { seat.card.remove(); seats.delete(key); }
  byId("live").hidden = byId("to-live").hidden = !games.length;
  showClocks();
}

const keyOf = ({ tags }) => [tags.Event, tags.Round, tags.White, tags.Black].join("\n");

function seatOf({ tags }) {
  const part = (name) => element("span", { class: name });
  const player = (side) => element("div", { class: "player" }, element("b", { title: tags[side] }, tags[side]), element("span", { class: "score", title: "score from White's side, and depth" }), part("clock"));
  const [white, black, board, words] = [player("White"), player("Black"), element("div", { class: "board" }), element("p", { class: "line soft" })];
  const about = [`Round ${tags.Round}`, tags.Event.split(": ")[1], tags.Opening].filter(Boolean).join(", ");
  const card = element("article", { class: "seat", "aria-label": `${tags.White} - ${tags.Black}` }, element("p", { class: "about soft", title: about }, about), black, board, white, words);
  return { card, board, words, players: { w: white, b: black }, plies: null, left: {} };
}

function showSeat(seat, { tags, fen, last, plies, comments }) {
  const [, turn, , , , number] = fen.split(" "), other = turn === "w" ? "b" : "w";
  const [now, before] = comments.map(said).reverse(), found = { [other]: now, [turn]: before };
  // Of a page that is opened while an engine thinks it is not known since when.
  Object.assign(seat, { since: seat.plies === null ? null : Date.now(), plies, turn });
  seat.board.replaceChildren(boardPicture({ men: menOf(fen), turn, marks: last }, false));
  for (const side of "wb") {
    const prefix = side === "w" ? "White" : "Black", player = seat.players[side];
    player.classList.toggle("turn", side === turn);
    player.children[1].textContent = found[side]?.score ?? "";
    seat.left[side] = found[side]?.left ?? seat.left[side] ?? wholeTime(tags.TimeControl || tags[prefix + "TimeControl"]);
    if (seat.left[side] === null) player.children[2].textContent = tags.Limit || tags[prefix + "Limit"];
  }
  seat.words.textContent = now?.line ? `${turn === "w" ? `${number}.` : `${number}...`} ${now.line}` : "";
}

// What an engine said with its move: the score from White's side with the depth, the time on its clock, the expected line.
function said(comment) {
  const text = comment.replace(/\s+/g, " "), find = (pattern) => pattern.exec(text) || [];
  const [, mark, markDepth] = find(/\[%eval ([^\],]+),?(\d+)?\]/), [, own, ownDepth] = find(/(?:^| )([+-]?(?:M\d+|[\d.]+)|-)\/(\d+)/);
  const [, hours, minutes, seconds] = find(/\[%clk (\d+):(\d+):([\d.]+)\]/), [, left] = find(/ tl=([\d.]+)s/);
  const score = (mark || own || "-").replace(/^(?=\d)/, "+"), depth = ownDepth || markDepth;
  return {
    score: (score === "-" ? "no score" : score) + (depth ? ` d${depth}` : ""),
    left: hours ? 3600 * hours + 60 * minutes + Number(seconds) : left && Number(left),
    line: find(/ pv ([^\[]+)/)[1],
  };
}

// The seconds at the beginning, by the TimeControl tag; null if no clock runs on.
function wholeTime(control) {
  const found = /^(?:([2-9]\d*|1\d+)\/)?([\d.]+)(?:\+[\d.]+)?$/.exec(control);
  return found && Number(found[2]);
}

function showClocks() {
  for (const { players, left, turn, since } of seats.values()) for (const side of "wb") {
    if (left[side] === null) continue;
    const seconds = Math.max(0, left[side] - (side === turn && since ? (Date.now() - since) / 1000 : 0)), two = (n) => String(n).padStart(2, "0");
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
    players[side].children[2].textContent = seconds < 20 ? seconds.toFixed(1) : h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  }
}

async function openWanted() {
  const wanted = /^#game=(\d+)(?:&ply=(\d+))?$/.exec(location.hash);
  if (wanted && rowOfGame.has(Number(wanted[1]))) await openGame(rowOfGame.get(Number(wanted[1])), wanted[2] && Number(wanted[2]));
}

async function begin() {
  await readList();
  fill("engine", list.engines);
  fill("other", list.engines);
  fill("ending", list.endings);
  fill("time-control", list.time_controls);
  byId("time-control").parentElement.hidden = list.time_controls.length === 0;
  for (let a = 0; a < list.engines.length; a++) {
    for (let b = a + 1; b < list.engines.length; b++) byId("deviation-pairing").append(element("option", { value: `${a}-${b}` }, `${list.engines[a]} - ${list.engines[b]}`));
  }
  connect();
  drawStill();
  showList();
  await openWanted();
  addEventListener("hashchange", openWanted);
  document.body.dataset.ready = "yes";
  if (live) { refresh(); setInterval(showClocks, 250); }
}

begin();
