# What the scripts of several jobs share. What other jobs have handed over is in handed/, a folder for each artifact.
# shellcheck shell=bash

scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Bytes of a shard's store at most.
STORE_SIZE=$((1 << 30))

die() {
    echo "error: $*" >&2
    exit 2
}

# Checks that the artifact FOLDER is the one file NAME that its job has stated by SHA-256. Any job of a run can replace
# any artifact, but state no outputs but its own.
handed() {
    local folder=handed/$1 name=$2 sha256=$3
    if [ "$(find "$folder" -mindepth 1 -printf '%y %P\n')" != "f $name" ]; then
        die "the artifact $1 is not one file $name"
    fi
    if [ "$(sha256sum <"$folder/$name")" != "$sha256  -" ]; then
        die "the artifact $1 is not what its job made"
    fi
}

# States what a job hands over.
state() {
    local sum
    sum=$(sha256sum <"$1")
    echo "sha256=${sum%% *}" >>"$GITHUB_OUTPUT"
}

# Copies the stores of shards that jobs have uploaded from the folder FROM to TO. Names of their folders are an extended
# regular expression; anything else there, or a link, is an error, which is printed.
stores() {
    local from=$1 to=$2 names=$3 kind size path
    while IFS=' ' read -r -d '' kind size path; do
        if ! [[ $kind = f && $path =~ ^([^/]+/)?$names/(failures\.log|run\.(lock|sqlite|sqlite-wal|sqlite-shm))$ ]]; then
            printf 'error: shards do not upload %q\n' "$path"
            return 1
        elif ((size > STORE_SIZE)); then
            printf 'error: %q has over %s bytes\n' "$path" "$STORE_SIZE"
            return 1
        elif [[ $path = *.sqlite || $path = *-wal ]]; then
            mkdir -p "$to/${path%/*}"
            cp "$from/$path" "$to/$path"
        fi
    done < <([ ! -d "$from" ] || find "$from" -mindepth 1 ! -type d -printf '%y %s %P\0')
}

# Runs a command whose output is foreign: no line of it is a command to the runner.
quoted() {
    local mark status=0
    mark=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    echo "::stop-commands::$mark"
    "$@" || status=$?
    echo "::$mark::"
    return "$status"
}

# Before anything foreign is run: finds out how commands become root for the sake of confine.sh; where they cannot, nothing
# is confined. From here on no program is taken from a folder of PATH that is not the system's own.
confinable() {
    # shellcheck disable=SC2034 # builds may use them
    tools=$PATH
    export PATH=/usr/sbin:/usr/bin:/sbin:/bin
    export CONFINED=yes
    sudo=()
    if [ "$(id -u)" != 0 ]; then
        sudo=(sudo --non-interactive)
    fi
    if ! "${sudo[@]}" bash "$scripts/confine.sh" 61000 "" true 2>/dev/null; then
        echo "::warning::Foreign programs are not confined on this machine: they can do whatever their job can."
        sudo=()
        CONFINED=no
    fi
}
