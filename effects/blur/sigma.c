#include "effects/blur/sigma.h"

#include <math.h>

static double mix(double a, double b, double share)
{
    return a + (b - a) * share;
}

// Returns the variance that a bilinear tap adds because it spreads its weight over two texels.
// Positions are in texels; texel centres are at integers.
static double bilinear_spread(double position)
{
    const double fraction = position - floor(position);
    return fraction * (1 - fraction);
}

// (4^levels - 1) / 3: the sum of the squared texel sizes of the levels.
static double squared_sizes(int levels)
{
    return (pow(4, levels) - 1) / 3;
}

typedef double variance_at(double place, const void *knobs);

// Returns the position between `low` and `high` with that variance, which grows from one to the
// other, or the nearer end if the variance is out of range.
static double find_place(double variance, double low, double high, variance_at *at,
                         const void *knobs)
{
    if (variance <= at(low, knobs))
        return low;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (at(middle, knobs) < variance)
            low = middle;
        else
            high = middle;
    }
    return high;
}

// Below 0.9 the steps up leave a grid; above 1.3 their taps come apart. The deepest step may be
// narrower while its level fades in, because the level then differs less from the light that is
// there already.
static const double up_low = 0.9, up_high = 1.3, up_deepest = 0.5;

// Offsets scale the distances of the taps; 1 is as published (Bjørge, "Bandwidth-efficient
// rendering", SIGGRAPH 2015). The variance of one step down in squared texels of the finer image,
// and of one step up in squared texels of the coarser one. Both grow with the offset.
static double dual_down(double offset)
{
    return 0.125 + (offset * offset + bilinear_spread(offset + 0.5)) / 2;
}

// The finer texel's centre is a quarter of a coarser texel from the coarser one's centre, on either
// side. Taps go to both sides, so that one of the two phases is enough.
static double up_spread(double distance)
{
    return (bilinear_spread(distance - 0.25) + bilinear_spread(-distance - 0.25)) / 2;
}

static double dual_up(double offset)
{
    // In twelfths: two axial taps along this axis, two along the other, four diagonal ones of
    // weight 2.
    return offset * offset / 3 + up_spread(offset) / 6 + up_spread(0) / 6 +
           up_spread(offset / 2) * 2 / 3;
}

// Returns the bells of a blur whose step down from level i and up again has the variance steps[i],
// in squared texels of that level. Light turns round at every level; shares[i] of it go on below.
static struct sigma_bells make_bells(int levels, const double steps[], const double shares[])
{
    struct sigma_bells bells = { .count = levels + 1 };
    double reaches = 1;
    for (int i = 0; i < levels; i++) {
        bells.variances[i + 1] = bells.variances[i] + pow(4, i) * steps[i];
        bells.lights[i] = reaches * (1 - shares[i]);
        reaches *= shares[i];
    }
    bells.lights[levels] = reaches;
    return bells;
}

static double bells_variance(const struct sigma_bells *bells)
{
    double variance = 0;
    for (int i = 0; i < bells->count; i++)
        variance += bells->lights[i] * bells->variances[i];
    return variance;
}

double sigma_bells_width(const struct sigma_bells *bells)
{
    return sqrt(bells_variance(bells));
}

// The height of a point's light at that squared distance from the point, up to a common negative
// factor, so that it grows with the distance.
static double height_at(double squared, const void *knobs)
{
    const struct sigma_bells *bells = knobs;
    double height = 0;
    for (int i = 0; i < bells->count; i++)
        if (bells->lights[i] > 0)
            height -=
                bells->lights[i] / bells->variances[i] * exp(-squared / (2 * bells->variances[i]));
    return height;
}

double sigma_bells_core(const struct sigma_bells *bells)
{
    if (bells->count < 2 || bells->lights[0] > 0)
        return 0;
    const double half = height_at(0, bells) / 2;
    const double most = 2 * bells->variances[bells->count - 1];
    return sqrt(find_place(half, 0, most, height_at, bells) / (2 * log(2)));
}

struct sigma_bells sigma_dual_bells(const struct sigma_dual *dual)
{
    double steps[SIGMA_DUAL_LEVELS];
    for (int i = 0; i < dual->levels; i++)
        steps[i] =
            dual_down(dual->down) + 4 * dual_up(i == dual->levels - 1 ? dual->deepest : dual->up);
    return make_bells(dual->levels, steps, dual->shares);
}

