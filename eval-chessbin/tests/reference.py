#!/usr/bin/env python3
"""The evaluation once more, slow and plain: a board of 64 boxes, walked square by square, and no look at the Rust.

    python3 reference.py < positions > data/cases.jsonl       answers for positions, one a line, as UCI writes them
    python3 reference.py --check data/cases.jsonl             compares these answers with a file

A position is `startpos moves e2e4 ...`, `fen FEN moves ...`, or a FEN. data/numbers.json has other numbers than the
document's, by options: drawn ones, and the least and the most that they can be.
"""

import json
import os
import sys

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STEPS = {
    "N": [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
    "K": STRAIGHT + DIAGONAL,
}
SLIDES = {"B": DIAGONAL, "R": STRAIGHT, "Q": STRAIGHT + DIAGONAL}
ACTIONS = {"P": 6, "N": 3, "B": 3, "R": 2, "Q": 1, "K": 1}
VALUES = {"P": ("value.pawn", 100), "N": ("value.knight", 320), "B": ("value.bishop", 325),
          "R": ("value.rook", 500), "Q": ("value.queen", 975)}
ISOLATED = [12, 14, 16, 20, 20, 16, 14, 12]
RANKS = {7: ("seventh_rank", 200, 50), 6: ("sixth_rank", 100, 25)}

# From a8 to h1.
TABLES = {
    "pst_pawn": [
           0,   0,   0,   0,   0,   0,   0,   0,
          50,  50,  50,  50,  50,  50,  50,  50,
          10,  10,  20,  30,  30,  20,  10,  10,
           5,   5,  10,  27,  27,  10,   5,   5,
           0,   0,   0,  25,  25,   0,   0,   0,
           5,  -5, -10,   0,   0, -10,  -5,   5,
           5,  10,  10, -25, -25,  10,  10,   5,
           0,   0,   0,   0,   0,   0,   0,   0,
    ],
    "pst_knight": [
         -50, -40, -30, -30, -30, -30, -40, -50,
         -40, -20,   0,   0,   0,   0, -20, -40,
         -30,   0,  10,  15,  15,  10,   0, -30,
         -30,   5,  15,  20,  20,  15,   5, -30,
         -30,   0,  15,  20,  20,  15,   0, -30,
         -30,   5,  10,  15,  15,  10,   5, -30,
         -40, -20,   0,   5,   5,   0, -20, -40,
         -50, -40, -20, -30, -30, -20, -40, -50,
    ],
    "pst_bishop": [
         -20, -10, -10, -10, -10, -10, -10, -20,
         -10,   0,   0,   0,   0,   0,   0, -10,
         -10,   0,   5,  10,  10,   5,   0, -10,
         -10,   5,   5,  10,  10,   5,   5, -10,
         -10,   0,  10,  10,  10,  10,   0, -10,
         -10,  10,  10,  10,  10,  10,  10, -10,
         -10,   5,   0,   0,   0,   0,   5, -10,
         -20, -10, -40, -10, -10, -40, -10, -20,
    ],
    "pst_king": [
         -30, -40, -40, -50, -50, -40, -40, -30,
         -30, -40, -40, -50, -50, -40, -40, -30,
         -30, -40, -40, -50, -50, -40, -40, -30,
         -30, -40, -40, -50, -50, -40, -40, -30,
         -20, -30, -30, -40, -40, -30, -30, -20,
         -10, -20, -20, -20, -20, -20, -20, -10,
          20,  20,   0,   0,   0,   0,  20,  20,
          20,  30,  10,   0,   0,  10,  30,  20,
    ],
    "pst_king_endgame": [
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


def square(name):
    return (8 - int(name[1])) * 8 + ord(name[0]) - ord("a")


def shifted(start, files, rows):
    """The square so many files and rows (downwards) away, if it is on the board."""
    file, row = start % 8 + files, start // 8 + rows
    return row * 8 + file if 0 <= file < 8 and 0 <= row < 8 else None


class Man:
    def __init__(self, kind, white, moved):
        self.kind, self.white, self.moved = kind, white, moved


class Numbers:
    """Numbers by the options that set them, else the document's; `read` has the options that were looked up."""

    def __init__(self, given):
        self.given, self.read = given, set()

    def of(self, option, document):
        self.read.add(option)
        return self.given.get(option, document)

    def entry(self, table, index):
        name = "abcdefgh"[index % 8] + str(8 - index // 8)
        return self.of(f"{table}.{name}", TABLES[table][index])


class Position:
    def __init__(self, line):
        words = line.split()
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
        words = words[: words.index("moves")] if moves else [word for word in words if word != "moves"]
        fen = START if words[0] == "startpos" else " ".join(words[1:] if words[0] == "fen" else words)
        self.set_up(fen.split())
        self.parent_men = None
        self.seen = [self.snapshot()]
        for move in moves:
            self.play(move)

    def set_up(self, fields):
        self.white, self.rights = fields[1] == "w", set(fields[2]) - {"-"}
        self.castled = {white: not self.rights & set(letters) for white, letters in ((True, "KQ"), (False, "kq"))}
        self.skipped = None if fields[3] == "-" else square(fields[3])
        self.halfmoves = int(fields[4]) if len(fields) > 4 else 0
        self.boxes, at = [None] * 64, 0
        for letter in fields[0].replace("/", ""):
            if letter.isdigit():
                at += int(letter)
                continue
            white, kind = letter.isupper(), letter.upper()
            corners = {"a1": "Q", "h1": "K"} if white else {"a8": "q", "h8": "k"}
            moved = {
                "K": self.castled[white],
                "R": not any(at == square(name) and right in self.rights for name, right in corners.items()),
                "Q": at != square("d1" if white else "d8"),
            }
            self.boxes[at] = Man(kind, white, moved.get(kind, False))
            at += 1

    def play(self, uci):
        self.parent_men = self.men()
        start, to = square(uci[:2]), square(uci[2:4])
        man = self.boxes[start]
        self.halfmoves = self.halfmoves + 1 if self.boxes[to] is None and man.kind != "P" else 0
        carry_out(self.boxes, start, to)
        if uci[4:]:
            self.boxes[to] = Man(uci[4].upper(), man.white, True)
        if man.kind == "K" and abs(start - to) == 2:
            self.castled[man.white] = True
            corner, beside = (7, 5) if to > start else (0, 3)
            carry_out(self.boxes, start // 8 * 8 + corner, start // 8 * 8 + beside)
        self.skipped = (start + to) // 2 if man.kind == "P" and abs(start - to) == 16 else None
        for name, lost in (("e1", "KQ"), ("h1", "K"), ("a1", "Q"), ("e8", "kq"), ("h8", "k"), ("a8", "q")):
            if square(name) in (start, to):
                self.rights -= set(lost)
        self.white = not self.white
        self.seen.append(self.snapshot())

    def men(self):
        return sum(man is not None for man in self.boxes)

    def of(self, white):
        return [at for at, man in enumerate(self.boxes) if man and man.white == white]

    def king(self, white):
        return next(at for at in self.of(white) if self.boxes[at].kind == "K")

    def snapshot(self):
        """Whatever two positions have to share to be the same."""
        capture = self.skipped is not None and any(
            self.is_safe(start, self.skipped) for start in self.capturers(self.skipped)
        )
        men = tuple((man.kind, man.white) if man else None for man in self.boxes)
        return men, self.white, frozenset(self.rights), self.skipped if capture else None

    def capturers(self, skipped):
        """The pawns of the side to move that could capture on the skipped square."""
        beside = [shifted(skipped, files, 1 if self.white else -1) for files in (-1, 1)]
        men = [(at, self.boxes[at]) for at in beside if at is not None]
        return [at for at, man in men if man and man.kind == "P" and man.white == self.white]

    def reached(self, start):
        """The squares that a man attacks or defends, a king's all eight."""
        man = self.boxes[start]
        ahead = -1 if man.white else 1
        if man.kind in SLIDES:
            found = []
            for files, rows in SLIDES[man.kind]:
                at = shifted(start, files, rows)
                while at is not None:
                    found.append(at)
                    at = None if self.boxes[at] else shifted(at, files, rows)
            return found
        steps = STEPS.get(man.kind, [(-1, ahead), (1, ahead)])
        return [at for at in (shifted(start, *step) for step in steps) if at is not None]

    def steps(self, start):
        """The squares to which a man may move, checks left aside; a king anywhere around it, but without castling."""
        man = self.boxes[start]

        def is_prey(at):
            other = self.boxes[at]
            return other is not None and other.white != man.white and other.kind != "K"

        if man.kind != "P":
            return [at for at in self.reached(start) if self.boxes[at] is None or is_prey(at)]
        passed = self.skipped is not None and man.white == self.white and start in self.capturers(self.skipped)
        to = [at for at in self.reached(start) if is_prey(at) or (passed and at == self.skipped)]
        ahead, home = (-1, 6) if man.white else (1, 1)
        one = shifted(start, 0, ahead)
        if one is not None and self.boxes[one] is None:
            to.append(one)
            if start // 8 == home and self.boxes[shifted(one, 0, ahead)] is None:
                to.append(shifted(one, 0, ahead))
        return to

    def is_check(self):
        king = self.king(self.white)
        return any(king in self.reached(start) for start in self.of(not self.white))

    def is_safe(self, start, to):
        boxes, self.boxes = self.boxes, list(self.boxes)
        carry_out(self.boxes, start, to)
        safe = not self.is_check()
        self.boxes = boxes
        return safe

    def has_legal_move(self):
        """Where castling is legal, a king's step is too."""
        return any(self.is_safe(start, to) for start in self.of(self.white) for to in self.steps(start))

    def fen(self):
        rows = []
        for row in range(8):
            text, empty = "", 0
            for man in self.boxes[8 * row : 8 * row + 8] + [None]:
                empty += man is None
                if man:
                    text += (str(empty) if empty else "") + (man.kind if man.white else man.kind.lower())
                    empty = 0
            rows.append(text + (str(empty - 1) if empty > 1 else ""))
        rights = "".join(letter for letter in "KQkq" if letter in self.rights) or "-"
        return f"{'/'.join(rows)} {'w' if self.white else 'b'} {rights} - 0 1"


def carry_out(boxes, start, to):
    """Moves a man, en passant included, and nothing else."""
    man, boxes[start] = boxes[start], None
    if man.kind == "P" and start % 8 != to % 8 and boxes[to] is None:
        boxes[start // 8 * 8 + to % 8] = None
    boxes[to] = Man(man.kind, man.white, True)


class ManValues:
    """What every man carries before the scan: how far it is attacked and defended, and its valid moves."""

    def __init__(self, position):
        self.position = position
        self.attacked, self.defended, self.moves = [0] * 64, [0] * 64, [0] * 64
        # The squares that each side attacks.
        self.reach = {True: set(), False: set()}
        for start in position.of(True) + position.of(False):
            man = position.boxes[start]
            if man.kind != "K":
                for at in position.reached(start):
                    self.reach[man.white].add(at)
                    self.act(start, at)
                self.moves[start] = len(position.steps(start))
        for white in (not position.white, position.white):
            self.king(white)
        for white in (True, False):
            self.castlings(white)

    def act(self, start, at):
        man, other = self.position.boxes[start], self.position.boxes[at]
        if other:
            sums = self.defended if other.white == man.white else self.attacked
            sums[at] += ACTIONS[man.kind]

    def king(self, white):
        start = self.position.king(white)
        for at in self.position.reached(start):
            self.reach[white].add(at)
            if at in self.reach[not white]:
                continue
            self.act(start, at)
            other = self.position.boxes[at]
            self.moves[start] += other is None or (other.white != white and other.kind != "K")

    def castlings(self, white):
        king, unsafe = self.position.king(white), self.reach[not white]
        if king in unsafe:
            return
        rank = "1" if white else "8"
        for right, walk, between in (("K", "fg", "fg"), ("Q", "dc", "dcb")):
            right = right if white else right.lower()
            safe = not any(square(file + rank) in unsafe for file in walk)
            empty = all(self.position.boxes[square(file + rank)] is None for file in between)
            self.moves[king] += right in self.position.rights and safe and empty


class Evaluation:
    """The value of a position, rule by rule."""

    def __init__(self, position, numbers, a_file_fix=False):
        self.position, self.numbers, self.a_file_fix = position, numbers, a_file_fix
        self.terms, self.terminal, self.men = {}, None, position.men()
        before = position.parent_men
        self.endgame = (self.men if before is None else before) < 10
        check = position.is_check()
        stuck = not position.has_legal_move()
        if stuck and not check:
            self.terminal = "stalemate"
        elif position.halfmoves >= 100:
            self.terminal = "fifty"
        elif position.seen.count(position.seen[-1]) >= 3:
            self.terminal = "repetition"
        elif stuck:
            self.terminal = "mate"
            self.add("terminal", not position.white, 32767)
        if self.terminal is None:
            self.scan(check)

    def add(self, name, white, amount):
        self.terms.setdefault(name, [0, 0])[not white] += amount

    def number(self, term, white, option, document):
        self.add(term, white, self.numbers.of(option, document))

    def scan(self, check):
        position = self.position
        if check:
            self.number("check", not position.white, "check", 75)
            if self.endgame:
                self.number("check", not position.white, "check_endgame", 10)
        for white in (True, False):
            if position.castled[white]:
                self.number("castled", white, "castled", 40)
        self.number("tempo", position.white, "tempo", 10)
        self.carried = ManValues(position)
        self.bishops, self.knights, self.sufficient = {True: 0, False: 0}, 0, False
        self.pawns = {white: [0] * 8 for white in (True, False)}
        # The value of the pawns of a file if it is passed.
        self.files = {white: [0] * 8 for white in (True, False)}
        for at, man in enumerate(position.boxes):
            if man:
                self.every_man(at, man)
                getattr(self, {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}[man.kind])(
                    at, man, at if man.white else 63 - at
                )
        if not self.sufficient:
            self.terms, self.terminal = {}, "insufficient"
            return
        if self.men < 10 and check:
            self.number("check", not position.white, "check_few_men", 10)
        self.count_files()

    def every_man(self, at, man):
        value = self.numbers.of(*VALUES[man.kind]) if man.kind in VALUES else 32767
        attacked, defended = self.carried.attacked[at], self.carried.defended[at]
        self.add("material", man.white, value)
        self.add("defended", man.white, defended)
        self.add("attacked", man.white, -attacked)
        if defended < attacked:
            self.add("hanging", man.white, self.numbers.of("hanging", -10) * (attacked - defended))
        self.add("mobility", man.white, self.carried.moves[at])

    def pawn(self, at, man, index):
        file, row = at % 8, at // 8
        self.sufficient = True
        if file in (0, 7):
            self.number("edge_pawn", man.white, "edge_pawn", -15)
        self.add("pst", man.white, self.numbers.entry("pst_pawn", index))
        if self.pawns[man.white][file]:
            self.number("doubled_pawn", man.white, "doubled_pawn", -16)
        self.pawns[man.white][file] += 1
        value = self.numbers.of("file_pawn", 10)
        rank = 8 - row if man.white else row + 1
        if not self.carried.attacked[at] and rank in RANKS:
            option, safe, defended = RANKS[rank]
            value += self.numbers.of(f"{option}.safe", safe)
            if self.carried.defended[at]:
                value += self.numbers.of(f"{option}.defended", defended)
        self.files[man.white][file] += value

    def knight(self, _at, man, index):
        self.add("pst", man.white, self.numbers.entry("pst_knight", index))
        if self.endgame:
            self.number("knight_endgame", man.white, "knight_endgame", -10)
        self.knights += 1
        self.sufficient |= self.knights > 1

    def bishop(self, _at, man, index):
        self.bishops[man.white] += 1
        if self.bishops[man.white] >= 2:
            self.number("bishop_pair", man.white, "bishop_pair", 10)
        if self.endgame:
            self.number("bishop_endgame", man.white, "bishop_endgame", 10)
        self.add("pst", man.white, self.numbers.entry("pst_bishop", index))
        self.sufficient |= sum(self.bishops.values()) > 1

    def rook(self, _at, man, _index):
        self.sufficient = True
        if man.moved and not self.position.castled[man.white]:
            self.number("rook_moved", man.white, "rook_moved", -10)

    def queen(self, _at, man, _index):
        self.sufficient = True
        if man.moved and not self.endgame:
            self.number("queen_moved", man.white, "queen_moved", -10)

    def king(self, at, man, index):
        if self.carried.moves[at] < 2:
            self.number("king_few_moves", man.white, "king_few_moves", -5)
        table = "pst_king_endgame" if self.endgame else "pst_king"
        self.add("pst", man.white, self.numbers.entry(table, index))
        if not self.endgame and man.moved and not self.position.castled[man.white]:
            self.number("king_moved", man.white, "king_moved", -30)

    def count_files(self):
        for white in (True, False):
            ours, theirs = self.pawns[white], self.pawns[not white]
            for file in range(8):
                if not ours[file]:
                    continue
                if not any(ours[max(file - 1, 0) : file] + ours[file + 1 : file + 2]):
                    self.number("isolated_pawn", white, f"isolated_pawn.{'abcdefgh'[file]}", -ISOLATED[file])
                # The document's slip: White's a-file looks at Black's b-file.
                slip = white and file == 0 and not self.a_file_fix
                if not theirs[1 if slip else file]:
                    self.add("passed_pawn", white, self.files[white][file])

    def total(self):
        return sum(white - black for white, black in self.terms.values())


def answer(evaluation):
    total, position = evaluation.total(), evaluation.position
    return {
        "total": total,
        "relative": total if position.white else -total,
        "terms": {name: sides for name, sides in evaluation.terms.items() if sides != [0, 0]},
        "meta": {
            "endgame_phase": evaluation.endgame,
            "men": evaluation.men,
            "castled": [position.castled[True], position.castled[False]],
            "terminal": evaluation.terminal,
        },
    }


def case(line, numbers):
    position = Position(line)
    expected = {
        "chessbin": answer(Evaluation(position, Numbers({}))),
        "chessbin_fixed": {"total": Evaluation(position, Numbers({}), a_file_fix=True).total()},
    }
    for name, given in numbers.items():
        expected[name] = {"total": Evaluation(position, given).total()}
    return {"line": line, "fen": position.fen(), "expected": expected}


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
    same_place = found["fen"].split()[:3] == known["fen"].split()[:3]
    return same_place and found["expected"] == known["expected"]


if __name__ == "__main__":
    main()
