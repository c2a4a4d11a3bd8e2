"""Tests of the installed package. `tournament/python/test` builds it and calls pytest.

PROGRAMS, a folder with the programs evalarena, pesto, compendium ... of the same sources, has values, searches and
statistics compared with theirs. The values of all evaluations but the compendium's are those of the case files, which each
evaluation's own reference computes from its document.
"""

import ast
import inspect
import json
import math
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import threading
from _thread import interrupt_main
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import MagicMock

import chess
import chess.variant
import numpy as np
import pytest

import evalarena

ROOT = Path(__file__).resolve().parents[3]
NAMES = [row["name"] for row in evalarena.evaluators()]
PROGRAMS = os.environ.get("PROGRAMS")
needs_programs = pytest.mark.skipif(not PROGRAMS, reason="PROGRAMS names no folder")


def program(name, *arguments, text=""):
    """What one of the programs prints."""
    command = [Path(PROGRAMS) / name, *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def cases():
    """For each evaluator the lines of its case files, with total and terms."""
    found = {}
    for path in ROOT.glob("eval-*/tests/data/cases.jsonl"):
        for text in path.read_text().splitlines():
            case = json.loads(text)
            expected = case.get("expected", {})
            if "total" in expected:
                expected = {path.parts[-4].removeprefix("eval-"): expected}
            for name in NAMES:
                if name in expected:
                    found.setdefault(name, []).append((case["line"], expected[name]))
    return found


CASES = cases()
LINES = sorted({line for of in CASES.values() for line, _ in of})


def games(count, chess960=False, plies=60):
    """Boards at the end of random games, of which every other has ended or been cut short."""
    draw = random.Random(1)
    for number in range(count):
        board = chess.Board.from_chess960_pos(draw.randrange(960)) if chess960 else chess.Board()
        board.chess960 = chess960
        for _ in range(draw.randrange(plies)):
            moves = list(board.legal_moves)
            if not moves:
                break
            castling = [move for move in moves if board.is_castling(move)]
            board.push(draw.choice(castling or moves))
        yield board


def as_text(board):
    """The same game as `fen FEN moves ...`."""
    return f"fen {board.root().fen()} moves " + " ".join(move.uci() for move in board.move_stack)


def total(terms):
    return round(sum(white - black for white, black in terms.values()), 6)


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("compendium")])
def test_values_and_terms_are_those_of_the_reference(name):
    lines, expected = zip(*CASES[name])
    assert len(lines) > 200
    assert evalarena.evaluate_many(name, lines).tolist() == [case["total"] for case in expected]
    for line, case in list(zip(lines, expected))[::7]:
        assert evalarena.evaluate(name, line) == case["total"], line
        assert evalarena.evaluate(name, line, relative=True) == case["relative"], line
        assert evalarena.terms(name, line) == {rule: tuple(sides) for rule, sides in case["terms"].items()}, line


@needs_programs
@pytest.mark.parametrize("name", [name for name in NAMES if name != "material"])
def test_values_and_terms_are_those_of_the_program(name):
    lines = LINES + [as_text(board) for board in [*games(30), *games(20, chess960=True)]]
    printed = program(name, "eval", "--json", text="\n".join(lines)).splitlines()
    expected = [json.loads(line) for line in printed]
    assert len(expected) == len(lines) > 500
    assert evalarena.evaluate_many(name, "\n".join(lines)).tolist() == [case["total"] for case in expected]
    for line, case in list(zip(lines, expected))[::11]:
        assert evalarena.terms(name, line) == {rule: tuple(sides) for rule, sides in case["terms"].items()}, line


