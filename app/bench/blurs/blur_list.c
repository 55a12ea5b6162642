// Chains of one blur each, all of one width: what --bench=blurs compares and --tune chooses from.

#include "app/bench/blurs/blurs.h"
#include "effects/auto/impl_choice.h"
#include "effects/hook/shader_folder.h"
#include "effects/plan/plan_site.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Constructions of a blur in addition to its usual one: an option with some values.
static const struct variation {
    const char *effect, *option, *values;
    bool is_common; // listed without `many`, too: one box is no Gaussian, three nearly are
    bool by_hand;   // sets what the solver chooses otherwise
} variations[] = {
    { "box", "iterations", "3", .is_common = true },
    { "box", "iterations", "2" },
    { "gaussian", "reach", "2.5 3 3.5 4" },
    { "pyramid", "kernel", "gauss5" },
    { "kawase", "scale", "full half quarter eighth", .by_hand = true },
    { "dual", "levels", "1 2 3 4 5 6 7", .by_hand = true },
    { "pyramid", "levels", "1 2 3 4 5 6 7", .by_hand = true },
};

enum { VARIATIONS = ARRAY_COUNT(variations) };

enum { NUMBERS = 128 }; // most constructions of a blur: values, or hundredths of scatter

// A construction that is being added to the list: a chain of one step.
struct entry {
    struct blur_list *list;
    struct suite_size size;
    char text[SUITE_TEXT_SIZE];
    struct chain chain;
    int number; // of the construction
    struct effect_site site;
};

// ---- implementations

static void add_impl(struct suite_run *run, const struct entry *entry,
                     const struct effect_impl *impl)
{
    const bool is_bloom = entry->list->core > 0;
    const bool is_file = entry->chain.steps[0].effect->file.path; // it has one implementation
    struct suite_variant *variant =
        suite_add(run, entry->size, FORMAT_RGBA16F, "%s%s%s%s%s", is_bloom ? "threshold," : "",
                  entry->text, is_file ? "" : ":impl=", is_file ? "" : impl->name,
                  is_bloom ? ",composite,tonemap:curve=agx" : "");
    variant->displays = is_bloom;
    variant->key = (struct suite_key){
        .width = entry->list->number,
        .construction = entry->number,
        .is_exact = !(effect_impl_error(impl, &entry->site) > 0),
    };
}

static double count_reads(const struct effect_impl *impl, const struct effect_site *site)
{
    struct cost cost;
    impl_cost_count(impl, site, &cost);
    return cost.texels + cost.bilinear + cost.shared;
}

// Adds the implementations of a construction that the profile cannot distinguish from the cheapest.
// `place`: index of the blur; `number`: number of the construction.
static void add_impls(struct suite_run *run, struct entry *entry, int place, int number)
{
    const struct plan_options where = {
        .width = entry->size.width,
        .height = entry->size.height,
        .format = run->draw->format_given ? run->draw->format : FORMAT_RGBA16F,
        .linear = true,
    };
    const struct effect *effect = entry->chain.steps[0].effect;
    const struct impl_chooser chooser = { run->renderer->gpu.profile, NULL };
    struct impl_candidate candidates[IMPL_MAX_CANDIDATES];
    struct error why;
    entry->number = place * NUMBERS + number;
    entry->site =
        plan_step_site(&where, &run->renderer->gpu.info, &entry->chain.steps[0], 1, false);
    const int count = impl_list_candidates(&chooser, &entry->site, candidates, &why);
    const int near = impl_count_near(candidates, count);
    for (int i = 0; i < near; i++)
        add_impl(run, entry, candidates[i].impl);
    // An implementation with a larger error than `auto` allows is only useful if it is faster than
    // the best that `auto` may choose. It is listed if the profile cannot rank the two, or, without
    // a profile, if it reads less than half.
    for (int i = 0; effect->impls[i] && count > 0; i++) {
        const struct effect_impl *impl = effect->impls[i];
        struct impl_candidate pair[2] = { candidates[0], { .impl = impl } };
        if (!effect_allows_impl(impl, &entry->site) &&
            impl_estimate(&chooser, impl, &entry->site, &pair[1].estimate, NULL) &&
            (chooser.profile
                 ? impl_count_near(pair, 2) == 2
                 : 2 * count_reads(impl, &entry->site) < count_reads(pair[0].impl, &entry->site)))
            add_impl(run, entry, impl);
    }
}

// ---- constructions

