#include "app/export/glsl.h"

#include "effects/hook/glsl_token.h"
#include "render/text/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *glsl_keep(struct glsl *glsl, const char *text)
{
    glsl->kept = memory_grow(glsl->kept, (size_t) glsl->kept_count + 1, sizeof(*glsl->kept));
    return glsl->kept[glsl->kept_count++] = memory_copy(text);
}

void glsl_add(struct glsl *glsl, const struct glsl_word *word)
{
    if ((glsl->count & (glsl->count - 1)) == 0) // it is full at each power of 2
        glsl->words = memory_grow(glsl->words, 2 * (size_t) glsl->count + 1, sizeof(*glsl->words));
    glsl->words[glsl->count++] = *word;
}

static void init(struct glsl *glsl, const char *text, const struct shader_source *source)
{
    *glsl = (struct glsl){ 0 };
    const char *at = glsl_keep(glsl, text);
    struct glsl_word word = { .file = 0 };
    int line = 0;
    do {
        const struct glsl_token token = glsl_token_first(at);
        word.space = at;
        word.space_length = (int) (token.at - at);
        for (; at < word.space + word.space_length; at++) {
            line += *at == '\n';
            word.is_directive &= *at != '\n' || at[-1] == '\\';
        }
        if (source)
            word.file = line < source->line_count ? source->lines[line].file : -1;
        word.text = token.at;
        word.length = (int) token.length;
        word.is_directive |= glsl_is(&word, "#");
        word.is_directive &= word.length > 0;
        glsl_add(glsl, &word);
        at += word.length;
    } while (word.length > 0);
}

void glsl_init(struct glsl *glsl, const char *text)
{
    init(glsl, text, NULL);
}

void glsl_init_source(struct glsl *glsl, const struct shader_source *source)
{
    init(glsl, source->text, source);
}

void glsl_finish(struct glsl *glsl)
{
    for (int i = 0; i < glsl->kept_count; i++)
        free(glsl->kept[i]);
    free(glsl->kept);
    free(glsl->words);
    *glsl = (struct glsl){ 0 };
}

void glsl_take_over(struct glsl *glsl, struct glsl *from)
{
    const size_t own = (size_t) glsl->kept_count, more = (size_t) from->kept_count;
    glsl->kept = memory_grow(glsl->kept, own + more, sizeof(*glsl->kept));
    memcpy(glsl->kept + own, from->kept, more * sizeof(*glsl->kept));
    glsl->kept_count += from->kept_count;
    from->kept_count = 0;
    glsl_finish(from);
}

char *glsl_print(const struct glsl *glsl)
{
    size_t length = 0;
    for (int i = 0; i < glsl->count; i++)
        length += (size_t) (glsl->words[i].space_length + glsl->words[i].length);
    char *text = memory_new(length + 1, 1), *at = text;
    for (int i = 0; i < glsl->count; i++) {
        const struct glsl_word *word = &glsl->words[i];
        memcpy(at, word->space, (size_t) word->space_length);
        memcpy(at + word->space_length, word->text, (size_t) word->length);
        at += word->space_length + word->length;
    }
    return text;
}

bool glsl_is(const struct glsl_word *word, const char *text)
{
    return strlen(text) == (size_t) word->length &&
           memcmp(word->text, text, (size_t) word->length) == 0;
}

bool glsl_is_same(const struct glsl_word *a, const struct glsl_word *b)
{
    return a->length == b->length && memcmp(a->text, b->text, (size_t) a->length) == 0;
}

bool glsl_is_name(const struct glsl_word *word)
{
    return glsl_token_is_name(&(struct glsl_token){ word->text, (size_t) word->length });
}

int glsl_directive_end(const struct glsl *glsl, int first)
{
    int end = first + 1;
    while (glsl->words[end].is_directive && !glsl_is(&glsl->words[end], "#"))
        end++;
    return end;
}

bool glsl_is_pasted(const struct glsl_word *word)
{
    return word->is_directive && glsl_is(word + 1, "##");
}

int glsl_rank(const struct glsl_word *word)
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

long glsl_apply(const struct glsl_word *sign, long a, long b)
{
    const char c = sign->text[0], second = sign->length == 2 ? sign->text[1] : '\0';
    switch (c) {
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '<':
        return second == '<' ? a << b : second == '=' ? a <= b : a < b;
    case '>':
        return second == '>' ? a >> b : second == '=' ? a >= b : a > b;
    case '&':
        return second ? a && b : a & b;
    case '|':
        return second ? a || b : a | b;
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return b != 0 ? a / b : 0;
    default:
        return b != 0 ? a % b : 0;
    }
}

int glsl_close(const struct glsl *glsl, int open)
{
    int depth = 0;
    for (int i = open; i < glsl->count; i++) {
        const struct glsl_word *word = &glsl->words[i];
        if (word->length != 1)
            continue;
        depth += strchr("([{", word->text[0]) != NULL;
        depth -= strchr(")]}", word->text[0]) != NULL;
        if (depth == 0)
            return i;
    }
    return glsl->count - 1;
}

int glsl_next(const struct glsl *glsl, int word)
{
    const struct glsl_word *at = &glsl->words[word];
    return at->length == 1 && strchr("([{", at->text[0]) ? glsl_close(glsl, word) + 1 : word + 1;
}

void glsl_set_space(struct glsl *glsl, struct glsl_word *word, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    word->space_length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *space = memory_new((size_t) word->space_length + 1, 1);
    vsnprintf(space, (size_t) word->space_length + 1, format, list);
    va_end(list);
    word->space = glsl_keep(glsl, space);
    free(space);
}

int glsl_line_end(const struct glsl_word *word)
{
    int end = 0;
    while (end < word->space_length && word->space[end] != '\n')
        end++;
    return end;
}

// Joins two spaces that meet: the line of the first, whose comment belongs to the code before it,
// goes on with the lines of the second.
static void join_spaces(struct glsl *glsl, const struct glsl_word *first, struct glsl_word *end)
{
    const int line = glsl_line_end(first), rest = glsl_line_end(end);
    if (line < first->space_length && rest < end->space_length) {
        glsl_set_space(glsl, end, "%.*s%.*s", line, first->space, end->space_length - rest,
                       end->space + rest);
    } else if (!strchr(",;)]", end->text[0])) {
        end->space = first->space;
        end->space_length = first->space_length;
    }
}

void glsl_cut(struct glsl *glsl, int first, int end)
{
    struct glsl_word *words = glsl->words;
    if (first == end)
        return;
    join_spaces(glsl, &words[first], &words[end]);
    memmove(words + first, words + end, (size_t) (glsl->count - end) * sizeof(*words));
    glsl->count -= end - first;
}

void glsl_replace(struct glsl *glsl, int word, const char *text)
{
    glsl->words[word].text = glsl_keep(glsl, text);
    glsl->words[word].length = (int) strlen(text);
}
