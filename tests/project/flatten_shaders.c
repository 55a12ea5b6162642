// flatten_shaders FOLDER writes the whole text of every program that halation compiles: every
// effect alone in every implementation, as fragment and as compute, in every format; every preset;
// every scene; and the shaders left over. tests/project/check_shaders.sh gives them to a second
// compiler, since drivers forgive what others reject.

#include "app/export/glsl.h"
#include "app/measure/copies.h"
#include "effects/auto/impl_cost.h"
#include "effects/effect_impl.h"
#include "render/file/embedded.h"
#include "render/gpu_profile.h"
#include "render/histogram.h"
#include "render/scene/scene.h"
#include "render/shader_source.h"
#include "tests/fixtures/shader_tool.h"

static int programs, visited;

static const char *ending_of(const char *name, const char *text)
{
    static const char *const endings[] = { ".vert", ".frag", ".comp" };
    for_each(ending, endings)
        if (strstr(name, *ending))
            return *ending;
    return strstr(text, "local_size_x") ? ".comp" : ".frag";
}

// The program's name goes into a comment, since not every file system takes it.
static void write_text(const char *name, const char *text, void *data)
{
    (void) data;
    tool_write_shader(ending_of(name, text), formatted("%s\n// %s\n", text, name));
    texts_finish();
}

static void count_program(const char *name, const char *text, void *data)
{
    (void) name, (void) text, (void) data;
    programs++;
}

// Some programs also as exports have them.
static void write_both(const char *name, const char *text, void *data)
{
    char names[][FLATTENED_STEP_SIZE] = { "" };
    struct shader_source source;
    struct flattened flattened;
    write_text(name, text, data);
    if (!test_runs_row(visited++, programs, programs / 8))
        return;
    if (!shader_source_load(&source, name, text, NULL, &error))
        tool_give_up(name, error.text);
    flatten_source(&source, names, &flattened);
    write_text(name, flattened.text, data);
    flatten_finish(&flattened);
    shader_source_finish(&source);
}

static const enum texture_format formats[] = { FORMAT_RGBA16F, FORMAT_R11F_G11F_B10F, FORMAT_RGBA8,
                                               FORMAT_RGBA32F };

// Returns whether the chain fits at all.
static bool build_all_ways(const struct chain *chain)
{
    for_each(format, formats)
        for_each_of(enum plan_fuse, fuse, PLAN_FUSE_FRAGMENT, PLAN_FUSE_COMPUTE, PLAN_FUSE_OFF) {
            struct plan plan;
            const struct plan_options options = {
                .width = 64, .height = 36, .format = *format, .fuse = *fuse
            };
            if (!plan_without_programs(&plan, chain, &options, &error))
                return false;
        }
    return true;
}

// The first of these with which an implementation fits: narrow enough for the shared memory of
// every one, wide enough for those that need that, or smooth enough.
static const char *const widths[] = { ":sigma=1", ":sigma=4", ":sigma=8:iterations=3" };

static void build_effect(const struct effect *effect)
{
    const bool is_blur = param_find(effect->params, "sigma");
    for (int i = 0; i <= effect_impl_count(effect); i++) {
        const char *impl = i > 0 ? formatted(":impl=%s", effect->impls[i - 1]->name) : "";
        bool is_built = false;
        for (int k = 0; !is_built && k < (is_blur ? 3 : 1); k++) {
            const char *width = is_blur ? widths[k] : "";
            is_built = build_all_ways(chain_of(formatted("%s%s%s", effect->name, width, impl)));
        }
        if (!is_built)
            tool_give_up(effect->name, error.text);
        texts_finish();
    }
}

static void build_preset(const struct embedded_file *file)
{
    if (!build_all_ways(chain_of(file->text)))
        tool_give_up(file->path, error.text);
    texts_finish();
}

static void draw_scene(const struct scene *scene, struct texture *target)
{
    const struct scene_choice choice = parse_scene(scene->name);
    void *state;
    if (!scene_create(&choice, gpu_fixture(), &state, &error))
        return; // it needs a file
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
    if (!text_begins_with(file->path, "shaders/") || strstr(file->path, ".glsl"))
        return;
    requested = file->path + 8;
    was_written = false;
    program_cache_visit(&gpu_fixture()->programs, compare_name, NULL);
    if (was_written)
        return;
    struct shader_source source = { 0 };
    if (!shader_source_load(&source, requested, NULL, NULL, &error))
        tool_give_up(requested, error.text);
    write_text(requested, source.text, NULL);
    shader_source_finish(&source);
}

int main(int argc, char *argv[])
{
    tool_begin(argc, argv);
    struct gpu_profile profile;
    gpu_profile_measure(gpu_fixture(), &profile);
    for_each(format, formats) {
        struct copies copies;
        const struct texture from = { .width = 1, .height = 1, .format = *format };
        if (!copies_init(&copies, gpu_fixture(), &from, &error))
            tool_give_up("copies", error.text);
        copies_finish(&copies);
    }
    struct texture target = new_texture(64, 36, FORMAT_RGBA16F);
    struct histogram_counter counter = { 0 };
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
    printf("%d shaders\n", tool_written);
    gpu_fixture_finish();
    return EXIT_SUCCESS;
}
