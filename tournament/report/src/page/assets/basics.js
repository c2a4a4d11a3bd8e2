"use strict";
// Helpers of all pages, and the pieces of a position. The files beside this one are one script, in the order of html/mod.rs.
// Everything it shows is in the page itself; only a page that is served while a run is played asks its own server for
// more.

const byId = (id) => document.getElementById(id);
const live = document.documentElement.dataset.live === "yes";

// JSON that is packed into the page: base64 of raw deflate.
async function unpack(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElementNS(svgTags.has(tag) ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}
const svgTags = new Set(["svg", "rect", "use", "path", "line", "polyline", "circle", "text", "g", "title"]);

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
