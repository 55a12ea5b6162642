"""--compare from outside. Pictures are made here, and every number that the program prints is computed a second time,
straight from the formulas and without any of its code."""

import base64
import io
import json
import math
import os
import pathlib
import re
import random
import struct
import subprocess
import sys
from xml.etree import ElementTree

import pictures
from PIL import Image, ImageChops
from pictures import complain, end, program, srgb_decode, srgb_encode, without_progress

root = sys.argv[3]
golden, document = f"{root}/tests/pictures", f"{root}/docs/comparing.md"


def compare(a, b, *options):
    ran = subprocess.run([program, "--compare", a, b, *options], capture_output=True, text=True)
    ran.stderr = without_progress(ran.stderr)
    if any(len(line) > 80 for line in ran.stdout.splitlines()):
        complain(f"{a} {b}: a line of more than 80 columns: {ran.stdout}")
    return ran


def expect(status, a, b, *options, says=""):
    """The status, and a pattern that the last line of stdout, or the one line of stderr, has."""
    ran = compare(a, b, *options)
    said = ran.stderr if status == 2 else ran.stdout.strip().split("\n\n")[-1]
    said = " ".join(said.split())
    if ran.returncode != status:
        complain(f"--compare {a} {b} {options}: {ran.returncode}, not {status}: {ran.stdout}{ran.stderr}")
    if not re.search(says, said):
        complain(f"--compare {a} {b} {options} does not say '{says}' but: {said}")
    if status == 2 and (ran.stdout or len(ran.stderr.splitlines()) != 1):
        complain(f"--compare {a} {b} {options} says more than one line of what is wrong: {ran.stdout}{ran.stderr}")


# Each limit stands beside the value that is beyond it.
BESIDE = {
    "max": r"the largest difference is ([0-9.]+) of 255, ([0-9.]+) allowed",
    "mean": r"the mean difference is ([0-9.]+) of 255, ([0-9.]+) allowed",
    "psnr": r"PSNR is ([0-9.]+) dB, ([0-9.]+) needed",
    "ssim": r"SSIM is ([0-9.]+), ([0-9.]+) needed",
    "flip": r"FLIP is ([0-9.e-]+), ([0-9.e-]+) allowed",
}


def numbers(a, b, *options):
    """What is printed, by name; channels are (largest, x, y)."""
    found = {}
    for line in compare(a, b, *options).stdout.splitlines():
        words = line.split()
        if words and words[0] in ("red", "green", "blue", "alpha"):
            found[words[0]] = (float(words[1]), words[-2], words[-1])
        elif words and words[0] == "percentile":
            found[words[1]] = float(words[2])
        elif words and words[0] in ("mean", "PSNR", "SSIM", "FLIP"):
            found[words[0]] = float(words[1])
        elif words and words[0] == "beyond" and words[1] == "max":
            found["beyond"] = int(words[2])
    return found


# ---- pictures: lists of rows of texels with four values each

generator = random.Random(13)


def noise(width, height, most):
    return [[[generator.randint(0, most) for _ in range(4)] for _ in range(width)] for _ in range(height)]


def changed(rows, most, by):
    return [
        [[min(max(value + generator.randint(-by, by), 0), most) for value in texel] for texel in row] for row in rows
    ]


def write_png(name, rows, bits=8):
    pictures.write_png(name, [sum(row, []) for row in rows], 6, bits)


def write_pfm(name, rows):
    with open(name, "wb") as file:
        file.write(b"PF\n%d %d\n-1.0\n" % (len(rows[0]), len(rows)))
        for row in reversed(rows):
            for texel in row:
                file.write(struct.pack("<3f", *texel[:3]))


def write_hdr(name, rows):
    """Values that are eighths of 0 to 255: exact with one exponent."""
    with open(name, "wb") as file:
        file.write(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % (len(rows), len(rows[0])))
        for row in rows:
            for texel in row:
                file.write(bytes([int(value * 8) for value in texel[:3]] + [128 + 8 - 3]))


def scaled(rows, factor):
    return [[[value * factor for value in texel] for texel in row] for row in rows]


# ---- the same numbers another way


def flat(rows, channels):
    return [value for row in rows for texel in row for value in texel[:channels]]


def expected(a, b, peak):
    differences = [abs(x - y) for x, y in zip(flat(a, 3), flat(b, 3))]
    texels = sorted(max(abs(x - y) for x, y in zip(s, t)) for r, q in zip(a, b) for s, t in zip(r, q))
    square = sum(value * value for value in differences) / len(differences)
    found = {"mean": sum(differences) / len(differences), "PSNR": 10 * math.log10(peak * peak / square)}
    alpha = sum((s[3] - t[3]) ** 2 for r, q in zip(a, b) for s, t in zip(r, q)) / (len(a) * len(a[0]))
    if alpha > 0:
        found["PSNR"] = min(found["PSNR"], -10 * math.log10(alpha))
    for percent in 50, 95, 99:
        found[str(percent)] = texels[math.ceil(percent / 100 * len(texels)) - 1]
    for c, name in enumerate(("red", "green", "blue", "alpha")):
        found[name] = max(abs(s[c] - t[c]) for r, q in zip(a, b) for s, t in zip(r, q))
    return found


