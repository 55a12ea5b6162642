// Tests the behaviour of the window: size of text, keys while text is typed, first start, cost of
// the panel, and that all of the panel can be reached.

#include "app/edit/edit.h"
#include "app/window/controls/controls.h"
#include "app/window/loop/viewer.h"
#include "app/window/view/panel.h"
#include "render/present.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/viewer_fixture.h"

#include <unistd.h>

static void update_wide(void)
{
    update_in(1280, 720, 3);
}

static void press_wide(const char *keys)
{
    press_keys(keys);
    update_wide();
}

static float em_now(void)
{
    update_wide();
    return panel_em();
}

// ---- how large all is

static enum pointer_drag drag_beside_the_divider(void)
{
    point_at(WIDTH / 2 + 14, 10);
    hold_left(true);
    run_frames();
    const enum pointer_drag drag = viewer.input.pointer.drag;
    hold_left(false);
    run_frames();
    return drag;
}

// The window moves to a screen with small pixels, and back.
TEST(all_adapts_to_the_screen)
{
    struct present present = { 0 };
    assert_true(em_now() == 14);
    viewer.window.input.scale = 2;
    press_and_run("A L");
    assert_true(em_now() == 28);
    assert_true(ui->view_frame.scale == 2);
    struct view_frame large = ui->view_frame; // in a small one the loupe is small
    large.width = 1920;
    large.height = 1080;
    view_present(&ui->view, &large, 5, 5, &present);
    assert_true(present.scale == 2 && present.loupe.radius == 192 && present.loupe.zoom == 24);
    assert_int_equal(drag_beside_the_divider(), POINTER_DIVIDES);
    viewer.window.input.scale = 1;
    run_frames();
    assert_true(em_now() == 14);
    ui->view.divider = 0.5f;
    assert_int_equal(drag_beside_the_divider(), POINTER_FREE);
}

TEST(keys_change_the_letters_between_two_ends)
{
    press_keys("Ctrl+=");
    assert_true(em_now() == 15);
    assert_said("text size 110 %");
    press_keys("Ctrl+Shift+="); // where + is on the same key
    assert_true(em_now() == 17);
    press_keys("Ctrl+0");
    assert_true(em_now() == 14);
    for (int end = 0; end < 2; end++) {
        for (int i = 0; i < 30; i++)
            tap("-="[end], WINDOW_CTRL);
        assert_true(em_now() == (end ? 42 : 7));
        assert_said(end ? "300 %, and no further" : "50 %, and no further");
    }
    assert_true(ui->view.zoom == 0); // those keys with Ctrl zoom nothing
    press_wide("Ctrl+0");
}

// ---- typing

static void select_sigma(void)
{
    ui->step = 1;
    ui->param = 0;
    update_wide();
    press_wide("Enter");
    assert_true(ui->panels > 0 && panel_has_keys());
}

static bool is_as_before(const struct ui_state *before)
{
    return memcmp(before, ui, sizeof(*before)) == 0;
}

TEST(every_key_is_text_while_text_is_typed)
{
    select_sigma();
    ui->message.words[0] = '\0';
    const struct ui_state before = *ui;
    int count = 0;
    for (const struct control *control = controls; control->name; control++) {
        // These keys end typing or move from field to field.
        if (control->key == WINDOW_KEY_ESCAPE || control->key == WINDOW_KEY_ENTER ||
            control->key == WINDOW_KEY_TAB)
            continue;
        tap(control->key, control->modifiers);
        tap(control->key, control->modifiers | control->optional);
        update_in(1280, 720, 1);
        if (!panel_has_keys() || !is_as_before(&before))
            fail_msg("%s does something while text is typed", control->name);
        count++;
    }
    assert_true(count > 30);
    press_wide("Esc");
    assert_false(panel_has_keys());
    assert_true(is_as_before(&before));
}

// ---- the first start

