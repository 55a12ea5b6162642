// The panel without a window: a mouse presses widgets, which are found by their labels, and the
// test looks at what changes.

#include "app/picture/panel_colours.h"
#include "app/window/controls/controls.h"
#include "app/window/view/panel.h"
#include "tests/fixtures/viewer_fixture.h"

enum { WIDE = 1280, HIGH = 400, LONGEST_NAME = 90 };

static struct texture picture, target;

static void fill_picture(void)
{
    LOCAL_IMAGE image = new_image(WIDE, HIGH, IMAGE_TYPE_U8);
    for_each_place(x, y, WIDE, HIGH)
        memcpy(byte_texel(&image, x, y), (uint8_t[]){ (uint8_t) x, (uint8_t) y, 200, 255 }, 4);
    texture_upload(&picture, &image);
}

// A step or a frame that did not run again is shown with the time of its last run.
TEST(a_frame_of_which_all_is_kept_says_so)
{
    static struct session own;
    struct gpu_frame frame = {
        .count = 2,
        .scopes = { { .name = "frame", .end_ns = 4000000 },
                    { .name = "kept dual", .depth = 1, .end_ns = 4000000 } },
    };
    pass_stats_init(&own.stats, 4);
    pass_history_init(&own.history);
    pass_stats_add(&own.stats, &frame);
    panel_update_times(&own, ui);
    assert_string_equal(panel_frame_time(), "4.00 ms");
    frame.scopes[0].end_ns = 1000;
    frame.scopes[1].is_cached = true;
    for (int i = 0; i < 4; i++)
        pass_stats_add(&own.stats, &frame);
    panel_update_times(&own, ui);
    assert_string_equal(panel_frame_time(), "4.00 ms");
    pass_stats_finish(&own.stats);
    pass_history_finish(&own.history);
}

static void begin(void)
{
    // A scene that stands still.
    viewer_begin_with("--size", "64x32", "--chain=threshold,gaussian", "--scene=checker");
    picture = new_texture(WIDE, HIGH, FORMAT_RGBA8);
    target = new_texture(WIDE, HIGH, FORMAT_RGBA8);
    fill_picture();
    static const struct gpu_frame frame = {
        .count = 2,
        .scopes = { { .name = "frame", .end_ns = 4000000 },
                    { .name = "dual", .depth = 1, .end_ns = 2000000 } },
    };
    pass_stats_add(&session->stats, &frame);
    pass_history_add(&session->history, &session->stats, &frame);
}

static void finish(void)
{
    texture_finish(&picture);
    texture_finish(&target);
}

// A frame is drawn when it is looked at; until then the panel only follows.
static struct input_state last_input;

static void draw(const struct input_state *input)
{
    last_input = *input;
    clock_advance(input->seconds);
    panel_build(session, ui, input);
}

static struct input_state mouse_at(float x, float y)
{
    return (struct input_state){
        .width = WIDE,
        .height = HIGH,
        .x = x,
        .y = y,
        .seconds = 1.0f / 60,
    };
}

static void frame(float x, float y, bool left, bool right)
{
    struct input_state input = mouse_at(x, y);
    input.left = left;
    input.right = right;
    draw(&input);
}

static void press(float x, float y, bool left)
{
    frame(x, y, false, false);
    frame(x, y, left, !left);
    frame(x, y, false, false);
}

static void press_widget(const char *label, const char *part)
{
    const struct place place = place_of(label, part);
    press(place.x, place.y, true);
}

// Between two presses there is time, else they are a double click. A panel needs a few frames to
// find its size.
static void wait(void)
{
    struct input_state away = mouse_at(WIDE / 2, HIGH / 2);
    away.seconds = 1;
    for (int i = 0; i < 3; i++)
        draw(&away);
}

static void start(const char *text)
{
    const struct scene_choice scene = ui->scene;
    ui_init(ui, chain_of(text), &scene, -1);
    ui->panels = 2;
    ui->step = ui->param = 0;
    session->draws_always = true;
    session->frame_seconds = 0.01;
    strcpy(renderer->gpu.info.renderer, "a GPU");
    wait();
}

// Words over the picture; "": none.
static void say(const char *words)
{
    ui->message = (struct message){ 0 };
    if (words[0])
        message_show_error(&ui->message, words);
}

