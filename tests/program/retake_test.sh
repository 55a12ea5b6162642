#!/usr/bin/env bash
# --from-screenshot: a picture again from what it says, and nothing that it must not read.
source "$(dirname "$0")/../lib.sh"

find_python PIL.Image python3-pil
cd "$work"

# A picture again, byte for byte, whatever it was made with.
again() {
    run 0 --screenshot first.png --size 64x36 "$@"
    run 0 --from-screenshot first.png --screenshot second.png
    cmp first.png second.png || fail "another picture: $*"
}
again --chain night --time 2.5 --msaa 2
again --scene bars:level=3 --chain dual:sigma=4,dither --depth 16 --format rgba32f --fuse off
again --chain threshold,dual:sigma=4,composite,tonemap --at dual
again --chain 'dual:sigma=4:impl=cs_passes' --at 'dual/up 64x36' --scene-scale 0.5
says 'drawn by '

# What the command line says goes first, wherever it stands.
from=(--from-screenshot first.png)
for arguments in "${from[*]} --size 32x18 --at dual" "--size 32x18 --at 1 ${from[*]}"; do
    read -ra words <<<"$arguments"
    run 0 "${words[@]}" --screenshot second.png
    "$python" -c 'import PIL.Image; assert PIL.Image.open("second.png").size == (32, 18)' || fail "$arguments"
done
run 0 --from-screenshot first.png --image first.png --chain blur --at 1 --screenshot second.png
answers 0 "^dual:sigma=4:impl=cs_passes" --from-screenshot first.png --print chain

# Files are those beside the picture.
mkdir here there
run 0 --screenshot there/photo.png --scene checker --size 64x36
printf '000000\nffffff\nff0000\n' >there/three.hex
printf '//!HOOK MAIN\nvec4 hook() { return HOOKED_tex(HOOKED_pos).bgra; }\n' >'there/a swap.glsl'
chain='blur,dither:palette=there/three.hex,"there/a swap.glsl"'
run 0 --image there/photo.png --chain "$chain" --screenshot shot.png
mv shot.png here/
run 2 --from-screenshot here/shot.png --screenshot second.png
says 'here/shot.png: its chain: .*it needs the file here/three.hex, which is not there'
cp there/* here/
run 0 --from-screenshot here/shot.png --screenshot here/second.png
run 0 --compare here/shot.png here/second.png
! grep --quiet 'the file that' said || fail "a file that is as it was is said to differ: $(<said)"
echo '// another' >>'here/a swap.glsl'
answers 0 'a swap.glsl is not the file that the picture was made with' --from-screenshot here/shot.png \
    --screenshot here/third.png
answers 0 'within exact; the reference was made with files [0-9a-f]{16}' --compare here/shot.png here/third.png
cp there/*.glsl here/
printf '000000\nffffff\n00ff00\n' >here/three.hex
answers 0 'three.hex is not the file that the picture was made with' --from-screenshot here/shot.png --print chain
cp there/three.hex here/
rm 'here/a swap.glsl'
answers 2 'it needs the file here/a swap.glsl, which is not there' --from-screenshot here/shot.png
cp there/*.glsl here/
(cd here && run 0 --from-screenshot shot.png --screenshot second.png)

# Texts that the program did not write.
write() {
    "$python" - "$@" <<'END'
import sys
from PIL import Image, PngImagePlugin

texts = PngImagePlugin.PngInfo()
for pair in sys.argv[1:]:
    key, value = pair.split("=", 1)
    texts.add_text(key, value)
Image.new("RGB", (4, 4)).save("evil.png", pnginfo=texts)
END
}

refuses() {
    local says=$1
    shift
    write "$@"
    answers 2 "from-screenshot: evil.png: $says" --from-screenshot evil.png --screenshot second.png
    (($(wc --lines <said) <= 3)) || { cat said >&2 && fail "more than a line: $*"; }
}
echo 'root:x:0' >secret
refuses "it does not say how it was made: its texts have no 'chain'" scene=bars
refuses "it does not say how it was made: its texts have no 'scene'" chain=dual
refuses 'its chain: column 1: no effect' chain=@secret scene=bars
refuses 'its scene: column 1: no scene' chain=dual scene=help
refuses 'its scene: it needs the file ./shadow' chain=dual scene=image:file=/etc/shadow
refuses 'its scene: it needs the file ./shadow' chain=dual 'scene=image:file="../../../../etc/shadow"'
refuses 'its scene: it needs the file ./shadow' chain=dual 'scene=image:file=..\..\shadow'
refuses "its scene: '..' is no name" chain=dual scene=image:file=..
refuses 'its chain: it needs the file ./passwd' 'chain=dither:palette=/etc/passwd' scene=bars
refuses 'its chain: column' 'chain=dual:sigma=banana' scene=bars
good=(chain=dual scene=bars)
refuses 'its size: ' "${good[@]}" size=99999x99999999
refuses 'its time: ' "${good[@]}" time=nan
refuses 'its format: ' "${good[@]}" format=rgba64
refuses 'its msaa: ' "${good[@]}" msaa=3
answers 2 'nothing.png: No such file' --from-screenshot nothing.png
answers 2 'from-screenshot works only with' --from-screenshot evil.png --compare a.png b.png
write chain=dual scene=bars "Software=halation 0.0.1" size=8x8
answers 0 'made by halation 0.0.1, and this is halation' --from-screenshot evil.png --screenshot second.png
run 0 --from-screenshot first.png --bench --frames 1 --warmup 0
says "made with --at dual/up 64x36, which does not go with"
