#!/usr/bin/env bash
# Files of every kind, as Pillow and a few lines of Python make them, through the program.
source "$(dirname "$0")/../lib.sh"

# The first Python that has Pillow: the one of the packages may not be the first of the path.
for python in python3 /usr/bin/python3 ''; do
    [[ -z $python ]] && skip "python3-pil is not installed; script/bootstrap --test installs it"
    "$python" -c 'import PIL.Image' 2>/dev/null && break
done
exec "$python" "$(dirname "$0")/images_test.py" "$HALATION" "$work"
