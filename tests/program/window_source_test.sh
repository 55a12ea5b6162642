#!/usr/bin/env bash
# The real window: the point spread of a blur, and its GLSL, which goes to the clipboard.
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/../window.sh"

need import convert identify xclip
enter_screen
open_window --gl-debug --size 900x400 --msaa 0 --scene checker --chain 'gaussian:sigma=3:impl=fs_separable'
eventually "the window shows a picture" rich 30
remember calm

# Times, light, spread. What is measured ends, and a window that stands still draws nothing again.
press shift+i
eventually "the page of the spread is shown" pictured_otherwise calm
rests "a window that has measured a point spread"
remember spread
press ctrl+h
eventually "its height becomes logarithmic" pictured_otherwise spread
remember calm

copied_file() {
    timeout 5 xclip -selection clipboard -out >"$work/clipboard" 2>/dev/null &&
        cmp --quiet "$work/clipboard" "$1"
}
changes "U shows the GLSL" u
press ctrl+u shift+u # the first that the program includes
eventually "Shift+U copies a file as it is written" copied_file "$work/shaders/gaussian/gaussian.glsl"

press Escape Escape
ended "Esc closes the sheet, then the window" 0
