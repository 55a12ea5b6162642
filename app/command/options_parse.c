#include "app/command/options_parse.h"

#include "app/command/option.h"
#include "render/text/names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void set_defaults(struct options *options)
{
    *options = (struct options){
        .scene = { .scene = scenes[0] },
        .samples = -1,
        .scene_scale = 1,
        .gpu = -1,
        .vsync = true,
        .redraw_always = true,
        .depth = 8,
        .fps = 60,
        .warmup = -1,
        .fail_above = -1,
    };
    const char *directory = getenv("HALATION_SHADER_DIR");
    options->shader_dir = directory && *directory ? directory : NULL;
    if (scenes[0]->params)
        param_set_defaults(scenes[0]->params, options->scene.params);
    struct error error;
    const bool good =
        preset_read_chain(&options->chain, "bloom", &options->chain_name, NULL, &error);
    assert(good);
    (void) good;
}

static const struct option *find_long(const char *name, size_t length)
{
    for (const struct option *row = option_rows; row->name; row++)
        if (strlen(row->name) == length && memcmp(row->name, name, length) == 0)
            return row;
    return NULL;
}

static const struct option *find_letter(char letter)
{
    for (const struct option *row = option_rows; row->name; row++)
        if (row->letter && row->letter == letter)
            return row;
    return NULL;
}

static const char *row_name(const void *rows, int i)
{
    return ((const struct option *) rows)[i].name;
}

static bool unknown_option(const char *argument, struct error *error)
{
    char word[64] = "";
    strncat(word, argument + strspn(argument, "-"), sizeof(word) - 1);
    word[strcspn(word, "=")] = '\0';
    const struct names names = { row_name, option_rows };
    const char *near = names_nearest(&names, word, strlen(word));
    if (near)
        return error_set(error, "no option '%s'; did you mean --%s?", argument, near);
    return error_set(error, "no option '%s'; --help lists them", argument);
}

// The row of an argument, and the value that stands in the same argument (NULL: none does).
static const struct option *find_row(const char *argument, const char **value)
{
    *value = NULL;
    if (argument[1] != '-') {
        if (find_long(argument + 1, strcspn(argument + 1, "=")))
            return NULL; // -chain: one dash too few
        if (argument[1] && argument[2])
            *value = argument + 2 + (argument[2] == '=');
        return find_letter(argument[1]);
    }
    const size_t length = strcspn(argument + 2, "=");
    if (argument[2 + length] == '=')
        *value = argument + 3 + length;
    return find_long(argument + 2, length);
}

// Reads the option at argv[*i], and the next argument where that is its value.
static bool read_option(struct option_reader *reader, int argc, char *argv[], int *i,
                        struct error *error)
{
    const char *value;
    const struct option *row = find_row(argv[*i], &value);
    if (!row)
        return unknown_option(argv[*i], error);
    if (!row->value && value)
        return error_set(error, "--%s takes no value", row->name);
    if (row->value && !value && !row->may_stand_alone) {
        if (*i + 1 >= argc)
            return error_set(error, "--%s needs a value: --%s %s", row->name, row->name,
                             row->value);
        value = argv[++*i];
    }
    const unsigned long bit = 1ul << (row - option_rows);
    if (row->value && !row->may_repeat && reader->given & bit)
        return error_set(error, "--%s is given twice; leave one out", row->name);
    reader->given |= bit;
    return option_read(row, reader, value, error) || error_prefix(error, "--%s: ", row->name);
}

// An option before the argument that stands without the value that it may have.
static const struct option *stands_alone(const char *argument)
{
    const char *value;
    const struct option *row = find_row(argument, &value);
    return row && row->may_stand_alone && !value ? row : NULL;
}

bool options_parse(struct options *options, int argc, char *argv[], struct error *error)
{
    set_defaults(options);
    struct option_reader reader = { .options = options };
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-')
            return option_stray(argv[i], i > 1 ? stands_alone(argv[i - 1]) : NULL, error);
        if (!read_option(&reader, argc, argv, &i, error))
            return false;
    }
    return options_check(&reader, error);
}
