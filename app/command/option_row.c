#include "app/command/option_row.h"

#include "render/text/names.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Takes finite decimal numbers only: neither "nan" nor "0x10", and nothing after the number.
static bool parse_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return *text && *end == '\0' && strspn(text, "0123456789.+-eE") == strlen(text);
}

static bool read_number(const struct option *row, const char *value, double *number,
                        struct error *error)
{
    if (parse_number(value, number) && *number >= row->min && *number <= row->max)
        return true;
    return error_set(error, "'%s' must be a number from %.7g to %.7g", value, row->min, row->max);
}

static bool read_int(const struct option *row, const char *value, int *number, struct error *error)
{
    double read;
    if (!parse_number(value, &read) || read < row->min || read > row->max ||
        strspn(value, "0123456789") != strlen(value))
        return error_set(error, "'%s' must be a whole number from %.0f to %.0f", value, row->min,
                         row->max);
    *number = (int) read;
    return true;
}

static void print_names(const char *const *names)
{
    for (; *names; names++)
        puts(*names);
}

static bool read_name(const struct option *row, const char *value, int *index, struct error *error)
{
    if (strcmp(value, "help") == 0) {
        print_names(row->names);
        exit(EXIT_SUCCESS);
    }
    for (int i = 0; row->names[i]; i++) {
        if (strcmp(row->names[i], value) == 0) {
            *index = i;
            return true;
        }
    }
    return names_refuse(error, &(const struct names){ names_of_array, row->names }, value);
}

static bool read_switch(const struct option *row, const char *value, bool *on, struct error *error)
{
    int index = 0;
    if (!read_name(row, value, &index, error))
        return false;
    *on = index == 1;
    return true;
}

static bool read_float(const struct option *row, const char *value, float *number,
                       struct error *error)
{
    double read;
    if (!read_number(row, value, &read, error))
        return false;
    *number = (float) read;
    return true;
}

bool option_row_read(const struct option *row, struct option_reader *reader, const char *value,
                     struct error *error)
{
    void *field = (char *) reader->options + row->offset;
    switch (row->kind) {
    case OPTION_NOTED:
        return true;
    case OPTION_FLAG:
        *(bool *) field = true;
        return true;
    case OPTION_SWITCH:
        return read_switch(row, value, field, error);
    case OPTION_INT:
        return read_int(row, value, field, error);
    case OPTION_NUMBER:
        return read_number(row, value, field, error);
    case OPTION_FLOAT:
        return read_float(row, value, field, error);
    case OPTION_NAME:
        return read_name(row, value, field, error);
    case OPTION_TEXT:
        *(const char **) field = value;
        return *value ? true : error_set(error, "needs a value that is not empty");
    case OPTION_OTHER:
        return row->read(reader, value, error);
    case OPTION_OPERANDS:
    case OPTION_LIST:
        break;
    }
    assert(false);
    return false;
}

const char *option_row_name(const void *rows, int i)
{
    return ((const struct option *) rows)[i].name;
}
