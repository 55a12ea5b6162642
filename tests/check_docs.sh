#!/usr/bin/env bash
# docs/effects.md is printed from the tables of parameters; it is stale when it differs from what they say now.
source "$(dirname "$0")/lib.sh"

"$HALATION" --print effects-md >"$work/effects.md" || fail "halation --print effects-md ended with $?"
grep --quiet '^#' "$work/effects.md" || fail "halation --print effects-md printed no heading"
diff --unified docs/effects.md "$work/effects.md" || fail "run: halation --print effects-md > docs/effects.md"

# Links between the documents lead to files that exist.
for document in README.md CHANGELOG.md docs/*.md; do
    while read -r link; do
        [[ -e $(dirname "$document")/${link%%#*} ]] || fail "$document links to $link, which does not exist"
    done < <(grep --only-matching --perl-regexp '\]\(\K(?!https?:|#)[^)]+' "$document" || true)
done
