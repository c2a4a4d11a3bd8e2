#!/usr/bin/env bash
# How fast the engines are, one row each: instructions a node below the root, counted by callgrind,
# and nodes a second with tables of several sizes.
#
#   tournament/benches/speed.sh [--engines "NAME ..."] [--depth PLIES] [--nodes N] [--turns N]
#                               [--mib "MIB ..."]
#
# Instructions are of `bench PLIES`; they do not depend on what else the machine does.
# Nodes a second are of five positions searched to N nodes each, the best of the turns; they mean
# something only beside others of the same minutes.
# Valgrind is needed for the instructions; without it they are left out.
set -euo pipefail

engines="michniewski otter slate-atkin chessbin compendium compendium-in-proportion shannon turochamp pesto kaufman"
depth=8 nodes=1000000 turns=3 mib="1 16 64 256"
while (($#)); do
    case $1 in
    --engines) engines=$2 ;;
    --depth) depth=$2 ;;
    --nodes) nodes=$2 ;;
    --turns) turns=$2 ;;
    --mib) mib=$2 ;;
    *) sed -n '2,11s/^# \?//p' "$0"; exit 2 ;;
    esac
    shift 2
done

root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
. tournament/benches/counted.sh
target=${CARGO_TARGET_DIR:-$root/target}
cargo build --quiet --release -p engines

positions=(
    "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5"
    "startpos moves d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8"
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    "fen 3r1rk1/p4ppp/1p2b3/2p1P3/2P2P2/1P1q4/P2Q2PP/R4RK1 w - - 0 24"
    "fen 8/8/1p1kp1p1/p1pr1n1p/P6P/1R1P2P1/2P2KB1/8 w - - 0 33"
)

instructions() {
    command -v valgrind >/dev/null || { echo -; return; }
    instructions_a_node "$target/release/$1" "$depth"
}

# The next position is sent once the search has reported its move.
nodes_a_second() {
    coproc program { "$target/release/$1"; }
    local line all=0 time=0 begin
    echo "setoption name Hash value $2" >&"${program[1]}"
    for position in "${positions[@]}"; do
        printf 'ucinewgame\nposition %s\nisready\n' "$position" >&"${program[1]}"
        while read -r line <&"${program[0]}" && [[ $line != readyok ]]; do :; done
        begin=$(date +%s%N)
        echo "go nodes $nodes" >&"${program[1]}"
        while read -r line <&"${program[0]}" && [[ $line != bestmove* ]]; do :; done
        time=$((time + $(date +%s%N) - begin))
        all=$((all + nodes))
    done
    echo quit >&"${program[1]}"
    wait "$program_PID"
    echo $((all * 1000000 / (time / 1000)))
}

declare -A best
for ((turn = 1; turn <= turns; turn++)); do
    for size in $mib; do
        for engine in $engines; do
            rate=$(nodes_a_second "$engine" "$size")
            ((rate <= ${best[$engine $size]:-0})) || best[$engine $size]=$rate
        done
    done
done

printf '| engine | instructions a node |'
for size in $mib; do printf ' nodes a second, %d MiB |' "$size"; done
printf '\n|---|--:|'
for size in $mib; do printf -- '--:|'; done
echo
for engine in $engines; do
    printf '| %s | %s |' "$engine" "$(instructions "$engine")"
    for size in $mib; do printf ' %d |' "${best[$engine $size]}"; done
    echo
done
