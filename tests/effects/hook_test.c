// Shader files, read without a GPU: what is said about wrong ones, expressions, and which passes
// run.

#include "effects/hook/shader_file.h"
#include "effects/hook/shader_folder.h"
#include "render/text/text_writer.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

#include <sys/stat.h>

static bool reads(struct shader_file *file, const char *text)
{
    return shader_file_read(file, "f.glsl", text, &error);
}

static void read_file(struct shader_file *file, const char *text)
{
    assert_works(reads(file, text));
}

#define BODY "vec4 hook() { return HOOKED_tex(HOOKED_pos); }\n"
#define PASS "//!HOOK MAIN\n//!BIND HOOKED\n"

TEST(each_broken_file_gets_a_line_with_the_place_and_what_would_be_right)
{
    for_each_case(one, "refused_shaders.txt") {
        struct shader_file file;
        if (reads(&file, one.text))
            fail_msg("this is read: %s", one.text);
        assert_string_equal(error.text, one.expected);
    }
}

TEST(the_second_of_two_offsets_counts)
{
    FINISHED_BY(shader_file_finish) struct shader_file file;
    read_file(&file, PASS "//!OFFSET 1 1\n//!OFFSET ALIGN\n" BODY);
    assert_true(file.passes[0].offset[0] == 0 && file.passes[0].offset[1] == 0);
}

TEST(a_file_of_zeros_is_refused)
{
    put_bytes("f.glsl", "//!HOOK MAIN\0\n", 14);
    assert_null(effect_of_file("f.glsl", &error));
    assert_string_equal(error.text,
                        "cannot read the shader file 'f.glsl': it holds a zero, and is no text");
}

// Each bound is reached, and one more is too many.
TEST(bounds_hold_at_both_ends)
{
    static char text[1 << 14];
    static const struct {
        const char *head, *repeated;
        int most;
        const char *tail, *said;
    } rows[] = {
        { "", PASS BODY, SHADER_MAX_PASSES, "", "a file has at most 128 passes" },
        { PASS "//!WHEN", " 1", SHADER_MAX_STACK - 1,
          " 1 + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + +\n" BODY,
          "more than 32 numbers wait" },
        { "//!TEXTURE ", "T", SHADER_MAX_NAME, "\n//!SIZE 1\n//!FORMAT r8\n00\n" PASS BODY,
          "a name has at most 63 letters" },
        { "", "//!BUFFER B\n//!VAR float x\n00000000\n", SHADER_MAX_RESOURCES, PASS BODY,
          "a file has at most 32 textures and buffers" },
        { "//!BUFFER B\n//!STORAGE\n", "//!VAR float x\n", SHADER_MAX_VARS, "\n" PASS BODY,
          "a buffer has at most 64 variables" },
        { "//!TEXTURE T\n//!STORAGE\n//!FORMAT r8\n//!SIZE 1024 1024 1", "6", 1, "\n\n" PASS BODY,
          "at most 256 MiB of floats" },
        { "//!BUFFER B\n//!STORAGE\n//!VAR vec4 x[419430", "4", 1, "]\n\n" PASS BODY,
          "a buffer has at most 64 MiB" },
        { "", "//!BUFFER B\n//!STORAGE\n//!VAR vec4 x[1048576]\n\n", 4, PASS BODY,
          "at most 64 MiB together" },
        { "", "//!TEXTURE T\n//!STORAGE\n//!FORMAT r8\n//!SIZE 2048 2048\n\n", 4, PASS BODY,
          "at most 256 MiB of floats together" },
        { "", "//!HOOK MAIN\n//!HOOK OUTPUT\n" BODY, SHADER_MAX_PASSES / 2, "",
          "the passes of a file run at most 128 times" },
    };
    for_each(row, rows)
        for (int more = 0; more < 2; more++) {
            struct shader_file file;
            char *at = text + sprintf(text, "%s", row->head);
            for (int n = 0; n < row->most + more; n++)
                at = stpcpy(at, row->repeated);
            strcpy(at, row->tail);
            if (more == 0) {
                read_file(&file, text);
                shader_file_finish(&file);
            } else if (reads(&file, text) || !strstr(error.text, row->said)) {
                fail_msg("%s: %s", row->said, error.text);
            }
        }
}

