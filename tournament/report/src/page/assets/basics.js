"use strict";
// Helpers of the whole script. The files beside this one are one script, in the order of html/script.rs.
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
