#define LOG_MODULE "image"
#include "render/image/formats/image_file.h"

#include "render/file/input_file.h"
#include "render/file/output_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/names.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// A format: `signature` is at the start of its files, `ending` selects it for writing; `write`
// NULL: it can only be read. Formats that can be written come first, and those without an ending
// last.
static const struct format {
    const char *ending;
    bool linear;
    const char *signature;
    bool (*measure)(const uint8_t *bytes, size_t size, uint64_t *texels);
    bool (*read)(struct image_picture *picture, const uint8_t *bytes, size_t size,
                 struct error *error);
    void (*write)(const struct image *image, const struct image_texts *texts, FILE *file);
    // NULL: the format has no half floats.
    void (*write_halves)(const struct image *image, const struct image_texts *texts, FILE *file);
    // NULL: the format has no texts.
    bool (*read_texts)(struct image_texts *texts, const uint8_t *bytes, size_t size,
                       struct error *error);
} formats[] = {
    { ".png", false, "\x89PNG\r\n\x1a\n", image_png_measure, image_png_read, image_png_write, NULL,
      image_png_read_texts },
    { ".exr", true, "v/1\x01", image_exr_measure, image_exr_read, image_exr_write,
      image_exr_write_halves, image_exr_read_texts },
    { ".hdr", true, "#?RADIANCE", image_hdr_measure, image_hdr_read, image_hdr_write },
    { ".pfm", true, "PF", image_pfm_measure, image_pfm_read, image_pfm_write },
    { ".jpg", false, "\xff\xd8\xff", image_jpeg_measure, image_jpeg_read, NULL },
    { ".jpeg", false, "\xff\xd8\xff", image_jpeg_measure, image_jpeg_read, NULL },
    { NULL, true, "#?RGBE", image_hdr_measure, image_hdr_read, NULL },
    { NULL, true, "Pf", image_pfm_measure, image_pfm_read, NULL },
    { 0 },
};

// ---- reading

// Returns the format whose signature the bytes begin with; fewer bytes than the signature need only
// match its beginning.
static const struct format *format_of_bytes(const uint8_t *bytes, size_t size)
{
    for (const struct format *format = formats; format->read; format++) {
        const size_t length = strlen(format->signature);
        if (size > 0 && memcmp(bytes, format->signature, size < length ? size : length) == 0)
            return format;
    }
    return NULL;
}

// Known formats that cannot be read: the bytes at offset `at`, and a command that converts the file
// to PNG.
static const char magick[] = "convert FILE FILE.png (ImageMagick)",
                  film[] = "ffmpeg -i FILE -frames:v 1 FILE.png";
static const struct foreign {
    size_t at;
    const char *bytes, *name, *command;
} foreign[] = {
    { 8, "WEBP", "a WebP picture", magick },
    { 4, "ftypavi", "an AVIF picture", magick },
    { 4, "ftyphe", "an HEIC picture", magick },
    { 4, "ftypmif1", "an HEIC or AVIF picture", magick },
    { 4, "ftyp", "a film", film },
    { 0, "\x1a\x45\xdf\xa3", "a film", film },
    { 4, "JXL ", "a JPEG XL picture", "djxl FILE FILE.png" },
    { 0, "\xff\x0a", "a JPEG XL picture", "djxl FILE FILE.png" },
    { 4, "jP  ", "a JPEG 2000 picture", magick },
    { 0, "GIF8", "a GIF", magick },
    { 0, "BM", "a BMP", magick },
    { 0, "II*", "a TIFF", magick },
    { 0, "MM", "a TIFF", magick },
    { 0, "8BPS", "a Photoshop picture", magick },
};

static bool fail_unknown(const uint8_t *bytes, size_t size, struct error *error)
{
    for (size_t i = 0; i < ARRAY_COUNT(foreign); i++) {
        const struct foreign *row = &foreign[i];
        const size_t length = strlen(row->bytes);
        if (size >= row->at + length && memcmp(bytes + row->at, row->bytes, length) == 0)
            return error_set(error, "%s, which is not read; %s makes a PNG of it", row->name,
                             row->command);
    }
    return error_set(error, size ? "no image; it must be a PNG, JPEG, EXR, HDR or PFM file"
                                 : "the file is empty");
}

