// Looks inside the chain, without a window: keys and clicks in the tree of times, the pass that is
// then seen, and the histograms of what is seen, against the same in C.

#include "app/edit/edit.h"
#include "app/window/controls/controls.h"
#include "app/window/view/panel.h"
#include "render/image/srgb.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/histogram_fixture.h"
#include "tests/fixtures/keys.h"
#include "tests/fixtures/viewer_fixture.h"

#include <epoxy/gl.h>

enum { WIDE = 1280, HIGH = 720 };

static struct pass_thumbnails *const thumbnails = &viewer.session.thumbnails;
static struct texture target;

static const char default_chain[] =
    "threshold,dual:sigma=4:impl=cs_passes,composite,tonemap,dither";

static void begin(void)
{
    viewer_begin();
    target = new_texture(WIDE, HIGH, FORMAT_RGBA8);
}

static void finish(void)
{
    texture_finish(&target);
}

// A frame of a picture that is small, under a panel that has room.
static void show(void)
{
    struct input_state *input = &viewer.input.batch.input;
    render_frame(WIDTH, HEIGHT);
    input->width = WIDE;
    input->height = HIGH;
    viewer_build_panel(&viewer);
}

static void show_frames(int count)
{
    for (int i = 0; i < count; i++)
        show();
}

// A frame under a panel that is drawn too.
static void draw(void)
{
    show();
    show_picture(&session_shown_side(session)->output, &target);
    viewer_build_panel(&viewer);
    panel_draw();
}

static void take(const char *text)
{
    ui->chain = parse_chain(text);
    ui->step = ui->param = 0;
    show_frames(3);
}

static void fresh(void)
{
    viewer_fresh();
    ui->panels = 2;
    ui->paused = true;
    session->draws_always = false;
    take(default_chain);
}

static void press_key(int key, unsigned modifiers)
{
    tap(key, modifiers);
    show_frames(2);
}

static void press(const char *keys)
{
    keys_press(keys, press_key);
}

// Shows the small pictures of a step, until all are drawn.
static void list_passes(int step)
{
    ui->step = step;
    press("Ctrl+K");
    for (int i = 0; i < 2 || should_continue(pass_thumbnails_are_due(thumbnails), i); i++)
        show();
}

// Looks at the first pass of a step.
static void look_into(int step)
{
    const enum ui_page page = ui->page;
    list_passes(step);
    ui->page = page;
    ui->pass = thumbnails->passes[0].place;
    show_frames(2);
}

// ---- what is seen of a pass

// Returns the output of a pass, from a whole frame with the snapshot that --at selects.
static struct image read_pass(const struct pass_place *place)
{
    if (text_begins_with(place->path, "scene"))
        return read_texture(&renderer->source, IMAGE_TYPE_F32);
    gpu_reset_snapshot(&renderer->gpu, place->path);
    renderer->gpu.snapshot.number = place->number;
    renderer_draw(renderer, ui->time);
    assert_true(renderer->gpu.snapshot.seen);
    struct image image = read_texture(&renderer->gpu.snapshot.texture, IMAGE_TYPE_F32);
    gpu_reset_snapshot(&renderer->gpu, "");
    return image;
}

static double shown_value(const float *texel, int channel, bool is_light)
{
    const double value = texel[channel];
    const double display =
        is_light && channel < 3 ? srgb_encode(value / (texel[3] > 0 ? texel[3] : 1)) : value;
    return fmin(fmax(display, 0), 1);
}

// Each texel is a block of the picture.
static void assert_shows(const struct texture *picture, const struct pass_place *place,
                         bool is_light)
{
    LOCAL_IMAGE seen = read_texture(picture, IMAGE_TYPE_F32), pass = read_pass(place);
    for_each_place(x, y, seen.width, seen.height) {
        const int px = (2 * x + 1) * pass.width / (2 * seen.width);
        const int py = (2 * y + 1) * pass.height / (2 * seen.height);
        const float *got = (const float *) seen.texels + 4 * (y * seen.width + x);
        const float *texel = (const float *) pass.texels + 4 * (py * pass.width + px);
        for (int c = 0; c < 4; c++)
            if (!(fabs(got[c] - shown_value(texel, c, is_light)) < 0.6 / 255))
                fail_msg("%s %d at %d, %d: %g, not %g", place->path, place->number, x, y,
                         255 * (double) got[c], 255 * shown_value(texel, c, is_light));
    }
}

static void assert_seen(const struct pass_place *place, bool is_light)
{
    const struct texture *picture = &session_shown_side(session)->output;
    assert_true(picture->width == WIDTH && picture->height == HEIGHT);
    assert_shows(picture, place, is_light);
}

static void click_widget(const char *label)
{
    click(place_of(label, ""), show);
    show();
}

