// Fused programs as text: what a person reads with --print shaders. Expected texts stand in
// tests/fused/.

#include "effects/fuse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct chain chain; // runs point into it

static struct fuse_run make_run(const char *text)
{
    struct error error;
    struct fuse_run run = { 0 };
    if (!chain_parse(&chain, text, NULL, &error))
        fail_msg("%s", error.text);
    while (run.count < chain.count) {
        run.steps[run.count] = &chain.steps[run.count];
        run.count++;
    }
    return run;
}

// A text that differs is written beside the tests' other output, to be looked at and copied over.
static void assert_text_is_in(const char *path, const char *text)
{
    char expected[FUSE_TEXT_SIZE] = "";
    FILE *stream = fopen(path, "r");
    if (stream) {
        expected[fread(expected, 1, sizeof(expected) - 1, stream)] = '\0';
        fclose(stream);
    }
    if (strcmp(text, expected) == 0)
        return;
    char shot[400];
    const char *folder = getenv("BUILD");
    snprintf(shot, sizeof(shot), "%s/%s", folder ? folder : "/tmp", strrchr(path, '/') + 1);
    stream = fopen(shot, "w");
    fputs(text, stream);
    fclose(stream);
    fail_msg("%s is not what is made now: see %s", path, shot);
}

static void text_is_as_expected(void **state)
{
    (void) state;
    static const struct {
        const char *chain, *path;
        bool compute;
    } cases[] = {
        { "composite,tonemap,dither", "tests/fused/bloom.frag", false },
        { "exposure:roi=0/0/0.5/1,composite,exposure", "tests/fused/twice.comp", true },
        { "", "tests/fused/copy.comp", true },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[FUSE_TEXT_SIZE];
        const struct fuse_run run = make_run(cases[i].chain);
        const int length = fuse_text(&run, cases[i].compute, text);
        assert_int_equal(length, strlen(text));
        assert_text_is_in(cases[i].path, text);
    }
}

static void uniforms_follow_the_text(void **state)
{
    (void) state;
    const struct fuse_context context = { .width = 64, .height = 32, .depth = 10, .frame = 7 };
    struct uniform uniforms[FUSE_MAX_UNIFORMS] = { { 0 } };
    const struct fuse_run run = make_run("exposure:ev=2:roi=0/0/0.5/1,saturation:luma=rec709");
    fuse_uniforms(&run, &context, uniforms);
    assert_int_equal(uniforms[0].i, 10);
    assert_int_equal(uniforms[1].i, 7);
    assert_true(uniforms[2].type == UNIFORM_FLOAT && uniforms[2].f[0] == 4);
    assert_true(uniforms[3].type == UNIFORM_VEC4 && uniforms[3].f[2] == 32); // of 64 texels
    assert_true(uniforms[4].type == UNIFORM_FLOAT && uniforms[4].f[0] == 1);
    assert_true(uniforms[5].type == UNIFORM_NONE); // a choice is a constant
}

static void labels_join_the_names(void **state)
{
    (void) state;
    char label[64];
    struct fuse_run run = make_run("composite,tonemap,dither");
    fuse_label(&run, label, sizeof(label));
    assert_string_equal(label, "composite + tonemap + dither");
    run.count = 0;
    fuse_label(&run, label, sizeof(label));
    assert_string_equal(label, "copy");
    run.count = 3;
    fuse_label(&run, label, 12);
    assert_string_equal(label, "composite +");
}

static void a_run_ends_before_it_overflows(void **state)
{
    (void) state;
    const struct fuse_run one = make_run("composite");
    struct fuse_run run = { 0 };
    while (fuse_accepts(&run, one.steps[0]))
        run.steps[run.count++] = one.steps[0];
    assert_true(run.count >= 4);
    char text[FUSE_TEXT_SIZE];
    assert_true(fuse_text(&run, true, text) < FUSE_TEXT_SIZE);
    const struct fuse_run wide = make_run("threshold:roi=0/0/0.5/1"); // four uniforms
    run = (struct fuse_run){ 0 };
    while (fuse_accepts(&run, wide.steps[0]))
        run.steps[run.count++] = wide.steps[0];
    assert_int_equal(run.count, (FUSE_MAX_UNIFORMS - FUSE_FIRST_UNIFORM) / 4);
    const struct fuse_run two = make_run("dither,dither:palette=gameboy");
    run = (struct fuse_run){ 1, { two.steps[0] } };
    assert_false(fuse_accepts(&run, two.steps[1])); // there is one binding for a palette
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_as_expected),
        cmocka_unit_test(uniforms_follow_the_text),
        cmocka_unit_test(labels_join_the_names),
        cmocka_unit_test(a_run_ends_before_it_overflows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