TEST(what_other_programs_accept_is_read)
{
    FINISHED_BY(shader_file_finish) struct shader_file file;
    read_file(&file,
              "\xEF\xBB\xBF// a licence\r\n\r\n//!PARAM a\r\n//!DESC its name: 1,5 \"of\" it\r\n"
              "//!TYPE DYNAMIC float\r\n//!MINIMUM 0\r\n\r\n// the default\r\n0.5f\r\n"
              "//!PARAM kind\n//!TYPE ENUM DEFINE\nsoft\nhard\n"
              "//!HOOK LUMA\r\n//!HOOK MAINPRESUB\r\n//!BIND HOOKED\r\n//!SAVE A\n//!WIDTH "
              "HOOKED.width 2 /\n"
              "//!WHEN a 0 > kind hard = *\n//!OFFSET ALIGN\n" BODY);
    assert_int_equal(file.param_count, 2);
    assert_string_equal(file.params[0].label, "its name: 1,5 \"of\" it");
    assert_true(file.params[0].def == 0.5f);
    assert_true(file.params[0].min == 0);
    assert_compare(file.params[0].max, >, 1e8f);
    assert_int_equal(file.params[1].choice_count, 2);
    assert_int_equal(file.pass_count, 2);
    assert_int_equal(file.passes[0].points, 1 << HOOK_LUMA);
    assert_int_equal(file.passes[1].points, 1 << HOOK_MAIN);
    assert_int_equal(file.passes[1].body_line, 21);
}

TEST(an_enum_has_so_many_names)
{
    for (int more = 0; more < 2; more++) {
        struct shader_file file;
        struct text_writer text = { 0 };
        text_write(&text, "//!PARAM a\n//!TYPE ENUM int\n");
        for (int i = 0; i < SHADER_MAX_CHOICES + more; i++)
            text_write(&text, "name%d\n", i);
        text_write(&text, PASS BODY);
        if (more == 0) {
            read_file(&file, text.text);
            assert_int_equal(file.params[0].choice_count, SHADER_MAX_CHOICES);
            shader_file_finish(&file);
        } else {
            assert_false(reads(&file, text.text));
            assert_string_equal(error.text,
                                "f.glsl:259:1: //!PARAM: an ENUM has at most 256 names");
        }
        free(text.text);
    }
}

TEST(texels_are_read_in_every_format)
{
    for_each_case(one, "shader_texels.txt") {
        FINISHED_BY(shader_file_finish) struct shader_file file;
        char format[16];
        int channel, length;
        assert_scanned(2, one.text, "%15s %d %n", format, &channel, &length);
        read_file(&file, formatted("//!TEXTURE T\n//!SIZE 1 1\n//!FORMAT %s\n%s" PASS BODY, format,
                                   one.text + length));
        const float value = ((const float *) file.resources[0].data)[channel];
        if (value != strtof(one.expected, NULL))
            fail_msg("%s: %.9g and not %s", one.text, value, one.expected);
    }
}

TEST(variables_of_a_buffer_lie_as_in_its_layout)
{
    for_each_case(one, "shader_buffers.txt") {
        size_t sizes[2];
        assert_scanned(2, one.expected, "%zu %zu", &sizes[0], &sizes[1]);
        for (int stored = 0; stored < 2; stored++) {
            struct shader_file file;
            const size_t size = sizes[stored];
            struct text_writer text = { 0 };
            text_write(&text, "//!BUFFER B\n%s%s", stored ? "//!STORAGE\n" : "", one.text);
            for (size_t byte = 0; byte < size; byte++)
                text_write(&text, "01 ");
            text_write(&text, "\n" PASS BODY);
            assert_true(reads(&file, keep_to_end(text.text)) == (size > 0));
            if (size == 0)
                continue;
            assert_int_equal(file.resources[0].bytes, size);
            assert_int_equal(((const uint8_t *) file.resources[0].data)[size - 1], 1);
            shader_file_finish(&file);
        }
    }
}

