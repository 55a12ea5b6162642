#pragma once

#include "effects/metrics/metrics.h"

// The point spread of a blur in two dimensions: the image that it makes of one lit texel, averaged
// over positions of the texel, because filters that decimate treat even and odd texels differently.
// The points are at 64 positions of a grid of 16x16 texels, four in each picture, one in each
// channel. The caller draws and blurs the pictures:
//
//   spread_init(&spread, reach);
//   for (int i = 0; i < SPREAD_PICTURES; i++) {
//       spread_places(i, reach, places);             // light these texels of a picture, blur it
//       spread_add(&spread, &picture);
//   }
//   spread_mean(&spread, &mean);

enum { SPREAD_POINTS = 4 }; // points of a picture, one in each channel

struct spread_place {
    double x, y; // whole numbers are texel centres
};

enum { SPREAD_GRID = 16, SPREAD_PLACES = 64, SPREAD_PICTURES = SPREAD_PLACES / SPREAD_POINTS };

// Rings around the point have a width of a quarter of a sigma, up to 3 sigma.
enum { SPREAD_RINGS_PER_SIGMA = 4, SPREAD_RINGS = 3 * SPREAD_RINGS_PER_SIGMA + 1 };

struct spread {
    int reach;        // texels on each side of the point that are averaged
    int pictures;     // number of pictures added so far
    struct image sum; // sum of the pictures around their points, in channel 0; 2 * reach + 1 texels
                      // on each side; owned
};

// Returns the reach for a blur whose width is about `sigma` px: six sigma and some texels more,
// which contain nearly all of its light whatever its tails are.
int spread_reach(double sigma);

// Initialises `spread` without pictures. spread_finish also accepts a zeroed struct.
void spread_init(struct spread *spread, int reach);
void spread_finish(struct spread *spread);

// spread_side returns the side, in texels, of the square picture for a reach; spread_places the
// positions of the points in picture number `picture`, 0..SPREAD_PICTURES - 1, one in each channel.
int spread_side(int reach);
void spread_places(int picture, int reach, struct spread_place places[SPREAD_POINTS]);

// Adds the next blurred picture, of doubles; its points were 1 before the blur.
void spread_add(struct spread *spread, const struct image *picture);

// Initialises `mean` with the mean of the pictures so far; the point is in the middle.
void spread_mean(const struct spread *spread, struct image *mean);

// Means over the rings.
struct spread_profile {
    double values[SPREAD_RINGS], ideal[SPREAD_RINGS]; // of the image, and of a Gaussian of sigma
    double worst; // largest difference of a ring, as a share of the peak of `ideal`
};

struct spread_profile spread_profile_of(const struct image *mean, double sigma);

// Returns the radius, px, that contains that share of the light of `mean`.
double spread_radius(const struct image *mean, double share);
