#pragma once

#include "render/text/names.h"

#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h> // of the texels
#include <stdio.h>

// render/image: images on the CPU, their colours, and reading and writing them.

// An image on the CPU: RGBA, row 0 is the top row, no padding between rows. Its owner knows what
// the values mean: scene-linear light is premultiplied by alpha, and display values are straight.

enum image_type {
    IMAGE_TYPE_F64, // double, in which the references compute
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
    IMAGE_MAX_TEXELS = 256 * 1024 * 1024, // of a file, checked before anything is decoded
    IMAGE_MAX_TEXTS = 16,
    IMAGE_MAX_TEXT_BYTES = 64 * 1024, // of one value that is read
};

// Makes an image whose texels are 0, with sides of 1 or more. Ends the program where memory is
// short.
void image_init(struct image *image, int width, int height, enum image_type type);
void image_finish(struct image *image); // a zeroed image may be finished

size_t image_bytes(const struct image *image);
size_t image_texel_bytes(enum image_type type); // of its four values

// The four values of one texel of an image of doubles. x and y lie inside.
static inline double *image_at(const struct image *image, int x, int y)
{
    assert(image->type == IMAGE_TYPE_F64);
    assert(x >= 0 && x < image->width && y >= 0 && y < image->height);
    return (double *) image->texels + 4 * ((size_t) y * (size_t) image->width + (size_t) x);
}

// Like image_at, but coordinates outside mean the nearest texel of the border.
const double *image_clamped(const struct image *image, int x, int y);

// Makes an image of another type. Integers get values clamped to 0..1 and rounded to the nearest,
// and 0 for NaN.
void image_convert(const struct image *from, enum image_type type, struct image *to);

// Returns true if the colours of an image of floats are finite. Otherwise the error names the first
// texel that is not.
bool image_check_finite(const struct image *image, struct error *error);
bool image_check_finite_alpha(const struct image *image, struct error *error); // the same of alpha

// A text that a PNG or EXR carries, such as the chain that made it. Keys have 1 to 79 characters of
// Latin-1; values are UTF-8.
struct image_text {
    char *key, *value; // owned
};

struct image_texts {
    int count;
    struct image_text items[IMAGE_MAX_TEXTS];
};

// Adds a text, where there are fewer than IMAGE_MAX_TEXTS so far. Both strings are copied.
void image_texts_add(struct image_texts *texts, const char *key, const char *value);
const char *image_texts_find(const struct image_texts *texts, const char *key); // NULL: none
void image_texts_finish(struct image_texts *texts);

// Files. The ending, in lower or upper case, decides what is written, and the first bytes what is
// read.
//   .png       8 or 16 bit display values (sRGB), straight alpha
//   .exr       16 or 32 bit floats of scene-linear light, premultiplied alpha
//   .hdr .pfm  scene-linear light, no alpha (written: alpha dropped, read: alpha 1)
//   JPEG       read only, 8 bit display values
// Files that are wrong, truncated, too large or unreadable are errors that name the file. EXIF's
// orientation is applied, other colour spaces are converted (image_colour.h), and so are the order
// of axes and the primaries of HDR; its exposure, by which Radiance multiplied values, is divided
// out. One line on stderr says what cannot be followed, and what was damaged and mended.
//
// An EXR may have several parts and layers. The picture is the first part with channels R, G, B and
// perhaps A, or Y, that belong to no layer or to the only one. It fills the display window and is 0
// where nothing is stored; without A it is opaque. Light where alpha is 0 stays, since it is added.
// Chromaticities are converted to those of sRGB. whiteLuminance is not followed: 1 is white here.

// Reads display values as U8 or U16 with straight alpha (`linear` false) and light as F32,
// premultiplied (`linear` true). The texts of a PNG or EXR are added to `texts`, which may be NULL,
// while there is room.
bool image_read(struct image *image, bool *linear, struct image_texts *texts, const char *path,
                struct error *error);

// Like image_read, for the bytes of a whole file, without texts. The error does not name the path.
bool image_read_bytes(struct image *image, bool *linear, const char *path, const void *bytes,
                      size_t size, struct error *error);

// Like image_read, for a thread beside others and without texts. It gives up with an error soon
// after `stop` becomes true. `stop` may be NULL.
bool image_read_until(struct image *image, bool *linear, const char *path, const atomic_bool *stop,
                      struct error *error);

// Adds the texts that a PNG or EXR has before its texels, without unpacking those. Other pictures
// have none. Fails for what is no picture.
bool image_read_texts(struct image_texts *texts, const char *path, struct error *error);

// Returns true if an image can be written to that path; otherwise false with the error of
// image_write, before any work is done. Leaves no file.
bool image_check_path(const char *path, struct error *error);

// Writes U8 or U16 as PNG and F32 as EXR of 32 bits, HDR or PFM, through an output_file, so that
// nothing is lost or half-written. "-" writes a PNG to stdout. `texts` may be NULL; PNG and EXR
// keep them.
//
// Light that is not finite is an error, and no file is written: readers of HDR files do not know
// it, and as a number a fault would look like light. Texels of alpha 0 get no colour in a PNG. HDR
// makes negative values 0 and rounds the rest to 8 bits beside the largest of a texel's three; PFM
// and EXR keep every bit.
bool image_write(const struct image *image, const struct image_texts *texts, const char *path,
                 struct error *error);

// Writes U8 or U16 as PNG to a stream. The caller looks at ferror.
void image_write_png(const struct image *image, FILE *stream);

// Writes F32 as EXR of 16 bits: rounded to the nearest half float, the even one of two, and beyond
// 65504 that, which a line on stderr says.
bool image_write_halves(const struct image *image, const struct image_texts *texts,
                        const char *path, struct error *error);

// Writes the same bytes to an open stream, in the format of a file of that name; `as_halves` as
// image_write_halves does. False for light that is not finite; the caller looks at ferror.
bool image_write_stream(const struct image *image, const struct image_texts *texts,
                        const char *path, bool as_halves, FILE *stream, struct error *error);

// Returns true if files with that ending hold scene-linear light (.exr, .hdr, .pfm).
bool image_path_is_linear(const char *path);

bool image_path_has_halves(const char *path); // true if image_write_halves supports it (.exr)

// The endings of files that can be read, and whether a file's name has one of them.
extern const struct names image_endings;
bool image_has_ending(const char *name);
