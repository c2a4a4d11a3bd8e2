// The first moves at which engines deviate.

let deviations = [], deviationsShown = 20;

async function showDeviations() {
  const pairing = byId("deviation-pairing").value;
  const chosen = deviations.filter(({ a, b }) => pairing === "" || pairing === [Math.min(a[0], b[0]), Math.max(a[0], b[0])].join("-"));
  const cell = (text, kind) => element("td", { class: kind }, text);
  const link = (number, ply) => element("button", { type: "button", class: "link", onclick: () => openGame(rowOfGame.get(number), ply) }, String(number));
  byId("deviation-rows").replaceChildren(...chosen.slice(0, deviationsShown).map(({ ply, a, b }) => element("tr", {},
    element("td", {}, link(a[1], ply + 1)), cell(list.engines[a[0]], "name"), cell(`${a[2]} ${scoreText(a[3])}`, "text"),
    element("td", {}, link(b[1], ply + 1)), cell(list.engines[b[0]], "name"), cell(`${b[2]} ${scoreText(b[3])}`, "text"),
    cell(String(ply)))));
  byId("deviation-count").textContent = `${chosen.length} pairs of games part`;
  byId("more-deviations").hidden = chosen.length <= deviationsShown;
}
