// The pieces of a position and their pictures, on the pages of runs and on the board of `serve`.

const SIZE = 45, FILES = "abcdefgh";
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// The pieces of a FEN by their squares.
function menOf(fen) {
  const men = {};
  fen.split(" ")[0].split("/").forEach((row, at) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "8") file += Number(c);
      else men[FILES[file++] + (8 - at)] = c;
    }
  });
  return men;
}

// The first field of a FEN.
function menText(men) {
  const rows = [];
  for (let rank = 8; rank >= 1; rank--) {
    rows.push([...FILES].map((file) => men[file + rank] || "1").join("").replace(/1+/g, (ones) => String(ones.length)));
  }
  return rows.join("/");
}

const isWhite = (man) => man === man.toUpperCase();
function manUse(man, attributes) {
  const white = isWhite(man);
  return element("use", { href: `#man-${man.toLowerCase()}`, width: SIZE, height: SIZE, fill: white ? "#fff" : "#2b2b2b", stroke: white ? "#222" : "#e8e8e8", ...attributes });
}