@pytest.mark.parametrize("name", NAMES)
def test_terms_add_up_and_many_are_as_one(name):
    lines = LINES[::5]
    values = evalarena.evaluate_many(name, lines)
    assert values.dtype == np.int32 and values.flags.writeable
    columns = evalarena.terms_many(name, lines)
    assert all(column.dtype == np.float64 and column.shape == values.shape for column in columns.values())
    assert all(columns[key].any() or columns[key[:-5] + "black"].any() for key in columns if key.endswith(".white"))
    sums = sum(column if key.endswith(".white") else -column for key, column in columns.items())
    assert np.array_equal(np.round(sums, 6), values)
    for at in range(0, len(lines), 9):
        terms = evalarena.terms(name, lines[at])
        assert total(terms) == values[at]
        row = {(key[:-6], key[-5:]): column[at] for key, column in columns.items() if column[at]}
        one = {(rule, side): number for rule, sides in terms.items() for side, number in zip(["white", "black"], sides)}
        assert row == {key: number for key, number in one.items() if number}
    backwards = evalarena.evaluate_many(name, reversed(lines), relative=True)
    turns = [1 if " w " in chess.Board(fen).fen() else -1 for fen in ends(lines)]
    assert np.array_equal(backwards[::-1], values * turns)


def ends(lines):
    for line in lines:
        start, _, moves = line.removeprefix("fen ").partition(" moves ")
        board = chess.Board() if start == "startpos" else chess.Board(start)
        for move in moves.split():
            board.push_uci(move)
        yield board.fen()


@pytest.mark.parametrize("name", NAMES)
def test_a_board_brings_its_past(name):
    boards = [*games(25), *games(25, chess960=True)]
    texts = [as_text(board) for board in boards]
    assert np.array_equal(evalarena.evaluate_many(name, boards), evalarena.evaluate_many(name, texts))
    assert [evalarena.evaluate(name, board) for board in boards] == [evalarena.evaluate(name, text) for text in texts]
    bare = [board.copy(stack=False) for board in boards]
    fens = [board.fen() for board in boards]
    assert np.array_equal(evalarena.evaluate_many(name, bare), evalarena.evaluate_many(name, fens))
    assert evalarena.terms(name, boards[3]) == evalarena.terms(name, texts[3])


def test_a_fen_has_no_past():
    differs = set()
    for moves in ["e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c4f7 e8f7", "e2e4 e7e5 g1f3 b8c6 f1c4 d8g5 e1g1"]:
        board = chess.Board()
        for move in moves.split():
            board.push_uci(move)
        differs |= {name for name in NAMES if evalarena.evaluate(name, board) != evalarena.evaluate(name, board.fen())}
    assert differs == {"chessbin", "slate-atkin", "turochamp", "compendium", "compendium-in-proportion"}
    # As the documentation of the package has it.
    taken = "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c4f7 e8f7"
    fen = next(ends([taken]))
    assert f"has {evalarena.evaluate('chessbin', taken)} centipawns" in evalarena.__doc__
    assert f"and {evalarena.evaluate('chessbin', fen)} without" in evalarena.__doc__


def test_positions_come_in_many_shapes():
    lines = LINES[:40]
    expected = evalarena.evaluate_many("kaufman", lines).tolist()
    text = "\n".join(lines) + "\n\n"
    for shape in [tuple(lines), iter(lines), np.array(lines), text, text.replace("\n", "\r\n"), text.encode(),
                  dict.fromkeys(lines)]:
        assert evalarena.evaluate_many("kaufman", shape).tolist() == expected
    for nothing in [[], "", b"\n", ()]:
        assert evalarena.evaluate_many("pesto", nothing).shape == (0,)
        assert evalarena.terms_many("pesto", nothing) == {}


def test_options_and_rules():
    start = "startpos moves e2e4 d7d5 e4d5"
    assert evalarena.evaluate("material", start, options={"value.pawn": 250}) == 250
    assert evalarena.evaluate_many("material", [start], options={"value.pawn": "250"}).tolist() == [250]
    assert evalarena.evaluate("chessbin", start, options={"a_file_fix": True}) == evalarena.evaluate(
        "chessbin", start, options={"a_file_fix": "true"})
    terms = evalarena.terms("chessbin", start)
    without = evalarena.terms("chessbin", start, disable=["mobility", "p*t"])
    assert {"mobility", "pst"} == set(terms) - set(without)
    assert evalarena.terms("chessbin", start, disable="mobility") == evalarena.terms("chessbin", start, disable=("mobility",))
    assert total(without) == evalarena.evaluate("chessbin", start, disable=["mobility", "pst"])

    class Odd:
        def __str__(self):
            options.clear()
            return "90"

    options = {"value.pawn": Odd(), "value.rook": 510}
    assert evalarena.evaluate("material", start, options=options) == 90 and options == {}
    # What others have changed does not last.
    assert evalarena.evaluate("material", start) == 100 and evalarena.terms("chessbin", start) == terms


