// Holds every implementation of every effect against the reference in double precision, on odd
// sizes, in every format of the images between the steps. For testers of drivers.

#include "app/audit/audit_impls_cases.h"
#include "app/audit/audits.h"
#include "effects/reference/reference.h"
#include "effects/reference/tolerance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const enum texture_format formats[] = { FORMAT_RGBA32F, FORMAT_RGBA16F,
                                               FORMAT_R11F_G11F_B10F, FORMAT_RGBA8 };
static const int sizes[][2] = { { 129, 67 }, { 61, 35 }, { 3, 50 } };

enum { FORMATS = 4, SIZES = 3, QUICK_FORMATS = 1, MOST_IMPLS = 160 };

// (2r + 1)^2 reads a texel take a software renderer longer than all else together.
static const double most_reads = 2e7;

// ---- what was found of an implementation

struct finding {
    const struct effect *effect;
    char name[48];
    int runs, skipped;
    double worst; // of what is allowed
    char where[48], first[192];
};

struct findings {
    int count;
    struct finding all[MOST_IMPLS];
};

static struct finding *finding_of(struct findings *findings, const struct effect *effect,
                                  const char *name)
{
    for (int i = 0; i < findings->count; i++)
        if (findings->all[i].effect == effect && strcmp(findings->all[i].name, name) == 0)
            return &findings->all[i];
    struct finding *finding = &findings->all[findings->count++];
    *finding = (struct finding){ .effect = effect };
    snprintf(finding->name, sizeof(finding->name), "%s", name);
    return finding;
}

// ---- one run

struct trial {
    const struct chain *chain;
    const char *text;
    bool is_even;
    enum texture_format format;
    enum plan_fuse fuse;
    const struct effect_impl *impl; // NULL: pointwise
    const struct image *source, *expected;
    double largest; // value of the source
};

// The index of the step that is tried: the last with implementations, or else the last.
static int tried_step(const struct chain *chain)
{
    for (int i = chain->count - 1; i >= 0; i--)
        if (chain->steps[i].effect->impls)
            return i;
    return chain->count - 1;
}

static const struct chain_step *step_of(const struct trial *trial)
{
    return &trial->chain->steps[tried_step(trial->chain)];
}

