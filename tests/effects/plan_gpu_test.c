// The plan: what is joined, which colour each step gets, what is borrowed and read; app/harness
// holds joined steps against the reference.

#include "effects/auto/impl_cost.h"
#include "effects/auto/impl_programs.h"
#include "effects/blur/sigma.h"
#include "effects/effect_impl.h"
#include "render/text/text.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

static const struct plan_options tiny = { .width = 8, .height = 8 };

// A unit in the last place of a half float of that size.
static double half_unit(double value)
{
    int exponent;
    frexp(fmax(fabs(value), 0x1p-14), &exponent);
    return ldexp(1, exponent - 11);
}

// docs/effects.md says so: 16-bit images between the steps round, and joined steps have none.
TEST(joined_differs_by_little_in_halves)
{
    static const char *const chains[] = {
        "threshold:level=0.4,dual:impl=cs_blocked,composite",
        "exposure:ev=0.3,dual:impl=cs_blocked:sigma=2,exposure:ev=-1",
        "threshold:level=0.4,pyramid:impl=cs_blocked:sigma=16,composite",
        "threshold:level=0.4:by=luminance,dual:impl=cs_blocked:sigma=60",
        "threshold:level=0.4,kawase:impl=cs_separable:sigma=5,composite",
        // The joined step turns black into light, which it must not do beyond the border.
        "composite,dual:impl=cs_blocked:edge=zero:sigma=1.7",
        "composite,pyramid:impl=cs_blocked:edge=zero",
    };
    for_each(text, chains) {
        const struct chain *chain = chain_of(*text);
        struct plan_options off = light_in_halves;
        off.fuse = PLAN_FUSE_OFF;
        LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, 129, 67);
        LOCAL_IMAGE expected = run_chain(chain, &off, &source);
        LOCAL_IMAGE image = run_chain(chain, &light_in_halves, &source);
        double worst = 0;
        for_each_place(x, y, 129, 67)
            for (int c = 0; c < 4; c++) {
                const double value = image_at(&expected, x, y)[c];
                worst = fmax(worst, fabs(image_at(&image, x, y)[c] - value) / half_unit(value));
            }
        if (worst == 0 || worst > 3)
            fail_msg("%s: %g units in the last place", *text, worst);
    }
}

TEST(nodes_are_as_few_as_can_be)
{
    for_each_case(one, "plan_nodes.txt") {
        char labels[400] = "";
        struct plan plan;
        struct plan_options options = tiny;
        options.linear = text_begins_with(one.text, "linear");
        if (text_begins_with(one.text, "single"))
            options.fuse = PLAN_FUSE_OFF;
        const struct chain *chain = chain_of(strchr(one.trimmed, ' ') + 1);
        assert_works(plan_without_programs(&plan, chain, &options, &error));
        for (int i = 0; i < plan.count; i++) {
            strcat(labels, i > 0 ? " | " : "");
            strcat(labels, plan.nodes[i].label);
        }
        assert_string_equal(labels, one.expected);
    }
}

// A shader file may write any alpha, and a border of nothing has none.
TEST(alpha_is_1_until_a_step_may_change_it)
{
    static const char *const texts[] = { "threshold,dual,composite,gaussian",
                                         "gaussian,box:edge=zero,saturation,gaussian",
                                         "gaussian,./own.glsl,gaussian" };
    static const int opaque_nodes[] = { 4, 1, 1 };
    folder_enter();
    put_file("own.glsl",
             "//!HOOK MAIN\n//!BIND HOOKED\nvec4 hook() { return HOOKED_tex(HOOKED_pos); }\n");
    struct plan_options options = tiny;
    options.linear = true;
    for (int i = 0; i < 6; i++) {
        int count = 0;
        struct plan plan;
        options.is_opaque = i < 3;
        assert_works(plan_without_programs(&plan, chain_of(texts[i % 3]), &options, &error));
        for (int n = 0; n < plan.count; n++)
            count += plan.nodes[n].is_opaque;
        assert_int_equal(count, i < 3 ? opaque_nodes[i] : 0);
    }
}

