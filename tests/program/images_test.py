"""Pictures of every kind of file: in, through a chain of no steps, and out.

What a PNG or JPEG holds is asked of Pillow; 16 bits, HDR, PFM and EXR, which it does not read, are written and read by
the few lines below, or compared as --compare does. One call of --record draws all of them; then each is looked at.
"""

import io
import math
import os
import pathlib
import random
import resource
import struct
import subprocess
import zlib

from PIL import Image, ImageCms, ImageOps
from pictures import CHANNELS, SIGNATURE, chunk, chunks, complain, end, program, record, srgb_decode, srgb_encode, write_png

random.seed(1)
cases, checks = {}, []  # what is drawn; (path, name of what is read, how it is looked at)


def case(name, check, *options, output="png", chain=""):
    """Later: check(path of what the program makes of the file)."""
    file = f"{len(cases):03}.{output}"
    scene = [] if "--scene" in options else ["--image", name]
    cases[file] = [*scene, "--chain", chain, *options]
    checks.append((f"drawn/{file}", name, check))


# ---- PNG


def read_png(path):
    """Texels (r, g, b, a) of a file that the program wrote: 8 or 16 bits, RGB or RGBA, filter up."""
    found = list(chunks(pathlib.Path(path).read_bytes()))
    width, height, bits, colour = struct.unpack(">IIBB", dict(found)[b"IHDR"][:10])
    data = zlib.decompress(b"".join(data for kind, data in found if kind == b"IDAT"))
    stride = width * CHANNELS[colour] * bits // 8
    above, texels = bytes(stride), []
    for y in range(height):
        filtered, row = data[y * (stride + 1)], data[y * (stride + 1) + 1 : (y + 1) * (stride + 1)]
        assert filtered in (0, 2)
        if filtered:
            row = bytes((a + b) & 255 for a, b in zip(row, above))
        above = row
        values = struct.unpack(f">{len(row) // 2}H", row) if bits == 16 else row
        step, most = CHANNELS[colour], (1 << bits) - 1
        texels += [tuple(values[i : i + step]) + (most,) * (4 - step) for i in range(0, len(values), step)]
    return texels


def hidden(texels):
    """Nothing has no colour."""
    return [texel if texel[3] else (0, 0, 0, 0) for texel in texels]


def largest_difference(a, b):
    assert len(a) == len(b), f"{len(a)} and {len(b)} texels"
    return max(abs(x - y) for p, q in zip(a, b) for x, y in zip(p, q))


def random_rows(kind, bits, width=19, height=13, most=None):
    """Every alpha there is, and its ends more often than the rest."""
    most = most or (1 << bits) - 1
    rows = [[random.randint(0, most) for _ in range(width * CHANNELS[kind])] for _ in range(height)]
    if kind in (4, 6):
        for row in rows[::3]:
            row[CHANNELS[kind] - 1 :: CHANNELS[kind]] = [random.choice([0, 1, most]) for _ in range(width)]
    return rows


def narrow(name, *options, chain=""):
    def check(path):
        expected = hidden(list(Image.open(name).convert("RGBA").getdata()))
        texels = read_png(path)
        assert texels == expected, f"{name} {options} {chain}: off by {largest_difference(texels, expected)}"

    case(name, check, *options, chain=chain)


def kinds_of_8_bits():
    palette = chunk(b"PLTE", bytes(random.randrange(256) for _ in range(3 * 256)))
    holes = chunk(b"tRNS", bytes(random.choice([0, 1, 128, 254, 255]) for _ in range(200)))
    kinds = [(0, bits, b"") for bits in (1, 2, 4, 8)] + [(2, 8, b""), (4, 8, b""), (6, 8, b"")]
    kinds += [(3, 8, palette), (3, 8, palette + holes)]
    kinds += [(0, 8, chunk(b"tRNS", b"\0\7")), (2, 8, chunk(b"tRNS", b"\0\1\0\2\0\3"))]
    for bits in (1, 2, 4):
        colours = bytes(random.randrange(256) for _ in range(3 << bits))
        kinds.append((3, bits, chunk(b"PLTE", colours) + chunk(b"tRNS", b"\0\x80")))
    for kind, bits, chunks in kinds:
        name = f"kind{kind}_{bits}_{len(chunks)}.png"
        write_png(name, random_rows(kind, bits), kind, bits, chunks)
        narrow(name)
    rows = [[value for x in range(256) for value in (x, x, x, y)] for y in range(256)]
    write_png("every.png", rows, 6, 8)
    narrow("every.png", "--format", "rgba16f")
    narrow("every.png", "--format", "rgba32f")
    write_png("dim.png", [[x for x in range(186) for _ in range(3)] for _ in range(9)], 2, 8)
    narrow("dim.png", chain="glow")


