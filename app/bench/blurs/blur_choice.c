#include "app/bench/blurs/blurs.h"
#include "effects/auto/impl_choice.h"
#include "effects/hook/shader_folder.h"
#include "effects/plan/plan_site.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- blur list

// Chains of one blur each, all of one width: what --bench=blurs compares and --tune chooses from.

// Constructions of a blur beside its usual one.
static const struct variation {
    const char *effect, *options;
    bool is_common; // without `many` too: one box is no Gaussian, and three nearly are
    bool by_hand;   // sets what the solver chooses otherwise
} variations[] = {
    { "box", "iterations=3", .is_common = true },
    { "box", "iterations=2" },
    { "gaussian", "reach=2.5" },
    { "gaussian", "reach=3" },
    { "gaussian", "reach=3.5" },
    { "gaussian", "reach=4" },
    { "pyramid", "kernel=gauss5" },
    { "kawase", "scale=full", .by_hand = true },
    { "kawase", "scale=half", .by_hand = true },
    { "kawase", "scale=quarter", .by_hand = true },
    { "kawase", "scale=eighth", .by_hand = true },
    { "dual", "levels=1", .by_hand = true },
    { "dual", "levels=2", .by_hand = true },
    { "dual", "levels=3", .by_hand = true },
    { "dual", "levels=4", .by_hand = true },
    { "dual", "levels=5", .by_hand = true },
    { "dual", "levels=6", .by_hand = true },
    { "dual", "levels=7", .by_hand = true },
    { "pyramid", "levels=1", .by_hand = true },
    { "pyramid", "levels=2", .by_hand = true },
    { "pyramid", "levels=3", .by_hand = true },
    { "pyramid", "levels=4", .by_hand = true },
    { "pyramid", "levels=5", .by_hand = true },
    { "pyramid", "levels=6", .by_hand = true },
    { "pyramid", "levels=7", .by_hand = true },
};

enum { VARIATIONS = sizeof(variations) / sizeof(variations[0]), PLAIN = VARIATIONS };

enum { NUMBERS = 128 }; // of constructions of a blur, at most: variations, or hundredths of scatter

// ---- what is as wide as asked

// A construction by hand may miss the width, or be the one that the solver chooses anyway.
static bool is_another_of_that_width(const struct chain_step *step, double sigma, int height)
{
    static const double most_off = 0.01;
    struct chain plain;
    struct error error;
    char text[SUITE_CHAIN_SIZE];
    snprintf(text, sizeof(text), "%s:sigma=%.7g", step->effect->name, sigma);
    if (!chain_parse(&plain, text, NULL, &error))
        return false;
    const struct effect *effect = step->effect;
    const double width = effect->width(step->params, height).in_effect;
    return fabs(width / sigma - 1) <= most_off &&
           effect->amounts(step->params, height).levels !=
               effect->amounts(plain.steps[0].params, height).levels;
}

// ---- implementations

// One construction, on its way into the list.
struct entry {
    const struct blur_list *list;
    struct suite_size size;
    char text[SUITE_CHAIN_SIZE];
    struct chain chain; // that the text is, of one step
    const struct effect *effect;
    int number; // of the construction
    struct effect_site site;
};

// The steps before and after the blur: none for a blur alone ([0]), those of a bloom ([1]).
static const char *const around[2][2] = {
    { "", "" },
    { "threshold,", ",composite,tonemap:curve=agx" },
};

static bool is_exact(const struct effect_impl *impl, const struct effect_site *site)
{
    return !(effect_impl_error(impl, site) > 0);
}

static void add_impl(struct suite_run *run, const struct entry *entry,
                     const struct effect_impl *impl)
{
    const char *const *chain = around[entry->list->core > 0];
    const bool is_file = entry->effect->file;
    struct suite_variant *variant = suite_add(
        run, entry->size, FORMAT_RGBA16F, "%s%s%s%s%s", chain[0], entry->text,
        is_file ? "" : ":impl=", is_file ? "" : impl->name, chain[1]); // a file has only one
    variant->displays = entry->list->core > 0;
    variant->key = (struct suite_key){
        .width = entry->list->number,
        .construction = entry->number,
        .is_exact = is_exact(impl, &entry->site),
    };
}