static const char *const identities[] = {
    "dual:sigma=0",    "kawase:sigma=0", "gaussian:sigma=0", "gaussian:sigma=0:radius=5",
    "box:sigma=0",     "mips:sigma=0",   "pyramid:sigma=0",  "pyramid:sigma=0:kernel=gauss5",
    "pixelate:cell=1",
};

static void assert_same_picture(const char *text, const char *expected)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, 33, 17);
    LOCAL_IMAGE image = run_text(text, &in_halves, &source);
    LOCAL_IMAGE without = run_text(expected, &in_halves, &source);
    assert_same_image(&image, &without);
}

// Wherever they stand, whatever their region.
TEST(steps_that_change_nothing_are_left_out)
{
    for_each(step, identities) {
        assert_same_picture(formatted("threshold,%s,composite,tonemap", *step),
                            "threshold,composite,tonemap");
        assert_same_picture(formatted("%s:roi=0.2/0.2/0.7/0.7", *step), "");
    }
    const struct plan plan =
        build_plan(chain_of("gaussian:sigma=0.1,box:sigma=0.1,dual:sigma=0.1"), &tiny);
    assert_int_equal(plan.identity_count, 0);
    assert_plan_refused("tonemap,dual:sigma=0,encode", 8, 8,
                        "works on linear light"); // at any width
}

// They stay in the tree of times, without a pass.
TEST(steps_left_out_are_scopes_without_passes)
{
    static const char *const names[] = { "frame", "threshold + composite + encode",
                                         "dual (identity)", "pixelate (identity)" };
    const struct plan_options options = { .width = 33, .height = 17 };
    const struct gpu_frame *frame =
        run_dry(chain_of("threshold,dual:sigma=0,composite,pixelate:cell=1"), &options, NULL);
    assert_int_equal(frame->count, 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(frame->scopes[i].name, names[i]);
    assert_int_equal(frame->scopes[2].dispatches + frame->scopes[3].dispatches, 0);
}

// Asked of an implementation that will not run, by tables of costs and by keys.
TEST(costs_may_be_asked_where_nothing_changes)
{
    for_each(text, identities) {
        const struct chain chain = parse_chain(*text);
        const struct effect *effect = chain.steps[0].effect;
        assert_true(effect_is_identity(effect, chain.steps[0].params, 16384));
        for (int j = 0; j < effect_impl_count(effect); j++) {
            char defines[IMPL_DEFINES_SIZE];
            struct error why;
            const struct effect_site site = site_of(&chain, 640, 360, FORMAT_RGBA16F);
            struct cost cost;
            if (impl_fits(effect->impls[j], &site, &cost, &why))
                assert_true(isfinite(cost.texels + cost.bilinear + cost.stores + cost.shared));
            impl_program(effect->impls[j], &site, 0, defines);
        }
    }
}

TEST(linear_steps_come_before_encoding)
{
    struct plan plan = { .count = 42 };
    assert_false(plan_build(&plan, chain_of("tonemap,saturation"), gpu_fixture(), &tiny, &error));
    assert_string_equal(error.text,
                        "step 2: saturation works on linear light, but step 1, tonemap, has made "
                        "display values of it; move it before step 1");
    assert_int_equal(plan.count, 42);
    assert_plan_refused("dither,dual,encode", 8, 8, "but step 1, dither, has made display values");
    build_plan(chain_of("tonemap,-saturation"), &tiny);
}

// The part begins and ends in the middle of a texel, 16.5 to 48.5 and 0 to 16.5: the first belongs
// to it, the last does not. Around it is what the step before has made, not the source.
TEST(roi_limits_pointwise_and_spatial_steps)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, 64, 32);
    for_each_text(step, "exposure:ev=1", "kawase:sigma=8:impl=fs_passes",
                  "kawase:sigma=8:impl=cs_passes")
        for (enum plan_fuse fuse = PLAN_FUSE_FRAGMENT; fuse <= PLAN_FUSE_COMPUTE; fuse++) {
            const char *text =
                formatted("saturation:factor=0.5,%s:roi=0.2578125/0/0.7578125/0.515625", *step);
            struct plan_options options = light_in_floats;
            options.fuse = fuse;
            LOCAL_IMAGE part = run_text(text, &options, &source);
            LOCAL_IMAGE expected = run_reference(text, &source);
            const double most = 1e-5 * image_largest(&expected);
            assert_within(compare_images(&part, &expected).most, 0, most, text);
        }
}

