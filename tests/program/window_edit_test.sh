#!/usr/bin/env bash
# The real window: a chain is built by hand, with keys, typed words and the mouse. The chain that comes out is what the
# program says at its end. tests/window.sh says how.
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/../window.sh"

need import convert identify
enter_screen
open_window --gl-debug --size 640x360 --msaa 0 --redraw changes --scene checker --impl-profile=off --chain exposure,encode
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

# The line of the first step is dragged below the second: where it lies is found by trying.
press ctrl+Up
press Tab
press p
eventually "the panel is shown" pictured_otherwise blurred
press Escape
status=0
child=$program
program=
wait "$child" || status=$?
((status == 0)) || failed "the program ended with $status"
[[ $(cat "$work/said") == kawase,exposure,encode ]] || failed "the chain is $(cat "$work/said")"
[[ ! -s $work/words ]] || failed "the program says something"
