#!/usr/bin/env bash
# Every program that halation compiles, includes and variants and all, goes through the reference compiler too.
source "$(dirname "$0")/../lib.sh"

need glslangValidator
"$BUILD/tests/flatten_shaders" "$work" || exit

# Many at a time, since starting takes the compiler longer than a shader does; one at a time to say which are wrong.
find "$work" -type f -print0 | xargs --null --max-args=64 glslangValidator >/dev/null && exit
for shader in "$work"/*; do
    if ! said=$(glslangValidator "$shader"); then
        tail --lines=1 "$shader"
        grep ERROR <<<"$said"
    fi
done
fail "the reference compiler rejects the shaders named above"
