#include "app/command/option_drawn.h"

#include "app/command/option_asked.h"
#include "app/describe/describe.h"

#include <stdlib.h>
#include <string.h>

bool option_read_chain(struct option_reader *reader, const char *value, struct error *error)
{
    struct options *options = reader->options;
    if (option_is_help(value))
        exit(describe_run(describe_lists, "chains", options));
    if (options->chain_count == OPTIONS_MAX_CHAINS)
        return error_set(error, "'%s' is one chain too many; up to %d may be given", value,
                         OPTIONS_MAX_CHAINS);
    options->chain_texts[options->chain_count++] = value;
    return preset_read_chain(&options->chain, value, &options->chain_name, &options->place, error);
}

bool option_read_scene(struct option_reader *reader, const char *value, struct error *error)
{
    if (option_is_help(value))
        exit(describe_run(describe_lists, "scenes", reader->options));
    return scene_parse(&reader->options->scene, value, error);
}

bool option_read_image(struct option_reader *reader, const char *value, struct error *error)
{
    const struct scene *scene = scene_find("image", strlen("image"));
    if (!scene)
        return error_set(error, "this build has no image scene");
    const struct param *file = param_find(scene->params, "file", strlen("file"));
    struct scene_choice choice = { .scene = scene };
    param_set_defaults(scene->params, choice.params);
    if (!param_parse(file, choice.params, value, strlen(value), error))
        return false;
    reader->options->scene = choice;
    return true;
}

static bool read_side(const char **text, int *side)
{
    char *end;
    const bool digit = **text >= '0' && **text <= '9';
    const long number = digit ? strtol(*text, &end, 10) : 0;
    if (number < 1 || number > IMAGE_MAX_SIDE)
        return false;
    *text = end;
    *side = (int) number;
    return true;
}

bool option_read_size(struct option_reader *reader, const char *value, struct error *error)
{
    const char *at = value;
    int width, height;
    if (!read_side(&at, &width) || *at++ != 'x' || !read_side(&at, &height) || *at)
        return error_set(error, "'%s' must be WIDTHxHEIGHT, each 1 to %d, such as 1280x720", value,
                         IMAGE_MAX_SIDE);
    reader->options->width = width;
    reader->options->height = height;
    return true;
}

bool option_read_msaa(struct option_reader *reader, const char *value, struct error *error)
{
    static const char *const names[] = { "0", "2", "4", "8", "16", NULL };
    for (int i = 0; names[i]; i++) {
        if (strcmp(value, names[i]) == 0) {
            reader->options->msaa = atoi(value);
            return true;
        }
    }
    return error_set(error, "'%s' must be 0, 2, 4, 8 or 16", value);
}

bool option_read_depth(struct option_reader *reader, const char *value, struct error *error)
{
    static const char *const names[] = { "8", "16", "32", NULL };
    for (int i = 0; names[i]; i++)
        if (strcmp(value, names[i]) == 0) {
            reader->options->depth = atoi(value);
            return true;
        }
    return error_set(error, "'%s' must be 8 or 16, for a .exr 16 or 32", value);
}
