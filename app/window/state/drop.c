#include "app/edit/edit.h"
#include "app/picture/retake.h"
#include "app/window/state/ui_state.h"
#include "effects/lut/lut.h"
#include "effects/palette/palette.h"
#include "render/file/file_path.h"
#include "render/shader_source.h"
#include "render/text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The state after the drop, and the message about it.
struct drop {
    struct chain chain;
    struct scene_choice scene;
    double time;
    int preset, step; // as in struct ui_state
    const char *file; // that the chain was read from; NULL: none
    char words[MESSAGE_SIZE];
    struct chain_place wrong; // in a chain's file
};

static PRINTF_LIKE(2, 3) void add_words(struct drop *drop, const char *format, ...)
{
    va_list arguments;
    size_t length = strlen(drop->words);
    if (length > 0)
        length += (size_t) snprintf(drop->words + length, sizeof(drop->words) - length, "; ");
    if (length >= sizeof(drop->words))
        return;
    va_start(arguments, format);
    vsnprintf(drop->words + length, sizeof(drop->words) - length, format, arguments);
    va_end(arguments);
}

// ---- taking them

// Replaces the image of the scene; its other parameters stay.
static bool take_picture(struct ui_state *ui, struct drop *drop, const char *path,
                         struct error *error)
{
    struct retake retake;
    struct scene_choice scene = drop->scene;
    const bool was_remade = strcmp(ui->remade, path) == 0;
    const bool is_fine = retake_read_texts(&retake, path, error);
    const bool is_reported = image_texts_find(&retake.texts, "chain") && !was_remade;
    if (is_reported && is_fine) {
        drop->chain = retake.chain;
        drop->scene = retake.scene;
        drop->time = retake.time;
        drop->file = NULL;
        drop->preset = -1;
        drop->step = 0;
        if (retake.changed)
            add_words(drop, "%s is not the file of then", retake.changed);
        char shaders[1024];
        if (retake_describe_shaders(&retake, shader_source_directory(), shaders, sizeof(shaders)))
            add_words(drop, "%s", shaders);
        add_words(drop, "as in %s; dropped once more it is seen as it is", file_path_name(path));
    }
    retake_finish(&retake);
    snprintf(ui->remade, sizeof(ui->remade), "%s", is_reported ? path : "");
    if (is_reported)
        return is_fine || error_append(error, "; dropped once more it is seen as it is");
    if (strcmp(scene.scene->name, "image") != 0 && !scene_parse(&scene, "image", error))
        return false;
    const struct param *row = param_find(scene.scene->params, "file");
    if (!param_parse(row, scene.params, path, strlen(path), error))
        return false;
    drop->scene = scene;
    add_words(drop, "the picture %s", file_path_name(path));
    return true;
}

static bool take_chain(struct drop *drop, const char *path, struct error *error)
{
    char text[UI_DROPPED_SIZE + 1];
    snprintf(text, sizeof(text), "@%s", path);
    if (!preset_read_chain(&drop->chain, text, NULL, &drop->wrong, error))
        return false;
    drop->file = path;
    drop->preset = -1;
    drop->step = 0;
    add_words(drop, "the chain %s", file_path_name(path));
    return true;
}

static const struct param *row_of(const struct chain_step *step, const char *key)
{
    return step->effect->read ? param_find(step->effect->params, key) : NULL;
}

// Sets a palette, or a table of colours: of the selected step if it has one, else of the last step
// that does, preferably one that is on, else of a step that is added.
static bool take_colours(struct drop *drop, const char *path, bool is_palette, struct error *error)
{
    struct chain *chain = &drop->chain;
    const char *key = is_palette ? "palette" : "file", *name = is_palette ? key : "table";
    const void *file = NULL;
    int step = -1;
    for (int i = 0; i < chain->count; i++)
        if (row_of(&chain->steps[i], key) &&
            (step < 0 || !chain->steps[i].off || chain->steps[step].off))
            step = i;
    if (drop->step < chain->count && row_of(&chain->steps[drop->step], key))
        step = drop->step;
    const bool is_added = step < 0;
    if (is_added) {
        step = is_palette ? chain->count - 1 : drop->step;
        if (!edit_steps_add(chain, is_palette ? &effect_dither : &effect_lut, &step, error))
            return error_prefix(error, "%s: no step has a %s: ", path, name);
    }
    struct chain_step *taker = &chain->steps[step];
    drop->step = step;
    taker->off = false;
    if (!param_parse(row_of(taker, key), taker->params, path, strlen(path), error) ||
        !taker->effect->read(taker->params, &file, error))
        return false;
    const int count = is_palette ? ((const struct palette *) file)->count
                                 : ((const struct lut_file *) file)->count;
    add_words(drop, "the %s %s, %d colour%s, of %s%s", name, file_path_name(path), count,
              text_plural(count), taker->effect->name, is_added ? ", which is added" : "");
    return true;
}

// Adds a step for a shader file after the selected one, or at the nearest valid place.
static bool take_effect(struct drop *drop, const char *path, struct error *error)
{
    const struct effect *effect = effect_of_file(path, error);
    if (!effect || !edit_steps_add(&drop->chain, effect, &drop->step, error))
        return false;
    add_words(drop, "added %s as step %d", effect->name, drop->step + 1);
    return true;
}

static bool take_file(struct ui_state *ui, struct drop *drop, enum file_kind kind, const char *path,
                      struct error *error)
{
    if (kind == FILE_PICTURE)
        return take_picture(ui, drop, path, error);
    if (kind == FILE_CHAIN)
        return take_chain(drop, path, error);
    if (kind == FILE_EFFECT)
        return take_effect(drop, path, error);
    return take_colours(drop, path, kind == FILE_PALETTE, error);
}

void ui_drop(struct ui_state *ui, char *const paths[], int count)
{
    struct drop drop = {
        .chain = ui->chain,
        .scene = ui->scene,
        .time = ui->time,
        .preset = ui->preset,
        .file = ui->files[0],
        .step = ui->step,
    };
    const char *last[FILE_KINDS] = { NULL }; // of each kind
    enum file_kind kind;
    struct error error, ignored;
    bool good = false; // at least one file is taken, and none has an error
    for (int i = 0; i < count; i++)
        if (file_kind_find(paths[i], &kind, &error)) {
            last[kind] = paths[i];
            good = true;
        }
    for (int k = 0; k < FILE_KINDS; k++)
        for (int i = 0; i < count && good; i++)
            if (file_kind_find(paths[i], &kind, &ignored) && (int) kind == k &&
                (kind == FILE_EFFECT || paths[i] == last[k]))
                good = take_file(ui, &drop, kind, paths[i], &error);
    if (!good) {
        ui_error_at(ui, &error, &drop.wrong);
        return;
    }
    for (int i = 0; i < count; i++)
        if (!file_kind_find(paths[i], &kind, &ignored) ||
            (kind != FILE_EFFECT && paths[i] != last[kind]))
            add_words(&drop, "without %s", file_path_name(paths[i]));
    const int param = ui->step == drop.step ? ui->param : 0;
    ui_set_chain(ui, &drop.chain, drop.preset, drop.file);
    ui->step = drop.step;
    ui->param = param;
    ui->scene = drop.scene;
    ui->time = drop.time;
    ui_message(ui, "%s", drop.words);
}
