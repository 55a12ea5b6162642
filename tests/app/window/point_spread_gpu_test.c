// The point spread that the window shows, against the reference in C and what was asked for, and
// how it is measured: beside the frames and only when something has changed.

#include "effects/reference/reference.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/viewer_fixture.h"

static struct point_spread *const spread = &viewer.session.spread;

enum { WINDOW_HEIGHT = 64 };

static void begin(void)
{
    viewer_begin_with("--size", "96x64", "--chain=threshold");
}

static void fresh(void)
{
    viewer_fresh();
    ui->panels = 1;
    ui->on_page = true;
    ui->paused = true;
    ui->page = PAGE_SPREAD;
}

static void measure(const char *chain, int step)
{
    request_step(chain, step);
    run_until_idle();
}

static const char *words(const char *label)
{
    for (int i = 0; i < spread->line_count; i++)
        if (strcmp(spread->lines[i].label, label) == 0)
            return spread->lines[i].words;
    return "";
}

// The first number in the words of a line.
static double number_of(const char *label)
{
    return atof(words(label) + strcspn(words(label), "-0123456789"));
}

// ---- against the reference

// Halves keep 11 bits, and each pass rounds to them.
static void assert_like_reference(const char *text)
{
    struct spread expected;
    LOCAL_IMAGE is, should;
    spread_init(&expected, spread->spread.reach);
    for (int i = 0; i < SPREAD_PICTURES; i++) {
        struct spread_place places[SPREAD_POINTS];
        const int side = spread_side(expected.reach);
        spread_places(i, expected.reach, places);
        LOCAL_IMAGE source = new_image(side, side, IMAGE_TYPE_F64);
        for (int c = 0; c < SPREAD_POINTS; c++)
            image_at(&source, (int) places[c].x, (int) places[c].y)[c] = 1;
        LOCAL_IMAGE output = run_reference(text, &source);
        spread_add(&expected, &output);
    }
    spread_mean(&expected, &should);
    spread_mean(&spread->spread, &is);
    const int middle = should.width / 2;
    const double peak = image_at(&should, middle, middle)[0];
    const struct difference difference = compare_images(&is, &should);
    if (!(difference.most < 4e-3 * peak))
        fail_msg("%s: %g of %g at %d, %d", text, difference.most, peak, difference.x - middle,
                 difference.y - middle);
    spread_finish(&expected);
}

TEST(a_spread_is_that_of_the_reference)
{
    static const struct {
        const char *chain;
        double sigma; // as theory has it
    } table[] = {
        { "gaussian:sigma=3", 3 },
        { "box:radius=4", 2.58198889747 }, // the root of ((2r + 1)^2 - 1) / 12
        { "dual:sigma=4", 4 },
        { "kawase:sigma=4:edge=mirror", 4 },
    };
    for_each(row, table) {
        measure(row->chain, 0);
        assert_true(spread->is_known);
        assert_int_equal(spread->spread.pictures, SPREAD_PICTURES);
        assert_like_reference(row->chain);
        assert_near(spread->sigma / row->sigma, 1, 0.02);
        assert_contains(words("mean of"), "64 of 64");
    }
}

// ---- what is said of it

TEST(a_gaussian_is_said_to_be_one)
{
    measure("gaussian:sigma=6", 0);
    assert_string_equal(words("asked"), "sigma 6 px");
    const double radius = number_of("99 % of it");
    assert_near(radius / (6 * sqrt(2 * log(100))), 1, 0.02); // of a Gaussian in two dimensions
    const double off = number_of("off a Gaussian");
    assert_near(off, 0, 1.5); // it is cut at three sigma
    const double light = number_of("light");
    assert_near(light, 100, 0.2);
    for (int i = 0; i < POINT_SPREAD_POINTS; i++)
        assert_near(spread->across[i], spread->gaussian[i], 0.02);
    const int middle = POINT_SPREAD_CELLS / 2;
    assert_near(spread->cells[middle][middle], 1, 0.02);
    assert_true(spread->cells[0][0] < 0.001f);
}

TEST(a_box_is_said_to_be_none)
{
    measure("box:radius=6", 0);
    assert_contains(words("asked"), "no sigma");
    const double off = number_of("off a Gaussian");
    assert_true(off > 30);
    const double squareness = number_of("squareness");
    assert_near(squareness, -2.4 / 5.6, 0.01);
}

// A narrow core amid a haze is told by how high it is, not by thousands of per cent.
TEST(a_core_is_said_to_be_higher)
{
    measure("dual:sigma=8:scatter=0.3", 0);
    const double times = number_of("off a Gaussian");
    assert_contains(words("off a Gaussian"), "times as high");
    assert_true(times > 2);
    assert_near(spread->across[POINT_SPREAD_POINTS / 2] / times, 1, 0.01);
}

static void assert_notes(const char *chain, int step, bool is_known, const char *note)
{
    measure(chain, step);
    assert_int_equal(spread->is_known, is_known);
    assert_contains(spread->note, note);
}

TEST(a_step_that_does_not_blur_says_which_do)
{
    assert_notes("threshold,gaussian:sigma=2,composite,-dual", 0, true, "the first one that does");
    assert_contains(spread->title, "step 2, gaussian");
    assert_notes("threshold,gaussian:sigma=2,composite,-dual:sigma=2", 3, true, "switched off");
    assert_notes("threshold", 0, false, "no step of this chain blurs");
    assert_notes("gaussian:sigma=0", 0, false, "does not blur");
}

