#include "app/export/glsl_specialise.h"

#include "app/export/glsl_items.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct search {
    struct glsl *glsl;
    struct glsl_items items;
};

// Returns true if the word is a bool or int literal.
static bool is_literal(const struct glsl_word *word)
{
    const struct glsl_literal literal = glsl_literal(word);
    return literal.type == LITERAL_BOOL || literal.type == LITERAL_INT;
}

// The value of a choice of a step, "const int s3_curve = 6;", or of a literal; NULL: it is none.
static const struct glsl_word *value_of(const struct search *search, const struct glsl_word *word)
{
    const struct glsl_word *words = search->glsl->words;
    if (is_literal(word))
        return word;
    if (word->text[0] != 's' || !isdigit((unsigned char) word->text[1]))
        return NULL;
    for (int i = 0; i < search->items.count; i++) {
        const struct glsl_item *item = &search->items.all[i];
        if (item->kind == GLSL_VARIABLE && item->end - item->first == 6 &&
            glsl_is(&words[item->first], "const") && glsl_is_same(&words[item->first + 2], word))
            return &words[item->first + 4];
    }
    return NULL;
}

// ---- functions

// Returns true if the function is not overloaded and no macro calls it.
static bool is_alone(const struct search *search, const struct glsl_item *function)
{
    const struct glsl *glsl = search->glsl;
    const struct glsl_word *name = &glsl->words[function->names[0]];
    for (int i = 0; i < search->items.count; i++) {
        const struct glsl_item *item = &search->items.all[i];
        const bool is_function = item->kind == GLSL_FUNCTION || item->kind == GLSL_PROTOTYPE;
        if (is_function && item != function && glsl_is_same(&glsl->words[item->names[0]], name))
            return false;
    }
    for (int i = 0; i < glsl->count; i++) {
        const struct glsl_word *word = &glsl->words[i];
        const bool is_begun = glsl_is_pasted(word) && name->length > word->length &&
                              memcmp(name->text, word->text, (size_t) word->length) == 0;
        if (word->is_directive && (is_begun || glsl_is_same(word, name)))
            return false;
    }
    return true;
}

// Finds the i-th thing between brackets that open at a word: first word and the one behind.
static bool find_argument(const struct glsl *glsl, int open, int i, int *first, int *end)
{
    const int close = glsl_close(glsl, open);
    *first = open + 1;
    for (int at = open + 1; at <= close; at = at == close ? at + 1 : glsl_next(glsl, at))
        if (at == close || glsl_is(&glsl->words[at], ",")) {
            *end = at;
            if (i-- == 0)
                return *end > *first;
            *first = at + 1;
        }
    return false;
}

static bool is_assigned(const struct glsl *glsl, int first, int end, const struct glsl_word *name)
{
    static const char *const signs[] = { "=",  "+=", "-=", "*=", "/=", "%=",
                                         "&=", "|=", "^=", "++", "--" };
    for (int i = first; i < end; i++) {
        if (!glsl_is_same(&glsl->words[i], name))
            continue;
        for (size_t k = 0; k < sizeof(signs) / sizeof(signs[0]); k++)
            if (glsl_is(&glsl->words[i + 1], signs[k]) ||
                (k > 8 && glsl_is(&glsl->words[i - 1], signs[k])))
                return true;
    }
    return false;
}

// Returns the next word from `at` on that calls or names a function, but for its own; the last word
// where none does.
static int next_use(const struct glsl *glsl, const struct glsl_item *function, int at)
{
    while (at < glsl->count - 1 &&
           (at == function->names[0] ||
            !glsl_is_same(&glsl->words[at], &glsl->words[function->names[0]])))
        at++;
    return at;
}

// The value that all calls give an argument; NULL: they differ, or it is no constant.
static const struct glsl_word *common_value(const struct search *search,
                                            const struct glsl_item *function, int argument)
{
    const struct glsl *glsl = search->glsl;
    const struct glsl_word *value = NULL;
    int first, end;
    for (int i = 0; (i = next_use(glsl, function, i)) < glsl->count - 1; i++) {
        if (!glsl_is(&glsl->words[i + 1], "(") ||
            !find_argument(glsl, i + 1, argument, &first, &end) || end != first + 1)
            return NULL;
        const struct glsl_word *here = value_of(search, &glsl->words[first]);
        if (!here || (value && !glsl_is_same(here, value)))
            return NULL;
        value = here;
    }
    return value;
}

// Puts a word, which is copied, in the place of a name.
static void put_value(struct glsl *glsl, int first, int end, struct glsl_word name,
                      struct glsl_word value)
{
    for (int i = first; i < end; i++)
        if (glsl_is_same(&glsl->words[i], &name) && !glsl_is(&glsl->words[i - 1], ".")) {
            glsl->words[i].text = value.text;
            glsl->words[i].length = value.length;
        }
}

