// The terms of a position.

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
      "The terms are here for the games that turned most; evalarena serve shows those of every position."));
    return;
  }
  if (found.ply !== current.ply) return;
  const plays = ([engine]) => engine === columns.white[current.row] || engine === columns.black[current.row];
  const shown = (evaluations) => evaluations.flatMap(([engine, total, terms]) => evaluation(engine, total, terms));
  const others = found.evaluations.filter((one) => !plays(one));
  box.replaceChildren(...shown(found.evaluations.filter(plays)));
  if (others.length) box.append(element("details", {}, element("summary", {}, `The other evaluators of the run: ${others.length}`), ...shown(others)));
}

async function asked(game, ply) {
  try {
    const answer = await fetch(`explain?game=${game}&ply=${ply}`);
    const evaluations = answer.ok ? await answer.json() : [];
    return evaluations.length ? { ply, evaluations } : null;
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