TEST(every_line_of_the_tree_is_clicked)
{
    const int count = session->stats.count;
    assert_true(count >= 7);
    for (int i = 1; i < count; i++) {
        ui->pass = (struct pass_place){ 0 };
        show();
        click_widget(session->stats.scopes[i].name);
        const struct pass_place pass = ui->pass;
        assert_int_equal(pass_place_find(&session->stats, &pass), i);
        assert_string_equal(session->pass_view.place.path, pass.path);
        assert_said(pass.path);
        assert_seen(&pass, !text_begins_with(pass.path, "composite"));
        show(); // the snapshot of read_pass is gone
    }
}

static void assert_whole(void)
{
    assert_string_equal(ui->pass.path, "");
    assert_false(ui->viewing_step);
    assert_ptr_equal(session_shown_side(session), &renderer->side);
    assert_said("after all steps");
}

TEST(a_second_click_and_k_and_escape_end_it)
{
    static const char line[] = "down 32x16";
    click_widget(line);
    assert_string_equal(ui->pass.path, "dual/down 32x16");
    assert_int_equal(session->pass_view.width, 32);
    click_widget(line);
    assert_whole();
    for_each_text(key, "K", "Esc") {
        click_widget(line);
        assert_ptr_equal(session_shown_side(session), &session->pass_view.side);
        press(*key);
        assert_whole();
    }
    assert_false(ui_take_request(ui, UI_QUIT));
    press("K"); // as ever
    assert_true(ui->viewing_step);
    assert_said("after step 1, threshold");
    click_widget(line); // instead of the step
    assert_false(ui->viewing_step);
    assert_ptr_equal(session_shown_side(session), &session->pass_view.side);
    press("Esc");
    controls_press(ui, WINDOW_KEY_ESCAPE, 0, false);
    assert_said("Esc again quits"); // the chain is not that of the beginning
    controls_press(ui, WINDOW_KEY_ESCAPE, 0, false);
    assert_true(ui_take_request(ui, UI_QUIT));
}

static void assert_pictures(bool is_light)
{
    for (int i = 0; i < thumbnails->count; i++) {
        struct thumbnail *pass = &thumbnails->passes[i];
        assert_true(pass->is_valid && pass->picture.width == 256 && pass->picture.height == 128);
        assert_shows(&pass->picture, &pass->place, is_light);
    }
}

TEST(the_passes_of_a_step_have_small_pictures)
{
    const int count = session->stats.count;
    list_passes(1);
    assert_int_equal(ui->page, PAGE_PASSES);
    assert_int_equal(thumbnails->count, 4);
    assert_string_equal(thumbnails->passes[0].place.path, "dual/down 32x16");
    assert_string_equal(thumbnails->passes[3].place.path, "dual/up 64x32");
    assert_pictures(true);
    click_widget("up 64x32");
    assert_string_equal(ui->pass.path, "dual/up 64x32");
    assert_seen(&ui->pass, true);
    click_widget("up 64x32");
    assert_whole();
    assert_int_equal(session->stats.count, count);
    list_passes(1);
    const uint64_t before = renderer->gpu.serial;
    show_frames(5);
    assert_true(renderer->gpu.serial == before); // nothing runs for pictures that stand
    edit_nudge(&ui->chain, 0, 0, 3, false);      // before the passes
    list_passes(1);
    assert_pictures(true);
    session->draws_always = true; // while frames are drawn, one after the other
    edit_nudge(&ui->chain, 0, 0, -1, false);
    show_frames(6);
    assert_pictures(true);
    assert_string_equal(renderer->gpu.snapshot.path, ""); // of the pass that is looked at
    ui->page = PAGE_TIMES;
    show();
    assert_int_equal(thumbnails->passes[0].picture.id, 0); // memory that would lie idle
    assert_int_equal(thumbnails->snapshot.texture.id, 0);
}

// Each pixel of a smaller picture is the mean of the light under it.
TEST(a_picture_of_a_large_pass_is_its_mean)
{
    enum { LARGE = 1024, SMALL = 256, TIMES = LARGE / SMALL };
    take("dual:sigma=4:impl=cs_passes");
    assert_true(session_resize(session, ui, LARGE, LARGE / 2));
    list_passes(0);
    const struct thumbnail *pass = &thumbnails->passes[thumbnails->count - 1];
    assert_string_equal(pass->place.path, "dual/up 1024x512");
    LOCAL_IMAGE seen = read_texture(&pass->picture, IMAGE_TYPE_F32),
                large = read_pass(&pass->place);
    assert_true(seen.width == SMALL && large.width == LARGE);
    for_each_place(x, y, SMALL, SMALL / 2)
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for_each_place(i, k, TIMES, TIMES) {
                const int at = (TIMES * y + k) * LARGE + TIMES * x + i;
                sum += ((const float *) large.texels)[4 * at + c];
            }
            const double expected = fmin(srgb_encode(sum / TIMES / TIMES), 1);
            assert_near(((const float *) seen.texels)[4 * (y * SMALL + x) + c], expected,
                        0.6 / 255);
        }
    assert_true(session_resize(session, ui, WIDTH, HEIGHT));
}

