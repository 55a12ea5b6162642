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

// Returns the end of the line, which is passed over.
static char *take_line(struct hook_reader *reader)
{
    char *end = memchr(reader->rest, '\n', (size_t) (reader->end - reader->rest));
    reader->rest = end ? end + 1 : reader->end;
    reader->line++;
    return end ? end : reader->end;
}

// Passes over the lines before one that begins with the mark. False where there is none.
static bool find(struct hook_reader *reader, const char *with)
{
    while (reader->rest < reader->end && !begins(reader, with))
        take_line(reader);
    return reader->rest < reader->end;
}

static void add_line(struct hook_reader *reader, struct hook_block *block)
{
    struct hook_line line = { .line = reader->line, .is_own = begins(reader, own_mark) };
    char *begin = reader->rest, *at = begin + MARK, *end = take_line(reader);
    while (end > at && strchr(" \t\r", end[-1]))
        end--;
    *end = '\0';
    line.directive = at += strspn(at, " \t");
    at += strcspn(at, " \t");
    if (*at)
        *at++ = '\0';
    line.text = at + strspn(at, " \t");
    line.column = 1 + (int) (line.text - begin);
    block->lines = memory_grow(block->lines, (size_t) block->count + 1, sizeof(line));
    block->lines[block->count++] = line;
}

bool hook_block_next(struct hook_reader *reader, struct hook_block *block)
{
    *block = (struct hook_block){ 0 };
    if (!find(reader, mark))
        return false;
    while (begins(reader, mark) || begins(reader, own_mark))
        if (begins(reader, mark))
            add_line(reader, block);
        else
            take_line(reader);
    block->body = reader->rest;
    block->body_line = reader->line;
    if (find(reader, mark) && reader->rest > block->body)
        reader->rest[-1] = '\0'; // its last newline
    return true;
}

void hook_block_own(struct hook_reader *reader, struct hook_block *block)
{
    *block = (struct hook_block){ 0 };
    while (find(reader, own_mark))
        add_line(reader, block);
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
                        line->is_own ? "//@ " : mark, names_shown(strlen(line->directive)),
                        line->directive);
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

static bool refuse_directive(const struct hook_reader *reader, const struct hook_line *line,
                             const struct hook_directive *table)
{
    const struct names_rows rows = { &table->name, sizeof(*table) };
    const struct names names = { names_of_rows, &rows };
    if (line->is_own)
        error_set(reader->error, "there is no such key; there are ");
    else
        error_set(reader->error, "a block of %s has no such line; it has ", table->name);
    names_append(reader->error, &names, line->directive, strlen(line->directive));
    return hook_place(reader, line);
}

bool hook_read_lines(const struct hook_reader *reader, const struct hook_block *block,
                     const struct hook_directive *table, void *into)
{
    for (int i = 0; i < block->count; i++) {
        const struct hook_line *line = &block->lines[i];
        const struct hook_directive *row = table;
        while (row->name && strcmp(row->name, line->directive) != 0)
            row++;
        if (!row->name)
            return refuse_directive(reader, line, table);
        if (!row->read(reader, line, (char *) into + row->offset))
            return false;
    }
    return true;
}

bool hook_read_text(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    (void) reader;
    *(const char **) field = line->text;
    return true;
}

bool hook_read_flag(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    (void) reader, (void) line;
    return *(bool *) field = true;
}

bool hook_read_word(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    *(struct hook_line *) field = *line;
    if (line->text[0] == '\0')
        return hook_refuse(reader, line, "a name is missing");
    return !strpbrk(line->text, " \t") ||
           hook_refuse(reader, line, "takes one name; each further one has a line of its own");
}

size_t hook_name_length(const char *text)
{
    const char *at = text;
    while (isalpha((unsigned char) *at) || *at == '_' ||
           (at > text && isdigit((unsigned char) *at)))
        at++;
    return (size_t) (at - text);
}

bool hook_read_name(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    const char *word = line->text;
    if (!hook_read_word(reader, line, field))
        return false;
    if (word[hook_name_length(word)])
        return hook_refuse(reader, line,
                           "'%.*s' is no name: letters, digits and '_', no digit first",
                           names_shown(strlen(word)), word);
    return (strlen(word) <= HOOK_MAX_NAME && strncmp(word, "gl_", 3) != 0) ||
           hook_refuse(reader, line, "a name has at most %d letters, and not gl_ first",
                       HOOK_MAX_NAME);
}

int hook_index(const char *const names[], const char *text)
{
    int i = 0;
    while (names[i] && strcmp(names[i], text) != 0)
        i++;
    return names[i] ? i : -1;
}

int hook_numbers(const struct hook_reader *reader, const struct hook_line *line, int least,
                 int most, float *numbers)
{
    int count = 0;
    for (const char *at = line->text; *at; at += strspn(at, " \t")) {
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

bool hook_read_number(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    return hook_numbers(reader, line, 1, 1, field) > 0;
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

bool hook_read_bytes(const struct hook_reader *reader, const struct hook_block *block,
                     size_t wanted, bool may_lack, uint8_t **bytes)
{
    static const char blanks[] = " \t\r\n", digits[] = "0123456789abcdef";
    const char *at = block->body + strspn(block->body, blanks);
    size_t count = 0;
    if (may_lack && *at == '\0')
        return true;
    *bytes = memory_new(wanted, 1);
    for (; *at; at += 1 + strspn(at + 1, blanks), count++) {
        const char *digit = strchr(digits, tolower((unsigned char) *at));
        if (!digit)
            return hook_refuse(reader, &block->lines[0],
                               "what stands below it must be hexadecimals alone");
        if (count / 2 < wanted)
            (*bytes)[count / 2] = (uint8_t) ((*bytes)[count / 2] << 4 | (digit - digits));
    }
    return count == 2 * wanted ||
           hook_refuse(reader, &block->lines[0],
                       "%zu bytes must stand below it in hexadecimals, and %zu do", wanted,
                       count / 2);
}
