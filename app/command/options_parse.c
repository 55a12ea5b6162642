#define LOG_MODULE "retake"
#include "app/command/options_parse.h"

#include "app/audit/audit.h"
#include "app/command/option.h"
#include "app/edit/preset.h"
#include "app/picture/capture_view.h"
#include "app/picture/retake.h"
#include "app/text/shell.h"
#include "effects/hook/shader_folder.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- a picture that says how it was made

// Names of texts in pictures that are values of the options with the same names.
static const char *const keys[] = { "size", "time", "frame",       "format",    "fuse",
                                    "msaa", "at",   "scene-scale", "hook-size", NULL };

// Records that the picture gives an option. Returns false if the command line has given it, or it
// does not apply to the mode.
static bool take(struct option_reader *reader, const char *name, const char *value)
{
    bool *given = option_given(reader, name);
    if (*given)
        return false;
    *given = option_works(reader, option_find(name));
    if (!*given)
        log_note("the picture was made with --%s %s, which does not go with what is asked for",
                 name, value);
    return *given;
}

// Sets the options that the picture of --from-screenshot has and the command line does not. Prints
// on stderr what it cannot repeat.
static bool apply_retake(struct option_reader *reader, const struct retake *retake,
                         struct error *error)
{
    static char values[ARRAY_COUNT(keys)][PARAM_PRINTED_SIZE]; // options point to them
    struct options *options = reader->options;
    const bool has_scene = option_has(reader, "scene") || option_has(reader, "image");
    const char *path = options->draw.retaken;
    if (reader->opened == path)
        log_note("%s is made again as it says; --image %s shows it as it is", path, path);
    const char *now = "halation " HALATION_VERSION;
    const char *then = image_texts_find(&retake->texts, "Software");
    const char *renderer_name = image_texts_find(&retake->texts, "renderer");
    const char *overlay = image_texts_find(&retake->texts, "overlay");
    if (!then || strcmp(then, now) != 0)
        log_warning("the picture was made by %s, and this is %s: it may come out another way",
                    then ? then : "a version that it does not say", now);
    if (renderer_name)
        log_note("the picture was drawn by %s", renderer_name);
    if (overlay)
        log_note("the picture has %s over it, which --overlay draws again", overlay);
    char shaders[1024];
    if (retake_describe_shaders(retake, options->draw.shader_dir, shaders, sizeof(shaders)))
        log_warning("%s: it may come out another way", shaders);
    if (take(reader, "chain", "")) {
        if (retake->changed)
            log_warning("%s is not the file that the picture was made with: it may come out "
                        "another way",
                        retake->changed);
        options->draw.chain = retake->chain;
        options->draw.chain_name = NULL;
    }
    if (!has_scene && take(reader, "scene", ""))
        options->draw.scene = retake->scene;
    if (retake->depth == 16 && option_works(reader, option_find("depth")) &&
        take(reader, "depth", "16"))
        options->draw.depth = retake->depth;
    for (int i = 0; keys[i]; i++) {
        const char *said = image_texts_find(&retake->texts, keys[i]);
        if (!said || !take(reader, keys[i], said))
            continue;
        snprintf(values[i], sizeof(values[i]), "%s", said);
        if (!option_read_value(reader, option_find(keys[i]), values[i], error))
            return error_prefix(error, "its %s: ", keys[i]);
    }
    return true;
}

// ---- defaults

void options_set_defaults(struct options *options)
{
    *options = (struct options){
        .draw.scene = { .scene = scenes[0] },
        .draw.msaa = -1,
        .draw.scene_scale = 1,
        .draw.hook_size = 1,
        .draw.gpu = -1,
        .window.vsync = 1,
        .draw.depth = 8,
        .picture.fps = 60,
        .picture.first_frame = -1,
        .bench.warmup = -1,
        .bench.fail_above = -1,
    };
    const char *directory = getenv("HALATION_SHADER_DIR");
    options->draw.shader_dir = directory && *directory ? directory : NULL;
    param_set_defaults(scenes[0]->params, options->draw.scene.params);
    param_set_defaults(audit_limit_rows, &options->audit.limits);
}

