// Files that are dropped on the window, pictures that a thread reads, and regions that the mouse
// draws: the viewer without a window.

#include "effects/lut/lut.h"
#include "effects/step_file.h"
#include "render/file/input_file.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/viewer_fixture.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_sized(const char *name, int width, int height, uint8_t value,
                        const struct image_texts *texts)
{
    LOCAL_IMAGE image = new_image(width, height, IMAGE_TYPE_U8);
    fill_bytes(&image, i, i % 4 == 3 ? 255 : value);
    assert_works(image_write(&image, texts, name, &error));
}

static void write_flat(const char *name, uint8_t value, const struct image_texts *texts)
{
    write_sized(name, 8, 4, value, texts);
}

static void begin(void)
{
    LOCAL_TEXTS texts = { 0 };
    folder_enter();
    write_flat("dark.png", 20, NULL);
    write_flat("bright.png", 220, NULL);
    write_sized("white.png", 5, 5, 255, NULL);
    image_texts_add(&texts, "chain", "box:sigma=3");
    image_texts_add(&texts, "scene", "checker");
    image_texts_add(&texts, "time", "2");
    write_flat("made.png", 90, &texts);
    put_file("look.chain", "exposure:ev=-1,\ntonemap:curve=linear");
    put_file("broken.chain", "exposure,\n  tonemapp");
    put_file("two.hex", "101010\ne0e0e0\n");
    put_file("bad.hex", "101010\nno\n");
    put_file("notes.doc", "hello");
    put_file("empty.png", "");
    viewer_begin();
}

// ---- what is done and seen

static void drop_files(const char *const names[], int count)
{
    struct window_drop *drop = &viewer.window.input.dropped;
    drop->paths = calloc((size_t) count, sizeof(*drop->paths));
    for (int i = 0; i < count; i++)
        drop->paths[i] = strdup(names[i]);
    drop->count = count;
    run_frame();
}

static void drop_file(const char *name)
{
    drop_files(&name, 1);
}

static const char *shown_words(void)
{
    bool is_error;
    const char *words = message_shown(&ui->message, &is_error);
    return words ? words : "";
}

static bool is_busy(void)
{
    return session->programs_missing > 0 || session->is_resizing ||
           scene_sync_is_reading(&session->scene);
}

static void take_file(const char *name)
{
    drop_file(name);
    run_frames();
}

static double source_red(void)
{
    float texel[4];
    texture_read_pixel(&renderer->source, WIDTH / 2, HEIGHT / 2, texel);
    return texel[0];
}

// "drop FILE" drops it, and the window reads it; all else are keys. The scene of each line runs,
// too.
static void act(const char *keys)
{
    if (text_begins_with(keys, "drop "))
        take_file(keys + strlen("drop "));
    else
        press_and_run(keys);
    assert_true(scene_equal(&ui->scene, &renderer->scene));
}

static void play_files(const char *script)
{
    keys_play(script, ui, act);
}

// ---- pictures

TEST(a_picture_is_read_while_the_last_one_stays)
{
    drop_file("bright.png");
    assert_true(is_busy());
    assert_string_equal(renderer->scene.scene->name, "icosahedra");
    assert_string_equal(shown_words(), "reading bright.png ...");
    play_files(" -> scene=image:file=bright.png is_error=0 said the picture bright.png\n");
    assert_true(source_red() > 0.6 && source_red() < 0.8); // of 220
    drop_file("dark.png");
    press_and_run("1"); // the chain is edited meanwhile
    assert_chain("-threshold,gaussian");
    play_files(" -> scene=image:file=dark.png\n");
    assert_true(source_red() < 0.02);
    play_files("Ctrl+Z -> \n"
               "Ctrl+Z -> chain=threshold,gaussian scene=image:file=bright.png\n"
               "Ctrl+Z -> scene=icosahedra\n"
               "Ctrl+Shift+Z -> scene=image:file=bright.png\n");
}

static void request_pipe(void)
{
    char *path = "pipe";
    assert_true(mkfifo(path, 0600) == 0 || errno == EEXIST);
    input_file_allow_pipes(1, &path);
    ui->scene = parse_scene("image:file=pipe");
    run_frame();
}

// A pipe without a writer takes for ever; what is requested after it comes all the same.
TEST(the_newest_request_wins)
{
    request_pipe();
    for (int i = 0; i < 5; i++)
        run_frame();
    assert_true(is_busy());
    assert_string_equal(shown_words(), "reading pipe ...");
    drop_file("bright.png");
    play_files("drop dark.png -> scene=image:file=dark.png\n");
    request_pipe();
    play_files("Ctrl+Z -> scene=image:file=dark.png\n"); // what is undone is not waited for
    assert_string_equal(ui->message.progress[MESSAGE_READING], "");
}

