// Scores and numbers as people read them.

const isMate = (score) => typeof score === "string";
function scoreText(score) {
  if (score === null || score === undefined) return "no score";
  if (isMate(score)) return score.startsWith("-") ? score : "+" + score;
  return (score > 0 ? "+" : "") + (score / 100).toFixed(2);
}
// From -1 to 1, as White's expected score.
function level(score) {
  if (isMate(score)) return score.startsWith("-") ? -1 : 1;
  return 2 / (1 + 10 ** (-score / 400)) - 1;
}
const short = (n) => n >= 1e6 ? (n / 1e6).toPrecision(3) + "M" : n >= 1e4 ? Math.round(n / 1e3) + "k" : String(n);
const RESULTS = ["0-1", "1/2-1/2", "1-0"];
