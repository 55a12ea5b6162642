"use strict";
// Which blur, and which bloom, is the fastest on this GPU: script/site puts this behind the script of page.html, whose functions it
// uses, and the block `compare` with the rows and what halation measured of them.
const compare = JSON.parse($("compare-data").textContent);
const state = { group: null, measured: new Map(), isRunning: false, isTouched: false };

// ---- statistics

const median = (values) => { const sorted = [...values].sort((a, b) => a - b), n = sorted.length; return (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2; };

// Returns the interval that holds the true median with a probability of at least 0.95, from order statistics; with fewer than 6
// samples that of all of them. `coverage` is its probability.
function intervalOf(values) {
    const sorted = [...values].sort((a, b) => a - b), n = sorted.length;
    let tail = 0.5 ** n, ways = 1, cut = 0; // tail: the chance that at most `cut` samples lie below the median
    for (;;) {
        ways *= (n - cut) / (cut + 1);
        const next = tail + ways * 0.5 ** n;
        if (2 * next > 0.05 || cut + 1 >= n / 2) break;
        tail = next;
        cut++;
    }
    return { low: sorted[cut], high: sorted[n - 1 - cut], coverage: 1 - 2 * tail };
}

// ---- times

const COPY = `#version 300 es
precision highp float;
uniform highp sampler2D u_input;
out vec4 out_color;
void main() { out_color = texelFetch(u_input, ivec2(gl_FragCoord.xy), 0); }
`;

const pause = (ms = 0) => new Promise((done) => setTimeout(done, ms));

// Copies go to two images in turns: several draws to one image may become one, which is stored once.
function makeCopy() {
    const { width, height } = page.source, images = [0, 1].map(() => {
        const texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, width, height);
        return framebufferOf({ width, height, texture });
    });
    const run = () => {
        const { program, place } = programOf(COPY);
        images.reverse();
        gl.useProgram(program);
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, page.source.texture);
        gl.bindSampler(0, samplerOf("GL_NEAREST", "GL_CLAMP_TO_EDGE"));
        gl.uniform1i(place("u_input"), 0);
        gl.bindFramebuffer(gl.FRAMEBUFFER, images[0].framebuffer);
        gl.viewport(0, 0, width, height);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
    };
    return { name: "copy", run, images, output: images[0], repeats: 1, ms: [] };
}

function makeCandidate(row) {
    const side = makeSide(row.family.map((i) => chains[i]), row.name);
    build(side);
    runSide(side); // compiles, and draws what is drawn once
    return { name: row.name, row, side, run: () => runSide(side), output: side.output, repeats: 1, ms: [] };
}

// Returns the milliseconds of several runs: by the GPU's clock, or else by that of the browser around runs whose end is waited for.
async function timeRuns(candidate, repeats) {
    if (!timer) {
        const pixel = new Uint8Array(4), read = () => {
            gl.bindFramebuffer(gl.FRAMEBUFFER, candidate.output.framebuffer);
            gl.readPixels(0, 0, 1, 1, gl.RGBA, candidate.row ? gl.UNSIGNED_BYTE : gl.FLOAT, candidate.row ? pixel : new Float32Array(4));
        };
        read();
        const start = performance.now();
        for (let i = 0; i < repeats; i++) candidate.run();
        read();
        return performance.now() - start;
    }
    const query = gl.createQuery();
    gl.beginQuery(timer.TIME_ELAPSED_EXT, query);
    for (let i = 0; i < repeats; i++) candidate.run();
    gl.endQuery(timer.TIME_ELAPSED_EXT);
    gl.flush();
    while (!gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE)) await pause(1);
    const isBroken = gl.getParameter(timer.GPU_DISJOINT_EXT), ms = gl.getQueryParameter(query, gl.QUERY_RESULT) / 1e6;
    gl.deleteQuery(query);
    return isBroken ? NaN : ms;
}

// Finds how many runs take long enough for the clock: its ticks are up to 0.1 ms for the GPU, and 1 ms for the browser.
async function findRepeats(candidate) {
    const enough = timer ? 3 : 25;
    for (let ms = 0; candidate.repeats < 512; candidate.repeats = Math.min(512, Math.ceil(candidate.repeats * Math.min(8, 1.3 * enough / Math.max(ms, enough / 16))))) {
        ms = await timeRuns(candidate, candidate.repeats);
        if (ms >= enough) return;
    }
}

const ROUNDS = 15, MIN_ROUNDS = 5, PATIENCE = 20; // seconds, after which a slow GPU has fewer rounds

