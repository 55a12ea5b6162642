#include "app/command/option_asked.h"

#include "app/audit/audit.h"
#include "app/bench/bench.h"
#include "app/command/describe/describe.h"
#include "app/command/option_help.h"
#include "app/compare/tolerance.h"
#include "app/picture/contact_sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Names of a table's rows, for "did you mean".
#define NAMES_OF(table) \
    { \
        names_of_rows, &(const struct names_rows) \
        { \
            &(table)[0].name, sizeof((table)[0]) \
        } \
    }

static const struct names list_names = NAMES_OF(describe_lists),
                          print_names = NAMES_OF(describe_prints);

bool option_is_help(const char *value)
{
    return strcmp(value, "help") == 0;
}

bool option_set_mode(struct option_reader *reader, enum mode mode, const char *option,
                     struct error *error)
{
    const char *before = reader->mode_option;
    if (before && strcmp(before, option) != 0)
        return error_set(error, "cannot be together with --%s; give one of them", before);
    reader->mode_option = option;
    reader->options->mode = mode;
    return true;
}

static bool read_path(struct option_reader *reader, const char *value, struct error *error)
{
    reader->options->picture.path = value;
    return *value ? true : error_set(error, "needs a file name that is not empty");
}

bool option_read_screenshot(struct option_reader *reader, const char *value, struct error *error)
{
    return read_path(reader, value, error) &&
           option_set_mode(reader, MODE_SCREENSHOT, "screenshot", error);
}

bool option_read_output(struct option_reader *reader, const char *value, struct error *error)
{
    return read_path(reader, value, error) &&
           option_set_mode(reader, MODE_SEQUENCE, "output", error);
}

bool option_read_sheet(struct option_reader *reader, const char *value, struct error *error)
{
    const struct names names = { names_of_array, contact_sheet_names };
    if (!option_set_mode(reader, MODE_SHEET, "sheet", error))
        return false;
    for (int i = 0; contact_sheet_names[i]; i++) {
        if (strcmp(value, contact_sheet_names[i]) == 0) {
            reader->options->picture.contact = (enum contact) i;
            return true;
        }
    }
    return names_refuse(error, &names, value);
}

bool option_read_bench(struct option_reader *reader, const char *value, struct error *error)
{
    if (!option_set_mode(reader, MODE_BENCH, "bench", error))
        return false;
    reader->options->bench.suite = value;
    if (!value || suites_has(value))
        return true;
    if (option_is_help(value)) {
        suites_print();
        exit(EXIT_SUCCESS);
    }
    return names_refuse(error, &suites_names, value);
}

bool option_read_report(struct option_reader *reader, char *all[], int count, struct error *error)
{
    reader->options->report.paths = all;
    reader->options->report.count = count;
    return option_set_mode(reader, MODE_REPORT, "report", error);
}

bool option_read_audit(struct option_reader *reader, const char *value, struct error *error)
{
    if (!option_set_mode(reader, MODE_AUDIT, "audit", error))
        return false;
    reader->options->audit.name = value;
    if (!value)
        return true;
    if (option_is_help(value)) {
        audits_print();
        exit(EXIT_SUCCESS);
    }
    return audits_find(value) || names_refuse(error, &audits_names, value);
}

bool option_read_limit(struct option_reader *reader, const char *value, struct error *error)
{
    struct options *options = reader->options;
    if (option_is_help(value)) {
        audit_limits_print();
        exit(EXIT_SUCCESS);
    }
    if (options->audit.limit_count == OPTIONS_MAX_LIMITS)
        return error_set(error, "'%s' is one too many; up to %d may be given", value,
                         OPTIONS_MAX_LIMITS);
    return audit_limits_parse(&options->audit.limits[options->audit.limit_count++], value, error);
}

bool option_read_compare(struct option_reader *reader, const char *const operands[],
                         struct error *error)
{
    for (int i = 0; i < 2; i++) {
        if (!*operands[i])
            return error_set(error, "needs two names that are not empty");
        reader->options->compare.paths[i] = operands[i];
    }
    return option_set_mode(reader, MODE_COMPARE, "compare", error);
}

