#!/usr/bin/env bash
# Files of every kind, as Pillow and a few lines of Python make them, through the program.
source "$(dirname "$0")/../lib.sh"

find_pillow
exec "$python" "$(dirname "$0")/images_test.py" "$HALATION" "$work"
