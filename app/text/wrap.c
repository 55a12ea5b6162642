#include "app/text/wrap.h"

#include "render/text/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- lines

enum { TEXT_SIZE = 16 * 1024 }; // a chain and a scene

// Returns the length in bytes of the character at `text`; 1 if it is not valid UTF-8.
static size_t step(const char *text)
{
    const size_t count = text_character(text, strlen(text));
    return count > 0 ? count : 1;
}

size_t wrap_length(const char *text, int columns)
{
    size_t space = 0, comma = 0, part = 0, at = 0;
    for (int column = 0; text[at] && column < columns; column++) {
        if (text[at] == ' ')
            space = at;
        else if (text[at] == ',')
            comma = at + 1;
        else if (strchr(":|/+", text[at]))
            part = at + 1;
        at += step(text + at);
    }
    if (!text[at] || text[at] == ' ')
        return at;
    const size_t best = space > 0 ? space : comma > 0 ? comma : part;
    return best > 0 ? best : at > 0 ? at : step(text);
}

void wrap_print(FILE *out, int column, int indent, const char *text)
{
    const int whole = WRAP_COLUMNS - indent;
    int left = WRAP_COLUMNS - column;
    while (*text) {
        const size_t word = strcspn(text, " ");
        size_t length = left > 0 ? wrap_length(text, left) : 0;
        if (length < word && left < whole && text_columns(text, word) <= whole)
            length = 0; // broken here, the word fits on the next line
        fprintf(out, "%.*s", (int) length, text);
        text += length;
        text += strspn(text, " ");
        if (*text)
            fprintf(out, "\n%*s", indent, "");
        left = whole;
    }
    fputc('\n', out);
}

void wrap_printf(FILE *out, int indent, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    wrap_print(out, 0, indent, text);
}

void wrap_entry(int left, int indent, const char *name, const char *text)
{
    int column = printf("%*s%s", left, "", name);
    if (column >= indent) {
        putchar('\n');
        column = 0;
    }
    printf("%*s", indent - column, "");
    wrap_print(stdout, indent, indent, text);
}

int wrap_draw(struct image *image, const struct lettering *letters, int x, int y, int step,
              int most, const char *text)
{
    char line[TEXT_SIZE];
    int lines = 0;
    for (; *text && lines < most; lines++) {
        const size_t length = lines + 1 < most
                                  ? wrap_length(text, lettering_characters(letters, text))
                                  : strlen(text);
        snprintf(line, sizeof(line), "%.*s", (int) length, text);
        if (image)
            lettering_draw(image, letters, x, y + lines * step, line);
        text += length;
        text += strspn(text, " ");
    }
    return lines;
}

// ---- terminals

bool colour_is_terminal(FILE *out)
{
    const char *terminal = getenv("TERM");
    return terminal && *terminal && strcmp(terminal, "dumb") != 0 && isatty(fileno(out));
}

bool colour_is_enabled(FILE *out)
{
    const char *refused = getenv("NO_COLOR");
    return !(refused && *refused) && colour_is_terminal(out);
}