// What the numbers mean depends on the pictures; the words are checked here.
bool option_read_tolerance(struct option_reader *reader, const char *value, struct error *error)
{
    struct tolerance tolerance;
    if (option_is_help(value)) {
        tolerance_print_names();
        exit(EXIT_SUCCESS);
    }
    reader->options->compare.tolerance = value;
    return tolerance_parse(&tolerance, value, false, error);
}

static bool read_folder(struct option_reader *reader, const char *value, struct error *error)
{
    reader->options->golden.folder = value;
    if (preset_is_file(value))
        return error_set(error, "'%s' is a file; it needs a folder of pictures and their list",
                         value);
    return *value ? true : error_set(error, "needs the name of a folder that is not empty");
}

bool option_read_record(struct option_reader *reader, const char *value, struct error *error)
{
    return read_folder(reader, value, error) &&
           option_set_mode(reader, MODE_RECORD, "record", error);
}

bool option_read_verify(struct option_reader *reader, const char *value, struct error *error)
{
    return read_folder(reader, value, error) &&
           option_set_mode(reader, MODE_VERIFY, "verify", error);
}

// Takes the first free place.
static bool add_text(const char *places[], int count, const char *value, const char *what,
                     struct error *error)
{
    for (int i = 0; i < count; i++) {
        if (!places[i]) {
            places[i] = value;
            return true;
        }
    }
    return error_set(error, "'%s' is one %s too many; there may be %d", value, what, count);
}

bool option_read_accept(struct option_reader *reader, const char *value, struct error *error)
{
    return add_text(reader->options->golden.accepted, OPTIONS_MAX_ACCEPTED, value, "name", error);
}

static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words; at && *at; at += strspn(at, " ")) {
        const size_t here = strcspn(at, " ");
        if (here == length && strncasecmp(at, word, length) == 0)
            return true;
        at += here;
    }
    return false;
}

// Refuses a value, and names what is called otherwise here, or is listed and not printed.
static bool refuse_what(const char *value, const struct describe_row *rows,
                        const struct names *names, struct error *error)
{
    static const struct describe_row *const all[] = { describe_lists, describe_prints };
    for (int i = 0; i < 2; i++)
        for (const struct describe_row *row = all[i]; row->name; row++)
            if (has_word(row->also, value) || (rows != all[i] && strcmp(row->name, value) == 0))
                return error_set(error, "no '%s'; did you mean --%s %s?", value,
                                 i == 0 ? "list" : "print", row->name);
    return names_refuse(error, names, value);
}

static bool read_what(struct option_reader *reader, const char *value,
                      const struct describe_row *rows, const struct names *names,
                      struct error *error)
{
    if (option_is_help(value))
        exit(describe_help(rows));
    for (const struct describe_row *row = rows; row->name; row++) {
        if (strcmp(row->name, value) == 0) {
            reader->options->what = row->name;
            return true;
        }
    }
    return refuse_what(value, rows, names, error);
}

bool option_read_list(struct option_reader *reader, const char *value, struct error *error)
{
    return option_set_mode(reader, MODE_LIST, "list", error) &&
           read_what(reader, value, describe_lists, &list_names, error);
}

bool option_read_print(struct option_reader *reader, const char *value, struct error *error)
{
    return option_set_mode(reader, MODE_PRINT, "print", error) &&
           read_what(reader, value, describe_prints, &print_names, error);
}

bool option_read_results(struct option_reader *reader, const char *value, struct error *error)
{
    return add_text(reader->options->results.files, OPTIONS_MAX_RESULTS, value, "file", error);
}

bool option_read_help(struct option_reader *reader, const char *value, struct error *error)
{
    if (!option_help_print(reader->rows, value, error))
        return false;
    exit(EXIT_SUCCESS);
}

bool option_read_version(struct option_reader *reader, const char *value, struct error *error)
{
    (void) reader, (void) value, (void) error;
    puts("halation " HALATION_VERSION);
    exit(EXIT_SUCCESS);
}
