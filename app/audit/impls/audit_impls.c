// Holds every implementation of every effect against the reference in double precision, on odd
// sizes, in every format of the images between the steps. For testers of drivers.

#include "app/audit/impls/audit_findings.h"
#include "app/audit/impls/audit_impls_cases.h"
#include "app/audit/impls/audits_of_impls.h"
#include "effects/reference/reference.h"

#include <math.h>
#include <string.h>

static const enum texture_format formats[] = { FORMAT_RGBA32F, FORMAT_RGBA16F,
                                               FORMAT_R11F_G11F_B10F, FORMAT_RGBA8 };
static const int sizes[][2] = { { 129, 67 }, { 61, 35 }, { 3, 50 } };

enum { FORMATS = 4, SIZES = 3, QUICK_FORMATS = 1 };

// ---- one setting

static const struct effect *effect_of(const struct audit_trial *trial)
{
    return trial->chain->steps[audit_trial_step(trial->chain)].effect;
}

static void run(struct lab *lab, const struct audit_report *report, const struct audit_trial *trial,
                struct audit_finding *finding)
{
    struct audit_difference difference;
    if (audit_trial_run(lab, trial, audit_limit(report, "impls.tolerance"), &difference))
        audit_finding_add(finding, trial, &difference);
    else
        finding->skipped++;
}

static void try_impls(struct lab *lab, const struct audit_report *report,
                      struct audit_findings *findings, struct audit_trial *trial)
{
    struct chain chain = *trial->chain;
    struct chain_step *step = &chain.steps[audit_trial_step(&chain)];
    const struct param *row = param_find(step->effect->params, "impl", strlen("impl"));
    trial->chain = &chain;
    for (int i = 0; i < effect_impl_count(step->effect); i++) {
        trial->impl = step->effect->impls[i];
        if (row)
            param_set(row, step->params, 0, (float) (i + 1));
        if (!audit_trial_promises(lab, trial))
            continue;
        run(lab, report, trial, audit_findings_of(findings, step->effect, trial->impl->name));
    }
}

static void try_fuses(struct lab *lab, const struct audit_report *report,
                      struct audit_findings *findings, struct audit_trial *trial)
{
    for (trial->fuse = PLAN_FUSE_FRAGMENT; trial->fuse <= PLAN_FUSE_COMPUTE; trial->fuse++)
        run(lab, report, trial,
            audit_findings_of(findings, effect_of(trial), plan_fuse_names[trial->fuse]));
}

// What is left of the picture in a format is what the reference gets.
static void store(struct lab *lab, const struct image *from, enum texture_format format,
                  struct image *to)
{
    struct texture_pool *pool = &lab->gpu.pool;
    struct texture *texture = texture_pool_acquire(pool, from->width, from->height, format);
    texture_upload(texture, from);
    texture_read(texture, IMAGE_TYPE_F64, to);
    texture_pool_release(pool, texture);
}

static void try_case(struct lab *lab, const struct audit_report *report,
                     struct audit_findings *findings, struct audit_trial *trial,
                     const struct image *picture)
{
    struct image source, expected;
    const bool is_pointwise = effect_of(trial)->pointwise;
    const struct chain *chain = trial->chain;
    store(lab, picture, trial->format, &source);
    reference_run_chain(chain, &source, 8, 0, &expected);
    trial->source = &source;
    trial->expected = &expected;
    trial->largest = fmax(audit_trial_largest(&source), 1e-6);
    (is_pointwise ? try_fuses : try_impls)(lab, report, findings, trial);
    trial->chain = chain;
    image_finish(&source);
    image_finish(&expected);
}

// ---- pictures

// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014), 0..1.
static double random_share(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double) ((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

// Of blurs even texels, so that no bright one hides what the others lack; light above 1, and cover
// of less, for those that look at single texels; display values for those that take them.
static void make_picture(const struct effect *effect, int width, int height, struct image *image)
{
    uint64_t seed = 5;
    image_init(image, width, height, IMAGE_TYPE_F64);
    double *texel = image->texels;
    for (int i = 0; i < width * height; i++, texel += 4) {
        const bool is_display = effect->colour == COLOUR_DISPLAY;
        const double gain = is_display ? 1 : effect->pointwise ? 4 * random_share(&seed) : 1;
        texel[3] = random_share(&seed) < 0.5 ? 1 : random_share(&seed);
        for (int c = 0; c < 3; c++)
            texel[c] = texel[3] * gain * random_share(&seed);
    }
}

static void draw_picture(struct lab *lab, const struct audit_report *report,
                         const struct effect *effect, const int size[2], struct image *picture)
{
    const struct plan_options *plan = &lab->plan_options;
    if (report->options->scene_given)
        drawing_scene(lab, report->options->time, plan->width, plan->height, picture);
    else if (report->options->width > 0)
        make_picture(effect, plan->width, plan->height, picture);
    else
        make_picture(effect, size[0], size[1], picture);
}

// ---- all settings

// Among all audits a software renderer has no time for more than a look: it compiles longer than
// all others take together.
static bool is_quick(const struct lab *lab, const struct audit_report *report)
{
    return report->options->quick || (lab->gpu.info.software && !report->options->audit);
}

// The first setting of an effect is tried at all sizes in all formats, the others once.
static void try_setting(struct lab *lab, const struct audit_report *report,
                        struct audit_findings *findings, const struct audit_trial *setting,
                        bool is_first)
{
    const struct options *options = report->options;
    const bool is_sized = options->width > 0 || options->scene_given;
    const bool quick = is_quick(lab, report);
    const int format_count = !is_first ? 1 : quick ? QUICK_FORMATS : FORMATS;
    const int size_count = !is_first || is_sized || quick ? 1 : SIZES;
    for (int f = 0; f < (options->format_given ? 1 : format_count); f++)
        for (int s = 0; s < (f == 0 ? size_count : 1); s++) {
            struct audit_trial trial = *setting;
            struct image picture;
            trial.format = options->format_given ? options->format : formats[f];
            draw_picture(lab, report, effect_of(&trial), sizes[s], &picture);
            try_case(lab, report, findings, &trial, &picture);
            image_finish(&picture);
        }
}

static void try_program(struct lab *lab, struct audit_report *report,
                        struct audit_findings *findings)
{
    const struct effect *before = NULL;
    for (const struct audit_impls_case *one = audit_impls_cases; one->text; one++) {
        struct chain chain;
        struct error error;
        const struct audit_trial setting = { &chain, .text = one->text, .is_even = one->is_even };
        if (!chain_parse(&chain, one->text, NULL, &error))
            continue; // a program with fewer effects
        const struct effect *effect = chain.steps[audit_trial_step(&chain)].effect;
        const bool is_first = effect != before;
        before = effect;
        if (is_first || one->is_joined || !is_quick(lab, report) || effect->pointwise)
            try_setting(lab, report, findings, &setting, is_first);
    }
}

// Every step by itself, with its own parameters.
static void try_chain(struct lab *lab, struct audit_report *report, struct audit_findings *findings)
{
    const struct chain *whole = &report->options->chain;
    for (int i = 0; i < whole->count; i++) {
        struct chain chain = { .count = 1, .steps = { whole->steps[i] } };
        char text[AUDIT_CHAIN_SIZE];
        const struct audit_trial setting = { &chain, .text = text };
        struct error error;
        if (whole->steps[i].off)
            continue;
        chain_print(&chain, text, sizeof(text));
        if (whole->steps[i].effect->colour == COLOUR_DISPLAY) {
            chain_parse(&chain, "encode:roi=0/0/0.0001/0.0001", NULL, &error);
            chain.steps[chain.count++] = whole->steps[i];
        }
        try_setting(lab, report, findings, &setting, true);
    }
}

static void check_impls(struct lab *lab, struct audit_report *report)
{
    static struct audit_findings findings;
    findings.count = 0;
    if (report->options->chain_given)
        try_chain(lab, report, &findings);
    else
        try_program(lab, report, &findings);
    audit_findings_report(&findings, report);
}

static const struct audit_limit limits[] = {
    { "impls.tolerance", 1, "times as far as the tests allow may implementations be off" },
    { 0 },
};

const struct audit audit_impls = {
    .name = "impls",
    .summary = "every implementation of every effect against the reference in double precision",
    .promise = "none is further off than its format and this kind of GPU account for",
    .limits = limits,
    .check = check_impls,
};
