#!/usr/bin/env bash
# What is installed: the program needs nothing of the folder it was built from, and --shader-dir reads the shaders
# beside it; what is for desktops, manuals and shells passes their own checkers; and Tab completes in each shell.
source "$(dirname "$0")/../lib.sh"

unset DISPLAY WAYLAND_DISPLAY HALATION_SHADER_DIR
cmake --install "$BUILD" --prefix "$work/prefix" >/dev/null
share=$work/prefix/share
installed=$work/prefix/bin/halation
cp --recursive "$share/halation/shaders" "$work/shaders"
cd "$work"
[[ -x $installed ]] || fail "there is no bin/halation in the prefix"
grep --quiet --fixed-strings "$root" <(strings "$installed" 2>/dev/null || cat "$installed") &&
    echo "note: the program names the folder it was built in"

# ---- shaders

# take FILE ARGUMENT...: a small picture; its words go to FILE.err.
take() {
    local file=$1
    shift
    "$installed" --screenshot "$file" --size 96x54 "$@" >/dev/null 2>"$file.err"
}

take built_in.png || fail "the installed program ended with $?: $(cat built_in.png.err)"
take folder.png --shader-dir shaders || fail "--shader-dir ended with $?: $(cat folder.png.err)"
cmp built_in.png folder.png || fail "the same shaders from a folder make another picture"
for kind in shader example; do
    while read -r file; do
        cmp --silent "$share/halation/${kind}s/$file" <("$installed" --print $kind "$file") ||
            fail "--print $kind $file is not the file that is installed"
    done < <("$installed" --print $kind)
    diff <(cd "$share/halation/${kind}s" && find . -type f -printf '%P\n' | sort) \
        <("$installed" --print $kind | sort) ||
        fail "the installed ${kind}s are not those in the program"
done

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

# ---- desktops and manuals

id=org.halation.Halation
need desktop-file-validate appstreamcli mandoc shellcheck rsvg-convert
desktop-file-validate "$share/applications/$id.desktop"
known=() # the project has no address yet, which AppStream 0.16 does not mind
[[ $(appstreamcli --version) == *' 0.'* ]] || known=(--override=url-homepage-missing=info)
appstreamcli validate --no-net "${known[@]}" "$share/metainfo/$id.metainfo.xml" >said ||
    { cat said >&2 && fail 'the metainfo'; }
for size in 48 64 128 256 512; do
    identify "$share/icons/hicolor/${size}x$size/apps/$id.png" | grep --quiet " PNG ${size}x$size " ||
        fail "no icon of $size pixels"
done
gzip --decompress --stdout "$share/man/man1/halation.1.gz" >halation.1
mandoc -T lint -W warning halation.1 || fail 'the manual'
mandoc -T utf8 halation.1 | sed $'s/.\b//g' >manual
"$installed" --help=all | grep --only-matching --extended-regexp '^.{6}--[a-z-]+' | sed 's/.*--/--/' >options
(($(wc --lines <options) > 40)) || fail '--help=all shows few options'
while read -r word; do
    grep --quiet --fixed-strings -- "$word" manual || fail "the manual does not have $word"
done < <(cat options && "$installed" --list effects | grep --only-matching '^[a-z_]*' && "$installed" --list chains |
    grep --only-matching '^[a-z0-9_]*')
examples=$(sed --quiet '/^EXAMPLES/,/^SEE ALSO/p' manual | grep --count '^     halation')
((examples > 4)) || fail "the manual has only $examples examples of docs/recipes.md"

# ---- completion

