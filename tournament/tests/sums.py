"""Programs with awkward terms, and a reader who adds up what `explain` shows.

    sums.py kinds | halves | value      an evaluation over a pipe
    sums.py check                       lines of JSON, each {"text", "json", "page"} of a position
"""

import json
import sys

# Names of ours under other kinds, one of them under two, and terms that do not make the value; half a centipawn; none.
TERMS = {
    "kinds": {"king/mobility": [40.3, 10], "pieces/mobility": [1, 0], "pawns/material": [5, 5.5], "a.b": [0, 1]},
    "halves": {"pieces/mobility": [0.3, 0.2], "king/pst_king": [31.4, 0], "rounding": [0, 0.1]},
}


def guest(name):
    terms = TERMS.get(name)
    print("evaluation 1 white", "terms" if terms else "", f"name={name}", flush=True)
    for line in sys.stdin:
        print(31, json.dumps(terms) if line.startswith("terms ") else "", flush=True)


def add_up(parts, whole):
    parts = [round(10 * (part or 0)) for part in parts]
    assert sum(parts) == round(10 * whole), (parts, whole)


def gap(found):
    if not found:
        return
    kinds = dict(found["aspects"])
    add_up(kinds.values(), found["gap"])
    for kind, part in kinds.items():
        add_up((term[2] for term in found["terms"] if term[1] == kind), part)
    # The kinds that make most of it are a real part of it.
    greatest = max(kinds.values())
    mostly = [kinds[kind] for kind in found["mostly"]]
    assert mostly[0] == greatest and len(mostly) < 3 and all(4 * part >= greatest for part in mostly), found


def check_json(of):
    for at, one in enumerate(of["evaluations"]):
        add_up(one["aspects"].values(), one["total"])
        add_up((white - black for white, black in one["terms"].values()), one["total"])
        add_up((row["centipawns"][at] for row in of["aspects"]), one["total"])
        add_up((row["michniewski"][at] for row in of["aspects"]), of["michniewski_totals"][at])
        for row in of["aspects"]:
            add_up((term["centipawns"][at] for term in row["terms"]), row["centipawns"][at])
    gap(of["disagreement"])


def check_page(of):
    for one in of["evaluators"]:
        add_up((white - black for _, _, white, black in one["terms"]), one["total"])
        add_up(one["aspects"], one["common"])
    gap(of["disagreement"])


def numbers(words):
    for word in words:
        try:
            yield float(word.replace("-", "0") if word == "-" else word)
        except ValueError:
            return


def check_text(text):
    """In each table the rows below a name in capitals make its numbers, and with these the others make the total."""
    for block in text.split("\n\n"):
        table, _, rest = block.partition("\ntotal ")
        rows = table.split("\n")
        titles = [at for at, row in enumerate(rows) if row.startswith(("term ", "White less", "in Michniewski"))]
        if not rest or not titles:
            continue
        totals = list(numbers(rest.split()))
        rows = [(row, list(numbers(row.split()[-len(totals):]))) for row in rows[titles[0] + 1:]]
        heads = [row.split()[0].lower() + "." for row, _ in rows if row.isupper()]
        below = [row.startswith(("  ", *heads)) for row, _ in rows]
        for at, total in enumerate(totals):
            add_up((cells[at] for (_, cells), inner in zip(rows, below) if not inner), total)
            for place, (row, cells) in enumerate(rows):
                if row.isupper():
                    end = next((n for n in range(place + 1, len(rows)) if not below[n]), len(rows))
                    add_up((inner[at] for _, inner in rows[place + 1:end]), cells[at])
    sentence = " ".join(text.rsplit("White's position ", 1)[1].split())
    whole, parts = sentence.split("; most")[0].split(": ")
    add_up((float(part.split()[-1]) for part in parts.split(", ")), float(whole.split()[0]))


def main():
    if sys.argv[1] != "check":
        guest(sys.argv[1])
        return
    lines = [json.loads(line) for line in sys.stdin]
    for of in lines:
        check_json(of["json"])
        check_text(of["text"])
        check_page(of["page"])
    print(len(lines), "add up")


if __name__ == "__main__":
    main()