// Times a copy and all rows in turns; each round begins with another one. A round that the GPU interrupted does not count.
async function measure(group) {
    const all = [makeCopy(), ...group.rows.map(makeCandidate)];
    for (const candidate of all) await findRepeats(candidate);
    const start = performance.now(), isLate = () => performance.now() - start > 1000 * PATIENCE;
    for (let round = 0, tries = 0; round < (isLate() ? MIN_ROUNDS : ROUNDS) && tries < 2 * ROUNDS; tries++) {
        const turn = [];
        for (let i = 0; i < all.length; i++) {
            const at = (i + tries) % all.length;
            turn[at] = await timeRuns(all[at], all[at].repeats) / all[at].repeats;
            if (!timer) await pause();
        }
        $("verdict").textContent = `Timing ${all.length} of them in turns on this GPU, ${round + 1} of ${ROUNDS} …`;
        if (turn.some((ms) => !(ms > 0))) continue;
        all.forEach((candidate, i) => candidate.ms.push(turn[i]));
        round++;
    }
    const [copy, ...rows] = all;
    for (const one of rows) one.copies = one.ms.map((ms, i) => ms / copy.ms[i]);
    rows.forEach(({ side }) => drop(side));
    for (const image of copy.images) {
        gl.deleteTexture(image.texture);
        gl.deleteFramebuffer(image.framebuffer);
    }
    return { copy, rows, picture: page.picture };
}

// ---- the answer

// Returns how many times as long `a` takes as `b`, in the same rounds; `isOpen`: the interval includes 1.
function ratioOf(a, b) {
    const ratios = a.ms.map((ms, i) => ms / b.ms[i]), { low, high } = intervalOf(ratios);
    return { ratio: median(ratios), low, high, isOpen: low <= 1 && high >= 1 };
}

const hasLook = (group, { row }) => !row.barred && (group.name !== "bloom" || row.core > 0);
const isFit = (group, one) => hasLook(group, one) && one.row.psnr >= compare.least_psnr && one.row.shimmer <= compare.most_shimmer;
const faultOf = ({ row }) => row.shimmer > compare.most_shimmer ? `shimmers by ${row.shimmer.toFixed(0)} %` : row.psnr < compare.least_psnr ? `is ${row.psnr.toFixed(0)} dB off` : "looks otherwise";

function judge(group, { rows }) {
    const byTime = [...rows].sort((a, b) => median(a.ms) - median(b.ms)), fit = byTime.filter((one) => isFit(group, one));
    const [take, next] = fit, faster = take && byTime.find((one) => !isFit(group, one) && ratioOf(take, one).low > 1);
    const rivals = fit.slice(1).filter((one) => ratioOf(one, take).isOpen);
    return { byTime, take, next, rivals, faster };
}

const factor = (value) => value.toFixed(value < 10 ? 2 : 1);

function showAnswer(group) {
    const found = state.measured.get(group), verdict = $("verdict"), doubts = [];
    const { take, next, rivals, faster } = judge(group, found);
    if (!take) {
        verdict.textContent = `None of them is within ${compare.least_psnr} dB of the exact one and changes by at most ${compare.most_shimmer} % in motion.`;
    } else {
        const names = [take, ...rivals].map((one) => one.name), last = names.length > 1 ? ` and ${names.pop()}` : "";
        verdict.replaceChildren(rivals.length ? "Open between " : "Take ", make("strong", { textContent: names.join(", ") + last }),
            `: ${print(median(take.ms), "ms")}, ${median(take.copies).toFixed(1)} copies of the image, ${take.row.psnr.toFixed(0)} dB, shimmer ${take.row.shimmer.toFixed(1)} %.`);
        if (rivals.length) doubts.push(`these runs show no difference: ${rivals.map((one) => { const { low, high } = ratioOf(one, take); return `${one.name} takes ${factor(low)} to ${factor(high)} times as long as ${take.name}`; }).join(", ")}`);
        else if (next) { const { ratio, low, high } = ratioOf(next, take); doubts.push(`${next.name}, the next, takes ${factor(ratio)} times as long (${factor(low)} to ${factor(high)})`); }
        if (faster) doubts.push(`${faster.name} is ${factor(ratioOf(take, faster).ratio)} times as fast, but ${faultOf(faster)}`);
    }
    const limits = group.name === "bloom" ? " with a bright core" : "";
    doubts.push(`rule: the fastest${limits} that is within ${compare.least_psnr} dB of the exact one and changes by at most ${compare.most_shimmer} % while the picture moves`);
    $("doubt").textContent = `${doubts.join("; ")}.`;
    if (page.other) $("doubt").textContent += " Qualities are those of the page's own pictures.";
    $("how").textContent = howMeasured(found);
    $("result").disabled = false;
}

