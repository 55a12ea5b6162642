#pragma once

#include "effects/box/box.h"

// Computes the box, the formats and the limits that an implementation of the box uses at a site.

// Returns the box of the site's parameters.
struct box box_of_site(const struct effect_site *site);

// Returns true if shared memory can hold half floats, because these hold every value of the input
// and of the image between rows and columns.
bool box_site_is_packed(const struct effect_site *site);

// Returns true if the shader copies the input's half floats into shared memory as words, without
// unpacking them.
bool box_site_reads_words(const struct effect_site *site);

// effect_impl.fits of implementations by sums and taps; some also have a limit of their own. Only
// cs_fft supports more than BOX_MAX_RADIUS.
bool box_site_fits(const struct effect_site *site, struct error *why);
