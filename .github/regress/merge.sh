#!/usr/bin/env bash
# The last job of a wave: joins what shards have uploaded, in handed/shards, writes the result to the job's summary
# and returns it as the exit status:
#   0 improved (the test accepts H1), or the next wave decides    1 worse (it accepts H0)
#   3 undecided after all games    4 undecided, and games are missing, which the next attempt plays    2 an error
# To GITHUB_OUTPUT it writes `verdict` and one of five words, or `next=true`, and nothing else. What shards have uploaded
# is data, which may be anything: it is never run, and nothing of it is printed as it is.
#
# From the environment:
#   ARENA_SHA256, PLAN_SHA256   of what is handed over
#   PARTS    how many parts the games have
#   PLAYED   "success" if all parts of this wave and of those before were played to their end
#   LAST     "true" in the last wave
set -euo pipefail
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"

handed arena tournament "$ARENA_SHA256"
handed plan plan.tar "$PLAN_SHA256"
rm -rf run stores plan
tar xf handed/plan/plan.tar
cp handed/arena/evalarena evalarena
chmod 755 tournament

# A shard whose time was over at once has no store.
mkdir stores
status=0
summary=$(stores handed/shards stores "[0-9]+-of-$PARTS") || status=$?
# Of each shard the newest upload, which has all that those before had.
mapfile -t folders < <(find stores -name run.sqlite -printf '%h\n' | sort --version-sort |
    awk -F/ '{ newest[$NF] = $0 } END { for (part in newest) print newest[part] }' | sort --version-sort)
if [ "$status" != 0 ]; then
    status=2
elif [ "${#folders[@]}" = 0 ]; then
    summary="error: no shard has stored a game; their jobs say why" status=2
else
    summary=$(./evalarena merge run "${folders[@]}" --quiet 2>&1) || status=$?
fi
quoted echo "$summary"
# This runner is of the kind that the games were played on.
confinable

# The lines of results.json between a key's brackets; nothing if there are no results yet.
section() {
    [ -e run/results.json ] || return 0
    sed -n '/^  "'"$1"'": [[{]/,/^  []}]/p' run/results.json
}

# A value of a section, which has a key a line: a number, a word or nothing.
value() {
    section "$1" | sed -n 's/^ *"'"$2"'": \([-+.0-9A-Za-z"]*\),*$/\1/p'
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

missing=$(sed -n 's/^missing: //p' <<<"$summary")
output=verdict
# The test takes pairs in the order of their numbers: once it is decided, games that come after do not matter.
case $status:$(value match decision):$missing in
    0:'"H1"':*) verdict=improved code=0 why="the test accepts H1" ;;
    0:'"H0"':*) verdict=worse code=1 why="the test accepts H0" ;;
    0:*:) verdict=undecided code=3 why="all games are played" ;;
    0:*) verdict=missing code=4 why="\"Re-run failed jobs\" plays the games that are missing" ;;
    *) verdict=error code=2 why="the shards cannot be merged" ;;
esac
if [ "$verdict" = missing ] && [ "$PLAYED" = success ] && [ "$LAST" != true ]; then
    output=next verdict=true code=0 why="the next games decide"
fi

{
    if [ "$output" = next ]; then
        echo "### open so far: $why"
    else
        echo "### $verdict: $why"
    fi
    echo
    if [ -n "$(value match games)" ]; then
        echo "| $(cat plan/commits) | |"
        echo "|---|---|"
        echo "| Elo, as the test ends it | $(elo sprt_elo) [$(elo sprt_elo_low), $(elo sprt_elo_high)] |"
        echo "| LLR of H0, $(number %g elo0) Elo, and H1, $(number %g elo1) Elo | $(number %.2f llr) [$(number %.2f llr_lower), $(number %.2f llr_upper)] |"
        echo "| games that the test has seen | $(value match games) |"
        echo "| their pairs by points 0, 1/2, 1, 3/2, 2 | $(pairs) |"
        echo "| games that a crash, an illegal move or a clock ended | $(value pairings tainted) |"
        echo
    fi
    if [ "$CONFINED" = no ]; then
        printf 'Engines were **not confined** on these runners: a change could have forged its games.\n\n'
    fi
    # Nothing of it is markup: names are what engines call themselves.
    echo '<pre>'
    LC_ALL=C tr -d '\000-\010\013-\037\177' <<<"$summary" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
    echo '</pre>'
} >>"$GITHUB_STEP_SUMMARY"
echo "$output=$verdict" >>"$GITHUB_OUTPUT"
exit "$code"
