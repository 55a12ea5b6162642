// Holds every implementation of every effect against the reference in double precision: every
// define of every program, the ends of every range, on odd sizes, in every format of the images
// between the steps. For testers of drivers.
#define LOG_MODULE "audit"
#include "app/audit/impls.h"
#include "effects/reference/reference.h"
#include "render/text/chance.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- findings

// What was found of an implementation in all its runs.
struct finding {
    const struct effect *effect;
    const char *name;
    int runs, skipped;
    double worst; // of what is allowed
    char where[48], first[AUDIT_WHY_SIZE];
    char left_out[EFFECT_WHY_SIZE]; // why some run was
};

enum { MOST_FINDINGS = 160 };

// What is under way. Runs of the same setting share a source and what is expected of it.
struct search {
    struct audit_report *report;
    struct lab *lab;
    struct audit_trial trial;
    struct image source, expected;
    int finding_count;
    struct finding findings[MOST_FINDINGS];
};

static const struct effect *effect_of(const struct audit_trial *trial)
{
    return trial->setting.chain.steps[trial->setting.step].effect;
}

// Returns what was found of the trial's implementation so far.
static struct finding *finding_of(struct search *search, const struct audit_trial *trial)
{
    const char *name = trial->impl ? trial->impl->name : plan_fuse_names[trial->fuse];
    for (int i = 0; i < search->finding_count; i++)
        if (search->findings[i].effect == effect_of(trial) &&
            strcmp(search->findings[i].name, name) == 0)
            return &search->findings[i];
    if (search->finding_count == MOST_FINDINGS)
        log_fatal("more than %d implementations", MOST_FINDINGS);
    struct finding *finding = &search->findings[search->finding_count++];
    *finding = (struct finding){ .effect = effect_of(trial), .name = name };
    return finding;
}

