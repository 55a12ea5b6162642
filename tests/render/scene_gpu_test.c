// All scenes: what every later pass may rely on. And the icosahedra.

#include "effects/colour.h"
#include "effects/reference/reference.h"
#include "render/pass.h"
#include "render/scene/icosahedra.h"
#include "tests/fixtures/local_image.h"
#include "tests/fixtures/scene_fixture.h"

#define GRID "icosahedra:arrangement=grid"

static double light_at(const struct image *image, int x, int y)
{
    return colour_luminance(image_at(image, x, y));
}

// ---- every scene

static bool needs_file(const struct scene *scene)
{
    return strcmp(scene->name, "image") == 0;
}

TEST(every_size_and_scale_gives_light)
{
    static const int sizes[][2] = { { 1, 1 }, { 7, 5 }, { 16, 4096 } };
    static const float scales[] = { 1, 0.5f, 0.25f };
    for (int i = 0; scenes[i]; i++)
        for (int k = 0; k < 9 && !needs_file(scenes[i]); k++) {
            const struct scene_shot shot = {
                .scene = scenes[i]->name,
                .width = sizes[k / 3][0],
                .height = sizes[k / 3][1],
                .time = 1.3,
                .scale = scales[k % 3],
            };
            LOCAL_IMAGE image = shoot_scene(&shot);
            assert_is_light(&image);
        }
}

TEST(the_same_time_gives_the_same_bytes)
{
    for (int i = 0; scenes[i]; i++) {
        struct scene_shot shot = { scenes[i]->name, 323, 181, .time = 2.35, .scale = 0.5f };
        if (needs_file(scenes[i]))
            continue;
        LOCAL_IMAGE first = shoot_scene(&shot);
        LOCAL_IMAGE again = shoot_scene(&shot);
        shot.time = 9.7;
        LOCAL_IMAGE later = shoot_scene(&shot);
        assert_same_image(&first, &again);
        assert_int_equal(memcmp(first.texels, later.texels, image_bytes(&first)) != 0,
                         scenes[i]->animated);
    }
}

// `halation --audit=scenes` holds charts against the reference with all of their values, at one
// size.
static void assert_chart(const char *text, int width, int height)
{
    const struct scene_shot shot = { text, width, height, .time = 0.37 };
    const struct scene_choice choice = parse_scene(text);
    LOCAL_IMAGE image = shoot_scene(&shot), expected = { 0 };
    assert_true(reference_chart(&choice, shot.time, width, height, &expected));
    assert_within(compare_images(&image, &expected).most, 0, 1e-3, text);
}

TEST(charts_are_exact_at_every_size)
{
    static const int sizes[][2] = { { 1, 1 }, { 64, 48 }, { 65, 49 }, { 16, 4096 } };
    for_each(size, sizes)
        for_each_text(text, "impulse:level=50", "impulse:level=16:x=3.25:y=-2.5",
                      "lights:level=200")
            assert_chart(*text, (*size)[0], (*size)[1]);
    assert_chart("firefly:dark=0:bright=0:level=100:speed=3", 33, 20);
}

// ---- what is not finite

static const char bad_text[] = "#version 430 core\n"
                               "#include \"scene/finite.glsl\"\n"
                               "uniform vec4 u_bad;\n"
                               "layout(location = 0) out vec4 out_color;\n"
                               "void main()\n"
                               "{\n"
                               "    ivec2 at = ivec2(gl_FragCoord.xy);\n"
                               "    out_color = finite(at == ivec2(2, 1) ? u_bad : vec4(0.5));\n"
                               "}\n";

static void draw_bad(const struct scene_call *call)
{
    const struct program_desc desc = { .file = "bad.frag", .text = bad_text };
    const struct pass pass = {
        .program = program_cache_need(&call->gpu->programs, &desc),
        .output = call->output,
        .uniforms = { U_VEC4("u_bad", NAN, INFINITY, -INFINITY, 1e6f) },
    };
    pass_run(call->gpu, &pass);
}

static const struct scene bad_scene = {
    .name = "bad",
    .draw = draw_bad,
};

