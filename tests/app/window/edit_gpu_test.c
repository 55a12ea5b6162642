// The chain is edited without a window: keys, typed letters and a mouse are put into the viewer's
// queue, and the test looks at the chain.

#include "app/edit/edit.h"
#include "app/window/controls/controls.h"
#include "app/window/view/panel.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/viewer_fixture.h"

enum { WIDE = 1280, HIGH = 400 };

static struct trials *const trials = &viewer.session.trials;

static void begin(void)
{
    folder_enter(); // for the chains that a key writes
    viewer_begin();
    seconds_between = 1;
}

static void fresh(void)
{
    viewer_fresh();
    ui->scene = parse_scene("checker"); // which stands still
}

// ---- input

// The panel shows what was made of its last frame one frame later.
static void update(void)
{
    update_in(WIDE, HIGH, 2);
}

// Frames of that picture, which carry out requests.
static void render(int count)
{
    for (int i = 0; i < count; i++)
        render_frame(WIDTH, HEIGHT);
}

static void drag_line(const char *from, const char *to)
{
    const struct place begin = place_of(from, ""), end = place_of(to, "");
    point_at(begin.x, begin.y);
    hold_left(true);
    point_at(end.x, end.y);
    hold_left(false);
    update();
    render(1);
}

static void start(const char *text)
{
    ui_init(ui, chain_of(text), &ui->scene, -1);
    ui->panels = 2;
    ui->step = ui->param = 0;
    point_at(WIDE / 2, HIGH / 2);
    render(1);
    update();
    update();
}

// These keys come in one slow frame.
static void press(const char *keys)
{
    press_keys(keys);
    update();
}

static void edit(const char *script)
{
    keys_play(script, ui, press);
}

// ---- the list of effects

// All of it in one slow frame: no letter is taken for a key of the window.
TEST(a_step_is_added_by_typing)
{
    start("exposure,saturation,tonemap");
    edit("Insert 'kaw' Enter Right -> chain=exposure,kawase:sigma=16.5,saturation,tonemap step=1 "
         "dialog=none viewing_step=0 other=none\n"
         "Ctrl+Z Ctrl+Z -> chain=exposure,saturation,tonemap said undone: no kawase\n"
         "Insert 'few levels' Down Enter -> chain=exposure,saturation,tonemap,error_diffusion "
         "said added error_diffusion as step 4, the nearest place where it can stand\n");
}

// So it is with the fields of values: no digit switches a step, and after Return Tab is a key
// again.
TEST(values_are_typed_in_one_frame)
{
    start("threshold,exposure,saturation");
    edit("Enter '1.5' Tab '0.25' Enter Tab Enter '2' Enter -> "
         "chain=threshold:level=1.5:knee=0.25,exposure:ev=2,saturation\n");
    assert_false(panel_has_keys());
    edit("Tab Enter Tab -> step=2 param=2\n");
    assert_true(panel_has_keys());
    edit("Shift+Tab '2' Enter -> "
         "chain=threshold:level=1.5:knee=0.25,exposure:ev=2,saturation:factor=2\n");
}

TEST(what_is_typed_stays_as_typed)
{
    start("dual,threshold");
    edit("Enter '23.5' Enter -> chain=dual:sigma=23.5,threshold\n"
         "Enter '2%h' Enter -> chain=dual:sigma=2%h,threshold\n"
         "Enter '7.25 px' Enter -> chain=dual:sigma=7.25,threshold\n"
         "Enter '16' Enter -> chain=dual,threshold\n"
         "Enter '12.345678' Enter -> chain=dual:sigma=12.345678,threshold is_error=0\n");
    assert_false(panel_has_keys());
}

TEST(what_is_no_value_says_what_would_be)
{
    start("dual:sigma=5,threshold");
    for_each_text(typed, "1999", "-1", "200%h", "wide", "") {
        ui->message = (struct message){ 0 };
        // All is selected at first.
        edit(formatted(
            "Enter Backspace '%s' Enter -> chain=dual:sigma=5,threshold said sigma must be",
            *typed));
        assert_said("0 to 1000 px or 0%h to 100%h");
    }
}

TEST(leaving_a_field_enters_and_escape_does_not)
{
    start("dual,threshold");
    edit("Enter '7' Esc -> chain=dual,threshold\n");
    assert_false(panel_has_keys());
    press("Enter '7' Ctrl+A '9'");
    click((struct place){ WIDE / 2, HIGH / 2 }, update);
    edit(" -> chain=dual:sigma=9,threshold\n");
}

