// The editor of shaders: a text that is typed runs, is saved, reset or given up.

#include "app/window/controls/controls.h"
#include "render/image/image.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/viewer_fixture.h"

#include <epoxy/gl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char file[] = "pointwise/exposure.glsl";

static void begin(void)
{
    viewer_begin_with("--size", "96x64", "--chain=exposure");
}

static void use_own_shaders(void)
{
    session->has_shader_dir = false;
    shader_source_set_directory(NULL, &error);
    source_edits_finish(&session->edits);
    ui->source = (struct ui_source){ 0 };
    program_cache_begin_reload(&renderer->gpu.programs);
    assert_true(program_cache_end_reload(&renderer->gpu.programs, &error));
}

// Each test has a folder, in which the window saves, too.
static void fresh(void)
{
    folder_enter();
    setenv("XDG_STATE_HOME", formatted("%s/state", current_folder()), true);
    viewer_fresh();
    at_end(use_own_shaders);
    ui->paused = true;
    request_step("exposure:ev=1", 0);
    press_and_run("U");
    run_frames();
    while (strcmp(ui->source.file, file) != 0)
        press_and_run("Ctrl+U");
}

// Sets the text, as if it was typed and 0.3 s had passed.
static void type_text(const char *text)
{
    snprintf(ui->source.text, sizeof(ui->source.text), "%s", text);
    ui->source.due = clock_seconds();
    run_frames();
    run_frames();
}

static const char *typed_path(pid_t process)
{
    return formatted("state/halation/typed_%ld.glsl", (long) process);
}

static const char *returning(const char *value)
{
    return formatted("vec4 exposure(vec4 color, Pixel px, float ev)\n{\n    return %s;\n}\n",
                     value);
}

static const char *grey(const char *level)
{
    return returning(formatted("vec4(vec3(%s), 1.0)", level));
}

static float red(void)
{
    LOCAL_IMAGE image = read_texture(&renderer->side.output, IMAGE_TYPE_F32);
    return ((float *) image.texels)[0];
}

// The picture has this level, encoded as sRGB.
static void assert_grey(double level)
{
    assert_near(red(), 1.055 * pow(level, 1 / 2.4) - 0.055, 3e-3);
}

// ---- typing

// In a window in which the field is seen.
static void press_in_window(const char *keys)
{
    press_keys(keys);
    update_in(1280, 720, 2);
}

TEST(a_typed_text_runs_after_a_pause)
{
    const char *built_in = formatted("%s", ui->source.text);
    press_in_window("Enter"); // into the field
    press_in_window("'x'");
    assert_string_equal(ui->source.text, formatted("x%s", built_in));
    assert_true(ui->source.due > clock_seconds());
    assert_true(session_is_due(session));
    assert_string_equal(session->edits.error.text, "");
    clock_advance(1);
    update_in(1280, 720, 1);
    assert_contains(session->edits.error.text, "pointwise/exposure.glsl:1: ");
    assert_string_equal(ui->source.unsaved, file);
    press_in_window("Backspace");
    clock_advance(1);
    update_in(1280, 720, 2);
    assert_string_equal(session->edits.error.text, "");
    assert_int_equal(session->edits.count, 0);
    assert_string_equal(ui->source.unsaved, "");
    press_in_window("Tab"); // spaces
    assert_string_equal(ui->source.text, formatted("    %s", built_in));
    press_in_window("Esc"); // leaves the field, whose text stays
    press_in_window("'N'");
    assert_string_equal(ui->source.text, formatted("    %s", built_in));
    assert_int_equal(ui->dialog, DIALOG_SOURCE);
}

TEST(the_picture_is_of_the_last_text_that_compiles)
{
    const float first = red();
    type_text(grey("0.25"));
    assert_grey(0.25);
    assert_true(fabsf(first - red()) > 0.01f);
    type_text(returning("none"));
    assert_contains(session->edits.error.text, "exposure.glsl:3: ");
    assert_grey(0.25);
    assert_contains(ui->source.text, "return none;");
    press_and_run("Ctrl+U Ctrl+Shift+U"); // another text, and back
    run_frames();
    assert_contains(ui->source.text, "return none;");
    assert_int_equal(ui->message.wrong[MESSAGE_SHADERS][0],
                     0); // the editor shows it, and nothing else
    type_text(grey("0.75"));
    assert_grey(0.75);
    assert_string_equal(session->edits.error.text, "");
}

// ---- a frame that takes too long

static PFNGLCLIENTWAITSYNCPROC real_wait;

static GLenum GLAPIENTRY wait_in_vain(GLsync sync, GLbitfield flags, GLuint64 most)
{
    return most > 1000000000 ? GL_TIMEOUT_EXPIRED : real_wait(sync, flags, most);
}

static void wait_as_before(void)
{
    epoxy_glClientWaitSync = real_wait;
}

