#include "app/export/glsl_fold.h"

#include "app/export/glsl_specialise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- literals

struct literal {
    enum { LITERAL_NONE, LITERAL_BOOL, LITERAL_INT, LITERAL_FLOAT } type;
    double value;
};

static struct literal literal_of(const struct glsl_word *word)
{
    struct literal literal = { LITERAL_NONE, 0 };
    char text[32];
    if (glsl_is(word, "true") || glsl_is(word, "false"))
        return (struct literal){ LITERAL_BOOL, word->text[0] == 't' };
    if (word->length == 0 || word->length > 30 || !strchr("0123456789.", word->text[0]))
        return literal;
    snprintf(text, sizeof(text), "%.*s", word->length, word->text);
    char *end;
    literal.value = strtod(text, &end);
    if (*end == '\0' && strncmp(text, "0x", 2) != 0 && strlen(text) < 10)
        literal.type = strpbrk(text, ".eE") ? LITERAL_FLOAT : LITERAL_INT;
    return literal.value == 0 && text[0] == '.' ? (struct literal){ LITERAL_NONE, 0 } : literal;
}

static bool is_bool(const struct glsl_word *word, bool value)
{
    return glsl_is(word, value ? "true" : "false");
}

// How tightly an operator binds; 0: what ends an operand, such as brackets, commas and ?:.
static int rank_of(const struct glsl_word *word)
{
    static const char *const signs[] = { "||", "^^", "&&", "|",  "^",  "&",  "==", "!=",
                                         "<",  ">",  "<=", ">=", "<<", ">>", "+",  "-",
                                         "*",  "/",  "%",  "!",  "~",  ".",  "++", "--" };
    static const int ranks[] = { 1, 2, 3,  4,  5,  6,  7,  7,  8,  8,  8,  8,
                                 9, 9, 10, 10, 11, 11, 11, 12, 12, 12, 12, 12 };
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (glsl_is(word, signs[i]))
            return ranks[i];
    return 0;
}

enum { RANK_OR = 1, RANK_AND = 3 };

// ---- expressions

// Returns the first word from `at` on, outside of brackets, that binds less than `rank`.
static int operand_end(const struct glsl *glsl, int at, int rank)
{
    for (; at < glsl->count - 1; at++) {
        const struct glsl_word *word = &glsl->words[at];
        if (strchr("([{", word->text[0]))
            at = glsl_close(glsl, at);
        else if (word->length == 1 && strchr(")]},;:?", word->text[0]))
            break;
        else if (rank_of(word) > 0 && rank_of(word) < rank)
            break;
    }
    return at;
}

static bool compare(const struct glsl_word *sign, double a, double b, bool *result)
{
    *result = glsl_is(sign, "==")   ? a == b
              : glsl_is(sign, "!=") ? a != b
              : glsl_is(sign, "<")  ? a < b
              : glsl_is(sign, ">")  ? a > b
              : glsl_is(sign, "<=") ? a <= b
                                    : a >= b;
    return rank_of(sign) == 7 || rank_of(sign) == 8;
}

// Only what leads to a condition: masks and sums of small numbers.
static bool calculate(const struct glsl_word *sign, int a, int b, int *result)
{
    *result = glsl_is(sign, "&")   ? a & b
              : glsl_is(sign, "|") ? a | b
              : glsl_is(sign, "+") ? a + b
              : glsl_is(sign, "-") ? a - b
                                   : -1;
    return *result >= 0 && a < 65536 && b < 65536;
}

// "2 < 4" and the like, where nothing beside binds closer.
static bool fold_operation(struct glsl *glsl, int i)
{
    const struct literal a = literal_of(&glsl->words[i]), b = literal_of(&glsl->words[i + 2]);
    const struct glsl_word *sign = &glsl->words[i + 1];
    const int rank = rank_of(sign);
    char text[16];
    bool holds;
    int result;
    if (a.type == LITERAL_NONE || a.type != b.type || rank == 0 ||
        rank_of(&glsl->words[i - 1]) >= rank || rank_of(&glsl->words[i + 3]) > rank)
        return false;
    if (compare(sign, a.value, b.value, &holds))
        snprintf(text, sizeof(text), "%s", holds ? "true" : "false");
    else if (a.type == LITERAL_INT && calculate(sign, (int) a.value, (int) b.value, &result))
        snprintf(text, sizeof(text), "%d", result);
    else
        return false;
    glsl_replace(glsl, i, text);
    glsl_cut(glsl, i + 1, i + 3);
    return true;
}

// A literal beside && or ||.
static bool fold_logic(struct glsl *glsl, int i)
{
    const struct glsl_word *words = glsl->words;
    const int before = rank_of(&words[i - 1]);
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
            rank_of(&words[i + 1]) <= rank) {
            glsl_cut(glsl, i - 1, i + 1); // x && true
            return true;
        }
    }
    return false;
}

static bool fold_choice(struct glsl *glsl, int i)
{
    const struct glsl_word *words = glsl->words;
    if (!glsl_is(&words[i + 1], "?") || literal_of(&words[i]).type != LITERAL_BOOL ||
        rank_of(&words[i - 1]) > 0)
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
    if (glsl_is(&words[i - 1], "!") && literal_of(&words[i]).type == LITERAL_BOOL) {
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
        at = strchr("([{", words[at].text[0]) ? glsl_close(glsl, at) + 1 : at + 1;
    return at + 1;
}

// Whether a block declares something, which is then known in it alone.
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
    if (!glsl_is(&words[i], "if") || literal_of(&words[i + 2]).type != LITERAL_BOOL ||
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
    if (!glsl_is(&words[i], "switch") || literal_of(&words[i + 2]).type != LITERAL_INT ||
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
        const bool is_literal = literal_of(&glsl->words[i]).type != LITERAL_NONE;
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
