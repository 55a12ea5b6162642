#define LOG_MODULE "window"
#include "app/window/session/background/background.h"
#include "render/file/file_path.h"
#include "render/file/output_file.h"
#include "render/file/text_file.h"
#include "render/file/user_folder.h"
#include "render/gpu.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 1024 };

static const double longest_frame = 2; // seconds, of the first frame with a new text
static const char save_folder[] = "halation_shaders";

// ---- the text that would be lost

// Finds the file of a window in the state folder, which has the text last typed in it.
static bool find_typed(long process, char path[static PATH_SIZE])
{
    char name[64];
    snprintf(name, sizeof(name), "typed_%ld.glsl", process);
    return user_folder_path(USER_FOLDER_STATE, name, path, PATH_SIZE);
}

static bool write_text(const char *path, const char *text, bool skips_sync, struct error *error)
{
    struct output_file file;
    if (!user_folder_make(path, error) || !output_file_open(&file, path, error))
        return false;
    file.skips_sync = skips_sync;
    fputs(text, file.stream);
    return output_file_close(&file, error);
}

static void write_typed(const struct source_edit *edit)
{
    char path[PATH_SIZE];
    struct error error = { "neither XDG_STATE_HOME nor HOME names a folder" };
    if (!find_typed(getpid(), path) || !write_text(path, edit->typed, true, &error))
        log_debug("a text that is typed cannot be stored: %s", error.text);
}

void source_edits_forget_lost(void)
{
    char path[PATH_SIZE];
    if (find_typed(getpid(), path))
        unlink(path);
}

void source_edits_show_lost(struct ui_state *ui)
{
    char path[PATH_SIZE], lost[PATH_SIZE];
    const struct dirent *entry;
    DIR *folder = user_folder_path(USER_FOLDER_STATE, "", path, PATH_SIZE) ? opendir(path) : NULL;
    while (folder && (entry = readdir(folder))) {
        long process;
        char end;
        if (sscanf(entry->d_name, "typed_%ld.gls%c", &process, &end) != 2 ||
            kill((pid_t) process, 0) == 0 || !find_typed(process, path) ||
            !user_folder_path(USER_FOLDER_STATE, "lost.glsl", lost, PATH_SIZE) ||
            rename(path, lost) != 0)
            continue;
        ui_message(ui, "a window ended with a shader that was not saved; it is in %s", lost);
        message_linger(&ui->message);
    }
    if (folder)
        closedir(folder);
}

// ---- the list

static int find_edit(const struct source_edits *edits, const char *file)
{
    for (int i = 0; i < edits->count; i++)
        if (strcmp(edits->all[i].file, file) == 0)
            return i;
    return -1;
}

static void replace(char **text, const char *by)
{
    char *copy = by ? memory_copy(by) : NULL;
    free(*text);
    *text = copy;
}

static void update_read(struct source_edits *edits)
{
    for (int i = 0; i < edits->count; i++) {
        struct source_edit *edit = &edits->all[i];
        edits->read[i] = (struct shader_edit){ edit->file, edit->is_bad ? edit->drawn : edit->typed,
                                               edit->is_user_shader };
    }
    edits->read[edits->count] = (struct shader_edit){ 0 };
    shader_source_set_edits(edits->read);
}

static void read_again(struct source_edits *edits, const struct source_edit *edit)
{
    edits->is_file_unread = edits->is_file_unread || edit->is_user_shader;
    edits->is_shader_unread = edits->is_shader_unread || !edit->is_user_shader;
}

static void drop_edit(struct source_edits *edits, int i)
{
    struct source_edit *edit = &edits->all[i];
    read_again(edits, edit);
    free(edit->typed);
    free(edit->drawn);
    free(edit->saved);
    *edit = edits->all[--edits->count];
    edits->error.text[0] = '\0';
    update_read(edits);
}

void source_edits_finish(struct source_edits *edits)
{
    while (edits->count > 0)
        drop_edit(edits, 0);
    shader_source_set_edits(NULL);
}

// Returns the text of the file without the edits; NULL: it cannot be read.
static char *read_file(const struct source_edits *edits, const char *file, bool is_user_shader)
{
    struct error ignored;
    if (is_user_shader)
        return text_file_read(file, "shader", SHADER_SOURCE_MAX_BYTES, &ignored);
    shader_source_set_edits(NULL);
    char *text = shader_source_read(file, &ignored);
    shader_source_set_edits(edits->read);
    return text;
}

const char *source_edits_text(const struct source_edits *edits, const char *file)
{
    const int i = find_edit(edits, file);
    return i < 0 ? NULL : edits->all[i].typed;
}

// Takes what is typed in the ui_state.
static void take(struct source_edits *edits, struct ui_source *source)
{
    int i = find_edit(edits, source->file);
    if (source->due == 0)
        return;
    source->due = 0;
    source->confirmed = 0;
    char *text = read_file(edits, source->file, source->is_user_shader);
    const bool is_file = text && strcmp(text, source->text) == 0;
    if (i < 0 && (is_file || edits->count == SOURCE_EDITS_MAX)) {
        if (!is_file)
            error_set(&edits->error, "more than %d texts cannot be edited at once",
                      SOURCE_EDITS_MAX);
        free(text);
        return;
    }
    if (i < 0) {
        i = edits->count++;
        edits->all[i] = (struct source_edit){ .saved = text ? text : memory_copy(""),
                                              .is_user_shader = source->is_user_shader };
        snprintf(edits->all[i].file, UI_SOURCE_FILE_SIZE, "%s", source->file);
        text = NULL;
    }
    free(text);
    if (is_file) {
        drop_edit(edits, i);
        return;
    }
    edits->error.text[0] = '\0';
    edits->all[i].is_new = true;
    edits->all[i].is_bad = false;
    replace(&edits->all[i].typed, source->text);
    update_read(edits);
    write_typed(&edits->all[i]);
    read_again(edits, &edits->all[i]);
}

