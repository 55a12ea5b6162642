#!/usr/bin/env bash
# Which blur to take: --tune answers with chain text that the program takes and that keeps what was asked, --bench=blurs
# with a table of the same numbers.
source "$(dirname "$0")/../lib.sh"

need python3
cd "$work"
small=(--quick --samples 1 --warmup 1 --size 96x54 --scene bars)

# ---- one line on stdout, the rest on stderr, and what was asked is kept, as an audit of that chain finds too

# An answer ends with 0, whatever the machine's drift leaves open.
run_tune() {
    "$HALATION" "$@" >chain 2>said || { cat said >&2 && fail "status $?: halation $*"; }
}

run_tune --tune sigma=3,psnr=40,shimmer=5 "${small[@]}" -o tune.json
(($(wc --lines <chain) == 1)) || fail "stdout is no chain: $(cat chain)"
[[ $(grep --extended-regexp --only-matching --max-count=1 '^(NOT|steady|chain)' said) != chain ]] ||
    { cat said >&2 && fail 'the head of its table does not say whether the machine was steady'; }
chain=$(cat chain)
[[ $chain == *:sigma=3*:impl=* ]] || fail "'$chain' does not write its implementation out"
says ' take$'
says '(psnr|shimmer)$'
"$HALATION" --quiet --chain "$chain" --screenshot shot.png --size 32x32 >/dev/null || fail "cannot draw '$chain'"
run 0 --audit=quality --chain "$chain" --format rgba16f --scene bars --size 96x54 -o audit.json
# What is measured is what the audit measures, number by number.
python3 - <<'END' || fail "'$chain': $(cat tune.json audit.json)"
import json
mine = [row for row in json.load(open("tune.json"))["tables"][0]["rows"] if row["verdict"] == "take"][0]
audited = json.load(open("audit.json"))["audits"][0]["rows"][0]
assert mine["PSNR dB"] >= 40 and mine["shimmer %"] <= 5, mine
assert abs(mine["PSNR dB"] - audited["PSNR dB"]) < 1e-3 * mine["PSNR dB"], audited
assert abs(mine["error %"] / 100 - audited["largest"]) < 1e-5, audited
END

# Ctrl-C leaves stdout empty, and shows and writes what was measured. (Python gives the program its ears back.)
python3 - "$HALATION" <<'END' || fail '--tune, Ctrl-C'
import json, signal, subprocess, sys
program = subprocess.Popen([sys.argv[1], "--tune=sigma=3,psnr=40", "--samples=9999", "--warmup=1", "--size=96x54",
                            "--output=cut.json"],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
words = ""
while not words.startswith("halation: timing run "):
    words = program.stderr.readline()
    assert words, "ended by itself"
program.send_signal(signal.SIGINT)
shown, said = program.communicate()
results = json.load(open("cut.json"))
assert program.returncode == -signal.SIGINT and shown == "", (program.returncode, shown)
assert "only its time was measured" in said and "\ninterrupted: " in said, said
assert results["findings"][0].startswith("interrupted: "), results["findings"]
assert any(run["time"] for run in results["runs"]), results["runs"]
END

# ---- what there is not

run 1 --quiet --tune sigma=3,psnr=300 "${small[@]}"
says '^halation: no blur of sigma=3 has psnr=300 here; the best is gaussian:sigma=3.* with [0-9]+\.[0-9]$'

# ---- blooms of a core

run_tune --tune core=1.75,sigma=4 --quick --samples 1 --warmup 1 --size 96x54
chain=$(cat chain)
[[ $chain == threshold,*:sigma=4:scatter=0.*:impl=*,composite,tonemap:curve=agx ]] || fail "'$chain' is no bloom"
"$HALATION" --quiet --chain "$chain" --screenshot shot.png --size 32x32 >/dev/null || fail "cannot draw '$chain'"
says '^sigma 4: judged on the worst of icosahedra, harbour and firefly'
answers 1 'no bloom of sigma=4 has core=0\.6; the nearest is [a-z]+:sigma=4:scatter=0\.[0-9]+ with ' \
    --quiet --tune core=0.6,sigma=4 "${small[@]}"

# ---- the table: sorted by time, the fastest on the front, the exact one the nearest

"$HALATION" --bench=blurs:sigma=3 "${small[@]}" -o blurs.json >table 2>said
says "^halation: docs/results of the project takes blurs.json by a pull request; its README.md says how$"
python3 - <<'END' || fail "$(cat table)"
import json
rows = json.load(open("blurs.json"))["tables"][0]["rows"]
assert len(rows) >= 7 and rows[0]["verdict"].startswith("front")
assert [row["ms"] for row in rows] == sorted(row["ms"] for row in rows)
nearest = max(rows, key=lambda row: row["PSNR dB"])
assert nearest["chain"].startswith("gaussian:") and nearest["verdict"] in ("front", "take"), nearest
for row in rows:
    assert row["SSIM"] <= 1 and row["error %"] < 100 and row["copies"] > 0 and row["MB"] > 0, row
    assert row["chain"].startswith("mips:") or abs(row["sigma px"] / 3 - 1) < 0.02, row
END
[[ $(tr '\n' ' ' <table) =~ 'take '[a-z]+':sigma=3:'[^\ ]*'impl=' ]] ||
    fail "recommends nothing: $(cat table)"
