"""Exported chains: they build in an empty folder, give the program's picture, take other values and sizes, neither change
nor depend on the state of GL, and hold any text; as user shaders they are read back. With --long every preset is one."""

import glob
import gzip
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

from PIL import Image
from pictures import complain, end, program, record, run

project = pathlib.Path(sys.argv[3])
size = "96x54"
WARNINGS = "-std=c11 -O0 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-missing-field-initializers -Werror".split()


def sh(*command, folder=".", says=""):
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    words = ran.stdout + ran.stderr
    if ran.returncode or says not in words:
        complain(f"{command[:3]} in {folder}: {ran.returncode}, not '{says}': {words[:600]}")
    return words


def export(folder, chain, *options, size=size):
    """Writes and builds it, and looks whether it makes the picture that it says and the program makes."""
    run("--export", folder, "--chain", chain, "--size", size, *options, says=f"wrote .*{folder}")
    run("--screenshot", "shot.png", "--chain", chain, "--size", size, *options)
    sh("cc", *WARNINGS, "-o", "chain", "main.c", "halation_chain.c", "-lepoxy", "-lm", folder=folder)
    sh("./chain", folder=folder, says="the same as expected.ppm")
    if Image.open(f"{folder}/expected.ppm").tobytes() != Image.open("shot.png").convert("RGB").tobytes():
        complain(f"{chain}: --export expects another picture than --screenshot draws")
    return json.loads(pathlib.Path(folder, "chain.json").read_text(encoding="utf-8"))


def refuse(folder, width, height, says):
    """Whether the exported program says that it has no passes for a picture of that size."""
    pathlib.Path("other.pfm").write_bytes(b"PF\n%d %d\n-1\n" % (width, height) + bytes(12 * width * height))
    ran = subprocess.run(["./chain", "../other.pfm", "out.ppm"], cwd=folder, capture_output=True, text=True, timeout=120)
    if ran.returncode != 1 or says not in ran.stderr:
        complain(f"{folder} at {width}x{height}: {ran.returncode}, not '{says}': {ran.stderr}")


def same(folder, chain, *values, size=size, most=0):
    """Whether the export with other values, or of another size, makes the picture of that chain."""
    run("--export", "other", "--chain", chain, "--size", size)
    sh("./chain", "../other/input.pfm", "out.ppm", *values, folder=folder)
    made, wanted = Image.open(f"{folder}/out.ppm").tobytes(), Image.open("other/expected.ppm").tobytes()
    off = max(abs(a - b) for a, b in zip(made, wanted)) if len(made) == len(wanted) else 256
    if off > most:
        complain(f"{folder} with {values} at {size}: up to {off} from {chain}")
    shutil.rmtree("other")


# A renderer that cuts halves off makes the program round them, which an export never does (docs/export.md).
os.environ["HALATION_HALF_STORE"] = "off"
chain = "threshold,dual:sigma={}:scatter=0.7,composite,tonemap:curve=agx,dither"
bloom = export("bloom", chain.format("2.2%h"))
if os.environ.get("HALATION_TEST_FEW"):  # with sanitizers a folder and a user shader are enough
    run("--quiet", "--export", "film.hook", "--chain", "film", "--size", size)
    end()
for width, height in (1, 1), (3, 180), (101, 58), (64, 36), (320, 181), (33, 479), (65, 721), (20, 1080), (7, 1441), (5, 2160), (9, 4320):
    same("bloom", chain.format("2.2%h"), size=f"{width}x{height}")
for sigma in 0.3, 1.7, 8.25, 19, 64.5, 400:
    same("bloom", chain.format(f"{sigma}px"), f"dual.sigma={sigma}")
same("bloom", chain.replace("0.7", "1").format("9px"), "dual.sigma=9", "dual.scatter=1", size="121x67")
ranges = pathlib.Path("bloom/chain_passes.h").read_text(encoding="utf-8")
for line in "// 0 to 14, whole numbers, 0 is auto: How often", "// 0 to 50, 0 is auto: Distance", "// 0.1 to 1: Share":
    if line not in ranges:
        complain(f"chain_passes.h does not say '{line}'")
