#include "app/command/option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the value of a row

// Takes finite decimal numbers only: neither "nan" nor "0x10", and nothing after the number.
static bool read_number(const struct option *row, const char *value, double *number,
                        struct error *error)
{
    const bool is_whole = row->kind == OPTION_INT;
    const char *letters = is_whole ? "0123456789" : "0123456789.+-eE";
    char *end;
    *number = strtod(value, &end);
    if (*value && *end == '\0' && strspn(value, letters) == strlen(value) && *number >= row->min &&
        *number <= row->max)
        return true;
    return error_set(error,
                     is_whole ? "'%s' must be a whole number from %.0f to %.0f"
                              : "'%s' must be a number from %.7g to %.7g",
                     value, row->min, row->max);
}

static bool read_name(const struct option *row, const char *value, int *index, struct error *error)
{
    for (int i = 0; row->names[i]; i++) {
        if (strcmp(row->names[i], value) == 0) {
            *index = i;
            return true;
        }
    }
    if (row->must)
        return error_set(error, "'%s' must be %s", value, row->must);
    return names_refuse(error, &(const struct names){ names_of_array, row->names }, value);
}

static bool read_text(const struct option *row, const char *value, const char **text,
                      struct error *error)
{
    const char *name = row->values ? row->values->at(row->values->set, 0) : NULL;
    *text = value;
    if (value && !*value)
        return error_set(error, "needs a value that is not empty");
    for (int i = 0; value && name && strcmp(name, value) != 0; i++)
        name = row->values->at(row->values->set, i + 1);
    return !value || !row->values || name || names_refuse(error, row->values, value);
}

static bool store(const struct option *row, const char *value, void *field, struct error *error)
{
    const char **places = field;
    double number;
    int index = 0;
    switch (row->kind) {
    case OPTION_FLAG:
        return *(bool *) field = true;
    case OPTION_SWITCH:
        if (!read_name(row, value, &index, error))
            return false;
        *(bool *) field = index == 1;
        return true;
    case OPTION_INT:
        if (!read_number(row, value, &number, error))
            return false;
        *(int *) field = (int) number;
        return true;
    case OPTION_ONE_OF:
        if (!read_name(row, value, &index, error))
            return false;
        *(int *) field = atoi(value);
        return true;
    case OPTION_NUMBER:
        return read_number(row, value, field, error);
    case OPTION_NAME:
        return read_name(row, value, field, error);
    case OPTION_TEXT:
        return read_text(row, value, field, error);
    case OPTION_TEXTS:
        for (int i = 0; i < row->count; i++)
            if (!places[i])
                return read_text(row, value, &places[i], error);
        return error_set(error, "'%s' is one too many; up to %d may be given", value, row->count);
    default:
        return true;
    }
}

bool option_read_value(struct option_reader *reader, const struct option *row, const char *value,
                       struct error *error)
{
    if (value && strcmp(value, "help") == 0 && (row->list || row->names)) {
        if (row->list)
            row->list();
        for (int i = 0; !row->list && row->names[i]; i++)
            puts(row->names[i]);
        exit(EXIT_SUCCESS);
    }
    if (row->mode && reader->mode_option && strcmp(reader->mode_option, row->name) != 0)
        return error_set(error, "cannot be together with --%s; give one of them",
                         reader->mode_option);
    if (row->mode) {
        reader->mode_option = row->name;
        reader->options->mode = row->mode;
    }
    return store(row, value, (char *) reader->options + row->offset, error) &&
           (!row->read || row->read(reader, value, error));
}

// ---- what was given

const struct option *option_find(const struct option_reader *reader, const char *name)
{
    const struct option *row = reader->rows;
    while (strcmp(row->name, name) != 0)
        row++;
    return row;
}

bool *option_given(struct option_reader *reader, const char *name)
{
    return &reader->given[option_find(reader, name) - reader->rows];
}

bool option_has(const struct option_reader *reader, const char *name)
{
    return reader->given[option_find(reader, name) - reader->rows];
}

bool option_works(const struct option_reader *reader, const struct option *row)
{
    return row->modes == 0 || row->modes >> reader->options->mode & 1;
}
