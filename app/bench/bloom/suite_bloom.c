// Compares whole blooms, and recommends one.

#define LOG_MODULE "suite"
#include "app/bench/bloom/bloom.h"
#include "app/picture/contact_sheet.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- the variants

// The presets have 0.7. Rows with the same sum of bells are adjacent.
const struct bloom_row bloom_rows[BLOOM_ROWS] = {
    { "dual, scatter 0.7", "dual:sigma=2.2%h:scatter=0.7", BLOOM_PRESETS },
    { "pyramid, scatter 0.7", "pyramid:sigma=2.2%h:scatter=0.7", BLOOM_PRESETS },
    { "pyramid 0.7, Karis", "pyramid:sigma=2.2%h:scatter=0.7:karis=partial", BLOOM_PRESETS,
      .has_karis = true },
    { "pyramid as of 2014", "pyramid:sigma=2.2%h:scatter=0.7:impl=fs_passes", BLOOM_PRESETS,
      .is_published = true },
    { "dual, scatter 0.5", "dual:sigma=2.2%h:scatter=0.5", BLOOM_BRIGHT_CORE, .is_long = true },
    { "pyramid, scatter 0.5", "pyramid:sigma=2.2%h:scatter=0.5", BLOOM_BRIGHT_CORE,
      .is_long = true },
    { "dual, scatter 0.85", "dual:sigma=2.2%h:scatter=0.85", BLOOM_WIDE_CORE, .is_long = true },
    { "pyramid, scatter 0.85", "pyramid:sigma=2.2%h:scatter=0.85", BLOOM_WIDE_CORE,
      .is_long = true },
    { "dual", "dual:sigma=2.2%h", BLOOM_BELL },
    { "pyramid", "pyramid:sigma=2.2%h", BLOOM_BELL },
    { "Kawase", "kawase:sigma=2.2%h", BLOOM_BELL },
    { "Gaussian within 1 %", "gaussian:sigma=2.2%h:error=1%", BLOOM_BELL },
    { "three boxes", "box:sigma=2.2%h:iterations=3", BLOOM_BELL },
    { "mips", "mips:sigma=2.2%h", BLOOM_BELL },
};

static const struct param params[] = {
    PARAM_FLOAT(struct bench_options, budget, .min = 0.001F, .max = 1000, .unit = "ms",
                .help = "milliseconds that the recommended bloom may take"),
    { 0 },
};

static void list_bloom(struct suite_run *run)
{
    const struct suite_size size = suite_size(run, 1920, 1080);
    for (int row = 0; row < BLOOM_ROWS; row++) {
        if (run->options->quick && bloom_rows[row].is_long)
            continue;
        struct suite_variant *variant =
            suite_add(run, size, FORMAT_RGBA16F, "threshold,%s,composite,tonemap:curve=agx",
                      bloom_rows[row].blur);
        variant->displays = true;
        variant->key = (struct suite_key){ .line = row };
        variant->label = bloom_rows[row].name;
    }
}

void bloom_list(struct judge *judge, struct suite_run *run)
{
    const double budget = run->options->budget;
    judge_init(judge, run);
    judge->limits[JUDGE_BUDGET] = budget > 0 ? budget : NAN;
    suite_for_each(variant, run) {
        const struct bloom_row *row = &bloom_rows[variant->key.line];
        struct judge_item *item = judge_add(judge, variant);
        item->look = (int) row->look;
        item->is_barred = row->has_karis || row->is_published;
    }
}

void bloom_report(struct suite_run *run, struct judge *judge)
{
    judge_begin_table(run);
    judge_report(judge, "Nearness to what each bloom stands for, by time");
    // Reports how much single flashing texels make it flicker, and how much less with Karis
    // weights.
    judge_for_each(item, judge) {
        const double *values = item->values, *of = judge->taken ? judge->taken->values : values;
        const double ratio = values[JUDGE_BUDGET] / of[JUDGE_BUDGET];
        if (!bloom_rows[item->variant->key.line].has_karis || isnan(values[JUDGE_FLICKER]) ||
            of == values)
            continue;
        suite_print(run,
                    "where single texels flash: %s flickers by %.0f %% instead of %.0f %%, with "
                    "dimmer highlights (%.0f dB), for %.3g times the time",
                    item->variant->label, values[JUDGE_FLICKER], of[JUDGE_FLICKER],
                    values[JUDGE_PSNR], ratio);
        suite_doubt(run, ratio);
    }
    judge_print_legend(run);
}

