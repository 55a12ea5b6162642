#define LOG_MODULE "report"
#include "app/results/document.h"
#include "app/results/json_file.h"
#include "render/file/embedded.h"
#include "render/file/file_path.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <assert.h>
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- tables of comma-separated values

static const char *const columns[] = {
    "suite", "kind",    "id",       "chain",  "scene",    "width",  "height", "format",
    "fuse",  "impl",    "pass",     "depth",  "quantity", "value",  "unit",   "low",
    "high",  "samples", "renderer", "driver", "cpu",      "commit", "date",
};

// The subject of a CSV line: a run, one of its passes, a copy or a pair.
struct subject {
    const json_t *document;
    FILE *out;
    const char *kind, *id, *chain;
    json_t *object; // the run, the copy or the pair
    json_t *pass;   // NULL: the whole subject
};

static void print_text(FILE *out, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

// Prints a line with a value, and with its interval and count from the same object `from`.
static void print_line(const struct subject *subject, const char *name, const char *unit,
                       double value, const json_t *from)
{
    const char *suite = document_text(subject->document, "suite");
    if (!isfinite(value))
        return;
    json_t *line = json_file_object(
        "suite:t kind:t id:t chain:t pass:t depth:n quantity:t value:n unit:t low:n high:n "
        "samples:n",
        *suite ? suite : "bench", subject->kind, subject->id, subject->chain,
        document_text(subject->pass, "name"), document_number(subject->pass, "depth"), name, value,
        strcmp(unit, "1") == 0 ? "" : unit, document_number(from, "low"),
        document_number(from, "high"), document_number(from, "samples"));
    json_object_update_missing(line, subject->object);
    json_object_update_missing(line, json_object_get(subject->document, "environment"));
    for (size_t i = 0; i < ARRAY_COUNT(columns); i++) {
        const json_t *cell = json_object_get(line, columns[i]);
        fputs(i > 0 ? "," : "", subject->out);
        if (json_is_number(cell))
            fprintf(subject->out, "%.7g", json_number_value(cell));
        else
            print_text(subject->out, document_text(line, columns[i]));
    }
    fputs("\r\n", subject->out);
    json_decref(line);
}

// Prints the quantities of an object, by the table of keys. `name` ends at a "}"; `group` is the
// name of the object that has this one, or NULL.
static void print_quantities(const struct subject *subject, const char *name, const json_t *object,
                             const char *group)
{
    for (const struct document_field *field = document_fields(); field->object; field++) {
        const json_t *value = json_object_get(object, field->key), *inner;
        const char *key;
        char text[64];
        if (!document_field_is_of(field, name) || strcmp(field->unit, "-") == 0)
            continue;
        if (json_is_number(value)) { // the number of a group with an interval
            const bool is_whole = group && field->type[0] == 'i';
            snprintf(text, sizeof(text), "%s%s%s", group ? group : "", group ? "." : "",
                     field->key);
            print_line(subject, is_whole ? group : text, field->unit, json_number_value(value),
                       field->type[0] == 'i' ? object : NULL);
        } else if (!text_begins_with(field->type, "{}")) {
            print_quantities(subject, field->type + 1, value, field->key);
        } else {
            json_object_foreach((json_t *) value, key, inner) {
                snprintf(text, sizeof(text), "%s.%s", field->key, key);
                if (json_is_number(inner))
                    print_line(subject, text, field->unit, json_number_value(inner), NULL);
            }
        }
    }
}

// A copy has its name in the columns of a run's id and chain, and a pair the ids of both runs.
bool document_print_csv(const void *document, FILE *out)
{
    static const char *const lists[][2] = { { "runs", "run" },
                                            { "copies", "copy" },
                                            { "pairs", "pair" } };
    for (size_t i = 0; i < ARRAY_COUNT(columns); i++)
        fprintf(out, "%s%s", i > 0 ? "," : "", columns[i]);
    fputs("\r\n", out);
    for (int i = 0; i < 3; i++) {
        size_t k, n;
        json_t *object, *pass;
        json_array_foreach(json_object_get(document, lists[i][0]), k, object) {
            json_t *both = json_sprintf("%s against %s", document_text(object, "b"),
                                        document_text(object, "a"));
            struct subject subject = {
                .document = document,
                .out = out,
                .kind = lists[i][1],
                .id = i == 2 ? json_string_value(both) : document_text(object, "id"),
                .chain = document_text(object, i == 1 ? "name" : "chain"),
                .object = object,
            };
            print_quantities(&subject, subject.kind, object, NULL);
            subject.kind = "pass";
            json_array_foreach(json_object_get(object, "passes"), n, pass) {
                subject.pass = pass;
                print_quantities(&subject, "pass", pass, NULL);
            }
            json_decref(both);
        }
    }
    return true;
}

// ---- pages

bool document_print_pages(const void *documents, FILE *out)
{
    const struct embedded_file *page = embedded_find("assets/report.html");
    const struct embedded_file *library = embedded_find("assets/chart.js");
    assert(page && library);
    const char *rest = embedded_print_until(page->text, "<!-- Chart.js -->\n", out);
    fputs("<script>", out);
    fwrite(library->text, 1, library->size, out);
    fputs("</script>\n", out);
    rest = embedded_print_until(rest, "<!-- what was measured -->\n", out);
    json_file_print_block(json_incref((json_t *) documents), "documents", out);
    fputs(rest, out);
    return true;
}

bool document_print_page(const void *document, FILE *out)
{
    json_t *documents = json_array();
    json_array_append_new(
        documents, json_file_object("file:t document:o", "", json_incref((json_t *) document)));
    document_print_pages(documents, out);
    json_decref(documents);
    return true;
}

// ---- several files

enum { MAX_FILES = 500 };

struct found {
    json_t *documents, *known;
};

// Skips a file that is given twice, or a copy of it. The texts of all documents are keys of
// `known`, since comparing all pairs would take hours.
static bool add_file(const struct found *found, const char *path, struct error *error)
{
    if (json_array_size(found->documents) == MAX_FILES)
        return error_set(error, "%s: one file more than the %d that a page may have", path,
                         MAX_FILES);
    json_t *document = document_load(path, error);
    if (!document)
        return false;
    char *text = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text)
        log_fatal("no memory for the files of results");
    const bool is_known = json_object_get(found->known, text);
    json_object_set_new(found->known, text, json_true());
    free(text);
    if (is_known) {
        log_note("%s holds what another of the files holds; it counts once", path);
        json_decref(document);
        return true;
    }
    json_array_append_new(found->documents, json_file_object("file:t document:o", path, document));
    return true;
}