TEST(the_first_help_goes_with_a_key_and_stays_away)
{
    folder_enter();
    assert_int_equal(setenv("XDG_STATE_HOME", current_folder(), 1), 0);
    for (int i = 0; i < 2; i++) {
        assert_true(restore_shows_welcome());
        ui->welcome = true;
        point_at(9, 9);
        run_frames();
        assert_true(ui->welcome && restore_shows_welcome());
        if (i == 0)
            tap('H', 0);
        else
            hold_left(true);
        run_frames();
        assert_false(ui->welcome || restore_shows_welcome());
        assert_true(ui->dialog == DIALOG_NONE); // the key does nothing else
        assert_int_equal(unlink("halation/welcomed"), 0);
    }
    hold_left(false);
    run_frames();
    assert_int_equal(setenv("XDG_STATE_HOME", "/proc/nowhere", 1), 0);
    restore_store_welcome(); // where it cannot be remembered it comes again, and that is all
    assert_true(restore_shows_welcome());
}

static void show_all(void)
{
    ui->panels = 2;
    ui_message(ui, "words about what was done, in a line that is not short");
    press_and_run("A L");
    panel_update_texel(session, ui, 5, 5);
}

// ---- at every size

static void check_width(const float size[2], float scale, const char *what)
{
    viewer.input.batch.input.scale = scale;
    update_in((int) size[0], (int) size[1], 4);
    if (panel_overflow() > 1)
        fail_msg("%gx%g at %g: %s is %g pixels too wide", size[0], size[1], scale, what,
                 panel_overflow());
}

// All words on a panel fit it, or end with an ellipsis.
TEST(nothing_is_cut_off_at_any_size)
{
    static const float sizes[][2] = { { 640, 360 },   { 800, 600 },   { 1280, 720 },
                                      { 1920, 1080 }, { 3840, 2160 }, { 360, 640 } };
    static const float scales[] = { 1, 1.5f, 2, 3 };
    show_all();
    for (int i = 0; i < 6 * 4; i++) {
        ui->on_page = false;
        ui->dialog = DIALOG_NONE;
        check_width(sizes[i % 6], scales[i / 6], "the chain");
        ui->on_page = true;
        for (int page = 0; page < PAGES; page++) {
            ui->page = (enum ui_page) page;
            if (ui_page_name(ui, ui->page))
                check_width(sizes[i % 6], scales[i / 6], ui_page_name(ui, ui->page));
        }
        ui->dialog = DIALOG_KEYS;
        check_width(sizes[i % 6], scales[i / 6], "the dialog of keys");
        ui->dialog = DIALOG_NONE;
        ui->welcome = true;
        check_width(sizes[i % 6], scales[i / 6], "the first help");
        ui->welcome = false;
    }
    viewer.input.batch.input.scale = 1;
    ui->page = PAGE_TIMES;
}

// ---- what the panel takes

// With all panels, in a window of 1920x1080; what is drawn on is a corner of it, for filling it is
// not what is measured. Where sanitizers look on it takes longer.
TEST(the_panel_needs_less_than_a_millisecond)
{
    enum { FRAMES = 30 };
    LOCAL_TEXTURE target = new_texture(WIDTH, HEIGHT, FORMAT_RGBA8);
    struct input_state input = { .width = 1920, .height = 1080, .seconds = 1.0f / 60 };
    panel_cost_init(renderer->gpu.info.software);
    show_all();
    const int64_t frames = renderer->gpu.timer.begun;
    for (int i = 0; i < FRAMES; i++) {
        show_picture(&renderer->side.output, &target);
        panel_build(session, ui, &input);
        panel_draw();
    }
    const struct panel_cost cost = panel_cost_times();
    printf("the panel: %.3f ms of the CPU, %.3f ms of the GPU\n", cost.cpu, cost.gpu);
    assert_true(cost.cpu > 0 && cost.gpu > 0);
    assert_true(cost.cpu < (getenv("HALATION_TEST_FEW") ? 50 : 1));
    assert_true(renderer->gpu.timer.begun == frames); // no frame of the picture's passes has it
    for (int i = 0; i < session->stats.count; i++)
        assert_null(strstr(session->stats.scopes[i].name, "panel"));
    panel_cost_finish();
}

AROUND_TESTS(.begin = viewer_begin, .before = viewer_fresh)
