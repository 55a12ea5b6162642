#include "app/edit/edit.h"
#include "app/edit/preset.h"
#include "app/window/session/session.h"
#include "render/file/file_path.h"
#include "render/text/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the folders of the shaders

static void add_folder(struct reload *reload, const char *path, const char *name)
{
    char folder[4096];
    const int length = snprintf(folder, sizeof(folder), "%s/%s%s", path, name, *name ? "/" : "");
    if (reload->folder_count == RELOAD_MAX_FOLDERS || length >= (int) sizeof(folder) ||
        !file_path_is_folder(folder))
        return;
    reload->folders[reload->folder_count++] = memory_copy(folder);
}

// The shaders are in subdirectories, as in shaders/.
void reload_init(struct reload *reload, const char *shader_dir)
{
    const struct dirent *entry;
    DIR *directory = shader_dir ? opendir(shader_dir) : NULL;
    *reload = (struct reload){ 0 };
    if (!directory)
        return;
    add_folder(reload, shader_dir, "");
    while ((entry = readdir(directory)))
        if (entry->d_name[0] != '.')
            add_folder(reload, shader_dir, entry->d_name);
    closedir(directory);
}

void reload_finish(struct reload *reload)
{
    file_watch_finish(&reload->watch);
    for (int i = 0; i < reload->folder_count; i++)
        free(reload->folders[i]);
    *reload = (struct reload){ 0 };
}

// ---- files in use

static void add_file(struct reload *reload, enum message_cause cause, const char *path)
{
    if (!path[0] || reload->count == RELOAD_MAX_FILES)
        return;
    reload->causes[reload->count] = cause;
    reload->paths[reload->count++] = path;
}

static void add_steps(struct reload *reload, const struct chain *chain)
{
    chain_for_each(step, chain) {
        if (step->effect->file.path)
            add_file(reload, MESSAGE_EFFECT, step->effect->file.path);
        param_for_each(row, step->effect->params) {
            const char *path = step->off ? NULL : effect_path(row, step->params);
            add_file(reload, MESSAGE_FILE, path ? path : "");
        }
    }
}

static void list_files(struct reload *reload, const struct session *session,
                       const struct ui_state *ui)
{
    const struct renderer *renderer = &session->renderer;
    reload->count = 0;
    for (int i = 0; i < reload->folder_count; i++)
        add_file(reload, MESSAGE_SHADERS, reload->folders[i]);
    for (int i = 0; i <= ui->has_other; i++)
        add_file(reload, MESSAGE_CHAIN, ui->files[i]);
    add_file(reload, MESSAGE_IMAGE,
             scene_choice_file(scene_sync_current(&session->scene, renderer)));
    add_steps(reload, &renderer->side.chain);
    if (session->sides.shown)
        add_steps(reload, &session->sides.other.chain);
    file_watch_set(&reload->watch, reload->paths, reload->count);
}

// ---- reading again

// Prints the result; an error is shown until the file is fixed or no longer used. `place` may be
// NULL.
static void print_result(struct ui_state *ui, enum message_cause cause, bool done,
                         const char *words, const struct error *error,
                         const struct chain_place *place)
{
    message_resolve(&ui->message, cause);
    if (done) {
        ui_message(ui, "%s", words);
        return;
    }
    ui_error_at(ui, error, place ? place : &(struct chain_place){ 0 });
    message_persist(&ui->message, cause);
}

// The chain that is read becomes a state of the history, like any other change. The version that
// is known, for example since the window wrote it itself, changes nothing.
static void read_chain(struct ui_state *ui, int other)
{
    struct ui_origin *known = &ui->origins[other], read;
    struct chain_place place;
    struct error error;
    snprintf(read.text, sizeof(read.text), "@%s", ui->files[other]);
    read.is_read = preset_read_chain(&read.chain, read.text, NULL, &place, &error);
    const bool is_known = read.is_read && known->is_read && strcmp(known->text, read.text) == 0 &&
                          chain_equal(&known->chain, &read.chain);
    *known = read;
    if (is_known) {
        message_resolve(&ui->message, MESSAGE_CHAIN);
        return;
    }
    print_result(ui, MESSAGE_CHAIN, read.is_read, "the chain's file read again", &error, &place);
    if (!read.is_read)
        return;
    *(other ? &ui->other : &ui->chain) = read.chain;
    ui->preset = other ? ui->preset : -1;
    if (ui->step >= ui->chain.count)
        ui->step = ui->param = 0;
    ui_push_history(ui, false);
}

// Plans use the files that they were built with, so they are built again, as after a reload of
// shaders.
static bool read_files(struct session *session, struct error *error)
{
    if (!renderer_rebuild(&session->renderer, error))
        return false;
    session->shows_step = false;
    session->renderer.gpu.programs.reloads++;
    return sides_rebuild(&session->sides, &session->renderer, error);
}

// Reads an effect again, for the states to undo, too.
static void read_effect(struct ui_state *ui, const char *path)
{
    struct error error;
    const struct effect *effect = effect_of_file(path, &error);
    if (!effect || ui_replace_file(ui, effect))
        print_result(ui, MESSAGE_EFFECT, effect, "shader file read again", &error, NULL);
    else
        message_resolve(&ui->message, MESSAGE_EFFECT);
}

bool reload_update(struct reload *reload, struct session *session, struct ui_state *ui, double now)
{
    struct error error = { "" };
    bool is_used[MESSAGE_CAUSES] = { false }, is_written[MESSAGE_CAUSES] = { false };
    list_files(reload, session, ui);
    for (int i = 0; i < reload->count; i++)
        is_used[reload->causes[i]] = true;
    for (int cause = MESSAGE_FILE; cause <= MESSAGE_IMAGE; cause++)
        if (!is_used[cause])
            message_resolve(&ui->message, (enum message_cause) cause);
    if (!file_watch_poll(&reload->watch, now))
        return false;
    for (int i = 0; i < reload->count; i++) {
        const struct watched_file *file = &reload->watch.files[i];
        if (!file->is_written)
            continue;
        is_written[reload->causes[i]] = true;
        if (reload->causes[i] == MESSAGE_EFFECT)
            read_effect(ui, file->path);
        for (int side = 0; side <= ui->has_other; side++)
            if (reload->causes[i] == MESSAGE_CHAIN && strcmp(file->path, ui->files[side]) == 0)
                read_chain(ui, side);
    }
    if (is_written[MESSAGE_SHADERS])
        session_reload(session, ui);
    if (is_written[MESSAGE_FILE])
        print_result(ui, MESSAGE_FILE, read_files(session, &error), "file of a step read again",
                     &error, NULL);
    if (is_written[MESSAGE_FILE] || is_written[MESSAGE_EFFECT])
        session_free_old_files(session, ui);
    if (is_written[MESSAGE_IMAGE])
        scene_sync_reread(&session->scene, &session->renderer, ui);
    return true;
}

double reload_pause(const struct reload *reload)
{
    if (reload->count == 0)
        return 0.5;
    return file_watch_is_pending(&reload->watch) ? FILE_WATCH_QUIET / 2 : 0.1;
}
