#!/usr/bin/env bash
# A job of a matrix: plays part SHARD of PARTS for at most MINUTES, into run/shards/. handed/ has the arena's program, the
# plan and both engines; earlier/ has what earlier attempts of the run have uploaded, a folder each, whose names end with
# the attempt's number.
#
# From the environment also ARENA_SHA256, PLAN_SHA256, BASE_SHA256 and CHANGE_SHA256, of what is handed over.
# Exit status: 0 all is played; 124 the time was over; 2 or others as the arena has them.
set -euo pipefail
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"

# Neither engine can touch the other's processes.
declare -A USERS=([base]=61001 [change]=61002)

handed arena tournament "$ARENA_SHA256"
handed plan plan.tar "$PLAN_SHA256"
handed base program "$BASE_SHA256"
handed change program "$CHANGE_SHA256"

# The last attempt has all that those before had.
name=$(printf '%0*d-of-%d' "${#PARTS}" "$SHARD" "$PARTS")
rm -rf run stores
mkdir -p run/shards stores
stores earlier stores "$name"
last=$(find stores -type d -name "$name" | sort --version-sort | tail -n 1)
if [ -n "$last" ]; then
    echo "This shard resumes what an earlier attempt has played."
    cp -r "$last" run/shards/
fi

confinable
# In reach of users who may not enter the runner's home.
folder=$(mktemp -d /var/tmp/play.XXXXXX)
trap '"${sudo[@]}" chown -R "$(id -u)" run; rm -rf "$folder"' EXIT
chmod 755 "$folder"
tar xf handed/plan/plan.tar -C "$folder" --strip-components 1
mkdir "$folder/programs"
cp handed/base/program "$folder/programs/base"
cp handed/change/program "$folder/programs/change"
cp handed/arena/evalarena "$scripts/confine.sh" "$folder"
# The arena knows an engine by all files that its script names.
for side in base change; do
    printf '#!/bin/sh\nexec ./confine.sh %s "" ./programs/%s\n' "${USERS[$side]}" "$side" >"$folder/$side"
done
chmod -R a+rX "$folder"
chmod 755 "$folder"/{tournament,confine.sh,base,change} "$folder"/programs/*

mapfile -t words <"$folder/words"
run=$PWD/run
status=0
cd "$folder"
# The arena ends at once when it is asked to, and each game is stored as it ends.
quoted "${sudo[@]}" env --ignore-environment CONFINED="$CONFINED" HOME=/ LANG=C.UTF-8 PATH="$PATH" \
    timeout --kill-after=60 "${MINUTES}m" \
    ./evalarena match ./change ./base "${words[@]}" --out "$run" --shard "$SHARD/$PARTS" || status=$?
cd "$OLDPWD"
if [ "$status" = 124 ] || [ "$status" = 137 ]; then
    echo "::warning::Shard $SHARD has played for $MINUTES minutes and is not finished; \"Re-run failed jobs\" resumes it."
    exit 124
fi
exit "$status"