// The target as it is seen, row 0 on top.
static struct image read_target(void)
{
    show_picture(&picture, &target);
    panel_build(session, ui, &last_input);
    panel_draw();
    struct image image = read_texture(&target, IMAGE_TYPE_U8);
    for_each_place(x, y, WIDE, HIGH / 2) {
        uint8_t *top = byte_texel(&image, x, y), *bottom = byte_texel(&image, x, HIGH - 1 - y);
        uint8_t texel[4];
        memcpy(texel, top, 4);
        memcpy(top, bottom, 4);
        memcpy(bottom, texel, 4);
    }
    return image;
}

// Returns the number of texels of a part of the target that differ from the picture.
static int covered(int x0, int y0, int x1, int y1)
{
    int count = 0;
    LOCAL_IMAGE image = read_target();
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            const uint8_t *texel = byte_texel(&image, x, y);
            count += texel[0] != (x & 255) || texel[1] != (y & 255) || texel[2] != 200;
        }
    return count;
}

TEST(help_and_messages_show_without_the_panel)
{
    start("threshold");
    ui->panels = 0;
    wait();
    assert_int_equal(covered(0, 0, WIDE, HIGH), 0); // the picture arrives texel by texel
    say("dual.glsl:12: 'foo' undeclared");
    wait();
    assert_true(covered(WIDE / 3, HIGH - 60, 2 * WIDE / 3, HIGH) > 5000);
    assert_int_equal(covered(0, 0, WIDE, HIGH / 2), 0);
    say("");
    ui->dialog = DIALOG_KEYS;
    wait();
    assert_true(covered(WIDE / 3, HIGH / 3, 2 * WIDE / 3, 2 * HIGH / 3) > 5000);
}

static float level(void)
{
    const struct chain_step *step = &ui->chain.steps[0];
    return param_get(&step->effect->params[0], step->params, 0);
}

TEST(a_drag_turns_and_a_right_click_gives_the_default)
{
    start("threshold,dual");
    const float x = place_of("level", "").x, y = place_of("level", "").y;
    frame(x, y, false, false);
    frame(x, y, true, false);
    assert_true(panel_is_held());
    const float right = level();
    frame(x - 60, y, true, false);
    frame(x - 60, y, true, false);
    assert_true(level() < right);
    frame(x - 60, y, false, false);
    frame(x - 60, y, false, false);
    assert_false(panel_is_held());
    assert_true(level() != 1);
    wait();
    press(x, y, false);
    assert_true(level() == 1);
}

// ---- typing

// All of it in one frame, as in a slow one, and then Return.
static void type_and_enter(const char *text)
{
    struct input_state input = mouse_at(WIDE - 120, 0);
    for (; *text; text++)
        input.characters[input.character_count++] = (unsigned char) *text;
    draw(&input);
    input.character_count = 0;
    for (int i = 0; i < 2; i++) {
        input.keys[WINDOW_KEY_ENTER] = i == 0;
        draw(&input);
    }
}

// Shows the parameters below "more".
static void unfold_rest(void)
{
    press_widget("more", "");
    wait();
}

static void begin_typing(const char *label)
{
    const struct place place = place_of(label, "");
    struct input_state input = mouse_at(place.x, place.y);
    input.ctrl = true;
    draw(&input);
    input.left = true;
    draw(&input);
    input.left = false;
    draw(&input);
}

// The first row of encode is its region, which unfolds while an edge is selected, and so where it
// is pressed.
TEST(an_edge_of_the_region_is_typed)
{
    static const struct {
        const char *label, *gives;
    } edges[] = {
        { "roi left", "encode:roi=0.375/0.2/0.8/0.8,threshold" },
        { "roi top", "encode:roi=0.2/0.375/0.8/0.8,threshold" },
        { "roi right", "encode:roi=0.2/0.2/0.375/0.8,threshold" },
        { "roi bottom", "encode:roi=0.2/0.2/0.8/0.375,threshold" },
    };
    start("encode:roi=0.2/0.2/0.8/0.8,threshold");
    const struct chain before = ui->chain;
    press_widget("roi", "");
    for (int i = 0; i < 4; i++) {
        for_each_text(typed, "0.375", "7") {
            wait();
            begin_typing(edges[i].label);
            type_and_enter(*typed);
            assert_string_equal(chain_text(&ui->chain), edges[i].gives);
            assert_int_equal(ui->param, i + 1); // the line that is typed is selected
        }
        assert_said(formatted("%s must be a number", edges[i].label));
        ui->chain = before;
    }
}