BAD = [
    (ValueError, r"cannot read the position: .*hello.* write a FEN", lambda: evalarena.evaluate("pesto", "hello")),
    (ValueError, "more than one king", lambda: evalarena.evaluate("pesto", "8/8/8/8/8/8/8/KK5k w - - 0 1")),
    (ValueError, "more than one king", lambda: evalarena.terms("pesto", chess.Board("8/8/8/8/8/8/8/KK5k w - - 0 1"))),
    (ValueError, "did you mean \"pesto\"", lambda: evalarena.evaluate("pesta", "startpos")),
    (ValueError, "there are material, ", lambda: evalarena.search("", "startpos")),
    (TypeError, "str", lambda: evalarena.evaluate(None, "startpos")),
    (TypeError, "NoneType; give a FEN", lambda: evalarena.evaluate("pesto", None)),
    (TypeError, "type int; give a FEN", lambda: evalarena.search("pesto", 7)),
    (TypeError, "type bytes; give a FEN", lambda: evalarena.terms("pesto", b"startpos")),
    (ValueError, "surrogates", lambda: evalarena.evaluate("pesto", "\udc80")),
    (ValueError, r"cannot read positions\[1\]: .*8/8", lambda: evalarena.evaluate_many("pesto", ["startpos", "8/8 w"])),
    (TypeError, r"positions\[2\]: it is of type set", lambda: evalarena.terms_many("pesto", ["startpos"] * 2 + [set()])),
    (TypeError, r"positions\[0\]: it is of type float", lambda: evalarena.evaluate_many("pesto", [math.nan])),
    (ValueError, "cannot read line 3: .*8/8", lambda: evalarena.evaluate_many("pesto", "startpos\n\n8/8 w\n")),
    (ValueError, "cannot read line 2: it is not UTF-8", lambda: evalarena.evaluate_many("pesto", b"startpos\n\xff")),
    (TypeError, "NoneType; give a list", lambda: evalarena.evaluate_many("pesto", None)),
    (TypeError, "Board; give a list", lambda: evalarena.evaluate_many("pesto", chess.Board())),
    (ValueError, "did you mean \"value.pawn\"", lambda: evalarena.evaluate("pesto", "startpos", options={"value.pwn": 1})),
    (ValueError, "takes a whole number", lambda: evalarena.evaluate("pesto", "startpos", options={"value.pawn": None})),
    (ValueError, "no rule matches", lambda: evalarena.terms_many("pesto", ["startpos"], disable="x*")),
    (TypeError, None, lambda: evalarena.evaluate("pesto", "startpos", disable=3)),
    (TypeError, None, lambda: evalarena.evaluate("pesto", "startpos", options=[1])),
    (ValueError, "1 at least", lambda: evalarena.search("pesto", "startpos", 0)),
    (ValueError, "out of range", lambda: evalarena.search("pesto", "startpos", -5)),
    (ValueError, "out of range", lambda: evalarena.search("pesto", "startpos", 10**40)),
    (ValueError, "without games", lambda: evalarena.elo()),
    (ValueError, "out of range", lambda: evalarena.elo(1, -2, 3)),
    (ValueError, "out of range", lambda: evalarena.elo(pairs=[1, 2, 10**30, 0, 0])),
    (TypeError, None, lambda: evalarena.elo(0.5)),
    (TypeError, None, lambda: evalarena.elo(pairs=5)),
    (ValueError, "give five", lambda: evalarena.elo(pairs=[1, 2, 3])),
    (ValueError, "counts of the same games", lambda: evalarena.elo(1, 1, 0, pairs=[1, 0, 0, 0, 0])),
    (ValueError, "elo0 must be below elo1", lambda: evalarena.sprt(1, 2, 3, elo0=5, elo1=0)),
    (ValueError, "alpha is NaN", lambda: evalarena.sprt(1, 2, 3, alpha=math.nan)),
    (ValueError, "normalized", lambda: evalarena.sprt(1, 2, 3, model="x")),
]


