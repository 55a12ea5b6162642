#!/usr/bin/env bash
# GL 4.3 and no more is what halation asks for. Mesa can hide the rest: a call that GL 4.5 brought then ends the
# program. The pictures must be the same as with everything there.
source "$(dirname "$0")/../lib.sh"

unset DISPLAY WAYLAND_DISPLAY

only_43() {
    MESA_GL_VERSION_OVERRIDE=4.3 MESA_EXTENSION_OVERRIDE=-GL_ARB_direct_state_access "$HALATION" --gl-debug "$@" \
        >/dev/null 2>"$work/err" || fail "$* ended with $?: $(cat "$work/err")"
}

"$HALATION" --list gpus >"$work/gpus"
grep --quiet --ignore-case 'llvmpipe\|softpipe\|mesa' "$work/gpus" || skip "only Mesa can hide GL 4.5"

# A chain with each kind of step, each way to fuse, each format; which others there are changes no call.
mkdir "$work/all" "$work/only"
{
    for chain in bloom gif_diffusion c64; do echo "$chain: --chain $chain --size 160x90"; done
    for fuse in fragment compute off; do echo "$fuse: --fuse $fuse --size 160x90"; done
    for format in r11f_g11f_b10f rgba8 rgba32f; do echo "$format: --format $format --size 160x90"; done
    echo "samples: --msaa 4 --scene-scale 0.5 --size 160x90"
} | tee "$work/all/cases.txt" >"$work/only/cases.txt"
"$HALATION" --headless --record "$work/all" >/dev/null
only_43 --headless --record "$work/only"
diff --recursive "$work/all" "$work/only" || fail "with GL 4.3 alone it makes other pictures"
(($(ls "$work/only" | wc --lines) == 11)) || fail "it makes $(ls "$work/only")"
unset HALATION_PROFILE
only_43 --bench --frames 3 --warmup 1 --size 64x36 --verbose --chain dual:impl=cs_passes,tonemap \
    -o "$work/bench.json"
grep --quiet 'drawing dual by cs_passes' "$work/err" && grep --quiet 'the driver sent [0-9]* message' "$work/err" ||
    fail "what a driver's developer asks for is not said: $(cat "$work/err")"
grep --quiet '"impl": "cs_passes"' "$work/bench.json" || fail "not which implementation ran: $(cat "$work/bench.json")"
only_43 -o "$work/only_%d.png" --frames 5 --size 64x36
