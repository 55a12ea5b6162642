#define _POSIX_C_SOURCE 200809L // strndup
#define LOG_MODULE      "golden"
#include "app/compare/golden/golden_list.h"

#include "app/command/options_parse.h"
#include "render/file/file_path.h"
#include "render/file/output_file.h"
#include "render/file/text_file.h"
#include "render/image/image.h"
#include "render/text/error.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- golden line

// A line of text taken apart into words, as a shell does: by spaces, where quotes keep together
// what is between them.

enum { GOLDEN_LINE_MOST_WORDS = 64 };

struct golden_line {
    int count;
    char *words[GOLDEN_LINE_MOST_WORDS]; // owned, without quotes
};

static void golden_line_finish(struct golden_line *line);

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

// Takes `length` bytes apart. False, with nothing to finish, for a quote that is not closed and too
// many words.
static bool golden_line_split(struct golden_line *line, const char *text, size_t length,
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

static void golden_line_finish(struct golden_line *line)
{
    for (int i = 0; i < line->count; i++)
        free(line->words[i]);
    *line = (struct golden_line){ 0 };
}

// ---- golden list

enum { MOST_BYTES = 1024 * 1024, MOST_CASES = 10000 };

static const char list_name[] = "cases.txt";

bool golden_list_exists(const char *folder)
{
    struct stat status;
    char *path = file_path_join(folder, list_name);
    const bool exists = stat(path, &status) == 0;
    free(path);
    return exists;
}

bool golden_list_takes(const struct options *options, int i)
{
    return options->golden.shards == 0 || i % options->golden.shards == options->golden.shard - 1;
}

const char *golden_case_tolerance(const struct golden_case *one)
{
    return one->options.compare.tolerance ? one->options.compare.tolerance : "driver";
}

// ---- a line

static bool is_name(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char) word[i]) && !strchr("_-.", word[i]))
            return false;
    return length > 0 && length <= 100 && word[0] != '.' && word[0] != '-';
}

static char *name_file(const char *name, size_t length)
{
    char *file = memory_grow(NULL, length + sizeof(".png"), 1);
    memcpy(file, name, length);
    file[length] = '\0';
    if (!image_path_is_linear(file) && !text_ends_in(file, ".png"))
        strcpy(file + length, ".png");
    return file;
}

// The words become those of a command line; the first is the case's name.
static void take_words(struct golden_case *one, struct golden_line *line)
{
    one->words = memory_new((size_t) line->count + 1, sizeof(*one->words));
    for (int i = 0; i < line->count; i++) {
        one->words[i] = line->words[i];
        line->words[i] = NULL;
    }
}

static bool read_words(struct golden_case *one, const char *folder, struct golden_line *line,
                       const struct options *given, struct error *error)
{
    const size_t length = strlen(line->words[0]);
    const bool has_colon = length > 0 && line->words[0][length - 1] == ':';
    if (!has_colon || !is_name(line->words[0], length - 1))
        return error_set(error,
                         "'%s' must be a name of letters, digits, '_', '-' and '.' with a colon: "
                         "'night: --chain night'",
                         line->words[0]);
    one->file = name_file(line->words[0], length - 1);
    one->path = file_path_join(folder, one->file);
    take_words(one, line);
    one->words[0][length - 1] = '\0';
    return options_parse_case(&one->options, one->path, given, line->count, one->words, error);
}

static bool add_case(struct golden_list *list, const char *folder, struct golden_line *line,
                     const struct options *given, struct error *error)
{
    const size_t count = (size_t) list->count + 1;
    if (list->count == MOST_CASES)
        return error_set(error, "it is case %zu; a list may have %d", count, MOST_CASES);
    list->all = memory_grow(list->all, count, sizeof(*list->all));
    struct golden_case *one = &list->all[list->count++];
    *one = (struct golden_case){ 0 };
    if (!read_words(one, folder, line, given, error))
        return false;
    for (int i = 0; i < list->count - 1; i++)
        if (strcmp(list->all[i].file, one->file) == 0)
            return error_set(error, "%s is the picture of line %d already", one->file,
                             list->all[i].line);
    return true;
}

static bool read_line(struct golden_list *list, const char *folder, size_t begin, size_t length,
                      const struct options *given, struct error *error)
{
    struct golden_line line;
    if (!golden_line_split(&line, list->text + begin, length, error))
        return false;
    const bool is_empty = line.count == 0 || line.words[0][0] == '#';
    const bool good = is_empty || add_case(list, folder, &line, given, error);
    golden_line_finish(&line);
    return good;
}

// ---- the list

// One picture would be replaced by that of another case, where one is a link to it.
static bool check_apart(const struct golden_list *list, struct error *error)
{
    const char **paths = memory_new((size_t) list->count, sizeof(*paths));
    for (int i = 0; i < list->count; i++)
        paths[i] = list->all[i].path;
    const bool apart = output_file_check_apart(paths, list->count, error);
    free(paths);
    return apart;
}

static bool read_lines(struct golden_list *list, const char *folder, const struct options *given,
                       struct error *error)
{
    int number = 1;
    for (size_t at = text_mark_length(list->text, strlen(list->text)); list->text[at]; number++) {
        const int before = list->count;
        const size_t length = strcspn(list->text + at, "\n");
        const bool good = read_line(list, folder, at, length, given, error);
        if (list->count > before)
            list->all[before].line = number;
        if (!good)
            return error_prefix(error, "%s:%d: ", list->path, number);
        at += length + (list->text[at + length] == '\n');
    }
    if (list->count == 0)
        return error_set(error, "%s has no case; a line is as 'night: --chain night'", list->path);
    return check_apart(list, error) || error_prefix(error, "%s: ", list->path);
}

bool golden_list_read(struct golden_list *list, const char *folder, const struct options *given,
                      struct error *error)
{
    *list = (struct golden_list){ .path = file_path_join(folder, list_name) };
    list->text = text_file_read(list->path, "list of pictures", MOST_BYTES, error);
    if (list->text)
        return read_lines(list, folder, given, error);
    if (!golden_list_exists(folder))
        error_append(error, "; halation --record %s begins a list", folder);
    return false;
}

void golden_list_finish(struct golden_list *list)
{
    for (int i = 0; i < list->count; i++) {
        struct golden_case *one = &list->all[i];
        for (int j = 0; one->words && one->words[j]; j++)
            free(one->words[j]);
        free(one->words);
        free(one->file);
        free(one->path);
    }
    free(list->all);
    free(list->path);
    free(list->text);
    *list = (struct golden_list){ 0 };
}
