#pragma once

#include "app/audit/report/audit_tools.h"

// The chain and scene of the command line, and each of their passes by itself.

enum {
    AUDIT_PATH_SIZE = GPU_SCOPE_NAME_SIZE * 2,
    AUDIT_MAX_PASSES = GPU_TIMER_MAX_SCOPES,
    AUDIT_SCENE_PASS = -1, // stands for all that draws the scene
};

struct audit_study {
    struct lab *lab;
    double time; // of the scene
    enum texture_format format;
    struct plan plan;
    struct texture *source, *output; // on loan
    int pass_count;
    char passes[AUDIT_MAX_PASSES][AUDIT_PATH_SIZE]; // as gpu_set_watch wants them
};

// Opens a study in a format, at a time.
void audit_study_open(struct audit_study *study, struct lab *lab, enum texture_format format,
                      double time);
void audit_study_close(struct audit_study *study);

// Makes the chain ready. False, with a broken promise counted, where it does not fit.
bool audit_study_build(struct audit_study *study, bool linear, struct audit_report *report);

void audit_study_draw_source(struct audit_study *study);
void audit_study_draw(struct audit_study *study);

// Draws, and finds the passes of the chain.
void audit_study_find_passes(struct audit_study *study);

// Draws, and returns what a pass puts out, or the source; borrowed until the next look. NULL where
// it did not run.
const struct texture *audit_study_look(struct audit_study *study, int pass);

// Calls `check` at several moments of an animation from the study's time on, and of footage for
// every frame, with the source drawn, until it returns true.
bool audit_study_search(struct audit_study *study, struct audit_report *report,
                        bool (*check)(struct audit_study *study, void *with), void *with);

const char *audit_study_pass_name(const struct audit_study *study, int pass);
