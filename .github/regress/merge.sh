#!/usr/bin/env bash
# The last job: joins what is in shards/, in the folder that plan.sh has packed, and says what it means, in the job's
# summary and by the exit status:
#   0 improved (the test accepts H1)    1 worse (it accepts H0)    3 undecided after all games
#   4 undecided, and games are missing, which the next attempt plays    2 an error
set -euo pipefail

chmod +x tournament
# A shard whose time was over at once has no store.
mapfile -t parts < <(find shards -name run.sqlite -printf '%h\n' | sort --version-sort)
status=0
if [ "${#parts[@]}" = 0 ]; then
    told="error: no shard has stored a game; their jobs say why" status=2
else
    told=$(./tournament merge run "${parts[@]}" --quiet 2>&1) || status=$?
fi
echo "$told"

# The lines of results.json between a key's brackets; nothing if there are no results yet.
section() {
    [ -e run/results.json ] || return 0
    sed -n '/^  "'"$1"'": [[{]/,/^  []}]/p' run/results.json
}

# A value of a section, which has a key a line.
value() {
    section "$1" | sed -n 's/^ *"'"$2"'": \(.*[^,]\),*$/\1/p'
}

# A number of the match as FORMAT has it, or what stands for none.
number() {
    local number
    number=$(value match "$2")
    # shellcheck disable=SC2059 # the format is one of those below
    case $number in
        '' | null) echo "?" ;;
        *) LC_ALL=C printf "$1" "$number" ;;
    esac
}

elo() {
    number '%+.1f' "$1"
}

pairs() {
    section match | sed -n '/"penta": \[/,/\]/p' | tr -dc '0-9,' | sed 's/,/, /g; s/, $//'
}

missing=$(sed -n 's/^missing: //p' <<<"$told")
# The test takes pairs in the order of their numbers: once it is decided, games that come after do not matter.
case $status:$(value match decision):$missing in
    0:'"H1"':*) verdict=improved code=0 why="the test accepts H1" ;;
    0:'"H0"':*) verdict=worse code=1 why="the test accepts H0" ;;
    0:*:) verdict=undecided code=3 why="all games are played" ;;
    0:*) verdict=missing code=4 why="\"Re-run failed jobs\" plays the games that are missing" ;;
    *) verdict=error code=2 why="the shards cannot be merged" ;;
esac

{
    echo "### $verdict: $why"
    echo
    if [ -n "$(value match games)" ]; then
        echo "| $(cat commits) | |"
        echo "|---|---|"
        echo "| Elo, as the test ends it | $(elo sprt_elo) [$(elo sprt_elo_low), $(elo sprt_elo_high)] |"
        echo "| LLR of H0, $(number %g elo0) Elo, and H1, $(number %g elo1) Elo | $(number %.2f llr) [$(number %.2f llr_lower), $(number %.2f llr_upper)] |"
        echo "| games that the test has seen | $(value match games) |"
        echo "| their pairs by points 0, 1/2, 1, 3/2, 2 | $(pairs) |"
        echo "| games that a crash, an illegal move or a clock ended | $(value pairings tainted) |"
        echo
    fi
    echo '```text'
    echo "$told"
    echo '```'
} >>"$GITHUB_STEP_SUMMARY"
echo "verdict=$verdict" >>"$GITHUB_OUTPUT"
exit "$code"
