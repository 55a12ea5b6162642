// The chain by hand, without a window: keys, typed letters and a mouse are put into the viewer's
// queue, and what becomes of the chain is looked at. Places are found by trying, so that the layout
// may change.

#include "app/command/options_parse.h"
#include "app/lab/edit/edit.h"
#include "app/lab/text/clock.h"
#include "app/window/controls/controls.h"
#include "app/window/loop/viewer.h"
#include "app/window/state/input.h"
#include "app/window/view/panel.h"
#include "app/window/view/widgets.h"
#include "tests/fixtures/gpu_fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 400 };

static const float names = 700, values = WIDTH - 120; // columns of the sheet at the right

static struct viewer viewer;
static struct workbench *const workbench = &viewer.workbench;
static struct trials *const trials = &viewer.stage.trials;

static int begin(void **state)
{
    (void) state;
    char *argv[] = { "halation", "--size=96x40", "--chain=exposure", "--scene=checker" };
    struct options options;
    struct error error;
    gpu_fixture();
    if (!options_parse(&options, 4, argv, &error) || !stage_init(&viewer.stage, &options, &error))
        fail_msg("%s", error.text);
    workbench_init(workbench, &options.draw.chain, &options.draw.scene, -1);
    panel_init(NULL);
    return 0;
}

static int finish(void **state)
{
    (void) state;
    panel_finish();
    stage_finish(&viewer.stage);
    gpu_fixture_finish();
    return 0;
}

// ---- hands

static void push(const struct input_event *from)
{
    struct input_event event = *from;
    static double seconds;
    event.seconds = seconds += 1; // else two presses are a double click
    input_queue_push(&viewer.window.input.queue, &event);
}

static void tap(int key, unsigned modifiers)
{
    push(&(struct input_event){
        .kind = INPUT_KEY, .code = key, .modifiers = modifiers, .down = true });
    push(&(struct input_event){ .kind = INPUT_KEY, .code = key, .modifiers = modifiers });
}

// Letters come as keys and as characters.
static void type(const char *text)
{
    for (; *text; text++) {
        tap(*text >= 'a' && *text <= 'z' ? *text - 'a' + 'A' : *text, 0);
        push(&(struct input_event){ .kind = INPUT_CHARACTER, .code = *text });
    }
}

static void point(float x, float y)
{
    push(&(struct input_event){ .kind = INPUT_CURSOR, .x = x, .y = y });
}

static void hold(bool down)
{
    push(&(struct input_event){ .kind = INPUT_BUTTON, .code = INPUT_LEFT, .down = down });
}

// A frame of a window of that size, but for the picture, which is smaller and not drawn.
static void obey_once(void)
{
    struct input_state *input = &viewer.input.frame.input;
    input->width = WIDTH;
    input->height = HEIGHT;
    viewer_take_input(&viewer);
    viewer_follow_panel(&viewer);
}

// The panel shows what was made of its last frame one frame later.
static void obey(void)
{
    obey_once();
    obey_once();
}

// Frames of that picture, which grant what was wished.
static void render(int count)
{
    for (int i = 0; i < count; i++)
        viewer_render(&viewer, 96, 40);
}

static void click(float x, float y)
{
    point(x, y);
    hold(true);
    hold(false);
    obey();
}

static void drag(float x, float y0, float y1)
{
    point(x, y0);
    hold(true);
    point(x, y1);
    hold(false);
    obey();
}

static void start(const char *text)
{
    struct error error;
    struct chain chain;
    if (!chain_parse(&chain, text, NULL, &error))
        fail_msg("%s", error.text);
    workbench_init(workbench, &chain, &workbench->scene, -1);
    workbench->step = workbench->param = 0;
    point(WIDTH / 2, HEIGHT / 2);
    obey();
    obey();
}

