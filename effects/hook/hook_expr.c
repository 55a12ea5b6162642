#include "effects/hook/hook_expr.h"

#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/number.h"
#include "render/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Takes ".w" or ".height" off the name of a texture.
static bool takes_axis(char *word, struct hook_op *op)
{
    static const char *const axes[] = { "w", "width", "h", "height", NULL };
    char *dot = strchr(word, '.');
    const int axis = hook_index(axes, dot + 1);
    op->kind = axis < 2 ? HOOK_OP_WIDTH : HOOK_OP_HEIGHT;
    *dot = axis < 0 ? '.' : '\0';
    return axis >= 0;
}

static bool read_word(char *word, struct hook_op *op, struct error *error)
{
    const int shown = names_shown(strlen(word));
    op->name = word;
    op->kind = HOOK_OP_SIGN;
    if (word[1] == '\0' && strchr("+-*/%><=!", word[0]))
        return true;
    if (strcmp(word, "==") == 0 || strcmp(word, ">=") == 0 || strcmp(word, "<=") == 0)
        return true; // players read the first sign alone
    op->kind = HOOK_OP_NUMBER;
    if (number_parse(word, strlen(word), &op->number) == NUMBER_FINE)
        return true;
    if (strchr("0123456789.-+", word[0]))
        return error_set(error, "'%.*s' is no number", shown, word);
    op->kind = HOOK_OP_NAME;
    return !strchr(word, '.') || takes_axis(word, op) ||
           error_set(error, "'%.*s' must end in .w, .h, .width or .height", shown, word);
}

// What a word takes off the stack, and how many numbers lie there behind it.
static bool check_depth(const struct hook_op *op, int *depth, struct error *error)
{
    const int takes = op->kind != HOOK_OP_SIGN ? 0 : op->name[0] == '!' ? 1 : 2;
    if (*depth < takes)
        return error_set(error, "'%c' takes %d number%s from before it, and %s there", op->name[0],
                         takes, text_plural(takes), *depth == 0 ? "none is" : "one is");
    *depth += 1 - takes;
    return *depth <= HOOK_EXPR_DEPTH ||
           error_set(error, "more than %d numbers wait for an operator", HOOK_EXPR_DEPTH);
}

// `line` becomes the place of the word that is wrong.
static bool read_words(struct hook_expr *expr, struct hook_line *line, struct error *error)
{
    int depth = 0;
    for (char *at = line->text; *at; at += strspn(at, " \t")) {
        char *word = at, *end = at + strcspn(at, " \t");
        struct hook_op op = { .column = expr->at.column + (int) (word - line->text) };
        at = end + (*end != '\0');
        *end = '\0';
        line->column = op.column;
        if (expr->count == HOOK_EXPR_MAX)
            return error_set(error, "an expression has at most %d words", HOOK_EXPR_MAX);
        if (!read_word(word, &op, error) || !check_depth(&op, &depth, error))
            return false;
        expr->ops = memory_grow(expr->ops, (size_t) expr->count + 1, sizeof(op));
        expr->ops[expr->count++] = op;
    }
    if (depth == 0)
        return error_set(error, "an expression is missing, as \"HOOKED.w 2 *\"");
    return depth == 1 ||
           error_set(error,
                     "it leaves %d numbers, and must leave one; operators stand behind their "
                     "numbers, as in \"HOOKED.w 2 *\"",
                     depth);
}

bool hook_expr_read(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    struct hook_expr *expr = field;
    struct hook_line at = *line;
    hook_expr_finish(expr);
    expr->at = *line;
    return read_words(expr, &at, reader->error) || hook_place(reader, &at);
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
                                    float *value)
{
    float stack[HOOK_EXPR_DEPTH] = { *value };
    int depth = 0;
    for (int i = 0; i < expr->count; i++) {
        const struct hook_op *op = &expr->ops[i];
        if (op->kind != HOOK_OP_SIGN) {
            if (!push(op, values, &stack[depth++]))
                return HOOK_ABSENT;
        } else if (op->name[0] == '!') {
            stack[depth - 1] = stack[depth - 1] == 0;
        } else if (stack[--depth] == 0 && strchr("/%", op->name[0])) {
            struct hook_line line = expr->at;
            line.column = op->column;
            hook_refuse(values->reader, &line, "divides by zero here");
            return HOOK_WRONG;
        } else {
            stack[depth - 1] = apply(op->name[0], stack[depth - 1], stack[depth]);
        }
    }
    *value = stack[0];
    return HOOK_FINE;
}
