#include "effects/box/box_site.h"

#include "effects/blur/strip_walk.h"

#include <math.h>

struct box box_of_site(const struct effect_site *site)
{
    return box_solve(site->params, site->height);
}

bool box_site_is_packed(const struct effect_site *site)
{
    return strip_walk_is_half(site->format) && strip_walk_is_half(effect_via(site));
}

bool box_site_reads_words(const struct effect_site *site)
{
    return strip_walk_reads_words(site->format, box_site_is_packed(site));
}

bool box_site_fits(const struct effect_site *site, struct error *why)
{
    const struct box_params *p = site->params;
    const double asked = length_pixels(p->sigma, site->height);
    const double most = box_max_sigma(p->iterations);
    if (p->radius > 0 || asked <= most)
        return true;
    error_set(why, "sigma is %.4g px, and iterations=%d goes up to %.4g px", asked, p->iterations,
              floor(most * 10) / 10);
    if (asked <= BOX_MAX_SIGMA)
        error_append(why, ", impl=cs_fft to %d px", BOX_MAX_SIGMA);
    return false;
}
