// Compares every implementation of every effect with the reference in double precision: every
// define of every program, the ends of every range, odd sizes, and every format of the images
// between the steps. It is also a test of drivers.
#define LOG_MODULE "audit"
#include "app/audit/audit.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- findings

// The findings about an implementation in all its runs.
struct finding {
    const struct effect *effect;
    const char *name;
    int runs, skipped;
    double nanoseconds; // nanoseconds per texel; NaN: not timed
    struct harness_trial worst_trial;
    struct harness_difference worst;
    struct error left_out; // why a run was skipped
};

enum { MAX_FINDINGS = 160 };

// The state of the search through all settings.
struct search {
    struct audit_report *report;
    struct harness_trial trial; // the next one
    struct harness_rehearsal rehearsal;
    int finding_count;
    struct finding findings[MAX_FINDINGS];
};

// Returns the finding about the trial's implementation.
static struct finding *finding_of(struct search *search)
{
    const struct harness_setting *setting = &search->trial.setting;
    const struct effect *effect = setting->chain.steps[setting->step].effect;
    const char *name = harness_trial_name(&search->trial);
    for (int i = 0; i < search->finding_count; i++)
        if (search->findings[i].effect == effect && strcmp(search->findings[i].name, name) == 0)
            return &search->findings[i];
    if (search->finding_count == MAX_FINDINGS)
        log_fatal("more than %d implementations", MAX_FINDINGS);
    struct finding *finding = &search->findings[search->finding_count++];
    *finding = (struct finding){ .effect = effect, .name = name, .nanoseconds = NAN };
    return finding;
}

static bool is_off(const struct harness_difference *difference)
{
    return !(difference->worst <= 1);
}

// Runs the trial, and stores its result if it is the worst of the implementation.
static void run(struct search *search, bool is_timed)
{
    const struct audit_report *report = search->report;
    struct finding *finding = finding_of(search);
    search->trial.is_timed = is_timed;
    search->trial.tolerance = report->limits->impls_tolerance;
    search->trial.most_seconds = report->limits->impls_seconds;
    const struct harness_difference difference =
        harness_server_run(report->server, report->renderer, &search->trial);
    finding->runs++;
    if (is_timed)
        finding->nanoseconds = difference.nanoseconds;
    if (finding->runs > 1 && !(difference.worst > finding->worst.worst))
        return;
    finding->worst = difference;
    finding->worst_trial = search->trial;
}

// Fills the report's table, and counts implementations that differ as failures.
static void report_findings(struct search *search)
{
    struct audit_report *report = search->report;
    struct table *table = &report->table;
    char line[HARNESS_LINE_SIZE];
    int tried = 0, of_driver = 0;
    report->case_count = 0; // each implementation is one
    for (int i = 0; i < search->finding_count; i++) {
        const struct finding *finding = &search->findings[i];
        const struct harness_setting *setting = &finding->worst_trial.setting;
        const char *effect = finding->effect->name;
        const bool has_run = finding->runs > 0;
        tried += has_run;
        table_words(table, "%s", effect);
        table_words(table, "%s", finding->name);
        table_numbers(table, finding->runs, finding->skipped,
                      has_run ? 100 * finding->worst.worst : NAN, finding->nanoseconds);
        if (has_run)
            table_words(table, "%s %dx%d", texture_format_name(setting->format), setting->size[0],
                        setting->size[1]);
        else
            table_words(table, "%s", "");
        audit_begin_case(report, effect, finding->name, has_run ? NULL : finding->left_out.text);
        if (!has_run || !is_off(&finding->worst))
            continue;
        // Runs the worst case again on the reference renderer. If that agrees with the reference,
        // the fault is in this driver.
        struct harness_trial trial = finding->worst_trial;
        bool is_driver = false;
        trial.on_software = true;
        if (report->server) {
            const struct harness_difference difference =
                harness_server_run(report->server, report->renderer, &trial);
            is_driver = !is_off(&difference);
        }
        of_driver += is_driver;
        harness_trial_describe(setting, &finding->worst, line);
        audit_fail(report, "%s by %s%s: %s", effect, finding->name,
                   is_driver ? " on this driver, where Mesa's software renderer is right" : "",
                   line);
    }
    if (report->failures > 0)
        audit_log(report,
                  "%d of %d implementations differ from the reference, %d of them on this driver "
                  "alone",
                  report->failures, tried, of_driver);
}

