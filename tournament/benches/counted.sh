# To be sourced: instructions counted by callgrind, which are the same however busy the machine is.

# Instructions of `PROGRAM bench PLIES` below the root, a node.
instructions_a_node() {
    local program=$1 plies=$2 folder
    folder=$(mktemp -d)
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        '--toggle-collect=engine_core::search::root::*Search*::root*' \
        "$program" bench "$plies" >"$folder/bench" 2>"$folder/valgrind"
    awk 'FNR == NR { if (/Collected/) count = $NF; next } / nps$/ { printf "%d", count / $1 }' \
        "$folder/valgrind" "$folder/bench"
    rm -r "$folder"
}
