// The renderer as the window uses it: what a turned parameter costs, resizes, failures that change
// nothing.

#include "effects/palette/palette.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/renderer_fixture.h"

#include <epoxy/gl.h>

// epoxy calls through pointers, so a test can stand in between and count.
static int made;

#define GEN(X) \
    X(glGenTextures, PFNGLGENTEXTURESPROC) \
    X(glGenFramebuffers, PFNGLGENFRAMEBUFFERSPROC) \
    X(glGenBuffers, PFNGLGENBUFFERSPROC) \
    X(glGenSamplers, PFNGLGENSAMPLERSPROC) \
    X(glGenVertexArrays, PFNGLGENVERTEXARRAYSPROC) \
    X(glGenQueries, PFNGLGENQUERIESPROC)

#define DEFINE(NAME, TYPE) \
    static TYPE real_##NAME; \
    static void GLAPIENTRY counted_##NAME(GLsizei n, GLuint *ids) \
    { \
        made += n; \
        real_##NAME(n, ids); \
    }
GEN(DEFINE)

static PFNGLCREATEPROGRAMPROC real_glCreateProgram;

static GLuint GLAPIENTRY counted_glCreateProgram(void)
{
    made++;
    return real_glCreateProgram();
}

// The first call of a function only makes epoxy search for it, through the pointer to be replaced.
#define INSTALL(NAME, TYPE) \
    epoxy_##NAME(0, NULL); \
    real_##NAME = epoxy_##NAME; \
    epoxy_##NAME = counted_##NAME;
#define REMOVE(NAME, TYPE) epoxy_##NAME = real_##NAME;

static void install_counters(void)
{
    GEN(INSTALL)
    real_glCreateProgram = epoxy_glCreateProgram; // has been called
    epoxy_glCreateProgram = counted_glCreateProgram;
}

static void remove_counters(void)
{
    GEN(REMOVE)
    epoxy_glCreateProgram = real_glCreateProgram;
}

static struct renderer renderer;

static void start(int width, int height)
{
    const struct draw_options options =
        draw_options_of("threshold,dual:sigma=2.2%h:scatter=0.7,composite,tonemap:curve=agx,dither",
                        "icosahedra", width, height);
    assert_works(renderer_init(&renderer, &options, &error));
}

static void end(void)
{
    renderer_finish(&renderer);
}

static void draw(void)
{
    renderer_draw(&renderer, 0.5);
    while (gpu_timer_collect(&renderer.gpu.timer, true))
        continue;
}

static void set_and_draw(const struct chain *chain)
{
    assert_works(renderer_set_chain(&renderer, chain, &error));
    draw();
}

// Both ends of the slider; of a choice the first and the last name.
static void sweep_param(const struct chain *base, int step, int index)
{
    void *values;
    struct chain chain = *base;
    const struct param *row = chain_step_param(&chain.steps[step], index, &values);
    if (row->type == PARAM_TYPE_TEXT || row->type == PARAM_TYPE_RECT)
        return;
    const float low = row->zero ? 0 : row->min;
    const float high = row->type == PARAM_TYPE_CHOICE ? (float) param_choice_count(row) - 1
                       : row->slider_max > 0          ? row->slider_max
                                                      : row->max;
    for (int i = 0; i < 2; i++) {
        param_set(row, values, 0, i ? high : low);
        set_and_draw(&chain);
    }
}

TEST(a_turned_parameter_makes_nothing_again)
{
    start(160, 90);
    draw();
    install_counters();
    // Counts the objects that are made when each parameter is turned to and fro again. The pool
    // frees what was not asked for within a second, so the two sweeps of a parameter follow each
    // other.
    const struct chain base = renderer.side.chain;
    int made_again = 0;
    for (int step = 0; step < base.count; step++) {
        struct chain chain = base;
        void *values;
        for (int i = 0; chain_step_param(&chain.steps[step], i, &values); i++) {
            sweep_param(&base, step, i);
            made = 0;
            sweep_param(&base, step, i);
            made_again += made;
        }
    }
    set_and_draw(&base);
    assert_int_equal(made_again, 0);
    made = 0;
    renderer_resize(&renderer, 162, 90, &(struct error){ "" });
    draw();
    remove_counters();
    assert_true(made > 0); // the counters do count
}

TEST(resizes_end_well)
{
    static const int sizes[][2] = {
        { 1, 1 }, { 3, 200 }, { 129, 67 }, { 4096, 16 }, { 16, 4096 }, { 1, 977 }, { 640, 360 },
    };
    start(64, 64);
    for_each(size, sizes) {
        assert_true(renderer_resize(&renderer, (*size)[0], (*size)[1], &error));
        draw();
    }
}

TEST(a_window_of_a_software_renderer_has_two_samples)
{
    static const enum draw_purpose purposes[] = { DRAW_WINDOW, DRAW_PICTURE, DRAW_TIMES };
    for (int i = 0; i < 2 * 3; i++) {
        struct draw_options options = draw_options_of("tonemap", "icosahedra", 96, 54);
        options.purpose = purposes[i / 2];
        options.msaa = i % 2 ? 0 : -1;
        options.profile = PROFILE_KEPT;
        assert_true(renderer_init(&renderer, &options, &error));
        const bool is_slow = purposes[i / 2] == DRAW_WINDOW && renderer.gpu.info.software;
        assert_int_equal(renderer.samples, i % 2 ? 0 : is_slow ? 2 : 4);
        renderer_finish(&renderer);
    }
}

