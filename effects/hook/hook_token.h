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

// How a word stands in a body.
enum hook_use {
    HOOK_UNUSED,
    HOOK_USED,
    HOOK_OWN, // it is a function of the body: a type stands before it and a '(' behind
};
enum hook_use hook_token_use(const char *body, const char *word);