double sigma_dual_width(const struct sigma_dual *dual)
{
    const struct sigma_bells bells = sigma_dual_bells(dual);
    return sigma_bells_width(&bells);
}

// Returns how much the picture must look like a single Gaussian: 1 with scatter 1, decreasing to 0
// at scatter 0.7. At 1 a further level is added in such a way that the picture stays nearly a
// Gaussian. At 0 the picture is not a Gaussian anyway: levels only fade in, and steps stay as
// published.
static double gaussian_likeness(double scatter)
{
    return fmax(0, 1 - (1 - scatter) / 0.3);
}

// Returns n levels, into which a further one has faded by `fade`.
static struct sigma_dual dual_fading(int levels, double fade, double scatter)
{
    struct sigma_dual dual = { .levels = levels + (fade > 0), .down = 1 };
    sigma_scatter_shares(levels, fade, scatter, dual.shares);
    return dual;
}

// Returns the construction between `levels` (share 0) and `levels` + 1 (share 1). In the first
// third of the way the offset grows from its low to its high end; in the second one more level
// fades in; in the last this level becomes as wide as the others while their offset goes back.
static struct sigma_dual dual_between(int levels, double share, double scatter)
{
    const double single = gaussian_likeness(scatter), low = mix(1, up_low, single);
    const double high = mix(1, up_high, single), deepest = mix(1, up_deepest, single);
    const double third = 3 * share;
    struct sigma_dual dual =
        dual_fading(levels, third < 1 + 1e-9 ? 0 : fmin(1, third - 1), scatter);
    dual.up = third < 1 ? mix(low, high, third) : third < 2 ? high : mix(high, low, third - 2);
    dual.deepest = third < 2 ? deepest : mix(deepest, low, third - 2);
    if (dual.levels == levels)
        dual.deepest = dual.up;
    return dual;
}

static struct sigma_dual dual_at(double place, const struct sigma_dual_knobs *knobs)
{
    const int levels = (int) place;
    const double share = place - levels;
    struct sigma_dual dual;
    if (knobs->offset > 0) {
        dual = dual_fading(levels, share, knobs->scatter);
        dual.down = dual.up = dual.deepest = knobs->offset;
    } else {
        dual = dual_between(levels, share, knobs->scatter);
    }
    if (knobs->down > 0)
        dual.down *= knobs->down;
    return dual;
}

static double dual_variance_at(double place, const void *knobs)
{
    const struct sigma_dual dual = dual_at(place, knobs);
    const struct sigma_bells bells = sigma_dual_bells(&dual);
    return bells_variance(&bells);
}

struct sigma_dual sigma_dual_solve(const struct sigma_dual_knobs *knobs)
{
    if (knobs->levels > 0 && knobs->offset > 0)
        return dual_at(knobs->levels, knobs);
    const double past = knobs->offset > 0 ? 0 : 1.0 / 3; // a level begins so far before its integer
                                                         // position
    const int most = knobs->levels > 0 ? knobs->levels : SIGMA_DUAL_LEVELS;
    const double low = knobs->levels > 0 ? knobs->levels - 1 + past : 0;
    const double variance = knobs->sigma * knobs->sigma;
    return dual_at(find_place(variance, low, most + past, dual_variance_at, knobs), knobs);
}

// Kawase's schedule as Bjørge gives it for a wide blur. The doubled 4 is deliberate.
static const double schedule[SIGMA_KAWASE_PASSES] = { 0, 1, 2, 3, 4, 4, 5, 6, 7 };

// Number of passes for which the scale is chosen if the user gives a factor.
enum { DEFAULT_PASSES = 5 };

static const double factor_low = 0.95, factor_highest = 1.25;

// Returns the variance of one pass of four diagonal taps at `distance` texels along each axis, in
// squared texels.
static double kawase_pass(double distance)
{
    return distance * distance + bilinear_spread(distance);
}

// The inverse of kawase_pass. Between integer distances m and m + 1 the variance is linear,
// from m^2 on.
static double kawase_distance(double variance)
{
    const double whole = floor(sqrt(variance));
    return whole + (variance - whole * whole) / (2 * whole + 1);
}

static double passes_variance(const struct sigma_kawase_passes *passes, int halvings)
{
    double variance = 0;
    for (int i = 0; i < passes->count; i++)
        variance += kawase_pass(passes->distances[i]);
    const double halving = dual_down(1) + 4 * dual_up(1);
    return squared_sizes(halvings) * halving + pow(4, halvings) * variance;
}

