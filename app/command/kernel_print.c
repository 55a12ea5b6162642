#include "app/command/kernel.h"
#include "app/results/json_file.h"
#include "app/text/wrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- source text

// Prints a number that is a float's to the last bit, with the point that GLSL asks for.
static int print_float(double value, bool is_c, FILE *out)
{
    char text[32];
    snprintf(text, sizeof(text), "%.9g", value + 0.0); // no -0
    const char *end = strpbrk(text, ".e") ? "" : ".0";
    return fprintf(out, "%s%s%s", text, end, is_c ? "f" : "");
}

static void print_row(const struct kernel_table *table, int row, bool is_c, FILE *out)
{
    const int columns = table->column_count;
    if (columns > 1)
        fprintf(out, is_c ? "{ " : "vec%d(", columns);
    for (int i = 0; i < columns; i++) {
        fputs(i > 0 ? ", " : "", out);
        print_float(table->values[row * columns + i], is_c, out);
    }
    if (columns > 1)
        fputs(is_c ? " }" : ")", out);
}

static void print_rows(const struct kernel_table *table, bool is_c, FILE *out)
{
    const int in_line = table->column_count == 1 ? 4 : 1;
    for (int i = 0; i < table->count; i++) {
        fputs(i % in_line == 0 ? "    " : " ", out);
        print_row(table, i, is_c, out);
        fputs(i + 1 < table->count ? "," : "", out);
        fputs((i + 1) % in_line == 0 || i + 1 == table->count ? "\n" : "", out);
    }
}

static void print_number(const struct kernel_table *table, const char *effect, bool is_c, FILE *out)
{
    const double value = table->values[0];
    const bool is_whole = value == floor(value);
    fprintf(out, "%sconst %s %s_%s = ", is_c ? "static " : "", is_whole ? "int" : "float", effect,
            table->name);
    if (is_whole)
        fprintf(out, "%d", (int) value);
    else
        print_float(value, is_c, out);
    fputs(";\n", out);
}

static void print_table(const struct kernel_table *table, const char *effect, bool is_c, FILE *out)
{
    char type[8] = "float", again[32] = "";
    const int columns = table->column_count;
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
    print_rows(table, is_c, out);
    fputs(is_c ? "};\n" : ");\n", out);
}

static void print_source(const struct kernel_sheet *sheet, bool is_c, FILE *out)
{
    const struct effect *effect = sheet->effect;
    wrap_printf(out, 3, "/* %s, in a picture %d pixels high. %s%s%s. */", sheet->step,
                sheet->height, effect->about.summary, effect->about.origin ? ": " : "",
                effect->about.origin ? effect->about.origin : "");
    for (int i = 0; i < sheet->count; i++) {
        const struct kernel_table *table = &sheet->tables[i];
        const bool is_wide = table->column_count > 1;
        wrap_printf(out, 3, "\n/* %s%s%s. */", table->what, is_wide ? ": " : "",
                    is_wide ? table->columns : "");
        (table->column_count > 0 ? print_table : print_number)(table, effect->name, is_c, out);
    }
}

// ---- JSON

static void dump(json_t *json, FILE *out)
{
    enum { DIGITS = 9 }; // of a float
    json_dumpf(json, out, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(DIGITS));
    json_decref(json);
}

// One row, or all of them where they are numbers.
static json_t *json_of_numbers(const double *values, int count)
{
    json_t *json = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(json, json_file_number(values[i]));
    return json;
}

static void print_json_table(const struct kernel_table *table, FILE *out)
{
    const int columns = table->column_count;
    fprintf(out, ",\n  \"%s\": {\n    \"what\": ", table->name);
    dump(json_file_text(table->what, "a name"), out);
    if (columns == 0) {
        fputs(",\n    \"value\": ", out);
        dump(json_file_number(table->values[0]), out);
    } else {
        fprintf(out, ",\n    \"columns\": \"%s\",\n    \"rows\": ", table->columns);
        if (columns == 1)
            dump(json_of_numbers(table->values, table->count), out);
        for (int i = 0; columns > 1 && i < table->count; i++) {
            fputs(i == 0 ? "[\n      " : ",\n      ", out);
            dump(json_of_numbers(table->values + i * columns, columns), out);
        }
        fputs(columns > 1 ? "]" : "", out);
    }
    fputs("\n  }", out);
}

bool kernel_print_json(const void *subject, FILE *out)
{
    const struct kernel_sheet *sheet = subject;
    fputs("{\n  \"step\": ", out);
    dump(json_file_text(sheet->step, "a step"), out);
    fprintf(out, ",\n  \"height\": %d", sheet->height);
    for (int i = 0; i < sheet->count; i++)
        print_json_table(&sheet->tables[i], out);
    fputs("\n}\n", out);
    return true;
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
