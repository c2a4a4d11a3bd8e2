#!/usr/bin/env python3
"""Memory grows neither with the number of games nor with that of openings or shards, and where there is none the arena ends
with a sentence (Linux).

    tournament/tests/memory.py target/debug/evalarena
"""

import gzip
import json
import os
import pathlib
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ARENA = os.path.abspath(sys.argv[1])
SMALL = (pathlib.Path(__file__).parent / "all/arena/small.toml").read_text()
# Two engines that answer at once.
INSTANT = """run = {{ name = "large", format = "match", pairs = {pairs} }}
limits = {{ nodes = 1 }}
openings = {{ file = "book.epd", order = "sequential" }}
adjudication = {{ max_moves = {moves} }}
engine = [{{ evaluator = "michniewski" }}, {{ evaluator = "otter" }}]
"""
GAMES = 500  # of a shard


def folder():
    return tempfile.TemporaryDirectory(prefix="memory-")


def positions(count):
    """Different positions, at most 524,288: a piece on each of four ranks between the pawns."""
    for rest in range(count):
        ranks = []
        for kinds in ("NBRQ", "NR", "nr", "nbrq"):
            rest, file = divmod(rest, 8)
            rest, kind = divmod(rest, len(kinds))
            ranks.append(f"{file or ''}{kinds[kind]}{7 - file or ''}")
        yield f"4k3/pppppppp/{'/'.join(reversed(ranks))}/PPPPPPPP/4K3 {'b' if rest else 'w'} - - 0 1\n"


def peak(here, line):
    """The most kilobytes that the arena took for a command, which must succeed."""
    program = subprocess.Popen([ARENA, *line.split()], cwd=here, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = program.stderr.read()
    _, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    assert program.returncode == 0, f"{line}: {message.decode()}"
    return usage.ru_maxrss


def a_large_book_takes_little():
    with folder() as here:
        path = pathlib.Path(here)
        (path / "small.toml").write_text(SMALL.replace("nodes = 200", "nodes = 50"))
        (path / "little.epd").write_text("".join(positions(1000)))
        large = "".join(positions(350_000))
        (path / "large.epd").write_text(large)
        with gzip.open(path / "large.epd.gz", "wt", compresslevel=1) as packed:
            packed.write(large)
        run = "run small.toml --fresh --set openings.file="
        little, size = peak(here, run + "little.epd"), len(large) // 1024
        for book in ("large.epd", "large.epd.gz"):
            more = peak(here, run + book) - little
            # The index takes half a megabyte; what is unpacked stays in memory up to 16.
            assert more < 20_000 and more < size * 3 // 4, f"{book}: {more} of {size} kB"


def stored(run):
    with sqlite3.connect(f"file:{run}/run.sqlite?mode=ro", uri=True) as store:
        return store.execute("SELECT count(*) FROM games").fetchone()[0]


def three_thousand_games_take_no_more_than_five_hundred():
    def of_games(games):
        with folder() as here:
            pathlib.Path(here, "run.toml").write_text(INSTANT.format(pairs=games // 2, moves=1))
            pathlib.Path(here, "book.epd").write_text("".join(positions(games // 2)))
            return peak(here, "run run.toml")

    # The first run of a build finds the identities of the engines, and caches them.
    of_games(2)
    growth = of_games(3000) - of_games(500)
    # Openings and finished games take a few bytes each.
    assert growth < 2000, f"{growth} kB more"


def merged(shards):
    """The most kilobytes for merging so many shards, all of which have the games of the first."""
    with folder() as here:
        path, pairs = pathlib.Path(here), shards * GAMES // 2
        (path / "run.toml").write_text(INSTANT.format(pairs=pairs, moves=200))
        (path / "book.epd").write_text("".join(positions(pairs)))
        peak(here, f"run run.toml --shard 1/{shards} --quiet")
        # These games are not from the openings of their places.
        (path / "book.epd").unlink()
        run = path / "runs/large"
        first = run / f"shards/1-of-{shards}"
        assert stored(first) == GAMES
        for after in range(1, shards):
            shard = run / f"shards/{after + 1}-of-{shards}"
            shard.mkdir()
            shutil.copy(first / "run.sqlite", shard)
            with sqlite3.connect(shard / "run.sqlite") as store:
                store.execute("UPDATE games SET game = -1 - game")
                games, openings = after * GAMES, after * GAMES // 2
                moved = f"game = {games} - 1 - game, pair = pair + {openings}, opening = opening + {openings}"
                store.execute(f"UPDATE games SET {moved}")
        merge = "merge runs/large --json --quiet"
        most = peak(here, merge)
        assert stored(run) == shards * GAMES
        again = json.loads(subprocess.run([ARENA, *merge.split()], cwd=here, capture_output=True, check=True).stdout)
        assert (again["unchanged"], again["missing"]) == (shards, []), again
        return most


def shards_take_no_more():
    few, more = merged(2), merged(7)
    # The page packs the moves of 2,500 more games, 5 MB; the games themselves would take 13 MB.
    assert more < few + 10_000, f"{few} and {more} kB"


def limits_end_in_a_sentence():
    """A process without room for a thread or for its data says so, whichever thread it is, and loses no game."""
    line = "match otter material --games 8 --nodes 500 --threads 3 --fresh --out run"
    with folder() as here:
        os.chmod(here, 0o777)
        # The system lets root have any number of processes, and counts those of one user.
        user = 54_321 if os.geteuid() == 0 else None
        for kind, limits in (
            (resource.RLIMIT_NPROC, (1, 3, 6)),
            (resource.RLIMIT_AS, (40_000 << 10, 200_000 << 10, 300_000 << 10)),
        ):
            refused = 0
            for most in limits:
                try:
                    ended = subprocess.run(
                        [ARENA, *line.split()], cwd=here, user=user, capture_output=True, text=True,
                        preexec_fn=lambda: resource.setrlimit(kind, (most, most)),
                    )
                except (PermissionError, subprocess.SubprocessError):
                    # It cannot run what is in the folder of another user.
                    return
                if ended.returncode != 0:
                    said = "error: " in ended.stderr and "bug" not in ended.stderr
                    assert ended.returncode == 2 and said, f"{kind} {most}: {ended}"
                    refused += 1
                if os.path.exists(f"{here}/run/run.sqlite"):
                    with sqlite3.connect(f"file:{here}/run/run.sqlite?mode=ro", uri=True) as store:
                        assert store.execute("SELECT count(*) FROM failures").fetchone() == (0,)
            assert refused > 0, kind


a_large_book_takes_little()
three_thousand_games_take_no_more_than_five_hundred()
shards_take_no_more()
limits_end_in_a_sentence()
print("as it should be")
