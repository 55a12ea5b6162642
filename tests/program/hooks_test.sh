#!/usr/bin/env bash
# Shader files from outside: those of docs/own-effects.md, files that are wrong, and where names of files count from.
source "$(dirname "$0")/../lib.sh"

cd "$work"
small=(--size 96x64 --format rgba32f --quick --audit=nan)

# ---- the files of the document run, and change the picture

awk '/^```glsl/ { number++; inside = 1; next } /^```/ { inside = 0 } inside { print > "own" number ".glsl" }' \
    "$root/docs/own-effects.md"
diff <(sed -n '/^..!PARAM radius/,$p' "$root/docs/examples/kuwahara.glsl") own2.glsl ||
    fail 'the document has another kuwahara.glsl'
picture() {
    "$HALATION" --quiet --size 64x48 --chain "$1" --screenshot "$2" >/dev/null || fail "cannot draw '$1'"
}
same() { # PICTURE PICTURE: in their pixels; the texts beside these differ
    "$HALATION" --compare "$1" "$2" --tolerance exact >/dev/null 2>&1
}
picture tonemap plain.png
for file in own1.glsl own2.glsl own3.glsl own4.glsl; do
    run 0 "${small[@]}" --chain "tonemap,$file"
    picture "tonemap,$file" own.png
    ! same plain.png own.png || fail "$file changes nothing"
done
picture tonemap,own2.glsl:strength=0 off.png
same plain.png off.png || fail 'a pass runs where its WHEN is 0'

# ---- the page of a file has what its lines say

ln --symbolic "$root/docs/examples" examples # a table cuts longer paths
examples=examples
answers 0 '^Paints the picture in patches with sharp edges' --explain "$examples/kuwahara.glsl"
says '^    strength +1 +0..1$'
cat >two.glsl <<'END'
// One.
//
// Two
//   lines.

//!HOOK LUMA
//!BIND HOOKED
//!WHEN OUTPUT.w HOOKED.w >
vec4 hook() { discard; }
END
answers 0 '^Two lines\.$' --explain two.glsl
MESA_GL_VERSION_OVERRIDE=3.3 answers 0 '^Pictures: halation --explain own2.glsl' --explain own2.glsl
MESA_GL_VERSION_OVERRIDE=3.3 answers 3 'OpenGL 3.3' --explain own2.glsl -o page.png
run 0 --explain own2.glsl -o page.png --size 64x48
grep --text --quiet 'before, after, squares 64x48, mix 64x48' page.png || fail 'the pictures of own2.glsl are others'

# ---- names count from the current folder, in a chain's file from there; a screenshot finds what lies beside it

mkdir sub
cp own2.glsl sub/inner.glsl
echo 'tonemap,inner.glsl:strength=0.5' >sub/some.chain
answers 0 '^tonemap,sub/inner.glsl:strength=0.5$' --print chain --chain @sub/some.chain
picture @sub/some.chain sub/shot.png
(cd sub && "$HALATION" --quiet --from-screenshot shot.png --screenshot again.png >/dev/null) ||
    fail 'a shot is not taken again'
same sub/shot.png sub/again.png || fail 'a shot taken again is another'
mv sub/inner.glsl elsewhere.glsl
answers 2 'needs the file sub/inner.glsl, which is not there' --from-screenshot sub/shot.png --screenshot again.png

# ---- files of a folder have no path; what was measured with another file is told from that of today

mkdir folder
mv elsewhere.glsl folder/inner.glsl
printf '//!HOOK\n' >folder/bad.hook
answers 0 '^tonemap,folder/inner.glsl:strength=0.5$' --print chain --chain tonemap,inner.glsl:strength=0.5 \
    --effects folder
answers 0 '^ +strength +1 +0..1$' --explain inner.glsl --effects folder
answers 0 '^bad.hook +folder/bad.hook:1:8: //!HOOK: a name is missing' --list effects --effects=folder
says '^inner.glsl +folder/inner.glsl '
answers 2 'folder/bad.hook:1:8: ' --explain folder/bad.hook
bench=(--bench --frames 6 --warmup 0 --size 16x8 --chain tonemap,folder/inner.glsl)
run 0 "${bench[@]}" -o then.json
echo '// another' >>folder/inner.glsl
"$HALATION" "${bench[@]}" --baseline then.json >said 2>&1 || true # slower or not
says "another file than in then.json: of 'tonemap,folder/inner.glsl' it was [0-9a-f]{16} inner.glsl, and is"

# ---- what stays from frame to frame is the same in every run

frames() { # FOLDER
    "$HALATION" --quiet --size 16x8 --frames 3 --chain tonemap,own4.glsl -o "$1_%d.png" || fail 'no sequence'
}
frames first
frames second
for frame in 0 1 2; do
    same "first_$frame.png" "second_$frame.png" || fail "frame $frame is another in a second run"
done
! same first_1.png first_2.png || fail 'nothing is kept from frame to frame'

# ---- a file may get a smaller picture than it puts out, which a screenshot says

