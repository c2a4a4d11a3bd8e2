#!/usr/bin/env python3
"""The four evaluations once more, written from their documents: slow, plain, and without a look at the Rust.

    python3 reference.py < positions > data/cases.jsonl       answers for positions, one a line, as UCI writes them
    python3 reference.py --check data/cases.jsonl             compares these answers with a file

A position is `startpos moves e2e4 ...`, `fen FEN moves ...`, or a FEN. Amounts are counted in tenths of a centipawn.
"""

import json
import math
import sys
from fractions import Fraction

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
SLIDES = {"B": DIAGONAL, "R": STRAIGHT, "Q": DIAGONAL + STRAIGHT}


def on_board(file, rank):
    return 0 <= file < 8 and 0 <= rank < 8


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def square_of(text):
    return ("abcdefgh".index(text[0]), int(text[1]) - 1)


class Board:
    """Men by (file, rank); White's letters are capitals."""

    def __init__(self, men, white, rights, passed):
        self.men, self.white, self.rights, self.passed = men, white, rights, passed

    @staticmethod
    def parse(fen):
        placement, turn, rights, passed = fen.split()[:4]
        men = {}
        for row, text in enumerate(placement.split("/")):
            file = 0
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                else:
                    men[(file, 7 - row)] = letter
                    file += 1
        return Board(men, turn == "w", set(rights) - {"-"}, None if passed == "-" else square_of(passed))

    def fen(self):
        rows = []
        for rank in range(7, -1, -1):
            row, empty = "", 0
            for file in range(8):
                man = self.men.get((file, rank))
                if man is None:
                    empty += 1
                else:
                    row += (str(empty) if empty else "") + man
                    empty = 0
            rows.append(row + (str(empty) if empty else ""))
        rights = "".join(letter for letter in "KQkq" if letter in self.rights) or "-"
        return f"{'/'.join(rows)} {'w' if self.white else 'b'} {rights} - 0 1"

    def of(self, white, kinds="PNBRQK"):
        return [s for s, man in self.men.items() if man.isupper() == white and man.upper() in kinds]

    def king(self, white):
        return self.of(white, "K")[0]

    def targets(self, square, man):
        """The squares that a man attacks."""
        file, rank = square
        kind = man.upper()
        if kind == "P":
            step = 1 if man.isupper() else -1
            return [(file + side, rank + step) for side in (-1, 1) if on_board(file + side, rank + step)]
        if kind in "NK":
            steps = KNIGHT if kind == "N" else DIAGONAL + STRAIGHT
            return [(file + x, rank + y) for x, y in steps if on_board(file + x, rank + y)]
        found = []
        for x, y in SLIDES[kind]:
            to = (file + x, rank + y)
            while on_board(*to):
                found.append(to)
                if to in self.men:
                    break
                to = (to[0] + x, to[1] + y)
        return found

    def attackers(self, square, white):
        return [s for s in self.of(white) if square in self.targets(s, self.men[s])]

    def in_check(self, white):
        return bool(self.attackers(self.king(white), not white))

    def pseudo(self):
        """Moves of the side to move as (from, to, promotion), checks aside; castling is the king's two steps."""
        for square in self.of(self.white):
            man = self.men[square]
            if man.upper() == "P":
                yield from self.pawn_moves(square)
                continue
            for to in self.targets(square, man):
                there = self.men.get(to)
                if there is None or (there.isupper() != self.white and there.upper() != "K"):
                    yield (square, to, "")
        yield from self.castling()

    def pawn_moves(self, square):
        file, rank = square
        step, home, last = (1, 1, 7) if self.white else (-1, 6, 0)
        ends = []
        if (file, rank + step) not in self.men:
            ends.append((file, rank + step))
            if rank == home and (file, rank + 2 * step) not in self.men:
                ends.append((file, rank + 2 * step))
        for to in self.targets(square, self.men[square]):
            there = self.men.get(to)
            if to == self.passed or (there and there.isupper() != self.white and there.upper() != "K"):
                ends.append(to)
        for to in ends:
            for promotion in "nbrq" if to[1] == last else [""]:
                yield (square, to, promotion)

    def castling(self):
        rank = 0 if self.white else 7
        if self.in_check(self.white):
            return
        for letter, between, way, to in (("K", (5, 6), (5, 6), 6), ("Q", (1, 2, 3), (2, 3), 2)):
            letter = letter if self.white else letter.lower()
            free = all((file, rank) not in self.men for file in between)
            safe = all(not self.attackers((file, rank), not self.white) for file in way)
            if letter in self.rights and free and safe:
                yield ((4, rank), (to, rank), "")

    def after(self, move):
        start, to, promotion = move
        men, man = dict(self.men), self.men[start]
        rank = start[1]
        del men[start]
        if man.upper() == "P" and start[0] != to[0] and to not in self.men:
            del men[(to[0], rank)]
        men[to] = man
        if promotion:
            men[to] = promotion.upper() if self.white else promotion
        if is_castling(man, move):
            rook, arrived = ((7, rank), (5, rank)) if to[0] == 6 else ((0, rank), (3, rank))
            men[arrived] = men.pop(rook)
        corners = {(0, 0): "Q", (7, 0): "K", (0, 7): "q", (7, 7): "k"}
        rights = self.rights - {corners.get(start), corners.get(to)}
        if man.upper() == "K":
            rights -= set("KQ") if self.white else set("kq")
        double = man.upper() == "P" and abs(to[1] - rank) == 2
        passed = (to[0], (to[1] + rank) // 2) if double else None
        return Board(men, not self.white, rights, passed)

    def legal(self):
        return [move for move in self.pseudo() if not self.after(move).in_check(self.white)]

    def turned(self, white):
        """The position with this side to move; a side that gets the move has no capture en passant."""
        return self if white == self.white else Board(self.men, white, self.rights, None)

    def is_capture(self, move):
        start, to, _ = move
        return to in self.men or (self.men[start].upper() == "P" and start[0] != to[0])

    def is_mate(self):
        return self.in_check(self.white) and not self.legal()


def is_castling(man, move):
    return man.upper() == "K" and abs(move[0][0] - move[1][0]) == 2


def read(line):
    """The position at the end of a line, and who has castled on the way."""
    words = line.split()
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    if words[0] == "startpos":
        fen = START
    else:
        fen = " ".join(words[1:] if words[0] == "fen" else words)
    board, castled = Board.parse(fen), {True: False, False: False}
    for text in moves:
        move = (square_of(text[:2]), square_of(text[2:4]), text[4:])
        assert move in board.legal(), f"{text} in {line}"
        castled[board.white] |= is_castling(board.men[move[0]], move)
        board = board.after(move)
    return board, castled


def count(board, white, kind):
    return len(board.of(white, kind))


# Shannon 1950


def shannon_side(board, white, _castled):
    values = {"K": 200, "Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}
    pawns = board.of(white, "P")
    foes = board.of(not white, "P")
    ahead = 1 if white else -1
    doubled = backward = isolated = 0
    for file, rank in pawns:
        doubled += any(f == file and (r - rank) * ahead > 0 for f, r in pawns)
        near = [(f, r) for f, r in pawns if abs(f - file) == 1]
        isolated += not near
        all_ahead = bool(near) and all((r - rank) * ahead > 0 for _, r in near)
        stop = (file, rank + ahead)
        backward += all_ahead and any(stop in board.targets(foe, board.men[foe]) for foe in foes)
    mobility = len(board.turned(white).legal())
    pawn = 1000
    return {
        "material": pawn * sum(count(board, white, kind) * value for kind, value in values.items()),
        "pawn_doubled": -pawn // 2 * doubled,
        "pawn_backward": -pawn // 2 * backward,
        "pawn_isolated": -pawn // 2 * isolated,
        "mobility": pawn // 10 * mobility,
    }


# Turing 1953


def root(number):
    """The square root, in tenths."""
    return round(10 * math.sqrt(number))


def turochamp_side(board, white, castled):
    values = {"Q": 10, "R": 5, "B": 3.5, "N": 3, "P": 1}
    here = board.turned(white)
    moves = here.legal()

    def weight(square):
        own = [m for m in moves if m[0] == square and not is_castling(board.men[square], m)]
        return sum(2 if here.is_capture(m) else 1 for m in own)

    sum_of_values = sum(count(board, white, kind) * value for kind, value in values.items())
    terms = {"material": round(40_500 * math.log(max(sum_of_values, 0.5)))}
    terms["mobility"] = sum(root(weight(s)) for s in board.of(white, "QRBN"))
    terms["defended"] = sum((0, 10, 15)[min(2, len(board.attackers(s, white)))] for s in board.of(white, "RBN"))
    king = board.king(white)
    terms["king_mobility"] = root(weight(king))
    as_queen = 0
    for to in board.targets(king, "Q" if white else "q"):
        there = board.men.get(to)
        if there is None:
            as_queen += 1
        elif there.isupper() != white and there.upper() != "K":
            as_queen += 2
    terms["king_vulnerability"] = -root(as_queen)
    rights = any(letter.isupper() == white for letter in board.rights)
    at_once = any(is_castling(board.men[m[0]], m) for m in moves)
    # The paper's game has 3.2 for castling: it keeps the two points that it was about to lose.
    terms["castling"] = 30 if castled[white] else 10 * rights + 10 * at_once
    pawns = board.of(white, "P")
    terms["pawn_advance"] = 2 * sum(rank - 1 if white else 6 - rank for _, rank in pawns)
    pieces = lambda s: [a for a in board.attackers(s, white) if board.men[a].upper() != "P"]
    terms["pawn_defended"] = 3 * sum(bool(pieces(s)) for s in pawns)
    checked = board.in_check(not white)
    terms["mate_threat"] = 10 * (not checked and any(here.after(m).is_mate() for m in moves))
    terms["check"] = 5 * checked
    return terms


# PeSTO

PESTO_VALUES = {"mg": [82, 337, 365, 477, 1025, 0], "eg": [94, 281, 297, 512, 936, 0]}
PESTO_PHASE = {"N": 1, "B": 1, "R": 2, "Q": 4}
PESTO = {
    ("pawn", "mg"): [
           0,    0,    0,    0,    0,    0,    0,    0,
          98,  134,   61,   95,   68,  126,   34,  -11,
          -6,    7,   26,   31,   65,   56,   25,  -20,
         -14,   13,    6,   21,   23,   12,   17,  -23,
         -27,   -2,   -5,   12,   17,    6,   10,  -25,
         -26,   -4,   -4,  -10,    3,    3,   33,  -12,
         -35,   -1,  -20,  -23,  -15,   24,   38,  -22,
           0,    0,    0,    0,    0,    0,    0,    0,
    ],
    ("knight", "mg"): [
        -167,  -89,  -34,  -49,   61,  -97,  -15, -107,
         -73,  -41,   72,   36,   23,   62,    7,  -17,
         -47,   60,   37,   65,   84,  129,   73,   44,
          -9,   17,   19,   53,   37,   69,   18,   22,
         -13,    4,   16,   13,   28,   19,   21,   -8,
         -23,   -9,   12,   10,   19,   17,   25,  -16,
         -29,  -53,  -12,   -3,   -1,   18,  -14,  -19,
        -105,  -21,  -58,  -33,  -17,  -28,  -19,  -23,
    ],
    ("bishop", "mg"): [
         -29,    4,  -82,  -37,  -25,  -42,    7,   -8,
         -26,   16,  -18,  -13,   30,   59,   18,  -47,
         -16,   37,   43,   40,   35,   50,   37,   -2,
          -4,    5,   19,   50,   37,   37,    7,   -2,
          -6,   13,   13,   26,   34,   12,   10,    4,
           0,   15,   15,   15,   14,   27,   18,   10,
           4,   15,   16,    0,    7,   21,   33,    1,
         -33,   -3,  -14,  -21,  -13,  -12,  -39,  -21,
    ],
    ("rook", "mg"): [
          32,   42,   32,   51,   63,    9,   31,   43,
          27,   32,   58,   62,   80,   67,   26,   44,
          -5,   19,   26,   36,   17,   45,   61,   16,
         -24,  -11,    7,   26,   24,   35,   -8,  -20,
         -36,  -26,  -12,   -1,    9,   -7,    6,  -23,
         -45,  -25,  -16,  -17,    3,    0,   -5,  -33,
         -44,  -16,  -20,   -9,   -1,   11,   -6,  -71,
         -19,  -13,    1,   17,   16,    7,  -37,  -26,
    ],
    ("queen", "mg"): [
         -28,    0,   29,   12,   59,   44,   43,   45,
         -24,  -39,   -5,    1,  -16,   57,   28,   54,
         -13,  -17,    7,    8,   29,   56,   47,   57,
         -27,  -27,  -16,  -16,   -1,   17,   -2,    1,
          -9,  -26,   -9,  -10,   -2,   -4,    3,   -3,
         -14,    2,  -11,   -2,   -5,    2,   14,    5,
         -35,   -8,   11,    2,    8,   15,   -3,    1,
          -1,  -18,   -9,   10,  -15,  -25,  -31,  -50,
    ],
    ("king", "mg"): [
         -65,   23,   16,  -15,  -56,  -34,    2,   13,
          29,   -1,  -20,   -7,   -8,   -4,  -38,  -29,
          -9,   24,    2,  -16,  -20,    6,   22,  -22,
         -17,  -20,  -12,  -27,  -30,  -25,  -14,  -36,
         -49,   -1,  -27,  -39,  -46,  -44,  -33,  -51,
         -14,  -14,  -22,  -46,  -44,  -30,  -15,  -27,
           1,    7,   -8,  -64,  -43,  -16,    9,    8,
         -15,   36,   12,  -54,    8,  -28,   24,   14,
    ],
    ("pawn", "eg"): [
           0,    0,    0,    0,    0,    0,    0,    0,
         178,  173,  158,  134,  147,  132,  165,  187,
          94,  100,   85,   67,   56,   53,   82,   84,
          32,   24,   13,    5,   -2,    4,   17,   17,
          13,    9,   -3,   -7,   -7,   -8,    3,   -1,
           4,    7,   -6,    1,    0,   -5,   -1,   -8,
          13,    8,    8,   10,   13,    0,    2,   -7,
           0,    0,    0,    0,    0,    0,    0,    0,
    ],
    ("knight", "eg"): [
         -58,  -38,  -13,  -28,  -31,  -27,  -63,  -99,
         -25,   -8,  -25,   -2,   -9,  -25,  -24,  -52,
         -24,  -20,   10,    9,   -1,   -9,  -19,  -41,
         -17,    3,   22,   22,   22,   11,    8,  -18,
         -18,   -6,   16,   25,   16,   17,    4,  -18,
         -23,   -3,   -1,   15,   10,   -3,  -20,  -22,
         -42,  -20,  -10,   -5,   -2,  -20,  -23,  -44,
         -29,  -51,  -23,  -15,  -22,  -18,  -50,  -64,
    ],
    ("bishop", "eg"): [
         -14,  -21,  -11,   -8,   -7,   -9,  -17,  -24,
          -8,   -4,    7,  -12,   -3,  -13,   -4,  -14,
           2,   -8,    0,   -1,   -2,    6,    0,    4,
          -3,    9,   12,    9,   14,   10,    3,    2,
          -6,    3,   13,   19,    7,   10,   -3,   -9,
         -12,   -3,    8,   10,   13,    3,   -7,  -15,
         -14,  -18,   -7,   -1,    4,   -9,  -15,  -27,
         -23,   -9,  -23,   -5,   -9,  -16,   -5,  -17,
    ],
    ("rook", "eg"): [
          13,   10,   18,   15,   12,   12,    8,    5,
          11,   13,   13,   11,   -3,    3,    8,    3,
           7,    7,    7,    5,    4,   -3,   -5,   -3,
           4,    3,   13,    1,    2,    1,   -1,    2,
           3,    5,    8,    4,   -5,   -6,   -8,  -11,
          -4,    0,   -5,   -1,   -7,  -12,   -8,  -16,
          -6,   -6,    0,    2,   -9,   -9,  -11,   -3,
          -9,    2,    3,   -1,   -5,  -13,    4,  -20,
    ],
    ("queen", "eg"): [
          -9,   22,   22,   27,   27,   19,   10,   20,
         -17,   20,   32,   41,   58,   25,   30,    0,
         -20,    6,    9,   49,   47,   35,   19,    9,
           3,   22,   24,   45,   57,   40,   57,   36,
         -18,   28,   19,   47,   31,   34,   39,   23,
         -16,  -27,   15,    6,    9,   17,   10,    5,
         -22,  -23,  -30,  -16,  -16,  -23,  -36,  -32,
         -33,  -28,  -22,  -43,   -5,  -32,  -20,  -41,
    ],
    ("king", "eg"): [
         -74,  -35,  -18,  -18,  -11,   15,    4,  -17,
         -12,   17,   14,   17,   17,   38,   23,   11,
          10,   17,   23,   15,   20,   45,   44,   13,
          -8,   22,   24,   27,   26,   33,   26,    3,
         -18,   -4,   21,   24,   27,   23,    9,  -11,
         -19,   -3,   11,   21,   23,   16,    7,   -9,
         -27,  -11,    4,   13,   14,    4,   -5,  -17,
         -53,  -34,  -21,  -11,  -28,  -14,  -24,  -43,
    ],
}
KINDS = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}


def cell(table, square, white):
    """A table is printed from a8 to h1 as White sees it."""
    file, rank = square
    return table[8 * (7 - rank if white else rank) + file]


def cut(number):
    """Cut towards zero."""
    return int(Fraction(number))


def pesto(board):
    phase = min(24, sum(PESTO_PHASE.get(man.upper(), 0) for man in board.men.values()))
    mix = lambda pair: Fraction(pair[0] * phase + pair[1] * (24 - phase), 24)
    terms = {"material": []}
    whole = [0, 0]
    for white in (True, False):
        sign = 1 if white else -1
        material = [0, 0]
        for number, (kind, word) in enumerate(KINDS.items()):
            placed = [0, 0]
            for square in board.of(white, kind):
                for at, stage in enumerate(("mg", "eg")):
                    material[at] += PESTO_VALUES[stage][number]
                    placed[at] += cell(PESTO[word, stage], square, white)
            terms.setdefault(f"pst_{word}", []).append(cut(10 * mix(placed)))
            whole = [sum_ + sign * amount for sum_, amount in zip(whole, placed)]
        terms["material"].append(cut(10 * mix(material)))
        whole = [sum_ + sign * amount for sum_, amount in zip(whole, material)]
    total = cut(mix(whole))
    rest = 10 * total - sum(white - black for white, black in terms.values())
    terms["rounding"] = [max(rest, 0), max(-rest, 0)]
    return terms, {"phase": phase}


# Kaufman 1999, with the tables of the Simplified Evaluation Function

SIMPLIFIED = {
    "pawn": [
          0,   0,   0,   0,   0,   0,   0,   0,
         50,  50,  50,  50,  50,  50,  50,  50,
         10,  10,  20,  30,  30,  20,  10,  10,
          5,   5,  10,  25,  25,  10,   5,   5,
          0,   0,   0,  20,  20,   0,   0,   0,
          5,  -5, -10,   0,   0, -10,  -5,   5,
          5,  10,  10, -20, -20,  10,  10,   5,
          0,   0,   0,   0,   0,   0,   0,   0,
    ],
    "knight": [
        -50, -40, -30, -30, -30, -30, -40, -50,
        -40, -20,   0,   0,   0,   0, -20, -40,
        -30,   0,  10,  15,  15,  10,   0, -30,
        -30,   5,  15,  20,  20,  15,   5, -30,
        -30,   0,  15,  20,  20,  15,   0, -30,
        -30,   5,  10,  15,  15,  10,   5, -30,
        -40, -20,   0,   5,   5,   0, -20, -40,
        -50, -40, -30, -30, -30, -30, -40, -50,
    ],
    "bishop": [
        -20, -10, -10, -10, -10, -10, -10, -20,
        -10,   0,   0,   0,   0,   0,   0, -10,
        -10,   0,   5,  10,  10,   5,   0, -10,
        -10,   5,   5,  10,  10,   5,   5, -10,
        -10,   0,  10,  10,  10,  10,   0, -10,
        -10,  10,  10,  10,  10,  10,  10, -10,
        -10,   5,   0,   0,   0,   0,   5, -10,
        -20, -10, -10, -10, -10, -10, -10, -20,
    ],
    "rook": [
          0,   0,   0,   0,   0,   0,   0,   0,
          5,  10,  10,  10,  10,  10,  10,   5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
          0,   0,   0,   5,   5,   0,   0,   0,
    ],
    "queen": [
        -20, -10, -10,  -5,  -5, -10, -10, -20,
        -10,   0,   0,   0,   0,   0,   0, -10,
        -10,   0,   5,   5,   5,   5,   0, -10,
         -5,   0,   5,   5,   5,   5,   0,  -5,
          0,   0,   5,   5,   5,   5,   0,  -5,
        -10,   5,   5,   5,   5,   5,   0, -10,
        -10,   0,   5,   0,   0,   0,   0, -10,
        -20, -10, -10,  -5,  -5, -10, -10, -20,
    ],
    "king": [
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -20, -30, -30, -40, -40, -30, -30, -20,
        -10, -20, -20, -20, -20, -20, -20, -10,
         20,  20,   0,   0,   0,   0,  20,  20,
         20,  30,  10,   0,   0,  10,  30,  20,
    ],
    "king_endgame": [
        -50, -40, -30, -20, -20, -30, -40, -50,
        -30, -20, -10,   0,   0, -10, -20, -30,
        -30, -10,  20,  30,  30,  20, -10, -30,
        -30, -10,  30,  40,  40,  30, -10, -30,
        -30, -10,  30,  40,  40,  30, -10, -30,
        -30, -10,  20,  30,  30,  20, -10, -30,
        -30, -30,   0,   0,   0,   0, -30, -30,
        -50, -30, -30, -30, -30, -30, -30, -50,
    ],
}


def is_endgame(board):
    def small(white):
        queens, rooks = count(board, white, "Q"), count(board, white, "R")
        return queens == 0 or (queens == 1 and rooks == 0 and count(board, white, "NB") <= 1)

    return small(True) and small(False)


def kaufman_side(board, white, endgame):
    values = {"P": 1, "N": Fraction(13, 4), "B": Fraction(13, 4), "R": 5, "Q": Fraction(39, 4)}
    pawn = 1000
    above = count(board, white, "P") - 5
    colours = {(file + rank) % 2 for file, rank in board.of(white, "B")}
    terms = {
        "material": cut(pawn * sum(count(board, white, kind) * value for kind, value in values.items())),
        "bishop_pair": pawn // 2 * (len(colours) == 2),
        "knights_and_pawns": pawn * above * count(board, white, "N") // 16,
        "rooks_and_pawns": -pawn * above * count(board, white, "R") // 8,
    }
    for kind, word in KINDS.items():
        table = SIMPLIFIED["king_endgame" if kind == "K" and endgame else word]
        terms[f"pst_{word}"] = 10 * sum(cell(table, square, white) for square in board.of(white, kind))
    return terms


def plain(tenths):
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def answer(terms, meta, white):
    tenths = sum(side[0] - side[1] for side in terms.values())
    total = (abs(tenths) + 5) // 10 * (1 if tenths >= 0 else -1)
    rest = 10 * total - tenths
    terms.setdefault("rounding", [max(rest, 0), max(-rest, 0)])
    shown = {rule: [plain(amount) for amount in sides] for rule, sides in terms.items() if sides != [0, 0]}
    return {"total": total, "relative": total if white else -total, "terms": shown, "meta": meta}


def both(side, board, extra):
    white, black = side(board, True, extra), side(board, False, extra)
    return {rule: [white[rule], black[rule]] for rule in white}


def case(line):
    board, castled = read(line)
    endgame = is_endgame(board)
    found = {
        "shannon": (both(shannon_side, board, castled), {}),
        "turochamp": (both(turochamp_side, board, castled), {}),
        "pesto": pesto(board),
        "kaufman": (both(kaufman_side, board, endgame), {"endgame": endgame}),
    }
    expected = {evaluation: answer(*terms, board.white) for evaluation, terms in found.items()}
    return {"line": line, "fen": board.fen(), "expected": expected}


def main():
    if sys.argv[1:2] == ["--check"]:
        cases = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
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
