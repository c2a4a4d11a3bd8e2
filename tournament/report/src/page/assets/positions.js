// The positions of a game, from what each of its moves changes: replay.rs knows the rules and packs it.

const MOVE = /^(.+?)([:!])([^~@]+)(?:~([^@]+))?(?:@(.+))?$/;
const CHANGE = /([a-h][1-8])([a-h][1-8]|.)/g;

function positionsOf(game) {
  const [, turn, castling, passing, clock, number] = (game.f || START).split(" ");
  const positions = [{ men: menOf(game.f || START), turn, castling, passing, clock: Number(clock), number: Number(number) }];
  for (const move of game.m ? game.m.split(" ") : []) positions.push(positionAfter(positions.at(-1), move));
  return positions;
}

function positionAfter(before, move) {
  const [, changes, clock, san, castling = before.castling, passing = "-"] = MOVE.exec(move);
  const men = { ...before.men }, ends = [...changes.matchAll(CHANGE)];
  for (const [, square] of ends) delete men[square];
  for (const [, square, end] of ends) {
    if (end.length === 2) men[end] = before.men[square];
    else if (end !== ".") men[square] = end;
  }
  const black = before.turn === "b";
  return {
    men, san, castling, passing, turn: black ? "w" : "b", marks: ends[0].slice(1),
    clock: clock === "!" ? 0 : before.clock + 1, number: before.number + (black ? 1 : 0),
  };
}

const toFen = (at) => `${menText(at.men)} ${at.turn} ${at.castling} ${at.passing} ${at.clock} ${at.number}`;
