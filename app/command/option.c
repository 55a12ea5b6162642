#include "app/command/option.h"

#include "app/edit/preset.h"
#include "app/picture/retake.h"
#include "app/text/wrap.h"
#include "render/file/file_path.h"
#include "render/image/image.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- the value of a row

// Accepts finite decimal numbers only: neither "nan" nor "0x10", and nothing after the number.
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

bool option_read_value(struct option_reader *reader, const struct option *row, const char *value,
                       struct error *error)
{
    if (value && strcmp(value, "help") == 0 && (row->list || row->values || row->params)) {
        const char *name;
        if (row->list)
            row->list();
        for (int i = 0; !row->list && row->values && (name = row->values->at(row->values->set, i));
             i++)
            puts(name);
        param_for_each(param, row->params) {
            char text[256];
            snprintf(text, sizeof(text), "%g: %s", param->def, param->help);
            wrap_entry(0, WRAP_INDENT, param->key, param->def != 0 ? text : param->help);
        }
        exit(EXIT_SUCCESS);
    }
    if (row->mode && reader->mode_option && strcmp(reader->mode_option, row->name) != 0)
        return error_set(error, "cannot be together with --%s; give one of them",
                         reader->mode_option);
    if (row->mode) {
        reader->mode_option = row->name;
        reader->options->mode = row->mode;
    }
    void *field = (char *) reader->options + row->offset;
    const char **texts = field;
    const int found = row->values && value ? names_find(row->values, value, strlen(value)) : -1;
    double number = 0;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *) field = true;
        break;
    case OPTION_INT:
    case OPTION_NUMBER:
        if (!read_number(row, value, &number, error))
            return false;
        if (row->kind == OPTION_INT)
            *(int *) field = (int) number;
        else
            *(double *) field = number;
        break;
    case OPTION_ONE_OF:
    case OPTION_NAME:
        if (found < 0)
            return names_refuse(error, row->values, value);
        *(int *) field = row->kind == OPTION_NAME ? found : atoi(value);
        break;
    case OPTION_TEXT:
    case OPTION_TEXTS:
        if (value && !*value)
            return error_set(error, "needs a value that is not empty");
        if (value && row->values && !row->check && found < 0)
            return names_refuse(error, row->values, value);
        for (int i = 0; row->kind == OPTION_TEXTS && *texts; texts++)
            if (++i == (int) row->max)
                return error_set(error, "'%s' is one too many; up to %d may be given", value, i);
        *texts = value;
        break;
    default:
        break;
    }
    return (!row->check || row->check(value, error)) &&
           (!row->read || row->read(reader, value, error));
}

// ---- given options

static const struct names_rows rows = { &option_table[0].name, sizeof(option_table[0]) };
static const struct names option_names = { names_of_rows, &rows };

const struct option *option_of_name(const char *name, size_t length)
{
    const int i = names_find(&option_names, name, length);
    return i < 0 ? NULL : &option_table[i];
}

const struct option *option_find(const char *name)
{
    return option_of_name(name, strlen(name));
}

bool *option_given(struct option_reader *reader, const char *name)
{
    return &reader->given[option_find(name) - option_table];
}

bool option_has(const struct option_reader *reader, const char *name)
{
    return reader->given[option_find(name) - option_table];
}

bool option_works(const struct option_reader *reader, const struct option *row)
{
    return row->modes == 0 || row->modes >> reader->options->mode & 1;
}

// ---- arguments that no row has

// The options that replace options of other programs or of earlier versions.
static const char *const other_names[][2] = {
    { "benchmark", "--bench" },
    { "budget", "--bench=bloom:budget=0.1" },
    { "diff", "-o map.png, or -o maps/ of many" },
    { "duration", "--frames" },
    { "effect", "--chain" },
    { "export-also", "--export DIR, and then glslangValidator and spirv-cross" },
    { "file", "--image" },
    { "height", "--size" },
    { "html", "-o FILE.html" },
    { "in", "--image" },
    { "input", "--image" },
    { "iterations", "--samples" },
    { "json", "-o FILE.json" },
    { "junit", "-o FILE.xml" },
    { "out", "--output" },
    { "palette-to", "-o FILE.gpl" },
    { "picture", "--image" },
    { "preset", "--chain" },
    { "published", "--verbose; files of results always have the claims" },
    { "q", "--quiet" },
    { "redraw", "--vsync" },
    { "repeat", "--samples" },
    { "resolution", "--size" },
    { "results", "-o FILE.json, .csv or .html" },
    { "resume", "--frames A..B, from the first frame that is missing" },
    { "runs", "--samples" },
    { "sigma", "--bench=blurs:sigma=4/16/40" },
    { "silent", "--quiet" },
    { "to", "--translate sigma=16:program=kwin" },
    { "threads", "every processor compresses frames" },
    { "to-file", "-o FILE" },
    { "v", "--verbose" },
    { "V", "--version" },
    { "wide", "--verbose" },
    { "width", "--size" },
    { NULL },
};

