#!/usr/bin/env python3
"""Tries for some minutes to make the arena lose a game, count one twice, or leave a program behind (Linux).

    cargo build --release -p tournament --features test-engine
    tournament/tests/torture.py target/release/evalarena MINUTES [SEED [ANOTHER]]

Each round plays a tournament of evaluators, programs, guests and rogues undisturbed, and again with a mishap in each
session until it is complete: killed or stopped at a random instant, started with too few descriptors or too little room
for files, with its database locked, with a library that is touched or overwritten in place while it plays, or played by
ANOTHER build of the arena. Both must have the same games then. Single bits and cells of the store are changed: as a shard it
must be refused or give the same games, as a run be repaired to them. The exit status is 1 if any of this is not so.
"""

import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

# What befalls a session: a signal that is sent, and how it may end beside being complete (a signal of 15 is -15).
MISHAPS = {
    "killed": (signal.SIGKILL, [-9]),
    "killed at once": (signal.SIGKILL, [-9]),
    # A signal may come before its handler is installed.
    "interrupted": (signal.SIGINT, [-2, 130]),
    "terminated": (signal.SIGTERM, [-15, 130]),
    "few descriptors": (None, [2]),
    "full disk": (None, [2]),
    "locked": (None, [2]),
    "another build": (signal.SIGKILL, [-9, 2]),
    "library touched": (None, []),
    "library overwritten": (None, [2]),
}
COMPLETE, ALWAYS_FAILED = 0, 4
LONGEST, AT_ONCE = 0.5, 0.05  # seconds before a mishap; at once a database is made and nothing is in it yet
CHANGES = 5  # bits and cells that are changed in each round, one after the other
VALUES = [None, -1, 0, 7, 2**63 - 1, 1e300, "", "x", "{}", b"\xff\x00"]

# By the length of the position's line. It ends when it sees White's king on a1, and hangs when it sees Black's on a8 behind
# an empty rank: now and then, and the same in each session.
GUEST = r"""echo evaluation 1
while read -r fen; do case $fen in */K7\ *) exit 3;; k7/8/*\ b*) kill -STOP $$;; esac; echo $((${#fen} % 70)); done
"""
LIBRARY = """#include "evaluation.h"
uint32_t evaluation_interface(void) { return 1; }
const char *evaluation_name(void) { return "Pawns"; }
void *evaluation_new(void) { static int it; return &it; }
void evaluation_free(void *it) { (void)it; }
int32_t evaluation_value(void *it, const evaluation_position *p) {
int v = WORTH * (__builtin_popcountll(p->men[0][0]) - __builtin_popcountll(p->men[1][0]));
(void)it; return p->side_to_move ? -v : v; }
"""
CONFIGURATION = """run = { name = "torture", format = "round-robin", pairs = 2 }
limits = { nodes = 200 }
adjudication = { max_moves = 60 }
engine = [
    { evaluator = "material" }, { evaluator = "michniewski" },
    { name = "real", command = "ENGINE", args = ["--evaluator", "otter"] },
    { name = "tame", command = "ENGINE", args = ["--spread", "50"] },
    { name = "crashes", command = "ENGINE", args = ["--fault", "abort"] },
    { name = "cheats", command = "ENGINE", args = ["--fault", "illegal"] },
    { evaluation = "./mine.so" }, { evaluation = "eval:sh guest.sh", timeouts = { hang = 10000 } },
]
"""

arena, minutes = pathlib.Path(sys.argv[1]).resolve(), float(sys.argv[2])
first_seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
another = pathlib.Path(sys.argv[4]).resolve() if len(sys.argv) > 4 else arena
mark = f"torture-{os.getpid()}"
differences, sessions, chance = 0, dict.fromkeys(MISHAPS, 0), random.Random(first_seed)


def differ(what):
    global differences
    differences += 1
    print("DIFFERENCE:", what, flush=True)


def start(arguments, limits="", program=arena):
    return subprocess.Popen(
        ["sh", "-c", f'{limits} exec "{program}" {arguments}'], env=os.environ | {"TORTURE": mark},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
    )


def ended(child):
    _, printed = child.communicate(timeout=300)
    return child.returncode, printed


def play(run, seed):
    return f"run t.toml --quiet --out {run} --set run.seed={seed}"


def games(run, with_comments=True):
    """What games.pgn has, without what differs each time: dates, builds, times."""
    text = pathlib.Path(run, "games.pgn").read_text()
    text = re.sub(r'\[(Date|Software) .*|\[%(emt|clk) [^]]*\]|\b\d+\.\d+s\b', "", text)
    return " ".join((text if with_comments else re.sub(r"\{[^}]*\}|^\[.*", "", text, flags=re.M)).split())


def stored(run):
    try:
        with sqlite3.connect(f"file:{run}/run.sqlite?mode=ro", uri=True) as database:
            return database.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.Error:
        return 0


