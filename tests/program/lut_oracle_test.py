"""Tables of colours against ffmpeg: lut3d by tetrahedra and lut1d, 8 bits in and out. Every value must be within 1/255."""

import random
import subprocess

from PIL import Image

from pictures import complain, end, run

WIDTH, HEIGHT = 96, 64


def make_tables():
    random.seed(9)
    with open("wild.cube", "w", encoding="utf-8") as file:
        file.write('TITLE "any colours"\nLUT_3D_SIZE 9\n\n')
        file.writelines(f"{random.random():.6f} {random.random():.6f} {random.random():.6f}\n" for _ in range(9 ** 3))
    with open("grade.cube", "w", encoding="utf-8") as file:
        file.write("LUT_3D_SIZE 33\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n")
        for i in range(33 ** 3):
            r, g, b = (i // 33 ** axis % 33 / 32 for axis in range(3))
            file.write(f"{r ** 0.8:.6f} {0.9 * g ** 1.2 + 0.1 * r:.6f} {0.2 + 0.7 * b ** 1.5 + 0.1 * g * r:.6f}\n")
    with open("curve.cube", "w", encoding="utf-8") as file:
        file.write("LUT_1D_SIZE 17\n")
        file.writelines(f"{(i / 16) ** 0.5:.6f} {1 - i / 16:.6f} {(i / 16) ** 2:.6f}\n" for i in range(17))


def compare(name, picture, steps):
    run("--image", "in.png", "--size", f"{WIDTH}x{HEIGHT}", "--chain", f"lut:file={name}", "--screenshot", "out.png")
    got = Image.open("out.png").convert("RGB")
    ran = subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{WIDTH}x{HEIGHT}",
                          "-i", "-", "-vf", f"{steps},format=rgb24", "-frames:v", "1", "-f", "rawvideo", "-"],
                         input=picture.tobytes(), capture_output=True, timeout=100)
    if len(ran.stdout) != 3 * WIDTH * HEIGHT or ran.stdout == picture.tobytes():
        complain(f"{name}: ffmpeg says {ran.stderr.decode()}, and this compares nothing")
        return
    worst = max(abs(a - b) for a, b in zip(got.tobytes(), ran.stdout))
    if worst > 1:
        complain(f"{name}: {worst} of 255 from ffmpeg's picture")


make_tables()
picture = Image.new("RGB", (WIDTH, HEIGHT))
picture.putdata([tuple(random.randrange(256) for _ in range(3)) for _ in range(WIDTH * HEIGHT)])
picture.save("in.png")
for name in ("wild", "grade"):
    compare(f"{name}.cube", picture, f"format=rgb24,lut3d=file={name}.cube:interp=tetrahedral")
compare("curve.cube", picture, "format=gbrp,lut1d=file=curve.cube:interp=linear")
end()
