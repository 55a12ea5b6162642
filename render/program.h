#pragma once

#include "render/shader_source.h"

#include <stdbool.h>
#include <stdint.h>

// Programs are borrowed: the cache owns them until its end and reloads them in place. With a budget
// it frees the GL objects of those that were not used for longest, and compiles them again at their
// next use. A borrowed pointer stays valid through all of that.

// A fragment program (.frag, with the full-screen vertex shader or `vertex`) or a compute program
// (.comp).
struct program_desc {
    const char *file;    // "dual/dual.comp"; the ending tells the kind
    const char *defines; // "DOWN=1 GROUP=16"; NULL for none
    const char *text;    // generated GLSL instead of a file; `file` then only names it
    const char *vertex;  // fragment programs: "mesh.vert"; NULL for the full-screen triangle
    const char *origin;  // "glow.glsl:6:9: //!HOOK", which begins errors of linking; NULL: none
};

enum { PROGRAM_MAX_LOCATIONS = 128 };

struct program {
    unsigned id; // GL name; changes at a reload, 0 where it is freed until program_cache_use
    bool compute;
    int group_size[3]; // of a compute program, invocations
    int half_store;    // location of the uniform of half_store.h; -1: it has none
    // A bit for each location that a sampler or an image has. A number that is set there binds it
    // to another unit, which some drivers do without an error.
    uint64_t opaque[PROGRAM_MAX_LOCATIONS / 64];
    char name[96]; // file and defines, for messages and debuggers
};

// Returns true if a number may be set at a location: it is not that of a sampler or an image.
bool program_accepts_number(const struct program *program, int location);

struct program_cache {
    int count, capacity;
    bool defers;         // program_cache_get only notes what is to be compiled
    bool pins;           // what is asked for meanwhile stays compiled until program_cache_unpin
    bool compiles_apart; // the driver reports when it is done: context_info
    bool links_block;    // a program that the driver called done has held a frame up: it generates
                         // code only when it is asked for GL_LINK_STATUS
    bool rounds_halves;  // shaders round before they store: render/context/half_store.h
    int budget;          // number that stays compiled beside those of the last frame; 0: all
    unsigned frame;      // counts frames, to tell when a program was used
    unsigned reloads;    // counts them: what programs made before may differ now
    struct cached_program **items;
    struct program_list *lists; // owned: render/program_list.h
};

// The programs of an implementation, in its order; NULL for one that does not run.
struct program_list {
    struct program_list *next;
    int count;
    const struct program *items[];
};

void program_cache_finish(struct program_cache *cache);

// Compiles the program at the first request. NULL where it does not compile or a file is missing:
// the error says why, with file and line, and says the same at every request until a reload.
const struct program *program_cache_get(struct program_cache *cache,
                                        const struct program_desc *desc, struct error *error);

// Like program_cache_get, for a program that the caller cannot do without. On failure the program
// ends with the error; but if there is a budget, as in a window, the built-in text runs in place of
// a broken file.
const struct program *program_cache_need(struct program_cache *cache,
                                         const struct program_desc *desc);

// Call it before a program is used, as pass_run does: it notes the use, and compiles again what was
// freed, from its files, or from the built-in text if they are broken by then.
void program_cache_use(struct program_cache *cache, const struct program *program);

// Notes a use without one: the program belongs to a pass that did not have to run in this frame.
void program_cache_keep(struct program_cache *cache, const struct program *program);

// Lets the budget apply to what was pinned.
void program_cache_unpin(struct program_cache *cache);

// Frees what exceeds the budget, but nothing that was asked for or used in this frame or the last.
void program_cache_end_frame(struct program_cache *cache);

// Returns true if requesting the program would compile nothing: it is compiled, or failed to
// compile.
bool program_cache_has(const struct program_cache *cache, const struct program_desc *desc);

// ---- compiling while frames go on

// While `defers`, program_cache_get compiles nothing: it returns programs with id 0, which are
// pending from then on and must not run. This begins to compile them, and takes what the driver has
// compiled, within the budget of the frame (frame_work.h), which one program may exceed. Returns
// how many are still to come; program_cache_get tells what did not compile. Between frames.
int program_cache_work(struct program_cache *cache);

// Asks for one program in that way. Returns whether program_cache_get would not wait for it.
bool program_cache_is_ready(struct program_cache *cache, const struct program_desc *desc);

// Cancels what is pending. What has begun is taken when it is asked for again.
void program_cache_cancel(struct program_cache *cache);

// Reads and compiles every file again. A program whose new text fails stays as it was. False where
// any failed; the error is that of the first.
bool program_cache_reload(struct program_cache *cache, struct error *error);

// Reloads while frames go on: between the two calls program_cache_work compiles, and the second
// call compiles the rest.
void program_cache_begin_reload(struct program_cache *cache);
bool program_cache_end_reload(struct program_cache *cache, struct error *error);

// The request that a borrowed program answers. Its texts are the cache's.
struct program_desc program_cache_desc(const struct program *program);

// Loads the text of its fragment or compute shader as it is compiled now.
bool program_load_source(const struct program *program, struct shader_source *source,
                         struct error *error);

// Visits the texts of every program in the cache, with their includes: a vertex shader of its own
// by the name of its file, then the fragment or compute shader.
void program_cache_visit(const struct program_cache *cache,
                         void (*visit)(const char *name, const char *text, void *data), void *data);
