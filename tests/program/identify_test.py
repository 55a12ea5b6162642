"""--identify: blurs of this program and of Pillow, whose widths are known, and what is refused."""

import json
import math
import re
import subprocess

from PIL import Image, ImageChops, ImageFilter, ImageStat

from pictures import complain, end, program, record, run

SIZE = "512x512"


def identify(*words, status=0):
    """All numbers, as they are written, and what is printed as `said`."""
    ran = subprocess.run([program, "--identify", *words, "-o", "found.json"], capture_output=True, text=True)
    lines = ran.stdout.splitlines()
    found = json.load(open("found.json", encoding="utf-8"))
    if ran.returncode != status or lines[0] != f"sigma  {found['sigma']:.2f} px" or any(len(line) > 80 for line in lines):
        complain(f"{words}: status {ran.returncode}; not what {found} says: {lines}{ran.stderr}")
    return found | {"said": " ".join(ran.stdout.split())}


def expect(name, found, sigma, family=None, values=None, border=None, share=0.01):
    effect, *parts = found["chain"].split(":")
    nearest = effect + "".join(f":{part}" for part in parts if part in ("iterations=2", "iterations=3"))
    directions = found["directions"].values()
    if any(abs(width / sigma - 1) > share for width in (found["sigma"], *directions)):
        complain(f"{name}: sigma is {found['sigma']}, {found['directions']}, and not {sigma}")
    if family and family != nearest:
        complain(f"{name}: is like {found['chain']}, and not {family}")
    if values and found["values"] != values:
        complain(f"{name}: blurs {found['values']}")
    if border and found["border"] != border:
        complain(f"{name}: the border: {found['border']}, and not: {border}")
    return found["said"]


def expect_said(name, pattern, said):
    if not re.search(pattern, said):
        complain(f"{name}: '{pattern}' is not said: {said}")


CLAMP, MIRROR, BLACK = "repeats the outermost texels", "mirrors the picture", "is black or transparent"

run("--identify", "pattern", "-o", "pattern.png", "--size", SIZE, says="wrote")
pattern = Image.open("pattern.png").convert("RGB")

# ---- blurs of this program: file, step, sigma, family, border
OWN = [
    ("gaussian_1", "gaussian:sigma=1", 1, "gaussian", CLAMP),
    ("gaussian_3", "gaussian:sigma=3:edge=mirror", 3, "gaussian", MIRROR),
    ("gaussian_9", "gaussian:sigma=9:edge=zero", 9, "gaussian", BLACK),
    ("box", "box:radius=5", math.sqrt(10), "box", CLAMP),
    ("two_boxes", "box:sigma=4:iterations=2", 4, "box:iterations=2", CLAMP),
    ("boxes", "box:sigma=4:iterations=3", 4, "box:iterations=3", CLAMP),
    ("dual_4", "dual:sigma=4", 4, "dual", None),
    ("dual_8", "dual:sigma=8", 8, "dual", None),
    ("kawase", "kawase:sigma=5", 5, "kawase", None),
    ("wide_kawase", "kawase:sigma=15", 15, "box:iterations=3", None),
    ("haze", "dual:sigma=5:scatter=0.4", 5, None, None),
]
record("own", {f"{name}.png": ["--image", "pattern.png", "--chain", step] for name, step, *_ in OWN})
for name, step, *expected in OWN:
    found = identify(f"own/{name}.png")
    expect(step, found, *expected[:2], "light", expected[2], 0.02 if name == "haze" else 0.01)
    if name == "wide_kawase":
        expect_said(step, "shape like three boxes or Kawase's;", found["said"])
    if name == "haze":
        expect_said(step, r"shape unlike all known here, nearest to .*; kurtosis [1-9]\d", found["said"])

# ---- blurs of Pillow, of display values: boxes, and three boxes for a Gaussian; a limit is a test
for name, blur, sigma, family, limit, status, says in [
    ("a box of 7", ImageFilter.BoxBlur(3), 2, "box", "1.9+-1%", 1, r"beyond the limit: sigma is \d\.\d\d % above 1\.9 px"),
    ("three boxes", ImageFilter.GaussianBlur(5), 5, "box:iterations=3", "5+-1%", 0,
     r"within the limit: sigma is 0\.\d\d % (above|below) 5 px"),
]:
    pattern.filter(blur).save("other.png")
    said = expect(name, identify("other.png", "--limit", f"sigma={limit}", status=status), sigma, family, "display", CLAMP)
    expect_said(name, says + ", 1 % allowed", said)