(cd "$root" && grep --files-with-matches '^#!.*bash' script/* |
    xargs shellcheck --severity=warning assets/complete.bash) || fail 'shellcheck'

# completes WORDS OFFER...: what `halation WORDS` can become, the last of them an empty one where WORDS end in a space.
completes() {
    local -a words
    IFS=' ' read -r -a words <<<"${1% }"
    [[ $1 != *' ' ]] || words+=('')
    diff <(printf '%s\n' "${@:2}" | sed '/^$/d') <("$installed" --complete "${words[@]}" | cut --fields=1) >&2 ||
        fail "halation --complete $1"
}

diff <(grep --invert-match complete options) <("$installed" --complete -- | cut --fields=1) ||
    fail 'not all options are offered'
completes '--chain du' dual dual: dual,
completes '--chain=dual:si' --chain=dual:sigma=
completes '-c neon,-dual:sigma=3:e' neon,-dual:sigma=3:edge=
completes '--chain dual:sigma=3:sig'
completes '--chain tonemap:curve=aces' tonemap:curve=aces tonemap:curve=aces_hill
completes '--chain dither:palette=pic' dither:palette=pico8 'dither:palette=*' dither:palette=pico8{:,\,}
completes '--chain @' '@*'
completes '--chain tonemap,./' 'tonemap,*'
completes '--scene har' harbour harbour:
completes '--scene image:fit=fi' image:fit=fit image:fit=fill
completes '--translate kw' kwin
completes '--bench=blu' --bench=blurs --bench=blurs:
completes '--ben' --bench --bench=
completes '--tune sigma=4,p' sigma=4,psnr= sigma=4,passes=
completes '--list pal' palettes
completes '--tolerance perc' perceptual
completes '--tolerance perceptual,ps' perceptual,psnr=
completes '--limit sigma.w' sigma.width=
completes '--bench=blo' --bench=bloom --bench=bloom:
completes '--bench=bloom:b' --bench=bloom:budget=
completes '--vsync ' off on
completes '--shader-dir ' '*/'
completes '--compare a ' '*'
completes '--compare a b --to' --tolerance
completes '--report a b --out' --output --output-format
completes '--compare a b -o out.' '*' out.png out.html out.xml out.json
completes '--audit --output-format ' json xml
completes 'photo' '*'
completes 'he' help '*'
completes 'help ke' keys
completes '--nothing='
completes '-tonemap'

# tab SHELL LOAD COMMAND...: in a terminal, after LOAD, Tab makes an option, an effect and a key of their beginnings.
tab() {
    local shell=$1 load=$2
    shift 2
    {
        until [[ -e $shell.ready ]]; do printf '%s; touch %s.ready\r' "$load" "$shell" && sleep 1; done
        printf "halation --print chain --chain 'bloom,-box:it\t2' >%s.quoted\r" "$shell"
        printf 'halation --pri\tchain --cha\tdu\t:si\t9,lut:file=tab\tloo\t >%s.chain\r' "$shell"
        until [[ -s $shell.chain ]]; do printf '\r' && sleep 1; done
        printf 'exit\r'
    } | SHELL=/bin/sh script --quiet --command "$*" --log-out "$shell.log" >/dev/null
    [[ $(cat "$shell.chain") == dual:sigma=9,lut:file=tables/look.cube &&
        $(cat "$shell.quoted") == threshold,*,-box:iterations=2 ]] || { cat "$shell.log" >&2 && fail "$shell"; }
}

mkdir tables config data
printf '%s\n' 'LUT_3D_SIZE 2' '0 0 0' '1 0 0' '0 1 0' '1 1 0' '0 0 1' '1 0 1' '0 1 1' '1 1 1' >tables/look.cube
printf 'fpath=(%s $fpath)\nautoload -U compinit && compinit -u -D\n' "$share/zsh/site-functions" >.zshrc
export PATH=$work/prefix/bin:$PATH HOME=$work ZDOTDIR=$work TERM=dumb
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data
need zsh fish
tab bash "source $share/bash-completion/completions/halation" bash --norc --noprofile -i &
tab zsh true zsh -i &
tab fish "source $share/fish/vendor_completions.d/halation.fish" fish --no-config -i &
for shell in 1 2 3; do wait -n; done