// No undo leads to a picture that cannot be read, whatever was done since it was requested.
TEST(what_cannot_be_read_is_no_state)
{
    put_bytes("cut.png", file_text("bright.png", NULL), 64);
    play_files("drop dark.png -> \n"
               "drop cut.png -> scene=image:file=dark.png is_error=1 "
               "said cut.png: the file is cut off\n");
    drop_file("cut.png");
    press_keys("1");
    run_frames();
    assert_contains(ui->message.error_text, "cut.png");
    play_files(
        " -> chain=-threshold,gaussian scene=image:file=dark.png\n" // edited meanwhile: stays
        "Ctrl+Z -> chain=threshold,gaussian scene=image:file=dark.png is_error=0\n"
        "Ctrl+Z -> scene=icosahedra\n");
}

TEST(a_file_that_is_gone_stops_no_undo)
{
    write_flat("gone.png", 5, NULL);
    take_file("gone.png");
    take_file("dark.png");
    remove("gone.png");
    play_files("Ctrl+Z -> scene=image:file=dark.png is_error=1 said gone.png: No such file\n"
               "Ctrl+Z -> scene=icosahedra\n");
}

// ---- a picture that is too large for a frame

enum { LARGE_WIDTH = 2048, LARGE_HEIGHT = 1100, LARGE = LARGE_WIDTH * LARGE_HEIGHT };

static void write_large(void)
{
    LOCAL_IMAGE image = new_image(LARGE_WIDTH, LARGE_HEIGHT, IMAGE_TYPE_U8);
    for (int i = 0; i < LARGE; i++) {
        const uint8_t value = (uint8_t) (i % LARGE_WIDTH / 8 + i / LARGE_WIDTH % 3);
        memcpy((uint8_t *) image.texels + 4 * (size_t) i, (uint8_t[]){ value, value, 90, 255 }, 4);
    }
    assert_true(image_write(&image, NULL, "big.png", &error));
}

// Draws frames of that size until the picture is seen as it is: at first it is an overview, and no
// frame makes more of it than it may.
static void see_it_sharpen(int width, int height)
{
    const size_t most = renderer_refine_limit(renderer);
    size_t left = LARGE;
    if (renderer->drawn.texels_left == 0) // it was just dropped otherwise
        draw_frame(width, height);
    assert_int_equal(renderer->drawn.texels_left, LARGE);
    for (int frames = 0; left > 0; frames++) {
        draw_frame(width, height);
        assert_true(renderer->drawn.texels_left < left &&
                    left - renderer->drawn.texels_left <= most);
        left = renderer->drawn.texels_left;
        assert_true(frames < LARGE / (int) most + 2);
    }
    assert_string_equal(ui->message.progress[MESSAGE_READING], "");
}

static void drop_large(void)
{
    drop_file("big.png");
    for (int frames = 0; should_continue(scene_sync_is_reading(&session->scene), frames);
         frames++) {
        assert_string_equal(renderer->scene.scene->name, "icosahedra"); // which stays
        run_frame();
    }
    assert_string_equal(renderer->scene.scene->name, "image");
}

// Whatever is turned: no frame waits for all of the picture, and none is drawn that is not of the
// size, the fit and the light requested.
TEST(a_large_picture_stops_no_frame)
{
    write_large();
    drop_large();
    see_it_sharpen(WIDTH, HEIGHT);
    press_keys("F");
    see_it_sharpen(WIDTH, HEIGHT);
    ui->scene = parse_scene("image:file=big.png:light=3");
    see_it_sharpen(WIDTH, HEIGHT);
    session_resize(session, ui, 96, 90);
    see_it_sharpen(96, 90);
    // The refined picture equals the one that is drawn at once, as for a picture that is written.
    void *made;
    LOCAL_IMAGE sharp = read_texture(&renderer->source, IMAGE_TYPE_F32);
    assert_true(scene_create(&ui->scene, &renderer->gpu, &made, &error));
    renderer->is_window = false;
    renderer_take_scene(renderer, &ui->scene, made);
    draw_frame(96, 90);
    LOCAL_IMAGE whole = read_texture(&renderer->source, IMAGE_TYPE_F32);
    renderer->is_window = true;
    assert_same_image(&sharp, &whole);
    run_frame();
}