TEST(too_many_samples_are_refused)
{
    struct draw_options options = draw_options_of("tonemap", "icosahedra", 0, 0);
    options.msaa = texture_max_samples(FORMAT_RGBA32F) + 1;
    options.format = FORMAT_RGBA32F;
    assert_fails(renderer_init(&renderer, &options, &error), "this GPU has at most");
    assert_contains(error.text, "samples of rgba32f");
}

TEST(failures_change_nothing)
{
    start(64, 48);
    draw();
    LOCAL_IMAGE before = read_texture(&renderer.side.output, IMAGE_TYPE_U8);
    assert_false(renderer_set_chain(&renderer, chain_of("tonemap,threshold"), &error));
    assert_false(renderer_resize(&renderer, 0, 48, &error));
    assert_fails(renderer_resize(&renderer, renderer.gpu.info.max_texture + 1, 4, &error),
                 "this GPU takes 1x1 to");
    const struct scene_choice missing = parse_scene("image:file=/nowhere.png");
    assert_fails(renderer_set_scene(&renderer, &missing, &error), "/nowhere.png");
    draw();
    LOCAL_IMAGE after = read_texture(&renderer.side.output, IMAGE_TYPE_U8);
    assert_int_equal(before.width, after.width);
    assert_same_image(&before, &after);
}

// That of the last step, which is fused with the one before.
static const struct palette *palette_of_lab(void)
{
    return renderer.side.plan.nodes[renderer.side.plan.count - 1].fused.file;
}

static void assert_all_are_of(const struct palette *palette)
{
    LOCAL_IMAGE picture = read_texture(&renderer.side.output, IMAGE_TYPE_U8);
    for_each_place(x, y, picture.width, picture.height) {
        const uint8_t *texel = byte_texel(&picture, x, y);
        int k = 0;
        while (k < palette->count && memcmp(palette->colours[k], texel, 3) != 0)
            k++;
        assert_true(k < palette->count);
    }
}

TEST(a_palette_of_the_picture_stays_until_it_is_requested_again)
{
    start(96, 54);
    struct chain chain = parse_chain("tonemap,dither:palette=auto:colors=5");
    set_and_draw(&chain);
    const struct palette *first = palette_of_lab();
    assert_int_equal(first->count, 5);
    assert_all_are_of(first);
    chain = parse_chain("tonemap:exposure=1.5,dither:palette=auto:colors=5:strength=0.5");
    set_and_draw(&chain);
    assert_ptr_equal(palette_of_lab(), first);
    assert_true(renderer_find_colours_again(&renderer, &error));
    assert_ptr_not_equal(palette_of_lab(), first);
    draw();
    assert_all_are_of(palette_of_lab());
    chain = parse_chain("tonemap:exposure=1.5,dither:palette=auto:colors=6");
    set_and_draw(&chain);
    assert_int_equal(palette_of_lab()->count, 6);
    const struct scene_choice bars = parse_scene("bars");
    assert_true(renderer_set_scene(&renderer, &bars, &error));
    draw();
    assert_all_are_of(palette_of_lab());
}

// The picture of a scene is known to be opaque, and of a file after it is read.
TEST(a_picture_with_alpha_needs_another_plan)
{
    const struct chain chain = parse_chain("gaussian:sigma=1:impl=cs_fft");
    const struct scene_choice scene = parse_scene("image:file=grey.png");
    const int alphas[] = { 255, 128 };
    folder_enter();
    for_each(alpha, alphas) {
        LOCAL_IMAGE grey = new_image(24, 16, IMAGE_TYPE_U8);
        fill_bytes(&grey, i, *alpha);
        assert_works(image_write(&grey, NULL, "grey.png", &error));
        start(24, 16);
        set_and_draw(&chain);
        assert_works(renderer_set_scene(&renderer, &scene, &error));
        assert_int_equal(renderer_is_outdated(&renderer), *alpha < 255);
        set_and_draw(&chain);
        assert_false(renderer_is_outdated(&renderer));
        LOCAL_IMAGE picture = read_texture(&renderer.side.output, IMAGE_TYPE_U8);
        assert_int_equal(byte_texel(&picture, 12, 8)[3], *alpha);
        renderer_finish(&renderer);
    }
}

TEST(borrowed_memory_is_little)
{
    start(640, 360);
    gpu_begin_frame(&renderer.gpu, "frame");
    renderer_draw_in_frame(&renderer, 0);
    const double share =
        (double) renderer.gpu.pool.peak_acquired_bytes / (double) texture_bytes(&renderer.source);
    gpu_end_frame(&renderer.gpu);
    // The threshold's output and the blur's, at full size, and the levels between: 1/4 + 1/16 + ...
    assert_true(share > 1 && share < 2.8);
}

AROUND_TESTS(.after = end)
