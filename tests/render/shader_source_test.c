#include "render/file/embedded.h"
#include "render/shader_source.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

#include <sys/stat.h>
#include <unistd.h>

static const char text[] = "#version 430 core\n"
                           "#include \"common/luminance.glsl\"\n"
                           "#include \"common/luminance.glsl\"\n"
                           "void main() { broken; }\n";

static struct shader_source expand(const char *body, const char *defines)
{
    struct shader_source source;
    assert_true(shader_source_load(&source, "made.frag", body, defines, &error));
    return source;
}

static int count(const char *haystack, const char *needle)
{
    int found = 0;
    for (const char *at = haystack; (at = strstr(at, needle)); at++)
        found++;
    return found;
}

TEST(includes_each_file_once)
{
    FINISHED_BY(shader_source_finish) struct shader_source source = expand(text, NULL);
    assert_int_equal(count(source.text, "float luminance(vec3 color)"), 1);
    assert_int_equal(count(source.text, "#include"), 0);
}

// The files that it includes itself are still included once.
TEST(includes_a_file_again_with_other_macros)
{
    FINISHED_BY(shader_source_finish)
    struct shader_source source = expand("#version 430 core\n"
                                         "#include \"pointwise/threshold.glsl\"\n"
                                         "#define threshold second\n"
                                         "#include again \"pointwise/threshold.glsl\"\n",
                                         NULL);
    assert_int_equal(count(source.text, "vec4 threshold(vec4 color"), 2);
    assert_int_equal(count(source.text, "float luminance(vec3 color)"), 1);
    assert_int_equal(count(source.text, "#include"), 0);
}

static void assert_maps(const struct shader_source *source, const char *log, const char *expected)
{
    char line[200];
    shader_source_map_log(source, log, line, sizeof(line));
    assert_string_equal(line, expected);
}

// It puts those that the text names, or another define does: not in a comment, nor as a part of a
// word.
TEST(puts_defines_after_the_version)
{
    static const char body[] = "#version 430 core\n"
                               "// ROWS, CELL\n"
                               "#ifdef HALF // CELL\n"
                               "#endif\n"
                               "int s = EDGE + GROUPS + ROWS_AT_ONCE;\n"
                               "broken;";
    FINISHED_BY(shader_source_finish)
    struct shader_source source =
        expand(body, "ROWS=3 GROUP=16  HALF CELL=1 EDGE=a+GROUP GROUPS=2 AT=5 ROW");
    static const char expected[] = "#version 430 core\n#define GROUP 16\n#define HALF\n"
                                   "#define EDGE a+GROUP\n#define GROUPS 2\n// ROWS, CELL\n";
    assert_memory_equal(source.text, expected, strlen(expected));
    assert_maps(&source, "0:10(1): error: no\n", "made.frag:6: no");
    assert_maps(&source, "0:5(1): error: no\n", "(defines):0: no");
}

static int line_of(const char *whole, const char *word)
{
    const char *at = strstr(whole, word);
    int line = 1;
    for (const char *c = whole; c < at; c++)
        line += *c == '\n';
    return line;
}

TEST(maps_messages_of_every_driver)
{
    static const char *const formats[] = {
        "0:2(1): warning: `x' unused\n0:%d(15): error: `broken' undeclared\n", // Mesa
        "0(2) : warning C7050: x\n0(%d) : error C1503: `broken' undeclared\n", // NVIDIA
        "WARNING: 0:2: x\nERROR: 0:%d: `broken' undeclared\nERROR: more\n",    // AMD, Intel
    };
    FINISHED_BY(shader_source_finish) struct shader_source source = expand(text, "main=main");
    for_each(format, formats)
        assert_maps(&source, formatted(*format, line_of(source.text, "broken")),
                    "made.frag:4: `broken' undeclared");
}

TEST(maps_into_included_files)
{
    FINISHED_BY(shader_source_finish) struct shader_source source = expand(text, NULL);
    const char *included = embedded_find("shaders/common/luminance.glsl")->text;
    const char *log = formatted("0:%d(1): error: no\n", line_of(source.text, "0.2126"));
    const char *expected = formatted("common/luminance.glsl:%d: no", line_of(included, "0.2126"));
    assert_maps(&source, log, expected);
}

TEST(a_message_without_a_place_stays)
{
    FINISHED_BY(shader_source_finish) struct shader_source source = expand(text, NULL);
    assert_maps(&source, "out of registers\n", "made.frag: out of registers");
}

TEST(names_what_is_missing)
{
    struct shader_source source;
    assert_fails(shader_source_load(&source, "a.frag", "#include \"nowhere.glsl\"\n", NULL, &error),
                 "there is no shader nowhere.glsl");
    assert_fails(shader_source_load(&source, "nowhere.comp", NULL, NULL, &error),
                 "there is no shader nowhere.comp");
    assert_fails(shader_source_load(&source, "a.frag", "", NULL, &error), "a.frag is empty");
}

