#include "app/bench/run/suite_results.h"

#include "app/measure/as_json.h"
#include "app/measure/environment.h"
#include "app/results/document.h"
#include "app/results/json_file.h"
#include "app/results/results_files.h"

#include <math.h>
#include <stdio.h>

static void set_image(json_t *json, int width, int height, enum texture_format format)
{
    json_object_set_new(json, "width", json_integer(width));
    json_object_set_new(json, "height", json_integer(height));
    json_object_set_new(json, "format", json_string(texture_format_name(format)));
}

static void set_text(json_t *json, const char *key, const char *text)
{
    json_object_set_new(json, key, text && *text ? json_file_text(text, key) : json_null());
}

static json_t *describe_parts(const struct suite *suite, const struct suite_variant *variant)
{
    json_t *json = json_object();
    for (int i = 0; i < SUITE_PARTS && suite->parts[i]; i++)
        json_object_set_new(json, suite->parts[i], json_file_number(variant->parts[i]));
    return json;
}

static json_t *describe_quality(const struct quality *quality)
{
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o}", "psnr", json_file_number(quality->nearness.decibels), "ssim",
        json_file_number(quality->nearness.similarity), "largest",
        json_file_number(quality->nearness.largest), "sigma", json_file_number(quality->sigma),
        "shimmer", json_file_number(100 * quality->shimmer));
}

static void add_measured(json_t *run, const struct suite_run *suite_run,
                         const struct suite_variant *variant)
{
    json_object_set_new(run, "time", as_json_time(&variant->time));
    json_object_set_new(run, "copies", json_file_number(variant->copies));
    as_json_add_traffic(run, variant->traffic, variant->time.median);
    json_object_set_new(run, "dispatches", json_integer(variant->dispatches));
    set_text(run, "bound", variant->bound);
    json_object_set_new(run, "submit_ms", json_file_number(variant->submit));
    json_object_set_new(run, "wall_ms", json_file_number(variant->wall));
    json_object_set_new(run, "parts", describe_parts(suite_run->suite, variant));
    if (variant->has_quality)
        json_object_set_new(run, "quality", describe_quality(&variant->quality));
    if (variant->passes)
        json_object_set_new(
            run, "passes", as_json_passes(variant->passes, variant->time.median / variant->copies));
    json_object_set_new(run, "samples_ms", as_json_samples(variant->times[0], variant->count));
}

static json_t *describe_variant(const struct suite_run *suite_run,
                                const struct suite_variant *variant, const char *scene)
{
    char image[64], id[SUITE_CHAIN_SIZE + 512];
    json_t *run = json_object();
    snprintf(image, sizeof(image), "%dx%d | %s", variant->width, variant->height,
             texture_format_name(variant->format));
    document_name_run(id, sizeof(id), variant->chain, image, scene);
    set_text(run, "id", id);
    set_text(run, "chain", variant->chain);
    set_text(run, "scene", scene);
    set_image(run, variant->width, variant->height, variant->format);
    set_text(run, "label", variant->label);
    set_text(run, "fuse", plan_fuse_names[suite_run->lab->plan_options.fuse]);
    set_text(run, "impl", variant->impl);
    set_text(run, "left_out", variant->left_out);
    json_object_set_new(run, "slow", json_boolean(variant->is_slow));
    json_object_set_new(run, "estimate_ms", json_file_number(variant->estimate));
    json_object_set_new(run, "time", json_null());
    if (suite_has_run(variant))
        add_measured(run, suite_run, variant);
    return run;
}

static void add_copies(const struct suite_run *run, json_t *copies)
{
    for (int i = 0; i < run->copy_count; i++) {
        const struct suite_copy *copy = &run->copies[i];
        json_t *json = json_pack("{s:s, s:b, s:b, s:o}", "name", copy->name, "waits", copy->waits,
                                 "fastest", true, "time", as_json_time(&copy->time));
        set_image(json, copy->width, copy->height, copy->format);
        json_array_append_new(copies, json);
    }
}

static void add_settings(const struct suite_run *run, const struct environment *environment,
                         json_t *settings)
{
    json_object_set_new(settings, "samples", json_integer(run->rounds));
    json_object_set_new(settings, "warmup", json_integer(run->warmup));
    json_object_set_new(settings, "quick", json_boolean(run->options->bench.quick));
    json_object_set_new(settings, "patience", json_real(run->patience));
    environment_add_settings(environment, settings);
}

static const char *id_of(const json_t *document, int variant)
{
    return document_text(json_array_get(json_object_get(document, "runs"), (size_t) variant), "id");
}

// A pair's variants are runs of the document, by the same places.
static json_t *describe_pair(const json_t *document, const struct pair *pair)
{
    return json_pack("{s:s, s:s, s:i, s:o, s:o, s:o, s:s}", "a", id_of(document, pair->a), "b",
                     id_of(document, pair->b), "turns", pair->turns, "percent",
                     json_file_number(pair->percent), "low", json_file_number(pair->low), "high",
                     json_file_number(pair->high), "verdict", pair_verdict_names[pair->verdict]);
}

// What `report` made of the times.
static void add_conclusions(const struct suite_run *run, json_t *document)
{
    json_t *charts = json_object_get(document, "charts");
    json_t *findings = json_object_get(document, "findings");
    for (int i = 0; i < run->chart_count; i++)
        json_array_append_new(charts, as_json_chart(&run->charts[i]));
    for (int i = 0; i < run->pair_count; i++)
        json_array_append_new(json_object_get(document, "pairs"),
                              describe_pair(document, &run->pairs[i]));
    for (int i = 0; i < run->finding_count; i++)
        json_array_append_new(findings, json_file_text(run->findings[i], "a finding"));
    if (run->table.column_count > 0)
        json_array_append_new(json_object_get(document, "tables"),
                              as_json_table(&run->table, run->suite->summary));
}

json_t *suite_results_describe(const struct suite_run *run)
{
    struct environment environment;
    json_t *document = document_make(run->suite->name);
    environment_fill(&environment, ENVIRONMENT_PICTURE, run->lab, run->options);
    environment_add(&environment, json_object_get(document, "environment"));
    add_settings(run, &environment, json_object_get(document, "settings"));
    json_object_set_new(document, "steady", as_json_steady(&run->steady));
    add_copies(run, json_object_get(document, "copies"));
    for (int i = 0; i < run->count; i++)
        document_add_run(document, describe_variant(run, &run->variants[i], environment.scene));
    add_conclusions(run, document);
    return document;
}

int suite_results_write(const struct suite_run *run)
{
    json_t *document = suite_results_describe(run);
    const int status = results_files_write(run->options, document);
    json_decref(document);
    return status;
}
