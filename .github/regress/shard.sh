#!/usr/bin/env bash
# A job of the matrix: plays shard SHARD of SHARDS for at most MINUTES, in the folder that plan.sh has packed. What
# earlier attempts of the run have uploaded is in earlier/, a folder each, whose names end with the attempt's number.
#
# Exit status: 0 all is played; 124 the time was over; 2 or others as the arena has them.
set -euo pipefail

# An upload forgets who may be executed.
chmod +x tournament change base

# The last attempt has all that those before had.
mkdir -p earlier run/shards
last=$(find earlier -mindepth 1 -maxdepth 1 -type d | sort --version-sort | tail -n 1)
if [ -n "$last" ]; then
    echo "This shard goes on with what $(basename "$last") has."
    cp -r "$last/." run/shards/
fi

mapfile -t words <words
status=0
# The arena ends at once when it is asked to, and each game is stored as it ends.
timeout --kill-after=60 "${MINUTES}m" \
    ./tournament match ./change ./base "${words[@]}" --out run --shard "$SHARD/$SHARDS" || status=$?
if [ "$status" = 124 ] || [ "$status" = 137 ]; then
    echo "::warning::Shard $SHARD has played for $MINUTES minutes and is not finished; \"Re-run failed jobs\" goes on with it."
    exit 124
fi
exit "$status"
