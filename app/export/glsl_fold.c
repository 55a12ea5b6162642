#include "app/export/glsl_fold.h"

#include "app/export/glsl_specialise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_bool(const struct glsl_word *word, bool value)
{
    return glsl_is(word, value ? "true" : "false");
}

enum { RANK_OR = 1, RANK_AND = 3, RANK_EQUAL = 7, RANK_LESS = 8 }; // of glsl_rank

// ---- expressions

// Returns the first word from `at` on, outside of brackets, that binds less than `rank`.
static int operand_end(const struct glsl *glsl, int at, int rank)
{
    for (; at < glsl->count - 1; at = glsl_next(glsl, at)) {
        const struct glsl_word *word = &glsl->words[at];
        const bool is_end = word->length == 1 && strchr(")]},;:?", word->text[0]);
        if (is_end || (glsl_rank(word) > 0 && glsl_rank(word) < rank))
            break;
    }
    return at;
}

// "2 < 4" and the like, where nothing beside binds closer. Of sums and masks only those of small
// numbers, which lead to a condition.
static bool fold_operation(struct glsl *glsl, int i)
{
    const struct glsl_literal a = glsl_literal(&glsl->words[i]),
                              b = glsl_literal(&glsl->words[i + 2]);
    const struct glsl_word *sign = &glsl->words[i + 1];
    const int rank = glsl_rank(sign);
    const double result = rank > 0 ? glsl_apply(sign, a.value, b.value) : 0;
    const bool compares = rank == RANK_EQUAL || rank == RANK_LESS;
    const bool sums = a.type == LITERAL_INT && sign->length == 1 && strchr("&|+-", sign->text[0]) &&
                      a.value < 65536 && b.value < 65536 && result >= 0;
    char text[16];
    if (a.type == LITERAL_NONE || a.type != b.type || rank == 0 || !(compares || sums) ||
        glsl_rank(&glsl->words[i - 1]) >= rank || glsl_rank(&glsl->words[i + 3]) > rank)
        return false;
    if (compares)
        snprintf(text, sizeof(text), "%s", result != 0 ? "true" : "false");
    else
        snprintf(text, sizeof(text), "%d", (int) result);
    glsl_replace(glsl, i, text);
    glsl_cut(glsl, i + 1, i + 3);
    return true;
}

// A literal beside && or ||.
static bool fold_logic(struct glsl *glsl, int i)
{
    const struct glsl_word *words = glsl->words;
    const int before = glsl_rank(&words[i - 1]);
    for (int is_or = 0; is_or < 2; is_or++) {
        const int rank = is_or ? RANK_OR : RANK_AND;
        const char *sign = is_or ? "||" : "&&";
        if (glsl_is(&words[i + 1], sign) && is_bool(&words[i], !is_or) && before <= rank) {
            glsl_cut(glsl, i, i + 2); // true && x
            return true;
        }
        if (glsl_is(&words[i + 1], sign) && is_bool(&words[i], is_or) && before < rank) {
            glsl_cut(glsl, i + 1, operand_end(glsl, i + 1, rank)); // false && x
            return true;
        }
        if (glsl_is(&words[i - 1], sign) && is_bool(&words[i], !is_or) &&
            glsl_rank(&words[i + 1]) <= rank) {
            glsl_cut(glsl, i - 1, i + 1); // x && true
            return true;
        }
    }
    return false;
}

static bool fold_choice(struct glsl *glsl, int i)
{
    const struct glsl_word *words = glsl->words;
    if (!glsl_is(&words[i + 1], "?") || glsl_literal(&words[i]).type != LITERAL_BOOL ||
        glsl_rank(&words[i - 1]) > 0)
        return false;
    int colon = operand_end(glsl, i + 2, 0);
    for (int open = 0; open > 0 || !glsl_is(&words[colon], ":");) {
        open += glsl_is(&words[colon], "?") ? 1 : -1;
        colon = operand_end(glsl, colon + 1, 0);
    }
    int end = operand_end(glsl, colon + 1, 0);
    for (int open = 0; glsl_is(&words[end], "?") || (open > 0 && glsl_is(&words[end], ":"));) {
        open += glsl_is(&words[end], "?") ? 1 : -1;
        end = operand_end(glsl, end + 1, 0);
    }
    if (is_bool(&words[i], true)) {
        glsl_cut(glsl, colon, end);
        glsl_cut(glsl, i, i + 2);
    } else {
        glsl_cut(glsl, i, colon + 1);
    }
    return true;
}

static bool fold_brackets(struct glsl *glsl, int i)
{
    const struct glsl_word *words = glsl->words;
    const bool is_alone = !glsl_is_name(&words[i - 2]) || glsl_is(&words[i - 2], "return");
    if (glsl_is(&words[i - 1], "!") && glsl_literal(&words[i]).type == LITERAL_BOOL) {
        glsl_replace(glsl, i, is_bool(&words[i], true) ? "false" : "true");
        glsl_cut(glsl, i - 1, i);
        return true;
    }
    if (!glsl_is(&words[i - 1], "(") || !glsl_is(&words[i + 1], ")") || !is_alone ||
        glsl_is(&words[i - 2], "]"))
        return false;
    glsl_cut(glsl, i + 1, i + 2);
    glsl_cut(glsl, i - 1, i);
    return true;
}

