// The texel under the pointer, without a window: light as it enters the chains of both sides and as
// they keep it, and their display values. Stops are powers of two, so light is known to the bit.

#include "app/window/controls/controls.h"
#include "app/window/view/panel.h"
#include "tests/fixtures/viewer_fixture.h"

static const int at[2] = { 33, 12 };

// Begins with the loupe on two sides, which show 16 and 1/2 of the light.
static void begin_sides(void)
{
    const struct chain a = parse_chain("exposure:ev=4,tonemap"), b = parse_chain("exposure:ev=-1");
    viewer_fresh();
    ui->paused = true;
    ui_set_chain(ui, &b, -1, NULL);
    ui_add_side(ui, &a);
    ui_edit_other_side(ui); // A is edited
    tap('L', 0);
}

static struct shown_table fill(float x, float y)
{
    return *panel_update_texel(session, ui, x, y);
}

static struct shown_table fill_at_texel(void)
{
    run_until_idle();
    return fill((float) at[0] + 0.5f, (float) at[1] + 0.5f);
}

// The last frame has these words over the picture.
static bool says(const char *words)
{
    struct area rect;
    return panel_find(words, "", &rect);
}

static void assert_column(const struct shown_table *texel, int column, const char *label,
                          const char *format, const float light[4], double factor)
{
    assert_string_equal(texel->cells[0][column], label);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(texel->cells[1 + i][column], formatted(format, factor * light[i]));
    }
}

TEST(each_side_has_its_light_and_what_is_shown_of_it)
{
    float source[4], shown[2][4];
    struct shown_table texel = fill_at_texel();
    texture_read_pixel(&renderer->source, at[0], at[1], source);
    texture_read_pixel(&renderer->side.output, at[0], at[1], shown[0]);
    texture_read_pixel(&session->sides.other.output, at[0], at[1], shown[1]);
    assert_true(source[1] > 0);
    for (int turn = 0; turn < 2; turn++) { // whichever is edited
        assert_int_equal(texel.columns, 6);
        assert_string_equal(texel.cells[0][0], "33, 12");
        assert_column(&texel, 1, "light in", "%.4g", source, 1);
        assert_column(&texel, 2, "A light", "%.4g", source, 16); // before the curve
        assert_column(&texel, 3, "A shown", "%.0f", shown[0], 255);
        assert_column(&texel, 4, "B light", "%.4g", source, 0.5);
        assert_column(&texel, 5, "B shown", "%.0f", shown[1], 255);
        const double stops = atof(texel.cells[4][2]) - atof(texel.cells[4][4]);
        assert_true(stops > 4.98 && stops < 5.02);
        assert_int_equal(texel.rows, 5); // opaque
        tap(WINDOW_KEY_TAB, WINDOW_CTRL);
        texel = fill_at_texel();
    }
    ui->chain.steps[0].off = true; // is seen at once
    texel = fill_at_texel();
    assert_column(&texel, 2, "A light", "%.4g", source, 1);
    texel = fill(-5, 3);
    assert_string_equal(texel.cells[0][0], "no pixel");
    assert_string_equal(texel.cells[1][1], "");
}

TEST(a_step_that_is_looked_at_has_its_own_light)
{
    float source[4];
    tap('A', WINDOW_CTRL);
    tap('K', 0);
    ui->step = 0;
    const struct shown_table texel = fill_at_texel();
    texture_read_pixel(&renderer->source, at[0], at[1], source);
    assert_int_equal(texel.columns, 4);
    assert_column(&texel, 2, "light out", "%.4g", source, 16);
    tap('L', 0);
    fill_at_texel();
    for (int side = 0; side < 2; side++)
        assert_int_equal(session->light.sides[side].side.output.id, 0); // would lie idle
    assert_false(light_is_due(&session->light));
}

TEST(the_side_that_is_seen_alone_is_named)
{
    static const char *const a = "A: exposure ev=4, tonemap, edited",
                             *const b = "B: exposure ev=-1, no tonemap";
    ui->view.mode = PRESENT_SPLIT;
    run_frames();
    assert_true(says(a) && says(b));
    ui->view.mode = PRESENT_ONE;
    run_frames();
    assert_true(says(a) && !says(b));
    push('N', 0, true, false);
    run_frames();
    assert_true(says(b) && !says(a));
    ui->view.mode = PRESENT_SPLIT; // a held key shows one there, too
    run_frames();
    assert_true(says(b) && !says(a));
    push('N', 0, false, false);
}

TEST(another_exposure_of_the_view_is_said_while_it_lasts)
{
    tap('L', 0);
    press_and_run("Ctrl+A");
    tap('E', 0);
    press_and_run("E");
    assert_true(says("view +2 EV"));
    for (int i = 0; i < 3; i++)
        press_and_run("Shift+E");
    assert_true(says("view -1 EV") && !says("view +2 EV"));
    press_and_run("E");
    assert_false(says("view -1 EV") || says("view +0 EV"));
    press_and_run("= =");
    assert_true(says("300 %"));
    press_and_run("E");
    assert_true(says("view +1 EV, 300 %"));
    press_and_run("Shift+E 0");
    assert_false(says("300 %"));
}

static void update_wide(void)
{
    update_in(1280, 720, 2);
}

// Keys and buttons show one channel and then all again; stops have a legend.
TEST(a_channel_that_is_viewed_is_said_and_taken_back)
{
    static const char *const labels[] = { "R", "G", "B", "A", "luminance", "stops" };
    struct area rect;
    char key[8];
    press_and_run("L Ctrl+A E");
    ui->panels = 1;
    for (int i = 1; i < PRESENT_CHANNELS; i++) {
        snprintf(key, sizeof(key), "Ctrl+%d", i);
        press_and_run(key);
        assert_int_equal(ui->view.channel, i);
        assert_true(says(formatted("view +1 EV, %s", controls_channels[i])));
        assert_true(panel_find("stops", "legend", &rect) == (i == PRESENT_STOPS));
        press_and_run(key);
        assert_int_equal(ui->view.channel, PRESENT_ALL);
        update_wide();
        click(place_of(labels[i - 1], ""), update_wide);
        assert_int_equal(ui->view.channel, i);
    }
    ui->panels = 0;
    press_and_run("D"); // luminances, no false colours
    assert_true(ui->view.channel == PRESENT_STOPS && !panel_find("stops", "legend", &rect));
}

AROUND_TESTS(.begin = viewer_begin, .before = begin_sides)
