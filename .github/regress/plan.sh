#!/usr/bin/env bash
# The first job: builds the engine of two commits, packs all that the shards need into the folder pack/, and says
# which shards there are. project/ is a checkout of the engine's repository with its whole history.
#
# From the environment, by which nothing of it becomes part of a command line by accident:
#   BUILD, PROGRAM   what builds the engine, and where it then is, both seen from the repository's folder
#   BASE             the commit to be beaten; the one before, which for a pull request is what it is merged into
#   SHARDS, GAMES, SPRT, OPTIONS, BOOK, CONCURRENCY   how the match is played; the last two may be empty
#   ARENA            the program `tournament`
# Exit status: 0, or 2 with a message.
set -euo pipefail

die() {
    echo "error: $*" >&2
    exit 2
}

# Branches of a checkout by the runner have names of their remote only.
commit_of() {
    local name
    for name in "$1" "origin/$1"; do
        git -C project rev-parse --quiet --verify "$name^{commit}" && return
    done
    die "$1 is no commit of the repository; \`base\` takes a branch, a tag or a hash"
}

# Builds what is in a folder, and packs its program under a name.
build() {
    echo "==> $2: $BUILD"
    (cd "$1" && bash -euo pipefail -c "$BUILD") || die "the build of $2 failed"
    [ -f "$1/$PROGRAM" ] || die "the build of $2 left no file $PROGRAM"
    cp "$1/$PROGRAM" "pack/$2"
}

if ! [[ $SHARDS =~ ^[1-9][0-9]{0,2}$ ]] || ((SHARDS > 256)); then
    die "$SHARDS shards: a matrix has from 1 to 256 jobs"
fi
change=$(commit_of HEAD)
base=$(commit_of "${BASE:-HEAD^1}")
if [ -n "$BOOK" ] && ! [ -f "project/$BOOK" ]; then
    die "there is no file $BOOK in the repository"
fi

# On a machine of one's own they are there from the last time.
rm -rf base pack
git -C project worktree prune
git -C project worktree add --quiet --detach "$PWD/base" "$base"
git -C base submodule --quiet update --init --recursive

mkdir pack
build base base
build project change
cp "$ARENA" pack/tournament
# Both other jobs need no checkout, and have the scripts of this very commit.
cp "$(dirname "$0")/shard.sh" "$(dirname "$0")/merge.sh" pack/
echo "${change:0:12} against ${base:0:12}" >pack/commits

# The words of `tournament match`, one a line.
read -ra words <<<"$OPTIONS"
words+=(--games "$GAMES" --sprt "$SPRT")
if [ -n "$CONCURRENCY" ]; then
    words+=(--concurrency "$CONCURRENCY")
fi
if [ -n "$BOOK" ]; then
    mkdir pack/book
    cp "project/$BOOK" pack/book/
    words+=(--book "book/${BOOK##*/}")
fi
printf '%s\n' "${words[@]}" >pack/words

# What belongs to this plan has its number: a run that begins anew does not go on with other programs' games.
{
    echo "plan=$GITHUB_RUN_ATTEMPT"
    echo "shards=[$(seq -s, "$SHARDS")]"
} >>"$GITHUB_OUTPUT"