// If refining takes long, the window shows the progress; a picture that is requested meanwhile does
// not show the overview.
TEST(a_slow_machine_tells_how_far_it_is)
{
    renderer->gpu.profile = &renderer->profile;
    renderer->profile.fragment.copy = 1000; // nanoseconds
    write_large();
    drop_large();
    run_frame();
    assert_said("the picture big.png");
    assert_false(ui->message.is_error);
    assert_string_equal(ui->message.progress[MESSAGE_READING], ""); // which would hide that
    ui->message = (struct message){ 0 };
    run_frame();
    assert_contains(shown_words(), "big.png: ");
    assert_contains(shown_words(), " % sharp ...");
    assert_true(renderer->drawn.texels_left > 0);
    ui_request(ui, UI_PICTURE);
    run_frame();
    assert_int_equal(access("halation_0001.png", F_OK), -1);
    renderer->gpu.profile = NULL;
    while (renderer->drawn.texels_left > 0)
        run_frame();
    run_frame();
    assert_int_equal(unlink("halation_0001.png"), 0);
}

TEST(f_fits_fills_and_stretches)
{
    play_files("F -> is_error=0 said the scene icosahedra always fills\n"
               "drop bright.png -> \n");
    for_each_text(word, "fill: cropped", "stretch: stretched", "fit: whole") {
        play_files(formatted("F -> is_error=0 said %s", *word));
        assert_false(is_busy()); // nothing is read for that
    }
    play_files(" -> scene=image:file=bright.png\n");
}

static void assert_white(int width, int height)
{
    LOCAL_IMAGE picture = read_texture(&renderer->side.output, IMAGE_TYPE_U8);
    assert_int_equal(picture.width, width);
    assert_int_equal(picture.height, height);
    for (size_t i = 0; i < image_bytes(&picture); i++)
        assert_int_equal(((uint8_t *) picture.texels)[i], 255);
}

// The bars beside a photograph of another shape are no part of the picture, of neither side.
TEST(a_blur_gets_no_black_from_beside_a_photograph)
{
    request_chain("gaussian:sigma=9");
    take_file("white.png");
    assert_white(HEIGHT, HEIGHT);
    press_keys("A F");
    run_frames();
    assert_white(WIDTH, HEIGHT); // cropped
    press_keys("F F");
    run_frames();
    assert_white(HEIGHT, HEIGHT);
    assert_int_equal(session->sides.other.output.width, HEIGHT);
    session_resize(session, ui, 20, 300);
    run_frames();
    assert_white(20, 20);
    take_file("bright.png");
    LOCAL_IMAGE picture = read_texture(&renderer->side.output, IMAGE_TYPE_U8);
    assert_int_equal(picture.height, 10);
}

TEST(a_picture_that_says_how_is_made_again_and_then_seen)
{
    play_files("drop made.png -> chain=box:sigma=3 scene=checker is_error=0 "
               "said as in made.png; dropped once more it is seen as it is\n");
    assert_true(ui->time == 2);
    play_files("drop made.png -> chain=box:sigma=3 scene=image:file=made.png\n"
               "Ctrl+Z -> scene=checker\n"
               "Ctrl+Z -> chain=threshold,gaussian scene=icosahedra\n" // one state
               "drop made.png -> scene=checker\n");
}

// ---- chains, palettes, and several files at once

TEST(a_chain_is_taken_or_its_fault_is_placed)
{
    play_files("drop look.chain -> chain=exposure:ev=-1,tonemap:curve=linear is_error=0 "
               "said the chain look.chain\n");
    assert_string_equal(ui->files[0], "look.chain"); // and watched
    play_files("drop broken.chain -> chain=exposure:ev=-1,tonemap:curve=linear is_error=1 "
               "said broken.chain: line 2, column 3: \n");
    assert_string_equal(ui->message.place.line, "  tonemapp");
    assert_int_equal(ui->message.place.column, 2);
    assert_false(ui_has_changed(ui));
}

TEST(a_palette_goes_to_a_step_that_dithers)
{
    play_files("drop two.hex -> chain=threshold,gaussian,dither:palette=two.hex step=2 is_error=0 "
               "said the palette two.hex, 2 colours, of dither, which is added\n"
               "Ctrl+Z -> \n");
    request_chain("exposure,dither,-error_diffusion");
    run_frames();
    play_files("drop two.hex -> is_error=0 said of dither\n");
    ui->step = 2; // selected, though it is off
    play_files("drop two.hex -> is_error=0 said of error_diffusion\n");
    assert_false(ui->chain.steps[2].off);
    play_files("drop bad.hex -> is_error=1 said bad.hex: line 2\n");
}

