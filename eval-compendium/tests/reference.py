#!/usr/bin/env python3
"""The history of a game once more, from its list of moves alone: piece by piece, nothing carried forward, no look at the Rust.

    python3 reference.py < games > data/cases.jsonl       histories of games, one a line, as UCI writes them
    python3 reference.py --check data/cases.jsonl         compares these histories with a file

A game is `startpos moves e2e4 ...` or `fen FEN moves ...`; 0000 is a turn that is passed. Squares are a file and a rank,
both from 1. `past` has what either side's history is from a ply on, wherever it changes: the first minor to leave home,
castled, the wing to which it castled before a minor of the other one had left, castled short where long was possible, moves
of pieces that had moved in the opening, the rook that castled and stands, material given in an attack, pawns given and the
lasting advantages gained for them, effects of the last move. `moved` has at every seventh ply who has castled or lost the
right, the squares of pieces that have moved as a bitboard, and the number of pieces before the last move.
"""

import json
import sys

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
HOMES = {"n": (2, 7), "b": (3, 6)}
HALF_PAWNS = {"p": 2, "n": 6, "b": 6, "r": 9, "q": 18, "k": 0}
EVERY = 7


class Piece:
    """A piece from the first position on; `moved` are the plies in which it did, castling included."""

    def __init__(self, white, role, square, had_moved):
        self.white, self.role, self.square, self.had_moved, self.moved = white, role, square, had_moved, []

    def rank(self):
        return own_rank(self.white, self.square)

    def is_home(self):
        return self.rank() == 1 and self.square[0] in HOMES.get(self.role, ())


class Ply:
    """A turn and what the board was before it: `piece` moved, or nothing if it was passed."""

    def __init__(self, game):
        self.white, self.piece, self.taken, self.rook, self.effects = game.white, None, None, None, ""
        self.opening, self.lead, self.pawn_lead = game.is_opening(), game.lead(), game.pawn_lead()
        self.attacks = {white: game.attacks_king(white) for white in (True, False)}
        self.advantages = {white: game.advantages(white) for white in (True, False)}


def own_rank(white, square):
    return square[1] if white else 9 - square[1]


def is_other_wing(short, square):
    return (square[0] <= 4) == short


