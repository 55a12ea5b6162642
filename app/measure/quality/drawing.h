#pragma once

#include "app/lab/lab.h"

// Draws what is to be measured: chains on images of the CPU. Images are IMAGE_TYPE_F64.

// How chains run.
struct drawing {
    struct lab *lab;
    enum texture_format format; // of the source and the images between the steps
    enum plan_fuse fuse;
};

// Runs a chain on an image. `linear`: what comes out is light; otherwise display values, for a
// target of 8 bits but not yet rounded to it. Makes `output`, as large as the source. False with
// the reason where the chain does not fit.
bool drawing_run(const struct drawing *drawing, const struct chain *chain, bool linear,
                 const struct image *source, struct image *output, struct error *error);

enum { DRAWING_POINTS = 4 }; // one a channel

struct drawing_place {
    double x, y; // whole numbers are texel centres
};

// Draws the chain's linear light of a square black picture of `side` texels with a point of light 1
// in each channel. A place between texel centres is shared by the texels around it.
bool drawing_points(const struct drawing *drawing, const struct chain *chain, int side,
                    const struct drawing_place places[DRAWING_POINTS], struct image *output,
                    struct error *error);

// Draws the lab's scene at a time, in RGBA32F.
void drawing_scene(struct lab *lab, double time, int width, int height, struct image *image);

// Makes `to`: what the format leaves of an image.
void drawing_round(const struct drawing *drawing, const struct image *from, struct image *to);

// Gives every length of a chain in pixels of a picture of that height, and lets border texels go on
// forever, so that it does the same to pictures of other sizes.
void drawing_settle(struct chain *chain, int height);
