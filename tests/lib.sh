# What the shell tests share. HALATION is the program, BUILD the build's folder; ctest sets both.
set -euo pipefail

: "${HALATION:?is the program to test; run this through ctest}" "${BUILD:?is the folder of the build}"
work=$(mktemp --directory)
trap 'rm --recursive --force "$work"' EXIT

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

# run STATUS ARGUMENT...: its words on stdout and stderr go to `said`.
run() {
    local status=0 wanted=$1
    shift
    "$HALATION" "$@" >said 2>&1 || status=$?
    ((status == wanted)) || { cat said >&2 && fail "status $status and not $wanted: halation $*"; }
}

says() {
    grep --quiet --extended-regexp -- "$1" said || { cat said >&2 && fail "it does not say '$1'"; }
}

# Says that something is missing here: skipped, or a failure where script/test has made sure that all is there.
skip() {
    printf 'skipped: %s\n' "$*" >&2
    [[ -n ${HALATION_REQUIRE_GPU-} ]] && exit 1
    exit 77
}

need() {
    for command in "$@"; do
        command -v "$command" >/dev/null || skip "$command is not installed; script/bootstrap --test installs it"
    done
}

# The first Python that has Pillow, as $python: the one of the packages may not be the first of the path.
find_pillow() {
    for python in python3 /usr/bin/python3 ''; do
        [[ -z $python ]] && skip "python3-pil is not installed; script/bootstrap --test installs it"
        "$python" -c 'import PIL.Image' 2>/dev/null && break
    done
}

# The project's files with one of the endings, from git, or from the folder where there is no git.
project_files() {
    local -a patterns=()
    for ending in "$@"; do patterns+=("*.$ending"); done
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard -- "${patterns[@]}" | while read -r file; do
            [[ -e $file ]] && printf '%s\n' "$file"
        done
    else
        for pattern in "${patterns[@]}"; do
            find . -path ./build -prune -o -name "$pattern" -printf '%P\n'
        done
    fi | sort --unique
}

# ---- the real window, on a screen of its own. A test that uses it has `failed WHAT`, which shows what was last seen.

program=
server=

leave_screen() {
    [[ -z $program ]] || kill -KILL "$program" 2>/dev/null || true
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    wait
    cd /
    rm --recursive --force "$work"
}

# eventually WHAT COMMAND...: the command succeeds sooner or later, while the program, if there is one, goes on.
eventually() {
    local what=$1 deadline=$((SECONDS + 60))
    shift
    until "$@"; do
        [[ -z $program ]] || kill -0 "$program" 2>/dev/null || failed "the program ended before: $what"
        ((SECONDS < deadline)) || failed "this never happened: $what"
        sleep 0.1
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
    unset WAYLAND_DISPLAY
    cp --recursive shaders "$work/shaders"
    mkdir "$work/here"
    cd "$work/here"
    trap leave_screen EXIT
    Xvfb -displayfd 3 -screen 0 1000x700x24 -nolisten tcp -noreset 3>"$work/display" 2>/dev/null &
    server=$!
    eventually "the X server starts" has_display
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
}

# open_window OPTION...: `window` is the program's; its words and what it says are in files.
open_window() {
    "$HALATION" "$@" 2>"$work/words" >"$work/said" &
    program=$!
    eventually "the window opens" has_window
    xdotool windowfocus "$window"
}
