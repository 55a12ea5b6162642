"""-o from outside. What is on disk is compared byte for byte with a sequence that was drawn at once; streams are
taken apart here, and Y4M is decoded by the formulas of BT.709."""

import os
import pty
import re
import select
import resource
import signal
import subprocess
import time

from PIL import Image
from pictures import complain, end, program, run, without_progress

WIDTH, HEIGHT, FRAMES = 50, 30, 12
drawn = ["--size", f"{WIDTH}x{HEIGHT}", "--msaa", "0", "--chain", "tonemap,dither:animate=on"]


def draw(folder, *options, **more):
    os.makedirs(folder, exist_ok=True)
    return run("-o", f"{folder}/f_%02d.png", *drawn, *options, **more)


def files(folder):
    return {name: open(f"{folder}/{name}", "rb").read() for name in sorted(os.listdir(folder))}


def expect_files(folder, expected, what):
    found = files(folder)
    for name in sorted(found.keys() | expected.keys()):
        if found.get(name) != expected.get(name):
            complain(f"{what}: {name} is " + ("missing" if name not in found else "not as it should be"))


def begin(folder, *options, **more):
    """A long sequence that is under way; it has written a few frames."""
    os.makedirs(folder)
    started = subprocess.Popen([program, "-o", f"{folder}/f_%02d.png", *drawn, "--frames", "100000", *options],
                               stdout=subprocess.DEVNULL, **more)
    while not os.path.exists(f"{folder}/f_04.png"):
        time.sleep(0.01)
    return started


def test_parts():
    draw("part", "--frames", "5..9", says="wrote 5 pictures, part/f_05.png to part/f_09.png")
    expect_files("part", {f"f_{i:02}.png": whole[f"f_{i:02}.png"] for i in range(5, 10)}, "--frames 5..9")
    draw("rest", "--frames", "58..", says="wrote 2 pictures, rest/f_58.png to rest/f_59.png")


def check_prefix(folder, words):
    """All that is on disk is whole, has no gap, and the message names the last."""
    names = sorted(os.listdir(folder), key=lambda name: int(re.sub(r"\D", "", name) or -1))
    if names != [f"f_{i:02}.png" for i in range(len(names))]:
        complain(f"{folder} has {names}")
    for name in names[:FRAMES]:
        if open(f"{folder}/{name}", "rb").read() != whole[name]:
            complain(f"{folder}/{name} is not whole")
    Image.open(f"{folder}/{names[-1]}").load()
    if f"; {len(names)} of " not in words or f"all up to {folder}/{names[-1]}; --frames {len(names)}..99999 draws the rest" not in words:
        complain(f"{folder} has {len(names)} files, and is said: {words}")


def test_interruptions():
    # A signal, and before it what a terminal shows after two seconds: one line that is written over.
    terminal, other = pty.openpty()
    begun = begin("ended", stderr=other, env=os.environ | {"TERM": "xterm"})
    os.close(other)
    words = ""
    while " left" not in words:
        words += os.read(terminal, 4096).decode()
    begun.send_signal(signal.SIGTERM)
    try:
        while more := os.read(terminal, 4096).decode():
            words += more
    except OSError:
        pass  # so a terminal ends
    if begun.wait() != -signal.SIGTERM:
        complain(f"a sequence that was told to end ends with {begun.returncode}")
    shown = words.split("\r\x1b[K")
    if not re.fullmatch(r"(halation: drawing, .* so far\r\n)?(\rhalation: frame \d+ of 100000, (\d+ s so far|[\d.e+]+ a second, about .* left)\x1b\[K)+", shown[0]):
        complain(f"a terminal shows {shown[0]!r}")
    if not re.fullmatch(r"halation: interrupted; .*\r\n", shown[-1]):
        complain(f"a terminal shows in the end {shown[-1]!r}")
    check_prefix("ended", shown[-1])
    # A file that cannot be replaced, in the middle; a file that cannot be written.
    os.makedirs("stuck/f_07.png")
    says = rf"f_07.png: a folder.*; 7 of {FRAMES} frames are complete, all up to stuck/f_06.png; --frames 7..11 draws the rest"
    draw("stuck", "--frames", str(FRAMES), status=3, says=says)
    os.rmdir("stuck/f_07.png")
    expect_files("stuck", {f"f_{i:02}.png": whole[f"f_{i:02}.png"] for i in range(7)}, "a file that cannot be replaced")
    # A frame whose values are not finite.
    with open("bad.glsl", "w") as file:
        file.write("//!HOOK LINEAR\n//!BIND HOOKED\n//@ pointwise\nvec4 hook()\n{\n"
                   "    return frame == 4 ? vec4(1.0 / 0.0) : HOOKED_tex(HOOKED_pos);\n}\n")
    run("-o", "b_%d.pfm", *drawn[:4], "--format", "rgba32f", "--frames", "9", "--chain", "bad.glsl", status=1,
        says="not finite.*; 4 of 9 frames are complete, all up to b_3.pfm; --frames 4..8 draws the rest")
    if [name for name in sorted(os.listdir()) if name.startswith("b_")] != [f"b_{i}.pfm" for i in range(4)]:
        complain(f"a frame that is not finite leaves {os.listdir()}")
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
    draw("full", "--frames", "3", status=3, says="f_00.png: .*File too large; 0 of 3 frames are complete", preexec_fn=limit)
    expect_files("full", {}, "a full disk")


