// A run against an earlier one: what is slower, what cannot be said, and what is refused.

#include "app/baseline/baseline.h"
#include "app/baseline/baseline_pairs.h"
#include "app/baseline/baseline_print.h"
#include "app/results/document.h"
#include "app/stats/stats.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What cmocka wants to see before its own header.
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
// clang-format on

enum { COUNT = 20 };

// ---- documents

static json_t *describe_time(double median, double off)
{
    return json_pack("{s:f, s:f, s:f, s:f, s:i}", "median", median, "low", median * (1 - off),
                     "high", median * (1 + off), "coverage", 0.96, "samples", COUNT);
}

// A run of two copies; `ms` 0: left out.
static void add_run(json_t *document, const char *chain, double ms, double off, double copy)
{
    char id[128];
    document_name_run(id, sizeof(id), chain, "640x360 | rgba16f", "ramp");
    json_t *run = json_pack("{s:s, s:s, s:s, s:s, s:i, s:i}", "id", id, "chain", chain, "scene",
                            "ramp", "format", "rgba16f", "width", 640, "height", 360);
    if (ms > 0) {
        json_object_set_new(run, "time", describe_time(ms, off));
        json_object_set_new(run, "copies", json_real(ms / copy));
    } else {
        json_object_set_new(run, "left_out", json_string("no room"));
    }
    document_add_run(document, run);
}

static json_t *make(double copy)
{
    json_t *document = document_make("blurs");
    json_object_set_new(document, "environment",
                        json_pack("{s:s, s:s, s:s, s:b}", "renderer", "A GPU", "driver", "580",
                                  "cpu", "one", "software", 0));
    json_object_set_new(document, "settings", json_pack("{s:s, s:i}", "fuse", "auto", "msaa", 4));
    json_object_set_new(document, "steady", json_pack("{s:b}", "is_steady", 1));
    json_array_append_new(json_object_get(document, "copies"),
                          json_pack("{s:i, s:i, s:s, s:s, s:f, s:o}", "width", 640, "height", 360,
                                    "format", "rgba16f", "name", "load", "drift", 0.0, "time",
                                    describe_time(copy, 0.001)));
    return document;
}

// ---- what is said of two runs

struct change {
    double ms, copy; // times as long as before
    double off;      // of either interval's end from its median
};

static enum baseline_verdict verdict_of(const struct change *change, double limit, bool copies_only)
{
    json_t *then = make(0.1), *now = make(0.1 * change->copy);
    const struct baseline_rules rules = { limit, copies_only };
    struct baseline_pairs pairs;
    add_run(then, "dual", 0.2, change->off, 0.1);
    add_run(now, "dual", 0.2 * change->ms, change->off, 0.1 * change->copy);
    baseline_pairs_init(&pairs, then, now, &rules);
    assert_int_equal(pairs.count, 1);
    const enum baseline_verdict verdict = pairs.all[0].verdict;
    baseline_pairs_finish(&pairs);
    json_decref(then);
    json_decref(now);
    return verdict;
}

static void a_change_counts_where_both_units_show_it(void **state)
{
    (void) state;
    static const struct {
        struct change change;
        double limit;
        enum baseline_verdict both, copies;
    } cases[] = {
        { { 1, 1, 0.01 }, 5, BASELINE_SAME, BASELINE_SAME },
        { { 1.04, 1, 0.01 }, 5, BASELINE_SAME, BASELINE_SAME }, // sure, and not above the limit
        { { 1.04, 1, 0.01 }, 0, BASELINE_SLOWER, BASELINE_SLOWER },
        { { 1.06, 1, 0.01 }, 5, BASELINE_SLOWER, BASELINE_SLOWER },
        { { 1.06, 1, 0.04 }, 5, BASELINE_UNSURE, BASELINE_UNSURE }, // the intervals touch
        { { 1.5, 1, 0.04 }, 5, BASELINE_SLOWER, BASELINE_SLOWER },
        { { 1.1, 1.1, 0.01 }, 5, BASELINE_DISPUTED, BASELINE_SAME }, // the clock fell
        { { 1, 0.9, 0.01 }, 5, BASELINE_DISPUTED, BASELINE_SLOWER }, // the copy got faster
        { { 1.1, 1.06, 0.01 }, 5, BASELINE_DISPUTED, BASELINE_SAME },
        { { 1.2, 1.1, 0.01 }, 5, BASELINE_SLOWER, BASELINE_SLOWER },
        { { 0.9, 1, 0.01 }, 5, BASELINE_FASTER, BASELINE_FASTER },
        { { 0.9, 0.9, 0.01 }, 5, BASELINE_SAME, BASELINE_SAME },
        { { 0.94, 1, 0.04 }, 5, BASELINE_SAME, BASELINE_SAME }, // faster is said when it is sure
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const enum baseline_verdict both = verdict_of(&cases[i].change, cases[i].limit, false);
        const enum baseline_verdict copies = verdict_of(&cases[i].change, cases[i].limit, true);
        if (both != cases[i].both || copies != cases[i].copies)
            fail_msg("case %zu: %d and in copies %d", i, both, copies);
    }
}

