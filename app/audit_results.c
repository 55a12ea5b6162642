#include "app/audit_results.h"

#include "app/results.h"
#include "render/output_file.h"

#include <jansson.h>
#include <math.h>

static json_t *describe_cell(const struct sheet_column *column, const struct sheet_cell *cell)
{
    if (column->digits == SHEET_WORDS)
        return json_string(cell->text);
    return isfinite(cell->number) ? json_real(cell->number) : json_null();
}

// One object a row, with the columns' names as keys.
static json_t *describe_rows(const struct audit_report *report)
{
    json_t *rows = json_array();
    const struct sheet *sheet = &report->sheet;
    for (int row = 0; row < sheet_rows(sheet); row++) {
        json_t *cells = json_object();
        for (int i = 0; i < sheet->column_count; i++) {
            const struct sheet_column *column = &sheet->columns[i];
            json_object_set_new(cells, column->name,
                                describe_cell(column, sheet_cell(sheet, row, i)));
        }
        json_array_append_new(rows, cells);
    }
    return rows;
}

// What promises nothing is neither kept nor broken.
static json_t *describe_report(const struct audit_report *report)
{
    const struct audit *audit = report->audit;
    json_t *kept = audit->promise ? json_boolean(report->broken == 0) : json_null();
    return json_pack("{s:s, s:s, s:s?, s:o, s:o}", "name", audit->name, "summary", audit->summary,
                     "promise", audit->promise, "kept", kept, "rows", describe_rows(report));
}

static json_t *describe(const struct audit_report reports[], int count,
                        const struct context_info *info)
{
    json_t *audits_run = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(audits_run, describe_report(&reports[i]));
    return json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:o}", "format", 1, "program",
                     "halation " HALATION_VERSION, "renderer", info->renderer, "vendor",
                     info->vendor, "driver", info->driver, "gl", info->version, "audits",
                     audits_run);
}

bool audit_results_write(const struct audit_report reports[], int count,
                         const struct context_info *info, const char *path, struct error *error)
{
    struct output_file file;
    if (!results_check_path(path, error) || !output_file_open(&file, path, error))
        return false;
    json_t *json = describe(reports, count, info);
    const bool written =
        json && json_dumpf(json, file.stream, JSON_INDENT(2) | JSON_REAL_PRECISION(7)) == 0 &&
        fputc('\n', file.stream) >= 0;
    json_decref(json);
    if (written)
        return output_file_close(&file, error);
    output_file_discard(&file);
    return error_set(error, "cannot write '%s'", path);
}
