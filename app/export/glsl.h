#pragma once

#include "render/program.h"
#include "render/shader_source.h"
#include "render/text/error.h"

// Shaders, and functions of C that travel with them, are edited as text before they are exported. A
// struct glsl is a list of tokens ("words"); an item is a declaration; a flattened shader is a
// readable text without includes.

// ---- words (glsl.c)

// The blanks and comments between two words belong to the second one, so printing all words gives
// the text again.
struct glsl_word {
    const char *space; // blanks and comments before it; borrowed from the text or from `kept`
    const char *text;
    int space_length, length; // bytes; length 0: the end, with the rest of the text as its space
    int file;                 // index of its source file
    bool is_directive;        // part of a line such as "#define A 1", whose first word is "#"
};

struct glsl {
    bool is_c; // a word after . or -> is a member, so it uses no item
    int count; // number of words, including the end
    struct glsl_word *words;
    char **kept; // texts that words point to; owned
    int kept_count;
};

// Splits a text, which is copied. `source` has the file of each line; NULL: there is only one file.
void glsl_init(struct glsl *glsl, const char *text, const struct shader_source *source);
void glsl_finish(struct glsl *glsl);

// Returns the text with at most one empty line between two others, and none at the ends. The caller
// frees it.
char *glsl_print(const struct glsl *glsl);

bool glsl_is(const struct glsl_word *word, const char *texts); // one of them: "if ifdef ifndef"
bool glsl_is_same(const struct glsl_word *a, const struct glsl_word *b);
bool glsl_is_name(const struct glsl_word *word); // an identifier or keyword

// Returns the word that closes the bracket ( [ or { at `open`; the last word if none does.
int glsl_close(const struct glsl *glsl, int open);

// Returns the next word, or, if the word opens a bracket, the one after the bracket.
int glsl_next(const struct glsl *glsl, int word);

// Returns the word after the directive that begins at a "#", including continued lines.
int glsl_directive_end(const struct glsl *glsl, int first);

// Appends a word. Its texts must live as long as `glsl`.
void glsl_add(struct glsl *glsl, const struct glsl_word *word);

// Copies a text; the copy lives as long as the words.
const char *glsl_keep(struct glsl *glsl, const char *text);

// Replaces the space before a word.
void glsl_set_space(struct glsl *glsl, struct glsl_word *word, const char *format, ...)
    PRINTF_LIKE(3, 4);

// Returns the length of the rest of the line in which the previous word ends; the length of the
// whole space if there is no end of line.
int glsl_line_end(const struct glsl_word *word);

// Replaces a word by a text, which is copied.
void glsl_replace(struct glsl *glsl, int word, const char *text);

// ---- directives (glsl_prepare.c)

// Evaluates the directives of a shader and removes what #if excludes. Numbers stay as #define;
// macros that give a name another meaning ("#define main make_out_color", "#define Packed uvec2",
// an imageStore that rounds) are expanded.
void glsl_prepare(struct glsl *glsl);

// ---- declarations (glsl_items.c)

enum { GLSL_MAX_NAMES = 24 };

struct glsl_item {
    int first, end; // range of words
    enum glsl_item_kind {
        GLSL_FUNCTION,
        GLSL_PROTOTYPE,
        GLSL_VARIABLE, // uniforms, samplers and images, too
        GLSL_BLOCK,    // of a buffer or of uniforms; its names are those of the members
        GLSL_STRUCT,
        GLSL_DEFINE, // or #undef
        GLSL_OTHER,  // always kept
    } kind;
    int name_count;
    int names[GLSL_MAX_NAMES]; // indices of words
    int arguments;             // of a function or prototype, otherwise -1
    bool is_used;              // by a root of glsl_prune
};

struct glsl_items {
    int count;
    struct glsl_item *all; // the caller frees it
};

// Lists the items in order. They are valid until words are removed.
struct glsl_items glsl_items_list(const struct glsl *glsl);

// Removes what the items with the names `roots` ("main") do not use. A comment before the first
// item of a file, followed by an empty line, stays as long as any item of the file.
void glsl_prune(struct glsl *glsl, const char *roots);

// ---- a shader without includes (flatten.c)

struct flattened {
    char *text;  // GLSL 4.30 with its #version; owned
    char *files; // its source files: "pointwise/pixel.glsl, pointwise/tonemap.glsl"; NULL: none
    int place_count;
    struct flattened_place *places; // bindings and uniforms that it declares; owned
};

enum { FLATTENED_NAME_SIZE = 64, FLATTENED_STEP_SIZE = 48 };

struct flattened_place {
    enum flattened_kind {
        FLATTENED_SAMPLER,
        FLATTENED_IMAGE,
        FLATTENED_BUFFER,
        FLATTENED_UNIFORM
    } kind;
    char name[FLATTENED_NAME_SIZE];    // of a buffer the name of its block
    char uniform[FLATTENED_NAME_SIZE]; // name in the program, without the name of the step
    int binding;                       // -1 for a uniform
    bool is_read, is_written;          // of an image or buffer
};

// Flattens the fragment or compute shader of a program: includes and conditions are evaluated, and
// only declarations that it uses remain. `names` are the new prefixes of steps: "s2_" becomes
// names[2] and '_'; it ends with "".
bool flatten_program(const struct program *program, char names[][FLATTENED_STEP_SIZE],
                     struct flattened *flattened, struct error *error);

// Like flatten_program, for a text whose includes are already expanded.
void flatten_source(const struct shader_source *source, char names[][FLATTENED_STEP_SIZE],
                    struct flattened *flattened);
void flatten_finish(struct flattened *flattened);
