"""script/site in Chromium and Firefox: its pictures are those of the program over the whole range of sigma, its recommendation
names the faster of two chains, a link shows what it names, and --report takes the result that a visitor saves."""

import base64
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from PIL import Image, ImageChops

from browsers import Chromium, Firefox
from pictures import complain, end, program, record, run

project, size = pathlib.Path(sys.argv[3]), "960x540"
# Widths at the ends of the range and where exports of one blur meet; exports of one width are at these.
BLURS = [f"{blur}:sigma={sigma}{more}" for blur, more in (("dual", ""), ("kawase", ""), ("pyramid", ""), ("gaussian", ""), ("box", ""),
                                                          ("box", ":iterations=3"), ("mips", "")) for sigma in (1, 6, 16, 48)]
# "Twice" does all that "once" does a second time; what halation measured of them is the same.
TWO = [("twice", "pyramid:sigma=16,pyramid:sigma=16"), ("once", "pyramid:sigma=16")]


def block(page, name):
    return re.search(f'(<script type="application/json" id="{name}">)(.*?)(</script>)', page, re.S)


def make_two(page):
    """A page that compares two chains of which one does everything twice."""
    run("--export", "two.html", "--size", "320x180", *[word for _, chain in TWO for word in ("--chain", chain)])
    exported = pathlib.Path("two.html").read_text(encoding="utf-8")
    compare = json.loads(block(page, "compare-data")[2])
    compare["groups"] = [{"name": "blurs", "question": "Which?", "about": "",
                          "rows": [{"name": name, "family": [i], "psnr": 50, "shimmer": 1} for i, (name, _) in enumerate(TWO)]}]
    for name, text in (("chains", block(exported, "chains")[2]), ("compare-data", json.dumps(compare))):
        old = block(page, name)
        page = page[: old.start(2)] + text + page[old.end(2) :]
    picture = re.search('id="picture">(.*?)</script>', exported, re.S)[1]
    page = re.sub('id="picture">.*?</script>', lambda _: f'id="picture">{picture}</script>', page, flags=re.S)
    pathlib.Path("two.html").write_text(page, encoding="utf-8")


def picture_of(browser):
    text = browser.evaluate("(() => { draw(); const made = pixels(), canvas = document.createElement('canvas'); "
                            "Object.assign(canvas, { width: made.width, height: made.height }).getContext('2d').putImageData(made, 0, 0); return canvas.toDataURL(); })()")
    return Image.open(io.BytesIO(base64.b64decode(text.split(",")[1]))).convert("RGB")


def check_pictures(browser, name, chains):
    for i, chain in enumerate(chains):
        shown = browser.evaluate(f"(() => {{ const found = findRow({json.dumps(chain)}); if (!found) return false; "
                                 "choose('right', found.row); setValues(page.right, found.values); return true; })()")
        if shown is not True:
            complain(f"{name}: the page has no {chain}: {shown}")
            continue
        off = ImageChops.difference(picture_of(browser), Image.open(f"shots/{i}.png").convert("RGB"))
        far = sum(off.convert("L").histogram()[3:])
        if far > 8: # a dither of 8 bits may take the other of two levels
            complain(f"{name}: {chain}: {far} texels are more than 2/255 off, the most {max(end for _, end in off.getextrema())}")


def check_result(browser, name):
    pathlib.Path(f"{name}.json").write_text(browser.evaluate("JSON.stringify(resultOf(state.group))"), encoding="utf-8")
    run("--report", f"{name}.json", "-o", f"{name}_report.html", says="wrote .*_report.html")


def check_browser(kind, name, chains):
    browser = kind(pathlib.Path("site/index.html").resolve().as_uri() + "#chain=" + "dual%3Asigma%3D30")
    verdict = browser.evaluate("compared.then(() => document.getElementById('verdict').textContent)")
    if not re.match("(Take|Open between) .*copies of the image", verdict):
        complain(f"{name}: the verdict is {verdict}")
    if browser.evaluate("textOf(page.right)") != "dual:sigma=30":
        complain(f"{name}: the link to dual:sigma=30 shows {browser.evaluate('textOf(page.right)')}")
    check_pictures(browser, name, chains)
    check_result(browser, f"{name}_blurs")
    browser.narrow(390)
    if browser.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
        complain(f"{name}: the page is wider than 390 px")
    if browser.messages:
        complain(f"{name}: the console has {browser.messages[:3]}")
    browser.close()
    browser = kind(pathlib.Path("two.html").resolve().as_uri())
    verdict = browser.evaluate("compared.then(() => document.getElementById('verdict').textContent)")
    if not re.match("(Take|Open between) once", verdict):
        complain(f"{name}: of two chains, of which one does everything twice: {verdict}")
    check_result(browser, f"{name}_two")
    browser.close()


built = subprocess.run([project / "script/site", "site"], capture_output=True, text=True, env={**os.environ, "HALATION": program})
if built.returncode:
    complain(f"script/site: {built.stderr}")
    end()
page = pathlib.Path("site/index.html").read_text(encoding="utf-8")
groups = json.loads(block(page, "compare-data")[2])["groups"]
all_chains = json.loads(block(page, "chains")[2])["chains"]
chains = BLURS + [",".join(step["text"] for step in all_chains[row["family"][0]]["steps"]) for row in groups[1]["rows"]]
if len(groups[0]["rows"]) != 7 or len(groups[1]["rows"]) < 9:
    complain(f"rows of the page: {[[row['name'] for row in group['rows']] for group in groups]}")
record("shots", {f"{i}.png": ("--chain", chain, "--size", size) for i, chain in enumerate(chains)})
make_two(page)
tried = [kind for kind in (Chromium, Firefox) if shutil.which("chromium" if kind is Chromium else "firefox-esr")]
for kind in tried:
    check_browser(kind, kind.__name__.lower(), chains)
print(f"{len(chains)} pictures in {len(tried)} of 2 browsers")
end()
