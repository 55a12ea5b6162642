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
    { "the same, Karis", "pyramid:sigma=2.2%h:scatter=0.7:karis=partial", BLOOM_PRESETS,
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
    judge_init(judge, run);
    judge->limits[JUDGE_PSNR] = QUALITY_LEAST_PSNR;
    judge->limits[JUDGE_SHIMMER] = QUALITY_MOST_SHIMMER;
    for (int row = 0; row < BLOOM_ROWS; row++) {
        struct judge_item *item = judge_add(
            judge, (struct suite_variant *) suite_find(run, (struct suite_key){ .line = row }));
        item->look = (int) bloom_rows[row].look;
        item->is_barred = bloom_rows[row].has_karis || bloom_rows[row].is_published;
    }
}

void bloom_measure(struct judge *judge, struct suite_run *run, int size[2])
{
    struct judge_scenes judged;
    judge_scenes_init(&judged, run, BLOOM_SIGMA * run->variants[0].height, true);
    size[0] = judged.width;
    size[1] = judged.height;
    judge_scenes_measure_all(&judged, judge, "bloom");
    judge_scenes_finish(&judged);
}

// ---- the answer

struct bloom_answer bloom_take(struct judge *judge, double budget)
{
    const double most = budget > 0 ? budget : INFINITY;
    struct bloom_answer answer = { 0 };
    judge->limits[JUDGE_BUDGET] = most;
    answer.taken = judge_fastest(judge, BLOOM_PRESETS);
    if (!answer.taken)
        answer.taken = judge_fastest(judge, JUDGE_ANY_LOOK);
    judge->limits[JUDGE_BUDGET] = NAN;
    if (!answer.taken)
        answer.taken = judge_fastest(judge, JUDGE_ANY_LOOK);
    answer.is_fit = answer.taken;
    if (!answer.taken)
        answer.taken = judge_best(judge, JUDGE_PSNR, judge_rows[JUDGE_PSNR].same);
    answer.is_affordable = answer.taken && answer.taken->values[JUDGE_BUDGET] <= most;
    if (answer.is_fit)
        answer.rival = judge_rival(judge, answer.taken);
    return answer;
}

// ---- the recommendation as text

// Writes the reason why a bloom is not recommended.
static void describe_rejection(const struct judge *judge, const struct judge_item *item,
                               char text[80])
{
    if (!judge_within_limit(judge, item, JUDGE_SHIMMER))
        snprintf(text, 80, "shimmers by %.0f %%", item->values[JUDGE_SHIMMER]);
    else if (!judge_within_limit(judge, item, JUDGE_PSNR))
        snprintf(text, 80, "is %.0f dB off", item->values[JUDGE_PSNR]);
    else
        snprintf(text, 80, "looks otherwise");
}

static void print_answer(struct suite_run *run, struct judge *judge)
{
    const double budget = (double) run->options->budget;
    const struct bloom_answer answer = bloom_take(judge, budget);
    const struct judge_item *taken = answer.taken, *faster = NULL;
    char fault[80], but[SUITE_TEXT_SIZE];
    if (!taken) {
        suite_print(run, "take none: nothing was measured");
        return;
    }
    const double *of = taken->values;
    // Finds the fastest of those that are certainly faster.
    judge_for_each(item, judge)
        if (item->values[JUDGE_BUDGET] < (faster ? faster : taken)->values[JUDGE_BUDGET] &&
            !suite_is_open(run, item->variant, taken->variant))
            faster = item;
    describe_rejection(judge, answer.is_fit && faster ? faster : taken, fault);
    if (!answer.is_fit)
        snprintf(but, sizeof(but), "but it %s", fault);
    else if (faster)
        snprintf(but, sizeof(but), "stable in motion; for %.2g ms less %s %s",
                 of[JUDGE_BUDGET] - faster->values[JUDGE_BUDGET],
                 bloom_rows[faster - judge->all].name, fault);
    else
        snprintf(but, sizeof(but), "stable in motion; nothing is faster for sure");
    suite_print(run, "take %s: %.3g ms, %.0f dB, %s", taken->variant->text, of[JUDGE_BUDGET],
                of[JUDGE_PSNR], but);
    if (answer.rival) {
        suite_print(run, "open: %s may be as fast", bloom_rows[answer.rival - judge->all].blur);
        suite_doubt(run, NAN);
    }
    if (budget > 0 && suite_is_open_at(run, taken->variant, budget)) {
        suite_print(run, "open: whether that is within the budget of %g ms", budget);
        suite_doubt(run, NAN);
    } else if (budget > 0 && !answer.is_affordable)
        suite_print(run, "nothing that is near and stable is within the budget of %g ms", budget);
    else if (budget > 0 && taken->look != BLOOM_PRESETS)
        suite_print(run, "within %g ms nothing that is near and stable looks as the presets do",
                    budget);
    // Reports how much single flashing texels make it flicker, and how much less with Karis
    // weights.
    judge_for_each(item, judge) {
        const double *values = item->values;
        const double ratio = values[JUDGE_BUDGET] / of[JUDGE_BUDGET];
        const struct bloom_row *row = &bloom_rows[item - judge->all];
        if (!row->has_karis || isnan(values[JUDGE_FLICKER]) || item == taken)
            continue;
        suite_print(run,
                    "where single texels flash: %s flickers by %.0f %% instead of %.0f %%, with "
                    "dimmer highlights (%.0f dB), for %.3g times the time",
                    row->blur, values[JUDGE_FLICKER], of[JUDGE_FLICKER], values[JUDGE_PSNR], ratio);
        suite_doubt(run, ratio);
    }
}

