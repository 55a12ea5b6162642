// The viewer without a window: keys and the mouse, states to undo, two sides, programs, memory.

#include "app/window/controls/controls.h"
#include "app/window/view/panel.h"
#include "effects/metrics/metrics.h"
#include "render/context/gl_objects.h"
#include "render/file/text_file.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/viewer_fixture.h"

// A key that is held moves on and on; undo takes back the hold.
TEST(a_key_that_is_held_is_one_state)
{
    press_and_run("Tab Right");
    push(WINDOW_KEY_RIGHT, 0, true, false);
    for (int i = 0; i < 3; i++) {
        push(WINDOW_KEY_RIGHT, 0, true, true);
        run_frames();
    }
    push(WINDOW_KEY_RIGHT, 0, false, false);
    run_frames();
    play(" -> chain=threshold,gaussian:sigma=18.5\n"
         "Ctrl+Z -> chain=threshold,gaussian:sigma=16.5\n"
         "Ctrl+Z -> chain=threshold,gaussian\n");
}

// The test sets the scene itself, in place of the panel.
TEST(the_scene_is_undone_and_redone)
{
    const struct scene_choice before = ui->scene;
    ui->scene = parse_scene("checker");
    run_frames();
    assert_string_equal(renderer->scene.scene->name, "checker");
    ui->scene = parse_scene("checker:dark=0.25");
    run_frames();
    play("Ctrl+Z Ctrl+Z -> scene=icosahedra said undone: scene icosahedra\n"
         "Ctrl+Shift+Z Ctrl+Shift+Z -> said redone: scene checker:dark=0.25\n"
         "Ctrl+Z Ctrl+Z -> scene=icosahedra\n");
    assert_true(scene_equal(&renderer->scene, &before));
}

TEST(what_the_renderer_refuses_is_no_state)
{
    ui->scene = parse_scene("image:file=nowhere.png");
    run_frames();
    play(" -> scene=icosahedra is_error=1\n"
         "2 -> is_error=0\n" // something has succeeded since
         "Ctrl+Z -> chain=threshold,gaussian\n");
}

// ---- the mouse, in a window wide enough for the panels

enum { WIDE = 1280, HIGH = 720 };

static void show_wide(void)
{
    update_in(WIDE, HIGH, 3);
}

// The first press moves the slider, the second sets the default: undo takes back both at once.
TEST(a_double_click_is_one_state)
{
    ui->panels = 2;
    ui->step = 0;
    request_chain("threshold:level=9.5,gaussian");
    show_wide();
    show_wide();
    const struct chain before = ui->chain;
    click(place_of("level", ""), show_wide);
    assert_false(chain_equal(&ui->chain, &before));
    click(place_of("level", ""), show_wide);
    assert_string_equal(chain_text(&ui->chain), "threshold,gaussian");
    press_keys("Ctrl+Z");
    show_wide();
    assert_true(chain_equal(&ui->chain, &before));
    ui->panels = 0;
}

// ---- what is drawn

static int scopes_of_a_frame(void)
{
    run_frames();
    return gpu_timer_drawn(&renderer->gpu.timer)->count;
}

// Whatever step K shows, the times are those of all steps.
TEST(a_look_at_a_step_leaves_the_tree_of_times)
{
    request_chain("threshold,gaussian,tonemap");
    const int whole = scopes_of_a_frame();
    assert_true(whole > 4);
    for (int step = 0; step < 3; step++) {
        ui->viewing_step = true;
        ui->step = step;
        assert_int_equal(scopes_of_a_frame(), whole);
        assert_true(session->shows_step);
    }
}

// ---- the file of F12

TEST(a_picture_is_named_by_its_whole_path)
{
    folder_enter();
    play("F12 -> said drawing the picture\n");
    run_frames();
    assert_said(formatted("wrote %s/halation_0001.png", current_folder()));
}

TEST(an_exported_folder_has_the_implementation_that_runs)
{
    folder_enter();
    request_chain("pixelate:cell=4,tonemap");
    run_frames();
    play("Ctrl+Shift+S -> said exporting the chain\n");
    run_frames();
    char *text = text_file_read("halation_0001/chain.json", "export", 1 << 20, &error);
    assert_non_null(text);
    assert_contains(text, renderer->side.plan.nodes[0].impl->name);
    free(text);
}

