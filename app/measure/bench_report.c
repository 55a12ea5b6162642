#include "app/measure/bench_report.h"

#include "app/lab/text/wrap.h"
#include "app/measure/pass_table.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { INDENT = 2, LINE_SIZE = 1024 }; // of what is printed: what does not fit on its line

// A line of words about several things, one after the other.
struct line {
    char text[LINE_SIZE];
    size_t length;
};

static void PRINTF_LIKE(2, 3) add_words(struct line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length =
        vsnprintf(line->text + line->length, sizeof(line->text) - line->length, format, arguments);
    va_end(arguments);
    line->length += (size_t) length;
    if (line->length >= sizeof(line->text))
        line->length = sizeof(line->text) - 1;
}

static void print_copies(const struct results *results)
{
    const struct pass_row *copy = &results->copies[results->fastest_copy];
    struct line line = { .length = 0 };
    add_words(&line, "1 copy is %.4f ms, %.1f GB/s: the fastest of", copy->time.median,
              (double) gpu_traffic_sum(copy->traffic) / copy->time.median * 1e-6);
    for (int i = 0; i < results->copy_count; i++)
        add_words(&line, "%s %s %.4f", i > 0 ? "," : "", results->copies[i].name,
                  results->copies[i].time.median);
    wrap_print(stdout, 0, INDENT, line.text);
}

static void print_steady(const struct steady *steady)
{
    char text[STEADY_TEXT_SIZE];
    steady_describe(steady, text);
    wrap_print(stdout, 0, INDENT, text);
}

static void print_results(const struct results *results)
{
    const struct environment *environment = &results->environment;
    wrap_print(stdout, 0, INDENT, environment->info.renderer);
    wrap_printf(stdout, INDENT, "%s, %dx%d %s, %d frame%s after %d", environment->scene,
                environment->width, environment->height, environment->format, environment->frames,
                text_plural(environment->frames), environment->warmup);
    wrap_print(stdout, 0, INDENT, environment->chain);
    print_steady(&results->steady);
    putchar('\n');
    pass_table_print(stdout, results->passes, results->pass_count, true);
    putchar('\n');
    print_copies(results);
    wrap_printf(stdout, INDENT, "frame: median %.4f ms, between %.4f and %.4f with %.1f %%",
                results->passes[0].row.time.median, results->passes[0].row.time.interval.low,
                results->passes[0].row.time.interval.high,
                100 * results->passes[0].row.time.interval.coverage);
    if (!isnan(results->wall)) // not after an interruption
        wrap_printf(stdout, INDENT, "a frame alone, by the clock on the wall: %.4f ms",
                    results->wall);
    if (!isnan(results->submit))
        wrap_printf(stdout, INDENT, "to send its commands the processor took %.4f ms",
                    results->submit);
}

enum { CHOICES_SHOWN = 6 }; // as many as are timed

// Says what `auto` took, and how long the best implementations take: by the profile, and as they
// were timed where the profile cannot tell them apart.
static void print_choice(const struct lab *lab, const struct plan_node *node)
{
    struct impl_candidate candidates[IMPL_MAX_CANDIDATES];
    char why[EFFECT_WHY_SIZE];
    const struct chain_step *step = node->run.steps[0];
    const int count = plan_list_candidates(&lab->side.plan, &lab->gpu, node, candidates, why);
    bool is_timed = false;
    for (int i = 0; i < count; i++)
        is_timed =
            is_timed || (candidates[i].impl == node->impl && candidates[i].estimate.timed > 0);
    struct line line = { .length = 0 };
    add_words(&line, "auto: %s took %s, %s:", step->effect->name, node->impl->name,
              is_timed ? "which was timed" : "by the profile");
    for (int i = 0; i < count && i < CHOICES_SHOWN; i++) {
        add_words(&line, "%s %s %.3f ms", i > 0 ? "," : "", candidates[i].impl->name,
                  candidates[i].estimate.model * 1e-6);
        if (candidates[i].estimate.timed > 0)
            add_words(&line, " (timed %.3f)", candidates[i].estimate.timed * 1e-6);
    }
    add_words(&line, "%s", count > CHOICES_SHOWN ? ", others more" : "");
    wrap_print(stdout, 0, INDENT, line.text);
}

static void print_choices(const struct lab *lab)
{
    const struct plan *plan = &lab->side.plan;
    for (int i = 0; i < plan->count && lab->gpu.profile; i++)
        if (plan->nodes[i].impl && chain_step_impl(plan->nodes[i].run.steps[0]) == 0)
            print_choice(lab, &plan->nodes[i]);
}

// What a step says where the implementation that was taken had been named: of `auto` it knows only
// what that might take.
static void remark_on(const struct plan *plan, const struct plan_node *node,
                      char text[EFFECT_WHY_SIZE])
{
    struct chain_step step = *node->run.steps[0];
    const struct param *row =
        step.effect->params ? param_find(step.effect->params, "impl", strlen("impl")) : NULL;
    for (int i = 0; row && i < effect_impl_count(step.effect); i++)
        if (step.effect->impls[i] == node->impl)
            param_set(row, step.params, 0, (float) (i + 1));
    step.effect->remark(step.params, plan->options.height, text);
}

// Says what the values of steps come to.
static void print_remarks(const struct lab *lab)
{
    const struct plan *plan = &lab->side.plan;
    for (int i = 0; i < plan->count; i++) {
        char text[EFFECT_WHY_SIZE] = "";
        const struct chain_step *step = plan->nodes[i].impl ? plan->nodes[i].run.steps[0] : NULL;
        if (step && step->effect->remark)
            remark_on(plan, &plan->nodes[i], text);
        if (text[0])
            wrap_printf(stdout, INDENT, "%s: %s", step->effect->name, text);
    }
}

void bench_report(const struct results *results, const struct lab *lab)
{
    print_results(results);
    print_choices(lab);
    print_remarks(lab);
}
