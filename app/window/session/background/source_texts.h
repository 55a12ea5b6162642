#pragma once

#include "app/renderer/renderer.h"
#include "app/window/session/background/shown.h"
#include "render/pass_list.h"

// app/window/session/background: measurements and pictures beside the main picture while the window
// runs: light, point spread, other side, previews, scenes, sources.

// The GLSL that the selected step runs in the picture. The programs, their order and their passes
// are recorded while a frame is drawn; then their sources are read. Both are repeated when the
// chain or the shaders change.

enum { SOURCE_TEXTS_MOST = 48 };

struct source_shown {
    char title[96]; // the step and its implementation
    char why[160];  // reason if there is nothing to show; "": there is
    int count;
    struct source_text texts[SOURCE_TEXTS_MOST];
};

struct source_texts {
    struct pass_list passes; // of the frame that was recorded last
    bool is_noting;
    struct source_texts_key {
        struct chain chain;
        int step, width, height;
        unsigned reloads;
    } key; // state that the texts belong to
    bool is_there;
    struct source_shown shown;
};

void source_texts_finish(struct source_texts *texts);

// To be called before and after the renderer's picture is drawn. If the texts belong to another
// state, the whole picture is drawn, without skipping unchanged steps.
void source_texts_begin(struct source_texts *texts, struct renderer *renderer, int step);
void source_texts_end(struct source_texts *texts, struct renderer *renderer);
