#pragma once

#include "app/lab/lab.h"
#include "app/window/state/workbench.h"

// Reads the picture of a scene while the window draws on, in a thread. The newest wish wins. A
// thread whose result is not wanted any more is told so, and is not waited for: it may be stuck in
// a file system.
//
// Who owns what: all of struct scene_reader is the window's thread's. A job is its reading thread's
// until `done` is set, and then the window's. Only three things in it are of both at once, and
// atomic: `stop`, `done` and the count of owners, the last of whom frees the job.

struct scene_reader {          // zeroed: reads nothing
    struct scene_choice scene; // that is read
    struct scene_job *job;     // shared with its thread; NULL: none
    void *state;               // with the picture, to be taken; NULL: none
};

// Returns whether something is read or to be taken, and whether there is work for the next frame.
bool scene_reader_is_busy(const struct scene_reader *reader);
bool scene_reader_is_due(const struct scene_reader *reader);

// Brings the scene that runs to the one that is wanted. Numbers are taken at once; a file is read
// while the last picture stays, and the newest wish wins. A scene that cannot be made is said and
// given up.

struct scene_follow { // zeroed: follows nothing
    struct scene_reader reader;
    // The chains that ran and that was wanted when the scene was first wanted: one that came with
    // it goes with it.
    struct chain ran, came;
};

void scene_follow_finish(struct scene_follow *follow, struct lab *lab);

// Takes the scene of the workbench, or begins to. With `may_wait` false it has then run or failed.
void scene_follow_wish(struct scene_follow *follow, struct lab *lab, struct workbench *workbench,
                       bool may_wait);

// Goes on with what is read, and with a large picture that is made little by little; once a frame,
// outside of it.
void scene_follow_work(struct scene_follow *follow, struct lab *lab, struct workbench *workbench);

// Reads the scene's file again. On failure what was read before stays.
void scene_follow_reread(struct scene_follow *follow, struct lab *lab, struct workbench *workbench,
                         bool may_wait);

// Returns the scene whose files are in use: the one that is read, or else runs.
const struct scene_choice *scene_follow_seen(const struct scene_follow *follow,
                                             const struct lab *lab);