static void add_run(struct finding *finding, const struct audit_setting *setting,
                    const struct audit_difference *difference)
{
    static const char *const channels[] = { "red", "green", "blue", "alpha" };
    const char *format = texture_format_name(setting->format);
    const int width = setting->size[0], height = setting->size[1];
    char text[CHAIN_TEXT_SIZE];
    finding->runs++;
    chain_print(&setting->chain, text, sizeof(text));
    if (difference->error.text[0] && !finding->first[0])
        snprintf(finding->first, sizeof(finding->first), "%s", difference->error.text);
    else if (difference->worst > 1 && !finding->first[0])
        snprintf(finding->first, sizeof(finding->first),
                 "%s in %s, %dx%d: %s at %d, %d is %.3g off, and %.3g is allowed; %d texels", text,
                 format, width, height, channels[difference->channel], difference->x, difference->y,
                 difference->off, difference->allowed, difference->beyond);
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

// Fills the report's table, and counts those that differ as broken.
static void report_findings(const struct search *search)
{
    struct audit_report *report = search->report;
    struct table *table = &report->table;
    int tried = 0;
    for (int i = 0; i < search->finding_count; i++) {
        const struct finding *finding = &search->findings[i];
        const char *effect = finding->effect->name;
        table_words(table, "%s", effect);
        table_words(table, "%s", finding->name);
        table_numbers(table, finding->runs, finding->skipped,
                      finding->runs > 0 ? 100 * finding->worst : NAN);
        table_words(table, "%s", finding->where);
        tried += finding->runs > 0;
        audit_begin_case(report, effect, finding->name,
                         finding->runs > 0 ? NULL : finding->left_out);
        if (finding->first[0])
            audit_break(report, "%s by %s: %s", effect, finding->name, finding->first);
    }
    if (report->broken > 0)
        audit_say(report, "%d of %d implementations differ on this driver", report->broken, tried);
}

static void leave_out(struct search *search, const struct audit_rehearsal *rehearsal)
{
    struct finding *finding = finding_of(search, &search->trial);
    finding->skipped++;
    memcpy(finding->left_out, rehearsal->why, sizeof(finding->left_out));
}

// ---- pictures

// How bright a texel is. For a blur all are alike, so that no bright one hides what the others
// lack. An effect that looks at single texels also gets light near the most that there may be;
// display values have both ends.
static double random_gain(const struct effect *effect, uint64_t *seed)
{
    static const double few = 1.0 / 16, bright = 16000, usual = 4;
    const double share = chance_share(seed);
    if (effect->colour == COLOUR_DISPLAY)
        return share < few ? 0 : share > 1 - few ? 1e6 : 1;
    return !effect->pointwise ? 1 : usual * chance_share(seed) * (share < few ? bright : 1);
}

static void make_picture(const struct effect *effect, const int size[2], struct image *image)
{
    const bool is_display = effect->colour == COLOUR_DISPLAY;
    uint64_t seed = 5;
    image_init(image, size[0], size[1], IMAGE_TYPE_F64);
    double *texel = image->texels;
    for (int i = 0; i < size[0] * size[1]; i++, texel += 4) {
        const double gain = random_gain(effect, &seed);
        texel[3] = chance_share(&seed) < 0.5 ? 1 : chance_share(&seed);
        for (int c = 0; c < 3; c++)
            texel[c] = fmin((is_display ? 1 : texel[3]) * gain * chance_share(&seed),
                            is_display ? 1 : 65504);
    }
}

// What the step should put out: what its reference does, or of a shader file that of the chain
// which it says to be the same as.
static struct chain expected_chain(const struct audit_setting *setting)
{
    const struct chain *chain = &setting->chain;
    const struct chain_step *step = &chain->steps[setting->step];
    struct chain same, expected = *chain;
    struct error error;
    if (!step->effect->same_as || !chain_parse(&same, step->effect->same_as, NULL, &error))
        return expected;
    expected.count = setting->step;
    for (int i = 0; i < same.count; i++)
        expected.steps[expected.count++] = same.steps[i];
    for (int i = setting->step + 1; i < chain->count; i++)
        expected.steps[expected.count++] = chain->steps[i];
    return expected;
}

// Makes what all implementations get and should put out, of the search's trial.
static void make_images(struct search *search)
{
    const struct audit_setting *setting = &search->trial.setting;
    const struct draw_wish *draw = search->report->draw;
    const int *size = setting->size;
    const struct drawing drawing = { search->lab, setting->format, PLAN_FUSE_AUTO };
    struct image *source = &search->source, picture;
    image_finish(source);
    image_finish(&search->expected);
    if (draw->scene_given)
        drawing_scene(search->lab, draw->time, size[0], size[1], &picture);
    else
        make_picture(effect_of(&search->trial), size, &picture);
    drawing_round(&drawing, &picture, source); // which is what the reference gets, too
    image_finish(&picture);
    const struct chain chain = expected_chain(setting);
    reference_run_chain(&chain, source, setting->depth, setting->frame, &search->expected);
    search->trial.source = source;
    search->trial.expected = &search->expected;
}

static void run(struct search *search)
{
    const double tolerance = audit_limit(search->report, "impls.tolerance");
    const struct audit_difference difference =
        audit_trial_run(search->lab, &search->trial, tolerance);
    add_run(finding_of(search, &search->trial), &search->trial.setting, &difference);
}

// ---- the whole program

// Notes the implementations of which no setting was tried, with the reason of the first.
static void note_left_out(struct search *search)
{
    struct audit_rehearsal *rehearsal = memory_new(1, sizeof(*rehearsal));
    for (int i = 0; effects[i]; i++)
        for (int by = audit_trial_first(effects[i]); by < audit_trial_end(effects[i]); by++) {
            audit_setting_make(effects[i], 0, &search->trial.setting);
            audit_trial_set(&search->trial, by);
            if (finding_of(search, &search->trial)->runs > 0)
                continue;
            if (audit_trial_rehearse(search->lab, &search->trial, rehearsal))
                snprintf(rehearsal->why, sizeof(rehearsal->why), "none of its settings was chosen");
            leave_out(search, rehearsal);
        }
    free(rehearsal);
}

// What shows the most goes first, until as many variants are compiled as the limit says.
static double find_least_value(const struct audit_cover *cover, double most_variants)
{
    double least = INFINITY;
    for (int i = 0; i < cover->count; i++) {
        int variants = 0;
        for (int k = 0; k < cover->count; k++)
            if (cover->all[k].turn == AUDIT_ALL && cover->all[k].value >= cover->all[i].value)
                variants += cover->all[k].new_variants;
        if (variants <= most_variants)
            least = fmin(least, cover->all[i].value);
    }
    return least;
}

// With --quick, and among all audits where the rest would take longer than this, only the first
// setting of each implementation is tried. The other audits take half a minute on two processors
// with llvmpipe, so that all take less than three.
static const double patience = 150; // seconds

static bool goes_on(const struct audit_report *report, const int variants[AUDIT_TURNS],
                    double begin, enum audit_turn turn)
{
    static const double of_first = 1.3; // as long as one of the first a later variant takes
    const double spent = clock_seconds() - begin;
    const double rest = variants[AUDIT_ALL] / fmax(variants[AUDIT_FIRST], 1);
    if (turn == AUDIT_FIRST)
        return true;
    return !report->wish->quick &&
           (report->wish->name || turn != AUDIT_ALL || spent + of_first * spent * rest <= patience);
}

// Runs the settings of a turn that show at least that for what they compile. Returns how many
// variants these are.
static int run_turn(struct search *search, const struct audit_cover *cover, enum audit_turn turn,
                    double least_value)
{
    const struct audit_pick *made = NULL; // whose images are there
    int variants = 0;
    for (int i = 0; i < cover->count; i++) {
        const struct audit_pick *pick = &cover->all[i];
        if (pick->turn != turn || pick->value < least_value)
            continue;
        audit_setting_make(pick->effect, pick->setting, &search->trial.setting);
        audit_trial_set(&search->trial, pick->by);
        if (!made || made->effect != pick->effect || made->setting != pick->setting)
            make_images(search);
        made = pick;
        run(search);
        variants += pick->new_variants;
    }
    return variants;
}

// All variants are those of the settings that the tables make; each define of each program is in
// one of those that are compiled.
static void try_program(struct search *search)
{
    struct audit_report *report = search->report;
    struct audit_cover cover = audit_cover_make(search->lab);
    int variants[AUDIT_TURNS] = { 0 }, compiled = 0;
    for (int i = 0; i < cover.count; i++)
        variants[cover.all[i].turn] += cover.all[i].new_variants;
    const double least = find_least_value(&cover, audit_limit(report, "impls.variants"));
    const double begin = clock_seconds();
    const int chosen = variants[AUDIT_FIRST] + variants[AUDIT_ALL];
    for (enum audit_turn turn = AUDIT_FIRST; turn < AUDIT_TURNS; turn++) {
        if (!goes_on(report, variants, begin, turn) || (turn == AUDIT_FREE && compiled != chosen))
            break;
        compiled += run_turn(search, &cover, turn, turn == AUDIT_ALL ? least : 0);
    }
    note_left_out(search);
    struct step_writer writer = { report->left_out, sizeof(report->left_out), 0 };
    step_writef(&writer,
                "%d variants of programs were compiled, and %d that parameters can ask for never",
                compiled, cover.variants - compiled);
    if (compiled < chosen)
        step_writef(
            &writer,
            "; left out: %d, which --audit=impls compiles so that each define is drawn once",
            chosen - compiled);
    free(cover.all);
}

// ---- a chain

static void try_impls(struct search *search)
{
    const struct effect *effect = effect_of(&search->trial);
    struct audit_rehearsal *rehearsal = memory_new(1, sizeof(*rehearsal));
    make_images(search);
    for (int i = audit_trial_first(effect); i < audit_trial_end(effect); i++) {
        audit_trial_set(&search->trial, i);
        if (audit_trial_rehearse(search->lab, &search->trial, rehearsal))
            run(search);
        else if (!effect->pointwise)
            leave_out(search, rehearsal);
    }
    free(rehearsal);
}

// In all formats, and at all sizes in the first.
static void try_step(struct search *search)
{
    const struct draw_wish *draw = search->report->draw;
    const struct plan_options *plan = &search->lab->plan_options;
    const int given[2] = { plan->width, plan->height };
    const bool is_quick = search->report->wish->quick;
    const bool is_sized = draw->width > 0 || draw->scene_given;
    const struct audit_setting setting = search->trial.setting;
    for (int f = 0; f < (draw->format_given || is_quick ? 1 : AUDIT_FORMATS); f++)
        for (int s = 0; s < (f > 0 || is_sized || is_quick ? 1 : AUDIT_SETTING_LARGE); s++) {
            search->trial.setting = setting;
            search->trial.setting.format = draw->format_given ? draw->format : audit_formats[f];
            search->trial.setting.size = is_sized ? given : audit_setting_sizes[s];
            try_impls(search);
        }
}

// Every step by itself, with its own parameters, but a shader file with its defaults.
static void try_chain(struct search *search)
{
    const struct chain *whole = &search->report->draw->chain;
    for (int i = 0; i < whole->count; i++) {
        const struct chain_step *step = &whole->steps[i];
        struct chain_step usual;
        if (step->off || (step->effect->file && !step->effect->same_as))
            continue;
        chain_step_init(&usual, step->effect);
        search->trial.setting =
            (struct audit_setting){ .is_even = !step->effect->margin, .depth = 8 };
        audit_setting_wrap(&search->trial.setting, step->effect->file ? &usual : step);
        try_step(search);
    }
}

static void check_impls(struct audit_report *report)
{
    struct search *search = memory_new(1, sizeof(*search));
    search->report = report;
    search->lab = report->lab;
    if (report->draw->chain_given)
        try_chain(search);
    else
        try_program(search);
    report_findings(search);
    image_finish(&search->source);
    image_finish(&search->expected);
    free(search);
}

// Whether the chain that a shader file says to be the same as is one that has references, and has
// room among what stands around a step.
static bool is_sound(const struct effect *effect, struct error *error)
{
    enum { AROUND = 4 };
    struct chain same;
    if (!chain_parse(&same, effect->same_as, NULL, error))
        return error_prefix(error, "%s", effect->same_as_at);
    bool has_references = same.count > 0 && same.count <= CHAIN_MAX_STEPS - AROUND;
    for (int i = 0; i < same.count; i++)
        has_references &= !same.steps[i].effect->file;
    return has_references || error_set(error, "%sneeds 1 to %d effects of the program",
                                       effect->same_as_at, CHAIN_MAX_STEPS - AROUND);
}

// A shader file has no reference but what it says to be the same as.
static bool accepts(const struct draw_wish *draw, struct error *error)
{
    int count = 0;
    for (int i = 0; i < draw->chain.count; i++) {
        const struct effect *effect = draw->chain.steps[i].effect;
        if (effect->same_as && !is_sound(effect, error))
            return false;
        count += !effect->file || effect->same_as;
    }
    return !draw->chain_given || draw->chain.count == 0 || count > 0 ||
           error_set(error, "needs an effect of the program, or a shader file that says \"//@ "
                            "same-as CHAIN\"");
}

const struct audit audit_impls = {
    .name = "impls",
    .summary = "every implementation of every effect against the reference in double precision",
    .promise = "none is further off than its format and this kind of GPU account for",
    .limits = {
        { "impls.tolerance", 1, "times what the tests allow that implementations may be off" },
        { "impls.variants", INFINITY,
          "variants of programs that are compiled after each implementation's first setting" },
    },
    .columns = columns,
    .accepts = accepts,
    .check = check_impls,
};