// ---- which passes run

// Returns the runs in a picture of 64x32 as "MAIN:1 128x64, finish 64x32".
static const char *runs_of(const char *text, int reduced)
{
    static const char *const helpers[] = { "linear", "display", "luma",   "chroma",
                                           "merge",  "finish",  "resize", "reduce" };
    FINISHED_BY(shader_file_finish) struct shader_file file;
    struct shader_layout layout;
    float values[SHADER_MAX_PARAMS];
    const struct shader_site site = { .width = 64,
                                      .height = 32,
                                      .reduced = reduced,
                                      .most = 16384,
                                      .texel_bytes = 8,
                                      .values = values };
    read_file(&file, text);
    for (int i = 0; i < file.param_count; i++)
        values[i] = file.params[i].def;
    if (!shader_layout_make(&layout, &file, &site, &error))
        return error.text;
    FILE *out = begin_printing();
    for (int i = 0; i < layout.run_count; i++) {
        const struct shader_run *run = &layout.runs[i];
        const struct shader_image *image = &layout.images[run->output];
        fprintf(out, "%s%s %dx%d", i > 0 ? ", " : "",
                run->program < file.pass_count ? formatted("%s:%d", hook_point_names[run->point],
                                                           file.passes[run->program].number)
                                               : helpers[run->program - file.pass_count],
                image->width, image->height);
    }
    return end_printing();
}

TEST(passes_run_by_their_points_sizes_and_conditions)
{
    for_each_case(one, "shader_runs.txt") {
        int reduced = 1, length = 0;
        sscanf(one.expected, "of 1/%d: %n", &reduced, &length);
        assert_string_equal(runs_of(one.text, reduced), one.expected + length);
    }
}

// A text differs by its point: files ask by #ifdef which plane they got.
TEST(a_pass_of_several_points_has_a_text_for_each)
{
    FINISHED_BY(shader_file_finish) struct shader_file file;
    read_file(&file, "//!HOOK LUMA\n//!HOOK CHROMA\n//!BIND HOOKED\n" BODY);
    assert_int_equal(file.pass_count, 2);
    for (int i = 0; i < 2; i++) {
        char *text = shader_text_make(&file, i);
        assert_true((strstr(text, "#define LUMA_raw ") != NULL) == (i == 0));
        assert_true((strstr(text, "#define CHROMA_raw ") != NULL) == (i == 1));
        free(text);
    }
}

// Five images of 2 GiB are too many at once; one after the other there may be any number.
TEST(images_of_a_file_have_a_limit_together)
{
    struct text_writer text = { 0 };
    for (int i = 0; i < 40; i++)
        text_write(&text, PASS "//!SAVE S%d\n//!WIDTH 16384\n//!HEIGHT 16384\n" BODY, i);
    assert_contains(runs_of(text.text, 1), "MAIN:40 16384x16384, finish 64x32");
    for (int i = 0; i < 40; i++)
        text_write(&text, PASS "//!BIND S%d\n" BODY, i);
    assert_string_equal(runs_of(text.text, 1),
                        "25:9: //!HOOK: with the image of this pass the file has 10.0 GiB of "
                        "images at once, and may have 8");
    free(text.text);
}

TEST(expressions_are_evaluated)
{
    for_each_case(one, "shader_expressions.txt")
        assert_string_equal(runs_of(formatted("//!PARAM a\n3\n//!PARAM b\n0\n" PASS
                                              "//!SAVE S\n//!WHEN 0\n" BODY PASS "//!WIDTH %s" BODY,
                                              one.text),
                                    1),
                            one.expected);
}

// ---- steps of a chain

#define PARAM_A "//!PARAM a\n1\n"