bool image_decode(struct image_picture *picture, const uint8_t *bytes, size_t size,
                  struct error *error)
{
    const struct format *format = format_of_bytes(bytes, size);
    if (!format)
        return fail_unknown(bytes, size, error);
    if (size < strlen(format->signature))
        return image_cut_off(error);
    picture->is_light = format->linear;
    if (!format->read(picture, bytes, size, error))
        return false;
    if (!image_is_stopped(picture, error))
        return true;
    image_finish(&picture->image); // a cancelled conversion is incomplete
    return false;
}

struct contents {
    uint8_t *bytes;
    size_t size, capacity;
    int failure; // errno; 0: none
};

// Reads at most `most` more bytes. Returns false at the end of the file and on failure.
static bool read_more(struct contents *contents, size_t most, const atomic_bool *stop, int file)
{
    const size_t needed = contents->size + most;
    if (needed > contents->capacity) {
        contents->bytes = memory_grow(contents->bytes, needed, 1);
        contents->capacity = needed;
    }
    const ptrdiff_t count = input_file_read(file, contents->bytes + contents->size, most, stop);
    contents->failure = count < 0 ? errno : 0;
    contents->size += count > 0 ? (size_t) count : 0;
    return count == (ptrdiff_t) most;
}

// Limits of the bytes that are read, because a pipe without an image, or behind an image, may not
// end.
enum { MAX_BYTES_BESIDE = 64 << 20, MAX_BYTES_OF_TEXEL = 16, MAX_BYTES_OF_TEXTS = 4 << 20 };

// Returns the most bytes that a file with this beginning can have; 0: it is no image.
static uint64_t most_bytes(const struct contents *contents)
{
    const struct format *format = format_of_bytes(contents->bytes, contents->size);
    uint64_t texels = 0;
    if (!format)
        return 0;
    if (!format->measure(contents->bytes, contents->size, &texels) || texels > IMAGE_MAX_TEXELS)
        texels = 0;
    return MAX_BYTES_BESIDE + MAX_BYTES_OF_TEXEL * texels;
}

static bool return_image(const struct image_picture *picture, const char *path, struct image *image,
                         bool *linear)
{
    if (picture->note[0])
        log_warning("%s: %s", path, picture->note);
    *image = picture->image;
    *linear = picture->is_light;
    return true;
}

static bool read_file(struct image *image, bool *linear, struct image_texts *texts,
                      const char *path, const atomic_bool *stop, struct error *error)
{
    struct image_picture picture = { .texts = texts, .stop = stop };
    struct contents contents = { 0 };
    size_t step = 64 * 1024;
    const int file = input_file_open(path, error);
    if (file < 0)
        return error_prefix(error, "%s: ", path);
    while (read_more(&contents, step, stop, file) && contents.size < most_bytes(&contents) &&
           !image_is_cancelled(&picture))
        step = contents.size;
    close(file);
    bool ok = !image_is_stopped(&picture, error);
    if (ok && contents.failure)
        ok = error_set(error, "%s", strerror(contents.failure));
    ok = ok && image_decode(&picture, contents.bytes, contents.size, error);
    free(contents.bytes);
    return ok ? return_image(&picture, path, image, linear) : error_prefix(error, "%s: ", path);
}

bool image_read(struct image *image, bool *linear, struct image_texts *texts, const char *path,
                struct error *error)
{
    return read_file(image, linear, texts, path, NULL, error);
}

bool image_read_until(struct image *image, bool *linear, const char *path, const atomic_bool *stop,
                      struct error *error)
{
    return read_file(image, linear, NULL, path, stop, error);
}

bool image_read_bytes(struct image *image, bool *linear, const char *path, const void *bytes,
                      size_t size, struct error *error)
{
    struct image_picture picture = { 0 };
    return image_decode(&picture, bytes, size, error) &&
           return_image(&picture, path, image, linear);
}

