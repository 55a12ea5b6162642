// A suite that was interrupted goes on: what its file of results has whole is kept, to the sample,
// the rest is measured, and nothing is taken from another experiment.

#include "tests/fixtures/gpu_fixture.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/halation-resume-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[64];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

// Returns the exit status of the box at a size that takes no time.
static int run_box(const char *more)
{
    char command[1024];
    snprintf(command, sizeof(command),
             "'%s' --bench=box --quick --warmup 1 --impl-profile off --scene ramp --size 48x33 "
             "--results %s/box.json --resume %s > %s/out 2> %s/err",
             getenv("HALATION"), folder, more, folder, folder);
    return system(command) / 256;
}

static json_t *load(void)
{
    json_t *json = json_load_file(path_of("box.json"), 0, NULL);
    assert_non_null(json);
    return json;
}

// Wherever the lines of the text end: that depends on how wide the times are.
static bool stands_in(const char *name, const char *words)
{
    static char text[65536];
    size_t length = 0;
    FILE *stream = fopen(path_of(name), "r");
    assert_non_null(stream);
    for (int c; (c = fgetc(stream)) != EOF && length < sizeof(text) - 1;) {
        const bool is_gap = c == ' ' || c == '\n';
        if (!is_gap || length == 0 || text[length - 1] != ' ')
            text[length++] = is_gap ? ' ' : (char) c;
    }
    text[length] = '\0';
    fclose(stream);
    return strstr(text, words) != NULL;
}

static bool is_said(const char *words)
{
    return stands_in("err", words);
}

static json_t *run_at(const json_t *document, size_t i)
{
    return json_array_get(json_object_get(document, "runs"), i);
}

static bool is_of_radius_16(const json_t *run)
{
    return strstr(json_string_value(json_object_get(run, "chain")), "radius=16:") != NULL;
}

// As a signal leaves the file that came while radius 16 was measured: one implementation ran less
// often than it should.
static void interrupt_radius_16(void)
{
    json_t *document = load();
    size_t i = 0;
    while (!is_of_radius_16(run_at(document, i)))
        i++;
    assert_int_equal(json_array_remove(json_object_get(run_at(document, i), "samples_ms"), 0), 0);
    assert_int_equal(json_dump_file(document, path_of("box.json"), 0), 0);
    json_decref(document);
}

static void what_is_whole_is_kept(void **state)
{
    (void) state;
    assert_int_equal(run_box("--samples 2"), 0);
    json_t *first = load();
    interrupt_radius_16();
    assert_int_equal(run_box("--samples 2"), 0);
    assert_true(is_said("has 3 of 4 stages"));
    json_t *second = load();
    const size_t count = json_array_size(json_object_get(first, "runs"));
    int kept = 0, measured = 0;
    assert_int_equal(json_array_size(json_object_get(second, "runs")), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *was = run_at(first, i), *is = run_at(second, i);
        const json_t *samples = json_object_get(is, "samples_ms");
        const bool same = json_equal(json_object_get(was, "samples_ms"), samples);
        assert_int_equal(json_array_size(samples), 2);
        assert_true(same != is_of_radius_16(is));
        assert_true(!same || json_equal(json_object_get(was, "time"), json_object_get(is, "time")));
        assert_true(!same ||
                    json_equal(json_object_get(was, "parts"), json_object_get(is, "parts")));
        kept += same;
        measured += !same;
    }
    assert_true(measured > 8 && kept == 3 * measured);
    json_decref(first);
    json_decref(second);
}

// What is computed from numbers of the file may differ in its last digit.
static void assert_same_run(const json_t *before, const json_t *after)
{
    static const char *const keys[] = { "id",     "impl",       "time",       "samples_ms", "parts",
                                        "copies", "dispatches", "read_bytes", "submit_ms" };
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (!json_equal(json_object_get(before, keys[i]), json_object_get(after, keys[i])))
            fail_msg("another %s", keys[i]);
}

static void what_is_complete_is_only_reported(void **state)
{
    (void) state;
    json_t *before = load();
    assert_int_equal(run_box("--samples 2"), 0);
    assert_true(is_said("has 4 of 4 stages"));
    json_t *after = load();
    for (size_t i = 0; i < json_array_size(json_object_get(before, "runs")); i++)
        assert_same_run(run_at(before, i), run_at(after, i));
    const json_t *charts = json_object_get(after, "charts");
    assert_int_equal(json_array_size(charts), 5);
    assert_true(json_equal(json_object_get(before, "charts"), charts));
    assert_true(json_equal(json_object_get(before, "copies"), json_object_get(after, "copies")));
    assert_int_equal(json_array_size(json_object_get(before, "findings")),
                     json_array_size(json_object_get(after, "findings")));
    json_decref(before);
    json_decref(after);
}

// What was too slow still says so, and how to run it, after its file was read again.
static void what_was_left_out_says_why_again(void **state)
{
    (void) state;
    json_t *document = load(), *run = run_at(document, 0);
    json_object_set_new(run, "left_out", json_string("it takes 2 s a run"));
    json_object_set_new(run, "slow", json_true());
    json_object_set_new(run, "time", json_null());
    assert_int_equal(json_dump_file(document, path_of("box.json"), 0), 0);
    json_decref(document);
    assert_int_equal(run_box("--samples 2"), 0);
    assert_true(is_said("has 4 of 4 stages"));
    assert_true(stands_in("out", "skipped, radius 1: "));
    assert_true(stands_in("out", "--patience runs the slow ones"));
}

static void another_experiment_is_refused(void **state)
{
    (void) state;
    json_t *before = load();
    assert_int_equal(run_box("--samples 3"), 2);
    assert_true(is_said("has another samples, 2 instead of 3"));
    assert_int_equal(run_box("--samples 2 --seed 7"), 2);
    assert_true(is_said("has another seed"));
    json_t *after = load();
    assert_true(json_equal(before, after));
    json_decref(after);
    json_object_set_new(json_object_get(before, "environment"), "renderer", json_string("other"));
    json_dump_file(before, path_of("box.json"), 0);
    json_decref(before);
    assert_int_equal(run_box("--samples 2"), 2);
    assert_true(is_said("has another renderer, \"other\" instead of"));
}

static int make_folder(void **state)
{
    (void) state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = { "box.json", "out", "err" };
    for (int i = 0; i < 3; i++)
        unlink(path_of(names[i]));
    rmdir(folder);
    return gpu_fixture_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_whole_is_kept),
        cmocka_unit_test(what_is_complete_is_only_reported),
        cmocka_unit_test(what_was_left_out_says_why_again),
        cmocka_unit_test(another_experiment_is_refused),
    };
    gpu_fixture(); // skips where there is none
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
