#include "app/export/glsl.h"

#include "effects/hook/glsl_token.h"
#include "render/text/memory.h"
#include "render/text/text_writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *glsl_keep(struct glsl *glsl, const char *text)
{
    glsl->kept = memory_room(glsl->kept, glsl->kept_count, sizeof(*glsl->kept));
    return glsl->kept[glsl->kept_count++] = memory_copy(text);
}

void glsl_add(struct glsl *glsl, const struct glsl_word *word)
{
    glsl->words = memory_room(glsl->words, glsl->count, sizeof(*glsl->words));
    glsl->words[glsl->count++] = *word;
}

void glsl_init(struct glsl *glsl, const char *text, const struct shader_source *source)
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
            if (word.is_directive && *at == '\n')
                word.is_directive = at[-1] == '\\';
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

void glsl_finish(struct glsl *glsl)
{
    for (int i = 0; i < glsl->kept_count; i++)
        free(glsl->kept[i]);
    free(glsl->kept);
    free(glsl->words);
    *glsl = (struct glsl){ 0 };
}

// Returns a copy with at most one empty line between two others, and none at the ends.
static char *tidied(const char *text)
{
    char *out = memory_new(strlen(text) + 2, 1), *to = out;
    int ends = 2;
    for (const char *at = text; *at; at++) {
        while (*at == '\n' && to > out && to[-1] == ' ')
            to--;
        ends = *at == '\n' ? ends + 1 : 0;
        if (ends <= 2)
            *to++ = *at;
    }
    while (to > out && (to[-1] == '\n' || to[-1] == ' '))
        to--;
    strcpy(to, "\n");
    return out;
}

char *glsl_print(const struct glsl *glsl)
{
    struct text_writer out = { 0 };
    for (int i = 0; i < glsl->count; i++) {
        const struct glsl_word *word = glsl->words + i;
        text_write(&out, "%.*s%.*s", word->space_length, word->space, word->length, word->text);
    }
    char *text = tidied(out.text);
    free(out.text);
    return text;
}

bool glsl_is(const struct glsl_word *word, const char *texts)
{
    return glsl_token_is(&(struct glsl_token){ word->text, (size_t) word->length }, texts);
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
    while (glsl->words[end].is_directive && !glsl_is(glsl->words + end, "#"))
        end++;
    return end;
}

int glsl_close(const struct glsl *glsl, int open)
{
    int depth = 0;
    for (int i = open; i < glsl->count; i++) {
        const struct glsl_word *word = glsl->words + i;
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
    const struct glsl_word *at = glsl->words + word;
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

void glsl_replace(struct glsl *glsl, int word, const char *text)
{
    glsl->words[word].text = glsl_keep(glsl, text);
    glsl->words[word].length = (int) strlen(text);
}
