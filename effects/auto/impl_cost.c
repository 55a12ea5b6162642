#include "effects/auto/impl_cost.h"

#include "effects/blur/margin.h"
#include "render/gpu.h"

#include <math.h>

// Passes to which steps are joined have these uniforms.
static const struct uniform before_mark, after_mark;

struct run_recorder {
    // The first member: callbacks cast its address to the struct.
    struct gpu_recorder recorder;
    struct cost cost;
    struct effect_call call;
    struct program programs[EFFECT_MAX_PROGRAMS];
    struct impl_joins joins;
    int readers, writers; // passes that read the input and that write the output
};

// Counts the work of a pass, and notes if it reads the call's input or writes its output.
static void record_pass(struct gpu_recorder *base, const struct gpu *gpu, const struct pass *pass)
{
    enum { RGBA16F_BYTES = 8 };
    struct run_recorder *recorder = (struct run_recorder *) base;
    const struct effect_call *call = &recorder->call;
    const int program = (int) (pass->program - recorder->programs);
    const struct cost *work = &pass->work;
    struct cost *cost = &recorder->cost;
    double stores = 0, made = pass->made;
    bool reads = false, writes = false;
    (void) gpu;
    for (int i = -1; i < PASS_MAX_IMAGES; i++) {
        const struct texture *image = i < 0 ? pass->output : pass->images[i].target;
        const bool is_part = i < 0 && pass->area.width > 0;
        reads |= i >= 0 && pass->images[i].texture == call->input;
        if (!image)
            continue;
        writes |= image == call->output;
        const double texels = is_part ? (double) pass->area.width * pass->area.height
                                      : (double) image->width * image->height;
        // The profile is measured with RGBA16F, so a larger texel counts as several. If the images
        // between the steps have its format, it counts as one, because all implementations then
        // store texels of that size.
        const double bytes = texture_format_texel_bytes(image->format);
        stores +=
            texels * (image->format == call->site.format ? 1 : fmax(1, bytes / RGBA16F_BYTES));
        made = made > 0 ? made : texels;
    }
    for (int i = 0; i < PASS_MAX_INPUTS; i++)
        reads |= pass->inputs[i].texture == call->input;
    cost->stores += stores + made * work->stores;
    cost->texels += made * work->texels;
    cost->bilinear += made * work->bilinear;
    cost->shared += made * work->shared;
    cost->sums += made * work->sums;
    cost->shared_bytes = fmax(cost->shared_bytes, work->shared_bytes);
    cost->iterations = fmax(cost->iterations, work->iterations);
    cost->waits += work->waits;
    cost->passes++;
    if (reads)
        recorder->joins.before =
            recorder->readers++ == 0 && pass->more_uniforms == &before_mark ? program : -1;
    if (writes)
        recorder->joins.after =
            recorder->writers++ == 0 && pass->more_uniforms == &after_mark ? program : -1;
}

// Runs the implementation, with the recorder instead of a GPU and, if it `joins`, with steps to
// join.
static void record(const struct effect_impl *impl, const struct effect_site *site, bool joins,
                   struct run_recorder *recorder)
{
    static const struct effect_join before = { .uniforms = &before_mark },
                                    after = { .uniforms = &after_mark };
    *recorder = (struct run_recorder){ .recorder = { record_pass }, .joins = { -1, -1 } };
    if (joins) {
        recorder->call.before = &before;
        recorder->call.after = &after;
    }
    const bool is_copied = margin_is_copied(impl, site);
    struct gpu gpu = { .info = *site->info,
                       .pool.is_dry = true,
                       .cache.is_dry = true,
                       .recorder = &recorder->recorder };
    const struct program *programs[EFFECT_MAX_PROGRAMS];
    // If extra passes copy the margin, the input is the picture without it. Otherwise the input
    // includes the margin, even for an implementation that handles margins: its work is counted as
    // if it read the wider picture.
    const struct texture input = { .width = site->width - (is_copied ? 2 * site->margin.x : 0),
                                   .height = site->height - (is_copied ? 2 * site->margin.y : 0),
                                   .format = site->format };
    struct texture output = input;
    struct effect_call *call = &recorder->call;
    call->site = *site;
    call->gpu = &gpu;
    call->programs = programs;
    call->source = call->input = &input;
    call->output = &output;
    for (int i = 0; i < EFFECT_MAX_PROGRAMS; i++) {
        recorder->programs[i] =
            (struct program){ .compute = effect_impl_is_compute(impl), .name = "recorded" };
        programs[i] = &recorder->programs[i];
    }
    if (is_copied)
        margin_run(impl, call, programs[0]);
    else
        impl->run(call);
    texture_pool_finish(&gpu.pool);
}

void impl_cost_count(const struct effect_impl *impl, const struct effect_site *site,
                     struct cost *cost)
{
    struct run_recorder recorder;
    record(impl, site, false, &recorder);
    *cost = recorder.cost;
    if (impl->shared_bytes)
        cost->shared_bytes = impl->shared_bytes(site);
}

struct impl_joins impl_joins_find(const struct effect_impl *impl, const struct effect_site *site)
{
    struct run_recorder recorder;
    record(impl, site, true, &recorder);
    return recorder.joins;
}

// ---- limits

bool impl_fits(const struct effect_impl *impl, const struct effect_site *site, struct cost *cost,
               struct error *why)
{
    const struct context_info *info = site->info;
    struct cost own;
    if (impl->fits && !impl->fits(site, why))
        return false;
    impl_cost_count(impl, site, &own);
    if (cost)
        *cost = own;
    if (own.shared_bytes > info->shared_bytes)
        return error_set(why, "it needs %.0f bytes of shared memory, and this GPU has %d",
                         own.shared_bytes, info->shared_bytes);
    return info->max_iterations <= 0 || own.iterations <= info->max_iterations ||
           error_set(
               why,
               "it needs loops of %.0f iterations, and this software renderer ends them after %d",
               own.iterations, info->max_iterations);
}
