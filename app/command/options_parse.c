#include "app/command/options_parse.h"

#include "app/command/option_reader.h"
#include "app/command/option_retake.h"
#include "app/command/option_table.h"
#include "app/command/options_check.h"

#include <assert.h>
#include <stdlib.h>

void options_set_defaults(struct options *options)
{
    *options = (struct options){
        .scene = { .scene = scenes[0] },
        .msaa = -1,
        .scene_scale = 1,
        .gpu = -1,
        .vsync = true,
        .depth = 8,
        .fps = 60,
        .first_frame = -1,
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

bool options_parse(struct options *options, int argc, char *argv[], struct error *error)
{
    options_set_defaults(options);
    struct option_reader reader = { .rows = option_table, .options = options };
    return option_reader_read(&reader, argc, argv, error) && option_retake(&reader, error) &&
           options_check(&reader, error);
}

bool options_parse_case(struct options *options, const char *path, const struct options *given,
                        int argc, char *argv[], struct error *error)
{
    options_set_defaults(options);
    options->mode = MODE_CASE;
    options->path = path;
    options->gpu = given->gpu;
    options->gl_debug = given->gl_debug;
    options->shader_dir = given->shader_dir;
    options->profile = PROFILE_OFF;
    struct option_reader reader = { .rows = option_table, .options = options };
    return option_reader_read(&reader, argc, argv, error) && options_check(&reader, error);
}