static void assert_chain(const char *text)
{
    char printed[CHAIN_TEXT_SIZE];
    chain_print(&workbench->chain, printed, sizeof(printed));
    assert_string_equal(printed, text);
    assert_true(chain_equal(&workbench->chain, &viewer.stage.lab.side.chain)); // it runs
}

static void assert_said(const char *words)
{
    if (!strstr(workbench->message.words, words))
        fail_msg("said '%s', not '%s'", workbench->message.words, words);
}

// ---- the list of effects

// All of it in one slow frame: no letter is taken for a key of the window.
static void a_step_is_added_by_typing(void **state)
{
    (void) state;
    start("exposure,saturation,tonemap");
    tap(WINDOW_KEY_INSERT, 0);
    type("kaw");
    tap(WINDOW_KEY_ENTER, 0);
    tap(WINDOW_KEY_RIGHT, 0);
    obey();
    assert_chain("exposure,kawase:sigma=16.5,saturation,tonemap");
    assert_int_equal(workbench->step, 1);
    assert_int_equal(workbench->sheet, SHEET_NONE);
    assert_false(workbench->viewing_step || workbench->has_other);
    tap('Z', WINDOW_CTRL);
    tap('Z', WINDOW_CTRL);
    obey();
    assert_chain("exposure,saturation,tonemap");
    assert_said("undone: removed kawase");
    tap('I', WINDOW_CTRL);
    type("few levels");
    tap(WINDOW_KEY_DOWN, 0);
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    assert_chain("exposure,saturation,tonemap,error_diffusion");
    assert_said("added error_diffusion as step 4, the nearest place where it can stand");
}

// So it is with the fields of values: no digit switches a step, and after Return Tab is a key
// again.
static void values_are_typed_in_one_frame(void **state)
{
    (void) state;
    start("threshold,exposure,saturation");
    tap(WINDOW_KEY_ENTER, 0);
    type("1.5");
    tap(WINDOW_KEY_TAB, 0);
    type("0.25");
    tap(WINDOW_KEY_ENTER, 0);
    tap(WINDOW_KEY_TAB, 0);
    tap(WINDOW_KEY_ENTER, 0);
    type("2");
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    assert_chain("threshold:level=1.5:knee=0.25,exposure:ev=2,saturation");
    assert_false(widgets_want_keys());
}

static void what_the_panel_changes_is_a_state_in_the_same_frame(void **state)
{
    (void) state;
    struct input_event enter = { .kind = INPUT_KEY, .code = WINDOW_KEY_ENTER, .down = true };
    start("exposure");
    tap(WINDOW_KEY_ENTER, 0);
    type("2");
    push(&enter);
    obey_once();
    assert_chain("exposure:ev=2");
    assert_false(workbench_has_changed(workbench));
    enter.down = false;
    push(&enter);
    tap('Z', WINDOW_CTRL);
    obey();
    assert_chain("exposure");
}

// No sheet has been used yet, so Dear ImGui knows of none that has the keys.
static void the_list_is_the_first_sheet(void **state)
{
    (void) state;
    panel_finish();
    panel_init(NULL);
    start("exposure");
    workbench->panel_shown = false;
    obey();
    tap(WINDOW_KEY_INSERT, 0);
    type("kaw");
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    assert_chain("exposure,kawase");
}

static void the_list_closes_without_a_choice(void **state)
{
    (void) state;
    start("exposure");
    tap(WINDOW_KEY_INSERT, 0);
    type("no such");
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    assert_int_equal(workbench->sheet, SHEET_ADD);
    tap(WINDOW_KEY_ESCAPE, 0);
    obey();
    assert_int_equal(workbench->sheet, SHEET_NONE);
    assert_false(workbench_grant(workbench, WORKBENCH_QUIT));
    assert_chain("exposure");
    tap(WINDOW_KEY_INSERT, 0); // what was typed is forgotten
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    assert_chain("exposure,dual");
}

