#include "app/suite/bloom/bloom_claims.h"

#include "app/suite/run/suite_claims.h"

#include <math.h>

// ---- what is measured

static const struct bloom_facts *facts_of(const struct suite_run *run)
{
    return run->known;
}

static double ratio_of_taps(const struct suite_run *run, enum bloom_blur blur, enum bloom_blur to)
{
    return facts_of(run)->taps[blur][BLOOM_FRAGMENT] / facts_of(run)->taps[to][BLOOM_FRAGMENT];
}

static double least_bytes(const struct suite_run *run, enum bloom_blur blur)
{
    const struct suite_variant *variant = bloom_lines_variant(run, blur, BLOOM_FRAGMENT);
    return suite_has_run(variant) ? (double) gpu_traffic_sum(variant->traffic) : NAN;
}

static double ratio_of_times(const struct suite_run *run, enum bloom_form form, enum bloom_blur to)
{
    return suite_median(bloom_lines_variant(run, BLOOM_DUAL, form)) /
           suite_median(bloom_lines_variant(run, to, form));
}

static double taps_to_linear(const struct suite_run *run)
{
    return 100 * ratio_of_taps(run, BLOOM_DUAL, BLOOM_LINEAR);
}

static double least_to_linear(const struct suite_run *run)
{
    return 100 * least_bytes(run, BLOOM_DUAL) / least_bytes(run, BLOOM_LINEAR);
}

// A linear blur pairs its taps; this one reads each of the 97, along rows and columns.
static double taps_to_unpaired(const struct suite_run *run)
{
    enum { READS_AND_STORES = 2 * (97 + 1) };
    const struct suite_variant *variant = bloom_lines_variant(run, BLOOM_DUAL, BLOOM_FRAGMENT);
    if (!suite_has_run(variant))
        return NAN;
    const double texels = (double) variant->width * variant->height;
    return 100 * facts_of(run)->taps[BLOOM_DUAL][BLOOM_FRAGMENT] /
           (READS_AND_STORES * texels * texture_format_texel_bytes(variant->format));
}

static double taps_to_kawase(const struct suite_run *run)
{
    return 100 * ratio_of_taps(run, BLOOM_DUAL, BLOOM_KAWASE);
}

static double least_to_kawase(const struct suite_run *run)
{
    return 100 * least_bytes(run, BLOOM_DUAL) / least_bytes(run, BLOOM_KAWASE);
}

static double time_to_linear(const struct suite_run *run)
{
    return 100 * ratio_of_times(run, BLOOM_FRAGMENT, BLOOM_LINEAR);
}

static double time_to_kawase(const struct suite_run *run)
{
    return 100 * ratio_of_times(run, BLOOM_FRAGMENT, BLOOM_KAWASE);
}

static double best_to_linear(const struct suite_run *run)
{
    return 100 * ratio_of_times(run, BLOOM_BEST, BLOOM_LINEAR);
}

static double best_to_kawase(const struct suite_run *run)
{
    return 100 * ratio_of_times(run, BLOOM_BEST, BLOOM_KAWASE);
}

static double below_kawase(const struct suite_run *run)
{
    return bloom_facts_decibels(facts_of(run), BLOOM_KAWASE) -
           bloom_facts_decibels(facts_of(run), BLOOM_DUAL);
}

static double passes_of_pyramid(const struct suite_run *run)
{
    const struct suite_variant *variant = bloom_lines_variant(run, BLOOM_PYRAMID, BLOOM_FRAGMENT);
    return suite_has_run(variant) ? (double) variant->dispatches : NAN;
}

static double shimmer_of_dual(const struct suite_run *run)
{
    return facts_of(run)->blurs[BLOOM_DUAL].shimmer;
}

static double shimmer_of_mips(const struct suite_run *run)
{
    return facts_of(run)->blurs[BLOOM_MIPS].shimmer;
}

// ---- the claims

// Ratios are in per cent. His bytes are counters of one GPU with a small cache, so what a tap asks
// for and the least that passes must move stand on either side of them. His PSNR is of one screen
// of a game: Kawase 50.0 dB, dual 49.8 dB. What is calm and what flickers he shows without numbers.
static const struct suite_claim claims[] = {
    { "dual takes 7 % of the linear blur's bytes, by what taps ask for", 7, SUITE_NEAR, 1.25,
      taps_to_linear, true },
    { "dual takes 7 % of the linear blur's bytes, by the least that passes move", 7, SUITE_NEAR,
      1.25, least_to_linear, true },
    { "dual takes 7 % of the bytes that 97 taps ask for which are not paired", 7, SUITE_NEAR, 1.25,
      taps_to_unpaired, true },
    { "dual takes under half of Kawase's bytes, by what taps ask for, %", 50, SUITE_AT_MOST, 50,
      taps_to_kawase, true },
    { "dual takes under half of Kawase's bytes, by the least that passes move, %", 50,
      SUITE_AT_MOST, 50, least_to_kawase, true },
    { "dual is faster than the linear blur, pass by pass as fragment, % of its time", NAN,
      SUITE_AT_MOST, 97, time_to_linear, false },
    { "dual is faster than Kawase, pass by pass as fragment, % of its time", NAN, SUITE_AT_MOST, 97,
      time_to_kawase, false },
    { "dual is faster than the linear blur, each at its best here, % of its time", NAN,
      SUITE_AT_MOST, 97, best_to_linear, false },
    { "dual is faster than Kawase, each at its best here, % of its time", NAN, SUITE_AT_MOST, 97,
      best_to_kawase, false },
    { "dual is slightly less near to the Gaussian than Kawase, dB, mean of three scenes", 0.2,
      SUITE_NEAR, 5, below_kawase, true },
    { "the 5x5 pyramid of that width switches targets 16 times", 16, SUITE_NEAR, 1,
      passes_of_pyramid, true },
    { "dual is calm under motion: what changes, %", NAN, SUITE_AT_MOST, 5, shimmer_of_dual, true },
    { "mips flicker: what changes, %", NAN, SUITE_ABOVE, 10, shimmer_of_mips, true },
    { 0 },
};

void bloom_claims_say(struct suite_run *run, const struct bloom_facts *facts)
{
    run->known = facts;
    suite_claims_judge(run, claims);
    run->known = NULL;
}