// Two runs of one program, 40 % apart since somebody else used the processor: seen beside a GPU
// whose canaries were steady.
static void what_the_processor_computes_is_not_judged(void **state)
{
    (void) state;
    static const char *const chains[] = { "error_diffusion:kernel=jarvis:impl=cpu",
                                          "error_diffusion:impl=cpu,dither", "error_diffusion" };
    for (int i = 0; i < 3; i++) {
        for (int slower = 0; slower < 2; slower++) {
            json_t *then = make(0.1), *now = make(0.1);
            const struct baseline_rules rules = { .limit = 5 };
            struct baseline_pairs pairs;
            add_run(then, chains[i], slower ? 10 : 14, 0.01, 0.1);
            add_run(now, chains[i], slower ? 14 : 10, 0.01, 0.1);
            baseline_pairs_init(&pairs, then, now, &rules);
            assert_int_equal(pairs.counts[i < 2    ? BASELINE_UNJUDGED
                                          : slower ? BASELINE_SLOWER
                                                   : BASELINE_FASTER],
                             1);
            baseline_pairs_finish(&pairs);
            json_decref(then);
            json_decref(now);
        }
    }
}

static void few_times_say_nothing(void **state)
{
    (void) state;
    json_t *then = make(0.1), *now = make(0.1);
    const struct baseline_rules rules = { 5, false };
    struct baseline_pairs pairs;
    add_run(then, "dual", 0.2, 0.001, 0.1);
    add_run(now, "dual", 0.4, 0.001, 0.1);
    json_t *run = json_array_get(json_object_get(now, "runs"), 0);
    json_object_set_new(json_object_get(run, "time"), "coverage", json_real(0.75));
    baseline_pairs_init(&pairs, then, now, &rules);
    assert_int_equal(pairs.all[0].verdict, BASELINE_UNSURE);
    assert_true(pairs.all[0].has_few);
    baseline_pairs_finish(&pairs);
    json_decref(then);
    json_decref(now);
}

static void pairs_are_found_by_their_ids_and_the_largest_change_comes_first(void **state)
{
    (void) state;
    json_t *then = make(0.1), *now = make(0.1);
    const struct baseline_rules rules = { 5, false };
    struct baseline_pairs pairs;
    static const char *const order[] = { "worst", "worse", "better", "same", "new", "out", "old" };
    add_run(then, "same", 1, 0.01, 0.1);
    add_run(then, "worse", 1, 0.01, 0.1);
    add_run(then, "worst", 1, 0.01, 0.1);
    add_run(then, "better", 1, 0.01, 0.1);
    add_run(then, "out", 1, 0.01, 0.1);
    add_run(then, "old", 1, 0.01, 0.1);
    add_run(then, "never", 0, 0.01, 0.1);
    add_run(now, "never", 0, 0.01, 0.1);
    add_run(now, "new", 1, 0.01, 0.1);
    add_run(now, "better", 0.5, 0.01, 0.1);
    add_run(now, "worst", 2, 0.01, 0.1);
    add_run(now, "out", 0, 0.01, 0.1);
    add_run(now, "worse", 1.5, 0.01, 0.1);
    add_run(now, "same", 1, 0.01, 0.1);
    baseline_pairs_init(&pairs, then, now, &rules);
    assert_int_equal(pairs.count, 7);
    for (int i = 0; i < pairs.count; i++) {
        const struct baseline_pair *pair = &pairs.all[i];
        const char *chain = document_text(pair->now ? pair->now : pair->then, "chain");
        if (i < 5)
            assert_string_equal(chain, order[i]);
    }
    assert_int_equal(pairs.counts[BASELINE_SLOWER], 2);
    assert_int_equal(pairs.counts[BASELINE_NEW], 1);
    assert_int_equal(pairs.counts[BASELINE_MISSING], 2);
    assert_true(fabs(pairs.all[0].ms.value - 2) < 1e-9);
    assert_true(fabs(pairs.all[0].ms.low - 2 * 0.99 / 1.01) < 1e-9);
    assert_true(fabs(pairs.all[0].ms.high - 2 * 1.01 / 0.99) < 1e-9);
    assert_true(pairs.all[0].copies.low < pairs.all[0].ms.low); // a copy has an interval as well
    baseline_pairs_finish(&pairs);
    json_decref(then);
    json_decref(now);
}

