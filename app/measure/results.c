#include "app/measure/results.h"

#include "app/measure/json_file.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <time.h>

void results_describe_host(struct results_environment *environment)
{
    const time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc))
        strftime(environment->date, sizeof(environment->date), "%Y-%m-%dT%H:%M:%SZ", &utc);
    struct utsname host;
    if (uname(&host) == 0)
        snprintf(environment->host, sizeof(environment->host), "%.48s %.64s %.32s", host.sysname,
                 host.release, host.machine);
}

static json_t *describe_renderer(const struct context_info *info)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:b, s:b}", "renderer", info->renderer, "vendor",
                     info->vendor, "driver", info->driver, "gl", info->version, "software",
                     info->software, "truncates_halves", info->truncates);
}

// Text of the command line: names of files in it may be no UTF-8.
static void add_text(json_t *json, const char *key, const char *text, const char *what)
{
    char *copy = text_copy_as_utf8(text, what);
    json_object_set_new(json, key, json_string(copy));
    free(copy);
}

static json_t *describe_environment(const struct results_environment *from)
{
    json_t *json = describe_renderer(&from->info);
    json_t *rest =
        json_pack("{s:s, s:s, s:s, s:i, s:i, s:s, s:s, s:s, s:i, s:i, s:i, s:f}", "program",
                  "halation " HALATION_VERSION, "date", from->date, "host", from->host, "width",
                  from->width, "height", from->height, "format", from->format, "fuse", from->fuse,
                  "profile", from->profile, "frames", from->frames, "warmup", from->warmup, "msaa",
                  from->samples, "scene_scale", (double) from->scene_scale);
    if (json && rest)
        json_object_update(json, rest);
    json_decref(rest);
    add_text(json, "chain", from->chain, "the chain in the results");
    add_text(json, "scene", from->scene, "the scene in the results");
    return json;
}

static json_t *describe_row(const struct pass_row *row)
{
    return json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:i, s:I, s:i}", "name", row->name,
                     "depth", row->depth, "median", json_file_number(row->time.median),
                     "median_low", json_file_number(row->time.interval.low), "median_high",
                     json_file_number(row->time.interval.high), "p95",
                     json_file_number(row->time.p95), "min", json_file_number(row->time.min),
                     "samples", row->time.count, "bytes", (json_int_t) row->bytes, "dispatches",
                     row->dispatches);
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
    json_t *json = json_object();
    json_object_set_new(json, "format", json_integer(1)); // of this file
    json_object_set_new(json, "unit", json_string("ms"));
    json_object_set_new(json, "environment", describe_environment(&results->environment));
    json_object_set_new(json, "passes", describe_passes(results));
    json_object_set_new(json, "copies", describe_copies(results));
    if (results->fastest_copy < results->copy_count)
        json_object_set_new(json, "fastest_copy",
                            json_string(results->copies[results->fastest_copy].name));
    json_object_set_new(json, "copy_drift", json_file_number(results->copy_drift));
    return json;
}

bool results_write(const struct results *results, const char *path, struct error *error)
{
    return json_file_write(describe_results(results), path, error);
}