// Makes a construction with an option ("": the usual one). Returns false if the blur cannot have
// that width, which the usual construction reports; or if a construction with parameters set by
// hand has another width, or the levels that the solver chooses.
static bool make_construction(struct suite_run *run, struct entry *entry,
                              const struct effect *effect, const char *option, bool by_hand)
{
    static const double most_off = 0.01; // of the width
    const struct chain_step *step = &entry->chain.steps[0];
    const double sigma = entry->list->sigma;
    struct chain_step usual;
    char name[SUITE_TEXT_SIZE / 2];
    const void *file;
    struct error error;
    chain_step_init(&usual, effect);
    chain_print_step(&usual, name, sizeof(name));
    snprintf(entry->text, sizeof(entry->text), "%s:sigma=%.7g%s", name, sigma, option);
    if (!chain_parse(&entry->chain, entry->text, NULL, &error) ||
        !effect_check(effect, step->params, 0, &file, &error)) {
        if (!*option)
            suite_print(run, "left out: %s: %s", entry->text, error.text);
        return false;
    }
    if (!by_hand)
        return true;
    param_set(param_find(effect->params, "sigma"), usual.params, 0, (float) sigma);
    const struct effect_blur blur = effect->blur(step->params, entry->size.height);
    return fabs(blur.width / sigma - 1) <= most_off &&
           blur.levels != effect->blur(usual.params, entry->size.height).levels;
}

// ---- blooms of a core width

// Hundredths of scatter that are tried. The core width has no closed form, and jumps where a level
// is added.
enum { MIN_SCATTER = 10, MAX_SCATTER = 99, SCATTERS = 100 };

static const double same_core = 0.05; // a smaller difference counts as none

// Writes the blur of that scatter. Returns its core width in px; 0: it has none.
static double write_scatter(struct entry *entry, const struct effect *effect, int scatter)
{
    struct error error;
    snprintf(entry->text, sizeof(entry->text), "%s:sigma=%.7g:scatter=%.2g", effect->name,
             entry->list->sigma, scatter / (double) SCATTERS);
    if (!chain_parse(&entry->chain, entry->text, NULL, &error))
        return 0;
    return effect->blur(entry->chain.steps[0].params, entry->size.height).core;
}

// Adds the blur with the nearest core width of each range of scatter, if it is near enough. Notes
// the nearest of all in the list.
static void add_cores(struct suite_run *run, struct entry *entry, int place)
{
    struct blur_list *list = entry->list;
    int nearest = 0; // of this range; 0: none so far
    double least = same_core;
    for (int scatter = MIN_SCATTER; scatter <= MAX_SCATTER + 1; scatter++) {
        const double core =
            scatter > MAX_SCATTER ? 0 : write_scatter(entry, effects[place], scatter);
        const double off = fabs(core / list->core - 1);
        if (core > 0 && (list->nearest_core == 0 ||
                         fabs(core - list->core) < fabs(list->nearest_core - list->core))) {
            list->nearest_core = core;
            strcpy(list->nearest, entry->text);
        }
        if (off < least) {
            nearest = scatter;
            least = off;
        }
        if (off <= same_core || nearest == 0)
            continue;
        write_scatter(entry, effects[place], nearest);
        add_impls(run, entry, place, nearest);
        nearest = 0;
        least = same_core;
    }
}

void blur_list_add(struct suite_run *run, struct blur_list *list)
{
    struct entry entry = { .list = list, .size = suite_size(run, 1920, 1080) };
    const struct effect *effect;
    for (int i = 0; effects[i] && list->core > 0; i++)
        if (effects[i]->blur && param_find(effects[i]->params, "scatter"))
            add_cores(run, &entry, i);
    for (int i = 0; !(list->core > 0) && (effect = shader_folder_blur(i)); i++) {
        int number = 0;
        if (make_construction(run, &entry, effect, "", false))
            add_impls(run, &entry, i, number);
        for (const struct variation *row = variations; row < variations + VARIATIONS; row++) {
            if (strcmp(row->effect, effect->name) != 0 || !(list->many || row->is_common))
                continue;
            for (const char *at = row->values; *at; at += strspn(at, " ")) {
                const int length = (int) strcspn(at, " ");
                char option[32];
                snprintf(option, sizeof(option), ":%s=%.*s", row->option, length, at);
                at += length;
                if (make_construction(run, &entry, effect, option, row->by_hand))
                    add_impls(run, &entry, i, ++number);
            }
        }
    }
}

// ---- results

void blur_list_judge(struct suite_run *run, int width, struct judge *judge)
{
    judge_init(judge, run);
    judge->limits[JUDGE_WIDTH] = QUALITY_MAX_OFF;
    suite_for_each(variant, run) {
        const double time = suite_median(variant);
        bool is_beaten = false; // an exact implementation is at least as fast
        suite_for_each(other, run) {
            const double other_time = suite_median(other);
            is_beaten |= other != variant && other->key.width == width && other->key.is_exact &&
                         other->key.construction == variant->key.construction &&
                         (other_time < time || (other_time == time && other < variant));
        }
        if (variant->key.width == width && suite_has_run(variant) && !is_beaten)
            judge_add(judge, variant);
    }
    judge_sort(judge);
}
