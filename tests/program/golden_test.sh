#!/usr/bin/env bash
# --record, --verify and --accept: what passes, what fails, what is never lost.
source "$(dirname "$0")/../lib.sh"

here=$PWD
cd "$work"
mkdir golden

sum_of() {
    sha256sum "$@" | sha256sum
}

cat >golden/cases.txt <<'END'
# This test's pictures
night: --chain 'dual:sigma=3,tonemap,dither' --size 96x54 --tolerance perceptual   
light.pfm: --chain "dual:sigma=4" --size 96x54 --scene bars

dots: --chain 'tonemap,same.glsl,dither:palette=gameboy' --size 96x54 --tolerance=dithered --msaa 4
END
cp golden/cases.txt before.txt
printf '//!HOOK MAIN\nvec4 hook() { return HOOKED_tex(HOOKED_pos); }\n' >same.glsl

# Without pictures, all are missing; recording makes them and no others.
answers 1 'missing night.png: .*No such file' --verify golden -o r.xml
[[ $(tr --squeeze-repeats ' \n' ' ' <said) == *'halation --verify golden --accept night.png'* ]] ||
    fail "it does not say how to accept"
says '^0 passed, 0 failed, 3 missing, 0 broken'
grep --quiet 'name="halation --verify" tests="3" failures="3" errors="0"' r.xml || fail "-o r.xml: $(cat r.xml)"
[[ $(ls golden) == cases.txt ]] || fail "--verify has written to the golden folder"
answers 0 '^recorded light.pfm' --record golden
says '^3 recorded, 0 were there'
answers 0 '^3 passed, 0 failed' --verify golden
run 0 --verify golden --tolerance exact
before=$(sum_of golden/*)
answers 0 '^0 recorded, 3 were there' --record golden
[[ $(sum_of golden/*) == "$before" ]] || fail "--record replaced a picture"

# Another picture in the place of one: beyond, kept elsewhere, and accepted only where that is said.
"$HALATION" --quiet --screenshot golden/night.png --chain tonemap --size 96x54 >/dev/null
before=$(sum_of golden/*)
run 1 --verify golden -o failed/ -o r.json -o r.html -o r.xml
changed='PSNR is [0-9.]+ dB, 38 needed; structure is [0-9.]+, 0.98 needed'
changed+='; the reference was made with chain tonemap, not dual:sigma=3,tonemap,dither'
[[ $(tr --squeeze-repeats ' \n' ' ' <said) =~ "failed night.png: "$changed ]] || fail "it does not say why: $(<said)"
for file in r.json r.html r.xml; do
    grep --quiet --extended-regexp "(why\": ?|message=)\"$changed\"" $file || fail "$file does not say why"
done
says '^passed  dots.png'
[[ $(ls failed | tr '\n' ' ') == *night.png* && ! -e failed/dots.png ]] || fail "-o failed/ has $(ls failed)"
grep --quiet '^      map: failed/night.png.diff.png$' r.xml && grep --quiet '^      picture: failed/night.png$' r.xml &&
    grep --quiet '^      reference: golden/night.png$' r.xml || fail "-o r.xml: $(cat r.xml)"
[[ -e failed/night.png.diff.png ]] || fail "-o failed/ draws no map: $(ls failed)"
[[ $(grep --count 'id="picture-' r.html) == 3 ]] || fail "-o has not all pictures"
grep --quiet '"state": "compared"' r.json || fail "-o r.json: $(cat r.json)"
answers 2 'golden/ lies in golden' --verify golden -o golden/
answers 2 'golden/failed/ lies in golden' --verify golden -o golden/failed/
[[ ! -e golden/failed ]] || fail "-o has made a folder in the golden one"
answers 2 'before.txt/: no folder' --verify golden -o before.txt/
answers 2 "has no picture 'nigth'; did you mean 'night'" --verify golden --accept nigth
[[ $(sum_of golden/*) == "$before" ]] || fail "--verify changed the golden folder"
answers 0 '^failed  night.png: PSNR' --verify golden --accept 'n*t'
says 'accepted .*golden/night.png'
says '^accepted 1 of 1'
run 0 --verify golden -o failed/
[[ -z $(ls failed) ]] || fail "-o failed/ keeps what passes by now: $(ls failed)"
echo '// another' >>same.glsl # which changes no pixel
answers 0 '^accepted 1 of 3' --verify golden --accept '*'
says '^passed  dots.png: the reference was made with files'
answers 0 '^accepted 0 of 3' --verify golden --accept '*'

# A picture that is none any more, and a case that cannot be drawn.
cp golden/dots.png kept.png
echo broken >golden/dots.png
answers 2 'broken  dots.png: golden/dots.png: no image' --verify golden
answers 0 '^accepted 1 of 1' --verify golden --accept dots
cmp kept.png golden/dots.png || fail "a broken picture is accepted as another"
echo 'gone: --image gone.png' >>golden/cases.txt
answers 2 'golden/cases.txt:6: .*gone.png' --verify golden
says '^passed  dots.png'
cp before.txt golden/cases.txt

# Without a driver that has OpenGL 4.3 none of them is a case, and what hides it is named. Mesa's drivers leak when they
# refuse a device, which is no concern of the sanitizers here.
for variable in MESA_GL_VERSION_OVERRIDE=3.3 MESA_LOADER_DRIVER_OVERRIDE=zink GALLIUM_DRIVER=softpipe; do
    (
        export "${variable?}" ASAN_OPTIONS=detect_leaks=0
        answers 3 '4\.3' --verify golden
    )
    says "4.3.*${variable%%=*} is ${variable#*=}"
    ! grep --quiet 'broken' said || fail "$variable: a picture is broken: $(<said)"
done

# No room for pictures that go away again.
TMPDIR=$work/nowhere run 3 --verify golden
says 'cannot make the folder .*nowhere'

# A list as an editor elsewhere writes it: a byte order mark, tabs, CR LF, no end of the last line.
(printf '\xef\xbb\xbf' && tr ' ' '\t' <before.txt | sed 's/$/\r/' | head --bytes=-2) >golden/cases.txt
answers 0 '^3 passed, 0 failed' --verify golden/
cp before.txt golden/cases.txt

# Shards: each case is in one, and those without a case are fine.
for shard in 1 2 4; do
    run 0 --verify golden --shard "$shard/4" --tolerance exact
    grep '^passed' said || true
done >shards
[[ $(sort shards) == "$(printf 'passed  %s\n' night.png light.pfm | sort)" ]] || fail "shards 1, 2, 4: $(cat shards)"
answers 0 '^passed  dots.png' --verify golden --shard 3/4
says '^1 passed, 0 failed'

# A line that is wrong: file, line, and nothing is drawn.
wrong() {
    printf '%s\n' 'fine: --chain blur' "$1" >golden/cases.txt
    answers 2 "golden/cases.txt:2: .*$2" --verify golden
}
wrong 'a: --list effects' 'list is not for one picture'
wrong 'a: --help' 'help is not for one picture'
wrong 'a: --chain help' 'gets no help'
wrong 'a: --screenshot b.png' 'screenshot is not for'
wrong 'a: --gpu 1' 'gpu is not for'
wrong 'a: --chain nihgt' "did you mean 'night'"
wrong '../a: --chain night' 'must be a name'
wrong 'a: --chain "night' 'a quote is not closed'
wrong 'a: --tolerance exakt' "did you mean 'exact'"
wrong 'a.pfm: --depth 16' 'depth 16 does not go with'
wrong 'fine: --chain night' 'the picture of line 1 already'
printf '# nothing\n\n' >golden/cases.txt
answers 2 'has no case' --verify golden
head --bytes=2000000 /dev/zero | tr '\0' '#' >golden/cases.txt
for mode in verify record; do
    answers 2 'list of pictures .*cases.txt.: longer than the 1024 KiB that it may have' --$mode golden
done
printf 'night: --chain night\0' >golden/cases.txt
answers 2 'cases.txt.: it holds a zero' --verify golden
rm golden/cases.txt
mkdir golden/cases.txt
answers 2 'cases.txt.: a folder, not a file' --verify golden
rmdir golden/cases.txt
answers 2 'nowhere/cases.txt.*halation --record nowhere begins a list' --verify nowhere
run 2 --verify
answers 2 'chain works only with' --verify golden --chain night
run 2 --record golden --accept night
run 2 --record ''

# A signal leaves no folder behind, and a full disk no half picture.
cp before.txt golden/cases.txt
mkdir tmp
for files in 0 1; do # in the folder, when the signal comes
    TMPDIR=$work/tmp "$HALATION" --verify golden >/dev/null 2>&1 &
    until [[ -n $(ls tmp) ]] && (($(find tmp -type f | wc --lines) >= files)) || ! kill -0 $! 2>/dev/null; do :; done
    kill -TERM $! 2>/dev/null || true
    wait $! 2>/dev/null || true
    [[ -z $(ls tmp) ]] || fail "a signal leaves $(find tmp)"
done
rm golden/*.p*
(ulimit -f 8 && run 3 --record golden) || fail "a limit of 8 KiB"
for picture in golden/*.png golden/*.pfm; do
    [[ ! -e $picture ]] || "$HALATION" --compare "$picture" "$picture" >/dev/null || fail "$picture is no whole picture"
done
run 0 --record golden
run 0 --verify golden

# The list that --record begins finds a shader that is 2 % brighter, which nobody sees.
run 0 --record fresh --shard 999/999
mkdir --parents few brighter/gaussian
grep 'gaussian_[fc]s_separable' fresh/cases.txt >few/cases.txt
run 0 --record few
sed 's/= gaussian(/= 1.02 * gaussian(/' "$here/shaders/gaussian/gaussian.frag" >brighter/gaussian/gaussian.frag
answers 1 '^failed  gaussian_fs_separable.pfm' --verify few --shader-dir brighter
says '^passed  gaussian_cs_separable.pfm'

# A picture says which shaders were not the program's own, and who drew it.
own='shaders [0-9a-f]{16} gaussian/gaussian.frag'
shot=(--size 32x18 --chain gaussian:impl=fs_separable)
run 0 --screenshot plain.png "${shot[@]}"
run 0 --screenshot bright.png "${shot[@]}" --shader-dir brighter
answers 0 "drawn with the $own, and now with the built-in ones" --from-screenshot bright.png --screenshot again.png
answers 0 "drawn with the built-in shaders, and now with the $own" --from-screenshot plain.png --screenshot again.png \
    --shader-dir brighter
run 0 --from-screenshot bright.png --screenshot again.png --shader-dir brighter
! grep --quiet 'and now with' said || fail "shaders that are as they were are said to differ: $(<said)"
cmp bright.png again.png || fail "the shaders that a picture was drawn with draw another"
answers 1 "made with shaders built-in, not [0-9a-f]{16} gaussian/gaussian.frag" --compare plain.png bright.png

# Who drew the reference is said once, where another draws now: here llvmpipe with vectors of another width.
if [[ $("$HALATION" --list gpus) == *llvmpipe* ]]; then
    mkdir other
    echo 'a: --chain tonemap --size 32x18' >other/cases.txt
    LP_NATIVE_VECTOR_WIDTH=256 run 0 --record other
    LP_NATIVE_VECTOR_WIDTH=128 run 0 --verify other -o r.json -o r.xml -o r.html
    says '^the reference was drawn by llvmpipe.*256 bits.*; now it'
    for file in r.json r.html r.xml; do
        grep --quiet '256 bits' $file || fail "$file does not say who drew the reference"
    done
    LP_NATIVE_VECTOR_WIDTH=256 run 0 --verify other
    ! grep --quiet 'drawn by' said || fail "one renderer is told twice: $(<said)"
    echo 'a: --chain blur --size 32x18' >other/cases.txt
    before=$(sum_of other/*)
    LP_NATIVE_VECTOR_WIDTH=128 answers 2 'drew 1 picture, which is as before; --other-renderer replaces it too' \
        --verify other --accept a
    says '^accepted 0 of 1'
    [[ $(sum_of other/*) == "$before" ]] || fail "--accept replaces what another renderer drew"
    LP_NATIVE_VECTOR_WIDTH=128 answers 0 '^accepted 1 of 1' --verify other --accept a --other-renderer
fi

# The job for a CI system in the document.
mkdir --parents build/release
ln --symbolic "$HALATION" build/release/halation
sed --quiet '/Draw the golden pictures again/,/- name:/s/^          \(build.*\)/\1/p' "$here/docs/comparing.md" >job
[[ $(wc --lines <job) == 1 ]] || fail "docs/comparing.md has no job: $(cat job)"
bash job >said 2>&1 || fail "the job of docs/comparing.md: $(cat said)"
[[ -s pictures.xml && -s pictures.json ]] || fail "the job has written no results"
cp golden/night.png golden/dots.png
! bash job >said 2>&1 || fail "the job passes with a wrong picture"
[[ -s failed/dots.png ]] || fail "the job keeps no picture"
