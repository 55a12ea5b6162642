#include "app/history.h"

static struct chain *item(struct history *history, int i)
{
    return &history->items[(history->start + i) % HISTORY_SIZE];
}

void history_init(struct history *history, const struct chain *chain)
{
    history->start = history->current = 0;
    history->count = 1;
    history->items[0] = *chain;
}

void history_push(struct history *history, const struct chain *chain)
{
    if (chain_equal(item(history, history->current), chain))
        return;
    history->count = history->current + 1;
    if (history->count == HISTORY_SIZE)
        history->start = (history->start + 1) % HISTORY_SIZE;
    else
        history->count++;
    history->current = history->count - 1;
    *item(history, history->current) = *chain;
}

void history_replace(struct history *history, const struct chain *chain)
{
    *item(history, history->current) = *chain;
}

const struct chain *history_undo(struct history *history)
{
    if (history->current == 0)
        return NULL;
    history->current--;
    return item(history, history->current);
}

const struct chain *history_redo(struct history *history)
{
    if (history->current == history->count - 1)
        return NULL;
    history->current++;
    return item(history, history->current);
}
