#include "app/command/option_print.h"

#include "app/command/option_table.h"
#include "app/command/options_parse.h"
#include "app/lab/text/shell.h"
#include "app/picture/capture_view.h"
#include "render/text/step_text.h"

#include <stdio.h>
#include <string.h>

static void write_option(struct step_writer *writer, const char *name, const char *value)
{
    char quoted[4 * CHAIN_TEXT_SIZE];
    step_write(writer, " --");
    step_write(writer, name);
    if (!value)
        return;
    shell_quote(value, quoted, sizeof(quoted));
    step_write(writer, " ");
    step_write(writer, quoted);
}

// ---- options that are read by functions of their own

static bool print_chain(const struct options *options, int i, char *value, size_t size)
{
    if (i >= options->draw.chain_count)
        return false;
    snprintf(value, size, "%s", options->draw.chain_texts[i]);
    return true;
}

static bool print_scene(const struct options *options, int i, char *value, size_t size)
{
    struct options plain;
    options_set_defaults(&plain);
    scene_print(&options->draw.scene, value, size);
    return i == 0 && !scene_equal(&options->draw.scene, &plain.draw.scene);
}

static bool print_size(const struct options *options, int i, char *value, size_t size)
{
    snprintf(value, size, "%dx%d", options->draw.width, options->draw.height);
    return i == 0 && options->draw.width > 0;
}

static bool print_msaa(const struct options *options, int i, char *value, size_t size)
{
    snprintf(value, size, "%d", options->draw.msaa);
    return i == 0 && options->draw.msaa >= 0;
}

static const struct {
    const char *name;
    bool (*print)(const struct options *options, int i, char *value, size_t size); // the i-th
} others[] = {
    { "chain", print_chain },
    { "scene", print_scene },
    { "size", print_size },
    { "msaa", print_msaa },
};

static void write_other(struct step_writer *writer, const struct option *row,
                        const struct options *options)
{
    char value[CHAIN_TEXT_SIZE];
    for (size_t k = 0; k < sizeof(others) / sizeof(others[0]); k++)
        for (int i = 0; strcmp(others[k].name, row->name) == 0 &&
                        others[k].print(options, i, value, sizeof(value));
             i++)
            write_option(writer, row->name, value);
}

// ---- those that are read by their kind

static double number_of(const struct option *row, const void *field)
{
    switch (row->kind) {
    case OPTION_FLAG:
    case OPTION_SWITCH:
        return *(const bool *) field;
    case OPTION_FLOAT:
        return (double) *(const float *) field;
    case OPTION_NUMBER:
        return *(const double *) field;
    default:
        return *(const int *) field; // an enum too
    }
}

static void write_value(struct step_writer *writer, const struct option *row, double number)
{
    char value[CAPTURE_TIME_SIZE];
    if (row->kind == OPTION_FLAG) {
        write_option(writer, row->name, NULL);
    } else if (row->kind == OPTION_SWITCH || row->kind == OPTION_NAME) {
        write_option(writer, row->name, row->names[(int) number]);
    } else {
        capture_describe_time(number, value);
        write_option(writer, row->name, value);
    }
}

static void write_text(struct step_writer *writer, const struct option *row, const char *text,
                       const char *plain)
{
    if (text && (!plain || strcmp(text, plain) != 0))
        write_option(writer, row->name, text);
}

static void write_row(struct step_writer *writer, const struct option *row,
                      const struct options *options, const struct options *plain)
{
    const void *field = (const char *) options + row->offset;
    const void *before = (const char *) plain + row->offset;
    if (row->kind == OPTION_OTHER)
        write_other(writer, row, options);
    else if (row->kind == OPTION_TEXT)
        write_text(writer, row, *(const char *const *) field, *(const char *const *) before);
    else if (row->kind != OPTION_NOTED && number_of(row, field) != number_of(row, before))
        write_value(writer, row, number_of(row, field));
}

// What the window was read from, or what it does at its beginning, is not what it shows.
static bool is_left_out(const struct option *row)
{
    static const char *const names[] = { "from-screenshot", "restore", "verbose", "quiet", NULL };
    int i = 0;
    while (names[i] && strcmp(names[i], row->name) != 0)
        i++;
    return names[i] || !(row->modes >> MODE_WINDOW & 1);
}

int option_print(const struct options *options, char *out, size_t size)
{
    struct step_writer writer = { .out = out, .size = size };
    struct options plain;
    options_set_defaults(&plain);
    step_write(&writer, "halation");
    for (const struct option *row = option_table; row->name; row++)
        if (!is_left_out(row))
            write_row(&writer, row, options, &plain);
    return writer.length;
}