TEST(what_the_panel_changes_is_a_state_in_the_same_frame)
{
    start("exposure");
    press_keys("Enter '2'");
    push(WINDOW_KEY_ENTER, 0, true, false);
    update_in(WIDE, HIGH, 1);
    assert_string_equal(chain_text(&ui->chain), "exposure:ev=2");
    assert_false(ui_has_changed(ui));
    push(WINDOW_KEY_ENTER, 0, false, false);
    edit("Ctrl+Z -> chain=exposure\n");
}

// No panel has been used yet, so Dear ImGui knows of none that has the keys.
TEST(the_list_is_the_first_dialog)
{
    panel_finish();
    panel_init(NULL);
    start("exposure");
    ui->panels = 0;
    update();
    edit("Insert 'kaw' Enter -> chain=exposure,kawase\n");
}

TEST(the_list_closes_without_a_choice)
{
    start("exposure");
    edit("Insert 'no such' Enter -> dialog=add\n"
         "Esc -> dialog=add\n" // takes back what was typed
         "Esc -> dialog=none requests=0 chain=exposure\n"
         "Insert Enter -> chain=exposure,dual\n"); // what was typed is forgotten
}

TEST(a_press_adds_an_effect)
{
    start("exposure");
    press("Insert");
    click(place_of("kawase", ""), update);
    edit(" -> chain=exposure,kawase step=1 dialog=none\n"
         "Ctrl+Z -> chain=exposure\n");
}

// ---- keys and buttons

TEST(keys_change_which_steps_there_are)
{
    start("exposure,saturation:roi=0/0/0.5/1,tonemap");
    edit("Ctrl+Down -> chain=saturation:roi=0/0/0.5/1,exposure,tonemap said moved exposure to 2\n"
         "Ctrl+Down -> chain=saturation:roi=0/0/0.5/1,exposure,tonemap "
         "said exposure stays at 2: step 3: exposure works on linear light\n"
         "Ctrl+Up Ctrl+Up -> chain=exposure,saturation:roi=0/0/0.5/1,tonemap "
         "said exposure is the first step\n"
         "Tab Ctrl+D -> step=2 "
         "chain=exposure,saturation:roi=0/0/0.5/1,saturation:roi=0/0/0.5/1,tonemap\n"
         "Delete Delete Delete Delete -> chain=\n"
         "Delete Ctrl+D M -> chain= said the chain has no steps; Insert adds one\n"
         "Ctrl+Z Ctrl+Z Ctrl+Z Ctrl+Z Ctrl+Z Ctrl+Z -> "
         "chain=saturation:roi=0/0/0.5/1,exposure,tonemap said undone: saturation\n");
}

// The control that a press on this widget of a large window calls, NULL for none; nothing is done.
static const struct control *control_of(const char *label)
{
    struct input_state input = { .width = 1280, .height = 720, .seconds = 1 };
    const struct place place = place_of(label, "");
    input.x = place.x;
    input.y = place.y;
    ui->clicked = NULL;
    for (int i = 0; i < 3; i++) {
        input.left = i == 1;
        panel_build(session, ui, &input);
    }
    return ui->clicked;
}

// "label: key".
static void assert_button(enum ui_dialog dialog, const char *text)
{
    char label[32], key[32];
    sscanf(text, "%31[^:]: %31s", label, key);
    update_in(1280, 720, 1); // runs the last button, which may have opened another dialog
    ui->dialog = dialog;
    update_in(1280, 720, 3);
    const struct control *control = control_of(label);
    if (control != controls_find(key))
        fail_msg("'%s' calls %s", label, control ? control->name : "nothing");
}

TEST(every_action_has_a_button)
{
    start("encode");
    press_keys("A");
    render(2);
    ui->page = PAGE_SIDES;
    for_each_text(button, "keys: H", "GLSL: U", "presets: Ctrl+O", "undo: Ctrl+Z",
                  "redo: Ctrl+Shift+Z", "add: Insert", "remove: Delete", "duplicate: Ctrl+D",
                  "up: Ctrl+Up", "down: Ctrl+Down", "reset: R", "measure: M", "compare: A",
                  "no chain: N", "save chain: Ctrl+S", "save picture: F12", "copy: A", "swap: X",
                  "edit the other: Ctrl+Tab", "flip: N", "gain: G", "loupe: L",
                  "one side again: Ctrl+A")
        assert_button(DIALOG_NONE, *button);
    for_each_text(button, "save chain: Ctrl+S", "copy: Ctrl+C", "copy as command: Ctrl+Shift+C",
                  "paste: Ctrl+V")
        assert_button(DIALOG_PRESETS, *button);
    ui->dialog = DIALOG_NONE;
}

