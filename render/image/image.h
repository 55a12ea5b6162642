#pragma once

#include "render/text/error.h"

#include <stddef.h>
#include <stdint.h>

// An image on the CPU: RGBA, row 0 is the top row, no padding between rows. What the values mean is
// the owner's to know: scene-linear light is premultiplied by alpha, except when it comes from a
// file, and display values are straight.

enum image_type {
    IMAGE_TYPE_F64, // double: the references compute in it
    IMAGE_TYPE_F32,
    IMAGE_TYPE_U8,  // 0..255 stands for 0..1
    IMAGE_TYPE_U16, // 0..65535 stands for 0..1
};

struct image {
    int width, height; // a zeroed image has no texels
    enum image_type type;
    void *texels; // width * height * 4 values, owned
};

enum {
    IMAGE_MAX_SIDE = 32768,
    IMAGE_MAX_TEXELS = 256 * 1024 * 1024, // checked before anything is decoded
    IMAGE_MAX_TEXTS = 16,
    IMAGE_MAX_TEXT_BYTES = 64 * 1024, // of one value that is read
};

// All texels are 0. Both sides at least 1. Ends the program when there is no memory.
void image_init(struct image *image, int width, int height, enum image_type type);
void image_finish(struct image *image); // a zeroed image may be finished

size_t image_bytes(const struct image *image);

// The four values of one texel of an image of doubles. x and y must lie inside.
double *image_at(const struct image *image, int x, int y);

// The same, with coordinates outside moved to the nearest border texel.
const double *image_clamped(const struct image *image, int x, int y);

// A new image of another type. To integers: clamped to 0..1, rounded to nearest, NaN is 0.
void image_convert(const struct image *from, enum image_type type, struct image *to);

// Whether the colours of an image of floats are finite. Else the error tells of the first that is
// not.
bool image_check_finite(const struct image *image, struct error *error);

// A line of text that a PNG carries, for example the chain that made it. Keys are 1 to 79
// characters of Latin-1; values are UTF-8.
struct image_text {
    char *key, *value; // owned
};

struct image_texts {
    int count;
    struct image_text items[IMAGE_MAX_TEXTS];
};

// `texts` has room: fewer than IMAGE_MAX_TEXTS. Both strings are copied.
void image_texts_add(struct image_texts *texts, const char *key, const char *value);
const char *image_texts_find(const struct image_texts *texts, const char *key); // NULL: none
void image_texts_finish(struct image_texts *texts);

// Files. The ending, in either case, decides what is written; the first bytes tell what is read.
//   .png       8 or 16 bit display values (sRGB), straight alpha
//   .hdr .pfm  scene-linear light, no alpha (written: alpha dropped, read: alpha 1)
//   JPEG       read only, 8 bit display values
// Wrong, truncated, too large or unreadable files are errors that name the file. The orientation
// that EXIF states is applied, and so are colours of other spaces (image_colour.h), HDR's order of
// axes, its exposure and its primaries: what Radiance multiplied values by is divided out. What
// cannot be followed, or is damaged and was mended, is said in one line on stderr.

// Reads display values as U8 or U16 (linear = false) and light as F32 (linear = true), both with
// straight alpha. A PNG's texts are added to `texts` while there is room; `texts` may be NULL.
bool image_read(struct image *image, bool *linear, struct image_texts *texts, const char *path,
                struct error *error);

// Whether an image can be written under that name: the ending is known and the folder can be
// written to. Says before any work is done what image_write would say after it, and leaves no file.
bool image_check_path(const char *path, struct error *error);

// PNG takes U8 or U16; HDR and PFM take F32. Writes to a file beside `path` and renames it when it
// is whole, so that nothing is lost or half-written; a link stays a link, and a device is written
// to as it is. "-" writes a PNG to stdout. `texts` may be NULL; only PNG keeps them.
//
// Light that is not finite is an error and no file: no reader of HDR files knows it, and where it
// became a number a fault would look like light. Texels of alpha 0 have no colour in a PNG. In HDR
// files what is negative becomes 0, and the rest is rounded to 8 bits beside the largest of a
// texel's three; PFM keeps every bit.
bool image_write(const struct image *image, const struct image_texts *texts, const char *path,
                 struct error *error);

// True for the endings that hold scene-linear light (.hdr, .pfm).
bool image_path_is_linear(const char *path);
