#pragma once

#include "app/window/session/session.h"
#include "render/file/file_watch.h"

// Reads files again when they are written: the shaders of --shader-dir, the files that chains were
// read from or saved to, shader files and other files of steps, and the files of the scene. If a
// file has errors, they are shown until it is fixed, and the last good picture stays.

enum { RELOAD_MAX_FILES = 96, RELOAD_MAX_FOLDERS = 64 };

struct reload { // zeroed: nothing is watched
    struct file_watch watch;
    char *folders[RELOAD_MAX_FOLDERS]; // folders of --shader-dir; owned
    int folder_count;
    // Purpose of each watched file, parallel to the list in `watch`.
    int count;
    const char *paths[RELOAD_MAX_FILES]; // borrowed during reload_update
    enum message_cause causes[RELOAD_MAX_FILES];
};

// `shader_dir` as in --shader-dir; NULL: the shaders are compiled into the program.
void reload_init(struct reload *reload, const char *shader_dir);
void reload_finish(struct reload *reload);

// Updates the watch to the files that the session uses now, and reads files that were written.
// Never waits. `now`: clock_seconds. Returns true if any file was read.
bool reload_update(struct reload *reload, struct session *session, struct ui_state *ui, double now);

// Returns the seconds until reload_update should be called again; a longer pause shows changes
// late.
double reload_pause(const struct reload *reload);
