// The viewer without a window: what hands do is put into its queue, and what it makes of that is
// looked at. Nothing is drawn.

#include "app/panel.h"
#include "app/viewer.h"
#include "tests/gpu_fixture.h"

#include <string.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_keys_of_a_slow_frame_are_obeyed),
        cmocka_unit_test(a_key_that_is_held_is_one_state),
        cmocka_unit_test(the_scene_is_undone_and_redone),
        cmocka_unit_test(what_the_lab_refuses_is_no_state),
        cmocka_unit_test(escape_closes_the_help_first),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
