#!/usr/bin/env bash
# script/new-effect in a copy of the project, whose path has a blank: an effect of each kind is written, keeps the rules
# of files, is compiled and linked with what the build has of the rest, draws, and passes what is tested of all effects.
source "$(dirname "$0")/../lib.sh"

need cc ninja clang-format
copy="$work/a copy"
mkdir "$copy"
tar --create --exclude=./build --exclude=./.git --exclude=./docs/pictures --exclude=./docs/results \
    --exclude=./tests/corpus --exclude=./tests/pictures . | tar --extract --directory="$copy"

# refuses WORDS ARGUMENT...: one line, and nothing is written.
refuses() {
    local status=0
    "$copy/script/new-effect" "${@:2}" >"$work/said" 2>&1 || status=$?
    [[ $status == 2 && $(wc --lines <"$work/said") == 1 ]] && grep --quiet "$1" "$work/said" ||
        fail "new-effect ${*:2}: status $status: $(cat "$work/said")"
}

find "$copy" -type f | sort >"$work/before"
cd /
refuses 'usage: script/new-effect NAME' brighter
refuses "'round' must be pointwise or spatial" brighter round
refuses "'Brighter' must be up to 30 small letters" Brighter pointwise
refuses "'filter' is a word of C or GLSL" filter spatial
refuses 'exposure.glsl is there already' exposure pointwise
refuses 'box is there already\|box.h is there already' box spatial
find "$copy" -type f | sort | diff "$work/before" - >&2 || fail "a refused effect has left files"

"$copy/script/new-effect" dusk pointwise >"$work/said"
"$copy/script/new-effect" nearby spatial >>"$work/said"
find "$copy" -type f | sort | diff "$work/before" - | sed --quiet "s:^> $copy/:wrote :p" >"$work/new" || true
diff "$work/new" <(grep '^wrote ' "$work/said" | sort) >&2 || fail "it does not name the files that it has written"

"$copy/tests/project/check_layers.sh" >"$work/said" 2>&1 || fail "check_layers.sh: $(cat "$work/said")"
if [[ $(clang-format --version) == *"version 14."* ]]; then
    (cd "$copy" && sed --quiet '/[.][ch]$/s/^wrote //p' "$work/new" | xargs clang-format --dry-run --Werror) ||
        fail "the files of a new effect are not formatted"
fi

for file in shaders/pointwise/dusk.glsl {effects/pointwise,effects/reference}/dusk.c tests/effects/dusk_test.c \
    assets/effects/dusk.md; do
    [[ $(<"$copy/docs/architecture.md") == *"$(<"$copy/$file")"* ]] ||
        fail "docs/architecture.md does not show $file as it is written"
done

# What has the table of effects, and the new files, are compiled; all else comes from the build's libraries.
mkdir "$work/objects"
cd "$copy"
sources=(effects/effects.c effects/reference/{reference,dusk,nearby}.c effects/pointwise/dusk.c)
sources+=(effects/nearby/*.c tests/effects/dusk_test.c)
for source in "${sources[@]}"; do
    cc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
        -Wno-missing-field-initializers -Werror -I. -c "$source" -o "$work/objects/${source//\//_}.o" &
done
files=$(find shaders assets docs/examples -type f | sort | paste --serial --delimiters=,)
chart=$(sed --quiet 's/^CHART_JS:[A-Z]*=//p' "$BUILD/CMakeCache.txt")
cmake -DOUTPUT="$work/embedded.c" -DROOT="$copy" -DFILES="$files,assets/chart.js=$chart" -P cmake/write_embedded.cmake
cc -std=gnu11 -I. -c "$work/embedded.c" -o "$work/objects/embedded.o"
wait
(($(find "$work/objects" -name '*.o' | wc --lines) == ${#sources[@]} + 1)) || fail "the new effects do not compile"

mv "$work/objects/tests_effects_dusk_test.c.o" "$work/dusk_test.o"

# link TARGET OBJECT...: as the build does, with the new objects before the libraries.
link() {
    local command
    command=$(ninja -C "$BUILD" -t commands "$1" | tail --lines=1)
    command=${command#: && }
    command=${command% && :}
    # shellcheck disable=SC2016 # eval expands $work, whose path may have blanks
    local objects_and_output=' "${@:2}" "$work"/objects/*.o -o "$work"/'${1##*/}' '
    (cd "$BUILD" && eval "${command/ -o $1 /$objects_and_output}") || fail "cannot link $1"
}
link halation
link tests/effects_tests "$work/dusk_test.o"
link tests/app_tests

run_test() { # PROGRAM NAME
    "$work/$1" "$2" >"$work/said" 2>&1 || fail "$2: $(grep --invert-match 'OK \]\|RUN' "$work/said")"
}
run_test effects_tests matters
run_test effects_tests dusk
run_test app_tests explain

cd "$work"
HALATION=$work/halation
for effect in dusk nearby; do
    run 0 help "$effect"
    run 0 --explain "$effect"
    run 0 --headless --screenshot "$effect.png" --size 64x48 --chain "$effect,tonemap"
    run 0 --headless --audit=impls --quick --chain "$effect"
    says "$effect"
done
run 0 --headless --screenshot plain.png --size 64x48 --chain tonemap
! cmp --quiet plain.png dusk.png && ! cmp --quiet plain.png nearby.png || fail "a new effect changes no picture"