for value, says in ("sigma=1001", "sigma goes from 0 to 1000, and 1000 is the nearest"), ("levels=2.5", "levels goes from 0 to 14, and 3 is the nearest"):
    ran = subprocess.run(["./chain", "input.pfm", "out.ppm", f"dual.{value}"], cwd="bloom", capture_output=True, text=True)
    if ran.returncode != 1 or f"dual.{says}" not in ran.stderr:
        complain(f"dual.{value}: {ran.returncode} {ran.stderr}")
same("bloom", "threshold:level=0.7,dual:sigma=2.2%h:scatter=0.7,composite:tint=1/0.5/0.2,tonemap:curve=agx,dither",
     "threshold.level=0.7", "composite.tint=1/0.5/0.2")
for shader in pathlib.Path("bloom").glob("*.frag"):
    text = shader.read_text(encoding="utf-8")
    if not re.search(r"^// Runs .*\.$", text, re.M):
        complain(f"{shader} does not say what runs it")
    if "half_store" in text:
        complain(f"{shader} has what a renderer of this machine needs")
    if "SPDX-License-Identifier: MIT-0" not in text or re.search(r"^#(if|include|line)|tonemap_aces|halation_|\bs\d_", text, re.M):
        complain(f"{shader} has more than it uses")

# The same without that choice.
run("--export", "again", "--chain", chain.format("2.2%h"), "--size", size, env={**os.environ, "HALATION_HALF_STORE": ""})
for file in pathlib.Path("again").iterdir():
    if file.read_bytes() != pathlib.Path("bloom", file.name).read_bytes():
        complain(f"{file} depends on how this machine rounds")

# In another language, by other programs, as the document says.
docs = (project / "docs/export.md").read_text(encoding="utf-8")
sh("bash", "-ec", re.search("^glslangValidator .*\nspirv-cross .*", docs, re.M)[0])
if "SV_Target" not in pathlib.Path("threshold.hlsl").read_text(encoding="utf-8"):
    complain("threshold.hlsl is no shader")

# A function that finds those of GL does in the place of epoxy's header.
sh("cc", *WARNINGS, "-DCHAIN_LOADS", "-o", "loads", "main.c", "halation_chain.c", "-lepoxy", "-lm", folder="bloom")
sh("./loads", folder="bloom", says="the same as expected.ppm")

# Every blur whose passes depend on its numbers, with what the chain does not name.
blurs = "pyramid:sigma={0}:scatter=0.8,threshold,kawase:sigma={0},threshold,mips:sigma={0},threshold,pyramid:kernel=gauss5:sigma={0},tonemap"
export("blurs", blurs.format(2))
same("blurs", blurs.format(11.3), *(f"{step}.sigma=11.3" for step in ("pyramid", "kawase", "mips", "pyramid2")), size="173x99")

# Buffers, tables of two and three dimensions, halves and floats, in a host that has set all of GL's state.
export("state", "gaussian:impl=cs_multiresolution:sigma=6,pyramid:sigma=2%h,tonemap,lut:file=sepia,dither:matrix=blue_noise")
sh("cc", *WARNINGS, "-fsanitize=address", "-o", "state", f"-I{os.getcwd()}/state", str(project / "tests/program/export_state.c"),
   "halation_chain.c", "-lepoxy", "-lm", folder="state")
same("state", "gaussian:impl=cs_multiresolution:sigma=6,pyramid:sigma=2%h,tonemap,lut:file=sepia,dither:matrix=blue_noise",
     size="230x131") # more groups and larger buffers
for profile in "core", "compatible":
    sh("env", "ASAN_OPTIONS=detect_leaks=0", "./state", profile, folder="state")

