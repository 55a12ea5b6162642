#include "app/export/glsl.h"

#include "effects/hook/hook_token.h"
#include "render/text/memory.h"
#include "render/text/text_writer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_in_name(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

// How many bytes of blanks and comments `text` begins with.
static size_t space_length(const char *text)
{
    return (size_t) (hook_token_first(text).at - text);
}

static size_t directive_length(const char *text)
{
    size_t length = strcspn(text, "\n");
    while (text[length] == '\n' && text[length - 1] == '\\')
        length += 1 + strcspn(text + length + 1, "\n");
    return length;
}

// A number with its point, exponent and suffix.
static size_t number_length(const char *text)
{
    size_t length = 1;
    while (is_in_name(text[length]) || text[length] == '.' ||
           ((text[length] == '-' || text[length] == '+') && strchr("eE", text[length - 1]) &&
            strncmp(text, "0x", 2) != 0))
        length++;
    return length;
}

static size_t word_length(const char *text)
{
    static const char *const signs[] = { "<<=", ">>=", "==", "!=", "<=", ">=", "&&", "||",
                                         "##",  "^^",  "<<", ">>", "++", "--", "+=", "-=",
                                         "*=",  "/=",  "%=", "&=", "|=", "^=" };
    size_t length = 0;
    if (text[0] == '#' && text[1] != '#')
        return directive_length(text);
    if (isdigit((unsigned char) text[0]) || (text[0] == '.' && isdigit((unsigned char) text[1])))
        return number_length(text);
    while (is_in_name(text[length]))
        length++;
    for (size_t i = 0; length == 0 && i < sizeof(signs) / sizeof(signs[0]); i++)
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            length = strlen(signs[i]);
    return length > 0 ? length : text[0] != '\0';
}

const char *glsl_keep(struct glsl *glsl, const char *text)
{
    glsl->kept = memory_grow(glsl->kept, (size_t) glsl->kept_count + 1, sizeof(*glsl->kept));
    return glsl->kept[glsl->kept_count++] = memory_copy(text);
}

void glsl_init(struct glsl *glsl, const char *text)
{
    *glsl = (struct glsl){ 0 };
    const char *at = glsl_keep(glsl, text);
    int line = 0, room = 0;
    for (bool ends = false; !ends;) {
        const size_t space = space_length(at), length = word_length(at + space);
        for (size_t i = 0; i < space; i++)
            line += at[i] == '\n';
        if (glsl->count == room) {
            room = room > 0 ? 2 * room : 1024;
            glsl->words = memory_grow(glsl->words, (size_t) room, sizeof(*glsl->words));
        }
        glsl->words[glsl->count++] =
            (struct glsl_word){ at, at + space, (int) space, (int) length, line };
        for (size_t i = 0; i < length; i++)
            line += at[space + i] == '\n';
        at += space + length;
        ends = length == 0;
    }
}

void glsl_finish(struct glsl *glsl)
{
    for (int i = 0; i < glsl->kept_count; i++)
        free(glsl->kept[i]);
    free(glsl->kept);
    free(glsl->words);
    *glsl = (struct glsl){ 0 };
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
    return word->length > 0 && is_in_name(word->text[0]) && !isdigit((unsigned char) word->text[0]);
}

bool glsl_is_directive(const struct glsl_word *word)
{
    return word->length > 0 && word->text[0] == '#';
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

// Joins two spaces that meet: the line of the first, whose comment belongs to the code before it,
// goes on with the lines of the second.
static void join_spaces(struct glsl *glsl, const struct glsl_word *first, struct glsl_word *end)
{
    const char *line = memchr(first->space, '\n', (size_t) first->space_length);
    const char *rest = memchr(end->space, '\n', (size_t) end->space_length);
    if (line && rest) {
        struct text_writer joined = { 0 };
        const int length = end->space_length - (int) (rest - end->space);
        text_write(&joined, "%.*s%.*s", (int) (line - first->space), first->space, length, rest);
        end->space = glsl_keep(glsl, joined.text);
        end->space_length = (int) joined.length;
        free(joined.text);
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

void glsl_dedent(struct glsl *glsl, int first, int end, int blanks)
{
    for (int i = first; i < end; i++) {
        struct glsl_word *word = &glsl->words[i];
        char *space = memory_new((size_t) word->space_length + 1, 1);
        int length = 0, left = 0;
        for (int k = 0; k < word->space_length; k++) {
            const char c = word->space[k];
            if (c == ' ' && left > 0) {
                left--;
                continue;
            }
            left = c == '\n' ? blanks : 0;
            space[length++] = c;
        }
        word->space = glsl_keep(glsl, space);
        word->space_length = length;
        free(space);
    }
}
