#!/usr/bin/env bash
# Wrong usage: one line that says what would be right, exit code 2 (3: this machine cannot), nothing on stdout and no
# file. And what the command line promises to print.
source "$(dirname "$0")/../lib.sh"

failed=0
unset DISPLAY WAYLAND_DISPLAY
mkdir "$work/here"
cd "$work/here"

# What is wrong with images, beside one that is right.
printf 'no picture' >text.png
mkdir folder.png
"$HALATION" --quiet --screenshot good.png --size 16x9 --chain ''
# The width in the header becomes 0x7fffffff; its checksum is then wrong, too.
{ head --bytes=16 good.png && printf '\x7f\xff\xff\xff' && tail --bytes=+21 good.png; } >huge.png
printf 'threshold,\n  dual:sigmo=3\n' >bad.chain
# Pipes that nobody writes to, where no word of a command line names them.
mkdir pipes pipes/pointwise
mkfifo pipes/{cases.txt,a.json,p.hex,pointwise/tonemap.glsl}
printf 'dither:palette=pipes/p.hex\n' >pipe.chain
# Links to what is not there yet.
mkdir twins
printf 'a: --chain dual\nb: --chain box\n' >twins/cases.txt
for link in b.png:a.png f_2.png:f_0.png link.json:one.json box.json:blurs.json page.html:one.json; do
    ln --symbolic "${link#*:}" "twins/${link%:*}"
done
before=$(ls)

complain() {
    printf 'FAILED: halation %s\n  %s\n' "$1" "$2" >&2
    failed=1
}

# What takes over two seconds says how far it is, which no test waits for.
drop_progress() {
    sed --in-place '/^halation: .* \(so far\|left\)$/d' "$work/err"
}