def check_y4m(stream):
    """Frames of their own brightness, in order; y4m_test has what their values are."""
    header, _, rest = stream.partition(b"\n")
    count, luma = WIDTH * HEIGHT, (0.2126, 0.7152, 0.0722)
    if header != f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F24:1 Ip A1:1 C444 XCOLORRANGE=FULL".encode():
        complain(f"a header of Y4M: {header}")
    if len(rest) != 3 * (6 + 3 * count):
        complain(f"{len(rest)} bytes of Y4M")
    for i in range(3):
        frame = rest[i * (6 + 3 * count) :]
        texels = Image.open(f"timed/f_{i:02}.png").convert("RGB").getdata()
        worst = max(abs(sum(w * v for w, v in zip(luma, texel)) - y) for texel, y in zip(texels, frame[6:]))
        if frame[:6] != b"FRAME\n" or worst > 1:
            complain(f"frame {i} of Y4M differs by {worst}")


def test_streams():
    stream = ["-o", "-", *drawn, "--frames", "3", "--fps", "24"]
    draw("timed", "--frames", "3", "--fps", "24")
    if run(*stream, "--output-format", "png") != b"".join(files("timed").values()):
        complain("PNGs on stdout are not those of files")
    film = run(*stream)
    check_y4m(film)
    run("-o", "film.y4m", *stream[2:], says=r"wrote 3 pictures to film.y4m, 50x30")
    if open("film.y4m", "rb").read() != film:
        complain("a film in a file is not that of stdout")
    # A reader that stops, and a signal.
    reader, writer = os.pipe()
    large = [word if word != drawn[1] else "320x180" for word in stream[:-4]]  # frames that no pipe takes whole
    stuck = subprocess.Popen([program, *large, "--frames", "2000"], stdout=writer, stderr=subprocess.PIPE)
    os.read(reader, 1)
    while stuck.poll() is None and select.select([], [writer], [], 0)[1]:
        time.sleep(0.01)  # until the pipe is full
    stuck.send_signal(signal.SIGTERM)
    stuck.wait()
    words = stuck.stderr.read().decode()
    if stuck.returncode != -signal.SIGTERM or not re.search(r"interrupted; .* of 2000 frames are complete", words):
        complain(f"a pipe whose reader stops, and a signal: {stuck.returncode}, {words}")
    # A reader that goes, and a full disk.
    lost = subprocess.Popen([program, *stream[:-4], "--frames", "2000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    lost.stdout.read(20000)  # of frames of 4500
    lost.stdout.close()
    words = lost.stderr.read().decode()
    if lost.wait() != 3 or not re.fullmatch(r"halation: stdout: cannot be written: Broken pipe; \d+ of 2000 frames are complete\n", without_progress(words)):
        complain(f"a lost pipe: {lost.returncode}, {words}")
    run(*stream, status=3, says=r"stdout: .*No space left on device; 0 of \d+ frames are complete", stdout=open("/dev/full", "wb"))


def test_light_and_steps():
    """Frames of a sequence are those of --screenshot, in every kind of file, and of --from-screenshot."""
    for ending, more in (("pfm", ["--chain", "exposure"]), ("exr", ["--chain", "exposure", "--depth", "16"]), ("png", ["--at", "scene/icosahedra"])):
        run("-o", f"s_%d.{ending}", *drawn[:4], "--fps", "4", "--frames", "2..2", *more)
        run("--screenshot", f"one.{ending}", *drawn[:4], "--time", "0.5", *more)
        if open(f"s_2.{ending}", "rb").read() != open(f"one.{ending}", "rb").read():
            complain(f"a frame of a sequence of .{ending} is not the screenshot of its time")
    run("-o", "t_%d.png", *drawn[:4], "--fps", "7", "--frames", "3..3", "--chain", "tonemap")
    run("--screenshot", "again.png", "--from-screenshot", "t_3.png")
    if open("t_3.png", "rb").read() != open("again.png", "rb").read():
        complain("--from-screenshot does not repeat a frame of a sequence")


def test_wrong_usage():
    out = ["-o", "x_%d.png"]
    for options, says in (
        ([*out, "--frames", "9..3"], "--frames: '9..3' begins after its end, frame 3"),
        ([*out, "--frames", "60.."], "'60..' begins after its end, frame 59"), ([*out, "--frames", "-1..3"], "A..B"),
        ([*out, "--frames", "0..1000000"], "from 0 to 999999"), ([*out, "--shard", "1/2"], "of a sequence use --frames A..B"),
        ([*out, "--output-format", "y4m"], "--output-format is that of stdout: -o - --output-format y4m"),
        (["-o", "-", "--output-format", "raw"], "'raw' must be y4m or png"), (["-o", "-", "--depth", "16"], "--depth 16 does not go with -"),
        (["--screenshot", "x.png", "--frames", "2"], "works only with"), (["--bench", "--frames", "1..2"], "A..B is for a sequence"),
    ):
        run(*options, status=2, says=re.escape(says))
    if [name for name in os.listdir() if name.startswith("x")]:
        complain("wrong usage leaves files")


draw("whole", "--frames", str(FRAMES), says=f"wrote {FRAMES} pictures, whole/f_00.png to whole/f_11.png")
whole = files("whole")
if len(set(whole.values())) != FRAMES:
    complain("frames of a sequence are the same")
for test in (test_parts, test_interruptions, test_streams, test_light_and_steps, test_wrong_usage):
    test()
end()
