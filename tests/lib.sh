# What the shell tests share. They run in the root of the project. HALATION is the program, BUILD the build's folder; a
# test that is called by hand takes the release build, in the environment in which ctest runs it.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
if [[ -z ${HALATION-} && -e ${BUILD:=$root/build/release}/tests/environment.sh ]]; then
    source "$BUILD/tests/environment.sh"
fi
HALATION=$(realpath --canonicalize-missing "${HALATION:-$root/build/release/halation}")
BUILD=$(realpath --canonicalize-missing "${BUILD:-$root/build/release}")
export HALATION BUILD
cd "$root"
work=$(mktemp --directory)
trap 'rm --recursive --force "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 # tests in Python import what stands beside them

# These write and order numbers and names alike in every locale. The program runs in the user's.
awk() { LC_ALL=C command awk "$@"; }
sort() { LC_ALL=C command sort "$@"; }

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

# answers STATUS WORDS ARGUMENT...: run, and says.
answers() {
    run "$1" "${@:3}"
    says "$2"
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

# find_python MODULE PACKAGE: the first Python that has it, as $python: the packages' may not be the first of the path.
find_python() {
    for python in python3 /usr/bin/python3; do
        ! "$python" -c "import $1" 2>/dev/null || return 0
    done
    skip "$2 is not installed; script/bootstrap --test installs it"
}

# The project's files with one of the endings, from git, or from the folder where there is no git.
project_files() {
    local -a patterns=()
    for ending in "$@"; do patterns+=("*.$ending"); done
    if [[ $(git rev-parse --show-toplevel 2>/dev/null) == "$root" ]]; then
        git ls-files --cached --others --exclude-standard -- "${patterns[@]}" | while read -r file; do
            [[ -e $file ]] && printf '%s\n' "$file"
        done
    else
        for pattern in "${patterns[@]}"; do
            find . -path ./build -prune -o -name "$pattern" -printf '%P\n'
        done
    fi | sort --unique
}
