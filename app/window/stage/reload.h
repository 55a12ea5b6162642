#pragma once

#include "app/window/stage/stage.h"
#include "render/file/file_watch.h"

// Reads files again when they are written: the shaders of --shader-dir, the files that chains came
// from or were saved to, shader files and other files of steps, and what the scene shows. What is
// broken is said until it is mended, and the last good picture stays.

enum { RELOAD_MAX_FILES = 96, RELOAD_MAX_FOLDERS = 64 };

struct reload { // zeroed: nothing is watched
    struct file_watch watch;
    char *folders[RELOAD_MAX_FOLDERS]; // of --shader-dir; owned
    int folder_count;
    // What is watched, beside the watch's own list: what each file is.
    int count;
    enum message_cause causes[RELOAD_MAX_FILES];
};

// `shader_dir` as of --shader-dir; NULL: the shaders are in the program.
void reload_init(struct reload *reload, const char *shader_dir);
void reload_finish(struct reload *reload);

// Watches what the stage uses now, and reads again what was written. Never waits. `now` as of
// clock_seconds. Returns whether anything was read.
bool reload_follow(struct reload *reload, struct stage *stage, struct workbench *workbench,
                   double now);

// Seconds until it is worth to follow again; waiting longer shows a change late.
double reload_pause(const struct reload *reload);
