#pragma once

#include "render/texture.h"

struct gpu;

// Converts an image on the CPU to scene-linear light on the GPU and resizes it to a place in an
// output. The image is uploaded in strips; each is decoded and resized along one axis (`axis`).
// picture_light_draw resizes along the other axis. Therefore images may be larger than
// GL_MAX_TEXTURE_SIZE, and a window can upload a few strips per frame. Sequence:
// picture_light_begin, picture_light_make until picture_light_left returns 0, picture_light_draw in
// each frame, picture_light_finish.

// Position of one axis of the picture in the output.
struct picture_span {
    int texels;        // of the picture along the axis
    int begin, length; // texels of the output; what is outside is clipped, the rest is black
};

struct picture_place {
    int width, height; // of the output
    struct picture_span spans[2];
    enum texture_format format; // of the intermediate texture
    float white;                // light of the display value white
};

struct picture_programs {
    const struct program *decode, *strip, *resize;
};

// An image and the programs that convert it, borrowed until picture_light_finish.
struct picture_source {
    const struct picture_programs *programs;
    const struct image *image;
    bool is_light; // the image is scene-linear light; otherwise display values
};

struct picture_light { // zeroed: not begun
    struct picture_source source;
    struct picture_place place;
    int axis;               // axis that is resized first: 0 along rows, 1 along columns
    int lines;              // lines of the picture, across that axis, that are done
    struct texture texture; // id 0: none, or too little GPU memory
};

bool picture_programs_init(struct picture_programs *programs, struct gpu *gpu, struct error *error);

// Frees what was made before and begins a picture at that place. Returns false if the GPU has too
// little memory.
bool picture_light_begin(struct picture_light *light, const struct gpu *gpu,
                         const struct picture_source *source, const struct picture_place *place);
void picture_light_finish(struct picture_light *light); // also for a zeroed struct

// Returns true if picture_light_begin has succeeded for an equal place.
bool picture_light_is_of(const struct picture_light *light, const struct picture_place *place);

// picture_light_left returns the number of texels that are still to be processed.
// picture_light_make processes whole lines of at most `texels` texels, at least one line, inside or
// outside a frame.
size_t picture_light_left(const struct picture_light *light);
void picture_light_make(struct picture_light *light, struct gpu *gpu, size_t texels);

// Draws finished light into an output of the place's size, as a pass with the name "image".
void picture_light_draw(const struct picture_light *light, struct gpu *gpu, struct texture *output);
