// Keys change a ui_state and nothing else: those that do nothing say why, and what takes a window
// or a GPU is only requested.

#include "app/edit/edit.h"
#include "app/renderer/renderer.h"
#include "app/window/controls/controls.h"
#include "app/window/state/input.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/keys.h"

static struct ui_state ui;

static void start(const char *chain, const char *scene)
{
    const struct scene_choice choice = parse_scene(scene);
    ui_init(&ui, chain_of(chain), &choice, -1);
    ui.step = ui.param = 0;
}

// A key, and what the window does after each.
static void press_key(int key, unsigned modifiers)
{
    ui.message.words[0] = '\0';
    controls_press(&ui, key, modifiers, false);
    ui_push_history(&ui, false);
}

static void press(const char *keys)
{
    keys_press(keys, press_key);
}

static void play(const char *script)
{
    keys_play(script, &ui, press);
}

TEST(keys_that_do_nothing_say_why)
{
    for_each_case(one, "refused_keys.txt") {
        const char *chain = next_line(&one.text), *key = next_line(&one.text);
        const char *scene = next_line(&one.text);
        start(chain, scene ? scene : "icosahedra");
        const struct chain before = ui.chain;
        play(formatted("%s -> paused=0 viewing_step=0 said %s", key, one.expected));
        assert_true(chain_equal(&before, &ui.chain));
    }
}

TEST(text_is_not_turned_but_typed)
{
    struct edit_line line;
    start("dither", "icosahedra");
    while (edit_line(&ui.chain, 0, ui.param, &line) && line.param->type != PARAM_TYPE_TEXT)
        ui.param++;
    play("Right -> said is text");
}

// A chain that comes back is said to be of its own preset.
TEST(undo_brings_the_preset_back)
{
    start("threshold,dual", "icosahedra");
    const int first = ui.preset;
    press("]");
    const int second = ui.preset;
    assert_int_not_equal(first, second);
    press("Ctrl+Z");
    assert_int_equal(ui.preset, first);
    press("Ctrl+Shift+Z");
    assert_int_equal(ui.preset, second);
}

// Up and Down walk through all lines of a step, the four edges of its region among them.
// A region is one line, which Right unfolds; its edges fold when none of them is selected.
TEST(all_edges_of_the_region_are_reached)
{
    start("encode:roi=0.2/0.2/0.8/0.8", "icosahedra");
    play("Down -> param=0\n"
         "Left -> said roi is folded\n"
         "Right -> \n"
         "Left Down Left Down Right Down Right Down -> param=0\n"
         "Up -> param=0 chain=encode:roi=0.19/0.19/0.81/0.81\n");
}

TEST(keys_request_what_only_the_frame_loop_can_do)
{
    static const struct {
        const char *key;
        enum ui_request request;
    } table[] = {
        { "F5", UI_RELOAD },
        { "F11", UI_FULL_SCREEN },
        { "F12", UI_PICTURE },
        { "Esc", UI_QUIT },
    };
    for_each(row, table) {
        start("threshold", "icosahedra");
        press(row->key);
        press(row->key);
        assert_int_equal(ui.requests, 1u << row->request);
        assert_true(ui_take_request(&ui, row->request));
        assert_false(ui_take_request(&ui, row->request));
    }
}

// A list, then the help, then the window, in however few frames.
TEST(escape_closes_one_thing_at_a_time)
{
    start("threshold", "icosahedra");
    ui.list_open = true;
    ui.dialog = DIALOG_KEYS;
    play("L K Esc -> dialog=keys list=0\n"
         "Esc -> dialog=none list=0 loupe=1 viewing_step=1\n"
         "Esc -> loupe=0 viewing_step=1\n"
         "Esc -> viewing_step=0 requests=0\n"
         "Esc -> requests=quit\n");
}

// ---- the whole table

// These rows change the chains, the scene or how many sides there are; all others change only how
// that is looked at.
static const char *const changing[] = {
    "Left, Right",
    "1 to 9",
    "B",
    "V",
    "[",
    "]",
    "Delete",
    "Ctrl+D",
    "Ctrl+Up",
    "Ctrl+Down",
    "R",
    "Ctrl+Z",
    "Ctrl+Shift+Z",
    "Ctrl+V",
    "A",
    "Ctrl+Tab",
    "X",
    "Ctrl+A",
    "/",
    "S",
    "D",
    "F",
    "U", // impl of the plain shaders
};