TEST(an_open_list_can_be_closed)
{
    start("dual,threshold");
    unfold_rest();
    press_widget("edge", "");
    assert_true(ui->list_open);
    ui->list_open = false;
    wait();
    assert_false(ui->list_open);
}

TEST(a_check_box_switches_its_step)
{
    start("threshold,dual");
    press_widget("2  dual", "on");
    assert_true(ui->chain.steps[1].off);
    assert_false(ui->chain.steps[0].off);
}

TEST(a_press_on_the_picture_changes_nothing)
{
    start("threshold,dual");
    const struct chain before = ui->chain;
    for (float y = 5; y < HIGH; y += 40)
        press(WIDE / 2, y, true);
    assert_true(chain_equal(&ui->chain, &before));
}

static float button_y(const char *label)
{
    ui->page = PAGE_SIDES;
    wait();
    return place_of(label, "").y;
}

TEST(what_is_measured_later_moves_no_button)
{
    struct sides_report report;
    start("threshold,dual");
    session->sides.shown = ui->has_other = true;
    ui->other = ui->chain;
    const float before = button_y("edit the other");
    session->sides.frames_left = 5;
    const float after = button_y("edit the other");
    panel_report_sides(session, ui, &report);
    assert_contains(report.words, "measuring");
    session->sides.shown = ui->has_other = false;
    session->sides.frames_left = 0;
    assert_true(before == after);
}

static bool is_accent(const uint8_t *texel, int x, int y)
{
    const bool is_picture = texel[0] == (x & 255) && texel[1] == (y & 255);
    return !is_picture && texel[0] < 120 && texel[1] > 150 && texel[2] > 185;
}

// Returns the number of columns of the right third that have the colour of lines and marks, and not
// the picture's.
static int accents(void)
{
    int count = 0;
    LOCAL_IMAGE image = read_target();
    for (int x = 2 * WIDE / 3; x < WIDE; x++) {
        int y = 0;
        while (y < HIGH && !is_accent(byte_texel(&image, x, y), x, y))
            y++;
        count += y < HIGH;
    }
    return count;
}

static void scroll_to_the_end(void)
{
    struct input_state input = mouse_at(WIDE - 120, HIGH / 2);
    draw(&input);
    input.wheel = -100;
    draw(&input);
    wait();
}

// Only the line in the graph goes across the panel.
TEST(a_tone_curve_is_seen_below_its_step)
{
    panel_finish(); // what the other tests unfolded is folded again
    panel_init(NULL);
    start("threshold");
    scroll_to_the_end();
    const int few = accents();
    start("tonemap:curve=agx");
    scroll_to_the_end();
    assert_true(accents() > few + 60);
}

static bool is_shade(const uint8_t *texel, int red, int green, int blue, int off)
{
    return abs(texel[0] - red) <= off && abs(texel[1] - green) <= off &&
           abs(texel[2] - blue) <= off;
}

// Over white the ground of a panel is what panel_colours says, by which the contrast is worked out.
TEST(the_ground_is_as_dark_as_its_colour_says)
{
    const struct panel_colour *panel = &panel_colours.panel;
    const int ground[] = { (int) lroundf(255 * (1 + panel->a * (panel->r - 1))),
                           (int) lroundf(255 * (1 + panel->a * (panel->g - 1))),
                           (int) lroundf(255 * (1 + panel->a * (panel->b - 1))) };
    int count = 0;
    LOCAL_IMAGE image = new_image(WIDE, HIGH, IMAGE_TYPE_U8);
    memset(image.texels, 255, WIDE * HIGH * 4);
    texture_upload(&picture, &image);
    image_finish(&image);
    start("threshold,dual");
    image = read_target();
    for_each_place(x, y, WIDE, HIGH)
        count += is_shade(byte_texel(&image, x, y), ground[0], ground[1], ground[2], 2);
    fill_picture();
    assert_true(count > 30000);
}

// Returns the number of texels of the left panel's first lines that differ from those stored last.
static int others_in_head(bool keep)
{
    enum { HEAD_WIDE = WIDE / 3, HEAD_HIGH = 90 };
    static uint8_t kept[HEAD_HIGH][HEAD_WIDE][4];
    int count = 0;
    LOCAL_IMAGE image = read_target();
    for_each_place(x, y, HEAD_WIDE, HEAD_HIGH) {
        const uint8_t *texel = byte_texel(&image, x, y);
        count += memcmp(texel, kept[y][x], 4) != 0;
        if (keep)
            memcpy(kept[y][x], texel, 4);
    }
    return count;
}

