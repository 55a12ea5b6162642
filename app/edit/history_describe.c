#include "app/edit/history_describe.h"

#include <stdio.h>

// Counts differences; the words are those of the last one.
struct difference {
    int count;
    const char *where; // the name of the step or the scene
    char *out;
    size_t size;
};

static void compare_row(struct difference *difference, const struct param *row, const void *was,
                        const void *is)
{
    char before[PARAM_PRINTED_SIZE], after[PARAM_PRINTED_SIZE];
    if (param_equal(row, was, is))
        return;
    param_print(row, was, before, sizeof(before));
    param_print(row, is, after, sizeof(after));
    snprintf(difference->out, difference->size, "%s %s (was %s)", row->key, after, before);
    difference->count++;
}

static void compare_names(struct difference *difference, const char *what, const char *was,
                          const char *is)
{
    snprintf(difference->out, difference->size, "%s%s (was %s)", what, is, was);
    difference->count++;
}

static void compare_scenes(struct difference *difference, const struct scene_choice *was,
                           const struct scene_choice *is)
{
    difference->where = is->scene->name;
    if (was->scene != is->scene)
        compare_names(difference, "scene ", was->scene->name, is->scene->name);
    else
        for (const struct param *row = is->scene->params; row && row->key; row++)
            compare_row(difference, row, was->params, is->params);
}

static void compare_steps(struct difference *difference, const struct chain_step *was,
                          const struct chain_step *is)
{
    struct chain_step before = *was, after = *is;
    void *then, *now;
    const struct param *row;
    difference->where = is->effect->name;
    if (was->effect != is->effect) {
        compare_names(difference, "", was->effect->name, is->effect->name);
        return;
    }
    if (was->off != is->off) {
        snprintf(difference->out, difference->size, "%s is %s", is->effect->name,
                 is->off ? "off" : "on");
        difference->count++;
    }
    for (int i = 0; (row = chain_step_param(&after, i, &now)); i++) {
        chain_step_param(&before, i, &then);
        compare_row(difference, row, then, now);
    }
}

// Names one difference and counts several of one place; else it is another chain.
static void sum_up_differences(struct difference *difference, int places, const struct chain *is)
{
    if (places > 1)
        snprintf(difference->out, difference->size, "a chain of %d step%s", is->count,
                 is->count == 1 ? "" : "s");
    else if (difference->count > 1)
        snprintf(difference->out, difference->size, "%d values of %s", difference->count,
                 difference->where);
}

// Says what was done to two sides as a whole. Returns false where that is nothing.
static bool describe_sides(const struct history_state *was, const struct history_state *is,
                           char *out, size_t size)
{
    if (was->has_other != is->has_other)
        snprintf(out, size, "%s", is->has_other ? "two sides" : "one side");
    else if (is->has_other && was->side != is->side)
        snprintf(out, size, "side %c", 'A' + is->side);
    else if (is->has_other && !chain_equal(&was->other, &is->other))
        snprintf(out, size, "the chain of side %c", 'A' + 1 - is->side);
    else
        return false;
    return true;
}

void history_describe(const struct history_state *was, const struct history_state *is, char *out,
                      size_t size)
{
    struct difference all = { .out = out, .size = size };
    int places = 0;
    snprintf(out, size, "%s", "");
    if (describe_sides(was, is, out, size))
        return;
    compare_scenes(&all, &was->scene, &is->scene);
    places += all.count > 0;
    for (int i = 0; i < is->chain.count && i < was->chain.count; i++) {
        const int before = all.count;
        const char *where = all.where;
        compare_steps(&all, &was->chain.steps[i], &is->chain.steps[i]);
        places += all.count > before;
        all.where = all.count > before ? all.where : where;
    }
    sum_up_differences(&all, was->chain.count == is->chain.count ? places : 2, &is->chain);
}
