#!/usr/bin/env bash
# The real window: two chains beside each other, the mouse, a slow frame, a screen that goes away. tests/window.sh says
# how.
source "$(dirname "$0")/../lib.sh"
source "$root/tests/window.sh"

need import identify
enter_screen

# Two sides: A is dark and B is bright, beside a line that the mouse drags; each key shows them another way. Shift and a
# drag draw a region, the wheel enlarges.
starts --size 640x360 --scene checker --chain exposure:ev=-5,tonemap --chain tonemap
alone 640x360
# bright X: a part of the lower half is, around that column.
bright() {
    local part="60x60+$(($1 - 30))+190"
    look && (($(identify -format '%[fx:int(255*mean)]' "$work/now.ppm[$part]") > 60))
}
dark() { look && ! bright "$1"; }
eventually "A is left of the line" dark 280
eventually "B is right of it" bright 360
xdotool mousemove 320 200 mousedown 1 mousemove 250 210 mousemove 160 220
eventually "the line follows the mouse" bright 280
xdotool mouseup 1
press slash
eventually "B alone, which is edited" bright 200
press ctrl+Tab
eventually "A alone" dark 360
xdotool keydown n
eventually "N shows the other side" bright 200
xdotool keyup n
eventually "and lets it go" dark 200
press s
eventually "B is the right half" bright 500
eventually "A is the left half" dark 140
press x
eventually "X lets them change places" bright 140
press x
eventually "X again gives them back" dark 140
press d
eventually "the difference is light where B is brighter" bright 100
press slash
eventually "the line is where it was" dark 100
remember calm
xdotool mousemove 500 250 click 4 click 4 click 4
eventually "the wheel enlarges" pictured_otherwise calm
remember enlarged
xdotool mousemove 500 250 mousedown 2 mousemove 400 280 mouseup 2
eventually "the middle button moves the picture" pictured_otherwise enlarged
press 0
eventually "0 shows all of it" pictured_as calm
xdotool mousemove 64 216 keydown shift mousedown 1
xdotool mousemove 200 280 mousemove 319 323
eventually "Shift and a drag draw a region" pictured_otherwise calm
xdotool mouseup 1 keyup shift
press Escape Escape # the first one asks
ended "Esc ends the window of two sides" 0
both=$'# A: exposure ev=-5 roi=0.1/0.6/0.5/0.9\nexposure:ev=-5:roi=0.1/0.6/0.5/0.9,tonemap\n# B: no exposure\ntonemap'
[[ $(said) == "$both" ]] || failed "the region was drawn otherwise: $(said)"

# A frame that takes long, here for ever: a click on a value, what is typed and Return all come before the next one.
starts --size 960x540 --chain exposure
press space
eventually "the window rests" at_rest
kill -STOP "$program"
xdotool mousemove 1260 107 click 1 key 1 period 5 Return
kill -CONT "$program"
eventually "the value is typed" at_rest

# The screen goes away: one line, status 3, and the chain is said all the same.
kill "$server"
wait "$server" || true
server=
ended "the program ends with its screen" 3
[[ $(wc --lines <"$work/words") == 1 ]] || failed "a lost screen is not told in one line"
[[ $(said) == exposure:ev=1.5 ]] || failed "what was typed in one frame is lost: $(said)"