// A text that may hold parts of a user's file reaches files of the program alone, and no shader
// leaves the root.
TEST(an_include_stays_below_the_root)
{
    struct shader_source source;
    put_file("secret.glsl", "secret\n");
    assert_int_equal(mkdir("sub", 0700), 0);
    put_file("sub/own.frag", "#version 430 core\n#include \"beside.glsl\"\n");
    put_file("sub/beside.glsl", "beside\n");
    assert_true(shader_source_set_directory("sub", &error));
    for_each_text(name, "../secret.glsl", "sub/../../secret.glsl", "/etc/passwd", "..")
        for (int generated = 0; generated < 2; generated++) {
            const char *with = formatted("#version 430 core\n#include \"%s\"\n", *name);
            put_file("sub/try.frag", with);
            assert_fails(shader_source_load(&source, generated ? "a.frag" : "try.frag",
                                            generated ? with : NULL, NULL, &error),
                         formatted("there is no shader %s", *name));
            assert_null(shader_source_read(*name, &error));
        }
    assert_true(shader_source_load(&source, "own.frag", NULL, NULL, &error));
    assert_contains(source.text, "beside");
    shader_source_finish(&source);
    assert_fails(shader_source_load(&source, "a.frag", "#include \"beside.glsl\"\n", NULL, &error),
                 "there is no shader beside.glsl");
    shader_source_set_directory(NULL, &error);
}

TEST(a_comment_is_no_code_and_has_an_end)
{
    static const struct {
        const char *text, *said; // NULL: it is expanded
    } rows[] = {
        { "/*\n#include \"nowhere.glsl\"\n#line 7 \"x\"\n*/\n", NULL },
        { "a /* b */ /* c\n*/ // d /*\n#include \"common/luminance.glsl\"\n", NULL },
        { "/*/\n#include \"nowhere.glsl\"\n*/\n", NULL },
        { "a\n\nb /* c\n", "f.frag:3: the comment that begins here has no end" },
        { "/**/ /*/\n", "f.frag:1: the comment that begins here has no end" },
        { "#line 0\n#line 12 \"glow.glsl\"\n\nvoid hook() {} /*\n#line 0\nvoid main() {}\n",
          "glow.glsl:13: the comment that begins here has no end" },
    };
    for_each(row, rows) {
        struct shader_source source;
        error.text[0] = '\0';
        if (shader_source_load(&source, "f.frag", row->text, NULL, &error))
            shader_source_finish(&source);
        assert_string_equal(error.text, row->said ? row->said : "");
    }
}

// A text that is put before another follows its extensions, which must be first.
TEST(extensions_stay_before_what_is_put_around)
{
    struct shader_source source;
    assert_true(shader_source_load_around(&source, "made.frag",
                                          "#version 430 core\n#line 3 \"glow.glsl\"\n"
                                          "#extension GL_ARB_x : enable\n#line 0\nvoid main() {}\n",
                                          "AT=1", "common/luminance.glsl", "// end", &error));
    assert_non_null(strstr(source.text, "// end"));
    assert_true(strstr(source.text, "#extension") < strstr(source.text, "luminance"));
    shader_source_finish(&source);
}

// A file of a folder can ask for more than there is room for.
TEST(says_that_files_are_too_many)
{
    struct shader_source source;
    char many[16384] = "#version 430 core\n";
    for (const struct embedded_file *file = embedded_files; file->path; file++)
        if (strncmp(file->path, "shaders/", 8) == 0 && strlen(many) < sizeof(many) - 128)
            sprintf(many + strlen(many), "#include \"%s\"\n", file->path + 8);
    assert_fails(shader_source_load(&source, "many.frag", many, NULL, &error),
                 "many.frag and what it includes are more than 32 files");
}

TEST(reads_a_folder_instead)
{
    char where[128];
    struct shader_source source;
    put_file("own.frag", "#version 430 core\n// mine\n");
    assert_true(shader_source_set_directory(".", &error));
    assert_true(shader_source_load(&source, "own.frag", NULL, NULL, &error));
    assert_contains(source.text, "// mine");
    shader_source_finish(&source);
    assert_false(shader_source_is_built_in("own.frag"));
    shader_source_path("own.frag", where, sizeof(where));
    assert_string_equal(where, "./own.frag");
    // The other files are the program's, so that one file can be tried.
    assert_true(shader_source_is_built_in("common/fullscreen.vert"));
    assert_true(shader_source_load(&source, "common/fullscreen.vert", NULL, NULL, &error));
    shader_source_finish(&source);
    shader_source_path("common/fullscreen.vert", where, sizeof(where));
    assert_string_equal(where, "shaders/common/fullscreen.vert");
    assert_true(shader_source_is_built_in("own.frag/part.glsl")); // no folder
    assert_fails(shader_source_load(&source, "nowhere.comp", NULL, NULL, &error),
                 "there is no shader nowhere.comp");
    assert_int_equal(unlink("own.frag") | mkdir("own.frag", 0700), 0);
    assert_fails(shader_source_load(&source, "own.frag", NULL, NULL, &error),
                 "own.frag': a folder, not a file");
    assert_true(shader_source_set_directory(NULL, &error));
    assert_true(shader_source_is_built_in("own.frag"));
    assert_fails(shader_source_set_directory("/nowhere/at/all", &error),
                 "/nowhere/at/all is no folder");
}

AROUND_TESTS(.begin = folder_enter)
