#include "effects/pyramid/pyramid_steps.h"

#include "effects/blur/half_lift.h"
#include "effects/effect_impl.h"
#include "render/gpu.h"

static bool is_gauss5(const struct effect_site *site)
{
    return pyramid_params_of(site)->kernel == PYRAMID_KERNEL_GAUSS5;
}

// ---- passes

// A pass of either kernel. `axis` is the direction of the five taps; the thirteen ignore it.
struct step {
    const char *verb;
    int program;
    const struct texture *from, *finer; // `finer` is NULL if nothing is mixed in
    struct texture *to;
    const float *axis;
    double share;
    struct sigma_pyramid_taps taps; // only for smoothing and steps up
};

static const float across[] = { 1, 0 }, along[] = { 0, 1 };

static void run_step(const struct effect_call *call, const struct step *step)
{
    const enum edge edge = effect_edge(&call->site);
    const bool has_axis = is_gauss5(&call->site) && step->program != PYRAMID_SMOOTH;
    const double *weights = step->taps.weights;
    const double lift = half_lift(call->site.format) / 2; // along either axis
    struct pass pass = {
        .verb = step->verb,
        .program = call->programs[step->program + (has_axis ? PYRAMID_GAUSS5 : 0)],
        .inputs = { { step->from, FILTER_LINEAR, edge }, { step->finer, FILTER_NEAREST, edge } },
        .output = step->to,
        .uniforms = { U_FLOAT("u_share", (float) step->share),
                      U_VEC3("u_weights", (float) (weights[0] + lift), (float) weights[1],
                             (float) weights[2]) },
        .work = { .bilinear = has_axis                          ? 5
                              : step->program == PYRAMID_SMOOTH ? 25
                              : weights[0] > 0                  ? 9
                                                                : 13,
                  .texels = step->finer ? 1 : 0 },
    };
    if (step->axis)
        pass_add_uniform(&pass, U_VEC2("u_axis", step->axis[0], step->axis[1]));
    pass_run(call->gpu, &pass);
}

// Runs a step of the five taps: along one axis into an intermediate image, then along the other.
static void run_step_twice(const struct effect_call *call, const struct step *step, int first)
{
    struct texture *between = texture_pool_acquire(&call->gpu->pool, step->to->width,
                                                   step->from->height, call->site.format);
    struct step half = *step;
    half.program = first;
    half.finer = NULL;
    half.to = between;
    half.axis = across;
    run_step(call, &half);
    half = *step;
    half.from = between;
    half.axis = along;
    run_step(call, &half);
    texture_pool_release(&call->gpu->pool, between);
}

struct texture *pyramid_step_down(const struct effect_call *call, const struct texture *from,
                                  int level)
{
    const struct step step = {
        .verb = "down",
        .program =
            level == 1 && pyramid_uses_karis(&call->site) ? PYRAMID_DOWN_KARIS : PYRAMID_DOWN,
        .from = from,
        .to = levels_acquire(call, level),
    };
    if (is_gauss5(&call->site))
        run_step_twice(call, &step, step.program);
    else
        run_step(call, &step);
    return step.to;
}

// ---- levels

// The image of each level on the way down, from the pool. NULL for level 0, which is the
// call's input.
struct levels {
    struct texture *images[SIGMA_PYRAMID_LEVELS + 1];
};

static const struct texture *level_of(const struct effect_call *call, const struct levels *levels,
                                      int level)
{
    return levels->images[level] ? levels->images[level] : call->input;
}

static void run_smooth(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                       const struct texture *from, struct texture *to)
{
    const struct step step = {
        .verb = "smooth",
        .program = PYRAMID_SMOOTH,
        .from = from,
        .to = to,
        .taps = sigma_pyramid_smooth_taps(pyramid),
    };
    run_step(call, &step);
}

// A level replaces the image of the way down; if that is mixed in, it is a separate image.
static struct texture *step_up(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                               struct levels *levels, int level, const struct texture *from)
{
    const bool mixes = pyramid->shares[level] < 1;
    const struct step step = {
        .verb = "up",
        .program = mixes ? PYRAMID_UP_MIX : PYRAMID_UP,
        .from = from,
        .finer = mixes ? level_of(call, levels, level) : NULL,
        .to = level == 0 ? call->output
              : mixes    ? levels_acquire(call, level)
                         : levels->images[level],
        .share = pyramid->shares[level],
        .taps = sigma_pyramid_up_taps(pyramid, level),
    };
    if (is_gauss5(&call->site))
        run_step_twice(call, &step, PYRAMID_UP);
    else
        run_step(call, &step);
    if (mixes)
        levels_release(call, levels->images[level]);
    return step.to;
}

void pyramid_steps_run(const struct effect_call *call)
{
    const struct sigma_pyramid pyramid = pyramid_solve_site(&call->site);
    struct levels levels = { { NULL } };
    if (pyramid.levels == 0) {
        run_smooth(call, &pyramid, call->input, call->output);
        return;
    }
    for (int i = 1; i <= pyramid.levels; i++)
        levels.images[i] = pyramid_step_down(call, level_of(call, &levels, i - 1), i);
    if (pyramid.smooth != 0) { // the light that this level keeps
        const int level = pyramid.smoothed;
        struct texture *to = levels_acquire(call, level);
        run_smooth(call, &pyramid, level_of(call, &levels, level), to);
        levels_release(call, levels.images[level]);
        levels.images[level] = to;
    }
    const struct texture *from = levels.images[pyramid.levels];
    for (int level = pyramid.levels - 1; level >= 0; level--) {
        struct texture *next = step_up(call, &pyramid, &levels, level, from);
        levels_release(call, from);
        from = next;
    }
}