class Game:
    def __init__(self, fen):
        board, turn, rights = fen.split()[:3]
        self.white, self.rights, self.plies, self.pieces = turn == "w", set(rights) - {"-"}, [], []
        for row, text in enumerate(board.split("/")):
            file = 1
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                    continue
                self.pieces.append(Piece(letter.isupper(), letter.lower(), (file, 8 - row), False))
                file += 1
        for piece in self.pieces:
            piece.had_moved = not self.is_unmoved(piece)
        self.had_right = {white: bool(self.rights & set(letters)) for white, letters in ((True, "KQ"), (False, "kq"))}
        self.bare = {white: self.read(white) for white in (True, False)}

    def is_unmoved(self, piece):
        letters = "KQ" if piece.white else "kq"
        corners = {(8, 1): letters[0], (1, 1): letters[1]}
        if piece.role == "k":
            return bool(self.rights & set(letters))
        if piece.role == "r":
            return corners.get((piece.square[0], piece.rank())) in self.rights
        if piece.role == "p":
            return piece.rank() == 2
        return piece.rank() == 1 and piece.square[0] in {"q": (4,), **HOMES}[piece.role]

    # The board.

    def alive(self, white=None, roles="pnbrqk"):
        return [p for p in self.pieces if p.square and p.role in roles and white in (None, p.white)]

    def on(self, square):
        return next((piece for piece in self.alive() if piece.square == square), None)

    def king(self, white):
        return self.alive(white, "k")[0]

    def hits(self, piece, to):
        right, up = to[0] - piece.square[0], to[1] - piece.square[1]
        files, ranks = abs(right), abs(up)
        if piece.role == "p":
            return files == 1 and up == (1 if piece.white else -1)
        if piece.role == "n":
            return files * ranks == 2
        if piece.role == "k":
            return max(files, ranks) == 1
        straight, diagonal = (files == 0) != (ranks == 0), files == ranks > 0
        if not (straight and piece.role in "rq" or diagonal and piece.role in "bq"):
            return False
        sign = lambda number: (number > 0) - (number < 0)
        way = [(piece.square[0] + n * sign(right), piece.square[1] + n * sign(up)) for n in range(1, max(files, ranks))]
        return not any(self.on(square) for square in way)

    def is_hit(self, white, square):
        return any(self.hits(piece, square) for piece in self.alive(white))

    def is_opening(self):
        worth = sum(2 if piece.role == "r" else 1 for piece in self.alive(roles="nbr"))
        return worth >= 12 and (bool(self.rights) or sum(piece.is_home() for piece in self.alive()) >= 3)

    def lead(self):
        """White's, in half pawns."""
        return sum(HALF_PAWNS[piece.role] * (1 if piece.white else -1) for piece in self.alive())

    def pawn_lead(self):
        return len(self.alive(True, "p")) - len(self.alive(False, "p"))

    def is_near_king(self, white, square):
        king = self.king(white).square
        ahead = own_rank(white, square) - own_rank(white, king)
        beside = abs(square[0] - king[0]) <= 1 and abs(ahead) <= 1
        on_files = abs(square[0] - min(max(king[0], 2), 7)) <= 1
        return square != king and (beside or on_files and 1 <= ahead <= 2)

    def attacks_king(self, white):
        """Three pieces attack a square of the enemy king's position."""
        zone = [(file, rank) for file in range(1, 9) for rank in range(1, 9) if self.is_near_king(not white, (file, rank))]
        return sum(any(self.hits(piece, to) for to in zone) for piece in self.alive(white, "nbrq")) >= 3

    def is_passed(self, white, square):
        """No enemy pawn can stop or take a pawn there any more, and no own pawn is in front of it."""
        def stops(pawn):
            ahead = own_rank(white, pawn.square) > own_rank(white, square)
            return ahead and abs(pawn.square[0] - square[0]) <= (pawn.white != white)
        return not any(stops(pawn) for pawn in self.alive(roles="p"))

    def advantages(self, white):
        """An open file, bishops of both colours, a rook on the seventh rank, a protected passed pawn."""
        def has(file):
            there = [piece for piece in self.alive() if piece.square[0] == file]
            heavy = lambda side: any(piece.white == side and piece.role in "rq" for piece in there)
            return not any(piece.role == "p" for piece in there) and heavy(white) and not heavy(not white)
        pawns = self.alive(white, "p")
        colours = {sum(bishop.square) % 2 for bishop in self.alive(white, "b")}
        protected = [pawn for pawn in pawns if any(self.hits(other, pawn.square) for other in pawns)]
        return [
            any(has(file) for file in range(1, 9)),
            len(colours) == 2,
            any(rook.rank() == 7 for rook in self.alive(white, "r")),
            any(self.is_passed(white, pawn.square) for pawn in protected),
        ]

    def could_castle_long(self, white):
        """Neither has moved, nothing stands between, and no square on the king's way is attacked."""
        rank = 1 if white else 8
        def is_unmoved(role, file):
            piece = self.on((file, rank))
            return bool(piece) and (piece.role, piece.white) == (role, white) and not (piece.had_moved or piece.moved)
        return (is_unmoved("k", 5) and is_unmoved("r", 1) and not any(self.on((file, rank)) for file in (2, 3, 4))
                and not any(self.is_hit(not white, (file, rank)) for file in (3, 4, 5)))

    # The game.

    def play(self, uci):
        ply = Ply(self)
        if uci != "0000":
            start, to = ((ord(uci[at]) - 96, int(uci[at + 1])) for at in (0, 2))
            ply.piece, ply.role, ply.to = self.on(start), self.on(start).role, to
            was_passed = self.is_passed(self.white, start)
            ply.taken_on = to
            if ply.role == "p" and start[0] != to[0] and not self.on(to):
                ply.taken_on = (to[0], start[1])
            ply.taken = self.on(ply.taken_on)
            if ply.role == "k" and abs(start[0] - to[0]) == 2:
                self.castle(ply)
            if ply.taken:
                ply.taken.square = None
            ply.piece.square = to
            ply.piece.moved.append(len(self.plies))
            ply.piece.role = uci[4:] or ply.role
            corners = {(1, 1): "Q", (8, 1): "K", (1, 8): "q", (8, 8): "k", (5, 1): "KQ", (5, 8): "kq"}
            for square in (start, to):
                self.rights -= set(corners.get(square, ""))
            ply.effects = self.effects(ply, was_passed)
        self.plies.append(ply)
        self.white = not self.white

    def castle(self, ply):
        ply.short = ply.to[0] == 7
        minors = [piece for piece in self.alive(self.white) if piece.is_home()]
        ply.left_at_home = any(is_other_wing(ply.short, minor.square) for minor in minors)
        ply.could_castle_long = self.could_castle_long(self.white)
        ply.rook = self.on((8 if ply.short else 1, ply.to[1]))
        ply.rook.square = (6 if ply.short else 4, ply.to[1])
        ply.rook.moved.append(len(self.plies))

    def effects(self, ply, was_passed):
        """A pawn that is not a passer stepped on either wing; a pawn of the king's position was taken with check."""
        is_step = ply.role == ply.piece.role == "p" and not ply.taken and not was_passed
        is_taken = ply.taken and ply.taken.role == "p" and self.is_near_king(not ply.white, ply.taken_on)
        check = is_taken and self.is_hit(ply.white, self.king(not ply.white).square)
        return ("qk"[ply.to[0] > 4] if is_step else "") + ("c" if check else "")

    def read(self, white):
        """First minor, wing of castling and last move, as the first position shows them."""
        away = [sum(not piece.is_home() for piece in self.alive(white, role)) for role in "nb"]
        first = "-" if away == [0, 0] else "N" if away[0] >= away[1] else "B"
        king = self.king(white)
        corner = 1 if king.square[0] <= 3 else 8 if king.square[0] >= 7 else None
        wing = "-"
        if corner and king.rank() == 1:
            between = range(min(king.square[0], corner), max(king.square[0], corner) + 1)
            rooks = [rook for rook in self.alive(white, "r") if rook.rank() == 1 and rook.square[0] in between]
            minors = [piece for piece in self.alive(white) if piece.is_home()]
            if not rooks and any(is_other_wing(corner == 8, minor.square) for minor in minors):
                wing = "Q" if corner == 1 else "K"
        is_unknown = self.white != white and self.is_hit(white, self.king(not white).square)
        return first, wing, "u" if is_unknown else ""

    def own(self, white):
        return [(at, ply) for at, ply in enumerate(self.plies) if ply.white == white]

    def castled(self, piece, at):
        return self.plies[at].rook is piece

    def repeats(self, at, ply):
        if not (ply.piece and ply.opening and ply.role in "nbrq" and not ply.taken):
            return False
        earlier = [other for other in ply.piece.moved if other < at]
        return ply.piece.had_moved or any(not self.castled(ply.piece, other) for other in earlier)

    def past(self, white):
        first, wing, last = self.bare[white]
        for at, ply in self.own(white):
            leaves = ply.piece and not ply.piece.had_moved and ply.piece.moved[0] == at and ply.role in "nb"
            if first == "-" and leaves:
                first = ply.role.upper()
        castling = next(((at, ply) for at, ply in self.own(white) if ply.rook), None)
        short, rook = "-", "-"
        if castling:
            at, ply = castling
            wing = ("K" if ply.short else "Q") if ply.left_at_home else "-"
            short = "s" if ply.short and ply.could_castle_long else "-"
            if ply.rook.square and ply.rook.moved == [at]:
                rook = "abcdefgh"[ply.rook.square[0] - 1] + str(ply.rook.square[1])
        own = self.own(white)
        effects = own[-1][1].effects if own else last
        repeats = sum(self.repeats(at, ply) for at, ply in own)
        pawns, advantages = self.sacrifice(white)
        return " ".join([first, "c" if castling else "-", wing, short, str(repeats), rook,
                         "g" if self.gave_in_attack(white) else "-", f"{pawns}:{advantages}", effects or "-"])

    def window(self):
        """The last ten plies that were not passed."""
        return [ply for ply in self.plies if ply.piece][-10:]

    def gave_in_attack(self, white):
        window = self.window()
        both = all(any(ply.taken and ply.white == side for ply in window) for side in (True, False))
        return both and window[0].attacks[white] and (self.lead() - window[0].lead) * (1 if white else -1) <= -2

    def sacrifice(self, white):
        window = self.window()
        if not window:
            return 0, 0
        first, pieces = window[0], lambda lead, pawns: lead - 2 * pawns
        won = (self.pawn_lead() - first.pawn_lead) * (1 if white else -1)
        if won >= 0 or pieces(self.lead(), self.pawn_lead()) != pieces(first.lead, first.pawn_lead):
            return 0, 0
        now = {side: self.advantages(side) for side in (True, False)}
        alone = lambda has, which: has[white][which] and not has[not white][which]
        gained = sum(alone(now, which) and not alone(first.advantages, which) for which in range(4))
        return (-won, gained) if gained else (0, 0)

    def moved(self):
        is_castled = lambda white: any(ply.rook for _, ply in self.own(white)) or not self.had_right[white]
        castled = "".join(letter for white, letter in ((True, "w"), (False, "b")) if is_castled(white)) or "-"
        squares = sum(1 << 8 * p.square[1] + p.square[0] - 9 for p in self.alive() if p.had_moved or p.moved)
        before = str(len(self.alive()) + bool(self.plies[-1].taken)) if self.plies else "-"
        return f"{castled} {squares:x} {before}"


def case(line):
    words = line.split()
    at = words.index("moves") if "moves" in words else len(words)
    game = Game(START if words[0] == "startpos" else " ".join(words[1:at]))
    past, moved, known = [], [], {}
    for ply, uci in enumerate([None, *words[at + 1 :]]):
        if uci:
            game.play(uci)
        for white in (True, False):
            text = game.past(white)
            if known.get(white) != text:
                known[white] = text
                past.append([ply, "bw"[white], text])
        if ply % EVERY == 0:
            moved.append(game.moved())
    return {"line": line, "past": past, "moved": moved}


def main():
    if sys.argv[1:2] == ["--check"]:
        with open(sys.argv[2], encoding="utf-8") as file:
            cases = [json.loads(line) for line in file]
        wrong = [known["line"] for known in cases if case(known["line"]) != known]
        for line in wrong:
            print("differs:", line)
        print(len(cases) - len(wrong), "of", len(cases), "agree")
        sys.exit(bool(wrong))
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(case(line.strip()), separators=(",", ":")))


if __name__ == "__main__":
    main()