TEST(a_table_goes_behind_the_selected_step)
{
    put_file("t.cube", "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n");
    request_chain("tonemap,dither");
    run_frames();
    ui->step = 0;
    play_files("drop t.cube -> chain=tonemap,lut:file=t.cube,dither is_error=0 "
               "said the table t.cube, 2 colours, of lut, which is added\n");
    put_file("t.cube", "LUT_1D_SIZE 2\n0 0 0\n");
    play_files("drop t.cube -> is_error=1 said t.cube:2: the file ends after 1 of 2 colours\n");
}

// Returns the last number of the table that runs.
static float last_of_table(void)
{
    const struct plan *plan = &renderer->side.plan;
    for (int i = 0; i < plan->count; i++) {
        const struct lut_file *file = plan->nodes[i].fused.file;
        if (file)
            return file->colours[file->count - 1][2];
    }
    return -1;
}

// The window reads again what was written.
static void update_file(void)
{
    static double now;
    for (int polls = 0; !reload_update(&viewer.reload, session, ui, now); polls++) {
        assert_true(polls < 1000);
        now += 1;
    }
    run_frame();
}

static void write_and_update(const char *path, const char *text)
{
    put_file(path, text);
    update_file();
}

TEST(of_a_file_that_is_written_again_one_version_stays)
{
    static const struct {
        const char *path, *chain, *text; // of which one number changes
    } rows[] = {
        { "t.cube", "tonemap,lut:file=t.cube", "LUT_1D_SIZE 2\n0 0 0\n1 1 0.%02d\n" },
        { "t.hex", "tonemap,dither:palette=t.hex", "000000\n%02d0000\nffffff\n" },
    };
    for_each(row, rows) {
        put_file(row->path, formatted(row->text, 99));
        request_chain(row->chain);
        run_frames();
        press_and_run("A"); // and the other side has it too
        reload_update(&viewer.reload, session, ui, 0);
        write_and_update(row->path, formatted(row->text, 98)); // frees those of other tests
        const int count = step_file_count();
        for (int i = 1; i <= 20; i++) {
            write_and_update(row->path, formatted(row->text, i));
            assert_int_equal(step_file_count(), count);
            if (row == rows)
                assert_near(last_of_table(), 0.01 * i, 1e-6);
        }
        press_and_run("Ctrl+A");
        reload_finish(&viewer.reload);
    }
}

TEST(of_a_file_that_becomes_wrong_the_last_good_version_stays)
{
    put_file("t.cube", "LUT_1D_SIZE 2\n0 0 0\n1 1 0.8\n");
    request_chain("tonemap,lut:file=t.cube");
    run_frames();
    reload_update(&viewer.reload, session, ui, 0);
    write_and_update("t.cube", "LUT_1D_SIZE 2\n0 0 0\n");
    assert_near(last_of_table(), 0.8, 1e-6);
    reload_finish(&viewer.reload);
}

enum { SIDE = 512 }; // of a texture: 4 MiB as floats

static void write_shader(const char *path, int level)
{
    FILE *file = begin_printing();
    fprintf(file, "//!TEXTURE T\n//!SIZE %d %d\n//!FORMAT r8\n//!FILTER NEAREST\n", SIDE, SIDE);
    for (int i = 0; i < SIDE * SIDE; i++)
        fprintf(file, "%02x", level);
    fprintf(file, "\n//!HOOK MAIN\n//!BIND HOOKED\n//!BIND T\nvec4 hook()\n{\n"
                  "    return vec4(texture(T, vec2(0.5)).rrr, 1.0);\n}\n");
    put_file(path, end_printing());
}

static int red_of_picture(void)
{
    draw_frame(WIDTH, HEIGHT);
    LOCAL_IMAGE image = read_texture(&renderer->side.output, IMAGE_TYPE_U8);
    return ((uint8_t *) image.texels)[0];
}

// Undo changes the chain, and not the file.
TEST(all_states_to_undo_have_the_shader_file_that_was_written_last)
{
    write_shader("t.glsl", 5);
    request_chain("tonemap,t.glsl");
    run_frames();
    reload_update(&viewer.reload, session, ui, 0);
    const int count = step_file_count();
    for (int level = 15; level <= 65; level += 10) {
        write_shader("next", level);
        rename("next", "t.glsl");
        update_file();
        run_frames();
        assert_int_equal(red_of_picture(), level);
        assert_true(step_file_count() <= count + 1); // the one that runs, and the one before
        press_and_run("1");
    }
    press_and_run("Ctrl+Z");
    run_frames();
    assert_int_equal(red_of_picture(), 65);
    reload_finish(&viewer.reload);
}

