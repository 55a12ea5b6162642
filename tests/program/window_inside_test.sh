#!/usr/bin/env bash
# The real window: a pass is looked at by a key and by a click in the tree of times, its picture is the one of --at, and
# the page of light stands still where nothing changes. tests/window.sh says how.
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/../window.sh"

need import convert identify
enter_screen

starts --size 900x420 --scene checker --chain threshold,dual:sigma=4,composite,tonemap
press p
remember whole
press ctrl+k
eventually "Ctrl+K looks at a pass" pictured_otherwise whole
press F12
written() { [[ -s halation_0001.png ]]; }
eventually "F12 writes it" written
"$HALATION" --headless --from-screenshot halation_0001.png --screenshot again.png >"$work/again" 2>&1 ||
    failed "$(cat "$work/again")"
[[ $(identify -format '%wx%h' again.png) == 450x210 ]] || failed "the pass has another size"
[[ $(compare -metric AE halation_0001.png again.png null: 2>&1) == 0 ]] || failed "--at gives another picture than F12"
press Escape
eventually "Esc ends it, and not the window" pictured_as whole

part=140x150+445+110 # what is between the sheets, where neither words nor tips lie
# Lines of the tree stand close, but not everywhere.
press p
remember panel
for y in 300 307 314; do
    xdotool mousemove 60 "$y" click 1
    for ((i = 0; i < 50; i++)); do pictured_otherwise panel && break 2 || sleep 0.1; done
done
eventually "a click in the tree of times looks at a pass" pictured_otherwise panel
xdotool click 1
eventually "a second click ends it" pictured_as panel

press i
remember light # which waits until nobody has work left
part=300x300+0+0
press ctrl+h
eventually "other heights of the histograms" pictured_otherwise light
press Escape
ended "Esc ends the window" 0
