#include "app/golden/golden_default.h"

#include "app/edit/preset.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "effects/palette/palette.h"
#include "effects/pointwise/pointwise.h"
#include "render/file/output_file.h"
#include "render/scene/scene.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char fixed[] = "--size 480x270 --msaa 4 --time 1.5";

static bool is_coarse_dither(const struct chain_step *step)
{
    const struct dither_params *params = (const void *) step->params;
    return palette_is_given(params->palette) || (params->bits >= 1 && params->bits < 8);
}

// Whether the picture is of few colours: where a driver rounds another way, dots move.
static bool is_of_dots(const char *preset)
{
    struct chain chain;
    struct error error;
    const bool good = preset_read_chain(&chain, preset, NULL, NULL, &error);
    assert(good);
    (void) good;
    for (int i = 0; i < chain.count; i++)
        if (chain.steps[i].effect == &effect_error_diffusion ||
            (chain.steps[i].effect == &effect_dither && is_coarse_dither(&chain.steps[i])))
            return true;
    return false;
}

static void print_presets(FILE *out)
{
    for (int i = 0; i < preset_count(); i++) {
        const char *name = preset_name(i);
        fprintf(out, "%s: --chain %s %s --tolerance %s\n", name, name, fixed,
                is_of_dots(name) ? "dithered" : "perceptual");
    }
}

static bool needs_file(const struct scene *scene)
{
    return scene->params && param_find(scene->params, "file", strlen("file"));
}

static void print_scenes(FILE *out)
{
    for (int i = 0; scenes[i]; i++)
        if (!needs_file(scenes[i]))
            fprintf(out, "scene_%s: --scene %s --chain dual %s --tolerance driver\n",
                    scenes[i]->name, scenes[i]->name, fixed);
}

bool golden_default_write(const char *path, struct error *error)
{
    struct output_file file;
    if (!output_file_open(&file, path, error))
        return false;
    fputs("# Pictures that are known to be good: a name, and the options that make it. halation\n"
          "# --verify draws them again; --record draws those that are not there yet.\n\n",
          file.stream);
    print_presets(file.stream);
    putc('\n', file.stream);
    print_scenes(file.stream);
    return output_file_close(&file, error);
}