// Rehearses the trial. If it cannot run, stores the reason.
static bool can_run(struct search *search)
{
    struct gpu *gpu = &search->report->renderer->gpu;
    if (harness_trial_rehearse(gpu, &search->trial, &search->rehearsal))
        return true;
    struct finding *finding = finding_of(search);
    finding->skipped++;
    finding->left_out = search->rehearsal.why;
    return false;
}

// ---- the whole program

// Records the implementations that no setting could test, with the reason of the first setting.
static void note_left_out(struct search *search)
{
    for (int i = 0; effects[i]; i++)
        for (int by = 0; by < harness_trial_count(effects[i]); by++) {
            const struct harness_settings settings = harness_settings_make(effects[i]);
            search->trial.setting = settings.all[0];
            free(settings.all);
            harness_trial_set(&search->trial, by);
            struct finding *finding = finding_of(search);
            if (finding->runs > 0 || !can_run(search))
                continue;
            finding->skipped++;
            error_set(&finding->left_out, "none of its settings was chosen");
        }
}

// Returns the lowest value that a setting must have to be drawn. The settings with the highest
// values are drawn, as long as they compile no more variants than the limit allows.
static double find_least_value(const struct harness_cover *cover, double most_variants)
{
    double least = INFINITY;
    for (int i = 0; i < cover->count; i++) {
        int variants = 0;
        for (int k = 0; k < cover->count; k++)
            if (cover->all[k].turn == HARNESS_ALL && cover->all[k].value >= cover->all[i].value)
                variants += cover->all[k].new_variants;
        if (variants <= most_variants)
            least = fmin(least, cover->all[i].value);
    }
    return least;
}

// If `--audit` runs all audits and the remaining settings would take longer than this, only the
// first setting of each implementation is drawn. The other audits take half a minute on two
// processors with llvmpipe, so all of them take less than three minutes.
static const double patience = 150;   // seconds
static const double later_cost = 1.3; // of a variant, relative to those of the first turn

// Sorts by effect, since each has a process, and by setting, since its images are made once.
static int compare_picks(const void *a, const void *b)
{
    const struct harness_pick *x = a, *y = b;
    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->by - y->by;
}

// Runs the settings of a turn whose value is at least `least_value`. Returns how many variants they
// compile.
static int run_turn(struct search *search, const struct harness_cover *cover,
                    enum harness_turn turn, double least_value)
{
    int variants = 0;
    for (int i = 0; i < cover->count; i++) {
        const struct harness_pick *pick = &cover->all[i];
        if (pick->turn != turn || pick->value < least_value)
            continue;
        search->trial.setting = pick->setting;
        search->trial.images = pick->number;
        harness_trial_set(&search->trial, pick->by);
        run(search, turn == HARNESS_FIRST);
        variants += pick->new_variants;
    }
    return variants;
}

// Runs the settings that the tables of parameters give. Each define of each program is in at least
// one of those that are compiled. With --quick, runs the first setting of each implementation, or,
// if the limit is lower, of an evenly spaced selection of them.
static void try_program(struct search *search)
{
    struct audit_report *report = search->report;
    const struct audit_options *options = report->options;
    struct harness_cover cover = harness_cover_make(&report->renderer->gpu, options->quick);
    struct step_writer writer = { report->left_out, sizeof(report->left_out), 0 };
    const int count = cover.count;
    const double most = fmin(report->limits->impls_first, count);
    if (options->quick) {
        cover.count = 0;
        for (int i = 0; i < count; i++)
            if (floor((i + 1) * most / count) > floor(i * most / count))
                cover.all[cover.count++] = cover.all[i];
        step_writef(&writer,
                    "drew the first settings of %d of %d implementations; without --quick, "
                    "--audit=impls draws all programs",
                    cover.count, count);
    } else {
        qsort(cover.all, (size_t) count, sizeof(*cover.all), compare_picks);
    }
    int variants[HARNESS_TURNS] = { 0 }, compiled = 0;
    for (int i = 0; i < cover.count; i++)
        variants[cover.all[i].turn] += cover.all[i].new_variants;
    const double least = find_least_value(&cover, report->limits->impls_variants);
    const double begin = clock_seconds();
    const int chosen = variants[HARNESS_FIRST] + variants[HARNESS_ALL];
    for (enum harness_turn turn = HARNESS_FIRST; turn < HARNESS_TURNS; turn++) {
        const double spent = clock_seconds() - begin;
        const double rest = variants[HARNESS_ALL] / fmax(variants[HARNESS_FIRST], 1);
        const bool is_too_long =
            turn == HARNESS_ALL && !options->name && spent + later_cost * spent * rest > patience;
        if (is_too_long || (turn == HARNESS_FREE && compiled != chosen))
            break;
        compiled += run_turn(search, &cover, turn, turn == HARNESS_ALL ? least : 0);
    }
    note_left_out(search);
    if (!options->quick)
        step_writef(&writer, "drew %d of %d programs; parameters can ask for %d more", compiled,
                    chosen, cover.variants - chosen);
    if (!options->quick && compiled < chosen)
        step_writef(&writer, "; --audit=impls draws all, so that each define is drawn once");
    free(cover.all);
}

