#include "app/results/document_shape.h"

#include <stdio.h>

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

bool document_shape_check(const json_t *document, const char *path, struct error *error)
{
    return check_object(document, document_shape, &(const struct place){ .path = path }, error);
}
