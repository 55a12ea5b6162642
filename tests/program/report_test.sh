#!/usr/bin/env bash
# Files of results from outside: what --results writes in each form, and the pages of it and of --report in a browser.
source "$(dirname "$0")/../lib.sh"

need python3
if ! "$HALATION" --list gpus >"$work/gpus" 2>&1; then
    skip "no GPU here: $(cat "$work/gpus")"
fi
exec python3 "$(dirname "$0")/report_test.py" "$HALATION" "$work"