// The texts in the file reproduce its picture, although a key of the same frame has changed the
// chain, the scene has moved on, and the window shows false colours of it, one stop brighter.
TEST(a_picture_shows_what_its_words_say)
{
    LOCAL_IMAGE written;
    LOCAL_TEXTS texts = { 0 };
    folder_enter();
    run_frames();
    press_keys("Ctrl+6 E F12 2");
    ui->time += 1;
    run_frames();
    const double time = ui->time;
    const struct chain seen = ui->chain;
    ui->time += 1;
    press_and_run("2"); // it is of the moment and the chain that were seen
    bool is_light;
    assert_works(image_read(&written, &is_light, &texts, "halation_0001.png", &error));
    assert_string_equal(image_texts_find(&texts, "chain"), chain_text(&seen));
    assert_string_equal(image_texts_find(&texts, "time"), "1");
    press_and_run("Ctrl+Z");
    renderer_draw(renderer, time);
    LOCAL_IMAGE drawn = read_texture(&renderer->side.output, IMAGE_TYPE_U8);
    assert_same_image(&written, &drawn);
    press_and_run("Ctrl+Z Ctrl+6 Shift+E");
}

// ---- the picture's size

static bool is_sized(int width, int height)
{
    return renderer->plan_options.width == width && renderer->plan_options.height == height &&
           ui->view_frame.picture_width == width;
}

// Not while the window is still dragged, and not with the panels.
TEST(a_picture_without_a_size_fits_a_window_at_rest)
{
    render_frame(96, 48);
    assert_true(is_sized(WIDTH, HEIGHT)); // which has one
    viewer.size.fits_window = true;
    render_frame(96, 48);
    assert_true(is_sized(96, 48));
    render_frame(80, 40);
    assert_true(is_sized(96, 48) && viewer_size_is_due(&viewer));
    clock_advance(1);
    render_frame(80, 40);
    assert_true(is_sized(80, 40) && !viewer_size_is_due(&viewer));
    ui->panels = 1;
    render_frame(80, 40);
    assert_true(is_sized(80, 40) && !viewer_size_is_due(&viewer));
}

TEST(f5_without_a_folder_says_so)
{
    play("F5 -> said --shader-dir\n");
}

// ---- implementations

// V draws and compiles nothing to find out what fits.
TEST(v_walks_through_all_that_fit)
{
    request_chain("dual:sigma=2:impl=cs_passes");
    run_frames();
    const struct chain first = ui->chain;
    int skipped = 0;
    do {
        press_keys("V");
        run_frames();
        assert_false(ui->message.is_error);
        assert_true(chain_equal(&ui->chain, &renderer->side.chain));
        skipped++;
    } while (skipped < 64 && !chain_equal(&ui->chain, &first));
    assert_int_equal(skipped, effect_impl_count(&effect_dual) + 1);
}

// ---- programs that are not compiled yet

static bool says_compiling(void)
{
    bool is_error = true;
    const char *words = message_shown(&ui->message, &is_error);
    return words && strstr(words, "compiling") && !is_error;
}

// A key and the panel build one plan each, and a frame without a change none.
TEST(a_change_builds_one_plan)
{
    press_and_run("B");
    run_frames();
    press_and_run("Ctrl+Z");
    run_frames();
    const int plans = renderer->plans;
    press_and_run("B");
    assert_int_equal(renderer->plans, plans + 1);
    assert_int_equal(session->programs_missing, 0);
    run_frame();
    assert_int_equal(renderer->plans, plans + 1);
    ui->clicked = controls_find("Ctrl+Z");
    run_frame();
    run_frame();
    run_frame();
    assert_int_equal(renderer->plans, plans + 2);
}

TEST(a_chain_waits_for_its_programs)
{
    request_chain("exposure");
    run_frames();
    const struct chain old = ui->chain;
    link_slowly(); // more than a frame may be held up
    request_chain("kawase:sigma=9,saturation:factor=0.5,box:sigma=3,exposure:ev=-1,mips");
    run_frame();
    assert_true(session->programs_missing > 1);
    assert_true(chain_equal(&renderer->side.chain, &old)); // the old picture stays
    assert_true(says_compiling());
    const int waited = session->programs_missing;
    press_keys("P");
    run_frame(); // keys work meanwhile
    assert_true(ui->panels > 0);
    assert_true(session->programs_missing < waited);
    request_chain(
        "pyramid:sigma=9,exposure:ev=-2,saturation:factor=0.25,threshold"); // the newest wins
    run_frames();
    assert_chain("pyramid:sigma=9,exposure:ev=-2,saturation:factor=0.25,threshold");
    assert_false(says_compiling());
    play("Ctrl+Z -> chain=kawase:sigma=9,saturation:factor=0.5,box:sigma=3,exposure:ev=-1,mips\n");
    request_chain("tonemap,exposure"); // cannot run at all
    play(" -> chain=kawase:sigma=9,saturation:factor=0.5,box:sigma=3,exposure:ev=-1,mips "
         "is_error=1\n");
}

// ---- memory

static int count_programs(void)
{
    return gl_objects_count(GL_OBJECTS_PROGRAMS);
}

