"""-o and --report from outside. One suite and one chain are measured, small and short; all else is about their
files."""

import copy
import json
import os
import pathlib
import resource
import shutil
import subprocess

project = pathlib.Path.cwd()
format_described = pathlib.Path("docs/reference/results-format.md").read_text(encoding="utf-8")

from pictures import browse, complain, end, failures, program, run  # from here on the folder is another


def load(name):
    return json.loads(pathlib.Path(name).read_text(encoding="utf-8"))


def store(name, value):
    with open(name, "w", encoding="utf-8") as file:
        json.dump(value, file)


def near(a, b):
    return abs(a - b) <= 1e-5 * max(abs(a), abs(b), 1e-9)


# ---- what is measured


def measure():
    small = ("--size", "64x36")
    to = [f"--output=chain.{ending}" for ending in ("json", "csv", "html")]
    run("--bench", "--chain", "bloom", "--frames", "8", "--warmup", "0", *small, *to)
    run("--bench=blurs:sigma=3", "--quick", *small, "-o", "blurs.json")


def check_document():
    document = load("chain.json")
    for key in ("program", "commit", "date", "host", "cpu", "processors", "renderer", "driver", "gl", "software"):
        if not document["environment"].get(key) and document["environment"].get(key) is not False:
            complain(f"the environment has no {key}: {document['environment']}")
    one = document["runs"][0]
    if len(one["samples_ms"]) != one["time"]["samples"] or not near(min(one["samples_ms"]), one["time"]["min"]):
        complain(f"samples of the chain: {one['samples_ms']} beside {one['time']}")
    suite = load("blurs.json")
    if suite["settings"]["scene"] != "icosahedra" or len(suite["runs"][0]["samples_ms"]) != 3:
        complain(f"settings of a suite: {suite['settings']}")
    if len({one["id"] for one in suite["runs"]}) != len(suite["runs"]) or not suite["tables"][0]["rows"]:
        complain(f"runs of a suite: {[one['id'] for one in suite['runs']]}")


def keys_of(value, named=False):
    """All keys of a document, but not the names that suites and columns give."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if not named:
                yield key
            yield from keys_of(inner, key in ("parts", "quality", "rows"))
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner, named)


def check_described(described):
    for name in ("chain.json", "blurs.json"):
        for key in sorted(set(keys_of(load(name)))):
            if f"`{key}`" not in described:
                complain(f"{name} has '{key}', of which docs/reference/results-format.md says nothing")


# ---- what is refused


def check_refused():
    """What is no document is refused (results_test has all that it may be instead), and nothing is written."""
    pathlib.Path("out.html").write_text("as it was", encoding="utf-8")
    os.makedirs("empty")
    pathlib.Path("half.json").write_text(json.dumps(load("blurs.json"))[:-40], encoding="utf-8")
    for names, says in (
        (("blurs.json", "half.json"), "half.json: line 1: "),
        (("empty",), "empty: the folder has no file of results"),
    ):
        run("--report", *names, "-o", "out.html", status=2, says=says)
    if pathlib.Path("out.html").read_text(encoding="utf-8") != "as it was":
        complain("what is refused changes the page that was there")
    if [name for name in os.listdir(".") if name.endswith(".tmp")]:
        complain(f"half files are left: {os.listdir('.')}")


def check_lies():
    """Many texts take no time that grows by their square: the processor's, for four times as many."""
    chart = {"note": None, "kind": "lines", "x": "x", "y": "y", "log_x": False, "log_y": False, "series": []}

    def take(count):
        for i in range(2):
            lie = load("blurs.json")
            lie["findings"] = [f"{i}: {number}" for number in range(2 * count)]
            lie["charts"] = [dict(chart, title=f"{i}: {number}") for number in range(count)]
            store(f"lie{i}.json", lie)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run("--report", "lie0.json", "lie1.json", "-o", "lie.html")
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    few, many = take(10000), take(40000)
    if many > 8 * few:
        complain(f"a report of 10000 charts takes {few:.2f} s, and one of 40000 {many:.2f} s")


def check_fit():
    """script/check_results takes the project's own files of results, and no file that contradicts itself."""

    def fit(*paths):
        said = subprocess.run([project / "script/check_results", *paths], capture_output=True, text=True)
        return said.stdout + said.stderr if said.returncode else ""

    if fit(project / "docs/results"):
        complain(fit(project / "docs/results"))
    for says, change in (
        ("was not steady: it moved", lambda one: one["steady"].update(is_steady=False, sentence="it moved")),
        ("median does not lie between low and high", lambda one: one["runs"][1]["time"].update(low=9)),
        ("min, median, max are", lambda one: one["runs"][1]["time"].update(min=9)),
        ("2 samples", lambda one: one["runs"][0]["time"].update(samples=2)),
        ("copies of", lambda one: one["runs"][0].update(copies=1.01 * one["runs"][0]["copies"] + 0.1)),
        ("GB/s", lambda one: one["runs"][0].update(gbps=1e5)),
        ("runs", lambda one: one.update(runs=3)),
    ):
        document = json.loads((project / "docs/results/h200/blurs.json").read_text(encoding="utf-8"))
        change(document)
        store("other.json", document)
        if says not in fit("other.json"):
            complain(f"check_results says '{fit('other.json')}' and not '{says}'")


