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
    return json_file_object("median:n low:n high:n coverage:n min:n p95:n max:n mad:n samples:i",
                            time->median, time->interval.low, time->interval.high,
                            time->interval.coverage, time->min, time->p95, time->max, time->mad,
                            time->count);
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
    json_file_add(json, "read_bytes:I written_bytes:I gbps:n", (json_int_t) traffic.read,
                  (json_int_t) traffic.written, (double) gpu_traffic_sum(traffic) / median * 1e-6);
}

json_t *as_json_pass(const struct pass_row *row, double copy)
{
    json_t *pass =
        json_file_object("name:t depth:i dispatches:i time:o copies:n", row->name, row->depth,
                         row->dispatches, as_json_time(&row->time), row->time.median / copy);
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
        json_file_add(pass, "samples_ms:o", as_json_samples(times, count));
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
        json_array_append_new(
            canaries, json_file_object("name:t best:n worst:n", steady_canary_names[i],
                                       steady->canaries[i].best, steady->canaries[i].worst));
    steady_describe(steady, sentence);
    return json_file_object(
        "is_steady:b software:b blocks:i thrown_away:i limit:n sentence:t canaries:o",
        steady->is_steady, steady->is_software, steady->blocks, steady->thrown_away, STEADY_LIMIT,
        sentence, canaries);
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
            columns, json_file_object("name:t digits:o", table->columns[i].name,
                                      digits == TABLE_WORDS ? json_null() : json_integer(digits)));
    }
    return json_file_object("title:t columns:o rows:o", title, columns, as_json_rows(table));
}

// ---- the machine

void as_json_add_settings(json_t *json, const struct renderer *renderer,
                          const struct draw_options *draw)
{
    char scene[256];
    scene_print(&renderer->scene, scene, sizeof(scene));
    json_file_add(json, "scene:t fuse:t profile:t msaa:i scene_scale:n hook_size:i time:n", scene,
                  plan_fuse_names[renderer->plan_options.fuse],
                  renderer_profile_names[draw->profile], renderer->samples, renderer->scene_scale,
                  renderer->plan_options.hook_size, draw->time);
}

void as_json_add_gpu(json_t *json, const struct context_info *info)
{
    json_file_add(json, "program:t renderer:t vendor:t driver:t gl:t", "halation " HALATION_VERSION,
                  info->renderer, info->vendor, info->driver, info->version);
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
    json_file_add(json, "commit:t date:t host:t cpu:t processors:i software:b truncates_halves:b",
                  commit ? commit : "unknown", date, name, processor_name(), processors_count(),
                  info->software, info->truncates);
}