def ssim(a, b):
    """By the definition, a window of 11x11 at a time, of display values 0..1."""
    weights = [[math.exp(-(x * x + y * y) / 4.5) for x in range(-5, 6)] for y in range(-5, 6)]
    whole = sum(map(sum, weights))
    grey = [[[0.2126 * t[0] + 0.7152 * t[1] + 0.0722 * t[2] for t in row] for row in rows] for rows in (a, b)]
    total, count = 0, 0
    for y in range(len(a) - 10):
        for x in range(len(a[0]) - 10):
            cells = [
                (weights[j][i] / whole, grey[0][y + j][x + i], grey[1][y + j][x + i])
                for j in range(11)
                for i in range(11)
            ]
            mean_a, mean_b = sum(w * s for w, s, t in cells), sum(w * t for w, s, t in cells)
            var_a = sum(w * (s - mean_a) ** 2 for w, s, t in cells)
            var_b = sum(w * (t - mean_b) ** 2 for w, s, t in cells)
            both = sum(w * (s - mean_a) * (t - mean_b) for w, s, t in cells)
            total += ((2 * mean_a * mean_b + 1e-4) * (2 * both + 9e-4)) / (
                (mean_a**2 + mean_b**2 + 1e-4) * (var_a + var_b + 9e-4)
            )
            count += 1
    return total / count


# FLIP as the paper says it: whole kernels in two dimensions, the matrices of sRGB's primaries, a texel at a time.
TO_XYZ = (
    (10135552 / 24577794, 8788810 / 24577794, 4435075 / 24577794),
    (2613072 / 12288897, 8788810 / 12288897, 887015 / 12288897),
    (1425312 / 73733382, 8788810 / 73733382, 70074185 / 73733382),
)
TO_RGB = (
    (3.241003275, -1.537398934, -0.498615861),
    (-0.969224334, 1.875930071, 0.041554224),
    (0.055639423, -0.204011202, 1.057148933),
)
WHITE = [sum(row) for row in TO_XYZ]
PPD = 67


def times(matrix, vector):
    return [sum(m * v for m, v in zip(row, vector)) for row in matrix]


def root(t):
    return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29


def hunt(rgb):
    x, y, z = (root(value / white) for value, white in zip(times(TO_XYZ, rgb), WHITE))
    light = 116 * y - 16
    return light, 5 * light * (x - y), 2 * light * (y - z)


def hyab(a, b):
    return (abs(a[0] - b[0]) + math.hypot(a[1] - b[1], a[2] - b[2])) ** 0.7


def decoded(texel):
    return [srgb_decode(value) for value in texel[:3]]


def ycxcz(linear):
    x, y, z = (value / white for value, white in zip(times(TO_XYZ, linear), WHITE))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def plane_kernel(radius, weight):
    return {(x, y): weight(x, y) for x in range(-radius, radius + 1) for y in range(-radius, radius + 1)}


def sensitivity(a1, b1, a2, b2):
    def weight(x, y):
        z = (x * x + y * y) / PPD**2
        return sum(a * math.sqrt(math.pi / b) * math.exp(-math.pi**2 * z / b) for a, b in ((a1, b1), (a2, b2)))

    radius = math.ceil(3 * math.sqrt(0.04 / (2 * math.pi**2)) * PPD)
    kernel = plane_kernel(radius, weight)
    whole = sum(kernel.values())
    return {at: weight / whole for at, weight in kernel.items()}


def features(kind):
    sd = 0.5 * 0.082 * PPD

    def weight(x, y):
        g = math.exp(-(x * x + y * y) / (2 * sd * sd))
        return -x * g if kind == "edge" else (x * x / sd**2 - 1) * g

    kernel = plane_kernel(math.ceil(3 * sd), weight)
    above = sum(weight for weight in kernel.values() if weight > 0)
    below = -sum(weight for weight in kernel.values() if weight < 0)
    return {at: weight / (above if weight > 0 else below) for at, weight in kernel.items()}


def filtered(rows, channel, kernel, x, y, turned=False):
    total = 0
    for (i, j), weight in kernel.items():
        dx, dy = (j, i) if turned else (i, j)
        row = rows[min(max(y + dy, 0), len(rows) - 1)]
        total += weight * row[min(max(x + dx, 0), len(row) - 1)][channel]
    return total


def flip_map(a, b):
    """Of linear values 0..1, a number for each texel, row after row."""
    colours = sensitivity(1, 0.0047, 0, 1e-5), sensitivity(1, 0.0053, 0, 1e-5), sensitivity(34.1, 0.04, 13.5, 0.025)
    edge, point = features("edge"), features("point")
    images = [[[ycxcz(texel) for texel in row] for row in rows] for rows in (a, b)]
    most = hyab(hunt((0, 1, 0)), hunt((0, 0, 1)))
    result = []
    for y in range(len(a)):
        for x in range(len(a[0])):
            labs, found = [], []
            for rows in images:
                luma, cx, cz = (filtered(rows, c, colours[c], x, y) for c in range(3))
                fy = (luma + 16) / 116
                xyz = [value * white for value, white in zip((cx / 500 + fy, fy, fy - cz / 200), WHITE)]
                labs.append(hunt([min(max(value, 0), 1) for value in times(TO_RGB, xyz)]))
                found.append(
                    [
                        math.hypot(filtered(rows, 0, k, x, y), filtered(rows, 0, k, x, y, True)) / 116
                        for k in (edge, point)
                    ]
                )
            value, near = hyab(*labs), 0.4 * most
            colour = 0.95 * value / near if value < near else 0.95 + 0.05 * (value - near) / (most - near)
            feature = math.sqrt(max(abs(s - t) for s, t in zip(*found)) / math.sqrt(2))
            result.append(colour ** (1 - min(feature, 1)))
    return result