def lock(seconds):
    try:
        database = sqlite3.connect("file:disturbed/run.sqlite?mode=rw", uri=True, timeout=0.1)
        database.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        database.rollback()
    except sqlite3.Error:
        pass  # It is tried another time.


def is_left():
    for process in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in process.read_bytes():
                return True
        except OSError:
            pass
    return False


def session(mishap, seed):
    sessions[mishap] += 1
    send, allowed = MISHAPS[mishap]
    limits = {
        "few descriptors": f"ulimit -n {12 + chance.randrange(60)};",
        "full disk": f"ulimit -f {1 + chance.randrange(600)};",
    }
    program = another if mishap == "another build" else arena
    child = start(play("disturbed", seed), limits.get(mishap, ""), program)
    after = chance.uniform(0, AT_ONCE if mishap == "killed at once" else LONGEST)
    time.sleep(after)
    if send:
        child.send_signal(send)
    elif mishap == "locked":
        lock(after)
    elif mishap == "library touched":
        os.utime("mine.so")
    elif mishap == "library overwritten":
        shutil.copyfile("other.so", "mine.so")
        time.sleep(chance.uniform(0, LONGEST))
        shutil.copyfile("same.so", "mine.so")
    status, printed = ended(child)
    patience = time.monotonic() + 5
    while is_left():
        if time.monotonic() > patience:
            differ("a program outlived the arena")
            break
        time.sleep(0.01)
    if status not in [COMPLETE, *allowed]:
        differ(f"{mishap} ended with status {status}: {printed}")
    return status


def change_cell(path):
    """Gives a column of a row some value, unless its table refuses it; returns which."""
    database = sqlite3.connect(path)
    table = chance.choice([row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")])
    column = chance.choice([row[1] for row in database.execute(f"PRAGMA table_info({table})")])
    rows = [row[0] for row in database.execute(f"SELECT rowid FROM {table}")]
    value = chance.choice(VALUES)
    try:
        row = chance.choice(rows or [0])
        database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row))
        database.commit()
    except sqlite3.Error:
        pass
    database.close()
    return f"{table} {row}: {column} = {value!r}"


def change(seed):
    expected = games("whole", with_comments=False)
    for run in "changed", "merged":
        shutil.rmtree(run, ignore_errors=True)
    os.mkdir("changed")
    path = shutil.copyfile("whole/run.sqlite", "changed/run.sqlite")
    if chance.random() < 0.5:
        what = change_cell(path)
    else:
        data = bytearray(pathlib.Path(path).read_bytes())
        bit = chance.randrange(8 * len(data))
        data[bit // 8] ^= 1 << bit % 8
        pathlib.Path(path).write_bytes(data)
        what = f"bit {bit}"
    for arguments, run in ("merge merged changed --quiet", "merged"), (play("changed", seed) + " --repair", "changed"):
        status, printed = ended(start(arguments))
        is_whole = status in [COMPLETE, ALWAYS_FAILED] and games(run, with_comments=False) == expected
        if status != 2 and not is_whole:
            differ(f"{what}, {arguments}: {status}: {printed}")
    # The run can be read, whichever shards were merged.
    if pathlib.Path("merged/run.sqlite").exists():
        status, printed = ended(start("report merged --quiet"))
        if status != 0:
            differ(f"{what} poisons the merged run: {printed}")


def tournament(seed):
    for run in "whole", "disturbed":
        shutil.rmtree(run, ignore_errors=True)
    status, printed = ended(start(play("whole", seed)))
    assert status == COMPLETE, printed
    kept, status = 0, None
    while status != COMPLETE:
        # A run that is begun with the other library would be one of that.
        status = session(chance.choice([m for m in MISHAPS if kept or m != "library overwritten"]), seed)
        now = stored("disturbed")
        if now < kept:
            differ(f"{kept} games were stored, and now {now}")
        kept = now
    one, other = games("whole"), games("disturbed")
    if one != other:
        at = len(os.path.commonprefix([one, other]))
        differ(f"the games of seed {seed}:\n  {one[at:at + 200]}\n  {other[at:at + 200]}")
    for _ in range(CHANGES):
        change(seed)
    return kept


header = pathlib.Path(__file__).parents[2] / "eval-external/include/evaluation.h"
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("t.toml").write_text(CONFIGURATION.replace("ENGINE", str(arena.with_name("test-engine"))))
    pathlib.Path("guest.sh").write_text(GUEST)
    pathlib.Path("mine.c").write_text(LIBRARY)
    for library, worth in ("mine.so", 100), ("same.so", 100), ("other.so", 70):
        flags = ["-shared", "-fPIC", f"-I{header.parent}", f"-DWORTH={worth}", "-o", library]
        subprocess.run(["cc", *flags, "mine.c"], check=True)
    end, rounds, played = time.monotonic() + 60 * minutes, 0, 0
    while time.monotonic() < end:
        played += tournament(first_seed + rounds)
        rounds += 1
        print(f"{rounds} rounds, {played} games, sessions: {sessions}", flush=True)
    os.chdir("/")
print(differences, "differences")
sys.exit(differences > 0)
