// Shards of a suite: each variant is in one of them, what is compared stays together, and their
// documents make the whole again, or say what it lacks.

#include "app/results/document.h"
#include "app/results/document_join.h"
#include "app/suite/blurs/suite_blurs.h"
#include "app/suite/impls/suite_box.h"
#include "app/suite/run/suite_shard.h"
#include "app/suite/suites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What cmocka wants to see before its own header.
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
// clang-format on

enum { MOST = 8192, MOST_SHARDS = 5 };

static struct options options;

static void begin(struct suite_run *run, const struct suite *suite, int shard, int shards)
{
    options = (struct options){ .suite = suite->name, .shard = shard, .shards = shards };
    *run = (struct suite_run){ .suite = suite, .options = &options, .rounds = 1 };
    suite->list(run);
    suite_shard_take(run);
}

static void check_shards(const struct suite *suite, const struct suite_run *whole, int shards)
{
    static int shard_of[MOST];
    struct suite_run run;
    int sum = 0;
    assert_in_range(whole->count, 1, MOST);
    for (int shard = 1; shard <= shards; shard++) {
        begin(&run, suite, shard, shards);
        for (int i = 0; i < run.count; i++) {
            const struct suite_variant *variant = &run.variants[i];
            assert_string_equal(variant->chain, whole->variants[variant->place].chain);
            shard_of[variant->place] = shard;
        }
        sum += run.count;
        free(run.variants);
    }
    assert_int_equal(sum, whole->count);
    for (int a = 0; a < whole->count; a++)
        for (int b = a + 1; b < whole->count && suite->are_together; b++)
            if (suite->are_together(&whole->variants[a], &whole->variants[b]))
                assert_int_equal(shard_of[a], shard_of[b]);
}

// The blurs' list asks a GPU what fits, so the program does that one
// (tests/program/report_test.py).
static void what_is_compared_stays_together(void **state)
{
    (void) state;
    for (int i = 0; suites[i]; i++) {
        struct suite_run whole;
        if (suites[i] == &suite_blurs)
            continue;
        begin(&whole, suites[i], 0, 0);
        assert_int_equal(whole.count, whole.listed);
        for (int shards = 1; shards <= MOST_SHARDS; shards++)
            check_shards(suites[i], &whole, shards);
        free(whole.variants);
    }
}

static void stages_of_a_shard_are_counted_from_0(void **state)
{
    (void) state;
    struct suite_run run;
    begin(&run, &suite_box, 2, 3);
    assert_int_equal(run.variants[0].stage, 0);
    for (int i = 1; i < run.count; i++)
        assert_in_range(run.variants[i].stage - run.variants[i - 1].stage, 0, 1);
    assert_true(run.variants[run.count - 1].stage > 0);
    free(run.variants);
}

// ---- joining

enum { VARIANTS = 5 };

// Shard I of N has the places that leave I - 1.
static json_t *make_shard(int shard, int shards, const char *renderer)
{
    char file[16], finding[32];
    json_t *document = document_make("box");
    json_object_set_new(json_object_get(document, "environment"), "renderer",
                        json_string(renderer));
    json_object_set_new(document, "settings",
                        json_pack("{s:i, s:i, s:i, s:i}", "shard", shard, "shards", shards,
                                  "variants", VARIANTS, "samples", 3));
    json_object_set_new(document, "steady",
                        json_pack("{s:b, s:s}", "is_steady", shard == 1, "sentence", "so so"));
    for (int place = shard - 1; place < VARIANTS; place += shards)
        json_array_append_new(
            json_object_get(document, "runs"),
            json_pack("{s:o, s:i}", "id", json_sprintf("run %d", place), "place", place));
    snprintf(finding, sizeof(finding), "said by %d", shard);
    json_array_append_new(json_object_get(document, "findings"), json_string(finding));
    json_array_append_new(json_object_get(document, "findings"), json_string("said by all"));
    json_array_append_new(json_object_get(document, "charts"),
                          json_pack("{s:s, s:[{s:s, s:b, s:[{s:i}, {s:i}]}]}", "title", "times",
                                    "series", "name", "x8", "joined", true, "points", "x", shard,
                                    "x", shard + shards));
    snprintf(file, sizeof(file), "%d.json", shard);
    return json_pack("{s:s, s:o}", "file", file, "document", document);
}

