#include "app/audit/impls.h"
#include "effects/reference/tolerance.h"

#include <math.h>
#include <stdio.h>

static const struct chain_step *step_of(const struct audit_trial *trial)
{
    return &trial->setting.chain.steps[trial->setting.step];
}

int audit_trial_first(const struct effect *effect)
{
    return effect->pointwise ? PLAN_FUSE_FRAGMENT : 0;
}

int audit_trial_end(const struct effect *effect)
{
    return effect->pointwise ? PLAN_FUSE_COMPUTE + 1 : effect_impl_count(effect);
}

void audit_trial_set(struct audit_trial *trial, int number)
{
    struct chain_step *step = &trial->setting.chain.steps[trial->setting.step];
    const struct effect *effect = step->effect;
    trial->impl = effect->pointwise ? NULL : effect->impls[number];
    trial->fuse = effect->pointwise ? (enum plan_fuse) number : PLAN_FUSE_AUTO;
    if (trial->impl)
        chain_step_choose_impl(step, number + 1);
}

// ---- the plan

static bool build(struct lab *lab, const struct audit_trial *trial, struct plan *plan,
                  struct error *error)
{
    const struct audit_setting *setting = &trial->setting;
    const struct plan_options options = {
        .width = setting->size[0],
        .height = setting->size[1],
        .format = setting->format,
        .depth = setting->depth,
        .fuse = trial->fuse,
        .linear = !effect_makes_display(step_of(trial)->effect, step_of(trial)->params) &&
                  setting->around != AUDIT_DISPLAY,
    };
    if (!lab->gpu.programs.defers)
        lab_announce_chain(&setting->chain, &options);
    return plan_build(plan, &setting->chain, &lab->gpu, &options, error);
}

// The node that the step is, or is part of; NULL where it was left out.
static const struct plan_node *node_of(const struct plan *plan, const struct audit_trial *trial)
{
    for (int i = 0; i < plan->count; i++)
        if (fuse_run_has(&plan->nodes[i].run, step_of(trial)))
            return &plan->nodes[i];
    return NULL;
}

static bool refuse(char why[EFFECT_WHY_SIZE], const char *text)
{
    snprintf(why, EFFECT_WHY_SIZE, "%s", text);
    return false;
}

static bool may_run(const struct lab *lab, const struct audit_trial *trial, const struct plan *plan,
                    const struct plan_node *node, char why[EFFECT_WHY_SIZE])
{
    // Reads and stores: wide kernels, and margins, take a software renderer longer than all else.
    static const double most_reads = 1.5e7;
    struct cost cost = { 0 };
    if (!node)
        return refuse(why, "it leaves the picture as it is");
    if (!trial->impl)
        return true;
    const struct effect_site site = plan_site(plan, &lab->gpu.info, node);
    trial->impl->cost(&site, &cost);
    if (effect_impl_error(trial->impl, &site) >= 1)
        return refuse(why, "it promises nothing at this size");
    return !site.info->software || cost.texels + cost.bilinear + cost.shared <= most_reads ||
           refuse(why, "it would take a software renderer too long");
}

// ---- drawing

// `output` NULL: passes are only noted.
static void draw(struct lab *lab, const struct audit_trial *trial, const struct plan *plan,
                 struct image *output)
{
    struct texture_pool *pool = &lab->gpu.pool;
    const int *size = trial->setting.size;
    const enum texture_format out = trial->setting.to_halves ? FORMAT_RGBA16F : FORMAT_RGBA32F;
    struct texture *from = texture_pool_acquire(pool, size[0], size[1], trial->setting.format);
    struct texture *to = texture_pool_acquire(pool, size[0], size[1], out);
    if (output) {
        struct image spoilt; // what an earlier run left may be right: what is not written must show
        image_init(&spoilt, size[0], size[1], IMAGE_TYPE_F32);
        for (int i = 0; i < 4 * size[0] * size[1]; i++)
            ((float *) spoilt.texels)[i] = -1e4f;
        texture_upload(from, trial->source);
        texture_upload(to, &spoilt);
        image_finish(&spoilt);
    }
    plan_run(plan, &lab->gpu, from, to, trial->setting.frame);
    if (output)
        texture_read(to, IMAGE_TYPE_F64, output);
    texture_pool_release(pool, from);
    texture_pool_release(pool, to);
    texture_pool_end_frame(pool);
}