def check_release():
    """script/check_results --release takes results of the same minor version, and says in a line which are of another."""
    for program, release, is_fit in (
        ("halation 0.3.1", "0.3.0", True),
        ("halation 0.3.0", "0.30.0", False),
        ("halation 1.3.0", "0.3.0", False),
    ):
        document = json.loads((project / "docs/results/h200/blurs.json").read_text(encoding="utf-8"))
        document["environment"]["program"] = program
        store("other.json", document)
        words = [project / "script/check_results", "--release", release, "other.json"]
        said = subprocess.run(words, capture_output=True, text=True)
        wanted = "" if is_fit else f"other.json is of {program.split()[1]}; halation {release} publishes its own results"
        if (said.returncode == 0) != is_fit or not said.stderr.startswith(wanted) or said.stderr.count("\n") != (not is_fit):
            complain(f"check_results --release {release} of {program}: {said.returncode} {said.stderr}")
    if 'script/check_results --release "$version" docs/results ||' not in (project / "script/release").read_text():
        complain("script/release does not look at docs/results")


# ---- pages


def hostile(document):
    """Another machine, a part of whose texts would like to be a program."""
    other = copy.deepcopy(document)
    other["environment"]["renderer"] = '</script><script>document.title="stolen"</script>'
    other["findings"] = ["<img src=x onerror='document.title=1'>", "]]>"]
    other["steady"] = {"is_steady": False, "sentence": "NOT STEADY: <b>it moved</b>"}
    other["runs"][1]["time"] = None
    other["runs"][1]["left_out"] = "too slow <b>"
    other["runs"][2]["quality"] = {"psnr": 51.5, "__proto__": 3}
    other["pairs"] = [
        {"a": other["runs"][0]["id"], "b": other["runs"][2]["id"], "percent": 6.1, "low": 5.3, "high": 6.9,
         "verdict": "slower"}
    ]
    series = {"name": "all", "joined": True, "dashed": False}
    points = [{"x": i, "y": 2.0**-i if i != 3 else None, "low": None, "high": None, "name": f"b{i}"} for i in range(9)]
    shared = {"note": "a note", "x": "x", "y": "y", "log_x": False, "log_y": True}
    other["charts"] = [
        {"title": f"a chart of {kind}", "kind": kind, "series": [dict(series, points=points)], **shared}
        for kind in ("lines", "points", "bars")
    ]
    return other


# Looks at a page in each width: whether anything is wider than it, and how many of its charts are drawn.
LOOK = """
const PAGES = %s, seen = {};
let left = PAGES.length;
const small = document.createElement("canvas");
const context = small.getContext("2d", { willReadFrequently: true });
const drawn = (canvas) => {
    context.clearRect(0, 0, small.width, small.height);
    if (canvas.width && canvas.height) context.drawImage(canvas, 0, 0, small.width, small.height);
    return context.getImageData(0, 0, small.width, small.height).data.some((value) => value);
};
for (const [name, page, width] of PAGES) {
    const frame = document.createElement("iframe");
    frame.style.cssText = `width: ${width}px; height: 900px; border: 0`;
    frame.src = page;
    frame.onload = () => {
        const { document: inner, performance: timing } = frame.contentWindow;
        const root = inner.documentElement, canvases = [...inner.querySelectorAll("canvas")], drawnFirst = canvases.filter(drawn).length;
        const heads = (title) => [...inner.querySelectorAll("th button")].filter((button) => button.textContent === title);
        const column = () => { const table = heads("ms")[0]?.closest("table"); if (!table) return [];
            const at = [...table.querySelectorAll("th button")].findIndex((button) => button.textContent === "ms");
            return [...table.tBodies[0].rows].map((row) => Number(row.cells[at].textContent)); };
        const units = [...inner.querySelectorAll(".group button")];
        units.find((button) => button.getAttribute("aria-pressed") === "false")?.click();
        heads("ms")[0]?.click();
        const sorted = column();
        heads("ms")[0]?.click();
        const reversed = column();
        const field = inner.querySelector("input[type=search]");
        const before = inner.querySelectorAll("tbody tr").length;
        if (field) { field.value = "pyramid"; field.oninput(); }
        const redrawn = [...inner.querySelectorAll("canvas")];
        seen[name] = {
            title: inner.title, text: inner.querySelector("main").textContent, wide: root.scrollWidth > root.clientWidth, charts: canvases.length,
            drawn: drawnFirst, redrawn: redrawn.filter(drawn).length, asked: timing.getEntriesByType("resource").length,
            sorted, reversed, fewer: inner.querySelectorAll("tbody tr").length < before, unit: units.map((one) => one.getAttribute("aria-pressed")),
            above: redrawn.map((canvas) => frame.contentWindow.Chart.getChart(canvas)?.options).filter((options) => options?.indexAxis === "y").map((options) => options.above),
            images: inner.querySelectorAll("img, b").length, head: inner.querySelector("header").textContent,
        };
        if (--left === 0) document.body.textContent = `SEEN${JSON.stringify(seen)}NEES`;
    };
    document.body.append(frame);
}
"""

