// The GLSL that the window shows of a step: the files as they are written, and the passes that run
// them.

#include "render/shader_source.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/viewer_fixture.h"

static const struct source_texts *const shown = &viewer.session.texts;

static void begin(void)
{
    viewer_begin_with("--size", "96x64", "--chain=threshold");
}

static void fresh(void)
{
    viewer_fresh();
    ui->paused = true;
    ui->dialog = DIALOG_SOURCE;
}

static void look(const char *chain, int step)
{
    request_step(chain, step);
    run_frames();
    assert_null(shown->why);
    assert_true(shown->count > 0);
}

// ---- text against the files

static void assert_is_file(const struct source_text *text)
{
    assert_string_equal(text->text, file_text(text->place, NULL));
}

TEST(files_are_shown_as_they_are_written)
{
    for_each_text(chain, "dual:sigma=4:impl=fs_passes", "dual:sigma=4:impl=cs_blocked",
                  "mips:sigma=4", "error_diffusion", "threshold") {
        int files = 0;
        look(*chain, 0);
        for (int n = 0; n < shown->count; n++) {
            if (shown->all[n].place[0])
                assert_is_file(&shown->all[n]);
            files += shown->all[n].place[0] != '\0';
            assert_int_equal(shown->all[n].is_file, shown->all[n].place[0] != '\0');
        }
        assert_true(files > 0);
    }
}

static const struct source_text *text_of(const char *name, int number)
{
    for (int i = 0; i < shown->count; i++)
        if (strcmp(shown->all[i].name, name) == 0 && number-- == 0)
            return &shown->all[i];
    fail_msg("%s is not shown", name);
    return NULL;
}

TEST(programs_are_told_by_their_passes_and_defines)
{
    look("threshold,dual:levels=2:impl=fs_passes,tonemap", 1);
    assert_contains(shown->title, "step 2, dual: fs_passes");
    const struct source_text *down = text_of("dual/dual.frag", 0);
    const struct source_text *up = text_of("dual/dual.frag", 1);
    assert_ptr_equal(down, &shown->all[0]); // in the order in which they run
    assert_string_equal(down->notes, "down 48x32, down 24x16");
    assert_string_equal(up->notes, "up 48x32, up 96x64");
    assert_string_equal(down->place, "shaders/dual/dual.frag");
    assert_string_equal(down->defines, "DOWN");
    assert_string_equal(up->defines, ""); // it does not read its define UP
    const struct source_text *part = text_of("dual/down.glsl", 0);
    assert_null(part->program);
    assert_string_equal(part->notes, "included by dual/dual.frag");
}

TEST(a_fused_pass_is_shown_as_it_is_made)
{
    look("threshold,exposure,tonemap", 1);
    const struct source_text *fused = &shown->all[0];
    assert_string_equal(fused->place, "");
    assert_contains(fused->text, "#include \"pointwise/threshold.glsl\"");
    assert_contains(fused->text, "#include \"pointwise/exposure.glsl\"");
    assert_contains(fused->notes, "threshold + exposure + tonemap");
    text_of("pointwise/tonemap.glsl", 0);
}

TEST(a_user_shader_is_shown_as_it_is_written)
{
    folder_enter();
    put_file("own.glsl", "// a comment\n//!HOOK MAIN\nfloat one = 1.0;\n\n"
                         "vec4 hook() { return one * HOOKED_tex(HOOKED_pos); }\n");
    look("tonemap,own.glsl", 1);
    const struct source_text *text = &shown->all[shown->own];
    assert_string_equal(text->place, "own.glsl");
    assert_is_file(text);
}

// A pointwise step that is part of a blur's program shows that one, and the blur shows all.
TEST(a_joined_step_shows_the_program_that_it_is_in)
{
    static const char chain[] = "dual:levels=2:impl=cs_blocked,tonemap";
    look(chain, 1);
    assert_memory_equal(shown->all[0].name, "joined ", 7);
    assert_contains(shown->all[0].text, "tonemap");
    for (int i = 1; i < shown->count; i++)
        assert_null(shown->all[i].program);
    look(chain, 0);
    int programs = 0;
    for (int i = 0; i < shown->count; i++)
        programs += shown->all[i].program != NULL;
    assert_true(programs > 1);
}

// Two steps of one name have passes of their own.
TEST(steps_of_one_name_are_told_apart)
{
    static const char chain[] = "dual:levels=1:impl=fs_passes,dual:levels=2:impl=fs_passes";
    look(chain, 0);
    assert_string_equal(shown->all[0].notes, "down 48x32");
    look(chain, 1);
    assert_string_equal(shown->all[0].notes, "down 48x32, down 24x16");
}

