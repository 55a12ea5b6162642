#pragma once

#include "app/renderer/renderer.h"
#include "app/window/state/ui_state.h"

// app/window/session/background: measurements and pictures beside the main picture while the window
// runs: light, point spread, other side, previews, scenes, sources.

// The GLSL that the selected step runs in the picture: the programs of its passes, in their order,
// and the files that they include. It is read again when the renderer has another plan.

// A file of a program as it was written, or a generated text.
struct source_text {
    char name[UI_SOURCE_FILE_SIZE]; // path in the shaders' folder, of a user shader, or the title
                                    // of a generated text
    char notes[200];   // passes that run it, in order; for a part, the files that include it
    char place[512];   // path of the file; "": generated
    char defines[500]; // of the program: "DOWN, GROUP=16"
    const struct program *program; // NULL: a part, which the program before it includes
    bool is_file;                  // it can be edited
    bool is_user_shader;
    char *text; // owned
};

enum { SOURCE_TEXTS_MOST = 48 };

struct source_texts {
    int step, plans;   // that the texts belong to; plans: as renderer.plans
    unsigned readings; // number of times that they were read
    char title[96];    // the step and its implementation
    const char *why;   // reason if there is nothing to show; NULL: there is
    int count;
    int own; // index of the file that is named like the effect; 0: there is none
    struct source_text all[SOURCE_TEXTS_MOST];
};

void source_texts_finish(struct source_texts *texts);

// Reads the texts of a step if they belong to another step or another plan. To be called outside a
// GPU frame.
void source_texts_update(struct source_texts *texts, struct renderer *renderer, int step);
