#!/usr/bin/env bash
# A second OpenGL driver: Mesa's zink, which makes Vulkan of OpenGL, on lavapipe. It draws the golden pictures, which
# llvmpipe drew, within a step of 8 bits, and pictures of dots within the list's own tolerance.
#   tests/program/zink_test.sh            six of the pictures
#   tests/program/zink_test.sh all        all of them
#   tests/program/zink_test.sh impls      implementations against the reference, as many programs as the test harness
source "$(dirname "$0")/../lib.sh"

export VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
export GALLIUM_DRIVER=zink LIBGL_ALWAYS_SOFTWARE=1 LIBGL_KOPPER_DISABLE=true XDG_RUNTIME_DIR=$work
chmod 700 "$work"
unset MESA_LOADER_DRIVER_OVERRIDE
[[ -e $VK_ICD_FILENAMES ]] || skip "no lavapipe here; script/bootstrap --test installs mesa-vulkan-drivers"
cp --recursive tests/pictures "$work/pictures"
cd "$work"
run 0 --list gpus
grep --quiet '^0 *zink' said || skip "OpenGL is not zink's here: $(cat said)"

if [[ ${1-} == impls ]]; then
    answers 0 '^1 of 1 passed' --headless --audit=impls --limit impls.variants=300
    exit
fi
# What broke its compiler once.
run 0 --headless --size 129x67 --fuse compute --chain encode:roi=0/0/0.0001/0.0001,dither --screenshot dots.png
sed --in-place 's/--tolerance driver/--tolerance max=1/' pictures/cases.txt
(($(grep --count 'max=1$' pictures/cases.txt) > 15)) || fail "tests/pictures/cases.txt has no pictures to compare"
part=()
[[ ${1-} == all ]] || part=(--shard 1/6)
run 0 --headless --verify pictures "${part[@]}"
says '^[0-9]+ passed, 0 failed'
