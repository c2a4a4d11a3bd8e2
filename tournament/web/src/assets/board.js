// The board: squares, pieces, and how they are taken and put down. What may move where is the server's answer.

const MEN = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const view = { men: {}, flipped: false, cursor: "e2", selected: null, drag: null, marks: [], check: false, heat: null };

const manName = (man) => `${isWhite(man) ? "white" : "black"} ${MEN[man.toLowerCase()]}`;
const place = (square) => {
  const file = FILES.indexOf(square[0]), rank = Number(square[1]) - 1;
  return view.flipped ? [7 - file, rank] : [file, 7 - rank];
};
const squareAt = (x, y) => x < 0 || y < 0 || x > 7 || y > 7 ? null : view.flipped ? FILES[7 - x] + (y + 1) : FILES[x] + (8 - y);

const manPicture = (man) => element("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true" }, manUse(man, {}));

function drawBoard() {
  const parts = [], over = [], targets = view.selected && !setup.open ? targetsOf(view.selected) : new Set();
  for (let y = 0; y < 8; y++) for (let x = 0; x < 8; x++) {
    const square = squareAt(x, y), [left, top] = [x * SIZE, y * SIZE], man = view.men[square];
    const light = (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 0;
    const whole = (fill, opacity) => element("rect", { x: left, y: top, width: SIZE, height: SIZE, fill, opacity, "pointer-events": "none" });
    parts.push(element("rect", { x: left, y: top, width: SIZE, height: SIZE, fill: `var(--${light ? "light" : "dark"})`, "data-square": square }));
    if (view.marks.includes(square)) parts.push(whole("var(--mark)", ".55"));
    if (square === view.selected) parts.push(whole("var(--first)", ".5"));
    if (view.check && man && man.toLowerCase() === "k" && isWhite(man) === whiteToMove()) parts.push(element("circle", { cx: left + SIZE / 2, cy: top + SIZE / 2, r: SIZE * .46, fill: "#d33", opacity: ".6" }));
    heatSquare(square, left, top, whole).forEach((part) => parts.push(part));
    if (x === 0) parts.push(element("text", { x: left + 2, y: top + 10, "font-size": 9, fill: "#3a2a1a" }, square[1]));
    if (y === 7) parts.push(element("text", { x: left + 38, y: top + 43, "font-size": 9, fill: "#3a2a1a" }, square[0]));
    const lifted = view.drag && view.drag.moved && view.drag.from === square;
    if (man) parts.push(manUse(man, { x: left, y: top, "data-square": square, "data-man": man + square, opacity: lifted ? ".3" : undefined }));
    over.push(...heatNumber(square, left, top));
    if (targets.has(square)) over.push(element("circle", { cx: left + SIZE / 2, cy: top + SIZE / 2, r: man ? SIZE * .46 : SIZE * .15, fill: man ? "none" : "#222", stroke: "#222", "stroke-width": man ? 3 : 0, opacity: ".5", "pointer-events": "none" }));
    if (square === view.cursor) over.push(element("rect", { class: "cursor", x: left + 1.5, y: top + 1.5, width: SIZE - 3, height: SIZE - 3, fill: "none", stroke: "var(--first)", "stroke-width": 3, "pointer-events": "none", visibility: document.activeElement === byId("board") && view.keys ? "visible" : "hidden" }));
  }
  const ghost = view.drag && view.drag.moved ? [manUse(view.drag.man, { class: "ghost", x: view.drag.x - SIZE / 2, y: view.drag.y - SIZE / 2 })] : [];
  byId("board").replaceChildren(element("svg", { viewBox: "0 0 360 360", "aria-hidden": "true" }, ...parts, ...over, ...ghost));
  byId("board").setAttribute("aria-label", `Board, ${whiteToMove() ? "White" : "Black"} to move: ${menText(view.men)}`);
}

// The place of a pointer on the board, in its own units.
function boardPoint(event) {
  const box = byId("board").getBoundingClientRect();
  return [(event.clientX - box.left) * 360 / box.width, (event.clientY - box.top) * 360 / box.height];
}
const pointSquare = ([x, y]) => squareAt(Math.floor(x / SIZE), Math.floor(y / SIZE));

function connectBoard() {
  const board = byId("board");
  board.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const square = pointSquare(boardPoint(event));
    if (!square) return;
    view.keys = false;
    view.cursor = square;
    const before = view.selected;
    choose(square);
    if (view.selected === square && view.men[square]) {
      view.drag = { from: square, man: view.men[square], moved: false, again: before === square };
      board.setPointerCapture(event.pointerId);
    }
    drawBoard();
  });
  board.addEventListener("pointermove", (event) => {
    if (!view.drag) return;
    const [x, y] = boardPoint(event);
    if (!view.drag.moved && pointSquare([x, y]) === view.drag.from) return;
    Object.assign(view.drag, { x, y, moved: true });
    drawBoard();
  });
  const drop = (event) => {
    const drag = view.drag;
    if (!drag) return;
    view.drag = null;
    const square = event.type === "pointerup" ? pointSquare(boardPoint(event)) : drag.from;
    if (drag.moved && square !== drag.from) putDown(drag.from, square);
    else if (drag.again) view.selected = null;
    drawBoard();
  };
  board.addEventListener("pointerup", drop);
  board.addEventListener("pointercancel", drop);
  board.addEventListener("focus", drawBoard);
  board.addEventListener("blur", drawBoard);
  board.addEventListener("keydown", boardKey);
}

function boardKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const [x, y] = place(view.cursor);
  const to = { ArrowLeft: [x - 1, y], ArrowRight: [x + 1, y], ArrowUp: [x, y - 1], ArrowDown: [x, y + 1] }[event.key];
  if (to) view.cursor = squareAt(...to) || view.cursor;
  else if (event.key === "Enter" || event.key === " ") { view.keys = true; choose(view.cursor); }
  else if (event.key === "Escape") view.selected = null;
  else if (setup.open && (event.key === "Delete" || event.key === "Backspace")) setupPut(view.cursor, null);
  else return;
  view.keys = true;
  event.preventDefault();
  event.stopPropagation();
  const man = view.men[view.cursor];
  byId("cursor-text").textContent = `${view.cursor}${man ? ", " + manName(man) : ""}${view.selected === view.cursor ? ", lifted" : ""}`;
  drawBoard();
}

// A square is clicked: a piece is lifted, or put down, or set up.
function choose(square) {
  if (setup.open && setup.brush !== null) { setupPut(square, setup.brush || null); return; }
  const from = view.selected;
  if (from && from !== square && (setup.open || targetsOf(from).has(square))) { view.selected = null; putDown(from, square); return; }
  view.selected = view.men[square] && from !== square || view.men[square] && !view.keys ? square : null;
  if (view.selected && !byId("heat").hidden) askHeat(square);
}

function putDown(from, to) {
  view.selected = null;
  if (setup.open) { setupMove(from, to); return; }
  if (to) makeMove(from, to);
}
