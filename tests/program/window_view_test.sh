#!/usr/bin/env bash
# The real window: how the picture is looked at, by keys and by the mouse on it, and keys that build a chain.
# tests/window.sh says how.
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/../window.sh"

need import convert identify
enter_screen
convert -size 64x64 radial-gradient:white-gray20 -fill red -draw 'rectangle 40,16 43,19' square.png

# A square picture in a wide window: what is beside it is black until it fills.
starts --gl-debug --size 640x360 --image square.png \
    --chain exposure,saturation,tonemap
alone 640x360
remember calm
changes "F fills the window with the picture" f
press f
eventually "F again stretches it" pictured_otherwise calm
press f
eventually "and again fits it" pictured_as calm
press plus plus plus
eventually "enlarged three times" pictured_otherwise calm
remember enlarged
press o
eventually "O shows it 1:1" pictured_as calm # the picture has the window's size
press plus plus plus
eventually "enlarged again" pictured_as enlarged
press 0
eventually "0 shows all of it" pictured_as calm

# The red square of the picture, 22 pixels wide in the window, under the pointer.
red_at() {
    look && [[ $(convert "$work/now.ppm" -format "%[fx:p{$1,$2}.r > p{$1,$2}.g + 0.2]" info:) == 1 ]]
}
red_no_more_at() { look && ! red_at "$1" "$2"; }
drag_from() { # X Y TO_X TO_Y BUTTON
    xdotool mousemove "$1" "$2" mousedown "$5" mousemove "$3" "$4" mouseup "$5"
}
xdotool mousemove 373 101
there_and_back "L is a loupe at the pointer" l
red_at 373 101 && red_no_more_at 403 101 || failed "the square is elsewhere"
xdotool click 4 click 4 click 4
eventually "the wheel enlarges" red_at 403 101
red_at 343 101 && red_at 373 131 && red_at 373 71 || failed "the wheel does not enlarge at the pointer"
drag_from 373 101 493 201 2
eventually "the middle button moves the picture" red_at 493 201
red_no_more_at 373 101 || failed "the middle button moves it otherwise"
xdotool keydown alt
drag_from 493 201 253 201 1
xdotool keyup alt
eventually "Alt and a drag move it" red_at 253 201
red_no_more_at 493 201 || failed "Alt and a drag move it otherwise"
xdotool mousemove 320 180 click 5 click 5 click 5 mousemove 1 1
eventually "the wheel shows all of it again" pictured_as calm

changes "P shows the panel" p
remember calm
there_and_back "Ctrl+= makes its letters larger" ctrl+equal ctrl+0

# Steps by keys: one is added, a value is typed, another step moved up, down and up. The chain is said at the end, and
# the letters are kept.
press ctrl+i d i t h e r Return
press Tab Return 1 period 5 Return Tab ctrl+Up ctrl+Down ctrl+Up Right ctrl+equal ctrl+equal ctrl+minus Print
has_picture() { [[ -e halation_0001.png ]]; }
eventually "PrintScreen writes a picture" has_picture
press Escape Escape
ended "Esc ends the program" 0
chain=$(tail --lines=1 "$work/said")
[[ $chain =~ ^saturation:[a-z]+=[0-9.]+,exposure:ev=1.5,tonemap,dither$ ]] || failed "the chain is $chain"
grep --quiet ':letters=1[1-9]' "$XDG_STATE_HOME/halation/window" || failed "the letters' size is not kept"
[[ ! -s $work/words ]] || failed "the program says something"
