#include "app/results/document_write.h"

#include "app/results/document.h"
#include "app/results/json_file.h"
#include "render/file/embedded.h"
#include "render/file/output_file.h"
#include "render/text/log.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- tables of comma-separated values

// What a line is about: a run, one of its passes, a copy or a pair.
struct subject {
    const json_t *document;
    FILE *out;
    const char *kind, *id, *chain;
    const json_t *object; // the run, the copy or the pair
    const json_t *pass;   // NULL: all of it
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

static void print_keys(FILE *out, const json_t *object, const char *const keys[])
{
    for (; *keys; keys++) {
        const json_t *value = json_object_get(object, *keys);
        putc(',', out);
        if (json_is_number(value))
            print_number(out, json_number_value(value));
        else
            print_text(out, document_text(object, *keys));
    }
}

static void print_subject(const struct subject *subject)
{
    static const char *const keys[] = {
        "scene", "width", "height", "format", "fuse", "impl", NULL
    };
    static const char *const of_pass[] = { "name", "depth", NULL };
    const char *suite = document_text(subject->document, "suite");
    print_text(subject->out, *suite ? suite : "bench");
    fprintf(subject->out, ",%s,", subject->kind);
    print_text(subject->out, subject->id);
    putc(',', subject->out);
    print_text(subject->out, subject->chain);
    print_keys(subject->out, subject->object, keys);
    print_keys(subject->out, subject->pass, of_pass);
}

static void print_line(const struct subject *subject, const struct value *value)
{
    static const char *const where[] = { "renderer", "driver", "cpu", "commit", "date", NULL };
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
    print_keys(subject->out, json_object_get(subject->document, "environment"), where);
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

static void print_run(struct subject subject)
{
    size_t i;
    json_t *pass;
    subject.id = document_text(subject.object, "id");
    subject.chain = document_text(subject.object, "chain");
    print_numbers(&subject, subject.object);
    print_group(&subject, "parts", "ms");
    print_group(&subject, "quality", "");
    subject.kind = "pass";
    json_array_foreach(json_object_get(subject.object, "passes"), i, pass) {
        subject.pass = pass;
        print_numbers(&subject, pass);
    }
}

// A copy has its name where a run has its chain.
static void print_copy(struct subject subject)
{
    subject.chain = document_text(subject.object, "name");
    print_numbers(&subject, subject.object);
}

// A pair is two runs: they stand in its id.
static void print_pair(struct subject subject)
{
    const json_t *pair = subject.object;
    json_t *id = json_sprintf("%s against %s", document_text(pair, "b"), document_text(pair, "a"));
    const struct value percent = {
        .name = "percent",
        .unit = "%",
        .value = document_number(pair, "percent"),
        .low = document_number(pair, "low"),
        .high = document_number(pair, "high"),
        .samples = (double) NAN,
    };
    subject.id = json_string_value(id);
    print_line(&subject, &percent);
    json_decref(id);
}

// Writes a document as a table of comma-separated values (RFC 4180), a line for each thing that was
// measured, so that a program for statistics or a spreadsheet can filter and pivot it. The columns
// stand in docs/results-format.md.
static bool print_csv(const json_t *document, FILE *out)
{
    static const struct {
        const char *list, *kind;
        void (*print)(struct subject subject);
    } lists[] = {
        { "runs", "run", print_run },
        { "copies", "copy", print_copy },
        { "pairs", "pair", print_pair },
    };
    fputs("suite,kind,id,chain,scene,width,height,format,fuse,impl,pass,depth,quantity,value,unit,"
          "low,high,samples,renderer,driver,cpu,commit,date\r\n",
          out);
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        size_t k;
        json_t *object;
        json_array_foreach(json_object_get(document, lists[i].list), k, object)
            lists[i].print((struct subject){ .document = document,
                                             .out = out,
                                             .kind = lists[i].kind,
                                             .id = "",
                                             .chain = "",
                                             .object = object });
    }
    return true;
}

// ---- pages

// Prints the page up to a place of it. Returns what follows.
static const char *print_until(const char *page, const char *place, FILE *out)
{
    const char *found = strstr(page, place);
    assert(found);
    fwrite(page, 1, (size_t) (found - page), out);
    return found + strlen(place);
}

void document_print_page(json_t *documents, FILE *out)
{
    const struct embedded_file *page = embedded_find("assets/report.html");
    const struct embedded_file *library = embedded_find("assets/chart.js");
    assert(page && library);
    const char *rest = print_until(page->text, "<!-- Chart.js -->\n", out);
    fputs("<script>", out);
    fwrite(library->text, 1, library->size, out);
    fputs("</script>\n", out);
    rest = print_until(rest, "<!-- what was measured -->\n", out);
    json_file_print_block(documents, "documents", out);
    fputs(rest, out);
}

static bool print_page(const json_t *document, FILE *out)
{
    document_print_page(json_pack("[{s:s, s:O}]", "file", "", "document", document), out);
    return true;
}

// ---- files

static const struct writer {
    const char *ending;
    bool (*print)(const json_t *document, FILE *out);
} writers[] = {
    { ".json", json_file_print },
    { ".csv", print_csv },
    { ".html", print_page },
};

static const struct writer *writer_of(const char *path, struct error *error)
{
    for (size_t i = 0; i < sizeof(writers) / sizeof(writers[0]); i++)
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
    const struct writer *writer = writer_of(path, error);
    return writer && json_file_write_by(writer->print, document, path, error);
}

int results_files_write(const struct results_wish *wish, const json_t *document)
{
    struct error error;
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++) {
        const char *path = wish->files[i];
        if (path && !complain_if_unwritten(document_write(document, path, &error), path, &error))
            return EXIT_MACHINE;
    }
    return EXIT_SUCCESS;
}
