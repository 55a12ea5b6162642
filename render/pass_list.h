#pragma once

#include "render/gpu_timer.h"

// A list of the passes that ran, in order, with their programs, to explain an effect. Set
// gpu->passes to a zeroed list, run the effect, and set it to NULL.

struct program;

enum { PASS_LIST_MAX = 192 };

struct pass_list {
    int count;
    int passed; // passes beyond PASS_LIST_MAX
    struct pass_list_item {
        // Index of the timer scope below the frame, which distinguishes nodes with the same name.
        int node;
        char path[2 * GPU_SCOPE_NAME_SIZE]; // timer scopes: "dual/up 640x360"
        const struct program *program;      // borrowed
    } items[PASS_LIST_MAX];
};

// Adds a pass with the path of the open scopes. pass_run calls it.
void pass_list_add(struct pass_list *list, const struct gpu_timer *timer,
                   const struct program *program);