WIDTHS = 360, 768, 1920


def check_pages():
    document = load("blurs.json")
    os.makedirs("machines/runs")  # a folder in a folder
    store("machines/runs/b.json", hostile(document))
    shutil.copy("chain.json", "machines/runs/c.json")
    shutil.copy("chain.csv", "machines/runs")
    store("again.json", document)
    given = "blurs.json", os.path.abspath("machines"), "again.json"  # names from / on beside others
    run("--report", *given, "-o", "joined.html", says="again.json holds what another")
    # A suite in two parts, as two machines of one kind measure it.
    halves = [copy.deepcopy(document), copy.deepcopy(document)]
    halves[0]["runs"], halves[1]["runs"] = document["runs"][:4], document["runs"][4:]
    store("first.json", halves[0])
    store("second.json", halves[1])
    run("--report", "first.json", "second.json", "-o", "parts.html")
    pages = [[f"chain {width}", "chain.html", width] for width in WIDTHS]
    pages += [[f"joined {width}", "joined.html", width] for width in WIDTHS]
    two = ("--bench", "--samples", "2", "--warmup", "0", "--size", "32x18", "--chain", "kawase:sigma=2", "--chain", "dual:sigma=3")
    subprocess.run([program, *two, "-o", "two.html"], capture_output=True)  # 3: no verdict
    shown = [*pages, ["parts", "parts.html", 900], ["two", "two.html", 900]]
    seen = browse(f"<!DOCTYPE html><body><script>{LOOK % json.dumps(shown)}</script></body>", "1940,1000")
    if not seen:
        return
    for name, page in seen.items():
        if page["wide"] or page["asked"] or page["images"] or page["drawn"] != page["charts"] or page["redrawn"] < page["charts"]:
            complain(f"{name}: {dict(page, text='', head='')}")
        # Names of bars stand above them where there is no room beside them, and nowhere else.
        if not page["above"] or ("360" in name and not all(page["above"])) or ("1920" in name and page["above"][0]):
            complain(f"{name}: names above their bars: {page['above']}")
    chain, joined, parts = seen["chain 768"], seen["joined 768"], seen["parts"]
    if chain["charts"] != 2 or "dual" not in chain["text"] or "Every single time" not in chain["text"]:
        complain(f"the page of a chain has {chain['charts']} charts: {chain['text'][:600]}")
    # Four of the suite and its machines: each run, its own, every time; three of the other machine; two of the chain.
    if joined["charts"] != 8 or not joined["fewer"] or joined["unit"] != ["true", "false"]:
        complain(f"the joined page: {dict(joined, text='')}")
    for wanted in ("</script><script>document.title", "<img src=x", "NOT STEADY: <b>it moved", "NOT STEADY while it measured blurs", "too slow <b>", "slower", "a note",
                   "A ms", "B copies", "B / A ms", "psnr"):
        if wanted not in joined["text"] + joined["head"]:
            complain(f"the joined page does not say {wanted}")
    for wanted in ("kawase:sigma=2", "dual:sigma=3", "a verdict needs 8 or more"):
        if wanted not in seen["two"]["text"]:
            complain(f"the page of two chains does not say {wanted}: {seen['two']['text'][:600]}")
    if " on 2 machines" not in joined["title"]:
        complain(f"the joined page is called {joined['title']}")
    count = sum(1 for one in document["runs"] if one["time"])
    if parts["title"] != f"{count} runs on 1 machine · halation" or len(parts["sorted"]) != count:
        complain(f"two parts of a suite: {parts['title']}, {parts['sorted']}")
    if parts["sorted"] != sorted(parts["sorted"]) or parts["reversed"] == parts["sorted"]:
        complain(f"the table does not sort: {parts['sorted']} {parts['reversed']}")


measure()
if not failures:
    check_document()
    check_described(format_described)
    check_refused()
    check_lies()
    check_fit()
    check_release()
    check_pages()
end()
