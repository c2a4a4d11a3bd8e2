#!/usr/bin/env bash
# Packs what people start, and what they read, into the folder NAME and an archive of it: pack.sh PROGRAMS NAME [.exe]
# PROGRAMS is the folder with the built programs, which must run here: the arena writes its completions and manual pages.
set -euo pipefail

programs=$1 name=$2 exe=${3-}
arena=$programs/tournament$exe

rm -rf "$name"
mkdir -p "$name/completions" "$name/man"
for program in tournament michniewski otter chessbin slate-atkin compendium compendium-in-proportion \
    shannon turochamp pesto kaufman; do
    cp "$programs/$program$exe" "$name/"
done
"$arena" completions bash >"$name/completions/tournament.bash"
"$arena" completions zsh >"$name/completions/_tournament"
"$arena" completions fish >"$name/completions/tournament.fish"
"$arena" completions powershell >"$name/completions/tournament.ps1"
"$arena" man "$name/man"
cp -r README.md LICENSE CHANGELOG.md docs configs "$name/"
# What makes a crate of the configurations.
rm -r "$name"/configs/{Cargo.toml,LICENSE,src}
if [ -n "$exe" ]; then
    7z a -bso0 "$name.zip" "$name"
else
    tar czf "$name.tar.gz" "$name"
fi