# wrong CODE PATTERN ARGUMENT...: ends with CODE; stderr's first line matches the pattern (extended regular
# expression). An error in a chain's text may show that line with a caret below it.
wrong() {
    local code=$1 pattern=$2 status=0 words
    shift 2
    "$HALATION" "$@" >"$work/out" 2>"$work/err" || status=$?
    drop_progress
    words=$(head --lines=1 "$work/err")
    [[ $status =~ ^$code$ ]] || complain "$*" "ended with $status and not $code: $(cat "$work/err")"
    [[ $words =~ $pattern ]] || complain "$*" "does not say '$pattern' but: $words"
    [[ ${#words} -lt 400 ]] || complain "$*" "says more than a line of 400 characters"
    [[ -s $work/out ]] && complain "$*" "prints on stdout: $(head --lines=1 "$work/out")"
    check_lines "$*"
    if [[ $(ls) != "$before" ]]; then
        complain "$*" "leaves a file: $(ls)"
        ls | grep --invert-match --line-regexp --fixed-strings "$before" | xargs rm --force --recursive
    fi
}

check_lines() {
    local lines
    mapfile -t lines <"$work/err"
    case ${#lines[@]} in
    1) ;;
    3) [[ ${lines[0]} == *column* && ${lines[2]} =~ ^\ *\^$ ]] || complain "$1" "says three lines: ${lines[*]}" ;;
    *) complain "$1" "says ${#lines[@]} lines: ${lines[*]}" ;;
    esac
}

# right ARGUMENT...: ends with 0, says nothing on stderr and something on stdout, that fits 80 columns in a file, too.
right() {
    "$HALATION" "$@" >"$work/out" 2>"$work/err" || complain "$*" "ended with $?"
    drop_progress
    [[ -s $work/err ]] && complain "$*" "says: $(cat "$work/err")"
    fits "$*"
}
fits() {
    local columns
    columns=$(LC_ALL=C.UTF-8 wc --max-line-length <"$work/out")
    ((columns > 5 && columns <= 80)) || complain "$1" "is $columns columns wide"
}

shot=(--screenshot out.png --size 32x18)

# tests/app/options_test.c has what is refused before anything is done. Here is how main says it, and what only a GPU or
# a folder knows.
wrong 2 "'--nonsense'.*--help" --nonsense
wrong 2 "^halation: 'gaussin' is no option, effect or topic; did you mean gaussian?" help gaussin
wrong 2 'or topic; topics are drawn, .*, keys$' help xyzzy
wrong 2 'no step of the chain has a kernel' --print kernel --chain tonemap
wrong 2 'must end in .glsl, .c, .h or .json' --print kernel -o k.txt
wrong 2 '^halation: error_diffusion has no implementation of fragment' --export e.html --chain error_diffusion
wrong 2 '^halation: error_diffusion has no' --export e.html --chain error_diffusion --chain dual
wrong 2 '^halation: encode,error_diffusion: err' --export e.html --chain encode,error_diffusion --chain dual
wrong 2 "no program 'kwim'.*did you mean 'kwin'" --translate kwim:strength=3
wrong 2 'sigma must be 0.5 to 250 px' --translate sigma=0:program=kwin
wrong 2 '32768x32768.*16384|limit' --screenshot out.png --size 32768x32768
wrong 2 'step 5, tonemap, has made display values of it; move it before step 5' "${shot[@]}" --chain neon,tonemap
wrong 2 'tonemap has one' --print curve --chain dual
wrong 2 'tonemap has one' --print curve --chain=-tonemap
wrong 2 'A: step 7, tonemap|A: step 7: tonemap' --bench --size 16x9 --chain neon,tonemap --chain dual
wrong 2 'nosuch' "${shot[@]}" --shader-dir nosuch
wrong 2 'no folder that can be read: Not' "${shot[@]}" --effects text.png
wrong 2 'text.png' "${shot[@]}" --shader-dir text.png
wrong '[23]' 'no GPU 63: there (is 1|are [02-9]),|no EGL' "${shot[@]}" --gpu 63
wrong 2 "no pass 'dual/dwon 16x9'; there is dual/.*; did you mean 'dual/down 16x9'" "${shot[@]}" --at 'dual/dwon 16x9'
wrong 2 "'box/rows' writes no image; there is box/columns" "${shot[@]}" --fuse off --chain box:impl=cs_tiled \
    --at box/rows
wrong 2 "did you mean 'scene/resolve 4 samples'" "${shot[@]}" --at 'scenes/resolve 4 samples'

# Chains and scenes, with the line and a caret below the place.
wrong 2 "column 11: threshold has no option 'lvl'; it has level, knee" "${shot[@]}" --chain threshold:lvl=1
wrong 2 '.' "${shot[@]}" --chain "$(head --bytes=100000 /dev/zero | tr '\0' ',')"
wrong 2 'folder.png' "${shot[@]}" --chain @folder.png
wrong 2 'line 1, column 16: .*p.hex.: a pipe' "${shot[@]}" --chain @pipe.chain
wrong 2 'tonemap.glsl.: a pipe' "${shot[@]}" --chain tonemap --shader-dir pipes
wrong 2 'cases.txt.: a pipe' --verify pipes
wrong 2 'a.json: a pipe' --report pipes -o out.html
wrong 2 'line 2, column.*sigmo' "${shot[@]}" --chain @bad.chain
wrong 2 'file' "${shot[@]}" --scene image

# Files that are named alone, and images.
wrong 2 'text.png: no image' text.png "${shot[@]}"
wrong 2 'folder.png: a folder' folder.png
wrong 2 huge.png --screenshot out.png --image huge.png

# Outputs. None of these may be written, and what is there already stays.
wrong 2 'folder.png' --screenshot folder.png --size 32x18
wrong 2 'proc' --screenshot /proc/out.png --size 32x18
wrong 2 'text.png' --screenshot text.png/out.png --size 32x18
wrong 2 'nosuch' --bench --frames 1 --size 32x18 -o nosuch/out.json
wrong 2 'are one file' --compare good.png good.png -o twins/one.json -o twins/page.html
wrong 2 'light has no palette' -o light.exr -o p.gpl --chain tonemap,dither:palette=auto --size 8x8
wrong 2 'are one file' --bench=all --quick -o 'twins/{suite}.json'
wrong 2 'are one file' -o twins/f_%d.png --frames 3 --size 16x9
wrong 2 'cases.txt: .*are one file' --verify twins
wrong 2 'cases.txt: .*are one file' --record twins
[[ $(cat text.png) == 'no picture' ]] || complain '' 'a file that could not be written is changed'

# What is echoed shows control characters and does not send them to the terminal; the caret stays in its place.
for bad in $'\e[31mdual' $'dual,\e[31m' $'dual:sigma=\e[2J' $'dual,\xc2\x9b31m' $'dither:palette=\e[31m.hex'; do
    wrong 2 'x1b|u009b' "${shot[@]}" --chain "$bad"
    LC_ALL=C grep --quiet $'\e\|\xc2\x9b' "$work/err" && complain "--chain ${bad@Q}" 'sends escapes to the terminal'
done
wrong 2 'control' "${shot[@]}" --image $'escape\e[31m.png'
wrong 2 'column 7.*control' "${shot[@]}" --chain $'dual, \e'
[[ $(tail --lines=2 "$work/err") == $'  dual, \\x1b\n        ^' ]] || complain 'dual, ESC' "shows: $(cat "$work/err")"

# However long a path is, its end says what is wrong with it.
part=$(printf 'n%.0s' {1..240}) far=/
for i in {1..9}; do far+=$part/; done
for far_option in "--screenshot $far/out.png" "--chain @$far/out.chain" "--bench -o $far/out.json"; do
    "$HALATION" $far_option >/dev/null 2>"$work/err" && complain "${far_option:0:20}..." 'ended with 0'
    grep --quiet 'there is no folder\|No such file' "$work/err" ||
        complain "${far_option:0:20}..." 'does not say what is wrong'
done

# What the machine cannot. A result that cannot be written is none, wherever it was to go.
for results in '--print chain' '--list gpus' --help '--chain help' '--audit=help' \
    '--bench --frames 1 --warmup 0 --size 16x9 --chain dual' '--screenshot - --size 16x9' \
    '--compare good.png good.png'; do
    status=0
    "$HALATION" $results --quiet 2>"$work/err" >/dev/full || status=$?
    [[ $status == 3 && $(cat "$work/err") == 'halation: stdout: cannot be written: No space left on device' ]] ||
        complain "$results >/dev/full" "ended with $status and says: $(cat "$work/err")"
done
status=0
"$HALATION" --print chain >&- 2>"$work/err" || status=$?
[[ $status == 3 && $(cat "$work/err") == *'stdout: cannot be written: Bad file descriptor' ]] ||
    complain '--print chain >&-' "ended with $status and says: $(cat "$work/err")"
"$HALATION" --list effects | head --lines=1 >/dev/null || [[ ${PIPESTATUS[0]} == 141 ]] ||
    complain '--list effects | head' "ended with ${PIPESTATUS[0]}"
"$HALATION" "${shot[@]}" --quiet >&- 2>/dev/null || true
"$HALATION" --image out.png "${shot[@]}" --quiet >/dev/null || complain 'stdout closed' 'prints into the picture'
(
    ulimit -f 1
    "$HALATION" --bench --frames 1 --warmup 0 --size 16x9 -o small.json >/dev/null 2>"$work/err"
) && complain '-o small.json' 'ends with 0 on a full disk'
grep --quiet 'small.json: cannot be written: File too large' "$work/err" ||
    complain '-o small.json' "does not say why it is not written: $(cat "$work/err")"
[[ -e small.json ]] && complain '-o small.json' 'leaves half a file'

rm --force out.png

# What the machine lacks.
wrong 3 'display.*--screenshot|--screenshot' --size 32x18
DISPLAY=:4711 wrong 3 'display' --size 32x18
MESA_GL_VERSION_OVERRIDE=3.3 wrong 3 ' gives OpenGL 3\.3, and 4\.3 .*MESA_GL_VERSION_OVERRIDE is 3' "${shot[@]}"
status=0
MESA_GL_VERSION_OVERRIDE=3.3 "$HALATION" --list gpus >"$work/out" 2>"$work/err" || status=$?
[[ $status == 3 && $(cat "$work/out") == '0  '*' gives OpenGL 3.3, and 4.3 is needed' ]] ||
    complain '--list gpus' "of an old driver ended with $status: $(cat "$work/out" "$work/err")"
# More than a software renderer gives one image, also where every message of GL is fatal.
if [[ $("$HALATION" --list gpus) == *llvmpipe* ]]; then
    for option in --headless --gl-debug; do
        wrong 3 'no memory for an image of 16384x16384' \
            "$option" --screenshot out.png --size 16384x16384 --format rgba32f --chain tonemap
    done
fi

# What is right.
right --version
right --help
mv "$work/out" "$work/help"
right help
(($(wc --lines <"$work/out") <= 45)) || complain help 'is longer than a screen'
cmp "$work/out" "$work/help" >&2 || complain help 'is not what --help says'
right help help
cmp "$work/out" "$work/help" >&2 || complain 'help help' 'is not what --help says'
options() { grep --count --extended-regexp '^  +(-[a-z], )?--' "$1"; }
[[ $(options "$work/help") == 12 ]] || complain --help 'shows other than twelve options'
right help all
(($(options "$work/out") <= 64)) || complain --help=all 'lists more than 64 options'
! grep --quiet -e --headless -e --complete "$work/out" || complain --help=all 'lists what is only accepted'
grep --only-matching -e ' --[a-z-]*' "$work/out" | sort --unique >"$work/all"
mv "$work/help" "$work/groups"
"$HALATION" --explain dual | cmp - <("$HALATION" help dual) >&2 || complain 'help dual' 'is not the page of --explain'
topics='drawn window picture measure audit compare describe machine chains effects keys dual --size strength sigma roi'
for topic in $topics; do
    right help "$topic"
    [[ $topic == keys || $topic == dual ]] || (($(wc --lines <"$work/out") <= 47)) ||
        complain "help $topic" 'is longer than a screen'
    cat "$work/out" >>"$work/groups"
done
says_help() { right help "$1" && grep --quiet -- "$2" "$work/out" || complain "help $1" "does not say $2"; }
says_help strength '^dither$' && says_help sigma '^pyramid$'
says_help light '^image$' && says_help roi '^every effect$'
diff "$work/all" <(grep --only-matching -e ' --[a-z-]*' "$work/groups" | sort --unique) >&2 ||
    complain --help=all 'has other options than the groups'
grep --quiet '^      --frames ' "$work/groups" || complain --help=measure 'does not list --frames'
wrong 2 "drawn, window, .*, keys" --help=nothing
wrong 2 "'b' is another" help a b
cp text.png help
before=$(ls)
wrong 2 'help: no image' help "${shot[@]}"
rm help
before=$(ls)
for list in effects impls scenes chains palettes keys suites gpus help; do right --list "$list"; done
for name in --chain --scene --print --format --fuse --tolerance --limit; do right "$name" help; done
grep --quiet '^sigma ' "$work/out" && grep --quiet '^sigma.width ' "$work/out" || complain --limit 'leaves out a mode'
right --audit=help
right --bench=help
for effect in help $("$HALATION" --explain help | grep --only-matching "^[a-z_]*"); do right --explain "$effect"; done
# The lines of a shader that a page names begin with a function of the effect's name and end with it.
for effect in $("$HALATION" --list effects | sed -n 's/^\([a-z_]*\)  .*/\1/p'); do
    places=$("$HALATION" --explain "$effect" | sed -n '/^Shader/,/^$/s/^  //p')
    [[ -n $places ]] || complain "--explain $effect" "names no shader"
    while read -r file _ lines; do
        ends=$("$HALATION" --print shader "$file" | sed -n "${lines%-*}p;${lines#*-}p")
        [[ $ends == [a-z]*" $effect("*$'\n}' ]] ||
            complain "--explain $effect" "$file $lines is $ends"
    done <<<"$places"
done
for words in help sigma=16 godot:program=css; do right --translate $words; done
for print in chain curve; do
    "$HALATION" --print "$print" >"$work/out" || complain "--print $print" "ended with $?"
done
"$HALATION" --print shaders --size 32x18 | grep 'void main' >/dev/null || complain '--print shaders' 'has no shader'
right --print kernel --chain gaussian:sigma=30
right --audit=odd_sizes --chain mips
[[ $(tail --lines=1 "$work/out") == '1 of 1 passed' ]] || complain --audit "ends with: $(tail --lines=1 "$work/out")"
long=exposure:ev=1,saturation,threshold,dual,composite,exposure,saturation,tonemap,dither
right --quiet --bench --frames 2 --warmup 0 --size 64x36 --chain "$long" --scene checker:dark=0.125:bright=0.875
"$HALATION" "${shot[@]}" --chain "$long" --verbose >"$work/out" 2>/dev/null
fits --verbose
mv "$work/out" "$work/verbose"

# Several chains, and values that are swept, run beside each other. What lies within the machine's drift is open.
# beside COUNT WORDS ARGUMENT...: so many lines of the table or a tree begin with a word of the pattern.
beside() {
    local status=0 expected=0 count=$1 words=$2
    shift 2
    "$HALATION" --bench --quiet --warmup 1 --scene ramp "$@" >"$work/out" 2>"$work/err" || status=$?
    [[ $status == 0 || $status == 3 ]] || complain "$*" "ended with $status: $(cat "$work/err")"
    [[ -s $work/err ]] && complain "$*" "says: $(cat "$work/err")"
    fits "$*"
    ! tr '\n' ' ' <"$work/out" | grep --quiet --extended-regexp 'no verdict|open: |open at|are *open|open, within' ||
        expected=3
    [[ $status == "$expected" ]] || complain "$*" "ends with $status, not $expected: $(cat "$work/out")"
    (($(grep --count --extended-regexp "^($words) .*[0-9]\.[0-9]" "$work/out") >= count)) ||
        complain "$*" "has not $count lines of $words: $(cat "$work/out")"
}
beside 4 'A|B|. ├ dual|. ├ down 16x9|├ dual|│ ├ down 16x9' --chain dual:sigma=2 --chain bloom --size 32x18 --samples 12
beside 5 '[AB] sigma=[24]|C' --chain dual --chain gaussian --chain kawase --sweep dual.sigma=2,4 \
    --sweep gaussian.sigma=2,4 --size 32x18 --samples 2
beside 4 'impl=fs_passes (18|36)p|impl=auto (18|36)p' --chain dual --sweep dual.impl=auto,fs_passes \
    --sweep size=18p..36p:2 --samples 2
grep --quiet '^dual$' "$work/out" || complain '--sweep' "does not say which chain is swept: $(cat "$work/out")"

# What was written is said with its whole path, and nothing is said with --quiet; errors are.
# writes WORDS ARGUMENT...: one of the lines on stderr is WORDS, an extended regular expression.
writes() {
    local words=$1
    shift
    "$HALATION" "$@" >/dev/null 2>"$work/err" || complain "$*" "ended with $?"
    grep --quiet --line-regexp --extended-regexp "halation: wrote $words" "$work/err" ||
        complain "$*" "does not say that it wrote $words: $(cat "$work/err")"
}
took='GPU [0-9]+\.[0-9]{3} ms'
writes "$PWD/out.png, 32x18" "${shot[@]}" --chain ''
writes "$PWD/out.png, 32x18, $took" --verbose "${shot[@]}" --chain ''
writes "$PWD/out.png, 200x90, $took" --screenshot out.png --size 200x90 --overlay --chain ''
writes "3 pictures, f_0.png to f_2.png, 8x8, $took each" -o 'f_%d.png' --frames 3 --size 8x8 --chain ''
writes "$PWD/f_1.png, 8x8, $took" -o 'f_%d.png' --frames 1..1 --size 8x8 --chain ''
writes "$PWD/p.gpl" -o p.gpl --chain tonemap,dither:palette=auto --size 8x8
writes "$PWD/k.h" --print kernel --chain gaussian:sigma=2 -o k.h
writes "a picture to stdout, 8x8" --screenshot - --size 8x8 --chain ''
measured=(--bench --frames 1 --warmup 0 --size 16x9 -o out.json)
writes "$PWD/out.json" "${measured[@]}"
"$HALATION" --quiet "${shot[@]}" --chain '' >"$work/out" 2>&1
[[ -s $work/out ]] && complain "--quiet ${shot[*]}" "says: $(cat "$work/out")"
right --quiet "${measured[@]}"
tr --squeeze-repeats '\n ' ' ' <"$work/out" | grep --quiet 'NOT KNOWN TO BE STEADY: .* give --samples 12 or more' ||
    complain "${measured[*]}" "does not say what tells whether the machine is steady: $(cat "$work/out")"
wrong_says=$("$HALATION" --quiet "${shot[@]}" --chain nosuch 2>&1 || true)
[[ $wrong_says == *nosuch* ]] || complain '--quiet' 'hides an error'
rm f_*.png out.json k.h

# What is too slow says so in its line. Who reads the table and ends does not cost the files.
"$HALATION" --quiet --bench=dither --quick --samples 1 --warmup 2 --patience 0.001 --size 96x54 -o pipe.json |
    sleep 0 || true
grep --quiet '"left_out": "it takes' pipe.json ||
    complain '--bench=dither | sleep 0' 'writes no results, or not what it skips'
rm --force pipe.json

# --bench=all looks at the files of its last suite before it measures the first.
mkdir all
printf '{}' >all/blurs.json
before=$(ls)
wrong 2 'all/blurs.json: it is not what --bench writes' --bench=all --quick --baseline 'all/{suite}.json'
rm -r all
before=$(ls)
wrong 2 'all/blurs.json: there is no folder of that name; make it' --bench=all --quick -o 'all/{suite}.json'

# A run against an earlier one: compared with itself, refused where it is of something else. What it writes is counted
# without a clock, though of nine frames nobody knows how steady the machine was.
measured=(--quiet --bench --frames 9 --warmup 0 --size 16x9 --scene ramp --chain pixelate)
"$HALATION" "${measured[@]}" -o old.json >/dev/null
status=0
"$HALATION" "${measured[@]}" --baseline old.json >"$work/out" || status=$?
[[ $status == 3 ]] || complain "${measured[*]} --baseline" "ended with $status"
grep --quiet '^a run is slower if it takes more than 5 % longer' "$work/out" ||
    complain "${measured[*]} --baseline" "does not say its limit: $(cat "$work/out")"
sed --in-place 's/"written_bytes": [0-9]*/"written_bytes": 1/' old.json
status=0
"$HALATION" "${measured[@]}" --baseline old.json --fail-above 9000 >"$work/out" || status=$?
[[ $status == 1 ]] || complain "${measured[*]} --baseline" "ended with $status though more is written"
grep --quiet '^1 compared: 0 slower' "$work/out" || complain "${measured[*]} --baseline" "says: $(cat "$work/out")"
before=$(ls)
wrong 2 'size|as .pixelate . 16x9' "${measured[@]}" --size 9x16 --baseline old.json
rm old.json
before=$(ls)

# A name that is no UTF-8: U+FFFD is written where only UTF-8 may stand, and it is said.
cp good.png $'\xff.png'
for written in '--screenshot out.png' '--bench --frames 1 --warmup 0 -o out.json'; do
    "$HALATION" $written --chain '' --image $'\xff.png' 2>"$work/err" >/dev/null ||
        complain "$written --image \\xff.png" "ended with $?"
    grep --quiet 'no UTF-8: U+FFFD' "$work/err" || complain "$written" 'does not say that a name is no UTF-8'
    grep --quiet --text --fixed-strings $'image:file=\xef\xbf\xbd.png' out.* || complain "$written" 'loses the scene'
    rm out.*
done
rm $'\xff.png'

# 33 taps for a sigma of 10 cut the curve short; how wide the blur then is, a user cannot know.
cut=(--bench --frames 1 --warmup 0 --size 32x18 --chain gaussian:sigma=10:radius=16)
"$HALATION" "${cut[@]}" >"$work/out" 2>&1 || complain "${cut[*]}" "ended with $?"
grep --quiet 'gaussian: sigma is 7.91 px in effect' "$work/out" ||
    complain "${cut[*]}" 'does not say how wide the blur is in effect'

# The table of passes is for who asks for it. One frame is no median, and what `auto` took of each blur is said with the
# times it was chosen by.
read -r line <"$work/verbose"
[[ $line =~ 'median of '([2-9]|[1-9][0-9]+)' frames'$|', one frame'$ ]] || complain "${shot[*]}" "says: $line"
blurs=(--bench --frames 1 --warmup 0 --size 32x18 --scene ramp --chain kawase)
env --unset=HALATION_PROFILE "$HALATION" "${blurs[@]}" >"$work/out"
line=$(sed --null-data 's/\n  */ /g' "$work/out" | grep '^auto: kawase took ') ||
    complain "${blurs[*]}" 'does not say what it took'
row=$(sed 's/^auto: kawase took \([a-z0-9_]*\).*/\1/' <<<"$line")
[[ $line =~ (by the profile|which was timed):.*\ $row\ [0-9.]+\ ms ]] ||
    complain "${blurs[*]}" "does not say why: $line"

# Palettes are named with their colours: as numbers, or, in a terminal that has colour, as swatches.
"$HALATION" --list palettes >"$work/out"
grep --quiet --extended-regexp '^ +0f380f 306230 8bac0f 9bbc0f$' "$work/out" ||
    complain '--list palettes' 'has no greens'
grep --quiet $'\e' "$work/out" && complain '--list palettes' 'writes escapes into a file'
# in_terminal VARIABLE=VALUE...: what --list palettes says in a terminal.
in_terminal() {
    env "$@" script --quiet --return --command "'$HALATION' --list palettes" /dev/null </dev/null >"$work/out"
}
in_terminal -u NO_COLOR TERM=xterm
grep --quiet --fixed-strings $'\e[48;2;15;56;15m  \e[0m\e[48;2;48;98;48m' "$work/out" ||
    complain '--list palettes' 'shows no swatches in a terminal'
for without in TERM=dumb NO_COLOR=1; do
    in_terminal TERM=xterm "$without"
    grep --quiet $'\e' "$work/out" && complain '--list palettes' "has colour with $without"
done

# Colours that a palette's file has twice are kept once and said, once.
printf '000000\nffffff\n000000\n' >"$work/twice.hex"
"$HALATION" "${shot[@]}" --chain "tonemap,dither:palette=\"$work/twice.hex\"" >/dev/null 2>"$work/err"
[[ $(grep --count '1 colour is there more than once' "$work/err") == 1 ]] ||
    complain 'dither:palette=twice.hex' "does not say once that a colour is kept once: $(cat "$work/err")"

# A step by its name is the chain up to it, and the picture says exactly when it was.
"$HALATION" --screenshot at.pfm --size 32x18 --chain exposure:ev=1,saturation:factor=0,exposure:ev=-3 --at saturation \
    >/dev/null
"$HALATION" --screenshot whole.pfm --size 32x18 --chain exposure:ev=1,saturation:factor=0 >/dev/null
cmp at.pfm whole.pfm || complain '--at saturation' 'is not the chain up to that step'
"$HALATION" "${shot[@]}" --time 1.2345678 >/dev/null
grep --quiet --text '1\.2345678' out.png || complain '--time 1.2345678' 'is not in the picture'
rm at.pfm whole.pfm out.png

# A shader that gives up waiting, as on a GPU that schedules groups unkindly: no picture and no table of times.
cp --recursive "$root/shaders" "$work/shaders"
sed --in-place 's/if (!is_whole) {/if (true) {/' "$work/shaders/error_diffusion/error_diffusion_serve.glsl"
before=$(ls)
fault=(--size 8x140 --shader-dir "$work/shaders" --chain 'error_diffusion:impl=cs_bands:palette=bw')
wrong 1 'a shader gave up waiting' --screenshot out.png "${fault[@]}"
wrong 1 'a shader gave up waiting.*; 0 of 2 frames are complete' -o 'f_%d.png' --frames 2 "${fault[@]}"
wrong 1 'a shader gave up waiting' --quiet --bench --frames 2 --warmup 0 -o out.json "${fault[@]}"

# Light that is no number is no picture: not in a file that would keep it, nor in one that would make it 0.
sed --in-place 's/out_color = finite(.*/out_color = vec4(uintBitsToFloat(0x7fc00000u));/' \
    "$work/shaders/scene/charts.frag"
bad=(--size 8x8 --shader-dir "$work/shaders" --scene ramp --chain '')
wrong 1 'not finite at column 0, row 0' --screenshot out.pfm "${bad[@]}"
wrong 1 'not finite at column 0, row 0' --screenshot out.png "${bad[@]}" --at scene/ramp
# Where there is no display, the bare name says what to try without one.
status=0
"$HALATION" >"$work/out" 2>"$work/err" || status=$?
[[ $status == 3 && $(wc --lines <"$work/out") == 5 && ! -s $work/err ]] ||
    complain 'no display' "says: $(cat "$work/out" "$work/err")"

# script/demo hands over options that there are, and where there is no display leaves out what only a window has.
mkdir --parents "$work/demo/script" "$work/demo/build/release" "$work/demo/bin"
cp "$root/script/demo" "$work/demo/script"
for stub in script/bootstrap bin/cmake; do
    printf '#!/bin/sh\n' >"$work/demo/$stub"
    chmod +x "$work/demo/$stub"
done
touch "$work/demo/build/release/build.ninja"
ln --symbolic "$HALATION" "$work/demo/build/release/halation"
demo() {
    PATH=$work/demo/bin:$PATH "$work/demo/script/demo" "$@" >"$work/out" 2>"$work/err"
}
"$HALATION" --help=all >"$work/help"
modes=$(sed --quiet '/^ *case/,/exec/p' "$root/script/demo" | grep --only-matching -e '--[a-z][a-z-]*')
for option in $modes; do
    grep --quiet -e " $option" "$work/help" || complain script/demo "knows $option, which there is not"
done
[[ $modes == *--bench*--audit* ]] || complain script/demo "knows only $modes"
demo --vsync off --size 32x18 --chain '' && [[ -s halation.png ]] &&
    grep --quiet '^GPU time of each pass' "$work/out" ||
    complain script/demo "writes no picture or no table without a display: $(cat "$work/out" "$work/err")"
demo --list suites && grep --quiet blurs "$work/out" || complain 'script/demo --list' "says: $(cat "$work/err")"
demo --nonsense a b && complain 'script/demo --nonsense' 'ends with 0'
grep --quiet "'--nonsense'" "$work/err" ||
    complain 'script/demo --nonsense' "says: $(cat "$work/err")"
rm halation.png

# The same picture on every run, whatever the locale, and with an input that another halation wrote.
"$HALATION" "${shot[@]}" --time 1.5 >/dev/null
mv out.png first.png
LC_ALL=de_DE.UTF-8 "$HALATION" "${shot[@]}" --time 1.5 --chain "$("$HALATION" --print chain)" >/dev/null
cmp first.png out.png || complain "${shot[*]}" 'gives other bytes on the second run'
"$HALATION" --image first.png --screenshot second.png >/dev/null || complain '--image first.png' "ended with $?"
"$HALATION" --screenshot - --size 32x18 --time 1.5 2>/dev/null | cmp - first.png || complain '--screenshot -' 'differs'

cd "$root"
((failed == 0)) || exit 1
