#include "app/measure/results.h"

#include "app/measure/json_file.h"
static json_t *describe_row(const struct pass_row *row)
{
    return json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:i, s:I, s:i}", "name", row->name,
                     "depth", row->depth, "median", json_file_number(row->time.median),
                     "median_low", json_file_number(row->time.interval.low), "median_high",
                     json_file_number(row->time.interval.high), "p95",
                     json_file_number(row->time.p95), "min", json_file_number(row->time.min),
                     "samples", row->time.count, "bytes",
                     (json_int_t) gpu_traffic_sum(row->traffic), "dispatches", row->dispatches);
}

static json_t *describe_passes(const struct results *results)
{
    json_t *passes = json_array();
    for (int i = 0; i < results->pass_count; i++) {
        const struct result *result = &results->passes[i];
        json_t *pass = describe_row(&result->row);
        json_object_set_new(pass, "gbps", json_file_number(result->gbps));
        json_object_set_new(pass, "copies", json_file_number(result->copies));
        json_array_append_new(passes, pass);
    }
    return passes;
}

static json_t *describe_copies(const struct results *results)
{
    json_t *rows = json_array();
    for (int i = 0; i < results->copy_count; i++)
        json_array_append_new(rows, describe_row(&results->copies[i]));
    return rows;
}

static json_t *describe_results(const struct results *results)
{
    json_t *json = json_object(), *environment = json_object();
    environment_add(&results->environment, environment);
    json_object_set_new(json, "format", json_integer(1)); // of this file
    json_object_set_new(json, "unit", json_string("ms"));
    json_object_set_new(json, "environment", environment);
    json_object_set_new(json, "passes", describe_passes(results));
    json_object_set_new(json, "copies", describe_copies(results));
    if (results->fastest_copy < results->copy_count)
        json_object_set_new(json, "fastest_copy",
                            json_string(results->copies[results->fastest_copy].name));
    json_object_set_new(json, "steady", json_boolean(results->steady.is_steady));
    json_object_set_new(json, "submit", json_file_number(results->submit));
    json_object_set_new(json, "wall", json_file_number(results->wall));
    return json;
}

bool results_write(const struct results *results, const char *path, struct error *error)
{
    return json_file_write(describe_results(results), path, error);
}
