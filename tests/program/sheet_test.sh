#!/usr/bin/env bash
# --sheet and --overlay from outside: what lies where on the pictures, and what is said where they cannot be made.
source "$(dirname "$0")/../lib.sh"

find_pillow
if ! "$HALATION" --list gpus >"$work/gpus" 2>&1; then
    skip "no GPU here: $(cat "$work/gpus")"
fi
exec "$python" "$(dirname "$0")/sheet_test.py" "$HALATION" "$work"
