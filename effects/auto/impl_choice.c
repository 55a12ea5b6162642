#include "effects/auto/impl_choice.h"

#include "effects/effect.h"
#include "effects/effect_impl.h"
#include "render/context/context.h"
#include "render/gpu_profile.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the key of a measurement

// Returns the number of a class half an octave wide, or a small whole number unchanged.
static int class_of(double value, bool is_whole)
{
    if (value == 0 || (is_whole && fabs(value) <= 8))
        return (int) value;
    return (int) lround(copysign(100 + 2 * log2(fabs(value) + 1e-3), value));
}

// Writes the value of a row: numbers as their class, text such as a palette's name unchanged.
static int write_param(const struct param *row, const struct effect_site *site, char *out,
                       size_t size)
{
    const void *field = param_const_field(row, site->params);
    if (strcmp(row->key, "impl") == 0 || strcmp(row->key, "error") == 0)
        return 0;
    if (row->type == PARAM_TYPE_TEXT)
        return snprintf(out, size, " %s=%.32s", row->key, (const char *) field);
    const bool is_cell = strcmp(row->key, "cell") == 0;
    const double number =
        is_cell ? site->cell
        : row->type == PARAM_TYPE_LENGTH
            ? length_pixels(*(const struct length *) field, effect_picture_height(site))
            : (double) param_get(row, site->params, 0);
    const bool is_whole = row->type == PARAM_TYPE_INT;
    const int class = row->type == PARAM_TYPE_CHOICE ? (int) number : class_of(number, is_whole);
    return snprintf(out, size, " %s=%d", row->key, class);
}

