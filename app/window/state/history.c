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

bool history_put_file(struct history *history, const struct effect *effect)
{
    bool changed = false;
    for (int i = 0; i < history->count; i++) {
        changed |= edit_put_file(&history->items[i].chain, effect);
        changed |= edit_put_file(&history->items[i].other, effect);
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
    for (int k = 0; k < other->count; k++)
        if (other->steps[k].effect == effect && before-- == 0)
            return &other->steps[k];
    return NULL;
}

enum { NAME_SHOWN = 24 }; // characters of a shader file's name

// Adds words of one step after those that are there, as long as a few more have room behind them.
struct words {
    struct step_writer writer;
    int left_out;
};

static void add_words(struct words *words, const char *more)
{
    const int room = CHAIN_WORDS_SIZE - (int) sizeof(", 99 more"), length = (int) strlen(more);
    const char *comma = words->writer.length > 0 ? ", " : "";
    if (words->left_out > 0 || (*comma && words->writer.length + 2 + length > room))
        words->left_out++;
    else
        step_writef(&words->writer, "%s%.*s%s", comma, room - 3, more,
                    length > room - 3 ? "..." : "");
}

// Prints the values in which a step differs from `other`, or from its defaults if that is NULL.
static void print_step(const struct chain_step *step, const struct chain_step *other, char *out,
                       size_t size)
{
    struct step_writer writer = { out, size, 0 };
    struct chain_step from = *step, to;
    void *values, *others;
    const struct param *row;
    chain_step_init(&to, step->effect);
    if (other)
        to = *other;
    const bool is_long = strlen(step->effect->name) > NAME_SHOWN; // the values must have room, too
    step_writef(&writer, "%.*s%s", NAME_SHOWN, step->effect->name, is_long ? "..." : "");
    for (int i = 0; (row = chain_step_param(&from, i, &values)); i++) {
        char value[PARAM_PRINTED_SIZE];
        const bool is_width = !other && step->effect->blur && strcmp(row->key, "sigma") == 0;
        chain_step_param(&to, i, &others);
        if (param_equal(row, values, others) && !is_width)
            continue;
        param_print(row, values, value, sizeof(value));
        step_writef(&writer, " %s=%s", row->key, value);
    }
    if (step->off && (!other || !other->off))
        step_write(&writer, " off");
}

void chain_words_print(const struct chain *chain, const struct chain *other,
                       char out[static CHAIN_WORDS_SIZE])
{
    struct words words = { { out, CHAIN_WORDS_SIZE, 0 }, 0 };
    char text[CHAIN_TEXT_SIZE];
    const int preset = preset_of(chain);
    int first = 0, last = 0; // equal steps at the beginning and at the end
    const int most = chain->count < other->count ? chain->count : other->count;
    bool has_own = false;
    snprintf(out, CHAIN_WORDS_SIZE, "%s", preset >= 0 ? preset_name(preset) : "");
    if (preset >= 0)
        return;
    while (first < most && chain_step_equal(&chain->steps[first], &other->steps[first]))
        first++;
    while (first + last < most && chain_step_equal(&chain->steps[chain->count - 1 - last],
                                                   &other->steps[other->count - 1 - last]))
        last++;
    const struct part part = { &chain->steps[first], chain->count - first - last };
    const struct part others = { &other->steps[first], other->count - first - last };
    for (int i = 0; i < part.count; i++) {
        const struct chain_step *same = find_same(&part, &others, i);
        has_own = has_own || !same;
        if (same && chain_step_equal(&part.steps[i], same))
            continue;
        print_step(&part.steps[i], same, text, sizeof(text));
        add_words(&words, text);
    }
    for (int i = 0; !has_own && i < others.count; i++)
        if (!find_same(&others, &part, i)) {
            snprintf(text, sizeof(text), "no %s", others.steps[i].effect->name);
            add_words(&words, text);
        }
    if (words.writer.length == 0 && part.count > 0) { // the order differs, and nothing else
        snprintf(text, sizeof(text), "%s as step %d", part.steps[0].effect->name, first + 1);
        add_words(&words, text);
    }
    if (words.left_out > 0)
        step_writef(&words.writer, ", %d more", words.left_out);
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