def wide(name, rows, kind):
    def check(path):
        channels, wanted = CHANNELS[kind], []
        for row in rows:
            for i in range(0, len(row), channels):
                texel = row[i : i + channels]
                grey = texel[:1] * 3 if kind in (0, 4) else texel[:3]
                wanted.append(tuple(grey) + ((texel[-1],) if kind in (4, 6) else (65535,)))
        off = largest_difference(read_png(path), hidden(wanted))
        assert off <= (kind in (4, 6)), f"{name}: off by {off}"

    case(name, check, "--format", "rgba32f", "--depth", "16")


def kinds_of_16_bits():
    for kind in (0, 2, 4, 6):
        rows = random_rows(kind, 16, 61, 47)
        if kind == 0:
            rows = [[256 * y + x for x in range(256)] for y in range(256)]
        write_png(f"wide{kind}.png", rows, kind, 16)
        wide(f"wide{kind}.png", rows, kind)


def palettes_of_a_chain():
    """Colours are those of the palette, whatever lies under them."""
    write_png("half.png", [[200, 100, 30, 128] * 16] * 16, 6, 8)
    for chain in ("dither:palette=bw", "error_diffusion:palette=bw"):

        def check(path, chain=chain):
            texels = set(read_png(path))
            assert texels <= {(0, 0, 0, 128), (255, 255, 255, 128)}, f"{chain}: {texels}"

        case("half.png", check, chain=chain)


# ---- colours of other spaces


def colours(name, expected, tolerance, words=""):
    def check(path):
        texels = read_png(path)
        off = largest_difference(texels, expected)
        assert off <= tolerance, f"{name}: off by {off}: {texels[:4]}, not {expected[:4]}"
        assert words in said[name] if words else said[name] == "", f"{name} says '{said[name]}'"

    case(name, check)


# Greys, and colours that the wider spaces show and sRGB does too.
COLOURS = [(v, v, v) for v in range(0, 256, 15)] + [(200, 150, 100), (90, 120, 160), (120, 140, 90), (180, 90, 120)]


def write_colours(name, chunks):
    write_png(name, [[value for colour in COLOURS for value in colour]], 2, 8, chunks)


def map_colours(convert):
    shown = [convert([value / 255 for value in colour]) for colour in COLOURS]
    return [tuple(round(255 * value) for value in colour) + (255,) for colour in shown]


# From light of the space to that of sRGB, of which both have the white D65.
P3 = [
    [1.2249401763, -0.2249401763, 0.0],
    [-0.0420569547, 1.0420569547, 0.0],
    [-0.0196375546, -0.0786360456, 1.0982736001],
]


def through(matrix, decode):
    def convert(values):
        light = [decode(value) for value in values]
        return [srgb_encode(sum(m * v for m, v in zip(row, light))) for row in matrix]

    return convert


IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
CHROMATICITIES_OF_P3 = struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)


def gamma(value):
    return chunk(b"gAMA", struct.pack(">I", value))


def profile_of(name):
    """Of sRGB, and of the space that Pillow can make otherwise."""
    return ImageCms.ImageCmsProfile(ImageCms.createProfile(name)).tobytes()


