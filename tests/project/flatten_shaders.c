// flatten_shaders FOLDER writes the whole text of every program that halation compiles: every
// effect alone in every implementation, as fragment and as compute, in every format; every preset;
// every scene; and the shaders left over. tests/project/check_shaders.sh gives them to a second
// compiler, since drivers forgive what others reject.

#include "app/export/glsl.h"
#include "app/measure/copies.h"
#include "effects/auto/impl_cost.h"
#include "render/file/embedded.h"
#include "render/gpu_profile.h"
#include "render/histogram.h"
#include "render/scene/scene.h"
#include "render/shader_source.h"
#include "tests/fixtures/chain_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;
static int written, programs, visited;

static _Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

static const char *ending_of(const char *name, const char *text)
{
    static const char *const endings[] = { ".vert", ".frag", ".comp" };
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
        if (strstr(name, endings[i]))
            return endings[i];
    return strstr(text, "local_size_x") ? ".comp" : ".frag";
}

// The program's name goes into a comment, since not every file system takes it.
static void write_text(const char *name, const char *text, void *data)
{
    (void) data;
    char path[4096];
    snprintf(path, sizeof(path), "%s/%04d%s", folder, written++, ending_of(name, text));
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%s\n// %s\n", text, name) < 0 || fclose(file) != 0)
        give_up(path, "cannot be written");
}

static void count_program(const char *name, const char *text, void *data)
{
    (void) name, (void) text, (void) data;
    programs++;
}

// Some programs also as exports have them.
static void write_both(const char *name, const char *text, void *data)
{
    static const char *const names[] = { NULL };
    struct shader_source source;
    struct flattened flattened;
    write_text(name, text, data);
    if (!test_runs_row(visited++, programs, programs / 8))
        return;
    if (!shader_source_load(&source, name, text, NULL, &error))
        give_up(name, error.text);
    flatten_source(&source, names, &flattened);
    write_text(name, flattened.text, data);
    flatten_finish(&flattened);
    shader_source_finish(&source);
}

static const enum texture_format formats[] = { FORMAT_RGBA16F, FORMAT_R11F_G11F_B10F, FORMAT_RGBA8,
                                               FORMAT_RGBA32F };

static void build_all_ways(const struct chain *chain)
{
    static const enum plan_fuse fuses[] = { PLAN_FUSE_FRAGMENT, PLAN_FUSE_COMPUTE, PLAN_FUSE_OFF };
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        for (size_t j = 0; j < sizeof(fuses) / sizeof(fuses[0]); j++) {
            struct plan plan = { 0 };
            const struct plan_options options = {
                .width = 64, .height = 36, .format = formats[i], .fuse = fuses[j]
            };
            if (!plan_without_programs(&plan, chain, &options, &error))
                give_up(chain->steps[0].effect->name, error.text);
        }
}

// Narrow enough for the shared memory of every implementation, and wide enough for those that need
// that.
static float sigma_for(const struct effect *effect, const struct effect_impl *impl,
                       const void *params)
{
    struct error why;
    const struct effect_site site = {
        .info = &gpu_fixture()->info,
        .effect = effect,
        .params = params,
        .width = 64,
        .height = 64,
    };
    return impl_fits(impl, &site, NULL, &why) ? 1 : 4;
}

static void build_effect(const struct effect *effect)
{
    const struct param *impl = param_find(effect->params, "impl");
    const struct param *sigma = param_find(effect->params, "sigma");
    for (int i = 0; i <= effect_impl_count(effect); i++) {
        struct chain chain = { .count = 1 };
        chain_step_init(&chain.steps[0], effect);
        if (sigma)
            param_set(sigma, chain.steps[0].params, 0, 1);
        if (sigma && i > 0)
            param_set(sigma, chain.steps[0].params, 0,
                      sigma_for(effect, effect->impls[i - 1], chain.steps[0].params));
        if (impl)
            param_set(impl, chain.steps[0].params, 0, (float) i);
        build_all_ways(&chain);
    }
}

static void build_preset(const struct embedded_file *file)
{
    struct chain chain;
    if (!chain_parse(&chain, file->text, NULL, &error))
        give_up(file->path, error.text);
    build_all_ways(&chain);
}

static void draw_scene(const struct scene *scene, struct texture *target)
{
    struct scene_choice choice;
    if (!scene_parse(&choice, scene->name, &error))
        give_up(scene->name, error.text);
    void *state;
    if (!scene_create(&choice, gpu_fixture(), &state, &error))
        return; // it wants a file
    scene_draw(&choice, state, gpu_fixture(), 0, 4, 0.5f, target);
    scene_draw(&choice, state, gpu_fixture(), 0, 0, 1.0f, target);
    static const struct gpu_profile computes = { .fragment.copy = 2, .compute.copy = 1 };
    gpu_fixture()->profile = &computes;
    scene_draw(&choice, state, gpu_fixture(), 0, 4, 1.0f, target);
    gpu_fixture()->profile = NULL;
    scene_destroy(scene, gpu_fixture(), state);
}

static bool was_written;
static const char *requested;

static void compare_name(const char *name, const char *text, void *data)
{
    (void) text, (void) data;
    was_written |= strstr(name, requested) != NULL;
}

// A shader that no program above uses: the window's own. It must stand without defines.
static void write_left_over(const struct embedded_file *file)
{
    if (strncmp(file->path, "shaders/", 8) != 0 || strstr(file->path, ".glsl"))
        return;
    requested = file->path + 8;
    was_written = false;
    program_cache_visit(&gpu_fixture()->programs, compare_name, NULL);
    if (was_written)
        return;
    struct shader_source source = { 0 };
    if (!shader_source_load(&source, requested, NULL, NULL, &error))
        give_up(requested, error.text);
    write_text(requested, source.text, NULL);
    shader_source_finish(&source);
}

int main(int argc, char *argv[])
{
    if (argc != 2)
        give_up("usage", "flatten_shaders FOLDER");
    folder = argv[1];
    struct gpu_profile profile;
    gpu_profile_measure(gpu_fixture(), &profile);
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        struct copies copies;
        const struct texture from = { .width = 1, .height = 1, .format = formats[i] };
        if (!copies_init(&copies, gpu_fixture(), &from, &error))
            give_up("copies", error.text);
        copies_finish(&copies);
    }
    struct texture target;
    struct histogram_counter counter = { 0 };
    const struct texture_desc desc = { .width = 64, .height = 36, .format = FORMAT_RGBA16F };
    texture_init(&target, &desc);
    gpu_begin_frame(gpu_fixture(), "frame");
    for (int i = 0; scenes[i]; i++)
        draw_scene(scenes[i], &target);
    histogram_count(&counter, gpu_fixture(), &target, &target);
    gpu_end_frame(gpu_fixture());
    histogram_finish(&counter);
    texture_finish(&target);
    for (int i = 0; effects[i]; i++)
        build_effect(effects[i]);
    for (const struct embedded_file *file = embedded_files; file->path; file++)
        if (strstr(file->path, ".chain"))
            build_preset(file);
    program_cache_visit(&gpu_fixture()->programs, count_program, NULL);
    program_cache_visit(&gpu_fixture()->programs, write_both, NULL);
    for (const struct embedded_file *file = embedded_files; file->path; file++)
        write_left_over(file);
    printf("%d shaders\n", written);
    gpu_fixture_finish();
    return EXIT_SUCCESS;
}
