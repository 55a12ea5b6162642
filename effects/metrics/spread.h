#pragma once

#include "effects/metrics/metrics.h"

// The image of a point in two dimensions: what a blur makes of one lit texel. Filters that decimate
// treat even and odd texels differently, so points lie in 64 of the places of a grid of 16x16
// texels, four in each picture, and what is looked at is the mean around them. Who draws the
// pictures adds them here.

enum { SPREAD_POINTS = 4 }; // of a picture, one a channel

struct spread_place {
    double x, y; // whole numbers are texel centres
};

enum { SPREAD_GRID = 16, SPREAD_PLACES = 64, SPREAD_PICTURES = SPREAD_PLACES / SPREAD_POINTS };

// Rings around the point are a quarter of a sigma wide and reach up to 3 sigma.
enum { SPREAD_RINGS_PER_SIGMA = 4, SPREAD_RINGS = 3 * SPREAD_RINGS_PER_SIGMA + 1 };

struct spread {
    int reach;        // texels to each side of the point that are looked at
    int pictures;     // added so far
    struct image sum; // over their places, in channel 0; 2 * reach + 1 texels a side. Owned
};

// Returns the reach for a blur that is about so wide (px): more than three sigma and less than six
// lies within it, whatever its tails are like.
int spread_reach(double sigma);

// Begins the mean of one reach, without pictures. A zeroed one may be finished.
void spread_init(struct spread *spread, int reach);
void spread_finish(struct spread *spread);

// The square picture for a reach, a side in texels, and where the points of the n-th of
// SPREAD_PICTURES stand in it, one in each channel.
int spread_side(int reach);
void spread_places(int picture, int reach, struct spread_place places[SPREAD_POINTS]);

// Adds what became of the next picture, doubles or floats, whose points had that light.
void spread_add(struct spread *spread, const struct image *picture, double light);

// Makes the mean of the pictures so far, with the point in the middle.
void spread_mean(const struct spread *spread, struct image *mean);

struct spread_profile {
    double values[SPREAD_RINGS]; // means over rings
};

struct spread_profile spread_profile_of(const struct image *mean, double sigma);
struct spread_profile spread_profile_of_gaussian(int reach, double sigma);

// Returns the largest difference of two rings, as a share of the peak of the ideal.
double spread_worst(const struct spread_profile *profile, const struct spread_profile *ideal);

// Returns the radius, px, within which that share of all the light lies that the mean holds.
double spread_radius(const struct image *mean, double share);