TEST(what_is_not_shown_says_why)
{
    static const struct {
        const char *chain, *why;
    } table[] = { { "", "no steps" },
                  { "-dual", "switched off" },
                  { "dual:sigma=0", "changes nothing" } };
    for_each(row, table) {
        request_step(row->chain, 0);
        run_frames();
        assert_contains(shown->why, row->why);
        assert_int_equal(shown->count, 0);
    }
}

// Nothing is noted or drawn again while nothing changes, or while the texts are not shown.
TEST(texts_are_read_when_something_changes)
{
    look("dual:levels=2:impl=fs_passes", 0);
    const char *text = shown->all[0].text;
    const uint64_t passes = renderer->gpu.serial;
    run_frames();
    assert_ptr_equal(shown->all[0].text, text);
    assert_int_equal(renderer->gpu.serial, passes);
    look("dual:levels=3:impl=fs_passes", 0);
    assert_string_equal(shown->all[0].notes, "down 48x32, down 24x16, down 12x8");
    const unsigned readings = shown->readings;
    renderer->times.puts++; // with new times `auto` may choose otherwise
    run_frames();
    assert_int_equal(shown->readings, readings + 1);
}

static void use_own_shaders(void)
{
    session->has_shader_dir = false;
    shader_source_set_directory(NULL, &error);
}

TEST(a_reload_shows_what_was_written)
{
    folder_enter();
    assert_int_equal(system(formatted("cp -r '%s' .", in_project("shaders"))), 0);
    at_end(use_own_shaders);
    assert_true(shader_source_set_directory("shaders", &error));
    session->has_shader_dir = true;
    look("mips:sigma=4:impl=fs_passes", 0);
    assert_string_equal(shown->all[0].place, "shaders/mips/mips.frag");
    FILE *file = fopen("shaders/mips/mips.frag", "ab");
    fputs("// written since\n", file);
    fclose(file);
    press_and_run("F5");
    run_frames();
    assert_string_equal(shown->all[0].place, "shaders/mips/mips.frag");
    assert_is_file(&shown->all[0]);
    assert_contains(shown->all[0].text, "// written since\n");
}

// ---- keys

TEST(keys_open_and_walk)
{
    ui->dialog = DIALOG_NONE;
    request_step("dual:levels=2:impl=fs_passes", 0);
    play("Shift+U -> said U shows the GLSL\n"
         "U -> dialog=source\n");
    press_and_run("Ctrl+U");
    assert_int_equal(ui->source.shown, 1);
    assert_string_equal(ui->source.file, "dual/down.glsl");
    press_and_run("Ctrl+Shift+U Ctrl+Shift+U"); // round the end, within a frame
    assert_int_equal(ui->source.shown, shown->count - 1);
    play("Esc -> dialog=none\n");
}

// The shaders that can be read best come first where nothing else is chosen.
TEST(the_plain_implementation_runs_when_its_text_is_shown)
{
    ui->dialog = DIALOG_NONE;
    request_step("threshold,dual:levels=2", 1);
    run_frames();
    play("U -> chain=threshold,dual:levels=2:impl=fs_passes\n");
    assert_string_equal(shown->all[0].name, "dual/dual.frag");
    play("Ctrl+Z -> chain=threshold,dual:levels=2\n");
    press_and_run("U");
    for_each_text(chain, "dual:levels=2:impl=cs_blocked", "threshold", "") {
        request_step(*chain, 0);
        play("U -> dialog=source\n");
        assert_chain(*chain);
        press_and_run("U");
    }
}

// ---- the mouse

static void update(void)
{
    update_in(1280, 720, 2);
}

TEST(a_text_that_cannot_be_changed_is_drawn_to_its_end)
{
    look("threshold,exposure,tonemap", 1);
    ui->source.shown = 0;
    assert_false(shown->all[0].is_file);
    update();
    update();
    ui->source.shown = 1;
}

TEST(texts_are_chosen_by_clicks)
{
    ui->panels = 2;
    request_step("dual:levels=2:impl=fs_passes", 0);
    run_frames();
    seconds_between = 1; // two clicks are no double click
    update();
    update();
    click(place_of(shown->all[1].name, ""), update);
    assert_int_equal(ui->source.shown, 1);
    click(place_of("next text", ""), update);
    assert_int_equal(ui->source.shown, 2);
}

AROUND_TESTS(.begin = begin, .before = fresh)
