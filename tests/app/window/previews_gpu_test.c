// The small pictures of presets and chain files, without a window.

#include "app/window/view/panel.h"
#include "render/context/gl_objects.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/viewer_fixture.h"

#include <epoxy/gl.h>

enum { WIDE = 1280, HIGH = 320 };

static struct texture screen;
static struct previews *const previews = &viewer.session.previews;

static void begin(void)
{
    folder_enter();
    put_file("a.chain", "gaussian:sigma=24:roi=0/0/0.5/1\n");
    put_file("b.chain", "gaussian:sgma=24\n");
    put_file("c.chain", "tonemap,exposure\n"); // reads, and cannot run
    viewer_begin_with("--size", "1280x320", "--msaa", "0", "--chain=exposure", "--scene=checker");
    screen = new_texture(WIDE, HIGH, FORMAT_RGBA8);
}

static void finish(void)
{
    texture_finish(&screen);
}

static void show_frame(void)
{
    render_frame(WIDE, HIGH);
    glBindFramebuffer(GL_FRAMEBUFFER, screen.framebuffer);
    viewer_build_panel(&viewer);
    panel_draw();
}

// Opens the list of a window whose chain is "exposure".
static void open_list(void)
{
    viewer_fresh();
    request_chain("exposure");
    ui->scene = parse_scene("checker");
    run_frames();
    ui_push_history(ui, false);
    press_keys("Ctrl+O Home");
    show_frame();
}

static int find(const char *name)
{
    for (int i = 0; i < previews->count; i++)
        if (strcmp(chain_choice_name(&ui->choice, i), name) == 0)
            return i;
    fail_msg("there is no %s", name);
    return -1;
}

static void assert_drawn(int i, const char *text)
{
    struct chain chain;
    const struct preview *preview = &previews->all[i];
    if (preview->error[0])
        fail_msg("%s", preview->error);
    assert_true(preview->picture.id != 0);
    assert_true(preview->picture.width > 60 && preview->picture.height > 15);
    LOCAL_IMAGE small = read_texture(&preview->picture, IMAGE_TYPE_U8);
    assert_works(preset_read_chain(&chain, text, NULL, NULL, &error));
    assert_works(renderer_resize(renderer, previews->width, previews->height, &error));
    assert_works(renderer_set_chain(renderer, &chain, &error));
    renderer->frame = 0;
    renderer_draw(renderer, 0);
    LOCAL_IMAGE whole = read_texture(&renderer->side.output, IMAGE_TYPE_U8);
    assert_int_equal(image_bytes(&small), image_bytes(&whole));
    assert_same_image(&small, &whole);
}

static int count_textures(void)
{
    return gl_objects_count(GL_OBJECTS_TEXTURES);
}

// Widths in pixels are as much smaller as the picture is.
TEST(what_is_offered_is_drawn_small)
{
    int frames = 0;
    link_slowly();
    do {
        show_frame();
        // Draws only one of the presets, since compiling takes long.
        for (int i = 0; i < previews->count; i++)
            if (chain_choice_preset(i) >= 0 && i != find("blur"))
                previews->all[i].is_done = true;
    } while (should_continue(previews_are_due(previews) || !previews->width, frames++));
    assert_int_equal(previews->count, preset_count() + 3);
    assert_true(frames > 1);
    assert_contains(previews->all[find("b.chain")].error, "sgma");
    assert_contains(previews->all[find("c.chain")].error, "exposure");
    assert_int_equal(previews->all[find("c.chain")].picture.id, 0);
    assert_drawn(find("blur"), "blur");
    const char *text =
        formatted("gaussian:sigma=%.9g:roi=0/0/0.5/1", 24.0 * previews->height / HIGH);
    assert_drawn(find("a.chain"), text);
    show_frame(); // in its old size
    show_frame();
    const int open = count_textures();
    press_keys("Esc");
    show_frame();
    assert_true(count_textures() <= open - 3); // two pictures, and what they are drawn of
    assert_int_equal(ui->dialog, DIALOG_NONE);
    assert_null(previews->all);
}

// By the grid's columns, and never past its ends.
TEST(arrow_keys_walk_over_the_grid)
{
    show_frame(); // lays the grid out
    const int columns = ui->choice_columns, last = preset_count() + 2;
    assert_true(columns > 1);
    press_keys("Left Up");
    show_frame();
    assert_int_equal(ui->chosen, 0);
    press_keys("Down Right");
    show_frame();
    assert_int_equal(ui->chosen, columns + 1);
    press_keys("End Down Right");
    show_frame();
    assert_int_equal(ui->chosen, last);
    press_keys("Enter"); // which cannot run: the old one stays, and so does the history
    for (int i = 0; i < 3; i++)
        show_frame();
    assert_true(ui->message.is_error);
    assert_true(chain_equal(&ui->chain, &renderer->side.chain));
}

// A click opens, as Return does; undo brings the chain back.
TEST(a_click_opens)
{
    const struct chain before = ui->chain;
    assert_int_equal(ui->dialog, DIALOG_PRESETS);
    ui->panels = 0;
    for (int i = 0; i < 3; i++)
        show_frame();
    click((struct place){ WIDE / 2.0f - 100, 100 }, show_frame);
    show_frame();
    assert_int_equal(ui->dialog, DIALOG_NONE);
    assert_true(ui->preset >= 0);
    assert_false(chain_equal(&ui->chain, &before));
    show_frame();
    press_keys("Ctrl+Z");
    show_frame();
    assert_true(chain_equal(&ui->chain, &before));
}

AROUND_TESTS(.begin = begin, .finish = finish, .before = open_list)
