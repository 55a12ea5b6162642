#pragma once

#include <stdbool.h>
#include <stddef.h>

// The tokens of GLSL, and the names that a text declares.

struct glsl_token {
    const char *at;
    size_t length; // bytes; 0 at the end of the text
};

// Returns the first token from `at` on, or the one after another. Both skip blanks and comments.
struct glsl_token glsl_token_first(const char *at);
struct glsl_token glsl_token_after(const struct glsl_token *token);
bool glsl_token_is(const struct glsl_token *token, const char *words); // one of "if ifdef ifndef"
bool glsl_token_is_sign(const struct glsl_token *token, const char *signs); // one of these
bool glsl_token_is_name(const struct glsl_token *token);

// Returns the end of the token's line, which includes the lines that a '\' joins to it.
const char *glsl_token_line_end(const struct glsl_token *token);

// The names in a text, each once, sorted by length and then by letters.
struct glsl_names {
    int count;
    struct glsl_name {
        struct glsl_token word;
        bool is_macro;    // the text has a #define of it
        bool is_declared; // the text has a function, or outside of functions a variable or a type
        bool is_tested;   // by #if, #ifdef, #ifndef or #elif
    } * all;              // owned; the words lie in the text
};

void glsl_names_collect(struct glsl_names *names, const char *text);
void glsl_names_finish(struct glsl_names *names);

// Returns the entry of a word; NULL if the text does not contain it.
const struct glsl_name *glsl_names_find(const struct glsl_names *names,
                                        const struct glsl_token *word);

// Returns true if the text declares a name or defines a macro of that name.
bool glsl_names_declare(const struct glsl_names *names, const char *name);

// Returns true if the text contains a name without declaring it or defining a macro of that name.
bool glsl_names_use(const struct glsl_names *names, const char *name);