TEST(what_is_not_finite_is_mended)
{
    const struct made_scene bad = { .choice.scene = &bad_scene };
    const struct scene_shot shot = { .width = 6, .height = 4 };
    LOCAL_IMAGE image = shoot_made(&bad, &shot);
    const double mended[4] = { 0, 65504, 0, 65504 };
    for_each_place(x, y, 6, 4)
        for (int i = 0; i < 4; i++)
            assert_true(image_at(&image, x, y)[i] == (x == 2 && y == 1 ? mended[i] : 0.5));
}

TEST(upsampling_spreads_a_bad_texel_no_further)
{
    const struct made_scene bad = { .choice.scene = &bad_scene };
    const struct scene_shot shot = { .width = 12, .height = 8, .scale = 0.5f };
    LOCAL_IMAGE image = shoot_made(&bad, &shot);
    assert_is_light(&image);
    for_each_place(x, y, 12, 8) {
        const bool reached = x >= 3 && x <= 6 && y >= 1 && y <= 4;
        assert_int_equal(reached, image_at(&image, x, y)[0] != 0.5);
    }
}

// One of the frames of a scene, 1/60 s apart.
static struct image shoot_frame(const struct made_scene *scene, int width, int height, int samples,
                                int frame)
{
    const struct scene_shot shot = {
        .width = width, .height = height, .time = frame / 60.0, .samples = samples
    };
    return shoot_made(scene, &shot);
}

// Frames of a few texels: only what moves shows other values on the next.
static void draw_frames(const char *text, int count, int samples)
{
    LOCAL_SCENE scene = make_scene(text);
    for (int i = 0; i < count; i++) {
        LOCAL_IMAGE image = shoot_frame(&scene, 48, 27, samples, i); // not in a format of files
        assert_is_light(&image);
    }
}

// Every number of a scene at both ends of its range, one after another and then all at once.
static void draw_ends(const struct scene *scene)
{
    LOCAL_SCENE made = make_scene(scene->name);
    for (int all = 0; all < 2; all++)
        param_for_each(row, scene->params)
            for (int end = 0; end < 2; end++) {
                const struct scene_shot shot = { .width = 48, .height = 27, .time = 1 + end };
                if (!all)
                    param_set_defaults(scene->params, made.choice.params);
                param_set(row, made.choice.params, 0, end ? row->max : row->min);
                LOCAL_IMAGE image = shoot_made(&made, &shot);
                assert_is_light(&image);
            }
}

// A facet looks at the eye so exactly that a dot product of unit vectors is above 1. That is so in
// three texels of these frames and in few others: they were found by letting 3000 be drawn without
// a clamp. Facets stand where they do whatever else is asked for.
TEST(a_facet_that_faces_the_eye_is_finite)
{
    for_each_of(int, frame, 659, 1109, 2840)
        for (int samples = 0; samples <= 4; samples += 4) {
            const struct scene_shot shot = { GRID ":emitters=0", 320, 180, .time = *frame / 60.0,
                                             .samples = samples };
            LOCAL_IMAGE image = shoot_scene(&shot);
            assert_is_light(&image);
        }
}

TEST(many_frames_are_finite)
{
    draw_frames("icosahedra", 120, 0);
    draw_frames("icosahedra:radius=1:background=pale:seed=11", 60, 0);
    draw_frames("icosahedra:light=64:highlight=256:emission=512:emitters=25", 40, 4);
    for (int i = 0; scenes[i]; i++)
        if (!needs_file(scenes[i])) {
            draw_frames(scenes[i]->name, scenes[i]->animated ? 30 : 2, 0);
            draw_ends(scenes[i]);
        }
}

// ---- icosahedra

static int count_above(const struct image *image, double level)
{
    int count = 0;
    for_each_place(x, y, image->width, image->height)
        count += light_at(image, x, y) > level;
    return count;
}

static int bright_texels(const char *scene)
{
    const struct scene_shot shot = { scene, 320, 180, .time = 2 };
    LOCAL_IMAGE image = shoot_scene(&shot);
    return count_above(&image, 1.5);
}

