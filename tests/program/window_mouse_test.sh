#!/usr/bin/env bash
# The real window by the mouse alone: tabs, buttons, lines, sliders and lists of the sheets are found by their words and
# clicked on, and what comes of it is looked at: the chain on the clipboard, files, words and pictures.
# tests/window_words.sh says how.
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/../window.sh"
source "$(dirname "$0")/../window_words.sh"

need import convert identify xclip
enter_screen
begin_words
chain=exposure,saturation,dual:sigma=3,tonemap
starts --gl-debug --size 960x640 --msaa 0 --scene checker --chain $chain
press p
eventually "two sheets" shows "down 480x320"
part=200x60+560+440 # of the picture between the sheets, without words over it
remember calm

# ---- a step: its tick, its values, its list, its place

click_on '1  exposure'
find_on '1  exposure'
click_at $((left - 38)) "$y" click 1 # the tick stands before the triangle and the name
eventually "a tick switches a step off" has -$chain
click_on undo
eventually "undo is a button" has $chain
click_on redo
eventually "redo is a button" has -$chain
click_on undo
click_on '0 EV'
press 1 period 5 Return
eventually "a value that is clicked is typed" has exposure:ev=1.5,saturation,dual:sigma=3,tonemap
find_on '1.5 EV'
slider=$((left - 100))
xdotool mousemove --window "$window" $slider "$y" mousedown 1 \
    mousemove --window "$window" $((slider + 60)) "$y" mouseup 1
eventually "a slider is dragged" has_like 'exposure:ev=([2-9]|1\.[6-9]).*,saturation,dual:sigma=3,tonemap'
click_at $slider "$y" click 3
eventually "a right click sets the default" has $chain
find_on '2  saturation'
xdotool mousemove --window "$window" "$x" "$y" mousedown 1 mousemove --window "$window" "$x" $((y + 12)) \
    mousemove --window "$window" "$x" $((y + 30)) mouseup 1
aside
eventually "the line of a step is dragged below the next" has exposure,dual:sigma=3,saturation,tonemap
click_on undo
click_on '2  saturation'
click_on up
eventually "up is a button" has saturation,exposure,dual:sigma=3,tonemap
click_on down
eventually "down is a button" has $chain
click_on remove
eventually "remove is a button" has exposure,dual:sigma=3,tonemap
click_on add
find_on 'Add a step after 2, dual'
press k a w
click_on kawase
eventually "an effect of the list is clicked" has exposure,dual:sigma=3,kawase,tonemap
click_on duplicate
eventually "duplicate is a button" has exposure,dual:sigma=3,kawase,kawase,tonemap
clip $chain
press ctrl+v
click_on '3  dual'
find_on impl
click_at $((left + 150)) "$y" click 1
eventually "a list of implementations that opens is measured" shows fastest
click_on cs_passes
eventually "an implementation is clicked" has exposure,saturation,dual:sigma=3:impl=cs_passes,tonemap
click_on reset
eventually "reset is a button" has $chain

# ---- the large sheets

click_on GLSL
click_on copy
has_text() {
    timeout 5 xclip -selection clipboard -out >"$work/clipboard" 2>/dev/null &&
        cmp --quiet "$work/clipboard" "$work/shaders/blur/half_step.glsl"
}
eventually "the GLSL is copied, with its defines" copied_like '#version 430 core.*#define DOWN.*'
click_on blur/half_step.glsl
click_on copy
eventually "another text is clicked and copied" has_text
click_on presets
click_on 'save the chain'
eventually "a button saves the chain" holds halation_0001.chain $chain
click_on 'copy as command'
eventually "and copies the command" copied_like "halation --chain $chain .*--size 960x640.*"
clip pixelate
click_on paste
eventually "and pastes a chain" has pixelate
find_on bloom
click_at "$x" $((y - 40)) click 1 # the small picture above its name
eventually "a preset is opened" has "$("$HALATION" --print chain --chain bloom)"
click_on undo
click_on keys
click_on 'duplicate it'
eventually "a line of the keys does what its key does" has pixelate,pixelate
click_on 'letters +'
letters=110
click_on '100 %'
letters=100
eventually "letters of another size, and of the first again" shows 'letters +'
click_on 'these keys'
eventually "H's line closes them" shows Times

# ---- pages, and what is inside

clip $chain
press ctrl+v
click_on Light
click_on 'heights: linear'
eventually "heights of the page Light" shows 'heights: logarithm'
click_on Spread
eventually "the page Spread" shows 'mean of'
click_on Times
eventually "the picture of the chain" pictured_as calm
click_on dual
eventually "a step is clicked in the tree of times" pictured_otherwise calm
remember step
click_on 'down 480x320'
eventually "and a pass of it" pictured_otherwise step
click_on 'down 480x320'
eventually "again: off" pictured_as calm

# ---- two sides

# mean FROM WIDTH: of that part of the picture, of 255.
mean() { convert "$work/now.ppm" -crop "$2x60+$1+440" -colorspace gray -format '%[fx:int(255*mean)]' info:; }
sides() { # dark or light on the left and on the right
    local left right
    look && left=$(mean 520 80) right=$(mean 730 80)
    [[ $((left > 60 ? 1 : 0))$((right > 60 ? 1 : 0)) == "$1" ]]
}
click_on compare
clip exposure:ev=-8
press ctrl+v
eventually "A | B: the edited side is dark" sides 01
click_on one
eventually "one: A" sides 00
click_on flip
eventually "flip: B" sides 11
click_on flip
eventually "flip: A again" sides 00
click_on swap
click_on 'A | B'
eventually "swapped" sides 10
click_on 'edit the other'
eventually "the other side is edited" has $chain
click_on copy
eventually "and copied" sides 11
click_on undo
eventually "which is undone" sides 10
remember split
click_on 'side by side'
eventually "side by side" pictured_otherwise split
remember beside
click_on 'B - A'
eventually "the difference" pictured_otherwise beside
remember difference
click_on gain
eventually "larger" pictured_otherwise difference
xdotool keydown shift
click_on gain
xdotool keyup shift
eventually "and smaller" pictured_as difference
click_on loupe
xdotool mousemove --window "$window" 500 480
eventually "the loupe follows the pointer" pictured_otherwise difference
aside
press l
click_on 'one side again'
eventually "one side again" shows_no 'B - A'
press Escape Escape
ended "Esc ends the program" 0
[[ ! -s $work/words ]] || failed "the program says something"
