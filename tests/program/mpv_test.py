"""Exported user shaders in the real mpv, by both of its outputs for OpenGL: its window shows what --screenshot draws.

Every value is within 1/255. Images between passes are halves in mpv, so a dither with few levels may take the next one in a few
texels. A pattern that is animated must be that of some frame: libplacebo 4 counts every pass of a file as one."""

import json
import os
import pathlib
import random
import socket
import subprocess
import time

from PIL import Image, ImageChops

from pictures import complain, end, record, run

WIDTH, HEIGHT, FRAMES = 160, 90, 120
SIZE = ["--size", f"{WIDTH}x{HEIGHT}"]
PICTURE = ["--scene", "image:file=in.png:light=1", *SIZE, "--fuse", "fragment"]
CHAINS = {name: name for name in ("bloom", "blur", "film", "gameboy", "night")}
CHAINS["light"] = "gaussian:impl=fs_linear:edge=mirror:sigma=3,saturation:factor=0.5" # which mpv gets encoded
STEPS = {"gameboy": (255, 0.001), "film": (5, 0.03)} # how far, and in which share of the texels; film has 6 bits


def make_picture():
    random.seed(5)
    picture = Image.new("RGB", (WIDTH, HEIGHT))
    picture.putdata([tuple(min(255, max(0, 128 + 110 * ((x * (c + 1) // 17 + y // 11) % 3 - 1) + random.randrange(-25, 26)))
                           for c in range(3)) for y in range(HEIGHT) for x in range(WIDTH)])
    picture.save("in.png")
    return picture


def ask(stream, *command):
    """The answer to a command, among the events that mpv tells."""
    stream.write(json.dumps({"command": command, "request_id": 1}) + "\n")
    stream.flush()
    while line := stream.readline():
        answer = json.loads(line)
        if answer.get("request_id") == 1:
            return answer
    return {"error": "mpv has ended"}


def play(name, output):
    """What mpv's window shows with an exported file, and what mpv says."""
    shot, log = f"{name}_{output}.png", f"{name}_{output}.log"
    with open(log, "w", encoding="utf-8") as says:
        player = subprocess.Popen(["mpv", "--no-config", f"--vo={output}", "--gpu-api=opengl", "--gpu-sw=yes", "--gpu-context=x11egl",
                                   f"--glsl-shaders={name}.hook", "--input-ipc-server=mpv.socket", "--pause", "--no-border",
                                   "--image-display-duration=inf", "--osd-level=0", "--no-osc", "--dither-depth=no", "--no-audio",
                                   "in.png"], stdout=says, stderr=says)
    with socket.socket(socket.AF_UNIX) as to:
        while player.poll() is None and to.connect_ex("mpv.socket"):
            time.sleep(0.02)
        stream = to.makefile("rw", encoding="utf-8")
        while player.poll() is None and ask(stream, "screenshot-to-file", shot, "window")["error"] != "success":
            time.sleep(0.02) # no frame is shown yet
        ask(stream, "quit")
    player.wait()
    os.unlink("mpv.socket")
    return Image.open(shot).convert("RGB"), pathlib.Path(log).read_text(encoding="utf-8")


def count_apart(one, other, most):
    """Texels with a channel that is further apart."""
    red, green, blue = ImageChops.difference(one, other).split()
    return sum(ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()[most + 1:])


picture = make_picture()
for name, chain in CHAINS.items():
    run("--quiet", "--export", f"{name}.hook", *SIZE, "--chain", chain)
os.environ["HALATION_HALF_STORE"] = "off"  # mpv's images are not rounded here either
record("drawn", {f"{name}.png": [*PICTURE, "--chain", chain] for name, chain in CHAINS.items()})
run("--quiet", *PICTURE, "--chain", "film", "--frames", str(FRAMES), "-o", "film_%d.png")
expected = {name: [Image.open(f"drawn/{name}.png").convert("RGB")] for name in CHAINS}
expected["film"] = [Image.open(f"film_{i}.png").convert("RGB") for i in range(FRAMES)]
for output in "gpu", "gpu-next":
    for name, drawn in expected.items():
        step, share = STEPS.get(name, (1, 0))
        shown, said = play(name, output)
        near = min(drawn, key=lambda one: count_apart(shown, one, 1)) if shown.size == picture.size else None
        if not near or count_apart(shown, near, step) or count_apart(shown, near, 1) > share * WIDTH * HEIGHT:
            complain(f"{name} by --vo={output}: a picture of {shown.size}, and {near and count_apart(shown, near, 1)} texels are "
                     f"more than 1 of 255 from --screenshot's, {near and count_apart(shown, near, step)} more than {step}: {said}")
        if near and not count_apart(picture, near, 9):
            complain(f"{name} leaves the picture as it is, so this compares nothing")
end()