static struct effect_site site_of(const struct lab *lab, const struct trial *trial)
{
    return (struct effect_site){
        .info = &lab->gpu.info,
        .params = step_of(trial)->params,
        .width = trial->source->width,
        .height = trial->source->height,
        .format = trial->format,
        .cell = 1,
    };
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

static bool draw(struct lab *lab, const struct trial *trial, struct image *output,
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

struct difference {
    double worst; // of what is allowed
    int beyond;   // texels
    int x, y, channel;
    double off, allowed; // of the first of them
};

static double most_of(const double *texel)
{
    return fmax(fmax(fabs(texel[0]), fabs(texel[1])), fmax(fabs(texel[2]), fabs(texel[3])));
}

static void compare_texel(const struct trial *trial, const struct image *got,
                          const struct reference_tolerance *tolerance, int i,
                          struct difference *difference)
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

static struct difference compare(const struct trial *trial, const struct image *got,
                                 const struct reference_tolerance *tolerance)
{
    const int count = got->width * got->height;
    struct difference difference = { .worst = 0 };
    for (int i = 0; i < count; i++)
        compare_texel(trial, got, tolerance, i, &difference);
    // A few strays are allowed, and then only their number counts.
    if (tolerance->strays > 0)
        difference.worst = difference.beyond / (1 + tolerance->strays * count);
    return difference;
}

static void note(struct finding *finding, const struct trial *trial,
                 const struct difference *difference)
{
    static const char *const channels[] = { "red", "green", "blue", "alpha" };
    const char *format = texture_format_name(trial->format);
    const int width = trial->source->width, height = trial->source->height;
    finding->runs++;
    if (difference->worst > 1 && !finding->first[0])
        snprintf(finding->first, sizeof(finding->first),
                 "%.60s in %s, %dx%d: %s at %d, %d is %.3g off, and %.3g is allowed; %d texels",
                 trial->text, format, width, height, channels[difference->channel], difference->x,
                 difference->y, difference->off, difference->allowed, difference->beyond);
    if (difference->worst < finding->worst)
        return;
    finding->worst = difference->worst;
    snprintf(finding->where, sizeof(finding->where), "%s %dx%d", format, width, height);
}

static bool is_worth_running(const struct effect_impl *impl, const struct effect_site *site)
{
    struct cost cost = { 0 };
    impl->cost(site, &cost);
    return !(site->info->software && cost.passes == 1 && cost.texels + cost.shared > most_reads);
}

static void run_trial(struct lab *lab, const struct audit_report *report, const struct trial *trial,
                      struct finding *finding)
{
    char why[EFFECT_WHY_SIZE];
    struct error error;
    struct image got;
    const struct effect_site site = site_of(lab, trial);
    const bool fits = !trial->impl || (effect_impl_fits(trial->impl, &site, why) &&
                                       is_worth_running(trial->impl, &site));
    if (!fits || !draw(lab, trial, &got, &error)) {
        finding->skipped++;
        return;
    }
    struct reference_tolerance tolerance =
        reference_tolerance_of(step_of(trial)->effect, trial->impl, &site, trial->is_even);
    tolerance.of_largest *= audit_limit(report, "impls.tolerance");
    tolerance.of_texel *= audit_limit(report, "impls.tolerance");
    const struct difference difference = compare(trial, &got, &tolerance);
    note(finding, trial, &difference);
    image_finish(&got);
}

// ---- all runs of one setting

static double find_largest(const struct image *image)
{
    double most = 0;
    for (int i = 0; i < image->width * image->height; i++)
        most = fmax(most, most_of((const double *) image->texels + 4 * i));
    return most;
}

static void try_impls(struct lab *lab, const struct audit_report *report, struct findings *findings,
                      struct trial *trial)
{
    struct chain chain = *trial->chain;
    struct chain_step *step = &chain.steps[tried_step(&chain)];
    const struct param *row = param_find(step->effect->params, "impl", strlen("impl"));
    trial->chain = &chain;
    for (int i = 0; i < effect_impl_count(step->effect); i++) {
        trial->impl = step->effect->impls[i];
        if (trial->impl->error >= 1)
            continue; // it promises nothing
        if (row)
            param_set(row, step->params, 0, (float) (i + 1));
        run_trial(lab, report, trial, finding_of(findings, step->effect, trial->impl->name));
    }
}

static void try_fuses(struct lab *lab, const struct audit_report *report, struct findings *findings,
                      struct trial *trial)
{
    for (trial->fuse = PLAN_FUSE_FRAGMENT; trial->fuse <= PLAN_FUSE_COMPUTE; trial->fuse++)
        run_trial(lab, report, trial,
                  finding_of(findings, step_of(trial)->effect, plan_fuse_names[trial->fuse]));
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

static void try_case(struct lab *lab, const struct audit_report *report, struct findings *findings,
                     struct trial *trial, const struct image *picture)
{
    struct image source, expected;
    const bool is_pointwise = step_of(trial)->effect->pointwise;
    const struct chain *chain = trial->chain;
    store(lab, picture, trial->format, &source);
    reference_run_chain(chain, &source, 8, 0, &expected);
    trial->source = &source;
    trial->expected = &expected;
    trial->largest = fmax(find_largest(&source), 1e-6);
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
        audit_draw_lab_scene(lab, report->options->time, plan->width, plan->height, picture);
    else if (report->options->width > 0)
        make_picture(effect, plan->width, plan->height, picture);
    else
        make_picture(effect, size[0], size[1], picture);
}

// Among all audits a software renderer has no time for more than a look: it compiles longer than
// all others take together.
static bool is_quick(const struct lab *lab, const struct audit_report *report)
{
    return report->options->quick || (lab->gpu.info.software && !report->options->audit);
}

// The first setting of an effect is tried at all sizes in all formats, the others once.
static void try_setting(struct lab *lab, const struct audit_report *report,
                        struct findings *findings, const struct trial *setting, bool is_first)
{
    const struct options *options = report->options;
    const bool is_sized = options->width > 0 || options->scene_given;
    const bool quick = is_quick(lab, report);
    const int format_count = !is_first ? 1 : quick ? QUICK_FORMATS : FORMATS;
    const int size_count = !is_first || is_sized || quick ? 1 : SIZES;
    for (int f = 0; f < (options->format_given ? 1 : format_count); f++)
        for (int s = 0; s < (f == 0 ? size_count : 1); s++) {
            struct trial trial = *setting;
            struct image picture;
            trial.format = options->format_given ? options->format : formats[f];
            draw_picture(lab, report, step_of(&trial)->effect, sizes[s], &picture);
            try_case(lab, report, findings, &trial, &picture);
            image_finish(&picture);
        }
}

static void try_program(struct lab *lab, struct audit_report *report, struct findings *findings)
{
    const struct effect *before = NULL;
    for (const struct audit_impls_case *one = audit_impls_cases; one->text; one++) {
        struct chain chain;
        struct error error;
        const struct trial setting = { &chain, .text = one->text, .is_even = one->is_even };
        if (!chain_parse(&chain, one->text, NULL, &error))
            continue; // a program with fewer effects
        const struct effect *effect = chain.steps[tried_step(&chain)].effect;
        const bool is_first = effect != before;
        before = effect;
        if (is_first || one->is_joined || !is_quick(lab, report) || effect->pointwise)
            try_setting(lab, report, findings, &setting, is_first);
    }
}

// Every step by itself, with its own parameters.
static void try_chain(struct lab *lab, struct audit_report *report, struct findings *findings)
{
    const struct chain *whole = &report->options->chain;
    for (int i = 0; i < whole->count; i++) {
        struct chain chain = { .count = 1, .steps = { whole->steps[i] } };
        char text[AUDIT_CHAIN_SIZE];
        const struct trial setting = { &chain, .text = text };
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

// ---- the table

static const struct sheet_column columns[] = {
    { "effect", SHEET_WORDS },
    { "implementation", SHEET_WORDS },
    { "runs", 0 },
    { "left out", 0 },
    { "most off, % of allowed", 1 },
    { "in", SHEET_WORDS },
    { 0 },
};

static void report_finding(struct audit_report *report, const struct finding *finding)
{
    struct sheet *sheet = &report->sheet;
    sheet_words(sheet, "%s", finding->effect->name);
    sheet_words(sheet, "%s", finding->name);
    sheet_number(sheet, finding->runs);
    sheet_number(sheet, finding->skipped);
    sheet_number(sheet, finding->runs > 0 ? 100 * finding->worst : NAN);
    sheet_words(sheet, "%s", finding->where);
    if (finding->first[0])
        audit_break(report, "%s by %s: %s", finding->effect->name, finding->name, finding->first);
}

static void check_impls(struct lab *lab, struct audit_report *report)
{
    static struct findings findings;
    findings.count = 0;
    sheet_init(&report->sheet, columns);
    if (report->options->chain_given)
        try_chain(lab, report, &findings);
    else
        try_program(lab, report, &findings);
    for (int i = 0; i < findings.count; i++)
        report_finding(report, &findings.all[i]);
    if (report->broken > 0)
        audit_break(report, "%d of %d implementations differ on this driver", report->broken,
                    findings.count);
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
