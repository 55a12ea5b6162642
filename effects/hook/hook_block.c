#include "effects/hook/hook_block.h"

#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/number.h"
#include "render/text/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "//!", own_mark[] = "//@";
enum { MARK = sizeof(mark) - 1 };

// ---- blocks

static bool begins(const struct hook_reader *reader, const char *with)
{
    return reader->end - reader->rest >= MARK && memcmp(reader->rest, with, MARK) == 0;
}

static bool is_directive(const struct hook_reader *reader)
{
    return begins(reader, mark);
}

static char *end_of_line(const struct hook_reader *reader)
{
    char *end = memchr(reader->rest, '\n', (size_t) (reader->end - reader->rest));
    return end ? end : reader->end;
}

static void skip_line(struct hook_reader *reader)
{
    char *end = end_of_line(reader);
    reader->rest = end < reader->end ? end + 1 : end;
    reader->line++;
}

static void add_line(struct hook_reader *reader, struct hook_block *block)
{
    char *begin = reader->rest, *at = begin + MARK, *end = end_of_line(reader);
    struct hook_line line = { .line = reader->line, .is_own = begins(reader, own_mark) };
    skip_line(reader);
    while (end > at && strchr(" \t\r", end[-1]))
        end--;
    *end = '\0';
    at += strspn(at, " \t");
    line.name = at;
    at += strcspn(at, " \t");
    if (*at)
        *at++ = '\0';
    line.arguments = at + strspn(at, " \t");
    line.column = 1 + (int) (line.arguments - begin);
    block->lines = memory_grow(block->lines, (size_t) block->count + 1, sizeof(line));
    block->lines[block->count++] = line;
}

bool hook_block_next(struct hook_reader *reader, struct hook_block *block)
{
    *block = (struct hook_block){ 0 };
    while (reader->rest < reader->end && !is_directive(reader))
        skip_line(reader);
    if (reader->rest == reader->end)
        return false;
    for (; is_directive(reader) || begins(reader, own_mark);)
        if (is_directive(reader))
            add_line(reader, block);
        else
            skip_line(reader);
    block->body = reader->rest;
    block->body_line = reader->line;
    while (reader->rest < reader->end && !is_directive(reader))
        skip_line(reader);
    if (reader->rest > block->body && reader->rest < reader->end)
        reader->rest[-1] = '\0'; // its last newline
    return true;
}

void hook_block_own(struct hook_reader *reader, struct hook_block *block)
{
    *block = (struct hook_block){ 0 };
    while (reader->rest < reader->end)
        if (begins(reader, own_mark))
            add_line(reader, block);
        else
            skip_line(reader);
}

void hook_block_finish(struct hook_block *block)
{
    free(block->lines);
    *block = (struct hook_block){ 0 };
}

// ---- errors

bool hook_place(const struct hook_reader *reader, const struct hook_line *line)
{
    return error_prefix(reader->error, "%s:%d:%d: %s%.*s: ", reader->path, line->line, line->column,
                        line->is_own ? "//@ " : mark, names_shown(strlen(line->name)), line->name);
}

bool hook_refuse(const struct hook_reader *reader, const struct hook_line *line, const char *format,
                 ...)
{
    char words[400];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof(words), format, list);
    va_end(list);
    error_set(reader->error, "%s", words);
    return hook_place(reader, line);
}

// ---- lines

static bool unknown_directive(const struct hook_reader *reader, const struct hook_line *line,
                              const struct hook_directive *table)
{
    const struct names_rows rows = { &table->name, sizeof(*table) };
    const struct names names = { names_of_rows, &rows };
    if (line->is_own)
        error_set(reader->error, "there is no such key; there are ");
    else
        error_set(reader->error, "a block of %s has no such line; it has ", table->name);
    names_append(reader->error, &names, line->name, strlen(line->name));
    return hook_place(reader, line);
}

// The index of the word among the names; -1: the error is set.
static int choose(const struct hook_reader *reader, const struct hook_line *line,
                  const char *const choices[])
{
    const struct names names = { names_of_array, choices };
    for (int i = 0; choices[i]; i++)
        if (strcmp(choices[i], line->arguments) == 0)
            return i;
    names_refuse(reader->error, &names, line->arguments);
    hook_place(reader, line);
    return -1;
}

struct hook_word hook_word_of(const struct hook_line *line)
{
    return (struct hook_word){ line->arguments, line->line, line->column };
}

static bool read_expr(const struct hook_reader *reader, const struct hook_line *line,
                      struct hook_expr *expr)
{
    struct hook_line at = *line;
    return hook_expr_read(expr, at.arguments, at.line, &at.column, reader->error) ||
           hook_place(reader, &at);
}

