#!/usr/bin/env bash
# Uses the real window for a while as nobody would: keys, the mouse, sizes, good and broken shaders, all at random.
#   tests/program/soak.sh [SECONDS [SEED]]
# with HALATION the program and BUILD its folder. The same seed goes the same way. Ends with one line: what was done,
# how memory and GL objects grew, what the program said. It fails when the program ends, hangs, complains of what is
# nobody's fault, or keeps what it should let go.
seconds=${1:-30}
seed=${2:-1}
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/../window.sh"

failed() {
    tail --lines=20 "$work/words" >&2
    fail "$* (seed $seed, after $actions actions, the last: ${last_actions[*]})"
}

# ---- what is done

actions=0
last_actions=()
width=640
height=360
RANDOM=$seed

# The last eight, for the message when something fails.
act() {
    last_actions=("${last_actions[@]: -7}" "[$*]")
    actions=$((actions + 1))
    xdotool "$@" >/dev/null 2>&1 || failed "xdotool failed"
}

keys=(Tab shift+Tab Up Down Left Right shift+Left shift+Right Right Right Down Up space period h p k r b v v b
    bracketleft bracketright bracketright 1 2 3 4 5 6 9 ctrl+z ctrl+z ctrl+shift+z F5 F11 Return BackSpace ctrl+a)

press_key() { act key "${keys[RANDOM % ${#keys[@]}]}"; }
press_many() { act key --delay 5 $(for _ in 1 2 3 4 5 6; do echo "${keys[RANDOM % ${#keys[@]}]}"; done); }
move() { act mousemove --window "$window" $((RANDOM % width)) $((RANDOM % height)); }
click() { act mousemove --window "$window" $((RANDOM % width)) $((RANDOM % height)) click $((RANDOM % 3 + 1)); }
scroll() { act click $((4 + RANDOM % 2)); }
drag() {
    act mousemove --window "$window" $((RANDOM % width)) $((RANDOM % height)) mousedown 1
    act mousemove --window "$window" $((RANDOM % width)) $((RANDOM % height)) mouseup 1
}
type_number() {
    local texts=(0 1 16 2.5%h -3 1e9 nan 2% x '' 0.5)
    act keydown ctrl mousemove --window "$window" $((RANDOM % width)) $((RANDOM % height)) click 1 keyup ctrl
    act type --delay 5 -- "${texts[RANDOM % ${#texts[@]}]} "
    act key Return
}
resize() {
    local sizes=(640x360 320x200 1x1 961x2 3x601 777x501 1000x700 128x128 960x540)
    local size=${sizes[RANDOM % ${#sizes[@]}]}
    width=${size%x*} height=${size#*x}
    act windowsize "$window" "$width" "$height"
}
picture() {
    act key F12
    sleep 0.2
    rm --force ./*.png
}
break_shader() {
    local files=("$work"/shaders/*/*.glsl "$work"/shaders/*/*.comp)
    local file=${files[RANDOM % ${#files[@]}]}
    cp "$file" "$work/good"
    printf '\nvec3 broken( {\n' >>"$file"
    act key F5
    sleep 0.4 # until it has been read
    press_key
    cp "$work/good" "$file"
    act key F5
}

do_something() {
    sleep 0.04
    case $((RANDOM % 40)) in
    0) resize ;;
    1) break_shader ;;
    2) picture ;;
    3 | 4) drag ;;
    5 | 6) type_number ;;
    7 | 8 | 9) click ;;
    10) scroll ;;
    11) move ;;
    12 | 13 | 14) press_many ;;
    *) press_key ;;
    esac
}

# ---- what is watched

memory_mb() { awk '/^VmRSS/ { printf "%d", $2 / 1024 }' "/proc/$program/status"; }
objects() { sed --quiet 's/.*objects: //p' "$work/words" | tail --lines=1; }
count_of() { objects | sed --quiet "s/.*\b\([0-9]\+\) $1.*/\1/p"; }

enter_screen
open_window --gl-debug --verbose --size 640x360 --shader-dir "$work/shaders"
has_objects() { [[ -n $(objects) ]]; }
eventually "the program counts its objects" has_objects

# The most memory so far, after each round.
begin=$SECONDS
most=0
peaks=()
while ((SECONDS - begin < seconds)); do
    do_something
    kill -0 "$program" 2>/dev/null || failed "the program ended"
    memory=$(memory_mb)
    ((memory <= most)) || most=$memory
    peaks+=("$most")
done

# In a sixth of the rounds everything that is made once has been made, or nearly. Not of the time, for machines differ.
most_early=${peaks[${#peaks[@]} / 6]}

# All that was asked for is done, and then it ends as asked.
counted=$(grep --count 'objects: ' "$work/words" || true)
counts_again() {
    xdotool key Tab # a window that is paused draws only what changes
    (($(grep --count 'objects: ' "$work/words") > counted + 1))
}
eventually "the program draws on" counts_again
summary="soak: $seconds s, seed $seed, $actions actions; memory at most $most MB, $most_early in the first sixth"
summary+="; $(objects); $(grep --count --invert-match 'objects: ' "$work/words" || true) lines of words"

textures=$(count_of textures) programs=$(count_of programs)
((textures <= 200)) || failed "$textures textures are kept: $summary"
((programs <= 400)) || failed "$programs programs are kept: $summary"
((seconds < 600 || most <= most_early * 105 / 100)) || failed "memory grows: $summary"
((most <= 600)) || failed "$most MB: $summary"

# What a user did wrong is told; a fault of the GPU, of OpenGL or of memory is not to be seen.
if grep --ignore-case --extended-regexp 'GL_|OpenGL|gave up|out of memory|Sanitizer|assert' "$work/words" >&2; then
    failed "the program complains: $summary"
fi

child=$program
ends() {
    xdotool key Escape 2>/dev/null || true
    ! kill -0 "$child" 2>/dev/null
}
program=
eventually "Esc ends the program" ends
status=0
wait "$child" || status=$?
((status == 0)) || failed "the program ended with $status: $summary"
echo "$summary"
