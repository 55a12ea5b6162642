#include "app/bench/chains/chains.h"
#include "app/bench/run/suite_run.h"
#include "app/measure/as_json.h"
#include "app/results/document.h"
#include "app/results/document_write.h"
#include "app/results/json_file.h"
#include "tests/fixtures/cmocka.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];
static struct suite_run run;

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

static struct pass_row row_of(const char *name, double median)
{
    struct pass_row row = { .dispatches = 2, .traffic = { 4000000000u, 1000000000u } };
    snprintf(row.name, sizeof(row.name), "%s", name);
    row.time.count = 9;
    row.time.min = row.time.interval.low = median / 2;
    row.time.median = median;
    row.time.p95 = row.time.interval.high = 2 * median;
    return row;
}

static void add_frame(struct pass_stats *stats)
{
    static const uint64_t ends[] = { 4000000, 1500000 }; // nanoseconds
    static struct gpu_frame frame;
    frame.count = 2;
    for (int i = 0; i < 2; i++) {
        struct gpu_scope *scope = &frame.scopes[i];
        *scope = (struct gpu_scope){ .depth = i,
                                     .end_ns = ends[i],
                                     .traffic = { 4000000000u, 1000000000u } };
        strcpy(scope->name, i == 0 ? "frame" : "dual");
    }
    pass_stats_add(stats, &frame);
}

// A chain as it was measured: 4 ms a frame, of which its pass takes 1.5, beside copies of 2 and 1.
static void fill(const char *chain)
{
    static struct lab lab;
    static struct suite_variant variant;
    static struct pass_stats passes;
    static double times[] = { 4, 4, 4, 4, 4, 4, 4, 4, 4 };
    static const struct bench_wish wish = { .runs = 9 };
    static const struct draw_wish draw = { .profile = PROFILE_OFF };
    static const struct results_wish files = { .commit = "v1-2-gabc" };
    struct error error;
    lab.plan_options.width = variant.width = 640;
    lab.plan_options.height = variant.height = 360;
    strcpy(lab.gpu.info.renderer, "A \"quoted\" GPU");
    assert_true(scene_parse(&lab.scene, "checker", &error));
    assert_true(chain_parse(&lab.side.chain, chain, NULL, &error));
    pass_stats_finish(&passes);
    pass_stats_init(&passes, 9);
    for (int i = 0; i < 9; i++)
        add_frame(&passes);
    const struct pass_row whole = row_of("frame", 4);
    variant.count = 9;
    variant.time = whole.time;
    variant.traffic = whole.traffic;
    variant.copies = 4;
    variant.times[0] = times;
    variant.passes = &passes;
    run =
        (struct suite_run){ .suite = &suite_one, .wish = &wish, .draw = &draw, .results = &files };
    run.lab = &lab;
    run.variants = &variant;
    run.count = 1;
    run.copy_count = 2;
    run.copies[0] = (struct suite_copy){ 640, 360, FORMAT_RGBA16F, .row = row_of("fetch", 2) };
    run.copies[1] = (struct suite_copy){ 640, 360, FORMAT_RGBA16F, .row = row_of("load", 1) };
    run.copies[1].is_fastest = true;
}

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value))
        fail_msg("no number '%s'", key);
    return json_number_value(value);
}

// Writes what `fill` made.
static bool write_results(const char *path, struct error *error)
{
    json_t *document = suite_describe(&run);
    const bool written = document_write(document, path, error);
    json_decref(document);
    return written;
}

static char *read_text(const char *path)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t length = fread(text, 1, sizeof(text) - 1, file);
    text[length] = '\0';
    fclose(file);
    assert_int_equal(remove(path), 0);
    return text;
}

// Writes what `fill` made, and loads it: `is_document` also checks its shape.
static json_t *written(bool is_document)
{
    struct error error = { .text = "" };
    const char *path = path_of("out.json");
    assert_true(write_results(path, &error));
    json_t *json = is_document ? document_load(path, &error) : json_load_file(path, 0, NULL);
    if (!json)
        fail_msg("%s", error.text);
    assert_int_equal(remove(path), 0);
    return json;
}

TEST(what_is_written_can_be_loaded)
{
    fill("dual:sigma=3");
    json_t *json = written(true);
    const json_t *environment = json_object_get(json, "environment");
    assert_string_equal(document_text(json, "kind"), "bench");
    assert_string_equal(document_text(environment, "renderer"), "A \"quoted\" GPU");
    assert_string_equal(document_text(environment, "commit"), "v1-2-gabc");
    assert_true(document_text(environment, "cpu")[0] != '\0');
    assert_true(number(environment, "processors") >= 1);
    assert_int_equal(strlen(document_text(environment, "date")), strlen("2000-01-01T00:00:00Z"));
    assert_string_equal(document_text(json_object_get(json, "settings"), "scene"), "checker");
    const json_t *measured = json_array_get(json_object_get(json, "runs"), 0);
    assert_string_equal(document_text(measured, "id"),
                        "dual:sigma=3 | 640x360 | rgba16f | checker");
    assert_true(number(json_object_get(measured, "time"), "median") == 4);
    const json_t *pass = json_array_get(json_object_get(measured, "passes"), 1);
    assert_string_equal(document_text(pass, "name"), "dual");
    assert_true(number(json_object_get(pass, "time"), "median") == 1.5);
    assert_true(number(json_object_get(pass, "time"), "p95") == 1.5);
    assert_true(number(pass, "copies") == 1.5);
    assert_true(number(pass, "read_bytes") == 4e9);
    assert_true(number(pass, "written_bytes") == 1e9);
    assert_true(fabs(number(pass, "gbps") - 10000.0 / 3) < 0.01);
    const json_t *copy = json_array_get(json_object_get(json, "copies"), 1);
    assert_string_equal(document_text(copy, "name"), "load");
    assert_true(json_is_true(json_object_get(copy, "fastest")));
    json_decref(json);
}

