#!/usr/bin/env bash
# Uses the real window at random: every key of its list, the mouse, text, sizes, files that are
# dropped and written, good and broken shaders.
#   tests/program/soak.sh [ACTIONS [SEED [input|rewriting]]]
# with HALATION the program and BUILD its folder; 20000 take about an hour. The same seed goes the same way. In the last
# third of them, or in all with `rewriting`, or never with `input`, there is little input, and what the window uses is
# rewritten: its chain, palettes, shaders, steps and picture, by good, broken, empty and huge contents, and by what is
# no file.
# Ends with one line: what was done, how memory, threads, descriptors and GL objects grew. It fails when the program
# ends, hangs, shows nothing any more, complains of what no user did wrong, or keeps what it should let go.
#
# The memory that the process has at random moments, and more so the most of it, is chance: two sides, a large picture
# and a large window take three times as much as none, and the C library keeps up to half of it for later. So every few
# hundred rounds the window is brought to one state, and what is allocated in those states is compared, early and late.
wanted=${1:-200}
seed=${2:-1}
does=${3:-input then rewriting}
source "$(dirname "$0")/../lib.sh"
source "$root/tests/window.sh"
unset HALATION_PROFILE # as users have it
source "$root/tests/soak_input.sh"

need import convert
find_dropper

failed() {
    cp "$work/now.ppm" "$BUILD/soak.ppm" 2>/dev/null || true
    tail --lines=20 "$work/words" >&2
    fail "$* (seed $seed, after $actions actions, the last: ${last_actions[*]})"
}

actions=0
last_actions=()
width=640
height=360
RANDOM=$seed

