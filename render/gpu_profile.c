#define LOG_MODULE "profile"
#include "render/gpu_profile.h"

#include "render/file/cache_file.h"
#include "render/gpu.h"
#include "render/pass.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/number.h"

#include <stdio.h>
#include <stdlib.h>

// Each round runs every load, so that a changing GPU clock affects all of them equally. The third
// shortest time is used: other processes lengthen many rounds, and the shortest may be an outlier.
enum { LOAD_COPY, LOAD_TEXELS, LOAD_BILINEAR, LOAD_SUMS, LOAD_EMPTY, LOAD_COUNT };
enum { READS = 9, SUMS = 64, EMPTY_PASSES = 8, ROUNDS = 15 };

static const char *const defines[LOAD_COUNT] = {
    [LOAD_COPY] = "TEXELS=1 BILINEAR=0",     [LOAD_TEXELS] = "TEXELS=9 BILINEAR=0",
    [LOAD_BILINEAR] = "TEXELS=0 BILINEAR=9", [LOAD_SUMS] = "SUMS=64",
    [LOAD_EMPTY] = "TEXELS=1 BILINEAR=0",
};

static const struct program *get_program(struct gpu *gpu, bool compute, int load)
{
    const struct program_desc desc = {
        .file = compute ? "common/profile.comp" : "common/profile.frag",
        .defines = defines[load],
    };
    return program_cache_need(&gpu->programs, &desc);
}

struct bench {
    struct gpu *gpu;
    struct texture from;
    struct texture to[LOAD_COUNT + 1]; // one for each load, and a second one for LOAD_EMPTY
};

static void run_pass(struct bench *bench, const struct program *program, const struct texture *from,
                     struct texture *to)
{
    const struct pass pass = {
        .program = program,
        .inputs = { { from, FILTER_LINEAR } },
        .output = to,
        .uniforms = { U_VEC2("u_size", (float) to->width, (float) to->height) },
    };
    pass_run(bench->gpu, &pass);
}

struct times {
    double load[2][LOAD_COUNT][ROUNDS]; // [compute][load], nanoseconds
};

// Runs each load into its own image. LOAD_EMPTY runs passes of 1 x 1 texels that depend on each
// other like those of a blur: each reads the output of the last one and uses another program.
static void run_round(struct bench *bench, int round, struct times *times)
{
    static const int small_loads[] = { LOAD_EMPTY, LOAD_TEXELS };
    struct texture *small = &bench->to[LOAD_EMPTY];
    gpu_begin_frame(bench->gpu, "profile");
    for (int compute = 0; compute < 2; compute++)
        for (int load = 0; load < LOAD_COUNT; load++) {
            gpu_timer_push(&bench->gpu->timer, defines[load]);
            for (int i = 0; i < EMPTY_PASSES && load == LOAD_EMPTY; i++)
                run_pass(bench, get_program(bench->gpu, compute, small_loads[i % 2]),
                         &small[(i + 1) % 2], &small[i % 2]);
            if (load != LOAD_EMPTY)
                run_pass(bench, get_program(bench->gpu, compute, load), &bench->from,
                         &bench->to[load]);
            gpu_timer_pop(&bench->gpu->timer);
        }
    gpu_end_frame(bench->gpu);
    const struct gpu_frame *frame = gpu_timer_collect(&bench->gpu->timer, true);
    for (int i = 0; i < 2 * LOAD_COUNT; i++) {
        const struct gpu_scope *scope = &frame->scopes[1 + i];
        times->load[i / LOAD_COUNT][i % LOAD_COUNT][round] = gpu_scope_effort(scope);
    }
}

// Returns the larger of both. Differences of disturbed times can be 0 or negative, and a read that
// seems free would make `auto` choose the implementation with the most reads. The limits below are
// lower than on any measured GPU.
static double at_least(double least, double value)
{
    return value > least ? value : least;
}

