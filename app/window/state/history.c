#include "app/window/state/history.h"

#include <stdio.h>
#include <string.h>

// ---- states

void history_init(struct history *history, const struct history_state *state)
{
    history->current = 0;
    history->count = 1;
    history->items[0] = *state;
}

void history_push(struct history *history, const struct history_state *state)
{
    if (history_state_equal(history_current(history), state))
        return;
    if (history->current == HISTORY_SIZE - 1)
        memmove(&history->items[0], &history->items[1],
                (HISTORY_SIZE - 1) * sizeof(history->items[0]));
    else
        history->current++;
    history->count = history->current + 1;
    history_replace(history, state);
}

void history_replace(struct history *history, const struct history_state *state)
{
    history->items[history->current] = *state;
}

void history_return(struct history *history, const struct history_state *state)
{
    int before = history->current, after = history->current + 1;
    while (before >= 0 && !history_state_equal(&history->items[before], state))
        before--;
    while (after < history->count && !history_state_equal(&history->items[after], state))
        after++;
    if (before >= 0 && before < history->current)
        history->count = before + 1;
    if (before >= 0)
        history->current = before;
    else if (after < history->count)
        history->current = after;
    else
        history_replace(history, state);
}

void history_replace_scene(struct history *history, const struct scene_choice *bad,
                           const struct scene_choice *good)
{
    for (int i = 0; i < history->count; i++) {
        struct scene_choice *scene = &history->items[i].scene;
        if (scene_shares_state(scene, bad))
            *scene = *good;
    }
}

static bool has_effect(const struct history_state *state, const struct effect *effect)
{
    for (int i = 0; i < state->chain.count; i++)
        if (state->chain.steps[i].effect == effect)
            return true;
    for (int i = 0; i < state->other.count && state->has_other; i++)
        if (state->other.steps[i].effect == effect)
            return true;
    return false;
}

// Returns the bytes of the shader files of a chain that no later state uses.
static size_t count_new_bytes(const struct history *history, int at, const struct chain *chain)
{
    size_t bytes = 0;
    for (int i = 0; i < chain->count; i++) {
        const struct effect *effect = chain->steps[i].effect;
        int later = at + 1;
        while (later < history->count && !has_effect(&history->items[later], effect))
            later++;
        bytes += later == history->count ? effect->file.bytes : 0;
    }
    return bytes;
}

void history_limit_files(struct history *history, size_t bytes)
{
    size_t sum = 0;
    int at = history->count - 1;
    for (; at >= 0; at--) {
        const struct history_state *state = &history->items[at];
        sum += count_new_bytes(history, at, &state->chain);
        sum += state->has_other ? count_new_bytes(history, at, &state->other) : 0;
        if (sum > bytes && at < history->current)
            break;
    }
    const int dropped = at + 1; // at < current
    memmove(&history->items[0], &history->items[dropped],
            (size_t) (history->count - dropped) * sizeof(history->items[0]));
    history->count -= dropped;
    history->current -= dropped;
}

// Returns the file of a side in the i-th state; NULL if `i` is out of range.
static char *file_in(struct history *history, int i, int side)
{
    if (i < 0 || i >= history->count)
        return NULL;
    struct history_state *state = &history->items[i];
    return state->files[state->side == side ? 0 : 1];
}

void history_save(struct history *history, int side, const char *path)
{
    char before[CHAIN_FILE_PATH_SIZE];
    const int from = history->current;
    char *file = file_in(history, from, side);
    snprintf(before, sizeof(before), "%s", file);
    for (int way = -1; way <= 1; way += 2)
        for (int i = from + way; (file = file_in(history, i, side)) && strcmp(file, before) == 0;
             i += way)
            snprintf(file, CHAIN_FILE_PATH_SIZE, "%s", path);
    snprintf(file_in(history, from, side), CHAIN_FILE_PATH_SIZE, "%s", path);
}

const struct history_state *history_current(const struct history *history)
{
    return &history->items[history->current];
}

const struct history_state *history_first(const struct history *history)
{
    return &history->items[0];
}

const struct history_state *history_step(struct history *history, int way)
{
    const struct history_state *now = history_current(history);
    for (int i = history->current + way; i >= 0 && i < history->count; i += way)
        if (!history_state_equal(&history->items[i], now)) {
            history->current = i;
            return history_current(history);
        }
    return NULL;
}

