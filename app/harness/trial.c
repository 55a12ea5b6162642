#include "app/harness/harness.h"
#include "effects/auto/impl_cost.h"
#include "effects/reference/tolerance.h"
#include "render/frame_record.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct chain_step *step_of(const struct harness_trial *trial)
{
    return &trial->setting.chain.steps[trial->setting.step];
}

int harness_trial_count(const struct effect *effect)
{
    return effect->pointwise ? 2 : effect_impl_count(effect);
}

void harness_trial_set(struct harness_trial *trial, int number)
{
    struct chain_step *step = &trial->setting.chain.steps[trial->setting.step];
    trial->by = number;
    if (!step->effect->pointwise)
        chain_step_set_impl(step, number + 1);
}

const struct effect_impl *harness_trial_impl(const struct harness_trial *trial)
{
    const struct effect *effect = step_of(trial)->effect;
    return effect->pointwise ? NULL : effect->impls[trial->by];
}

const char *harness_trial_name(const struct harness_trial *trial)
{
    const struct effect_impl *impl = harness_trial_impl(trial);
    return impl ? impl->name : plan_fuse_names[PLAN_FUSE_FRAGMENT + trial->by];
}

// ---- the plan

static bool build(struct gpu *gpu, const struct harness_trial *trial, struct plan *plan,
                  struct error *error)
{
    const struct harness_setting *setting = &trial->setting;
    const struct plan_options options = {
        .width = setting->size[0],
        .height = setting->size[1],
        .format = setting->format,
        .depth = setting->depth,
        .is_opaque = setting->picture == HARNESS_SMOOTH,
        .fuse = harness_trial_impl(trial) ? PLAN_FUSE_AUTO
                                          : (enum plan_fuse)(PLAN_FUSE_FRAGMENT + trial->by),
        .linear = !effect_makes_display(step_of(trial)->effect, step_of(trial)->params) &&
                  setting->around != HARNESS_DISPLAY,
    };
    if (!gpu->programs.defers)
        renderer_announce_chain(&setting->chain, &options);
    return plan_build(plan, &setting->chain, gpu, &options, error);
}

// Returns the node that runs the step, alone or fused; NULL if the plan left it out.
static const struct plan_node *node_of(const struct plan *plan, const struct harness_trial *trial)
{
    plan_for_each(node, plan)
        if (fused_steps_have(&node->fused, step_of(trial)))
            return node;
    return NULL;
}

// ---- drawing

// The size of timed runs on a GPU: smaller pictures leave a part of it idle.
static const int large[2] = { 1920, 1080 };

// Runs the plan, and reads the output back unless `output` is NULL.
static void draw(struct gpu *gpu, const struct harness_trial *trial, const struct plan *plan,
                 const int size[2], struct image *output)
{
    struct texture_pool *pool = &gpu->pool;
    const enum texture_format out = trial->setting.to_halves ? FORMAT_RGBA16F : FORMAT_RGBA32F;
    struct texture *from = texture_pool_acquire(pool, size[0], size[1], trial->setting.format);
    struct texture *to = texture_pool_acquire(pool, size[0], size[1], out);
    if (output) {
        struct image spoilt; // overwrites the results of earlier runs, so that texels that are not
                             // written show
        image_init(&spoilt, size[0], size[1], IMAGE_TYPE_F32);
        for (int i = 0; i < 4 * size[0] * size[1]; i++)
            ((float *) spoilt.texels)[i] = -1e4f;
        texture_upload(from, trial->source);
        texture_upload(to, &spoilt);
        image_finish(&spoilt);
    }
    plan_run(plan, NULL, gpu, from, to, trial->setting.frame);
    if (output)
        texture_read(to, IMAGE_TYPE_F64, output);
    texture_pool_release(pool, from);
    texture_pool_release(pool, to);
    texture_pool_end_frame(pool);
}

