#!/usr/bin/env bash
# The real window: a chain is built by hand, with keys, typed words and the mouse. The chain that comes out is what the
# program says at its end. tests/window.sh says how.
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/../window.sh"

need import convert identify
enter_screen
open_window --gl-debug --size 640x360 --msaa 0 --scene checker \
    --chain exposure,encode
eventually "the window shows a picture" rich 2
press p
remember calm

# A list that is filtered by what is typed, with the keyboard from its first moment.
press Insert k a w a
eventually "Insert shows the list of effects" seen_otherwise calm
press Return
eventually "a blur after the exposure" pictured_otherwise calm
remember blurred
there_and_back_to() { # WHAT KEY: another picture than `blurred`, and back by undo
    press "$2"
    eventually "$1" pictured_otherwise blurred
    press ctrl+z
    eventually "undone: $1" pictured_as blurred
}
there_and_back_to "Delete removes the blur" Delete
there_and_back_to "Ctrl+D blurs twice" ctrl+d

# Measured, while the picture stays: the words that tell the fastest come at the end.
press m
eventually "M ends with the picture as it was" pictured_as blurred
eventually "nothing is left to be measured" at_rest

# The line of a step is dragged below the next one; where it lies is found by trying. The sheet leaves the left free.
press shift+Tab Delete Insert p i x e l Return # the blur is still selected
eventually "coarse squares of the blurred picture" pictured_otherwise blurred
press Tab p # the last step, so that the lines of the others follow one another
left() { convert "$work/$1.ppm" -crop 200x280+0+0 "$work/$1.left.ppm"; }
left_otherwise() { look && left now && ! cmp --quiet "$work/now.left.ppm" "$work/squares.left.ppm"; }
remember squares
left squares
for ((y = 100; y < 180; y += 11)); do
    xdotool mousemove --window "$window" 420 "$y" mousedown 1 mousemove --window "$window" 420 $((y + 15)) \
        mousemove --window "$window" 420 $((y + 30)) mouseup 1
    eventually "a drag is done" at_rest
    left_otherwise && break
done
left_otherwise || failed "no line of a step can be dragged"
press Escape
remember asked
kill -0 "$program" || failed "Esc does not ask before the chain is lost"
press Escape
ended "Esc ends the program" 0
[[ $(cat "$work/said") == pixelate,kawase,encode ]] || failed "the chain is $(cat "$work/said")"
[[ ! -s $work/words ]] || failed "the program says something"