void source_edits_take(struct source_edits *edits, struct ui_state *ui)
{
    struct ui_source *source = &ui->source;
    if (clock_seconds() >= source->due)
        take(edits, source);
    const char *unsaved = source->due > 0 ? source->file : "";
    for (int i = 0; i < edits->count; i++)
        if (strcmp(edits->all[i].typed, edits->all[i].saved) != 0)
            unsaved = edits->all[i].file;
    if (source->unsaved[0] && !unsaved[0])
        source_edits_forget_lost();
    if (unsaved != source->unsaved)
        snprintf(source->unsaved, sizeof(source->unsaved), "%s", unsaved);
}

// ---- whether it runs

bool source_edits_are_new(const struct source_edits *edits)
{
    for (int i = 0; i < edits->count; i++)
        if (edits->all[i].is_new)
            return true;
    return false;
}

static void give_up(struct source_edits *edits)
{
    for (int i = 0; i < edits->count; i++) {
        struct source_edit *edit = &edits->all[i];
        if (!edit->is_new)
            continue;
        edit->is_bad = true;
        edit->is_new = false;
        read_again(edits, edit);
    }
    update_read(edits);
}

void source_edits_fail(struct source_edits *edits, const struct error *error)
{
    edits->error = *error;
    give_up(edits);
}

void source_edits_check_frame(struct source_edits *edits, double seconds)
{
    const bool is_done = gpu_wait_for(longest_frame), is_slow = !is_done || seconds > longest_frame;
    if (!is_done) {
        log_note("a frame with a shader that was typed takes more than %g s; if it never ends, the "
                 "next window shows where the text is",
                 longest_frame);
        gpu_wait();
    }
    if (is_slow && is_done && !edits->had_slow_frame) {
        edits->had_slow_frame = true;
        return;
    }
    edits->had_slow_frame = false;
    if (is_slow) {
        error_set(&edits->error,
                  "a frame with this text takes more than %g s, so the picture is drawn with the "
                  "last one; does a loop never end?",
                  longest_frame);
        give_up(edits);
        return;
    }
    for (int i = 0; i < edits->count; i++) {
        struct source_edit *edit = &edits->all[i];
        if (edit->is_new)
            replace(&edit->drawn, edit->typed);
        edit->is_new = false;
    }
}

// ---- files

void source_edits_show_changed(const struct source_edits *edits, struct ui_state *ui)
{
    for (int i = 0; i < edits->count; i++) {
        const struct source_edit *edit = &edits->all[i];
        char *text = read_file(edits, edit->file, edit->is_user_shader);
        if (text && shader_source_directory() && strcmp(text, edit->saved) != 0)
            ui_message(
                ui,
                "%s was changed on disk; what is typed stays: Ctrl+S asks before it replaces "
                "the file, reset reads it",
                edit->file);
        free(text);
    }
}

// Takes what is typed, and returns the edit of the shown text; -1 with a message: there is none.
static int find_shown(struct source_edits *edits, struct ui_state *ui)
{
    take(edits, &ui->source);
    const char *file = ui->source.file;
    const int i = find_edit(edits, file);
    if (i < 0)
        ui_message(ui, "%s is as in its file", file[0] ? file : "the text");
    return i;
}

void source_edits_save(struct source_edits *edits, struct ui_state *ui)
{
    struct ui_source *source = &ui->source;
    struct error error;
    const char *folder = source->is_user_shader ? "" : shader_source_directory();
    const int i = find_shown(edits, ui);
    if (i < 0)
        return;
    struct source_edit *edit = &edits->all[i];
    char *path = edit->is_user_shader ? memory_copy(edit->file)
                                      : file_path_join(folder ? folder : save_folder, edit->file);
    char *there = access(path, F_OK) == 0
                      ? text_file_read(path, "shader", SHADER_SOURCE_MAX_BYTES, &error)
                      : NULL;
    const bool is_other =
        there && strcmp(there, edit->saved) != 0 && strcmp(there, edit->typed) != 0;
    if (is_other && !(source->confirmed & 1u << UI_SAVE_SOURCE)) {
        source->confirmed |= 1u << UI_SAVE_SOURCE;
        ui_message(ui, "%s has another text by now: Ctrl+S again replaces it", path);
    } else if (write_text(path, edit->typed, false, &error)) {
        source->confirmed = 0;
        replace(&edit->saved, edit->typed);
        ui_message_written(ui, path,
                           folder ? "" : "; halation --shader-dir halation_shaders runs it");
        if (folder) // the file is read from now on
            drop_edit(edits, i);
    } else {
        ui_error(ui, &error);
    }
    free(there);
    free(path);
}

void source_edits_reset(struct source_edits *edits, struct ui_state *ui)
{
    struct ui_source *source = &ui->source;
    const int i = find_shown(edits, ui);
    if (i < 0)
        return;
    if (strcmp(edits->all[i].typed, edits->all[i].saved) != 0 &&
        !(source->confirmed & 1u << UI_RESET_SOURCE)) {
        source->confirmed |= 1u << UI_RESET_SOURCE;
        ui_message(ui, "what was typed in %s is not saved: once more drops it", source->file);
        return;
    }
    ui_message(ui, "%s is read from its file", source->file);
    drop_edit(edits, i);
    source->file[0] = '\0';
    source->confirmed = 0;
}