TEST(a_text_with_a_slow_frame_is_given_up)
{
    type_text(grey("0.25"));
    real_wait = epoxy_glClientWaitSync;
    epoxy_glClientWaitSync = wait_in_vain;
    at_end(wait_as_before);
    begin_stderr();
    type_text(grey("0.75"));
    assert_contains(end_stderr(), "takes more than 2 s");
    run_frames();
    assert_grey(0.25);
    assert_contains(session->edits.error.text, "does a loop never end?");
    assert_contains(ui->source.text, "return vec4(vec3(0.75), 1.0);");
    wait_as_before();
    type_text(grey("0.5"));
    assert_grey(0.5);
    assert_string_equal(session->edits.error.text, "");
}

// The calls of the first frame may take long because the driver compiles in them.
TEST(a_frame_with_slow_calls_is_drawn_once_more)
{
    struct source_edits *edits = &session->edits;
    type_text(grey("0.25"));
    for (int i = 0; i < 2; i++) {
        edits->all[0].is_new = true;
        source_edits_check_frame(edits, 3);
        assert_true(source_edits_are_new(edits));
        source_edits_check_frame(edits, i == 0 ? 0.1 : 3);
        assert_false(source_edits_are_new(edits));
        assert_int_equal(edits->all[0].is_bad, i == 1);
    }
}

// ---- files

static void assert_file(const char *path, const char *text)
{
    assert_string_equal(file_text(path, NULL), text);
}

TEST(a_text_is_saved_and_another_one_is_not_replaced_unasked)
{
    static const char path[] = "halation_shaders/pointwise/exposure.glsl";
    struct stat status;
    play("Ctrl+S -> said as in its file\n");
    type_text(grey("0.25"));
    begin_stderr();
    press_and_run("Ctrl+S");
    end_stderr();
    assert_said("--shader-dir halation_shaders runs it");
    assert_file(path, grey("0.25"));
    run_frames();
    assert_string_equal(ui->source.unsaved, "");
    assert_grey(0.25);
    put_file(path, "// of somebody else\n");
    type_text(grey("0.5"));
    play("Ctrl+S -> said Ctrl+S again replaces it\n");
    assert_file(path, "// of somebody else\n");
    type_text(grey("0.75")); // after which it asks again
    press_and_run("Ctrl+S");
    assert_file(path, "// of somebody else\n");
    press_and_run("Ctrl+S");
    assert_file(path, grey("0.75"));
    run_frames();
    assert_int_equal(stat(typed_path(getpid()), &status), -1);
}

TEST(with_a_folder_of_shaders_the_text_is_saved_there)
{
    assert_int_equal(system("mkdir -p own/pointwise"), 0);
    put_file("own/pointwise/exposure.glsl", grey("0.125"));
    assert_true(shader_source_set_directory("own", &error));
    session->has_shader_dir = true;
    press_and_run("F5");
    run_frames();
    run_frames();
    assert_grey(0.125);
    assert_string_equal(ui->source.text, grey("0.125"));
    type_text(grey("0.25"));
    put_file("own/pointwise/exposure.glsl", grey("0.5"));
    play("F5 -> said was changed on disk\n");
    assert_grey(0.25);
    play("Ctrl+S -> said Ctrl+S again replaces it\n");
    press_and_run("Ctrl+S");
    assert_file("own/pointwise/exposure.glsl", grey("0.25"));
    assert_int_equal(session->edits.count, 0);
    put_file("own/pointwise/exposure.glsl", grey("0.75")); // the file is read again
    press_and_run("F5");
    run_frames();
    assert_grey(0.75);
    assert_string_equal(ui->source.text, grey("0.75"));
}

TEST(a_user_shader_runs_as_it_is_typed_and_is_saved_in_its_own_file)
{
    static const char own[] = "//!HOOK MAIN\nvec4 hook() { return vec4(0.25); }\n",
                      other[] = "//!HOOK MAIN\nvec4 hook() { return vec4(0.75); }\n",
                      wrong[] = "//!HOOK MAIN\nvec4 hook() { return none; }\n",
                      refused[] =
                          "//!HOOK MAIN\n//!BIND NOTHING\nvec4 hook() { return vec4(0.5); }\n";
    put_file("own.glsl", own);
    request_step("own.glsl", 0);
    run_frames();
    run_frames();
    while (strcmp(ui->source.file, "own.glsl") != 0)
        press_and_run("Ctrl+U");
    assert_string_equal(ui->source.text, own);
    reload_update(&viewer.reload, session, ui, 0);
    assert_near(red(), 0.25, 3e-3); // display values
    for (int i = 0; i < 2; i++) {   // of the file, and of what was typed last
        type_text(i == 0 ? wrong : refused);
        assert_contains(session->edits.error.text, "own.glsl:2");
        assert_near(red(), 0.25, 3e-3);
    }
    type_text(other);
    assert_string_equal(session->edits.error.text, "");
    assert_near(red(), 0.75, 3e-3);
    type_text(wrong);
    run_frames();
    assert_near(red(), 0.75, 3e-3);
    assert_contains(session->edits.error.text, "own.glsl:2");
    assert_int_equal(ui->message.wrong[MESSAGE_EFFECT][0], 0); // only the editor shows it
    press_and_run("Shift+U");
    press_and_run("Shift+U");
    run_frames();
    run_frames();
    assert_near(red(), 0.25, 3e-3);
    real_wait = epoxy_glClientWaitSync;
    epoxy_glClientWaitSync = wait_in_vain;
    at_end(wait_as_before);
    while (strcmp(ui->source.file, "own.glsl") != 0)
        press_and_run("Ctrl+U");
    begin_stderr();
    type_text(other);
    end_stderr();
    run_frames();
    assert_contains(session->edits.error.text, "does a loop never end?");
    assert_near(red(), 0.25, 3e-3);
    wait_as_before();
    type_text(own);
    while (strcmp(ui->source.file, "own.glsl") != 0)
        press_and_run("Ctrl+U");
    type_text(other);
    assert_string_equal(ui->source.unsaved, "own.glsl");
    assert_near(red(), 0.75, 3e-3);
    assert_file("own.glsl", own);
    begin_stderr();
    press_and_run("Ctrl+S");
    end_stderr();
    assert_file("own.glsl", other);
    run_frames();
    assert_string_equal(ui->source.unsaved, "");
    assert_int_equal(session->edits.count, 0);
    for (int now = 1; !reload_update(&viewer.reload, session, ui, now); now++)
        assert_compare(now, <, 100);
    run_frames();
    reload_finish(&viewer.reload);
    assert_near(red(), 0.75, 3e-3);
}

