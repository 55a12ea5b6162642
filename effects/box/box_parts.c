#include "effects/box/box_parts.h"

#include "effects/blur/strip_walk.h"

#include <math.h>
#include <stdio.h>

struct box box_of_call(const struct effect_site *site)
{
    return box_solve(site->params, site->height);
}

enum edge box_edge(const struct effect_site *site)
{
    return (enum edge)((const struct box_params *) site->params)->edge;
}

enum texture_format box_via(const struct effect_site *site)
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

double box_total(const struct box *box)
{
    return 2 * box->radius + 1 + 2 * box->end;
}

double box_texels(const struct effect_site *site)
{
    return (double) site->width * site->height;
}

bool box_is_packed(const struct effect_site *site)
{
    return strip_is_half(site->format) && strip_is_half(box_via(site));
}

bool box_reads_words(const struct effect_site *site)
{
    return strip_reads_words(site->format, box_is_packed(site));
}

bool box_is_software(const struct effect_site *site)
{
    return site->info->software;
}

void box_run_both(const struct effect_call *call, box_run_direction *rows,
                  box_run_direction *columns)
{
    const struct box box = box_of_call(&call->site);
    struct texture *via = texture_pool_acquire(&call->gpu->pool, call->site.width,
                                               call->site.height, box_via(&call->site));
    rows(call, &box, call->input, via, false);
    columns(call, &box, via, call->output, true);
    texture_pool_release(&call->gpu->pool, via);
}

// A length in per cent of a high picture can ask for more than the hard range of pixels.
bool box_fits(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct box_params *p = site->params;
    const double asked = (double) length_pixels(p->sigma, site->height);
    const double most = box_max_sigma(p->iterations);
    if (p->radius > 0 || asked <= most)
        return true;
    const int wide =
        snprintf(why, EFFECT_WHY_SIZE, "sigma is %.4g px, and iterations=%d goes up to %.4g px",
                 asked, p->iterations, floor(most * 10) / 10);
    if (p->iterations < BOX_MAX_ITERATIONS)
        snprintf(why + wide, EFFECT_WHY_SIZE - (size_t) wide, ", iterations=%d to %.4g px",
                 p->iterations + 1, floor(box_max_sigma(p->iterations + 1) * 10) / 10);
    return false;
}