TEST(highlights_and_glow_are_above_1)
{
    assert_compare(bright_texels(GRID), >, 500);
    assert_compare(bright_texels(GRID ":emitters=0"), >, 50);
    assert_compare(bright_texels(GRID ":highlight=0"), >, 400);
    assert_int_equal(bright_texels(GRID ":emitters=0:highlight=0"), 0);
    assert_compare(bright_texels("icosahedra:highlight=0"), >, 100);
    assert_int_equal(bright_texels("icosahedra:emitters=0:highlight=0"), 0);
}

// Returns what a display shows of light, 0..1: enough like every tone curve.
static double shown_at(const struct image *image, int x, int y)
{
    const double light = light_at(image, x, y);
    return light / (1 + light);
}

// The mean of n x n texels of a larger picture, as the eye takes it: of what is shown.
static double mean_of(const struct image *large, int n, int x, int y)
{
    double sum = 0;
    for (int i = 0; i < n * n; i++)
        sum += shown_at(large, n * x + i % n, n * y + i / n);
    return sum / (n * n);
}

// Returns the largest change, 0..1, of the mean display value of any block of 8x8 texels between
// frames a tenth of a second apart. `tenths` counts the frames.
static double most_change(const char *scene, int tenths)
{
    enum { WIDTH = 160, HEIGHT = 88, SIDE = 8 };
    double shown[2][HEIGHT / SIDE * WIDTH / SIDE], most = 0;
    for (int i = 0; i < tenths; i++) {
        const struct scene_shot shot = { scene, WIDTH, HEIGHT, .time = i / 10.0 };
        LOCAL_IMAGE image = shoot_scene(&shot);
        for (int k = 0; k < HEIGHT / SIDE * WIDTH / SIDE; k++) {
            const int x = k % (WIDTH / SIDE), y = k / (WIDTH / SIDE);
            shown[i % 2][k] = mean_of(&image, SIDE, x, y);
            if (i > 0)
                most = fmax(most, fabs(shown[0][k] - shown[1][k]));
        }
    }
    return most;
}

// In the grid the lamp lights a whole facet up for 0.3 s; in a composition facets are a little
// round.
TEST(highlights_of_a_composition_do_not_flash)
{
    const double composition = most_change("icosahedra", 60), grid = most_change(GRID, 60);
    if (!(composition > 0.01 && composition < 0.25 * grid))
        fail_msg("composition %.3f, grid %.3f", composition, grid);
}

static double brightest_neighbour(const struct image *image, int x, int y)
{
    double most = 0;
    for (int i = 0; i < 9; i++)
        if (i != 4)
            most = fmax(most, light_at(image, x + i % 3 - 1, y + i / 3 - 1));
    return most;
}

// A facet that is seen edge on is narrower than a texel: it must not be a row of dashes. Without
// samples a texel has the light of one point of it, which may be that of a tip.
TEST(silhouettes_are_not_dashed)
{
    enum { WIDTH = 320, HEIGHT = 180 };
    for (int samples = 0; samples <= 4; samples += 4) {
        const double seen = samples == 0 ? 0.05 : 0;
        LOCAL_SCENE scene = make_scene("icosahedra:emitters=0:dust=0");
        for (int i = 0; i < 120; i++) {
            LOCAL_IMAGE image = shoot_frame(&scene, WIDTH, HEIGHT, samples, i);
            for (int y = 1; y < HEIGHT - 1; y++)
                for (int x = 1; x < WIDTH - 1; x++) {
                    const double most = brightest_neighbour(&image, x, y);
                    if (light_at(&image, x, y) > 2 * most + seen)
                        fail_msg("%d samples, frame %d: %.4f at %d, %d beside %.4f", samples, i,
                                 light_at(&image, x, y), x, y, most);
                }
        }
    }
}

static double sum_of(const struct image *image)
{
    double sum = 0;
    for_each_place(x, y, image->width, image->height)
        sum += light_at(image, x, y);
    return sum;
}