bool image_read_texts(struct image_texts *texts, const char *path, struct error *error)
{
    struct contents contents = { 0 };
    const int file = input_file_open(path, error);
    if (file < 0)
        return error_prefix(error, "%s: ", path);
    read_more(&contents, MAX_BYTES_OF_TEXTS, NULL, file);
    close(file);
    const struct format *format = format_of_bytes(contents.bytes, contents.size);
    const bool ok = !format ? fail_unknown(contents.bytes, contents.size, error)
                            : !format->read_texts ||
                                  format->read_texts(texts, contents.bytes, contents.size, error);
    free(contents.bytes);
    return ok || error_prefix(error, "%s: ", path);
}

// ---- writing

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot : "";
}

// Returns the format with the ending of the path, even if it can only be read.
static const struct format *format_of_ending(const char *path)
{
    for (const struct format *format = formats; format->read; format++) {
        if (format->ending && strcasecmp(ending_of(path), format->ending) == 0)
            return format;
    }
    return NULL;
}

static const struct format *format_of_path(const char *path)
{
    if (strcmp(path, "-") == 0)
        return &formats[0];
    const struct format *format = format_of_ending(path);
    return format && format->write ? format : NULL;
}

bool image_path_is_linear(const char *path)
{
    const struct format *format = format_of_path(path);
    return format && format->linear;
}

bool image_path_has_halves(const char *path)
{
    const struct format *format = format_of_path(path);
    return format && format->write_halves;
}

static const char *written_ending(const void *set, int i)
{
    const struct format *format = set;
    return format[i].write ? format[i].ending : NULL;
}

static const struct names_rows read_endings = { &formats[0].ending, sizeof(formats[0]) };
const struct names image_endings = { names_of_rows, &read_endings };

bool image_has_ending(const char *name)
{
    return ending_of(name) != name && format_of_ending(name);
}

// Endings that ImageMagick can write, for the hint in the error.
static const char *const convertible[] = { ".jpg", ".jpeg", ".webp", ".avif", ".heic",
                                           ".gif", ".tif",  ".tiff", ".bmp" };

static bool unknown_ending(const char *path, struct error *error)
{
    const struct names endings = { written_ending, formats };
    const char *ending = ending_of(path);
    error_set(error, "%s: unknown ending; it has ", path);
    names_append(error, &endings, ending, strlen(ending));
    for (size_t i = 0; i < ARRAY_COUNT(convertible); i++)
        if (strcasecmp(ending, convertible[i]) == 0)
            error_append(error, "; convert FILE.png FILE%s (ImageMagick) makes one of a PNG",
                         convertible[i]);
    return false;
}

bool image_check_path(const char *path, struct error *error)
{
    return format_of_path(path) ? output_file_check(path, error) : unknown_ending(path, error);
}

// Returns the format for a path after checking that the image can be written in it; NULL: error.
static const struct format *writable_format(const struct image *image, const char *path,
                                            struct error *error)
{
    const struct format *format = format_of_path(path);
    if (!format) {
        unknown_ending(path, error);
        return NULL;
    }
    assert(format->linear ? image->type == IMAGE_TYPE_F32
                          : image->type == IMAGE_TYPE_U8 || image->type == IMAGE_TYPE_U16);
    if (format->linear && !image_check_finite(image, format->write_halves, error)) {
        error_prefix(error, "%s: ", path);
        return NULL;
    }
    return format;
}

bool image_write_stream(const struct image *image, const struct image_texts *texts,
                        const char *path, bool as_halves, FILE *stream, struct error *error)
{
    const struct format *format = writable_format(image, path, error);
    if (format)
        (as_halves ? format->write_halves : format->write)(image, texts, stream);
    return format;
}

static bool write_image(const struct image *image, const struct image_texts *texts,
                        const char *path, bool as_halves, struct error *error)
{
    const struct format *format = writable_format(image, path, error);
    struct output_file output;
    if (!format || !output_file_open(&output, path, error))
        return false;
    (as_halves ? format->write_halves : format->write)(image, texts, output.stream);
    return output_file_close(&output, error);
}

void image_write_png(const struct image *image, FILE *stream)
{
    image_png_write(image, NULL, stream);
}

bool image_write(const struct image *image, const struct image_texts *texts, const char *path,
                 struct error *error)
{
    return write_image(image, texts, path, false, error);
}

bool image_write_halves(const struct image *image, const struct image_texts *texts,
                        const char *path, struct error *error)
{
    return write_image(image, texts, path, true, error);
}