bool sigma_kawase_fades(const struct sigma_kawase *kawase)
{
    return kawase->share < 1;
}

static double kawase_variance(const struct sigma_kawase *kawase)
{
    const double variance = passes_variance(&kawase->passes, kawase->halvings);
    if (!sigma_kawase_fades(kawase))
        return variance;
    return mix(passes_variance(&kawase->finer, kawase->halvings - 1), variance, kawase->share);
}

double sigma_kawase_width(const struct sigma_kawase *kawase)
{
    return sqrt(kawase_variance(kawase));
}

// Returns `count` passes of the schedule, and one more that has `grown` to a share of its variance
// (0: no further pass).
static struct sigma_kawase_passes kawase_passes(int count, double factor, double grown)
{
    struct sigma_kawase_passes passes = { .count = count };
    for (int i = 0; i < count; i++)
        passes.distances[i] = factor * (schedule[i] + 0.5);
    if (grown > 0) {
        const double full = kawase_pass(factor * (schedule[count] + 0.5));
        passes.distances[passes.count++] = kawase_distance(grown * full);
    }
    return passes;
}

// If the solver is free to choose, the distances are closer together than in the schedule, so that
// the blur has no gaps between its taps: a gap would show as a jump when a further pass begins to
// fill it.
static const double widest_gap = 0.425; // working texels
enum { FEWEST_PASSES = 3 };
static const double longest_stride = SIGMA_KAWASE_PASSES * widest_gap;

// The furthest pass grows first. The others start one after the other from distance 0, at which a
// pass changes nothing: three passes in proportion to the furthest, then all with the same gap
// between their distances.
static struct sigma_kawase_passes kawase_striding(double furthest)
{
    const double gap = fmin(widest_gap, furthest / FEWEST_PASSES);
    struct sigma_kawase_passes passes = { 0 };
    if (furthest > 0)
        passes.count = (int) ceil(furthest / gap - 1e-9);
    for (int i = 0; i < passes.count; i++)
        passes.distances[i] = furthest - gap * (passes.count - 1 - i);
    return passes;
}

static struct sigma_kawase_passes kawase_passes_at(double place,
                                                   const struct sigma_kawase_knobs *knobs)
{
    const int whole = (int) place;
    if (knobs->factor > 0)
        return kawase_passes(whole, knobs->factor, place - whole);
    if (knobs->passes > 0)
        return kawase_passes(knobs->passes, place, 0);
    if (place <= longest_stride)
        return kawase_striding(place);
    // All passes are in use: they spread out to the distances of the schedule, and beyond.
    struct sigma_kawase_passes passes = { .count = SIGMA_KAWASE_PASSES };
    const double share = place - longest_stride;
    const double factor = share < 1 ? 1 : mix(1, factor_highest, share - 1);
    for (int i = 0; i < passes.count; i++)
        passes.distances[i] = factor * mix(widest_gap * (i + 1), schedule[i] + 0.5, fmin(share, 1));
    return passes;
}

static struct sigma_kawase kawase_at(double place, const struct sigma_kawase_knobs *knobs)
{
    return (struct sigma_kawase){
        .halvings = knobs->scale - 1,
        .passes = kawase_passes_at(place, knobs),
        .share = 1,
    };
}

static double kawase_variance_at(double place, const void *knobs)
{
    const struct sigma_kawase kawase = kawase_at(place, knobs);
    return kawase_variance(&kawase);
}

// Returns the working resolution at which the number of passes that the user gave, or else
// DEFAULT_PASSES, comes nearest to sigma.
static int kawase_scale(const struct sigma_kawase_knobs *knobs)
{
    const int passes = knobs->passes > 0 ? knobs->passes : DEFAULT_PASSES;
    struct sigma_kawase kawase = {
        .passes = kawase_passes(passes, knobs->factor > 0 ? knobs->factor : 1, 0), .share = 1
    };
    while (kawase.halvings < SIGMA_KAWASE_HALVINGS) {
        const double here = sigma_kawase_width(&kawase);
        kawase.halvings++;
        if (knobs->sigma * knobs->sigma < here * sigma_kawase_width(&kawase))
            return kawase.halvings;
    }
    return SIGMA_KAWASE_HALVINGS + 1;
}

// With fewer passes than these the blur is narrower than the steps down and up alone, so no
// transition to a lower resolution exists.
enum { FEWEST_KEPT = 3 };