TEST(a_text_runs_although_a_side_that_is_gone_has_a_file_that_is_gone)
{
    put_file("gone.glsl", "//!HOOK MAIN\nvec4 hook() { return vec4(0.5); }\n");
    put_file("own.glsl", "//!HOOK MAIN\nvec4 hook() { return vec4(0.25); }\n");
    request_step("gone.glsl", 0);
    run_frames();
    press_and_run("A");
    request_step("own.glsl", 0);
    run_frames();
    press_and_run("Ctrl+A");
    assert_int_equal(unlink("gone.glsl"), 0);
    while (strcmp(ui->source.file, "own.glsl") != 0)
        press_and_run("Ctrl+U");
    type_text("//!HOOK MAIN\nvec4 hook() { return vec4(0.75); }\n");
    assert_string_equal(session->edits.error.text, "");
    assert_near(red(), 0.75, 3e-3);
}

TEST(a_text_runs_beside_a_file_that_was_spoilt)
{
    put_file("first.glsl", "//!HOOK MAIN\nvec4 hook() { return vec4(0.5); }\n");
    put_file("own.glsl", "//!HOOK MAIN\nvec4 hook() { return vec4(0.25); }\n");
    request_step("first.glsl,own.glsl", 1);
    run_frames();
    put_file("first.glsl", "//!HOOK NOWHERE\n");
    while (strcmp(ui->source.file, "own.glsl") != 0)
        press_and_run("Ctrl+U");
    begin_stderr();
    type_text("//!HOOK MAIN\nvec4 hook() { return vec4(0.75); }\n");
    end_stderr();
    assert_said("first.glsl:1");
    assert_string_equal(session->edits.error.text, "");
    assert_near(red(), 0.75, 3e-3);
    put_file("own.glsl", "//!HOOK NOWHERE\n");
    begin_stderr();
    press_and_run("Shift+U");
    press_and_run("Shift+U");
    run_frames();
    end_stderr();
    assert_said("own.glsl:1");
    assert_near(red(), 0.75, 3e-3);
}

TEST(reset_asks_and_reads_the_file)
{
    const float first = red();
    const char *built_in = formatted("%s", ui->source.text);
    play("Shift+U -> said as in its file\n");
    type_text(grey("0.25"));
    play("Shift+U -> said once more drops it\n");
    assert_grey(0.25);
    press_and_run("Shift+U");
    run_frames();
    assert_near(red(), first, 1e-6);
    assert_string_equal(ui->source.text, built_in);
    assert_string_equal(ui->source.unsaved, "");
}

TEST(esc_asks_about_a_text_that_is_not_saved)
{
    type_text(grey("0.25"));
    play("Esc -> dialog=none\n"
         "Esc -> said the chain and pointwise/exposure.glsl are not saved: Esc again quits\n");
    ui_set_file(ui, "saved.chain");
    ui->leaving = false;
    play("Esc -> said pointwise/exposure.glsl is not saved: Esc again quits\n");
    assert_false(ui_take_request(ui, UI_QUIT));
    controls_press(ui, WINDOW_KEY_ESCAPE, 0, false);
    assert_true(ui_take_request(ui, UI_QUIT));
}

// A driver may end the program while it runs a text. The text of a window that still runs is not
// lost.
TEST(the_next_window_finds_a_text_that_was_lost)
{
    int status;
    type_text(grey("0.25"));
    ui->message.words[0] = '\0';
    source_edits_show_lost(ui);
    assert_string_equal(ui->message.words, "");
    const pid_t ended = fork();
    if (ended == 0)
        _exit(0);
    waitpid(ended, &status, 0);
    const char *typed = formatted("%s", typed_path(getpid()));
    assert_int_equal(rename(typed, typed_path(ended)), 0);
    source_edits_show_lost(ui);
    assert_said("state/halation/lost.glsl");
    assert_file("state/halation/lost.glsl", grey("0.25"));
}

AROUND_TESTS(.begin = begin, .before = fresh)
