#pragma once

#include "render/gpu_timer.h"

// The passes that ran in part of a frame, in order, with their programs: shows what an effect does
// on the GPU.

struct program;

enum { PASS_LIST_MAX = 192 };

struct pass_list {
    int count;
    int passed; // that there was no room for
    struct pass_list_item {
        int node; // number of the timer's scope below the frame, which tells nodes of one name
                  // apart
        char path[2 * GPU_SCOPE_NAME_SIZE]; // of timer scopes: "dual/up 640x360"
        const struct program *program;      // borrowed
    } items[PASS_LIST_MAX];
};

// Adds a pass within the scopes that are open.
void pass_list_add(struct pass_list *list, const struct gpu_timer *timer,
                   const struct program *program);