static double count_reads(const struct effect_impl *impl, const struct effect_site *site)
{
    struct cost cost = { 0 };
    impl->cost(site, &cost);
    return cost.texels + cost.bilinear + cost.shared;
}

// An implementation that states more than `auto` allows must be faster than the best that it may
// take to be of use: the profile must not tell the two apart, or, without a profile, it must read
// less than half.
static bool is_worth_its_error(const struct entry *entry, const struct impl_chooser *chooser,
                               const struct impl_candidate *best, const struct effect_impl *impl)
{
    const struct effect_site *site = &entry->site;
    struct impl_candidate pair[2] = { *best, { .impl = impl } };
    if (effect_allows_impl(entry->effect, impl, site) ||
        !impl_estimate(chooser, entry->effect, impl, site, &pair[1].estimate, NULL))
        return false;
    return chooser->profile ? impl_count_near(pair, 2) == 2
                            : 2 * count_reads(impl, site) < count_reads(best->impl, site);
}

// Adds those that the profile cannot tell from the cheapest, of the construction of that number of
// the blur at a place among all.
static void add_impls(struct suite_run *run, struct entry *entry, int place, int number)
{
    const struct plan_options where = {
        .width = entry->size.width,
        .height = entry->size.height,
        .format = run->draw->format_given ? run->draw->format : FORMAT_RGBA16F,
        .linear = true,
    };
    const struct effect *effect = entry->chain.steps[0].effect;
    const struct impl_chooser chooser = { run->lab->gpu.profile, NULL };
    struct impl_candidate candidates[IMPL_MAX_CANDIDATES];
    char why[EFFECT_WHY_SIZE];
    entry->effect = effect;
    entry->number = place * NUMBERS + number;
    entry->site = plan_make_site(&where, &run->lab->gpu.info, &entry->chain.steps[0], 1, false);
    const int count = impl_list_candidates(&chooser, effect, &entry->site, candidates, why);
    const int near = impl_count_near(candidates, count);
    for (int i = 0; i < near; i++)
        add_impl(run, entry, candidates[i].impl);
    for (int i = 0; effect->impls[i] && count > 0; i++)
        if (is_worth_its_error(entry, &chooser, &candidates[0], effect->impls[i]))
            add_impl(run, entry, effect->impls[i]);
}

// ---- constructions

// Writes the text of a construction and reads it. False where the blur cannot be that wide, which
// is said of its usual construction, and where a variation by hand is none of its own.
static bool read_construction(struct suite_run *run, struct entry *entry,
                              const struct effect *effect, int variation)
{
    const struct variation *varied = variation == PLAIN ? NULL : &variations[variation];
    const struct chain_step *step = &entry->chain.steps[0];
    const double sigma = entry->list->sigma;
    struct chain_step usual;
    char name[SUITE_CHAIN_SIZE / 2];
    const void *file;
    struct error error;
    chain_step_init(&usual, effect);
    chain_print_step(&usual, name, sizeof(name));
    snprintf(entry->text, SUITE_CHAIN_SIZE, "%s:sigma=%.7g%s%s", name, sigma, varied ? ":" : "",
             varied ? varied->options : "");
    if (chain_parse(&entry->chain, entry->text, NULL, &error) &&
        effect_check(effect, step->params, 0, &file, &error))
        return !varied || !varied->by_hand ||
               is_another_of_that_width(step, sigma, entry->size.height);
    if (!varied)
        suite_say(run, "left out: %s: %s", entry->text, error.text);
    return false;
}

// ---- of a core

// Hundredths of scatter that are tried: the core has no closed form, and jumps where a level comes.
enum { LEAST_SCATTER = 10, MOST_SCATTER = 99, SCATTERS = 100 };

static const double same_core = 0.05; // less is no difference

// Writes the blur of that scatter; returns how wide its core is, px. 0: it has none.
static double write_scatter(struct entry *entry, const struct effect *effect, int scatter)
{
    struct error error;
    snprintf(entry->text, SUITE_CHAIN_SIZE, "%s:sigma=%.7g:scatter=%.2g", effect->name,
             entry->list->sigma, scatter / (double) SCATTERS);
    if (!chain_parse(&entry->chain, entry->text, NULL, &error))
        return 0;
    return effect->width(entry->chain.steps[0].params, entry->size.height).core;
}

