#pragma once

#include "render/text/error.h"

#include <stdint.h>

// Letters of a font file as coverage of pixels, by stb_truetype: outlines are filled exactly and
// not hinted, so sizes and places need not be whole. A character that the font does not have is its
// box.

struct font;

// Opens a TrueType file; NULL: the one of font_file.h. The file is trusted, as what a distribution
// installs is. An error names the file, and the package where it is missing; it is the machine's.
struct font *font_open(const char *path, struct error *error);
void font_close(struct font *font); // NULL may be closed

// All that follows is in pixels, for lines that are `size` high from the highest ascender to the
// lowest descender.

// Returns how far the line that letters stand on lies below the top.
double font_ascent(const struct font *font, double size);

// Returns how far the next letter stands from a letter.
double font_advance(const struct font *font, double size, uint32_t code);

// Returns how much nearer, below 0, or farther a letter stands to the one before.
double font_kerning(const struct font *font, double size, uint32_t before, uint32_t code);

// The pixels that a letter covers, from its place on the line: y grows downwards.
struct font_box {
    int x, y, width, height; // 0 wide and high: nothing, as of a space
};

// `shift`, 0 to 1, is how far right of a whole pixel the letter stands.
struct font_box font_box(const struct font *font, double size, uint32_t code, double shift);

// Writes the coverage of that box, width * height values of 0 to 255, row after row.
void font_cover(const struct font *font, double size, uint32_t code, double shift, uint8_t *cover);
