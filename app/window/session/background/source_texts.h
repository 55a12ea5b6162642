#pragma once

#include "app/renderer/renderer.h"
#include "app/window/state/ui_state.h"
#include "render/pass.h"

// app/window/session/background: measurements and pictures beside the main picture while the window
// runs: light, point spread, other side, previews, scenes, sources.

// The GLSL that the selected step runs in the picture. The programs, their order and their passes
// are recorded while a frame is drawn; then their sources are read. Both are repeated when the
// chain or the shaders change.

// A file of a program as it was written, or a generated text.
struct source_text {
    char name[UI_SOURCE_FILE_SIZE]; // path in the shaders' folder, or the title of a generated text
    char notes[200];   // passes that run it, in order; for a part, the files that include it
    char place[512];   // path of the file or of a pass; "": generated
    char defines[500]; // of the program: "DOWN, GROUP=16"
    const struct program *program; // NULL: a part, which the program before it includes
    bool is_file;                  // of the shaders, so it can be edited
    char *text;                    // owned, as are the numbers
    int line_count;
    // Shown before the lines, and before an empty one after them; 0: none, as for lines that are in
    // no file.
    int *numbers;
};

enum { SOURCE_TEXTS_MOST = 48 };

struct source_shown {
    char title[96]; // the step and its implementation
    char why[160];  // reason if there is nothing to show; "": there is
    int count;
    int own; // index of the file that is named like the effect; 0: there is none
    struct source_text texts[SOURCE_TEXTS_MOST];
};

struct source_texts {
    struct pass_list passes; // of the frame that was recorded last
    bool is_recording;
    struct source_texts_key {
        struct chain chain;
        int step, width, height;
        unsigned reloads, times; // times: as renderer.plan_times, by which `auto` chose
    } key;                       // state that the texts belong to
    bool is_there;
    unsigned readings; // number of times that `shown` was made
    struct source_shown shown;
};

void source_texts_finish(struct source_texts *texts);

// To be called before and after the renderer's picture is drawn. If the texts belong to another
// state, the whole picture is drawn, without skipping unchanged steps.
void source_texts_begin(struct source_texts *texts, struct renderer *renderer, int step);
void source_texts_end(struct source_texts *texts, struct renderer *renderer);