static void a_press_adds_an_effect(void **state)
{
    (void) state;
    start("exposure");
    for (float y = 60; y < HEIGHT && workbench->chain.count == 1; y += 12) {
        if (workbench->sheet != SHEET_ADD)
            tap(WINDOW_KEY_INSERT, 0);
        obey();
        click(WIDTH / 2, y);
    }
    assert_int_equal(workbench->chain.count, 2);
    assert_int_equal(workbench->sheet, SHEET_NONE);
    assert_int_equal(workbench->step, 1);
    tap('Z', WINDOW_CTRL);
    obey();
    assert_chain("exposure");
}

// ---- keys and buttons

static void keys_change_which_steps_there_are(void **state)
{
    (void) state;
    start("exposure,saturation:roi=0/0/0.5/1,tonemap");
    tap(WINDOW_KEY_DOWN, WINDOW_CTRL);
    obey();
    assert_chain("saturation:roi=0/0/0.5/1,exposure,tonemap");
    assert_said("moved exposure to 2");
    tap(WINDOW_KEY_DOWN, WINDOW_CTRL);
    obey();
    assert_said("exposure stays at 2: step 3: exposure works on linear light");
    assert_chain("saturation:roi=0/0/0.5/1,exposure,tonemap");
    tap(WINDOW_KEY_UP, WINDOW_CTRL);
    tap(WINDOW_KEY_UP, WINDOW_CTRL);
    obey();
    assert_said("exposure is the first step");
    tap(WINDOW_KEY_TAB, 0);
    tap('D', WINDOW_CTRL);
    obey();
    assert_chain("exposure,saturation:roi=0/0/0.5/1,saturation:roi=0/0/0.5/1,tonemap");
    assert_int_equal(workbench->step, 2);
    for (int i = 0; i < 4; i++)
        tap(WINDOW_KEY_DELETE, 0);
    obey();
    assert_chain("");
    tap(WINDOW_KEY_DELETE, 0);
    tap('D', WINDOW_CTRL);
    tap('M', 0);
    obey();
    assert_said("the chain has no steps; Insert adds one");
    for (int i = 0; i < 6; i++)
        tap('Z', WINDOW_CTRL);
    obey();
    assert_chain("saturation:roi=0/0/0.5/1,exposure,tonemap");
    assert_said("undone: moved saturation to 1");
}

// Presses everywhere in the column, and looks which action is called; nothing is done.
static bool finds_action(float from, float to, const char *action)
{
    struct input_state input = { .width = WIDTH, .height = HEIGHT, .seconds = 1 };
    for (input.x = from; input.x < to; input.x += 20)
        for (input.y = 12; input.y < HEIGHT; input.y += 12)
            for (int i = 0; i < 3; i++) {
                input.left = i == 1;
                workbench->clicked = NULL;
                panel_follow(&viewer.stage, workbench, &input);
                if (workbench->clicked == controls_find(action))
                    return true;
            }
    return false;
}

static void every_action_has_a_button(void **state)
{
    (void) state;
    static const char *const actions[] = { "add",  "remove", "duplicate", "up",
                                           "down", "reset",  "measure",   "undo",
                                           "redo", "split",  "save" };
    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
        start("encode");
        if (!finds_action(WIDTH - 320, WIDTH - 10, actions[i]))
            fail_msg("no button %s", actions[i]);
    }
}

// Those keys that stand for several have the lines, sliders and boxes that they select and change.
static void every_key_can_be_clicked_in_the_help(void **state)
{
    (void) state;
    enum { MOST = 256 };
    bool clicked[MOST] = { false };
    start("encode");
    workbench->sheet = SHEET_KEYS;
    struct input_state input = { .width = 1280, .height = 3000, .x = 500, .seconds = 1 };
    for (input.y = 12; input.y < 1900; input.y += 9)
        for (int i = 0; i < 3; i++) {
            input.left = i == 1;
            workbench->clicked = NULL;
            panel_follow(&viewer.stage, workbench, &input);
            if (workbench->clicked)
                clicked[workbench->clicked - controls] = true;
        }
    workbench->sheet = SHEET_NONE;
    for (int i = 0; controls[i].name; i++)
        if (clicked[i] != (controls[i].last == 0))
            fail_msg("%s: a click does %s", controls[i].name, clicked[i] ? "something" : "nothing");
}