def matrix_profile(exponent, columns):
    """An ICC profile of version 2: a matrix (of D50, as PCS has it) and one power for all channels."""

    def fixed(value):
        return struct.pack(">i", round(value * 65536))

    def xyz(values):
        return b"XYZ \0\0\0\0" + b"".join(fixed(value) for value in values)

    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(exponent * 256)) + b"\0\0"
    white = (0.9642, 1.0, 0.8249)
    words = b"desc\0\0\0\0" + struct.pack(">I", 2) + b"x\0" + bytes(79)
    tags = [(b"wtpt", xyz(white)), (b"desc", words), (b"cprt", b"text\0\0\0\0x\0\0\0")]
    tags += [(kind, xyz(column)) for kind, column in zip((b"rXYZ", b"gXYZ", b"bXYZ"), columns)]
    tags += [(kind, curve) for kind in (b"rTRC", b"gTRC", b"bTRC")]
    table, data, at = struct.pack(">I", len(tags)), b"", 128 + 4 + 12 * len(tags)
    for kind, body in tags:
        body += bytes(-len(body) % 4)
        table += kind + struct.pack(">II", at + len(data), len(body))
        data += body
    size = at + len(data)
    header = struct.pack(">I4sI4s4s4s", size, b"none", 0x02400000, b"mntr", b"RGB ", b"XYZ ")
    header += bytes(12) + b"acsp" + bytes(28) + b"".join(map(fixed, white))
    return header + bytes(128 - len(header)) + table + data


# Adobe RGB (1998), adapted to D50.
COLUMNS_OF_ADOBE = [(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)]
ADOBE = matrix_profile(2.19921875, COLUMNS_OF_ADOBE)


def convert_by_pillow(colours, profile):
    image = Image.new("RGB", (len(colours), 1))
    image.putdata(colours)
    to = ImageCms.createProfile("sRGB")
    shown = ImageCms.profileToProfile(image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), to, renderingIntent=1)
    return [colour + (255,) for colour in shown.getdata()]


def iccp(profile):
    return chunk(b"iCCP", b"x\0\0" + zlib.compress(profile))


def png_colours():
    plain = [colour + (255,) for colour in COLOURS]
    power = map_colours(through(IDENTITY, lambda v: v ** (1 / 0.55556)))
    line = map_colours(through(IDENTITY, lambda v: v))
    wide = map_colours(through(P3, srgb_decode))
    adobe = convert_by_pillow(COLOURS, ADOBE)
    primaries = chunk(b"cHRM", CHROMATICITIES_OF_P3)
    cases = [
        ("power", gamma(55556), power, ""),
        ("line", gamma(100000), line, ""),
        ("near_srgb", gamma(45455), plain, ""),
        ("wide", gamma(45455) + primaries, wide, ""),
        ("srgb_first", chunk(b"sRGB", b"\0") + gamma(100000) + primaries, plain, ""),
        ("profile", iccp(ADOBE), adobe, ""),
        ("profile_first", iccp(ADOBE) + gamma(100000), adobe, ""),
        ("profile_srgb", iccp(profile_of("sRGB")), plain, ""),
        ("profile_damaged", iccp(b"nothing" * 30), plain, "profile"),
        ("code_points", chunk(b"cICP", bytes([12, 13, 0, 1])), wide, ""),
        ("code_points_first", chunk(b"cICP", bytes([1, 13, 0, 1])) + iccp(ADOBE), plain, ""),
        ("code_points_unknown", chunk(b"cICP", bytes([1, 77, 0, 1])), plain, "cICP 1/77/0/1"),
        ("gamma_of_none", gamma(0), plain, "gAMA"),
        ("primaries_of_none", chunk(b"cHRM", struct.pack(">8I", *[33000] * 8)), plain, "primaries"),
    ]
    for name, chunks, expected, words in cases:
        name = f"colour_{name}.png"
        write_colours(name, chunks)
        colours(name, expected, 0 if expected is plain else 1, words)