// ---- a picture of all of them

// Cuts out a part around a texel, as bytes.
static void cut_out(const struct image *drawn, int x, int y, struct image *part)
{
    enum { MAX_WIDTH = 480, MAX_HEIGHT = 270 };
    const int width = (int) fmin(drawn->width, MAX_WIDTH);
    const int height = (int) fmin(drawn->height, MAX_HEIGHT);
    const int left = (int) fmin(fmax(x - width / 2, 0), drawn->width - width);
    const int top = (int) fmin(fmax(y - height / 2, 0), drawn->height - height);
    struct image bytes;
    image_convert(drawn, IMAGE_TYPE_U8, &bytes);
    image_init(part, width, height, IMAGE_TYPE_U8);
    for (int v = 0; v < height; v++)
        memcpy((uint8_t *) part->texels + 4 * v * width,
               (uint8_t *) bytes.texels + 4 * ((top + v) * drawn->width + left),
               4 * (size_t) width);
    image_finish(&bytes);
}

void bloom_sheet_write(struct suite_run *run, const struct judge *judge)
{
    const struct suite_variant *like = &run->variants[0];
    const struct drawing drawing = { run->renderer, like->format, run->draw->fuse };
    struct contact_cells cells = { .columns = 3,
                                   .heading = "Which bloom?",
                                   .subject = "a lamp of the harbour, cut out; of pictures",
                                   .all = memory_new(BLOOM_ROWS, sizeof(*cells.all)) };
    struct image light, drawn;
    struct error error;
    int x, y;
    drawing_other_scene(run->renderer, "harbour", run->draw->time, like->width, like->height,
                        &light);
    // A lamp of the harbour is the brightest object of the left third.
    judge_find_brightest(&light, 1, light.width / 3, &x, &y);
    judge_for_each(item, judge) {
        const struct suite_variant *variant = item->variant;
        if (!suite_has_run(variant) ||
            !drawing_run(&drawing, &variant->chain, false, &light, &drawn, &error))
            continue;
        const double *values = item->values;
        struct contact_cell *cell = &cells.all[cells.count++];
        snprintf(cell->title, sizeof(cell->title), "%s: %.3g ms", variant->label,
                 values[JUDGE_BUDGET]);
        snprintf(cell->words, sizeof(cell->words),
                 "%s, %.0f dB, shimmer %.1f %%, flicker %.0f %%, %.1f MB moved, %.1f MB of images",
                 bloom_rows[variant->key.line].blur, values[JUDGE_PSNR], values[JUDGE_SHIMMER],
                 values[JUDGE_FLICKER], (double) gpu_traffic_sum(variant->traffic) * 1e-6,
                 variant->memory * 1e-6);
        cut_out(&drawn, x, y, &cell->picture);
        image_finish(&drawn);
    }
    image_finish(&light);
    if (cells.count > 0 && contact_sheet_write(&cells, "bloom", run->options->sheet, run->draw,
                                               run->renderer, &error) != 0) {
        run->failed = true;
        log_error("%s", error.text);
    }
    contact_cells_finish(&cells);
}

static void report_bloom(struct suite_run *run)
{
    static struct judge judge;
    bloom_list(&judge, run);
    judge_measure(&judge, BLOOM_SIGMA * run->variants[0].height, true, false);
    bloom_report(run, &judge);
    if (run->options->sheet)
        bloom_sheet_write(run, &judge);
}

const struct suite suite_bloom = {
    .name = "bloom",
    .summary = "whole blooms: time, memory, nearness to what they stand for, shimmer, flicker",
    .params = params,
    .list = list_bloom,
    .report = report_bloom,
};
