#include "app/command/describe.h"
#include "app/results/json_file.h"
#include "app/text/wrap.h"

#include <math.h>
#include <string.h>

// ---- source text

// Prints a float exactly, with the decimal point that GLSL needs.
static void print_float(double value, bool is_c, FILE *out)
{
    char text[32];
    snprintf(text, sizeof(text), "%.9g", value + 0.0); // no -0
    const char *end = strpbrk(text, ".e") ? "" : ".0";
    fprintf(out, "%s%s%s", text, end, is_c ? "f" : "");
}

static void print_table(const struct kernel_table *table, const char *effect, bool is_c, FILE *out)
{
    char type[8] = "float", again[32] = "";
    const int columns = table->column_count, in_line = columns == 1 ? 4 : 1;
    if (columns == 0) {
        const bool is_whole = table->values[0] == floor(table->values[0]);
        fprintf(out, "%sconst %s %s_%s = ", is_c ? "static " : "", is_whole ? "int" : "float",
                effect, table->name);
        if (is_whole)
            fprintf(out, "%d", (int) table->values[0]);
        else
            print_float(table->values[0], is_c, out);
        fputs(";\n", out);
        return;
    }
    if (columns > 1 && !is_c)
        snprintf(type, sizeof(type), "vec%d", columns);
    if (columns > 1 && is_c)
        snprintf(again, sizeof(again), "[%d]", columns);
    fprintf(out, "%sconst %s %s_%s[%d]%s = ", is_c ? "static " : "", type, effect, table->name,
            table->count, again);
    if (is_c)
        fputs("{\n", out);
    else
        fprintf(out, "%s[%d](\n", type, table->count);
    for (int i = 0; i < table->count; i++) {
        fputs(i % in_line == 0 ? "    " : " ", out);
        if (columns > 1)
            fprintf(out, is_c ? "{ " : "vec%d(", columns);
        for (int c = 0; c < columns; c++) {
            fputs(c > 0 ? ", " : "", out);
            print_float(table->values[i * columns + c], is_c, out);
        }
        if (columns > 1)
            fputs(is_c ? " }" : ")", out);
        fputs(i + 1 < table->count ? "," : "", out);
        fputs((i + 1) % in_line == 0 || i + 1 == table->count ? "\n" : "", out);
    }
    fputs(is_c ? "};\n" : ");\n", out);
}

static void print_source(const struct kernel_sheet *sheet, bool is_c, FILE *out)
{
    const char *origin = sheet->effect->about.origin;
    wrap_printf(out, 3, "/* %s, in a picture %d pixels high. %s%s%s. */", sheet->step,
                sheet->height, sheet->effect->about.summary, origin ? ": " : "",
                origin ? origin : "");
    for (int i = 0; i < sheet->count; i++) {
        const struct kernel_table *table = &sheet->tables[i];
        const bool is_wide = table->column_count > 1;
        wrap_printf(out, 3, "\n/* %s%s%s. */", table->what, is_wide ? ": " : "",
                    is_wide ? table->columns : "");
        print_table(table, sheet->effect->name, is_c, out);
    }
}

// ---- JSON

// Makes a list of numbers, or of rows of them.
static json_t *rows_json(const double *values, int columns, int count)
{
    json_t *rows = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(rows, columns > 1 ? rows_json(values + i * columns, 1, columns)
                                                : json_file_number(values[i]));
    return rows;
}

bool kernel_print_json(const void *subject, FILE *out)
{
    const struct kernel_sheet *sheet = subject;
    enum { DIGITS = 9 }; // of a float
    json_t *json = json_file_object("step:t height:i", sheet->step, sheet->height);
    for (int i = 0; i < sheet->count; i++) {
        const struct kernel_table *table = &sheet->tables[i];
        json_t *one = json_file_object("what:t", table->what);
        if (table->column_count == 0)
            json_file_add(one, "value:n", table->values[0]);
        else
            json_file_add(one, "columns:t rows:o", table->columns,
                          rows_json(table->values, table->column_count, table->count));
        json_object_set_new(json, table->name, one);
    }
    json_dumpf(json, out, JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS));
    json_decref(json);
    return fputc('\n', out) >= 0;
}

bool kernel_print_glsl(const void *sheet, FILE *out)
{
    print_source(sheet, false, out);
    return true;
}

bool kernel_print_c(const void *sheet, FILE *out)
{
    print_source(sheet, true, out);
    return true;
}
