#include "app/results/document_write.h"

#include "app/results/document.h"
#include "app/results/document_page.h"
#include "app/results/json_file.h"
#include "render/file/output_file.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// ---- document csv

// What a line is about: a run, one of its passes, a copy or a pair.
struct subject {
    const char *kind;     // "run", "pass", "copy" or "pair"
    const json_t *object; // the run, the copy or the pair
    const json_t *pass;   // NULL: all of the run
    const json_t *document;
    FILE *out;
};

// What a line says of it.
struct value {
    const char *group; // before the name and a point: "quality"; NULL: none
    const char *name, *unit;
    double value, low, high, samples; // NaN: not known
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

static void print_number(FILE *out, double number)
{
    if (isfinite(number))
        fprintf(out, "%.7g", number);
}

static void print_key(const struct subject *subject, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    putc(',', subject->out);
    if (json_is_number(value))
        print_number(subject->out, json_number_value(value));
    else
        print_text(subject->out, document_text(object, key));
}

static void print_subject(const struct subject *subject)
{
    static const char *const keys[] = { "id",     "chain", "scene", "width", "height",
                                        "format", "fuse",  "impl",  NULL };
    static const char *const of_pass[] = { "name", "depth", NULL };
    const char *suite = document_text(subject->document, "suite");
    print_text(subject->out, *suite ? suite : "bench");
    fprintf(subject->out, ",%s", subject->kind);
    for (const char *const *key = keys; *key; key++)
        print_key(subject, subject->object, *key);
    for (const char *const *key = of_pass; *key; key++)
        print_key(subject, subject->pass, *key);
}

static void print_line(const struct subject *subject, const struct value *value)
{
    static const char *const where[] = { "renderer", "driver", "cpu", "commit", "date", NULL };
    const json_t *environment = json_object_get(subject->document, "environment");
    const double numbers[] = { value->low, value->high, value->samples };
    if (!isfinite(value->value))
        return;
    print_subject(subject);
    fprintf(subject->out, ",%s%s%s,", value->group ? value->group : "", value->group ? "." : "",
            value->name);
    print_number(subject->out, value->value);
    fprintf(subject->out, ",%s", value->unit);
    for (int i = 0; i < 3; i++) {
        putc(',', subject->out);
        print_number(subject->out, numbers[i]);
    }
    for (const char *const *key = where; *key; key++)
        print_key(subject, environment, *key);
    fputs("\r\n", subject->out);
}

static void print_plain(const struct subject *subject, const char *group, const char *name,
                        const char *unit, double value)
{
    const double none = (double) NAN;
    print_line(subject, &(const struct value){ group, name, unit, value, none, none, none });
}

static void print_time(const struct subject *subject, const json_t *time)
{
    static const char *const others[] = { "min", "p95", "max", "mad", NULL };
    const struct value median = {
        .name = "time",
        .unit = "ms",
        .value = document_number(time, "median"),
        .low = document_number(time, "low"),
        .high = document_number(time, "high"),
        .samples = document_number(time, "samples"),
    };
    print_line(subject, &median);
    for (const char *const *key = others; *key; key++)
        print_plain(subject, "time", *key, "ms", document_number(time, *key));
}

static void print_numbers(const struct subject *subject, const json_t *object)
{
    static const struct {
        const char *key, *unit;
    } rows[] = {
        { "copies", "copies" }, { "read_bytes", "bytes" },  { "written_bytes", "bytes" },
        { "gbps", "GB/s" },     { "dispatches", "passes" }, { "submit_ms", "ms" },
        { "wall_ms", "ms" },
    };
    print_time(subject, json_object_get(object, "time"));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        print_plain(subject, NULL, rows[i].key, rows[i].unit, document_number(object, rows[i].key));
}

static void print_group(const struct subject *subject, const char *group, const char *unit)
{
    const char *key;
    json_t *value, *object = json_object_get(subject->object, group);
    json_object_foreach(object, key, value)
        if (json_is_number(value))
            print_plain(subject, group, key, unit, json_number_value(value));
}

static void print_run(const struct subject *run)
{
    struct subject pass = *run;
    print_numbers(run, run->object);
    print_group(run, "parts", "ms");
    print_group(run, "quality", "");
    const json_t *passes = json_object_get(run->object, "passes");
    pass.kind = "pass";
    for (size_t i = 0; i < json_array_size(passes); i++) {
        pass.pass = json_array_get(passes, i);
        print_numbers(&pass, pass.pass);
    }
}

static void print_pair(const struct subject *pair)
{
    const struct value percent = {
        .name = "percent",
        .unit = "%",
        .value = document_number(pair->object, "percent"),
        .low = document_number(pair->object, "low"),
        .high = document_number(pair->object, "high"),
        .samples = (double) NAN,
    };
    print_line(pair, &percent);
}

// A copy has its name where a run has its chain.
static void print_copy(const struct subject *copy)
{
    struct subject named = *copy;
    json_t *object = json_copy((json_t *) copy->object);
    json_object_set(object, "chain", json_object_get(object, "name"));
    named.object = object;
    print_numbers(&named, object);
    json_decref(object);
}

// A pair is two runs: they stand in its id.
static void print_named_pair(const struct subject *pair)
{
    struct subject named = *pair;
    json_t *object = json_copy((json_t *) pair->object);
    json_object_set_new(
        object, "id",
        json_sprintf("%s against %s", document_text(object, "b"), document_text(object, "a")));
    named.object = object;
    print_pair(&named);
    json_decref(object);
}

// Writes a document as a table of comma-separated values (RFC 4180), a line for each thing that was
// measured, so that a program for statistics or a spreadsheet can filter and pivot it. The columns
// stand in docs/results-format.md.
static bool document_csv_print(const json_t *document, FILE *out)
{
    static const struct {
        const char *list, *kind;
        void (*print)(const struct subject *subject);
    } lists[] = {
        { "runs", "run", print_run },
        { "copies", "copy", print_copy },
        { "pairs", "pair", print_named_pair },
    };
    fputs("suite,kind,id,chain,scene,width,height,format,fuse,impl,pass,depth,quantity,value,unit,"
          "low,high,samples,renderer,driver,cpu,commit,date\r\n",
          out);
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        const json_t *list = json_object_get(document, lists[i].list);
        for (size_t k = 0; k < json_array_size(list); k++)
            lists[i].print(&(const struct subject){ .kind = lists[i].kind,
                                                    .object = json_array_get(list, k),
                                                    .document = document,
                                                    .out = out });
    }
    return true;
}

