#include "app/measure/as_json.h"

#include "app/results/json_file.h"
#include "render/file/processors.h"
#include "render/text/clock.h"
#include "render/text/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <time.h>

// ---- times

json_t *as_json_time(const struct stats_summary *time)
{
    stats_check_interval("a time", time->interval.low, time->median, time->interval.high);
    return json_file_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:i}", "median", json_file_number(time->median),
        "low", json_file_number(time->interval.low), "high", json_file_number(time->interval.high),
        "coverage", json_file_number(time->interval.coverage), "min", json_file_number(time->min),
        "p95", json_file_number(time->p95), "max", json_file_number(time->max), "mad",
        json_file_number(time->mad), "samples", time->count);
}

json_t *as_json_samples(const double *times, int count)
{
    json_t *samples = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(samples, json_file_number(times[i]));
    return samples;
}

void as_json_add_traffic(json_t *json, struct gpu_traffic traffic, double median)
{
    const double rate = (double) gpu_traffic_sum(traffic) / median * 1e-6;
    json_object_set_new(json, "read_bytes", json_integer((json_int_t) traffic.read));
    json_object_set_new(json, "written_bytes", json_integer((json_int_t) traffic.written));
    json_object_set_new(json, "gbps", json_file_number(rate));
}

json_t *as_json_pass(const struct pass_row *row, double copy)
{
    json_t *pass = json_file_pack(
        "{s:o, s:i, s:i, s:o, s:o}", "name", json_file_text(row->name, "the name of a pass"),
        "depth", row->depth, "dispatches", row->dispatches, "time", as_json_time(&row->time),
        "copies", json_file_number(row->time.median / copy));
    as_json_add_traffic(pass, row->traffic, row->time.median);
    return pass;
}

json_t *as_json_passes(const struct pass_stats *stats, double copy)
{
    double *times = memory_grow(NULL, (size_t) (stats->capacity + 1), sizeof(*times));
    json_t *passes = json_array();
    for (int i = 0; i < stats->count; i++) {
        struct pass_row row;
        pass_stats_row(stats, i, &row);
        json_t *pass = as_json_pass(&row, copy);
        const int count = pass_stats_times(stats, i, times);
        json_object_set_new(pass, "samples_ms", as_json_samples(times, count));
        json_array_append_new(passes, pass);
    }
    free(times);
    return passes;
}

json_t *as_json_steady(const struct steady *steady)
{
    char sentence[STEADY_TEXT_SIZE];
    if (steady->blocks + steady->thrown_away == 0)
        return json_null();
    json_t *canaries = json_array();
    for (int i = 0; i < STEADY_CANARIES; i++)
        json_array_append_new(canaries,
                              json_file_pack("{s:s, s:o, s:o}", "name", steady_canary_names[i],
                                             "best", json_file_number(steady->canaries[i].best),
                                             "worst", json_file_number(steady->canaries[i].worst)));
    steady_describe(steady, sentence);
    return json_file_pack("{s:b, s:b, s:i, s:i, s:f, s:s, s:o}", "is_steady", steady->is_steady,
                          "software", steady->is_software, "blocks", steady->blocks, "thrown_away",
                          steady->thrown_away, "limit", STEADY_LIMIT, "sentence", sentence,
                          "canaries", canaries);
}

// ---- tables

json_t *as_json_rows(const struct table *table)
{
    json_t *rows = json_array();
    for (int row = 0; row < table_rows(table); row++) {
        json_t *cells = json_object();
        for (int i = 0; i < table->column_count; i++) {
            const struct table_cell *cell = table_cell(table, row, i);
            if (table->columns[i].is_unsteady)
                continue;
            json_object_set_new(cells, table->columns[i].name,
                                table->columns[i].digits == TABLE_WORDS
                                    ? json_file_text(cell->text, "a cell of a table")
                                    : json_file_number(cell->number));
        }
        json_array_append_new(rows, cells);
    }
    return rows;
}

json_t *as_json_table(const struct table *table, const char *title)
{
    json_t *columns = json_array();
    for (int i = 0; i < table->column_count; i++) {
        const int digits = table->columns[i].digits;
        json_array_append_new(
            columns, json_file_pack("{s:s, s:o}", "name", table->columns[i].name, "digits",
                                    digits == TABLE_WORDS ? json_null() : json_integer(digits)));
    }
    return json_file_pack("{s:s, s:o, s:o}", "title", title, "columns", columns, "rows",
                          as_json_rows(table));
}

// ---- where it was measured

static void add_text(json_t *json, const char *key, const char *text)
{
    char what[64];
    snprintf(what, sizeof(what), "the %s in the results", key);
    json_object_set_new(json, key, json_file_text(text, what));
}

void as_json_add_settings(json_t *json, const struct renderer *renderer,
                          const struct draw_options *draw)
{
    char scene[256];
    scene_print(&renderer->scene, scene, sizeof(scene));
    add_text(json, "scene", scene);
    add_text(json, "fuse", plan_fuse_names[renderer->plan_options.fuse]);
    add_text(json, "profile", renderer_profile_names[draw->profile]);
    json_object_set_new(json, "msaa", json_integer(renderer->samples));
    json_object_set_new(json, "scene_scale", json_real((double) renderer->scene_scale));
    json_object_set_new(json, "hook_size", json_integer(renderer->plan_options.hook_size));
    json_object_set_new(json, "time", json_real(draw->time));
}

void as_json_add_gpu(json_t *json, const struct context_info *info)
{
    add_text(json, "program", "halation " HALATION_VERSION);
    add_text(json, "renderer", info->renderer);
    add_text(json, "vendor", info->vendor);
    add_text(json, "driver", info->driver);
    add_text(json, "gl", info->version);
}

void as_json_add_machine(json_t *json, const struct context_info *info, const char *commit)
{
    const time_t now = clock_date();
    struct tm utc;
    struct utsname host;
    char date[32] = "", name[192] = "";
    if (gmtime_r(&now, &utc))
        strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &utc); // ISO 8601
    if (uname(&host) == 0)
        snprintf(name, sizeof(name), "%.48s %.64s %.32s", host.sysname, host.release, host.machine);
    as_json_add_gpu(json, info);
    add_text(json, "commit", commit ? commit : "unknown");
    add_text(json, "date", date);
    add_text(json, "host", name);
    add_text(json, "cpu", processor_name());
    json_object_set_new(json, "processors", json_integer(processors_count()));
    json_object_set_new(json, "software", json_boolean(info->software));
    json_object_set_new(json, "truncates_halves", json_boolean(info->truncates));
}
