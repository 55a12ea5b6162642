#include "app/lab/text/shell.h"

#include <stdbool.h>
#include <string.h>

// ---- writing

struct quoted {
    char *out;
    size_t size;
    int length;
};

static void put(struct quoted *quoted, char c)
{
    if ((size_t) quoted->length + 1 < quoted->size)
        quoted->out[quoted->length] = c;
    quoted->length++;
}

static void put_all(struct quoted *quoted, const char *text)
{
    while (*text)
        put(quoted, *text++);
}

static bool is_plain(const char *word)
{
    const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                        ",:=./_%@+-";
    return *word && strspn(word, plain) == strlen(word);
}

int shell_quote(const char *word, char *out, size_t size)
{
    struct quoted quoted = { out, size, 0 };
    const bool is_quoted = !is_plain(word);
    if (is_quoted)
        put(&quoted, '\'');
    for (; *word; word++)
        if (*word == '\'')
            put_all(&quoted, "'\\''"); // ends the quotes, one by itself, begins them again
        else
            put(&quoted, *word);
    if (is_quoted)
        put(&quoted, '\'');
    if (size > 0)
        out[(size_t) quoted.length < size ? (size_t) quoted.length : size - 1] = '\0';
    return quoted.length;
}

// ---- reading

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Copies what stands in quotes. Returns what follows them; NULL: they have no end.
static const char *copy_quoted(const char *at, char **to)
{
    const char quote = *at++;
    for (; *at != quote; at++) {
        if (quote == '"' && *at == '\\' && at[1] && strchr("\"\\$`", at[1]))
            at++;
        if (!*at)
            return NULL;
        *(*to)++ = *at;
    }
    return at + 1;
}

// Copies one word and ends it. Returns what follows.
static const char *copy_word(const char *at, char **to)
{
    while (*at && !is_blank(*at)) {
        if (*at == '\'' || *at == '"') {
            at = copy_quoted(at, to);
            if (!at)
                return NULL;
        } else if (*at == '\\' && at[1]) {
            if (at[1] != '\n') // which goes on in the next line
                *(*to)++ = at[1];
            at += 2;
        } else {
            *(*to)++ = *at++;
        }
    }
    *(*to)++ = '\0';
    return at;
}

// A backslash before the end of the line parts words too, as far as blanks follow or precede it.
static const char *skip_blanks(const char *at)
{
    while (is_blank(*at) || (*at == '\\' && at[1] == '\n'))
        at += *at == '\\' ? 2 : 1;
    return at;
}

int shell_split(const char *text, char *copy, const char *words[], int most)
{
    int count = 0;
    for (text = skip_blanks(text); *text; text = skip_blanks(text)) {
        if (count == most)
            return -1;
        words[count++] = copy;
        text = copy_word(text, &copy);
        if (!text)
            return -1;
    }
    return count;
}