// Files that shall be the same on every day have neither day nor host.
TEST(the_record_of_a_gpu_alone_is_the_same_every_day)
{
    static const char *const of_gpu[] = { "program", "renderer", "vendor", "driver", "gl" };
    static const char *const others[] = { "date", "host", "software", "cpu", "commit" };
    json_t *gpu = json_object(), *all = json_object();
    fill("dual:sigma=3");
    as_json_add_gpu(gpu, &run.lab->gpu.info);
    as_json_add_machine(all, &run.lab->gpu.info, NULL);
    for (int i = 0; i < 5; i++) {
        assert_true(json_object_get(gpu, of_gpu[i]) && json_object_get(all, of_gpu[i]));
        assert_true(!json_object_get(gpu, others[i]) && json_object_get(all, others[i]));
    }
    assert_string_equal(document_text(all, "commit"), "unknown");
    json_decref(gpu);
    json_decref(all);
}

// JSON has no NaN: one of them must neither end the file nor take its neighbours along.
TEST(numbers_that_are_none_become_null)
{
    fill("dual:sigma=3");
    for (int i = 0; i < 9; i++)
        run.variants[0].passes->times[9 + i] = NAN;
    run.variants[0].copies = INFINITY;
    json_t *json = written(false);
    const json_t *measured = json_array_get(json_object_get(json, "runs"), 0);
    const json_t *pass = json_array_get(json_object_get(measured, "passes"), 1);
    assert_true(json_is_null(json_object_get(json_object_get(pass, "time"), "median")));
    assert_true(json_is_null(json_object_get(pass, "gbps")));
    assert_true(json_is_null(json_object_get(measured, "copies")));
    assert_true(number(json_object_get(measured, "time"), "median") == 4);
    json_decref(json);
}

// Four numbers make a line each, and words with commas and quotes stand in quotes.
TEST(a_csv_has_a_line_for_each_thing_measured)
{
    struct error error;
    fill("dual:sigma=3,composite");
    assert_true(write_results(path_of("out.csv"), &error));
    char *text = read_text(path_of("out.csv"));
    const char *wanted[] = {
        "suite,kind,id,chain,",
        "\r\nbench,run,\"dual:sigma=3,composite | 640x360 | rgba16f | checker\","
        "\"dual:sigma=3,composite\",checker,640,360,rgba16f,auto,,,,time,4,ms,2,8,9,"
        "\"A \"\"quoted\"\" GPU\",",
        ",dual,1,written_bytes,1e+09,bytes,,,,",
        "\r\nbench,copy,,load,,640,360,rgba16f,,,,,time,1,ms,0.5,2,9,",
    };
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
        if (!strstr(text, wanted[i]))
            fail_msg("no '%s' in:\n%s", wanted[i], text);
    assert_null(strstr(text, "nan"));
}

// Texts of a document come from outside: none ends the block that the script of the page reads.
TEST(a_page_holds_the_document_whatever_its_texts_are)
{
    struct error error;
    fill("dual:sigma=3");
    run.variants[0].impl = "</script><script>alert(1)</script><!--.png";
    assert_true(write_results(path_of("out.html"), &error));
    char *text = read_text(path_of("out.html"));
    const char *start = strstr(text, "id=\"documents\">");
    assert_non_null(start);
    start = strchr(start, '>') + 1;
    const char *end = strstr(start, "</script>");
    json_t *documents = json_loadb(start, (size_t) (end - start), 0, NULL);
    assert_non_null(documents);
    const json_t *document = json_object_get(json_array_get(documents, 0), "document");
    const json_t *measured = json_array_get(json_object_get(document, "runs"), 0);
    assert_string_equal(document_text(measured, "impl"), run.variants[0].impl);
    assert_null(strstr(text, "<script>alert"));
    json_decref(documents);
    assert_non_null(strstr(text, "Chart.js v3"));
}

// Writes the text and expects it to be refused with the file's name and what is wrong.
static void expect_refused(const char *text, const char *says)
{
    struct error error;
    const char *path = path_of("bad.json");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_null(document_load(path, &error));
    assert_non_null(strstr(error.text, "bad.json: "));
    if (!strstr(error.text, says) || strchr(error.text, '\n'))
        fail_msg("'%s' is refused by: %s", text, error.text);
    assert_int_equal(remove(path), 0);
}