// Small tables stay.
static size_t count_bytes_without_tables(void)
{
    size_t tables = 0;
    const struct texture_cache *cache = &renderer->gpu.cache;
    for (int i = 0; i < cache->count; i++)
        tables += texture_bytes(&cache->items[i]->texture);
    assert_true(tables <= TEXTURE_CACHE_BUDGET);
    return texture_total_bytes() - tables;
}

// Frames until the chain has run for longer than idle textures stay.
static void show_for_a_second(void)
{
    run_frames();
    for (int i = 0; i < 70; i++)
        run_frames();
}

// Counts, since the C library and drivers keep memory that was given back to them.
TEST(what_is_shown_no_more_goes)
{
    enum { SHOWN = 30, MAX_PROGRAMS = 24, OF_THE_WINDOW = 12 };
    request_chain("threshold,gaussian");
    show_for_a_second();
    const size_t bytes = count_bytes_without_tables();
    for (int i = 0; i < SHOWN; i++) { // some of them twice
        press_keys("]");
        run_frames();
    }
    press_and_run("A 1");
    show_for_a_second();
    press_and_run("Ctrl+A");
    request_chain("threshold,gaussian");
    show_for_a_second();
    assert_int_equal(count_bytes_without_tables(), bytes);
    assert_in_range(count_programs(), 1, MAX_PROGRAMS + OF_THE_WINDOW);
}

// ---- two sides, and looking closely

// The other side runs too.
static void play_sides(const char *script)
{
    const struct sides *sides = &session->sides;
    play(script);
    assert_int_equal(sides->shown, ui->has_other);
    assert_true(!ui->has_other || chain_equal(&ui->other, &sides->other.chain));
}

TEST(sides_are_copied_turned_swapped_and_taken_back)
{
    static const char *const lines[] = {
        "A 1 -> chain=-threshold,gaussian other=threshold,gaussian side=B mode=split",
        "Ctrl+Tab -> chain=threshold,gaussian other=-threshold,gaussian side=A",
        "X -> chain=threshold,gaussian side=B", // the same is edited, on the other side
        "Ctrl+Z Ctrl+Z Ctrl+Z Ctrl+Z -> chain=threshold,gaussian other=none mode=one",
        "Ctrl+Shift+Z -> other=threshold,gaussian",
        "Ctrl+A -> other=none",
    };
    for_each(line, lines)
        play_sides(*line);
}

TEST(ways_to_look_go_on_and_off)
{
    play("/ -> mode=split other=threshold,gaussian\n"
         "S -> mode=sides\n"
         "D -> mode=difference\n");
    assert_true(ui_shows_both(ui));
    play("D -> mode=one other=threshold,gaussian\n");
    assert_false(ui_shows_both(ui));
    push('N', 0, true, false);
    play(" -> shows_other=1\n");
    assert_true(ui_shows_both(ui));
    push('N', 0, false, false);
    play(" -> shows_other=0\n"
         "G E E Shift+E L -> gain=8 stops=1 loupe=1\n");
}

static struct image read_seen(void)
{
    return read_texture(&session_shown_side(session)->output, IMAGE_TYPE_U8);
}

// A held key shows what the chain gets, converted for the display, and time goes on.
TEST(one_side_is_seen_without_its_chain)
{
    ui->paused = true;
    run_frames();
    LOCAL_IMAGE with = read_seen();
    push('N', 0, true, false);
    play(" -> said without the chain\n");
    LOCAL_IMAGE without = read_seen();
    push('N', 0, false, false);
    play(" -> said after all steps\n");
    LOCAL_IMAGE again = read_seen();
    assert_same_image(&again, &with);
    request_chain("");
    run_frames();
    LOCAL_IMAGE none = read_seen();
    assert_same_image(&without, &none);
}

// The picture of the other side is bit for bit the one when that side is edited.
TEST(the_other_side_is_the_picture_of_its_chain)
{
    ui->paused = true;
    press_and_run("A 1 Tab Shift+Right");
    LOCAL_IMAGE other = read_texture(&session->sides.other.output, IMAGE_TYPE_U8);
    LOCAL_IMAGE edited = read_seen();
    assert_true(memcmp(other.texels, edited.texels, image_bytes(&other)) != 0);
    image_finish(&edited);
    press_and_run("Ctrl+Tab");
    edited = read_seen();
    assert_same_image(&other, &edited);
}

static struct sides_report report_sides(void)
{
    struct sides_report report;
    panel_report_sides(session, ui, &report);
    return report;
}

static void measure_sides(void)
{
    run_until_idle();
    run_frames(); // takes the times of the last frames
}

static void sum_up_sides(struct sides_numbers *numbers)
{
    const struct chain *const chains[] = { &ui->chain, &ui->other };
    sides_sum_up(&session->sides, chains, numbers);
}