static void click_on(const char *action, bool shift)
{
    workbench->clicked = controls_find(action);
    controls_click(workbench, shift);
}

static void clicks_do_what_keys_do(void **state)
{
    (void) state;
    start("encode");
    click_on("flip", false);
    assert_said("there is one side");
    click_on("copy side", false);
    click_on("gain", false);
    assert_said("8 times as large");
    click_on("gain", true);
    assert_said("4 times as large");
    click_on("flip", false);
    assert_true(workbench->flips); // until the next click
    click_on("flip", false);
    assert_false(workbench->flips);
    click_on("one side", false);
    assert_false(workbench->has_other);
}

static void a_list_of_implementations_that_opens_is_measured(void **state)
{
    (void) state;
    start("pixelate"); // the first time round, the line of the step may be folded by a press
    assert_true(finds_action(values, values + 10, "measure") ||
                finds_action(values, values + 10, "measure"));
    workbench->list_open = false;
}

// The list has all keys while it is open.
static void a_choice_is_made_in_its_list(void **state)
{
    (void) state;
    start("tonemap:curve=aces");
    tap(WINDOW_KEY_DOWN, 0);
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    assert_true(workbench->list_open && widgets_want_keys());
    tap(WINDOW_KEY_DOWN, 0);
    tap(WINDOW_KEY_DOWN, 0);
    tap(WINDOW_KEY_UP, 0);
    tap(WINDOW_KEY_DELETE, 0);
    obey();
    assert_chain("tonemap:curve=aces"); // nothing yet
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    assert_chain("tonemap:curve=aces_hill");
    assert_int_equal(workbench->param, 1);
    assert_false(workbench->list_open || widgets_want_keys());
    tap('Z', WINDOW_CTRL);
    obey();
    assert_chain("tonemap:curve=aces");
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    tap(WINDOW_KEY_HOME, 0);
    tap(WINDOW_KEY_ESCAPE, 0);
    obey();
    assert_false(workbench->list_open || workbench_grant(workbench, WORKBENCH_QUIT));
    assert_chain("tonemap:curve=aces");
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    tap(WINDOW_KEY_END, 0);
    tap(WINDOW_KEY_TAB, 0); // takes it and goes on to the next field
    obey();
    assert_chain("tonemap:curve=gt");
    assert_true(widgets_want_keys() && workbench->param == 2);
    tap(WINDOW_KEY_ESCAPE, 0);
    obey();
}

// What was wrong is said until a value is taken.
static void a_value_that_was_typed_wrong_is_mended(void **state)
{
    (void) state;
    bool is_error;
    start("exposure");
    tap(WINDOW_KEY_ENTER, 0);
    type("1x");
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    assert_chain("exposure");
    assert_said("ev must be");
    assert_non_null(message_shown(&workbench->message, clock_seconds(), &is_error));
    tap(WINDOW_KEY_ENTER, 0);
    type("2");
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    assert_chain("exposure:ev=2");
    assert_null(message_shown(&workbench->message, clock_seconds(), &is_error));
}

static void the_list_of_implementations_opens_by_a_key(void **state)
{
    (void) state;
    struct edit_line line;
    start("pixelate");
    while (edit_line(&workbench->chain, 0, workbench->param, &line) &&
           strcmp(line.param->key, "impl") != 0)
        workbench->param++;
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    assert_true(workbench_grant(workbench, WORKBENCH_MEASURE));
    tap(WINDOW_KEY_ESCAPE, 0);
    obey();
    assert_chain("pixelate");
}

static int sheet_height(void)
{
    int y = HEIGHT - 1;
    obey();
    obey();
    while (y > 0 && !widgets_cover(names, (float) y))
        y--;
    return y;
}