// ---- the table

static const struct table_column columns[] = {
    { "bloom", TABLE_WORDS },
    { "core px", 1 },
    { "sigma px", 1, .spare = 5 },
    { "impl", TABLE_WORDS, .spare = 6 },
    { "ms", 3 },
    { "MB", 1 },
    { "memory MB", 1, .spare = 4 },
    { "icosahedra dB", 1, .spare = 3 },
    { "harbour dB", 1, .spare = 2 },
    { "firefly dB", 1, .spare = 1 },
    { "worst dB", 1 },
    { "shimmer %", 1 },
    { "flicker %", 1 },
    { "", TABLE_WORDS },
    { 0 },
};

static void add_row(struct suite_run *run, const struct judge_item *item, bool is_taken)
{
    struct table *table = &run->table;
    const struct suite_variant *variant = item->variant;
    if (!variant)
        return;
    table_words(table, "%s", variant->label);
    if (suite_skips(run, variant))
        return;
    table_numbers(table, item->core, variant->quality.sigma);
    table_words(table, "%s", variant->impl ? variant->impl : "-");
    table_numbers(table, item->values[JUDGE_BUDGET],
                  (double) gpu_traffic_sum(variant->traffic) * 1e-6,
                  variant->has_quality ? variant->memory * 1e-6 : NAN);
    table_add_numbers(table, item->psnr, QUALITY_SCENES);
    table_numbers(table, item->values[JUDGE_PSNR], item->values[JUDGE_SHIMMER],
                  item->values[JUDGE_FLICKER]);
    table_words(table, "%s", is_taken ? "take" : item->on_front ? "front" : "");
}

// ---- charts

static const char *const looks[BLOOM_LOOKS] = {
    [BLOOM_PRESETS] = "scatter 0.7, as the presets",
    [BLOOM_BRIGHT_CORE] = "scatter 0.5",
    [BLOOM_WIDE_CORE] = "scatter 0.85",
    [BLOOM_BELL] = "a single Gaussian",
};

static void draw_charts(struct suite_run *run, const struct judge *judge)
{
    json_t *nearness = chart_make(run->charts, "points", CHART_LOG_X,
                                  "Nearness to what each bloom stands for, by time", "time (ms)",
                                  "PSNR in the worst of three scenes (dB)");
    json_t *stability =
        chart_make(run->charts, "bars", CHART_LOG_Y, "What moves and what flashes", "", "per cent");
    json_t *shimmer = chart_series(stability, "shimmer of a moving point, of itself");
    json_t *flicker = chart_series(stability, "flicker of a texel, of white");
    json_t *series[BLOOM_LOOKS] = { NULL };
    judge_for_each(item, judge) {
        const struct bloom_row *row = &bloom_rows[item - judge->all];
        const double *values = item->values;
        if (!isnan(values[JUDGE_PSNR])) {
            if (!series[row->look])
                series[row->look] = chart_series(nearness, looks[row->look]);
            chart_name(chart_point(series[row->look], values[JUDGE_BUDGET], values[JUDGE_PSNR]),
                       "%s, shimmer %.1f %%, flicker %.0f %%", row->name, values[JUDGE_SHIMMER],
                       values[JUDGE_FLICKER]);
        }
        if (values[JUDGE_SHIMMER] > 0 && values[JUDGE_FLICKER] > 0) {
            chart_name(chart_point(shimmer, NAN, values[JUDGE_SHIMMER]), "%s", row->name);
            chart_name(chart_point(flicker, NAN, values[JUDGE_FLICKER]), "%s", row->name);
        }
    }
}

// ---- a picture of all of them

// Cuts out a part around a texel, as bytes.
static void cut_out(const struct image *drawn, int x, int y, struct image *part)
{
    enum { MOST_WIDTH = 480, MOST_HEIGHT = 270 };
    const int width = (int) fmin(drawn->width, MOST_WIDTH);
    const int height = (int) fmin(drawn->height, MOST_HEIGHT);
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
                 bloom_rows[item - judge->all].blur, values[JUDGE_PSNR], values[JUDGE_SHIMMER],
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

// ---- the report

void bloom_report(struct suite_run *run, struct judge *judge, const int size[2])
{
    const struct judge_item *taken = bloom_take(judge, (double) run->options->budget).taken;
    table_init(&run->table, columns);
    for (int row = 0; row < judge->count; row++)
        add_row(run, &judge->all[row], &judge->all[row] == taken);
    draw_charts(run, judge);
    print_answer(run, judge);
    suite_print(run,
                "judged on %s, %s and %s at %dx%d, by the worst; dB: to its own step in double "
                "precision, of a scatter to the sum of Gaussians that it stands for",
                quality_scenes[0], quality_scenes[1], quality_scenes[2], size[0], size[1]);
    suite_print(run,
                "core 0: a single Gaussian; front: none of its look that is faster is as near, as "
                "stable and flickers as little; MB: the least that passes move");
}

static void report_bloom(struct suite_run *run)
{
    static struct judge judge;
    int size[2];
    bloom_list(&judge, run);
    bloom_measure(&judge, run, size);
    bloom_report(run, &judge, size);
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
