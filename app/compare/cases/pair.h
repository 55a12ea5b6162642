#pragma once

#include "render/image/image.h"

// Two pictures from files that are to be compared.

struct pair {
    const char *paths[2];     // borrowed
    struct image images[2];   // of doubles; light is premultiplied, display values straight
    enum image_type types[2]; // that the files have
    struct image_texts texts[2];
    bool is_light; // otherwise display values 0..1
};

// False with the reason for files that are no pictures, and for a picture of light against one for
// the display. Finished in every case.
bool pair_read(struct pair *pair, const char *a, const char *b, struct error *error);
void pair_finish(struct pair *pair);

// Whether the pictures have one size and every value is finite. The error says what is not so.
bool pair_check(const struct pair *pair, struct error *error);

// Blurs both, as tolerances of dithered pictures ask for.
void pair_blur(struct pair *pair);
