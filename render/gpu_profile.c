#define LOG_MODULE "profile"
#include "render/gpu_profile.h"

#include "render/log.h"
#include "render/output_file.h"
#include "render/pass.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Every load runs in every round, so that a clock that drifts slows all alike; the least time of
// each counts, since whatever else the machine does can only add to it.
enum { LOAD_COPY, LOAD_TEXELS, LOAD_BILINEAR, LOAD_EMPTY, LOAD_COUNT };
enum { READS = 9, EMPTY_PASSES = 8, ROUNDS = 12 };

static const char *const defines[LOAD_COUNT] = {
    [LOAD_COPY] = "TEXELS=1 BILINEAR=0",
    [LOAD_TEXELS] = "TEXELS=9 BILINEAR=0",
    [LOAD_BILINEAR] = "TEXELS=0 BILINEAR=9",
    [LOAD_EMPTY] = "TEXELS=1 BILINEAR=0",
};

// Twice as many texels where it costs nothing; on a software renderer a few milliseconds allow no
// more.
static int side_of(const struct gpu *gpu)
{
    return gpu->info.software ? 256 : 2048;
}

static const struct program *get_program(struct gpu *gpu, bool compute, int load)
{
    const struct program_desc desc = {
        .file = compute ? "profile.comp" : "profile.frag",
        .defines = defines[load],
    };
    const struct program *program = program_cache_get(&gpu->programs, &desc);
    if (!program)
        log_fatal("%s", gpu->programs.error.text);
    return program;
}

static void run_load(struct gpu *gpu, bool compute, int load, const struct texture *from)
{
    const bool is_empty = load == LOAD_EMPTY;
    const int side = is_empty ? 1 : from->width;
    const struct pass pass = {
        .program = get_program(gpu, compute, load),
        .inputs = { { from, FILTER_LINEAR } },
        .output = texture_pool_acquire(&gpu->pool, side, side, FORMAT_RGBA16F),
    };
    gpu_timer_push(&gpu->timer, defines[load]);
    for (int i = 0; i < (is_empty ? EMPTY_PASSES : 1); i++)
        pass_run(gpu, &pass);
    gpu_timer_pop(&gpu->timer);
    texture_pool_release(&gpu->pool, pass.output);
}

static void keep_least(double *least, double value)
{
    if (*least == 0 || value < *least)
        *least = value;
}

struct times {
    double load[2][LOAD_COUNT]; // [compute][load], nanoseconds
};

static void run_round(struct gpu *gpu, const struct texture *from, struct times *times)
{
    gpu_begin_frame(gpu, "profile");
    for (int compute = 0; compute < 2; compute++)
        for (int load = 0; load < LOAD_COUNT; load++)
            run_load(gpu, compute, load, from);
    gpu_end_frame(gpu);
    const struct gpu_frame *frame = gpu_timer_collect(&gpu->timer, true);
    for (int i = 0; i < 2 * LOAD_COUNT; i++) {
        const struct gpu_scope *scope = &frame->scopes[1 + i];
        keep_least(&times->load[i / LOAD_COUNT][i % LOAD_COUNT],
                   (double) (scope->end_ns - scope->begin_ns));
    }
}

static double positive(double value)
{
    return value > 1e-6 ? value : 1e-6;
}

static struct gpu_profile_kind derive(const double load[LOAD_COUNT], double texels)
{
    const double dispatch = load[LOAD_EMPTY] / EMPTY_PASSES;
    const double copy = positive((load[LOAD_COPY] - dispatch) / texels);
    const double texel = positive((load[LOAD_TEXELS] - load[LOAD_COPY]) / texels / (READS - 1));
    const double bilinear = (load[LOAD_BILINEAR] - load[LOAD_COPY]) / texels + texel;
    return (struct gpu_profile_kind){
        .copy = copy,
        .texel = texel,
        .bilinear = positive(bilinear / READS),
        .dispatch = positive(dispatch),
    };
}

void gpu_profile_measure(struct gpu *gpu, struct gpu_profile *profile)
{
    struct times times = { 0 };
    const int side = side_of(gpu);
    struct texture from;
    const struct texture_desc desc = { side, side, FORMAT_RGBA16F, .label = "profile" };
    texture_init(&from, &desc);
    run_round(gpu, &from, &times); // compiles, and wakes the GPU
    times = (struct times){ 0 };
    for (int i = 0; i < ROUNDS; i++)
        run_round(gpu, &from, &times);
    texture_finish(&from);
    const double texels = (double) side * side;
    profile->fragment = derive(times.load[0], texels);
    profile->compute = derive(times.load[1], texels);
}

// ---- kept between runs

static const char format[] = "halation profile 1\n"
                             "fragment copy %lf texel %lf bilinear %lf dispatch %lf\n"
                             "compute copy %lf texel %lf bilinear %lf dispatch %lf\n";

static bool folder_path(char *out, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    int length = -1;
    if (cache && cache[0] == '/')
        length = snprintf(out, size, "%s/halation", cache);
    else if (home && home[0] == '/')
        length = snprintf(out, size, "%s/.cache/halation", home);
    return length > 0 && (size_t) length < size;
}

// The file's name is the renderer's and the driver's, so that a new driver is measured anew.
static bool file_path(const struct context_info *info, char *out, size_t size)
{
    char folder[512], name[200];
    if (!folder_path(folder, sizeof(folder)))
        return false;
    snprintf(name, sizeof(name), "%s %s", info->renderer, info->driver);
    for (char *at = name; *at; at++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-", *at))
            *at = '_';
    const int length = snprintf(out, size, "%s/%s.profile", folder, name);
    return length > 0 && (size_t) length < size;
}

bool gpu_profile_load(const struct context_info *info, struct gpu_profile *profile)
{
    char path[1024];
    FILE *stream = file_path(info, path, sizeof(path)) ? fopen(path, "r") : NULL;
    if (!stream)
        return false;
    struct gpu_profile read;
    struct gpu_profile_kind *f = &read.fragment, *c = &read.compute;
    const int count = fscanf(stream, format, &f->copy, &f->texel, &f->bilinear, &f->dispatch,
                             &c->copy, &c->texel, &c->bilinear, &c->dispatch);
    fclose(stream);
    if (count != 8)
        return false;
    *profile = read;
    return true;
}

static bool make_folders(const char *path)
{
    char part[1024];
    snprintf(part, sizeof(part), "%s", path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return true;
}

void gpu_profile_store(const struct context_info *info, const struct gpu_profile *profile)
{
    char path[1024];
    struct error error;
    struct output_file file;
    const struct gpu_profile_kind *f = &profile->fragment, *c = &profile->compute;
    if (!file_path(info, path, sizeof(path)) || !make_folders(path) ||
        !output_file_open(&file, path, &error))
        return;
    fprintf(file.stream, format, f->copy, f->texel, f->bilinear, f->dispatch, c->copy, c->texel,
            c->bilinear, c->dispatch);
    if (!output_file_close(&file, &error))
        log_info("the profile of this GPU is not kept: %s", error.text);
}
