#pragma once

#include "render/gpu.h"

// The light of a picture on the CPU, resized to its place in an output. The picture goes to the GPU
// strip by strip, each of which becomes light and is resized along one axis before the next one
// comes. So no picture is too large for the GPU, and a window can make few strips a frame. What is
// kept is as long as the picture along the other axis, which picture_light_draw resizes.

// Position of one axis of the picture in the output.
struct picture_span {
    int texels;        // of the picture
    int begin, length; // in the output, texels; may reach past it, and what is around is black
};

struct picture_place {
    int width, height; // of the output
    struct picture_span spans[2];
    enum texture_format format; // of the light
    float white;                // luminance that white of display values becomes
};

struct picture_programs {
    const struct program *decode, *strip, *resize;
};

struct picture_light { // zeroed: nothing is made
    struct picture_place place;
    int axis;               // that is resized: 0 along the rows, 1 along the columns
    int lines;              // of the picture that are in it, across the axis
    struct texture texture; // no id: none, or no memory for it
};

bool picture_programs_init(struct picture_programs *programs, struct gpu *gpu, struct error *error);

// Begins to make the light of a picture of that size in place of what was made. False: the GPU has
// no memory for it.
bool picture_light_begin(struct picture_light *light, const struct gpu *gpu,
                         const struct picture_place *place);
void picture_light_finish(struct picture_light *light); // also of a zeroed one

// Returns true if the light was begun for that place.
bool picture_light_is_of(const struct picture_light *light, const struct picture_place *place);

// The first returns how many texels of the picture are still to come. The second makes about
// `texels` of them at most, in or outside a frame, but at least a line, since a line is not
// divided. `is_light`: the texels of the image are light, and not display values.
size_t picture_light_left(const struct picture_light *light);
void picture_light_make(struct picture_light *light, struct gpu *gpu,
                        const struct picture_programs *programs, const struct image *image,
                        bool is_light, size_t texels);

// Draws what is whole into an output of the place's size, as a pass of the name "image".
void picture_light_draw(const struct picture_light *light, struct gpu *gpu,
                        const struct picture_programs *programs, struct texture *output);