# In windows: the example of the document; GLFW's gears, which draw with the fixed pipeline of OpenGL 2 and go on as without
# the chain; and a window of SDL2 that becomes larger, where SDL finds the functions of GL.
def host(name, *command):
    """Whether the window of a program shows its picture as the exported program makes it."""
    sh("cc", "-std=gnu11", "-O0", "-w", "-o", name, *command, "bloom/halation_chain.c", "-Ibloom", "-Iglad", "-lepoxy", "-lm")
    sh("env", "TMPDIR=/tmp", "xvfb-run", "-a", f"./{name}")
    sh("./chain", "../host.pfm", "out.ppm", "threshold.level=0.4", folder="bloom")
    if pathlib.Path("host.ppm").read_bytes() != pathlib.Path("bloom/out.ppm").read_bytes() and not name.endswith("plain"):
        complain(f"{name} shows another picture than the exported program")
    return pathlib.Path("host.pfm").read_bytes()


gears = glob.glob("/usr/share/doc/libglfw3-*/examples/gears.c.gz")
hosts = {"example": shutil.which("xvfb-run"), "gears": shutil.which("xvfb-run") and gears,
         "sdl": shutil.which("xvfb-run") and shutil.which("sdl2-config")}
print(f"{sum(map(bool, hosts.values()))} of {len(hosts)} programs show a window through a chain")
if hosts["example"]:  # xvfb-run cannot name its files where TMPDIR has a blank
    lines = re.search("^halation --export bloom .*?(?=^```)", docs, re.M | re.S)[0]
    os.mkdir("example")
    os.symlink(project / "docs", "example/docs")
    os.symlink(program, "example/halation")
    steps = re.sub("^halation ", "./halation --quiet ", lines, flags=re.M).replace("1280x720", "160x90").replace("./bloom_window", "TMPDIR=/tmp xvfb-run -a ./bloom_window 3")
    sh("bash", "-ec", steps, folder="example")
if hosts["gears"]:
    os.mkdir("glad")
    os.mkdir("glad/glad")
    pathlib.Path("glad/glad/gl.h").write_text("#include <epoxy/gl.h>\n#define gladLoadGL(load)\n", encoding="utf-8")
    text = gzip.open(gears[0], "rt", encoding="utf-8").read()
    for old, new in (("int main(", f'#include "{project}/tests/program/export_host.c"\nint main('), ("glfwSwapBuffers(window)", "host_frame(300, 300), glfwSwapBuffers(window)"),
                     ("angle = 100.f * (float) glfwGetTime()", "angle += 1"), ("0.0, 0.0, 0.0, 0.0", "0.0, 0.0, 0.0, 1.0")):
        text = text.replace(old, new)
    pathlib.Path("gears.c").write_text(text, encoding="utf-8")
    if host("gears", "gears.c", "-lglfw") != host("gears_plain", "-DHOST_PLAIN", "gears.c", "-lglfw"):
        complain("gears are drawn in another way after a chain has run")
if hosts["sdl"]:
    flags = sh("sdl2-config", "--cflags", "--libs").split()
    host("sdl", "-DHOST_SDL", "-DCHAIN_LOADS", str(project / "tests/program/export_host.c"), *flags)

every = sorted(path.stem for path in (project / "assets/chains").glob("*.chain"))
presets = every if os.environ.get("HALATION_TEST_ALL") else ["gif", "film", "bokeh"]
print(f"{len(presets)} of {len(every)} presets are exported")
for preset in presets:
    export(f"preset_{preset}", preset)
    numbers = dict(re.findall(r"(\w+) = (\d+)", pathlib.Path(f"preset_{preset}/chain_format.h").read_text(encoding="utf-8")))
    for side, step in ("MIN", -1), ("MAX", 1):
        height = int(numbers[f"CHAIN_{side}_HEIGHT"])
        if 1 < height < 1000:  # a length in %h has an end there
            same(f"preset_{preset}", preset, size=f"96x{height}")
            refuse(f"preset_{preset}", 96, height + step, "this chain is for pictures of")
pathlib.Path("soft.glsl").write_text(
    "//!PARAM amount\n//!TYPE float\n//!MINIMUM 0\n//!MAXIMUM 1\n0.5\n"
    "//!HOOK MAIN\n//!BIND HOOKED\n//!SAVE SMALL\n//!WIDTH HOOKED.w 2 /\n//!HEIGHT HOOKED.h 2 /\n"
    "vec4 hook() { return HOOKED_tex(HOOKED_pos); }\n"
    "//!HOOK MAIN\n//!BIND HOOKED\n//!BIND SMALL\n"
    "vec4 hook() { return mix(HOOKED_tex(HOOKED_pos), SMALL_tex(SMALL_pos), amount); }\n", encoding="utf-8")
