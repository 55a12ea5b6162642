# What the soak does to the window: sourced by tests/program/soak.sh, which watches what comes of it. The keys are those
# of the program's own list, so a new one is pressed as soon as it is there.

# ---- keys

declare -A key_names=([Space]=space [PrintScreen]=Print ['.']=period [',']=comma ['/']=slash ['[']=bracketleft
    [']']=bracketright ['+']=plus ['-']=minus ['=']=equal)

# Writes how xdotool calls a key: ctrl+shift+z for Ctrl+Shift+Z.
key_called() {
    local key=$1 before=
    while [[ $key =~ ^(Ctrl|Shift|Alt)\+(.+)$ ]]; do
        before+=${BASH_REMATCH[1],,}+
        key=${BASH_REMATCH[2]}
    done
    [[ ! $key =~ ^[A-Z]$ ]] || key=${key,}
    echo "$before${key_names[$key]:-$key}"
}

# The keys of --list keys, with Shift where that has a meaning. Esc is left out, for it ends the program.
list_keys() {
    local line name part
    while IFS= read -r line; do
        name=${line%%  *}
        [[ $name != Esc && $line == *'  '* ]] || continue # headings of groups have no key
        [[ $name != '1 to 9' ]] || name='1, 2, 3, 4, 5, 6, 7, 8, 9'
        [[ $name != 'Ctrl+1 to Ctrl+6' ]] || name='Ctrl+1, Ctrl+2, Ctrl+3, Ctrl+4, Ctrl+5, Ctrl+6'
        while [[ -n $name ]]; do
            part=${name%%, *}
            [[ $name == *', '* ]] && name=${name#*, } || name=
            key_called "$part"
            [[ $line != *[Ww]'ith Shift'* ]] || echo "shift+$(key_called "$part")"
        done
    done
}

press_key() { act key "${keys[RANDOM % ${#keys[@]}]}"; }
press_many() { act key --delay 5 $(for _ in 1 2 3 4 5 6; do echo "${keys[RANDOM % ${#keys[@]}]}"; done); }
hold() {
    act keydown n
    press_key
    act keyup n
}
type_number() {
    local texts=(0 1 16 2.5%h -3 1e9 nan 2% x '' 0.5)
    act keydown ctrl mousemove --window "$window" $((RANDOM % width)) $((RANDOM % height)) click 1 keyup ctrl
    act type --delay 5 -- "${texts[RANDOM % ${#texts[@]}]} "
    act key Return
}

# ---- the mouse

move() { act mousemove --window "$window" $((RANDOM % width)) $((RANDOM % height)); }
click() { act mousemove --window "$window" $((RANDOM % width)) $((RANDOM % height)) click $((RANDOM % 3 + 1)); }
scroll() { act mousemove --window "$window" $((RANDOM % width)) $((RANDOM % height)) click $((4 + RANDOM % 2)); }

# With the left button, the middle one, or the left one and a key held: sliders, the divider, regions, the view.
drag() {
    local held=('' '' shift alt) button=$((RANDOM % 4 ? 1 : 2)) key=${held[RANDOM % 4]}
    [[ -z $key ]] || act keydown "$key"
    act mousemove --window "$window" $((RANDOM % width)) $((RANDOM % height)) mousedown "$button"
    act mousemove --window "$window" $((RANDOM % width)) $((RANDOM % height)) mouseup "$button"
    [[ -z $key ]] || act keyup "$key"
}

# ---- the window and files

resize() {
    local sizes=(640x360 320x200 1x1 961x2 3x601 777x501 1000x700 128x128 960x540)
    local size=${sizes[RANDOM % ${#sizes[@]}]}
    width=${size%x*} height=${size#*x}
    act windowsize "$window" "$width" "$height"
}
break_shader() {
    local files=("$work"/shaders/*/*.glsl "$work"/shaders/*/*.comp)
    local file=${files[RANDOM % ${#files[@]}]}
    cp "$file" "$work/good"
    printf '\nvec3 broken( {\n' >>"$file"
    act key F5
    sleep 0.4 # it is mostly read by then; either is fine
    press_key
    cp "$work/good" "$file"
    act key F5
}

# Good files and bad ones, small and large.
make_files() {
    mkdir "$work/files"
    cd "$work/files"
    convert -size 64x36 xc:white white.png
    convert -size 64x36 xc:black black.png
    cp white.png changing.png
    convert -size 2000x3000 gradient:red-blue large.png
    convert -size 40x30 xc:gray light.pfm
    convert -size 200x100 gradient: photo.jpg
    head --bytes 200 large.png >cut.png
    "$HALATION" --quiet --screenshot made.png --chain dual:sigma=3,tonemap --scene lights --size 64x36 >/dev/null
    echo 'threshold,dual:sigma=9,composite,tonemap,dither' >look.chain
    echo 'tonemap:curve=linear' >plain.chain
    echo 'exposure,tonemapp' >broken.chain
    printf '101010\ne0e0e0\n' >two.hex
    printf 'no colour\n' >bad.hex
    write_hook >own.glsl
    printf '//!HOOK MAIN\n//!BINDD HOOKED\n' >bad.glsl
    printf '//!HOOK MAIN\nvec4 hook() { return nothing; }\n' >worse.hook
    echo hello >notes.doc
    cd "$work/here"
}

drop() {
    act mousemove --window "$window" 1 1 # so that it is known where it happened
    "$python" "$dropper" "$window" "${@/#/$work/files/}" || failed "a drop of $* is not taken"
}
drop_some() {
    local files=(white.png changing.png changing.png large.png light.pfm photo.jpg cut.png made.png made.png look.chain
        plain.chain broken.chain two.hex bad.hex notes.doc own.glsl own.glsl bad.glsl worse.hook .) some=()
    for ((i = RANDOM % 3; i >= 0; i--)); do some+=("${files[RANDOM % ${#files[@]}]}"); done
    drop "${some[@]}"
}
rewrite() {
    local pictures=(white black)
    cp "$work/files/${pictures[RANDOM % 2]}.png" "$work/files/changing.png"
}

# ---- what the window uses, rewritten by others: its chain, palettes, shaders and picture, several of them at once

# pick WORD...: `picked` is one of them. Not by an output, since each $( ) draws numbers of its own.
pick() {
    local of=("$@")
    picked=${of[RANDOM % $#]}
}

# A shader file of one of a few kinds: what is read is kept, so that endless new ones would take endless memory.
write_hook() {
    local half='//!HOOK MAIN\n//!BIND HOOKED\n//!SAVE HALF\n//!WIDTH HOOKED.w 2 /\n//!HEIGHT HOOKED.h 2 /\n'
    half+='vec4 hook() { return HOOKED_tex(HOOKED_pos); }\n'
    local last='//!HOOK MAIN\n//!BIND HOOKED\n//!BIND HALF\n//!DESC glow\n'
    pick k=1 k=2 strength=1 strength=3
    printf "//!PARAM ${picked%=*}\n//!TYPE float\n//!MINIMUM 0\n//!MAXIMUM 4\n${picked#*=}\n"
    pick "$half" "$half//!HOOK LUMA\n//!BIND HOOKED\nvec4 hook() { return HOOKED_tex(HOOKED_pos); }\n"
    printf "$picked${last}vec4 hook() { return mix(HOOKED_tex(HOOKED_pos), HALF_tex(HALF_pos), 0.1); }\n"
}

# A chain that needs nearly all uniforms, one with more palettes than fit a pass, and more kinds of programs.
write_chain() {
    local i thresholds= dithers= p=$work/files/p
    for i in {1..13}; do thresholds+="threshold:level=0.$i:limit=$((100 * i)),"; done
    for i in {2..9}; do dithers+="dither:strength=0.3:palette=$p$i.hex,"; done
    pick "dual:sigma=4:impl=cs_blocked,${thresholds}tonemap,dither:palette=${p}1.hex" \
        "tonemap,${dithers}error_diffusion:palette=${p}1.hex" \
        "threshold,gaussian:sigma=3,composite,tonemap,error_diffusion:palette=${p}2.hex:impl=cs_bands" \
        "tonemap:curve=linear,dither:palette=${p}1.hex:strength=0" bloom \
        "tonemap,own.hook,dither:palette=${p}1.hex,own.hook"
    echo "$picked"
}
write_palette() {
    local i step=$((512 * RANDOM + 1))
    pick 1 2 3 4 5 16 17 256
    for ((i = 0; i < picked; i++)); do printf '%06x\n' $((i * step % 0x1000000)); done
}
write_good() {
    case $1 in
    *.chain) write_chain ;;
    *.hex) write_palette ;;
    *.hook) write_hook ;;
    *.png) pick white.png black.png photo.jpg large.png && cat "$work/files/$picked" ;;
    *) cat "$work/original/${1##*/shaders/}" && echo "// $RANDOM" ;;
    esac
}

# put KIND FILE: in the place of whatever is there, and half of the files as some editors do, in place.
put() {
    local kind=$1 file=$2 to=$2.new
    ((RANDOM % 2)) && [[ -f $file && $kind != f* ]] && to=$file
    case $kind in
    good) write_good "$file" >"$to" ;;
    broken) printf '\nbroken( : {\n' >"$to" ;;
    empty) : >"$to" ;;
    cut) write_good "$file" >"$to" && truncate --size 150 "$to" ;;
    huge) head --bytes 20000000 < <(yes '# more and more') >"$to" ;;
    fifo) mkfifo "$to" ;;
    folder) mkdir "$to" ;;
    gone) to= ;;
    esac
    [[ $to == "$file" ]] || rm --recursive --force "$file"
    [[ ! -e $to || $to == "$file" ]] || mv "$to" "$file"
}

