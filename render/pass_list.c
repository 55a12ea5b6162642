#include "render/pass_list.h"

void pass_list_add(struct pass_list *list, const struct gpu_timer *timer,
                   const struct program *program)
{
    if (list->count == PASS_LIST_MAX) {
        list->passed++;
        return;
    }
    struct pass_list_item *item = &list->items[list->count++];
    item->node = timer->depth > 1 ? timer->open[1] : -1;
    item->program = program;
    gpu_timer_path(timer, item->path, sizeof(item->path));
}
