#pragma once

#include <stdbool.h>
#include <stddef.h>

struct convolve_params;
struct error;

// A picture that is used as a kernel: light of 0 or more. It lives until step_file_free_old.
struct convolve_picture;

// Reads the picture that the parameters name. Sets *picture to NULL if they name a shape. Returns
// false if the file is unusable, for the reason in the error.
bool convolve_picture_read(const struct convolve_params *params,
                           const struct convolve_picture **picture, struct error *error);

// Makes a picture from the bytes of a file, for convolve_picture_free. Returns NULL on failure; the
// error names the file.
void *convolve_picture_make(const char *path, const char *bytes, size_t size, struct error *error);
void convolve_picture_free(void *made);

bool convolve_picture_is_grey(const struct convolve_picture *picture);

// Computes the size of a kernel whose longer side is `size` px; 0: the size of the picture.
void convolve_picture_size(const struct convolve_picture *picture, double size, int *width,
                           int *height);

// Resizes the picture to width * height texels of three values. Light of texels that move apart is
// spread evenly between them; texels that move together are averaged.
void convolve_picture_resize(const struct convolve_picture *picture, int width, int height,
                             double *texels);