// If a step computes, what puts its part of the picture into its input computes, too.
TEST(a_part_is_selected_where_its_step_runs)
{
    const struct plan_options options = { .width = 64, .height = 32, .linear = true };
    for_each_text(kind, "cs", "fs") {
        const char *text = formatted("kawase:impl=%s_passes:roi=0/0/0.5/1", *kind);
        const struct plan plan = build_plan(chain_of(text), &options);
        assert_int_equal(plan.nodes[0].select->compute, (*kind)[0] == 'c');
    }
}

// Error diffusion counts in 65535ths. Of values 0..1, how far the worst is from a multiple of 1 /
// `top`, in such steps.
static double off_levels(const struct image *image, double top)
{
    double worst = 0;
    for (int i = 0; i < image->width * image->height * 4; i++) {
        const double steps = ((double *) image->texels)[i] * top;
        worst = fmax(worst, fabs(steps - round(steps)));
    }
    return worst;
}

// A picture of 16 bits is dithered to their steps, not to those of 8.
TEST(dithers_know_the_depth_of_the_picture)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RAMP, 129, 33);
    for_each_text(text, "dither", "error_diffusion:impl=cs_bands", "error_diffusion:impl=cpu")
        for (int depth = 0; depth <= 10; depth += 5) {
            const struct plan_options options = { .format = FORMAT_RGBA32F, .depth = depth };
            const double top = exp2(depth > 0 ? depth : 8) - 1;
            LOCAL_IMAGE image = run_text(*text, &options, &source);
            if (off_levels(&image, top) > 0.01 || off_levels(&image, 2 * top + 1) < 0.1)
                fail_msg("%s: not in steps of %d bits", *text, depth);
        }
}

// The linker sends calls of sigma_dual_solve here (tests/CMakeLists.txt).
static int solved;
struct sigma_dual __real_sigma_dual_solve(const struct sigma_dual_knobs *knobs);
struct sigma_dual __wrap_sigma_dual_solve(const struct sigma_dual_knobs *knobs);

struct sigma_dual __wrap_sigma_dual_solve(const struct sigma_dual_knobs *knobs)
{
    solved++;
    return __real_sigma_dual_solve(knobs);
}

TEST(dual_is_solved_once_a_plan)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, 64, 36);
    for_each_text(text, "threshold,dual:sigma=3:impl=auto,composite",
                  "threshold,dual:sigma=4:impl=fs_passes,composite",
                  "threshold,dual:sigma=5:impl=cs_passes,composite",
                  "threshold,dual:sigma=6:impl=cs_blocked,composite") {
        solved = 0;
        LOCAL_IMAGE image = run_text(*text, &in_halves, &source);
        assert_int_equal(solved, 1);
    }
}

// Three levels are a word, of ten bits each: what does not fit is refused before anything is drawn.
TEST(error_diffusion_says_which_depths_it_has)
{
    struct plan plan;
    for (int depth = 11; depth <= 16; depth++)
        for_each_text(row, "error_diffusion", "tonemap,error_diffusion:impl=cpu",
                      "error_diffusion:impl=cs_bands:space=linear") {
            const struct plan_options options = { .width = 8, .height = 8, .depth = depth };
            assert_false(plan_build(&plan, chain_of(*row), gpu_fixture(), &options, &error));
            const char *said = formatted("error_diffusion: bits=auto asks for the %d bits", depth);
            assert_true(strncmp(error.text, said, strlen(said)) == 0);
            assert_contains(error.text, "say bits=10");
        }
    for_each_text(entry, "error_diffusion:bits=10", "error_diffusion:palette=bw") {
        const struct plan_options options = { .width = 8, .height = 8, .depth = 16 };
        assert_true(plan_build(&plan, chain_of(*entry), gpu_fixture(), &options, &error));
    }
}

