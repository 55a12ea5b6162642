#pragma once

#include "app/lab.h"

// Reads the picture of a scene while the window draws on, in a thread. The newest wish wins. A
// thread whose result nobody wants any more is told so, and is not waited for: it may be stuck in a
// file system.
//
// Who owns what: all of struct scene_reader is the window's thread's. A job is its reading thread's
// until `done` is set, and then the window's. Only three things in it are of both at once, and
// atomic: `stop`, `done` and the count of owners, the last of whom frees the job.

struct scene_reader {          // zeroed: reads nothing
    struct scene_choice scene; // that is read
    struct scene_job *job;     // shared with its thread; NULL: none
    void *state;               // with the picture, to be taken; NULL: none
};

enum scene_reader_result {
    SCENE_READER_RESTS, // nothing is read
    SCENE_READER_READS,
    SCENE_READER_DONE,   // the state is to be taken
    SCENE_READER_FAILED, // rests again
};

// Begins to read what the scene names, in place of what was read so far.
void scene_reader_begin(struct scene_reader *reader, struct gpu *gpu,
                        const struct scene_choice *scene);

// Drops what is read. Also its end.
void scene_reader_drop(struct scene_reader *reader, struct gpu *gpu);

// Goes on, outside a frame, and never waits for the file. The error belongs to a failure.
enum scene_reader_result scene_reader_work(struct scene_reader *reader, struct gpu *gpu,
                                           struct error *error);

// Returns the state, which the caller owns, of a scene that is done.
void *scene_reader_take(struct scene_reader *reader);

// Returns whether something is read or to be taken, and whether there is work for the next frame.
bool scene_reader_is_busy(const struct scene_reader *reader);
bool scene_reader_is_due(const struct scene_reader *reader);