void impl_time_key(const struct effect_site *site, char key[IMPL_TIMES_KEY_SIZE])
{
    const struct effect *effect = site->effect;
    const double texels = (double) site->width * site->height;
    size_t length = (size_t) snprintf(key, IMPL_TIMES_KEY_SIZE, "%s %s size=%d", effect->name,
                                      texture_format_name(site->format), class_of(texels, false));
    param_for_each(row, effect->params)
        if (length < IMPL_TIMES_KEY_SIZE)
            length += (size_t) write_param(row, site, key + length, IMPL_TIMES_KEY_SIZE - length);
    // A bit for each allowed implementation that states an error: times are only comparable within
    // the set of implementations that was timed together. The size of the allowed error has no
    // other influence.
    uint64_t allowed = 0;
    for (int i = 0; i < effect_impl_count(effect); i++)
        if (effect_impl_error(effect->impls[i], site) > 0 &&
            effect_allows_impl(effect->impls[i], site))
            allowed |= UINT64_C(1) << i;
    if (allowed && length < IMPL_TIMES_KEY_SIZE)
        snprintf(key + length, IMPL_TIMES_KEY_SIZE - length, " approximate=%" PRIx64, allowed);
    for (char *at = key; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
}

// ---- estimates

// Latencies that were measured on an NVIDIA H200. `wait_share` is the latency of a read as a share
// of the time of a dispatch (0.25 of 3.3 us). `waits_of_pass` is the number of such latencies in
// which a pass fills and drains the GPU, and `waits_of_sharing` the number that is added if the
// members of a group wait for one another.
static const double wait_share = 0.075, waits_of_pass = 8, waits_of_sharing = 20;

struct impl_roofs impl_roofs(const struct effect_impl *impl, const struct effect_site *site,
                             const struct cost *cost, const struct gpu_profile *profile)
{
    const struct gpu_profile_kind *kind =
        effect_impl_is_compute(impl) ? &profile->compute : &profile->fragment;
    // On a GPU, shared memory is several times as fast as the cache. A software renderer runs the
    // invocations of a group one after the other from barrier to barrier and keeps shared values in
    // memory, which makes it two to six times as slow (llvmpipe).
    const double shared = (site->info->software ? 5.5 : 0.25) * kind->texel;
    const double waits_of_each = waits_of_pass + (cost->shared > 0 ? waits_of_sharing : 0);
    const double waits = site->info->software ? 0 : cost->waits + cost->passes * waits_of_each;
    return (struct impl_roofs){
        .launch = (cost->passes + waits * wait_share) * kind->dispatch,
        .reads =
            cost->texels * kind->texel + cost->bilinear * kind->bilinear + cost->shared * shared,
        .stores = cost->stores * (kind->copy - kind->texel),
        .sums = cost->sums * kind->sum,
    };
}

bool impl_estimate(const struct impl_chooser *chooser, const struct effect_impl *impl,
                   const struct effect_site *site, struct impl_estimate *estimate,
                   struct error *why)
{
    char key[IMPL_TIMES_KEY_SIZE];
    struct error unread;
    struct cost cost;
    if (!impl_fits(impl, site, &cost, why ? why : &unread))
        return false;
    *estimate = (struct impl_estimate){ .shares = cost.shared > 0 };
    if (chooser->profile) {
        const struct impl_roofs roofs = impl_roofs(impl, site, &cost, chooser->profile);
        // A GPU computes while it stores; a CPU does one after the other, so the times add up.
        estimate->model =
            roofs.launch + roofs.reads +
            (site->info->software ? roofs.stores + roofs.sums : fmax(roofs.stores, roofs.sums));
    }
    // A time that was measured at a similar site is scaled by the ratio of the estimates.
    if (chooser->times) {
        impl_time_key(site, key);
        const struct impl_time *known = impl_times_find(chooser->times, key, impl->name);
        estimate->timed = known ? known->timed * estimate->model / known->model : 0;
    }
    return true;
}

// ---- choosing

static int compare(const void *a, const void *b)
{
    const double x = ((const struct impl_candidate *) a)->estimate.model;
    const double y = ((const struct impl_candidate *) b)->estimate.model;
    return (x > y) - (x < y);
}

int impl_list_candidates(const struct impl_chooser *chooser, const struct effect_site *site,
                         struct impl_candidate candidates[IMPL_MAX_CANDIDATES], struct error *why)
{
    int count = 0;
    for (int i = 0; i < effect_impl_count(site->effect); i++) {
        const struct effect_impl *impl = site->effect->impls[i];
        struct impl_candidate *candidate = &candidates[count];
        if (count == IMPL_MAX_CANDIDATES || !effect_allows_impl(impl, site) ||
            !impl_estimate(chooser, impl, site, &candidate->estimate, why))
            continue;
        candidate->impl = impl;
        count++;
    }
    if (chooser->profile)
        qsort(candidates, (size_t) count, sizeof(candidates[0]), compare);
    return count;
}

// `uncertainty` is the factor by which the profile may be wrong about the ratio of two
// implementations. Times within the factor `same` count as equal; then the profile decides, since
// it knows of joins, which are not timed.
static const double uncertainty = 2, same = 1.05;

// On a software renderer an implementation with shared memory must be faster by this factor,
// because its time depends on how the driver was built.
static const double doubt = 1.04;

// Returns the first of the candidates whose time, estimated or measured, is the shortest or as good
// as that.
static const struct effect_impl *choose(const struct impl_candidate candidates[], int count,
                                        const struct effect_site *site, bool is_timed)
{
    double times[IMPL_MAX_TIMED], least = INFINITY;
    int best = 0;
    for (int i = 0; i < count; i++) {
        const struct impl_estimate *estimate = &candidates[i].estimate;
        times[i] = (is_timed ? estimate->timed : estimate->model) *
                   (site->info->software && estimate->shares ? doubt : 1);
        least = fmin(least, times[i]);
    }
    while (times[best] > (is_timed ? same : 1) * least)
        best++;
    return candidates[best].impl;
}

int impl_count_near(const struct impl_candidate candidates[], int count)
{
    int near = count > 0 ? 1 : 0;
    while (near < count && near < IMPL_MAX_TIMED &&
           candidates[near].estimate.model < uncertainty * candidates[0].estimate.model)
        near++;
    return near;
}

const struct effect_impl *impl_choose(const struct impl_chooser *chooser,
                                      const struct effect_site *site, struct error *why)
{
    struct impl_candidate candidates[IMPL_MAX_CANDIDATES];
    const int count = impl_list_candidates(chooser, site, candidates, why);
    const int near = impl_count_near(candidates, count);
    int timed = 0; // candidates from the first on; one alone says nothing
    while (chooser->profile && timed < near && candidates[timed].estimate.timed > 0)
        timed++;
    if (count == 0)
        return NULL;
    return choose(candidates, timed > 1 ? timed : near, site, timed > 1);
}
