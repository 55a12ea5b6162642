#include "app/input/input_queue.h"

#include <stddef.h>

static int place_of(const struct input_queue *queue, int i)
{
    return (queue->start + i) % INPUT_QUEUE_SIZE;
}

static bool lets_go(const struct input_event *event)
{
    return (event->kind == INPUT_KEY || event->kind == INPUT_BUTTON) && !event->down;
}

void input_queue_push(struct input_queue *queue, const struct input_event *event)
{
    const int room = lets_go(event) ? INPUT_QUEUE_SIZE : INPUT_QUEUE_SIZE / 2;
    struct input_event *last = &queue->items[place_of(queue, queue->count + INPUT_QUEUE_SIZE - 1)];
    if (queue->count > 0 && event->kind == INPUT_CURSOR && last->kind == INPUT_CURSOR)
        *last = *event;
    else if (queue->count < room)
        queue->items[place_of(queue, queue->count++)] = *event;
}

const struct input_event *input_queue_first(const struct input_queue *queue)
{
    return queue->count > 0 ? &queue->items[queue->start] : NULL;
}

void input_queue_drop(struct input_queue *queue)
{
    queue->start = place_of(queue, 1);
    queue->count--;
}
