#!/usr/bin/env bash
# The job of one engine: builds the checkout in project/ with its submodules, and hands over one file, program.
#
# From the environment:
#   BUILD, PROGRAM   what builds the engine, and where it then is, both seen from the repository's folder
# Exit status: 0, or 2 with a message. What is built is foreign code: confine.sh keeps it from the rest of the job, and
# what it prints is no command to the runner.
set -euo pipefail
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"

# Bytes of a program at most.
PROGRAM_SIZE=$((512 << 20))
USER_OF_BUILDS=61000

rm -rf program
confinable
# In reach of a user who may not enter the runner's home, and with the toolchains that the image gives each new user.
folder=$(realpath "$(mktemp -d /var/tmp/build.XXXXXX)")
trap '"${sudo[@]}" rm -rf "$folder"' EXIT
mkdir "$folder/tmp" "$folder/home"
cp -a /etc/skel/. "$folder/home"
cp -a project "$folder/project"
if [ "$CONFINED" = yes ]; then
    "${sudo[@]}" chown -R "$USER_OF_BUILDS:$USER_OF_BUILDS" "$folder"
fi
quoted echo "$BUILD"
# shellcheck disable=SC2016 # the inner shell expands it
quoted "${sudo[@]}" env --ignore-environment CONFINED="$CONFINED" HOME="$folder/home" CI=true LANG=C.UTF-8 \
    PATH="$folder/home/.cargo/bin:$tools" bash "$scripts/confine.sh" "$USER_OF_BUILDS" "$folder" \
    bash -euo pipefail -c 'cd "$1"; git submodule --quiet update --init --recursive; exec bash -euo pipefail -c "$2"' \
    build "$folder/project" "$BUILD" ||
    die "the build failed"

# All processes of the build have ended: none can exchange the file while it is checked.
made=$folder/project/$PROGRAM
"${sudo[@]}" test -f "$made" || die "the build left no file $PROGRAM"
plain=$("${sudo[@]}" realpath --no-symlinks "$made")
if [ "$("${sudo[@]}" realpath "$made")" != "$plain" ] || [[ $plain != "$folder/project/"* ]]; then
    die "$PROGRAM is a link, or outside the repository's folder"
fi
(($("${sudo[@]}" stat --format %s "$plain") <= PROGRAM_SIZE)) || die "$PROGRAM has over $PROGRAM_SIZE bytes"
"${sudo[@]}" cat "$plain" >program
state program
