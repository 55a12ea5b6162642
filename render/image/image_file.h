#pragma once

#include "render/image/image.h"

#include <stdio.h>

// What image_file.c and the formats, image_<format>.c, are to each other.

enum { IMAGE_NOTE_SIZE = 320 };

// What comes of a file.
struct image_picture {
    struct image image;
    bool is_light;              // and not display values
    struct image_texts *texts;  // where texts go while there is room; NULL: not wanted
    char note[IMAGE_NOTE_SIZE]; // what of the file could not be kept, in one line; "": nothing
};

// Adds to the note, after a semicolon where there is one already. What does not fit is cut.
void image_note(struct image_picture *picture, const char *format, ...) PRINTF_LIKE(2, 3);

// The bytes of a whole file, of which a zeroed picture is filled, or only an error comes. Every
// reader checks the size before it takes memory for the texels.
bool image_png_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error);
bool image_jpeg_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                     struct error *error);
bool image_hdr_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error);
bool image_pfm_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error);

// How many texels the file has, as soon as its beginning tells. Asked while the file is read, so
// that no more is read than these can need.
bool image_png_measure(const uint8_t *bytes, size_t size, uint64_t *texels);
bool image_jpeg_measure(const uint8_t *bytes, size_t size, uint64_t *texels);
bool image_hdr_measure(const uint8_t *bytes, size_t size, uint64_t *texels);
bool image_pfm_measure(const uint8_t *bytes, size_t size, uint64_t *texels);

// Writers leave it to the caller to look at ferror.
void image_png_write(const struct image *image, const struct image_texts *texts, FILE *file);
void image_hdr_write(const struct image *image, const struct image_texts *texts, FILE *file);
void image_pfm_write(const struct image *image, const struct image_texts *texts, FILE *file);

// Finds the format and reads it into a zeroed picture. image_read without the file.
bool image_decode(struct image_picture *picture, const uint8_t *bytes, size_t size,
                  struct error *error);

// Whether an image of that size is within the limits.
bool image_check_size(uint64_t width, uint64_t height, struct error *error);

// The error of a file that ends too early. Readers also ask, from the size that the header states,
// for the fewest bytes that the format can do with, so that a few bytes never take gigabytes.
bool image_cut_off(struct error *error);

// The order of the bytes of a number in this machine's memory.
bool image_host_is_little(void);