@pytest.mark.parametrize("kind, words, call", BAD)
def test_what_is_wrong_is_said(kind, words, call):
    with pytest.raises(kind, match=words):
        call()


def odd_boards():
    turned = chess.Board()
    turned.push_uci("e2e4")
    turned.turn = chess.WHITE
    yield turned, "end of its move stack"
    stacked = chess.Board()
    stacked.move_stack.append(chess.Move.from_uci("e2e5"))
    yield stacked, "not legal.*copy.stack=False"
    passed = chess.Board()
    passed.push(chess.Move.null())
    yield passed, "0000.*copy.stack=False"
    yield chess.Board(None), "a king is missing"
    yield chess.variant.AtomicBoard(), "atomic"


@pytest.mark.parametrize("board, words", list(odd_boards()))
def test_a_board_that_is_no_game_is_refused(board, words):
    with pytest.raises(ValueError, match=words):
        evalarena.evaluate("pesto", board)
    with pytest.raises(ValueError, match=r"positions\[1\].*" + words):
        evalarena.evaluate_many("pesto", [chess.Board(), board])
    if board.move_stack:
        assert isinstance(evalarena.evaluate("pesto", board.copy(stack=False)), int)


def test_a_bad_line_among_a_million_is_named_and_nothing_is_lost():
    lines = ["8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"] * 1_000_000
    lines[9_001] = lines[9_003] = "8/8/4k3/8/8 w"
    for _ in range(2):
        with pytest.raises(ValueError, match=r"positions\[9001\].*8/8/4k3/8/8 w"):
            evalarena.evaluate_many("material", lines)
    assert len(lines) == 1_000_000 and set(evalarena.evaluate_many("material", lines[:9_000])) == {100}


def test_what_an_iterator_raises_comes_through():
    def broken():
        yield "startpos"
        raise KeyError("mine")

    class Odd(chess.Board):
        def fen(self, **_):
            raise OSError("mine")

    with pytest.raises(KeyError, match="mine"):
        evalarena.evaluate_many("pesto", broken())
    with pytest.raises(OSError, match="mine"):
        evalarena.evaluate_many("pesto", [Odd()])


def test_whatever_is_damaged_is_read_or_refused():
    draw = random.Random(2)
    read = 0
    for _ in range(2000):
        text = list(draw.choice(LINES))
        for _ in range(draw.randrange(1, 4)):
            text[draw.randrange(len(text))] = draw.choice("pnbrqkPNBRQK12345678/ -wb\"'\n;\0é٣")
        text = "".join(text)
        try:
            assert evalarena.evaluate_many(draw.choice(NAMES), [text]).shape == (1,)
            read += 1
        except ValueError as error:
            assert str(error).startswith("cannot read positions[0]: ")
    assert 0 < read < 2000


def test_sixteen_threads_get_what_one_gets():
    lines = LINES[::23]
    expected = {name: evalarena.evaluate_many(name, lines).tolist() for name in NAMES}
    wrong = []

    def work(seed):
        draw = random.Random(seed)
        for number in range(1000):
            name, at = draw.choice(NAMES), draw.randrange(len(lines))
            if number % 100 == 0:
                found = evalarena.evaluate_many(name, lines[at:]).tolist() == expected[name][at:]
            elif number % 3:
                found = evalarena.evaluate(name, lines[at]) == expected[name][at]
            else:
                found = total(evalarena.terms(name, lines[at])) == expected[name][at]
            if not found:
                wrong.append((name, lines[at]))

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(16)))
    assert wrong == []


def of_child(name):
    return evalarena.evaluate_many(name, LINES[:300]).tolist()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_can_go_on():
    expected = [of_child(name) for name in NAMES[:3]]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(of_child, NAMES[:3]).get(timeout=300) == expected


@pytest.mark.parametrize("name", NAMES)
def test_a_search_is_always_the_same(name):
    board = next(games(1, plies=30))
    found = evalarena.search(name, board, 1000)
    assert found == evalarena.search(name, as_text(board), nodes=1000)
    assert found["nodes"] <= 1000 and found["depth"] >= 1 and found["mate"] is None
    assert found["move"] == found["line"][0]
    for move in found["line"]:
        board.push_uci(move)


