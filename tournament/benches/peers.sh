#!/usr/bin/env bash
# How many moves a second the arena and other match tools get out of engines that answer at once:
# what is left is the tools' own work. Each tool in turn plays the same games, two engines from the
# same openings, every game at most 100 moves long, and its moves are counted in its own PGN.
#
#   tournament/benches/peers.sh [--fastchess PATH] [--cutechess PATH] [--c-chess-cli PATH]
#                               [--pairs N] [--at-a-time N] [--turns N]
#
# A tool whose path is not given is looked for in PATH; one that is not there is left out. It prints
# a line for each run, and at the end the best run of each tool.
set -euo pipefail

pairs=500 at_a_time=2 turns=3
declare -A tool=([fastchess]=fastchess [cutechess-cli]=cutechess-cli [c-chess-cli]=c-chess-cli)
while (($#)); do
    case $1 in
    --fastchess) tool[fastchess]=$2 ;;
    --cutechess) tool[cutechess-cli]=$2 ;;
    --c-chess-cli) tool[c-chess-cli]=$2 ;;
    --pairs) pairs=$2 ;;
    --at-a-time) at_a_time=$2 ;;
    --turns) turns=$2 ;;
    *) sed -n '2,11s/^# \?//p' "$0"; exit 2 ;;
    esac
    shift 2
done
((pairs <= 2880)) || { echo "peers.sh: there are 2880 openings; choose fewer --pairs" >&2; exit 2; }

root=$(cd "$(dirname "$0")/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
(cd "$root" && cargo build --quiet --release -p tournament --features test-engine --bin evalarena --bin test-engine)
engine=$target/release/test-engine
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Every order of the eight pieces on the first rank, the same for both sides, without castling; the
# bishops stand on squares of both colours.
awk 'function last(row) { sub(/.*B/, "", row); return length(row) }
    function place(row, left,   i, c, seen) {
        if (left == "") {
            if ((length(row) - index(row, "B") - last(row)) % 2)
                print tolower(row) "/pppppppp/8/8/8/8/PPPPPPPP/" row " w - -"
            return
        }
        for (i = 1; i <= length(left); i++) {
            c = substr(left, i, 1)
            if (index(seen, c)) continue
            seen = seen c
            place(row c, substr(left, 1, i - 1) substr(left, i + 1))
        }
    }
    BEGIN { place("", "RNBQKBNR") }' | awk -v n="$pairs" 'NR <= n' >"$work/openings.epd"
cat >"$work/peers.toml" <<TOML
run = { name = "peers", format = "match", pairs = $pairs }
limits = { nodes = 1 }
openings = { file = "openings.epd", order = "sequential" }
adjudication = { max_moves = 100 }
engine = [{ name = "a", command = "$engine" }, { name = "b", command = "$engine" }]
TOML

play() {
    local epd=$work/openings.epd pgn=$work/$1.pgn
    case $1 in
    arena)
        "$target/release/evalarena" run "$work/peers.toml" --out "$work/run" --threads "$at_a_time"
        mv "$work/run/games.pgn" "$pgn"
        rm -r "$work/run"
        ;;
    fastchess)
        "${tool[$1]}" -engine cmd="$engine" name=a -engine cmd="$engine" name=b -each nodes=1 \
            -rounds "$pairs" -games 2 -repeat -maxmoves 100 -concurrency "$at_a_time" \
            -openings file="$epd" format=epd order=sequential -pgnout file="$pgn"
        ;;
    cutechess-cli)
        "${tool[$1]}" -engine cmd="$engine" name=a -engine cmd="$engine" name=b \
            -each proto=uci tc=inf nodes=1 -rounds "$pairs" -games 2 -repeat -maxmoves 100 \
            -concurrency "$at_a_time" -openings file="$epd" format=epd order=sequential \
            -pgnout "$pgn"
        ;;
    c-chess-cli)
        # It has no limit on the length; with scores of 0, its draw rule is one.
        "${tool[$1]}" -engine cmd="$engine" name=a -engine cmd="$engine" name=b -each nodes=1 \
            -rounds 1 -games $((2 * pairs)) -repeat -draw number=100 count=1 score=0 -concurrency "$at_a_time" \
            -openings file="$epd" order=sequential -pgn "$pgn" 2
        ;;
    esac
}

# Words that begin like a move, comments left out.
moves_in() {
    grep -v '^\[' "$1" | tr '\r\n' '  ' | sed 's/{[^}]*}//g' | tr ' ' '\n' |
        sed 's/^[0-9]*\.*//' | grep -c '^[a-hKQRBNO]'
}

declare -A best
for ((turn = 1; turn <= turns; turn++)); do
    for name in arena fastchess cutechess-cli c-chess-cli; do
        if [[ $name != arena ]] && ! command -v "${tool[$name]}" >/dev/null; then
            ((turn > 1)) || echo "$name: not installed, left out"
            continue
        fi
        rm -f "$work/$name.pgn"
        begin=$(date +%s%N)
        if ! (cd "$work" && play "$name") >"$work/$name.log" 2>&1; then
            echo "$name: failed; its last words:" >&2
            tail -n 5 "$work/$name.log" >&2
            exit 1
        fi
        milliseconds=$((($(date +%s%N) - begin) / 1000000))
        moves=$(moves_in "$work/$name.pgn")
        rate=$((moves * 1000 / milliseconds))
        games=$(grep -c '^\[Result ' "$work/$name.pgn")
        echo "$name: $games games, $moves moves in $milliseconds ms, $rate moves a second"
        ((rate <= ${best[$name]:-0})) || best[$name]=$rate
    done
done
echo "Best of $turns turns, $at_a_time games at a time, in moves a second:"
for name in "${!best[@]}"; do
    printf '  %-14s %7d\n' "$name" "${best[$name]}"
done | sort -k2 -n -r
