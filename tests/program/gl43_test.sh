#!/usr/bin/env bash
# GL 4.3 and no more is what halation asks for. Mesa can hide the rest: a call that GL 4.5 brought then ends the
# program. The picture must be the same as with everything there.
source "$(dirname "$0")/../lib.sh"

unset DISPLAY WAYLAND_DISPLAY

only_43() {
    MESA_GL_VERSION_OVERRIDE=4.3 MESA_EXTENSION_OVERRIDE=-GL_ARB_direct_state_access "$HALATION" --gl-debug "$@"
}

check() {
    "$HALATION" --screenshot "$work/all.png" --size 160x90 "$@" >/dev/null
    only_43 --screenshot "$work/only.png" --size 160x90 "$@" >/dev/null 2>"$work/err" ||
        fail "$* ended with $?: $(cat "$work/err")"
    cmp "$work/all.png" "$work/only.png" || fail "$* makes another picture"
}

"$HALATION" --list gpus >"$work/gpus"
grep --quiet --ignore-case 'llvmpipe\|softpipe\|mesa' "$work/gpus" || skip "only Mesa can hide GL 4.5"

# A chain with each kind of step; which others there are changes no call.
for chain in bloom gif_diffusion c64; do check --chain "$chain"; done
for fuse in fragment compute off; do check --fuse "$fuse"; done
for format in r11f_g11f_b10f rgba8 rgba32f; do check --format "$format"; done
check --msaa 4 --scene-scale 0.5
unset HALATION_PROFILE
only_43 --bench --frames 3 --warmup 1 --size 64x36 >/dev/null || fail "--bench ended with $?"
only_43 --output "$work/only_%d.png" --frames 5 --size 64x36 >/dev/null 2>&1 || fail "--output ended with $?"