static bool has_scatter(const struct effect *effect)
{
    for (const struct param *row = effect->params; effect->blurs && row && row->key; row++)
        if (strcmp(row->key, "scatter") == 0)
            return true;
    return false;
}

double blur_list_nearest_core(const struct blur_list *list, int height, char text[SUITE_TEXT_SIZE])
{
    struct entry tried = { .list = list, .size.height = height };
    double nearest = 0;
    text[0] = '\0';
    for (int i = 0; effects[i]; i++)
        for (int scatter = LEAST_SCATTER; has_scatter(effects[i]) && scatter <= MOST_SCATTER;
             scatter++) {
            const double core = write_scatter(&tried, effects[i], scatter);
            if (core > 0 && fabs(core - list->core) < fabs(nearest - list->core)) {
                nearest = core;
                snprintf(text, SUITE_TEXT_SIZE, "%.*s", SUITE_TEXT_SIZE - 1, tried.text);
            }
        }
    return nearest;
}

// Adds the nearest of each range of scatter whose core is near enough.
static void add_cores(struct suite_run *run, struct entry *entry, int place)
{
    int nearest = 0; // of this range; 0: none so far
    double least = same_core;
    for (int scatter = LEAST_SCATTER; scatter <= MOST_SCATTER + 1; scatter++) {
        const double core =
            scatter > MOST_SCATTER ? 0 : write_scatter(entry, effects[place], scatter);
        const double off = fabs(core / entry->list->core - 1);
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

void blur_list_add(struct suite_run *run, const struct blur_list *list)
{
    struct entry entry = { .list = list, .size = suite_size(run, 1920, 1080) };
    const struct effect *effect;
    for (int i = 0; effects[i] && list->core > 0; i++)
        if (has_scatter(effects[i]))
            add_cores(run, &entry, i);
    for (int i = 0; !(list->core > 0) && (effect = shader_folder_blur(i)); i++) {
        if (read_construction(run, &entry, effect, PLAIN))
            add_impls(run, &entry, i, PLAIN);
        for (int n = 0; n < VARIATIONS; n++)
            if (strcmp(variations[n].effect, effect->name) == 0 &&
                (list->many || variations[n].is_common) &&
                read_construction(run, &entry, effect, n))
                add_impls(run, &entry, i, n);
    }
}

// ---- which

static int compare(const void *a, const void *b)
{
    const double one = suite_median(((const struct blur_choice *) a)->variant);
    const double other = suite_median(((const struct blur_choice *) b)->variant);
    return (one > other) - (one < other);
}

// An exact implementation that is as fast makes it pointless.
static bool is_beaten(const struct suite_run *run, const struct suite_variant *variant)
{
    for (int i = 0; i < run->count; i++) {
        const struct suite_variant *other = &run->variants[i];
        if (other == variant || other->key.width != variant->key.width ||
            other->key.construction != variant->key.construction || !other->key.is_exact)
            continue;
        const double time = suite_median(variant), other_time = suite_median(other);
        if (other_time < time || (other_time == time && other < variant))
            return true;
    }
    return false;
}

void blur_choice_take(struct suite_run *run, int width, struct blur_choices *choices)
{
    choices->count = 0;
    for (int i = 0; i < run->count && choices->count < BLUR_CHOICES_MOST; i++) {
        struct suite_variant *variant = &run->variants[i];
        if (variant->key.width == width && suite_has_run(variant) && !is_beaten(run, variant))
            choices->all[choices->count++] = (struct blur_choice){
                .variant = variant,
                .quality = { { NAN, NAN, NAN }, NAN, NAN },
            };
    }
    qsort(choices->all, (size_t) choices->count, sizeof(choices->all[0]), compare);
}

// ---- what they are worth

// Draws the n-th scene, which is the lab's own where it was given.
static void draw_scene(const struct suite_run *run, int n, struct blur_choice_scenes *judged)
{
    struct image *light = &judged->lights[n];
    if (run->draw->scene_given)
        drawing_scene(run->lab, run->draw->time, judged->width, judged->height, light);
    else
        drawing_other_scene(run->lab, quality_scenes[n], run->draw->time, judged->width,
                            judged->height, light);
}

void blur_choice_scenes_init(struct blur_choice_scenes *judged, struct suite_run *run, double sigma)
{
    const struct suite_size size = suite_size(run, 1920, 1080);
    *judged = (struct blur_choice_scenes){
        .count = run->draw->scene_given ? 1 : QUALITY_SCENES,
        .height = quality_height(size.height, sigma),
    };
    judged->width = (int) fmax(1, round((double) size.width * judged->height / size.height));
    for (int i = 0; i < judged->count; i++) {
        draw_scene(run, i, judged);
        quality_exact_init(&judged->exacts[i], &judged->lights[i], sigma);
    }
    suite_say(run, "sigma %g: judged on %s at %dx%d%s", sigma,
              judged->count == 1 ? run->draw->scene.scene->name : "icosahedra, harbour and firefly",
              judged->width, judged->height, judged->count == 1 ? "" : ", by the worst of them");
}

void blur_choice_scenes_finish(struct blur_choice_scenes *judged)
{
    for (int i = 0; i < judged->count; i++) {
        image_finish(&judged->lights[i]);
        quality_exact_finish(&judged->exacts[i]);
    }
}

// Takes the worse of two, NaN before all.
static void worsen(struct quality_nearness *worst, const struct quality_nearness *other)
{
    worst->decibels = worst->decibels <= other->decibels ? worst->decibels : other->decibels;
    worst->similarity =
        worst->similarity <= other->similarity ? worst->similarity : other->similarity;
    worst->largest = worst->largest >= other->largest ? worst->largest : other->largest;
}

void blur_choice_measure(struct blur_choice *choice, const struct suite_run *run,
                         const struct blur_choice_scenes *judged)
{
    const struct drawing drawing = { run->lab, choice->variant->format, run->draw->fuse };
    struct chain chain;
    struct error error;
    if (!chain_parse(&chain, choice->variant->chain, NULL, &error))
        return;
    choice->quality = quality_measure(&drawing, &chain, &judged->lights[0], &judged->exacts[0]);
    for (int i = 1; i < judged->count; i++) {
        struct quality_nearness nearness = { NAN, NAN, NAN };
        struct image drawn;
        if (drawing_run(&drawing, &chain, true, &judged->lights[i], &drawn, &error)) {
            nearness = quality_nearness(&drawn, &judged->exacts[i]);
            image_finish(&drawn);
        }
        worsen(&choice->quality.nearness, &nearness);
    }
    choice->variant->quality = choice->quality;
    choice->variant->has_quality = true;
}

static const double same_decibels = 0.1, same_shimmer = 0.001; // less is no difference

void blur_choice_mark_front(struct blur_choices *choices)
{
    for (int i = 0; i < choices->count; i++) {
        struct blur_choice *choice = &choices->all[i];
        const struct quality *own = &choice->quality;
        choice->on_front = !isnan(own->nearness.decibels);
        for (int faster = 0; faster < i; faster++) {
            const struct quality *other = &choices->all[faster].quality;
            const bool is_as_good =
                !isnan(other->nearness.decibels) && !isnan(other->shimmer) &&
                !(own->nearness.decibels - other->nearness.decibels >= same_decibels) &&
                !(other->shimmer - own->shimmer >= same_shimmer);
            choice->on_front = choice->on_front && !is_as_good;
        }
    }
}

const struct blur_choice *blur_choice_nearest(const struct blur_choices *choices)
{
    double most = NAN;
    for (int i = 0; i < choices->count; i++)
        most = fmax(most, choices->all[i].quality.nearness.decibels); // passes over NaN
    for (int i = 0; i < choices->count; i++)
        if (choices->all[i].quality.nearness.decibels >= most - same_decibels)
            return &choices->all[i];
    return NULL;
}

bool blur_choice_is_as_wide(const struct blur_choice *choice, double sigma)
{
    return fabs(choice->quality.sigma / sigma - 1) <= 0.02;
}
