// Holds every implementation of every effect against the reference in double precision: every
// define of every program, the ends of every range, on odd sizes, in every format of the images
// between the steps. For testers of drivers.
#define LOG_MODULE "audit"
#include "app/audit/impls/audit_cover.h"
#include "app/audit/impls/audit_trial.h"
#include "app/audit/impls/audits_of_impls.h"
#include "app/lab/text/clock.h"
#include "effects/reference/reference.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- audit findings

// What was found of each implementation in all its runs.

enum { AUDIT_FINDINGS_MOST = 160 };

struct audit_finding {
    const struct effect *effect;
    char name[48];
    int runs, skipped;
    double worst; // of what is allowed
    char where[48], first[256];
};

struct audit_findings {
    int count;
    struct audit_finding all[AUDIT_FINDINGS_MOST];
};

// Returns what was found of an implementation so far, by its name.
static struct audit_finding *audit_findings_of(struct audit_findings *findings,
                                               const struct effect *effect, const char *name)
{
    for (int i = 0; i < findings->count; i++)
        if (findings->all[i].effect == effect && strcmp(findings->all[i].name, name) == 0)
            return &findings->all[i];
    if (findings->count == AUDIT_FINDINGS_MOST)
        log_fatal("more than %d implementations", AUDIT_FINDINGS_MOST);
    struct audit_finding *finding = &findings->all[findings->count++];
    *finding = (struct audit_finding){ .effect = effect };
    snprintf(finding->name, sizeof(finding->name), "%s", name);
    return finding;
}

// Adds a run of it, or, where there was none, that it was left out.
static void audit_finding_add(struct audit_finding *finding, const struct audit_trial *trial,
                              const struct audit_difference *difference)
{
    static const char *const channels[] = { "red", "green", "blue", "alpha" };
    const char *format = texture_format_name(trial->setting.format);
    const int width = trial->source->width, height = trial->source->height;
    char text[AUDIT_CHAIN_SIZE];
    finding->runs++;
    chain_print(&trial->setting.chain, text, sizeof(text));
    if (difference->error.text[0] && !finding->first[0])
        snprintf(finding->first, sizeof(finding->first), "%s", difference->error.text);
    else if (difference->worst > 1 && !finding->first[0])
        snprintf(finding->first, sizeof(finding->first),
                 "%.100s in %s, %dx%d: %s at %d, %d is %.3g off, and %.3g is allowed; %d texels",
                 text, format, width, height, channels[difference->channel], difference->x,
                 difference->y, difference->off, difference->allowed, difference->beyond);
    if (difference->worst < finding->worst)
        return;
    finding->worst = difference->worst;
    snprintf(finding->where, sizeof(finding->where), "%s %dx%d", format, width, height);
}

static const struct table_column columns[] = {
    { "effect", TABLE_WORDS },
    { "implementation", TABLE_WORDS },
    { "runs", 0 },
    { "left out", 0 },
    { "most off, % of allowed", 1 },
    { "in", TABLE_WORDS },
    { 0 },
};

static void report_finding(struct audit_report *report, const struct audit_finding *finding)
{
    struct table *table = &report->table;
    table_words(table, "%s", finding->effect->name);
    table_words(table, "%s", finding->name);
    table_number(table, finding->runs);
    table_number(table, finding->skipped);
    table_number(table, finding->runs > 0 ? 100 * finding->worst : NAN);
    table_words(table, "%s", finding->where);
    if (finding->first[0])
        audit_break(report, "%s by %s: %s", finding->effect->name, finding->name, finding->first);
}

