#!/usr/bin/env python3
"""The evaluations once more, slow and plain: letters on squares, and no look at the Rust.

    python3 reference.py < positions > data/cases.jsonl       answers for positions, one a line, as UCI writes them
    python3 reference.py --check data/cases.jsonl             compares these answers with a file

A position is `startpos moves e2e4 ...`, `fen FEN moves ...`, or a FEN. data/numbers.json has other numbers than the
documents', by options: drawn ones, and the least and the most that they can be.
"""

import json
import os
import sys

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KINDS = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
VALUES = {
    "michniewski": {"P": 100, "N": 320, "B": 330, "R": 500, "Q": 900, "K": 20000},
    "otter": {"P": 100, "N": 300, "B": 300, "R": 500, "Q": 900, "K": 0},
    "material": {"P": 100, "N": 320, "B": 330, "R": 500, "Q": 900, "K": 20000},
}
# From a8 to h1.
TABLES = {
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


class Numbers:
    """Numbers by the options that set them, else the document's; `read` has the options that were looked up."""

    def __init__(self, given):
        self.given, self.read = given, set()

    def of(self, option, document):
        self.read.add(option)
        return self.given.get(option, document)


class Position:
    """Letters by file and rank, both from 0."""

    def __init__(self, line):
        words = line.split()
        at = words.index("moves") if "moves" in words else len(words)
        words, moves = words[:at], words[at + 1 :]
        fields = START.split() if words[0] == "startpos" else words[words[0] == "fen" :]
        self.men, self.white, self.rights = {}, fields[1] == "w", set(fields[2]) - {"-"}
        for row, text in enumerate(fields[0].split("/")):
            file = 0
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                else:
                    self.men[file, 7 - row] = letter
                    file += 1
        for move in moves:
            self.play(move)

    def play(self, uci):
        start, to = ((ord(uci[at]) - 97, int(uci[at + 1]) - 1) for at in (0, 2))
        man = self.men.pop(start)
        if man in "Pp" and start[0] != to[0] and to not in self.men:
            del self.men[to[0], start[1]]
        self.men[to] = man
        if uci[4:]:
            self.men[to] = uci[4].upper() if self.white else uci[4]
        if man in "Kk" and abs(start[0] - to[0]) == 2:
            corner, beside = (7, 5) if to[0] == 6 else (0, 3)
            self.men[beside, to[1]] = self.men.pop((corner, to[1]))
        corners = {(0, 0): "Q", (7, 0): "K", (0, 7): "q", (7, 7): "k", (4, 0): "KQ", (4, 7): "kq"}
        for square in (start, to):
            self.rights -= set(corners.get(square, ""))
        self.white = not self.white

    def fen(self):
        rows = []
        for rank in range(7, -1, -1):
            text, empty = "", 0
            for file in range(8):
                man = self.men.get((file, rank))
                empty += man is None
                if man:
                    text += (str(empty) if empty else "") + man
                    empty = 0
            rows.append(text + (str(empty) if empty else ""))
        rights = "".join(letter for letter in "KQkq" if letter in self.rights) or "-"
        return f"{'/'.join(rows)} {'w' if self.white else 'b'} {rights} - 0 1"

    def is_endgame(self):
        """Either side has no queen, or one queen and beside it no rook and at most one minor piece."""
        men = list(self.men.values())

        def is_small(queen, rook, bishop, knight):
            queens, minors = men.count(queen), men.count(bishop) + men.count(knight)
            return queens == 0 or (queens == 1 and rook not in men and minors <= 1)

        return is_small(*"QRBN") and is_small(*"qrbn")


def answer(position, evaluation, numbers):
    endgame, terms = position.is_endgame(), {}
    for (file, rank), letter in position.men.items():
        kind, side = KINDS[letter.upper()], letter.islower()
        value = VALUES[evaluation][letter.upper()]
        add(terms, "material", side, value if kind == "king" else numbers.of(f"value.{kind}", value))
        if evaluation == "material":
            continue
        # Black's men count the ranks from their own side.
        rank = 7 - rank if side else rank
        table = "king_endgame" if kind == "king" and endgame and evaluation == "michniewski" else kind
        document = TABLES[table][8 * (7 - rank) + file]
        add(terms, f"pst_{kind}", side, numbers.of(f"pst_{table}.{'abcdefgh'[file]}{rank + 1}", document))
    total = sum(sides[0] - sides[1] for sides in terms.values())
    return {
        "total": total,
        "relative": total if position.white else -total,
        "terms": {name: sides for name, sides in terms.items() if sides != [0, 0]},
        "meta": {"endgame": endgame} if evaluation == "michniewski" else {},
    }


def add(terms, name, side, amount):
    terms.setdefault(name, [0, 0])[side] += amount


def case(line, numbers):
    position = Position(line)
    found = {"line": line, "fen": position.fen(), "expected": {}}
    for evaluation in VALUES:
        found["expected"][evaluation] = answer(position, evaluation, Numbers({}))
        found[evaluation] = {
            name: {"total": answer(position, evaluation, given)["total"]} for name, given in numbers.items()
        }
    return found


def main():
    with open(os.path.join(os.path.dirname(__file__), "data", "numbers.json"), encoding="utf-8") as file:
        numbers = {name: Numbers(given) for name, given in json.load(file).items()}
    if sys.argv[1:2] == ["--check"]:
        with open(sys.argv[2], encoding="utf-8") as file:
            cases = [json.loads(line) for line in file]
        wrong = [known["line"] for known in cases if not agrees(case(known["line"], numbers), known)]
        for line in wrong:
            print("differs:", line)
        print(len(cases) - len(wrong), "of", len(cases), "agree")
        # Every number counts in some position, and nothing is read that is not an option.
        for name, one in numbers.items():
            for option in sorted(one.read ^ set(one.given)):
                print(f"{name}: {option} is not read, or not an option")
        sys.exit(bool(wrong))
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(case(line.strip(), numbers), separators=(",", ":")))


def agrees(found, known):
    """Placement, turn and castling rights, and the answers."""
    places = (found.pop("fen").split()[:3], known.pop("fen").split()[:3])
    return places[0] == places[1] and found == known


if __name__ == "__main__":
    main()