// If the user gives the number of passes, the next scale has as many passes at half the distances:
// in pixels of the picture they are where they were, and so the blur keeps its shape. From there
// all distances grow in proportion until they are what they were at twice the resolution.
static int kawase_choose_scale(struct sigma_kawase_knobs knobs)
{
    if (knobs.factor > 0 || knobs.passes < FEWEST_KEPT)
        return kawase_scale(&knobs);
    const double variance = knobs.sigma * knobs.sigma;
    knobs.scale = 1;
    while (knobs.scale <= SIGMA_KAWASE_HALVINGS &&
           variance > kawase_variance_at(factor_low, &knobs))
        knobs.scale++;
    return knobs.scale;
}

// Solves at the scale knobs->scale.
static struct sigma_kawase kawase_solve_scale(const struct sigma_kawase_knobs *knobs)
{
    if (knobs->passes > 0 && knobs->factor > 0)
        return kawase_at(knobs->passes, knobs);
    const double most = knobs->factor > 0   ? SIGMA_KAWASE_PASSES
                        : knobs->passes > 0 ? factor_highest
                                            : longest_stride + 2;
    const double variance = knobs->sigma * knobs->sigma;
    return kawase_at(find_place(variance, 0, most, kawase_variance_at, knobs), knobs);
}

// At this sigma the blur changes to half the resolution: it is nearly a Gaussian already, so that
// the steps down and up remove little that is visible. A wider blur loses more pixels in the steps,
// so between lower resolutions the light moves from one to the next while sigma grows by the factor
// `fading`.
static const double widest_at_full = 3; // px
static const double fading = 1.06;

// Chooses the scale if the user gives nothing but sigma.
static struct sigma_kawase kawase_through_scales(double sigma)
{
    double widest = widest_at_full;
    int scale = 1;
    while (scale <= SIGMA_KAWASE_HALVINGS && sigma > widest * (scale > 1 ? fading : 1)) {
        scale++;
        widest *= 2;
    }
    if (sigma <= widest || scale > SIGMA_KAWASE_HALVINGS)
        return kawase_solve_scale(&(struct sigma_kawase_knobs){ .sigma = sigma, .scale = scale });
    const double end = widest * fading;
    const struct sigma_kawase finer =
        kawase_solve_scale(&(struct sigma_kawase_knobs){ .sigma = widest, .scale = scale });
    struct sigma_kawase kawase =
        kawase_solve_scale(&(struct sigma_kawase_knobs){ .sigma = end, .scale = scale + 1 });
    kawase.finer = finer.passes;
    kawase.share = (sigma * sigma - widest * widest) / (end * end - widest * widest);
    return kawase;
}

struct sigma_kawase sigma_kawase_solve(const struct sigma_kawase_knobs *given)
{
    struct sigma_kawase_knobs knobs = *given;
    if (knobs.scale == 0 && knobs.passes == 0 && knobs.factor == 0)
        return kawase_through_scales(knobs.sigma);
    if (knobs.scale == 0)
        knobs.scale = kawase_choose_scale(knobs);
    return kawase_solve_scale(&knobs);
}

static double pyramid_turn(const struct sigma_pyramid *pyramid, int level)
{
    const double published = pyramid->gauss5 ? 1 : 0.5; // of (1 4 6 4 1) / 16, or (1 2 1) / 4
    return level == pyramid->levels - 1 ? pyramid->turn : published;
}

// Returns the variance of a step down in squared texels of the finer image. The 13 taps are half a
// tent of 2x2 averages and half an average of 4x4. The five taps are whole texels apart and read
// through the filter.
static double pyramid_down(const struct sigma_pyramid *pyramid)
{
    const double tent = 0.5, five = 1, square = 1.25;
    if (pyramid->gauss5)
        return five + bilinear_spread(0.5);
    return (4 * tent + bilinear_spread(0.5) + square) / 2;
}

struct sigma_bells sigma_pyramid_bells(const struct sigma_pyramid *pyramid)
{
    double steps[SIGMA_PYRAMID_LEVELS];
    for (int i = 0; i < pyramid->levels; i++)
        steps[i] = pyramid_down(pyramid) + 4 * (pyramid_turn(pyramid, i) + bilinear_spread(0.25));
    struct sigma_bells bells = make_bells(pyramid->levels, steps, pyramid->shares);
    bells.variances[pyramid->smoothed] += pow(4, pyramid->smoothed) * pyramid->smooth;
    return bells;
}

