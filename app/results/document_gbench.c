#include "app/results/document_gbench.h"

#include "app/results/document.h"
#include "app/results/json_file.h"

#include <math.h>
#include <string.h>

static void copy_key(json_t *to, const char *key, const json_t *from, const char *from_key)
{
    json_t *value = json_object_get(from, from_key);
    if (value && !json_is_null(value))
        json_object_set(to, key, value);
}

static json_t *describe_context(const json_t *document)
{
    const json_t *environment = json_object_get(document, "environment");
    json_t *context = json_pack("{s:i, s:i, s:b, s:[], s:[], s:s}", "json_schema_version", 1,
                                "mhz_per_cpu", 0, "cpu_scaling_enabled", false, "caches",
                                "load_avg", "library_build_type", "release");
    copy_key(context, "date", environment, "date");
    copy_key(context, "num_cpus", environment, "processors");
    copy_key(context, "executable", environment, "program");
    copy_key(context, "commit", environment, "commit");
    copy_key(context, "renderer", environment, "renderer");
    copy_key(context, "driver", environment, "driver");
    copy_key(context, "cpu", environment, "cpu");
    copy_key(context, "suite", document, "suite");
    return context;
}

// The keys that each of a run's lines has.
static json_t *make_line(const json_t *run, const char *type, const char *suffix, int repetitions)
{
    const double submit = document_number(run, "submit_ms");
    json_t *line = json_pack("{s:o, s:O, s:s, s:i, s:i, s:i, s:f, s:s}", "name",
                             json_sprintf("%s%s", document_text(run, "id"), suffix), "run_name",
                             json_object_get(run, "id"), "run_type", type, "repetitions",
                             repetitions, "threads", 1, "iterations", 1, "cpu_time",
                             isfinite(submit) ? submit : 0, "time_unit", "ms");
    return line;
}

// What Google Benchmark calls counters: further numbers of a line.
static void add_counters(json_t *line, const json_t *run)
{
    const double gbps = document_number(run, "gbps");
    const char *key;
    json_t *value;
    if (isfinite(gbps))
        json_object_set_new(line, "bytes_per_second", json_real(1e9 * gbps));
    copy_key(line, "copies", run, "copies");
    copy_key(line, "dispatches", run, "dispatches");
    copy_key(line, "read_bytes", run, "read_bytes");
    copy_key(line, "written_bytes", run, "written_bytes");
    copy_key(line, "wall_ms", run, "wall_ms");
    json_object_foreach(json_object_get(run, "quality"), key, value)
        if (json_is_number(value))
            json_object_set(line, key, value);
}

static void add_repetition(json_t *lines, const json_t *run, double time, int index, int count)
{
    json_t *line = make_line(run, "iteration", "", count);
    json_object_set_new(line, "repetition_index", json_integer(index));
    json_object_set_new(line, "real_time", json_file_number(time));
    add_counters(line, run);
    json_array_append_new(lines, line);
}

static void add_aggregate(json_t *lines, const json_t *run, const char *key, const char *name,
                          int count)
{
    const double time = document_number(json_object_get(run, "time"), key);
    char suffix[32] = "_";
    if (!isfinite(time))
        return;
    strncat(suffix, name, sizeof(suffix) - 2);
    json_t *line = make_line(run, "aggregate", suffix, count);
    json_object_set_new(line, "aggregate_name", json_string(name));
    json_object_set_new(line, "aggregate_unit", json_string("time"));
    json_object_set_new(line, "real_time", json_real(time));
    add_counters(line, run);
    json_array_append_new(lines, line);
}

// Every sample is a repetition where they are known, and else the median is the only one.
static void add_run(json_t *lines, const json_t *run)
{
    static const char *const aggregates[][2] = {
        { "median", "median" }, { "min", "min" }, { "max", "max" }, { "mad", "mad" }
    };
    const json_t *time = json_object_get(run, "time"),
                 *samples = json_object_get(run, "samples_ms");
    const int count = (int) json_array_size(samples);
    if (!isfinite(document_number(time, "median")))
        return;
    for (int i = 0; i < count; i++)
        add_repetition(lines, run, json_number_value(json_array_get(samples, (size_t) i)), i,
                       count);
    if (count == 0)
        add_repetition(lines, run, document_number(time, "median"), 0, 1);
    for (size_t i = 0; i < sizeof(aggregates) / sizeof(aggregates[0]) && count > 0; i++)
        add_aggregate(lines, run, aggregates[i][0], aggregates[i][1], count);
}

bool document_gbench_print(const json_t *document, FILE *out)
{
    const json_t *runs = json_object_get(document, "runs");
    json_t *lines = json_array();
    for (size_t i = 0; i < json_array_size(runs); i++)
        add_run(lines, json_array_get(runs, i));
    json_t *json =
        json_pack("{s:o, s:o}", "context", describe_context(document), "benchmarks", lines);
    const bool printed = json_file_print(json, out);
    json_decref(json);
    return printed;
}
