"""Tomasz Michniewski's Simplified Evaluation Function over a pipe, written from the document alone.
https://www.chessprogramming.org/Simplified_Evaluation_Function"""
import json
import sys

import chess

# As the document prints them: the eighth rank first.
TABLES = {
    chess.PAWN: """0 0 0 0 0 0 0 0  50 50 50 50 50 50 50 50  10 10 20 30 30 20 10 10  5 5 10 25 25 10 5 5
        0 0 0 20 20 0 0 0  5 -5 -10 0 0 -10 -5 5  5 10 10 -20 -20 10 10 5  0 0 0 0 0 0 0 0""",
    chess.KNIGHT: """-50 -40 -30 -30 -30 -30 -40 -50  -40 -20 0 0 0 0 -20 -40  -30 0 10 15 15 10 0 -30
        -30 5 15 20 20 15 5 -30  -30 0 15 20 20 15 0 -30  -30 5 10 15 15 10 5 -30
        -40 -20 0 5 5 0 -20 -40  -50 -40 -30 -30 -30 -30 -40 -50""",
    chess.BISHOP: """-20 -10 -10 -10 -10 -10 -10 -20  -10 0 0 0 0 0 0 -10  -10 0 5 10 10 5 0 -10
        -10 5 5 10 10 5 5 -10  -10 0 10 10 10 10 0 -10  -10 10 10 10 10 10 10 -10
        -10 5 0 0 0 0 5 -10  -20 -10 -10 -10 -10 -10 -10 -20""",
    chess.ROOK: """0 0 0 0 0 0 0 0  5 10 10 10 10 10 10 5  -5 0 0 0 0 0 0 -5  -5 0 0 0 0 0 0 -5
        -5 0 0 0 0 0 0 -5  -5 0 0 0 0 0 0 -5  -5 0 0 0 0 0 0 -5  0 0 0 5 5 0 0 0""",
    chess.QUEEN: """-20 -10 -10 -5 -5 -10 -10 -20  -10 0 0 0 0 0 0 -10  -10 0 5 5 5 5 0 -10  -5 0 5 5 5 5 0 -5
        0 0 5 5 5 5 0 -5  -10 5 5 5 5 5 0 -10  -10 0 5 0 0 0 0 -10  -20 -10 -10 -5 -5 -10 -10 -20""",
    chess.KING: """-30 -40 -40 -50 -50 -40 -40 -30  -30 -40 -40 -50 -50 -40 -40 -30  -30 -40 -40 -50 -50 -40 -40 -30
        -30 -40 -40 -50 -50 -40 -40 -30  -20 -30 -30 -40 -40 -30 -30 -20  -10 -20 -20 -20 -20 -20 -20 -10
        20 20 0 0 0 0 20 20  20 30 10 0 0 10 30 20""",
}
ENDGAME = """-50 -40 -30 -20 -20 -30 -40 -50  -30 -20 -10 0 0 -10 -20 -30  -30 -10 20 30 30 20 -10 -30
    -30 -10 30 40 40 30 -10 -30  -30 -10 30 40 40 30 -10 -30  -30 -10 20 30 30 20 -10 -30
    -30 -30 0 0 0 0 -30 -30  -50 -30 -30 -30 -30 -30 -30 -50"""
TABLES = {kind: [int(word) for word in text.split()] for kind, text in TABLES.items()}
ENDGAME = [int(word) for word in ENDGAME.split()]
VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 20000}
NAMES = {
    chess.PAWN: "pawns/pst_pawn", chess.KNIGHT: "pieces/pst_knight", chess.BISHOP: "pieces/pst_bishop",
    chess.ROOK: "pieces/pst_rook", chess.QUEEN: "pieces/pst_queen", chess.KING: "king/pst_king",
}


def endgame_army(board, colour):
    queens, rooks, knights, bishops = (
        len(board.pieces(kind, colour)) for kind in (chess.QUEEN, chess.ROOK, chess.KNIGHT, chess.BISHOP))
    return queens == 0 or queens == 1 and rooks == 0 and knights + bishops <= 1


def terms(board):
    endgame = endgame_army(board, chess.WHITE) and endgame_army(board, chess.BLACK)
    found = {"material/material": [0, 0], **{name: [0, 0] for name in NAMES.values()}}
    for square, man in board.piece_map().items():
        table = ENDGAME if man.piece_type == chess.KING and endgame else TABLES[man.piece_type]
        side = 0 if man.color == chess.WHITE else 1
        found["material/material"][side] += VALUES[man.piece_type]
        found[NAMES[man.piece_type]][side] += table[square ^ 56 if man.color == chess.WHITE else square]
    return found


# Values from White's side, which the greeting states.
print("evaluation 1 white terms scale=214.8 name=Michniewski in Python", flush=True)
for line in sys.stdin:
    line = line.strip()
    wants_terms = line.startswith("terms ")
    found = terms(chess.Board(line.removeprefix("terms "), chess960=True))
    value = sum(white - black for white, black in found.values())
    print(value, json.dumps(found) if wants_terms else "", flush=True)
