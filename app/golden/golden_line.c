#define LOG_MODULE "golden"
#include "app/golden/golden_line.h"

#include "render/text/log.h"

#include <stdlib.h>
#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

// Copies the word at `at` without its quotes. Returns where it ends, or `length` + 1 where a quote
// is open.
static size_t read_word(const char *text, size_t at, size_t length, char *out)
{
    char quote = 0;
    for (; at < length && (quote || !is_space(text[at])); at++) {
        if (quote ? text[at] == quote : text[at] == '\'' || text[at] == '"')
            quote = quote ? 0 : text[at];
        else
            *out++ = text[at];
    }
    *out = '\0';
    return quote ? length + 1 : at;
}

static bool add_word(struct golden_line *line, const char *text, size_t *at, size_t length,
                     struct error *error)
{
    char *word = line->count < GOLDEN_LINE_MOST_WORDS ? malloc(length - *at + 1) : NULL;
    if (!word && line->count < GOLDEN_LINE_MOST_WORDS)
        log_fatal("no memory for a line of %zu bytes", length);
    if (!word)
        return error_set(error, "it has more than %d words", GOLDEN_LINE_MOST_WORDS);
    *at = read_word(text, *at, length, word);
    line->words[line->count++] = word;
    return *at <= length || error_set(error, "a quote is not closed");
}

bool golden_line_split(struct golden_line *line, const char *text, size_t length,
                       struct error *error)
{
    *line = (struct golden_line){ 0 };
    for (size_t at = 0; at < length;) {
        if (is_space(text[at])) {
            at++;
        } else if (!add_word(line, text, &at, length, error)) {
            golden_line_finish(line);
            return false;
        }
    }
    return true;
}

void golden_line_finish(struct golden_line *line)
{
    for (int i = 0; i < line->count; i++)
        free(line->words[i]);
    *line = (struct golden_line){ 0 };
}
