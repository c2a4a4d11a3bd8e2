#!/usr/bin/env python3
"""Whether tests lose power from one commit to another: mutants drawn by lot, each tested in both.

    cargo install cargo-mutants --locked
    tournament/tests/mutants.py BEFORE AFTER 15 eval-chessbin old-name=match-stats

BEFORE and AFTER are clones of the repository that nobody else uses: files are changed, and changed back. From each
package so many mutants are drawn, among those of cargo-mutants that both commits have. A mutant is identified by its
function, what is replaced by what, and the number of that replacement in the function. Each is tested by its package's
own tests. The rows go to mutants.jsonl in the working directory; started again, the script continues after the last one.
"""

import json
import os
import random
import signal
import subprocess
import sys

SEED = 82
ROWS = "mutants.jsonl"
# A mutant whose tests take longer than this, in seconds, loops.
PATIENCE = 900


def listed(tree, package):
    """The mutants of a package by their identity: the file and the lines and columns that are replaced."""
    command = ["cargo", "mutants", "-p", package, "--list", "--json", "--no-shuffle"]
    output = subprocess.run(command, cwd=tree, capture_output=True, check=True, text=True).stdout
    places, seen = {}, {}
    for mutant in json.loads(output):
        span, name = mutant["span"], (mutant["function"] or {}).get("function_name", "")
        with open(os.path.join(tree, mutant["file"])) as file:
            before, old, _ = parts(file.read(), span)
        # Of a whole body only what it becomes counts.
        old = "" if mutant["genre"] == "FnValue" else old
        kind = (name, old, mutant["replacement"])
        seen[kind] = seen.get(kind, 0) + 1
        places[*kind, seen[kind]] = (mutant["file"], span)
    return places


def parts(text, span):
    """What is before a span, in it, and after it."""
    lines = text.splitlines(keepends=True)

    def offset(place):
        return sum(map(len, lines[: place["line"] - 1])) + place["column"] - 1

    start, end = offset(span["start"]), offset(span["end"])
    return text[:start], text[start:end], text[end:]


def tested(tree, package, place, new):
    """`caught`, `survived`, or `unviable` if it does not compile."""
    path = os.path.join(tree, place[0])
    with open(path) as file:
        text = file.read()
    before, _, after = parts(text, place[1])
    command = ["cargo", "test", "-q", "-p", package]
    environment = dict(os.environ, RUSTFLAGS="--cap-lints allow")
    silent = {"cwd": tree, "env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        with open(path, "w") as file:
            file.write(before + new + after)
        if subprocess.run(command + ["--no-run"], **silent).returncode:
            return "unviable"
        tests = subprocess.Popen(command, start_new_session=True, **silent)
        try:
            return "caught" if tests.wait(PATIENCE) else "survived"
        except subprocess.TimeoutExpired:
            os.killpg(tests.pid, signal.SIGKILL)
            tests.wait()
            return "caught"
    finally:
        with open(path, "w") as file:
            file.write(text)


def main():
    before, after, count, packages = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    rows = []
    if os.path.exists(ROWS):
        with open(ROWS) as file:
            rows = [json.loads(line) for line in file]
    for package in packages:
        # A package that had another name before is OLD=NEW.
        sides = [(before, package.split("=")[0]), (after, package.split("=")[-1])]
        places = [listed(tree, name) for tree, name in sides]
        common = sorted(places[0].keys() & places[1].keys())
        random.Random(SEED).shuffle(common)
        for mutant in common:
            own = [row for row in rows if row["package"] == package]
            if sum(row["before"] != "unviable" for row in own) >= count:
                break
            if list(mutant) in [row["mutant"] for row in own]:
                continue
            results = [
                tested(tree, name, place[mutant], mutant[2])
                for (tree, name), place in zip(sides, places)
            ]
            row = {"package": package, "mutant": mutant, "before": results[0], "after": results[1]}
            rows.append(row | {"mutant": list(mutant)})
            with open(ROWS, "a") as file:
                file.write(json.dumps(row) + "\n")
            print(json.dumps(row), flush=True)
    lost = [row for row in rows if row["before"] == "caught" and row["after"] == "survived"]
    print(f"{len(rows)} mutants, {len(lost)} caught before that survive now")
    sys.exit(bool(lost))


if __name__ == "__main__":
    main()