// Takes an argument out of a list, with the comma beside it.
static void cut_argument(struct glsl *glsl, int open, int argument)
{
    int first, end;
    if (!find_argument(glsl, open, argument, &first, &end))
        return;
    const bool is_last = glsl_is(&glsl->words[end], ")");
    if (argument > 0)
        glsl_cut(glsl, first - 1, end);
    else
        glsl_cut(glsl, first, is_last ? end : end + 1);
}

// Returns true if a function does not use an argument, and no call computes the argument with side
// effects.
static bool is_unused(const struct glsl *glsl, const struct glsl_item *function, int argument,
                      const struct glsl_word *parameter)
{
    int first, end;
    for (int i = glsl_close(glsl, function->names[0] + 1); i < function->end; i++)
        if (glsl_is_same(&glsl->words[i], parameter))
            return false;
    for (int i = 0; (i = next_use(glsl, function, i)) < glsl->count - 1; i++) {
        if (!glsl_is(&glsl->words[i + 1], "(") ||
            !find_argument(glsl, i + 1, argument, &first, &end))
            return false;
        for (int k = first; k < end; k++)
            if (strchr("(=+-", glsl->words[k].text[0]))
                return false;
    }
    return true;
}

static bool specialise_argument(const struct search *search, const struct glsl_item *function,
                                int argument)
{
    struct glsl *glsl = search->glsl;
    int first, end;
    const int open = function->names[0] + 1;
    if (!find_argument(glsl, open, argument, &first, &end) || end - first != 2)
        return false; // it has a qualifier
    const struct glsl_word *value = common_value(search, function, argument);
    const struct glsl_word parameter = glsl->words[first + 1], name = glsl->words[open - 1];
    const int body = glsl_close(glsl, open);
    if (value && !is_assigned(glsl, body, function->end, &parameter)) {
        put_value(glsl, body, function->end, parameter, *value);
    } else if (!is_unused(glsl, function, argument, &parameter)) {
        return false;
    }
    for (int i = glsl->count - 2; i > 0; i--)
        if (glsl_is_same(&glsl->words[i], &name) && glsl_is(&glsl->words[i + 1], "("))
            cut_argument(glsl, i + 1, argument);
    return true;
}

// "vec4 f(vec4 color) { return color; }": a call of it becomes what it is given.
static bool specialise_identity(struct glsl *glsl, const struct glsl_item *function)
{
    const struct glsl_word *words = glsl->words, *at = &words[function->first];
    const bool is_identity = function->end - function->first == 11 && glsl_is(&at[7], "return") &&
                             glsl_is_same(&at[4], &at[8]) && glsl_is_same(&at[0], &at[3]);
    for (int i = 0; is_identity && (i = next_use(glsl, function, i)) < glsl->count - 1; i++) {
        if (!strchr("(,=", words[i - 1].text[0]) && !glsl_is(&words[i - 1], "return"))
            continue;
        const int close = glsl_close(glsl, i + 1);
        glsl_cut(glsl, close, close + 1);
        glsl_cut(glsl, i, i + 2);
        return true;
    }
    return false;
}

// ---- variables

static int block_end(const struct glsl *glsl, int at)
{
    while (at < glsl->count - 1 && !glsl_is(&glsl->words[at], "}"))
        at = glsl_next(glsl, at);
    return at;
}

// "bool own = true;" that stays so.
static bool specialise_variable(struct glsl *glsl)
{
    for (int i = 1; i < glsl->count - 5; i++) {
        const struct glsl_word *words = glsl->words;
        if (!glsl_is(&words[i], "bool") || !glsl_is(&words[i + 2], "=") ||
            !glsl_is(&words[i + 4], ";") || !is_literal(&words[i + 3]) ||
            !strchr(";{}", words[i - 1].text[0]))
            continue;
        const int end = block_end(glsl, i + 5);
        if (is_assigned(glsl, i + 5, end, &words[i + 1]))
            continue;
        put_value(glsl, i + 5, end, words[i + 1], words[i + 3]);
        glsl_cut(glsl, i, i + 5);
        return true;
    }
    return false;
}

bool glsl_specialise(struct glsl *glsl)
{
    struct search search = { .glsl = glsl };
    bool found = false;
    glsl_items_list(glsl, &search.items);
    for (int i = 0; i < search.items.count && !found; i++) {
        const struct glsl_item *item = &search.items.all[i];
        if (item->kind == GLSL_FUNCTION && item->arguments > 0 && is_alone(&search, item))
            for (int k = 0; k < item->arguments && !found; k++)
                found = specialise_argument(&search, item, k);
        if (!found && item->kind == GLSL_FUNCTION && is_alone(&search, item))
            found = specialise_identity(glsl, item);
    }
    glsl_items_finish(&search.items);
    return found || specialise_variable(glsl);
}