def code_points_of_light():
    """PQ is of light without end: 203 cd/m2 are 1, and nothing is clipped. Light is premultiplied."""

    def pq(nits):
        root = (nits / 10000) ** (2610 / 16384)
        return ((3424 / 4096 + 2413 / 128 * root) / (1 + 2392 / 128 * root)) ** (2523 / 32)

    nits = [0, 1, 50, 203, 812, 4000]
    values = [round(65535 * pq(n)) for n in nits]
    alphas = [65535, 32768, 65535, 0, 16384, 65535]
    greys = [[value for grey, alpha in zip(values, alphas) for value in (grey, grey, grey, alpha)]]
    write_png("pq.png", greys, 6, 16, chunk(b"cICP", bytes([9, 16, 0, 1])))

    def check(path):
        for texel, n, alpha in zip(read_pfm(path), nits, alphas):
            light = n / 203 * alpha / 65535
            assert all(abs(value - light) <= 0.002 * light + 1e-6 for value in texel), f"{n} cd/m2 is {texel}"

    case("pq.png", check, "--format", "rgba32f", output="pfm")


def wide_profile():
    """16 bits through a profile, held against the formula."""
    write_png("profile16.png", [[4369 * x for x in range(16) for _ in range(3)]], 2, 16, iccp(ADOBE))

    def check(path):
        for i, texel in enumerate(read_png(path)):
            wanted = 65535 * srgb_encode((4369 * i / 65535) ** 2.19921875)
            assert all(abs(value - wanted) <= 24 for value in texel[:3]), f"{4369 * i} is {texel}, not {wanted}"

    case("profile16.png", check, "--format", "rgba32f", "--depth", "16")


# ---- JPEG


def marked():
    """Of no symmetry."""
    image = Image.new("RGB", (24, 16), (40, 40, 40))
    image.paste((220, 40, 40), (0, 0, 8, 8))
    image.paste((40, 200, 40), (16, 0, 24, 8))
    return image


def orientation(name, value, **more):
    exif = Image.Exif()
    exif[0x0112] = value
    marked().save(name, exif=exif, **more)

    def check(path):
        expected = ImageOps.exif_transpose(Image.open(name)).convert("RGBA")
        assert Image.open(path).size == expected.size, f"{name}: {Image.open(path).size}"
        off = largest_difference(read_png(path), list(expected.getdata()))
        assert off <= 1, f"{name}: off by {off}"

    case(name, check)


def jpeg():
    for value in range(1, 9):
        orientation(f"turned{value}.jpg", value, quality=95, subsampling=0)
    orientation("turned.png", 6)
    # Of several segments: a profile is cut where one has 64 KB.
    profile = ADOBE + bytes(150000)
    profile = struct.pack(">I", len(profile)) + profile[4:]
    flat = Image.new("RGB", (16, 16), (200, 150, 100))
    flat.save("profile_RGB.jpg", quality=100, icc_profile=profile)
    shown = convert_by_pillow([Image.open("profile_RGB.jpg").getpixel((3, 3))], profile)
    colours("profile_RGB.jpg", shown * 256, 1)
    flat.convert("L").save("grey.jpg", quality=100)
    colours("grey.jpg", list(Image.open("grey.jpg").convert("RGBA").getdata()), 0)
    flat.convert("CMYK").save("inks.jpg", quality=100)
    colours("inks.jpg", [(200, 150, 100, 255)] * 256, 3, "CMYK")
    exif = b"II*\0\10\0\0\0"
    for tag, kind, value in [(0x8769, 4, 26), (0xA001, 3, 0xFFFF)]:  # the camera's table, its colour space
        exif += struct.pack("<HHHIII", 1, tag, kind, 1, value, 0)
    flat.save("uncalibrated.jpg", quality=100, exif=b"Exif\0\0" + exif)
    colours("uncalibrated.jpg", list(Image.open("uncalibrated.jpg").convert("RGBA").getdata()), 1, "EXIF")


# ---- light


def read_pfm(path):
    with open(path, "rb") as file:
        kind, size, scale = (file.readline().decode().strip() for _ in range(3))
        width, height = map(int, size.split())
        assert kind == "PF" and float(scale) < 0
        values = struct.unpack(f"<{3 * width * height}f", file.read())
    rows = [[values[3 * i : 3 * i + 3] for i in range(y * width, (y + 1) * width)] for y in range(height)]
    return [texel for row in reversed(rows) for texel in row]


