"""--sheet and --overlay from outside, with Pillow's eyes."""

import os
import subprocess

from PIL import Image, ImageChops
from pictures import complain, end, program, record, run

ground = (11, 13, 17, 255)


def picture(name):
    image = Image.open(name)
    image.load()
    return image.convert("RGBA")


def over_black(image):
    return Image.alpha_composite(Image.new("RGBA", image.size, (0, 0, 0, 255)), image)


def find_pictures(sheet, size, count):
    """The grid: columns of cells from 36 on, each a picture's width and 28 beside it, and rows of equal height."""
    step = max(size[0], 240) + 28
    columns = (sheet.width - 72 + 28) // step
    rows = -(-count // columns)
    top = 36 + 36 + 4 + 19 + 26
    height = (sheet.height - top - 36 + 32) // rows
    return [(36 + i % columns * step, top + i // columns * height) for i in range(count)]


def check_cell(sheet, place, size, what):
    """Around a picture is plain ground, below it are letters, and they end where the next column begins."""
    x, y = place
    width, height = size
    frame = sheet.crop((x - 8, y - 8, x + width + 8, y + height + 6))
    frame.paste(ground, (8, 8, 8 + width, 8 + height))
    if frame.getcolors() != [(frame.width * frame.height, ground)]:
        complain(f"{what}: something touches the picture at {place}")
    label = max(width, 240)
    if len(sheet.crop((x, y + height + 9, x + label, y + height + 9 + 21)).getcolors(9999)) < 4:
        complain(f"{what}: no title below the picture at {place}")
    beside = sheet.crop((x + label, y, x + label + 28, y + height + 70))
    if beside.getcolors() != [(beside.width * beside.height, ground)]:
        complain(f"{what}: words go beyond the cell at {place}")


def check_chains():
    """Each picture is the screenshot of the same options, in order, whatever the chains were before."""
    size = (96, 54)
    same = ["--size", "96x54", "--time", "0.5", "--format", "rgba32f", "--scene", "firefly"]
    long = ",".join(f"threshold:level=0.{i}12345:knee=0.{i}" for i in range(1, 10))
    chains = ["dual:sigma=3", "exposure:ev=1,dither:palette=c64:matrix=white:animate=on", "", long, "-dual,dual:sigma=1"]
    options = [word for chain in chains for word in ("--chain", chain)]
    run("--sheet", "chains", "-o", "chains.png", *options, *same, says="wrote .*chains.png")
    if open("chains.png", "rb").read() != run("--sheet", "chains", "-o", "-", *options, *same):
        complain("two sheets of the same options differ")
    sheet = picture("chains.png")
    texts = Image.open("chains.png").text
    if texts.get("sheet") != "chains" or "chain" in texts or texts.get("size") != "96x54":
        complain(f"the sheet's texts are {texts}")
    record("ones", {f"{i}.png": ["--chain", chain, *same] for i, chain in enumerate(chains)})
    for i, (chain, (x, y)) in enumerate(zip(chains, find_pictures(sheet, size, len(chains)))):
        found = sheet.crop((x, y, x + size[0], y + size[1]))
        if over_black(picture(f"ones/{i}.png")).tobytes() != found.tobytes():
            complain(f"the picture of '{chain}' is not the screenshot")
        check_cell(sheet, (x, y), size, chain)
        lines = [sheet.crop((x, y + size[1] + top, x + 240, y + size[1] + top + 16)) for top in range(33, 109, 19)]
        written = sum(len(line.getcolors(9999)) > 3 for line in lines)
        if written != {"": 0, chains[1]: 3, long: 4}.get(chain, 1):
            complain(f"'{chain}' stands on {written} lines")


def check_explained():
    """The pictures of --explain are screenshots: of no chain, of the example, and of its passes, enlarged."""
    size = (96, 48)
    same = ["--size", "96x48", "--time", "0.5"]
    chain = ["--chain", "dual:levels=3:offset=1"]
    passes = ["down 48x24", "down 24x12", "down 12x6", "up 24x12", "up 48x24", "up 96x48"]
    run("--explain", "dual", "-o", "dual.png", *same, says="wrote .*dual.png")
    titles = ["before", "after", *passes]
    if Image.open("dual.png").text.get("titles") != ", ".join(titles):
        complain(f"the pictures of dual are {Image.open('dual.png').text}")
    record("explained", {"before.png": ["--chain", "", *same], "after.png": [*chain, *same],
                         **{f"{name.replace(' ', '_')}.png": [*chain, *same, "--at", f"dual/{name}"] for name in passes}})
    sheet = picture("dual.png")
    for title, (x, y) in zip(titles, find_pictures(sheet, size, len(titles))):
        expected = picture(f"explained/{title.replace(' ', '_')}.png")
        enlarged = over_black(expected).resize(size, Image.Resampling.BOX)
        found = sheet.crop((x, y, x + size[0], y + size[1]))
        most = max(high for _, high in ImageChops.difference(enlarged, found).getextrema())
        if most > (0 if expected.size == size else 2):
            complain(f"the picture '{title}' is {most} off its screenshot")


def check_small():
    """A large picture has the light of each pixel's part; what is transparent is black."""
    image = Image.new("RGBA", (960, 540), (0, 0, 0, 255))
    image.paste((255, 255, 255, 255), (0, 0, 320, 540))
    image.paste((255, 0, 0, 0), (640, 0, 960, 540))
    for y in range(0, 540, 2):
        image.paste((255, 255, 255, 255), (320, y, 640, y + 1))
    image.save("large.png")
    run("--sheet", "chains", "-o", "small.png", "--chain", "", "--image", "large.png")
    sheet = picture("small.png")
    x, y = find_pictures(sheet, (480, 270), 1)[0]
    if sheet.size != (480 + 72, sheet.height):
        complain(f"a sheet of one small picture is {sheet.width} wide")
    for column, value in ((0, 255), (159, 255), (161, 188), (318, 188), (321, 0), (479, 0)):
        for row in (0, 135, 269):
            found = sheet.getpixel((x + column, y + row))
            if any(abs(channel - value) > 1 for channel in found[:3]) or found[3] != 255:
                complain(f"column {column}, row {row} of the small picture is {found}, not {value}")


def check_overlay():
    """A dark plate in the corner, and the rest to the bit as it was."""
    same = ["--chain", "bloom", "--scene", "ramp", "--size", "320x200"]
    run("--screenshot", "plain.png", *same)
    run("--screenshot", "times.png", "--overlay", *same)
    plain, times = picture("plain.png"), picture("times.png")
    x0, y0, x1, y1 = ImageChops.difference(plain.convert("RGB"), times.convert("RGB")).getbbox()
    if not (0 < x0 < 16 and 0 < y0 < 16 and x1 <= 320 - x0 and y1 <= 200 - y0):  # as wide as its numbers
        complain(f"the plate is {x0}, {y0} to {x1}, {y1}")
    dark = sum(max(texel[:3]) < 60 for texel in times.crop((x0, y0, x1, y1)).getdata())
    if dark < 0.6 * (x1 - x0) * (y1 - y0):
        complain("the plate is not dark")
    if "overlay" in Image.open("plain.png").text or "overlay" not in Image.open("times.png").text:
        complain("a picture's texts do not say whether times lie over it")
    run("--screenshot", "again.png", "--from-screenshot", "times.png", says="has GPU times over it")
    if picture("again.png").tobytes() != plain.tobytes():
        complain("a picture with times over it, made again, is not the picture without")
    run("--screenshot", "none.png", "--overlay", "--size", "64x64", status=2, says="200x90 and more, and this is 64x64")
    if os.path.exists("none.png"):
        complain("a picture is written whose overlay has no room")


def check_wrong():
    sheet = ["--sheet", "chains", "-o"]
    run(*sheet, "a.png", "--chain", "exposure", "--chain", "gaussian:sigma=64:impl=cs_fused", status=2,
        says="cs_fused does not fit")
    full = [program, *sheet, "-", "--chain", "exposure", "--size", "8x8"]
    if subprocess.run(full, stdout=open("/dev/full", "wb"), stderr=subprocess.DEVNULL).returncode != 3:
        complain("a full disk is not the machine's fault")
    if os.path.exists("a.png"):
        complain("a sheet that cannot be is written")


def check_without_font():
    """Where no font is, and the kernel lets us hide one."""
    os.mkdir("empty")
    hide = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
            'mount --bind empty /usr/share/fonts && exec "$@"', "sh"]
    try:
        if subprocess.run([*hide, "true"], capture_output=True).returncode != 0:
            return
    except FileNotFoundError:
        return
    says = "package fonts-dejavu-core"
    run("--sheet", "blurs", "-o", "a.png", "--size", "8x8", before=hide, status=3, says=says)
    run("--screenshot", "a.png", "--overlay", before=hide, status=3, says=says)


check_chains()
check_explained()
check_small()
check_overlay()
check_wrong()
check_without_font()
end()