def mean(values):
    return sum(values) / len(values)


def flip(a, b):
    return mean(flip_map(*([[decoded(texel) for texel in row] for row in rows] for rows in (a, b))))


def aces(x):
    """K. Narkowicz's curve, of light that is scaled by 0.6."""
    x = max(0.6 * x, 0)
    return min((2.51 * x * x + 0.03 * x) / (2.43 * x * x + 0.59 * x + 0.14), 1)


def hdr_flip(a, b):
    """The largest of all exposures, which are searched and not solved for."""
    luminances = sorted(times(TO_XYZ, texel[:3])[1] for row in a for texel in row)

    def shows(luminance):
        """The exposure at which the curve shows a luminance as 0.85."""
        low, high = -64, 64
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if aces(luminance * 2**middle) < 0.85 else (low, middle)
        return low

    first, last = shows(luminances[-1]), shows(max(luminances[len(luminances) // 2], 2**-23))
    count = max(math.ceil(last - first), 2)
    maps = []
    for i in range(count):
        by = 2 ** (first + i * (last - first) / (count - 1))
        shown = ([[[aces(value * by) for value in texel[:3]] for texel in row] for row in rows] for rows in (a, b))
        maps.append(flip_map(*shown))
    return mean([max(values) for values in zip(*maps)]), count


def check_flip():
    """Stripes and noise, odd sides, changed a little and much; and pictures that no filter fits in."""
    a = [[[(40 * (x // 3) + 25 * y + 60 * c) % 256 for c in range(3)] + [255] for x in range(11)] for y in range(9)]
    little = [
        [[min(value + 6 * ((x + y) % 3 == 0), 255) for value in texel] for x, texel in enumerate(row)]
        for y, row in enumerate(a)
    ]
    much = [[t[2::-1] + [255] for t in reversed(r)] for r in a]
    green, blue = [[[0, 255, 0, 255]] * 2] * 30, [[[0, 0, 255, 255]] * 2] * 30
    dot, other = [[[30, 90, 200, 255]]], [[[40, 90, 190, 255]]]
    for name, a, b in ("little", a, little), ("much", a, much), ("colours", green, blue), ("dot", dot, other):
        pair = f"{name}_a.png", f"{name}_b.png"
        write_png(pair[0], a)
        write_png(pair[1], b)
        wanted = flip(scaled(a, 1 / 255), scaled(b, 1 / 255))
        found = numbers(*pair, "--tolerance", "flip=1")["FLIP"]
        if abs(found - wanted) > 2e-4:
            complain(f"FLIP of {name} is {found}, not {wanted}")
    # Green and blue are as far apart as colours are.
    if abs(numbers("colours_a.png", "colours_b.png", "--tolerance", "flip=1")["FLIP"] - 1) > 1e-6:
        complain("FLIP of green and blue is not 1")
    expect(0, *pair, "--tolerance", f"flip={wanted + 0.001}", says="within")
    expect(1, *pair, "--tolerance", f"flip={wanted - 0.001}", says=BESIDE["flip"] + "$")
    if "FLIP" in numbers(*pair):
        complain("FLIP is computed where nothing asks for it")


def check_hdr_flip():
    """A light beside the dark; a difference in the dark, which no single exposure shows with one in the light."""
    a = [[[0.02 * (1 + (x + c) % 3) + 0.01 * y for c in range(3)] + [1] for x in range(7)] for y in range(5)]
    a[1][2] = [1.5, 0.9, 0.4, 1]
    a[4][6] = [-0.25, 0.01, 0.3, 1]  # outside sRGB
    b = [[list(texel) for texel in row] for row in a]
    b[1][2] = [1.2, 0.9, 0.5, 1]
    b[3][5][1] *= 1.5
    dark = [[[0, 0, 0, 1] for _ in range(7)] for _ in range(5)]
    dark[2][3] = [2.0**-21] * 3 + [1]
    for name, one, other, exposures in ("lamp", a, b, 5), ("dark", dark, scaled(dark, 1.5), 2):
        write_pfm(f"{name}0.pfm", one)
        write_pfm(f"{name}1.pfm", other)
        wanted, count = hdr_flip(one, other)
        if count != exposures:
            complain(f"the test looks at {count} exposures of {name}, not {exposures}")
        found = numbers(f"{name}0.pfm", f"{name}1.pfm", "--tolerance", "flip=1")["FLIP"]
        if abs(found - wanted) > 5e-4:
            complain(f"HDR-FLIP of {name} is {found}, not {wanted}")
        expect(0, f"{name}0.pfm", f"{name}1.pfm", "--tolerance", f"flip={wanted + 0.002}", says="within")
        expect(1, f"{name}0.pfm", f"{name}1.pfm", "--tolerance", f"flip={wanted - 0.002}", says=BESIDE["flip"] + "$")
    black = scaled(dark, 0)
    write_pfm("black.pfm", black)
    if numbers("black.pfm", "black.pfm", "--tolerance", "flip=0")["FLIP"] != 0:
        complain("HDR-FLIP of black")
    # What is looked at follows from the first picture.
    if numbers("black.pfm", "lamp0.pfm", "--tolerance", "flip=1")["FLIP"] < 0.5:
        complain("HDR-FLIP finds no lamp beside black")


def check_numbers(name_a, name_b, a, b, peak, display):
    found, wanted = numbers(name_a, name_b), expected(a, b, peak)
    if display:
        wanted["SSIM"] = ssim(a, b)
    for name, value in wanted.items():
        got = found[name][0] if isinstance(found[name], tuple) else found[name]
        if abs(got - value) > 1e-6 * max(1, abs(value)):
            complain(f"{name_a} {name_b}: {name} is {got}, not {value}")
    for c, name in enumerate(("red", "green", "blue", "alpha")):
        most, x, y = found[name]
        places = [
            (str(i), str(j))
            for j, (r, q) in enumerate(zip(a, b))
            for i, (s, t) in enumerate(zip(r, q))
            if abs(abs(s[c] - t[c]) - wanted[name]) <= 1e-9 * wanted[name]
        ]
        if (x, y) != (places[0] if most > 0 else ("-", "-")):
            complain(f"{name_a} {name_b}: the first largest of {name} is at {places[0]}, not {x}, {y}")
    differ = sum(s != t for r, q in zip(a, b) for s, t in zip(r, q))
    if found["beyond"] != differ:
        complain(f"{name_a} {name_b}: {found['beyond']} texels beyond, not {differ}")


def check_arithmetic():
    for bits, most, by in (8, 255, 9), (16, 65535, 700):
        a = noise(19, 13, most)
        b = changed(a, most, by)
        write_png(f"a{bits}.png", a, bits)
        write_png(f"b{bits}.png", b, bits)
        check_numbers(f"a{bits}.png", f"b{bits}.png", scaled(a, 1 / most), scaled(b, 1 / most), 1, True)
    a = scaled(noise(7, 5, 255), 1 / 8)
    b = scaled(noise(7, 5, 255), 1 / 8)
    for texel in a[0] + sum(a, []) + sum(b, []):
        texel[3] = 1
    peak = max(flat(a, 3))
    for write, ending in (write_pfm, "pfm"), (write_hdr, "hdr"):
        write(f"a.{ending}", a)
        write(f"b.{ending}", b)
        check_numbers(f"a.{ending}", f"b.{ending}", a, b, peak, False)
    expect(0, "a.pfm", "a.hdr", says="^within exact$")
    for factor, statuses in (1.0001, (1, 0, 0, 0)), (1.02, (1, 1, 1, 1)):
        write_pfm("scaled.pfm", scaled(a, factor))
        for name, status in zip(TOLERANCES, statuses):
            expect(status, "a.pfm", "scaled.pfm", "--tolerance", name)


def check_kinds():
    rows = noise(40, 30, 255)
    for row in rows:
        for texel in row:
            texel[3] = 255
    write_png("a.png", rows)
    write_png("wide.png", [[[value * 257 for value in texel] for texel in row] for row in rows], 16)
    ran = compare("a.png", "wide.png")
    if ran.returncode != 0 or "8 bits a channel and wide.png 16" not in ran.stderr:
        complain(f"8 against 16 bits: {ran.returncode} {ran.stdout}{ran.stderr}")
    if compare("a.png", "wide.png", "--quiet").stderr:
        complain("--quiet is not quiet")
    Image.open("a.png").convert("RGB").save("a.jpg", quality=95)
    Image.open("a.jpg").save("decoded.png")
    expect(0, "a.jpg", "decoded.png", "--tolerance", "max=1", says="^within max=1$")
    expect(2, "a.png", "a.pfm", says="a.pfm holds light and a.png display values")


def check_failures():
    expect(1, "a.png", "a8.png", "--tolerance", "psnr=0", says="^beyond any tolerance: the sizes differ: 40x30 and 19x13$")
    bad = [[[1, 2, 3, 1] for _ in range(6)] for _ in range(4)]
    write_pfm("good.pfm", bad)
    bad[2][5][1], bad[3][0][0] = math.nan, -math.inf
    write_pfm("bad.pfm", bad)
    for pair, which in (("good.pfm", "bad.pfm"), "second"), (("bad.pfm", "good.pfm"), "first"), (("bad.pfm", "bad.pfm"), "first"):
        says = f"the {which} picture is not finite in 2 of its texels, the first at .5, 2.$"
        expect(1, *pair, "--tolerance", "psnr=0", says=says)
    pathlib.Path("text.png").write_text("no picture")
    expect(2, "a.png", "nosuch.png", says="nosuch.png: No such file")
    expect(2, "text.png", "a.png", says="text.png: no image")


def check_alpha():
    rows = noise(9, 9, 255)
    write_png("opaque.png", rows)
    rows[4][7][3] ^= 64
    write_png("clear.png", rows)
    expect(1, "opaque.png", "clear.png", says="^beyond exact: the largest difference is 64 of 255, 0 allowed$")
    # One texel of 81 differs by 64 of 255.
    expect(0, "opaque.png", "clear.png", "--tolerance", "psnr=31.09", says="within")
    expect(1, "opaque.png", "clear.png", "--tolerance", "psnr=31.1", says=": PSNR is 31.095* dB, 31.1 needed$")
    if numbers("opaque.png", "clear.png")["alpha"] != (0.25098, "7", "4"):
        complain(f"alpha differs by {numbers('opaque.png', 'clear.png')['alpha']}")


def picture(width, height):
    """Smooth shapes with an edge, as a chain might make them."""
    image = Image.new("RGB", (width, height))
    for y in range(height):
        for x in range(width):
            inside = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (height / 3) ** 2
            image.putpixel((x, y), (200 if inside else 20 + x, 40 + 2 * y, 90 + (30 if inside else 0)))
    return image


def ordered(image, offset):
    """Dots of four levels by the matrix of B. E. Bayer, 1973; its corner may lie elsewhere."""
    matrix = [[0]]
    for _ in range(3):
        matrix = [[4 * v for v in row] + [4 * v + 2 for v in row] for row in matrix] + [
            [4 * v + 3 for v in row] + [4 * v + 1 for v in row] for row in matrix
        ]
    tile = Image.new("RGB", (8, 8))
    for y, row in enumerate(matrix):
        for x, value in enumerate(row):
            tile.putpixel(((x - 2 * offset) % 8, (y - offset) % 8), (int(85 * (value + 0.5) / 64),) * 3)
    thresholds = Image.new("RGB", image.size)
    for y in range(0, image.height, 8):
        for x in range(0, image.width, 8):
            thresholds.paste(tile, (x, y))
    return ImageChops.add(image, thresholds).point(lambda value: 85 * (value // 85))


def less_light(value):
    """20 % less, of a display value."""
    return round(255 * srgb_encode(0.8 * srgb_decode(value / 255)))


def with_alpha(image):
    image = image.copy()
    image.putalpha(128)
    return image


# What docs/comparing.md says of each tolerance, of the middle of these golden pictures and of one made here.
GOLDEN = "bloom", "night", "noir", "scene_bars", "scene_harbour"
CHANGES = {
    "the same": (lambda image: image, lambda image: image),
    "every value 1/255 more": (lambda image: image, lambda image: image.point(lambda value: value + 1)),
    "2 % brighter": (lambda image: image, lambda image: image.point(lambda value: round(value * 1.02))),
    "moved by one texel": (
        lambda image: image.crop((1, 0, image.width, image.height)),
        lambda image: image.crop((0, 0, image.width - 1, image.height)),
    ),
    "the same light in another pattern of dots (four levels)": (
        lambda image: ordered(image, 0),
        lambda image: ordered(image, 3),
    ),
    "20 % less light": (lambda image: image, lambda image: image.point(less_light)),
    "20 % less light in another pattern of dots": (
        lambda image: ordered(image, 0),
        lambda image: ordered(image.point(less_light), 3),
    ),
    "values raised to the power of 1.3": (
        lambda image: image,
        lambda image: image.point(lambda value: round(255 * (value / 255) ** 1.3)),
    ),
    "red and blue swapped": (lambda image: image, lambda image: Image.merge("RGB", image.split()[::-1])),
    "alpha 128 instead of 255": (lambda image: image, with_alpha),
}
TOLERANCES = "exact", "driver", "perceptual", "dithered"


def cell(passes):
    """'passes', or 'fails, but for `noir`': what most do, and which do not."""
    most = 2 * sum(passes.values()) > len(passes)
    others = ", ".join(f"`{name}`" for name, does in passes.items() if does != most)
    return ("passes" if most else "fails") + (f", but for {others}" if others else "")


def check_names():
    shown = {"shapes": picture(96, 64)}
    for name in GOLDEN:
        with Image.open(f"{golden}/{name}.png") as whole:
            shown[name] = whole.convert("RGB").crop((160, 90, 320, 180))
    for folder in "references", "changes":
        os.mkdir(folder)
    for name, image in shown.items():
        for i, (before, after) in enumerate(CHANGES.values()):
            before(image).save(f"references/{name}.{i}.png", compress_level=1)
            after(image).save(f"changes/{name}.{i}.png", compress_level=1)
    table = [[f"| {change} |"] for change in CHANGES]
    for tolerance in TOLERANCES:
        ran = compare("references", "changes", "--tolerance", tolerance)
        lines = [line.split() for line in ran.stdout.splitlines() if line.startswith(("passed ", "failed "))]
        found = {words[1].rstrip(":"): words[0] == "passed" for words in lines}
        for i, row in enumerate(table):
            row.append(f" {cell({name: found[f'{name}.{i}.png'] for name in shown})} |")
    table = ["".join(row) for row in table]
    text = pathlib.Path(document).read_text(encoding="utf-8")
    head = "| | " + " | ".join(f"`{name}`" for name in TOLERANCES) + " |\n|---|---|---|---|---|\n"
    shown = text.partition(head)[2].partition("\n\n")[0].splitlines()
    if shown != table or ", ".join(f"`{name}`" for name in GOLDEN) not in text:
        complain("docs/comparing.md has another table of tolerances, or other pictures, than this:\n" + head + "\n".join(table))


def check_limits():
    """Each limit alone, on both sides of what was measured."""
    found = numbers("a8.png", "b8.png")
    most = max(found[name][0] for name in ("red", "green", "blue", "alpha")) * 255
    limits = ("max", round(most), 1), ("mean", found["mean"] * 255, 1), ("psnr", found["PSNR"], -1)
    for name, value, side in *limits, ("ssim", found["SSIM"], -1):
        above, below = (f"{name}={value + by * side * 1e-4 * abs(value):.7g}" for by in (1, -1))
        expect(0, "a8.png", "b8.png", "--tolerance", above, says="within")
        expect(1, "a8.png", "b8.png", "--tolerance", below, says=f": {BESIDE[name]}$")
    # One texel of 81 differs there, by 64 of 255.
    expect(0, "opaque.png", "clear.png", "--tolerance", "share=1.24%", says="within")
    expect(1, "opaque.png", "clear.png", "--tolerance", "share=1.23%", says=": 1.235* % of texels differ, 1.23 % allowed$")
    expect(0, "opaque.png", "clear.png", "--tolerance", "max=64,ssim=1", says="within")
    expect(1, "a8.png", "b8.png", "--tolerance", "max=3,psnr=99,ssim=1", says=f": {BESIDE['max']}; {BESIDE['psnr']}; {BESIDE['ssim']}$")


def check_folders():
    """Pictures by name, all that can be wrong with one of them, and what files say of it."""
    for folder in "golden", "new", "empty", "other":
        os.mkdir(folder)
    small, large = noise(12, 12, 255), noise(13, 12, 255)
    moved = [row[1:] + row[:1] for row in small]
    for folder, name, rows in (
        ("golden", "a.png", small),
        ("new", "a.png", small),
        ("golden", 'b <"&> b.PNG', small),
        ("new", 'b <"&> b.PNG', moved),
        ("golden", "c.png", small),
        ("new", "d.png", small),
        ("golden", "e.png", small),
        ("new", "e.png", large),
        ("other", "z.png", small),
    ):
        write_png(os.path.join(folder, name), rows)
    for name in "golden/notes.txt", "new/.png":
        open(name, "w").close()
    ran = compare("golden/", "new", "-o", "r.json", "-o", "r.xml", "--quiet")
    lines = ran.stdout.splitlines()
    if ran.returncode != 1 or ran.stderr or "//" in ran.stdout:
        complain(f"two folders: {ran.returncode} {ran.stderr}")
    if lines[-1] != "1 passed, 2 failed, 2 missing, 0 broken (tolerance: exact)":
        complain(f"two folders end with: {lines[-1]}")
    words = [line.split()[0] for line in lines if line and not line.startswith(" ")][:-1]
    if words != ["passed", "failed", "missing", "missing", "failed"]:
        complain(f"two folders: {ran.stdout}")
    results = json.loads(pathlib.Path("r.json").read_text())
    states = [(p["name"], p["state"], p["within"]) for p in results["pictures"]]
    if states != [
        ("a.png", "compared", True),
        ('b <"&> b.PNG', "compared", False),
        ("c.png", "missing", False),
        ("d.png", "missing", False),
        ("e.png", "compared", False),
    ]:
        complain(f"-o r.json: {states}")
    equal, shifted, sizes = (results["pictures"][i] for i in (0, 1, 4))
    if equal["psnr"] is not None or equal["flip"] != 0 or equal["max"] != 0 or equal["tolerance"] != "exact":
        complain(f"-o r.json: {results}")
    wanted = expected(scaled(small, 1 / 255), scaled(moved, 1 / 255), 1)
    for found, name in (
        (shifted["mean"], "mean"),
        (shifted["psnr"], "PSNR"),
        (shifted["channels"]["alpha"]["largest"], "alpha"),
        (shifted["percentiles"][1]["difference"], "95"),
    ):
        if abs(found - wanted[name]) > 1e-6 * max(1, wanted[name]):
            complain(f"-o r.json: {name} is {found}, not {wanted[name]}")
    if shifted["limits"] != {"max": 0, "share": 0} or not re.fullmatch(BESIDE["max"].replace("([0-9.]+) allowed", "0 allowed"), shifted["why"]):
        complain(f"-o r.json: no limits: {shifted}")
    if "the sizes differ" not in sizes["why"]:
        complain(f"-o r.json: {sizes}")
    suite = ElementTree.parse("r.xml").getroot()
    if [suite.get(key) for key in ("tests", "failures", "errors")] != ["5", "4", "0"]:
        complain(f"-o r.xml: {suite.attrib}")
    found = suite.findall("testcase")
    cases = [(case.get("name"), [child.tag for child in case]) for case in found]
    if not re.fullmatch(BESIDE["max"], found[1][0].get("message")):
        complain(f"-o says {found[1][0].get('message')}")
    if cases != [(name, [] if within else ["failure"]) for name, state, within in states]:
        complain(f"-o r.xml: {cases}")

    pathlib.Path("new/a.png").write_bytes(b"no picture")
    ran = compare("golden", "new", "-o", "r.xml", "--quiet")
    if ran.returncode != 2 or "new/a.png: no image" not in ran.stderr or "failed  e.png" not in ran.stdout:
        complain(f"a broken picture in a folder: {ran.returncode} {ran.stdout}{ran.stderr}")
    if ElementTree.parse("r.xml").getroot().get("errors") != "1":
        complain("-o does not count a broken picture")
    for pair, says in (
        (("golden", "empty"), "golden and empty have no picture of one name"),
        (("golden", "other"), "no picture of one name"),
        (("golden", "a.png"), "golden is a folder and a.png a file"),
    ):
        expect(2, *pair, says=says)
    expect(0, "golden", "golden", "--tolerance", "driver", says="4 passed, 0 failed")
    os.remove("r.json")
    expect(2, "a.png", "a.pfm", "-o", "r.json", says="holds light")
    if os.path.exists("r.json"):
        complain("-o of nothing is written")


# ---- pictures of differences

MAP_AT = 12, 54  # where the map begins in the picture of -o map.png, as docs/comparing.md says


def heat_map(name, width, height):
    image = Image.open(name).convert("RGB")
    x, y = MAP_AT
    return image.crop((x, y, x + width, y + height))


def lightness(colour):
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), decoded([v / 255 for v in colour])))


def check_diff():
    """Black where equal, lighter where more differs, the end of the ramp at the largest; and where it may be written."""
    a = [[[40, 50, 60, 255] for _ in range(9)] for _ in range(6)]
    b = [[list(texel) for texel in row] for row in a]
    b[1][2][0] += 1
    b[3][4][1] += 20
    b[5][8][2] -= 40
    b[0][0][3] -= 30
    for folder in "kept", "drawn":
        os.mkdir(folder)
    for name in "same.png", "other.png", "sizes.png", "light.pfm":
        write = write_pfm if name.endswith("pfm") else lambda path, rows: write_png(path, rows)
        write(f"kept/{name}", a)
        write(f"drawn/{name}", {"same.png": a, "sizes.png": a[1:]}.get(name, b))
    expect(1, "kept/other.png", "drawn/other.png", "-o", "map.png", says="beyond exact")
    found = heat_map("map.png", 9, 6)
    differing = {(2, 1): 1, (4, 3): 20, (8, 5): 40, (0, 0): 30}
    for y in range(6):
        for x in range(9):
            if (found.getpixel((x, y)) != (0, 0, 4)) != ((x, y) in differing):
                complain(f"-o map.png: texel {x}, {y} is {found.getpixel((x, y))}")
    order = sorted(differing, key=differing.get)
    if sorted(order, key=lambda at: lightness(found.getpixel(at))) != order or found.getpixel((8, 5)) != (252, 253, 191):
        complain(f"-o map.png: colours are {[found.getpixel(at) for at in order]}")
    # With FLIP the end of the ramp is 1, and what lies near is noticed too.
    expect(1, "kept/other.png", "drawn/other.png", "--tolerance", "flip=0", "-o", "flip.png", says=BESIDE["flip"] + "$")
    if Image.open("flip.png").size != Image.open("map.png").size or heat_map("flip.png", 9, 6).getpixel((7, 5)) == (0, 0, 4):
        complain("-o map.png: no map of FLIP")
    expect(0, "kept/same.png", "drawn/same.png", "-o", "same.png", says="within")
    if len(heat_map("same.png", 9, 6).getcolors()) != 1:
        complain("-o map.png: equal pictures are not black")
    ran = compare("kept/sizes.png", "drawn/sizes.png", "-o", "sizes.png")
    if ran.returncode != 1 or os.path.exists("sizes.png") or "sizes.png is not written: the sizes differ" not in ran.stderr:
        complain(f"-o of sizes: {ran.returncode} {ran.stderr}")

    def maps():
        return sorted(os.listdir("maps"))

    for _ in range(2):
        expect(1, "kept", "drawn", "-o", "maps/", says="1 passed, 3 failed")
        if maps() != ["light.pfm.diff.png", "other.png.diff.png"]:
            complain(f"-o of folders: {maps()}")
    expect(1, "kept", "drawn", "-o", "maps/", "--tolerance", "mean=9", says="3 passed, 1 failed")
    if "wrote" in compare("kept", "kept", "-o", "none/").stderr or os.listdir("none"):
        complain("-o says that it wrote what it did not")
    if maps() != []:
        complain(f"-o keeps maps of what is within: {maps()}")
    before = sorted(os.listdir("kept")), sorted(os.listdir("drawn"))
    os.symlink("kept", "link")
    for folder, says in ("drawn/maps/", "lies in drawn"), ("link/", "lies in kept"), ("map.png", "go into a folder: -o maps/"):
        expect(2, "kept", "drawn", "-o", folder, says=f"--output: .*{says}")
    for name, says in ("kept/other.png", "are one file"), ("map.jpg", "must end in .png"), ("maps/", "is a file: -o map.png"):
        expect(2, "kept/other.png", "drawn/other.png", "-o", name, says=f"--output: .*{says}")
    if before != (sorted(os.listdir("kept")), sorted(os.listdir("drawn"))):
        complain("-o has written into a folder that is compared")


def blocks_of(text):
    """The blocks of a page by their id. No tag may run or fetch anything, and one script is the page's own."""
    tags = re.findall(r"<[a-z][^>]*>", text)
    if [tag for tag in tags if re.search(r"\s(on\w+|src)=", tag) or tag.startswith("<img")]:
        complain(f"-o page.html: {[tag for tag in tags if ' on' in tag or 'src=' in tag or '<img' in tag]}")
    scripts = re.findall(r'<script(?:[^>]* id="([^"]*)")?[^>]*>(.*?)</script>', text, re.S)
    if [name for name, _ in scripts].count("") != 1 or re.search("https?://", text):
        complain(f"-o page.html: {len(scripts)} scripts, or an address")
    return {name: block for name, block in scripts if name}


def picture_of(block):
    start = "data:image/png;base64,"
    if not block.startswith(start):
        complain(f"-o page.html: a picture begins with {block[:30]}")
    return Image.open(io.BytesIO(base64.b64decode(block[len(start) :], validate=True)))


HOSTILE = "<img src=x onerror=alert(1)>.png", "<!--<script>\u2028&quot;'.png"


def check_page():
    """Pictures are inside as they are; no name of a file does anything; one that cannot be written is none."""
    for name in HOSTILE:
        write_png(f"kept/{name}", noise(5, 4, 255))
        os.link(f"kept/{name}", f"drawn/{name}")
    write_png("kept/gone.png", noise(5, 4, 255))
    write_png("kept/wide.png", scaled(noise(6, 4, 255), 257), 16)
    write_png("drawn/wide.png", scaled(noise(6, 4, 255), 257), 16)
    ran = compare("kept", "drawn", "-o", "page.html", "-o", "page.json")
    if ran.returncode != 1 or "page.html" not in ran.stderr:
        complain(f"-o page.html: {ran.returncode} {ran.stderr}")
    os.rename("kept/gone.png", "drawn/gone.png")
    told = " ".join(compare("kept", "drawn").stdout.split())
    os.rename("drawn/gone.png", "kept/gone.png")
    if "missing gone.png: kept/gone.png: No such file or directory; copy drawn/gone.png there to accept it" not in told:
        complain(f"a missing reference: {told}")
    text = pathlib.Path("page.html").read_text(encoding="utf-8")
    blocks = blocks_of(text)
    if "<" in "".join(blocks.values()):
        complain("-o lets a text begin a tag or a comment")
    results = json.loads(blocks["results"])
    with open("page.json") as file:
        if results["pictures"] != json.load(file)["pictures"]:
            complain("-o has other numbers than the .json")
    names = [picture["name"] for picture in results["pictures"]]
    if not set(HOSTILE) < set(names):
        complain(f"-o page.html: {names}")
    for i, name in enumerate(names):
        shown = {key.rsplit("-", 1)[0] for key in blocks if key.endswith(f"-{i}")}
        wanted = {"view", "reference", "picture", "difference"}
        wanted -= {"gone.png": {"picture", "difference"}, "sizes.png": {"difference"}}.get(name, set())
        if shown != wanted:
            complain(f"-o has {shown} of {name}")
        if name.endswith(".png") and name != "wide.png":
            with Image.open(f"kept/{name}") as picture:
                here = picture.convert("RGBA")
            if picture_of(blocks[f"reference-{i}"]).convert("RGBA").tobytes() != hidden(here).tobytes():
                complain(f"-o changes {name}")
    light = names.index("light.pfm")
    exposure = json.loads(blocks[f"view-{light}"])["exposure"]
    grey = sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), (40, 50, 60)))
    if abs(exposure - math.log2(0.18 / grey)) > 1e-4:
        complain(f"-o shows light at {exposure} stops")
    by = 2**exposure
    wanted = [srgb_encode(aces(value * by)) for value in (40, 50, 60)]
    found = picture_of(blocks[f"reference-{light}"]).convert("RGB").getpixel((0, 0))
    if any(abs(value - 255 * other) > 0.51 for value, other in zip(found, wanted)):
        complain(f"-o shows light as {found}, not {wanted}")
    expect(2, "kept", "drawn", "-o", "page.htm", says="must end in .png, /, .html")
    os.symlink("/dev/full", "full.html")
    ran = compare("kept", "drawn", "-o", "full.html")
    if ran.returncode != 3 or "No space left" not in ran.stderr:
        complain(f"-o on a full disk: {ran.returncode} {ran.stderr}")
    check_use(text, names)


def hidden(image):
    """Colours that an alpha of 0 hides are not kept."""
    clear = Image.new("RGBA", image.size)
    return Image.composite(image, clear, image.getchannel("A").point(lambda value: 255 * (value > 0)))


# Uses the page as a reader would, and leaves what it finds as text.
USE = """
const rows = () => [...document.querySelectorAll("tbody tr td.name")].map((cell) => cell.textContent);
const heads = [...document.querySelectorAll("th button")].map((button) => button.textContent);
const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const seen = { worst: rows(), images: document.images.length };
document.querySelectorAll("th button")[heads.indexOf("picture")].click();
seen.byName = rows();
[...document.querySelectorAll("td.name button")].find((button) => button.textContent === "other.png").click();
press(" ");
seen.first = document.querySelector("figcaption b").textContent;
press(" ");
seen.second = document.querySelector("figcaption b").textContent;
press("3");
setSplit(document.querySelector(".stack"), 25);
seen.clip = document.querySelectorAll(".stack img")[1].style.clipPath;
press("4");
seen.legend = document.querySelector(".legend").textContent;
seen.wide = document.documentElement.scrollWidth > innerWidth;
document.body.replaceChildren(document.createTextNode("SEEN" + JSON.stringify(seen) + "NEES"));
"""


def check_use(text, names):
    """In a browser, where there is one."""
    seen = pictures.browse(text.replace("</body>", f"<script>{{{USE}}}</script></body>"), "360,900")
    if not seen:
        return
    if seen["worst"][:2] != ["gone.png", "sizes.png"] or sorted(seen["worst"][-3:]) != sorted((*HOSTILE, "same.png")):
        complain(f"the page shows first: {seen['worst']}")
    if seen["byName"] != sorted(names):
        complain(f"the page sorts by name: {seen['byName']}")
    if (seen["first"], seen["second"], seen["clip"]) != ("Picture", "Reference", "inset(0px 0px 0px 25%)"):
        complain(f"the page switches and slides: {seen}")
    if "255ths" not in seen["legend"] or seen["wide"]:
        complain(f"the page has a legend, and no more than the width of a telephone: {seen}")


check_arithmetic()
check_kinds()
check_failures()
check_alpha()
check_names()
check_limits()
check_flip()
check_hdr_flip()
check_folders()
check_diff()
check_page()
end()
