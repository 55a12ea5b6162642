#pragma once

#include <stdbool.h>
#include <stddef.h>

// The words, numbers and signs of GLSL.

struct hook_token {
    const char *at;
    size_t length; // 0: the body ends
};

// The first one from `at` on, behind blanks and comments, and that behind another one.
struct hook_token hook_token_first(const char *at);
struct hook_token hook_token_after(const struct hook_token *token);
bool hook_token_is(const struct hook_token *token, const char *text);
bool hook_token_is_sign(const struct hook_token *token, const char *signs); // one of these
bool hook_token_is_name(const struct hook_token *token);

// The end of the line of a token, behind lines that a '\' joins to it.
const char *hook_token_line_end(const struct hook_token *token);

// The names in a body, each once, sorted by length and then by letters.
struct hook_names {
    int count;
    struct hook_name {
        struct hook_token word;
        bool is_macro;    // the body has a #define of it
        bool is_declared; // by the body: a function, or outside of functions
        bool is_tested;   // by #if, #ifdef, #ifndef or #elif
    } * all;              // owned; the words lie in the body
};

void hook_names_find(struct hook_names *names, const char *body);
void hook_names_finish(struct hook_names *names);

// Returns the name that a word is, or NULL where the body does not have it.
const struct hook_name *hook_names_of(const struct hook_names *names,
                                      const struct hook_token *word);

// Returns whether the body has a name and gives it no meaning of its own.
bool hook_names_use(const struct hook_names *names, const char *name);