# The last eight, for the message when something fails.
note() {
    last_actions+=("[$*]")
    ((${#last_actions[@]} <= 8)) || last_actions=("${last_actions[@]:1}")
    actions=$((actions + 1))
}
act() {
    note "$@"
    xdotool "$@" >/dev/null 2>&1 || failed "xdotool failed"
}

# Every key, and again those that turn values, change steps and take that back.
mapfile -t keys < <("$HALATION" --list keys | list_keys)
((${#keys[@]} > 50)) || fail "--list keys has ${#keys[@]} keys"
keys+=(Tab Tab Up Down Left Right Right Right Down b v v bracketright 1 2 3 ctrl+z ctrl+z Return BackSpace)

# ---- what is watched

status_of() { awk -v name="$1:" '$1 == name { print $2 }' "/proc/$program/status"; }
memory_mb() { echo $(($(status_of VmRSS) / 1024)); }
descriptors() { find "/proc/$program/fd" -mindepth 1 2>/dev/null | wc --lines; }
objects() { sed --quiet 's/.*objects: //p' "$work/words" | tail --lines=1; }
count_of() { objects | sed --quiet "s/.*\b\([0-9]\+\) $1.*/\1/p"; }

enter_screen
make_files
open_window --gl-debug --verbose --size 640x360 --shader-dir "$work/shaders" --effects "$work/files"
has_objects() { [[ -n $(objects) ]]; }
eventually "the program counts its objects" has_objects

# most NAME VALUE: the most so far.
declare -A most=([memory]=0 [threads]=0 [descriptors]=0)
most() { (($2 <= most[$1])) || most[$1]=$2; }

# ---- one state, again and again

# Return ends what is typed or chosen, and H closes a large sheet, or puts the keys in its place.
light() { look && convert "$work/now.ppm" -colorspace gray -format '%[fx:int(255*mean)]' info:; }
white_part() { look && convert "$work/now.ppm" -colorspace gray -threshold 90% -format '%[fx:int(100*mean)]' info:; }
becomes_white() {
    # The press leaves a field. Insert opens a list with a filter, or one is open; the first Escape clears the filter,
    # and the second closes the list.
    act mousemove --window "$window" 540 20 click 1 key Insert x Escape Escape ctrl+a 0
    act key --repeat 20 --delay 5 e
    drop plain.chain white.png
    sleep 1
    (($(white_part) > 25)) # the difference of two sides is grey
}

# A window that is paused draws only what changes.
count_counts() { grep --count 'objects: ' "$work/words" || true; }
counts_again() {
    xdotool key Tab
    (($(count_counts) > counted + 1))
}
draws_on() {
    counted=$(count_counts)
    eventually "the program draws on" counts_again
}

# One side, a small white picture, the shortest chain, a window of one size. Textures that are not asked for any more go
# within 60 frames.
become_calm() {
    [[ $does != rewriting ]] || mend_all
    width=960 height=540
    act windowsize "$window" "$width" "$height"
    eventually "a white picture is seen" becomes_white
    act key --repeat 80 --delay 100 Tab
    draws_on
}

median() { sort --numeric-sort | awk '{ n[NR] = $1 } END { print n[int((NR + 1) / 2)] }'; }

# Of the first third after a sixth in which everything is made once, and of the last third.
early_memory() { printf '%s\n' "${calm_memory[@]:${#calm_memory[@]} / 6:${#calm_memory[@]} / 3}" | median; }
late_memory() { printf '%s\n' "${calm_memory[@]: -(${#calm_memory[@]} / 3)}" | median; }

# ---- the search

[[ $does != rewriting ]] || begin_rewriting
rounds=0
calm_memory=()
while ((rounds < wanted)); do
    if [[ $does == *then* ]] && ((3 * rounds > 2 * wanted)); then
        does=rewriting
        begin_rewriting
    fi
    if [[ $does == rewriting ]]; then do_rewriting; else do_something; fi
    rounds=$((rounds + 1))
    kill -0 "$program" 2>/dev/null || failed "the program ended"
    most memory "$(memory_mb)"
    most threads "$(status_of Threads)"
    most descriptors "$(descriptors)"
    [[ $does != rewriting ]] || ((rounds % 20)) || draws_on
    if ((rounds % 400 == 0)); then
        become_calm
        calm_memory+=("$(count_of 'MiB allocated')")
        [[ $does != rewriting ]] || drop rewritten.chain rewritten.png
    fi
done

# ---- the end

# All that was asked for is done, and the picture is that of the last files: white, and then black.
is_dark() { (($(light) < 50)); }
[[ $does != rewriting ]] || mend_all
draws_on
act windowsize "$window" 960 540
eventually "a white picture is seen" becomes_white
drop black.png
eventually "a black picture is seen" is_dark

summary="soak: $wanted rounds, seed $seed, $actions actions; memory at most ${most[memory]} MB, allocated when"
summary+=" calm ${calm_memory[*]:-not looked at}; threads at most ${most[threads]}, descriptors ${most[descriptors]}"
summary+="; $(objects); $(grep --count --invert-match 'objects: ' "$work/words" || true) lines of words"

textures=$(count_of textures) programs=$(count_of programs)
((textures <= 200)) || failed "$textures textures are kept: $summary"
((programs <= 400)) || failed "$programs programs are kept: $summary"
# The programs that are kept, 64 of 0.3 to 3 MB each, are others each time.
memory_grows() { ((${#calm_memory[@]} >= 6)) && (($(late_memory) > $(early_memory) + 25)); }
! memory_grows || failed "memory grows: $summary"
((most[memory] <= 900)) || failed "${most[memory]} MB: $summary"
((most[threads] <= 60 && most[descriptors] <= 60)) || failed "threads or descriptors are kept: $summary"

# What a user did wrong is told; a fault of the GPU, of OpenGL or of memory, and a warning of anything but the files
# that were dropped, is not to be seen.
grep --invert-match 'panel: \|frames: ' "$work/words" >"$work/faults" || true # what --verbose counts
if grep --ignore-case --extended-regexp 'GL_|OpenGL|gave up|out of memory|Sanitizer|assert' "$work/faults" >&2; then
    failed "the program complains: $summary"
fi
grep --extended-regexp '^halation: [a-z ]+: (warning|error): ' "$work/words" >"$work/warnings" || true
if grep --invert-match --fixed-strings "$work/" "$work/warnings" >&2; then
    failed "the program warns: $summary"
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
