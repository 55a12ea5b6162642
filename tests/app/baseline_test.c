// A run against an earlier one: what is slower, what cannot be said, and what is refused.

#include "app/bench/baseline/baseline.h"
#include "app/results/document.h"
#include "render/text/log.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

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
    const char *id = formatted("%s | 640x360 | rgba16f | ramp", chain);
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

// Two documents, of which a test fills in the runs, and what is said of them.
static json_t *then, *now;
static struct baseline said;
static double copy_now; // ms

static void end(void)
{
    baseline_finish(&said);
    json_decref(then);
    json_decref(now);
    then = now = NULL;
}

// `copy`: how long one takes now, of then.
static void make_both(double copy)
{
    end();
    copy_now = 0.1 * copy;
    then = make(0.1);
    now = make(copy_now);
    said = (struct baseline){ .path = "old.json", .then = then, .now = now, .limit = 5 };
}

static void begin(void)
{
    make_both(1);
}

static void add_both(const char *chain, double ms_then, double ms_now, double off)
{
    add_run(then, chain, ms_then, off, 0.1);
    add_run(now, chain, ms_now, off, copy_now);
}

static const struct baseline_pair *compare(void)
{
    free(said.all);
    memset(said.counts, 0, sizeof(said.counts));
    said.count = said.more = 0;
    baseline_compare(&said);
    return &said.all[0];
}

static const char *printed(void)
{
    compare();
    baseline_print(&said, begin_printing());
    return end_printing();
}

static json_t *first_run(const json_t *document)
{
    return json_array_get(json_object_get(document, "runs"), 0);
}

TEST(a_change_counts_where_both_units_show_it)
{
    static const struct {
        double ms, copy; // times as long as before
        double off;      // of either interval's end from its median
        double limit;
        enum baseline_verdict verdict;
    } cases[] = {
        { 1, 1, 0.01, 5, BASELINE_SAME },
        { 1.04, 1, 0.01, 5, BASELINE_SAME }, // sure, and not above the limit
        { 1.04, 1, 0.01, 0, BASELINE_SLOWER },
        { 1.06, 1, 0.01, 5, BASELINE_SLOWER },
        { 1.06, 1, 0.04, 5, BASELINE_OPEN }, // the intervals touch
        { 1.5, 1, 0.04, 5, BASELINE_SLOWER },
        { 1.1, 1.1, 0.01, 5, BASELINE_OPEN }, // the clock fell
        { 1, 0.9, 0.01, 5, BASELINE_OPEN },   // the copy got faster
        { 1.1, 1.06, 0.01, 5, BASELINE_OPEN },
        { 1.2, 1.1, 0.01, 5, BASELINE_SLOWER },
        { 0.9, 1, 0.01, 5, BASELINE_FASTER },
        { 0.9, 0.9, 0.01, 5, BASELINE_SAME },
        { 0.94, 1, 0.04, 5, BASELINE_SAME }, // faster is said when it is sure
    };
    assert_true(BASELINE_LIMIT == 5); // as the documents say
    for_each(row, cases) {
        make_both(row->copy);
        add_both("dual", 0.2, 0.2 * row->ms, row->off);
        said.limit = row->limit;
        if (compare()->verdict != row->verdict || said.count != 1)
            fail_msg("case %td: %d", row - cases, said.all[0].verdict);
    }
}

// Two runs of one program, 40 % apart since something else used the processor: seen beside a GPU
// whose canaries were steady.
TEST(what_the_processor_computes_is_not_judged)
{
    static const char *const chains[] = { "error_diffusion:kernel=jarvis:impl=cpu",
                                          "error_diffusion:impl=cpu,dither", "error_diffusion" };
    for (int i = 0; i < 6; i++) {
        const bool slower = i % 2;
        make_both(1);
        add_both(chains[i / 2], slower ? 10 : 14, slower ? 14 : 10, 0.01);
        assert_int_equal(compare()->verdict, i < 4    ? BASELINE_UNJUDGED
                                             : slower ? BASELINE_SLOWER
                                                      : BASELINE_FASTER);
    }
}

TEST(few_times_say_nothing)
{
    add_both("dual", 0.2, 0.4, 0.001);
    json_object_set_new(json_object_get(first_run(now), "time"), "coverage", json_real(0.75));
    assert_int_equal(compare()->verdict, BASELINE_OPEN);
    assert_string_equal(compare()->why, "fewer than 6 samples");
}

