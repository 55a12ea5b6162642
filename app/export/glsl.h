#pragma once

#include <stdbool.h>
#include <stddef.h>

// GLSL cut into words, for what is changed in a shader before it is exported. Text between words,
// blanks and comments, belongs to the word behind it, so that writing all words gives the text.

struct glsl_word {
    const char *space; // what stands before it; borrowed from the text or from `kept`
    const char *text;
    int space_length, length; // bytes; length 0: the end, with what is left of the text
    int line;                 // of the text that it was read from, from 0
};

struct glsl {
    int count; // of words, the end among them
    struct glsl_word *words;
    char **kept; // texts that words point to; owned
    int kept_count;
};

// Cuts a text, which is copied. A directive, with its continued lines, is one word.
void glsl_init(struct glsl *glsl, const char *text);
void glsl_finish(struct glsl *glsl);

// Returns the text, for the caller to free.
char *glsl_print(const struct glsl *glsl);

bool glsl_is(const struct glsl_word *word, const char *text);
bool glsl_is_same(const struct glsl_word *a, const struct glsl_word *b);
bool glsl_is_name(const struct glsl_word *word);      // an identifier or keyword
bool glsl_is_directive(const struct glsl_word *word); // "#define A 1"

// Returns the word that closes the bracket at `open`, one of ( [ {; the last word where none does.
int glsl_close(const struct glsl *glsl, int open);

// Takes out the words from `first` to before `end`, with the comments that belong to them.
void glsl_cut(struct glsl *glsl, int first, int end);

// Returns a copy of a text that lives as long as the words.
const char *glsl_keep(struct glsl *glsl, const char *text);

// Puts a text, which is copied, in the place of a word.
void glsl_replace(struct glsl *glsl, int word, const char *text);

// Takes that many blanks off the beginning of the lines from one word to before another.
void glsl_dedent(struct glsl *glsl, int first, int end, int blanks);