// Half floats have 11 bits between 0.5 and 1.
TEST(display_values_between_steps_have_16_bits)
{
    static const char *const chains[][2] = {
        { "encode,error_diffusion:bits=1", "encode" },
        { "dual:impl=cs_blocked,tonemap,error_diffusion:bits=1", "dual + tonemap" },
        { "encode,pixelate:cell=4:roi=0/0/1/0.5,error_diffusion:bits=1", "pixelate/paint" },
    };
    struct gpu *gpu = gpu_fixture();
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RAMP, 16, 8);
    for_each(chain, chains) {
        gpu_reset_snapshot(gpu, (*chain)[1]);
        gpu_begin_frame(gpu, "frame");
        struct image image = run_text((*chain)[0], &in_halves, &source);
        gpu_end_frame(gpu);
        image_finish(&image);
        assert_true(gpu->snapshot.seen);
        assert_int_equal(gpu->snapshot.texture.format, FORMAT_RGBA16);
    }
    gpu_reset_snapshot(gpu, "");
}

// Returns the most that a plan borrows while it runs, as a share of the source: without source and
// output, nor what the step that borrows most reads and writes. -1: the row does not fit.
static double most_borrowed(const char *text)
{
    double borrowed;
    const struct plan_options options = { .width = 640, .height = 360, .linear = true };
    const struct gpu_frame *frame = run_dry(chain_of(text), &options, &borrowed);
    if (!frame)
        return -1;
    int nodes = 0;
    for (int i = 1; i < frame->count; i++)
        nodes += frame->scopes[i].depth == 1;
    const double whole = 640 * 360 * 8; // the output has twice as much
    return borrowed / whole - 3 - (nodes > 2 ? 2 : nodes - 1);
}

// By every implementation of several passes: the others borrow nothing.
static void assert_borrowed(const char *before, const char *step, const char *after, double most)
{
    const struct chain chain = parse_chain(step);
    const struct effect_site site = site_of(&chain, 640, 360, FORMAT_RGBA16F);
    const struct effect *effect = chain.steps[0].effect;
    int fitting = 0;
    for (int i = 0; effect->impls[i]; i++) {
        struct cost cost;
        if (!impl_fits(effect->impls[i], &site, &cost, &error))
            continue;
        const char *text = formatted("%s%s:impl=%s%s", before, step, effect->impls[i]->name, after);
        const double share = cost.passes > 1 ? most_borrowed(text) : -1;
        fitting += share >= 0;
        if (share > most)
            fail_msg("%s: borrows %g of the source", text, share);
    }
    assert_compare(fitting, >, 1);
}

TEST(borrowed_memory_is_little)
{
    assert_borrowed("threshold,", "dual:sigma=16", ",composite,tonemap:curve=agx,dither", 1.8);
    assert_borrowed("threshold,", "dual:sigma=16:scatter=0.7", ",composite,tonemap,dither", 1.8);
    assert_borrowed("", "gaussian", "", 1.1);
    assert_borrowed("", "box", "", 1.1);
    assert_borrowed("", "box:radius=127:iterations=3", "", 1.1);
    assert_compare(most_borrowed("gaussian:sigma=64:impl=cs_blocked"), <=, 1.1);
    assert_compare(most_borrowed("gaussian:impl=fs_separable"), >=, 1);
}

// A choice is a constant of the program, and so are the cells that a step works on.
TEST(a_turned_parameter_needs_no_new_plan)
{
    for_each_case(one, "plan_changes.txt") {
        const struct chain *before = chain_of(next_line(&one.text));
        const struct chain *after = chain_of(next_line(&one.text));
        const char *said = plan_needs_rebuild(before, after) ? "it is built again" : "it stays";
        if (strcmp(said, one.expected) != 0)
            fail_msg("%s: %s", one.trimmed, said);
    }
}

TEST(a_row_whose_loops_would_end_early_says_so)
{
    static const struct {
        const char *text;
        int width, height;
    } calls[] = {
        { "gaussian:sigma=64:impl=fs_naive", 32, 32 },
        { "gaussian:sigma=48:impl=cs_naive", 32, 32 },
        { "box:radius=127:iterations=3:impl=cs_single", 32, 32 },
        { "box:radius=127:iterations=3:impl=cs_single_linear", 32, 32 },
        { "box:sigma=0.3:iterations=3:batch=1:impl=cs_running", 16384, 1 },
        { "box:sigma=0.3:iterations=3:impl=cs_scan", 1, 16384 },
    };
    struct context_info *info = &gpu_fixture()->info;
    const int real = info->max_iterations;
    for_each(call, calls) {
        info->max_iterations = 65535;
        assert_plan_refused(call->text, call->width, call->height,
                            "iterations, and this software renderer ends them after 65535");
    }
    info->max_iterations = 0; // no other ends them
    assert_plan_refused(calls[0].text, 32, 32, "");
    info->max_iterations = real;
}

