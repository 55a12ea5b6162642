#!/usr/bin/env bash
# --compare: its numbers against arithmetic of Python's own, what each tolerance tells apart, every exit status.
source "$(dirname "$0")/../lib.sh"

find_pillow
exec "$python" "$(dirname "$0")/compare_test.py" "$HALATION" "$work" "$PWD"
