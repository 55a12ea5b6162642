#!/usr/bin/env bash
# The real window: keys and what they show, the mouse on the picture, sizes, a shader that is broken, ends.
# tests/window.sh says how. What keys do to the workbench is tested without a window: controls_test, edit_gpu_test,
# inside_gpu_test, viewer_gpu_test.
source "$(dirname "$0")/../lib.sh"
source "$root/tests/window.sh"

need import convert identify xclip
enter_screen
open_window --gl-debug --size 640x360 --msaa 0 --shader-dir "$work/shaders"
eventually "the window shows a picture" rich 500

# It moves; Space holds it. Without the panel, whose numbers move on, every look is then the same.
remember_moving first
eventually "the icosahedra turn" seen_otherwise first
alone 640x360
press space
remember paused # by now no implementation is tried any more

# The picture file holds what the window shows, once the words that tell of it have passed; other implementations than
# those of the window may have rounded it otherwise.
press F12
has_file() { [[ -n $(find . -name '*.png') ]]; }
eventually "F12 writes a picture" has_file
convert "$(find . -name '*.png')" -alpha off "$work/file.ppm"
shows_file() { look && [[ $(compare -fuzz 1% -metric AE "$work/file.ppm" "$work/now.ppm" null: 2>&1) == 0 ]]; }
eventually "F12's file is what the window shows" shows_file
cp "$work/now.ppm" "$work/calm.ppm"

while read -r -u 3 key back what; do
    there_and_back "$key $what" "$key" "$back"
done 3<<'KEYS'
p p shows the panel
h Escape shows the keys
shift+Right ctrl+z turns it finely
bracketright bracketleft takes the next preset
plus minus enlarges
KEYS

changes "Left turns a value" Left
press r
eventually "R resets" pictured_as calm

# Every size, even no size at all.
for size in 333x217 1x1 901x3 3x601 16x16; do
    xdotool windowsize "$window" "${size%x*}" "${size#*x}"
    eventually "the window becomes $size" seen_sized "$size"
done
xdotool windowsize "$window" 777 501
eventually "the window becomes 777x501" seen_sized 777x501
eventually "a picture of 777x501" rich 500
press F11
eventually "F11 fills the screen" seen_sized 1400x800
eventually "a picture on the whole screen" rich 500
press F11
eventually "F11 again gives the window back" seen_sized 777x501
xdotool windowsize "$window" 640 360
eventually "the first size gives the first picture" seen_as calm
[[ ! -s $work/words ]] || failed "the program says something"

# A shader that is edited into an error, as editors write it, another file in its place: it is read again by itself,
# and the last good picture stays, with the message on it. F5 reads them too.
shader=$work/shaders/common/srgb.glsl
cp "$shader" "$work/good.glsl"
(cat "$work/good.glsl" && printf '\nvec3 broken( {\n') >"$shader.new"
mv "$shader.new" "$shader"
eventually "a broken shader is told on stderr" grep --quiet 'srgb\.glsl:[0-9]' "$work/words"
eventually "a broken shader is told in the window" seen_otherwise calm
pictured_as calm || failed "a broken shader changes the picture"
remember broken
cp "$work/good.glsl" "$shader"
eventually "a mended shader is read" seen_otherwise broken
press F5
eventually "a mended shader gives the picture back" seen_as calm

# A shader's text is typed and saved: with --shader-dir to its file.
changes "U shows the shader of the threshold" u
press Return End
xdotool type --window 0 ' typed'
press ctrl+s
eventually "the text is saved" grep --quiet '^//.* typed$' "$work/shaders/pointwise/threshold.glsl"
press Escape Escape # leaves the field, and closes the editor
eventually "the picture is as it was" pictured_as calm

changes ". takes one step of time" period
remember calm
there_and_back "Esc closes the keys that H shows" h Escape
press space
eventually "Space lets it go on" pictured_otherwise calm
press Escape
ended "Esc ends the program" 0
[[ $(said) == *.png*/threshold.glsl ]] || failed "a chain that was not changed is said: $(said)"

chain=threshold,dual,composite,tonemap,dither

# F12's file is, byte for byte, that of --screenshot with the command line of the window, and of --from-screenshot with
# the file: in a window that takes other implementations, of a moment, in noise of its own.
rm --force ./*.png
starts --size 161x90 --chain "$chain:animate=on"
press space
remember moment
press F12
eventually "F12 writes a picture of a moment" has_file
eventually "its command line is copied" eval 'press ctrl+shift+c && copied_like "halation .*--frame .*"'
eval "command=($(xclip -selection clipboard -out))"
"$HALATION" --quiet "${command[@]:1}" --screenshot "$work/same.png" >"$work/said"
cmp halation_0001.png "$work/same.png" || failed "F12's file is not --screenshot's: ${command[*]}"
"$HALATION" --quiet --from-screenshot halation_0001.png --screenshot "$work/same.png" >"$work/said"
cmp halation_0001.png "$work/same.png" || failed "F12's file is not --from-screenshot's"
press Escape
ended "Esc ends the window of a moment" 0

# A still picture with an error on it waits, and so does a window that is not seen, although it plays.
starts --size 320x180 --chain "$chain" --shader-dir "$work/shaders"
press p space
printf '\nvec3 broken( {\n' >>"$work/shaders/common/srgb.glsl"
press F5
eventually "the error is told" grep --quiet 'srgb\.glsl:[0-9]' "$work/words"
rests "a still window with an error"
press space
xdotool windowunmap "$window"
rests "a window that is not seen"
xdotool windowmap "$window"
eventually "it shows a picture when it is seen" rich 2
remember_moving first
eventually "it moves again when it is seen" seen_otherwise first

# What was tuned is said when the window closes, and --chain reads it again.
xdotool windowfocus "$window"
press Right Escape Escape # sigma is what is selected at first, and Esc asks once
ended "Esc ends the second window" 0
[[ $(said) == threshold,dual:sigma=16.5,composite,tonemap,dither ]] || failed "the chain is not said: $(said)"
[[ $("$HALATION" --chain "$(said)" --print chain) == "$(said)" ]] || fail "--chain does not read what was said"

# What is pasted runs, and a signal, by which the program then ends, says the chain, too. --restore brings all back.
starts --size 64x64 --chain "$chain"
press space
clip 'halation --screenshot a.png --chain "threshold,kawase:sigma=4" --size 8x8'
press ctrl+v
eventually "the chain of a command line is pasted" has threshold,kawase:sigma=4
kill -TERM "$program"
ended "TERM ends the program" 143
[[ $(said) == threshold,kawase:sigma=4 ]] || failed "TERM loses the chain: $(said)"
starts --restore --msaa 0
eventually "--restore brings the window back" \
    eval 'press ctrl+shift+c && copied_like "halation --chain threshold,kawase:sigma=4 .*--size 64x64 --msaa 0.*"'
press Escape
ended "Esc ends the restored window" 0