LIGHT = [[(x + 1 + 4 * y, 0.5, 2.0**-y) for x in range(3)] for y in range(2)]  # rows from the top


def rgbe(texel):
    mantissa, exponent = math.frexp(max(texel))
    return bytes(int(value * 256 / 2**exponent) for value in texel) + bytes([exponent + 128])


def light(name, factors=(1, 1, 1)):
    def check(path):
        texels = read_pfm(path)
        expected = [tuple(v / f for v, f in zip(texel, factors)) for row in LIGHT for texel in row]
        for texel, wanted in zip(texels, expected):
            off = max(abs(a - b) for a, b in zip(texel, wanted))
            assert off <= max(wanted) / 128, f"{name}: {texels}, not {expected}"

    case(name, check, "--format", "rgba32f", output="pfm")


def hdr():
    """Rows of the file in every order of the axes, and what values were multiplied by."""
    width, height = len(LIGHT[0]), len(LIGHT)
    for order in ("-Y +X", "-Y -X", "+Y +X", "+Y -X", "+X -Y", "-X -Y", "+X +Y", "-X +Y"):
        rows, texels = order.split()
        ends = {"-Y": range(height), "+Y": range(height)[::-1], "+X": range(width), "-X": range(width)[::-1]}
        by_row = rows[1] == "Y"
        data = b"".join(rgbe(LIGHT[a][b] if by_row else LIGHT[b][a]) for a in ends[rows] for b in ends[texels])
        size = f"{rows} {len(ends[rows])} {texels} {len(ends[texels])}\n"
        name = f"order{order.replace(' ', '')}.hdr"
        pathlib.Path(name).write_bytes(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n" + size.encode() + data)
        light(name)
    data = b"".join(rgbe(texel) for row in LIGHT for texel in row)
    lines = b"EXPOSURE=2\nCOLORCORR= 1 2 0.5\nEXPOSURE= 2.5e-1\n"
    pathlib.Path("exposed.hdr").write_bytes(b"#?RADIANCE\n" + lines + b"FORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 3\n" + data)
    light("exposed.hdr", (0.5, 1, 0.25))


def pfm():
    rows = b"".join(struct.pack("<3f", *texel) for row in reversed(LIGHT) for texel in row)
    pathlib.Path("plain.pfm").write_bytes(b"PF\n3 2\n-1.0\n" + rows)
    light("plain.pfm")


# ---- OpenEXR: premultiplied light with alpha


def attribute(name, kind, data):
    return name + b"\0" + kind + b"\0" + struct.pack("<i", len(data)) + data


def write_exr(name, rows, bits, channels="RGBA", attributes=b""):
    """Lines that are not packed; channels lie in them one after the other, in the order of their names."""
    width, height, letter = len(rows[0]), len(rows), "e" if bits == 16 else "f"
    window = struct.pack("<4i", 0, 0, width - 1, height - 1)
    listed = b"".join(
        c.encode() + b"\0" + struct.pack("<i4B2i", 1 if bits == 16 else 2, 0, 0, 0, 0, 1, 1) for c in sorted(channels)
    )
    header = b"v/1\1\2\0\0\0" + attribute(b"channels", b"chlist", listed + b"\0")
    header += attribute(b"compression", b"compression", b"\0") + attribute(b"dataWindow", b"box2i", window)
    header += attribute(b"displayWindow", b"box2i", window) + attribute(b"lineOrder", b"lineOrder", b"\0")
    header += attribute(b"pixelAspectRatio", b"float", struct.pack("<f", 1)) + attributes
    header += attribute(b"screenWindowCenter", b"v2f", bytes(8))
    header += attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1)) + b"\0"
    chunks, offsets, at = b"", [], len(header) + 8 * height
    for y, row in enumerate(rows):
        line = b"".join(struct.pack(f"<{width}{letter}", *(t["RGBA".index(c)] for t in row)) for c in sorted(channels))
        offsets.append(at + len(chunks))
        chunks += struct.pack("<2i", y, len(line)) + line
    pathlib.Path(name).write_bytes(header + struct.pack(f"<{height}Q", *offsets) + chunks)


