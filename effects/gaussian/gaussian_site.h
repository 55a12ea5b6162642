#pragma once

#include "effects/gaussian/gaussian.h"

// What a site means to the implementations of the Gaussian: kernel, class of radii, edge.

struct kernel gaussian_site_kernel(const struct effect_site *site);

int gaussian_site_radius(const struct effect_site *site);

// The class of radii that programs are compiled for: kernel_class.
int gaussian_site_class(const struct effect_site *site);

// effect_impl.fits of what has programs for classes of radii, and part of that of others.
bool gaussian_site_fits(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);

enum edge gaussian_site_edge(const struct effect_site *site);

// The texels of a group, and the group with them: one invocation each.
struct gaussian_group {
    int wide, high;
};

struct gaussian_group gaussian_site_group(const struct effect_site *site);

// Texels of the picture.
double gaussian_site_texels(const struct effect_site *site);

// effect_impl.vary of programs that need no more than the class of radii and the edge.
void gaussian_site_vary(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);

// The same with the group that the step asks for.
void gaussian_site_vary_group(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);

// Adds what `passes` passes read and store, each `reads` texels for one that it stores.
void gaussian_site_count_passes(const struct effect_site *site, int passes, double reads,
                                struct cost *cost);

// The same where taps are read one after the other, straight from the image.
void gaussian_site_count_taps(const struct effect_site *site, int passes, double taps,
                              struct cost *cost);

// How many reads of 8 bytes from shared memory take as long as one of 16, in groups of `group`
// invocations. They take the same on a software renderer, and where the group is too small to fill
// what is read at a time.
double gaussian_site_float_reads(const struct effect_site *site, int group);
