# What the tests of the real window share, on a screen of its own: keys are pressed as a user would, and the picture is
# looked at. Sourced after lib.sh.
#
# A key is not done when xdotool returns: on a loaded machine it takes seconds. So what a key does is waited for with
# `eventually`, and a picture that others are compared with is taken by `remember`, which waits until no work
# is left. No `sleep` stands for a state. What a predicate asks must be false before the key. Nothing here has a limit
# of time: ctest ends what hangs, and shows what was waited for.

program=
server=

leave_screen() {
    [[ -z $program ]] || kill -KILL "$program" 2>/dev/null || true
    [[ -z ${finder_PID-} ]] || kill "$finder_PID" 2>/dev/null || true
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    wait
    cd /
    rm --recursive --force "$work"
}

# eventually WHAT COMMAND...: the command succeeds sooner or later, while the program, if there is one, goes on.
eventually() {
    local what=$1
    shift
    "$@" && return
    echo "waiting: $what" >&2
    until "$@"; do
        [[ -z $program ]] || kill -0 "$program" 2>/dev/null || failed "the program ended before: $what"
        sleep 0.2
    done
}

has_display() { [[ -s $work/display ]]; }
has_window() {
    window=$(xdotool search --onlyvisible --name '^halation' 2>/dev/null | tail --lines=1)
    [[ -n $window ]]
}

# In an empty folder, with a copy of the shaders beside it. The screen and the program end with the test.
enter_screen() {
    need Xvfb xdotool
    unset WAYLAND_DISPLAY GALLIVM_PERF LP_NATIVE_VECTOR_WIDTH # a window draws longer than it compiles
    export XDG_STATE_HOME=$work/state # where windows that are closed leave their state: not the user's
    cp --recursive shaders "$work/shaders"
    mkdir "$work/here"
    cd "$work/here"
    trap leave_screen EXIT
    not_the_first_start
    Xvfb -displayfd 3 -screen 0 1400x800x24 -nolisten tcp -noreset 3>"$work/display" 2>/dev/null &
    server=$!
    eventually "the X server starts" has_display
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
}

# Where the window keeps its state. It is not its first start here: the first help would lie over the pictures.
not_the_first_start() {
    export XDG_STATE_HOME=$work/state
    mkdir --parents "$XDG_STATE_HOME/halation"
    touch "$XDG_STATE_HOME/halation/welcomed"
}

# open_window OPTION...: `window` is the program's; its words and what it says are in files.
open_window() {
    "$HALATION" "$@" 2>"$work/words" >"$work/said" &
    program=$!
    eventually "the window opens" has_window
    xdotool windowfocus "$window"
}

# alone WxH: the picture without a sheet, in a window of its size, so that places of the one are those of the other.
alone() {
    press p
    xdotool windowsize "$window" "${1%x*}" "${1#*x}"
    eventually "a window of $1" sized "$1"
}

# failed WHAT: also shows the program's words and keeps what was last seen. A test may have one of its own.
failed() {
    local seen
    seen=$BUILD/$(basename "$0" .sh).ppm
    cp "$work/now.ppm" "$seen" 2>/dev/null && echo "last seen: $seen" >&2
    cat "$work/words" >&2
    fail "$*"
}

# ---- looks

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
    local colours is_bright
    look && read -r colours is_bright < <(identify -format '%k %[fx:maxima > 0.2]\n' "$work/now.ppm") &&
        ((colours > $1 && is_bright))
}

# The milliseconds of processor time that the program has taken.
worked() { awk '{ sum += $1 } END { printf "%d", sum / 1000000 }' "/proc/$program/task"/*/schedstat; }

# No thread of the program or of the screen runs or waits for a processor.
asleep() {
    ! grep --quiet --no-messages ') [RD] ' "/proc/$program/task"/*/stat "/proc/$server/task"/*/stat
}

# Nobody has work left: what was pressed is done, and what it shows is drawn. A window that plays never rests.
at_rest() {
    local before
    asleep || return
    before=$(worked)
    sleep 0.4
    asleep && (($(worked) - before < 20))
}

still() {
    look && cp "$work/now.ppm" "$work/still.ppm" && at_rest && seen_as still
}

# remember NAME: the picture, once it stands still.
remember() {
    eventually "the picture stands still ($1)" still
    cp "$work/still.ppm" "$work/$1.ppm"
}

# remember_moving NAME: of a window that plays, to see that it goes on.
remember_moving() {
    eventually "a look ($1)" look
    cp "$work/now.ppm" "$work/$1.ppm"
}

# same_above NAME: the picture is that one above the words that tell what a key did and pass later.
words_rows=80
same_above() {
    local width height kind most
    { read -r kind && read -r width height && read -r most; } <"$work/now.ppm"
    cmp --quiet --bytes=$((${#kind} + ${#width} + ${#height} + ${#most} + 4 + 3 * width * (height - words_rows))) \
        "$work/now.ppm" "$work/$1.ppm"
}

pictured_as() {
    look && same_above "$1"
}

pictured_otherwise() {
    look && ! same_above "$1"
}

sized() {
    [[ $(xdotool getwindowgeometry "$window" | sed --quiet 's/.*Geometry: //p') == "$1" ]]
}

seen_sized() {
    sized "$1" && look && [[ $(identify -format '%wx%h' "$work/now.ppm") == "$1" ]]
}

# ---- input

press() {
    xdotool key --window 0 "$@"
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

# A Python that can drop files on a window: "$python" "$dropper" WINDOW FILE...
find_dropper() {
    dropper=$PWD/tests/program/drop.py
    find_python Xlib python3-xlib
}

# ---- the clipboard, read and written by xclip

# copied TEXT: it is on the clipboard; copied_like PATTERN: what is there matches the whole regular expression.
copied() { [[ $(timeout 5 xclip -selection clipboard -out 2>/dev/null) == "$1" ]]; }
copied_like() { [[ $(timeout 5 xclip -selection clipboard -out 2>/dev/null) =~ ^$1$ ]]; }
clip() { xclip -selection clipboard -in <<<"$1" >/dev/null 2>&1; }

# has CHAIN: the edited chain is that one.
has() {
    press ctrl+c
    copied "$1"
}
# ---- begin and end

# starts OPTION...: a window of the program.
starts() {
    open_window "$@"
    eventually "the window shows a picture" rich 2
}

# ended WHAT STATUS: the program ends by itself, with this status.
ended() {
    local child=$program status=0
    program=
    eventually "$1" eval "! kill -0 $child 2>/dev/null"
    wait "$child" || status=$?
    ((status == $2)) || failed "$1: the program ended with $status, not $2"
}

said() { cat "$work/said"; }

# Two seconds take under 1 % of a processor, and with sanitizers under 4.
idle() {
    local before
    before=$(worked)
    sleep 2
    (($(worked) - before < (${HALATION_TEST_FEW:-0} ? 80 : 20)))
}

# rests WHAT: it draws nothing, once the words that tell what was done are gone.
rests() {
    eventually "$1 takes next to no processor" idle
}
