#pragma once

#include "render/program.h"
#include "render/shader_source.h"
#include "render/text/compiler.h"

// Shaders are changed as text before they are exported. A struct glsl is GLSL cut into words; an
// item is a declaration; a flattened shader is one readable text that stands alone.

// ---- words (glsl.c)

// Text between words, blanks and comments, belongs to the word behind it, so that writing all words
// gives the text.
struct glsl_word {
    const char *space; // what stands before it; borrowed from the text or from `kept`
    const char *text;
    int space_length, length; // bytes; length 0: the end, with what is left of the text
    int file;                 // of the source that it was read from
    bool is_directive;        // it stands in a line such as "#define A 1", whose first word is "#"
};

struct glsl {
    int count; // of words, the end among them
    struct glsl_word *words;
    char **kept; // texts that words point to; owned
    int kept_count;
};

// Cuts a text, which is copied. `source` has the file of each of its lines; NULL: there is one.
void glsl_init(struct glsl *glsl, const char *text, const struct shader_source *source);
void glsl_finish(struct glsl *glsl);

// Returns the text, for the caller to free.
char *glsl_print(const struct glsl *glsl);

bool glsl_is(const struct glsl_word *word, const char *texts); // one of them: "if ifdef ifndef"
bool glsl_is_same(const struct glsl_word *a, const struct glsl_word *b);
bool glsl_is_name(const struct glsl_word *word); // an identifier or keyword

// Returns the word that closes the bracket at `open`, one of ( [ {; the last word where none does.
int glsl_close(const struct glsl *glsl, int open);

// Returns the word behind a word, or behind the bracket that it opens.
int glsl_next(const struct glsl *glsl, int word);

// Returns the word behind the directive, with its continued lines, that begins at a "#".
int glsl_directive_end(const struct glsl *glsl, int first);

// Adds a word to the end, whose texts live as long.
void glsl_add(struct glsl *glsl, const struct glsl_word *word);

// Returns a copy of a text that lives as long as the words.
const char *glsl_keep(struct glsl *glsl, const char *text);

// Puts a text in the place of what stands before a word.
void glsl_set_space(struct glsl *glsl, struct glsl_word *word, const char *format, ...)
    PRINTF_LIKE(3, 4);

// Returns how long the rest of the line is that the word before ends in, all of the space where the
// line goes on.
int glsl_line_end(const struct glsl_word *word);

// Puts a text, which is copied, in the place of a word.
void glsl_replace(struct glsl *glsl, int word, const char *text);

// ---- directives (glsl_prepare.c)

// Decides the directives of a shader: what #if leaves out is gone. Numbers stay as #define, and
// what gives a name another meaning ("#define main make_out_color", "#define Packed uvec2", an
// imageStore that rounds) is put where it is used.
void glsl_prepare(struct glsl *glsl);

// ---- declarations (glsl_items.c)

enum { GLSL_MOST_NAMES = 24 };

struct glsl_item {
    int first, end; // words
    enum glsl_item_kind {
        GLSL_FUNCTION,
        GLSL_PROTOTYPE,
        GLSL_VARIABLE, // uniforms, samplers and images, too
        GLSL_BLOCK,    // of a buffer or of uniforms; the names are its members'
        GLSL_STRUCT,
        GLSL_DEFINE, // or #undef
        GLSL_OTHER,  // stays
    } kind;
    int name_count;
    int names[GLSL_MOST_NAMES]; // words
    int arguments;              // of a function or prototype
    bool is_used;               // by main; known to glsl_prune
};

struct glsl_items {
    int count;
    struct glsl_item *all; // the caller frees it
};

// Lists them in order. They hold until words are cut.
struct glsl_items glsl_items_list(const struct glsl *glsl);

// Takes out what `main` does not use. Where a comment stands before the first item of a file, with
// an empty line behind it, it stays while anything of the file does.
void glsl_prune(struct glsl *glsl);

// ---- a shader that stands alone (flatten.c)

struct flattened {
    char *text;      // GLSL 4.30 with its #version; owned
    char *files[32]; // that it was made from, as "pointwise/tonemap.glsl"; owned
    int file_count;
    int place_count;
    struct flattened_place *places; // what it declares to be bound or set from outside; owned
};

enum { FLATTENED_NAME_SIZE = 64 };

struct flattened_place {
    enum flattened_kind {
        FLATTENED_SAMPLER,
        FLATTENED_IMAGE,
        FLATTENED_BUFFER,
        FLATTENED_UNIFORM
    } kind;
    char name[FLATTENED_NAME_SIZE];    // of a buffer its block's
    char uniform[FLATTENED_NAME_SIZE]; // its name in the program, which does not name the step
    int binding;                       // -1 of a uniform
    bool is_read, is_written;          // of an image or buffer
};

// Flattens the fragment or compute shader of a program: includes and conditions decided, and only
// what it uses. `names` says how the names of steps begin: "s2_" becomes names[2] and '_'; it ends
// with NULL.
bool flatten_program(const struct program *program, const char *const names[],
                     struct flattened *flattened, struct error *error);

// Like flatten_program, for a text whose includes are already expanded.
void flatten_source(const struct shader_source *source, const char *const names[],
                    struct flattened *flattened);
void flatten_finish(struct flattened *flattened);

// Returns a copy with at most one empty line between two others, and none at the ends.
char *flatten_tidy(const char *text);
