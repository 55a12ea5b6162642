// A run against an earlier one: what is slower, what cannot be said, and what is refused.

#include "app/bench/baseline/baseline.h"
#include "app/bench/baseline/baseline_pairs.h"
#include "app/bench/baseline/baseline_print.h"
#include "app/measure/stats/stats.h"
#include "app/results/document.h"
#include "render/text/log.h"
#include "tests/fixtures/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static enum baseline_verdict verdict_of(const struct change *change, double limit)
{
    json_t *then = make(0.1), *now = make(0.1 * change->copy);
    const struct baseline_rules rules = { .limit = limit };
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
        enum baseline_verdict verdict;
    } cases[] = {
        { { 1, 1, 0.01 }, 5, BASELINE_SAME },
        { { 1.04, 1, 0.01 }, 5, BASELINE_SAME }, // sure, and not above the limit
        { { 1.04, 1, 0.01 }, 0, BASELINE_SLOWER },
        { { 1.06, 1, 0.01 }, 5, BASELINE_SLOWER },
        { { 1.06, 1, 0.04 }, 5, BASELINE_UNSURE }, // the intervals touch
        { { 1.5, 1, 0.04 }, 5, BASELINE_SLOWER },
        { { 1.1, 1.1, 0.01 }, 5, BASELINE_DISPUTED }, // the clock fell
        { { 1, 0.9, 0.01 }, 5, BASELINE_DISPUTED },   // the copy got faster
        { { 1.1, 1.06, 0.01 }, 5, BASELINE_DISPUTED },
        { { 1.2, 1.1, 0.01 }, 5, BASELINE_SLOWER },
        { { 0.9, 1, 0.01 }, 5, BASELINE_FASTER },
        { { 0.9, 0.9, 0.01 }, 5, BASELINE_SAME },
        { { 0.94, 1, 0.04 }, 5, BASELINE_SAME }, // faster is said when it is sure
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const enum baseline_verdict verdict = verdict_of(&cases[i].change, cases[i].limit);
        if (verdict != cases[i].verdict)
            fail_msg("case %zu: %d", i, verdict);
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

// Without a limit that is asked for it is the one that the documents say, and the head says it.
static void the_limit_is_five_per_cent_unless_told(void **state)
{
    (void) state;
    assert_true(BASELINE_LIMIT == 5);
    static const struct change within = { 1.04, 1, 0.001 }, beyond = { 1.06, 1, 0.001 };
    assert_int_equal(verdict_of(&within, BASELINE_LIMIT), BASELINE_SAME);
    assert_int_equal(verdict_of(&beyond, BASELINE_LIMIT), BASELINE_SLOWER);
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

static void print_pairs(struct baseline_print *print, char *text, size_t size)
{
    baseline_pairs_init(&print->pairs, print->then, print->now, &print->rules);
    FILE *out = fmemopen(text, size, "w");
    assert_non_null(out);
    baseline_print(print, out);
    fclose(out);
    baseline_pairs_finish(&print->pairs);
}

// Half as much again is seen on a machine that drifted by 8 %, 6 % are not.
static void a_machine_that_drifted_decides_what_lies_beyond(void **state)
{
    (void) state;
    for (int known = 0; known < 2; known++) {
        char text[8192] = "";
        json_t *then = make(0.1), *now = make(0.1);
        const double drift = known ? 0.08 : (double) INFINITY;
        struct baseline_print print = { .path = "old.json",
                                        .then = then,
                                        .now = now,
                                        .rules = { 5, .drift = drift },
                                        .drift_now = drift };
        static const double after[] = { 0.3, 0.2, 0.212, 0.15 };
        for (int i = 0; i < 4; i++) {
            char chain[16];
            snprintf(chain, sizeof(chain), "chain%d", i);
            add_run(then, chain, 0.2, 0.01, 0.1);
            add_run(now, chain, after[i], 0.01, 0.1);
        }
        print_pairs(&print, text, sizeof(text));
        assert_non_null(
            strstr(text, known ? "\nthe machine was not steady now, drift of 8.0 % allowed"
                               : "\nhow far the machine drifted now is not known, so"));
        assert_non_null(strstr(text, known
                                         ? "4 compared: 1 slower, 1 faster, 0 unchanged, 2 open"
                                         : "4 compared: 0 slower, 0 faster, 0 unchanged, 4 open"));
        assert_true(!strstr(text, "\nslower by more than 5 %:\n") == !known);
        json_decref(then);
        json_decref(now);
    }
}

// Bytes, dispatches and passes are the same on every machine.
static void more_work_is_seen_without_a_clock(void **state)
{
    (void) state;
    static const struct {
        int bytes, dispatches;
        double ms;
        int more;
    } cases[] = {
        { 1000, 10, 0.2, 0 }, { 1040, 10, 0.2, 0 }, { 1060, 10, 0.2, 1 }, { 900, 11, 0.2, 1 },
        { 900, 9, 0.2, 0 },   { 1060, 10, 0.1, 0 }, // faster for sure: it was worth it
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[8192] = "";
        json_t *then = make(0.1), *now = make(0.1);
        struct baseline_print print = {
            .path = "old.json", .then = then, .now = now, .rules = { .limit = 5 }
        };
        add_run(then, "dual", 0.2, 0.01, 0.1);
        add_run(now, "dual", cases[i].ms, 0.01, 0.1);
        for (int side = 0; side < 2; side++) {
            json_t *run = json_array_get(json_object_get(side ? now : then, "runs"), 0);
            json_object_set_new(run, "read_bytes", json_integer(side ? cases[i].bytes : 1000));
            json_object_set_new(run, "dispatches", json_integer(side ? cases[i].dispatches : 10));
        }
        print_pairs(&print, text, sizeof(text));
        if (!strstr(text, "\nmore work, by counts") != !cases[i].more)
            fail_msg("case %zu: %s", i, text);
        assert_non_null(strstr(text, cases[i].more ? "work, on any machine: 1 more"
                                                   : "work, on any machine: 0 more"));
        json_decref(then);
        json_decref(now);
    }
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

static const struct bench_wish asked = { .suite = "blurs", .fail_above = 5, .baseline = path };

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
static int status_against(const json_t *now, const struct bench_wish *wish, const char *words)
{
    struct baseline baseline;
    struct error error = { .text = "" };
    assert_true(baseline_init(&baseline, wish, &error));
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

static void set_id(json_t *document, const char *id)
{
    json_object_set_new(json_array_get(json_object_get(document, "runs"), 0), "id",
                        json_string(id));
}

static void another_machine_or_size_is_refused(void **state)
{
    (void) state;
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
        json_decref(now);
    }
    json_t *now = write_baseline();
    set_id(now, "dual | 1280x720 | rgba16f | ramp");
    assert_int_equal(status_against(now, &asked, "640x360"), -1);
    set_id(now, "dual | 640x360 | rgba16f | ramp");
    set(now, "environment", "cpu", json_string("another")); // which does not draw
    assert_int_equal(status_against(now, &asked, NULL), EXIT_SUCCESS);
    set(now, "environment", "software", json_true());
    assert_int_equal(status_against(now, &asked, "processor"), -1);
    json_decref(now);
}

// The bench of one chain counts the scene, a suite does not.
static void another_suite_is_refused(void **state)
{
    (void) state;
    struct bench_wish own_chains = asked;
    own_chains.suite = NULL;
    json_t *now = write_baseline();
    json_object_set_new(now, "suite", json_null());
    assert_int_equal(status_against(now, &own_chains, "=blurs, and this is --bench"), -1);
    json_object_set_new(now, "suite", json_string("chains"));
    assert_int_equal(status_against(now, &own_chains, "this is --bench of several chains"), -1);
    json_decref(now);
}

static void set_drift(json_t *document, double drift, int bytes)
{
    json_t *run = json_array_get(json_object_get(document, "runs"), 0);
    json_object_set_new(run, "written_bytes", json_integer(bytes));
    set(document, "steady", "is_steady", json_boolean(drift == 0));
    set(document, "steady", "blocks", json_integer(drift < 0 ? 2 : 4));
    set(document, "steady", "canaries",
        json_pack("[{s:f, s:f}, {s:f, s:f}]", "best", 1.0, "worst", 1.01, "best", 2.0, "worst",
                  2 * (1 + fabs(drift))));
}

static void the_status_says_what_came_of_it(void **state)
{
    (void) state;
    static const struct {
        double ms, copy, off, limit;
        double drift_then, drift_now; // below 0: not known
        int status;
        int bytes; // now; 1000 then
    } cases[] = {
        { 1, 1, 0.01, 5, 0, 0, EXIT_SUCCESS, 1000 },
        { 1.2, 1, 0.01, 5, 0, 0, EXIT_FAILURE, 1000 },
        { 1.2, 1, 0.01, 25, 0, 0, EXIT_SUCCESS, 1000 },
        { 1.2, 1, 0.01, -1, 0, 0, EXIT_SUCCESS, 1000 }, // without --fail-above nothing fails
        { 1.2, 1, 0.01, 5, -1, 0, EXIT_MACHINE, 1000 },
        { 1, 1, 0.01, 5, 0, -1, EXIT_MACHINE, 1000 },
        { 1.2, 1, 0.01, 5, 0, 0.08, EXIT_FAILURE, 1000 }, // 20 % lie beyond 8 %
        { 1.2, 1, 0.01, 5, 0.08, 0.08, EXIT_FAILURE, 1000 },
        { 1.2, 1, 0.01, 5, 0.1, 0.1, EXIT_MACHINE, 1000 }, // and within 21 %
        { 1, 1, 0.01, 10, 0, 0.08, EXIT_SUCCESS, 1000 },   // 10 % slower it cannot be
        { 1, 1, 0.01, -1, 0, 0.08, EXIT_MACHINE, 1000 },
        { 1.2, 1.2, 0.01, 5, 0, 0, EXIT_MACHINE, 1000 }, // disputed
        { 1.2, 1, 0.2, 5, 0, 0, EXIT_MACHINE, 1000 },    // unsure
        { 1.2, 1, 0.2, -1, 0, 0, EXIT_SUCCESS, 1000 },
        { 1, 1, 0.01, 5, -1, -1, EXIT_FAILURE, 1100 }, // no clock, but more bytes
        { 1, 1, 0.01, -1, 0, 0, EXIT_SUCCESS, 1100 },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        json_t *then = make(0.1), *now = make(0.1 * cases[i].copy);
        struct bench_wish wish = asked;
        wish.fail_above = cases[i].limit;
        add_run(then, "dual", 0.2, cases[i].off, 0.1);
        add_run(now, "dual", 0.2 * cases[i].ms, cases[i].off, 0.1 * cases[i].copy);
        set_drift(then, cases[i].drift_then, 1000);
        set_drift(now, cases[i].drift_now, cases[i].bytes);
        write_file(then, "");
        const int status = status_against(now, &wish, NULL);
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
        cmocka_unit_test(the_limit_is_five_per_cent_unless_told),
        cmocka_unit_test(what_is_printed_is_short_and_safe),
        cmocka_unit_test(a_machine_that_drifted_decides_what_lies_beyond),
        cmocka_unit_test(more_work_is_seen_without_a_clock),
        cmocka_unit_test(equal_medians_rarely_differ),
        cmocka_unit_test(what_is_no_baseline_is_refused_in_a_line),
        cmocka_unit_test(another_machine_or_size_is_refused),
        cmocka_unit_test(another_suite_is_refused),
        cmocka_unit_test(the_status_says_what_came_of_it),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
