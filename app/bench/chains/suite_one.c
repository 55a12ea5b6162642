#include "app/bench/chains/chains.h"
#include "app/measure/pass_table.h"
#include "app/text/wrap.h"
#include "render/text/step_text.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>

enum { MOST_FRAMES = 2000, QUICK_FRAMES = 20 };

static void list_one(struct suite_run *run)
{
    const struct plan_options *own = &run->renderer->plan_options;
    struct suite_variant *variant =
        suite_add_chain(run, (struct suite_size){ own->width, own->height }, own->format,
                        &run->renderer->side.chain);
    suite_note_impls(variant, &run->renderer->side.plan);
}

// ---- printing

enum { WORDS_SIZE = 1024 }; // of a sentence

static const struct pass_row *fastest_copy(const struct suite_run *run)
{
    int fastest = 0;
    while (!run->copies[fastest].is_fastest)
        fastest++;
    return &run->copies[fastest].row;
}

static void print_times(const struct suite_run *run)
{
    const struct stats_summary *time = &run->variants[0].time;
    const double wall = run->variants[0].wall, submit = run->variants[0].submit;
    const struct pass_row *copy = fastest_copy(run);
    char text[WORDS_SIZE];
    struct step_writer line = { text, sizeof(text), 0 };
    step_writef(&line, "1 copy is %.4f ms, %.1f GB/s: the fastest of", copy->time.median,
                (double) gpu_traffic_sum(copy->traffic) / copy->time.median * 1e-6);
    for (int i = 0; i < run->copy_count; i++)
        step_writef(&line, "%s %s %.4f", i > 0 ? "," : "", run->copies[i].row.name,
                    run->copies[i].row.time.median);
    wrap_sentence("%s", text);
    wrap_sentence("frame: median %.4f ms, between %.4f and %.4f with %.1f %%", time->median,
                  time->interval.low, time->interval.high, 100 * time->interval.coverage);
    if (!isnan(wall)) // not after an interruption
        wrap_sentence("a frame alone, by the clock on the wall: %.4f ms", wall);
    if (!isnan(submit))
        wrap_sentence("to send its commands the processor took %.4f ms", submit);
}

enum { CHOICES_SHOWN = 6 }; // the number that `auto` times

// Prints what `auto` chose, and the times of the best implementations: by the profile, or measured
// if the profile cannot rank them.
static void print_choice(const struct renderer *renderer, const struct plan_node *node)
{
    struct impl_candidate candidates[IMPL_MAX_CANDIDATES];
    struct error why;
    const struct chain_step *step = node->run.steps[0];
    const int count =
        plan_list_candidates(&renderer->side.plan, &renderer->gpu, node, candidates, &why);
    bool is_timed = false;
    for (int i = 0; i < count; i++)
        is_timed =
            is_timed || (candidates[i].impl == node->impl && candidates[i].estimate.timed > 0);
    char text[WORDS_SIZE];
    struct step_writer line = { text, sizeof(text), 0 };
    step_writef(&line, "auto: %s took %s, %s:", step->effect->name, node->impl->name,
                is_timed ? "which was timed" : "by the profile");
    for (int i = 0; i < count && i < CHOICES_SHOWN; i++) {
        step_writef(&line, "%s %s %.3f ms", i > 0 ? "," : "", candidates[i].impl->name,
                    candidates[i].estimate.model * 1e-6);
        if (candidates[i].estimate.timed > 0)
            step_writef(&line, " (timed %.3f)", candidates[i].estimate.timed * 1e-6);
    }
    step_writef(&line, "%s", count > CHOICES_SHOWN ? ", others more" : "");
    wrap_sentence("%s", text);
}

// Prints remarks about the values of steps.
static void print_remarks(const struct plan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        const struct plan_node *node = &plan->nodes[i];
        char text[EFFECT_REMARK_SIZE];
        if (!node->impl)
            continue;
        // With `auto` the implementation is not named in the step, so it is set here.
        struct chain_step step = *node->run.steps[0];
        for (int k = 0; k < effect_impl_count(step.effect); k++)
            if (step.effect->impls[k] == node->impl)
                chain_step_choose_impl(&step, k + 1);
        effect_remark(step.effect, step.params, plan->options.height, text);
        if (text[0])
            wrap_sentence("%s: %s", step.effect->name, text);
    }
}

static void print_one(const struct suite_run *run)
{
    static struct pass_line rows[GPU_TIMER_MAX_SCOPES];
    const struct plan *plan = &run->renderer->side.plan;
    const struct plan_options *own = &run->renderer->plan_options;
    const int frames = run->variants[0].count;
    const int count =
        pass_table_rows(run->variants[0].passes, fastest_copy(run)->time.median, rows);
    char scene[256], chain[CHAIN_TEXT_SIZE], steady[STEADY_TEXT_SIZE];
    scene_print(&run->renderer->scene, scene, sizeof(scene));
    chain_print(&run->renderer->side.chain, chain, sizeof(chain));
    steady_describe(&run->steady, steady);
    wrap_sentence("%s", run->renderer->gpu.info.renderer);
    wrap_sentence("%s, %dx%d %s, %d frame%s after %d", scene, own->width, own->height,
                  texture_format_name(own->format), frames, text_plural(frames), run->warmup);
    wrap_sentence("%s", chain);
    wrap_sentence("%s", steady);
    putchar('\n');
    pass_table_print(stdout, rows, count);
    putchar('\n');
    print_times(run);
    for (int i = 0; i < plan->count && run->renderer->gpu.profile; i++)
        if (plan->nodes[i].impl && chain_step_impl(plan->nodes[i].run.steps[0]) == 0)
            print_choice(run->renderer, &plan->nodes[i]);
    print_remarks(plan);
    for (int i = 0; i < run->finding_count; i++)
        wrap_sentence("%s", run->findings[i]);
}

const struct suite suite_one = {
    .has_passes = true,
    .whole_frames = true,
    .rounds = MOST_FRAMES,
    .quick_rounds = QUICK_FRAMES,
    .list = list_one,
    .print = print_one,
};
