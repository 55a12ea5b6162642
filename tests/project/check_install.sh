#!/usr/bin/env bash
# An installed halation needs nothing of the folder it was built from: it runs anywhere and has its shaders inside.
# --shader-dir and HALATION_SHADER_DIR read them from a folder instead.
source "$(dirname "$0")/../lib.sh"

unset DISPLAY WAYLAND_DISPLAY HALATION_SHADER_DIR
cmake --install "$BUILD" --prefix "$work/prefix" >/dev/null
cp --recursive shaders "$work/shaders"
cd "$work"
installed=$work/prefix/bin/halation
[[ -x $installed ]] || fail "there is no bin/halation in the prefix"
grep --quiet --fixed-strings "$OLDPWD" <(strings "$installed" 2>/dev/null || cat "$installed") &&
    echo "note: the program names the folder it was built in"

# take FILE ARGUMENT...: a small picture; its words go to FILE.err.
take() {
    local file=$1
    shift
    "$installed" --screenshot "$file" --size 96x54 "$@" >/dev/null 2>"$file.err"
}

take built_in.png || fail "the installed program ended with $?: $(cat built_in.png.err)"
take folder.png --shader-dir shaders || fail "--shader-dir ended with $?: $(cat folder.png.err)"
cmp built_in.png folder.png || fail "the same shaders from a folder make another picture"

# A changed shader shows, by the option and by the environment.
sed --in-place 's/0\.7152/0.1152/' shaders/common/luminance.glsl
grep --quiet '0\.1152' shaders/common/luminance.glsl || fail "the shader that this test changes looks different now"
take changed.png --shader-dir shaders || fail "a changed shader ended with $?: $(cat changed.png.err)"
cmp --quiet built_in.png changed.png && fail "--shader-dir does not show a changed shader"
HALATION_SHADER_DIR=shaders take by_environment.png || fail "HALATION_SHADER_DIR ended with $?"
cmp changed.png by_environment.png || fail "HALATION_SHADER_DIR and --shader-dir differ"

# A broken one is told with its file and line, and writes nothing.
printf '\nfloat broken( { nonsense\n' >>shaders/common/luminance.glsl
status=0
take broken.png --shader-dir shaders || status=$?
((status == 2)) || fail "a broken shader ended with $status and not 2"
[[ ! -e broken.png ]] || fail "a broken shader writes a picture"
grep --quiet 'luminance\.glsl:[0-9]' broken.png.err || fail "a broken shader is not named: $(cat broken.png.err)"
[[ $(wc --lines <broken.png.err) == 1 ]] || fail "a broken shader takes more than a line: $(cat broken.png.err)"