// A directory may have a subdirectory for each machine.
static bool add(const struct found *found, const char *path, struct error *error)
{
    static const char *const patterns[] = { "/*.json", "/*/*.json" };
    glob_t paths = { 0 };
    if (!file_path_is_folder(path))
        return add_file(found, path, error);
    for (int i = 0; i < 2; i++) {
        char *pattern = memory_new(2 * strlen(path) + 16, 1), *end = pattern;
        for (const char *at = path; *at; at++) {
            if (strchr("*?[\\", *at))
                *end++ = '\\';
            *end++ = *at;
        }
        strcpy(end, patterns[i]);
        glob(pattern, i == 0 ? 0 : GLOB_APPEND, NULL, &paths);
        free(pattern);
    }
    bool good = paths.gl_pathc > 0 ||
                error_set(error, "%s: the folder has no file of results (.json)", path);
    for (size_t i = 0; i < paths.gl_pathc && good; i++)
        good = add_file(found, paths.gl_pathv[i], error);
    globfree(&paths);
    return good;
}

int report_run(const struct word_list *files, const struct outputs *outputs)
{
    struct error error;
    struct found found = { json_array(), json_object() };
    int status = EXIT_SUCCESS;
    for (int i = 0; i < files->count && status == EXIT_SUCCESS; i++)
        if (!add(&found, files->words[i], &error))
            status = report_error(EXIT_USAGE, &error);
    if (status == EXIT_SUCCESS && !outputs_write(outputs, OUTPUT_KINDS, found.documents))
        status = EXIT_MACHINE;
    json_decref(found.known);
    json_decref(found.documents);
    return status;
}
