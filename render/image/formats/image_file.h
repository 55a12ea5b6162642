#pragma once

#include "render/image/image_picture.h"

#include <stdio.h>

// render/image/formats: files of pictures, read and written: image.h says which. This is the
// interface between image_file.c and the formats, image_<format>*.c.

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

// Finds how many texels a file has; true as soon as its first bytes tell. Called while the file is
// read, so that reading stops at the most bytes that this number of texels can need.
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
