#define LOG_MODULE "retake"
#include "app/command/option_retake.h"

#include "app/command/option_reader.h"
#include "app/picture/retake.h"
#include "render/text/log.h"

#include <stdio.h>
#include <string.h>

// The texts that are values of the options of that name.
static const char *const keys[] = { "size", "time", "format",      "fuse",
                                    "msaa", "at",   "scene-scale", NULL };

static const struct option *find(const struct option_reader *reader, const char *name)
{
    const struct option *row = reader->rows;
    while (strcmp(row->name, name) != 0)
        row++;
    return row;
}

static bool works_here(const struct option_reader *reader, const struct option *row)
{
    return row->modes == 0 || row->modes >> reader->options->mode & 1;
}

// Notes that an option is given by the picture. False where the command line has given it, or it
// does not go with what is asked for.
static bool take(struct option_reader *reader, const char *name, const char *value)
{
    const struct option *row = find(reader, name);
    bool *given = &reader->given[row - reader->rows];
    if (*given)
        return false;
    if (!works_here(reader, row))
        log_note("the picture was made with --%s %s, which does not go with what is asked for",
                 name, value);
    *given = works_here(reader, row);
    return *given;
}

static bool take_texts(struct option_reader *reader, const struct image_texts *texts,
                       struct error *error)
{
    static char values[sizeof(keys) / sizeof(keys[0])][PARAM_PRINTED_SIZE]; // options point to them
    for (int i = 0; keys[i]; i++) {
        const char *said = image_texts_find(texts, keys[i]);
        if (!said || !take(reader, keys[i], said))
            continue;
        snprintf(values[i], sizeof(values[i]), "%s", said);
        if (!option_row_read(find(reader, keys[i]), reader, values[i], error))
            return error_prefix(error, "its %s: ", keys[i]);
    }
    return true;
}

static void take_depth(struct option_reader *reader, int depth)
{
    if (depth == 16 && works_here(reader, find(reader, "depth")) && take(reader, "depth", "16"))
        reader->options->depth = depth;
}

static void tell_version(const struct image_texts *texts)
{
    const char *now = "halation " HALATION_VERSION, *then = image_texts_find(texts, "Software");
    const char *renderer = image_texts_find(texts, "renderer");
    if (!then || strcmp(then, now) != 0)
        log_warning("the picture was made by %s, and this is %s: it may come out another way",
                    then ? then : "a version that it does not say", now);
    if (renderer)
        log_note("the picture was drawn by %s", renderer);
    if (image_texts_find(texts, "overlay"))
        log_note("the picture has %s over it, which --overlay draws anew",
                 image_texts_find(texts, "overlay"));
}

static bool follow(struct option_reader *reader, const struct retake *retake, struct error *error)
{
    struct options *options = reader->options;
    const bool has_scene = option_reader_has(reader, "scene") || option_reader_has(reader, "image");
    if (reader->opened == options->retaken)
        log_note("%s is made again as it says; --image %s shows it as it is", options->retaken,
                 options->retaken);
    tell_version(&retake->texts);
    if (take(reader, "chain", "")) {
        options->chain = retake->chain;
        options->chain_name = NULL;
    }
    if (!has_scene && take(reader, "scene", ""))
        options->scene = retake->scene;
    take_depth(reader, retake->depth);
    return take_texts(reader, &retake->texts, error);
}

bool option_retake(struct option_reader *reader, struct error *error)
{
    const char *path = reader->options->retaken;
    const bool is_opened = reader->opened == path; // and no option names it
    struct retake retake = { 0 };
    if (!path || !works_here(reader, find(reader, "from-screenshot")))
        return true;
    const bool good = retake_read(&retake, path, error) &&
                      (follow(reader, &retake, error) || error_prefix(error, "%s: ", path));
    if (!good && is_opened)
        error_append(error, "; --image %s shows the picture as it is", path);
    retake_finish(&retake);
    return good || (!is_opened && error_prefix(error, "--from-screenshot: "));
}
