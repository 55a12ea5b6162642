"""--export F.html: all presets that can be there on one page. Its shaders are GLSL ES 3.00; in a browser its pictures
are those of the program, sliders and other pictures too."""

import base64
import json
import os
import pathlib
import re
import subprocess
import sys

from PIL import Image
from pictures import browse, complain, end, record, run

project, size, wide = pathlib.Path(sys.argv[3]), "96x54", "120x54"
COMPUTED = ("atkinson", "ereader", "gif_diffusion")  # by error diffusion, which has an order
presets = sorted(path.stem for path in project.glob("assets/chains/*.chain"))
chains = [name for name in presets if name not in COMPUTED]
chains += [
    "tonemap,dither:palette=auto:colors=5",
    "mips:sigma=6,gaussian:sigma=4,lut:file=sepia,dither:matrix=blue_noise",
    "exposure:ev=1,box:roi=0.2/0.2/0.7/0.7,-saturation,tonemap,dither:matrix=white:animate=on",
]
# A shader file whose names are HTML and parts of a chain, with words that are no UTF-8; as the last of them.
HOSTILE = f'kawase:sigma=3:edge=mirror,"{project}/docs/examples/gaussian.glsl",tonemap,"' \
          '<img src=x>&|`$(x):amount=3.glsl":amount={}'
with open("<img src=x>&|`$(x):amount=3.glsl", "wb") as file:
    file.write("//!PARAM amount\n//!DESC */ </script><b>x</b> \\\n//!TYPE float\n//!MINIMUM 0\n//!MAXIMUM 1\n0.5\n".encode())
    file.write(f"//!HOOK MAIN\n//!BIND HOOKED\n//!DESC {'模糊' * 22}</script><b>x</b>\n".encode() + b"// caf\xe9 */ </script>\n")
    file.write(b"vec4 hook() { return amount * HOOKED_tex(HOOKED_pos); }\n")
chains.append(HOSTILE.format(0.25))
MOVED = "threshold,dual:sigma=2.2%h:scatter=0.7,composite:strength=1.5:tint=1/0.25/1,tonemap,dither"


def block(page, name):
    return re.search(f'<script type="[a-z/]*" id="{name}">(.*?)</script>', page, re.S)[1]


def check_shaders(page):
    data = json.loads(block(page, "chains"))
    pathlib.Path("page.vert").write_text(data["vertex"], encoding="utf-8")
    names = ["page.vert"]
    for i, text in enumerate(data["shaders"]):
        names.append(f"{i}.frag")
        pathlib.Path(names[-1]).write_text(text, encoding="utf-8")
    ran = subprocess.run(["glslangValidator", *names], capture_output=True, text=True)
    if ran.returncode or any("#version 300 es\n" not in text for text in data["shaders"]):
        complain(f"shaders of the page: {[line for line in ran.stdout.splitlines() if 'ERROR' in line]}")
    if len(set(data["shaders"])) != len(data["shaders"]):
        complain("a shader stands twice in the page")


LOOK = """<script>
// What the page waits for takes real time, which the browser's own clock runs past; this holds it.
const hold = setInterval(() => { for (let i = 0; i < 1e7; i++) Math.sqrt(i); }, 100);
ready.then(async () => {
    const WANTED = %s, seen = {};
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const compare = (name) => {
        const wanted = bytes(WANTED[name]), { data } = pixels();
        const off = data.map((value, i) => Math.abs(value - wanted[i]));
        seen[name] = [data.length - wanted.length, off.filter((value) => value > 2).length, $("message").textContent];
    };
    chains.forEach((chain, i) => { show(i); compare(`chain${i}`); });
    show(chains.findIndex((chain) => chain.name === "bloom"));
    const move = (name, value) => {
        const range = document.getElementById(name), param = page.chain.params.find((one) => name.startsWith(one.name));
        range.value = (value - param.from) / (param.to - param.from);
        range.dispatchEvent(new Event("input"));
    };
    move("composite.strength.0", 1.5);
    const tint = document.getElementById("composite.tint"); // one field for a colour
    tint.value = "1/0.25/1";
    tint.dispatchEvent(new Event("change"));
    draw();
    compare("moved");
    seen.text = $("text").textContent;
    openLink(`#chain=${encodeURIComponent(seen.text)}`);
    draw();
    compare("linked");
    openLink("#chain=dual:sigma=3");
    seen.unknown = $("message").textContent;
    show(chains.length - 1);
    move(`${page.chain.params.at(-1).name}.0`, 0.5);
    seen.hostile = [$("text").textContent, document.querySelectorAll("img, b").length];
    document.querySelectorAll("details").forEach((one) => one.open = true);
    show(chains.findIndex((chain) => chain.name === "bloom"));
    await take(new File([bytes(WANTED.file)], "other.png", { type: "image/png" }));
    compare("other");
    await take(new File(["x"], "x.png", { type: "image/png" }));
    seen.refused = $("message").textContent;
    seen.wider = document.documentElement.scrollWidth - innerWidth;
    clearInterval(hold);
    document.body.append("SE" + "EN", JSON.stringify(seen), "NEES");
});
</script></body>"""


