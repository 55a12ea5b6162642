#include "app/suite/suite_results.h"

#include "app/measure/environment.h"
#include "app/measure/json_file.h"

static void add_times(json_t *json, const struct stats_summary *time)
{
    json_object_set_new(json, "median", json_file_number(time->median));
    json_object_set_new(json, "median_low", json_file_number(time->interval.low));
    json_object_set_new(json, "median_high", json_file_number(time->interval.high));
    json_object_set_new(json, "p95", json_file_number(time->p95));
    json_object_set_new(json, "min", json_file_number(time->min));
    json_object_set_new(json, "samples", json_integer(time->count));
}

static json_t *describe_image(int width, int height, enum texture_format format)
{
    return json_pack("{s:i, s:i, s:s}", "width", width, "height", height, "format",
                     texture_format_name(format));
}

static json_t *describe_parts(const struct suite *suite, const struct suite_variant *variant)
{
    json_t *json = json_object();
    for (int i = 0; i < SUITE_PARTS && suite->parts[i]; i++)
        json_object_set_new(json, suite->parts[i], json_file_number(variant->parts[i]));
    return json;
}

static json_t *describe_variant(const struct suite *suite, const struct suite_variant *variant)
{
    json_t *json = describe_image(variant->width, variant->height, variant->format);
    json_object_set_new(json, "chain", json_string(variant->chain));
    json_object_set_new(json, "impl", variant->impl ? json_string(variant->impl) : json_null());
    json_object_set_new(json, "estimate", json_file_number(variant->estimate));
    if (variant->left_out[0])
        json_object_set_new(json, "left_out", json_string(variant->left_out));
    if (!suite_has_run(variant))
        return json;
    add_times(json, &variant->time);
    json_object_set_new(json, "copies", json_file_number(variant->copies));
    json_object_set_new(json, "bytes",
                        json_integer((json_int_t) gpu_traffic_sum(variant->traffic)));
    json_object_set_new(json, "dispatches", json_integer(variant->dispatches));
    if (suite->parts[0])
        json_object_set_new(json, "parts", describe_parts(suite, variant));
    return json;
}

static json_t *describe_copies_of_sizes(const struct suite_run *run)
{
    json_t *copies = json_array();
    for (int i = 0; i < run->copy_count; i++) {
        const struct suite_copy *copy = &run->copies[i];
        json_t *json = describe_image(copy->width, copy->height, copy->format);
        json_object_set_new(json, "name", json_string(copy->name));
        json_object_set_new(json, "waits", json_boolean(copy->waits));
        add_times(json, &copy->time);
        json_array_append_new(copies, json);
    }
    return copies;
}

static json_t *describe_suite(const struct suite_run *run)
{
    struct environment environment;
    json_t *variants = json_array(), *findings = json_array(), *where = json_object();
    environment_fill(&environment, ENVIRONMENT_MACHINE, run->lab, run->options);
    environment_add(&environment, where);
    for (int i = 0; i < run->count; i++)
        json_array_append_new(variants, describe_variant(run->suite, &run->variants[i]));
    for (int i = 0; i < run->finding_count; i++)
        json_array_append_new(findings, json_string(run->findings[i]));
    return json_pack("{s:i, s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o}", "format", 1, "unit",
                     "ms", "suite", run->suite->name, "samples", run->rounds, "warmup", run->warmup,
                     "seed", run->options->seed, "environment", where, "copies",
                     describe_copies_of_sizes(run), "variants", variants, "rows",
                     json_file_rows(&run->sheet), "findings", findings);
}

bool suite_results_write(const struct suite_run *run, const char *path, struct error *error)
{
    return json_file_write(describe_suite(run), path, error);
}