// ---- document write

static bool print_page(const json_t *document, FILE *out)
{
    json_t *pages = json_pack("[{s:s, s:O}]", "file", "", "document", document);
    document_page_print(pages, out);
    return true;
}

static const struct writer {
    const char *ending;
    bool (*print)(const json_t *document, FILE *out);
} writers[] = {
    { ".json", json_file_print },
    { ".csv", document_csv_print },
    { ".html", print_page },
};

enum { WRITERS = sizeof(writers) / sizeof(writers[0]) };

static const struct writer *writer_of(const char *path, struct error *error)
{
    for (int i = 0; i < WRITERS; i++)
        if (output_file_check_ending(path, writers[i].ending, error))
            return &writers[i];
    error_set(error, "'%s' must end in .json, .csv or .html", path);
    return NULL;
}

bool document_check_ending(const char *path, struct error *error)
{
    return writer_of(path, error) != NULL;
}

bool document_check_path(const char *path, struct error *error)
{
    return writer_of(path, error) && output_file_check(path, error);
}

bool document_write(const json_t *document, const char *path, struct error *error)
{
    struct output_file file;
    const struct writer *writer = writer_of(path, error);
    if (!writer || !output_file_open(&file, path, error))
        return false;
    if (writer->print(document, file.stream) || ferror(file.stream))
        return output_file_close(&file, error);
    output_file_discard(&file);
    return error_set(error, "%s: the results cannot be put as JSON", path);
}
