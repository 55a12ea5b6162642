"""--identify on the blurs of other programs: those that are installed. Each is as wide as was asked for, or as its kernel is
known to be, within 1 %. A browser shows the pattern with a filter."""

import json
import math
import pathlib
import shutil
import subprocess
import sys

from pictures import complain, end, run

PAGE = '<!DOCTYPE html><body style="margin:0;overflow:hidden"><img src="pattern.png" style="display:block;filter:blur(8px)">'
CHROMIUM = ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--force-color-profile=srgb",
            "--force-device-scale-factor=1", "--window-size=1024,768", "--allow-file-access-from-files",
            "--user-data-dir=profile", "--screenshot=after.png", "page.html"]
GPU = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
       "--enable-gpu-rasterization"]
FIREFOX = ["firefox-esr", "--headless", "--no-remote", "--profile", f"{pathlib.Path.cwd()}/fox", "--window-size=1024,768",
           "--screenshot", "after.png", f"file://{pathlib.Path.cwd()}/page.html"]
OPENCV = "import cv2; cv2.imwrite('after.png', cv2.{}(cv2.imread('pattern.png'), {}))"

# Name, command, sigma or None, fit or None, the values that are blurred.
PROGRAMS = [
    ("opencv sigma=5", [sys.executable, "-c", OPENCV.format("GaussianBlur", "(0, 0), 5")], 4.95, 5, "display"),
    ("opencv size=9", [sys.executable, "-c", OPENCV.format("GaussianBlur", "(9, 9), 0")], 1.658, None, "display"),
    ("opencv box", [sys.executable, "-c", OPENCV.format("blur", "(15, 15)")], math.sqrt(56 / 3), None, "display"),
    ("imagemagick", ["convert", "pattern.png", "-blur", "0x12", "after.png"], 12, 12, "display"),
    ("imagemagick in linear light", ["convert", "pattern.png", "-colorspace", "RGB", "-blur", "0x5", "-colorspace",
                                     "sRGB", "after.png"], 5, 5, "light"),
    ("gegl", ["gegl", "pattern.png", "-o", "after.png", "--", "gaussian-blur", "std-dev-x=5", "std-dev-y=5"], 5.56, 5.10,
     "light"),
    ("vips", ["vips", "gaussblur", "pattern.png", "after.png", "6", "--precision", "float", "--min-ampl", "0.001"], 6, 6,
     "display"),
    ("ffmpeg gblur", ["ffmpeg", "-y", "-i", "pattern.png", "-vf", "format=gbrp,gblur=sigma=6:steps=3", "after.png"], 6,
     None, "display"),
    ("ffmpeg boxblur", ["ffmpeg", "-y", "-i", "pattern.png", "-vf", "format=gbrp,boxblur=5:2", "after.png"], math.sqrt(20),
     None, "display"),
    ("chromium without a GPU", [*CHROMIUM, "--disable-gpu"], 7.48, 7.87, "display"),
    ("chromium with a GPU", [*CHROMIUM, *GPU], 7.91, None, "display"),
    ("firefox, a screenshot, which WebRender does not draw", FIREFOX, 7.48, 7.87, "display"),
]

run("--identify", "pattern", "-o", "pattern.png", says="wrote")
pathlib.Path("page.html").write_text(PAGE, encoding="utf-8")
pathlib.Path("fox").mkdir()
count = 0
for name, command, sigma, fit, values in PROGRAMS:
    after = pathlib.Path("after.png")
    after.unlink(missing_ok=True)
    if shutil.which(command[0]):
        command = [word if word != "after.png" else str(after.absolute()) for word in command]
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=600, check=False)
    if not after.exists():
        print(f"{name} is not here")
        continue
    count += 1
    run("--identify", "after.png", "-o", "found.json")
    found = json.loads(pathlib.Path("found.json").read_text(encoding="utf-8"))
    print(f"{name}: sigma {found['sigma']:.3f}, fit {found['fit']:.3f}, {found['values']}, {found['border']}")
    for key, known in (("sigma", sigma), ("fit", fit)):
        if known and abs(found[key] / known - 1) > 0.01:
            complain(f"{name}: {key} is {found[key]}, and not {known}")
    if found["values"] != values:
        complain(f"{name} blurs {found['values']}")
print(f"ran {count} of {len(PROGRAMS)}")
end()
