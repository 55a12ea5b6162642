#pragma once

#include "render/image/image.h"

#include <stdatomic.h>
#include <stdio.h>

// The interface between image_file.c and the formats, image_<format>*.c.

enum { IMAGE_NOTE_SIZE = 320 };

// The content of a file.
struct image_picture {
    struct image image;
    bool is_light;              // scene-linear; otherwise display values
    struct image_texts *texts;  // gets the texts while there is room; NULL: they are not wanted
    const atomic_bool *stop;    // true: the rest is not wanted; NULL: all of it is
    char note[IMAGE_NOTE_SIZE]; // one line on what could not be followed or kept; "": nothing
};

// Appends to the note, behind a semicolon where it has text. What does not fit is cut off.
void image_note(struct image_picture *picture, const char *format, ...) PRINTF_LIKE(2, 3);

// Returns true, with the error, where the rest of the picture is not wanted. Readers ask it at each
// row or chunk.
bool image_is_stopped(const struct image_picture *picture, struct error *error);

// Read the bytes of a whole file into a zeroed picture, or fail with an error and nothing to free.
// Every reader checks the size before it allocates texels.
bool image_png_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error);
bool image_jpeg_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                     struct error *error);
bool image_hdr_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error);
bool image_pfm_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error);
bool image_exr_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error);

// Add the texts that stand before the texels, of which the bytes may hold none.
bool image_png_read_texts(struct image_texts *texts, const uint8_t *bytes, size_t size,
                          struct error *error);
bool image_exr_read_texts(struct image_texts *texts, const uint8_t *bytes, size_t size,
                          struct error *error);

// How many texels a file has, true as soon as its first bytes tell. They are asked while the file
// is read, so that no more of it is read than so many texels can need.
bool image_png_measure(const uint8_t *bytes, size_t size, uint64_t *texels);
bool image_jpeg_measure(const uint8_t *bytes, size_t size, uint64_t *texels);
bool image_hdr_measure(const uint8_t *bytes, size_t size, uint64_t *texels);
bool image_pfm_measure(const uint8_t *bytes, size_t size, uint64_t *texels);
bool image_exr_measure(const uint8_t *bytes, size_t size, uint64_t *texels);

// Write the format. The caller looks at ferror.
void image_png_write(const struct image *image, const struct image_texts *texts, FILE *file);
void image_hdr_write(const struct image *image, const struct image_texts *texts, FILE *file);
void image_pfm_write(const struct image *image, const struct image_texts *texts, FILE *file);
void image_exr_write(const struct image *image, const struct image_texts *texts, FILE *file);
void image_exr_write_halves(const struct image *image, const struct image_texts *texts, FILE *file);

// Finds the format of bytes in memory and reads them into a zeroed picture.
bool image_decode(struct image_picture *picture, const uint8_t *bytes, size_t size,
                  struct error *error);

// Whether an image of that size is within the limits.
bool image_check_size(uint64_t width, uint64_t height, struct error *error);

// Sets the error of a file that ends too early. Readers also set it where the file is shorter than
// the format allows for the size that the header states, so that a few bytes never take gigabytes.
bool image_cut_off(struct error *error);

// Whether this machine is little-endian.
bool image_host_is_little(void);
