#include "app/results/document.h"

#include "app/results/document_shape.h"
#include "render/file/input_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const lists[] = { "copies", "runs", "pairs", "charts", "tables", "findings" };

json_t *document_make(const char *suite)
{
    json_t *document =
        json_pack("{s:s, s:i, s:s, s:s?, s:{}, s:{}, s:n}", "schema", DOCUMENT_SCHEMA, "version",
                  DOCUMENT_VERSION, "kind", suite ? "suite" : "bench", "suite", suite,
                  "environment", "settings", "steady");
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        json_object_set_new(document, lists[i], json_array());
    return document;
}

void document_name_run(char *id, size_t size, const char *chain, const char *image,
                       const char *scene)
{
    snprintf(id, size, "%s | %s | %s", chain, image, scene);
}

static bool has_run(const json_t *runs, const json_t *id)
{
    size_t i;
    json_t *run;
    json_array_foreach(runs, i, run)
        if (json_equal(json_object_get(run, "id"), id))
            return true;
    return false;
}

void document_add_run(json_t *document, json_t *run)
{
    json_t *runs = json_object_get(document, "runs");
    json_t *wanted = json_incref(json_object_get(run, "id"));
    for (int i = 2; has_run(runs, json_object_get(run, "id")); i++)
        json_object_set_new(run, "id", json_sprintf("%s #%d", json_string_value(wanted), i));
    json_decref(wanted);
    json_array_append_new(runs, run);
}

// ---- reading

double document_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double) NAN;
}

const char *document_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool check_version(const json_t *json, const char *path, struct error *error)
{
    const json_t *version = json_object_get(json, "version");
    if (json_is_integer(json_object_get(json, "format")) && !json_object_get(json, "schema"))
        return error_set(error,
                         "%s: its format is older than documents of '%s', or that of an audit or a "
                         "comparison; measure again with this program",
                         path, DOCUMENT_SCHEMA);
    if (strcmp(document_text(json, "schema"), DOCUMENT_SCHEMA) != 0 || !json_is_integer(version))
        return error_set(error, "%s: it is not what --bench writes with --results FILE.json", path);
    if (json_integer_value(version) != DOCUMENT_VERSION)
        return error_set(error, "%s: results of version %d; this program reads version %d", path,
                         (int) json_integer_value(version), DOCUMENT_VERSION);
    return true;
}

json_t *document_load(const char *path, struct error *error)
{
    static const size_t most_bytes = 64 << 20;
    json_error_t broken;
    size_t size;
    char *text = input_file_read_all(path, most_bytes, &size, error);
    if (!text) {
        error_prefix(error, "%s: ", path);
        return NULL;
    }
    json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &broken);
    free(text);
    if (!json) {
        error_set(error, "%s: line %d: %s", path, broken.line, broken.text);
        return NULL;
    }
    if (check_version(json, path, error) && document_shape_check(json, path, error))
        return json;
    json_decref(json);
    return NULL;
}
