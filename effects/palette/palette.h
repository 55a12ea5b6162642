#pragma once

#include "render/text/error.h"

#include <stddef.h>

// effects/palette: the palettes of dither and error diffusion.

// Sets of colours that a picture is reduced to, by name or from files:
//   .gpl  GIMP (and Aseprite, whose fourth number is alpha)     .hex  a colour a line, RRGGBB
//   .pal  JASC, Paint Shop Pro                                  .txt  Paint.NET, AARRGGBB
// A palette's colours are opaque: alpha in a file is read over.

enum { PALETTE_MAX_COLOURS = 256 };

struct palette {
    int count;      // 1 .. PALETTE_MAX_COLOURS, no colour twice
    int duplicates; // colours that the file had again, and that are kept once
    unsigned char colours[PALETTE_MAX_COLOURS][3]; // red green blue, sRGB display values
};

struct palette_named {
    const char *name, *summary, *hex; // `hex`: words of RRGGBB
};

extern const struct palette_named palettes[]; // ends with a zeroed row

// Text of a file; the ending of `path` tells its format, and messages begin with it. On failure
// `palette` is unchanged and the error names file, line and what was expected there.
bool palette_parse(struct palette *palette, const char *path, const char *text, size_t length,
                   struct error *error);

// Whether what a parameter `palette` holds names one: it is neither empty nor "none".
bool palette_is_given(const char *name);

// A name of `palettes`, or a file (whatever has a '.' or a '/' in it). Files are read anew.
bool palette_load(struct palette *palette, const char *name, struct error *error);

// As palette_load, but what was loaded lately is remembered, so it may be asked for every frame.
// Valid until the next call. NULL for a palette that cannot be loaded: logged once. Names are
// shorter than PARAM_TEXT_SIZE. Not for several threads at once.
const struct palette *palette_find(const char *name);

// Forgets what palette_find remembers of that name, so that a changed file is read again.
void palette_forget(const char *name);

// Whether what a parameter `palette` holds names none or one that can be loaded. Forgets it.
bool palette_check(const char *name, struct error *error);
