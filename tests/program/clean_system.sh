#!/usr/bin/env bash
# The Debian package as a new user meets it, in a clean system: it installs with no more than it depends on; every
# command of the documents runs as printed, for an ordinary user in an empty folder; and it leaves nothing when it goes.
#   clean_system.sh ROOT PACKAGE RESULTS      (script/package)
# ROOT is a system in which apt-get works. The folder RESULTS gets `log`, what the commands say, and the files they
# make. A window is pictured, as NUMBER.window.png, and closed by Esc: the screen lies outside of ROOT.
set -euo pipefail

root=$1 package=$2 results=$3
source "$(dirname "$0")/../commands.sh"
server=
trap '[[ -z $server ]] || kill "$server"' EXIT
rm --recursive --force "$results"
mkdir --parents "$results"

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

inside() { chroot "$root" "$@"; }
as_user() { # COMMAND
    timeout 1800 chroot --userspec=user:user "$root" env --ignore-environment HOME=/home/user LANG=C.UTF-8 \
        PATH=/usr/bin:/bin DISPLAY="$DISPLAY" bash -c "cd ~/here && $1"
}
install() { inside apt-get install --quiet=3 --yes --no-install-recommends "$@" >/dev/null; }
# All files but what dpkg notes of its doings, and what the manual says that the user gets: a profile of the GPU, the
# state of windows, and the driver's compiled shaders.
files() {
    inside find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /var/cache -o \
        -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/log -o -path /home/user/here -o \
        -path '/home/user/.*/halation' -o -path /home/user/.cache/mesa_shader_cache \) -prune -o \
        -path '/home/user/*' -type d -o -print | sort
}

# The display of a screen that anybody may use, since a user of ROOT is none of this system.
open_screen() {
    Xvfb -displayfd 3 -screen 0 1400x800x24 -nolisten tcp -ac 3>"$results/display" 2>/dev/null &
    server=$!
    until [[ -s $results/display ]]; do sleep 0.1; done
    DISPLAY=:$(cat "$results/display")
    export DISPLAY
    rm "$results/display"
}

# A picture, and not one colour or black.
rich() { [[ -e $1 ]] && (($(identify -format %k "$1") > 100)); }

# try NUMBER COMMAND: to its end, or until the window that it opened has shown a picture and was closed.
windows=0
try() {
    local picture=$results/$1.window.png status=0 child
    echo "\$ $2" >>"$results/log"
    as_user "$2" </dev/null >>"$results/log" 2>&1 &
    child=$!
    while kill -0 $child 2>/dev/null; do
        sleep 0.3
        xdotool search --onlyvisible --name '^halation' >/dev/null 2>&1 || continue
        rich "$picture" || { sleep 3 && import -silent -window root "$picture"; }
        ! rich "$picture" || xdotool key --window 0 Escape
    done
    wait $child || status=$?
    # shellcheck disable=SC2053 # a pattern
    [[ $status == $(may_end "$2") ]] || { tail "$results/log" >&2 && fail "status $status: $2"; }
    [[ ! -e $picture ]] || windows=$((windows + 1))
}

run_all() {
    local command number=0
    local -a later=()
    while IFS=$'\t' read -r -u 3 _ command; do
        number=$((number + 1))
        # A compiler brings libraries, without which all else must run.
        [[ $command != *'cc '* ]] || { later+=("$command") && continue; }
        try "$(printf %02d $number)" "$command"
    done 3< <(cd "$root/usr/share/doc/halation" && commands_of "${documents[@]}")
    ((windows >= 10)) || fail "only $windows windows were seen"
    install gcc libc6-dev libepoxy-dev
    for command in "${later[@]}"; do try later "$command"; done
}

open_screen
inside useradd --create-home user
files >"$results/before"
cp "$package" "$root/tmp/halation.deb"
install /tmp/halation.deb
folder=$root/home/user/here
mkdir "$folder"
chown --reference="$root/home/user" "$folder"
as_user 'halation --quiet --scene harbour --chain tonemap --screenshot photo.png >/dev/null'
convert "$folder/photo.png" -quality 92 "$folder/photo.jpg"
rm "$folder/photo.png"
as_user "$(declare -f the_users_files); the_users_files halation"
as_user 'halation --screenshot screenshot.png --size 640x360 --overlay' >>"$results/log" 2>&1 # letters need the font
run_all
cp --recursive "$folder" "$results/"
inside apt-get purge --quiet=3 --yes halation gcc libc6-dev libepoxy-dev >/dev/null
inside apt-get autoremove --purge --quiet=3 --yes >/dev/null
rm "$root/tmp/halation.deb"
diff "$results/before" <(files) >&2 || fail "the package or the program has left files behind"
echo "$windows windows; what the commands say and make is in $results"
