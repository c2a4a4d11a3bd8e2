"""own-idea: a new evaluation. Change the numbers, add terms.

It needs python-chess (pip install -r requirements.txt; Debian: python3-chess). In its folder,

    evalarena check 'eval:python3 eval_own_idea.py'

tests the laws of an evaluation, and

    evalarena match 'eval:python3 eval_own_idea.py' michniewski

plays it against Michniewski's.
"""
import json
import sys

import chess

# Centipawns of each kind of piece.
VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900}
# Whole numbers that `evalarena tune` and configurations may change: default, least and most.
OPTIONS = {"centre": (15, 0, 100)}
NUMBERS = {name: default for name, (default, _, _) in OPTIONS.items()}


def material(board, side):
    """The material of a side."""
    return sum(value * len(board.pieces(kind, side)) for kind, value in VALUES.items())


def centre(board, side):
    """Centipawns for each piece of a side on d4, e4, d5 or e5."""
    return NUMBERS["centre"] * chess.popcount(board.occupied_co[side] & chess.BB_CENTER)


# Each term with what it is about and its name, and the function with a side's amount in centipawns.
TERMS = {"material/material": material, "pieces/centre": centre}


def terms(board):
    """The amounts of each term, White's and Black's."""
    return {name: [amount(board, chess.WHITE), amount(board, chess.BLACK)] for name, amount in TERMS.items()}


def main():
    for name, (default, least, most) in OPTIONS.items():
        print(f"option name {name} type spin default {default} min {least} max {most}")
    # Values are from White's side, and `terms` in front of a position is understood.
    print("evaluation 1 white terms name=own-idea", flush=True)
    for line in sys.stdin:
        words = line.split()
        if words[0] == "setoption":  # setoption name centre value 12
            NUMBERS[words[2]] = int(words[4])
            continue
        wants_terms = words[0] == "terms"
        fen = " ".join(words[1:] if wants_terms else words)
        found = terms(chess.Board(fen, chess960=True))
        value = sum(white - black for white, black in found.values())
        print(value, json.dumps(found) if wants_terms else "", flush=True)


if __name__ == "__main__":
    main()
