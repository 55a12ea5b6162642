// Whole blooms beside each other, and which of them to take.

#define LOG_MODULE "suite"
#include "app/bench/bloom/bloom.h"
#include "app/picture/capture.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>

// ---- what runs

// 0.7 is what the presets have. Rows that stand for the same sum of bells follow each other.
const struct bloom_row bloom_rows[BLOOM_ROWS] = {
    { "dual, scatter 0.7", "dual:sigma=2.2%h:scatter=0.7", BLOOM_PRESETS },
    { "pyramid, scatter 0.7", "pyramid:sigma=2.2%h:scatter=0.7", BLOOM_PRESETS },
    { "the same, Karis", "pyramid:sigma=2.2%h:scatter=0.7:karis=partial", BLOOM_PRESETS,
      .has_karis = true },
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

const struct suite_variant *bloom_variant(const struct suite_run *run, int row)
{
    return suite_find(run, (struct suite_key){ .line = row });
}

static void list_bloom(struct suite_run *run)
{
    const struct suite_size size = suite_size(run, 1920, 1080);
    for (int row = 0; row < BLOOM_ROWS; row++) {
        if (run->wish->quick && bloom_rows[row].is_long)
            continue;
        struct suite_variant *variant =
            suite_add(run, size, FORMAT_RGBA16F, "threshold,%s,composite,tonemap:curve=agx",
                      bloom_rows[row].blur);
        variant->displays = true;
        variant->key = (struct suite_key){ .line = row };
        variant->label = bloom_rows[row].name;
    }
}

// ---- the answer

static double time_of(const struct suite_run *run, int row)
{
    return suite_median(bloom_variant(run, row)); // NaN: is no less and no more than anything
}

static bool is_fit(const struct bloom_facts *facts, int row)
{
    const struct bloom_fact *fact = &facts->rows[row];
    return !bloom_rows[row].has_karis && bloom_fact_decibels(fact) >= BLOOM_NEAR_ENOUGH &&
           fact->shimmer <= BLOOM_CALM_ENOUGH;
}

// Returns the fastest that is near and calm, within the budget, of a look (BLOOM_LOOKS: of any);
// -1: none.
static int find_fastest(const struct suite_run *run, const struct bloom_facts *facts, double budget,
                        enum bloom_look look)
{
    int found = -1;
    for (int row = 0; row < BLOOM_ROWS; row++) {
        const double time = time_of(run, row);
        const bool is_asked = look == BLOOM_LOOKS || bloom_rows[row].look == look;
        if (is_asked && is_fit(facts, row) && time <= budget &&
            (found < 0 || time < time_of(run, found)))
            found = row;
    }
    return found;
}

static int find_nearest(const struct suite_run *run, const struct bloom_facts *facts)
{
    int found = -1;
    for (int row = 0; row < BLOOM_ROWS; row++) {
        const double decibels = bloom_fact_decibels(&facts->rows[row]);
        if (suite_has_run(bloom_variant(run, row)) && !isnan(decibels) &&
            (found < 0 || decibels > bloom_fact_decibels(&facts->rows[found])))
            found = row;
    }
    return found;
}

static int find_rival(const struct suite_run *run, const struct bloom_facts *facts, int taken)
{
    for (int row = 0; row < BLOOM_ROWS; row++)
        if (row != taken && bloom_rows[row].look == bloom_rows[taken].look && is_fit(facts, row) &&
            suite_has_run(bloom_variant(run, row)) &&
            suite_is_open(run, bloom_variant(run, taken), bloom_variant(run, row)))
            return row;
    return -1;
}

struct bloom_answer bloom_take(const struct suite_run *run, const struct bloom_facts *facts,
                               double budget)
{
    const double most = budget > 0 ? budget : INFINITY;
    struct bloom_answer answer = { -1, -1, true, true };
    answer.taken = find_fastest(run, facts, most, BLOOM_PRESETS);
    if (answer.taken < 0)
        answer.taken = find_fastest(run, facts, most, BLOOM_LOOKS);
    if (answer.taken < 0) {
        answer.taken = find_fastest(run, facts, INFINITY, BLOOM_LOOKS);
        answer.is_affordable = false;
    }
    if (answer.taken < 0) {
        answer.taken = find_nearest(run, facts);
        answer.is_fit = false;
        answer.is_affordable = answer.taken >= 0 && time_of(run, answer.taken) <= most;
    }
    if (answer.taken >= 0 && answer.is_fit)
        answer.rival = find_rival(run, facts, answer.taken);
    return answer;
}

static bool is_as_good(const struct bloom_fact *other, const struct bloom_fact *own)
{
    static const double same_decibels = 0.1, same_percent = 0.1; // less is no difference
    return bloom_fact_decibels(other) > bloom_fact_decibels(own) - same_decibels &&
           other->shimmer < own->shimmer + same_percent &&
           other->flicker < own->flicker + same_percent;
}

bool bloom_is_on_front(const struct suite_run *run, const struct bloom_facts *facts, int row)
{
    if (isnan(bloom_fact_decibels(&facts->rows[row])))
        return false;
    for (int other = 0; other < BLOOM_ROWS; other++)
        if (other != row && bloom_rows[other].look == bloom_rows[row].look &&
            time_of(run, other) < time_of(run, row) &&
            is_as_good(&facts->rows[other], &facts->rows[row]))
            return false;
    return true;
}

// ---- the answer in words

// Writes what keeps a bloom from being taken.
static void name_fault(const struct bloom_fact *fact, char text[80])
{
    const double decibels = bloom_fact_decibels(fact);
    if (!(fact->shimmer <= BLOOM_CALM_ENOUGH))
        snprintf(text, 80, "shimmers by %.0f %%", fact->shimmer);
    else if (!(decibels >= BLOOM_NEAR_ENOUGH))
        snprintf(text, 80, "is %.0f dB off", decibels);
    else
        snprintf(text, 80, "looks otherwise");
}

// Writes what the fastest of those that take less time gives up.
static void name_faster(const struct suite_run *run, const struct bloom_facts *facts, int taken,
                        char text[SUITE_TEXT_SIZE])
{
    int faster = -1;
    char fault[80];
    for (int row = 0; row < BLOOM_ROWS; row++)
        if (time_of(run, row) < time_of(run, taken) &&
            !suite_is_open(run, bloom_variant(run, row), bloom_variant(run, taken)) &&
            (faster < 0 || time_of(run, row) < time_of(run, faster)))
            faster = row;
    snprintf(text, SUITE_TEXT_SIZE, "; nothing is faster for sure");
    if (faster < 0)
        return;
    name_fault(&facts->rows[faster], fault);
    snprintf(text, SUITE_TEXT_SIZE, "; for %.2g ms less %s %s",
             time_of(run, taken) - time_of(run, faster), bloom_rows[faster].name, fault);
}

// Reports how much single flashing texels make the recommended bloom flicker, and how much less
// with Karis weights.
static void say_karis(struct suite_run *run, const struct bloom_facts *facts, int taken)
{
    for (int row = 0; row < BLOOM_ROWS; row++) {
        const struct bloom_fact *fact = &facts->rows[row];
        const double ratio = time_of(run, row) / time_of(run, taken);
        if (bloom_rows[row].has_karis && !isnan(fact->flicker) && row != taken)
            suite_say(run,
                      "where single texels flash: %s flickers by %.0f %% instead of %.0f %%, with "
                      "dimmer highlights (%.0f dB), for %.3g times the time%s",
                      bloom_rows[row].blur, fact->flicker, facts->rows[taken].flicker,
                      bloom_fact_decibels(fact), ratio, suite_doubt(run, ratio));
    }
}

static void say_budget(struct suite_run *run, const struct bloom_answer *answer, double budget)
{
    char drift[STEADY_DRIFT_SIZE];
    if (!(budget > 0))
        return;
    steady_describe_drift(steady_drift(&run->steady), drift);
    if (suite_is_open_at(run, bloom_variant(run, answer->taken), budget))
        suite_say(run, "open: whether that is within the budget of %g ms%s", budget, drift);
    else if (!answer->is_affordable)
        suite_say(run, "nothing that is near and calm is within the budget of %g ms", budget);
    else if (bloom_rows[answer->taken].look != BLOOM_PRESETS)
        suite_say(run, "within %g ms nothing that is near and calm looks as the presets do",
                  budget);
}

static void say_answer(struct suite_run *run, const struct bloom_facts *facts)
{
    const struct bloom_answer answer = bloom_take(run, facts, run->wish->budget);
    char faster[SUITE_TEXT_SIZE] = "", drift[STEADY_DRIFT_SIZE];
    if (answer.taken < 0) {
        suite_say(run, "take none: nothing was measured");
        return;
    }
    const struct suite_variant *taken = bloom_variant(run, answer.taken);
    const struct bloom_fact *fact = &facts->rows[answer.taken];
    if (answer.is_fit)
        name_faster(run, facts, answer.taken, faster);
    else
        name_fault(fact, faster);
    suite_say(run, "take %s: %.3g ms, %.0f dB, %s%s", taken->chain, suite_median(taken),
              bloom_fact_decibels(fact), answer.is_fit ? "calm" : "but it ", faster);
    steady_describe_drift(steady_drift(&run->steady), drift);
    if (answer.rival >= 0)
        suite_say(run, "open: %s may be as fast%s", bloom_rows[answer.rival].blur, drift);
    say_budget(run, &answer, run->wish->budget);
    say_karis(run, facts, answer.taken);
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

static void add_row(struct suite_run *run, const struct bloom_facts *facts, int row, int taken)
{
    struct table *table = &run->table;
    const struct suite_variant *variant = bloom_variant(run, row);
    const struct bloom_fact *fact = &facts->rows[row];
    if (!variant)
        return;
    table_words(table, "%s", variant->label);
    if (suite_skips(run, variant))
        return;
    table_numbers(table, fact->core, fact->sigma);
    table_words(table, "%s", variant->impl ? variant->impl : "-");
    table_numbers(table, suite_median(variant), (double) gpu_traffic_sum(variant->traffic) * 1e-6,
                  fact->memory * 1e-6);
    table_add_numbers(table, fact->decibels, QUALITY_SCENES);
    table_numbers(table, bloom_fact_decibels(fact), fact->shimmer, fact->flicker);
    table_words(table, "%s",
                row == taken                         ? "take"
                : bloom_is_on_front(run, facts, row) ? "front"
                                                     : "");
}

// ---- charts

static const char *const looks[BLOOM_LOOKS] = {
    [BLOOM_PRESETS] = "scatter 0.7, as the presets",
    [BLOOM_BRIGHT_CORE] = "scatter 0.5",
    [BLOOM_WIDE_CORE] = "scatter 0.85",
    [BLOOM_BELL] = "a single bell",
};

static void draw_nearness(struct suite_run *run, const struct bloom_facts *facts)
{
    struct chart *chart =
        suite_chart(run, CHART_POINTS, "Nearness to what each bloom stands for, by time",
                    "time (ms)", "PSNR in the worst of three scenes (dB)");
    chart->log_x = true;
    for (int look = 0; look < BLOOM_LOOKS; look++) {
        struct chart_series *series = NULL;
        for (int row = 0; row < BLOOM_ROWS; row++) {
            const struct bloom_fact *fact = &facts->rows[row];
            if ((int) bloom_rows[row].look != look || isnan(bloom_fact_decibels(fact)))
                continue;
            series = series ? series : chart_series(chart, "%s", looks[look]);
            chart_point(series, time_of(run, row), bloom_fact_decibels(fact));
            chart_name_point(series, "%s, shimmer %.1f %%, flicker %.0f %%", bloom_rows[row].name,
                             fact->shimmer, fact->flicker);
        }
    }
}

static void draw_calm(struct suite_run *run, const struct bloom_facts *facts)
{
    struct chart *chart =
        suite_chart(run, CHART_BARS, "What moves and what flashes", "", "per cent");
    struct chart_series *shimmer = chart_series(chart, "shimmer of a moving point, of itself");
    struct chart_series *flicker = chart_series(chart, "flicker of a texel, of white");
    chart->log_y = true;
    for (int row = 0; row < BLOOM_ROWS; row++)
        if (facts->rows[row].shimmer > 0 && facts->rows[row].flicker > 0) {
            chart_bar(shimmer, facts->rows[row].shimmer, bloom_rows[row].name);
            chart_bar(flicker, facts->rows[row].flicker, bloom_rows[row].name);
        }
}

// ---- a picture of all of them

enum { MOST_WIDTH = 480, MOST_HEIGHT = 270, COLUMNS = 3 };

static int clamp_int(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

// Makes `part`: display values around a place, as bytes.
static void cut_out(const struct image *drawn, int x, int y, struct image *part)
{
    const int width = drawn->width < MOST_WIDTH ? drawn->width : MOST_WIDTH;
    const int height = drawn->height < MOST_HEIGHT ? drawn->height : MOST_HEIGHT;
    const int left = clamp_int(x - width / 2, 0, drawn->width - width);
    const int top = clamp_int(y - height / 2, 0, drawn->height - height);
    image_init(part, width, height, IMAGE_TYPE_U8);
    for (int v = 0; v < height; v++)
        for (int u = 0; u < width; u++)
            for (int c = 0; c < 4; c++) {
                const double value = c == 3 ? 1 : image_at(drawn, left + u, top + v)[c];
                ((uint8_t *) part->texels)[4 * (v * width + u) + c] =
                    (uint8_t) lround(255 * fmin(fmax(value, 0), 1));
            }
}

static void write_words(const struct suite_variant *variant, const struct bloom_fact *fact, int row,
                        struct contact_cell *cell)
{
    snprintf(cell->title, sizeof(cell->title), "%s: %.3g ms", variant->label,
             suite_median(variant));
    snprintf(cell->words, sizeof(cell->words),
             "%s, %.0f dB, shimmer %.1f %%, flicker %.0f %%, %.1f MB moved, %.1f MB of images",
             bloom_rows[row].blur, bloom_fact_decibels(fact), fact->shimmer, fact->flicker,
             (double) gpu_traffic_sum(variant->traffic) * 1e-6, fact->memory * 1e-6);
}

// Draws what ran, at the size of the run, and returns how many pictures there are.
static int draw_all(const struct suite_run *run, const struct bloom_facts *facts,
                    struct contact_cell cells[BLOOM_ROWS])
{
    const struct suite_variant *like = &run->variants[0];
    struct image light, drawn;
    struct error error;
    int count = 0, x, y;
    drawing_other_scene(run->lab, "harbour", run->draw->time, like->width, like->height, &light);
    // A lamp of the harbour stands in the left third, and is the brightest there.
    bloom_find_brightest(&light, 1, light.width / 3, &x, &y);
    for (int row = 0; row < BLOOM_ROWS; row++) {
        const struct suite_variant *variant = bloom_variant(run, row);
        const struct drawing drawing = { run->lab, like->format, run->draw->fuse };
        struct chain chain;
        if (!suite_has_run(variant) || !chain_parse(&chain, variant->chain, NULL, &error) ||
            !drawing_run(&drawing, &chain, false, &light, &drawn, &error))
            continue;
        write_words(variant, &facts->rows[row], row, &cells[count]);
        cut_out(&drawn, x, y, &cells[count++].picture);
        image_finish(&drawn);
    }
    image_finish(&light);
    return count;
}

void bloom_sheet_write(struct suite_run *run, const struct bloom_facts *facts)
{
    struct contact_cells cells = { .columns = COLUMNS,
                                   .heading = "Which bloom?",
                                   .subject = "a lamp of the harbour, cut out; of pictures",
                                   .all = memory_new(BLOOM_ROWS, sizeof(*cells.all)) };
    struct error error;
    cells.count = draw_all(run, facts, cells.all);
    if (cells.count > 0 &&
        contact_sheet_write(&cells, "bloom", run->wish->sheet, run->draw, run->lab, &error) != 0) {
        run->failed = true;
        log_error("%s", error.text);
    }
    contact_cells_finish(&cells);
}

// ---- the report

void bloom_report(struct suite_run *run, const struct bloom_facts *facts)
{
    const int taken = bloom_take(run, facts, run->wish->budget).taken;
    table_init(&run->table, columns);
    for (int row = 0; row < BLOOM_ROWS; row++)
        add_row(run, facts, row, taken);
    draw_nearness(run, facts);
    draw_calm(run, facts);
    say_answer(run, facts);
    suite_say(run,
              "judged on %s, %s and %s at %dx%d, by the worst; dB: to its own step in double "
              "precision, of a scatter to the sum of bells that it stands for",
              quality_scenes[0], quality_scenes[1], quality_scenes[2], facts->width, facts->height);
    suite_say(run, "core 0: a single bell; front: none of its look that is faster is as near, as "
                   "calm and flickers as little; MB: the least that passes move");
}

static void report_bloom(struct suite_run *run)
{
    struct bloom_facts facts;
    bloom_facts_take(run, &facts);
    bloom_report(run, &facts);
    if (run->wish->sheet)
        bloom_sheet_write(run, &facts);
}

const struct suite suite_bloom = {
    .name = "bloom",
    .summary = "whole blooms: time, memory, nearness to what they stand for, shimmer, flicker",
    .list = list_bloom,
    .report = report_bloom,
};
