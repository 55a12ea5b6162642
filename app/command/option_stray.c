#include "app/command/option_stray.h"

#include "app/command/option_drawn.h"
#include "app/lab/edit/chain_file.h"
#include "app/lab/edit/preset.h"
#include "app/picture/retake.h"
#include "render/image/image.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Suggests --bench=blurs for "--bench blur".
static bool suggest_value(struct error *error, const char *argument, const struct option *last)
{
    const char *near = names_nearest(last->values, argument, strlen(argument));
    if (near)
        return error_set(error, "unexpected argument '%s'; did you mean --%s=%s?", argument,
                         last->name, near);
    return error_set(error, "unexpected argument '%s'; the value of --%s follows '=': --%s=%s",
                     argument, last->name, last->name, last->value);
}

static const char *scene_at(const void *set, int i)
{
    const struct scene *const *all = set;
    return all[i] ? all[i]->name : NULL;
}

static bool is_one_of(const struct names *names, const char *word, size_t length)
{
    const char *name;
    for (int i = 0; (name = names->at(names->set, i)); i++)
        if (strlen(name) == length && memcmp(name, word, length) == 0)
            return true;
    return false;
}

// What other programs call it.
static const char *find_other_name(const char *word, size_t length)
{
    static const char *const rows[][2] = {
        { "benchmark", "bench" }, { "duration", "frames" },
        { "effect", "chain" },    { "file", "image" },
        { "height", "size" },     { "in", "image" },
        { "input", "image" },     { "iterations", "samples" },
        { "json", "results" },    { "o", "screenshot" },
        { "out", "screenshot" },  { "picture", "image" },
        { "preset", "chain" },    { "q", "quiet" },
        { "repeat", "samples" },  { "resolution", "size" },
        { "redraw", "vsync" },    { "runs", "samples" },
        { "silent", "quiet" },    { "v", "verbose" },
        { "V", "version" },       { "wide", "verbose" },
        { "width", "size" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strlen(rows[i][0]) == length && memcmp(rows[i][0], word, length) == 0)
            return rows[i][1];
    return NULL;
}

// Appends the name that is the word's first, or the only near one, with the option that takes it.
// The rest of the word goes with a name that is right.
static bool append_meant(struct error *error, const struct option rows[], const char *word)
{
    const struct names sets[] = { preset_words, { scene_at, scenes }, { option_row_name, rows } };
    static const char *const before[] = { "--chain ", "--scene ", "--" };
    enum { SETS = sizeof(sets) / sizeof(sets[0]) };
    const size_t length = strcspn(word, ":,= \t\n");
    for (int i = 0; i < SETS; i++)
        if (is_one_of(&sets[i], word, length))
            return error_append(error, "; did you mean %s%s?", before[i], word);
    for (int i = SETS - 1; i >= 0; i--) {
        const char *near = names_nearest(&sets[i], word, length);
        if (near)
            return error_append(error, "; did you mean %s%s?", before[i], near);
    }
    return error_append(error, "; options begin with --, --help lists them");
}

bool option_unknown(const struct option rows[], const char *argument, struct error *error)
{
    const char *word = argument + strspn(argument, "-");
    const char *other = find_other_name(word, strcspn(word, "="));
    error_set(error, "no option '%s'", argument);
    return other ? error_append(error, "; did you mean --%s?", other)
                 : append_meant(error, rows, word);
}

// ---- files

static const struct option *find_row(const struct option_reader *reader, const char *name)
{
    const struct option *row = reader->rows;
    while (strcmp(row->name, name) != 0)
        row++;
    return row;
}

static bool *given(struct option_reader *reader, const char *name)
{
    return &reader->given[find_row(reader, name) - reader->rows];
}

static bool is_retake(const char *path, bool *is_told, struct error *error)
{
    struct image_texts texts = { 0 };
    const bool good = image_read_texts(&texts, path, error);
    *is_told = good && image_texts_find(&texts, "chain");
    image_texts_finish(&texts);
    return good;
}

static bool open_picture(struct option_reader *reader, const char *path, struct error *error)
{
    bool is_told;
    bool *image = given(reader, "image"), *retaken = given(reader, "from-screenshot");
    if (*image || *retaken)
        return error_set(error, "'%s' is one picture too many; --compare A B compares two", path);
    if (!is_retake(path, &is_told, error))
        return false;
    if (!is_told)
        return *image = option_read_image(reader, path, error);
    reader->options->draw.retaken = path;
    return *retaken = true;
}

static bool open_chain(struct option_reader *reader, const char *path, struct error *error)
{
    static char texts[OPTIONS_MAX_CHAINS][CHAIN_FILE_PATH_SIZE]; // options point to them
    const int i = reader->options->draw.chain_count;
    if (i == OPTIONS_MAX_CHAINS || strlen(path) + 1 >= sizeof(texts[0]))
        return error_set(error, "'%s' is one chain too many, or too long a name", path);
    snprintf(texts[i], sizeof(texts[i]), "@%s", path);
    return *given(reader, "chain") = option_read_chain(reader, texts[i], error);
}

static bool open_file(struct option_reader *reader, const char *path, struct error *error)
{
    enum file_kind kind;
    reader->opened = path;
    if (!file_kind_find(path, &kind, error))
        return false;
    if (kind == FILE_PALETTE)
        return error_set(error,
                         "%s: a palette, which a step takes: --chain "
                         "tonemap,dither:palette=%s",
                         path, path);
    return kind == FILE_CHAIN ? open_chain(reader, path, error) : open_picture(reader, path, error);
}

static bool is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

// Whether a word that names no file can only have been meant as one.
static bool is_file_name(const char *word)
{
    const bool has_dot = strchr(word, '.') && !strpbrk(word, ":,=");
    return has_dot || preset_has_ending(word) || strchr(word, '/');
}

// Whether a mode that is chosen already opens nothing beside what it is given.
static bool is_for_nothing(enum mode mode)
{
    return mode == MODE_CASE || mode == MODE_COMPARE || mode == MODE_RECORD ||
           mode == MODE_VERIFY || mode == MODE_LIST;
}

bool option_stray(struct option_reader *reader, const char *argument, const struct option *last,
                  struct error *error)
{
    const bool opens = !is_for_nothing(reader->options->mode);
    const bool is_value =
        last && !strchr(argument, '.') && names_nearest(last->values, argument, strlen(argument));
    if (opens && !is_value && is_there(argument))
        return open_file(reader, argument, error);
    if (last)
        return suggest_value(error, argument, last);
    if (opens && is_file_name(argument))
        return error_set(error, "no file '%s' to open", argument);
    error_set(error, "unexpected argument '%s'", argument);
    if (!opens && reader->mode_option)
        return error_append(error, " beside --%s %s", reader->mode_option,
                            find_row(reader, reader->mode_option)->value);
    if (strspn(argument, "0123456789.") == strlen(argument))
        return error_append(error, "; where an option takes several numbers, ',' separates them");
    return append_meant(error, reader->rows, argument);
}
