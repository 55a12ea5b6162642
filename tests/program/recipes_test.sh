#!/usr/bin/env bash
# The commands of README.md, docs/recipes.md and docs/chains.md run as they stand there, in a folder with a photograph;
# and what the recipes say that needs no clock is so.
source "$(dirname "$0")/../lib.sh"
source "$root/tests/commands.sh"

unset DISPLAY WAYLAND_DISPLAY
cp docs/pictures/window.png "$work/photo.jpg" # of which kind it is stands in the file; it does not say how it was made
commands_of "${documents[@]}" >"$work/commands"
cd "$work"
the_users_files "$HALATION"

# As the program, but with small pictures, narrow blurs and few samples. What opens a window is drawn without one, and
# no clock decides.
halation() {
    local all=" $* " status=0 arguments=() size=(--size 64x36)
    while (($# > 0)); do
        case $1 in
        --size) shift ;;
        *) arguments+=("${1/sigma=20/sigma=3}") ;;
        esac
        shift
    done
    case $all in
    *' --bench'* | *' --tune '*) arguments+=(--samples 1 --warmup 0) ;;
    *' --verify '* | *' --record '* | *' --compare '* | *' --translate '* | *' --explain '* | *' --print '*) size=() ;;
    *' --screenshot '* | *' --sheet '* | *' --export '* | *' --audit'*) ;;
    *' --chain '*' --chain '*) arguments+=(--sheet chains -o sides.png) ;;
    *) arguments+=(--screenshot window.png) ;;
    esac
    "$HALATION" "${arguments[@]}" "${size[@]}" 2>said || status=$?
    # shellcheck disable=SC2053 # a pattern
    [[ $status == $(may_end "$all") ]] || { cat said >&2 && return "$status"; }
}

while IFS=$'\t' read -r -u 3 document command; do
    eval "$command" </dev/null >>printed || fail "$document: $command"
done 3<commands

# What "Is my banding fixed?" says of a bloom, and "Error diffusion or ordered dither?" of two frames.
recipes=$(paste --serial --delimiters=' ' "$root/docs/recipes.md")
says_recipe() { grep --quiet -- "$1" <<<"$recipes" || fail "docs/recipes.md does not say: $1"; }
"$HALATION" --audit=banding --chain bloom >said
says_recipe "$(awk '/ the chain/ { printf $0 ~ /without/ ? "falls from %d" : " pixels to %d", $(NF - 2) }' said)"
for step in dither error_diffusion; do
    "$HALATION" --quiet -o 'frame_%d.png' --frames 2 --size 640x360 --chain "tonemap,$step:bits=2"
    "$HALATION" --compare frame_0.png frame_1.png >said || true
    # Of many, the driver decides which by its last bits: 58.7 or 58.3 %.
    share=$(awk '/^beyond max/ { s = $(NF - 1)
        printf "%.3g", s < 1 ? int(10 * s + 0.5) / 10 : 10 * int(s / 10 + 0.5) }' said)
    says_recipe "$share % .*$step:bits=2"
done