// Also where the line at its place was folded when it was removed.
static void the_first_step_unfolds(void **state)
{
    (void) state;
    start("exposure,encode");
    tap(WINDOW_KEY_TAB, 0);
    obey();
    tap(WINDOW_KEY_DELETE, 0);
    tap(WINDOW_KEY_DELETE, 0);
    obey();
    assert_chain("");
    controls_add_effect(workbench, &effect_exposure);
    const int height = sheet_height();
    tap(WINDOW_KEY_INSERT, 0);
    type("encode");
    tap(WINDOW_KEY_ENTER, 0);
    obey();
    assert_chain("exposure,encode");
    tap(WINDOW_KEY_TAB, 0); // chooses the first anew, which unfolds it
    obey();
    const int unfolded = sheet_height();
    if (height <= unfolded - 60)
        fail_msg("%d pixels of %d", height, unfolded);
}

// ---- the mouse

static void a_dragged_line_moves_its_step(void **state)
{
    (void) state;
    start("exposure,-saturation:roi=0/0/0.5/1,threshold");
    float y = 60;
    for (; y < HEIGHT && workbench->chain.steps[0].effect == &effect_exposure; y += 8)
        drag(names, y, HEIGHT - 2);
    assert_chain("-saturation:roi=0/0/0.5/1,threshold,exposure");
    assert_said("moved exposure to 3");
    assert_int_equal(workbench->step, 2);
    tap('Z', WINDOW_CTRL); // the whole drag is one state
    obey();
    assert_chain("exposure,-saturation:roi=0/0/0.5/1,threshold");
    tap('Z', WINDOW_CTRL);
    obey();
    assert_said("nothing to undo");
    drag(names, y - 8, y - 10); // a press, no drag
    assert_chain("exposure,-saturation:roi=0/0/0.5/1,threshold");
    start("exposure,tonemap,dither");
    drag(names, y - 8, HEIGHT - 2);
    assert_said("exposure stays at 1: ");
    assert_chain("exposure,tonemap,dither");
}

// ---- measuring

static void measure(void)
{
    tap('M', 0);
    render(1);
    for (int i = 0; i < 400 && trials->is_on; i++)
        render(1);
    assert_false(trials->is_on);
}

// Bytes that all passes of the chain move, with that implementation.
static double bytes_of_chain(int impl)
{
    const struct pass_stats *stats = &viewer.stage.stats;
    double bytes = 0;
    char text[64];
    snprintf(text, sizeof(text), "threshold,dual:sigma=2:impl=%s,tonemap",
             effect_dual.impls[impl]->name);
    start(text);
    viewer.stage.redraws = true;
    render(8);
    viewer.stage.redraws = false;
    for (int i = 1; i < stats->count; i++)
        if (stats->scopes[i].depth == 1 && strcmp(stats->scopes[i].name, "scene") != 0)
            bytes += (double) gpu_traffic_sum(stats->scopes[i].traffic);
    return bytes;
}

static void what_each_implementation_takes_is_measured(void **state)
{
    (void) state;
    start("threshold,dual:sigma=2,tonemap");
    workbench->step = 1;
    render(1);
    measure();
    assert_int_equal(trials->count, 3);
    assert_true(trials_are_of(trials, &workbench->chain, 1, 96, 40));
    const int fastest = trials_fastest(trials);
    assert_true(fastest >= 0);
    double bytes[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(trials->items[i].state, TRIAL_DONE);
        assert_true(trials->items[i].time >= trials->items[fastest].time);
        assert_true(trials->items[i].time > 0);
        bytes[i] = trials->items[i].bytes;
    }
    assert_said(effect_dual.impls[fastest]->name);
    // The step's own implementation is not what was measured, all else is.
    tap('V', 0);
    render(1);
    assert_true(trials_are_of(trials, &workbench->chain, 1, 96, 40));
    tap(WINDOW_KEY_RIGHT, 0);
    render(1);
    assert_false(trials_are_of(trials, &workbench->chain, 1, 96, 40));
    assert_false(trials_are_of(trials, &workbench->chain, 0, 96, 40));
    // All nodes of this chain are the step or beside it, so it is what the chain moves.
    for (int i = 0; i < 3; i++)
        assert_true(bytes_of_chain(i) == bytes[i]);
}

