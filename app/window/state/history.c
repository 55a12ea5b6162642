#include "app/window/state/history.h"

#include "app/edit/edit.h"
#include "app/window/state/chain_words.h"

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