// Fills the report's table, and counts those that differ as broken.
static void audit_findings_report(const struct audit_findings *findings,
                                  struct audit_report *report)
{
    table_init(&report->table, columns);
    for (int i = 0; i < findings->count; i++)
        report_finding(report, &findings->all[i]);
    if (report->broken > 0)
        audit_break(report, "%d of %d implementations differ on this driver", report->broken,
                    findings->count);
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

// How bright a texel is. For a blur all are alike, so that no bright one hides what the others
// lack. An effect that looks at single texels also gets light near the most that there may be;
// display values have both ends.
static double random_gain(const struct effect *effect, uint64_t *seed)
{
    static const double few = 1.0 / 16, bright = 16000, usual = 4;
    const double share = random_share(seed);
    if (effect->colour == COLOUR_DISPLAY)
        return share < few ? 0 : share > 1 - few ? 1e6 : 1;
    return !effect->pointwise ? 1 : usual * random_share(seed) * (share < few ? bright : 1);
}

static void make_picture(const struct effect *effect, const int size[2], struct image *image)
{
    uint64_t seed = 5;
    image_init(image, size[0], size[1], IMAGE_TYPE_F64);
    double *texel = image->texels;
    for (int i = 0; i < size[0] * size[1]; i++, texel += 4) {
        const bool is_display = effect->colour == COLOUR_DISPLAY;
        const double gain = random_gain(effect, &seed);
        texel[3] = random_share(&seed) < 0.5 ? 1 : random_share(&seed);
        for (int c = 0; c < 3; c++)
            texel[c] = fmin((is_display ? 1 : texel[3]) * gain * random_share(&seed),
                            is_display ? 1 : 65504);
    }
}

// What is left of the picture in a format is what the reference gets.
static void store(struct lab *lab, enum texture_format format, struct image *image)
{
    struct texture_pool *pool = &lab->gpu.pool;
    struct texture *texture = texture_pool_acquire(pool, image->width, image->height, format);
    texture_upload(texture, image);
    image_finish(image);
    texture_read(texture, IMAGE_TYPE_F64, image);
    texture_pool_release(pool, texture);
}

// ---- one trial

// What runs of the same setting share.
struct subject {
    const struct effect *effect;
    struct audit_setting setting; // of which all but the implementation is meant
    int number;
    struct image source, expected;
};

static const struct effect *effect_of(const struct audit_trial *trial)
{
    return trial->setting.chain.steps[trial->setting.step].effect;
}

static void finish_subject(struct subject *subject)
{
    image_finish(&subject->source);
    image_finish(&subject->expected);
    *subject = (struct subject){ .number = -1 };
}

static void make_subject(struct lab *lab, const struct audit_report *report,
                         const struct audit_trial *trial, int number, struct subject *subject)
{
    const struct audit_setting *setting = &trial->setting;
    finish_subject(subject);
    subject->effect = effect_of(trial);
    subject->number = number;
    if (report->options->draw.scene_given)
        drawing_scene(lab, report->options->draw.time, setting->size[0], setting->size[1],
                      &subject->source);
    else
        make_picture(subject->effect, setting->size, &subject->source);
    store(lab, setting->format, &subject->source);
    reference_run_chain(&setting->chain, &subject->source, setting->depth, setting->frame,
                        &subject->expected);
}

static void run(struct lab *lab, const struct audit_report *report, struct audit_trial *trial,
                const struct subject *subject, struct audit_findings *findings)
{
    struct audit_difference difference;
    const char *name = trial->impl ? trial->impl->name : plan_fuse_names[trial->fuse];
    trial->source = &subject->source;
    trial->expected = &subject->expected;
    trial->largest = fmax(audit_trial_largest(trial->source), 1e-6);
    audit_trial_run(lab, trial, audit_limit(report, "impls.tolerance"), &difference);
    audit_finding_add(audit_findings_of(findings, subject->effect, name), trial, &difference);
}

// ---- the whole program

// With --quick, and among all audits where the rest would take longer than this, only the first
// setting of each implementation is tried. The other audits take half a minute on two processors
// with llvmpipe, so that all take less than three.
static const double patience = 150; // seconds

struct cover_progress {
    double begin;
    int variants[AUDIT_FREE + 1]; // of programs, that each turn compiles
    int compiled;                 // so far
};

static bool goes_on(const struct audit_report *report, const struct cover_progress *progress,
                    enum audit_turn turn)
{
    static const double of_first = 1.3; // as long as one of the first a later variant takes
    const double spent = clock_seconds() - progress->begin;
    const int rest = progress->variants[AUDIT_ALL];
    if (turn == AUDIT_FIRST)
        return true;
    if (report->options->audit.quick)
        return false;
    return report->options->audit.name || turn != AUDIT_ALL ||
           spent + of_first * spent * rest / fmax(progress->variants[AUDIT_FIRST], 1) <= patience;
}

static void run_turn(struct lab *lab, const struct audit_report *report,
                     const struct audit_cover *cover, enum audit_turn turn,
                     struct audit_findings *findings)
{
    static struct audit_trial trial;
    static struct subject subject = { .number = -1 };
    for (int i = 0; i < cover->count; i++) {
        const struct audit_choice_of_setting *choice = &cover->all[i];
        if (choice->turn != turn)
            continue;
        audit_cover_trial(choice, &trial);
        if (subject.effect != choice->effect || subject.number != choice->setting)
            make_subject(lab, report, &trial, choice->setting, &subject);
        run(lab, report, &trial, &subject, findings);
    }
    finish_subject(&subject);
}

static void count_variants(const struct audit_cover *cover, struct cover_progress *progress)
{
    for (int i = 0; i < cover->count; i++)
        progress->variants[cover->all[i].turn] += cover->all[i].new_variants;
}

// All variants are those of the settings that the tables make; each define of each program is in
// one of those that are compiled.
static void say_left_out(struct audit_report *report, const struct audit_cover *cover,
                         const struct cover_progress *progress)
{
    const int chosen = progress->variants[AUDIT_FIRST] + progress->variants[AUDIT_ALL];
    const int length =
        snprintf(report->left_out, sizeof(report->left_out),
                 "%d variants of programs were compiled, and %d that parameters can ask for never",
                 progress->compiled, cover->variants - progress->compiled);
    if (progress->compiled < chosen)
        snprintf(report->left_out + length, sizeof(report->left_out) - (size_t) length,
                 "; left out: %d, which --audit=impls compiles so that each define is drawn once",
                 chosen - progress->compiled);
}

static void try_program(struct lab *lab, struct audit_report *report,
                        struct audit_findings *findings)
{
    struct audit_cover cover = { 0 };
    struct cover_progress progress = { 0 };
    for (int i = 0; effects[i]; i++)
        audit_cover_add(&cover, lab, effects[i]);
    count_variants(&cover, &progress);
    progress.begin = clock_seconds();
    for (enum audit_turn turn = AUDIT_FIRST; turn <= AUDIT_FREE; turn++) {
        if (!goes_on(report, &progress, turn))
            break;
        run_turn(lab, report, &cover, turn, findings);
        progress.compiled += progress.variants[turn];
    }
    say_left_out(report, &cover, &progress);
    audit_cover_finish(&cover);
}

// ---- a chain

static bool may_run(struct lab *lab, const struct audit_trial *trial)
{
    static struct plan plan;
    static struct pass_list passes;
    const struct plan_node *node;
    return audit_trial_rehearse(lab, trial, &plan, &node, &passes);
}

static void try_impls(struct lab *lab, const struct audit_report *report,
                      const struct audit_trial *trial, const struct subject *subject,
                      struct audit_findings *findings)
{
    const struct effect *effect = subject->effect;
    const bool pointwise = effect->pointwise;
    const int first = pointwise ? PLAN_FUSE_FRAGMENT : 0;
    const int end = pointwise ? PLAN_FUSE_COMPUTE + 1 : effect_impl_count(effect);
    for (int i = first; i < end; i++) {
        struct audit_trial one = *trial;
        one.impl = pointwise ? NULL : effect->impls[i];
        one.fuse = pointwise ? (enum plan_fuse) i : PLAN_FUSE_AUTO;
        audit_trial_name(&one);
        if (may_run(lab, &one))
            run(lab, report, &one, subject, findings);
        else if (one.impl)
            audit_findings_of(findings, effect, one.impl->name)->skipped++;
    }
}

static const enum texture_format formats[] = { FORMAT_RGBA32F, FORMAT_RGBA16F,
                                               FORMAT_R11F_G11F_B10F, FORMAT_RGBA8 };
enum { FORMATS = sizeof(formats) / sizeof(formats[0]) };

// In all formats, and at all sizes in the first.
static void try_step(struct lab *lab, const struct audit_report *report,
                     const struct audit_trial *trial, struct audit_findings *findings)
{
    const struct options *options = report->options;
    const int given[2] = { lab->plan_options.width, lab->plan_options.height };
    const bool is_sized = options->draw.width > 0 || options->draw.scene_given;
    for (int f = 0; f < (options->draw.format_given || options->audit.quick ? 1 : FORMATS); f++)
        for (int s = 0; s < (f > 0 || is_sized || options->audit.quick ? 1 : AUDIT_SETTING_LARGE);
             s++) {
            struct audit_trial one = *trial;
            struct subject subject = { .number = -1 };
            one.setting.format = options->draw.format_given ? options->draw.format : formats[f];
            one.setting.size = is_sized ? given : audit_setting_sizes[s];
            make_subject(lab, report, &one, 0, &subject);
            try_impls(lab, report, &one, &subject, findings);
            finish_subject(&subject);
        }
}

// Every step by itself, with its own parameters.
static void try_chain(struct lab *lab, struct audit_report *report, struct audit_findings *findings)
{
    const struct chain *whole = &report->options->draw.chain;
    for (int i = 0; i < whole->count; i++) {
        static struct audit_trial trial;
        const struct chain_step *step = &whole->steps[i];
        if (step->off)
            continue;
        trial = (struct audit_trial){ .setting = { .is_even = !step->effect->margin, .depth = 8 } };
        audit_setting_wrap(&trial.setting, step);
        try_step(lab, report, &trial, findings);
    }
}

static void check_impls(struct lab *lab, struct audit_report *report)
{
    static struct audit_findings findings;
    findings.count = 0;
    if (report->options->draw.chain_given)
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