// Returns the least time per texel of several frames, in nanoseconds. A software renderer has
// compiled the programs for the trial's size; a GPU needs a picture that uses all of it.
static double time_trial(struct gpu *gpu, const struct harness_trial *trial)
{
    enum { FRAMES = 3 };
    struct harness_trial timed = *trial;
    struct plan plan;
    struct error error;
    double least = NAN;
    if (!gpu->info.software)
        memcpy(timed.setting.size, large, sizeof(large));
    const int *size = timed.setting.size;
    if (!build(gpu, &timed, &plan, &error))
        return NAN;
    for (int i = 0; i < FRAMES; i++) {
        gpu_begin_frame(gpu, "frame");
        draw(gpu, &timed, &plan, size, NULL);
        gpu_end_frame(gpu);
        // CPU time on a software renderer, and the difference of two timestamps on a GPU.
        const struct gpu_frame *frame = gpu_timer_collect(&gpu->timer, true);
        const char *label = node_of(&plan, &timed)->label;
        for (int k = 0; frame && k < frame->count; k++)
            if (frame->scopes[k].depth == 1 && strcmp(frame->scopes[k].name, label) == 0)
                least = fmin(least, gpu_scope_effort(&frame->scopes[k]));
    }
    return least / (size[0] * size[1]);
}

bool harness_trial_rehearse(struct gpu *gpu, const struct harness_trial *trial,
                            struct harness_rehearsal *rehearsal)
{
    // Reads and stores: wide kernels and margins are far too slow on a software renderer.
    static const double most_reads = 1.5e7;
    struct program_cache *programs = &gpu->programs;
    struct frame_record record;
    struct cost cost;
    const struct effect_impl *impl = harness_trial_impl(trial);
    const bool is_software = gpu->info.software;
    gpu->info.software = is_software && !trial->setting.as_hardware;
    programs->defers = true;
    bool runs = build(gpu, trial, &rehearsal->plan, &rehearsal->why);
    rehearsal->node = runs ? node_of(&rehearsal->plan, trial) : NULL;
    if (runs && !rehearsal->node)
        runs = error_set(&rehearsal->why, "it leaves the picture as it is");
    if (runs && impl) {
        const struct effect_site site =
            plan_node_site(&rehearsal->plan, &gpu->info, rehearsal->node);
        impl_cost_count(impl, &site, &cost);
        if (site.info->software && cost.texels + cost.bilinear + cost.shared > most_reads)
            runs = error_set(&rehearsal->why, "it would take a software renderer too long");
    }
    frame_record_begin(&record, gpu);
    if (runs)
        draw(gpu, trial, &rehearsal->plan, trial->setting.size, NULL);
    frame_record_end(&record, gpu);
    rehearsal->pass_count = 0;
    for (int i = 0; i < record.count && rehearsal->pass_count < HARNESS_MAX_PASSES; i++)
        if (record.passes[i].program)
            rehearsal->programs[rehearsal->pass_count++] = record.passes[i].program;
    frame_record_finish(&record);
    programs->defers = false;
    program_cache_cancel(programs);
    gpu->info.software = is_software;
    return runs;
}

// ---- comparing

static double most_of(const double *texel)
{
    return fmax(fmax(fabs(texel[0]), fabs(texel[1])), fmax(fabs(texel[2]), fabs(texel[3])));
}

struct allowed {
    double absolute[4]; // of each channel
    double of_texel, strays, halves;
};

// A dither after the step turns small errors into steps, so some texels may jump; alpha is never
// dithered. Values stored as half floats are rounded, or truncated if the shader does not round.
// The halves of a flat picture are exact. Each channel has its own largest value if the pattern
// differs by channel and the blur does not mix them.
static struct allowed allowed_of(const struct gpu *gpu, const struct harness_trial *trial,
                                 const struct plan *plan)
{
    static const double levels = 7, least_strays = 0.002, of_flat = 1e-6, least = 1e-6;
    const struct harness_setting *setting = &trial->setting;
    const double tolerance = trial->tolerance;
    const bool is_apart = setting->picture == HARNESS_POINTS || setting->picture == HARNESS_SQUARES;
    const struct effect_site site = plan_node_site(plan, &gpu->info, node_of(plan, trial));
    const struct reference_tolerance own = reference_tolerance_of(
        step_of(trial)->effect, harness_trial_impl(trial), &site, setting->is_even);
    struct allowed allowed = { .of_texel = own.of_texel * tolerance, .strays = own.strays };
    double of_largest = own.of_largest * tolerance;
    if (setting->picture == HARNESS_FLAT && setting->format == FORMAT_RGBA16F)
        of_largest = of_flat * tolerance;
    const bool is_dithered = setting->around == HARNESS_DISPLAY;
    if (is_dithered)
        allowed = (struct allowed){ .of_texel = 1e-6 * tolerance,
                                    .strays = least_strays + 4 * levels * of_largest };
    else if (setting->to_halves)
        allowed.halves = gpu->programs.rounds_halves ? 1.001 : 2;
    for (int c = 0; c < 4; c++) {
        double largest = least;
        for (int i = 0; i < trial->source->width * trial->source->height; i++) {
            const double *texel = (const double *) trial->source->texels + 4 * i;
            largest = fmax(largest, is_apart ? fabs(texel[c]) : most_of(texel));
        }
        allowed.absolute[c] = is_dithered && c < 3 ? 0 : of_largest * largest;
    }
    return allowed;
}

