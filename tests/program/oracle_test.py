"""Shader files, exported ones too, and tables of colours against ffmpeg, 8 bits in and out: every value must be within 1/255.

Shader files are libplacebo's, which Debian's ffmpeg runs on lavapipe. Left out, since they differ for a reason: how a picture
is resized (libplacebo shrinks by Mitchell's filter), what textureGather takes at the centre of a texel, and SAVE with the name
of the hooked texture, which the oldest libplacebo leaves. Tables go through lut3d by tetrahedra, and lut1d."""

import os
import pathlib
import random
import re
import subprocess

from PIL import Image

from pictures import complain, end, record, run

WIDTH, HEIGHT = 96, 64
PASS = "//!HOOK MAIN\n//!BIND HOOKED\n"
SAME = "vec4 hook() { return HOOKED_tex(HOOKED_pos); }\n"

FILES = {
    "mean": PASS + "vec4 hook() { return (HOOKED_texOff(vec2(-1.0, 0.0)) + HOOKED_tex(HOOKED_pos) + "
                   "MAIN_texOff(vec2(1.0, 0.0))) / 3.0; }\n",
    "compute": PASS + "//!COMPUTE 32 8 16 8\nshared vec4 tile[8][34];\nvoid hook()\n{\n"
                      "ivec2 id = ivec2(gl_LocalInvocationID.xy), at = ivec2(gl_WorkGroupID.xy) * ivec2(32, 8);\n"
                      "for (int x = id.x; x < 34; x += 16)\n"
                      "    tile[id.y][x] = HOOKED_tex(HOOKED_map(at + ivec2(x - 1, id.y)));\n"
                      "barrier();\nfor (int x = id.x; x < 32; x += 16)\n"
                      "    imageStore(out_image, at + ivec2(x, id.y), 0.5 * (tile[id.y][x] + tile[id.y][x + 2]));\n}\n",
    "texture": "//!TEXTURE T\n//!SIZE 4 2\n//!FORMAT rgba8\n//!FILTER LINEAR\n//!BORDER REPEAT\n"
               "ff0000ff00ff00ff0000ffff808080ff 10203040506070809fafbfcfdfefff00\n" + PASS + "//!BIND T\n"
               "vec4 hook() { return vec4(mix(HOOKED_tex(HOOKED_pos).rgb, T_tex(HOOKED_pos * 3.0).rgb, 0.5), 1.0); }\n",
    "twice": PASS + "//!SAVE BIG\n//!WIDTH HOOKED.w 2 *\n//!HEIGHT HOOKED.h 2 *\n" + SAME + PASS + "//!BIND BIG\n"
             "vec4 hook() { return 0.5 * (BIG_texOff(vec2(3.0, 1.0)) + BIG_texOff(vec2(-3.0, 0.0))); }\n",
    "half": PASS + "//!SAVE S\n//!WIDTH HOOKED.w 2 /\n//!HEIGHT HOOKED.h 4 /\n" + SAME +
            "//!HOOK PREKERNEL\n//!BIND S\nvec4 hook() { return S_tex(S_pos); }\n",
    "line": "//!TEXTURE T\n//!SIZE 2\n//!FORMAT rgba16f\n//!FILTER LINEAR\n//!BORDER CLAMP\n"
            "0000803f0000003f0000003e0000803f 000000000000803e0000803f0000803f\n" + PASS + "//!BIND T\n"
            "vec4 hook() { return vec4(HOOKED_tex(HOOKED_pos).rgb * texture(T, HOOKED_pos.x).rgb, 1.0); }\n",
    "saved": PASS + "//!SAVE A\n//!COMPONENTS 3\nvec4 hook() { return HOOKED_tex(HOOKED_pos).bgra; }\n" + PASS +
             "//!BIND A\n//!SAVE A\nvec4 hook() { return A_texOff(vec2(1.0, 0.0)); }\n" + PASS +
             "//!BIND A\nvec4 hook() { return vec4(A_tex(A_pos).rgb, 1.0); }\n",
    "channel": PASS + "//!SAVE A\n//!COMPONENTS 1\nvec4 hook() { return vec4(HOOKED_tex(HOOKED_pos).g); }\n" + PASS +
               "//!BIND A\nvec4 hook() { return vec4(A_tex(A_pos).rrr, 1.0); }\n",
    "when": PASS + "//!WHEN HOOKED.w 2 / 47 > OUTPUT.h MAIN.h = *\n"
            "vec4 hook() { return vec4(1.0 - HOOKED_tex(HOOKED_pos).rgb, 1.0); }\n" + PASS +
            "//!WHEN OUTPUT.w MAIN.w / 1.2 >\nvec4 hook() { return vec4(0.0); }\n",
    "planes": "//!HOOK LUMA\n//!HOOK CHROMA\n//!HOOK RGB\n//!BIND HOOKED\nvec4 hook()\n{\n"
              "vec4 sum = vec4(0.0);\nfor (int i = 0; i < 25; i++)\n"
              "    sum += HOOKED_texOff(vec2(i % 5 - 2, i / 5 - 2));\nreturn sum / 25.0;\n}\n",
    "equal": PASS + "//!WHEN HOOKED.w 96 == NATIVE_CROPPED.h 64 == *\n"
             "vec4 hook() { return vec4(1.0 - HOOKED_tex(HOOKED_pos).rgb, 1.0); }\n" + PASS +
             "//!WHEN HOOKED.w 96 >= HOOKED.h 64 <= + HOOKED.w 95 == +\nvec4 hook() { return vec4(0.0); }\n",
    "order": "//!HOOK OUTPUT\n//!BIND HOOKED\nvec4 hook() { return vec4(HOOKED_tex(HOOKED_pos).rgb * 0.5, 1.0); }\n"
             "//!HOOK RGB\n//!BIND HOOKED\nvec4 hook() { return vec4(1.0 - HOOKED_tex(HOOKED_pos).rgb, 1.0); }\n",
    "transfer": PASS + "vec4 hook() { return delinearize(linearize(HOOKED_tex(HOOKED_pos)).grba); }\n",
    "places": PASS + "vec4 hook() { return vec4(fract(HOOKED_pos * HOOKED_size / 7.0), HOOKED_pt.y * 32.0, 1.0); }\n",
}
BY_DEFAULT = ("compute", "twice", "half", "texture", "planes", "equal")  # which need most of it
EXPORTED = ("bloom", "bokeh", "blur", "dream", "halation", "mist", "neon", "night", "streaks",
            "gaussian:impl=fs_linear:edge=mirror:sigma=3,saturation:factor=0.5") # without a few levels, which jump
