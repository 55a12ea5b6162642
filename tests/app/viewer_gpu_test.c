// The viewer without a window: what hands do is put into its queue, and what it makes of that is
// looked at. Nothing is drawn.

#include "app/command/options_parse.h"
#include "app/panel/panel.h"
#include "app/window/viewer.h"
#include "tests/fixtures/gpu_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 64, HEIGHT = 32 };

static struct viewer viewer;

static int begin(void **state)
{
    (void) state;
    char *argv[] = {
        "halation", "--size", "64x32", "--impl-profile=off", "--chain=threshold,gaussian", NULL
    };
    struct options options;
    struct error error;
    gpu_fixture();
    if (!options_parse(&options, 5, argv, &error) ||
        !lab_init(&viewer.lab, &options, false, &error))
        fail_msg("%s", error.text);
    const struct history_state first = { options.chain, options.scene };
    viewer.chain = viewer.first = options.chain;
    viewer.scene = options.scene;
    history_init(&viewer.history, &first);
    pass_stats_init(&viewer.stats, PANEL_PLOTTED_FRAMES);
    panel_init(NULL, 1);
    return 0;
}

static int finish(void **state)
{
    (void) state;
    panel_finish();
    pass_stats_finish(&viewer.stats);
    lab_finish(&viewer.lab);
    gpu_fixture_finish();
    return 0;
}

static void push(int key, unsigned modifiers, bool down, bool repeated)
{
    const struct input_event event = {
        .kind = INPUT_KEY,
        .code = key,
        .modifiers = modifiers,
        .down = down,
        .repeated = repeated,
    };
    input_queue_push(&viewer.window.input, &event);
}

static void tap(int key, unsigned modifiers)
{
    push(key, modifiers, true, false);
    push(key, modifiers, false, false);
}

static void obey(void)
{
    viewer_obey(&viewer, WIDTH, HEIGHT);
    struct panel_view view = { .chain = &viewer.chain, .scene = &viewer.scene };
    panel_follow(&view, &viewer.input.input);
}

static void assert_chain(const char *text)
{
    char printed[CHAIN_TEXT_SIZE];
    chain_print(&viewer.chain, printed, sizeof(printed));
    assert_string_equal(printed, text);
    assert_true(chain_equal(&viewer.chain, &viewer.lab.side.chain)); // it runs
}

static void all_keys_of_a_slow_frame_are_obeyed(void **state)
{
    (void) state;
    tap(WINDOW_KEY_TAB, 0);
    tap(WINDOW_KEY_RIGHT, 0);
    tap(WINDOW_KEY_RIGHT, 0);
    tap('1', 0);
    obey();
    assert_chain("-threshold,gaussian:sigma=17");
    tap('Z', WINDOW_CTRL);
    tap('Z', WINDOW_CTRL);
    obey();
    assert_chain("threshold,gaussian:sigma=16.5");
    tap('Z', WINDOW_CTRL);
    obey();
    assert_chain("threshold,gaussian");
}

// A key that is held moves on and on; undo takes back the hold.
static void a_key_that_is_held_is_one_state(void **state)
{
    (void) state;
    tap(WINDOW_KEY_RIGHT, 0);
    obey();
    push(WINDOW_KEY_RIGHT, 0, true, false);
    for (int i = 0; i < 3; i++) {
        push(WINDOW_KEY_RIGHT, 0, true, true);
        obey();
    }
    push(WINDOW_KEY_RIGHT, 0, false, false);
    obey();
    assert_chain("threshold,gaussian:sigma=18.5");
    tap('Z', WINDOW_CTRL);
    obey();
    assert_chain("threshold,gaussian:sigma=16.5");
    tap('Z', WINDOW_CTRL);
    obey();
    assert_chain("threshold,gaussian");
}

// What the panel does to the scene is put there by hand.
static void the_scene_is_undone_and_redone(void **state)
{
    (void) state;
    struct error error;
    const struct scene_choice before = viewer.scene;
    assert_true(scene_parse(&viewer.scene, "checker", &error));
    obey();
    assert_string_equal(viewer.lab.scene.scene->name, "checker");
    assert_true(scene_parse(&viewer.scene, "checker:dark=0.25", &error));
    obey();
    tap('Z', WINDOW_CTRL);
    tap('Z', WINDOW_CTRL);
    obey();
    assert_true(scene_equal(&viewer.lab.scene, &before));
    assert_non_null(strstr(viewer.message.words, "undone: scene icosahedra (was checker)"));
    tap('Z', WINDOW_CTRL | WINDOW_SHIFT);
    tap('Z', WINDOW_CTRL | WINDOW_SHIFT);
    obey();
    assert_non_null(strstr(viewer.message.words, "redone: dark 0.25"));
    tap('Z', WINDOW_CTRL);
    tap('Z', WINDOW_CTRL);
    obey();
    assert_true(scene_equal(&viewer.lab.scene, &before));
}

