// The box by running sums: what a step gains and loses are few texels, however wide the box is.

#include "effects/box/box_parts.h"
#include "render/divide.h"
#include "render/pass.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int taps_in_cluster(const struct box *box)
{
    return box->end > 0 ? box->iterations + 1 : 1;
}

// Bytes are counted in their own units.
static float scale_of(const struct box *box, const struct texture *from)
{
    return (float) (pow(box_total(box), -box->iterations) /
                    (from->format == FORMAT_RGBA8 ? 255 : 1));
}

static struct pass describe_pass(const struct effect_call *call, const struct texture *from,
                                 struct texture *to, bool down)
{
    return (struct pass){
        .label = down ? "columns" : "rows",
        .program = call->programs[down ? BOX_COLUMNS : BOX_ROWS],
        .images = { { .texture = from } },
        .output = to,
    };
}

// The n-th difference of n boxes in a row: n + 1 clusters of neighbouring texels, whose weights are
// (lead - trail)^n, where lead and trail are what one box gains and loses by a step.
static void make_clusters(const struct box *box, float taps[static 16])
{
    static const double binomials[][4] = { { 1 }, { 1, 1 }, { 1, 2, 1 }, { 1, 3, 3, 1 } };
    const int n = box->iterations, size = taps_in_cluster(box);
    for (int cluster = 0; cluster <= n; cluster++)
        for (int i = 0; i < size; i++) {
            // Of n factors, n - cluster lead with (1 - end, end) and the others trail with
            // (end, 1 - end).
            double weight = size > 1 ? 0 : 1;
            for (int j = 0; size > 1 && j <= cluster; j++) {
                const int k = i - j; // j of the trailing ones and k of the leading ones step right
                if (k < 0 || k > n - cluster)
                    continue;
                const int ends = k + cluster - j;
                weight += binomials[cluster][j] * binomials[n - cluster][k] * pow(box->end, ends) *
                          pow(1 - box->end, n - ends);
            }
            const double sign = cluster % 2 ? -1 : 1;
            taps[cluster * size + i] = (float) (sign * binomials[n][cluster] * weight);
        }
}

static void march(const struct effect_call *call, const struct box *box, const struct texture *from,
                  struct texture *to, bool down, int stretch)
{
    const int count = down ? to->height : to->width, lines = down ? to->width : to->height;
    const int size = (box->iterations + 1) * taps_in_cluster(box);
    float taps[16];
    make_clusters(box, taps);
    struct pass pass = describe_pass(call, from, to, down);
    const struct uniform uniforms[] = {
        U_INT(box->radius), U_FLOAT((float) box->end), U_FLOAT(scale_of(box, from)),
        U_INT(stretch),     U_INT(box_restart(box)),   U_FLOAT_ARRAY(size, taps),
    };
    memcpy(pass.uniforms, uniforms, sizeof(uniforms));
    pass.groups[0] = divide_up(lines, 32);
    pass.groups[1] = divide_up(count, stretch);
    pass_run(call->gpu, &pass);
}

static void march_whole(const struct effect_call *call, const struct box *box,
                        const struct texture *from, struct texture *to, bool down)
{
    march(call, box, from, to, down, down ? to->height : to->width);
}

void box_run_running(const struct effect_call *call)
{
    box_run_both(call, march_whole, march_whole);
}

static void scan(const struct effect_call *call, const struct box *box, const struct texture *from,
                 struct texture *to, bool down)
{
    const int count = (box->iterations + 1) * taps_in_cluster(box);
    float taps[16];
    make_clusters(box, taps);
    struct pass pass = describe_pass(call, from, to, down);
    const struct uniform uniforms[] = {
        U_INT(box->radius),
        U_FLOAT(scale_of(box, from)),
        U_INT(box_restart(box)),
        U_FLOAT_ARRAY(count, taps),
    };
    memcpy(pass.uniforms, uniforms, sizeof(uniforms));
    pass.groups[0] = divide_up(to->width, 16);
    pass_run(call->gpu, &pass);
}

void box_run_scan(const struct effect_call *call)
{
    box_run_both(call, march_whole, scan);
}

// ---- segments

// Lengths that an H200 likes: shorter ones begin too often, longer ones leave too few invocations.
enum { ROW_SEGMENT = 256, COLUMN_SEGMENT = 432 };

// A software renderer has few threads, which single lines fill: there segments only end where sums
// begin anew, and walk two texels a turn, as that keeps everything in registers.
static int segment_of(const struct effect_site *site, bool down)
{
    const struct box box = box_of_call(site);
    const int restart = box_restart(&box), most = down ? COLUMN_SEGMENT : ROW_SEGMENT;
    return box_is_software(site) || restart < most ? restart : most;
}

static void march_segments(const struct effect_call *call, const struct box *box,
                           const struct texture *from, struct texture *to, bool down)
{
    march(call, box, from, to, down, segment_of(&call->site, down));
}