// ---- statements

// Returns the word behind the statement that begins at `at`.
static int statement_end(const struct glsl *glsl, int at)
{
    const struct glsl_word *words = glsl->words;
    if (glsl_is(&words[at], "{"))
        return glsl_close(glsl, at) + 1;
    if (glsl_is(&words[at], "if") || glsl_is(&words[at], "for") || glsl_is(&words[at], "while") ||
        glsl_is(&words[at], "switch")) {
        const bool may_go_on = glsl_is(&words[at], "if");
        at = statement_end(glsl, glsl_close(glsl, at + 1) + 1);
        return may_go_on && glsl_is(&words[at], "else") ? statement_end(glsl, at + 1) : at;
    }
    if (glsl_is(&words[at], "else") || glsl_is(&words[at], "do"))
        return statement_end(glsl, at + 1);
    while (!glsl_is(&words[at], ";") && at < glsl->count - 1)
        at = glsl_next(glsl, at);
    return at + 1;
}

// Returns true if a block has a declaration, whose scope ends with the block.
static bool declares(const struct glsl *glsl, int open)
{
    for (int i = open + 1; i < glsl_close(glsl, open); i++)
        if (glsl_is_name(&glsl->words[i]) && glsl_is_name(&glsl->words[i + 1]) &&
            !glsl_is(&glsl->words[i], "return") && !glsl_is(&glsl->words[i], "else"))
            return true;
    return false;
}

enum { INDENT = 4 };

// Leaves of a statement the part from `first` to before `end`, without its braces where they can
// go.
static void leave_part(struct glsl *glsl, int statement, int first, int end, int statement_end_)
{
    const bool is_else = glsl_is(&glsl->words[statement - 1], "else");
    const bool has_braces = first < end && glsl_is(&glsl->words[first], "{");
    if (has_braces && !is_else && !declares(glsl, first)) {
        first++;
        end--;
    }
    if (first == end && is_else)
        statement--;
    if (!has_braces || !glsl_is(&glsl->words[first], "{"))
        glsl_dedent(glsl, first, end, INDENT);
    glsl_cut(glsl, end, statement_end_);
    glsl_cut(glsl, statement, first);
}

static bool fold_if(struct glsl *glsl, int i)
{
    const struct glsl_word *words = glsl->words;
    if (!glsl_is(&words[i], "if") || glsl_literal(&words[i + 2]).type != LITERAL_BOOL ||
        !glsl_is(&words[i + 3], ")"))
        return false;
    const int then_end = statement_end(glsl, i + 4), end = statement_end(glsl, i);
    if (is_bool(&words[i + 2], true))
        leave_part(glsl, i, i + 4, then_end, end);
    else if (end > then_end)
        leave_part(glsl, i, then_end + 1, end, end);
    else
        leave_part(glsl, i, end, end, end);
    return true;
}

// The statements of the case that is taken, up to its break.
static bool fold_switch(struct glsl *glsl, int i)
{
    const struct glsl_word *words = glsl->words;
    if (!glsl_is(&words[i], "switch") || glsl_literal(&words[i + 2]).type != LITERAL_INT ||
        !glsl_is(&words[i + 3], ")"))
        return false;
    const int end = glsl_close(glsl, i + 4) + 1;
    int first = end, last = end;
    for (int at = i + 5; at < end - 1 && first == end; at++) {
        if (glsl_is(&words[at], "{"))
            at = glsl_close(glsl, at);
        else if ((glsl_is(&words[at], "case") && glsl_is_same(&words[at + 1], &words[i + 2])) ||
                 glsl_is(&words[at], "default"))
            first = at + (glsl_is(&words[at], "case") ? 3 : 2);
    }
    for (last = first; last < end && !glsl_is(&words[last], "break"); last++) {
        if (glsl_is(&words[last], "case") || glsl_is(&words[last], "default"))
            return false;
        if (glsl_is(&words[last], "{"))
            last = glsl_close(glsl, last);
    }
    leave_part(glsl, i, first, last, end);
    return true;
}

static bool fold_once(struct glsl *glsl)
{
    bool has_changed = false;
    for (int i = 2; i < glsl->count - 4; i++) {
        const struct glsl_word *word = &glsl->words[i];
        const bool is_literal = !word->is_directive && glsl_literal(word).type != LITERAL_NONE;
        has_changed |= fold_if(glsl, i) || fold_switch(glsl, i);
        has_changed |= is_literal && (fold_operation(glsl, i) || fold_logic(glsl, i) ||
                                      fold_choice(glsl, i) || fold_brackets(glsl, i));
    }
    return has_changed;
}

void glsl_fold(struct glsl *glsl)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = glsl_specialise(glsl);
        while (fold_once(glsl))
            has_changed = true;
    }
}
