#!/usr/bin/env bash
# Packs what people start, and what they read, into the folder NAME and an archive of it: pack.sh PROGRAMS NAME [.exe]
# PROGRAMS is the folder with the built programs, which must run here: the arena writes its completions and manual pages.
set -euo pipefail

programs=$1 name=$2 exe=${3-}
arena=$programs/evalarena$exe

rm -rf "$name"
mkdir -p "$name/completions" "$name/man"
for program in tournament michniewski otter chessbin slate-atkin compendium compendium-in-proportion \
    shannon turochamp pesto kaufman; do
    cp "$programs/$program$exe" "$name/"
done
"$arena" completions bash >"$name/completions/evalarena.bash"
"$arena" completions zsh >"$name/completions/_evalarena"
"$arena" completions fish >"$name/completions/evalarena.fish"
"$arena" completions powershell >"$name/completions/evalarena.ps1"
"$arena" man "$name/man"
cp -r README.md LICENSE CHANGELOG.md docs configs "$name/"
# What makes a crate of the configurations.
rm -r "$name"/configs/{Cargo.toml,LICENSE,src}
if [ -n "$exe" ]; then
    7z a -bso0 "$name.zip" "$name"
else
    tar czf "$name.tar.gz" "$name"
fi
