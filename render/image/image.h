#pragma once

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h> // of the texels
#include <stdio.h>

struct error;

// render/image: images on the CPU, conversion of their colours, and image files.

// An image on the CPU: RGBA, row 0 is the top row, no padding between rows. The struct does not
// store whether its values are scene-linear light, which is premultiplied by alpha, or display
// values, which have straight alpha; callers keep a flag for that.

enum image_type {
    IMAGE_TYPE_F64, // double, for reference computations
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
    IMAGE_MAX_TEXELS = 256 * 1024 * 1024, // of an image file, checked before decoding
    IMAGE_MAX_TEXTS = 16,
    IMAGE_MAX_TEXT_BYTES = 64 * 1024, // of one value of a text in a file
};

extern const char *const image_channels[4]; // "red", "green", "blue", "alpha"

// Makes an image with all values 0. Sides are 1 or more. Exits if memory is short. image_finish
// frees it.
void image_init(struct image *image, int width, int height, enum image_type type);
void image_finish(struct image *image); // a zeroed image may be finished

size_t image_bytes(const struct image *image);
size_t image_texel_bytes(enum image_type type); // bytes of one texel (four values)

// Returns the four values of a texel of an F64 image. x and y must be inside the image.
static inline double *image_at(const struct image *image, int x, int y)
{
    assert(image->type == IMAGE_TYPE_F64);
    assert(x >= 0 && x < image->width && y >= 0 && y < image->height);
    return (double *) image->texels + 4 * ((size_t) y * (size_t) image->width + (size_t) x);
}

// Like image_at, but clamps x and y to the image.
const double *image_clamped(const struct image *image, int x, int y);

// Initialises `to` with the values of `from` in another type. For integers values are clamped to
// 0..1 and rounded to the nearest; NaN becomes 0.
void image_convert(const struct image *from, enum image_type type, struct image *to);

// Makes a subsampled copy of at most `most` texels, of every n-th texel of every n-th row, with the
// smallest possible n. If `from` has no more than `most` texels, `overview` is zeroed.
void image_overview(const struct image *from, size_t most, struct image *overview);

// Returns true if every alpha is 1.
bool image_is_opaque(const struct image *image);

// Returns true if all colours of an F32 image are finite, and with `with_alpha` all alphas.
// Otherwise the error names the first texel that has a NaN or an infinity.
bool image_check_finite(const struct image *image, bool with_alpha, struct error *error);

// A text stored in a PNG or EXR, such as the chain that made the picture. Keys have 1 to 79
// characters of Latin-1; values are UTF-8.
struct image_text {
    char *key, *value; // owned
};

struct image_texts {
    int count;
    struct image_text items[IMAGE_MAX_TEXTS];
};

// Adds a text, unless there are IMAGE_MAX_TEXTS already. Both strings are copied.
void image_texts_add(struct image_texts *texts, const char *key, const char *value);
const char *image_texts_find(const struct image_texts *texts, const char *key); // NULL: none
void image_texts_finish(struct image_texts *texts);

// Image files. When writing, the ending (in any case) selects the format; when reading, the first
// bytes do.
//   .png       8 or 16 bit display values (sRGB), straight alpha
//   .exr       16 or 32 bit floats of scene-linear light, premultiplied alpha
//   .hdr .pfm  scene-linear light, no alpha (written: alpha dropped, read: alpha 1)
//   JPEG       read only, 8 bit display values
// A file that is malformed, truncated, too large or unreadable is an error that names it. Readers
// apply the EXIF orientation, convert other colour spaces to sRGB (image_colour.h), apply the
// orientation and primaries of HDR files, and divide by their EXPOSURE and COLORCORR. Metadata that
// is not supported and damage that was repaired are reported by one warning on stderr.
//
// An EXR may have several parts and layers. The first part with channels R, G, B (A is optional) or
// Y is read: channels without a layer name, or else those of the only layer with such channels. The
// image has the size of the display window and is 0 outside the data window; without A it is
// opaque. Colours of texels with alpha 0 are kept, since premultiplied light is added.
// Chromaticities are converted to sRGB primaries. whiteLuminance is ignored: 1 is white.

// Reads a file into `image`, which the caller finishes. Display values become U8 or U16 with
// straight alpha and set `linear` to false; scene-linear light becomes premultiplied F32 and sets
// it to true. Texts of a PNG or EXR are added to `texts` (NULL: not read).
bool image_read(struct image *image, bool *linear, struct image_texts *texts, const char *path,
                struct error *error);

// Like image_read, for the bytes of a whole file in memory, without texts. `path` is used in
// warnings only; the error is without it.
bool image_read_bytes(struct image *image, bool *linear, const char *path, const void *bytes,
                      size_t size, struct error *error);

// Like image_read without texts, and cancellable from another thread: it returns with an error soon
// after *stop becomes true. `stop` may be NULL.
bool image_read_until(struct image *image, bool *linear, const char *path, const atomic_bool *stop,
                      struct error *error);

// Reads only the texts that a PNG or EXR has before its texels; other formats have none. Fails if
// the file is no image of a known format.
bool image_read_texts(struct image_texts *texts, const char *path, struct error *error);

// Returns true if image_write to that path would succeed, and leaves no file. Call it before long
// work.
bool image_check_path(const char *path, struct error *error);

// Writes a U8 or U16 image as PNG, or an F32 image as 32-bit EXR, HDR or PFM, through output_file
// (atomic replacement). "-" writes a PNG to stdout. PNG and EXR store `texts` (may be NULL).
//
// Values that are not finite are an error, and no file is written, because other programs do not
// expect them. In a PNG texels of alpha 0 get the colour 0. HDR (RGBE) stores negative values as 0
// and rounds the others to 8 bits relative to the largest of the three channels; PFM and EXR are
// exact.
bool image_write(const struct image *image, const struct image_texts *texts, const char *path,
                 struct error *error);

// Writes a U8 or U16 image as PNG to a stream. The caller checks ferror.
void image_write_png(const struct image *image, FILE *stream);

// Writes an F32 image as 16-bit EXR, rounded to the nearest half float, ties to even. Values beyond
// +-65504 are clamped to that, with a warning.
bool image_write_halves(const struct image *image, const struct image_texts *texts,
                        const char *path, struct error *error);

// Writes the bytes of such a file to an open stream, in the format of the ending of `path`; with
// `as_halves` those of image_write_halves. Returns false for values that are not finite. The caller
// checks ferror.
bool image_write_stream(const struct image *image, const struct image_texts *texts,
                        const char *path, bool as_halves, FILE *stream, struct error *error);

// Returns true if files with that ending hold scene-linear light (.exr, .hdr, .pfm).
bool image_path_is_linear(const char *path);

bool image_path_has_halves(const char *path); // image_write_halves supports it (.exr)

// The endings of files that can be read; image_has_ending returns true if a name has one of them.
extern const struct names image_endings;
bool image_has_ending(const char *name);