static void a_change_ends_measuring(void **state)
{
    (void) state;
    start("dual:sigma=2,encode");
    tap('M', 0);
    render(1);
    assert_true(trials->is_on && stage_is_due(&viewer.stage));
    tap(WINDOW_KEY_RIGHT, 0);
    render(1);
    assert_false(trials->is_on || stage_is_due(&viewer.stage));
    tap('M', 0);
    render(1);
    tap('M', 0);
    render(1);
    assert_false(trials->is_on);
    assert_said("measuring is stopped");
}

static void what_cannot_be_measured_says_why(void **state)
{
    (void) state;
    start("dual:offset=1.2:levels=1");
    measure();
    const struct trial *blocked = &trials->items[2];
    assert_string_equal(effect_dual.impls[2]->name, "cs_blocked");
    assert_int_equal(blocked->state, TRIAL_DOES_NOT_FIT);
    assert_non_null(strstr(blocked->why, "offset=auto or 1"));
    assert_true(isnan(blocked->time) && trials_fastest(trials) < 2);
    static const struct {
        const char *chain, *words;
    } table[] = {
        { "exposure", "exposure has no implementations to measure" },
        { "-dual", "dual is off" },
        { "dual:sigma=0", "dual leaves the picture as it is" },
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        start(table[i].chain);
        tap('M', 0);
        render(1);
        assert_said(table[i].words);
        assert_false(trials->is_on);
    }
}

static void what_would_take_seconds_is_not_tried(void **state)
{
    (void) state;
    static const struct gpu_profile slow = {
        .fragment = { .copy = 1, .texel = 1e6, .bilinear = 1e6 },
        .compute = { .copy = 1, .texel = 1e6, .bilinear = 1e6 },
    };
    start("dual:sigma=2");
    viewer.stage.lab.gpu.profile = &slow;
    measure();
    viewer.stage.lab.gpu.profile = NULL;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(trials->items[i].state, TRIAL_IS_TOO_SLOW);
        assert_int_equal(trials->items[i].runs, 0);
        assert_non_null(strstr(trials->items[i].why, "by this GPU's profile"));
    }
    assert_int_equal(trials_fastest(trials), -1);
    assert_said("no implementation could be measured");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_added_by_typing),
        cmocka_unit_test(values_are_typed_in_one_frame),
        cmocka_unit_test(what_the_panel_changes_is_a_state_in_the_same_frame),
        cmocka_unit_test(the_list_is_the_first_sheet),
        cmocka_unit_test(the_list_closes_without_a_choice),
        cmocka_unit_test(a_press_adds_an_effect),
        cmocka_unit_test(keys_change_which_steps_there_are),
        cmocka_unit_test(every_action_has_a_button),
        cmocka_unit_test(a_list_of_implementations_that_opens_is_measured),
        cmocka_unit_test(a_choice_is_made_in_its_list),
        cmocka_unit_test(a_value_that_was_typed_wrong_is_mended),
        cmocka_unit_test(the_list_of_implementations_opens_by_a_key),
        cmocka_unit_test(the_first_step_unfolds),
        cmocka_unit_test(every_key_can_be_clicked_in_the_help),
        cmocka_unit_test(clicks_do_what_keys_do),
        cmocka_unit_test(a_dragged_line_moves_its_step),
        cmocka_unit_test(what_each_implementation_takes_is_measured),
        cmocka_unit_test(a_change_ends_measuring),
        cmocka_unit_test(what_cannot_be_measured_says_why),
        cmocka_unit_test(what_would_take_seconds_is_not_tried),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