bool history_state_equal(const struct history_state *a, const struct history_state *b)
{
    return chain_equal(&a->chain, &b->chain) && scene_equal(&a->scene, &b->scene) &&
           a->has_other == b->has_other && a->side == b->side &&
           (!a->has_other || chain_equal(&a->other, &b->other));
}

// ---- what differs

// Counts differences; `words` describes the last one.
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

static void compare_steps(struct difference *difference, const struct chain_step *was,
                          const struct chain_step *is)
{
    struct chain_step before = *was, after = *is;
    void *then, *now;
    const struct param *row;
    difference->where = is->effect->name;
    if (was->effect != is->effect && effect_is_same(was->effect, is->effect)) {
        snprintf(difference->out, difference->size, "another text of the file %s",
                 is->effect->name);
        difference->count++;
        return;
    }
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

// Describes a change of both sides. Returns false if there is none.
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

// ---- which steps there are

// Returns the index of the only step that the longer chain has in addition, the last one of equal
// steps; -1: there is no such step.
static int find_extra(const struct chain *longer, const struct chain *shorter)
{
    int extra = 0;
    if (longer->count != shorter->count + 1)
        return -1;
    while (extra < shorter->count &&
           chain_step_equal(&longer->steps[extra], &shorter->steps[extra]))
        extra++;
    for (int i = extra; i < shorter->count; i++)
        if (!chain_step_equal(&longer->steps[i + 1], &shorter->steps[i]))
            return -1;
    return extra;
}

static bool is_with_step_moved(const struct chain *was, int from, int to, const struct chain *is)
{
    for (int i = 0; i < is->count; i++) {
        const int shifted = i - (i >= to) + (i - (i >= to) >= from);
        if (!chain_step_equal(&was->steps[i == to ? from : shifted], &is->steps[i]))
            return false;
    }
    return true;
}

// Finds the step that was moved, and its new index, between the first and the last index with a
// difference.
static bool find_moved(const struct chain *was, const struct chain *is, int *from, int *to)
{
    int first = 0, last = was->count - 1;
    if (was->count != is->count)
        return false;
    while (first < last && chain_step_equal(&was->steps[first], &is->steps[first]))
        first++;
    while (first < last && chain_step_equal(&was->steps[last], &is->steps[last]))
        last--;
    const bool is_up = is_with_step_moved(was, last, first, is);
    *from = is_up ? last : first;
    *to = is_up ? first : last;
    return first < last && (is_up || is_with_step_moved(was, first, last, is));
}

static bool describe_steps(const struct chain *was, const struct chain *is, char *out, size_t size)
{
    int from, to;
    const int added = find_extra(is, was), removed = find_extra(was, is);
    const bool is_copy = added > 0 && chain_step_equal(&is->steps[added - 1], &is->steps[added]);
    if (added >= 0)
        snprintf(out, size, "%s %s", is_copy ? "duplicated" : "added",
                 is->steps[added].effect->name);
    else if (removed >= 0)
        snprintf(out, size, "removed %s", was->steps[removed].effect->name);
    else if (find_moved(was, is, &from, &to))
        snprintf(out, size, "moved %s to %d", was->steps[from].effect->name, to + 1);
    else
        return false;
    return true;
}

void history_describe(const struct history_state *was, const struct history_state *is, char *out,
                      size_t size)
{
    struct difference all = { .where = is->scene.scene->name, .out = out, .size = size };
    const int steps = is->chain.count;
    snprintf(out, size, "%s", "");
    if (describe_sides(was, is, out, size))
        return;
    if (scene_equal(&was->scene, &is->scene) && describe_steps(&was->chain, &is->chain, out, size))
        return;
    if (was->scene.scene != is->scene.scene)
        compare_names(&all, "scene ", was->scene.scene->name, is->scene.scene->name);
    else
        for (const struct param *row = is->scene.scene->params; row && row->key; row++)
            compare_row(&all, row, was->scene.params, is->scene.params);
    int places = all.count > 0;
    for (int i = 0; i < steps && i < was->chain.count; i++) {
        const int before = all.count;
        const char *where = all.where;
        compare_steps(&all, &was->chain.steps[i], &is->chain.steps[i]);
        places += all.count > before;
        all.where = all.count > before ? all.where : where;
    }
    // Several differences of one step are counted; if several steps differ, it is another chain.
    if (places > 1 || was->chain.count != steps)
        snprintf(out, size, "a chain of %d step%s", steps, steps == 1 ? "" : "s");
    else if (all.count > 1)
        snprintf(out, size, "%d values of %s", all.count, all.where);
}