function howMeasured({ copy, picture }) {
    const clock = timer ? "by the GPU's clock (EXT_disjoint_timer_query_webgl2)" : "by the browser's clock, since this browser has no EXT_disjoint_timer_query_webgl2: less exact";
    return `${rendererName()} · ${picture.width}×${picture.height} · ${copy.ms.length} rounds in turns ${clock} · 1 copy is ${print(median(copy.ms), "ms")} · fragment shaders; compute shaders are faster on many GPUs`;
}

function rendererName() {
    const name = gl.getParameter(gl.RENDERER), info = name.startsWith("WebKit") && gl.getExtension("WEBGL_debug_renderer_info"); // Firefox warns of it
    return String(info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : name);
}

// ---- the table

const isShown = (side, row) => page[side]?.family[0] === chains[row.family[0]];

function makeRadio(side, index) {
    const row = state.group.rows[index], radio = make("input", { type: "radio", name: side, ariaLabel: `${side}: ${row.name}`, checked: isShown(side, row) });
    radio.onchange = () => { state.isTouched = true; choose(side, row); };
    return make("td", {}, radio);
}

function showRows() {
    const { group } = state, found = state.measured.get(group), isBloom = group.name === "bloom";
    const head = ["left", "right", "", "copies", "", "ms", "dB", "shimmer %", ...(isBloom ? ["core px"] : []), "passes"];
    const wide = ["", "ms", "passes", "core px"];
    const answer = found && judge(group, found);
    const order = answer ? answer.byTime.map((one) => group.rows.indexOf(one.row)) : group.rows.keys();
    const lines = [...order].map((index) => {
        const row = group.rows[index], one = found?.rows[index], cell = (textContent, className = "") => make("td", { textContent, className });
        const interval = one && intervalOf(one.copies), passes = String(chains[row.family[0]].passes.length);
        const line = make("tr", {}, makeRadio("left", index), makeRadio("right", index), cell(row.name, "name"),
            cell(one ? median(one.copies).toFixed(2) : ""), cell(one ? `${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}` : "", "wide off"), cell(one ? print(median(one.ms)) : "", "wide"),
            cell(row.psnr.toFixed(1), row.psnr < compare.least_psnr ? "off" : ""), cell(row.shimmer.toFixed(1), row.shimmer > compare.most_shimmer ? "off" : ""),
            ...(isBloom ? [cell(row.core.toFixed(1), "wide")] : []), cell(passes, "wide"));
        line.classList.toggle("take", answer?.take === one && !!one);
        return line;
    });
    const titles = make("tr", {}, ...head.map((textContent, i) => make("th", { textContent, className: i === 2 ? "name" : wide.includes(textContent) ? "wide" : "" })));
    $("rows").replaceChildren(make("thead", {}, titles), make("tbody", {}, ...lines));
    document.querySelectorAll("#tabs button").forEach((button) => button.setAttribute("aria-pressed", String(button.textContent === group.question)));
}

// ---- what is shown

function choose(side, row) {
    drop(page[side]);
    page[side] = makeSide(row.family.map((i) => chains[i]), row.name);
    build(page[side]);
    showSide();
    showRows();
    want();
}

async function showGroup(group) {
    if (state.isRunning) return;
    state.group = group;
    if (!group.rows.some((row) => isShown("right", row))) {
        choose("left", group.rows.find((row) => row.name.startsWith("Gaussian")) ?? group.rows.at(-1));
        choose("right", group.rows[0]);
    }
    showRows();
    if (!state.measured.has(group)) await measureGroup();
    else showAnswer(group);
}

async function measureGroup() {
    const { group } = state, buttons = document.querySelectorAll("#compare button");
    state.isRunning = true;
    buttons.forEach((button) => button.disabled = true);
    try {
        state.measured.set(group, await measure(group));
        const { take } = judge(group, state.measured.get(group));
        if (take && !state.isTouched) choose("right", take.row);
        showAnswer(group);
    } catch (error) {
        say(error.message);
    }
    state.isRunning = false;
    buttons.forEach((button) => button.disabled = false);
    showRows();
    draw();
}

// ---- the result, a file that halation --report joins with others

function timeOf(values) {
    const sorted = [...values].sort((a, b) => a - b), { low, high, coverage } = intervalOf(values), middle = median(values);
    return {
        median: middle, low, high, coverage, min: sorted[0], max: sorted.at(-1), samples: sorted.length,
        p95: sorted[Math.min(sorted.length - 1, Math.ceil(0.95 * sorted.length) - 1)], mad: median(values.map((value) => Math.abs(value - middle))),
    };
}

