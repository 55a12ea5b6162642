#include "app/results/document.h"

#include "render/file/input_file.h"
#include "render/text/error.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- document shape

enum kind { WORDS, NUMBER, TRUTH, OBJECT, LIST };

// What stands under a key. A value that may lack may also be null.
struct shape {
    const char *key;
    enum kind kind;
    bool may_lack;
    enum kind items;           // of a list
    const struct shape *inner; // of the object, or of each object of the list; NULL: not looked at
};

static const struct shape time_shape[] = {
    { "median", NUMBER, true },  { "low", NUMBER, true },
    { "high", NUMBER, true },    { "coverage", NUMBER, true },
    { "min", NUMBER, true },     { "p95", NUMBER, true },
    { "max", NUMBER, true },     { "mad", NUMBER, true },
    { "samples", NUMBER, true }, { 0 },
};

static const struct shape pass_shape[] = {
    { "name", WORDS },
    { "depth", NUMBER },
    { "dispatches", NUMBER, true },
    { "read_bytes", NUMBER, true },
    { "written_bytes", NUMBER, true },
    { "time", OBJECT, .inner = time_shape },
    { "copies", NUMBER, true },
    { "gbps", NUMBER, true },
    { "samples_ms", LIST, true, NUMBER },
    { 0 },
};

static const struct shape run_shape[] = {
    { "id", WORDS },
    { "chain", WORDS },
    { "scene", WORDS },
    { "format", WORDS },
    { "width", NUMBER },
    { "height", NUMBER },
    { "label", WORDS, true },
    { "fuse", WORDS, true },
    { "impl", WORDS, true },
    { "left_out", WORDS, true },
    { "place", NUMBER, true },
    { "bound", WORDS, true },
    { "time", OBJECT, true, .inner = time_shape },
    { "samples_ms", LIST, true, NUMBER },
    { "copies", NUMBER, true },
    { "read_bytes", NUMBER, true },
    { "written_bytes", NUMBER, true },
    { "gbps", NUMBER, true },
    { "dispatches", NUMBER, true },
    { "submit_ms", NUMBER, true },
    { "wall_ms", NUMBER, true },
    { "parts", OBJECT, true },
    { "quality", OBJECT, true },
    { "passes", LIST, true, OBJECT, pass_shape },
    { 0 },
};

static const struct shape copy_shape[] = {
    { "width", NUMBER },
    { "height", NUMBER },
    { "format", WORDS },
    { "name", WORDS },
    { "drift", NUMBER, true },
    { "time", OBJECT, .inner = time_shape },
    { 0 },
};

static const struct shape pair_shape[] = {
    { "a", WORDS },
    { "b", WORDS },
    { "percent", NUMBER, true },
    { "low", NUMBER, true },
    { "high", NUMBER, true },
    { "verdict", WORDS, true },
    { "turns", NUMBER, true },
    { 0 },
};

static const struct shape point_shape[] = {
    { "x", NUMBER, true },    { "y", NUMBER, true },   { "low", NUMBER, true },
    { "high", NUMBER, true }, { "name", WORDS, true }, { 0 },
};

static const struct shape series_shape[] = {
    { "name", WORDS },
    { "joined", TRUTH },
    { "dashed", TRUTH },
    { "points", LIST, .items = OBJECT, .inner = point_shape },
    { 0 },
};

static const struct shape chart_shape[] = {
    { "title", WORDS },
    { "note", WORDS, true },
    { "kind", WORDS },
    { "x", WORDS },
    { "y", WORDS },
    { "log_x", TRUTH },
    { "log_y", TRUTH },
    { "series", LIST, .items = OBJECT, .inner = series_shape },
    { 0 },
};

static const struct shape column_shape[] = { { "name", WORDS }, { "digits", NUMBER, true }, { 0 } };

static const struct shape table_shape[] = {
    { "title", WORDS },
    { "columns", LIST, .items = OBJECT, .inner = column_shape },
    { "rows", LIST, .items = OBJECT },
    { 0 },
};

static const struct shape environment_shape[] = {
    { "program", WORDS, true },  { "commit", WORDS, true },   { "date", WORDS, true },
    { "host", WORDS, true },     { "cpu", WORDS, true },      { "processors", NUMBER, true },
    { "renderer", WORDS, true }, { "vendor", WORDS, true },   { "driver", WORDS, true },
    { "gl", WORDS, true },       { "software", TRUTH, true }, { 0 },
};

static const struct shape steady_shape[] = {
    { "is_steady", TRUTH },
    { "sentence", WORDS, true },
    { 0 },
};

static const struct shape document_shape[] = {
    { "kind", WORDS },
    { "suite", WORDS, true },
    { "environment", OBJECT, .inner = environment_shape },
    { "settings", OBJECT },
    { "steady", OBJECT, true, .inner = steady_shape },
    { "copies", LIST, .items = OBJECT, .inner = copy_shape },
    { "runs", LIST, .items = OBJECT, .inner = run_shape },
    { "pairs", LIST, .items = OBJECT, .inner = pair_shape },
    { "charts", LIST, .items = OBJECT, .inner = chart_shape },
    { "tables", LIST, .items = OBJECT, .inner = table_shape },
    { "findings", LIST, .items = WORDS },
    { 0 },
};

static const char *const kind_names[] = { "a text", "a number", "true or false", "an object",
                                          "a list" };

static bool is_of(const json_t *value, enum kind kind)
{
    switch (kind) {
    case WORDS:
        return json_is_string(value);
    case NUMBER:
        return json_is_number(value);
    case TRUTH:
        return json_is_boolean(value);
    case OBJECT:
        return json_is_object(value);
    default:
        return json_is_array(value);
    }
}

// Where a value stands: `runs[3].time`.
struct place {
    const char *path; // of the file
    char text[96];
};

static bool is_not(const struct place *place, enum kind kind, struct error *error)
{
    return error_set(error, "%s: '%s' is not %s, as results have it", place->path, place->text,
                     kind_names[kind]);
}

static bool check_object(const json_t *object, const struct shape *shape, const struct place *place,
                         struct error *error);

static bool check_items(const json_t *list, const struct shape *shape, const struct place *place,
                        struct error *error)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        struct place at = { .path = place->path };
        snprintf(at.text, sizeof(at.text), "%s[%zu]", place->text, i);
        if (!is_of(item, shape->items))
            return is_not(&at, shape->items, error);
        if (shape->inner && !check_object(item, shape->inner, &at, error))
            return false;
    }
    return true;
}

static bool check_value(const json_t *value, const struct shape *shape, const struct place *place,
                        struct error *error)
{
    if (shape->may_lack && (!value || json_is_null(value)))
        return true;
    if (!is_of(value, shape->kind))
        return is_not(place, shape->kind, error);
    if (shape->kind == LIST)
        return check_items(value, shape, place, error);
    return !shape->inner || check_object(value, shape->inner, place, error);
}

static bool check_object(const json_t *object, const struct shape *shape, const struct place *place,
                         struct error *error)
{
    for (; shape->key; shape++) {
        struct place at = { .path = place->path };
        snprintf(at.text, sizeof(at.text), "%s%s%s", place->text, place->text[0] ? "." : "",
                 shape->key);
        if (!check_value(json_object_get(object, shape->key), shape, &at, error))
            return false;
    }
    return true;
}

// Returns whether a document's values are of the kinds that docs/results-format.md says, so that
// its readers need not check; false with the path and the place of one that is not.
static bool document_shape_check(const json_t *document, const char *path, struct error *error)
{
    return check_object(document, document_shape, &(const struct place){ .path = path }, error);
}

// ---- document

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