static bool is_changing(const char *name)
{
    for_each(row, changing)
        if (strcmp(*row, name) == 0)
            return true;
    return false;
}

static const char *clip(void *text)
{
    return text;
}

static void keep(void *text, const char *copied)
{
    (void) text, (void) copied;
}

enum start { ONE_SIDE, TWO_SIDES, PRESETS, STARTS };

// Something to undo and something to redo, a value that can be reset and a step that can be moved,
// a picture to fit, a chain in the clipboard, and panels that are hidden.
static void start_with(enum start from)
{
    static char text[] = "pixelate";
    start("exposure,dual:sigma=3,saturation", "image:file=a.png");
    ui.clipboard = (struct input_clipboard){ clip, keep, text };
    ui.panels = 0;
    ui.step = 1;
    if (from == TWO_SIDES)
        ui.other = parse_chain("kawase");
    ui.has_other = from == TWO_SIDES;
    ui_push_history(&ui, false);
    for (int i = 0; i < 2; i++)
        press("Right");
    press("Ctrl+Z");
    if (from == PRESETS)
        press("Ctrl+O");
}

static bool same_state(const struct history_state *state)
{
    return !ui_has_changed(&ui) && history_state_equal(state, history_current(&ui.history));
}

// Rows for several keys are pressed by one of them, and the others as a click in the list of keys.
static void press_row(int i)
{
    const struct control *control = &controls[i];
    ui.message.words[0] = '\0';
    if (control->last == 0) {
        ui.clicked = control;
        controls_click(&ui, false);
        ui_push_history(&ui, false);
    } else {
        press_key(control->key == '1' ? '2' : control->last, control->modifiers);
    }
}

// Returns whether the row changes something, which undo then gives back to the last bit.
static bool changes_and_is_undone(int i, enum start from)
{
    start_with(from);
    const bool is_undo = strcmp(controls[i].name, "Ctrl+Z") == 0;
    const struct history_state before = *history_current(&ui.history);
    press_row(i);
    if (same_state(&before))
        return false;
    press(is_undo ? "Ctrl+Shift+Z" : "Ctrl+Z");
    if (!same_state(&before))
        fail_msg("%s is not undone", controls[i].name);
    return true;
}

TEST(every_row_that_changes_something_is_undone)
{
    for (int i = 0; controls[i].name; i++) {
        bool changes = false;
        for (int from = 0; from < STARTS; from++)
            changes = changes_and_is_undone(i, (enum start) from) || changes;
        if (changes != is_changing(controls[i].name))
            fail_msg("%s changes %s", controls[i].name, changes ? "something" : "nothing");
    }
}

// In words; or a panel or a field opens, which has a title; or it is a request, and the frame loop
// says it.
TEST(every_row_says_what_it_did)
{
    for (int i = 0; controls[i].name; i++)
        for (int from = ONE_SIDE; from <= TWO_SIDES; from++) {
            start_with((enum start) from);
            press_row(i);
            const bool opens = ui.dialog != DIALOG_NONE || ui.opens_field;
            if (!ui.message.words[0] && !opens && !ui.requests)
                fail_msg("%s says nothing", controls[i].name);
        }
}

// ---- the walk through implementations

// cs_columns and cs_blocked take no offset but 1.
TEST(v_passes_over_what_does_not_fit)
{
    static const struct renderer renderer = { .plan_options = { .width = 64, .height = 64 } };
    unsigned seen = 0;
    start("dual:offset=1.2:levels=1", "icosahedra");
    ui.renderer = &renderer;
    for (int i = 0; i < 6; i++) {
        press("V");
        seen |= 1u << chain_step_impl(&ui.chain.steps[0]);
    }
    assert_string_equal(effect_dual.impls[3]->name, "cs_blocked");
    assert_int_equal(seen, 1 << 0 | 1 << 1 | 1 << 2); // auto and two others
}