// Bytes that the passes of a side must move at least: each input once, and the output once.
function bytesOf(chain, picture) {
    const form = (f) => typeof f === "number" ? f : Math.floor((f.per * picture[f.of] + f.add) / f.by);
    const size = new Map(chain.textures.map((texture) => [texture.name, form(texture.width) * form(texture.height) * (texture.depth || 1) * (texture.role === "output" ? 4 : 8)]));
    const sum = (names) => names.reduce((all, name) => all + size.get(name), 0);
    return { read: sum(chain.passes.flatMap((pass) => pass.samplers.map((input) => input.texture))), written: sum(chain.passes.map((pass) => pass.output)) };
}

function resultOf(group) {
    const { copy, rows, picture: { width, height, from } } = state.measured.get(group), renderer = rendererName();
    const scene = from ? "image" : "icosahedra", format = "rgba16f", size = { width, height, format }, software = /swiftshader|llvmpipe|software/i.test(renderer);
    const spread = Math.max(...copy.ms) / Math.min(...copy.ms) - 1, third = copy.ms.length / 3;
    const thirds = [0, 1, 2].map((i) => median(copy.ms.slice(Math.floor(i * third), Math.floor((i + 1) * third))));
    const worst = Math.max(...thirds), best = Math.min(...thirds), isSteady = worst / best - 1 <= 0.03;
    const unit = median(copy.ms);
    const runs = rows.map(({ row, ms }) => {
        const chain = chains[row.family[0]], { read, written } = bytesOf(chain, { width, height }), middle = median(ms);
        return {
            id: `${chain.chain} | ${width}x${height} | ${format} | ${scene}`, chain: chain.chain, scene, ...size, label: row.name, fuse: "fragment", impl: null,
            left_out: null, slow: false, time: timeOf(ms), copies: middle / unit, read_bytes: read, written_bytes: written, gbps: (read + written) / middle / 1e6,
            dispatches: chain.passes.length, quality: { psnr: row.psnr, ssim: null, largest: null, sigma: null, shimmer: row.shimmer }, samples_ms: ms,
        };
    });
    return {
        schema: "halation results", version: 2, kind: "suite", suite: group.name,
        environment: {
            program: compare.program, renderer, vendor: String(gl.getParameter(gl.VENDOR)), driver: navigator.userAgent, gl: String(gl.getParameter(gl.VERSION)), commit: compare.commit,
            date: new Date().toISOString().replace(/\.\d+Z/, "Z"), host: navigator.platform || null, cpu: null, processors: navigator.hardwareConcurrency || null, software, truncates_halves: null,
        },
        settings: { samples: copy.ms.length, warmup: 1, quick: true, scene, fuse: "fragment" },
        steady: {
            is_steady: isSteady, software, blocks: 3, thrown_away: 0, limit: 0.03, canaries: [{ name: "copy", best, worst }],
            sentence: `in a browser, ${timer ? "by the GPU's clock" : "by the browser's clock"}: copies moved by ${(100 * (worst / best - 1)).toFixed(1)} % between thirds of the rounds, single ones by ${(100 * spread).toFixed(0)} %`,
        },
        copies: [{ name: "draw", ...size, fastest: true, waits: false, time: timeOf(copy.ms), copies: 1 }],
        runs, pairs: [], charts: [], tables: [], findings: [$("verdict").textContent],
    };
}

function saveResult() {
    const text = JSON.stringify(resultOf(state.group), null, 1), address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    make("a", { href: address, download: `${state.group.name}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// ---- the start

// Returns the row that a text of a link names, and the values that it gives.
function findRow(text) {
    for (const group of compare.groups)
        for (const row of group.rows)
            for (const i of row.family) {
                const values = text && valuesIn(chains[i], text);
                if (values) return { group, row, values };
            }
    return null;
}

async function beginComparison() {
    await ready;
    $("compare").hidden = !page.source; // the message says why
    if (!page.source) return;
    $("choice").hidden = true;
    page.heading = "Which blur, which bloom?";
    $("tabs").append(...compare.groups.map((group) => make("button", { type: "button", textContent: group.question, onclick: () => showGroup(group) })));
    const link = new URLSearchParams(location.hash.slice(1)), right = findRow(link.get("chain")), left = findRow(link.get("left"));
    state.group = right?.group ?? compare.groups[0];
    for (const [side, found] of [["left", left], ["right", right]]) {
        if (!found || found.group !== state.group) continue;
        state.isTouched = true;
        choose(side, found.row);
        setValues(page[side], found.values);
    }
    $("measure").onclick = measureGroup;
    $("result").onclick = saveResult;
    await showGroup(state.group);
    showSide();
}
const compared = beginComparison().catch((error) => say(error.message));
