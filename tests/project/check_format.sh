#!/usr/bin/env bash
# .clang-format is the style. Other versions of clang-format lay out a few things differently, so it is version 14's
# word that counts, Debian 12's.
source "$(dirname "$0")/../lib.sh"

need clang-format
if [[ $(clang-format --version) != *"version 14."* ]]; then
    echo "skipped: clang-format 14 is wanted, not $(clang-format --version)" >&2
    exit 77 # on a newer system no package has it
fi

mapfile -t files < <(project_files c h cpp)
((${#files[@]} > 20)) || fail "only ${#files[@]} files were found"
clang-format --dry-run --Werror "${files[@]}" || fail "run: clang-format -i on the files named above"

mapfile -t files < <(project_files sh glsl frag comp vert cmake)
long=$(LC_ALL=C.UTF-8 grep --line-number --with-filename '.\{121\}' "${files[@]}" || true)
[[ -z $long ]] || fail "lines over 120 columns:"$'\n'"$long"