TEST(what_is_nothing_of_this_is_refused_in_a_line)
{
    static const struct {
        const char *name, *words;
    } cases[] = {
        { ".", ".: a folder" },
        { "notes.doc", "notes.doc: no image; it must be a PNG, JPEG, EXR, HDR or PFM file" },
        { "nowhere.png", "nowhere.png: No such file" },
        { "pipe", "pipe: no file that can be read" },
    };
    for_each(row, cases) {
        drop_file(row->name);
        assert_false(is_busy() || ui_has_changed(ui));
        play_files(formatted(" -> is_error=1 said %s", row->words));
    }
    play_files("drop empty.png -> scene=icosahedra is_error=1 said empty.png: the file is empty\n");
}

TEST(of_several_files_the_last_of_each_kind_counts)
{
    const char *const names[] = { "two.hex", "bright.png", "notes.doc", "dark.png", "look.chain" };
    drop_files(names, 5);
    play_files(
        " -> chain=exposure:ev=-1,tonemap:curve=linear,dither:palette=two.hex "
        "scene=image:file=dark.png is_error=0 "
        "said the picture dark.png; the chain look.chain; the palette two.hex, 2 colours, of "
        "dither, which is added; without bright.png; without notes.doc\n"
        "Ctrl+Z -> chain=threshold,gaussian scene=icosahedra\n"); // one state
    const char *const bad[] = { "dark.png", "broken.chain" };
    drop_files(bad, 2);
    play_files(" -> scene=icosahedra is_error=1 said broken.chain\n"); // nothing of it
    const char *const unreadable[] = { "cut.png", "look.chain" };
    drop_files(unreadable, 2); // which is only known when it is read
    play_files(" -> chain=threshold,gaussian scene=icosahedra\n");
}

// ---- regions

static void press_at(double seconds, float x, float y, bool down)
{
    const struct input_event event = { .kind = INPUT_BUTTON,
                                       .code = INPUT_LEFT,
                                       .modifiers = WINDOW_SHIFT,
                                       .down = down,
                                       .seconds = seconds };
    point_at(x, y);
    run_frame();
    input_queue_push(&viewer.window.input.queue, &event);
    run_frame();
}

TEST(a_region_is_shown_cancelled_and_made_everywhere)
{
    static const float region[][2] = { { 8.5f, 4.5f }, { 39.5f, 19.5f } };
    const char *drawn = "threshold:roi=0.13/0.13/0.63/0.63,gaussian";
    drag(INPUT_LEFT, WINDOW_SHIFT, region, 2);
    play_files(" -> chain=threshold:roi=0.13/0.13/0.63/0.63,gaussian is_error=0 "
               "said threshold: only in 32x16 texels from 8, 4\n");
    press_at(1, 2, 2, true);
    point_at(30, 30);
    run_frame();
    press_and_run("Esc"); // while it is drawn
    assert_chain(drawn);
    assert_false(ui_take_request(ui, UI_QUIT));
    press_at(2, 40, 30, false);
    assert_chain(drawn);
    press_at(3, 10, 10, true);
    press_at(3.1, 10, 10, false);
    assert_chain(drawn); // a click draws nothing
    press_at(3.2, 11, 10, true);
    press_at(3.3, 11, 10, false);
    play_files(" -> chain=threshold,gaussian is_error=0 said threshold: everywhere\n"
               "Ctrl+Z -> chain=threshold:roi=0.13/0.13/0.63/0.63,gaussian\n"
               "Ctrl+Z -> chain=threshold,gaussian\n"); // what was given up is no state
}

// A region is given in pixels of the picture, also if the picture is enlarged, moved or beside
// another one.
TEST(a_region_is_drawn_where_it_is_seen)
{
    static const float region[][2] = { { 33, 5 }, { 60, 20 } };
    int first[2], last[2];
    press_and_run("A S = =");
    view_pan(&ui->view, &ui->view_frame, 9, -5);
    for (int i = 0; i < 2; i++)
        assert_true(
            view_find(&ui->view, &ui->view_frame, region[i][0], region[i][1], i ? last : first));
    assert_true(ui->view.zoom > 1);
    drag(INPUT_LEFT, WINDOW_SHIFT, region, 2);
    const struct rect texels = chain_step_texels(&ui->chain.steps[0], WIDTH, HEIGHT);
    assert_int_equal((int) texels.x0, first[0]);
    assert_int_equal((int) texels.y0, first[1]);
    assert_int_equal((int) texels.x1, last[0] + 1);
    assert_int_equal((int) texels.y1, last[1] + 1);
    assert_false(chain_step_has_roi(&ui->other.steps[0])); // the edited side alone
}

// ---- the end

TEST(the_end_waits_for_no_file)
{
    request_pipe();
    assert_true(is_busy()); // and closing the window does not hang
}

AROUND_TESTS(.begin = begin, .before = viewer_fresh)