// ---- a chain

// Tries a step in all formats, and in the first format at all sizes.
static void try_step(struct search *search)
{
    const struct audit_report *report = search->report;
    const struct draw_options *draw = report->draw;
    const struct plan_options *plan = &report->renderer->plan_options;
    const int given[2] = { plan->width, plan->height };
    const bool is_quick = report->options->quick;
    const bool is_sized = draw->width > 0 || draw->scene_given;
    const struct harness_setting setting = search->trial.setting;
    const struct effect *effect = setting.chain.steps[setting.step].effect;
    for (int f = 0; f < (draw->format_given || is_quick ? 1 : HARNESS_FORMATS); f++)
        for (int s = 0; s < (f > 0 || is_sized || is_quick ? 1 : HARNESS_SIZES); s++) {
            search->trial.setting = setting;
            search->trial.setting.format = draw->format_given ? draw->format : harness_formats[f];
            memcpy(search->trial.setting.size, is_sized ? given : harness_sizes[s], sizeof(given));
            search->trial.images++;
            for (int by = 0; by < harness_trial_count(effect); by++) {
                harness_trial_set(&search->trial, by);
                if (can_run(search))
                    run(search, false);
            }
        }
}

// Tries every step alone with its own parameters, but a shader file with its defaults.
static void try_chain(struct search *search)
{
    const struct chain *whole = &search->report->draw->chain;
    chain_for_each(step, whole) {
        struct chain_step usual;
        if (step->off || (step->effect->file.path && !step->effect->file.same_as))
            continue;
        chain_step_init(&usual, step->effect);
        search->trial.setting =
            (struct harness_setting){ .is_even = !step->effect->on_levels, .depth = 8 };
        harness_setting_wrap(&search->trial.setting, step->effect->file.path ? &usual : step);
        try_step(search);
    }
}

static void check_impls(struct audit_report *report)
{
    struct search *search = memory_new(1, sizeof(*search));
    search->report = report;
    if (report->draw->chain_given)
        try_chain(search);
    else
        try_program(search);
    report_findings(search);
    free(search);
}

// A shader file has no reference other than the chain of its `same-as`, which must have a reference
// for each step and be short enough to leave room for the steps around it.
static bool accepts(const struct draw_options *draw, struct error *error)
{
    enum { MAX = CHAIN_MAX_STEPS - 4 };
    int count = 0;
    chain_for_each(step, &draw->chain) {
        const struct effect *effect = step->effect;
        struct chain same = { 0 };
        count += !effect->file.path || effect->file.same_as;
        if (!effect->file.same_as)
            continue;
        if (!chain_parse(&same, effect->file.same_as, NULL, error))
            return error_prefix(error, "%s", effect->file.same_as_at);
        bool has_references = same.count > 0 && same.count <= MAX;
        chain_for_each(other, &same)
            has_references &= !other->effect->file.path;
        if (!has_references)
            return error_set(error, "%sneeds 1 to %d effects of the program",
                             effect->file.same_as_at, MAX);
    }
    return !draw->chain_given || draw->chain.count == 0 || count > 0 ||
           error_set(error, "needs an effect of the program, or a shader file that says \"//@ "
                            "same-as CHAIN\"");
}

const struct audit audit_impls = {
    .name = "impls",
    .summary =
        "every implementation of every effect compared with the reference in double precision",
    .limits = "no difference is larger than the format and this kind of GPU explain",
    .columns =
        (const struct table_column[]){
            { "effect", TABLE_WORDS },
            { "implementation", TABLE_WORDS },
            { "runs", 0 },
            { "left out", 0 },
            { "most off, % of allowed", 1 },
            { "ns a texel", 1, .is_unsteady = true },
            { "in", TABLE_WORDS },
            { 0 },
        },
    .accepts = accepts,
    .check = check_impls,
};