TEST(escape_names_the_side_that_is_not_saved)
{
    start("threshold,dual", "icosahedra");
    play("A Right Esc -> said side B is not saved\n"
         "Ctrl+Tab Esc -> said side B is not saved\n"
         "Right Right Esc -> said both sides are not saved\n");
}

TEST(a_key_shows_the_page_before_it_turns_it)
{
    start("threshold", "icosahedra");
    play("I -> on_page=1 page=times\n"
         "I -> page=passes\n"
         "I I -> page=spread\n"
         "I -> page=times\n"); // there is one side, and so no page of two
}

TEST(the_title_names_chain_and_file)
{
    char title[256];
    start("threshold,dual", "icosahedra");
    ui_title(&ui, title, sizeof(title));
    assert_string_equal(title, "halation: a chain of your own");
    start("threshold,dual", "image:file=pictures/lamp.png");
    press("]");
    press("[");
    ui_title(&ui, title, sizeof(title));
    assert_contains(title, ", lamp.png");
    assert_contains(title, preset_name(ui.preset));
}

// Once for each state of a chain that was changed and is nowhere else.
TEST(escape_asks_before_a_change_is_lost)
{
    start("threshold,dual", "icosahedra");
    play("Right Esc -> requests=0 said the chain is not saved: Esc again quits, Ctrl+S saves\n"
         "Right Esc -> requests=0\n"
         "Esc -> requests=quit\n");
    start("threshold,dual", "icosahedra");
    play("Right Ctrl+Z Esc -> requests=quit\n"); // as it was
    start("threshold,dual", "icosahedra");
    play("] Esc -> requests=quit\n"); // a preset is not lost
    ui.requests = 0;
    press("A Right Ctrl+Tab"); // the changed one is the other
    ui.view.mode = PRESENT_ONE;
    play("Esc -> requests=0\n");
}

TEST(undo_leaves_the_selected_step)
{
    start("threshold,dual,composite,tonemap", "icosahedra");
    ui.step = 2;
    play("Delete Ctrl+Z -> chain=threshold,dual,composite,tonemap step=2 param=0\n" // as it was
                                                                                    // before
         "Tab Down Ctrl+Shift+Z -> chain=threshold,dual,tonemap step=2 param=1\n");
    ui.step = 1;
    play("Ctrl+D -> step=2\n" // the copy is selected
         "Ctrl+Z -> step=1 param=1\n"
         "B Ctrl+Z -> chain=threshold,dual,tonemap step=1 param=0\n");
    start("dual:sigma=3,dual:sigma=5", "icosahedra");
    ui.step = 1;
    play("Ctrl+Up Ctrl+Z -> step=1\n"); // of two alike the one with its values
}

// A is the chain as it was, with each press; the split key toggles at once.
TEST(a_copy_is_edited_at_the_right)
{
    start("dual:sigma=4", "icosahedra");
    snprintf(ui.files[0], UI_PATH_SIZE, "my.chain");
    play("A Right -> chain=dual:sigma=4.1 other=dual:sigma=4 side=B mode=split file=my.chain\n"
         "/ -> mode=one\n"
         "S A -> chain=dual:sigma=4.1 other=dual:sigma=4.1 side=B mode=sides\n"
         "Ctrl+Z Ctrl+Z Ctrl+Z -> other=none side=A mode=one\n"
         "D Right -> other=dual:sigma=4 side=B mode=difference\n");
}

// If a shader does not compile, the walk goes on behind what was refused, however many.
TEST(v_goes_on_behind_what_was_refused)
{
    start("box", "icosahedra");
    const struct chain runs = ui.chain;
    for (int tries = 1; tries <= 4; tries++) {
        press("V");
        assert_int_equal(chain_step_impl(&ui.chain.steps[0]), tries);
        ui_restore_running(&ui, &runs, &ui.scene);
        ui.impls_tried = 0;
        assert_true(chain_equal(&ui.chain, &runs));
        assert_false(ui_has_changed(&ui));
    }
    press("B"); // another effect: nothing of it was refused
    press("B V");
    assert_int_equal(chain_step_impl(&ui.chain.steps[0]), 1);
}

AROUND_TESTS(.begin = folder_enter)