static void compare_texel(const struct harness_trial *trial, const struct image *got,
                          const struct allowed *allowed, int i,
                          struct harness_difference *difference)
{
    static const int bits = 11, least = -24; // of half floats
    const double *a = (const double *) got->texels + 4 * i;
    const double *b = (const double *) trial->expected->texels + 4 * i;
    const double in = most_of((const double *) trial->source->texels + 4 * i);
    const int channels = trial->setting.format == FORMAT_R11F_G11F_B10F ? 3 : 4;
    bool is_exceeded = false;
    for (int c = 0; c < channels; c++) {
        int exponent;
        frexp(b[c], &exponent);
        // Half of the distance to the next half float.
        const double half_step = ldexp(0.5, exponent - bits > least ? exponent - bits : least);
        const double most = allowed->absolute[c] +
                            allowed->of_texel * fmax(fmax(1, in), fabs(b[c])) +
                            allowed->halves * half_step;
        const double off = fabs(a[c] - b[c]);
        const double share = isfinite(off) ? off / most : INFINITY;
        is_exceeded |= share > 1;
        if (share <= difference->worst)
            continue;
        difference->worst = share;
        difference->x = i % got->width;
        difference->y = i / got->width;
        difference->channel = c;
        difference->off = off;
        difference->allowed = most;
    }
    difference->beyond += is_exceeded;
}

struct harness_difference harness_trial_run(struct gpu *gpu, const struct harness_trial *trial)
{
    const bool is_software = gpu->info.software;
    struct plan plan;
    struct error error;
    struct harness_difference difference = { .worst = 0, .nanoseconds = NAN };
    struct image got, again;
    bool is_equal = true;
    gpu->info.software = is_software && !trial->setting.as_hardware;
    if (!build(gpu, trial, &plan, &error)) {
        gpu->info.software = is_software;
        return (struct harness_difference){ .worst = INFINITY, .error = error };
    }
    const struct allowed allowed = allowed_of(gpu, trial, &plan);
    renderer_announce_plan(&plan);
    draw(gpu, trial, &plan, trial->setting.size, &got);
    const int count = got.width * got.height;
    for (int i = 0; i < count; i++)
        compare_texel(trial, &got, &allowed, i, &difference);
    // If some texels may be beyond, only their number counts.
    if (allowed.strays > 0)
        difference.worst = difference.beyond / (1 + allowed.strays * count);
    const bool is_stuck = gpu_fault_read(&gpu->fault, true);
    if (trial->is_timed && !is_stuck) { // finds results that depend on timing
        draw(gpu, trial, &plan, trial->setting.size, &again);
        is_equal = memcmp(got.texels, again.texels, image_bytes(&got)) == 0;
        image_finish(&again);
    }
    if (is_stuck)
        error_set(&difference.error, "its work groups gave up waiting for one another");
    else if (!is_equal)
        error_set(&difference.error, "drawn a second time, it is another picture");
    if (difference.error.text[0])
        difference.worst = INFINITY;
    if (trial->is_timed)
        difference.nanoseconds = time_trial(gpu, trial);
    image_finish(&got);
    gpu->info.software = is_software;
    return difference;
}

void harness_trial_describe(const struct harness_setting *setting,
                            const struct harness_difference *difference,
                            char line[HARNESS_LINE_SIZE])
{
    char text[CHAIN_TEXT_SIZE];
    chain_print(&setting->chain, text, sizeof(text));
    const int length =
        snprintf(line, HARNESS_LINE_SIZE, "%s in %s, %dx%d: ", text,
                 texture_format_name(setting->format), setting->size[0], setting->size[1]);
    if (difference->error.text[0])
        snprintf(line + length, (size_t) (HARNESS_LINE_SIZE - length), "%s",
                 difference->error.text);
    else
        snprintf(line + length, (size_t) (HARNESS_LINE_SIZE - length),
                 "%s at %d, %d is %.3g off, and %.3g is allowed; %d texels",
                 image_channels[difference->channel], difference->x, difference->y, difference->off,
                 difference->allowed, difference->beyond);
}
