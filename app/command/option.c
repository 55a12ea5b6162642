#include "app/command/option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the value of a row

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

static bool read_switch(const struct option *row, const char *value, bool *on, struct error *error)
{
    int index = 0;
    if (!read_name(row, value, &index, error))
        return false;
    *on = index == 1;
    return true;
}

static bool read_one_of(const struct option *row, const char *value, int *number,
                        struct error *error)
{
    int index;
    if (!read_name(row, value, &index, error))
        return false;
    *number = atoi(value);
    return true;
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

// Takes the first free place.
static bool read_texts(const struct option *row, const char *value, const char **places,
                       struct error *error)
{
    for (int i = 0; i < row->count; i++)
        if (!places[i])
            return read_text(row, value, &places[i], error);
    return error_set(error, "'%s' is one too many; up to %d may be given", value, row->count);
}

static bool store(const struct option *row, const char *value, void *field, struct error *error)
{
    switch (row->kind) {
    case OPTION_FLAG:
        return *(bool *) field = true;
    case OPTION_SWITCH:
        return read_switch(row, value, field, error);
    case OPTION_INT:
        return read_int(row, value, field, error);
    case OPTION_ONE_OF:
        return read_one_of(row, value, field, error);
    case OPTION_NUMBER:
        return read_number(row, value, field, error);
    case OPTION_NAME:
        return read_name(row, value, field, error);
    case OPTION_TEXT:
        return read_text(row, value, field, error);
    case OPTION_TEXTS:
        return read_texts(row, value, field, error);
    default:
        return true;
    }
}

// Where the value is `help`, prints what it can be and ends the program.
static void help_with(const struct option *row, const char *value)
{
    if (!value || strcmp(value, "help") != 0 || (!row->list && !row->names))
        return;
    if (row->list)
        row->list();
    for (int i = 0; !row->list && row->names[i]; i++)
        puts(row->names[i]);
    exit(EXIT_SUCCESS);
}

// The first option that chooses a mode keeps it.
static bool choose_mode(struct option_reader *reader, const struct option *row, struct error *error)
{
    if (!row->mode)
        return true;
    if (reader->mode_option && strcmp(reader->mode_option, row->name) != 0)
        return error_set(error, "cannot be together with --%s; give one of them",
                         reader->mode_option);
    reader->mode_option = row->name;
    reader->options->mode = row->mode;
    return true;
}

bool option_read_value(struct option_reader *reader, const struct option *row, const char *value,
                       struct error *error)
{
    help_with(row, value);
    return choose_mode(reader, row, error) &&
           store(row, value, (char *) reader->options + row->offset, error) &&
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