TEST(a_step_without_passes_of_its_own_has_those_that_run_it)
{
    list_passes(3); // in a fused pass with others
    assert_int_equal(thumbnails->count, 1);
    assert_string_equal(thumbnails->passes[0].place.path, "composite + tonemap + dither");
    assert_pictures(false);
    ui->chain.steps[3].off = true;
    list_passes(3);
    assert_int_equal(thumbnails->count, 0);
    take("box:sigma=0,tonemap");
    list_passes(0);
    assert_int_equal(thumbnails->count, 0);
}

// Steps of one name, with passes of one name, each its own. One that puts a curve behind its last
// pass has light in those before it.
TEST(passes_of_one_name_are_told_apart)
{
    static const struct {
        int step;
        const char *path;
        bool is_light;
    } rows[] = {
        { 0, "pixelate + tonemap/columns", true },
        { 0, "pixelate + tonemap/rows", true },
        { 0, "pixelate + tonemap/paint", false },
        { 2, "pixelate/columns", false },
        { 2, "pixelate/paint", false },
        { 3, "pixelate/columns", false },
    };
    take("pixelate:cell=3,tonemap,pixelate:cell=5,pixelate:cell=9");
    for_each(row, rows) {
        int i = 0;
        list_passes(row->step);
        while (i < thumbnails->count - 1 &&
               strcmp(thumbnails->passes[i].place.path, row->path) != 0)
            i++;
        assert_string_equal(thumbnails->passes[i].place.path, row->path);
        ui->pass = thumbnails->passes[i].place;
        show_frames(2);
        assert_int_equal(ui->pass.number, 1 + (row->step == 3));
        assert_seen(&ui->pass, row->is_light);
        show_frames(2);
    }
}

// The picture that F12 writes is the one that --at gives, with words that say so.
TEST(f12_writes_the_pass_itself)
{
    bool is_light;
    LOCAL_IMAGE written;
    LOCAL_TEXTS texts = { 0 };
    look_into(1);
    folder_enter();
    press("F12");
    const bool is_read = image_read(&written, &is_light, &texts, "halation_0001.png", &error);
    assert_true(is_read);
    assert_string_equal(image_texts_find(&texts, "at"), "dual/down 32x16");
    LOCAL_IMAGE pass = read_pass(&ui->pass);
    assert_true(written.width == pass.width && written.height == pass.height);
    for (int i = 0; i < 4 * pass.width * pass.height; i++) {
        const double value = shown_value((const float *) pass.texels + i / 4 * 4, i % 4, true);
        assert_true(fabs(((const unsigned char *) written.texels)[i] - 255 * value) < 0.6);
    }
}

// The output of a whole step is shown by running the chain up to it, as with K.
TEST(a_whole_step_is_named_by_its_chain)
{
    look_into(0);
    assert_string_equal(ui->pass.path, "threshold");
    assert_string_equal(chain_text(&session_shown_side(session)->chain),
                        "threshold,-dual:sigma=4:impl=cs_passes,-composite,-tonemap,-dither");
    press("K");
}

// ---- times and changes

// Passes that run beside the chain are not in its tree, and the tree does not change while no step
// has to run again.
TEST(a_look_leaves_the_times_alone)
{
    const int count = session->stats.count;
    look_into(1);
    show_frames(4);
    assert_int_equal(session->stats.count, count);
    assert_string_equal(session->stats.scopes[0].name, "frame");
    assert_true(session->stats.scopes[3].is_cached);
    const uint64_t before = renderer->gpu.serial;
    show();
    assert_true(renderer->gpu.serial == before); // nothing runs for a picture that stands
    session->draws_always = true;
    show_frames(3);
    assert_true(renderer->gpu.serial > before);
    assert_int_equal(session->stats.count, count);
    assert_seen(&ui->pass, true);
}

TEST(a_look_shows_what_is_turned)
{
    look_into(1);
    edit_nudge(&ui->chain, 0, 0, 3, false); // before the pass, of which the last run is kept
    show_frames(2);
    assert_seen(&ui->pass, true);
    edit_nudge(&ui->chain, 4, 0, 1, false); // behind it
    show_frames(2);
    assert_string_equal(ui->pass.path, "dual/down 32x16");
    assert_seen(&ui->pass, true);
}