static const json_t *document_at(const json_t *documents, size_t i)
{
    return json_object_get(json_array_get(documents, i), "document");
}

static bool has_finding(const json_t *document, const char *words)
{
    size_t i;
    json_t *finding;
    int count = 0;
    json_array_foreach(json_object_get(document, "findings"), i, finding)
        count += strcmp(json_string_value(finding), words) == 0;
    return count == 1;
}

static void two_shards_are_the_whole(void **state)
{
    (void) state;
    json_t *documents = json_pack("[o, o]", make_shard(2, 2, "R"), make_shard(1, 2, "R"));
    assert_true(document_join(documents));
    assert_int_equal(json_array_size(documents), 1);
    const json_t *joined = document_at(documents, 0);
    const json_t *runs = json_object_get(joined, "runs");
    assert_int_equal(json_array_size(runs), VARIANTS);
    for (size_t i = 0; i < VARIANTS; i++) {
        char id[16];
        snprintf(id, sizeof(id), "run %zu", i);
        assert_string_equal(document_text(json_array_get(runs, i), "id"), id);
    }
    assert_true(has_finding(joined, "shard 1 of 2: said by 1"));
    assert_true(has_finding(joined, "shard 2 of 2: said by 2"));
    assert_true(has_finding(joined, "said by all"));
    assert_true(json_is_false(json_object_get(json_object_get(joined, "steady"), "is_steady")));
    assert_string_equal(document_text(json_array_get(documents, 0), "file"), "1.json, 2.json");
    const json_t *chart = json_array_get(json_object_get(joined, "charts"), 0);
    const json_t *series = json_array_get(json_object_get(chart, "series"), 0);
    const json_t *points = json_object_get(series, "points");
    assert_int_equal(json_array_size(json_object_get(joined, "charts")), 1);
    assert_int_equal(json_array_size(points), 4);
    for (size_t i = 0; i < 4; i++)
        assert_true(document_number(json_array_get(points, i), "x") == (double) (i + 1));
    json_decref(documents);
}

static void what_is_missing_is_said(void **state)
{
    (void) state;
    json_t *documents = json_pack("[o, o]", make_shard(3, 4, "R"), make_shard(1, 4, "R"));
    assert_false(document_join(documents));
    assert_int_equal(json_array_size(documents), 1);
    assert_true(has_finding(document_at(documents, 0),
                            "box: missing of 4 shards: 2, 4; 2 of 5 variants are not here"));
    json_decref(documents);
}

static void a_shard_counts_once(void **state)
{
    (void) state;
    json_t *documents =
        json_pack("[o, o, o]", make_shard(1, 2, "R"), make_shard(1, 2, "R"), make_shard(2, 2, "R"));
    assert_false(document_join(documents));
    assert_int_equal(json_array_size(documents), 2);
    assert_int_equal(json_array_size(json_object_get(document_at(documents, 0), "runs")), VARIANTS);
    json_decref(documents);
}

static void another_machine_or_setting_is_no_part(void **state)
{
    (void) state;
    json_t *documents = json_pack("[o, o]", make_shard(1, 2, "R"), make_shard(2, 2, "Q"));
    assert_false(document_join(documents));
    assert_int_equal(json_array_size(documents), 2);
    json_decref(documents);
    documents = json_pack("[o, o]", make_shard(1, 2, "R"), make_shard(2, 2, "R"));
    json_object_set_new(json_object_get((json_t *) document_at(documents, 1), "settings"),
                        "samples", json_integer(4));
    assert_false(document_join(documents));
    assert_int_equal(json_array_size(documents), 2);
    json_decref(documents);
}

static void a_whole_stays_as_it_is(void **state)
{
    (void) state;
    json_t *item = make_shard(1, 1, "R");
    json_object_clear(json_object_get(json_object_get(item, "document"), "settings"));
    json_t *documents = json_pack("[o]", item), *before = json_deep_copy(documents);
    assert_true(document_join(documents));
    assert_true(json_equal(documents, before));
    json_decref(documents);
    json_decref(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_compared_stays_together),
        cmocka_unit_test(stages_of_a_shard_are_counted_from_0),
        cmocka_unit_test(two_shards_are_the_whole),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(a_shard_counts_once),
        cmocka_unit_test(another_machine_or_setting_is_no_part),
        cmocka_unit_test(a_whole_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