@needs_programs
@pytest.mark.parametrize("name", [name for name in NAMES if name != "material"])
def test_a_search_is_that_of_the_program(name):
    for board in games(2, plies=30):
        text = as_text(board).removeprefix("fen ")
        commands = f"position fen {text}\ngo nodes 2000\n"
        with subprocess.Popen([Path(PROGRAMS) / name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
            engine.stdin.write(commands)
            engine.stdin.flush()
            lines = []
            while not lines or not lines[-1].startswith("bestmove"):
                lines.append(engine.stdout.readline())
                assert lines[-1]
            engine.stdin.write("quit\n")
            engine.stdin.flush()
        found = evalarena.search(name, board, 2000)
        assert lines[-1].split()[1] == found["move"]
        info = [line for line in lines if " score " in line][-1]
        kind, score = re.search(r" score (cp|mate) (-?\d+)", info).groups()
        assert int(score) == found["score" if kind == "cp" else "mate"]
        assert info.split(" pv ")[1].split() == found["line"]


def test_a_search_finds_mates_and_ends():
    found = evalarena.search("pesto", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", depth=4)
    assert (found["score"], found["mate"], found["move"]) == (None, 1, "g6g7")
    mated = evalarena.search("pesto", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert (mated["move"], mated["line"], mated["score"], mated["mate"]) == (None, [], None, 0)
    stalemate = evalarena.search("pesto", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert (stalemate["move"], stalemate["score"], stalemate["mate"]) == (None, 0, None)
    losing = evalarena.search("pesto", "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", 2000)
    assert losing["mate"] == -1


def test_a_long_search_can_be_interrupted():
    # A shell has what it starts in the background ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, interrupt_main)
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        evalarena.search("pesto", "startpos", 2**48)
    timer.join()
    signal.signal(signal.SIGINT, before)
    assert evalarena.search("pesto", "startpos", 100)["move"]


def test_elo_and_sprt_are_known():
    found = evalarena.elo(pairs=[34, 54, 63, 64, 75])
    assert (round(found["score"], 3), round(found["low"]), round(found["high"])) == (0.579, 28, 84)
    assert found["games"] == 580 and math.isclose(found["elo"], -400 * math.log10(1 / found["score"] - 1))
    assert found == evalarena.elo(205, 262, 113, pairs=np.array([34, 54, 63, 64, 75]))
    games = evalarena.elo(30, 40, 30)
    assert abs(games["elo"]) < 1e-9 and games["los"] == 0.5 and math.isclose(games["low"], -games["high"])
    # Half of 1.96 standard errors of a score is what every table of Elo has, within the few per cent of Student's quantile.
    error = 1.96 * math.sqrt((0.6 * 0.25) / 100) * 400 / math.log(10) * 4
    assert abs(games["high"] / error - 1) < 0.05
    assert evalarena.elo(5)["elo"] is None and evalarena.elo(5)["low"] is not None
    test = evalarena.sprt(pairs=[34, 54, 63, 64, 75], elo1=5)
    assert math.isclose(test["upper"], math.log(0.95 / 0.05)) and test["decision"] == "continue"
    assert math.isclose(test["lower"], -test["upper"]) and test["elo"] == found["elo"]
    ended = evalarena.sprt(pairs=[340, 540, 630, 640, 750], elo1=5)
    assert ended["decision"] == "H1" and ended["elo"] < found["elo"] and ended["llr"] > ended["upper"]
    assert evalarena.sprt(100, 100, 900)["decision"] == "H0"


@needs_programs
@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("counts", ["--wdl=30,40,35", "--penta=34,54,63,64,75", "--penta=340,540,630,640,750", "--wdl=5,0,0"])
def test_elo_and_sprt_are_those_of_the_program(counts, model):
    expected = json.loads(program("evalarena", "stats", counts, "--model", model, "--json"))
    numbers = [int(number) for number in counts.partition("=")[2].split(",")]
    arguments = {"pairs": numbers} if len(numbers) == 5 else dict(zip(["wins", "draws", "losses"], numbers))
    found, test = evalarena.elo(**arguments), evalarena.sprt(**arguments, model=model)
    for key in ["games", "score", "los"]:
        assert found[key] == expected[key]
    keys = ["elo", "low", "high", "nelo", "nelo_low", "nelo_high"]
    theirs = ["elo", "elo_low", "elo_high", "nelo", "nelo_delta_low", "nelo_delta_high"]
    assert [found[key] for key in keys] == [expected[key] for key in theirs]
    assert [test["llr"], test["lower"], test["upper"]] == [expected[key] for key in ["llr", "llr_lower", "llr_upper"]]
    assert test["decision"] == (expected["decision"] or "continue")
    strength = "elo" if test["decision"] == "continue" else "sprt_elo"
    assert [test[key] for key in keys[:3]] == [expected[strength + end] for end in ["", "_low", "_high"]]


def test_evaluators_describe_themselves():
    rows = {row["name"]: row for row in evalarena.evaluators()}
    assert len(rows) == 11 and rows["shannon"]["year"] == 1950 and rows["michniewski"]["year"] is None
    assert rows["michniewski"]["margin_scale"] == 1.0 and rows["pesto"]["eval_scale"] > 100


def stubs():
    path = Path(evalarena.__file__).with_name("__init__.pyi")
    return ast.parse(path.read_text())


def test_every_public_name_has_its_stub():
    tree = stubs()
    stubbed = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    public = {name for name in evalarena.__all__ if not name.startswith("_")}
    assert public == set(stubbed)
    assert Path(evalarena.__file__).with_name("py.typed").exists()
    for name, node in stubbed.items():
        function = getattr(evalarena, name)
        parameters = inspect.signature(function).parameters.values()
        assert len(function.__doc__) > 60
        of_stub = [argument.arg for argument in node.args.args + node.args.kwonlyargs]
        assert [parameter.name for parameter in parameters] == of_stub, name
        keywords = [parameter.name for parameter in parameters if parameter.kind == parameter.KEYWORD_ONLY]
        assert keywords == [argument.arg for argument in node.args.kwonlyargs], name
        defaults = [p.default for p in parameters if p.default is not p.empty]
        of_stub = [ast.literal_eval(default) for default in node.args.defaults + node.args.kw_defaults]
        assert defaults == of_stub, name


def test_results_have_the_keys_of_their_types():
    keys = {node.name: [field.target.id for field in node.body if isinstance(field, ast.AnnAssign)]
            for node in stubs().body if isinstance(node, ast.ClassDef)}
    assert list(evalarena.evaluators()[0]) == keys["EvaluatorInfo"]
    assert list(evalarena.search("pesto", "startpos", 10)) == keys["SearchResult"]
    assert list(evalarena.elo(1, 1, 1)) == keys["Elo"]
    assert list(evalarena.sprt(1, 1, 1)) == keys["Sprt"]


def test_the_code_of_the_document_runs(tmp_path, monkeypatch):
    import gzip

    text = (ROOT / "docs/notebook.md").read_text()
    section = text.partition("\n## The evaluations in Python\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"```python\n(.*?)```", section, re.S)
    assert len(blocks) >= 4
    results = ["1-0", "0-1", "1/2-1/2"]
    lines = [f'{" ".join(fen.split()[:4])} c9 "{results[at % 3]}";' for at, fen in enumerate(ends(LINES[::7]))]
    with gzip.open(tmp_path / "positions.epd.gz", "wt") as file:
        file.write("\n".join(lines) + "\n")
    monkeypatch.chdir(tmp_path)
    # A drawing is not looked at here.
    plots = MagicMock()
    monkeypatch.setitem(sys.modules, "matplotlib", MagicMock(pyplot=plots))
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", plots)
    printed = []
    names = {"print": lambda *words: printed.append(words)}
    for block in blocks:
        exec(compile(block, "docs/notebook.md", "exec"), names)
    assert {words[0] for words in printed} >= set(NAMES)
    (x, y, *_), _ = plots.plot.call_args
    assert len(x) == len(y) > 2 and np.isfinite(y).all()
    (heat,), _ = plots.imshow.call_args
    assert heat.shape == (8, 8) and np.nanmax(heat) > np.nanmin(heat)
