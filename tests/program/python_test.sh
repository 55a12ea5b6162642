#!/usr/bin/env bash
# python_test.sh NAME: runs the test NAME_test.py, which says what it tests, with the Python that it needs.
source "$(dirname "$0")/../lib.sh"

need python3
python=python3
[[ $1 == report ]] || find_python PIL.Image python3-pil
if [[ $1 == report || $1 == sheet || $1 == identify ]] && ! "$HALATION" --list gpus >"$work/gpus" 2>&1; then
    skip "no GPU here: $(cat "$work/gpus")"
fi
if [[ $1 == oracle ]]; then
    need ffmpeg
    ffmpeg -loglevel quiet -init_hw_device vulkan -f lavfi -i nullsrc=s=16x16 -frames:v 1 -f null - </dev/null ||
        skip "no Vulkan here; script/bootstrap --test installs mesa-vulkan-drivers"
fi
server=()
if [[ $1 == mpv ]]; then
    need mpv xvfb-run
    server=(xvfb-run --auto-servernum --server-args='-screen 0 640x480x24 -noreset')
fi
if [[ $1 == site ]]; then
    find_python 'PIL.Image, websocket' 'python3-pil or python3-websocket'
    command -v chromium firefox-esr >/dev/null || skip 'neither chromium nor firefox-esr is installed'
    need xvfb-run # Firefox has no WebGL without a display
    server=(xvfb-run --auto-servernum)
fi
exec "${server[@]}" "$python" "tests/program/$1_test.py" "$HALATION" "$work" "$PWD"
