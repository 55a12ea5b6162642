#!/usr/bin/env bash
# The real window on a screen of its own: keys are pressed as a hand would, and the picture is looked at.
source "$(dirname "$0")/../lib.sh"

need import convert identify
for python in python3 /usr/bin/python3 ''; do
    [[ -n $python ]] || skip "python3-xlib is not installed; script/bootstrap --test installs it"
    "$python" -c 'import Xlib' 2>/dev/null && break
done
drop=$PWD/tests/program/drop.py

# failed WHAT: also shows the program's words and keeps what was last seen.
failed() {
    cp "$work/now.ppm" "$BUILD/window_test.ppm" 2>/dev/null && echo "last seen: $BUILD/window_test.ppm" >&2
    cat "$work/words" >&2
    fail "$*"
}

look() {
    import -silent -window "$window" "$work/now.ppm" 2>/dev/null
}

seen_as() {
    look && cmp --quiet "$work/now.ppm" "$work/$1.ppm"
}

seen_otherwise() {
    look && ! cmp --quiet "$work/now.ppm" "$work/$1.ppm"
}

# A picture, and not one colour or black.
rich() {
    look && [[ $(identify -format '%k' "$work/now.ppm") -gt $1 ]] &&
        [[ $(convert "$work/now.ppm" -colorspace gray -format '%[fx:maxima > 0.2]' info:) == 1 ]]
}

# Two looks half a second apart, which is many frames, are the same.
still() {
    look && cp "$work/now.ppm" "$work/still.ppm" && sleep 0.5 && seen_as still
}

remember() {
    eventually "the picture stands still ($1)" still
    cp "$work/still.ppm" "$work/$1.ppm"
}

press() {
    xdotool key --window 0 "$@"
}

# The picture above the words that tell what a key did and pass later.
above() {
    convert "$work/$1.ppm" -gravity south -chop 0x80 "$work/$1.above.ppm"
}

pictured_as() {
    look && above now && above "$1" && cmp --quiet "$work/now.above.ppm" "$work/$1.above.ppm"
}

pictured_otherwise() {
    look && above now && above "$1" && ! cmp --quiet "$work/now.above.ppm" "$work/$1.above.ppm"
}

# changes WHAT KEY: from the picture called `calm` to another one.
changes() {
    press "$2"
    eventually "$1" pictured_otherwise calm
}

# there_and_back WHAT KEY [BACK]: KEY changes the picture, BACK (or the same key) brings it back to the last bit.
there_and_back() {
    changes "$1" "$2"
    press "${3:-$2}"
    eventually "back from: $1" pictured_as calm
}

sized() {
    [[ $(xdotool getwindowgeometry "$window" | sed --quiet 's/.*Geometry: //p') == "$1" ]]
}

seen_sized() {
    sized "$1" && look && [[ $(identify -format '%wx%h' "$work/now.ppm") == "$1" ]]
}

enter_screen
open_window --gl-debug --size 640x360 --msaa 0 --redraw changes --shader-dir "$work/shaders"
eventually "the window shows a picture" rich 500

# It moves; Space holds it. Without the panel, whose numbers move on, every look is then the same.
remember_now() { look && cp "$work/now.ppm" "$work/$1.ppm"; }
remember_now first
eventually "the icosahedra turn" seen_otherwise first
press p
press space
remember calm

there_and_back "P shows the panel" p
there_and_back "H shows the keys" h
there_and_back "2 switches the second step off" 2
there_and_back "Tab and Right turn a value" Right ctrl+z
there_and_back "Shift and Right turn it finely" shift+Right ctrl+z
there_and_back "] takes the next preset" bracketright bracketleft
there_and_back "K looks at a step" k

# Another blur and another implementation: near the same picture, so only that they work and can be undone.
press Tab b
eventually "another blur shows a picture" rich 500
press v v
eventually "another implementation shows a picture" rich 500
press ctrl+z ctrl+z ctrl+z
eventually "undo brings the first chain back" pictured_as calm
press ctrl+shift+z ctrl+z
eventually "redo and undo" pictured_as calm
press Down Down Up r
eventually "R resets" pictured_as calm

