#!/usr/bin/env bash
# The commands of README.md, docs/recipes.md and docs/chains.md run as they stand there, in a folder with a photograph;
# and what the recipes say that needs no clock is so.
source "$(dirname "$0")/../lib.sh"

root=$PWD
unset DISPLAY WAYLAND_DISPLAY
cp tests/pictures/noir.png "$work/photo.jpg" # of which kind it is stands in the file
ln --symbolic "$root/docs" "$work/docs"
cd "$work"

# As the program, but with small pictures, narrow blurs and few samples. What opens a window is drawn without one, and
# no clock decides.
halation() {
    local all=" $* " status=0 decided=0 arguments=() size=(--size 64x36)
    while (($# > 0)); do
        case $1 in
        --size) shift ;;
        --sigma) arguments+=(--sigma 3) && shift ;;
        *) arguments+=("${1/#sigma=20/sigma=3}") ;;
        esac
        shift
    done
    case $all in
    *' --bench'* | *' --tune '*) decided='[013]' arguments+=(--samples 1 --warmup 0) ;;
    *' --verify '* | *' --record '* | *' --compare '* | *' --translate '* | *' --explain '*) size=() ;;
    *' --screenshot '* | *' --sheet '* | *' --export '* | *' --audit'* | *' --print '*) ;;
    *' --chain '*' --chain '*) arguments+=(--sheet chains --to-file sides.png) ;;
    *) arguments+=(--screenshot window.png) ;;
    esac
    "$HALATION" "${arguments[@]}" "${size[@]}" >said 2>&1 || status=$?
    # shellcheck disable=SC2053 # a pattern
    [[ $status == $decided ]] || { cat said >&2 && return "$status"; }
}

"$HALATION" --quiet --image photo.jpg --chain bloom --size 480x270 --screenshot new.png >/dev/null
"$HALATION" --print chain --chain neon >my.chain
declare -A ran
for document in README.md docs/recipes.md docs/chains.md; do
    commands=0
    while IFS= read -r command; do
        command=${command%%  *# *}
        commands=$((commands + 1))
        [[ $command != *script/* && $command != cmake* && -z ${ran[$command]-} ]] || continue
        eval "$command" </dev/null >>printed || fail "$document: $command"
        ran[$command]=1
    done < <(sed --quiet '/^```sh$/,/^```$/p' "$root/$document" | grep --invert-match '^```')
    ((commands >= 5)) || fail "$document has only $commands commands"
done

# What "Is my banding fixed?" says of a bloom, and "Error diffusion or ordered dither?" of two frames.
recipes=$(paste --serial --delimiters=' ' "$root/docs/recipes.md")
says_recipe() { grep --quiet -- "$1" <<<"$recipes" || fail "docs/recipes.md does not say: $1"; }
"$HALATION" --audit=banding --chain bloom >said
says_recipe "$(awk '/ the chain/ { printf $0 ~ /without/ ? "falls from %d" : " pixels to %d", $(NF - 2) }' said)"
for step in dither error_diffusion; do
    "$HALATION" --quiet --output 'frame_%d.png' --frames 2 --size 640x360 --chain "tonemap,$step:bits=2"
    "$HALATION" --compare frame_0.png frame_1.png >said || true
    share=$(awk '/^beyond max/ { printf $(NF - 1) < 1 ? "%.1f" : "%.0f", $(NF - 1) }' said)
    says_recipe "$share % .*$step:bits=2"
done
