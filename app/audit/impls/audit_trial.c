#include "app/audit/impls/audit_trial.h"

#include "effects/reference/tolerance.h"

#include <math.h>

// (2r + 1)^2 reads a texel take a software renderer longer than all else together.
static const double most_reads = 2e7;

int audit_trial_step(const struct chain *chain)
{
    for (int i = chain->count - 1; i >= 0; i--)
        if (chain->steps[i].effect->impls)
            return i;
    return chain->count - 1;
}

static const struct chain_step *step_of(const struct audit_trial *trial)
{
    return &trial->chain->steps[audit_trial_step(trial->chain)];
}

static struct effect_site site_of(const struct lab *lab, const struct audit_trial *trial,
                                  struct palette *palette)
{
    struct error error;
    const struct chain_step *step = step_of(trial);
    const bool is_right = effect_check(step->effect, step->params, 0, palette, &error);
    return (struct effect_site){
        .info = &lab->gpu.info,
        .params = step->params,
        .palette = is_right && palette->count > 0 ? palette : NULL,
        .width = trial->source->width,
        .height = trial->source->height,
        .format = trial->format,
        .cell = 1,
    };
}

bool audit_trial_promises(const struct lab *lab, const struct audit_trial *trial)
{
    struct palette palette;
    const struct effect_site site = site_of(lab, trial, &palette);
    return effect_impl_error(trial->impl, &site) < 1;
}

// What an earlier run left in the output may be right: what is not written must show.
static void spoil(struct texture *texture)
{
    struct image image;
    image_init(&image, texture->width, texture->height, IMAGE_TYPE_F32);
    for (int i = 0; i < 4 * texture->width * texture->height; i++)
        ((float *) image.texels)[i] = -1e9f;
    texture_upload(texture, &image);
    image_finish(&image);
}

static bool draw(struct lab *lab, const struct audit_trial *trial, struct image *output,
                 struct error *error)
{
    struct texture_pool *pool = &lab->gpu.pool;
    const int width = trial->source->width, height = trial->source->height;
    struct plan plan;
    const struct plan_options options = {
        .width = width,
        .height = height,
        .format = trial->format,
        .fuse = trial->fuse,
        .linear = !effect_makes_display(step_of(trial)->effect),
    };
    if (!plan_build(&plan, trial->chain, &lab->gpu, &options, error))
        return false;
    struct texture *from = texture_pool_acquire(pool, width, height, trial->format);
    struct texture *to = texture_pool_acquire(pool, width, height, FORMAT_RGBA32F);
    texture_upload(from, trial->source);
    spoil(to);
    plan_run(&plan, &lab->gpu, from, to, 0);
    texture_read(to, IMAGE_TYPE_F64, output);
    texture_pool_release(pool, from);
    texture_pool_release(pool, to);
    texture_pool_end_frame(pool);
    return true;
}

// ---- comparing

static double most_of(const double *texel)
{
    return fmax(fmax(fabs(texel[0]), fabs(texel[1])), fmax(fabs(texel[2]), fabs(texel[3])));
}

double audit_trial_largest(const struct image *image)
{
    double most = 0;
    for (int i = 0; i < image->width * image->height; i++)
        most = fmax(most, most_of((const double *) image->texels + 4 * i));
    return most;
}

static void compare_texel(const struct audit_trial *trial, const struct image *got,
                          const struct reference_tolerance *tolerance, int i,
                          struct audit_difference *difference)
{
    const double *a = (const double *) got->texels + 4 * i;
    const double *b = (const double *) trial->expected->texels + 4 * i;
    const double in = most_of((const double *) trial->source->texels + 4 * i);
    const int channels = trial->format == FORMAT_R11F_G11F_B10F ? 3 : 4;
    double worst = 0;
    for (int c = 0; c < channels; c++) {
        const double off = fabs(a[c] - b[c]);
        const double allowed = tolerance->of_largest * trial->largest +
                               tolerance->of_texel * fmax(fmax(1, in), fabs(b[c]));
        const double share = isfinite(off) ? off / allowed : INFINITY;
        if (share > 1 && difference->beyond == 0 && worst <= 1) {
            difference->x = i % got->width;
            difference->y = i / got->width;
            difference->channel = c;
            difference->off = off;
            difference->allowed = allowed;
        }
        worst = fmax(worst, share);
    }
    difference->beyond += worst > 1;
    difference->worst = fmax(difference->worst, worst);
}

static struct audit_difference compare(const struct audit_trial *trial, const struct image *got,
                                       const struct reference_tolerance *tolerance)
{
    const int count = got->width * got->height;
    struct audit_difference difference = { .worst = 0 };
    for (int i = 0; i < count; i++)
        compare_texel(trial, got, tolerance, i, &difference);
    // A few strays are allowed, and then only their number counts.
    if (tolerance->strays > 0)
        difference.worst = difference.beyond / (1 + tolerance->strays * count);
    return difference;
}

static bool is_worth_running(const struct effect_impl *impl, const struct effect_site *site)
{
    struct cost cost = { 0 };
    impl->cost(site, &cost);
    return !(site->info->software && cost.passes == 1 && cost.texels + cost.shared > most_reads);
}

bool audit_trial_run(struct lab *lab, const struct audit_trial *trial, double tolerance,
                     struct audit_difference *difference)
{
    char why[EFFECT_WHY_SIZE];
    struct error error;
    struct image got;
    struct palette palette;
    const struct effect_site site = site_of(lab, trial, &palette);
    const bool fits = !trial->impl || (effect_impl_fits(trial->impl, &site, why) &&
                                       is_worth_running(trial->impl, &site));
    if (!fits || !draw(lab, trial, &got, &error))
        return false;
    struct reference_tolerance allowed =
        reference_tolerance_of(step_of(trial)->effect, trial->impl, &site, trial->is_even);
    allowed.of_largest *= tolerance;
    allowed.of_texel *= tolerance;
    *difference = compare(trial, &got, &allowed);
    image_finish(&got);
    return true;
}
