#!/usr/bin/env python3
"""The evaluation once more, slow and plain: square by square over letters, and no look at the Rust.

    python3 reference.py < positions > data/cases.jsonl       answers for positions, one a line, as UCI writes them
    python3 reference.py --check data/cases.jsonl             compares these answers with a file

A position is `startpos moves e2e4 ...`, `fen FEN moves ...`, or a FEN. data/numbers.json has other numbers than the
document's, by options: drawn ones, and the least and the most that they can be; slopes are in tenths.
"""

import json
import os
import sys

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
TERMS = ["material", "pawn_doubled", "pawn_isolated", "pawn_passed", "pawn_passed_blocked", "pawn_advance",
         "bishop_adjacent_pawns", "bishop_pair", "rook_king_tropism", "rook_seventh", "rook_same_file",
         "rook_open_file", "rook_half_open_file", "knight_centre", "knight_king_tropism", "queen_king_tropism",
         "queen_bishop_diagonal", "king_quadrant", "castling"]
ADVANCE = [0, 30, 39, 54, 69, 30, 30, 0]


def cut(numerator, denominator):
    """A fraction cut towards zero."""
    whole = abs(numerator) // abs(denominator)
    return whole if (numerator < 0) == (denominator < 0) else -whole


class Numbers:
    """Numbers by the options that set them, else the document's; `read` has the options that were looked up."""

    def __init__(self, given):
        self.given, self.read = given, set()

    def of(self, option, document):
        self.read.add(option)
        return self.given.get(option, document)

    def nearness(self, rule, slope, zero_at, distance):
        """The value of nearness by a slope in tenths."""
        slope, zero_at = self.of(f"{rule}.slope", slope), self.of(f"{rule}.zero_at", zero_at)
        return cut(slope * (zero_at - distance), 10)


class Position:
    """Letters by file and rank, both from 1; a side without a right counts as having castled, unless it lost them."""

    def __init__(self, line):
        words = line.split()
        at = words.index("moves") if "moves" in words else len(words)
        words, moves = words[:at], words[at + 1 :]
        fields = START.split() if words[0] == "startpos" else words[words[0] == "fen" :]
        self.men, self.white, self.rights = {}, fields[1] == "w", set(fields[2]) - {"-"}
        for row, text in enumerate(fields[0].split("/")):
            file = 1
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                else:
                    self.men[file, 8 - row] = letter
                    file += 1
        self.castled = {white: not self.rights & set(letters) for white, letters in ((True, "KQ"), (False, "kq"))}
        for move in moves:
            self.play(move)

    def play(self, uci):
        start, to = ((ord(uci[at]) - 96, int(uci[at + 1])) for at in (0, 2))
        man = self.men.pop(start)
        if man in "Pp" and start[0] != to[0] and to not in self.men:
            del self.men[to[0], start[1]]
        self.men[to] = man
        if uci[4:]:
            self.men[to] = uci[4].upper() if self.white else uci[4]
        if man in "Kk" and abs(start[0] - to[0]) == 2:
            self.castled[self.white] = True
            corner, beside = (8, 6) if to[0] == 7 else (1, 4)
            self.men[beside, to[1]] = self.men.pop((corner, to[1]))
        corners = {(1, 1): "Q", (8, 1): "K", (1, 8): "q", (8, 8): "k", (5, 1): "KQ", (5, 8): "kq"}
        for square in (start, to):
            self.rights -= set(corners.get(square, ""))
        self.white = not self.white

    def fen(self):
        rows = []
        for rank in range(8, 0, -1):
            text, empty = "", 0
            for file in range(1, 9):
                man = self.men.get((file, rank))
                empty += man is None
                if man:
                    text += (str(empty) if empty else "") + man
                    empty = 0
            rows.append(text + (str(empty) if empty else ""))
        rights = "".join(letter for letter in "KQkq" if letter in self.rights) or "-"
        return f"{'/'.join(rows)} {'w' if self.white else 'b'} {rights} - 0 1"


