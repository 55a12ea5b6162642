#pragma once

#include "render/image/image.h"

#include <stddef.h>
#include <stdio.h>

// effects/palette: the palettes of dither and error diffusion.

// A palette is the set of colours that a picture is reduced to. It has a name or is read from a
// file:
//   .gpl  GIMP (and Aseprite, whose fourth number is alpha)     .hex  a colour a line, RRGGBB
//   .pal  JASC, Paint Shop Pro                                  .txt  Paint.NET, AARRGGBB
// Its colours are opaque: alpha in a file is ignored. The name "auto" means that the colours are
// found in the picture (palette_find).

enum { PALETTE_MAX_COLOURS = 256 };

struct palette {
    int count;      // 1 .. PALETTE_MAX_COLOURS, no colour twice
    int duplicates; // number of colours of the file that were left out as duplicates
    unsigned char colours[PALETTE_MAX_COLOURS][3]; // red green blue, sRGB display values
};

struct palette_named {
    const char *name, *summary;
    const char *hex; // its colours as words RRGGBB
};

extern const struct palette_named palettes[]; // ends with a zeroed row

// Parses the text of a file, which is `length` bytes long. The extension of `path` decides the
// format, and error messages begin with it. On failure `palette` is unchanged and the error names
// the file, the line and the expected text.
bool palette_parse(struct palette *palette, const char *path, const char *text, size_t length,
                   struct error *error);

// Returns true if the name is "auto": the colours are found in the picture.
bool palette_is_auto(const char *name);

// Returns false if a row of an effect with a palette has no influence because of the palette's
// name: `bits` with a palette, `distance` without one, `colors` unless the name is "auto".
struct param;
bool palette_lets_matter(const char *name, const struct param *row);

// Finds up to `requested` colours, sorted from dark to bright, that represent those of a picture of
// straight 8-bit display values. The squared distance in Oklab is the smallest that a few random
// starts find. Texels are weighted by their alpha. The same picture gives the same colours; a
// picture with fewer colours gives exactly these.
void palette_find(struct palette *palette, const struct image *picture, int requested);

// Returns a copy that lives until the program ends. Equal palettes share one copy.
const struct palette *palette_keep(const struct palette *palette);

// Prints a struct palette as a .gpl file, and returns true.
bool palette_print(const void *palette, FILE *out);

// Returns one of `palettes` by its name or, if the name contains '.' or '/', the palette of that
// file, which lives until step_file_free_old. Returns NULL with the error if there is no such
// palette.
const struct palette *palette_load(const char *name, struct error *error);

// effect.read for the parameters `palette` and `colors`. For "auto" it gives `colors` evenly spaced
// greys, until a picture is known (plan_options.palettes).
bool palette_read(const char *name, int colors, const void **file, struct error *error);

// Returns true if a file's name ends like those of palettes.
bool palette_has_ending(const char *path);
