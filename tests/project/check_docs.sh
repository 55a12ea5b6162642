#!/usr/bin/env bash
# What the program knows stands in documents; they are stale when they differ from what it says now.
source "$(dirname "$0")/../lib.sh"

script/describe --check || fail "run: script/describe"

# So is docs/gallery.md, and each of its pictures says in itself which chain it shows.
diff --unified docs/gallery.md <(script/gallery --page) || fail "run: script/gallery"
for chain in assets/chains/*.chain; do
    name=$(basename "$chain" .chain) text=$("$HALATION" --print chain --chain "$name")
    grep --quiet --line-regexp "## $name" docs/gallery.md || fail "docs/gallery.md has no preset $name"
    for picture in "$name" "$name.harbour"; do
        grep --text --quiet --fixed-strings "$text" "docs/pictures/presets/$picture.png" ||
            fail "docs/pictures/presets/$picture.png is not there or shows another chain; run: script/gallery"
    done
done
for picture in docs/pictures/presets/*.png; do
    name=$(basename "$picture" .png)
    [[ -e assets/chains/${name%.harbour}.chain ]] || fail "$picture shows no preset; run: script/gallery"
done
for sheet in presets blurs scenes; do
    grep --text --quiet --fixed-strings "$sheet" "docs/pictures/sheets/$sheet.png" ||
        fail "docs/pictures/sheets/$sheet.png is not there or shows something else; run: script/gallery"
done
presets=$(basename --suffix=.chain assets/chains/*.chain | paste --serial --delimiters=, | sed 's/,/, /g')
grep --text --quiet --fixed-strings "$presets" docs/pictures/sheets/presets.png ||
    fail "docs/pictures/sheets/presets.png shows other presets; run: script/gallery"
pictures=$(find docs/pictures -name '*.png' -printf '%s\n' | paste --serial --delimiters=+)
((pictures <= 10 << 20)) || fail "the pictures of docs/ have $((pictures)) bytes, more than 10 MiB"

# What stands below the commands of docs/reference/translate.md is what they print.
sed --quiet '/^```console$/,/^```$/p' docs/reference/translate.md | grep --invert-match '^```' >"$work/shown"
grep '^\$ halation' "$work/shown" | while read -r line; do
    echo "$line" && eval "'$HALATION' ${line#* halation}"
done >"$work/printed"
(($(wc --lines <"$work/printed") > 50)) || fail "docs/reference/translate.md shows no commands"
diff --unified "$work/shown" "$work/printed" || fail "docs/reference/translate.md: the commands print something else"

# Numbers of a GPU are of the version whose results are published: documents name it, and no other one.
measured=$(sed --quiet 's/^ *"program": "halation \([0-9.]*\)".*/\1/p' docs/results/*/*.json | sort --unique)
[[ -n $measured ]] || fail 'docs/results has no results'
for version in $measured; do
    grep --quiet --word-regexp --fixed-strings "$version" docs/results/README.md ||
        fail "docs/results has numbers of halation $version, which docs/results/README.md does not name"
done
while read -r version; do
    grep --quiet --line-regexp --fixed-strings "$version" <<<"$measured" ||
        fail "README.md, docs/recipes.md or docs/effects.md quotes halation $version; docs/results is of" $measured
done < <(grep --no-filename --only-matching --perl-regexp '\b0\.\d\.\d\b' README.md docs/recipes.md docs/effects.md)
! grep --extended-regexp '^\| `[a-z_0-9]+` \|.*\| (NVIDIA|llvmpipe)[^|(]* \|' docs/effects.md ||
    fail "docs/effects.md: these are the fastest on a machine, and do not say in which version (.fastest_on)"
bloom=$(grep --only-matching --perl-regexp 'threshold,[^ ]*(?=,\.\.\.`)' docs/recipes.md) ||
    fail "docs/recipes.md names no bloom"
grep --quiet --fixed-strings "take $bloom," docs/results/h200/bloom.json ||
    fail "docs/recipes.md says that an H200 takes $bloom; docs/results/h200/bloom.json takes another"

# The answer in README.md is one of a machine, printed in lines of up to 80 columns.
sed --quiet '/^```console$/,/^```$/p' README.md | sed '/^```/d; /^\$/d; /^\.\.\.$/d' |
    sed ':next; $!N; s/\n  / /; t next; P; D' >"$work/answer"
(($(wc --lines <"$work/answer") > 0)) || fail "README.md begins with no answer"
while read -r line; do
    grep --quiet --fixed-strings "\"$line\"" docs/results/h200/blurs.json ||
        fail "README.md has an answer that docs/results/h200/blurs.json does not have: $line"
done <"$work/answer"

# The paths of docs/architecture.md are lines of a function and its file, in which the function is.
sed --quiet '/^## Four paths/,/^## /p' docs/architecture.md |
    grep '^ *[a-z_]* .*[.]c\(pp\)\?  *[a-zA-Z]' >"$work/paths" || true
(($(wc --lines <"$work/paths") >= 4 * 8)) || fail "docs/architecture.md shows no four paths"
while read -r function file _; do
    grep --quiet --extended-regexp "^[a-z].*\b$function\(" "$file" ||
        fail "docs/architecture.md: there is no $function in $file"
done <"$work/paths"

# Links between the documents lead to files that exist, and to headings of theirs.
has_heading() { # FILE HEADING: as links write it, in small letters with - between words
    sed --quiet 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g' |
        grep --quiet --line-regexp --fixed-strings -- "$2"
}
for document in README.md CHANGELOG.md CONTRIBUTING.md docs/*.md docs/*/*.md; do
    while read -r link; do
        file=$(dirname "$document")/${link%%#*}
        [[ -e $file ]] || fail "$document links to $link, which does not exist"
        [[ $link != *#* ]] || has_heading "$file" "${link#*#}" || fail "$document links to $link, which is no heading"
    done < <(grep --only-matching --perl-regexp '\]\(\K(?!https?:|#)[^)]+' "$document" || true)
done