// Finishes a command line whose arguments are read.
static bool finish(struct option_reader *reader, struct error *error)
{
    const char *path = reader->options->draw.retaken;
    if (!option_choose_outputs(reader, error))
        return false;
    if (path && option_works(reader, option_find("from-screenshot"))) {
        const bool is_opened = reader->opened == path; // and no option names it
        struct retake retake = { 0 };
        const bool good =
            retake_read(&retake, path, error) &&
            (apply_retake(reader, &retake, error) || error_prefix(error, "%s: ", path));
        retake_finish(&retake);
        if (!good)
            return is_opened ? error_append(error, "; --image %s shows the picture as it is", path)
                             : error_prefix(error, "--from-screenshot: ");
    }
    if (!option_has(reader, "chain") && option_works(reader, option_find("chain"))) {
        struct draw_options *draw = &reader->options->draw;
        preset_read_chain(&draw->chain, "bloom", &draw->chain_name, NULL, error);
    }
    return option_check(reader, error);
}

// ---- from text

bool options_parse(struct options *options, int argc, char *argv[], struct error *error)
{
    options_set_defaults(options);
    struct option_reader reader = { .options = options };
    const struct option *effects_row = option_find("effects");
    for (int i = 1; i < argc; i++) { // these directories also apply to chains before them
        const char *value;
        if (argv[i][0] != '-' || option_of_argument(argv[i], &value) != effects_row)
            continue;
        value = value || i + 1 == argc ? value : argv[i + 1];
        if (value && !shader_folder_use(value, error))
            return error_prefix(error, "--effects: ");
    }
    return option_read_all(&reader, argc, argv, error) && finish(&reader, error);
}

bool options_parse_case(struct options *options, const char *path, const struct options *given,
                        int argc, char *argv[], struct error *error)
{
    options_set_defaults(options);
    options->mode = MODE_CASE;
    options->picture.path = path;
    options->draw.gpu = given->draw.gpu;
    options->draw.gl_debug = given->draw.gl_debug;
    options->draw.shader_dir = given->draw.shader_dir;
    options->draw.profile = PROFILE_OFF;
    struct option_reader reader = { .options = options };
    return option_read_all(&reader, argc, argv, error) && finish(&reader, error);
}

// ---- to text

// Writes the i-th value of an option as text, of a flag "". Returns false if there is none.
static bool print_value(const struct option *row, const struct options *options, int i, char *out,
                        size_t size)
{
    const void *field = (const char *) options + row->offset;
    const char *name = NULL;
    switch (row->kind) {
    case OPTION_OTHER:
        return row->print && row->print(options, i, out, size);
    case OPTION_FLAG:
        name = *(const bool *) field ? "" : NULL;
        break;
    case OPTION_TEXT:
        name = *(const char *const *) field;
        break;
    case OPTION_NUMBER:
        capture_describe_time(*(const double *) field, out);
        return i == 0;
    case OPTION_INT:
        snprintf(out, size, "%d", *(const int *) field);
        return i == 0;
    case OPTION_NAME: // an enum too
        name = row->values->at(row->values->set, *(const int *) field);
        break;
    default:
        for (int k = 0; (name = row->values->at(row->values->set, k)); k++)
            if (atoi(name) == *(const int *) field)
                break;
    }
    snprintf(out, size, "%s", name ? name : "");
    return i == 0 && name;
}

int options_print(const struct options *options, char *out, size_t size)
{
    // These only affect how the window starts.
    static const char *const left_out[] = { "from-screenshot", "restore", "effects",
                                            "verbose",         "quiet",   NULL };
    const struct names names = { names_of_array, left_out };
    struct step_writer writer = { .out = out, .size = size };
    struct options plain;
    options_set_defaults(&plain);
    step_write(&writer, "halation");
    for (const struct option *row = option_table; row->name; row++) {
        char value[CHAIN_TEXT_SIZE], usual[CHAIN_TEXT_SIZE], quoted[4 * CHAIN_TEXT_SIZE];
        const bool is_written =
            row->modes & IN_WINDOW && names_find(&names, row->name, strlen(row->name)) < 0;
        for (int i = 0; is_written && print_value(row, options, i, value, sizeof(value)); i++) {
            if (print_value(row, &plain, i, usual, sizeof(usual)) && strcmp(value, usual) == 0)
                continue;
            shell_quote(value, quoted, sizeof(quoted));
            step_writef(&writer, row->value ? " --%s %s" : " --%s", row->name, quoted);
        }
    }
    return writer.length;
}
