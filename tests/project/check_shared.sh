#!/usr/bin/env bash
# The shared memory that the cost of an implementation counts is what its programs declare: the most of them. The sizes
# of arrays are those that the reference compiler finds in the text of each.
source "$(dirname "$0")/../lib.sh"

need glslangValidator python3
"$BUILD/tests/list_shared" "$work" >"$work/list" || fail "list_shared ended with $?"

python3 - "$work" <<'END' || fail "costs and programs differ about shared memory"
import concurrent.futures, re, subprocess, sys

folder = sys.argv[1]
lines = [line.split() for line in open(folder + "/list")]
BYTES = {"float": 4, "int": 4, "uint": 4, "bool": 4}


def bytes_of(kind):
    count = 1
    for elements in re.findall(r"(\d+)-element array", kind):
        count *= int(elements)
    parts = re.search(r"(\d)-component vector", kind)
    parts = int(parts.group(1)) if parts else 1
    return count * (4 if parts == 3 else parts) * BYTES[kind.split()[-1]]


# By the same text once only.
texts = {name: open(f"{folder}/{name}").read() for line in lines for name in line[2:]}
known = {}


def declared(text):
    if "shared " not in text:
        return 0
    command = ["glslangValidator", "-i", "--stdin", "-S", "comp"]
    tree = subprocess.run(command, input=text, capture_output=True, text=True)
    if tree.returncode != 0:
        sys.exit("the reference compiler rejects a program:\n" + tree.stdout[-500:])
    objects = tree.stdout[tree.stdout.index("Linker Objects"):]
    return sum(bytes_of(kind) for kind in re.findall(r"\( shared (.*?)\)\n", objects))


different = sorted(set(texts.values()))
with concurrent.futures.ThreadPoolExecutor() as pool:
    known = dict(zip(different, pool.map(declared, different)))

wrong = 0
for held, name, *files in lines:
    most = max((known[texts[file]] for file in files), default=0)
    if int(held) != most:
        print(f"{name}: its cost counts {held} bytes, its programs declare {most}", file=sys.stderr)
        wrong += 1
print(f"{len(lines)} implementations with their parameters, {len(different)} programs")
if len(lines) < 25 or not any(known.values()):
    sys.exit("hardly anything was compared")
sys.exit(wrong > 0)
END