// The implementation is that of the picture, which the one of a small picture need not be.
TEST(it_is_the_implementation_of_the_picture)
{
    measure("gaussian:sigma=3:impl=cs_shared", 0);
    assert_string_equal(spread->impl->name, "cs_shared");
    assert_contains(spread->title, "cs_shared");
}

// A width in per cent of the picture's height, in a part of it, is the same blur.
TEST(what_depends_on_the_picture_is_settled)
{
    measure("gaussian:sigma=5%h:roi=0/0/0.1/0.1:edge=zero", 0);
    assert_near(spread->sigma / (0.05 * WINDOW_HEIGHT), 1, 0.02);
    assert_string_equal(words("asked"), "sigma 3.2 px");
}

// ---- how it is measured

TEST(an_idle_window_measures_nothing)
{
    measure("gaussian:sigma=3", 0);
    const uint64_t passes = renderer->gpu.serial;
    assert_int_equal(run_until_idle(), 1);
    assert_int_equal(renderer->gpu.serial, passes);
    request_step("gaussian:sigma=4", 0);
    const int frames = run_until_idle();
    assert_true(frames >= SPREAD_PICTURES); // at most one picture in each
    assert_near(spread->sigma / 4, 1, 0.02);
    ui->page = PAGE_TIMES;
    request_step("gaussian:sigma=5", 0);
    run_frames();
    assert_false(session_is_due(session));
    assert_near(spread->sigma, 0, 1e-9); // the measurement ends with its page
    ui->page = PAGE_SPREAD;
}

// While a value is dragged, what was measured last is shown at once.
TEST(a_drag_is_seen)
{
    measure("gaussian:sigma=2", 0);
    for (int i = 0; i < 12; i++) {
        request_step(formatted("gaussian:sigma=%.2f", 2.1 + 0.1 * i), 0);
        run_frames();
    }
    assert_true(spread->sigma > 2.5);
    assert_true(spread->spread.pictures < SPREAD_PICTURES);
    run_until_idle();
    assert_near(spread->sigma / 3.2, 1, 0.02);
}

static int timed_dispatches(void)
{
    const struct pass_stats *stats = &session->stats;
    struct pass_row row;
    assert_true(stats->count > 0);
    pass_stats_row(stats, 0, &row);
    return row.dispatches;
}

TEST(it_counts_in_no_frame_that_is_timed)
{
    measure("gaussian:sigma=3", 0);
    request_step("gaussian:sigma=6", 0);
    run_frames();
    const int64_t frames = renderer->gpu.timer.begun;
    for (int i = 1; i <= 4; i++) {
        const int pictures = spread->spread.pictures;
        run_frames();
        assert_int_equal(spread->spread.pictures, pictures + 1);
        assert_int_equal(renderer->gpu.timer.begun, frames + i);
    }
    gpu_wait();
    run_frames();
    assert_int_equal(timed_dispatches(), 0); // the picture was kept
}

// The measured width is the requested one, or the panel shows that part of the light is out of
// sight.
TEST(what_is_cut_off_is_said)
{
    static const char *const texts[] = { "dual:sigma=21.6", "dual:sigma=8:scatter=0.8" };
    for (int i = 0; i < 2; i++) {
        measure(texts[i], 0);
        const double asked = spread->asked;
        const bool is_cut = strstr(words("light"), "out of sight") != NULL;
        if (!is_cut && fabs(spread->sigma / asked - 1) > 0.005)
            fail_msg("%s: %s, light %s", texts[i], words("measured"), words("light"));
        assert_true(is_cut == (strstr(words("measured"), "sigma over ") != NULL));
        if (i == 0)
            assert_false(is_cut);
    }
}

// The first picture has the inner four of 16 texels.
TEST(a_blur_that_is_wider_than_it_says_is_measured_again)
{
    folder_enter();
    put_file("wider.glsl",
             "//@ sigma sigma\n//!PARAM sigma\n//!TYPE float\n//!MINIMUM 0\n//!MAXIMUM 64\n1\n"
             "//!HOOK LINEAR\n//!BIND HOOKED\nvec4 hook()\n{\n    vec4 sum = vec4(0.0);\n"
             "    const float at[4] = float[4](-20.0, -6.0, 6.0, 20.0);\n"
             "    for (int i = 0; i < 16; i++)\n"
             "        sum += HOOKED_texOff(vec2(at[i % 4], at[i / 4]));\n"
             "    return sum / 16.0;\n}\n");
    measure("./wider.glsl", 0);
    assert_near(spread->sigma / sqrt((20 * 20 + 6 * 6) / 2.0), 1, 0.001);
    assert_contains(words("light"), "100.00 %");
}

TEST(what_is_wider_than_a_picture_is_said)
{
    measure("dual:sigma=300", 0);
    assert_int_equal(spread->spread.reach, 360);
    assert_contains(words("light"), "out of sight");
    assert_contains(words("measured"), "sigma over ");
    for (int i = 0; i < spread->line_count; i++) // what is in sight is no Gaussian, whatever
        assert_null(strstr(spread->lines[i].label, "Gaussian")); // the blur is
}

AROUND_TESTS(.begin = begin, .before = fresh)
