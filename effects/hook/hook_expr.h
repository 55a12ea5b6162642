#pragma once

#include "effects/hook/hook_block.h"

// The expressions of a shader file: reverse Polish, as "HOOKED.w 2 *" or "OUTPUT.w MAIN.w / 1.2 >".

enum { HOOK_EXPR_DEPTH = 32, HOOK_EXPR_MAX = 256 }; // numbers on the stack; words

struct hook_op {
    enum { HOOK_OP_NUMBER, HOOK_OP_WIDTH, HOOK_OP_HEIGHT, HOOK_OP_NAME, HOOK_OP_SIGN } kind;
    float number;     // of a number
    const char *name; // of a texture, parameter or choice, or the sign; borrowed
    int column;       // in its line, from 1
};

struct hook_expr {
    struct hook_line at;
    int count; // 0: it is not given
    struct hook_op *ops;
};

// Reads the words of the line, which it ends with zeros and borrows, into a struct hook_expr. False
// where it does not leave one number.
hook_read hook_expr_read;
void hook_expr_finish(struct hook_expr *expr);

// What names stand for while an expression is evaluated.
struct hook_values {
    bool (*size)(const void *of, const char *texture, float size[2]); // false: it is not there
    float (*named)(const void *of, const char *name);
    const void *of;
    const struct hook_reader *reader; // for errors
};

enum hook_result {
    HOOK_FINE,
    HOOK_ABSENT, // a texture that it names is not there: a pass before did not run
    HOOK_WRONG,  // it divides by zero: the error is set
};

// An expression that is not given leaves `value` as it was.
enum hook_result hook_expr_evaluate(const struct hook_expr *expr, const struct hook_values *values,
                                    float *value);
