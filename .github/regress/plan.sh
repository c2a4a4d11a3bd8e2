#!/usr/bin/env bash
# The first job: decides what is compared and how, without running anything of the repository. project/ is a checkout of
# it with its whole history; plan.tar is what the other jobs get.
#
# From the environment, by which nothing of it becomes part of a command line by accident:
#   BASE             the commit to be beaten; the one before, which for a pull request is what it is merged into
#   SHARDS, GAMES, SPRT, OPTIONS, BOOK, CONCURRENCY   how the match is played; the last two may be empty
# Exit status: 0, or 2 with a message.
set -euo pipefail
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"

# The matrices of the workflow, one after another.
WAVES=4
# Bytes of a book at most.
BOOK_SIZE=$((256 << 20))

# Branches of a checkout by the runner have names of their remote only.
commit_of() {
    local name
    for name in "$1" "origin/$1"; do
        git -C project rev-parse --quiet --verify --end-of-options "$name^{commit}" && return
    done
    die "$1 is no commit of the repository; \`base\` takes a branch, a tag or a hash"
}

# The object that is the book of a commit: git's own list of its files has no links to follow, and nothing outside it.
book_of() {
    local listed object
    listed=$(git -C project -c core.quotePath=false --literal-pathspecs ls-tree --full-tree "$1" -- "$BOOK" 2>&1) || true
    if ! [[ $listed =~ ^100[0-7]+\ blob\ ([0-9a-f]+)$'\t'(.*)$ && ${BASH_REMATCH[2]} == "$BOOK" ]]; then
        die "there is no file $BOOK in ${1:0:12}, the commit to be beaten; a link or a submodule's file is none"
    fi
    object=${BASH_REMATCH[1]}
    (($(git -C project cat-file -s "$object") <= BOOK_SIZE)) || die "$BOOK has over $BOOK_SIZE bytes"
    echo "$object"
}

if ! [[ $SHARDS =~ ^[1-9][0-9]{0,2}$ ]] || ((SHARDS > 256)); then
    die "$SHARDS shards: a matrix has from 1 to 256 jobs"
fi
change=$(commit_of HEAD)
base=$(commit_of "${BASE:-HEAD^1}")

# A runner that is kept has them from the last time.
rm -rf plan plan.tar
mkdir plan
echo "${change:0:12} against ${base:0:12}" >plan/commits

# The words of `evalarena match`, one a line.
read -ra words <<<"$OPTIONS"
words+=(--games "$GAMES" --sprt "$SPRT")
if [ -n "$CONCURRENCY" ]; then
    words+=(--concurrency "$CONCURRENCY")
fi
if [ -n "$BOOK" ]; then
    book=$(book_of "$base")
    mkdir plan/book
    git -C project cat-file blob "$book" >"plan/book/${BOOK##*/}"
    words+=(--book "book/${BOOK##*/}")
fi
printf '%s\n' "${words[@]}" >plan/words
tar cf plan.tar plan

# Parts of the games are played in waves, the first ones first: a test that is decided needs no further wave.
waves=
for ((wave = 0; wave < WAVES; wave++)); do
    waves+=",[$(seq -s, $((wave * SHARDS + 1)) $(((wave + 1) * SHARDS)))]"
done
# What belongs to this plan has its number: a run that begins anew does not go on with other programs' games.
{
    echo "plan=$GITHUB_RUN_ATTEMPT"
    echo "change=$change"
    echo "base=$base"
    echo "parts=$((WAVES * SHARDS))"
    echo "waves=[${waves:1}]"
} >>"$GITHUB_OUTPUT"
state plan.tar
