#pragma once

#include "render/text/error.h"

#include <stdint.h>

// Rasterises glyphs of a TrueType font (stb_truetype) as coverage of pixels, antialiased and
// without hinting, so sizes and positions may be fractional. A missing character is drawn as the
// font's box.

struct font;

// Opens a TrueType file; `path` NULL: font_file_path(). The file must be trusted, since
// stb_truetype does not check it. font_close frees the result. The error names the file, or the
// package to install; callers exit with EXIT_MACHINE.
struct font *font_open(const char *path, struct error *error);
void font_close(struct font *font); // NULL may be closed

// In all functions below lengths are in pixels, and `size` is the line height from ascender to
// descender.

// Returns the distance from the top of the line to the baseline.
double font_ascent(const struct font *font, double size);

// Returns the advance width of a glyph.
double font_advance(const struct font *font, double size, uint32_t code);

// Returns the kerning between two glyphs; negative: nearer.
double font_kerning(const struct font *font, double size, uint32_t before, uint32_t code);

// Bounding box of a glyph, relative to its origin on the baseline; y grows downwards.
struct font_box {
    int x, y, width, height; // 0 for a space
};

// `shift` is the subpixel position of the origin, 0..1 to the right.
struct font_box font_box(const struct font *font, double size, uint32_t code, double shift);

// Writes the coverage (0..255) of the pixels of font_box: width * height values, row by row.
void font_cover(const struct font *font, double size, uint32_t code, double shift, uint8_t *cover);
