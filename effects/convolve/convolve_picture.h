#pragma once

#include "effects/convolve/convolve_params.h"
#include "render/text/error.h"

#include <stddef.h>

// A picture that is a kernel: light of 0 or more, as it was read. It stays until
// step_file_free_old.
struct convolve_picture;

// Reads the picture that the parameters name, if they do: NULL is put where they name a shape. The
// error says what is wrong with the file.
bool convolve_picture_read(const struct convolve_params *params,
                           const struct convolve_picture **picture, struct error *error);

// Makes it of a file's bytes, to be freed. NULL with the error, which names the file.
void *convolve_picture_make(const char *path, const char *bytes, size_t size, struct error *error);
void convolve_picture_free(struct convolve_picture *picture);

bool convolve_picture_is_grey(const struct convolve_picture *picture);

// The size of a kernel whose longer side is `size` px, or as it is where that is 0.
void convolve_picture_size(const struct convolve_picture *picture, double size, int *width,
                           int *height);

// Makes it that large: width * height texels of three. Light is spread evenly between texels that
// are further apart, and averaged over those that are nearer.
void convolve_picture_resize(const struct convolve_picture *picture, int width, int height,
                             double *texels);
