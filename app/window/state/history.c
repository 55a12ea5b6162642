#include "app/window/state/history.h"

#include "app/edit/edit.h"
#include "render/text/step_text.h"

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

bool history_replace_file(struct history *history, const struct effect *effect)
{
    bool changed = false;
    for (int i = 0; i < history->count; i++) {
        changed |= edit_replace_file(&history->items[i].chain, effect);
        changed |= edit_replace_file(&history->items[i].other, effect);
    }
    return changed;
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

// ---- what differs, in words

// The steps of a chain without those at both ends that are equal in the other one.
struct part {
    const struct chain_step *steps;
    int count;
};

// Returns the step of the other part with the same effect, of several the one of the same order;
// NULL: there is none.
static const struct chain_step *find_same(const struct part *part, const struct part *other, int i)
{
    const struct effect *effect = part->steps[i].effect;
    int before = 0;
    for (int k = 0; k < i; k++)
        before += part->steps[k].effect == effect;
    chain_for_each(step, other)
        if (step->effect == effect && before-- == 0)
            return step;
    return NULL;
}

// Prints the values in which a step differs from `other`, or from its defaults if that is NULL.
static void print_step(struct step_writer *writer, const struct chain_step *step,
                       const struct chain_step *other)
{
    struct chain_step from = *step, to;
    void *values, *others;
    const struct param *row;
    chain_step_init(&to, step->effect);
    if (other)
        to = *other;
    step_writef(writer, "%.24s", step->effect->name); // that of a file may be long
    for (int i = 0; (row = chain_step_param(&from, i, &values)); i++) {
        char value[PARAM_PRINTED_SIZE];
        const bool is_width = !other && step->effect->blur && strcmp(row->key, "sigma") == 0;
        chain_step_param(&to, i, &others);
        if (param_equal(row, values, others) && !is_width)
            continue;
        param_print(row, values, value, sizeof(value));
        step_writef(writer, " %s=%s", row->key, value);
    }
    if (step->off && (!other || !other->off))
        step_write(writer, " off");
}

void chain_words_print(const struct chain *chain, const struct chain *other,
                       char out[static CHAIN_WORDS_SIZE])
{
    char text[2 * CHAIN_TEXT_SIZE] = "";
    struct step_writer writer = { text, sizeof(text), 0 };
    const int preset = preset_of(chain);
    int first = 0, last = 0; // equal steps at the beginning and at the end
    const int most = chain->count < other->count ? chain->count : other->count;
    bool has_own = false;
    while (first < most && chain_step_equal(&chain->steps[first], &other->steps[first]))
        first++;
    while (first + last < most && chain_step_equal(&chain->steps[chain->count - 1 - last],
                                                   &other->steps[other->count - 1 - last]))
        last++;
    const struct part part = { &chain->steps[first], chain->count - first - last };
    const struct part others = { &other->steps[first], other->count - first - last };
    if (preset >= 0)
        step_write(&writer, preset_name(preset));
    for (int i = 0; i < part.count && preset < 0; i++) {
        const struct chain_step *same = find_same(&part, &others, i);
        has_own = has_own || !same;
        if (same && chain_step_equal(&part.steps[i], same))
            continue;
        step_write(&writer, text[0] ? ", " : "");
        print_step(&writer, &part.steps[i], same);
    }
    for (int i = 0; i < others.count && preset < 0 && !has_own; i++)
        if (!find_same(&others, &part, i))
            step_writef(&writer, "%sno %s", text[0] ? ", " : "", others.steps[i].effect->name);
    if (!text[0] && part.count > 0) // the order differs, and nothing else
        step_writef(&writer, "%s as step %d", part.steps[0].effect->name, first + 1);
    const bool is_long = strlen(text) >= CHAIN_WORDS_SIZE;
    snprintf(out, CHAIN_WORDS_SIZE, "%.*s%s", CHAIN_WORDS_SIZE - (is_long ? 4 : 1), text,
             is_long ? "..." : "");
}

void history_describe(const struct history_state *was, const struct history_state *is, char *out,
                      size_t size)
{
    char words[CHAIN_WORDS_SIZE], scene[PARAM_PRINTED_SIZE];
    chain_words_print(&is->chain, &was->chain, words);
    scene_print(&is->scene, scene, sizeof(scene));
    if (was->has_other != is->has_other)
        snprintf(out, size, "%s", is->has_other ? "two sides" : "one side");
    else if (!scene_equal(&was->scene, &is->scene))
        snprintf(out, size, "scene %s", scene);
    else if (was->side != is->side)
        snprintf(out, size, "side %c", 'A' + is->side);
    else if (!chain_equal(&was->chain, &is->chain))
        snprintf(out, size, "%s", words);
    else
        snprintf(out, size, "the chain of side %c", 'A' + 1 - is->side);
}
