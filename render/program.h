#pragma once

#include "render/text/error.h"

#include <stdbool.h>
#include <stddef.h>

// Programs are borrowed: the cache owns them until the end and reloads them in place. With a budget
// it frees what of them lies in GL and has not been used for longest, and compiles it again at its
// next use: what is borrowed stays, and who holds it need not know.

// A fragment program (.frag, with the full-screen vertex shader or `vertex`) or a compute program
// (.comp).
struct program_desc {
    const char *file;    // "dual/dual.comp"; the ending tells the kind
    const char *defines; // "DOWN=1 GROUP=16"; NULL for none
    const char *text;    // generated GLSL instead of a file; `file` then only names it
    const char *vertex;  // fragment programs: "mesh.vert"; NULL for the full-screen triangle
};

struct program {
    unsigned id; // GL name, changes on reload; 0: freed until program_cache_use
    bool compute;
    int group_size[3]; // compute only
    int half_store;    // uniform: whether its image holds halves; -1: it needs not know
    char name[96];     // file and defines, for messages and debuggers
};

struct program_cache {
    int count, capacity;
    bool rounds_halves; // before they are stored: render/context/half_store.h
    int budget;         // how many stay compiled beside those of the last frame; 0: all
    int freed;          // since memory was last given back
    unsigned frame;     // the number of the frame, to tell what was used when
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

// Before a program is used: remembers when that was, and compiles again what was freed. Ends the
// program with the error if that fails. pass_run does it.
void program_cache_use(struct program_cache *cache, const struct program *program);

// Says that a program will hardly be used again: with a budget it is freed at the end of the next
// frame that does not use it.
void program_cache_spare(struct program_cache *cache, const struct program *program);

// Frees what is beyond the budget. Never what was asked for or used in this frame or the last.
void program_cache_end_frame(struct program_cache *cache);

// Whether it is compiled.
bool program_cache_has(const struct program_cache *cache, const struct program_desc *desc);

// Reads and compiles every file again. Where the new text fails, the old program stays. False when
// anything failed, with the first message.
bool program_cache_reload(struct program_cache *cache, struct error *error);

// The text of every program in the cache, includes and all, for `--print shaders` and validators.
void program_cache_visit(const struct program_cache *cache,
                         void (*visit)(const char *name, const char *text, void *data), void *data);
