#pragma once

#include "render/program.h"
#include "render/program_build.h"

// One program of the cache (program.h), and how its text becomes a program. For program*.c alone.

// A program and the request that it answers. Each is allocated by itself, so that borrowed pointers
// survive while the cache grows.
struct cached_program {
    struct program program;
    char *file, *defines, *text, *vertex, *origin; // owned copies of the request, or NULL
    bool rounds_halves;                            // as in the cache
    unsigned used;              // the frame in which it was last asked for or run
    bool is_pinned;             // asked for since program_cache_unpin, while `pins`
    bool is_pending, is_stale;  // program_cache_work is to compile it, or to do so again
    struct program_build build; // on its way
    struct error error;         // of the last try; "" where it compiled
};

// Returns the item around a borrowed program.
struct cached_program *program_item_of(const struct program *program);

// Gives the program to the compiler, again if it is compiled. False if a file is missing.
bool program_item_begin(struct cached_program *item);

// Compiles the program, unless it was begun, and waits for it. On failure the old one stays.
bool program_item_build(struct cached_program *item);

// Compiles the built-in text in place of the folder's file, which is broken: its error stays.
bool program_item_build_inside(struct cached_program *item);
