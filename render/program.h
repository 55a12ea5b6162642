#pragma once

#include "render/text/error.h"

struct shader_source;

// A cache of compiled programs. It owns them; pointers to struct program stay valid until
// program_cache_finish, even when a program is reloaded, or when its GL object is freed because of
// the budget (least recently used first) and compiled again at its next use.

// A request for a fragment program (.frag, with the full-screen vertex shader or `vertex`) or a
// compute program (.comp).
struct program_desc {
    const char *file;    // "dual/dual.comp"; the ending selects the kind
    const char *defines; // "DOWN=1 GROUP=16"; NULL for none
    const char *text;    // generated GLSL instead of a file; `file` is then its name in messages
    const char *vertex;  // fragment programs: "mesh.vert"; NULL for the full-screen triangle
    const char *origin;  // prefix of link errors, "glow.glsl:6:9: //!HOOK"; NULL: none
};

enum { PROGRAM_UNIFORM_NAME_SIZE = 80 };

// A uniform that is a number, other than u_half_store.
struct program_uniform {
    char name[PROGRAM_UNIFORM_NAME_SIZE]; // of an array without "[0]"
    int location;                         // -1: a pass set it, and the program does not use it
};

struct program {
    unsigned id; // GL name; changes at a reload; 0: pending, or freed until program_cache_use
    bool compute;
    int group_size[3]; // of a compute program, invocations
    // Location of u_half_store, which says if the output is of half floats (half_store.h); -1: the
    // program does not round.
    int half_store;
    int uniform_count;
    struct program_uniform *uniforms; // owned; those that it uses are found when it is linked
    char name[96];                    // file and defines, for messages and debuggers
};

// Returns -1 if the program does not use a uniform of that name. `number` is the number of uniforms
// that the pass has set before it: passes set a program's uniforms in the same order in every
// frame, so the list takes that order, and a later frame compares one name.
int program_uniform_location(const struct program *program, const char *name, int number);

struct program_cache {
    int count;
    bool defers;              // program_cache_get compiles nothing: see program_cache_work
    bool compiles_in_threads; // see struct context_info
    // Measured: the driver generates code only in the query of GL_LINK_STATUS, so that taking a
    // program that it reported as complete blocked for more than 33 ms.
    bool links_block;
    bool rounds_halves; // shaders round to half before they store: half_store.h
    int budget;         // programs that stay compiled at most, except those in use; 0: no limit
    unsigned frame;     // number of the frame, for the order of last use
    unsigned reloads;   // number of reloads; results of older programs are out of date
    struct cached_program *first;
    struct program_list *lists; // owned
};

// The programs of an implementation in the order of its passes; NULL for a pass that does not run.
struct program_list {
    struct program_list *next;
    int count;
    const struct program *items[];
};

void program_cache_finish(struct program_cache *cache);

// Returns the list of these programs, which the cache owns. Equal arrays give the same pointer, so
// lists can be compared by address.
const struct program_list *program_cache_list(struct program_cache *cache,
                                              const struct program *const programs[], int count);

// Returns the program, borrowed; compiles it at the first request (but see `defers`). NULL: it does
// not compile or a file is missing. The error has file and line, and is the same at every request
// until a reload.
const struct program *program_cache_get(struct program_cache *cache,
                                        const struct program_desc *desc, struct error *error);

// Like program_cache_get, but never NULL: on failure it logs the error and exits. With a budget
// (window) it uses the built-in source instead of a broken file in the shader folder.
const struct program *program_cache_need(struct program_cache *cache,
                                         const struct program_desc *desc);

// Call it before glUseProgram, as pass_run does. It records the use, and compiles a freed program
// again, from the built-in source if its file is now broken.
void program_cache_use(struct program_cache *cache, const struct program *program);

// Records a use of a program whose pass did not have to run in this frame, so that it is not freed.
void program_cache_mark_used(struct program_cache *cache, const struct program *program);

// Frees GL objects beyond the budget, except of programs requested or used in this frame or the
// last.
void program_cache_end_frame(struct program_cache *cache);

// Returns true if requesting the program would compile nothing: it is compiled, or failed to
// compile.
bool program_cache_has(const struct program_cache *cache, const struct program_desc *desc);

// ---- compiling in the background

// While `defers` is set, program_cache_get returns new programs with id 0, which are pending and
// must not run. program_cache_work, called between frames, starts to compile them and collects
// those that are done, within the frame's budget (frame_work.h; a single program may exceed it).
// Returns the number of pending programs. Errors are those of the next program_cache_get.
int program_cache_work(struct program_cache *cache);
int program_cache_pending(const struct program_cache *cache); // that number

// Requests one program in that way. Returns true if program_cache_get would now return without
// compiling.
bool program_cache_is_ready(struct program_cache *cache, const struct program_desc *desc);

// Cancels pending programs. Compilations that have started are used if the program is requested
// again.
void program_cache_cancel(struct program_cache *cache);

// A reload reads all files again, and compiles the programs whose text has changed: call begin,
// program_cache_work in each frame, and then end, which compiles what is left. A program that fails
// to compile keeps its old GL program. Returns false, with the first error, if there is such a
// program.
void program_cache_begin_reload(struct program_cache *cache);
bool program_cache_end_reload(struct program_cache *cache, struct error *error);

// Returns the request of a program; its strings belong to the cache.
struct program_desc program_cache_desc(const struct program *program);

// Loads the source of its fragment or compute shader as the cache would compile it now; free it
// with shader_source_finish.
bool program_load_source(const struct program *program, struct shader_source *source,
                         struct error *error);

// Calls `visit` with the expanded sources of every program: its own vertex shader (if any; name is
// the file), then the fragment or compute shader.
void program_cache_visit(const struct program_cache *cache,
                         void (*visit)(const char *name, const char *text, void *data), void *data);