// Of one size there may be several copies, of other moments.
static void a_run_is_counted_in_its_own_copy(void **state)
{
    (void) state;
    json_t *then = make(0.1), *now = make(0.1);
    const struct baseline_rules rules = { 5, false };
    struct baseline_pairs pairs;
    json_t *other = json_deep_copy(json_array_get(json_object_get(now, "copies"), 0));
    json_object_set_new(other, "time", describe_time(0.02, 0.9));
    json_array_insert_new(json_object_get(now, "copies"), 0, other);
    add_run(then, "dual", 0.2, 0.01, 0.1);
    add_run(now, "dual", 0.2, 0.01, 0.1);
    baseline_pairs_init(&pairs, then, now, &rules);
    assert_true(fabs(pairs.all[0].copies.value - 1) < 1e-9);
    assert_true(pairs.all[0].copies.high < 1.03);
    baseline_pairs_finish(&pairs);
    json_decref(then);
    json_decref(now);
}

// Escape sequences of a file are shown and not obeyed, and a long list of doubts is cut.
static void what_is_printed_is_short_and_safe(void **state)
{
    (void) state;
    char text[8192] = "", chain[32];
    json_t *then = make(0.1), *now = make(0.1);
    struct baseline_print print = { .path = "old.json", .then = then, .now = now, .rules = { 5 } };
    for (int i = 0; i < 15; i++) {
        snprintf(chain, sizeof(chain), "%sdual:sigma=%d", i == 0 ? "\x1b[2J" : "", i + 1);
        add_run(then, chain, 0.2, i == 0 ? 0.01 : 0.3, 0.1);
        add_run(now, chain, 0.3, i == 0 ? 0.01 : 0.3, 0.1);
    }
    baseline_pairs_init(&print.pairs, then, now, &print.rules);
    FILE *out = fmemopen(text, sizeof(text), "w");
    assert_non_null(out);
    baseline_print(&print, out);
    fclose(out);
    assert_null(strchr(text, '\x1b'));
    assert_non_null(strstr(text, "\nslower by more than 5 %:\n"));
    assert_non_null(strstr(text, "\\x1b[2Jdual:sigma=1 "));
    assert_non_null(strstr(text, "\n4 more\n"));
    assert_non_null(strstr(text, "15 compared: 1 slower, 0 faster, 0 unchanged, 14 open"));
    baseline_pairs_finish(&print.pairs);
    json_decref(then);
    json_decref(now);
}

// That nothing can be said comes first, and nothing is said.
static void a_machine_that_was_not_steady_has_no_verdict(void **state)
{
    (void) state;
    char text[8192] = "";
    json_t *then = make(0.1), *now = make(0.1);
    struct baseline_print print = {
        .path = "old.json", .then = then, .now = now, .rules = { 5, .is_unsteady = true }
    };
    add_run(then, "dual", 0.2, 0.01, 0.1);
    add_run(now, "dual", 0.3, 0.01, 0.1);
    add_run(then, "box", 0.3, 0.01, 0.1);
    add_run(now, "box", 0.2, 0.01, 0.1);
    baseline_pairs_init(&print.pairs, then, now, &print.rules);
    FILE *out = fmemopen(text, sizeof(text), "w");
    assert_non_null(out);
    baseline_print(&print, out);
    fclose(out);
    const char *said = strstr(text, "inconclusive: the machine was not steady either time");
    assert_non_null(said);
    assert_true(said < strstr(text, "not certain:\n"));
    assert_non_null(strstr(text, "2 compared: 0 slower, 0 faster, 0 unchanged, 2 open"));
    assert_null(strstr(text, "\nslower"));
    assert_null(strstr(text, "\nfaster"));
    baseline_pairs_finish(&print.pairs);
    json_decref(then);
    json_decref(now);
}

// ---- chance

