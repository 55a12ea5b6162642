#include "effects/hook/hook_expr.h"

#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char signs[] = "+-*/%><=!";

// Takes ".w" or ".height" off the name of a texture.
static bool takes_axis(char *word, enum hook_op_kind *kind)
{
    static const char *const axes[] = { "w", "width", "h", "height" };
    char *dot = strchr(word, '.');
    for (int i = 0; dot && i < 4; i++)
        if (strcmp(dot + 1, axes[i]) == 0) {
            *kind = i < 2 ? HOOK_OP_WIDTH : HOOK_OP_HEIGHT;
            *dot = '\0';
            return true;
        }
    return false;
}

static bool read_word(char *word, struct hook_op *op, struct error *error)
{
    const size_t length = strlen(word);
    op->name = word;
    if (length == 1 && strchr(signs, word[0])) {
        op->kind = HOOK_OP_SIGN;
        op->sign = word[0];
        return true;
    }
    if (number_parse(word, length, &op->number) == NUMBER_FINE) {
        op->kind = HOOK_OP_NUMBER;
        return true;
    }
    if (strchr("0123456789.-+", word[0]))
        return error_set(error, "'%.*s' is no number", names_shown(length), word);
    op->kind = HOOK_OP_NAME;
    if (strchr(word, '.') && !takes_axis(word, &op->kind))
        return error_set(error, "'%.*s' must end in .w, .h, .width or .height", names_shown(length),
                         word);
    return word[0] != '\0' || error_set(error, "a name is missing before the point");
}

// What a word takes off the stack, and how many numbers lie there behind it.
static bool check_depth(const struct hook_op *op, int *depth, struct error *error)
{
    const int takes = op->kind != HOOK_OP_SIGN ? 0 : op->sign == '!' ? 1 : 2;
    if (*depth < takes)
        return error_set(error, "'%c' takes %d number%s from before it, and %s there", op->sign,
                         takes, takes > 1 ? "s" : "", *depth == 0 ? "none is" : "one is");
    *depth += 1 - takes;
    return *depth <= HOOK_EXPR_DEPTH ||
           error_set(error, "more than %d numbers wait for an operator", HOOK_EXPR_DEPTH);
}

static bool read_words(struct hook_expr *expr, char *text, int *column, struct error *error)
{
    int depth = 0;
    const int first = *column;
    for (char *at = text; *(at += strspn(at, " \t")) != '\0';) {
        *column = first + (int) (at - text);
        const size_t length = strcspn(at, " \t");
        char *next = at + length + (at[length] != '\0');
        at[length] = '\0';
        if (expr->count == HOOK_EXPR_MAX)
            return error_set(error, "an expression has at most %d words", HOOK_EXPR_MAX);
        struct hook_op op = { .column = *column };
        if (!read_word(at, &op, error) || !check_depth(&op, &depth, error))
            return false;
        expr->ops = memory_grow(expr->ops, (size_t) expr->count + 1, sizeof(op));
        expr->ops[expr->count++] = op;
        at = next;
    }
    if (depth == 0)
        return error_set(error, "an expression is missing, as \"HOOKED.w 2 *\"");
    return depth == 1 ||
           error_set(error,
                     "it leaves %d numbers, and must leave one; operators stand behind their "
                     "numbers, as in \"HOOKED.w 2 *\"",
                     depth);
}

bool hook_expr_read(struct hook_expr *expr, char *text, int line, int *column, struct error *error)
{
    hook_expr_finish(expr);
    expr->line = line;
    return read_words(expr, text, column, error);
}

void hook_expr_finish(struct hook_expr *expr)
{
    free(expr->ops);
    *expr = (struct hook_expr){ 0 };
}

static float apply(char sign, float a, float b)
{
    return sign == '+'   ? a + b
           : sign == '-' ? a - b
           : sign == '*' ? a * b
           : sign == '/' ? a / b
           : sign == '%' ? fmodf(a, b)
           : sign == '>' ? a > b
           : sign == '<' ? a < b
                         : fabsf(a - b) <= 1e-6f * fmaxf(fabsf(a), fabsf(b));
}

// Puts the value of a name or number on the stack.
static bool push(const struct hook_op *op, const struct hook_values *values, float *top)
{
    float size[2] = { 0 };
    if (op->kind == HOOK_OP_NUMBER)
        *top = op->number;
    else if (op->kind == HOOK_OP_NAME)
        *top = values->named(values->of, op->name);
    else if (values->size(values->of, op->name, size))
        *top = size[op->kind == HOOK_OP_HEIGHT];
    else
        return false;
    return true;
}

enum hook_result hook_expr_evaluate(const struct hook_expr *expr, const struct hook_values *values,
                                    float *value, int *column)
{
    float stack[HOOK_EXPR_DEPTH];
    int depth = 0;
    for (int i = 0; i < expr->count; i++) {
        const struct hook_op *op = &expr->ops[i];
        if (op->kind != HOOK_OP_SIGN) {
            if (!push(op, values, &stack[depth++]))
                return HOOK_ABSENT;
        } else if (op->sign == '!') {
            stack[depth - 1] = stack[depth - 1] == 0;
        } else {
            depth--;
            *column = op->column;
            if ((op->sign == '/' || op->sign == '%') && stack[depth] == 0)
                return HOOK_DIVIDES;
            stack[depth - 1] = apply(op->sign, stack[depth - 1], stack[depth]);
        }
    }
    *value = stack[0];
    return HOOK_FINE;
}
