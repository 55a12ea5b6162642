#pragma once

#include "render/image/image_picture.h"

#include <stdio.h>

// render/image/formats: readers and writers of image files. This header is the interface between
// image_file.c, which implements the functions of image.h, and the formats, image_<format>*.c.

// Read a whole file in memory into a zeroed picture. On failure there is nothing to free. Every
// reader checks the size (image_check_size) before it allocates texels.
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

// Add the texts that the file has before its texels. `bytes` may be only the beginning of the file.
bool image_png_read_texts(struct image_texts *texts, const uint8_t *bytes, size_t size,
                          struct error *error);
bool image_exr_read_texts(struct image_texts *texts, const uint8_t *bytes, size_t size,
                          struct error *error);

// Get the number of texels from the first `size` bytes of a file; false: these bytes do not tell.
// It is called while the file is read, and limits the bytes that are read.
bool image_png_measure(const uint8_t *bytes, size_t size, uint64_t *texels);
bool image_jpeg_measure(const uint8_t *bytes, size_t size, uint64_t *texels);
bool image_hdr_measure(const uint8_t *bytes, size_t size, uint64_t *texels);
bool image_pfm_measure(const uint8_t *bytes, size_t size, uint64_t *texels);
bool image_exr_measure(const uint8_t *bytes, size_t size, uint64_t *texels);

// Write an image. The caller checks ferror.
void image_png_write(const struct image *image, const struct image_texts *texts, FILE *file);
void image_hdr_write(const struct image *image, const struct image_texts *texts, FILE *file);
void image_pfm_write(const struct image *image, const struct image_texts *texts, FILE *file);
void image_exr_write(const struct image *image, const struct image_texts *texts, FILE *file);
void image_exr_write_halves(const struct image *image, const struct image_texts *texts, FILE *file);

// Detects the format of a file in memory and reads it into a zeroed picture.
bool image_decode(struct image_picture *picture, const uint8_t *bytes, size_t size,
                  struct error *error);