# The picture file holds what the window shows.
press F12
has_file() { [[ -n $(find . -name '*.png') ]]; }
eventually "F12 writes a picture" has_file
convert "$(find . -name '*.png')" -alpha off "$work/file.ppm"
eventually "the words of F12 pass" seen_as calm
[[ $(compare -metric AE "$work/file.ppm" "$work/calm.ppm" null: 2>&1) == 0 ]] || failed "F12's file is another picture"

# Every size, even no size at all.
for size in 333x217 1x1 901x3 3x601 16x16; do
    xdotool windowsize "$window" "${size%x*}" "${size#*x}"
    eventually "the window becomes $size" seen_sized "$size"
done
xdotool windowsize "$window" 777 501
eventually "the window becomes 777x501" seen_sized 777x501
eventually "a picture of 777x501" rich 500
press F11
eventually "F11 fills the screen" seen_sized 1000x700
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
remember_now broken
cp "$work/good.glsl" "$shader"
eventually "a mended shader is read" seen_otherwise broken
press F5
eventually "a mended shader gives the picture back" seen_as calm

changes ". takes one step of time" period
remember calm
press space
eventually "Space lets it go on" seen_otherwise calm

press h
eventually "H shows the keys over the picture" seen_otherwise first
press Escape
kill -0 "$program" || fail "Esc ends the program while the help is open"

# ended WHAT STATUS: the program ends by itself, with this status.
ended() {
    local child=$program status=0
    program=
    eventually "$1" eval "! kill -0 $child 2>/dev/null"
    wait "$child" || status=$?
    ((status == $2)) || failed "$1: the program ended with $status, not $2"
}
press Escape
ended "Esc ends the program" 0
said() { cat "$work/said"; }
[[ $(said) == *.png ]] || failed "a chain that was not changed is said: $(said)"

# starts OPTION...: another window.
starts() {
    open_window "$@"
    eventually "another window shows a picture" rich 2
}

# The share of a processor that the program takes within a second, in per cent.
share() {
    local before after
    before=$(awk '{ print $14 + $15 }' "/proc/$program/stat")
    sleep 2
    after=$(awk '{ print $14 + $15 }' "/proc/$program/stat")
    echo $(((after - before) * 100 / (2 * $(getconf CLK_TCK))))
}

# rests WHAT: it draws nothing, and takes under 1 % of a processor; with sanitizers a few.
most=$((${HALATION_TEST_FEW:-0} ? 4 : 1))
rests() {
    local taken
    sleep 0.5
    taken=$(share)
    ((taken < most)) || failed "$1 takes $taken % of a processor"
}

chain=threshold,dual,composite,tonemap,dither

# A still picture with an error on it waits, and so does a window that nobody sees, although it plays.
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
remember_now first
eventually "it moves again when it is seen" seen_otherwise first

# What was tuned is said when the window closes, and --chain reads it again.
xdotool windowfocus "$window"
press Right Escape # sigma is what is selected at first
ended "Esc ends the second window" 0
[[ $(said) == threshold,dual:sigma=16.5,composite,tonemap,dither ]] || failed "the chain is not said: $(said)"
[[ $("$HALATION" --chain "$(said)" --print chain) == "$(said)" ]] || fail "--chain does not read what was said"

# So does a signal, by which the program then ends.
starts --size 64x64 --chain "$chain"
press space Right
sleep 0.5
kill -TERM "$program"
ended "TERM ends the program" 143
[[ $(said) == threshold,dual:sigma=16.5,composite,tonemap,dither ]] || failed "TERM loses the chain: $(said)"

# A picture that is dropped on it is made again; what is none, or was made by others, is said.
"$HALATION" --quiet --screenshot 'a picture.png' --chain dual:sigma=3,tonemap --scene bars --size 64x36 >"$work/said"
convert -size 8x8 xc:red red.png
starts --size 320x180 --chain "$chain" --scene checker --redraw changes
press p
remember calm
drop() { "$python" "$drop" "$window" "$work/here/$1"; }
drop 'a picture.png'
eventually "a dropped picture is made again" pictured_otherwise calm
press ctrl+z
eventually "a drop is undone" pictured_as calm
press ctrl+shift+z
eventually "a drop is done again" pictured_otherwise calm
drop red.png
eventually "a picture of others is refused" grep --quiet 'red.png: it does not say how' "$work/words"
press Escape
ended "Esc ends the window of drops" 0
[[ $(said) == dual:sigma=3,tonemap ]] || failed "the dropped chain is not said: $(said)"