// Typed text filters the help; Return runs the key that is found; Esc clears the text and then
// closes the help. The letter that opens it is not typed into the field.
TEST(the_help_is_searched)
{
    start("encode");
    push('H', 0, true, false);
    mouse(INPUT_CHARACTER, 'h', 0, false, 0, 0);
    update();
    edit("'difference' Enter -> dialog=none mode=difference\n");
    controls_press(ui, 'H', 0, false);
    update();
    edit("'sid' Esc -> dialog=keys\n");
    press("'full scr' Enter");
    assert_true(ui_take_request(ui, UI_FULL_SCREEN));
    edit("Ctrl+A H 'no such' Enter -> dialog=keys\n"
         "Esc -> dialog=keys\n"
         "Esc -> dialog=none\n");
}

// Lines of several keys, such as 1 to 9, are no buttons; the panel has sliders and boxes for these.
TEST(every_key_can_be_clicked_in_the_help)
{
    start("encode");
    ui->dialog = DIALOG_KEYS;
    ui->panels = 0;
    update_in(1280, 720, 4);
    control_of("more"); // no control; shows all keys
    update_in(1280, 720, 2);
    for (const struct control *control = controls; control->name; control++)
        if (!control->last)
            assert_ptr_equal(control_of(control->name), control);
    ui->dialog = DIALOG_NONE;
}

static void click_on(const char *name, bool shift)
{
    ui->clicked = controls_find(name);
    controls_click(ui, shift);
}

TEST(clicks_do_what_keys_do)
{
    start("encode");
    click_on("N", false);
    assert_said("without the chain");
    click_on("N", false);
    click_on("A", false);
    click_on("G", false);
    assert_said("8 times as large");
    click_on("G", true);
    assert_said("4 times as large");
    click_on("N", false);
    assert_true(ui->shows_other); // until the next click
    click_on("N", false);
    assert_false(ui->shows_other);
    click_on("Ctrl+A", false);
    assert_false(ui->has_other);
}

// The list has all keys while it is open.
TEST(a_choice_is_made_in_its_list)
{
    start("tonemap:curve=aces");
    edit("Down Enter -> list=1\n");
    assert_true(panel_has_keys());
    edit("Down Down Up Delete -> chain=tonemap:curve=aces\n" // nothing yet
         "Enter -> chain=tonemap:curve=aces_hill param=1 list=0\n");
    assert_false(panel_has_keys());
    edit("Ctrl+Z -> chain=tonemap:curve=aces\n"
         "Enter -> list=1\n"
         "Home Esc -> chain=tonemap:curve=aces list=0 requests=0\n"
         "Enter -> list=1\n"
         "End Tab -> chain=tonemap:curve=gt param=2\n"); // and goes on to the next field
    assert_true(panel_has_keys());
    press("Esc");
}

// The error is shown until a valid value is entered.
TEST(a_value_that_was_typed_wrong_is_mended)
{
    bool is_error;
    start("exposure");
    edit("Enter '1x' Enter -> chain=exposure said ev must be\n");
    assert_non_null(message_shown(&ui->message, &is_error));
    edit("Enter '2' Enter -> chain=exposure:ev=2\n");
    assert_null(message_shown(&ui->message, &is_error));
}

TEST(the_list_of_implementations_opens_by_a_key)
{
    struct edit_line line;
    start("pixelate");
    while (edit_line(&ui->chain, 0, ui->param, &line) && strcmp(line.param->key, "impl") != 0)
        ui->param++;
    press("Enter");
    assert_true(ui_take_request(ui, UI_MEASURE));
    edit("Esc -> chain=pixelate\n");
}

// Also where the line at its place was folded when it was removed.
TEST(the_first_step_unfolds)
{
    struct area rect;
    start("exposure,encode");
    press("Tab");
    assert_false(panel_find("ev", "", &rect));
    edit("Delete Delete -> chain=\n");
    controls_add_effect(ui, &effect_exposure);
    update();
    update();
    place_of("ev", "");
}

// ---- the mouse

TEST(a_dragged_line_moves_its_step)
{
    start("exposure,-saturation:roi=0/0/0.5/1,threshold");
    drag_line("1  exposure", "3  threshold");
    edit(" -> chain=-saturation:roi=0/0/0.5/1,threshold,exposure step=2 said moved exposure to 3\n"
         "Ctrl+Z Ctrl+Z -> chain=exposure,-saturation:roi=0/0/0.5/1,threshold "
         "said nothing to undo\n");
    drag_line("1  exposure", "1  exposure"); // a press, no drag
    assert_chain("exposure,-saturation:roi=0/0/0.5/1,threshold");
    start("exposure,tonemap,dither");
    drag_line("1  exposure", "3  dither");
    edit(" -> chain=exposure,tonemap,dither said exposure stays at 1: \n");
}