def check_pictures(page):
    gradient = Image.merge("RGB", [Image.linear_gradient("L").rotate(turn).resize((120, 54)) for turn in (0, 90, 180)])
    gradient.save("other.png")
    cases = {f"chain{i}.png": ("--chain", chain, "--size", size) for i, chain in enumerate(chains)}
    cases["moved.png"] = ("--chain", MOVED, "--size", size)
    cases["other.png"] = ("--chain", "bloom", "--size", wide, "--image", os.path.abspath("other.png"))
    record("shots", cases)
    wanted = {name[:-4]: Image.open(f"shots/{name}").convert("RGBA").tobytes() for name in cases}
    wanted["linked"] = wanted["moved"]
    wanted["file"] = pathlib.Path("other.png").read_bytes()
    texts = {name: base64.b64encode(data).decode() for name, data in wanted.items()}
    seen = browse(page.replace("</body>", LOOK % json.dumps(texts)), "390,844", "--use-gl=angle", "--use-angle=swiftshader",
                  "--enable-unsafe-swiftshader")
    if seen is None:
        print("no chromium here: pages are not looked at")
        return
    for name in texts.keys() - {"file"}:
        # Where a palette has no colour between, a last bit decides.
        if seen[name][0] or seen[name][1] > 8 or seen[name][2]:
            complain(f"{name} {chains[int(name[5:])] if name[5:].isdigit() else ''}: {seen[name]}")
    if not seen["hostile"][0].endswith(HOSTILE[HOSTILE.index("tonemap"):].format(0.5)) or seen["hostile"][1] != 0:
        complain(f"names that are HTML: {seen['hostile']}")
    if seen["text"] != MOVED or not seen["refused"].startswith("x.png is no picture") or \
            not seen["unknown"].startswith("This page has no chain dual:sigma=3") or seen["wider"] > 0:
        complain(f"the page: {[seen[name] for name in ('text', 'refused', 'wider')]}")


def check_refused():
    whole = "//!HOOK LINEAR\n//!BIND HOOKED\nvec4 hook()\n{\n    return 2 * HOOKED_tex(HOOKED_pos);\n}\n"
    pathlib.Path("whole.glsl").write_text(whole, encoding="utf-8")
    for chain, says in (("atkinson", "error_diffusion has no implementation of fragment"), ("dual:edge=zero", "zeros beyond"),
                        ("whole.glsl", "no GLSL ES 3.00")):
        run("--export", "no.html", "--chain", "bloom", "--chain", chain, "--size", size, status=2, says=f"{chain}: .*{says}")
    run("--export", "no/no.html", "--chain", "bloom", status=2, says="no/no.html")
    if os.path.exists("no.html"):
        complain("what is refused leaves a page")


run("--export", "page.html", "--size", size, *[word for chain in chains for word in ("--chain", chain)], says="wrote .*page.html")
run("--export", "smaller.html", "--chain", "blur", says="made smaller, 720x405; --size 1280x720 keeps it")
text = pathlib.Path("page.html").read_text(encoding="utf-8")
check_shaders(text)
check_pictures(text)
check_refused()
end()
