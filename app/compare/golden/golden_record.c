#include "app/compare/golden/golden.h"
#include "app/compare/golden/golden_list.h"
#include "app/lab/edit/preset.h"
#include "app/lab/text/complain.h"
#include "app/lab/text/progress.h"
#include "app/picture/capture.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "effects/palette/palette.h"
#include "effects/pointwise/pointwise.h"
#include "render/file/file_path.h"
#include "render/file/output_file.h"
#include "render/scene/scene.h"
#include "render/text/error.h"
#include "render/text/log.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- golden default

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

// Writes the list that a folder begins with: every preset on the icosahedra and every scene through
// `dual`, in a size and with samples that depend on no machine. False with the reason.
static bool golden_default_write(const char *path, struct error *error)
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

// ---- golden record

static bool begin_list(const char *folder, struct error *error)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(error, "cannot make the folder %s: %s", folder, strerror(errno));
    if (golden_list_exists(folder))
        return true;
    char *path = file_path_join(folder, "cases.txt");
    const bool written = golden_default_write(path, error);
    if (written)
        complain_if_unwritten(true, path, NULL);
    free(path);
    return written;
}

static bool is_there(const struct golden_case *one)
{
    struct stat status;
    return stat(one->path, &status) == 0;
}

// Returns the exit status of the first that cannot be drawn. What was drawn before it stays.
static int record_all(const struct golden_list *list, const struct options *options)
{
    int recorded = 0, there = 0, status = EXIT_SUCCESS;
    struct error error;
    struct progress progress;
    progress_begin(&progress, "drawing picture", list->count);
    for (int i = 0; i < list->count && status == EXIT_SUCCESS; i++) {
        const struct golden_case *one = &list->all[i];
        if (!golden_list_takes(options, i))
            continue;
        if (is_there(one)) {
            there++;
            continue;
        }
        progress_name(&progress, i, one->file);
        status = capture_picture(&one->options, &error);
        progress_clear();
        if (status == EXIT_SUCCESS) {
            printf("recorded %s\n", one->file);
            recorded++;
        } else {
            error_prefix(&error, "%s:%d: ", list->path, one->line);
            complain(status, &error);
        }
    }
    progress_end(&progress);
    if (status == EXIT_SUCCESS)
        printf("\n%d recorded, %d were there; --verify compares them, --accept replaces one\n",
               recorded, there);
    return status;
}

int golden_record(const struct options *options)
{
    struct golden_list list = { 0 };
    struct error error;
    int status = EXIT_USAGE;
    if (begin_list(options->golden.folder, &error) &&
        golden_list_read(&list, options->golden.folder, options, &error)) {
        status = record_all(&list, options);
    } else {
        complain(status, &error);
    }
    golden_list_finish(&list);
    return status;
}
