#!/usr/bin/env bash
# The real window and files: those that are dropped on it, and those in use that are written. tests/window.sh says how.
source "$(dirname "$0")/../lib.sh"
source "$root/tests/window.sh"

need import convert identify
find_dropper
enter_screen
chain=threshold,dual,composite,tonemap,dither

# A picture that is dropped on it is made again; one of others is seen, with a chain and a palette, all at once. What
# was dropped is watched. What is none of these is said.
"$HALATION" --quiet --screenshot 'a picture.png' --chain dual:sigma=3,tonemap --scene ramp --size 64x36 >"$work/said"
convert -size 8x8 xc:red red.png
starts --size 320x180 --chain "$chain" --scene checker
alone 320x180
remember calm
drop() { "$python" "$dropper" "$window" "${@/#/$work/here/}"; }
drop 'a picture.png'
eventually "a dropped picture is made again" pictured_otherwise calm
press ctrl+z
eventually "a drop is undone" pictured_as calm
press ctrl+shift+z
eventually "a drop is done again" pictured_otherwise calm
# The mean of red and of blue above the words, of 255.
means() {
    identify -format '%[fx:int(255*mean.r)] %[fx:int(255*mean.b)]\n' "$work/now.ppm[320x100+0+0]"
}
looks() {
    local red blue
    look && read -r red blue <<<"$(means)" || return 1
    case $1 in
    blue) ((blue > red + 15)) ;;
    dark) ((red < 15 && blue < 25)) ;;
    esac
}
printf '200000\nff8080\n' >two.hex
echo 'exposure:ev=-1,tonemap:curve=linear' >look.chain
pass='//!HOOK MAIN\n//!BIND HOOKED\nvec4 hook() { return %s; }\n'
printf "$pass" 'HOOKED_tex(HOOKED_pos).bgra' >swap.glsl
drop red.png two.hex look.chain swap.glsl
eventually "a picture, a palette, a chain and a shader file are taken at once" looks blue
echo 'exposure:ev=-9,tonemap:curve=linear' >look.chain
eventually "a dropped chain is read again" looks dark
press ctrl+z
eventually "which is undone" looks blue
drop .
eventually "a folder is refused" grep --quiet 'here/\.: a folder' "$work/words"
press Escape Escape # the first one asks
ended "Esc ends the window of drops" 0
[[ $(said) == exposure:ev=-1,tonemap:curve=linear,dither:palette=*/here/two.hex*,*/here/swap.glsl* ]] ||
    failed "the dropped chain is not said: $(said)"

# The files in use are read again when they are written. What is broken is told, and the last good picture stays.
convert -size 64x36 gradient: picture.png
printf '101010\ne0e0e0\n' >two.hex
printf "$pass" 'HOOKED_tex(HOOKED_pos)' >own.glsl
echo 'tonemap:curve=linear,own.glsl,dither:palette=./two.hex' >look.chain
starts --size 640x360 look.chain picture.png
words_rows=120 # what is wrong with a chain takes several lines
alone 640x360
rests "a still scene without input"
remember calm
# written WHAT FILE PATTERN: a good file (on stdin) changes the picture, one that is broken is told and does not.
written() {
    cp "$2" "$work/before"
    cat >"$2.new" && mv "$2.new" "$2"
    eventually "$1 is read again" pictured_otherwise calm
    remember calm
    printf 'broken :\n' >"$2"
    eventually "a broken $1 is told" grep --quiet "$3" "$work/words"
    eventually "a broken $1 is told in the window" seen_otherwise calm
    mkfifo "$2.pipe" && mv "$2.pipe" "$2"
    eventually "a pipe without a writer does not stop it" grep --quiet "$3.*: a pipe, which" "$work/words"
    pictured_as calm || failed "a broken $1 changes the picture"
    cp "$work/before" "$2.new" && mv "$2.new" "$2"
    eventually "a mended $1 is read again" pictured_otherwise calm
    remember calm
}
convert -size 64x36 plasma:red-blue png:- | written picture picture.png 'picture\.png'
printf '800000\n00ff80\n' | written palette two.hex 'two\.hex'
printf "$pass" '1.0 - HOOKED_tex(HOOKED_pos)' | written 'shader file' own.glsl 'own\.glsl'
echo 'tonemap:curve=linear' | written chain look.chain 'look\.chain'
press ctrl+z Escape Escape
ended "Esc ends the window of files" 0
[[ $(said) == tonemap:curve=linear ]] || failed "reading a chain again is not undone: $(said)"
