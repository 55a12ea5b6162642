#pragma once

#include "effects/effect.h"
#include "effects/hook/hook_layout.h"

// A file that was read. It is never freed, since chains, plans and states to undo point at it.
struct hook {
    struct effect effect;
    struct effect_impl impl;
    const struct effect_impl *impls[2];
    struct param rows[HOOK_MAX_PARAMS + 1];
    struct program_desc programs[EFFECT_MAX_PROGRAMS + 1];
    struct hook_file file;
    char *bytes; // as they were read
    size_t size;
    struct hook *next;
};

// What every file has of its implementation.
extern const struct effect_impl hook_impl;
