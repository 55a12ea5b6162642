#include "app/bench/chains/chains.h"
#include "app/bench/run/suite.h"
#include "app/measure/as_json.h"
#include "app/results/document.h"
#include "app/results/json_file.h"
#include "render/text/text.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

#include <unistd.h>

static struct suite_run run;

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
    static struct renderer renderer;
    static struct suite_variant variant;
    static struct pass_stats passes;
    static char text[64];
    static double times[] = { 4, 4, 4, 4, 4, 4, 4, 4, 4 };
    static const struct bench_options options = { .runs = 9 };
    static const struct draw_options draw = { .profile = PROFILE_OFF };
    static const struct outputs files = { .commit = "v1-2-gabc" };
    renderer.plan_options.width = variant.width = 640;
    renderer.plan_options.height = variant.height = 360;
    strcpy(renderer.gpu.info.renderer, "A \"quoted\" GPU");
    assert_true(scene_parse(&renderer.scene, "checker", &error));
    assert_true(chain_parse(&variant.chain, chain, NULL, &error));
    snprintf(text, sizeof(text), "%s", chain);
    variant.text = text;
    pass_stats_finish(&passes);
    pass_stats_init(&passes, 9);
    for (int i = 0; i < 9; i++)
        add_frame(&passes);
    const struct pass_row whole = row_of("frame", 4);
    variant.count = 9;
    variant.time = whole.time;
    variant.traffic = whole.traffic;
    variant.in_copies = 4;
    variant.times[0] = times;
    variant.passes = &passes;
    run = (struct suite_run){
        .suite = &suite_one, .options = &options, .draw = &draw, .outputs = &files
    };
    run.renderer = &renderer;
    run.variants = &variant;
    run.count = 1;
    run.copy_count = 2;
    run.copies[0] = (struct suite_copy){ .row = row_of("fetch", 2) };
    run.copies[1] = (struct suite_copy){ .row = row_of("load", 1) };
    run.copies[1].is_fastest = true;
}

// The value at a path of keys and places: "runs.0.time.median".
static const json_t *at(const json_t *json, const char *path)
{
    while (*path) {
        const size_t length = strcspn(path, ".");
        const char *key = formatted("%.*s", (int) length, path);
        json = json_is_array(json) ? json_array_get(json, (size_t) atoi(key))
                                   : json_object_get(json, key);
        path += length + (path[length] == '.');
    }
    return json;
}

// Each line is a path and the value there, as a file of JSON has it.
static void expect(const json_t *json, const char *lines)
{
    for_each_line(line, lines)
    {
        const char *value = strchr(line, ' ') + 1;
        const json_t *found = at(json, formatted("%.*s", (int) (value - line) - 1, line));
        char *text = json_dumps(found, JSON_ENCODE_ANY | JSON_REAL_PRECISION(7));
        if (!text || strcmp(text, value) != 0)
            fail_msg("%s: %s", line, text ? text : "not there");
        free(text);
    }
}

static bool write_results(const char *path)
{
    json_t *document = suite_describe(&run);
    const bool written = output_write(path,
                                      text_ends_in(path, ".csv")    ? document_print_csv
                                      : text_ends_in(path, ".html") ? document_print_page
                                                                    : json_file_print,
                                      document, &error);
    json_decref(document);
    return written;
}

static const char *written_as(const char *path)
{
    assert_works(write_results(path));
    return file_text(path, NULL);
}

TEST(what_is_written_can_be_loaded)
{
    fill("dual:sigma=3");
    written_as("out.json");
    json_t *json = document_load("out.json", &error);
    assert_works(json);
    expect(json, "kind \"bench\"\n"
                 "environment.renderer \"A \\\"quoted\\\" GPU\"\n"
                 "environment.commit \"v1-2-gabc\"\n"
                 "settings.scene \"checker\"\n"
                 "runs.0.id \"dual:sigma=3 | 640x360 | rgba16f | checker\"\n"
                 "runs.0.time.median 4.0\n"
                 "runs.0.passes.1.name \"dual\"\n"
                 "runs.0.passes.1.time.median 1.5\n"
                 "runs.0.passes.1.time.p95 1.5\n"
                 "runs.0.passes.1.copies 1.5\n"
                 "runs.0.passes.1.read_bytes 4000000000\n"
                 "runs.0.passes.1.written_bytes 1000000000\n"
                 "runs.0.passes.1.gbps 3333.333\n"
                 "copies.1.name \"load\"\n"
                 "copies.1.fastest true\n");
    assert_true(document_text(at(json, "environment"), "cpu")[0] != '\0');
    assert_true(document_number(at(json, "environment"), "processors") >= 1);
    assert_int_equal(strlen(document_text(at(json, "environment"), "date")),
                     strlen("2000-01-01T00:00:00Z"));
    json_decref(json);
}

// Compares with the table itself, of which documents are made.
static void assert_described(const json_t *object, const char *name)
{
    const char *key;
    const json_t *value;
    json_object_foreach((json_t *) object, key, value) {
        const struct document_field *field = document_fields();
        while (field->object &&
               (strcmp(field->key, key) != 0 || !document_field_is_of(field, name)))
            field++;
        if (!field->object)
            fail_msg("assets/results.txt has no key %s of %s", key, name);
        const char *type = field->type;
        while (json_is_array(value) && type[0] == '[') {
            value = json_array_get(value, 0);
            type++;
        }
        if (json_is_object(value) && type[1] != '}')
            assert_described(value, type + 1);
    }
}