export("soft", "tonemap,soft.glsl")
same("soft", "tonemap,soft.glsl:amount=0.25", "soft.glsl.amount=0.25", size="100x50")

# Text of all kinds, in the names of a file, of a pass and of a parameter: it is text in C, JSON, GLSL and Markdown.
HOSTILE = b'a?\?|`<b>&\xe9$(x)\xe2\x80\xae\\.glsl'
with open(HOSTILE, "wb") as file:
    file.write("//!PARAM amount\n//!DESC */ </script> | <img> `x` \\\n//!TYPE float\n//!MINIMUM 0\n//!MAXIMUM 1\n0.5\n".encode())
    file.write(f"//!HOOK MAIN\n//!BIND HOOKED\n//!DESC {'模糊' * 22}\\\n".encode() + b"// caf\xe9 */ ??/\n")
    file.write(b"vec4 hook() { return amount * HOOKED_tex(HOOKED_pos); }\n")
made = export("hostile", b'tonemap,"' + HOSTILE + b'":amount=0.25')
if [shader for shader in pathlib.Path("hostile").glob("*.frag")] == [] or not all(one["name"] for one in made["passes"]):
    complain(f"passes with hostile names: {made['passes']}")
if not any("模糊" * 9 in one["name"] for one in made["passes"]):
    complain(f"a name of 44 letters: {[one['name'] for one in made['passes']]}")

# As a user shader that is read back, in floats and in halves; with other values of its parameters; at another size.
shaders = {"film": "film", "c64": "c64", "mixed": "gaussian:sigma=3:impl=fs_linear:roi=0.2/0/0.7/1:edge=mirror,"
           "pyramid:edge=mirror:sigma=4,box:sigma=3:impl=fs_double,kawase:sigma=4,tonemap,lut:file=sepia,soft.glsl,dither"}
if os.environ.get("HALATION_TEST_ALL"):
    shaders |= {name: name for name in presets if name not in ("atkinson", "ereader", "gif_diffusion", "stars")}
cases, most = {}, {}


def compare(name, chain, shader, off, format="rgba32f", size=size):
    options = ["--size", size, "--format", format, "--fuse", "fragment", "--chain"]
    cases.update({f"{name}_own.png": [*options, chain], f"{name}.png": [*options, shader]})
    most[name] = off


for name, chain in shaders.items():
    file = "film.param.hook" if name == "film" else f"{name}.hook"
    run("--quiet", "--export", file, "--chain", chain, "--size", size)
    said = re.search("^//     (.*)", pathlib.Path(file).read_text(encoding="utf-8"), re.M)[1]
    compare(name, said, file, 0)
    compare(f"{name}_halves", said, file, 1, "rgba16f")
    if name == "film":
        compare("film_values", said.replace("level=0.7", "level=0.5").replace("/0.25", "/0.75").replace("exposure=0.25", "exposure=1"),
                "film.param.hook:threshold_level=0.5:composite_tint_b=0.75:tonemap_exposure=1", 0)
        compare("film_larger", said, file, 4, size="101x58") # a level of its 6 bits
