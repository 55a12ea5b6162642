#!/usr/bin/env bash
# Every program that halation compiles, includes and variants and all, goes through the reference compiler too.
source "$(dirname "$0")/lib.sh"

need glslangValidator
"$BUILD/tests/flatten_shaders" "$work" || exit

failed=0
for shader in "$work"/*; do
    if ! glslangValidator "$shader" >"$work.log"; then
        failed=1
        tail --lines=1 "$shader"
        grep ERROR "$work.log"
    fi
done
rm --force "$work.log"
((failed == 0)) || fail "the reference compiler rejects the shaders named above"
