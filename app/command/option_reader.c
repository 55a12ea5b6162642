#include "app/command/option_reader.h"

#include "app/command/option_stray.h"

#include <string.h>

// Arguments of the command line; `next` is the first that was not taken yet.
struct arguments {
    int count, next;
    char **all;
};

static const struct option *find_long(const struct option rows[], const char *name, size_t length)
{
    for (const struct option *row = rows; row->name; row++)
        if (strlen(row->name) == length && memcmp(row->name, name, length) == 0)
            return row;
    return NULL;
}

static const struct option *find_letter(const struct option rows[], char letter)
{
    for (const struct option *row = rows; row->name; row++)
        if (row->letter && row->letter == letter)
            return row;
    return NULL;
}

// Finds the row of an argument, and the value that stands in the same argument (NULL: none does).
static const struct option *find_row(const struct option rows[], const char *argument,
                                     const char **value)
{
    *value = NULL;
    if (argument[1] != '-') {
        if (find_long(rows, argument + 1, strcspn(argument + 1, "=")))
            return NULL; // -chain: one dash too few
        if (argument[1] && argument[2])
            *value = argument + 2 + (argument[2] == '=');
        return find_letter(rows, argument[1]);
    }
    const size_t length = strcspn(argument + 2, "=");
    if (argument[2 + length] == '=')
        *value = argument + 3 + length;
    return find_long(rows, argument + 2, length);
}

// Takes the value that an option needs from its own argument or the next one.
static bool take_value(const struct option rows[], const struct option *row,
                       struct arguments *arguments, const char **value, struct error *error)
{
    if (!row->value && *value)
        return error_set(error, "--%s takes no value", row->name);
    if (!row->value || *value || row->may_stand_alone)
        return true;
    const char *next = arguments->next < arguments->count ? arguments->all[arguments->next] : NULL;
    const bool is_option = next && strncmp(next, "--", 2) == 0 && find_row(rows, next, value);
    if (!next || is_option)
        return error_set(error, "--%s needs a value%s%s: --%s %s", row->name,
                         is_option ? " before " : "", is_option ? next : "", row->name, row->value);
    *value = next;
    arguments->next++;
    return true;
}

static bool take_operands(const struct option *row, struct arguments *arguments, const char *value,
                          const char *operands[OPTION_MOST_OPERANDS], struct error *error)
{
    if (value || arguments->count - arguments->next < row->operand_count)
        return error_set(error, "--%s needs %d arguments after it: --%s %s", row->name,
                         row->operand_count, row->name, row->value);
    for (int i = 0; i < row->operand_count; i++)
        operands[i] = arguments->all[arguments->next++];
    return true;
}

// Takes all arguments up to the next option.
static bool read_list(struct option_reader *reader, const struct option *row,
                      struct arguments *arguments, const char *value, struct error *error)
{
    char **all = &arguments->all[arguments->next];
    int count = 0;
    while (arguments->next + count < arguments->count && all[count][0] != '-')
        count++;
    arguments->next += count;
    if (value || count == 0)
        return error_set(error, "needs names after it: --%s %s", row->name, row->value);
    return row->read_list(reader, all, count, error);
}

static bool note(struct option_reader *reader, const struct option *row, struct error *error)
{
    bool *given = &reader->given[row - reader->rows];
    if (row->value && !row->may_repeat && *given)
        return error_set(error, "--%s is given twice; leave one out", row->name);
    return *given = true;
}

// A line of a list can say what is drawn and nothing else, and never ends the program by asking for
// help.
static bool check_case(const struct option_reader *reader, const struct option *row,
                       const char *value, struct error *error)
{
    if (reader->options->mode != MODE_CASE)
        return true;
    if (!(row->modes >> MODE_CASE & 1))
        return error_set(error, "--%s is not for one picture of a list", row->name);
    return !value || strcmp(value, "help") != 0 ||
           error_set(error, "a list of pictures gets no help; halation --%s help prints it",
                     row->name);
}

static bool read_option(struct option_reader *reader, struct arguments *arguments,
                        struct error *error)
{
    const char *value = NULL, *operands[OPTION_MOST_OPERANDS];
    const char *argument = arguments->all[arguments->next++];
    const struct option *row = find_row(reader->rows, argument, &value);
    if (!row)
        return option_unknown(reader->rows, argument, error);
    const bool has_operands = row->kind == OPTION_OPERANDS, has_list = row->kind == OPTION_LIST;
    if (!(has_operands ? take_operands(row, arguments, value, operands, error)
                       : has_list || take_value(reader->rows, row, arguments, &value, error)) ||
        !check_case(reader, row, value, error) || !note(reader, row, error))
        return false;
    const bool done = has_operands ? row->read_operands(reader, operands, error)
                      : has_list   ? read_list(reader, row, arguments, value, error)
                                   : option_row_read(row, reader, value, error);
    return done || error_prefix(error, "--%s: ", row->name);
}

// Returns the option of an argument where it stands without the value that it may have, else NULL.
static const struct option *stands_alone(const struct option rows[], const char *argument)
{
    const char *value;
    const struct option *row = argument[0] == '-' ? find_row(rows, argument, &value) : NULL;
    return row && row->may_stand_alone && !value ? row : NULL;
}

bool option_reader_read(struct option_reader *reader, int argc, char *argv[], struct error *error)
{
    struct arguments arguments = { argc, 1, argv };
    while (arguments.next < argc) {
        const int at = arguments.next;
        const struct option *last = at > 1 ? stands_alone(reader->rows, argv[at - 1]) : NULL;
        arguments.next += argv[at][0] != '-';
        if (argv[at][0] != '-' ? !option_stray(reader, argv[at], last, error)
                               : !read_option(reader, &arguments, error))
            return false;
    }
    return true;
}

bool option_reader_has(const struct option_reader *reader, const char *name)
{
    const struct option *row = find_long(reader->rows, name, strlen(name));
    return row && reader->given[row - reader->rows];
}