void box_run_segmented(const struct effect_call *call)
{
    box_run_both(call, march_segments, march_segments);
}

// ---- costs

enum { SHORT_TURN = 4 };

// Texels read when the sums begin anew.
static double restart_reads(const struct box *box)
{
    const double width = 2.0 * box_reach(box) / box->iterations + 1;
    const int n = box->iterations;
    return n == 1 ? width : width * n * (n + 1) / 2 * taps_in_cluster(box);
}

// Texels of a turn that processors have registers for.
static int turn_in_registers(const struct effect_site *site)
{
    return box_is_software(site) ? 2 : 8;
}

// Of all loops of one invocation that walks along so many texels, `turn` at a time. Each loop has
// one turn more, in which it ends.
static double count_turns(const struct box *box, int turn, double length)
{
    const double restart = fmin(box_restart(box), length), at_once = 8; // of the texels summed up
    const double before = box->iterations == 1 ? box->radius / at_once + at_once
                                               : 2 * box_reach(box) + box->iterations;
    return ceil(length / restart) * (ceil(before) + ceil(restart / turn) + 4) + 1;
}

// The same for the threads of a scan, whose every turn has a few for each sum of prefixes.
static double count_scan_turns(const struct box *box, double length)
{
    const double restart = fmin(box_restart(box), length), threads = 16, sum = 6;
    const double turns = (2 * box_reach(box) + box->iterations + restart) / threads;
    return ceil(length / restart) * (2 + ceil(turns + 1) * (2 + sum * box->iterations)) + 1;
}

static void cost_march(const struct effect_site *site, int turn, int count, int stretch,
                       struct cost *cost)
{
    const struct box box = box_of_call(site);
    const int n = box.iterations, restart = box_restart(&box);
    const double turns = ceil(fmin(restart, stretch) / turn);
    const double reads = turns * (n + 1) * (turn + (box.end > 0 ? n : 0)) + restart_reads(&box);
    const double share = fmin(fmin(restart, stretch), count);
    cost->texels += box_texels(site) * reads / share;
    if (turn > turn_in_registers(site)) // written to memory and read again
        cost->texels += box_texels(site) * 2 * (n + 1);
    cost->stores += box_texels(site);
    // Seen on an NVIDIA H200, on which so few invocations leave nearly all idle. A software
    // renderer's reads are there at once.
    const double each = 0.7 + 0.27 * turn;
    if (!box_is_software(site))
        cost->waits += fmin(stretch, count) / share * (each * turns + restart_reads(&box) / turn);
    cost->turns = fmax(cost->turns, count_turns(&box, turn, fmin(stretch, count)));
    cost->passes++;
}

// A software renderer takes long to compile long turns of several boxes, all written out: 27 s for
// turns of 24, 1 s for these. Its reads are there at once anyway.
static bool has_short_turns(const struct effect_site *site)
{
    return box_is_software(site) && box_of_call(site).iterations > 1;
}

void box_cost_running(const struct effect_site *site, int turn, struct cost *cost)
{
    if (has_short_turns(site) && turn > SHORT_TURN)
        turn = SHORT_TURN;
    cost_march(site, turn, site->width, site->width, cost);
    cost_march(site, turn, site->height, site->height, cost);
}

void box_cost_scan(const struct effect_site *site, struct cost *cost)
{
    const struct box box = box_of_call(site);
    cost_march(site, 1, site->width, site->width, cost);
    cost_march(site, 16, site->height, site->height, cost);
    cost->shared += box_texels(site) * box.iterations * 10;
    cost->held = 2 * 16 * 16 * 16;
    cost->turns = fmax(cost->turns, count_scan_turns(&box, site->height));
}

void box_cost_segmented(const struct effect_site *site, struct cost *cost)
{
    const struct box box = box_of_call(site);
    const bool is_serial = box_is_software(site);
    cost_march(site, is_serial ? 2 : 4, site->width, segment_of(site, false), cost);
    cost_march(site, is_serial ? 2 : 8, site->height, segment_of(site, true), cost);
    cost->waits /= box.iterations == 1 && !is_serial ? 2 : 1; // both ways at once
}

void box_vary_sums(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct box box = box_of_call(site);
    const enum texture_format input = site->format, via = box_via(site);
    const int length =
        snprintf(defines, EFFECT_DEFINES_SIZE,
                 "EDGE=%d ORDER=%d TAPS=%d INPUT=%s INPUT_BYTES=%d VIA=%s VIA_BYTES=%d",
                 box_edge(site), box.iterations, taps_in_cluster(&box), texture_format_name(input),
                 input == FORMAT_RGBA8, texture_format_name(via), via == FORMAT_RGBA8);
    if (has_short_turns(site))
        snprintf(defines + length, EFFECT_DEFINES_SIZE - (size_t) length, " MAX_TURN=%d",
                 SHORT_TURN);
}

void box_vary_segmented(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    box_vary_sums(site, defines);
    if (box_is_software(site))
        strcat(defines, " SERIAL");
}