TEST(pairs_are_found_by_their_ids_and_the_largest_change_comes_first)
{
    static const char *const order[] = { "worst", "worse", "better", "same", "new" };
    static const struct {
        const char *chain;
        double ms; // 0: left out
    } before[] = { { "same", 1 }, { "worse", 1 }, { "worst", 1 }, { "better", 1 },
                   { "out", 1 },  { "old", 1 },   { "never", 0 } },
      after[] = { { "never", 0 }, { "new", 1 },     { "better", 0.5 }, { "worst", 2 },
                  { "out", 0 },   { "worse", 1.5 }, { "same", 1 } };
    for (int i = 0; i < 7; i++) {
        add_run(then, before[i].chain, before[i].ms, 0.01, 0.1);
        add_run(now, after[i].chain, after[i].ms, 0.01, 0.1);
    }
    const struct baseline_pair *pairs = compare();
    assert_int_equal(said.count, 7);
    for (int i = 0; i < 5; i++)
        assert_string_equal(document_text(pairs[i].now, "chain"), order[i]);
    assert_int_equal(said.counts[BASELINE_SLOWER], 2);
    assert_int_equal(said.counts[BASELINE_NEW], 1);
    assert_int_equal(said.counts[BASELINE_MISSING], 2);
    assert_near(pairs[0].ms.percent, 100, 1e-7);
    assert_near(pairs[0].ms.low, 100 * (2 * 0.99 / 1.01 - 1), 1e-7);
    assert_near(pairs[0].ms.high, 100 * (2 * 1.01 / 0.99 - 1), 1e-7);
    assert_compare(pairs[0].copies.low, <, pairs[0].ms.low); // a copy has an interval as well
}

TEST(a_run_is_counted_in_its_own_copy)
{
    json_t *copies = json_object_get(now, "copies");
    json_t *other = json_deep_copy(json_array_get(copies, 0));
    json_object_set_new(other, "time", describe_time(0.02, 0.9));
    json_array_insert_new(copies, 0, other);
    add_both("dual", 0.2, 0.2, 0.01);
    assert_near(compare()->copies.percent, 0, 1e-7);
    assert_compare(compare()->copies.high, <, 3);
}

// Escape sequences of a file are shown and not obeyed, and a long list of doubts is cut.
TEST(what_is_printed_is_short_and_safe)
{
    for (int i = 0; i < 15; i++) {
        add_both(formatted("%sdual:sigma=%d", i == 0 ? "\x1b[2J" : "", i + 1), 0.2, 0.3,
                 i == 0 ? 0.01 : 0.3);
    }
    const char *text = printed();
    assert_null(strchr(text, '\x1b'));
    assert_contains(text, "\nslower  \\x1b[2Jdual:sigma=1 ");
    assert_contains(text, "\nopen    dual:sigma=11 ");
    assert_null(strstr(text, "dual:sigma=12 "));
    assert_contains(text, "15 compared: 1 slower, 0 faster, 0 unchanged, 14 open");
}

// Half as much again is seen on a machine that drifted by 8 %, 6 % are not.
TEST(a_machine_that_drifted_decides_what_lies_beyond)
{
    static const double after[] = { 0.3, 0.2, 0.212, 0.15 };
    for (int known = 0; known < 2; known++) {
        make_both(1);
        said.drift = said.drift_now = known ? 0.08 : INFINITY;
        for (int i = 0; i < 4; i++) {
            add_both(formatted("chain%d", i), 0.2, after[i], 0.01);
        }
        const char *text = printed();
        assert_contains(text, known ? "be steady now, drift of 8.0 % allowed for\n"
                                    : "be steady now, since the drift is not known\n");
        assert_contains(text, known ? "4 compared: 1 slower, 1 faster, 0 unchanged, 2 open"
                                    : "4 compared: 0 slower, 0 faster, 0 unchanged, 4 open");
        assert_true(!strstr(text, "\nslower  chain0 ") == !known);
    }
}

// Bytes, dispatches and passes are the same on every machine.
TEST(more_work_is_seen_without_a_clock)
{
    static const struct {
        int bytes, dispatches;
        double ms;
        int more;
    } cases[] = {
        { 1000, 10, 0.2, 0 }, { 1040, 10, 0.2, 0 }, { 1060, 10, 0.2, 1 }, { 900, 11, 0.2, 1 },
        { 900, 9, 0.2, 0 },   { 1060, 10, 0.1, 0 }, // faster for sure: it was worth it
    };
    for_each(row, cases) {
        make_both(1);
        add_both("dual", 0.2, row->ms, 0.01);
        for (int side = 0; side < 2; side++) {
            json_t *run = first_run(side ? now : then);
            json_object_set_new(run, "read_bytes", json_integer(side ? row->bytes : 1000));
            json_object_set_new(run, "dispatches", json_integer(side ? row->dispatches : 10));
        }
        const char *text = printed();
        if (!strstr(text, "\nmore work  dual ") != !row->more)
            fail_msg("case %td: %s", row - cases, text);
        assert_contains(text, row->more ? "work, on any machine: 1 more"
                                        : "work, on any machine: 0 more");
    }
}

// ---- what is refused, and the status

static const char path[] = "baseline.json";

static void write_then(void)
{
    assert_int_equal(json_dump_file(then, path, 0), 0);
}

static const struct bench_options asked = { .suite = "blurs", .fail_above = 5, .baseline = path };

