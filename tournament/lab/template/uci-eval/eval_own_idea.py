"""own-idea: the static value that a UCI engine prints at its command `eval`, as an evaluation over a pipe.

Set the four names below to your engine and to its output; here they are those of Stockfish up to 15.1.
"""
import os
import re
import subprocess
import sys

ENGINE = ["stockfish"]
OPTIONS = {"Use NNUE": "false"}
LINE = re.compile(r"(?:Classical|Total) evaluation:?\s*([-+]?[0-9.]+) \(white side\)")
PAWN = 1  # the number that is a pawn: 1, or 100 for centipawns

# Debian has its engines in /usr/games.
environment = dict(os.environ, PATH=os.environ.get("PATH", "") + ":/usr/games")
engine = subprocess.Popen(ENGINE, env=environment, stdin=-1, stdout=-1, text=True)


def ask(*commands):
    """What the engine prints until it is ready again."""
    print(*commands, "isready", sep="\n", file=engine.stdin, flush=True)
    lines = []
    for line in engine.stdout:
        if line.strip() == "readyok":
            return "".join(lines)
        lines.append(line)
    sys.exit("the engine has ended")


ask("uci", *(f"setoption name {name} value {value}" for name, value in OPTIONS.items()))
# Without `white` values are from the side to move.
print("evaluation 1 white name=own-idea", flush=True)
for fen in sys.stdin:
    output = ask(f"position fen {fen.strip()}", "eval")
    found = LINE.search(output)
    # A position in check may have no value; the search needs none there.
    centipawns = round(100 * float(found[1]) / PAWN) if found else 0
    is_answer = found or "in check" in output
    print(centipawns if is_answer else f"error no value: {output!r:.300}", flush=True)
