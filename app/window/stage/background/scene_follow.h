#pragma once

#include "app/lab/lab.h"
#include "app/window/state/workbench.h"

// Brings the scene that runs to the one that is wanted. Numbers are taken at once. The picture of a
// file is read in a thread (job.h), while the window draws the last one; the newest wish wins. A
// scene that cannot be made is said and given up.

struct scene_follow {      // zeroed: follows nothing
    struct scene_job *job; // that reads it; NULL: none
    // The chains that ran and that was wanted when the scene was first wanted: one that came with
    // it goes with it.
    struct chain ran, came;
};

void scene_follow_finish(struct scene_follow *follow);

// Returns whether a file is read, and whether there is work for the next frame.
bool scene_follow_is_reading(const struct scene_follow *follow);
bool scene_follow_is_due(const struct scene_follow *follow);

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