// ---- measuring

static void render_after(const char *keys)
{
    press_keys(keys);
    render(1);
}

static bool has_seen_half; // the progress of the last measurement was shown on its way

static void measure(void)
{
    render_after("M");
    for (int frames = 0; should_continue(trials->is_on, frames); frames++) {
        render(1);
        has_seen_half |= fabs(trials_progress(trials) - 0.5) < 0.3;
    }
}

// Bytes that all passes of the chain move, with that implementation.
static double bytes_of_chain(int impl)
{
    const struct pass_stats *stats = &session->stats;
    double bytes = 0;
    const char *text =
        formatted("threshold,dual:sigma=2:impl=%s,tonemap", effect_dual.impls[impl]->name);
    start(text);
    session->draws_always = true;
    render(8);
    session->draws_always = false;
    for (int i = 1; i < stats->count; i++)
        if (stats->scopes[i].depth == 1 && strcmp(stats->scopes[i].name, "scene") != 0)
            bytes += (double) gpu_traffic_sum(stats->scopes[i].traffic);
    return bytes;
}

TEST(the_time_of_each_implementation_is_measured)
{
    enum { COUNT = 4 };
    start("threshold,dual:sigma=2,tonemap");
    ui->step = 1;
    render(1);
    has_seen_half = false;
    measure();
    assert_true(has_seen_half && trials_progress(trials) == 1);
    assert_int_equal(trials->count, COUNT);
    assert_true(trials_are_of(trials, renderer, &ui->chain, 1));
    const int fastest = trials_fastest(trials);
    assert_true(fastest >= 0);
    double bytes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(trials->items[i].state, TRIAL_DONE);
        assert_true(trials->items[i].time >= trials->items[fastest].time);
        assert_true(trials->items[i].time > 0);
        bytes[i] = trials->items[i].bytes;
    }
    assert_said(effect_dual.impls[fastest]->name);
    // The step's own implementation is not what was measured, all else is.
    render_after("V");
    assert_true(trials_are_of(trials, renderer, &ui->chain, 1));
    render_after("Right");
    assert_false(trials_are_of(trials, renderer, &ui->chain, 1));
    assert_false(trials_are_of(trials, renderer, &ui->chain, 0));
    // All nodes of this chain are the step or beside it, so it is what the chain moves.
    for (int i = 0; i < COUNT; i++)
        assert_true(bytes_of_chain(i) == bytes[i]);
}

TEST(a_change_ends_measuring)
{
    start("dual:sigma=2,encode");
    render_after("M");
    assert_true(trials->is_on && session_is_due(session));
    render_after("Right");
    assert_false(trials->is_on || session_is_due(session));
    render_after("M");
    render_after("M");
    assert_false(trials->is_on);
    assert_said("measuring is stopped");
}

TEST(what_cannot_be_measured_says_why)
{
    start("dual:offset=1.2:levels=1");
    measure();
    const struct trial *blocked = &trials->items[3];
    assert_string_equal(effect_dual.impls[3]->name, "cs_blocked");
    assert_int_equal(blocked->state, TRIAL_CANNOT_RUN);
    assert_contains(blocked->why.text, "offset=auto or 1");
    assert_true(isnan(blocked->time) && trials_fastest(trials) < 2);
    static const struct {
        const char *chain, *words;
    } table[] = {
        { "exposure", "exposure has no implementations to measure" },
        { "-dual", "dual is off" },
        { "dual:sigma=0", "dual leaves the picture as it is" },
    };
    for_each(row, table) {
        start(row->chain);
        render_after("M");
        assert_said(row->words);
        assert_false(trials->is_on);
    }
}

TEST(what_would_take_seconds_is_not_tried)
{
    static const struct gpu_profile slow = {
        .fragment = { .copy = 1, .texel = 1e6, .bilinear = 1e6 },
        .compute = { .copy = 1, .texel = 1e6, .bilinear = 1e6 },
    };
    start("dual:sigma=2");
    renderer->gpu.profile = &slow;
    measure();
    for (int i = 0; i < 3; i++) {
        assert_int_equal(trials->items[i].state, TRIAL_IS_TOO_SLOW);
        assert_int_equal(trials->items[i].runs, 0);
        assert_contains(trials->items[i].why.text, "by this GPU's profile");
    }
    assert_int_equal(trials_fastest(trials), -1);
    assert_said("no implementation could be measured");
}

AROUND_TESTS(.begin = begin, .before = fresh)