static bool read_line(const struct hook_reader *reader, const struct hook_line *line,
                      const struct hook_directive *row, void *into)
{
    void *field = (char *) into + row->offset;
    switch (row->field) {
    case HOOK_FIELD_TEXT:
        *(const char **) field = line->arguments;
        return true;
    case HOOK_FIELD_NAME:
        *(struct hook_word *) field = hook_word_of(line);
        return hook_one_word(reader, line, true);
    case HOOK_FIELD_NUMBER:
        return hook_numbers(reader, line, 1, 1, field) > 0;
    case HOOK_FIELD_EXPR:
        return read_expr(reader, line, field);
    case HOOK_FIELD_CHOICE:
        return (*(int *) field = choose(reader, line, row->choices)) >= 0;
    case HOOK_FIELD_FLAG:
        return *(bool *) field = true;
    default:
        return row->read(reader, line, into);
    }
}

bool hook_read_lines(const struct hook_reader *reader, const struct hook_block *block,
                     const struct hook_directive *table, void *into)
{
    for (int i = 0; i < block->count; i++) {
        const struct hook_line *line = &block->lines[i];
        const struct hook_directive *row = table;
        while (row->name && strcmp(row->name, line->name) != 0)
            row++;
        if (!row->name)
            return unknown_directive(reader, line, table);
        if (!read_line(reader, line, row, into))
            return false;
    }
    return true;
}

size_t hook_name_length(const char *text)
{
    const char *at = text;
    while (isalpha((unsigned char) *at) || *at == '_' ||
           (at > text && isdigit((unsigned char) *at)))
        at++;
    return (size_t) (at - text);
}

bool hook_one_word(const struct hook_reader *reader, const struct hook_line *line, bool is_name)
{
    const char *word = line->arguments;
    if (word[0] == '\0')
        return hook_refuse(reader, line, "a name is missing");
    if (strpbrk(word, " \t"))
        return hook_refuse(reader, line, "takes one name; each further one has a line of its own");
    if (is_name && word[hook_name_length(word)])
        return hook_refuse(reader, line,
                           "'%.*s' is no name: letters, digits and '_', no digit first",
                           names_shown(strlen(word)), word);
    if (is_name && (strlen(word) > HOOK_MAX_NAME || strncmp(word, "gl_", 3) == 0))
        return hook_refuse(reader, line, "a name has at most %d letters, and not gl_ first",
                           HOOK_MAX_NAME);
    return true;
}

int hook_numbers(const struct hook_reader *reader, const struct hook_line *line, int least,
                 int most, float *numbers)
{
    int count = 0;
    for (const char *at = line->arguments; *at; at += strspn(at, " \t")) {
        const size_t length = strcspn(at, " \t");
        if (count == most || number_parse(at, length, &numbers[count]) != NUMBER_FINE) {
            hook_refuse(reader, line,
                        count == most ? "'%.*s' is a number too many" : "'%.*s' is no number",
                        names_shown(length), at);
            return 0;
        }
        count++;
        at += length;
    }
    if (count < least)
        hook_refuse(reader, line, "needs %d number%s, and has %d", least, text_plural(least),
                    count);
    return count < least ? 0 : count;
}

int hook_sizes(const struct hook_reader *reader, const struct hook_line *line, int least, int most,
               int limit, int *sizes)
{
    float numbers[4];
    const int count = hook_numbers(reader, line, least, most, numbers);
    for (int i = 0; i < count; i++) {
        if (!(numbers[i] >= 1 && numbers[i] <= (float) limit) ||
            numbers[i] != (float) (int) numbers[i]) {
            hook_refuse(reader, line, "%g must be a whole number from 1 to %d", (double) numbers[i],
                        limit);
            return 0;
        }
        sizes[i] = (int) numbers[i];
    }
    return count;
}

// ---- bytes

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool hook_read_bytes(const struct hook_reader *reader, const struct hook_block *block,
                     size_t wanted, bool may_lack, uint8_t **bytes)
{
    size_t digits = 0;
    const char *begin = block->body + strspn(block->body, " \t\r\n");
    if (may_lack && *begin == '\0')
        return true;
    *bytes = memory_new(wanted, 1);
    for (const char *at = begin; *at; at++) {
        const int value = digit(*at);
        if (strchr(" \t\r\n", *at))
            continue;
        if (value < 0)
            return hook_refuse(reader, &block->lines[0],
                               "what stands below it must be hexadecimals alone");
        if (digits / 2 < wanted)
            (*bytes)[digits / 2] = (uint8_t) ((*bytes)[digits / 2] << 4 | value);
        digits++;
    }
    return digits == 2 * wanted ||
           hook_refuse(reader, &block->lines[0],
                       "%zu bytes must stand below it in hexadecimals, and %zu do", wanted,
                       digits / 2);
}
