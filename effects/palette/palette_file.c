#include "effects/palette/palette.h"
#include "render/text/error.h"
#include "render/text/memory.h"
#include "render/text/text_lines.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// A file has fixed lines at its beginning, in one format the number of colours, and a colour in
// each further line.
static const struct format {
    const char *ending;
    const char *heads[2], *heads_expected[2];
    bool is_counted;
    const char *ignored; // beginnings of lines that are left out, besides empty ones
    size_t digits;       // of a colour, RRGGBB (6) or AARRGGBB (8); 0: numbers 0 to 255
    const char *colour_expected;
} formats[] = {
    { .ending = ".gpl",
      .heads = { "GIMP Palette" },
      .heads_expected = { "the words GIMP Palette" },
      .ignored = "# Name: Columns: Channels:",
      .colour_expected = "red, green and blue, each 0 to 255" },
    { .ending = ".pal",
      .heads = { "JASC-PAL", "0100" },
      .heads_expected = { "JASC-PAL", "the version 0100" },
      .is_counted = true,
      .colour_expected = "red, green and blue, each 0 to 255" },
    { .ending = ".hex", .ignored = ";", .digits = 6, .colour_expected = "a colour as RRGGBB" },
    { .ending = ".txt",
      .ignored = ";",
      .digits = 8,
      .colour_expected = "a colour as AARRGGBB, or a comment after ';'" },
};

static const struct format *format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < ARRAY_COUNT(formats); i++)
        if (strcasecmp(dot, formats[i].ending) == 0)
            return &formats[i];
    return NULL;
}

bool palette_has_ending(const char *path)
{
    return format_of(path);
}

static bool expected(const struct text_lines *reader, const char *what, struct error *error)
{
    if (reader->number == 0)
        return error_set(error, "expected %s, found an empty file", what);
    return error_set(error, "expected %s, found '%.40s'", what, reader->line);
}

// Reads "12 34 56", with an optional fourth number for alpha and, if `named` (.gpl), a name after
// it.
static bool read_numbers(const char *text, bool named, uint8_t rgb[3])
{
    for (int i = 0; i < 4; i++) {
        char *end;
        if (!isdigit((unsigned char) *text))
            return i == 3 && (named || *text == '\0');
        const unsigned long value = strtoul(text, &end, 10);
        if ((*end != '\0' && !isspace((unsigned char) *end)) || value > 255)
            return i == 3 && named; // the fourth field may be a name that begins with a digit
        if (i < 3)
            rgb[i] = (uint8_t) value;
        text = end + strspn(end, " \t");
    }
    return named || *text == '\0';
}

static bool read_colour(const struct format *format, const char *text, uint8_t rgb[3])
{
    if (format->digits == 0)
        return read_numbers(text, !format->is_counted, rgb);
    if (*text == '#')
        text++;
    if (strlen(text) != format->digits || text[strspn(text, "0123456789abcdefABCDEF")])
        return false;
    const unsigned long value = strtoul(text + format->digits - 6, NULL, 16);
    for (int i = 0; i < 3; i++)
        rgb[i] = (uint8_t) (value >> (16 - 8 * i));
    return true;
}

static bool is_ignored(const struct format *format, const char *line)
{
    const char *word = format->ignored ? format->ignored : "";
    for (size_t length; (length = strcspn(word, " ")) > 0; word += length + (word[length] == ' '))
        if (strncmp(line, word, length) == 0)
            return true;
    return line[0] == '\0';
}

static bool parse_lines(struct palette *palette, const struct format *format,
                        struct text_lines *reader, struct error *error)
{
    long count = 0; // of a format that states it
    for (int i = 0; i < 2 && format->heads[i]; i++)
        if (!text_lines_next(reader) || strcmp(reader->line, format->heads[i]) != 0)
            return expected(reader, format->heads_expected[i], error);
    if (format->is_counted) {
        char *end = reader->line;
        count = text_lines_next(reader) ? strtol(reader->line, &end, 10) : 0;
        if (end == reader->line || *end != '\0' || count < 1 || count > PALETTE_MAX_COLOURS)
            return expected(reader, "the number of colours, 1 to 256", error);
    }
    long read = 0;
    while (text_lines_next(reader)) {
        const bool is_behind = format->is_counted && read == count;
        uint8_t rgb[3];
        int i = 0;
        if ((is_behind || !format->is_counted) && is_ignored(format, reader->line))
            continue;
        if (is_behind)
            return expected(reader, "the end, after as many colours as line 3 says", error);
        if (!read_colour(format, reader->line, rgb))
            return expected(reader, format->colour_expected, error);
        while (i < palette->count && memcmp(palette->colours[i], rgb, 3) != 0)
            i++;
        if (i == PALETTE_MAX_COLOURS)
            return error_set(error, "more than %d colours", PALETTE_MAX_COLOURS);
        palette->duplicates += i < palette->count;
        if (i == palette->count)
            memcpy(palette->colours[palette->count++], rgb, 3);
        read++;
    }
    return read >= count || error_set(error, "the file ends after %ld of %ld colours", read, count);
}

bool palette_parse(struct palette *palette, const char *path, const char *text, size_t length,
                   struct error *error)
{
    const struct format *format = format_of(path);
    struct palette made = { 0 };
    struct text_lines reader;
    text_lines_begin(&reader, path, text, length);
    if (!format)
        return error_set(error, "%s: a palette file ends in .gpl, .hex, .pal or .txt", path);
    if (!parse_lines(&made, format, &reader, error))
        return error_prefix(error, "%s: line %d: ", path, reader.number > 0 ? reader.number : 1);
    if (made.count == 0)
        return error_set(error, "%s: no colours; a palette has 1 to %d", path, PALETTE_MAX_COLOURS);
    *palette = made;
    return true;
}
