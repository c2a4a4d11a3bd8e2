#!/usr/bin/env python3
"""Random and mutated lines of UCI: the engine neither ends nor hangs nor grows, and keeps answering.

    engine-core/uci/tests/protocol/storm.py ENGINE [LINES [SEED]]
"""

import pathlib
import random
import select
import subprocess
import sys

ENGINE = sys.argv[1]
LINES, SEED = [int(given) for given in sys.argv[2:]] + [3000, 1][len(sys.argv) - 2:]
# Words for the mutation of lines.
WORDS = (
    ",-1,0,1,99999999999999999999,e1g1,e1h1,e7e8q,a1a1,0000,moves,fen,name,value,infinite,ponder,searchmoves,depth,mate,"
    "KQkq,-,true,\x1f,é"
).split(",")
BETWEEN = 100  # lines between two questions whether it is still there
PATIENCE = 120  # seconds; an answer that takes longer is none
TOO_MUCH = 600 * 1024  # kilobytes, which an engine with tables of a few megabytes never takes
TABLES = pathlib.Path(__file__).with_name("tables.tsv").read_text()
USUAL = TABLES.split("== lines that a GUI might send\n")[1].split("== ")[0].splitlines()


def line(luck):
    """A line, whole or damaged, as bytes without an end."""
    words = luck.choice(USUAL).split(" ")
    for _ in range(luck.randrange(4)):
        at, way = luck.randrange(len(words)), luck.randrange(4)
        if way == 0:
            words[at] = luck.choice(WORDS)
        elif way == 1:
            words.insert(at, luck.choice(WORDS))
        elif way == 2:
            words += luck.choice(USUAL).split(" ")
        else:
            words[at], words[-1] = words[-1], words[at]
    sent = bytearray(" ".join(words).encode())
    if luck.randrange(8) == 0:
        for _ in range(luck.randrange(6)):
            sent.insert(luck.randrange(len(sent) + 1), luck.randrange(256))
    if luck.randrange(2000) == 0:
        sent *= 1 + luck.randrange(100_000)
    return tame(bytes(sent).replace(b"\n", b""))


def tame(sent):
    """The line without what takes long or much by its nature, or ends the conversation."""
    words = sent.decode(errors="replace").lower().split()
    large = any(word.isascii() and word.isdigit() and 4 <= int(word[:20]) < 100_000 for word in words)
    if "quit" in words or large and {"hash", "threads", "multipv"} & set(words):
        return b"isready"
    # Of two numbers the last one counts.
    if "go" in words and not {"infinite", "ponder"} & set(words):
        return sent + b" nodes 60"
    return sent


def await_answer(engine, text):
    """Reads until the engine answers a word that is sent nowhere else; returns what stands behind."""
    while b'"are-you-there" is not a command; try help\n' not in text:
        ready, _, _ = select.select([engine.stdout], [], [], PATIENCE)
        more = engine.stdout.read1(1 << 16) if ready else b""
        assert more, f"no answer; the last words: {text[-300:]}"
        text = text[-100:] + more
    return text.rpartition(b"try help\n")[2]


def memory(engine):
    try:
        status = pathlib.Path(f"/proc/{engine.pid}/status").read_text()
    except FileNotFoundError:
        return 0
    return int(status.split("VmRSS:")[1].split()[0])


luck, text = random.Random(SEED), b""
engine = subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for sent in range(0, LINES, BETWEEN):
    for command in [line(luck) for _ in range(BETWEEN)] + [b"stop", b"are-you-there"]:
        engine.stdin.write(command + b"\n")
        engine.stdin.flush()
        while select.select([engine.stdout], [], [], 0)[0]:
            more = engine.stdout.read1(1 << 16)
            assert more, f"it ended after {command[:300]}"
            text = text[-(1 << 20):] + more
    text = await_answer(engine, text)
    assert memory(engine) < TOO_MUCH, f"{memory(engine)} kB after {sent} lines"
engine.stdin.write(b"quit\n")
engine.stdin.flush()
engine.communicate(timeout=PATIENCE)
assert engine.returncode == 0, engine.returncode