// ---- bytes

// In rgba16f, of 64x128 texels of 8 bytes each, and 16 in the output; whole tiles, so that no
// buffer is wider than the picture. What the CPU reads and uploads counts with the passes.
TEST(bytes_are_those_counted_by_hand)
{
    enum { WIDTH = 64, HEIGHT = 128, N = 8 * WIDTH * HEIGHT };
    enum { FLOATS = 2 * N, VALUES = N, PICKS = N / 2 };
    enum { BANDS = HEIGHT / 64, BORDERS = (BANDS - 1) * 8 * (WIDTH + 4) };
    // Words of tiles of 32 steps: a strip of 32 rows takes 64 steps and 130 till its last row is
    // done, or 98 with cells of two texels, and a tile more.
    enum { SOLID = 4 * (HEIGHT / 32) * 6, SOLID_CELLS = 4 * (HEIGHT / 64) * 5 };
    enum { TABLES = 16 + 4 }; // of each pass: a texel of no palette and one of no curve
    // Two steps down and up; the first on the way up mixes in what went down.
    enum { DUAL_BETWEEN = N / 4 + N / 16 + N / 4, DUAL_IN = N + DUAL_BETWEEN + N / 4 };
    const int passes = gpu_fixture()->info.software ? 2 + BANDS : 3;
    const struct {
        const char *text;
        int read, written;
    } rows[] = {
        { "tonemap", N, 2 * N },
        { "threshold,dual:sigma=2:impl=cs_passes", N + DUAL_IN, N + DUAL_BETWEEN + 2 * N },
        { "dual:sigma=2:impl=cs_passes,composite,tonemap", DUAL_IN + N + N,
          DUAL_BETWEEN + N + 2 * N },
        { "gaussian:sigma=1:roi=0/0/0.5/1:impl=cs_separable", 4 * N, 4 * N },
        { "gaussian:sigma=1:impl=cs_shared", N + N, N + 2 * N },
        { "box:radius=3:impl=cs_tiled", N + N, N + 2 * N },
        { "box:radius=3:impl=cs_fused", N, 2 * N },
        { "pixelate:cell=4", N + FLOATS / 4 + FLOATS / 16, FLOATS / 4 + FLOATS / 16 + 2 * N },
        { "encode,error_diffusion:bits=2:impl=cs_bands",
          N + N + VALUES + PICKS + BORDERS + SOLID + passes * TABLES,
          N + VALUES + PICKS + BORDERS + SOLID + 2 * N },
        { "encode,error_diffusion:bits=2:impl=cpu", N + N + VALUES + PICKS + N + 2 * TABLES,
          N + VALUES + PICKS + 2 * N },
        { "encode,error_diffusion:bits=2:cell=2:impl=cs_bands",
          N + N + FLOATS / 2 + VALUES / 4 + PICKS / 4 + N + 4 * TABLES,
          N + FLOATS / 2 + VALUES / 4 + PICKS / 4 + SOLID_CELLS + 2 * N },
    };
    for_each(row, rows) {
        const struct chain chain = parse_chain(row->text);
        const struct chain_step *last = &chain.steps[chain.count - 1];
        const struct plan_options options = {
            .width = WIDTH,
            .height = HEIGHT,
            .format = FORMAT_RGBA16F,
            .linear = !effect_makes_display(last->effect, last->params),
        };
        const struct gpu_traffic traffic = run_dry(&chain, &options, NULL)->scopes[0].traffic;
        if ((int) traffic.read != row->read || (int) traffic.written != row->written)
            fail_msg("%s: %d bytes in and %d out, by hand %d and %d", row->text, (int) traffic.read,
                     (int) traffic.written, row->read, row->written);
    }
}