// Appends the option that was probably meant: the word begins with a known name, or is near to one
// name. If the name is right, the rest of the word is kept.
static bool append_meant(struct error *error, const char *word)
{
    const struct names sets[] = { preset_words, { names_of_structs, scenes }, option_names };
    static const char *const before[] = { "--chain ", "--scene ", "--" };
    enum { SETS = ARRAY_COUNT(sets) };
    const size_t length = strcspn(word, ":,= \t\n");
    for (int i = 0; i < SETS; i++)
        if (names_find(&sets[i], word, length) >= 0)
            return i == SETS - 1 && word[length] == ':'
                       ? error_append(error, "; the value of --%.*s follows '='", (int) length,
                                      word)
                       : error_append(error, "; did you mean %s%s?", before[i], word);
    for (int i = SETS - 1; i >= 0; i--) {
        const char *near = names_nearest(&sets[i], word, length);
        if (near)
            return error_append(error, "; did you mean %s%s?", before[i], near);
    }
    return error_append(error, "; options begin with --, --help lists them");
}

// ---- files that no option names

static bool open_file(struct option_reader *reader, const char *path, struct error *error)
{
    static char texts[OPTIONS_MAX_CHAINS][CHAIN_FILE_PATH_SIZE]; // options point to them
    const int i = reader->options->draw.chain_count;
    bool *image = option_given(reader, "image"), *retaken = option_given(reader, "from-screenshot");
    struct image_texts made = { 0 };
    enum file_kind kind;
    reader->opened = path;
    if (!file_kind_find(path, &kind, error))
        return false;
    if (kind == FILE_PICTURE) {
        if (*image || *retaken)
            return error_set(error, "'%s' is one picture too many; --compare A B compares two",
                             path);
        const bool is_read = image_read_texts(&made, path, error);
        const bool is_reported = is_read && image_texts_find(&made, "chain");
        image_texts_finish(&made);
        if (!is_read)
            return false;
        if (!is_reported)
            return *image = option_read_value(reader, option_find("image"), path, error);
        reader->options->draw.retaken = path;
        return *retaken = true;
    }
    if (kind != FILE_CHAIN)
        return error_set(
            error,
            kind == FILE_PALETTE
                ? "%s: a palette, which a step takes: --chain tonemap,dither:palette=%s"
            : kind == FILE_TABLE ? "%s: a table, which a step takes: --chain tonemap,lut:file=%s"
                                 : "%s: a shader file, which is a step: --chain 'tonemap,\"%s\"'",
            path, path);
    if (i == OPTIONS_MAX_CHAINS || strlen(path) + 1 >= sizeof(texts[0]))
        return error_set(error, "'%s' is one chain too many, or too long a name", path);
    snprintf(texts[i], sizeof(texts[i]), "@%s", path);
    return *option_given(reader, "chain") =
               option_read_value(reader, option_find("chain"), texts[i], error);
}

// Opens the file that an argument names, like a drop on the window: a picture as --image, a picture
// with texts about how it was made as --from-screenshot, a chain as --chain @FILE. For other words
// the error names the option, chain or scene that was probably meant. `last` is the option before
// the argument if that had no value, otherwise NULL. The argument must stay valid.
static bool take_stray(struct option_reader *reader, const char *argument,
                       const struct option *last, struct error *error)
{
    const enum mode mode = reader->options->mode; // some modes accept no further files
    const bool opens = mode != MODE_CASE && mode != MODE_COMPARE && mode != MODE_RECORD &&
                       mode != MODE_VERIFY && mode != MODE_LIST && mode != MODE_EXPLAIN;
    const bool has_dot = strchr(argument, '.');
    const char *what = mode == MODE_PRINT ? reader->options->what : "";
    if ((strcmp(what, "shader") == 0 || strcmp(what, "example") == 0) && !reader->options->file)
        return (reader->options->file = argument);
    const char *near = last ? names_nearest(last->values, argument, strlen(argument)) : NULL;
    struct stat status;
    if (opens && (has_dot || !near) && stat(argument, &status) == 0)
        return open_file(reader, argument, error);
    if (last)
        return error_set(error, "unexpected argument '%s'; the value of --%s follows '=': --%s=%s",
                         argument, last->name, last->name, near ? near : last->value);
    if (opens && ((has_dot && !strpbrk(argument, ":,=")) || preset_has_ending(argument) ||
                  strchr(argument, '/')))
        return error_set(error, "no file '%s' to open", argument);
    error_set(error, "unexpected argument '%s'", argument);
    if (!opens && reader->mode_option)
        return error_append(error, " beside --%s %s", reader->mode_option,
                            option_find(reader->mode_option)->value);
    if (strspn(argument, "0123456789.") == strlen(argument))
        return error_append(error, "; where an option takes several numbers, ',' separates them");
    return append_meant(error, argument);
}