static struct gpu_profile_kind derive(double rounds[LOAD_COUNT][ROUNDS], double texels)
{
    double load[LOAD_COUNT];
    for (int i = 0; i < LOAD_COUNT; i++) {
        qsort(rounds[i], ROUNDS, sizeof(rounds[i][0]), number_compare);
        load[i] = rounds[i][2];
    }
    const double dispatch = at_least(1, load[LOAD_EMPTY] / EMPTY_PASSES);
    const double copy = at_least(1e-4, (load[LOAD_COPY] - dispatch) / texels);
    const double texel =
        at_least(copy / 32, (load[LOAD_TEXELS] - load[LOAD_COPY]) / texels / (READS - 1));
    const double bilinear = ((load[LOAD_BILINEAR] - load[LOAD_COPY]) / texels + texel) / READS;
    const double sum = (load[LOAD_SUMS] - dispatch) / texels / SUMS;
    return (struct gpu_profile_kind){
        .copy = copy,
        .texel = texel,
        .bilinear = at_least(texel, bilinear),
        .sum = at_least(copy / 512, sum),
        .dispatch = dispatch,
    };
}

void gpu_profile_measure(struct gpu *gpu, struct gpu_profile *profile)
{
    struct bench bench = { .gpu = gpu };
    struct times times = { 0 };
    // The larger side, in texels, fills a GPU; a software renderer computes the smaller one in a
    // few milliseconds.
    const int side = gpu->info.software ? 256 : 2048;
    struct texture_desc desc = {
        .width = side,
        .height = side,
        .format = FORMAT_RGBA16F,
        .label = "profile",
    };
    texture_init(&bench.from, &desc);
    for (int i = 0; i <= LOAD_COUNT; i++) {
        desc.width = desc.height = i < LOAD_EMPTY ? side : 1;
        texture_init(&bench.to[i], &desc);
    }
    run_round(&bench, 0, &times); // warm-up: compiles, and raises the GPU's clock
    for (int i = 0; i < ROUNDS; i++)
        run_round(&bench, i, &times);
    texture_finish(&bench.from);
    for (int i = 0; i <= LOAD_COUNT; i++)
        texture_finish(&bench.to[i]);
    const double texels = (double) side * side;
    profile->fragment = derive(times.load[0], texels);
    profile->compute = derive(times.load[1], texels);
}

// ---- the cache file

static const char format[] = "halation profile 4\n"
                             "fragment copy %lf texel %lf bilinear %lf sum %lf dispatch %lf\n"
                             "compute copy %lf texel %lf bilinear %lf sum %lf dispatch %lf\n";

// Returns true if all values are plausible: above 0 and at most a second.
static bool is_sane(const struct gpu_profile_kind *kind)
{
    const double most = 1e9; // a second
    const double values[] = { kind->copy, kind->texel, kind->bilinear, kind->sum, kind->dispatch };
    for (size_t i = 0; i < ARRAY_COUNT(values); i++)
        if (!(values[i] > 0 && values[i] <= most))
            return false;
    return true;
}

bool gpu_profile_load(const struct context_info *info, struct gpu_profile *profile)
{
    FILE *stream = cache_file_read(info, "profile");
    if (!stream)
        return false;
    struct gpu_profile read;
    struct gpu_profile_kind *f = &read.fragment, *c = &read.compute;
    const int count =
        fscanf(stream, format, &f->copy, &f->texel, &f->bilinear, &f->sum, &f->dispatch, &c->copy,
               &c->texel, &c->bilinear, &c->sum, &c->dispatch);
    fclose(stream);
    if (count != 10 || !is_sane(f) || !is_sane(c))
        return false;
    *profile = read;
    return true;
}

void gpu_profile_store(const struct context_info *info, const struct gpu_profile *profile)
{
    struct error error;
    struct output_file file;
    const struct gpu_profile_kind *f = &profile->fragment, *c = &profile->compute;
    bool is_kept = cache_file_write(&file, info, "profile", &error);
    if (is_kept) {
        fprintf(file.stream, format, f->copy, f->texel, f->bilinear, f->sum, f->dispatch, c->copy,
                c->texel, c->bilinear, c->sum, c->dispatch);
        is_kept = output_file_close(&file, &error);
    }
    if (!is_kept)
        log_info("the profile of this GPU is not kept: %s", error.text);
}
