#!/usr/bin/env bash
# --audit of what is mine: pictures that move, numbered files, and shaders with a fault, which `nan` and `impls` find.
source "$(dirname "$0")/../lib.sh"

cd "$work"

# Audits by name: tests of their own, since they take long where nothing is compiled yet.
for name in "$@"; do
    answers 0 '^1 of 1 passed' --audit="$name"
done
[[ $# == 0 ]] || exit 0

# ---- footage: a square that turns, in three files from 0 on

for frame in 0 1 2; do
    "$HALATION" --quiet --screenshot "shot_$frame.png" --scene bars --chain '' --time "0.$frame" --size 96x64 >/dev/null
done
footage=(--image 'shot_%d.png' --chain gaussian:sigma=3:impl=fs_separable)
answers 0 '^gaussian:sigma=3:impl=fs_separable .* limited' \
    --audit=stability "${footage[@]}" -o footage.xml -o footage.json
grep --quiet '"kept": true' footage.json && grep --quiet '"of the peak %": [0-9]' footage.json ||
    fail "-o JSON: $(cat footage.json)"
grep --quiet '<testcase classname="halation.audit" name="stability" time="[0-9.]*"/>' footage.xml ||
    fail "-o XML: $(cat footage.xml)"
answers 1 'changes by [0-9.]+ %, and 0\.00 % is allowed' \
    --audit=stability "${footage[@]}" --limit stability.footage=0.001 -o footage.xml -o footage.json
grep --quiet 'failures="1"' footage.xml || fail "-o XML: $(cat footage.xml)"
grep --quiet '"kept": false' footage.json || fail "-o JSON: $(cat footage.json)"
answers 2 "no file is called 'none_%d.png'" --audit=stability --image 'none_%d.png'
answers 2 'only %d, %04d' --audit=stability --image 'none_%s.png'

# A still picture is moved; dual with boxes on its way down shimmers.
answers 0 '^dual:sigma=4' --audit=stability --quick --image shot_0.png --chain dual:sigma=4
answers 1 'changes by' --audit=stability --quick --image shot_0.png --chain dual:levels=4:offset=1:taps=source \
    --limit stability.change=2

# Without --audit=NAME what cannot be said of a picture is left out, by name.
answers 0 '^halation: left out: --audit=psf does not take --scene' \
    --audit --quick --image shot_0.png --chain saturation --size 64x64
answers 0 '^4 of 4 passed$' --audit --quick --image shot_0.png --chain saturation --size 64x64
answers 0 '^1 of 1 passed$' --audit=odd_sizes --quick
# What allows an error has not the limit of exact ones.
answers 0 '^1 of 1 passed$' --audit=quality --quick --chain gaussian:sigma=5:error=2% --scene checker --size 160x90
answers 0 '^rgba8 ' --audit=precision --format rgba8 --chain saturation --size 64x64
answers 0 '^ *8 +the chain ' --audit=banding --quick --chain exposure:ev=-1,dither --size 320x32

# ---- shaders with a fault: tests/project/break_shaders has more

# fault FILE EXPRESSION: makes a folder of shaders in which one of them is changed.
fault() {
    rm --recursive --force shaders
    cp --recursive "$root/shaders" shaders
    sed --in-place "$2" "shaders/$1"
    ! cmp --quiet "$root/shaders/$1" "shaders/$1" || fail "the test changes nothing: $1: $2"
}

nan='vec3(uintBitsToFloat(0x7fc00000u))'
fault pointwise/exposure.glsl "s|min(light, 65504.0)|px.coord == ivec2(5, 3) ? $nan : min(light, 65504.0)|"
grep --quiet coord shaders/pointwise/pixel.glsl || fail 'pixel.glsl has no place'
answers 1 "'exposure' is the first that writes NaN, in red at 5, 3" \
    --audit=nan --chain saturation:factor=0.5,exposure:ev=1,tonemap --fuse=off --scene ramp --size 32x16 \
    --shader-dir shaders
answers 1 'exposure by compute: .* at 5, 3 is (nan|-nan|inf) off' \
    --audit=impls --quick --chain exposure:ev=1 --shader-dir shaders

fault pointwise/saturation.glsl 's/0\.2126, 0\.7152/0.2226, 0.7052/'
answers 1 '^halation: impls: 2 of 2 implementations differ from the reference, 0 of them on this driver alone$' \
    --audit=impls --quick --chain saturation:factor=0.5:luma=rec709,pixelate:cell=1 --shader-dir shaders \
    -o impls.xml -o impls.json
grep --quiet 'failures="2" errors="0" skipped="[1-9]' impls.xml &&
    grep --quiet '<testcase classname="halation.impls.saturation" name="compute">' impls.xml &&
    grep --quiet '<skipped message="it leaves the picture as it is"/>' impls.xml &&
    grep --quiet '<property name="driver" value="[^"]' impls.xml || fail "-o XML: $(cat impls.xml)"
! grep --quiet 'and [0-9]* more' impls.xml || fail "-o counts another line as a finding: $(cat impls.xml)"
[[ $(grep --count '"saturation by .* is allowed; [0-9]* texels"' impls.json) == 2 ]] ||
    fail "-o has not each finding: $(cat impls.json)"
MESA_GL_VERSION_OVERRIDE=3.3 answers 3 '4\.3' --audit=nan -o none.xml
grep --quiet 'tests="1" failures="0" errors="1"' none.xml || fail "-o XML, without OpenGL 4.3: $(cat none.xml)"
