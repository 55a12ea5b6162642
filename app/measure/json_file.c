#include "app/measure/json_file.h"

#include "render/file/output_file.h"

#include <math.h>

json_t *json_file_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *describe_cell(const struct sheet_column *column, const struct sheet_cell *cell)
{
    if (column->digits == SHEET_WORDS)
        return json_string(cell->text);
    return json_file_number(cell->number);
}

json_t *json_file_rows(const struct sheet *sheet)
{
    json_t *rows = json_array();
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

bool json_file_check_path(const char *path, struct error *error)
{
    return output_file_check_ending(path, ".json", error) && output_file_check(path, error);
}

static bool dump(const json_t *json, FILE *stream)
{
    return json && json_dumpf(json, stream, JSON_INDENT(2) | JSON_REAL_PRECISION(7)) == 0 &&
           fputc('\n', stream) >= 0;
}

static bool write_to(const json_t *json, const char *path, struct error *error)
{
    struct output_file file;
    if (!json_file_check_path(path, error) || !output_file_open(&file, path, error))
        return false;
    if (dump(json, file.stream) || ferror(file.stream))
        return output_file_close(&file, error);
    output_file_discard(&file);
    return error_set(error, "%s: the results cannot be put as JSON", path);
}

bool json_file_write(json_t *json, const char *path, struct error *error)
{
    const bool written = write_to(json, path, error);
    json_decref(json);
    return written;
}
