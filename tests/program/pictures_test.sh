#!/usr/bin/env bash
# The project's own golden pictures. What differs lies in the build's folder `pictures`.
source "$(dirname "$0")/../lib.sh"

"$HALATION" --headless --verify tests/pictures --diff "$BUILD/pictures" ||
    fail "tests/pictures; halation --verify tests/pictures --accept NAME takes a picture that was looked at and is good"
