#include "app/bench/chains/chains.h"
#include "app/measure/pass_stats.h"
#include "app/text/wrap.h"
#include "render/text/step_text.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>

enum { MAX_FRAMES = 2000, QUICK_FRAMES = 20 };

static void list_one(struct suite_run *run)
{
    const struct plan_options *own = &run->renderer->plan_options;
    struct suite_variant *variant =
        suite_add_chain(run, (struct suite_size){ own->width, own->height }, own->format,
                        &run->renderer->side.chain);
    suite_note_impls(variant, &run->renderer->side.plan);
}

// ---- printing

static void introduce_one(const struct suite_run *run)
{
    const struct plan_options *own = &run->renderer->plan_options;
    const int frames = run->variants[0].count;
    char scene[256];
    scene_print(&run->renderer->scene, scene, sizeof(scene));
    wrap_sentence("%s, %dx%d %s, %d frame%s after %d", scene, own->width, own->height,
                  texture_format_name(own->format), frames, text_plural(frames), run->warmup);
    wrap_sentence("%s", run->variants[0].text);
}

enum { CHOICES_SHOWN = 6, WORDS_SIZE = 1024 }; // `auto` times as many; of a sentence

// Prints what `auto` chose, and the times of the best implementations: by the profile, or measured
// if the profile cannot rank them.
static void print_choice(const struct renderer *renderer, const struct plan_node *node)
{
    struct impl_candidate candidates[IMPL_MAX_CANDIDATES];
    struct error why;
    const struct chain_step *step = node->fused.steps[0];
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

static void print_passes(const struct suite_run *run)
{
    static struct pass_line rows[GPU_TIMER_MAX_SCOPES];
    const struct suite_variant *variant = &run->variants[0];
    const struct plan *plan = &run->renderer->side.plan;
    const struct stats_summary *time = &variant->time;
    const int count = pass_table_rows(variant->passes, time->median / variant->in_copies, rows);
    pass_table_print(stdout, rows, count);
    putchar('\n');
    wrap_sentence("frame: median %.4f ms, between %.4f and %.4f with %.1f %%", time->median,
                  time->interval.low, time->interval.high, 100 * time->interval.coverage);
    if (!isnan(variant->wall)) // not after an interruption
        wrap_sentence("a frame alone, by the clock on the wall: %.4f ms", variant->wall);
    if (!isnan(variant->submit))
        wrap_sentence("to send its commands the processor took %.4f ms", variant->submit);
    plan_for_each(node, plan) {
        char remark[EFFECT_REMARK_SIZE];
        if (!node->impl)
            continue;
        struct chain_step step = *node->fused.steps[0];
        if (run->renderer->gpu.profile && chain_step_impl(&step) == 0)
            print_choice(run->renderer, node);
        // With `auto` the implementation is not named in the step, so it is set here.
        chain_step_name_impl(&step, node->impl);
        effect_remark(step.effect, step.params, plan->options.height, remark);
        if (remark[0])
            wrap_sentence("%s: %s", step.effect->name, remark);
    }
}

const struct suite suite_one = {
    .has_passes = true,
    .whole_frames = true,
    .rounds = MAX_FRAMES,
    .quick_rounds = QUICK_FRAMES,
    .list = list_one,
    .introduce = introduce_one,
    .print_more = print_passes,
};
