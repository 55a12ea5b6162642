#include "effects/palette/palette.h"
#include "render/text/error.h"
#include "render/text/text_lines.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool expected(const struct text_lines *reader, const char *what, struct error *error)
{
    if (reader->number == 0)
        return error_set(error, "%s: line 1: expected %s, found an empty file", reader->path, what);
    return error_set(error, "%s: line %d: expected %s, found '%.40s'", reader->path, reader->number,
                     what, reader->line);
}

static bool add_colour(struct palette *palette, const struct text_lines *reader,
                       const uint8_t rgb[3], struct error *error)
{
    for (int i = 0; i < palette->count; i++)
        if (memcmp(palette->colours[i], rgb, 3) == 0) {
            palette->duplicates++;
            return true;
        }
    if (palette->count == PALETTE_MAX_COLOURS)
        return error_set(error, "%s: line %d: more than %d colours", reader->path, reader->number,
                         PALETTE_MAX_COLOURS);
    memcpy(palette->colours[palette->count++], rgb, 3);
    return true;
}

// Reads "12 34 56", with an optional fourth number for alpha and, if `named` (.gpl), a name after
// it.
static bool read_numbers(const struct text_lines *reader, uint8_t rgb[3], bool named)
{
    const char *text = reader->line;
    for (int i = 0; i < 4; i++) {
        char *end;
        if (!isdigit((unsigned char) *text))
            return i == 3 && (named || *text == '\0');
        const unsigned long value = strtoul(text, &end, 10);
        if (*end != '\0' && !isspace((unsigned char) *end))
            return i == 3 && named; // the fourth field may be a name that begins with a digit
        if (value > 255)
            return i == 3 && named;
        if (i < 3)
            rgb[i] = (uint8_t) value;
        text = end + strspn(end, " \t");
    }
    return named || *text == '\0';
}

// `digits` is 6 (RRGGBB) or 8 (AARRGGBB).
static bool read_hex(const char *text, size_t digits, uint8_t rgb[3])
{
    if (*text == '#')
        text++;
    if (strlen(text) != digits || strspn(text, "0123456789abcdefABCDEF") != digits)
        return false;
    const unsigned long value = strtoul(text + digits - 6, NULL, 16);
    for (int i = 0; i < 3; i++)
        rgb[i] = (uint8_t) (value >> (16 - 8 * i));
    return true;
}

// ---- formats

static bool parse_gpl(struct palette *palette, struct text_lines *reader, struct error *error)
{
    uint8_t rgb[3];
    if (!text_lines_next(reader) || strcmp(reader->line, "GIMP Palette") != 0)
        return expected(reader, "the words GIMP Palette", error);
    while (text_lines_next(reader)) {
        if (reader->line[0] == '\0' || reader->line[0] == '#' ||
            strncmp(reader->line, "Name:", 5) == 0 || strncmp(reader->line, "Columns:", 8) == 0 ||
            strncmp(reader->line, "Channels:", 9) == 0)
            continue;
        if (!read_numbers(reader, rgb, true))
            return expected(reader, "red, green and blue, each 0 to 255", error);
        if (!add_colour(palette, reader, rgb, error))
            return false;
    }
    return true;
}

static bool parse_jasc(struct palette *palette, struct text_lines *reader, struct error *error)
{
    uint8_t rgb[3];
    if (!text_lines_next(reader) || strcmp(reader->line, "JASC-PAL") != 0)
        return expected(reader, "JASC-PAL", error);
    if (!text_lines_next(reader) || strcmp(reader->line, "0100") != 0)
        return expected(reader, "the version 0100", error);
    char *end = reader->line;
    const long count = text_lines_next(reader) ? strtol(reader->line, &end, 10) : 0;
    if (end == reader->line || *end != '\0' || count < 1 || count > PALETTE_MAX_COLOURS)
        return expected(reader, "the number of colours, 1 to 256", error);
    for (long i = 0; i < count; i++) {
        if (!text_lines_next(reader))
            return error_set(error, "%s: line %d: the file ends after %ld of %ld colours",
                             reader->path, reader->number, i, count);
        if (!read_numbers(reader, rgb, false))
            return expected(reader, "red, green and blue, each 0 to 255", error);
        if (!add_colour(palette, reader, rgb, error))
            return false;
    }
    while (text_lines_next(reader))
        if (reader->line[0] != '\0')
            return expected(reader, "the end, after as many colours as line 3 says", error);
    return true;
}

static bool parse_hex_lines(struct palette *palette, struct text_lines *reader, size_t digits,
                            const char *what, struct error *error)
{
    uint8_t rgb[3];
    while (text_lines_next(reader)) {
        if (reader->line[0] == '\0' || reader->line[0] == ';')
            continue;
        if (!read_hex(reader->line, digits, rgb))
            return expected(reader, what, error);
        if (!add_colour(palette, reader, rgb, error))
            return false;
    }
    return true;
}

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot : "";
}

bool palette_has_ending(const char *path)
{
    static const char *const endings[] = { ".gpl", ".hex", ".pal", ".txt" };
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
        if (strcasecmp(ending_of(path), endings[i]) == 0)
            return true;
    return false;
}

static bool parse_by_ending(struct palette *palette, struct text_lines *reader, struct error *error)
{
    const char *ending = ending_of(reader->path);
    if (strcasecmp(ending, ".gpl") == 0)
        return parse_gpl(palette, reader, error);
    if (strcasecmp(ending, ".pal") == 0)
        return parse_jasc(palette, reader, error);
    if (strcasecmp(ending, ".hex") == 0)
        return parse_hex_lines(palette, reader, 6, "a colour as RRGGBB", error);
    if (strcasecmp(ending, ".txt") == 0)
        return parse_hex_lines(palette, reader, 8, "a colour as AARRGGBB, or a comment after ';'",
                               error);
    return error_set(error, "%s: a palette file ends in .gpl, .hex, .pal or .txt", reader->path);
}

bool palette_parse(struct palette *palette, const char *path, const char *text, size_t length,
                   struct error *error)
{
    struct palette made = { 0 };
    struct text_lines reader;
    text_lines_begin(&reader, path, text, length);
    if (!parse_by_ending(&made, &reader, error))
        return false;
    if (made.count == 0)
        return error_set(error, "%s: no colours; a palette has 1 to %d", path, PALETTE_MAX_COLOURS);
    *palette = made;
    return true;
}