# The files in use are read again when they are written. What is broken is told, and the last good picture stays.
convert -size 64x36 gradient: picture.png
printf '101010\ne0e0e0\n' >two.hex
echo 'tonemap:curve=linear,dither:palette=./two.hex' >look.chain
starts --size 640x360 --chain @look.chain --image picture.png
press p
rests "a still scene that nobody touches"
remember calm
# written WHAT FILE PATTERN: a good file (on stdin) changes the picture, one that is broken is told and does not.
written() {
    cp "$2" "$work/before"
    cat >"$2.new" && mv "$2.new" "$2"
    eventually "$1 is read again" pictured_otherwise calm
    remember_now calm
    printf 'broken :\n' >"$2"
    eventually "a broken $1 is told" grep --quiet "$3" "$work/words"
    eventually "a broken $1 is told in the window" seen_otherwise calm
    pictured_as calm || failed "a broken $1 changes the picture"
    cp "$work/before" "$2"
    eventually "a mended $1 is read again" pictured_otherwise calm
    remember_now calm
}
convert -size 64x36 plasma:red-blue png:- | written picture picture.png 'picture\.png'
printf '800000\n00ff80\n' | written palette two.hex 'two\.hex'
echo 'tonemap:curve=linear' | written chain look.chain 'look\.chain'
press ctrl+z Escape
ended "Esc ends the window of files" 0
[[ $(said) == tonemap:curve=linear ]] || failed "reading a chain again is not undone: $(said)"

# Two sides: A is dark and B is bright, beside a line that the mouse drags; each key shows them another way. Shift and a
# drag draw a region, the wheel enlarges.
starts --size 640x360 --scene checker --chain exposure:ev=-5,tonemap --chain tonemap
press p
# bright X: a part of the lower half is, around that column.
bright() {
    local part="60x60+$(($1 - 30))+190"
    look && (($(convert "$work/now.ppm" -crop "$part" -colorspace gray -format '%[fx:int(255*mean)]' info:) > 60))
}
dark() { look && ! bright "$1"; }
eventually "A is left of the line" dark 280
eventually "B is right of it" bright 360
xdotool mousemove 320 200 mousedown 1 mousemove 250 210 mousemove 160 220
eventually "the line follows the mouse" bright 280
xdotool mouseup 1
press slash
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
press x d
eventually "the difference is light where B is brighter" bright 140
press slash
remember_now calm
xdotool mousemove 500 250 click 4 click 4 click 4
eventually "the wheel enlarges" pictured_otherwise calm
press 0
eventually "0 shows all of it" pictured_as calm
xdotool mousemove 64 36 keydown shift mousedown 1
xdotool mousemove 200 100 mousemove 319 179
eventually "Shift and a drag draw a region" pictured_otherwise calm
xdotool mouseup 1 keyup shift
press Escape
ended "Esc ends the window of two sides" 0
both=$'exposure:ev=-5:roi=0.1/0.1/0.5/0.5,tonemap\ntonemap'
[[ $(said) == "$both" ]] || failed "the region was drawn otherwise: $(said)"

# A frame that takes long, here for ever: a click, what is typed and Return all come before the next one. From below
# upwards, a row that takes no 1.5 leaves its value.
starts --size 960x540 --chain exposure --redraw changes
press space
for y in $(seq 230 -14 60); do
    kill -STOP "$program"
    xdotool mousemove 900 "$y" keydown ctrl click 1 keyup ctrl key 1 period 5 Return
    kill -CONT "$program"
    sleep 0.3
done

# The screen goes away: one line, status 3, and the chain is said all the same.
kill "$server"
wait "$server" || true
server=
ended "the program ends with its screen" 3
[[ $(wc --lines <"$work/words") == 1 ]] || failed "a lost screen is not told in one line"
[[ $(said) =~ ^-?exposure:ev=1\.5$ ]] || failed "what was typed in one frame is lost: $(said)"