SRGB = "color_trc=iec61966-2-1"
TABLES = {
    "wild.cube": "format=rgb24,lut3d=file=wild.cube:interp=tetrahedral",
    "grade.cube": "format=rgb24,lut3d=file=grade.cube:interp=tetrahedral",
    "curve.cube": "format=gbrp,lut1d=file=curve.cube:interp=linear",
}


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


def make_picture():
    random.seed(5)
    picture = Image.new("RGB", (WIDTH, HEIGHT))
    picture.putdata([tuple(128 + 100 * ((x * (c + 1) // 7 + y // 5) % 3 - 1) + random.randrange(-25, 26) for c in range(3))
                     for y in range(HEIGHT) for x in range(WIDTH)])
    picture.save("in.png")
    return picture


def ask(picture, steps, *device):
    """ffmpeg's picture. Of vectors of 128 bits, which other tests have, lavapipe of Mesa 22.3 stores some beyond its memory;
    that of Mesa 25 falls with what others have compiled and kept."""
    around = {name: value for name, value in os.environ.items() if name != "LP_NATIVE_VECTOR_WIDTH"}
    around["MESA_SHADER_CACHE_DISABLE"] = "true"
    ran = subprocess.run(["ffmpeg", "-loglevel", "error", *device, "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
                          f"{WIDTH}x{HEIGHT}", "-i", "-", "-vf", f"{steps},format=rgba", "-frames:v", "1", "-f", "rawvideo",
                          "-"], input=picture.tobytes(), capture_output=True, env=around)
    if len(ran.stdout) != 4 * WIDTH * HEIGHT:
        complain(f"{steps}: ffmpeg ends with {ran.returncode}: {ran.stderr.decode()}")
        return None
    return Image.frombytes("RGBA", (WIDTH, HEIGHT), ran.stdout).convert("RGB")


def compare(name, picture, expected):
    got = Image.open(f"drawn/{name}.png").convert("RGB")
    if expected is None:
        return
    worst = max(abs(a - b) for a, b in zip(got.tobytes(), expected.tobytes()))
    if worst > 1:
        complain(f"{name}: {worst} of 255 from ffmpeg's picture")
    if expected.tobytes() == picture.tobytes():
        complain(f"{name}: ffmpeg leaves the picture as it is, so this compares nothing")


def export(chain, name):
    """Exports it. Returns the chain with the implementations that it names."""
    run("--quiet", "--export", f"{name}.hook", "--size", f"{WIDTH}x{HEIGHT}", "--chain", chain)
    return re.search("^//     (.*)", pathlib.Path(f"{name}.hook").read_text(encoding="utf-8"), re.M)[1]


picture = make_picture()
make_tables()
names = FILES if os.environ.get("HALATION_TEST_ALL") else BY_DEFAULT
for name in names:
    with open(f"{name}.glsl", "w", encoding="utf-8") as file:
        file.write(FILES[name])
chains = {**{name: f"{name}.glsl" for name in names}, **{name: f"lut:file={name}" for name in TABLES}}
count = len(EXPORTED) if os.environ.get("HALATION_TEST_ALL") else 2
print(f"{len(names)} of {len(FILES)} files and {count} of {len(EXPORTED)} exported chains run")
chains |= {f"exported{i}": export(chain, f"exported{i}") for i, chain in enumerate(EXPORTED[:count])}
record("drawn", {f"{name}.png": ["--scene", "image:file=in.png:light=1", "--size", f"{WIDTH}x{HEIGHT}", "--fuse", "fragment",
                                 "--chain", chain] for name, chain in chains.items()})
for name in names:
    steps = f"format=rgba,hwupload,libplacebo=custom_shader_path={name}.glsl:format=rgba:upscaler=none:dithering=-1,hwdownload"
    compare(name, picture, ask(picture, steps, "-init_hw_device", "vulkan"))
for i in range(count):
    steps = (f"format=rgba,setparams={SRGB}:color_primaries=bt709:range=pc,hwupload,libplacebo={SRGB}:custom_shader_path="
             f"exported{i}.hook:format=rgba:upscaler=none:dithering=-1,hwdownload")
    compare(f"exported{i}", picture, ask(picture, steps, "-init_hw_device", "vulkan"))
for name, steps in TABLES.items():
    compare(name, picture, ask(picture, steps))
end()
