#pragma once

#include "app/renderer/renderer.h"
#include "app/window/state/ui_state.h"

// Replaces the running scene by the one in the ui_state. Numbers are set at once. The image of a
// file is read in a thread (job.h), while the window draws the last one; a newer request replaces
// the one that is being read. If a scene cannot be created, an error is printed and the running
// scene stays.

struct scene_sync {        // zeroed: nothing is being read
    struct scene_job *job; // reads the new scene; NULL: none
    // The running and the requested chain at the time of the request. If the scene fails, a chain
    // that came with it is given up too.
    struct chain ran, came;
};

void scene_sync_finish(struct scene_sync *sync);

// The first returns true if a file is being read, the second if there is work for the next frame.
bool scene_sync_is_reading(const struct scene_sync *sync);
bool scene_sync_is_due(const struct scene_sync *sync);

// Takes the scene of the ui_state, or begins to read it.
void scene_sync_request(struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui);

// Continues with a file that is being read, and with a large image that is refined step by step. To
// be called once per frame, outside a GPU frame.
void scene_sync_read(struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui);

// Reads the scene's file again. On failure the old image stays.
void scene_sync_reread(struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui);

// Returns the scene whose files are in use: the one that is being read, or else the running one.
const struct scene_choice *scene_sync_seen(const struct scene_sync *sync,
                                           const struct renderer *renderer);