TEST(a_file_is_a_step_and_is_printed_as_it_was_named)
{
    static const struct {
        const char *text, *printed;
    } rows[] = {
        { "tonemap,glow.glsl:a=2", NULL },
        { "./glow.glsl,-glow.glsl:a=3", NULL },
        { "\"glow.glsl\":a=1", "glow.glsl" },
        { "\"my glow: 1,5.hook\":a=3:impl_=2:roi=0/0/0.5/1", NULL },
        { "\"threshold\"", NULL },
        { "threshold", NULL },
    };
    for_each_text(name, "glow.glsl", "my glow: 1,5.hook", "threshold")
        put_file(*name, PARAM_A "//!PARAM impl\n//!TYPE int\n0\n" PASS BODY);
    for_each(row, rows) {
        const struct chain *chain = chain_of(row->text);
        const char *printed = chain_text(chain);
        assert_string_equal(printed, row->printed ? row->printed : row->text);
        assert_true(chain_equal(chain, chain_of(printed)));
    }
}

// A name that means something to every step gets underscores, as many as no parameter has.
TEST(each_parameter_has_an_option_of_its_own)
{
#define ONE(NAME, VALUE) "//!PARAM " NAME "\n" VALUE "\n"
    put_file("keys.glsl",
             ONE("roi__", "1") ONE("roi", "2") ONE("roi_", "3") ONE("cell", "4") PASS BODY);
    const struct chain_step *step =
        &chain_of("keys.glsl:roi__=5:roi___=6:roi_=7:cell_=8")->steps[0];
    for (int i = 0; i < 4; i++)
        assert_true(param_get(&step->effect->params[i], step->params, 0) == (float) (5 + i));
}

TEST(names_of_files_count_from_the_folder_of_a_text)
{
    char printed[CHAIN_TEXT_SIZE];
    const char *folder = current_folder();
    put_file("glow.glsl", PASS BODY);
    const struct chain chain = parse_chain("encode,glow.glsl");
    const char *whole = formatted("encode,%s/glow.glsl", folder);
    chain_print_in(&chain, "/", printed, sizeof(printed));
    assert_string_equal(printed, whole);
    const struct chain *absolute = chain_of(whole);
    chain_print_in(absolute, folder, printed, sizeof(printed));
    assert_string_equal(printed, "encode,glow.glsl");
    const struct chain_names names = { .folder = folder };
    struct chain back;
    assert_true(chain_parse_from(&back, printed, &names, NULL, &error));
    assert_true(chain_equal(&back, absolute));
}

// A file of the current folder comes before one of --effects, which comes before the user's own; a
// name with a folder in it is none of these.
TEST(a_name_alone_may_be_that_of_a_file_in_a_folder_of_effects)
{
    const char *folder = current_folder();
    for_each_text(row, "used", "data", "data/halation", "data/halation/effects")
        assert_int_equal(mkdir(*row, 0777), 0);
    for_each_text(entry, "used/a.glsl", "data/halation/effects/a.glsl",
                  "data/halation/effects/b.hook", "data/halation/effects/notes.txt")
        put_file(*entry, PASS BODY);
    put_file("here.glsl", PASS BODY);
    put_file("used/here.glsl", PASS BODY);
    const char *requested = formatted("%s/data", folder);
    assert_int_equal(setenv("XDG_DATA_HOME", requested, true), 0);
    assert_false(shader_folder_use("used/a.glsl", &error));
    assert_true(shader_folder_use("used", &error));
    const struct chain chain = parse_chain("a.glsl,b.hook,here.glsl");
    requested = formatted("used/a.glsl,%s/data/halation/effects/b.hook,here.glsl", folder);
    assert_string_equal(chain_text(&chain), requested);
    struct chain none;
    assert_false(chain_parse(&none, "./b.hook", NULL, &error));
    shader_folder_scan();
    static const char *const listed[] = { "a.glsl", "here.glsl", "b.hook" };
    for (int i = 0; i < 3; i++)
        assert_string_equal(shader_folder_at(i)->name, listed[i]);
    assert_string_equal(shader_folder_at(0)->file.path, "used/a.glsl");
    assert_null(shader_folder_at(3));
}

static bool is_animated(const char *text)
{
    return chain_is_animated(chain_of(text));
}

