"""--identify: blurs of this program and of Pillow, whose widths are known, and what is refused."""

import json
import math
import re
import subprocess

from PIL import Image, ImageChops, ImageFilter

from pictures import complain, end, program, record, run

SIZE = "512x512"


def identify(*names):
    """All numbers, as they are written and as they are printed."""
    lines = run("--identify", *names, "-o", "found.json").decode().splitlines()
    found = json.load(open("found.json", encoding="utf-8"))
    if lines[0] != f"sigma  {found['sigma']:.2f} px" or any(len(line) > 80 for line in lines):
        complain(f"{names}: not what {found} says: {lines}")
    return found


def expect(name, found, sigma, family=None, values=None, border=None):
    effect, *parts = found["chain"].split(":")
    nearest = effect + "".join(f":{part}" for part in parts if part in ("iterations=2", "iterations=3"))
    directions = found["directions"].values()
    if abs(found["sigma"] / sigma - 1) > 0.012 or any(abs(width / sigma - 1) > 0.025 for width in directions):
        complain(f"{name}: sigma is {found['sigma']}, {found['directions']}, and not {sigma}")
    if family and family != nearest:
        complain(f"{name}: is like {found['chain']}, and not {family}")
    if values and found["values"] != values:
        complain(f"{name}: blurs {found['values']}")
    if border and found["border"] != border:
        complain(f"{name}: the border: {found['border']}, and not: {border}")


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
]
record("own", {f"{name}.png": ["--image", "pattern.png", "--chain", step] for name, step, *_ in OWN})
for name, step, *expected in OWN:
    expect(step, identify(f"own/{name}.png"), *expected[:2], "light", expected[2])

# ---- blurs of Pillow, of display values: boxes, and three boxes for a Gaussian
for name, blur, sigma, family in [
    ("a box of 7", ImageFilter.BoxBlur(3), 2, "box"),
    ("three boxes", ImageFilter.GaussianBlur(5), 5, "box:iterations=3"),
]:
    pattern.filter(blur).save("other.png")
    expect(name, identify("other.png"), sigma, family, "display", CLAMP)

# ---- a core in a haze, of no family, with much more in its tails than a Gaussian
Image.blend(pattern.filter(ImageFilter.GaussianBlur(2)), pattern.filter(ImageFilter.GaussianBlur(8)), 0.5).save("haze.png")
found = identify("haze.png")
said = " ".join(run("--identify", "haze.png").decode().split())
if abs(found["sigma"] / math.sqrt(34) - 1) > 0.02 or found["kurtosis"] < 1 or "unlike all known here" not in said:
    complain(f"two Gaussians are said to be one: {found}")
Image.blend(pattern.filter(ImageFilter.GaussianBlur(2)), pattern.filter(ImageFilter.GaussianBlur(16)), 0.5).save("wider.png")
said = " ".join(run("--identify", "pattern.png", "wider.png").decode().split())
if "so sigma is low" not in said:
    complain("of any two pictures the tails are not looked for, which is not said")

# ---- not a blur
for name, changed in ("median", pattern.filter(ImageFilter.MedianFilter(3))), ("posterized", pattern.filter(
        ImageFilter.GaussianBlur(3)).point(lambda value: value // 32 * 32)):
    changed.save("changed.png")
    if "note no point spread explains" not in " ".join(run("--identify", "changed.png").decode().split()):
        complain(f"{name}: nothing is said of a change that is no blur")

# ---- along one axis, moved and darkened
streak = pattern.filter(ImageFilter.Kernel((5, 5), [0] * 10 + [1] * 5 + [0] * 10))
streak.filter(ImageFilter.Kernel((3, 3), [0, 1, 0] * 3)).save("streak.png")
found = identify("streak.png")["directions"]
if abs(found["across"] / math.sqrt(2) - 1) > 0.01 or abs(found["down"] / math.sqrt(2 / 3) - 1) > 0.02:
    complain(f"5x3 texels: {found}")
darker = ImageChops.offset(pattern.filter(ImageFilter.BoxBlur(3)), 2, -1).point(lambda value: round(value * 0.8))
darker.save("darker.png")
found = identify("darker.png")
if abs(found["kept"] - 0.8) > 0.002 or abs(found["x"] - 2) > 0.02 or abs(found["y"] + 1) > 0.02:
    complain(f"moved by 2, -1 and darkened to 80 %: {found}")
if not re.search(" moved +(2.0[01]|1.99) px to the right, (1.0[01]|0.99) px up\n", run("--identify", "darker.png").decode()):
    complain("darker.png is not said to have moved to the right and up")

# ---- a border over a colour
framed = Image.new("RGB", (pattern.width + 40, pattern.height + 40), (200, 200, 200))
framed.paste(pattern, (20, 20))
framed.filter(ImageFilter.BoxBlur(3)).crop((20, 20, 20 + pattern.width, 20 + pattern.height)).save("other.png")
expect("in a frame", identify("other.png"), 2, "box", "display", "is of one colour, or transparent over it")

# ---- any two pictures, of one size
photo = pattern.rotate(37, Image.Resampling.BICUBIC).crop((100, 100, 412, 412))
photo.save("before.png")
photo.filter(ImageFilter.BoxBlur(3)).save("after.png")
expect("two pictures", identify("before.png", "after.png"), 2, "box", "display")

# ---- a limit is a test
pattern.filter(ImageFilter.GaussianBlur(5)).save("five.png")
for limit, status, off in [("sigma=5+-1%", 0, r"0\.\d\d % (above|below) 5 px"), ("sigma=4.8+-1%", 1, r"\d\.\d\d % above 4\.8 px"),
                           ("sigma=8+-1%", 1, r"3\d\.\d\d % below 8 px")]:
    ran = subprocess.run([program, "--identify", "five.png", "--limit", limit], capture_output=True, text=True)
    word = "beyond" if status else "within"
    if ran.returncode != status or not re.search(f"{word} the limit: sigma is {off}, 1 % allowed", ran.stdout):
        complain(f"--limit {limit}: {ran.returncode}: {ran.stdout}{ran.stderr}")

# ---- what is refused
run("--identify", "pattern", "-o", "small.png", "--size", "63x64", status=2, says="it needs 64 pixels a side")
Image.new("RGB", pattern.size, (90, 90, 90)).save("flat.png")
pattern.resize((300, 250)).save("smaller.png")
pattern.crop((0, 0, 40, 40)).save("tiny.png")
ImageChops.invert(pattern).save("other_way.png")
pattern.filter(ImageFilter.GaussianBlur(48)).save("wide.png")
for names, words in [
    (["pattern.png"], "pattern.png is not blurred"),
    (["flat.png"], "is of one colour"),
    (["flat.png", "after.png"], "both must have one size"),
    (["flat.png", "pattern.png"], "is of one colour, or the picture before is"),
    (["smaller.png"], "with one name that is the pattern of 300x250"),
    (["other_way.png"], "does not show what was blurred"),
    (["tiny.png"], "it needs 64 pixels a side"),
    (["wide.png"], "this takes a picture"),
    (["no_file.png"], "No such file"),
]:
    run("--identify", *names, status=2, says=words)

end()
