# What is read in the real window, and clicked on, by its words: sourced after window.sh. tests/program/find_words.c
# says how words are found. They are looked for anew each time, so the layout may change.

letters=100 # their size, per cent
finder_PID=

# Once, after enter_screen.
begin_words() {
    coproc finder { "$BUILD/tests/find_words" 2>&1; }
}

# find_words WORDS: their places in what was seen last, as `places`: x, y and the left end of each.
find_words() {
    printf '%s\t%s\t%s\n' "$work/now.ppm" "$letters" "$1" >&"${finder[1]}"
    read -r -a places <&"${finder[0]}" || failed "find_words ended"
    [[ ${places[*]} =~ ^[0-9\ ]*$ ]] || failed "${places[*]}"
}

# shows WORDS: they are seen, as `x`, `y` and `left` of the first place.
shows() {
    look && find_words "$1"
    ((${#places[@]} > 0)) && x=${places[0]} y=${places[1]} left=${places[2]}
}
shows_no() { ! shows "$1"; }

# The mouse is taken away afterwards, since a tip lies over what is beside it. Places are the window's.
aside() { xdotool mousemove --window "$window" 1 1; }
click_at() {
    xdotool mousemove --window "$window" "$@"
    aside
}
# find_on WORDS: where they are once nothing moves any more, for a click before it may unfold a step.
find_on() {
    eventually "nothing moves before '$1'" at_rest
    eventually "'$1' is seen" shows "$1"
}
click_on() { # WORDS
    find_on "$1"
    click_at "$x" "$y" click 1
}