bool audit_trial_rehearse(struct lab *lab, const struct audit_trial *trial,
                          struct audit_rehearsal *rehearsal)
{
    struct program_cache *programs = &lab->gpu.programs;
    struct error error;
    programs->defers = true;
    bool runs = build(lab, trial, &rehearsal->plan, &error) || refuse(rehearsal->why, error.text);
    rehearsal->node = runs ? node_of(&rehearsal->plan, trial) : NULL;
    runs = runs && may_run(lab, trial, &rehearsal->plan, rehearsal->node, rehearsal->why);
    rehearsal->passes = (struct pass_list){ .is_dry = true };
    lab->gpu.passes = &rehearsal->passes;
    if (runs)
        draw(lab, trial, &rehearsal->plan, NULL);
    lab->gpu.passes = NULL;
    programs->defers = false;
    program_cache_drop_wanted(programs);
    return runs;
}

// ---- comparing

static double most_of(const double *texel)
{
    return fmax(fmax(fabs(texel[0]), fabs(texel[1])), fmax(fabs(texel[2]), fabs(texel[3])));
}

struct allowed {
    double of_largest, of_texel, strays, halves;
    double of_alpha; // of the largest, of alpha alone, which no dither rounds
    double largest;  // value of the source
};

// A dither after the step makes steps of what is a little off, so that some texels jump. What is
// stored as halves is rounded, or cut off where no shader rounds it.
static struct allowed allowed_of(const struct lab *lab, const struct audit_trial *trial,
                                 const struct plan *plan, double tolerance)
{
    static const double levels = 7, least_strays = 0.002;
    const struct effect_site site = plan_site(plan, &lab->gpu.info, node_of(plan, trial));
    const struct reference_tolerance own =
        reference_tolerance_of(step_of(trial)->effect, trial->impl, &site, trial->setting.is_even);
    struct allowed allowed = { .of_largest = own.of_largest * tolerance,
                               .of_texel = own.of_texel * tolerance,
                               .strays = own.strays };
    if (trial->setting.to_halves)
        allowed.halves = lab->gpu.programs.rounds_halves ? 1.001 : 2;
    if (trial->setting.around == AUDIT_DISPLAY)
        allowed = (struct allowed){ .of_texel = 1e-6 * tolerance,
                                    .of_alpha = allowed.of_largest,
                                    .strays = least_strays + 4 * levels * allowed.of_largest };
    allowed.largest = 1e-6;
    for (int i = 0; i < trial->source->width * trial->source->height; i++)
        allowed.largest =
            fmax(allowed.largest, most_of((const double *) trial->source->texels + 4 * i));
    return allowed;
}

static double allowed_off(const struct allowed *allowed, int channel, double in, double expected)
{
    static const int bits = 11, least = -24;
    int exponent;
    frexp(expected, &exponent);
    // Half of the distance between a half float and the next.
    const double half_step = ldexp(0.5, exponent - bits > least ? exponent - bits : least);
    const double of_largest = allowed->of_largest + (channel == 3 ? allowed->of_alpha : 0);
    return of_largest * allowed->largest + allowed->of_texel * fmax(fmax(1, in), fabs(expected)) +
           allowed->halves * half_step;
}

static void compare_texel(const struct audit_trial *trial, const struct image *got,
                          const struct allowed *allowed, int i, struct audit_difference *difference)
{
    const double *a = (const double *) got->texels + 4 * i;
    const double *b = (const double *) trial->expected->texels + 4 * i;
    const double in = most_of((const double *) trial->source->texels + 4 * i);
    const int channels = trial->setting.format == FORMAT_R11F_G11F_B10F ? 3 : 4;
    double worst = 0;
    for (int c = 0; c < channels; c++) {
        const double off = fabs(a[c] - b[c]), most = allowed_off(allowed, c, in, b[c]);
        const double share = isfinite(off) ? off / most : INFINITY;
        if (share > 1 && difference->beyond == 0 && worst <= 1) {
            difference->x = i % got->width;
            difference->y = i / got->width;
            difference->channel = c;
            difference->off = off;
            difference->allowed = most;
        }
        worst = fmax(worst, share);
    }
    difference->beyond += worst > 1;
    difference->worst = fmax(difference->worst, worst);
}

struct audit_difference audit_trial_run(struct lab *lab, const struct audit_trial *trial,
                                        double tolerance)
{
    struct audit_difference difference = { .worst = 0 };
    struct plan plan;
    struct error error;
    struct image got;
    if (!build(lab, trial, &plan, &error))
        return (struct audit_difference){ .worst = INFINITY, .error = error };
    const struct allowed allowed = allowed_of(lab, trial, &plan, tolerance);
    lab_announce_plan(&plan);
    draw(lab, trial, &plan, &got);
    const int count = got.width * got.height;
    for (int i = 0; i < count; i++)
        compare_texel(trial, &got, &allowed, i, &difference);
    // A few strays are allowed, and then only their number counts.
    if (allowed.strays > 0)
        difference.worst = difference.beyond / (1 + allowed.strays * count);
    image_finish(&got);
    return difference;
}
