#include "effects/box/box_site.h"

#include "effects/blur/strip_walk.h"

#include <math.h>
#include <stdio.h>

struct box box_of_site(const struct effect_site *site)
{
    return box_solve(site->params, site->height);
}

enum texture_format box_site_via(const struct effect_site *site)
{
    static const enum texture_format formats[] = {
        [BOX_VIA_RGBA8] = FORMAT_RGBA8,
        [BOX_VIA_RGBA16F] = FORMAT_RGBA16F,
        [BOX_VIA_RGBA32F] = FORMAT_RGBA32F,
    };
    const struct box_params *p = site->params;
    if (p->via != BOX_VIA_AUTO)
        return formats[p->via];
    return site->format == FORMAT_R11F_G11F_B10F ? FORMAT_RGBA16F : site->format;
}

bool box_site_is_packed(const struct effect_site *site)
{
    return strip_walk_is_half(site->format) && strip_walk_is_half(box_site_via(site));
}

bool box_site_reads_words(const struct effect_site *site)
{
    return strip_walk_reads_words(site->format, box_site_is_packed(site));
}

bool box_site_fits(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct box_params *p = site->params;
    const double asked = (double) length_pixels(p->sigma, site->height);
    const double most = box_max_sigma(p->iterations);
    if (p->radius > 0 || asked <= most)
        return true;
    const int wide =
        snprintf(why, EFFECT_WHY_SIZE, "sigma is %.4g px, and iterations=%d goes up to %.4g px",
                 asked, p->iterations, floor(most * 10) / 10);
    if (asked <= BOX_MAX_SIGMA)
        snprintf(why + wide, EFFECT_WHY_SIZE - (size_t) wide, ", impl=cs_fft to %d px",
                 BOX_MAX_SIGMA);
    return false;
}