record("shaders", cases)
for name, off in most.items():
    made, own = (Image.open(f"shaders/{name}{end}.png").convert("RGB").tobytes() for end in ("", "_own"))
    wrong = sorted(abs(a - b) for a, b in zip(made, own) if abs(a - b) > off)
    if len(wrong) > (len(own) // 1000 if "halves" in name else 0): # a rounding may choose another colour of a palette
        complain(f"{name}: the user shader is up to {wrong[-1]} from its chain, in {len(wrong)} values of {len(own)}")

# For a reader: the passes, and every shader once.
words = run("--export", "-", "--chain", "bloom").decode()
if words != run("--print", "shaders", "--chain", "bloom").decode():
    complain("--print shaders is not --export -")
if words.count("pass_run(") != 12 or words.count("\n@@ ") != 5 or words.count("#version 430") != 5 or "(width + 3) / 4" not in words:
    complain("--export - does not show 12 passes and 5 shaders with their sizes")

# Through links, and into the folder where the program runs; a signal at any file leaves nothing.
os.makedirs("links/empty")
os.symlink("empty", "links/there")
os.symlink("new", "links/dangling")
os.symlink("circle", "links/circle")
for path in "links/there", "links/dangling":
    run("--export", path, "--chain", "tonemap", "--size", size, says="wrote ")
    if not os.path.islink(path) or not os.path.exists(f"{path}/chain.json"):
        complain(f"--export {path} does not follow the link: {os.listdir('links')}")
os.mkdir("here")
run("--export", ".", "--chain", "tonemap", "--size", size, says="wrote ", cwd="here")
if sorted(os.listdir("here")) != sorted(os.listdir("links/new")):
    complain(f"--export . leaves {os.listdir('here')}")
run("--export", "links/circle", "--chain", "tonemap", status=2, says="links/circle: it is a link that leads in a circle")
pathlib.Path("stop.c").write_text("""#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
int rename(const char *from, const char *to)
{
    static int count;
    int (*own)(const char *, const char *) = (int (*)(const char *, const char *)) dlsym(RTLD_NEXT, "rename");
    if (++count == atoi(getenv("STOP_AT")))
        raise(atoi(getenv("STOP_BY")));
    return own(from, to);
}
""", encoding="utf-8")
sh("cc", "-w", "-shared", "-fPIC", "-o", "stop.so", "stop.c", "-ldl")
os.mkdir("stopped")
for number, (at, by) in enumerate(((1, signal.SIGTERM), (5, signal.SIGHUP), (9, signal.SIGINT), (12, signal.SIGTERM))):
    path = ("stopped/new", ".")[number % 2]
    folder = ("stopped", "stopped/there")[number % 2]
    os.makedirs("stopped/there", exist_ok=True)
    ran = subprocess.run([program, "--quiet", "--export", os.path.abspath(path) if number % 2 == 0 else ".", "--chain", "tonemap",
                          "--size", size], cwd=folder, timeout=120, stderr=subprocess.DEVNULL,
                         env={**os.environ, "LD_LIBRARY_PATH": os.getcwd(), "LD_PRELOAD": "stop.so", "STOP_AT": str(at), "STOP_BY": str(int(by))})
    if ran.returncode != -by or os.listdir("stopped") != ["there"] or os.listdir("stopped/there"):
        complain(f"signal {by} at file {at}: {ran.returncode}, and there is {os.listdir('stopped')}, {os.listdir('stopped/there')}")

# What cannot be, in one line, and nothing is left.
before = sorted(os.listdir("."))
run("--export", "bloom", "--chain", "bloom", status=2, says="bloom is not empty; name a new folder")
run("--export", "shot.png", status=2, says="shot.png")
run("--export", "soft.glsl", "--chain", "tonemap,soft.glsl", status=2, says="soft.glsl are one file")
run("--export", "new.txt", status=2, says="new.txt: no export ends so: .html is a page")
run("--export", "no/where.hook", status=2, says="no/where.hook: there is no folder")
run("--export", "new.hook", "--chain", "tonemap,error_diffusion", status=2, says="error_diffusion has no implementation of fragment")
run("--export", "new.hook", "--chain", "dual:edge=zero", status=2, says="dual.* reads black .* edge=clamp")
run("--export", "no/where", status=2, says="cannot make the folder no/where")
run("--export", "new", "--shard", "1/2", status=2, says="--shard works only with")
for path in ("new", "new.hook"):
    run("--export", path, "--chain", f"tonemap,\"{project}/tests/corpus/hook/state\"", status=2, says="goes on from the frame before")
if sorted(os.listdir(".")) != before:
    complain(f"an export that failed left something: {set(os.listdir('.')) - set(before)}")
end()