// Each has words of its own, and time spent waiting is no number of frames.
TEST(the_pace_is_said)
{
    start("threshold,dual");
    session->frame_seconds = 0;
    wait();
    others_in_head(true);
    int words[2];
    for (int i = 0; i < 2; i++) {
        ui->paused = i == 0;
        session->draws_always = false;
        words[i] = others_in_head(true);
        assert_true(words[i] > 50);
        session->frame_seconds = 0.25; // is not said now
        assert_int_equal(others_in_head(true), 0);
        session->frame_seconds = 0;
        ui->paused = false;
        session->draws_always = true;
        assert_int_equal(others_in_head(true), words[i]); // nothing is said
    }
    assert_true(words[1] > 2 * words[0]); // longer words
    session->frame_seconds = 0.25;
    assert_true(others_in_head(true) > 20);
}

// The ink of a renderer's name of that many wide letters; the head without them was kept.
static int ink_of_name(int letters)
{
    char *name = renderer->gpu.info.renderer;
    memset(name, 'W', (size_t) letters);
    name[letters] = '\0';
    return others_in_head(false);
}

// A letter more is more ink while it fits. The first that does not leaves dots, which are less than
// what they stand for; how long the name goes on then does not matter.
TEST(long_names_end_in_an_ellipsis)
{
    int fits = 1, cut = LONGEST_NAME; // letters
    start("threshold,dual");
    const int middle = covered(WIDE / 3, 0, 2 * WIDE / 3, HIGH);
    strcpy(renderer->gpu.info.renderer, " ");
    others_in_head(true);
    const int ink = ink_of_name(cut);
    while (cut - fits > 1) {
        const int letters = (fits + cut) / 2;
        *(ink_of_name(letters) == ink ? &cut : &fits) = letters;
    }
    assert_in_range(cut, 10, LONGEST_NAME - 2);
    assert_true(ink_of_name(fits) > ink);
    assert_true(ink_of_name(fits) > ink_of_name(fits - 1));
    assert_int_equal(ink_of_name(cut + 1), ink);
    assert_int_equal(covered(WIDE / 3, 0, 2 * WIDE / 3, HIGH), middle);
}

// The furthest column in which a knob is seen.
static int last_column_of_knobs(void)
{
    int last = 0;
    LOCAL_IMAGE image = read_target();
    for (int y = 0; y < HIGH; y++)
        for (int x = WIDE - 280; x < WIDE - 10; x++)
            if (is_shade(byte_texel(&image, x, y), 86, 164, 200, 8) && x > last)
                last = x;
    return last;
}

TEST(a_knob_does_not_cover_its_value)
{
    start("threshold:level=64,dual"); // a slider at its upper end, and the region's
    const int last = last_column_of_knobs();
    assert_in_range(last, WIDE - 280,
                    WIDE - 60); // the column of the values, five letters and the margins
}

// A message over the picture alone; before that beside the panel, where it takes more lines.
static void shoot_message(const char *message, bool has_panel_first, struct image *image)
{
    say(message);
    ui->panels = has_panel_first ? 2 : 0;
    wait();
    ui->panels = 0;
    wait();
    *image = read_target();
    say("");
    wait();
}

// A scroll bar disappears when it is no longer needed; otherwise it would cut off a word for ever.
TEST(a_message_does_not_keep_its_lines)
{
    static const char message[] = "words that stand in one line of their own and then end";
    LOCAL_IMAGE before, after;
    start("threshold,dual");
    shoot_message(message, false, &before);
    shoot_message(message, true, &after);
    assert_same_image(&before, &after);
}

// Views with nothing to show, or with more than fits, are drawn without error. A GL error would end
// the test.
TEST(odd_views_are_drawn)
{
    static const struct input_state tiny = { .width = 1, .height = 1, .seconds = 0.02f };
    start("");
    start("threshold,dual,kawase,composite,saturation,exposure,tonemap,dither,dither,dither");
    ui->dialog = DIALOG_KEYS;
    say("words");
    wait();
    assert_true(covered(0, 0, WIDE, HIGH) > 0);
    for (int i = 0; i < 3; i++) {
        panel_build(session, ui, &tiny);
        panel_draw();
    }
    ui->step = 9;
    ui->param = 99;
    wait();
}

AROUND_TESTS(.begin = begin, .finish = finish)