TEST(every_key_that_is_written_is_described)
{
    fill("dual:sigma=3");
    json_t *document = suite_describe(&run);
    assert_described(document, "document");
    json_decref(document);
}

// Files that shall be the same on every day have neither day nor host.
TEST(the_record_of_a_gpu_alone_is_the_same_every_day)
{
    static const char *const of_gpu[] = { "program", "renderer", "vendor", "driver", "gl" };
    static const char *const others[] = { "date", "host", "software", "cpu", "commit" };
    json_t *gpu = json_object(), *all = json_object();
    fill("dual:sigma=3");
    as_json_add_gpu(gpu, &run.renderer->gpu.info);
    as_json_add_machine(all, &run.renderer->gpu.info, NULL);
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
    run.variants[0].in_copies = INFINITY;
    json_t *json = json_loads(written_as("nan.json"), 0, NULL);
    expect(json, "runs.0.passes.1.time.median null\n"
                 "runs.0.passes.1.gbps null\n"
                 "runs.0.copies null\n"
                 "runs.0.time.median 4.0\n");
    json_decref(json);
}

// Four numbers make a line each, and words with commas and quotes stand in quotes.
TEST(a_csv_has_a_line_for_each_thing_measured)
{
    fill("dual:sigma=3,composite");
    const char *text = written_as("out.csv");
    const char *requested[] = {
        "suite,kind,id,chain,",
        "\r\nbench,run,\"dual:sigma=3,composite | 640x360 | rgba16f | checker\","
        "\"dual:sigma=3,composite\",checker,640,360,rgba16f,auto,,,,time,4,ms,2,8,9,"
        "\"A \"\"quoted\"\" GPU\",",
        ",dual,1,written_bytes,1e+09,bytes,,,,",
        "\r\nbench,copy,,load,,640,360,rgba16f,,,,,time,1,ms,0.5,2,9,",
    };
    for_each(row, requested)
        assert_contains(text, *row);
    assert_null(strstr(text, "nan"));
}

// Names of files and scenes come from elsewhere: none ends the block that the page's script reads.
TEST(a_page_holds_the_document_whatever_its_texts_are)
{
    fill("dual:sigma=3");
    run.variants[0].impl = "</script><script>alert(1)</script><!--.png";
    const char *text = written_as("out.html"), *start = strstr(text, "id=\"documents\">");
    assert_non_null(start);
    start = strchr(start, '>') + 1;
    json_t *json = json_loadb(start, (size_t) (strstr(start, "</script>") - start), 0, NULL);
    assert_string_equal(document_text(at(json, "0.document.runs.0"), "impl"), run.variants[0].impl);
    assert_null(strstr(text, "<script>alert"));
    json_decref(json);
    assert_contains(text, "Chart.js v3");
}

TEST(what_is_no_document_is_refused_by_name)
{
    for_each_case(one, "refused_documents.txt") {
        put_file("bad.json", one.text);
        assert_fails(document_load("bad.json", &error), formatted("bad.json: %s", one.expected));
    }
    assert_fails(document_load("nosuch.json", &error), "nosuch.json");
}

TEST(two_runs_of_one_name_get_two_names)
{
    json_t *document = document_make("box");
    for (int i = 0; i < 3; i++)
        document_add_run(document, json_pack("{s:s}", "id", "a | b"));
    expect(document, "runs.0.id \"a | b\"\n"
                     "runs.1.id \"a | b #2\"\n"
                     "runs.2.id \"a | b #3\"\n");
    json_decref(document);
}

// A chart in a document is as it was filled, and what has no place or interval has none there.
TEST(charts_and_tables_stand_in_documents)
{
    static const struct table_column columns[] = { { "chain", TABLE_WORDS }, { "ms", 2 }, { 0 } };
    FINISHED_BY(table_finish) struct table table;
    json_t *json = json_array();
    json_t *chart = chart_make(json, "bars", CHART_LOG_Y, "blurs", "", "time (ms)");
    json_t *series = chart_series(chart, "rgba16");
    chart_interval(chart_point(series, NAN, 2.5), 2, 3);
    chart_name(chart_point(series, 1, NAN), "%090d", 7); // is cut
    table_init(&table, columns);
    table_words(&table, "dual");
    table_number(&table, NAN);
    json_array_append_new(json, as_json_table(&table, "a table"));
    expect(json, "0.kind \"bars\"\n"
                 "0.log_x false\n"
                 "0.log_y true\n"
                 "0.series.0.name \"rgba16\"\n"
                 "0.series.0.joined false\n"
                 "0.series.0.points.0.x null\n"
                 "0.series.0.points.0.y 2.5\n"
                 "0.series.0.points.0.low 2.0\n"
                 "0.series.0.points.0.high 3.0\n"
                 "0.series.0.points.0.name \"\"\n"
                 "0.series.0.points.1.y null\n"
                 "0.series.0.points.1.low null\n"
                 "0.series.0.points.1.name "
                 "\"000000000000000000000000000000000000000000000000000000000000000\"\n"
                 "1.rows.0.chain \"dual\"\n"
                 "1.rows.0.ms null\n"
                 "1.columns.0.digits null\n");
    json_decref(json);
}

TEST(a_wrong_place_is_reported_and_nothing_is_left)
{
    fill("dual:sigma=3");
    for_each_text(row, "nosuch/out.json", "a.json/b", "nosuch/out.csv", "nosuch/a.html",
                  "x/a.json") {
        assert_false(write_results(*row));
        assert_int_equal(access(*row, F_OK), -1);
    }
}

AROUND_TESTS(.begin = folder_enter)
