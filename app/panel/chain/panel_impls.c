#include "app/panel/chain/panel_impls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool panel_impls_are_known(const struct panel_impls *impls)
{
    const struct panel_view *view = impls->view;
    return view->trials &&
           trials_are_of(view->trials, view->chain, impls->step, view->width, view->height);
}

// Words in the place of a time.
static const char *const words[] = {
    [TRIAL_WAITS] = "waits",
    [TRIAL_COMPILES] = "compiling",
    [TRIAL_RUNS] = "runs",
    [TRIAL_DONE] = "no time",
    [TRIAL_DOES_NOT_FIT] = "does not fit",
    [TRIAL_DOES_NOT_COMPILE] = "does not compile",
    [TRIAL_IS_TOO_SLOW] = "too slow to try",
};

static void note_trial(const struct trial *trial, bool is_fastest, struct widgets_note *note)
{
    const size_t end = strlen(note->help);
    note->dim = trial->state != TRIAL_DONE;
    if (trial->why[0])
        snprintf(note->help + end, sizeof(note->help) - end, "\n%s: %s", words[trial->state],
                 trial->why);
    if (isnan(trial->time)) {
        snprintf(note->first, sizeof(note->first), "%s", words[trial->state]);
        return;
    }
    snprintf(note->mark, sizeof(note->mark), "%s", is_fastest ? "fastest" : "");
    snprintf(note->first, sizeof(note->first), "%.3f ms", trial->time);
    snprintf(note->second, sizeof(note->second), "%.1f MB", trial->bytes * 1e-6);
    snprintf(
        note->help + end, sizeof(note->help) - end,
        "\nMedian of %d run%s here, together with the pointwise steps beside it, some of which "
        "it may take into its own passes; their passes must move at least so much",
        trial->samples, trial->samples == 1 ? "" : "s");
}

// The one that runs.
static const struct effect_impl *taken(const struct side *side, int step)
{
    for (int i = 0; side && i < side->plan.count; i++)
        if (side->plan.nodes[i].impl &&
            side->plan.nodes[i].run.steps[0] == &side->chain.steps[step])
            return side->plan.nodes[i].impl;
    return NULL;
}

static void note_auto(const struct panel_impls *impls, struct widgets_note *note)
{
    const struct chain_step *step = &impls->view->chain->steps[impls->step];
    const struct effect_impl *impl = taken(impls->view->side, impls->step);
    if (impl && chain_step_impl(step) == 0)
        snprintf(note->first, sizeof(note->first), "takes %.24s", impl->name);
}

void panel_impls_note(const void *data, int value, struct widgets_note *note)
{
    const struct panel_impls *impls = data;
    const struct trials *trials = impls->view->trials;
    const struct effect *effect = impls->view->chain->steps[impls->step].effect;
    const int i = value - 1;
    *note = (struct widgets_note){ 0 };
    if (i < 0)
        note_auto(impls, note);
    else
        snprintf(note->help, sizeof(note->help), "%s", effect->impls[i]->summary);
    if (i >= 0 && i < TRIALS_MOST && panel_impls_are_known(impls))
        note_trial(&trials->items[i], i == trials_fastest(trials), note);
}
