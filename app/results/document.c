#include "app/results/document.h"

#include "app/results/json_file.h"
#include "effects/stats/stats.h"
#include "render/file/input_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- shapes

// The type of each key of an object: s is a text, n a number, b true or false, {NAME} an object of
// that shape, {} any object, [...] a list of such values. A key with a ? may be missing or null.
static const struct shape {
    const char *name, *keys;
} shapes[] = {
    { "document",
      "kind:s suite?:s environment:{environment} settings:{} steady?:{steady} copies:[{copy}] "
      "runs:[{run}] pairs:[{pair}] charts:[{chart}] tables:[{table}] findings:[s]" },
    { "environment", "program?:s commit?:s date?:s host?:s cpu?:s processors?:n renderer?:s "
                     "vendor?:s driver?:s gl?:s software?:b" },
    { "steady", "is_steady:b sentence?:s" },
    { "time", "median?:n low?:n high?:n coverage?:n min?:n p95?:n max?:n mad?:n samples?:n" },
    { "copy", "width:n height:n format:s name:s drift?:n time:{time}" },
    { "run", "id:s chain:s scene:s format:s width:n height:n label?:s fuse?:s impl?:s left_out?:s "
             "files?:s place?:n bound?:s time?:{time} samples_ms?:[n] copies?:n read_bytes?:n "
             "written_bytes?:n gbps?:n dispatches?:n submit_ms?:n wall_ms?:n parts?:{} quality?:{} "
             "passes?:[{pass}]" },
    { "pass", "name:s depth:n dispatches?:n read_bytes?:n written_bytes?:n time:{time} copies?:n "
              "gbps?:n samples_ms?:[n]" },
    { "pair", "a:s b:s percent?:n low?:n high?:n verdict?:s turns?:n" },
    { "chart", "title:s note?:s kind:s x:s y:s log_x:b log_y:b series:[{series}]" },
    { "series", "name:s joined:b dashed:b points:[{point}]" },
    { "point", "x?:n y?:n low?:n high?:n name?:s" },
    { "table", "title:s columns:[{column}] rows:[{}]" },
    { "column", "name:s digits?:n" },
    { "", "" }, // {}
};

// Location of a value: `runs[3].time`.
struct place {
    const char *path; // of the file
    char text[96];
};

static bool check_object(const json_t *object, const char *name, const struct place *place,
                         struct error *error);

// Checks a value against the shape that begins at `shape`.
static bool check_value(const json_t *value, const char *shape, const struct place *place,
                        struct error *error)
{
    const struct {
        char letter;
        bool is;
        const char *name;
    } kinds[] = {
        { 's', json_is_string(value), "a text" },
        { 'n', json_is_number(value), "a number" },
        { 'b', json_is_boolean(value), "true or false" },
        { '{', json_is_object(value), "an object" },
        { '[', json_is_array(value), "a list" },
    };
    int kind = 0;
    while (kinds[kind].letter != shape[0])
        kind++;
    if (!kinds[kind].is)
        return error_set(error, "%s: '%s' is not %s, as results have it", place->path, place->text,
                         kinds[kind].name);
    for (size_t i = 0; i < json_array_size(value); i++) {
        struct place at = { .path = place->path };
        snprintf(at.text, sizeof(at.text), "%s[%zu]", place->text, i);
        if (!check_value(json_array_get(value, i), shape + 1, &at, error))
            return false;
    }
    return shape[0] != '{' || check_object(value, shape + 1, place, error);
}

// `name` of the shape ends at a "}".
static bool check_object(const json_t *object, const char *name, const struct place *place,
                         struct error *error)
{
    const size_t length = strcspn(name, "}");
    const struct shape *shape = shapes;
    while (strlen(shape->name) != length || memcmp(shape->name, name, length) != 0)
        shape++;
    for (const char *at = shape->keys, *end; *at; at = end + strspn(end, " ")) {
        const int key_length = (int) strcspn(at, "?:");
        const bool may_lack = at[key_length] == '?';
        const json_t *value = json_object_getn(object, at, (size_t) key_length);
        struct place inner = { .path = place->path };
        snprintf(inner.text, sizeof(inner.text), "%s%s%.*s", place->text, place->text[0] ? "." : "",
                 key_length, at);
        end = at + strcspn(at, " ");
        if (!(may_lack && (!value || json_is_null(value))) &&
            !check_value(value, strchr(at, ':') + 1, &inner, error))
            return false;
    }
    static const char *const middles[] = { "median", "percent", "y" };
    for (size_t i = 0; i < sizeof(middles) / sizeof(middles[0]); i++)
        if (!stats_is_interval(document_number(object, "low"), document_number(object, middles[i]),
                               document_number(object, "high")))
            return error_set(error, "%s: '%s': %s does not lie between low and high", place->path,
                             place->text, middles[i]);
    return true;
}

// ---- document

static const char *const lists[] = { "copies", "runs", "pairs", "charts", "tables", "findings" };

json_t *document_make(const char *suite)
{
    json_t *document =
        json_file_pack("{s:s, s:i, s:s, s:s?, s:{}, s:{}, s:n}", "schema", DOCUMENT_SCHEMA,
                       "version", DOCUMENT_VERSION, "kind", suite ? "suite" : "bench", "suite",
                       suite, "environment", "settings", "steady");
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        json_object_set_new(document, lists[i], json_array());
    return document;
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
    json_t *requested = json_incref(json_object_get(run, "id"));
    for (int i = 2; has_run(runs, json_object_get(run, "id")); i++)
        json_object_set_new(run, "id", json_sprintf("%s #%d", json_string_value(requested), i));
    json_decref(requested);
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
    if (check_version(json, path, error) &&
        check_object(json, "document}", &(const struct place){ .path = path }, error))
        return json;
    json_decref(json);
    return NULL;
}