// Judges `now` against what was written; -1 where it is refused with `words`.
static int status_of(const struct bench_options *options, const char *words)
{
    json_t *baseline = document_load(path, &error);
    assert_works(baseline);
    int status = -1;
    error = (struct error){ 0 };
    if (baseline_check(path, baseline, now, &error))
        status = baseline_judge(options, baseline, now, EXIT_SUCCESS);
    else if (!words || !strstr(error.text, words) || !strstr(error.text, path))
        fail_msg("%s", error.text);
    json_decref(baseline);
    return status;
}

static void write_baseline(void)
{
    make_both(1);
    add_both("dual", 0.2, 0.2, 0.01);
    write_then();
}

static void set(json_t *document, const char *object, const char *key, json_t *value)
{
    json_object_set_new(json_object_get(document, object), key, value);
}

TEST(another_machine_or_size_is_refused)
{
    static const struct {
        const char *object, *key, *text, *words;
    } cases[] = {
        { "environment", "renderer", "Another GPU", "'A GPU', and here it is 'Another GPU'" },
        { "environment", "renderer", "A GPU (navi21)", "(navi21)'" },
        { "settings", "fuse", "off", "--fuse" },
        { NULL, "suite", "tune", "its suite was 'blurs', and here it is 'tune'" },
        { NULL, "suite", NULL, "its suite was 'blurs', and here it is none" }, // one chain
    };
    for_each(row, cases) {
        json_t *value = row->text ? json_string(row->text) : json_null();
        write_baseline();
        json_object_set_new(row->object ? json_object_get(now, row->object) : now, row->key, value);
        assert_int_equal(status_of(&asked, row->words), -1);
    }
    write_baseline();
    json_object_set_new(first_run(now), "id", json_string("dual | 1280x720 | rgba16f | ramp"));
    assert_int_equal(status_of(&asked, "640x360"), -1);
    json_object_set_new(first_run(now), "id", json_string("dual | 640x360 | rgba16f | ramp"));
    set(now, "environment", "cpu", json_string("another")); // which does not draw
    assert_int_equal(status_of(&asked, NULL), EXIT_SUCCESS);
    set(now, "environment", "software", json_true());
    assert_int_equal(status_of(&asked, "processor"), -1);
}

// An update of the driver is what such a comparison is for, so it is said and not refused.
TEST(another_driver_of_one_gpu_is_compared)
{
    static const struct {
        const char *then, *now;
        int is_same;
    } cases[] = {
        { "llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe (LLVM 19.1.7, 128 bits)", 1 },
        { "RX 6800 (navi21, LLVM 15.0.6, DRM 3.49, 6.1.0-13)",
          "RX 6800 (radeonsi, NAVI21, LLVM 19.1.7, DRM 3.61, 6.12.4)", 1 },
        { "RX 6800 (radeonsi, navi21, LLVM 15.0.6)", "RX 6800 (radeonsi, navi22, LLVM 15.0.6)", 0 },
        { "Mesa Intel(R) Graphics (ADL GT2)", "Mesa Intel(R) Graphics (RPL GT2)", 0 },
        { "NVIDIA H100/PCIe/SSE2", "NVIDIA H200/PCIe/SSE2", 0 },
    };
    for_each(row, cases) {
        begin();
        add_both("dual", 0.2, 0.2, 0.01);
        set(then, "environment", "renderer", json_string(row->then));
        set(now, "environment", "renderer", json_string(row->now));
        if (baseline_check(path, then, now, &error) != row->is_same)
            fail_msg("%s and %s", row->then, row->now);
    }
    begin();
    add_both("dual", 0.2, 0.2, 0.01);
    assert_null(strstr(printed(), "driver changed"));
    set(now, "environment", "driver", json_string("590"));
    assert_contains(printed(), "driver changed: A GPU, 580 -> A GPU, 590\nagainst old.json");
    write_then();
    assert_int_equal(status_of(&asked, NULL), EXIT_SUCCESS);
}

static void set_drift(json_t *document, double drift, int bytes)
{
    json_t *run = first_run(document);
    json_object_set_new(run, "written_bytes", json_integer(bytes));
    set(document, "steady", "is_steady", json_boolean(drift == 0));
    set(document, "steady", "blocks", json_integer(drift < 0 ? 2 : 4));
    set(document, "steady", "canaries",
        json_pack("[{s:f, s:f}, {s:f, s:f}]", "best", 1.0, "worst", 1.01, "best", 2.0, "worst",
                  2 * (1 + fabs(drift))));
}

TEST(the_status_says_what_came_of_it)
{
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
    for_each(row, cases) {
        make_both(row->copy);
        struct bench_options options = asked;
        options.fail_above = row->limit;
        add_both("dual", 0.2, 0.2 * row->ms, row->off);
        set_drift(then, row->drift_then, 1000);
        set_drift(now, row->drift_now, row->bytes);
        write_then();
        const int status = status_of(&options, NULL);
        if (status != row->status)
            fail_msg("case %td: %d", row - cases, status);
    }
}

AROUND_TESTS(.begin = folder_enter, .before = begin, .after = end)