mend_all() {
    local file
    for file in "${rewritten[@]}"; do [[ ! ${broken[$file]-} ]] || put good "$file"; done
    broken=()
}
rewrite_some() {
    local i file kind
    for ((i = RANDOM % 4; i >= 0; i--)); do
        pick "${rewritten[@]:0:6}" "${rewritten[RANDOM % ${#rewritten[@]}]}" && file=$picked
        pick good good good good broken empty cut huge fifo folder gone && kind=$picked
        put "$kind" "$file"
        [[ $kind == good ]] && unset "broken[$file]" || broken[$file]=1
        note "$kind ${file##*/}"
    done
}

begin_rewriting() {
    local shaders=("$work"/shaders/pointwise/*.glsl "$work"/shaders/{common,blur,dither,error_diffusion,gaussian}/*)
    declare -gA broken=()
    rewritten=("$work"/files/{rewritten.chain,rewritten.png,p1.hex,own.hook,p2.hex}
        "$work"/shaders/pointwise/tonemap.glsl
        "$work"/files/p{3..9}.hex "${shaders[@]}")
    cp --recursive "$work/shaders" "$work/original"
    for file in "${rewritten[@]}"; do put good "$file"; done
    drop rewritten.chain rewritten.png
}
do_rewriting() {
    sleep "0.$((RANDOM % 3))5"
    case $((RANDOM % 8)) in
    0) pick Up Down Left Right Tab b v p c F5 && act key "$picked" ;;
    1) mend_all ;;
    *) rewrite_some ;;
    esac
}

do_something() {
    sleep 0.04
    rm --force ./*.png ./*.chain # what F12 and Ctrl+S have written
    case $((RANDOM % 44)) in
    0) resize ;;
    1) break_shader ;;
    2) rewrite ;;
    3 | 4 | 5) drag ;;
    6 | 7) type_number ;;
    8 | 9 | 10) click ;;
    11 | 12) scroll ;;
    13) move ;;
    14 | 15 | 16) drop_some ;;
    17) hold ;;
    18 | 19 | 20) press_many ;;
    *) press_key ;;
    esac
}
