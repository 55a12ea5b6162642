#include "app/lab/edit/history.h"

#include <stdio.h>
#include <string.h>

static int place_in_ring(const struct history *history, int i)
{
    return (history->start + i) % HISTORY_SIZE;
}

void history_init(struct history *history, const struct history_state *state)
{
    history->start = history->current = 0;
    history->count = 1;
    history->items[0] = *state;
}

void history_push(struct history *history, const struct history_state *state)
{
    if (history_state_equal(history_current(history), state))
        return;
    history->count = history->current + 1;
    if (history->count == HISTORY_SIZE)
        history->start = (history->start + 1) % HISTORY_SIZE;
    else
        history->count++;
    history->current = history->count - 1;
    history_replace(history, state);
}

void history_replace(struct history *history, const struct history_state *state)
{
    history->items[place_in_ring(history, history->current)] = *state;
}

static bool is_state(const struct history *history, int i, const struct history_state *state)
{
    return history_state_equal(&history->items[place_in_ring(history, i)], state);
}

void history_return(struct history *history, const struct history_state *state)
{
    int before = history->current, after = history->current + 1;
    while (before >= 0 && !is_state(history, before, state))
        before--;
    while (after < history->count && !is_state(history, after, state))
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
        struct scene_choice *scene = &history->items[place_in_ring(history, i)].scene;
        if (scene_shares_state(scene, bad))
            *scene = *good;
    }
}

// Returns NULL past the ends.
static char *file_in(struct history *history, int i, int side)
{
    if (i < 0 || i >= history->count)
        return NULL;
    struct history_state *state = &history->items[place_in_ring(history, i)];
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
    return &history->items[place_in_ring(history, history->current)];
}

const struct history_state *history_first(const struct history *history)
{
    return &history->items[place_in_ring(history, 0)];
}

// Moves to the next state that differs from the current one, which stays where there is none.
static const struct history_state *move(struct history *history, int way)
{
    const struct history_state *now = history_current(history);
    for (int i = history->current + way; i >= 0 && i < history->count; i += way)
        if (!is_state(history, i, now)) {
            history->current = i;
            return history_current(history);
        }
    return NULL;
}

const struct history_state *history_undo(struct history *history)
{
    return move(history, -1);
}

const struct history_state *history_redo(struct history *history)
{
    return move(history, 1);
}

bool history_state_equal(const struct history_state *a, const struct history_state *b)
{
    return chain_equal(&a->chain, &b->chain) && scene_equal(&a->scene, &b->scene) &&
           a->has_other == b->has_other && a->side == b->side &&
           (!a->has_other || chain_equal(&a->other, &b->other));
}
