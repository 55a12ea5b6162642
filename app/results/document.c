#include "app/results/document.h"

#include "app/results/json_file.h"
#include "effects/stats/stats.h"
#include "render/file/embedded.h"
#include "render/file/input_file.h"
#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the keys

const struct document_field *document_fields(void)
{
    enum { MAX_FIELDS = 160 };
    static struct document_field fields[MAX_FIELDS];
    int count = 0;
    char *rest, *line = memory_copy(embedded_find("assets/results.txt")->text);
    if (fields[0].object) {
        free(line);
        return fields;
    }
    for (line = strtok_r(line, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *at;
        if (*line == '#')
            continue;
        assert(count + 1 < MAX_FIELDS);
        struct document_field *field = &fields[count++];
        field->object = strtok_r(line, " ", &at);
        field->key = strtok_r(NULL, " ", &at);
        field->type = strtok_r(NULL, " ", &at);
        field->unit = strtok_r(NULL, " ", &at);
    }
    return fields;
}

bool document_field_is_of(const struct document_field *field, const char *object)
{
    const size_t length = strcspn(object, "}");
    return strlen(field->object) == length && memcmp(field->object, object, length) == 0;
}

// Location of a value: `runs[3].time`.
struct place {
    const char *path; // of the file
    char text[96];
};

static bool check_object(const json_t *object, const char *name, const struct place *place,
                         struct error *error);

// Checks a value against the type that begins at `type`.
static bool check_value(const json_t *value, const char *type, const struct place *place,
                        struct error *error)
{
    const struct {
        char letter;
        bool is;
        const char *name;
    } kinds[] = {
        { 's', json_is_string(value), "a text" },
        { 'n', json_is_number(value), "a number" },
        { 'i', json_is_number(value), "a number" },
        { 'b', json_is_boolean(value), "true or false" },
        { '{', json_is_object(value), "an object" },
        { '[', json_is_array(value), "a list" },
    };
    int kind = 0;
    while (kinds[kind].letter != type[0])
        kind++;
    if (!kinds[kind].is)
        return error_set(error, "%s: '%s' is not %s, as results have it", place->path, place->text,
                         kinds[kind].name);
    for (size_t i = 0; i < json_array_size(value); i++) {
        struct place at = { .path = place->path };
        snprintf(at.text, sizeof(at.text), "%s[%zu]", place->text, i);
        if (!check_value(json_array_get(value, i), type + 1, &at, error))
            return false;
    }
    return type[0] != '{' || check_object(value, type + 1, place, error);
}

// `name` ends at a "}".
static bool check_object(const json_t *object, const char *name, const struct place *place,
                         struct error *error)
{
    for (const struct document_field *field = document_fields(); field->object; field++) {
        const json_t *value = json_object_get(object, field->key);
        const bool may_lack = strchr(field->type, '?');
        struct place inner = { .path = place->path };
        if (!document_field_is_of(field, name) || (may_lack && (!value || json_is_null(value))))
            continue;
        snprintf(inner.text, sizeof(inner.text), "%s%s%s", place->text, place->text[0] ? "." : "",
                 field->key);
        if (!check_value(value, field->type, &inner, error))
            return false;
        if (field->type[0] == 'i' &&
            !stats_is_interval(document_number(object, "low"), json_number_value(value),
                               document_number(object, "high")))
            return error_set(error, "%s: '%s': %s does not lie between low and high", place->path,
                             place->text, field->key);
    }
    return true;
}

// ---- document

static const char *const lists[] = { "copies", "runs", "pairs", "charts", "tables", "findings" };

json_t *document_make(const char *suite)
{
    json_t *document =
        json_file_object("schema:t version:i kind:t suite:t environment:o settings:o steady:o",
                         DOCUMENT_SCHEMA, DOCUMENT_VERSION, suite ? "suite" : "bench", suite,
                         json_object(), json_object(), json_null());
    for (size_t i = 0; i < ARRAY_COUNT(lists); i++)
        json_object_set_new(document, lists[i], json_array());
    return document;
}

void document_add_run(json_t *document, json_t *run)
{
    json_t *runs = json_object_get(document, "runs"), *other;
    json_t *requested = json_incref(json_object_get(run, "id"));
    int number = 1;
    size_t i;
    json_array_foreach(runs, i, other) // those of one id are in the order of their numbers
        if (json_equal(json_object_get(other, "id"), json_object_get(run, "id")))
            json_object_set_new(run, "id",
                                json_sprintf("%s #%d", json_string_value(requested), ++number));
    json_decref(requested);
    json_array_append_new(runs, run);
}

// ---- charts

json_t *chart_make(json_t *charts, const char *kind, enum chart_axes axes, const char *title,
                   const char *x, const char *y)
{
    json_t *chart =
        json_file_object("kind:t title:t note:t x:t y:t log_x:b log_y:b series:o", kind, title, "",
                         x, y, (axes & CHART_LOG_X) != 0, (axes & CHART_LOG_Y) != 0, json_array());
    json_array_append_new(charts, chart);
    return chart;
}

void chart_note(json_t *chart, const char *note)
{
    json_file_add(chart, "note:t", note);
}

json_t *chart_series(json_t *chart, const char *name)
{
    const char *kind = json_string_value(json_object_get(chart, "kind"));
    json_t *series = json_file_object("name:t joined:b dashed:b points:o", "",
                                      strcmp(kind, "lines") == 0, false, json_array());
    chart_name(series, "%s", name);
    json_array_append_new(json_object_get(chart, "series"), series);
    return series;
}

json_t *chart_point(json_t *series, double x, double y)
{
    json_t *point = json_file_object("x:n y:n low:n high:n name:t", x, y, NAN, NAN, "");
    json_array_append_new(json_object_get(series, "points"), point);
    return point;
}

void chart_interval(json_t *point, double low, double high)
{
    stats_check_interval("a chart", low, json_number_value(json_object_get(point, "y")), high);
    json_file_add(point, "low:n high:n", low, high);
}

void chart_name(json_t *point, const char *name, ...)
{
    char text[CHART_NAME_SIZE];
    va_list arguments;
    va_start(arguments, name);
    vsnprintf(text, sizeof(text), name, arguments);
    va_end(arguments);
    json_file_add(point, "name:t", text);
}

// ---- reading

double document_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

const char *document_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
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
    const json_t *version = json_object_get(json, "version");
    if (strcmp(document_text(json, "schema"), DOCUMENT_SCHEMA) != 0 || !json_is_integer(version))
        error_set(error, "%s: it is not what --bench writes with -o FILE.json", path);
    else if (json_integer_value(version) != DOCUMENT_VERSION)
        error_set(error, "%s: results of version %d; this program reads version %d", path,
                  (int) json_integer_value(version), DOCUMENT_VERSION);
    else if (check_object(json, "document}", &(const struct place){ .path = path }, error))
        return json;
    json_decref(json);
    return NULL;
}