TEST(what_is_no_document_is_refused_by_name)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        { "", "line 1: " },
        { "{\n\"schema\": 1,\n", "line 3: " },
        { "[1, 2]", "it is not what --bench writes" },
        { "{\"context\": {}, \"benchmarks\": []}", "it is not what --bench writes" },
        { "{\"format\": 1, \"unit\": \"ms\"}", "measure again" },
        { "{\"schema\": \"halation results\", \"version\": 3}",
          "results of version 3; this program reads version 2" },
        { "{\"schema\": \"halation results\", \"version\": \"2\"}", "not what --bench writes" },
        { "{\"schema\": \"halation results\", \"version\": 2}", "'kind' is not a text" },
    };
    struct error error;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        expect_refused(rows[i].text, rows[i].says);
    assert_null(document_load(path_of("nosuch.json"), &error));
    assert_non_null(strstr(error.text, "nosuch.json"));
}

// Each value of a document in turn becomes one of another kind. None may be let through where
// readers rely on it: a run's texts and numbers, a chart's points, a table's columns.
TEST(values_of_another_kind_are_refused_by_their_place)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        { "\"runs\": {}", "'runs' is not a list" },
        { "\"runs\": [3]", "'runs[0]' is not an object" },
        { "\"runs\": [{\"id\": 3}]", "'runs[0].id' is not a text" },
        { "\"findings\": [\"a\", null]", "'findings[1]' is not a text" },
        { "\"tables\": [{\"title\": \"\", \"columns\": [], \"rows\": [1]}]",
          "'tables[0].rows[0]' is not an object" },
        { "\"environment\": {\"software\": 1}", "'environment.software' is not true or false" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[512];
        json_error_t broken;
        snprintf(text, sizeof(text), "{%s}", rows[i].text);
        json_t *document = document_make("blurs"), *change = json_loads(text, 0, &broken);
        json_object_update(document, change);
        char *whole = json_dumps(document, 0);
        expect_refused(whole, rows[i].says);
        free(whole);
        json_decref(document);
        json_decref(change);
    }
}

TEST(two_runs_of_one_name_get_two_names)
{
    json_t *document = document_make("box");
    for (int i = 0; i < 3; i++)
        document_add_run(document, json_pack("{s:s}", "id", "a | b"));
    const json_t *runs = json_object_get(document, "runs");
    assert_string_equal(document_text(json_array_get(runs, 0), "id"), "a | b");
    assert_string_equal(document_text(json_array_get(runs, 1), "id"), "a | b #2");
    assert_string_equal(document_text(json_array_get(runs, 2), "id"), "a | b #3");
    json_decref(document);
}

// A chart in a document is as it was filled, and what has no place or interval has none there.
TEST(charts_and_tables_stand_in_documents)
{
    static const struct table_column columns[] = { { "chain", TABLE_WORDS }, { "ms", 2 }, { 0 } };
    struct chart chart;
    struct table table;
    chart_init(&chart, CHART_BARS, "blurs", "", "time (ms)");
    chart_bar(chart_series(&chart, "rgba16f"), 2.5, "dual")->low = 2;
    json_t *json = as_json_chart(&chart);
    assert_string_equal(document_text(json, "kind"), "bars");
    const json_t *series = json_array_get(json_object_get(json, "series"), 0);
    const json_t *point = json_array_get(json_object_get(series, "points"), 0);
    assert_string_equal(document_text(point, "name"), "dual");
    assert_true(number(point, "y") == 2.5 && number(point, "low") == 2);
    assert_true(json_is_null(json_object_get(point, "x")));
    assert_true(json_is_null(json_object_get(point, "high")));
    json_decref(json);
    chart_finish(&chart);

    table_init(&table, columns);
    table_words(&table, "dual");
    table_number(&table, NAN);
    json = as_json_table(&table, "a table");
    const json_t *row = json_array_get(json_object_get(json, "rows"), 0);
    assert_string_equal(document_text(row, "chain"), "dual");
    assert_true(json_is_null(json_object_get(row, "ms")));
    assert_true(json_is_null(
        json_object_get(json_array_get(json_object_get(json, "columns"), 0), "digits")));
    json_decref(json);
    table_finish(&table);
}

TEST(a_wrong_place_is_told_and_nothing_is_left)
{
    struct error error;
    static const char *const wrong[] = { "out.txt",  "json",    ".json",          "nosuch/out.json",
                                         "a.json/b", ".csv",    "nosuch/out.csv", "nosuch/a.html",
                                         "out.htm",  "x/a.json" };
    fill("dual:sigma=3");
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const char *path = path_of(wrong[i]);
        error.text[0] = '\0';
        assert_false(document_check_path(path, &error));
        assert_non_null(strstr(error.text, wrong[i]));
        assert_false(write_results(path, &error));
        assert_int_equal(access(path, F_OK), -1);
    }
    assert_false(document_check_path(path_of("out.txt"), &error));
    assert_non_null(strstr(error.text, ".json, .csv or .html"));
    assert_true(document_check_path(path_of("fine.json"), &error));
    assert_int_equal(access(path_of("fine.json"), F_OK), -1); // a check writes nothing
}

RUN_TESTS(make_folder, remove_folder)