def shorten(value, letter):
    return struct.unpack(letter, struct.pack(letter, value))[0]


def random_light(letter, width=37, height=35):
    """Of every size, under every alpha; under none it is added to what lies below."""

    def texel():
        alpha = random.choice([0, 1, random.random()])
        return tuple(shorten(2 ** random.uniform(-20, 15.9), letter) for _ in range(3)) + (shorten(alpha, letter),)

    return [[texel() for _ in range(width)] for _ in range(height)]


def same_exr(name, wanted, *options, **more):
    """All that the program makes of it, to the bit. Its reader is held to files of others by tests/render."""

    def check(path):
        ran = subprocess.run([program, "--compare", wanted, path, "--quiet"], capture_output=True, text=True)
        assert ran.returncode == 0 and not said[name], f"{name} {options}: {ran.stdout}{ran.stderr}{said[name]}"

    case(name, check, *options, output="exr", **more)


def exr():
    whole, half, opaque = random_light("<f"), random_light("<e"), random_light("<f", 9, 3)
    write_exr("floats.exr", whole, 32)
    write_exr("halves.exr", half, 16)
    write_exr("rounded.exr", [[tuple(shorten(v, "<e") for v in texel) for texel in row] for row in whole], 16)
    write_exr("opaque.exr", opaque, 32, "RGB")
    write_exr("alpha.exr", [[texel[:3] + (1,) for texel in row] for row in opaque], 32)
    # As bright as it gets.
    write_exr("bright.exr", [[(60000, 1, 0, 1), (1, 1, 1, 0.5)]], 32)
    write_exr("brightest.exr", [[(65504, 8, 0, 1), (8, 8, 8, 0.5)]], 16)
    same_exr("floats.exr", "floats.exr", "--format", "rgba32f")
    same_exr("halves.exr", "halves.exr")
    same_exr("halves.exr", "halves.exr", "--depth", "32")
    same_exr("floats.exr", "rounded.exr", "--format", "rgba32f", "--depth", "16")
    same_exr("opaque.exr", "alpha.exr", "--format", "rgba32f")
    same_exr("bright.exr", "brightest.exr", chain="exposure:ev=3")


