#include "app/measure/results.h"

#include "app/measure/as_json.h"
#include "app/results/document.h"
#include "app/results/json_file.h"

#include <math.h>

static double copy_of(const struct results *results)
{
    const bool has_copy = results->fastest_copy < results->copy_count;
    return has_copy ? results->copies[results->fastest_copy].time.median : (double) NAN;
}

static void set_image(json_t *json, const struct environment *environment)
{
    json_object_set_new(json, "width", json_integer(environment->width));
    json_object_set_new(json, "height", json_integer(environment->height));
    json_object_set_new(json, "format", json_string(environment->format));
}

static void add_copies(const struct results *results, json_t *copies)
{
    for (int i = 0; i < results->copy_count; i++) {
        json_t *copy = as_json_pass(&results->copies[i], copy_of(results));
        set_image(copy, &results->environment);
        json_object_set_new(copy, "waits", json_false());
        json_object_set_new(copy, "fastest", json_boolean(i == results->fastest_copy));
        json_array_append_new(copies, copy);
    }
}

static json_t *describe_passes(const struct results *results)
{
    if (results->samples)
        return as_json_passes(results->samples, copy_of(results));
    json_t *passes = json_array();
    for (int i = 0; i < results->pass_count; i++)
        json_array_append_new(passes, as_json_pass(&results->passes[i].row, copy_of(results)));
    return passes;
}

// What is known of the whole frame stands in the run as in its first pass.
static void set_whole(json_t *run, const json_t *frame)
{
    static const char *const keys[] = { "time",          "copies", "dispatches", "read_bytes",
                                        "written_bytes", "gbps",   "samples_ms", NULL };
    for (const char *const *key = keys; *key; key++)
        if (json_object_get(frame, *key))
            json_object_set(run, *key, json_object_get(frame, *key));
}

static json_t *describe_run(const struct results *results)
{
    const struct environment *environment = &results->environment;
    char image[64], id[sizeof(environment->chain) + sizeof(environment->scene) + sizeof(image)];
    snprintf(image, sizeof(image), "%dx%d | %s", environment->width, environment->height,
             environment->format);
    document_name_run(id, sizeof(id), environment->chain, image, environment->scene);
    json_t *run = json_pack("{s:o, s:o, s:o, s:s, s:n}", "id", json_file_text(id, "a run's name"),
                            "chain", json_file_text(environment->chain, "the chain"), "scene",
                            json_file_text(environment->scene, "the scene"), "fuse",
                            environment->fuse, "impl");
    json_t *passes = describe_passes(results);
    set_image(run, environment);
    set_whole(run, json_array_get(passes, 0));
    json_object_set_new(run, "submit_ms", json_file_number(results->submit));
    json_object_set_new(run, "wall_ms", json_file_number(results->wall));
    json_object_set_new(run, "passes", passes);
    return run;
}

json_t *results_describe(const struct results *results)
{
    json_t *document = document_make(NULL);
    json_t *settings = json_object_get(document, "settings");
    json_object_set_new(settings, "samples", json_integer(results->environment.frames));
    json_object_set_new(settings, "warmup", json_integer(results->environment.warmup));
    environment_add_settings(&results->environment, settings);
    environment_add(&results->environment, json_object_get(document, "environment"));
    json_object_set_new(document, "steady", as_json_steady(&results->steady));
    add_copies(results, json_object_get(document, "copies"));
    document_add_run(document, describe_run(results));
    return document;
}
