#pragma once

#include "render/program.h"
#include "render/program_build.h"

#include <stdint.h>

// An entry of the program cache (program.h), and its compilation. Internal to program*.c.

// A program and its request. Each entry is a separate allocation, so that pointers stay valid while
// the cache grows.
struct cached_program {
    struct program program;
    char *file, *defines, *text, *vertex, *origin; // owned copies of the request, or NULL
    bool rounds_halves;                            // see struct program_cache
    unsigned used;                                 // frame in which it was last requested or used
    bool is_pinned;             // requested while cache.pins was set, since program_cache_unpin
    bool is_pending, is_stale;  // program_cache_work has to compile it for the first time, or again
                                // after a reload
    struct program_build build; // id 0: not being compiled
    struct error error;         // of the last compilation; "": success
    uint64_t compiled_hash;     // of the sources of that; 0: they must be compiled again
};

// Returns the entry that contains a program (container_of).
struct cached_program *program_item_of(const struct program *program);

// Starts to compile the program, or to compile it again. Returns false if there is nothing to
// compile: a file is missing (item->error), or at a reload the sources are those of the last
// compilation.
bool program_item_begin(struct cached_program *item);

// Compiles the program, or waits for a compilation that was started. On failure the old GL program
// stays. Returns true if a program was compiled.
bool program_item_build(struct cached_program *item);

// Compiles the built-in source instead of a broken file in the shader folder. item->error keeps the
// error of that file.
bool program_item_build_inside(struct cached_program *item);
