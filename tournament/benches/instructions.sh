#!/usr/bin/env bash
# Whether the engines take more instructions a node than they did at a commit.
#
#   tournament/benches/instructions.sh COMMIT [--engines "NAME ..."] [--depth PLIES] [--limit PERCENT]
#
# Both versions are built, the other one from a clone in target/instructions. Instructions are of
# `bench PLIES` below the root, counted by valgrind, which has to be installed. An engine that takes
# more than PERCENT (3) more is warned of, on GitHub at the pull request, and the exit status stays 0:
# a search that is better by more than it costs is welcome.
set -euo pipefail

usage() { sed -n '2,9s/^# \?//p' "$0"; }
die() { echo "$0: $*" >&2; exit 2; }

engines="michniewski slate-atkin chessbin compendium compendium-in-proportion"
depth=6 limit=3 commit=
while (($#)); do
    case $1 in
    -h | --help) usage; exit ;;
    --engines | --depth | --limit)
        (($# > 1)) || die "$1 wants a value"
        declare "${1#--}=$2"
        shift
        ;;
    -*) die "no option $1; --help has those there are" ;;
    *) commit=$1 ;;
    esac
    shift
done
[[ -n $commit ]] || die "against which commit? For example: $0 HEAD~1"
[[ $depth =~ ^[1-9][0-9]?$ ]] || die "--depth wants plies, not $depth"
[[ $limit =~ ^[0-9]+$ ]] || die "--limit wants a whole percent, not $limit"
command -v valgrind >/dev/null || die "valgrind counts the instructions: apt-get install valgrind"

root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
. tournament/benches/counted.sh
hash=$(git rev-parse --quiet --verify "$commit^{commit}") || die "git knows no commit $commit"
target=${CARGO_TARGET_DIR:-$root/target}
other=$root/target/instructions

# By a manifest: packages had other names at older commits, and engines were in the crates of their evaluations.
build() {
    local folder folders=(engines)
    [[ -d engines ]] || folders=(eval-simplified eval-chessbin eval-slate-atkin eval-compendium)
    for folder in "${folders[@]}"; do
        cargo build --quiet --release --locked --manifest-path "$folder/Cargo.toml"
    done
}

rm -rf "$other/project"
git clone --quiet --no-checkout "$root" "$other/project"
git -C "$other/project" checkout --quiet "$hash"
build
(cd "$other/project" && CARGO_TARGET_DIR=$other/target build)

printf '| engine | instructions a node at %s | here | change |\n|---|--:|--:|--:|\n' "${hash:0:9}"
warnings=()
for engine in $engines; do
    now=$(instructions_a_node "$target/release/$engine" "$depth")
    if ! [ -x "$other/target/release/$engine" ]; then
        printf '| %s | | %d | |\n' "$engine" "$now"
        continue
    fi
    before=$(instructions_a_node "$other/target/release/$engine" "$depth")
    change=$(awk -v a="$before" -v b="$now" 'BEGIN { printf "%+.1f", 100 * (b - a) / a }')
    printf '| %s | %d | %d | %s %% |\n' "$engine" "$before" "$now" "$change"
    if ((100 * now > (100 + limit) * before)); then
        warnings+=("$engine takes $now instructions a node and took $before: $change %")
    fi
done
for warning in ${warnings[@]+"${warnings[@]}"}; do
    if [[ -n ${GITHUB_ACTIONS-} ]]; then warning="::warning title=Slower::$warning"; else warning="warning: $warning"; fi
    echo "$warning" >&2
done
