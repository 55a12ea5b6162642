// Keys that do nothing say why. Without a window: these keys touch the chain alone.

#include "app/edit/edit.h"
#include "app/window/controls.h"
#include "app/window/viewer.h"

#include <stdio.h>
#include <string.h>

// What cmocka wants to see before its own header.
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
// clang-format on

static struct viewer viewer;

static void start(const char *chain, const char *scene)
{
    struct error error;
    viewer = (struct viewer){ .preset = -1 };
    if (!chain_parse(&viewer.chain, chain, NULL, &error) ||
        !scene_parse(&viewer.scene, scene, &error))
        fail_msg("%s", error.text);
    viewer.first = viewer.chain;
    const struct history_state state = { viewer.chain, viewer.scene, viewer.preset };
    history_init(&viewer.history, &state);
}

static void press(int key, unsigned modifiers)
{
    viewer.message.words[0] = '\0';
    controls_press(&viewer, key, modifiers, false);
}

static void assert_said(const char *words)
{
    if (!strstr(viewer.message.words, words))
        fail_msg("said '%s', not '%s'", viewer.message.words, words);
}

static void keys_that_do_nothing_say_why(void **state)
{
    (void) state;
    static const struct {
        const char *chain, *scene;
        int key;
        unsigned modifiers;
        const char *words;
    } table[] = {
        { "threshold", "icosahedra", 'B', 0, "no step of the chain blurs" },
        { "threshold", "icosahedra", 'V', 0, "has implementations" },
        { "threshold", "icosahedra", '2', 0, "there is no step 2; the chain has 1" },
        { "threshold", "icosahedra", '9', 0, "there is no step 9" },
        { "threshold", "icosahedra", WINDOW_KEY_TAB, 0, "one step" },
        { "threshold:level=0", "icosahedra", WINDOW_KEY_LEFT, 0, "level is at its lower end" },
        { "dual:sigma=1000", "icosahedra", WINDOW_KEY_RIGHT, 0, "sigma is at its upper end" },
        { "threshold", "icosahedra", 'R', 0, "threshold is as it was at first" },
        { "threshold", "icosahedra", 'Z', WINDOW_CTRL, "nothing to undo" },
        { "threshold", "icosahedra", 'Z', WINDOW_CTRL | WINDOW_SHIFT, "nothing to redo" },
        { "threshold", "icosahedra", WINDOW_KEY_F5, 0, "--shader-dir" },
        { "threshold", "checker", ' ', 0, "checker does not move" },
        { "threshold", "checker", '.', 0, "checker does not move" },
        { "threshold", "icosahedra", 'Q', 0, "the key Q does nothing" },
        { "threshold", "icosahedra", '0', 0, "the key 0 does nothing" },
        { "", "icosahedra", WINDOW_KEY_TAB, 0, "no steps" },
        { "", "icosahedra", WINDOW_KEY_DOWN, 0, "no steps" },
        { "", "icosahedra", WINDOW_KEY_RIGHT, 0, "no steps" },
        { "", "icosahedra", '1', 0, "no steps" },
        { "", "icosahedra", 'B', 0, "no step" },
        { "", "icosahedra", 'V', 0, "no step" },
        { "", "icosahedra", 'K', 0, "no steps" },
        { "", "icosahedra", 'R', 0, "no steps" },
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        start(table[i].chain, table[i].scene);
        const struct chain before = viewer.chain;
        press(table[i].key, table[i].modifiers);
        assert_said(table[i].words);
        assert_true(chain_equal(&before, &viewer.chain));
        assert_false(viewer.paused || viewer.viewing_step);
    }
}

static void text_is_not_turned_but_typed(void **state)
{
    (void) state;
    struct edit_line line;
    start("dither", "icosahedra");
    while (edit_line(&viewer.chain, 0, viewer.param, &line) && line.param->type != PARAM_TYPE_TEXT)
        viewer.param++;
    press(WINDOW_KEY_RIGHT, 0);
    assert_said("is text");
}

// As the window does after each key.
static void remember(void)
{
    const struct history_state now = { viewer.chain, viewer.scene, viewer.preset };
    history_push(&viewer.history, &now);
}

static void undo_says_what_it_undid(void **state)
{
    (void) state;
    struct error error;
    start("threshold,dual", "icosahedra");
    press(WINDOW_KEY_TAB, 0);
    press(WINDOW_KEY_RIGHT, 0);
    remember();
    assert_true(scene_parse(&viewer.scene, "checker", &error));
    remember();
    press('Z', WINDOW_CTRL);
    assert_string_equal(viewer.message.words, "undone: scene icosahedra (was checker)");
    assert_string_equal(viewer.scene.scene->name, "icosahedra");
    press('Z', WINDOW_CTRL);
    assert_string_equal(viewer.message.words, "undone: sigma 16 (was 16.5)");
    press('Z', WINDOW_CTRL | WINDOW_SHIFT);
    assert_string_equal(viewer.message.words, "redone: sigma 16.5 (was 16)");
    press('Z', WINDOW_CTRL | WINDOW_SHIFT);
    assert_string_equal(viewer.message.words, "redone: scene checker (was icosahedra)");
    assert_string_equal(viewer.scene.scene->name, "checker");
}

// A chain that comes back is said to be of its own preset.
static void undo_brings_the_preset_back(void **state)
{
    (void) state;
    start("threshold,dual", "icosahedra");
    const int first = viewer.preset;
    press(']', 0);
    remember();
    const int second = viewer.preset;
    assert_int_not_equal(first, second);
    press('Z', WINDOW_CTRL);
    assert_int_equal(viewer.preset, first);
    press('Z', WINDOW_CTRL | WINDOW_SHIFT);
    assert_int_equal(viewer.preset, second);
}

// Up and Down walk through all lines of a step, the four edges of its region among them.
static void all_edges_of_the_region_are_reached(void **state)
{
    (void) state;
    char text[CHAIN_TEXT_SIZE];
    start("encode:roi=0.2/0.2/0.8/0.8", "icosahedra");
    for (int i = 0; i < 4; i++) {
        press(i < 2 ? WINDOW_KEY_LEFT : WINDOW_KEY_RIGHT, 0);
        press(WINDOW_KEY_DOWN, 0);
    }
    assert_int_equal(viewer.param, 0);
    chain_print(&viewer.chain, text, sizeof(text));
    assert_string_equal(text, "encode:roi=0.19/0.19/0.81/0.81");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_that_do_nothing_say_why),
        cmocka_unit_test(text_is_not_turned_but_typed),
        cmocka_unit_test(undo_says_what_it_undid),
        cmocka_unit_test(undo_brings_the_preset_back),
        cmocka_unit_test(all_edges_of_the_region_are_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
