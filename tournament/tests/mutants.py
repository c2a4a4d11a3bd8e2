#!/usr/bin/env python3
"""Whether tests lose power from one commit to another: mutants drawn by lot, each tested in both.

    cargo install cargo-mutants --locked
    tournament/tests/mutants.py BEFORE AFTER 15 eval-chessbin old-name=match-stats 'runner:**/store/*'

BEFORE and AFTER are clones of the repository that nobody else uses: files are changed, and changed back. From each
package, or its files of a pattern, so many mutants are drawn, among those of cargo-mutants that both commits have. A
mutant is identified by its function, what is replaced by what, and the number of that replacement in the function. Each
is tested by its package's own tests, first all of BEFORE, then those of AFTER. The rows go to mutants.jsonl in the
working directory; started again, the script tests what has no row.
"""

import hashlib
import json
import os
import signal
import subprocess
import sys

SEED = 82
ROWS = "mutants.jsonl"
# A mutant whose tests take longer than this, in seconds, loops.
PATIENCE = 900


def listed(tree, package, files):
    """The mutants of a package by their identity: the file and the lines and columns that are replaced."""
    command = ["cargo", "mutants", "-p", package, "--list", "--json", "--no-shuffle"]
    command += [word for pattern in files for word in ("-f", pattern)]
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


def by_lot(mutant):
    """The rank of a mutant in the draw: the same whichever others there are."""
    return hashlib.sha256(json.dumps([SEED, mutant]).encode()).hexdigest()


def main():
    trees, count = {"before": sys.argv[1], "after": sys.argv[2]}, int(sys.argv[3])
    results = {}
    if os.path.exists(ROWS):
        with open(ROWS) as file:
            results = {tuple(row[:-1]): row[-1] for row in map(json.loads, file)}

    def result(side, name, mutant, place):
        key = (side, name, json.dumps(mutant))
        if key not in results:
            results[key] = tested(trees[side], name, place, mutant[2])
            with open(ROWS, "a") as file:
                file.write(json.dumps([*key, results[key]]) + "\n")
            print(*key, results[key], flush=True)
        return results[key]

    drawn = []
    for argument in sys.argv[4:]:
        # A package that had another name before is OLD=NEW.
        package, *files = argument.split(":")
        names = dict(zip(trees, (package.split("=")[0], package.split("=")[-1])))
        places = {side: listed(trees[side], name, files) for side, name in names.items()}
        viable = []
        for mutant in sorted(places["before"].keys() & places["after"].keys(), key=by_lot):
            if len(viable) == count:
                break
            if result("before", names["before"], mutant, places["before"][mutant]) != "unviable":
                viable.append((names, mutant, places))
        drawn += viable
    lost = 0
    for names, mutant, places in drawn:
        before, after = (result(side, names[side], mutant, places[side][mutant]) for side in trees)
        lost += before == "caught" and after == "survived"
    print(f"{len(drawn)} mutants, {lost} caught before that survive now")
    sys.exit(bool(lost))


if __name__ == "__main__":
    main()
