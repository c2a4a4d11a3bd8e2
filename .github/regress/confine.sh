#!/usr/bin/env bash
# Runs a command as a user without rights: confine.sh USER FOLDER COMMAND...
#
# USER is a number that no account has. The command can write into FOLDER and nowhere else, and in place of /tmp it has
# FOLDER/tmp; what it leaves running ends with it. With an empty FOLDER it is a program in play: it can write nothing but
# an empty /tmp of its own, and has neither a network nor sockets of services; it is the same process, which the arena can
# kill. With CONFINED=no, where this cannot be done (common.sh), the command is run as it is.
set -euo pipefail

user=$1 folder=$2
shift 2
if [ "${CONFINED-}" = no ]; then
    exec "$@"
fi
kind=(--net)
if [ -n "$folder" ]; then
    kind=(--pid --fork --mount-proc)
fi
# Runners have folders that are writable for all and in the PATH of later jobs: nothing of the file system can be written
# to. Programs are named in full for the same reason.
# shellcheck disable=SC2016 # the inner shell expands it
exec /usr/bin/unshare --mount --ipc "${kind[@]}" /bin/bash -euo pipefail -c '
    user=$1 folder=$2
    shift 2
    if [ -n "$folder" ]; then
        /usr/bin/mount --bind "$folder" "$folder"
        /usr/bin/mount --bind "$folder/tmp" /tmp
        own=(/dev/shm /run/lock)
    else
        own=(/dev/shm /tmp /run)
    fi
    for place in "${own[@]}"; do
        [ ! -d "$place" ] || /usr/bin/mount -t tmpfs -o mode=1777,size=256m tmpfs "$place"
    done
    /usr/bin/mount -o remount,bind,ro /
    exec /usr/bin/setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs \
        --inh-caps=-all --bounding-set=-all "$@"
' confine "$user" "$folder" "$@"
