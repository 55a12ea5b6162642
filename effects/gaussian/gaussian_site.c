#include "effects/gaussian/gaussian_site.h"

#include "effects/tuning.h"
#include "render/context/context.h"
#include "render/text/step_text.h"

int gaussian_site_radius(const struct effect_site *site)
{
    return kernel_of_site(site).radius;
}

int gaussian_site_class(const struct effect_site *site)
{
    return kernel_class(gaussian_site_radius(site));
}

bool gaussian_site_fits(const struct effect_site *site, struct error *why)
{
    const int radius = gaussian_site_radius(site);
    return radius <= KERNEL_MAX_CLASS ||
           error_set(why, "taps reach %d px, and it has programs for up to %d px", radius,
                     KERNEL_MAX_CLASS);
}

struct gaussian_group gaussian_site_group(const struct effect_site *site)
{
#define GROUP_SIZE(WIDE, HIGH) { WIDE, HIGH },
    static const struct gaussian_group groups[] = { { GAUSSIAN_GROUP, GAUSSIAN_GROUP },
                                                    GAUSSIAN_GROUPS(GROUP_SIZE) };
#undef GROUP_SIZE
    const struct gaussian_params *p = site->params;
    return groups[p->group];
}

void gaussian_site_defines(const struct effect_site *site, struct step_writer *defines)
{
    step_writef(defines, " RADIUS=%d EDGE=%d", gaussian_site_class(site), effect_edge(site));
}

void gaussian_site_group_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct gaussian_group group = gaussian_site_group(site);
    gaussian_site_defines(site, defines);
    step_writef(defines, " WIDE=%d HIGH=%d", group.wide, group.high);
}

struct cost gaussian_site_taps(double taps)
{
    return (struct cost){ .texels = taps, .sums = GAUSSIAN_TAP_SUMS * taps };
}

double gaussian_site_float_reads(const struct effect_site *site, int group)
{
    return site->info->software || group < GAUSSIAN_SHARED_FILLED ? 1 : 2;
}
