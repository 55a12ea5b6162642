#include "effects/box/box_sums.h"

#include "effects/box/box_passes.h"
#include "effects/box/box_site.h"
#include "effects/tuning.h"
#include "render/context/context.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

#include <math.h>

static int taps_of_cluster(const struct box *box)
{
    return box->end > 0 ? box->iterations + 1 : 1;
}

float box_sums_scale(const struct box *box, const struct texture *from)
{
    return (float) (pow(box_total(box), -box->iterations) /
                    (from->format == FORMAT_RGBA8 ? 255 : 1));
}

static const double binomials[][4] = { { 1 }, { 1, 1 }, { 1, 2, 1 }, { 1, 3, 3, 1 } };

// Returns the weight of a tap of a cluster of the n-th difference. A box with `end` is the product
// of n factors: n - cluster leading ones with the weights (1 - end, end), which add texels that
// enter the box, and `cluster` trailing ones with (end, 1 - end), which subtract texels that leave
// it.
static double weigh(const struct box *box, int cluster, int tap)
{
    const int n = box->iterations;
    double weight = 0;
    for (int j = 0; j <= cluster; j++) {
        // The position of a tap is the number of factors that contribute their second weight: j of
        // the trailing and k of the leading ones.
        const int k = tap - j;
        if (k < 0 || k > n - cluster)
            continue;
        const int ends = k + cluster - j;
        weight += binomials[cluster][j] * binomials[n - cluster][k] * pow(box->end, ends) *
                  pow(1 - box->end, n - ends);
    }
    return weight;
}

// The weights are those of (lead - trail)^n.
int box_sums_taps(const struct box *box, float taps[static BOX_SUMS_MAX_TAPS])
{
    const int n = box->iterations, size = taps_of_cluster(box);
    for (int cluster = 0; cluster <= n; cluster++)
        for (int i = 0; i < size; i++) {
            const double weight = size > 1 ? weigh(box, cluster, i) : 1;
            const double sign = cluster % 2 ? -1 : 1;
            taps[cluster * size + i] = (float) (sign * binomials[n][cluster] * weight);
        }
    return (n + 1) * size;
}

// Returns the number of texels that are read when the sums restart.
static double restart_reads(const struct box *box)
{
    const double width = 2.0 * box_reach(box) / box->iterations + 1;
    const int n = box->iterations;
    return n == 1 ? width : width * n * (n + 1) / 2 * taps_of_cluster(box);
}

struct cost box_sums_work(const struct effect_site *site, const struct box_walk *walk)
{
    const struct box box = box_of_site(site);
    const int n = box.iterations, restart = box_restart(&box), batch = walk->batch;
    const double length = fmin(walk->segment, walk->down ? site->height : site->width);
    const double batches = ceil(fmin(restart, walk->segment) / batch);
    const double reads = batches * (n + 1) * (batch + (box.end > 0 ? n : 0)) + restart_reads(&box);
    const double share = fmin(restart, length);
    const int registers =
        site->info->software ? BOX_SUMS_REGISTERS_OF_CPUS : BOX_SUMS_REGISTERS_OF_GPUS;
    const double again = batch > registers ? 2 * (n + 1) : 0; // written to memory and read again
    // On a software renderer no read waits for another.
    const double each = box_sums_batch_waits + box_sums_texel_waits * batch;
    const double waits = site->info->software ? 0 : each * batches + restart_reads(&box) / batch;
    // Each loop has one more iteration, in which it ends.
    const double first = BOX_SUMS_FIRST_BATCH;
    const double before = n == 1 ? box.radius / first + first : 2 * box_reach(&box) + n;
    const double loops = ceil(before) + ceil(share / batch) + 4;
    return (struct cost){
        .texels = reads / share + again,
        .waits = length / share * waits / (walk->both_ways && n == 1 ? 2 : 1),
        .iterations = ceil(length / share) * loops + 1,
    };
}

void box_sums_march(const struct effect_call *call, const struct texture *from, struct texture *to,
                    const struct box_walk *walk)
{
    const struct box box = box_of_site(&call->site);
    const int count = walk->down ? to->height : to->width;
    const int lines = walk->down ? to->width : to->height;
    float taps[BOX_SUMS_MAX_TAPS];
    const int size = box_sums_taps(&box, taps);
    const struct pass pass = {
        .label = walk->down ? "columns" : "rows",
        .program = call->programs[walk->down ? BOX_COLUMNS : BOX_ROWS],
        .output = to,
        .images = { { .texture = from } },
        .uniforms = { U_INT("u_radius", box.radius), U_FLOAT("u_end", (float) box.end),
                      U_FLOAT("u_scale", box_sums_scale(&box, from)),
                      U_INT("u_segment", walk->segment), U_INT("u_restart", box_restart(&box)),
                      U_FLOAT_ARRAY("u_taps", size, taps) },
        .groups = { divide_up(lines, BOX_SUMS_LANES), divide_up(count, walk->segment) },
        .work = box_sums_work(&call->site, walk),
    };
    pass_run(call->gpu, &pass);
}

// ---- programs

const struct program_desc box_sums_programs[] = {
    [BOX_ROWS] = { .file = "box/box_march.comp" },
    [BOX_COLUMNS] = { .file = "box/box_march.comp", .defines = "DOWN" },
    { 0 },
};

void box_sums_defines(const struct effect_site *site, int row_batch, int column_batch,
                      struct step_writer *defines)
{
    const struct box box = box_of_site(site);
    const enum texture_format input = site->format, via = effect_via(site);
    step_writef(defines,
                " EDGE=%d ORDER=%d TAPS=%d INPUT=%s INPUT_BYTES=%d VIA=%s VIA_BYTES=%d LANES=%d "
                "FIRST_BATCH=%d ROW_BATCH=%d COLUMN_BATCH=%d",
                effect_edge(site), box.iterations, taps_of_cluster(&box),
                texture_format_name(input), input == FORMAT_RGBA8, texture_format_name(via),
                via == FORMAT_RGBA8, BOX_SUMS_LANES, BOX_SUMS_FIRST_BATCH, row_batch, column_batch);
}