static double next_uniform(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

static struct stats_summary take(uint32_t *state, bool jumps)
{
    double times[COUNT];
    for (int i = 0; i < COUNT; i++)
        times[i] = (jumps && next_uniform(state) < 0.5 ? 1.1 : 1) + 0.05 * next_uniform(state);
    return stats_summarise(times, COUNT);
}

// Equal things are called different in much less than one of twenty comparisons, also where times
// jump between two values.
static void equal_medians_rarely_differ(void **state)
{
    (void) state;
    enum { TRIES = 4000 };
    for (int jumps = 0; jumps < 2; jumps++) {
        uint32_t chance = 1;
        int wrong = 0;
        for (int i = 0; i < TRIES; i++) {
            const struct stats_summary a = take(&chance, jumps), b = take(&chance, jumps);
            wrong += a.interval.low > b.interval.high || b.interval.low > a.interval.high;
        }
        assert_true(wrong < TRIES / 50);
    }
}

// ---- what is refused, and the status

static char path[64];

static void write_file(const json_t *json, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    if (json)
        assert_int_equal(json_dumpf(json, file, 0), 0);
    fputs(text, file);
    fclose(file);
}

static int make_path(void **state)
{
    (void) state;
    strcpy(path, "/tmp/halation_baseline_XXXXXX");
    const int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_path(void **state)
{
    (void) state;
    return remove(path);
}

static const struct options asked = { .suite = "blurs", .fail_above = 5, .baseline = path };

static void refuses_to_load(const json_t *json, const char *text, const char *words)
{
    struct baseline baseline;
    struct error error = { .text = "" };
    write_file(json, text);
    assert_false(baseline_init(&baseline, &asked, &error));
    baseline_finish(&baseline);
    if (!strstr(error.text, words) || !strstr(error.text, path) || strchr(error.text, '\n'))
        fail_msg("%s", error.text);
}

static void what_is_no_baseline_is_refused_in_a_line(void **state)
{
    (void) state;
    json_t *document = make(0.1);
    refuses_to_load(NULL, "", "line");
    refuses_to_load(NULL, "{", "line");
    refuses_to_load(NULL, "[1, 2]", "--bench");
    refuses_to_load(NULL, "{\"format\": 1}", "older");
    add_run(document, "dual", 0.2, 0.01, 0.1);
    refuses_to_load(document, "}", "line");
    json_object_set_new(document, "version", json_integer(3));
    refuses_to_load(document, "", "version");
    json_object_set_new(document, "version", json_string("2"));
    refuses_to_load(document, "", "not what --bench writes");
    json_object_set_new(document, "version", json_integer(DOCUMENT_VERSION));
    json_object_set_new(document, "suite", json_string("box"));
    refuses_to_load(document, "", "--bench=box");
    json_object_set_new(document, "suite", json_string("blurs"));
    json_object_set_new(document, "runs", json_pack("[{s:i}]", "id", 5));
    refuses_to_load(document, "", "runs[0].id");
    json_decref(document);
}

// Judges `now` against what was written; -1 where it is refused with `words`.
static int status_against(const json_t *now, const struct options *options, const char *words)
{
    struct baseline baseline;
    struct error error = { .text = "" };
    assert_true(baseline_init(&baseline, options, &error));
    int status = -1;
    if (baseline_suits(&baseline, now, &error))
        status = baseline_judge(&baseline, now, EXIT_SUCCESS);
    else if (!words || !strstr(error.text, words))
        fail_msg("%s", error.text);
    baseline_finish(&baseline);
    return status;
}

static json_t *write_baseline(void)
{
    json_t *then = make(0.1), *now = make(0.1);
    add_run(then, "dual", 0.2, 0.01, 0.1);
    add_run(now, "dual", 0.2, 0.01, 0.1);
    write_file(then, "");
    json_decref(then);
    return now;
}

static void set(json_t *document, const char *object, const char *key, json_t *value)
{
    json_object_set_new(json_object_get(document, object), key, value);
}

static void another_machine_or_size_is_refused_unless_told(void **state)
{
    (void) state;
    struct options anyway = asked;
    anyway.baseline_anyway = true;
    static const struct {
        const char *object, *key, *text, *words;
    } cases[] = {
        { "environment", "renderer", "Another GPU", "'A GPU', and here it is 'Another GPU'" },
        { "environment", "driver", "470", "driver" },
        { "settings", "fuse", "off", "--fuse" },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        json_t *now = write_baseline();
        set(now, cases[i].object, cases[i].key, json_string(cases[i].text));
        assert_int_equal(status_against(now, &asked, cases[i].words), -1);
        assert_int_equal(status_against(now, &anyway, NULL), EXIT_SUCCESS);
        json_decref(now);
    }
    json_t *now = write_baseline();
    set(now, "environment", "cpu", json_string("another")); // which does not draw
    assert_int_equal(status_against(now, &asked, NULL), EXIT_SUCCESS);
    set(now, "environment", "software", json_true());
    assert_int_equal(status_against(now, &asked, "processor"), -1);
    json_decref(now);
}

// The bench of one chain counts the scene, a suite does not.
static void another_suite_is_refused_though_told(void **state)
{
    (void) state;
    struct options own_chains = asked;
    own_chains.suite = NULL;
    own_chains.baseline_anyway = true;
    json_t *now = write_baseline();
    json_object_set_new(now, "suite", json_null());
    assert_int_equal(status_against(now, &own_chains, "=blurs, and this is --bench"), -1);
    json_object_set_new(now, "suite", json_string("chains"));
    assert_int_equal(status_against(now, &own_chains, "this is --bench of several chains"), -1);
    json_decref(now);
}

// A run of the same chain, four times as large: as many copies.
static void sizes_are_compared_in_copies_when_told(void **state)
{
    (void) state;
    struct options anyway = asked;
    anyway.baseline_anyway = true;
    json_decref(write_baseline());
    json_t *now = make(0.4);
    add_run(now, "dual", 0.8, 0.01, 0.4);
    json_t *run = json_array_get(json_object_get(now, "runs"), 0);
    json_object_set_new(run, "id", json_string("dual | 1280x720 | rgba16f | ramp"));
    assert_int_equal(status_against(now, &asked, "640x360"), -1);
    assert_int_equal(status_against(now, &anyway, NULL), EXIT_SUCCESS);
    json_object_set_new(run, "chain", json_string("box"));
    json_object_set_new(run, "id", json_string("box | 1280x720 | rgba16f | ramp"));
    assert_int_equal(status_against(now, &anyway, "none of its runs"), -1);
    json_decref(now);
}

static void the_status_says_what_came_of_it(void **state)
{
    (void) state;
    static const struct {
        double ms, copy, off, limit;
        bool was_steady, is_steady;
        int status;
    } cases[] = {
        { 1, 1, 0.01, 5, true, true, EXIT_SUCCESS },
        { 1.2, 1, 0.01, 5, true, true, EXIT_FAILURE },
        { 1.2, 1, 0.01, 25, true, true, EXIT_SUCCESS },
        { 1.2, 1, 0.01, -1, true, true, EXIT_SUCCESS }, // without --fail-above nothing fails
        { 1.2, 1, 0.01, 5, false, true, EXIT_MACHINE },
        { 1, 1, 0.01, 5, true, false, EXIT_MACHINE },
        { 1.2, 1.2, 0.01, 5, true, true, EXIT_MACHINE }, // disputed
        { 1.2, 1, 0.2, 5, true, true, EXIT_MACHINE },    // unsure
        { 1.2, 1, 0.2, -1, true, true, EXIT_SUCCESS },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        json_t *then = make(0.1), *now = make(0.1 * cases[i].copy);
        struct options options = asked;
        options.fail_above = cases[i].limit;
        add_run(then, "dual", 0.2, cases[i].off, 0.1);
        add_run(now, "dual", 0.2 * cases[i].ms, cases[i].off, 0.1 * cases[i].copy);
        set(then, "steady", "is_steady", json_boolean(cases[i].was_steady));
        set(now, "steady", "is_steady", json_boolean(cases[i].is_steady));
        write_file(then, "");
        const int status = status_against(now, &options, NULL);
        if (status != cases[i].status)
            fail_msg("case %zu: %d", i, status);
        json_decref(then);
        json_decref(now);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_counts_where_both_units_show_it),
        cmocka_unit_test(what_the_processor_computes_is_not_judged),
        cmocka_unit_test(few_times_say_nothing),
        cmocka_unit_test(pairs_are_found_by_their_ids_and_the_largest_change_comes_first),
        cmocka_unit_test(a_run_is_counted_in_its_own_copy),
        cmocka_unit_test(what_is_printed_is_short_and_safe),
        cmocka_unit_test(a_machine_that_was_not_steady_has_no_verdict),
        cmocka_unit_test(equal_medians_rarely_differ),
        cmocka_unit_test(what_is_no_baseline_is_refused_in_a_line),
        cmocka_unit_test(another_machine_or_size_is_refused_unless_told),
        cmocka_unit_test(another_suite_is_refused_though_told),
        cmocka_unit_test(sizes_are_compared_in_copies_when_told),
        cmocka_unit_test(the_status_says_what_came_of_it),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