static void what_the_lab_refuses_is_no_state(void **state)
{
    (void) state;
    struct error error;
    assert_true(scene_parse(&viewer.scene, "image:file=nowhere.png", &error));
    obey();
    assert_string_equal(viewer.scene.scene->name, "icosahedra");
    assert_true(viewer.message.is_error);
    tap('2', 0);
    obey();
    assert_false(viewer.message.is_error); // something has succeeded since
    tap('Z', WINDOW_CTRL);
    obey();
    assert_chain("threshold,gaussian");
}

static void escape_closes_the_help_first(void **state)
{
    (void) state;
    tap('H', 0);
    obey();
    assert_true(viewer.help_shown);
    tap(WINDOW_KEY_ESCAPE, 0);
    obey();
    assert_false(viewer.help_shown);
}

// ---- the mouse, in a window wide enough for the sheets

enum { WIDE = 1280, HIGH = 720 };

static void push_mouse(enum input_kind kind, float x, float y, bool down)
{
    const struct input_event event = { .kind = kind, .down = down, .x = x, .y = y };
    input_queue_push(&viewer.window.input, &event);
}

static void show_wide(void)
{
    for (int i = 0; i < 3; i++) {
        viewer_obey(&viewer, WIDE, HIGH);
        struct panel_view view = {
            .chain = &viewer.chain,
            .scene = &viewer.scene,
            .step = &viewer.step,
            .param = &viewer.param,
            .stats = &viewer.stats,
            .renderer = "a GPU",
            .panel_shown = true,
        };
        panel_follow(&view, &viewer.input.input);
    }
}

static void click(float x, float y)
{
    push_mouse(INPUT_CURSOR, x, y, false);
    push_mouse(INPUT_BUTTON, x, y, true);
    show_wide();
    push_mouse(INPUT_BUTTON, x, y, false);
    show_wide();
}

static bool has_chain(const char *text)
{
    char printed[CHAIN_TEXT_SIZE];
    chain_print(&viewer.chain, printed, sizeof(printed));
    return strcmp(printed, text) == 0;
}

static void set_chain(const char *text)
{
    struct error error;
    assert_true(chain_parse(&viewer.chain, text, NULL, &error));
    show_wide();
}

// The first press moves the slider, the second sets the default: undo takes back both at once.
static void a_double_click_is_one_state(void **state)
{
    (void) state;
    static const char *const before = "threshold:level=9.5,gaussian", *const after =
                                                                          "threshold,gaussian";
    const float x = WIDE - 190;
    bool found = false;
    viewer.panel_shown = true;
    viewer.step = 0;
    for (float y = 20; y < 300 && !found; y += 9) {
        set_chain(before);
        click(x, y);
        const bool moves = !has_chain(before);
        click(x, y);
        found = moves && has_chain(after);
    }
    assert_true(found);
    tap('Z', WINDOW_CTRL);
    show_wide();
    assert_true(has_chain(before));
    viewer.panel_shown = false;
}

// ---- what is drawn

static int scopes_of_a_frame(void)
{
    const struct gpu_frame *frame;
    int count = 0;
    lab_draw(&viewer.lab, 0);
    step_view_draw(&viewer.step_view, &viewer.lab);
    while ((frame = gpu_timer_collect(&viewer.lab.gpu.timer, true)))
        count = frame->count;
    return count;
}

// Of whatever step K shows the picture, the times are those of all steps.
static void a_look_at_a_step_keeps_the_tree_of_times(void **state)
{
    (void) state;
    struct error error;
    assert_true(chain_parse(&viewer.chain, "threshold,gaussian,tonemap", NULL, &error));
    obey();
    const int whole = scopes_of_a_frame();
    assert_true(whole > 4);
    for (int step = 0; step < 3; step++) {
        assert_true(step_view_set(&viewer.step_view, &viewer.lab, step, &error));
        assert_int_equal(scopes_of_a_frame(), whole);
    }
    step_view_finish(&viewer.step_view);
    viewer.step_view = (struct step_view){ 0 };
}

// The file's words repeat what the window showed beside its sheets.
static void a_picture_is_told_by_its_whole_path(void **state)
{
    (void) state;
    char folder[] = "/tmp/halation_viewer_XXXXXX", words[128], before[1024];
    assert_non_null(getcwd(before, sizeof(before)));
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    lab_draw(&viewer.lab, 0);
    viewer_write_picture(&viewer);
    unlink("halation_0001.png");
    assert_int_equal(chdir(before), 0);
    rmdir(folder);
    snprintf(words, sizeof(words), "wrote %s/halation_0001.png", folder);
    assert_string_equal(viewer.message.words, words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_keys_of_a_slow_frame_are_obeyed),
        cmocka_unit_test(a_key_that_is_held_is_one_state),
        cmocka_unit_test(the_scene_is_undone_and_redone),
        cmocka_unit_test(what_the_lab_refuses_is_no_state),
        cmocka_unit_test(escape_closes_the_help_first),
        cmocka_unit_test(a_double_click_is_one_state),
        cmocka_unit_test(a_look_at_a_step_keeps_the_tree_of_times),
        cmocka_unit_test(a_picture_is_told_by_its_whole_path),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