// By this a picture notes the frame that it is of.
TEST(a_chain_says_whether_it_changes_with_the_frame)
{
    put_file("still.glsl",
             PASS "vec4 hook() { vec4 frames = MAIN_tex(MAIN_pos); return frames; }\n");
    put_file("moving.glsl",
             PASS "vec4 hook() { return vec4(random, float(frame & 1), 0.0, 1.0); }\n");
    assert_for_texts(is_animated, true, "moving.glsl", "tonemap,dither:animate=on");
    assert_for_texts(is_animated, false, "still.glsl,dither", "-moving.glsl", "gaussian");
}

TEST(the_same_bytes_are_the_same_effect_and_others_another)
{
    put_file("one.glsl", PASS BODY);
    const struct effect *first = effect_of_file("one.glsl", &error);
    assert_ptr_equal(first, effect_of_file("one.glsl", &error));
    put_file("one.glsl", PASS "// changed\n" BODY);
    const struct effect *second = effect_of_file("one.glsl", &error);
    assert_true(second && second != first);
    put_file("one.glsl", PASS BODY);
    assert_ptr_equal(first, effect_of_file("one.glsl", &error));
    put_file("one.glsl", "//!HOOK\n");
    assert_null(effect_of_file("one.glsl", &error));
    assert_string_equal(error.text, "one.glsl:1:8: //!HOOK: a name is missing");
}

TEST(a_chain_tells_which_of_its_files_has_changed)
{
    char files[CHAIN_TEXT_SIZE], printed[CHAIN_TEXT_SIZE];
    put_file("one.glsl", PASS BODY);
    put_file("two.glsl", PASS "// two\n" BODY);
    const struct chain chain = parse_chain("encode,one.glsl,two.glsl,./one.glsl");
    const int length = chain_print_files(&chain, files, sizeof(files));
    assert_int_equal(length, 3 * (16 + sizeof("one.glsl")) + 2 * 2);
    assert_int_equal(strspn(files, "0123456789abcdef"), 16);
    assert_memory_equal(files + 16, " one.glsl; ", 11);
    assert_null(chain_changed_file(&chain, files));
    put_file("two.glsl", PASS "// tow\n" BODY);
    const struct chain *changed = chain_of("encode,one.glsl,two.glsl");
    assert_string_equal(chain_changed_file(changed, files), "two.glsl");
    assert_null(chain_changed_file(changed, NULL)); // older pictures say nothing
    put_file("p.hex", "000000\nffffff\n");
    put_file("t.cube", "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n");
    const struct chain *both = chain_of("encode,lut:file=./t.cube,-dither:palette=p.hex");
    chain_print_files(both, printed, sizeof(printed));
    assert_memory_equal(printed + 16, " t.cube; ", 9);
    assert_string_equal(printed + 2 * 16 + 9, " p.hex");
    assert_null(chain_changed_file(both, printed));
    put_file("p.hex", "000000\nfffff0\n");
    parse_chain("dither:palette=p.hex");
    assert_string_equal(chain_changed_file(both, printed), "p.hex");
    const struct chain *plain = chain_of("tonemap");
    assert_null(chain_changed_file(plain, NULL));
    assert_int_equal(chain_print_files(plain, printed, sizeof(printed)), 0);
}

TEST(a_wrong_step_is_one_line_with_its_place)
{
    struct chain chain;
    put_file("glow.glsl", PARAM_A PASS BODY);
    assert_fails(chain_parse(&chain, "tonemap,nothing.glsl", NULL, &error),
                 "column 9: cannot read the shader file 'nothing.glsl': No such file or directory");
    assert_fails(chain_parse(&chain, "tonemap,glow.glsl:b=1", NULL, &error),
                 "column 19: glow.glsl has no option 'b'; it has a, roi");
    assert_fails(chain_parse(&chain, "tonemap,\"glow.glsl", NULL, &error),
                 "column 9: the quote that starts here has no end on its line");
}

AROUND_TESTS(.begin = folder_enter)
