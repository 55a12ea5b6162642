// Running sums along rows, and along columns prefix sums that threads share: the scheme that
// Alessandro Toschi found in a vendor's library (2024).

#include "effects/box/box_passes.h"
#include "effects/box/box_site.h"
#include "effects/box/box_sums.h"
#include "effects/tuning.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

#include <math.h>

// Shared memory has two values for each thread: one is read while the other is written.
enum { SIDES = 2 };

static void run_direction(const struct effect_call *call, const struct texture *from,
                          struct texture *to, bool down)
{
    const struct box box = box_of_site(&call->site);
    const struct box_walk walk = { .down = down,
                                   .segment = down ? to->height : to->width,
                                   .batch = down ? BOX_SCAN_THREADS : 1 };
    if (!down) {
        box_sums_march(call, from, to, &walk);
        return;
    }
    float taps[BOX_SUMS_MAX_TAPS];
    const int count = box_sums_taps(&box, taps);
    struct pass pass = {
        .label = "columns",
        .program = call->programs[BOX_COLUMNS],
        .output = to,
        .images = { { .texture = from } },
        .uniforms = { U_INT("u_radius", box.radius), U_FLOAT("u_scale", box_sums_scale(&box, from)),
                      U_INT("u_restart", box_restart(&box)), U_FLOAT_ARRAY("u_taps", count, taps) },
        .groups = { divide_up(to->width, BOX_SCAN_LINES) },
        .work = box_sums_work(&call->site, &walk),
    };
    pass.work.shared = box.iterations * 10;
    pass.work.shared_bytes = 16 * SIDES * BOX_SCAN_THREADS * BOX_SCAN_LINES;
    // Each loop of a thread has a few iterations for each sum of prefixes.
    const double restart = fmin(box_restart(&box), to->height);
    const double before = 2 * box_reach(&box) + box.iterations, sum = 6;
    const double loop = ceil((before + restart) / BOX_SCAN_THREADS + 1);
    const double loops = ceil(to->height / restart) * (2 + loop * (2 + sum * box.iterations)) + 1;
    pass.work.iterations = fmax(pass.work.iterations, loops);
    pass_run(call->gpu, &pass);
}

static void run_scan(const struct effect_call *call)
{
    box_passes_run(call, run_direction);
}

static void write_scan_defines(const struct effect_site *site, struct step_writer *defines)
{
    box_sums_defines(site, 1, 1, defines);
    step_writef(defines, " SIDES=%d THREADS=%d LINES=%d", SIDES, BOX_SCAN_THREADS, BOX_SCAN_LINES);
}

const struct effect_impl box_cs_scan = {
    .name = "cs_scan",
    .summary = "Rows by running sums, columns by 16 threads that share prefix sums",
    .programs = EFFECT_PROGRAMS([BOX_ROWS] = { .file = "box/box_march.comp" },
                                [BOX_COLUMNS] = { .file = "box/box_scan.comp", .defines = "DOWN" }),
    .write_defines = write_scan_defines,
    .fits = box_site_fits,
    .run = run_scan,
};
