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

// The files of a drop, by kind. Only the last file of each kind is used, except that all shader
// files are.
struct dropped {
    char *const *paths;
    int count;
    const char *last[FILE_KINDS]; // NULL: none
    int counts[FILE_KINDS];
    const char *refused;
    struct error why;
};

// The state after the drop, and the message about it.
struct taken {
    struct chain chain;
    struct scene_choice scene;
    double time;
    int preset, step; // as in struct ui_state
    const char *file; // that the chain was read from; NULL: none
    char words[MESSAGE_SIZE];
    struct chain_place wrong; // in a chain's file
};

static PRINTF_LIKE(2, 3) void add_words(struct taken *taken, const char *format, ...)
{
    va_list arguments;
    size_t length = strlen(taken->words);
    if (length > 0)
        length += (size_t) snprintf(taken->words + length, sizeof(taken->words) - length, "; ");
    if (length >= sizeof(taken->words))
        return;
    va_start(arguments, format);
    vsnprintf(taken->words + length, sizeof(taken->words) - length, format, arguments);
    va_end(arguments);
}

// ---- taking them

// Replaces the image of the scene; its other parameters stay.
static bool take_picture(struct ui_state *ui, struct taken *taken, const char *path,
                         struct error *error)
{
    struct retake retake;
    struct scene_choice scene = taken->scene;
    const bool was_remade = strcmp(ui->remade, path) == 0;
    const bool is_fine = retake_read_texts(&retake, path, error);
    const bool is_reported = image_texts_find(&retake.texts, "chain") && !was_remade;
    if (is_reported && is_fine) {
        taken->chain = retake.chain;
        taken->scene = retake.scene;
        taken->time = retake.time;
        taken->file = NULL;
        taken->preset = -1;
        taken->step = 0;
        if (retake.changed)
            add_words(taken, "%s is not the file of then", retake.changed);
        char shaders[1024];
        if (retake_describe_shaders(&retake, shader_source_directory(), shaders, sizeof(shaders)))
            add_words(taken, "%s", shaders);
        add_words(taken, "as in %s; dropped once more it is seen as it is", file_path_name(path));
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
    taken->scene = scene;
    add_words(taken, "the picture %s", file_path_name(path));
    return true;
}

static bool take_chain(struct taken *taken, const char *path, struct error *error)
{
    char text[UI_DROPPED_SIZE + 1];
    snprintf(text, sizeof(text), "@%s", path);
    if (!preset_read_chain(&taken->chain, text, NULL, &taken->wrong, error))
        return false;
    taken->file = path;
    taken->preset = -1;
    taken->step = 0;
    add_words(taken, "the chain %s", file_path_name(path));
    return true;
}

static const struct param *row_of(const struct chain_step *step, const char *key)
{
    return step->effect->read ? param_find(step->effect->params, key) : NULL;
}

// Returns the selected step if it has that parameter, else the last step that has it; -1: there is
// none. Steps that are on are preferred.
static int find_step(const struct chain *chain, int selected, const char *key)
{
    if (selected < chain->count && row_of(&chain->steps[selected], key))
        return selected;
    for (int off = 0; off < 2; off++)
        for (int i = chain->count - 1; i >= 0; i--)
            if (chain->steps[i].off == off && row_of(&chain->steps[i], key))
                return i;
    return -1;
}

// Sets the path of a step; if `step` is -1, adds a dither at the end for it. Returns the value that
// was read; NULL with the error.
static const void *give_file(struct taken *taken, int step, const char *path, const char *key,
                             struct error *error)
{
    const bool is_palette = strcmp(key, "palette") == 0;
    const void *file = NULL;
    taken->step = step >= 0 ? step : is_palette ? taken->chain.count - 1 : taken->step;
    if (step < 0 && !edit_steps_add(&taken->chain, is_palette ? &effect_dither : &effect_lut,
                                    &taken->step, error)) {
        error_prefix(error, "%s: no step has a %s: ", path, is_palette ? key : "table");
        return NULL;
    }
    struct chain_step *taker = &taken->chain.steps[taken->step];
    taker->off = false;
    return param_parse(row_of(taker, key), taker->params, path, strlen(path), error) &&
                   taker->effect->read(taker->params, &file, error)
               ? file
               : NULL;
}

// Sets a palette, or a table of colours.
static bool take_colours(struct taken *taken, const char *path, bool is_palette,
                         struct error *error)
{
    const char *key = is_palette ? "palette" : "file";
    const int step = find_step(&taken->chain, taken->step, key);
    const void *file = give_file(taken, step, path, key, error);
    if (!file)
        return false;
    const int count = is_palette ? ((const struct palette *) file)->count
                                 : ((const struct lut_file *) file)->count;
    add_words(taken, "the %s %s, %d colour%s, of %s%s", is_palette ? key : "table",
              file_path_name(path), count, text_plural(count),
              taken->chain.steps[taken->step].effect->name, step < 0 ? ", which is added" : "");
    return true;
}

// Adds a step for each shader file after the selected one, or at the nearest valid place.
static bool take_effects(struct taken *taken, const struct dropped *dropped, struct error *error)
{
    for (int i = 0; i < dropped->count; i++) {
        enum file_kind kind = FILE_PICTURE;
        const char *path = dropped->paths[i];
        if (!file_kind_find(path, &kind, error) || kind != FILE_EFFECT)
            continue;
        const struct effect *effect = effect_of_file(path, error);
        if (!effect || !edit_steps_add(&taken->chain, effect, &taken->step, error))
            return false;
        if (dropped->counts[FILE_EFFECT] > 1)
            add_words(taken, "added %s", effect->name);
        else
            add_words(taken, "added %s as step %d", effect->name, taken->step + 1);
    }
    return true;
}

static bool take_all(struct ui_state *ui, struct taken *taken, const struct dropped *dropped,
                     struct error *error)
{
    static const char *const kinds[] = { "pictures", "chains", "palettes", "tables" };
    for (int kind = 0; kind < FILE_EFFECT; kind++) {
        const char *path = dropped->last[kind];
        if (dropped->counts[kind] > 1)
            add_words(taken, "the last of %d %s", dropped->counts[kind], kinds[kind]);
        const bool is_fine = !path                  ? true
                             : kind == FILE_PICTURE ? take_picture(ui, taken, path, error)
                             : kind == FILE_CHAIN
                                 ? take_chain(taken, path, error)
                                 : take_colours(taken, path, kind == FILE_PALETTE, error);
        if (!is_fine)
            return false;
    }
    if (!take_effects(taken, dropped, error))
        return false;
    if (dropped->refused)
        add_words(taken, "without %s", file_path_name(dropped->refused));
    return true;
}

void ui_drop(struct ui_state *ui, char *const paths[], int count)
{
    struct dropped dropped = { .paths = paths, .count = count };
    struct error error;
    struct taken taken = {
        .chain = ui->chain,
        .scene = ui->scene,
        .time = ui->time,
        .preset = ui->preset,
        .file = ui->files[0],
        .step = ui->step,
    };
    for (int i = 0; i < count; i++) {
        enum file_kind kind = FILE_PICTURE;
        if (file_kind_find(paths[i], &kind, &error)) {
            dropped.last[kind] = paths[i];
            dropped.counts[kind]++;
        } else if (!dropped.refused) {
            dropped.refused = paths[i];
            dropped.why = error;
        }
    }
    bool is_any = false;
    for (int kind = 0; kind < FILE_KINDS; kind++)
        is_any |= dropped.last[kind] != NULL;
    if (!is_any) {
        ui_error(ui, &dropped.why);
    } else if (!take_all(ui, &taken, &dropped, &error)) {
        ui_error_at(ui, &error, &taken.wrong);
    } else {
        const int param = ui->step == taken.step ? ui->param : 0;
        ui_take(ui, &taken.chain, taken.preset, taken.file);
        ui->step = taken.step;
        ui->param = param;
        ui->scene = taken.scene;
        ui->time = taken.time;
        ui_message(ui, "%s", taken.words);
    }
}
