#include "app/command/option_drawn.h"

#include "app/bench/chains/sweep_size.h"
#include "app/command/describe/describe.h"
#include "app/command/option_asked.h"

#include <stdlib.h>
#include <string.h>

bool option_read_chain(struct option_reader *reader, const char *value, struct error *error)
{
    struct options *options = reader->options;
    if (option_is_help(value))
        exit(describe_run(describe_lists, "chains", options));
    if (options->draw.chain_count == OPTIONS_MAX_CHAINS)
        return error_set(error, "'%s' is one chain too many; up to %d may be given", value,
                         OPTIONS_MAX_CHAINS);
    options->draw.chain_texts[options->draw.chain_count++] = value;
    return preset_read_chain(&options->draw.chain, value, &options->draw.chain_name,
                             &options->draw.place, error);
}

bool option_read_scene(struct option_reader *reader, const char *value, struct error *error)
{
    if (option_is_help(value))
        exit(describe_run(describe_lists, "scenes", reader->options));
    size_t column = 0;
    if (scene_parse_at(&reader->options->draw.scene, value, &column, error))
        return true;
    if (image_has_ending(value) && !strchr(value, ':'))
        return error_set(error, "'%s' is the name of a file; did you mean --image %s?", value,
                         value);
    preset_set_place(&reader->options->draw.place, value, column);
    return false;
}

bool option_read_image(struct option_reader *reader, const char *value, struct error *error)
{
    const struct scene *scene = scene_find("image", strlen("image"));
    if (!scene)
        return error_set(error, "this build has no image scene");
    if (preset_has_ending(value))
        return error_set(error, "'%s' is the name of a chain; did you mean --chain @%s?", value,
                         value);
    const struct param *file = param_find(scene->params, "file", strlen("file"));
    struct scene_choice choice = { .scene = scene };
    param_set_defaults(scene->params, choice.params);
    if (!param_parse(file, choice.params, value, strlen(value), error))
        return false;
    reader->options->draw.scene = choice;
    return true;
}

bool option_read_size(struct option_reader *reader, const char *value, struct error *error)
{
    return sweep_size_parse(value, &reader->options->draw.width, &reader->options->draw.height,
                            error);
}

bool option_read_msaa(struct option_reader *reader, const char *value, struct error *error)
{
    static const char *const names[] = { "0", "2", "4", "8", "16", NULL };
    for (int i = 0; names[i]; i++) {
        if (strcmp(value, names[i]) == 0) {
            reader->options->draw.msaa = atoi(value);
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
            reader->options->draw.depth = atoi(value);
            return true;
        }
    return error_set(error, "'%s' must be 8 or 16, for a .exr 16 or 32", value);
}
