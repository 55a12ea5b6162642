#pragma once

#include "effects/box/box.h"

// What a site means to the implementations of the box: the box itself, the formats and the limits.

// The box that the site's parameters ask for.
struct box box_of_site(const struct effect_site *site);

enum edge box_site_edge(const struct effect_site *site);

// The format of the image between rows and columns.
enum texture_format box_site_via(const struct effect_site *site);

// Texels of the picture.
double box_site_texels(const struct effect_site *site);

// Whether shared memory holds halves, because neither the input nor what lies between rows and
// columns holds more.
bool box_site_is_packed(const struct effect_site *site);

// Whether the input's halves go into shared memory as they are.
bool box_site_reads_words(const struct effect_site *site);

// effect_impl.fits of sums and taps, for some together with a limit of their own: only cs_fft goes
// beyond BOX_MAX_RADIUS.
bool box_site_fits(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