// ---- options

// Arguments of the command line; `next` is the first that has not been read.
struct arguments {
    int count, next;
    char **all;
};

const struct option *option_of_argument(const char *argument, const char **value)
{
    *value = NULL;
    if (argument[1] != '-') {
        if (option_of_name(argument + 1, strcspn(argument + 1, "=")))
            return NULL; // -chain: one dash too few
        if (argument[1] && argument[2])
            *value = argument + 2 + (argument[2] == '=');
        for (const struct option *row = option_table; row->name; row++)
            if (row->letter && row->letter == argument[1])
                return row;
        return NULL;
    }
    const size_t length = strcspn(argument + 2, "=");
    if (argument[2 + length] == '=')
        *value = argument + 3 + length;
    return option_of_name(argument + 2, length);
}

static bool read_option(struct option_reader *reader, struct arguments *arguments,
                        struct error *error)
{
    const char *value;
    const char *argument = arguments->all[arguments->next++];
    const struct option *row = option_of_argument(argument, &value);
    if (!row) {
        const char *word = argument + strspn(argument, "-");
        const struct names_rows names = { other_names[0], sizeof(other_names[0]) };
        const int i =
            names_find(&(const struct names){ names_of_rows, &names }, word, strcspn(word, "="));
        error_set(error, "no option '%s'", argument);
        return i < 0 ? append_meant(error, word)
                     : error_append(error, "; %s%s", other_names[i][1][0] == '-' ? "use " : "",
                                    other_names[i][1]);
    }
    bool *given = &reader->given[row - option_table];
    const char *const *next = (const char *const *) arguments->all + arguments->next;
    const int left = arguments->count - arguments->next;
    int count = 0; // of the arguments that belong to it
    if (row->kind == OPTION_WORDS) {
        while (count < left && (*next[count] || row->is_hidden) &&
               (row->max > 0 ? count < row->max : next[count][0] != '-'))
            count++;
        *(struct word_list *) (void *) ((char *) reader->options + row->offset) =
            (struct word_list){ next, count };
        if (value || count == 0 || count < row->min)
            return error_set(error, "--%s: needs names after it: --%s %s", row->name, row->name,
                             row->value);
    } else if (!row->value && value) {
        return error_set(error, "--%s takes no value", row->name);
    } else if (row->value && !value && !row->is_standalone) {
        const bool is_option =
            left > 0 && text_begins_with(*next, "--") && option_of_argument(*next, &value);
        if (left == 0 || is_option)
            return error_set(error, "--%s needs a value%s%s: --%s %s", row->name,
                             is_option ? " before " : "", is_option ? *next : "", row->name,
                             row->value);
        value = *next;
        count = 1;
    }
    arguments->next += count;
    // A line of a list may only have options of a picture; "help" must not end the program.
    const bool is_case = reader->options->mode == MODE_CASE;
    if (is_case && !(row->modes & IN_CASE))
        return error_set(error, "--%s is not for one picture of a list", row->name);
    if (is_case && value && strcmp(value, "help") == 0)
        return error_set(error, "a list of pictures gets no help; halation --%s help prints it",
                         row->name);
    if (row->value && !row->may_repeat && *given)
        return error_set(error, "--%s is given twice; leave one out", row->name);
    *given = true;
    return option_read_value(reader, row, value, error) || error_prefix(error, "--%s: ", row->name);
}

bool option_read_all(struct option_reader *reader, int argc, char *argv[], struct error *error)
{
    struct arguments arguments = { argc, 1, argv };
    // Like git and apt. A file named "help" is opened instead.
    if (argc > 1 && strcmp(argv[1], "help") == 0 && reader->options->mode != MODE_CASE &&
        !file_path_is_file(argv[1]))
        return argc > 3 ? error_set(error, "help explains one topic, and '%s' is another", argv[3])
                        : option_read_value(reader, option_find("help"), argc > 2 ? argv[2] : NULL,
                                            error);
    while (arguments.next < argc) {
        const int at = arguments.next;
        const char *value = NULL, *before = at > 1 ? argv[at - 1] : "";
        const struct option *last = before[0] == '-' ? option_of_argument(before, &value) : NULL;
        if (last && (!last->is_standalone || value))
            last = NULL; // it has its value, or needs none
        arguments.next += argv[at][0] != '-';
        if (argv[at][0] != '-' ? !take_stray(reader, argv[at], last, error)
                               : !read_option(reader, &arguments, error))
            return false;
    }
    return true;
}
