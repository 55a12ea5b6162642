#include "app/text/shell.h"

#include "render/text/step_text.h"

#include <stdbool.h>
#include <string.h>

// ---- writing

int shell_quote(const char *word, char *out, size_t size)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                ",:=./_%@+-";
    struct step_writer writer = { out, size, 0 };
    const char *quote = *word && strspn(word, plain) == strlen(word) ? "" : "'";
    step_write(&writer, quote);
    while (*word) {
        const size_t length = strcspn(word, "'");
        step_writef(&writer, "%.*s", (int) length, word);
        word += length;
        if (*word) // closes the quotes, adds a quoted quote, and opens them again
            step_write(&writer, "'\\''");
        word += *word == '\'';
    }
    step_write(&writer, quote);
    return writer.length;
}

// ---- reading

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Skips blanks between words. A backslash before a newline is a blank if a blank is beside it.
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
        while (*text && !is_blank(*text)) {
            if (*text == '\'' || *text == '"') {
                const char quote = *text++;
                for (; *text != quote; text++) {
                    if (quote == '"' && *text == '\\' && text[1] && strchr("\"\\$`", text[1]))
                        text++;
                    if (!*text)
                        return -1; // the quote is not closed
                    *copy++ = *text;
                }
                text++;
            } else if (*text == '\\' && text[1]) {
                if (text[1] != '\n') // a backslash before a newline joins both lines
                    *copy++ = text[1];
                text += 2;
            } else {
                *copy++ = *text++;
            }
        }
        *copy++ = '\0';
    }
    return count;
}