class Side:
    """The board as one side sees it: its men are capitals, its first rank is rank 1; files are real files."""

    def __init__(self, position, white, numbers):
        self.numbers, self.castled = numbers, position.castled[white]
        self.men = {
            (file, rank if white else 9 - rank): man if white else man.swapcase()
            for (file, rank), man in position.men.items()
        }
        self.rights = {right if white else right.swapcase() for right in position.rights}
        self.enemy_king = self.find("k")[0]
        self.terms = dict.fromkeys(TERMS, 0)
        values = (("P", "pawn", 100), ("B", "bishop", 340), ("R", "rook", 500), ("N", "knight", 325), ("Q", "queen", 900))
        for man, name, value in values:
            self.terms["material"] += self.numbers.of(f"value.{name}", value) * len(self.find(man))
        for file in range(1, 9):
            self.pawns(file)
        for part in (self.bishops, self.rooks, self.knights, self.queens, self.quadrant, self.castling):
            part()

    def find(self, man):
        return sorted(square for square, letter in self.men.items() if letter == man)

    def on_file(self, man, file):
        return sum(square[0] == file for square in self.find(man))

    def add(self, term, option, document, times=1):
        self.terms[term] += self.numbers.of(option, document) * times

    def to_enemy_king(self, square):
        return abs(square[0] - self.enemy_king[0]), abs(square[1] - self.enemy_king[1])

    def pawns(self, file):
        own = [rank for rank in range(2, 8) if self.men.get((file, rank)) == "P"]
        if len(own) >= 2:
            self.add("pawn_doubled", "pawn_doubled", -7)
        if own and not self.on_file("P", file - 1) + self.on_file("P", file + 1):
            self.add("pawn_isolated", "pawn_isolated", -2)
        for rank in own:
            tenths = self.numbers.of(f"pawn_advance.{'abcdefgh'[file - 1]}", ADVANCE[file - 1])
            self.terms["pawn_advance"] += cut(tenths * (rank - 2), 10)
        if not own:
            return
        first = max(own)
        ahead = [(near, rank) for near in (file - 1, file, file + 1) for rank in range(first + 1, 9)]
        if not any(self.men.get(square) == "p" for square in ahead):
            self.add("pawn_passed", "pawn_passed", 10, first)
            if self.men.get((file, first + 1), ".").islower():
                self.add("pawn_passed_blocked", "pawn_passed_blocked", -5, first)

    def bishops(self):
        bishops = self.find("B")
        for file, rank in bishops:
            around = [(file + right, rank + up) for right in (-1, 1) for up in (-1, 1)]
            pawns = sum(self.men.get(square, ".") in "Pp" for square in around)
            self.add("bishop_adjacent_pawns", "bishop_adjacent_pawn", -3, pawns)
        if len(bishops) >= 2:
            self.add("bishop_pair", "bishop_pair", 20)

    def rooks(self):
        rooks = self.find("R")
        for rook in rooks:
            steps = min(self.to_enemy_king(rook))
            self.terms["rook_king_tropism"] += self.numbers.nearness("rook_king_tropism", 16, 7, steps)
            if rook[1] == 7:
                self.add("rook_seventh", "rook_seventh", 20)
            own, enemy = self.on_file("P", rook[0]), self.on_file("p", rook[0])
            if not own and not enemy:
                self.add("rook_open_file", "rook_open_file", 10)
            elif not own:
                self.add("rook_half_open_file", "rook_half_open_file", 3)
        if any(self.on_file("R", file) >= 2 for file, _ in rooks):
            self.add("rook_same_file", "rook_same_file", 15)

    def knights(self):
        for knight in self.find("N"):
            # The steps to the centre of the board, |file - 4.5| + |rank - 4.5|.
            steps = (abs(2 * knight[0] - 9) + abs(2 * knight[1] - 9)) // 2
            self.terms["knight_centre"] += self.numbers.nearness("knight_centre", 35, 3, steps)
            steps = sum(self.to_enemy_king(knight))
            self.terms["knight_king_tropism"] += self.numbers.nearness("knight_king_tropism", 12, 5, steps)

    def queens(self):
        for queen in self.find("Q"):
            steps = min(self.to_enemy_king(queen))
            self.terms["queen_king_tropism"] += self.numbers.nearness("queen_king_tropism", 8, 7, steps)
            if any(abs(file - queen[0]) == abs(rank - queen[1]) for file, rank in self.find("B")):
                self.add("queen_bishop_diagonal", "queen_bishop_diagonal", 5)

    def quadrant(self):
        king = self.find("K")[0]
        friends = enemies = 0
        for (file, rank), man in self.men.items():
            if (file <= 4, rank <= 4) != (king[0] <= 4, king[1] <= 4) or man == "K":
                continue
            friends += man.isupper()
            if man.islower():
                enemies += self.numbers.of("king_quadrant.enemy_queen", 3) if man == "q" else 1
        if enemies > friends:
            self.add("king_quadrant", "king_quadrant.outnumbered", -5, enemies - friends)

    def castling(self):
        if self.castled or {"K", "Q"} <= self.rights:
            return
        if "Q" in self.rights:
            self.add("castling", "castling.kings_rook_moved", -12)
        elif "K" in self.rights:
            self.add("castling", "castling.queens_rook_moved", -8)
        else:
            self.add("castling", "castling.impossible", -15)


def answer(position, numbers):
    white, black = (Side(position, white, numbers).terms for white in (True, False))
    terms = {name: [white[name], black[name]] for name in TERMS}
    total = sum(sides[0] - sides[1] for sides in terms.values())
    return {
        "total": total,
        "relative": total if position.white else -total,
        "terms": {name: sides for name, sides in terms.items() if sides != [0, 0]},
        "meta": {"castled": [position.castled[True], position.castled[False]]},
    }


def case(line, numbers):
    position = Position(line)
    totals = {name: {"total": answer(position, given)["total"]} for name, given in numbers.items()}
    return {"line": line, "fen": position.fen(), "expected": answer(position, Numbers({}))} | totals


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
