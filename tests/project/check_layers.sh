#!/usr/bin/env bash
# There are three layers, and includes point down only: app -> effects -> render. OpenGL is render's, the window's
# library is app/window/input/window.c's. Prints every line that breaks a rule.
source "$(dirname "$0")/../lib.sh"

broken=0

# The code without its comments, line by line as it was.
project_files c h cpp vert frag comp >"$work/files"
tar --create --files-from="$work/files" | tar --extract --directory="$work"
(cd "$work" && xargs sed --in-place 's://.*::' <files)

# forbid RULE PATTERN FILE...: no line of the files, comments left out, matches the extended regular expression.
forbid() {
    local rule=$1 pattern=$2
    shift 2
    (($# > 0)) || fail "no files to check for: $rule"
    if (cd "$work" && grep --with-filename --line-number --extended-regexp "$pattern" "$@") >"$work/found"; then
        { echo "$rule:" && cat "$work/found"; } >&2
        broken=1
    fi
}

layer() {
    project_files c h cpp | grep "^$1/"
}

mapfile -t render < <(layer render)
mapfile -t effects < <(layer effects)
mapfile -t app < <(layer app)
mapfile -t app_without_view < <(layer app | grep --invert-match '^app/window/view/')
mapfile -t without_window < <(layer '\(render\|effects\|app\)' |
    grep --invert-match '^app/window/input/window\.[ch]')
mapfile -t files_opened_elsewhere < <(layer '\(render\|effects\|app\)' |
    grep --invert-match '^render/file/\(input_file\|output_file\|output_stdout\)\.c$')
mapfile -t without_json_file < <(layer app | grep --invert-match '^app/results/json_file\.c$')
mapfile -t shaders < <(project_files vert frag comp)

gl_call='(^|[^A-Za-z0-9_>.])(gl|egl)[A-Z][A-Za-z0-9]* *\('
gl_45='glCreate([TBFVRQ]|Sam)|glNamed|glTexture(Sto|Sub|Par)|glGetTexture[IPS]|glClearTex|glBufferSto|glBindTextureUnit'
gl_header='#include [<"](epoxy|GL|GLES[23]?|EGL|KHR)/'

forbid 'render/ includes effects/, app/ or tests/' '#include "(effects|app|tests)/' "${render[@]}"
forbid 'effects/ includes app/ or tests/' '#include "(app|tests)/' "${effects[@]}"
forbid 'app/ includes tests/' '#include "tests/' "${app[@]}"
forbid 'effects/ calls OpenGL or EGL' "$gl_call" "${effects[@]}"
forbid 'effects/ includes OpenGL or EGL' "$gl_header" "${effects[@]}"
forbid 'app/ calls OpenGL or EGL' "$gl_call" "${app_without_view[@]}"
forbid 'app/ includes OpenGL or EGL' "$gl_header" "${app_without_view[@]}"
forbid 'GLFW outside app/window/input/window.c' \
    '(^|[^A-Za-z0-9_])(glfw[A-Z]|GLFW)' "${without_window[@]}"
forbid 'Dear ImGui outside app/window/view/' '#include [<"]imgui|ImGui' \
    "${render[@]}" "${effects[@]}" "${app_without_view[@]}"
forbid 'GL 4.5, direct state access or buffer storage in render/' \
    "$gl_45" "${render[@]}"
# input_file.c waits for no pipe and reads no device; output_file.c replaces a file whole.
forbid 'a file is opened outside render/file/input_file.c and output_file.c' \
    '(^|[^A-Za-z0-9_>.])((f|fre|exr_)?open(at)?|creat|json_(load|dump)_file|stbi_load|AddFontFromFileTTF) *\(' \
    "${files_opened_elsewhere[@]}"
forbid 'json_pack or json_string outside app/results/json_file.c, which checks what they return' \
    'json_(pack|stringn?)\(' "${without_json_file[@]}"
forbid 'a shader that asks for more than GLSL 4.30' '#version ([^4]|4[^3]|43[^0])' "${shaders[@]}"

# An effect of the table EFFECTS may have a directory of its own; it may include the directories of those before it.
mapfile -t effect_modules < <(sed --quiet 's:^    X(\([a-z0-9_]*\)).*:effects/\1:p' effects/effect.h)
((${#effect_modules[@]} > 0)) || fail "effects/effect.h has no table EFFECTS"

# The modules, from the lowest up: a file includes what is in its own module and in those before it, so that no two
# modules need each other. app/main.c is above all.
modules=(
    render/text render/context render/file render/image render/image/formats render/paint render render/scene
    effects effects/metrics effects/stats effects/palette effects/blur effects/auto effects/plan effects/pointwise
    "${effect_modules[@]}" effects/translate effects/hook effects/reference
    app/text app/edit app app/renderer app/results app/bench/baseline app/measure
    app/measure/quality app/compare app/identify
    app/export app/picture app/harness app/audit
    app/bench/run app/bench/judge app/bench/blurs app/bench/bloom app/bench/dither app/bench/impls
    app/bench/chains app/bench/tune app/bench
    app/window/state app/window/controls app/window/session/background app/window/session
    app/window/view
    app/window/input app/window/loop app/command app/compare/golden
)
if ! (cd "$work" && grep --with-filename --only-matching --extended-regexp '#include "(app|effects|render)/[^"]*' \
    "${render[@]}" "${effects[@]}" "${app[@]}") | grep --invert-match '^app/main\.c:' |
    awk -F '[:"]' -v modules="${modules[*]}" '
        BEGIN { count = split(modules, names, " "); for (i = 1; i <= count; i++) place[names[i]] = i }
        function module(path) { sub("/[^/]*$", "", path); return path }
        !place[module($1)] { print $1 ": no module; modules are listed in tests/project/check_layers.sh"; wrong = 1 }
        place[module($3)] > place[module($1)] { print $1 " includes " $3 ", of a later module"; wrong = 1 }
        END { exit wrong }' >&2; then
    broken=1
fi

# A module is a .c with its .h: no circle of modules that include each other.
if ! (cd "$work" && grep --with-filename --only-matching --extended-regexp '#include "(app|effects|render)/[^"]*' \
    "${render[@]}" "${effects[@]}" "${app[@]}") | awk -F '[:"]' '
        function module(path) { sub("[.][a-z]+$", "", path); return path }
        function reaches(from, to, i, ends, count) {
            if (from == to)
                return 1
            seen[from]
            count = split(includes[from], ends, " ")
            for (i = 1; i <= count; i++)
                if (!(ends[i] in seen) && reaches(ends[i], to))
                    return 1
            return 0
        }
        module($1) != module($3) { includes[module($1)] = includes[module($1)] " " module($3) }
        END {
            for (from in includes) {
                count = split(includes[from], ends, " ")
                for (i = 1; i <= count; i++) {
                    split("", seen)
                    if (reaches(ends[i], from)) { print "part of a circle: " from " includes " ends[i]; wrong = 1 }
                }
            }
            exit wrong
        }' >&2; then
    broken=1
fi

# A file of effects/ is understood with few others.
if ! script/include-depth | awk '
        $1 == "effects" { found = 1; wrong = $2 > 6 || $4 > 15 }
        wrong { print "effects/: includes are " $2 " deep (6), and a file reaches " $4 " headers (15)"; exit }
        END { exit wrong || !found }' >&2; then
    broken=1
fi

# A function has up to 70 lines; clang-format puts its braces at the beginning of theirs.
if ! (cd "$work" && awk '
        FNR == 1 { begin = 0 }
        begin && FNR - begin == 70 { print FILENAME ":" begin ": a function of more than 70 lines"; wrong = 1 }
        /^{$/ { begin = FNR - 1 }
        /^}/ { begin = 0 }
        END { exit wrong }' \
    $(cd "$work" && ls "${render[@]}" "${effects[@]}" "${app[@]}" | grep '[.]c')) >&2; then
    broken=1
fi

# The main header of a folder is the one of its name, or the one here. Its first comment begins with the folder's name
# and says what lives there.
declare -A main_headers=(
    [app]=app/options.h [app/window/state]=app/window/state/ui_state.h
    [app/window/view]=app/window/view/panel.h [app/command]=app/command/options_parse.h
    [app/measure]=app/measure/frames.h
    [app/picture]=app/picture/capture.h
    [app/text]=app/text/wrap.h
    [app/results]=app/results/document.h
    [app/window/loop]=app/window/loop/viewer.h [app/window/input]=app/window/input/window.h
    [app/window/session/background]=app/window/session/background/background.h
    [app/bench/run]=app/bench/run/suite.h
    [render]=render/gpu.h [render/file]=render/file/output_file.h
    [render/image/formats]=render/image/formats/image_file.h
    [effects]=effects/effect.h [effects/auto]=effects/auto/impl_choice.h [effects/blur]=effects/blur/levels.h
    [effects/convolve]=effects/convolve/convolve_kernel.h
    [effects/dither]=effects/dither/dither_palette.h
)
for folder in $(printf '%s\n' "${render[@]%/*}" "${effects[@]%/*}" "${app[@]%/*}" | sort --unique); do
    header=${main_headers[$folder]:-$folder/${folder##*/}.h}
    first=$(grep --max-count=1 '^//' "$header" 2>/dev/null || true)
    if [[ $first != "// $folder: "* ]]; then
        echo "$header: the first comment must say what lives in the folder: // $folder: ..." >&2
        broken=1
    fi
done

if project_files cpp cc cxx hpp | grep --invert-match '^app/window/view/' >"$work/found"; then
    { echo 'C++ outside app/window/view/:' && cat "$work/found"; } >&2
    broken=1
fi

((broken == 0)) || fail "the layers are not kept"