TEST(a_pass_that_goes_ends_with_a_word)
{
    look_into(1);
    take("threshold,gaussian:sigma=3,composite,tonemap");
    assert_string_equal(ui->pass.path, "");
    assert_ptr_equal(session_shown_side(session), &renderer->side);
    look_into(0);
    assert_string_equal(ui->pass.path, "threshold");
    edit_cut(&ui->chain, -1);
    show();
    assert_said("threshold: no such pass runs now");
    assert_string_equal(ui->pass.path, "");
}

TEST(the_edited_side_is_looked_into)
{
    look_into(1);
    ui->other = parse_chain("gaussian:sigma=2,tonemap");
    ui->has_other = true;
    show_frames(3);
    assert_seen(&ui->pass, true);
    ui_edit_other_side(ui); // the other has no such pass
    show_frames(3);
    assert_string_equal(ui->pass.path, "");
}

// ---- histograms

// Few texels are in another bin than with doubles: sums of floats may fall to the other side of a
// border.
static void assert_luminance(const struct histogram *histogram, const struct texture *texture)
{
    double others = 0;
    struct histogram expected;
    LOCAL_IMAGE image = read_texture(texture, IMAGE_TYPE_F64);
    histogram_in_c(&image, &(struct image){ 0 }, &expected);
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        others += fabs((double) histogram->luminance[i] - expected.luminance[i]) / 2;
    assert_compare(others, <=, 8);
}

static void assert_display(const struct histogram *histogram, const struct texture *texture)
{
    struct histogram expected;
    LOCAL_IMAGE image = read_texture(texture, IMAGE_TYPE_U8);
    histogram_in_c(&(struct image){ 0 }, &image, &expected);
    assert_memory_equal(histogram->display, expected.display, sizeof(expected.display));
}

// Draws on as long as the window would.
static void settle(void)
{
    int frames = 0;
    draw();
    do
        show();
    while (should_continue(session_is_due(session), frames++) || frames < 3);
}

// The light that comes to the tone curve, as `--screenshot light.exr` has it.
static void assert_light_after(const char *text)
{
    struct plan plan;
    LOCAL_TEXTURE output = new_texture(WIDTH, HEIGHT, FORMAT_RGBA32F);
    struct plan_options options = renderer->plan_options;
    options.linear = true;
    assert_true(plan_build(&plan, chain_of(text), &renderer->gpu, &options, &error));
    plan_run(&plan, NULL, &renderer->gpu, &renderer->source, &output, renderer->frame - 1);
    assert_luminance(&session->light.after, &output);
}

TEST(the_page_of_light_shows_what_is_there)
{
    press("I I");
    assert_int_equal(ui->page, PAGE_LIGHT);
    settle();
    assert_true(session->light.is_known && session->light.has_after);
    assert_luminance(&session->light.before, &renderer->source);
    assert_display(&session->light.before, &renderer->side.output);
    assert_light_after(default_chain);
    look_into(1); // what is seen now is a pass
    settle();
    assert_display(&session->light.before, &session->pass_view.side.output);
    press("K");
    press("K"); // and now a step
    settle();
    assert_display(&session->light.before, &session->step_side.output);
    take("dual:sigma=2"); // all of it is light
    settle();
    assert_light_after("dual:sigma=2");
}

// An idle window counts nothing, nor does a page that is not seen.
TEST(only_what_is_looked_at_is_counted)
{
    ui->page = PAGE_LIGHT;
    settle();
    const uint64_t before = renderer->gpu.serial;
    show_frames(2);
    assert_true(renderer->gpu.serial == before);
    edit_nudge(&ui->chain, 4, 0, 1, false);
    settle();
    assert_display(&session->light.before, &renderer->side.output);
    ui->page = PAGE_TIMES;
    draw();
    show();
    edit_nudge(&ui->chain, 4, 0, 1, false);
    show();
    assert_false(session_is_due(session));
    assert_int_equal(session->light.sides[0].side.output.id, 0); // memory that would lie idle
    ui->step = 3; // the tone curve below its step shows the light too
    settle();
    assert_true(ui->needs_light);
    ui->panels = 0;
    draw();
    assert_false(ui->needs_light);
    ui->panels = 2;
}

TEST(heights_turn_by_key_and_by_button)
{
    ui->page = PAGE_LIGHT;
    settle();
    press("Ctrl+H");
    assert_true(ui->logarithmic);
    assert_said("logarithms");
    click_widget("heights: logarithm");
    assert_false(ui->logarithmic);
    ui->page = PAGE_SPREAD;
    settle();
    click_widget("heights: linear");
    assert_true(ui->logarithmic);
    ui->page = PAGE_TIMES;
}

AROUND_TESTS(.begin = begin, .finish = finish, .before = fresh)
