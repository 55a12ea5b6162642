#include "app/history.h"

static int place(const struct history *history, int i)
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
    history->items[place(history, history->current)] = *state;
}

const struct history_state *history_current(const struct history *history)
{
    return &history->items[place(history, history->current)];
}

const struct history_state *history_undo(struct history *history)
{
    if (history->current == 0)
        return NULL;
    history->current--;
    return history_current(history);
}

const struct history_state *history_redo(struct history *history)
{
    if (history->current == history->count - 1)
        return NULL;
    history->current++;
    return history_current(history);
}

bool history_state_equal(const struct history_state *a, const struct history_state *b)
{
    return chain_equal(&a->chain, &b->chain) && scene_equal(&a->scene, &b->scene);
}
