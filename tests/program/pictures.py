"""What the tests in Python share: how they look at the program from outside, and PNG without any of its code."""

import html
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import zlib

program, work = sys.argv[1:3]
os.chdir(work)
failures = []


def complain(what):
    failures.append(what)
    print(f"FAILED: {what}", file=sys.stderr)


def end():
    sys.exit(bool(failures))


def without_progress(words):
    return re.sub("halation: .* (so far|left)\n", "", words)


def run(*options, status=0, says="", before=(), **more):
    """Runs to the end, and returns stdout. stderr must have the pattern, and one line where the status is not 0."""
    more.setdefault("stdout", subprocess.PIPE)
    ran = subprocess.run([*before, program, *options], stderr=subprocess.PIPE, **more)
    words = without_progress(ran.stderr.decode())
    if ran.returncode != status:
        complain(f"{options}: {ran.returncode}, not {status}: {words}")
    if not re.search(says, words) or (status and words.count("\n") != 1):
        complain(f"{options} does not say '{says}' but: {words}")
    return ran.stdout


def record(folder, cases):
    """Draws many pictures by one call: `cases` has the options of each by its file's name. Returns what is on stderr."""
    os.mkdir(folder)
    lines = [f"{file}: " + " ".join(f"'{word}'" for word in options) + "\n" for file, options in cases.items()]
    pathlib.Path(folder, "cases.txt").write_text("".join(lines), encoding="utf-8")
    ran = subprocess.run([program, "--headless", "--record", folder], capture_output=True, text=True)
    if ran.returncode != 0:
        complain(f"--record {folder}: {ran.returncode}: {ran.stderr}")
    return without_progress(ran.stderr)


def browse(page, size, *options):
    """What a page leaves between SEEN and NEES, in a browser of that size. None where there is no browser."""
    browser = shutil.which("chromium")
    if not browser:
        return None
    pathlib.Path("browsed.html").write_text(page, encoding="utf-8")
    command = [browser, "--headless", "--no-sandbox", *(options or ["--disable-gpu"]), "--enable-logging=stderr"]
    command += [f"--window-size={size}", "--allow-file-access-from-files", f"--user-data-dir={os.getcwd()}/browser", "--virtual-time-budget=20000"]
    ran = subprocess.run([*command, "--dump-dom", f"file://{os.getcwd()}/browsed.html"], capture_output=True, text=True)
    if "CONSOLE" in ran.stderr:
        complain(f"the page says: {[line for line in ran.stderr.splitlines() if 'CONSOLE' in line]}")
    found = re.search("SEEN(.*)NEES", html.unescape(ran.stdout), re.S)
    if not found:
        complain(f"the page does not come to its end: {ran.stdout[-300:]}{ran.stderr[-300:]}")
    return json.loads(found[1]) if found else None


# ---- PNG

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # of a kind of colour


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def chunks(png):
    """The kind and data of each chunk of a file."""
    at = len(SIGNATURE)
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        yield kind, png[at + 8 : at + 8 + size]
        at += 12 + size


def pack_row(values, bits):
    """Samples as PNG packs them: without a filter, the first in the highest bits."""
    if bits == 16:
        return b"\0" + struct.pack(f">{len(values)}H", *values)
    packed, per = bytearray(), 8 // bits
    for i in range(0, len(values), per):
        part = list(values[i : i + per]) + [0] * (per - len(values[i : i + per]))
        packed.append(sum(value << (8 - bits * (k + 1)) for k, value in enumerate(part)))
    return b"\0" + bytes(packed)


def write_png(path, rows, kind=6, bits=8, more=b""):
    """Rows of samples, in a file with more chunks before them."""
    width, height = len(rows[0]) // CHANNELS[kind], len(rows)
    data = b"".join(pack_row(row, bits) for row in rows)
    header = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(SIGNATURE + chunk(b"IHDR", header) + more)
        file.write(chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))


# ---- sRGB


def srgb_decode(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def srgb_encode(light):
    light = min(max(light, 0), 1)
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