cat >larger.glsl <<'END'
//!HOOK MAIN
//!BIND HOOKED
//!WIDTH OUTPUT.w
//!HEIGHT OUTPUT.h
vec4 hook() { return texelFetch(HOOKED_raw, ivec2(gl_FragCoord.xy * input_size / target_size), 0); }
END
twice() { # CHAIN PICTURE
    "$HALATION" --quiet --hook-size 2x --image plain.png --chain "$1" --screenshot "$2" >/dev/null ||
        fail "cannot draw '$1' twice as large"
}
twice encode squares.png
twice encode,larger.glsl larger.png
same squares.png larger.png || fail 'a file does not get the texels of the picture'
answers 0 '0 of 12288 texels' --compare squares.png larger.png
"$HALATION" --quiet --from-screenshot larger.png --screenshot again.png >/dev/null ||
    fail 'a larger picture is not made again'
same larger.png again.png || fail 'a larger picture made again is another'

# ---- what is wrong is one line with its place

printf '//!HOOK MAIN\n//!BIND HOOKED\n\nvec4 hook()\n{\n    return nothing;\n}\n' >wrong.glsl
answers 2 'wrong.glsl:6: .*nothing' --chain tonemap,wrong.glsl --screenshot x.png
answers 2 '^halation: wrong.glsl:6: .*nothing' --explain wrong.glsl -o x.png
printf '//!HOOK MAIN\n//!BIND GLOW\nvec4 hook() { return GLOW_tex(GLOW_pos); }\n' >wrong.glsl
answers 2 "column 9: wrong.glsl:2:9: //!BIND: no pass saves 'GLOW'" --chain tonemap,wrong.glsl --screenshot x.png
answers 2 "cannot read the shader file 'nothing.glsl': No such file" --chain nothing.glsl --screenshot x.png
[[ ! -e x.png ]] || fail 'a wrong file left a picture'
answers 2 'strength must be 0 to 1' --chain tonemap,own2.glsl:strength=5 --screenshot x.png
answers 2 'needs an effect of the program, or a shader file that says' --audit=impls --chain own2.glsl
sed 's/^..@ same-as .*/\/\/@ same-as gausian/' "$root/docs/examples/gaussian.glsl" >wrong.glsl
answers 2 "wrong.glsl:4:13: //@ same-as: .* did you mean 'gaussian'" --audit=impls --chain wrong.glsl

# ---- the examples give the bytes of the built-in effects; a blur of a file is judged as those are

picture gaussian:sigma=10:radius=45,tonemap built_in.png
for file in gaussian gaussian_compute; do
    picture "\"$examples/$file.glsl\",tonemap" own.png
    same built_in.png own.png || fail "$file.glsl is not the built-in blur"
done
picture threshold:level=0.5,threshold:level=2,tonemap built_in.png
picture "\"$examples/threshold.glsl\":level=0.5,\"$examples/threshold.glsl\":level=2,tonemap" own.png
same built_in.png own.png || fail 'threshold.glsl is not the built-in threshold'
run 0 --audit=impls --quick --chain "\"$examples/gaussian.glsl\",\"$examples/threshold.glsl\""
sed '0,/float weight = exp(.*;/s//& weight *= i == 1 ? 1.01 : 1.0;/' "$examples/gaussian.glsl" >wrong.glsl
answers 1 'FAILED: no difference is larger' --audit=impls --quick --chain wrong.glsl
answers 0 'examples/gaussian.glsl:sigma=3 ' --bench=blurs:sigma=3 --size 96x54 --samples 1 --effects "$examples"
says 'gaussian_compute'

# ---- script/hooks tells what runs from what is refused, what fails, and what crashes, with the pass

mkdir set
printf '//!HOOK MAIN\n//!BIND HOOKED\nvec4 hook() { return HOOKED_tex(HOOKED_pos); }\n' >set/same.glsl
printf '//!HOOK OUTPUT\n//!BIND HOOKED\nvec4 hook() { return 1.0 - HOOKED_tex(HOOKED_pos); }\n' >set/runs.glsl
printf '//!HOOK MAIN\n//!BIND GLOW\nvec4 hook() { return vec4(0.0); }\n' >set/refused.glsl
cp set/same.glsl set/FAIL.glsl
cat set/same.glsl - set/same.glsl >set/crash.glsl <<'END'

//!HOOK MAIN
//!DESC killer
vec4 hook() { return vec4(0.0); }

END
cat >crashing <<END
#!/usr/bin/env bash
[[ \$* != *FAIL.glsl* || \$* != *--audit* ]] || exit 3
for file in "$PWD/set/crash.glsl" part.glsl; do
    [[ \$* != *"\$file"* ]] || ! grep --quiet killer "\$file" || kill -SEGV \$\$
done
exec "$HALATION" "\$@"
END
chmod +x crashing
! HALATION=$PWD/crashing "$root/script/hooks" set >said 2>&1 || fail 'script/hooks is content with a crash'
says '^runs +1 of +1 +runs.glsl +$'
says '^runs +1 of +1 +same.glsl +the picture is as it was$'
says '^refused +0 of +1 +refused.glsl +refused.glsl:2:9: //!BIND: no pass saves'
says '^FAILED +0 of +1 +FAIL.glsl'
says '^CRASHED +0 of +3 +crash.glsl +signal 11 in its pass in line 5, killer$'
says '^5 files: 2 run \(1 change the picture\), 1 are refused, 1 failed, 1 crashed; 2 of 7 passes run$'
