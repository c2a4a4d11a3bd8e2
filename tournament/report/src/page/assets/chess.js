// Chess: enough to play recorded moves, which are known to be legal.

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// A position: 64 squares from a1 on, a letter a man as in FEN.
function fromFen(fen) {
  const [men, turn, castling, passing, clock, number] = fen.split(" ");
  const board = Array(64).fill("");
  men.split("/").forEach((row, at) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "8") file += Number(c);
      else board[(7 - at) * 8 + file++] = c;
    }
  });
  return { board, turn, castling: castling || "-", passing: passing || "-", clock: Number(clock || 0), number: Number(number || 1) };
}

function toFen(at) {
  const rows = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = "", empty = 0;
    for (let file = 0; file < 8; file++) {
      const man = at.board[rank * 8 + file];
      if (man) { row += (empty || "") + man; empty = 0; } else empty++;
    }
    rows.push(row + (empty || ""));
  }
  return `${rows.join("/")} ${at.turn} ${at.castling} ${at.passing} ${at.clock} ${at.number}`;
}

const square = (name) => (name.charCodeAt(1) - 49) * 8 + name.charCodeAt(0) - 97;
const nameOf = (at) => "abcdefgh"[at % 8] + (1 + (at >> 3));

// The position after a move in UCI notation, and the move in SAN; `mark` has what the board does not show, see replay.rs.
function play(at, uci, mark) {
  const board = at.board.slice();
  const from = square(uci), man = board[from], white = at.turn === "w";
  let to = square(uci.slice(2, 4)), san = "";
  const pawn = man.toLowerCase() === "p", king = man.toLowerCase() === "k";
  const ownRook = white ? "R" : "r";
  const castles = king && (board[to] === ownRook || Math.abs(to - from) === 2);
  let captured = castles ? "" : board[to];
  board[from] = "";
  if (castles) {
    const short = to > from, rank = white ? 0 : 56;
    let rook = to;
    if (board[rook] !== ownRook) { rook = short ? rank + 7 : rank; }
    board[rook] = "";
    to = rank + (short ? 6 : 2);
    board[to] = man;
    board[rank + (short ? 5 : 3)] = ownRook;
    san = short ? "O-O" : "O-O-O";
  } else {
    if (pawn && nameOf(to) === at.passing) {
      captured = "p";
      board[to + (white ? -8 : 8)] = "";
    }
    const promoted = uci[4];
    board[to] = promoted ? (white ? promoted.toUpperCase() : promoted) : man;
    const flags = (mark.charCodeAt(0) - 97) % 4;
    const origin = (flags & 1 ? uci[0] : "") + (flags & 2 ? uci[1] : "");
    if (pawn) san = (captured ? uci[0] + "x" : "") + uci.slice(2, 4) + (promoted ? "=" + promoted.toUpperCase() : "");
    else san = man.toUpperCase() + origin + (captured ? "x" : "") + uci.slice(2, 4);
  }
  san += ["", "+", "#"][(mark.charCodeAt(0) - 97) >> 2];
  const doubled = pawn && Math.abs(to - from) === 16;
  const beside = [to - 1, to + 1].some((s) => s >> 3 === to >> 3 && board[s] === (white ? "p" : "P"));
  return {
    board, san, from, to,
    turn: white ? "b" : "w",
    castling: castlingAfter(at, from, to, king),
    passing: doubled && beside ? nameOf((from + to) / 2) : "-",
    clock: pawn || captured ? 0 : at.clock + 1,
    number: at.number + (white ? 0 : 1),
  };
}

// Rights end when a king moves, and when a rook moves or falls: the outermost one of its side of the king.
function castlingAfter(at, from, to, king) {
  let rights = at.castling;
  if (rights === "-") return rights;
  for (const right of rights) {
    const white = right === right.toUpperCase(), rank = white ? 0 : 56, rook = white ? "R" : "r";
    const own = white === (at.turn === "w");
    const kingAt = at.board.indexOf(white ? "K" : "k");
    let at0;
    const kind = right.toUpperCase();
    if (kind === "K") { for (at0 = rank + 7; at0 > kingAt && at.board[at0] !== rook; at0--); }
    else if (kind === "Q") { for (at0 = rank; at0 < kingAt && at.board[at0] !== rook; at0++); }
    else at0 = rank + kind.charCodeAt(0) - 65;
    if ((own && (king || from === at0)) || to === at0) rights = rights.replace(right, "");
  }
  return rights || "-";
}
