// Times every implementation of every blur that `auto` may take at a few widths, and says how near
// to the best of them it comes.

#include "app/bench/impls/impls.h"
#include "effects/plan/plan_site.h"
#include "render/text/memory.h"

#include <math.h>
#include <string.h>

static const int sigmas[] = { 2, 8, 16, 40 };

enum { SIGMAS = ARRAY_COUNT(sigmas) };

// Lists each blur as `auto`, and then with each implementation that `auto` may take.
static void list_blur_impls(struct suite_run *run)
{
    const struct suite_size size = suite_size(run, 1920, 1080);
    const struct plan_options options = {
        .width = size.width, .height = size.height, .format = FORMAT_RGBA16F, .linear = true
    };
    for (int i = 0; effects[i]; i++) {
        const struct effect *effect = effects[i];
        const int widths = !effect->blur ? 0 : run->options->quick ? 1 : SIGMAS;
        for (int k = 0; k < widths; k++) {
            const struct chain_step step =
                suite_add(run, size, FORMAT_RGBA16F, "%s:sigma=%d", effect->name, sigmas[k])
                    ->chain.steps[0];
            const struct effect_site site =
                plan_step_site(&options, &run->renderer->gpu.info, &step, 1, false);
            for (int impl = 0; effect->impls[impl]; impl++)
                if (effect_allows_impl(effect->impls[impl], &site))
                    suite_add(run, size, FORMAT_RGBA16F, "%s:sigma=%d:impl=%s", effect->name,
                              sigmas[k], effect->impls[impl]->name);
        }
    }
}

static const struct table_column columns[] = {
    { "blur", TABLE_WORDS },
    { "impl", TABLE_WORDS },
    { "estimated ms", 3, .spare = 1 },
    { "ms", 3 },
    { "of the best", 2 },
    { "", TABLE_WORDS },
    { 0 },
};

static bool is_taken(const struct suite_variant *candidate, const struct suite_variant *choice)
{
    return choice->impl && candidate->impl && strcmp(candidate->impl, choice->impl) == 0;
}

// Adds the rows of a blur, which begin after the one that runs as `auto`, `choice`. Returns how
// much longer what `auto` takes is than the best, at least 1; 0 where one of them was not measured.
static double judge(struct suite_run *run, const struct suite_variant *choice)
{
    struct table *table = &run->table;
    const struct suite_variant *best = NULL, *taken = choice, *end = choice + 1;
    for (; end < run->variants + run->count && suite_impl(end); end++) {
        best = suite_faster(best, end);
        if (is_taken(end, choice) && suite_has_run(end))
            taken = end; // its time is in the table
    }
    for (const struct suite_variant *candidate = choice + 1; candidate < end; candidate++) {
        const double ms = suite_median(candidate), estimate = candidate->estimate;
        table_words(table, "%s", choice->text);
        table_words(table, "%s", suite_impl(candidate)->name);
        if (suite_skips(run, candidate))
            continue;
        table_numbers(table, estimate > 0 ? estimate : NAN, ms, ms / suite_median(best));
        table_words(table, "%s%s", candidate == best ? "best " : "",
                    !is_taken(candidate, choice) ? ""
                    : choice->was_timed          ? "auto, timed"
                                                 : "auto");
    }
    const double ratio = suite_median(taken) / suite_median(best);
    return ratio > 0 ? fmax(1, ratio) : 0;
}

static void report_impls(struct suite_run *run)
{
    const struct suite_variant *of = NULL;
    double worst = 0;
    table_init(&run->table, columns);
    suite_for_each(variant, run) {
        const double ratio = suite_impl(variant) ? 0 : judge(run, variant);
        of = ratio > worst ? variant : of;
        worst = fmax(ratio, worst);
    }
    if (of) {
        suite_print(run, "auto takes at most %.2f of the best, for %s", worst, of->text);
        suite_doubt(run, worst);
    }
    const double most = 1 + run->options->fail_above / 100;
    const struct steady_ratio wide =
        steady_allow((struct steady_ratio){ worst, worst, worst }, steady_drift(&run->steady));
    if (run->options->fail_above < 0)
        return;
    run->failed = wide.low > most;
    run->is_inconclusive = !run->failed && wide.high > most;
}

const struct suite suite_impls = {
    .name = "impls",
    .summary = "every implementation of every blur, and what `auto` takes of them",
    .list = list_blur_impls,
    .report = report_impls,
};
