#pragma once

#include "effects/gaussian/gaussian.h"

// Computes the radius and its class that an implementation of the Gaussian uses at a site.

int gaussian_site_radius(const struct effect_site *site);

// Returns the class of radii that programs are compiled for: kernel_class.
int gaussian_site_class(const struct effect_site *site);

// effect_impl.fits of implementations whose programs are compiled for classes of radii; other
// implementations call it and check more.
bool gaussian_site_fits(const struct effect_site *site, struct error *why);

// The size of a group in texels, with one invocation for each.
struct gaussian_group {
    int wide, high;
};

struct gaussian_group gaussian_site_group(const struct effect_site *site);

// effect_impl.write_defines of programs whose only defines are the class of radii and the edge.
void gaussian_site_defines(const struct effect_site *site, struct step_writer *defines);

// Like gaussian_site_defines, with the size of the group from the step's parameters too.
void gaussian_site_group_defines(const struct effect_site *site, struct step_writer *defines);

// Returns the work of a pass whose taps are read one after the other, straight from the image.
struct cost gaussian_site_taps(double taps);

// Returns the number of reads of 8 bytes from shared memory that take as long as one read of 16, in
// groups of `group` invocations. It is 1 on a software renderer, and if the group is too small to
// use the full width of shared memory.
double gaussian_site_float_reads(const struct effect_site *site, int group);
