#!/usr/bin/env bash
# --output from outside: parts and shards against the whole, interruptions of every kind, streams.
source "$(dirname "$0")/../lib.sh"

find_pillow
exec "$python" "$(dirname "$0")/sequence_test.py" "$HALATION" "$work"