// Returns the weights of three taps applied twice.
static struct sigma_pyramid_taps pyramid_five(double variance)
{
    const double side = variance / 4, centre = 1 - 2 * side;
    return (struct sigma_pyramid_taps){ { centre * centre + 2 * side * side, 2 * side * centre,
                                          side * side } };
}

struct sigma_pyramid_taps sigma_pyramid_smooth_taps(const struct sigma_pyramid *pyramid)
{
    return pyramid_five(pyramid->smooth);
}

struct sigma_pyramid_taps sigma_pyramid_up_taps(const struct sigma_pyramid *pyramid, int level)
{
    const double variance = pyramid_turn(pyramid, level);
    if (pyramid->gauss5)
        return pyramid_five(variance);
    return (struct sigma_pyramid_taps){ { 1 - variance, variance / 2 } };
}

// Beyond this variance the five taps are no longer bell-shaped.
static const double most_smooth = 1.25;

// At integer positions there are n levels, and the step up out of the deepest only interpolates. In
// the first third of the way to the next integer it comes to smooth as the others do; in the second
// the deepest level is smoothed beyond that; in the last one more level fades in. That level is
// then hardly wider than the light that is there already, so that at any position the picture is
// nearly that of one Gaussian. If levels keep light, the picture is not a Gaussian by design, and
// nothing is smoothed.
static struct sigma_pyramid pyramid_between(int levels, double share, double scatter, double full)
{
    const double fade = 3 * share - 2 < 1e-9 ? 0 : 3 * share - 2; // a third is no binary fraction
    struct sigma_pyramid pyramid = {
        .levels = levels + (fade > 0),
        .smoothed = levels,
        .turn = fade > 0 ? 0 : fmin(1, 3 * share) * full,
        .smooth = gaussian_likeness(scatter) * fmin(1, fmax(0, 3 * share - 1)) * most_smooth,
    };
    sigma_scatter_shares(levels, fade, scatter, pyramid.shares);
    return pyramid;
}

static struct sigma_pyramid pyramid_at(double place, const struct sigma_pyramid_knobs *knobs)
{
    const int whole = (int) place;
    const double full = knobs->gauss5 ? 1 : 0.5;
    struct sigma_pyramid pyramid = pyramid_between(whole, place - whole, knobs->scatter, full);
    pyramid.gauss5 = knobs->gauss5;
    return pyramid;
}

static double pyramid_variance_at(double place, const void *knobs)
{
    const struct sigma_pyramid pyramid = pyramid_at(place, knobs);
    const struct sigma_bells bells = sigma_pyramid_bells(&pyramid);
    return bells_variance(&bells);
}

struct sigma_pyramid sigma_pyramid_solve(const struct sigma_pyramid_knobs *knobs)
{
    const double published = 1.0 / 3; // so far behind a whole place
    const int most = knobs->levels > 0 ? knobs->levels : SIGMA_PYRAMID_LEVELS;
    const double low = knobs->levels > 0 ? knobs->levels : 0;
    const double variance = knobs->sigma * knobs->sigma;
    return pyramid_at(find_place(variance, low, most + published, pyramid_variance_at, knobs),
                      knobs);
}

// A point is anywhere in a texel of the level, and becomes a tent of that texel's width: a twelfth
// and a sixth of its square.
static double mips_level_variance(int level)
{
    return level == 0 ? 0 : pow(4, level) / 4;
}

double sigma_mips_width(const struct sigma_mips *mips)
{
    return sqrt(
        mix(mips_level_variance(mips->level), mips_level_variance(mips->level + 1), mips->share));
}

struct sigma_mips sigma_mips_solve(const struct sigma_mips_knobs *knobs)
{
    if (knobs->level > 0)
        return (struct sigma_mips){ (int) knobs->level, knobs->level - floor(knobs->level) };
    const double variance = knobs->sigma * knobs->sigma;
    int level = 0;
    while (level < SIGMA_MIPS_LEVELS && mips_level_variance(level + 1) <= variance)
        level++;
    if (level == SIGMA_MIPS_LEVELS)
        return (struct sigma_mips){ level, 0 };
    const double low = mips_level_variance(level), high = mips_level_variance(level + 1);
    return (struct sigma_mips){ level, (variance - low) / (high - low) };
}
