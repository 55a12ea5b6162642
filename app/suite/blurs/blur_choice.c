#include "app/suite/blurs/blur_choice.h"

#include <math.h>
#include <stdlib.h>

// ---- which

static double time_of(const struct blur_choice *choice)
{
    return suite_median(choice->variant);
}

static int compare(const void *a, const void *b)
{
    const double one = time_of(a), other = time_of(b);
    return (one > other) - (one < other);
}

static bool is_same_construction(const struct suite_variant *a, const struct suite_variant *b)
{
    return a->keys[BLUR_LIST_WIDTH] == b->keys[BLUR_LIST_WIDTH] &&
           a->keys[BLUR_LIST_CONSTRUCTION] == b->keys[BLUR_LIST_CONSTRUCTION];
}

// An exact implementation that is as fast makes it pointless.
static bool is_beaten(const struct suite_run *run, const struct suite_variant *variant)
{
    for (int i = 0; i < run->count; i++) {
        const struct suite_variant *other = &run->variants[i];
        if (other != variant && suite_has_run(other) && is_same_construction(other, variant) &&
            other->keys[BLUR_LIST_EXACT] &&
            (suite_median(other) < suite_median(variant) ||
             (suite_median(other) == suite_median(variant) && other < variant)))
            return true;
    }
    return false;
}

void blur_choice_take(const struct suite_run *run, int width, bool all,
                      struct blur_choices *choices)
{
    choices->count = 0;
    for (int i = 0; i < run->count && choices->count < BLUR_CHOICES_MOST; i++) {
        const struct suite_variant *variant = &run->variants[i];
        if (variant->keys[BLUR_LIST_WIDTH] == width && suite_has_run(variant) &&
            (all || !is_beaten(run, variant)))
            choices->all[choices->count++] = (struct blur_choice){
                .variant = variant,
                .quality = { { NAN, NAN, NAN }, NAN, NAN },
            };
    }
    qsort(choices->all, (size_t) choices->count, sizeof(choices->all[0]), compare);
}

// ---- what they are worth

void blur_choice_scene_init(struct blur_choice_scene *scene, const struct suite_run *run,
                            double sigma)
{
    const struct suite_size size = suite_size(run, 1920, 1080);
    drawing_scene(run->lab, run->options->time, size.width, size.height, &scene->light);
    quality_exact_init(&scene->exact, &scene->light, sigma);
}

void blur_choice_scene_finish(struct blur_choice_scene *scene)
{
    image_finish(&scene->light);
    quality_exact_finish(&scene->exact);
}

void blur_choice_measure(struct blur_choice *choice, const struct suite_run *run,
                         const struct blur_choice_scene *scene)
{
    const struct drawing drawing = { run->lab, choice->variant->format, run->options->fuse };
    struct chain chain;
    struct error error;
    if (!chain_parse(&chain, choice->variant->chain, NULL, &error))
        return;
    choice->quality = quality_measure(&drawing, &chain, &scene->light, &scene->exact);
    run->variants[choice->variant - run->variants].quality = choice->quality;
    run->variants[choice->variant - run->variants].has_quality = true;
}

static const double same_decibels = 0.1, same_shimmer = 0.001; // less is no difference

static bool is_as_good(const struct blur_choice *a, const struct blur_choice *b)
{
    const struct quality *one = &a->quality, *other = &b->quality;
    return !isnan(one->nearness.decibels) && !isnan(one->shimmer) &&
           !(other->nearness.decibels - one->nearness.decibels >= same_decibels) &&
           !(one->shimmer - other->shimmer >= same_shimmer);
}

void blur_choice_mark_front(struct blur_choices *choices)
{
    for (int i = 0; i < choices->count; i++) {
        struct blur_choice *choice = &choices->all[i];
        choice->on_front = !isnan(choice->quality.nearness.decibels);
        for (int faster = 0; faster < i; faster++)
            if (is_as_good(&choices->all[faster], choice))
                choice->on_front = false;
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

bool blur_choice_is_open(const struct suite_run *run, const struct blur_choice *a,
                         const struct blur_choice *b)
{
    const struct stats_summary *one = &a->variant->time, *other = &b->variant->time;
    const struct steady_ratio ratio = { one->median / other->median,
                                        one->interval.low / other->interval.high,
                                        one->interval.high / other->interval.low };
    const struct steady_ratio wide = steady_allow(ratio, steady_drift(&run->steady));
    return !run->steady.is_steady && wide.low <= 1 && wide.high >= 1;
}

bool blur_choice_is_as_wide(const struct blur_choice *choice, double sigma)
{
    return fabs(choice->quality.sigma / sigma - 1) <= 0.02;
}