# ---- a core in a haze
Image.blend(pattern.filter(ImageFilter.GaussianBlur(2)), pattern.filter(ImageFilter.GaussianBlur(16)), 0.5).save("wider.png")
expect_said("tails of any two pictures", "so sigma is low", identify("pattern.png", "wider.png")["said"])

# ---- not a blur
for name, changed in ("median", pattern.filter(ImageFilter.MedianFilter(3))), ("posterized", pattern.filter(
        ImageFilter.GaussianBlur(3)).point(lambda value: value // 32 * 32)):
    changed.save("changed.png")
    expect_said(name, "note no point spread explains", identify("changed.png")["said"])

# ---- along one axis, moved and darkened
streak = pattern.filter(ImageFilter.Kernel((5, 5), [0] * 10 + [1] * 5 + [0] * 10))
streak.filter(ImageFilter.Kernel((3, 3), [0, 1, 0] * 3)).save("streak.png")
found = identify("streak.png")["directions"]
if abs(found["across"] / math.sqrt(2) - 1) > 0.01 or abs(found["down"] / math.sqrt(2 / 3) - 1) > 0.02:
    complain(f"5x3 texels: {found}")
darker = ImageChops.offset(pattern.filter(ImageFilter.BoxBlur(3)), 2, -1).point(lambda value: round(value * 0.8 + 9))
darker.save("darker.png")
found = identify("darker.png")
kept = ImageStat.Stat(darker).mean[0] / ImageStat.Stat(pattern).mean[0]
if abs(found["contrast"] - 0.8) > 0.002 or abs(found["kept"] - kept) > 0.002 or abs(found["sigma"] / 2 - 1) > 0.01:
    complain(f"of 80 % and 9 more: {found}, and not {kept}")
if abs(found["x"] - 2) > 0.02 or abs(found["y"] + 1) > 0.02:
    complain(f"moved by 2, -1: {found}")
expect_said("darker.png", r" moved (2.0[01]|1.99) px to the right, (1.0[01]|0.99) px up ", found["said"])

# ---- a border over a colour
framed = Image.new("RGB", (pattern.width + 40, pattern.height + 40), (200, 200, 200))
framed.paste(pattern, (20, 20))
framed.filter(ImageFilter.BoxBlur(3)).crop((20, 20, 20 + pattern.width, 20 + pattern.height)).save("other.png")
said = expect("in a frame", identify("other.png", "--limit", "sigma=3+-1%", status=1), 2, "box", "display",
              "is of one colour, or transparent over it")
expect_said("in a frame", r"beyond the limit: sigma is 3\d\.\d\d % below 3 px, 1 % allowed", said)

# ---- any two pictures, of one size
photo = pattern.rotate(37, Image.Resampling.BICUBIC).crop((100, 100, 412, 412))
photo.save("before.png")
photo.filter(ImageFilter.BoxBlur(3)).save("after.png")
expect("two pictures", identify("before.png", "after.png"), 2, "box", "display")

# ---- what is refused
run("--identify", "pattern", "-o", "small.png", "--size", "63x64", status=2, says="it needs 64 pixels a side")
Image.new("RGB", pattern.size, (90, 90, 90)).save("flat.png")
pattern.resize((300, 250)).save("smaller.png")
pattern.crop((0, 0, 40, 40)).save("tiny.png")
ImageChops.invert(pattern).save("other_way.png")
pattern.filter(ImageFilter.GaussianBlur(48)).save("wide.png")
Image.blend(pattern.filter(ImageFilter.GaussianBlur(8)), pattern.filter(ImageFilter.GaussianBlur(2)), 2).save("sharpened.png")
for names, words in [
    (["pattern.png"], "pattern.png is not blurred"),
    (["flat.png"], "is of one colour"),
    (["flat.png", "after.png"], "both must have one size"),
    (["flat.png", "pattern.png"], "is of one colour, or the picture before is"),
    (["smaller.png"], "with one name that is the pattern of 300x250"),
    (["other_way.png"], "does not show what was blurred"),
    (["tiny.png"], "it needs 64 pixels a side"),
    (["wide.png"], "this takes a picture"),
    (["sharpened.png"], "was changed by more than a blur"),
    (["no_file.png"], "No such file"),
]:
    run("--identify", *names, status=2, says=words)

end()