def exr_for_the_display():
    """Straight colours: light over alpha."""
    alphas = [1, 0.5, 0.25, 0.75]
    write_exr("shown.exr", [[(shorten(0.1 * x * a, "<f"), a / 2, a, a) for x in range(8)] for a in alphas], 32)

    def check(path):
        for i, texel in enumerate(read_png(path)):
            wanted = [255 * srgb_encode(min(v, 1)) for v in (0.1 * (i % 8), 0.5, 1)] + [255 * alphas[i // 8]]
            assert max(abs(a - b) for a, b in zip(texel, wanted)) <= 0.51, f"{texel}, not {wanted}"

    case("shown.exr", check, "--format", "rgba32f")


# ---- what would take long


def shoot_soon(name, status=0, words=""):
    """In a few seconds of the processor, whatever else the machine does."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))

    command = [program, "--headless", "--image", name, "--size", "8x8", "--chain", ""]
    command += ["--screenshot", "soon.png"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    ran = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    assert ran.returncode == status and words in ran.stderr, f"{name}: {ran.returncode} {ran.stderr}"
    assert took < 6, f"{name}: {took:.1f} s"


def check_bombs():
    def repeat_scan(name, side, count):
        file = io.BytesIO()
        Image.new("L", (side, side), 128).save(file, "JPEG", progressive=True)
        jpeg = file.getvalue()
        scan = jpeg[jpeg.rindex(b"\xff\xda") : -2]
        pathlib.Path(name).write_bytes(jpeg[:-2] + scan * count + jpeg[-2:])

    repeat_scan("scans.jpg", 4096, 4000)
    shoot_soon("scans.jpg", 2, "too many scans")
    repeat_scan("scan_more.jpg", 64, 1)
    shoot_soon("scan_more.jpg", 0, "damaged JPEG")
    text = chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(7900000)))
    write_png("texts.png", [[7]], 0, 8, text * 300)
    shoot_soon("texts.png")
    # 3 GB of a picture of 4 texels.
    raw = zlib.compressobj(9)
    stream = b"".join(raw.compress(bytes(1 << 20)) for _ in range(16)) + raw.flush(zlib.Z_FULL_FLUSH)
    block = zlib.compressobj(9, zlib.DEFLATED, -15)
    more = block.compress(bytes(16 << 20)) + block.flush(zlib.Z_FULL_FLUSH)
    header = struct.pack(">IIBBBBB", 2, 2, 8, 0, 0, 0, 0)
    with open("beyond.png", "wb") as file:
        file.write(SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", stream + more * 190) + chunk(b"IEND", b""))
    shoot_soon("beyond.png", 2, "more data than texels")
    pathlib.Path("sparse.pfm").write_bytes(b"PF\n4 4\n-1.0\n" + bytes(192))
    for name in ("sparse.pfm", "halves.exr", "wide6.png"):
        os.truncate(name, 6 << 30)
        shoot_soon(name)


# ---- more light than a display has


def expansion():
    """The tone curve that matches light=L brings a picture back."""
    write_png("photograph.png", random_rows(2, 8, 64, 64), 2, 8)
    for light in (1, 4, 50):

        def check(path, light=light):
            off = largest_difference(read_png(path), list(Image.open("photograph.png").convert("RGBA").getdata()))
            assert off <= 1, f"light={light}: off by {off}"

        case("photograph.png", check, "--scene", f"image:file=photograph.png:light={light}",
             chain=f"tonemap:curve=reinhard_extended:white={light}")


def photograph():
    """Bloom is plainly seen on a picture with a sun and lamps that are white and no more."""
    rows = []
    for y in range(90):
        row = []
        for x in range(160):
            is_light = math.hypot(x - 110, y - 40) < 6 or (y > 60 and x % 12 < 2 and y % 10 < 2)
            row += [255, 250, 235] if is_light else [90, 100, 120] if y < 52 else [40, 44, 30]
        rows.append(row)
    write_png("sun.png", rows, 2, 8)
    plain = []

    def check(path):
        texels = read_png(path)
        error = sum((a - b) ** 2 for p, q in zip(plain, texels) for a, b in zip(p[:3], q[:3])) / (3 * len(texels))
        psnr = 10 * math.log10(255**2 / max(error, 1e-9))
        assert psnr < 30, f"bloom changes a photograph by {psnr:.1f} dB only"

    case("sun.png", lambda path: plain.extend(read_png(path)), chain="tonemap")
    case("sun.png", check, chain="threshold,dual:sigma=4,composite,tonemap")


def shapes():
    """A photograph in a size of another shape has its own, and a blur brings no black of bars into it."""
    write_png("white.png", [[255] * 60] * 50, 2, 8)
    for size, options, drawn in (("90x40", "", (16, 40)), ("40x300", "", (40, 100)), ("90x40", ":fit=fill", (90, 40))):

        def check(path, name=f"white.png --size {size} {options}", drawn=drawn):
            assert Image.open(path).size == drawn, f"{name}: {Image.open(path).size}, not {drawn}"
            assert set(read_png(path)) == {(255, 255, 255, 255)}, f"{name}: a blur changes white"

        case("white.png", check, "--scene", f"image:file=white.png{options}", "--size", size,
             chain="gaussian:sigma=20%h")


for make in (kinds_of_8_bits, kinds_of_16_bits, palettes_of_a_chain, png_colours, code_points_of_light, wide_profile, jpeg,
             hdr, pfm, exr, exr_for_the_display, expansion, photograph, shapes):
    make()
words = record("drawn", cases).splitlines()
said = {name: "\n".join(line for line in words if f" {name}:" in line) for _, name, _ in checks}
for check, *arguments in [(check, path) for path, _, check in checks] + [(check_bombs,)]:
    try:
        check(*arguments)
    except AssertionError as error:
        complain(error)
end()
