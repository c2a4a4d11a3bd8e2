"""Swiss tournaments of ten nearly equal editions of Michniewski: how often their intervals hold (docs/statistics.md).

The numbers of configs/tuned/michniewski.toml are moved by at most 7 (tables) or 4; the truth is the mean of all runs.

    python3 tournament/tests/near_equals.py target/release/evalarena FOLDER [RUNS]
"""

import json
import pathlib
import random
import re
import subprocess
import sys

RUN = """run = {{ name = "{name}", format = "swiss", rounds = 5, pairs = 6, seed = {seed} }}
limits = {{ nodes = 60 }}

[adjudication]
draw = {{ after = 30, moves = 6, score = 10 }}
resign = {{ moves = 3, score = 600, both = true }}
max_moves = 120
"""
ENGINE = """
[[engine]]
name = "{name}"
evaluator = "michniewski"
margin_scale = 0.98
eval_scale = 182.3
[engine.params]
"""


def engines():
    tuned = (pathlib.Path(__file__).parents[2] / "configs/tuned/michniewski.toml").read_text()
    numbers = re.findall(r'^"([\w.]+)" = (-?\d+)', tuned, re.M)
    random.seed(85)
    for name in range(10):
        yield ENGINE.format(name=f"E{name}")
        for key, number in numbers:
            most = 4 if key.startswith("value") else 7
            yield f'"{key}" = {int(number) + random.randint(-most, most)}\n'


def main(program, folder, runs=45):
    folder, field, results = pathlib.Path(folder), "".join(engines()), []
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(1, int(runs) + 1):
        (folder / f"{seed}.toml").write_text(RUN.format(name=f"swiss-{seed}", seed=seed) + field)
        subprocess.run([pathlib.Path(program).resolve(), "run", f"{seed}.toml", "--plain"], cwd=folder, check=True, capture_output=True)
        results.append(json.loads((folder / f"runs/swiss-{seed}/results.json").read_text()))
    names = [engine["name"] for engine in results[0]["engines"]]
    elo = lambda result, name: next(e["elo"] for e in result["engines"] if e["name"] == name)
    truth = {name: sum(elo(result, name) for result in results) / len(results) for name in names}
    all_engines = [(engine, result["widening"]) for result in results for engine in result["engines"]]
    for what, factor in (("fixed pairings", lambda widening: 1 / widening), ("as printed", lambda widening: 1)):
        reach = lambda e, widening: (e["elo_high"] - e["elo_low"]) / 2 * factor(widening)
        held = sum(abs(e["elo"] - truth[e["name"]]) <= reach(e, widening) for e, widening in all_engines)
        print(f"{what}: {held} of {len(all_engines)} intervals hold the truth, {held / len(all_engines):.3f}")
    is_wrong = lambda d: d["significant"] and (d["elo"] > 0) != (truth[d["a"]] > truth[d["b"]])
    print("tables with a wrong verdict:", sum(any(map(is_wrong, result["differences"])) for result in results))


if __name__ == "__main__":
    main(*sys.argv[1:])
