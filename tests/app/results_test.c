#include "app/measure/json_file.h"
#include "app/measure/results.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What cmocka wants to see before its own header.
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
// clang-format on

static char folder[64];
static struct results results;

static int make_folder(void **state)
{
    (void) state;
    strcpy(folder, "/tmp/halation_results_XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void) state;
    return rmdir(folder);
}

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void set_row(struct pass_row *row, const char *name, int depth, double median)
{
    *row = (struct pass_row){ .depth = depth,
                              .dispatches = 2,
                              .traffic = { 4000000000u, 1000000000u } };
    snprintf(row->name, sizeof(row->name), "%s", name);
    row->time.count = 9;
    row->time.min = row->time.interval.low = median / 2;
    row->time.median = median;
    row->time.p95 = row->time.interval.high = 2 * median;
}

static void fill(void)
{
    memset(&results, 0, sizeof(results));
    static struct lab lab;
    struct error error;
    const struct options options = { .profile = PROFILE_OFF };
    lab.plan_options.width = 640;
    lab.plan_options.height = 360;
    strcpy(lab.gpu.info.renderer, "A \"quoted\" GPU");
    assert_true(scene_parse(&lab.scene, "checker", &error));
    assert_true(chain_parse(&lab.side.chain, "dual:sigma=3", NULL, &error));
    environment_fill(&results.environment, ENVIRONMENT_PICTURE, &lab, &options);
    results.pass_count = 2;
    set_row(&results.passes[0].row, "frame", 0, 4);
    set_row(&results.passes[1].row, "dual", 1, 1.5);
    results.passes[0].gbps = NAN;
    results.passes[0].copies = INFINITY;
    results.passes[1].gbps = 12.5;
    results.passes[1].copies = 2.25;
    results.copy_count = 2;
    set_row(&results.copies[0], "fetch", 0, 2);
    set_row(&results.copies[1], "load", 0, 1);
    results.fastest_copy = 1;
}

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value))
        fail_msg("no number '%s'", key);
    return json_number_value(value);
}

static void what_is_written_can_be_read(void **state)
{
    (void) state;
    struct error error;
    const char *path = path_of("out.json");
    fill();
    assert_true(results_write(&results, path, &error));
    json_t *json = json_load_file(path, 0, NULL);
    assert_non_null(json);
    const json_t *environment = json_object_get(json, "environment");
    assert_string_equal(json_string_value(json_object_get(environment, "renderer")),
                        "A \"quoted\" GPU");
    assert_string_equal(json_string_value(json_object_get(environment, "chain")), "dual:sigma=3");
    assert_int_equal(strlen(json_string_value(json_object_get(environment, "date"))),
                     strlen("2000-01-01T00:00:00Z"));
    const json_t *pass = json_array_get(json_object_get(json, "passes"), 1);
    assert_string_equal(json_string_value(json_object_get(pass, "name")), "dual");
    assert_true(number(pass, "median") == 1.5);
    assert_true(number(pass, "p95") == 3);
    assert_true(number(pass, "copies") == 2.25);
    assert_true(number(pass, "bytes") == 5e9);
    assert_string_equal(json_string_value(json_object_get(json, "fastest_copy")), "load");
    json_decref(json);
    assert_int_equal(remove(path), 0);
}

// Files that shall be the same on every day have neither day nor host, and only those of a picture
// say what was drawn.
static void each_level_of_the_environment_adds_to_those_before(void **state)
{
    (void) state;
    static const struct {
        const char *key;
        enum environment_level since;
    } keys[] = {
        { "program", ENVIRONMENT_GPU },   { "renderer", ENVIRONMENT_GPU },
        { "gl", ENVIRONMENT_GPU },        { "date", ENVIRONMENT_MACHINE },
        { "host", ENVIRONMENT_MACHINE },  { "software", ENVIRONMENT_MACHINE },
        { "chain", ENVIRONMENT_PICTURE }, { "msaa", ENVIRONMENT_PICTURE },
        { "width", ENVIRONMENT_PICTURE }, { "profile", ENVIRONMENT_PICTURE },
    };
    fill();
    for (int level = ENVIRONMENT_GPU; level <= ENVIRONMENT_PICTURE; level++) {
        json_t *json = json_object();
        results.environment.level = (enum environment_level) level;
        environment_add(&results.environment, json);
        for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
            const bool is_there = json_object_get(json, keys[i].key) != NULL;
            if (is_there != (level >= (int) keys[i].since))
                fail_msg("'%s' at level %d", keys[i].key, level);
        }
        json_decref(json);
    }
}

// JSON has no NaN: one of them must neither end the file nor take its neighbours along.
static void numbers_that_are_none_become_null(void **state)
{
    (void) state;
    struct error error;
    const char *path = path_of("nan.json");
    fill();
    assert_true(results_write(&results, path, &error));
    json_t *json = json_load_file(path, 0, NULL);
    const json_t *frame = json_array_get(json_object_get(json, "passes"), 0);
    assert_true(json_is_null(json_object_get(frame, "gbps")));
    assert_true(json_is_null(json_object_get(frame, "copies")));
    assert_true(number(frame, "median") == 4);
    json_decref(json);
    assert_int_equal(remove(path), 0);
}

static void a_wrong_place_is_told_and_nothing_is_left(void **state)
{
    (void) state;
    struct error error;
    static const char *const wrong[] = { "out.txt", "json", ".json", "nosuch/out.json",
                                         "a.json/b" };
    fill();
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const char *path = path_of(wrong[i]);
        error.text[0] = '\0';
        assert_false(json_file_check_path(path, &error));
        assert_non_null(strstr(error.text, wrong[i]));
        assert_false(results_write(&results, path, &error));
    }
    assert_true(json_file_check_path(path_of("fine.json"), &error));
    assert_int_equal(access(path_of("fine.json"), F_OK), -1); // a check writes nothing
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_can_be_read),
        cmocka_unit_test(each_level_of_the_environment_adds_to_those_before),
        cmocka_unit_test(numbers_that_are_none_become_null),
        cmocka_unit_test(a_wrong_place_is_told_and_nothing_is_left),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
