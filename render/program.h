#pragma once

#include "render/error.h"

#include <stdbool.h>
#include <stddef.h>

// Programs are borrowed: the cache owns them until the end and reloads them in place.

// A fragment program (.frag, with the full-screen vertex shader or `vertex`) or a compute program
// (.comp).
struct program_desc {
    const char *file;    // "dual.comp"; the ending tells the kind
    const char *defines; // "DOWN=1 GROUP=16"; NULL for none
    const char *text;    // generated GLSL instead of a file; `file` then only names it
    const char *vertex;  // fragment programs: "mesh.vert"; NULL for the full-screen triangle
};

struct program {
    unsigned id; // GL name, changes on reload
    bool compute;
    int group_size[3]; // compute only
    int half_store;    // uniform: whether its image holds halves; -1: it needs not know
    char name[96];     // file and defines, for messages and debuggers
};

struct program_cache {
    int count, capacity;
    bool rounds_halves; // before they are stored: render/half_store.h
    struct cached_program **items;
};

void program_cache_finish(struct program_cache *cache);

// Compiled at the first request. NULL when it does not compile or is missing: the error says why,
// with file and line. The next request tries again after a reload only.
const struct program *program_cache_get(struct program_cache *cache,
                                        const struct program_desc *desc, struct error *error);

// The same for a program that nothing works without: ends the program with the error.
const struct program *program_cache_need(struct program_cache *cache,
                                         const struct program_desc *desc);

// Whether it has been asked for before, so that nothing will be compiled.
bool program_cache_has(const struct program_cache *cache, const struct program_desc *desc);

// Reads and compiles every file again. Where the new text fails, the old program stays. False when
// anything failed, with the first message.
bool program_cache_reload(struct program_cache *cache, struct error *error);

// The text of every program in the cache, includes and all, for `--print shaders` and validators.
void program_cache_visit(const struct program_cache *cache,
                         void (*visit)(const char *name, const char *text, void *data), void *data);