// A point of dust is as bright between two texels as on one.
TEST(dust_does_not_flicker)
{
    LOCAL_SCENE without = make_scene("icosahedra:emitters=0:dust=0");
    LOCAL_SCENE with = make_scene("icosahedra:emitters=0:dust=1");
    const int first = 7800; // the point is in sight, and far from the ends of the space of the
                            // dust, at which it fades
    double least = INFINITY, most = 0;
    for (int i = 0; i < 120; i++) {
        LOCAL_IMAGE plain = shoot_frame(&without, 240, 135, 0, first + i);
        LOCAL_IMAGE dusty = shoot_frame(&with, 240, 135, 0, first + i);
        const double light = sum_of(&dusty) - sum_of(&plain);
        least = fmin(least, light);
        most = fmax(most, light);
    }
    if (!(least > 0 && most < 1.02 * least))
        fail_msg("the light of a point is %g to %g", least, most);
}

TEST(the_mean_of_a_composition_is_steady)
{
    LOCAL_SCENE scene = make_scene("icosahedra");
    double before = 0;
    for (int i = 0; i < 60; i++) { // two frames in each two seconds of a minute
        LOCAL_IMAGE image = shoot_frame(&scene, 160, 90, 4, 120 * (i / 2) + i % 2);
        const double sum = sum_of(&image);
        if (i % 2)
            assert_near(sum, before, 0.03 * before);
        before = sum;
    }
}

// Returns how much alike means of texels of a larger picture are, in decibels: no length of a scene
// is a number of pixels.
static double likeness(const struct image *image, const struct image *large)
{
    double sum = 0;
    for_each_place(x, y, image->width, image->height)
        sum += pow(shown_at(image, x, y) - mean_of(large, large->width / image->width, x, y), 2);
    return -10 * log10(sum / (image->width * image->height));
}

TEST(samples_come_nearer_to_the_truth)
{
    struct scene_shot shot = { "icosahedra:highlight=0:emitters=0:dust=0", 320, 180, .time = 1 };
    LOCAL_IMAGE plain = shoot_scene(&shot);
    shot.samples = 4;
    LOCAL_IMAGE sampled = shoot_scene(&shot);
    shot.width *= 8;
    shot.height *= 8;
    LOCAL_IMAGE large = shoot_scene(&shot);
    assert_compare(likeness(&sampled, &large), >, likeness(&plain, &large) + 1);
}

// ---- harbour

static double likeness_of_sizes(const char *scene)
{
    struct scene_shot shot = { scene, 160, 90, .samples = 4 };
    LOCAL_IMAGE small = shoot_scene(&shot);
    shot.width *= 4;
    shot.height *= 4;
    LOCAL_IMAGE large = shoot_scene(&shot);
    return likeness(&small, &large);
}

TEST(scenes_are_the_same_at_every_size)
{
    assert_compare(likeness_of_sizes("harbour"), >, 29);
    assert_compare(likeness_of_sizes("icosahedra"), >, 31); // 34 and more at four times this size
}

TEST(the_harbour_has_the_light_of_a_photograph)
{
    const struct scene_shot shot = { "harbour", 320, 180 };
    LOCAL_IMAGE image = shoot_scene(&shot);
    double least = INFINITY, most = 0;
    for_each_place(x, y, 320, 180) {
        least = fmin(least, light_at(&image, x, y));
        most = fmax(most, light_at(&image, x, y));
    }
    assert_compare(least, <, 0.004);
    assert_compare(most, >, 50);
    assert_in_range(count_above(&image, 1), 320 * 180 / 100, 320 * 180 / 10);
}

// It is kept from frame to frame, and drawn again when something is another.
TEST(the_harbour_is_drawn_when_it_changes)
{
    const struct scene_shot shot = { .width = 96, .height = 54 };
    LOCAL_SCENE scene = make_scene("harbour");
    LOCAL_IMAGE first = shoot_made(&scene, &shot);
    for_each_text(text, "harbour:lamps=0", "harbour:seed=3") {
        scene.choice = parse_scene(*text);
        LOCAL_IMAGE other = shoot_made(&scene, &shot);
        assert_memory_not_equal(first.texels, other.texels, image_bytes(&first));
    }
    scene.choice = parse_scene("harbour");
    LOCAL_IMAGE again = shoot_made(&scene, &shot);
    assert_same_image(&first, &again);
}