// The difference in the report equals the difference of both pictures computed here.
static void assert_difference_of_pictures(const struct sides_numbers *numbers)
{
    const struct texture *const seen[] = { &renderer->side.output, &session->sides.other.output };
    struct image pictures[2], exact[2];
    for (int i = 0; i < 2; i++) {
        pictures[i] = read_texture(seen[i], IMAGE_TYPE_U8);
        image_convert(&pictures[i], IMAGE_TYPE_F64, &exact[i]);
    }
    const struct metrics_difference difference = metrics_difference(&exact[0], &exact[1]);
    assert_true(numbers->has_difference);
    assert_true(numbers->difference.psnr == metrics_psnr(&difference, 1));
    assert_true(numbers->difference.ssim == metrics_similarity(&exact[0], &exact[1]).ssim);
    assert_true(numbers->difference.most == 255 * difference.most);
    for (int i = 0; i < 2; i++) {
        image_finish(&pictures[i]);
        image_finish(&exact[i]);
    }
}

// Copies of one chain are alike; then each change is measured again, and each side keeps its name.
TEST(the_report_tells_what_both_take_and_how_far_they_lie_apart)
{
    struct sides_numbers numbers;
    press_and_run("A");
    struct sides_report report = report_sides();
    assert_contains(report.words, "which is faster: measuring, 0 of 30 frames");
    measure_sides();
    report = report_sides();
    assert_false(strstr(report.words, "measuring") || strstr(report.words, "inconclusive"));
    assert_true(ui->view.mode == PRESENT_SPLIT);
    assert_string_equal(report.numbers.cells[0][1], "A");
    assert_string_equal(report.numbers.cells[0][0], "edited: B");
    assert_string_equal(report.numbers.cells[0][2], "B");
    assert_string_equal(report.numbers.cells[4][0], "sigma");
    assert_contains(report.numbers.cells[1][1], " ms");
    const double sigma = atof(report.numbers.cells[4][1]);
    assert_true(fabs(sigma - 16) < 0.3);
    assert_contains(report.words, "identical");
    press_keys("1");
    measure_sides();
    report = report_sides();
    assert_true(strstr(report.words, "PSNR") && !strstr(report.words, "alike"));
    sum_up_sides(&numbers);
    assert_true(numbers.time[0] > 0 && numbers.time[1] > 0 && numbers.copies[0] > 0);
    assert_true(numbers.bytes[1] > numbers.bytes[0]); // threshold costs
    assert_difference_of_pictures(&numbers);
    ui->time += 1;
    run_frames();
    sum_up_sides(&numbers);
    assert_false(numbers.has_difference); // which was of another moment
    const struct chain measured = ui->chain;
    request_chain("box:sigma=3"); // which does not run yet, but is named already
    sum_up_sides(&numbers);
    assert_true(isnan(numbers.time[0]) && isnan(numbers.time[1]) && numbers.frames == 0);
    ui->chain = measured;
    press_and_run("Right");
    sum_up_sides(&numbers);
    assert_false(numbers.has_difference); // that was of another picture
    press_keys("Left Ctrl+Tab");
    measure_sides();
    report = report_sides();
    assert_string_equal(report.numbers.cells[0][1], "A: threshold");
    assert_string_equal(report.numbers.cells[0][2], "B: threshold off");
    assert_string_equal(report.numbers.cells[0][0], "edited: A");
    press_and_run("Tab Right Right Right Right");
    report = report_sides();
    assert_true(atof(report.numbers.cells[4][1]) > sigma + 1); // of the edited side alone
    assert_true(atof(report.numbers.cells[4][2]) == sigma);
}

TEST(the_mouse_zooms_pans_and_divides)
{
    static const float divide[][2] = { { 32, 10 }, { 20, 11 }, { 16, 12 } };
    static const float pan[][2] = { { 30, 10 }, { 34, 12 } };
    press_and_run("A");
    drag(INPUT_LEFT, 0, divide, 3);
    assert_true(ui->view.divider == 0.25f);
    mouse(INPUT_WHEEL, 0, 0, false, 0, 1);
    mouse(INPUT_WHEEL, 0, 0, false, 0, 1);
    run_frames();
    assert_true(ui->view.zoom == 3);
    const float x = ui->view.x;
    drag(INPUT_MIDDLE, 0, pan, 2);
    assert_true(ui->view.x != x);
    const float moved = ui->view.x;
    drag(INPUT_LEFT, WINDOW_ALT, pan, 2);
    assert_true(ui->view.x != moved);
    play("0 -> zoom=0\n"
         "= = - -> zoom=2\n"
         "O -> zoom=1\n");
}

AROUND_TESTS(.begin = viewer_begin, .before = viewer_fresh)
