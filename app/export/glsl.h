#pragma once

#include "render/shader_source.h"
#include "render/text/compiler.h"

#include <stdbool.h>
#include <stddef.h>

// GLSL cut into words, for what is changed in a shader before it is exported. Text between words,
// blanks and comments, belongs to the word behind it, so that writing all words gives the text.

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

// Cuts a text, which is copied, or that of a source.
void glsl_init(struct glsl *glsl, const char *text);
void glsl_init_source(struct glsl *glsl, const struct shader_source *source);
void glsl_finish(struct glsl *glsl);

// Finishes one whose texts words of another one point to: they go with that.
void glsl_take_over(struct glsl *glsl, struct glsl *from);

// Returns the text, for the caller to free.
char *glsl_print(const struct glsl *glsl);

bool glsl_is(const struct glsl_word *word, const char *text);
bool glsl_is_same(const struct glsl_word *a, const struct glsl_word *b);
bool glsl_is_name(const struct glsl_word *word); // an identifier or keyword

// glsl_rank returns the precedence of an operator; 0 for words that end an operand, such as
// brackets, commas and ?:. glsl_apply returns the result for two numbers; that of a division by 0
// is 0.
int glsl_rank(const struct glsl_word *word);
long glsl_apply(const struct glsl_word *sign, long a, long b);

// Returns the word that closes the bracket at `open`, one of ( [ {; the last word where none does.
int glsl_close(const struct glsl *glsl, int open);

// Returns the word behind the directive, with its continued lines, that begins at a "#".
int glsl_directive_end(const struct glsl *glsl, int first);

// Returns true if "##" appends to a word of a macro's body: "butterfly##RADIX".
bool glsl_is_pasted(const struct glsl_word *word);

// Returns the word behind a word, or behind the bracket that it opens.
int glsl_next(const struct glsl *glsl, int word);

// Takes out the words from `first` to before `end`, with the comments that belong to them.
void glsl_cut(struct glsl *glsl, int first, int end);

// Adds a word to the end, whose texts live as long.
void glsl_add(struct glsl *glsl, const struct glsl_word *word);

// Returns a copy of a text that lives as long as the words.
const char *glsl_keep(struct glsl *glsl, const char *text);

// Puts a text in the place of what stands before a word. How long the rest of the line is that the
// word before ends in, all of the space where the line goes on.
void glsl_set_space(struct glsl *glsl, struct glsl_word *word, const char *format, ...)
    PRINTF_LIKE(3, 4);
int glsl_line_end(const struct glsl_word *word);

// Puts a text, which is copied, in the place of a word.
void glsl_replace(struct glsl *glsl, int word, const char *text);
