#include "app/lab/edit/paste.h"

#include "app/lab/text/shell.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 256 };

static const char blanks[] = " \t\r\n";

// Returns the command line behind the program's name and a prompt; NULL: the text is none.
static const char *find_command(const char *text)
{
    static const char program[] = "halation";
    const size_t length = strlen(program);
    if (text[0] == '$')
        text += 1 + strspn(text + 1, blanks);
    const size_t word = strcspn(text, blanks);
    const bool is_named = word >= length && memcmp(text + word - length, program, length) == 0 &&
                          (word == length || text[word - length - 1] == '/');
    return is_named ? text + word : NULL;
}

// Returns the value of --chain, in this word or the next one; NULL: the word is another option.
static const char *chain_value(const char *word, const char *next)
{
    static const char name[] = "--chain";
    const size_t length = strlen(name);
    if (strcmp(word, name) == 0 || strcmp(word, "-c") == 0)
        return next;
    if (strncmp(word, name, length) == 0 && word[length] == '=')
        return word + length + 1;
    if (word[0] == '-' && word[1] == 'c')
        return word + 2 + (word[2] == '=');
    return NULL;
}

static bool read_chain(struct paste *paste, const char *text, struct chain_place *place,
                       struct error *error)
{
    const char *name;
    if (paste->count == PASTE_MOST_CHAINS)
        return error_set(error, "the command line has more than %d chains, and there are two sides",
                         PASTE_MOST_CHAINS);
    if (!preset_read_chain(&paste->chains[paste->count], text, &name, place, error))
        return false;
    paste->preset = name && text[0] != '@' ? preset_find(name) : -1;
    paste->count++;
    return true;
}

static bool read_words(struct paste *paste, const char *const words[], int count,
                       struct chain_place *place, struct error *error)
{
    for (int i = 0; i < count; i++) {
        const char *next = i + 1 < count ? words[i + 1] : NULL;
        const char *value = chain_value(words[i], next);
        if (value && !read_chain(paste, value, place, error))
            return false;
        paste->has_more = paste->has_more || !value;
        i += value && value == next;
    }
    return paste->count > 0 || error_set(error, "the command line has no --chain");
}

static bool read_command(struct paste *paste, const char *text, struct chain_place *place,
                         struct error *error)
{
    const char *words[MOST_WORDS];
    char *copy = memory_grow(NULL, strlen(text) + 1, 1);
    const int count = shell_split(text, copy, words, MOST_WORDS);
    const bool good = count < 0 ? error_set(error,
                                            "the command line has a quote without an end, "
                                            "or more than %d words",
                                            MOST_WORDS)
                                : read_words(paste, words, count, place, error);
    free(copy);
    return good;
}

// Whether each line that is not empty begins with the mark of an answered letter.
static bool is_quoted(const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *begin = line + strspn(line, " \t\r");
        if (*begin && *begin != '\n' && *begin != '>')
            return false;
    }
    return text[strspn(text, blanks)] == '>';
}

// Blanks in the place of the marks keep the columns.
static void take_marks_off(char *text)
{
    bool begins = true;
    for (; *text; text++) {
        if (begins && *text == '>')
            *text = ' ';
        begins = *text == '\n' || (begins && strchr(blanks, *text));
    }
}

// Returns the text as it was written, without blanks around it, as where a line was copied.
static char *copy_text(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]))
        length--;
    char *copy = memory_grow(NULL, length + 1, 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (is_quoted(copy))
        take_marks_off(copy);
    return copy;
}

static bool read_copy(struct paste *paste, const char *text, struct chain_place *place,
                      struct error *error)
{
    const char *begin = text + strspn(text, blanks), *command = find_command(begin);
    return command ? read_command(paste, command, place, error)
                   : read_chain(paste, begin, place, error);
}

bool paste_read(struct paste *paste, const char *text, struct chain_place *place,
                struct error *error)
{
    struct chain_place ignored;
    paste->count = 0;
    paste->preset = -1;
    paste->has_more = false;
    place = place ? place : &ignored;
    *place = (struct chain_place){ 0 };
    if (!text[strspn(text, blanks)])
        return error_set(error, "there is no text to paste: copy a chain first");
    if (strlen(text) > PASTE_MOST_BYTES)
        return error_set(error, "what was copied is longer than %d KiB, and no chain",
                         PASTE_MOST_BYTES / 1024);
    char *copy = copy_text(text);
    const bool good = read_copy(paste, copy, place, error);
    free(copy);
    return good;
}
