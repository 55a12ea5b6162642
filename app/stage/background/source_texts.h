#pragma once

#include "app/lab.h"
#include "app/panel/sheets/panel_source.h"
#include "render/pass_list.h"

// app/stage/background: what is found out, read and drawn beside the picture while the window goes
// on: light, a point spread, the other side, small pictures, scenes, texts.

// The GLSL that the selected step runs in the picture: which programs, in which order and as which
// passes is noted while a frame is drawn, and their texts are read as they are written. Read again
// when the chain or the shaders are others.

struct source_texts {
    struct pass_list passes; // of the frame in which it was last noted
    bool is_noting;
    struct source_texts_key {
        struct chain chain;
        int step, width, height;
        unsigned reloads;
    } key; // what the texts are those of
    bool is_there;
    struct panel_source shown; // owns the texts
};

void source_texts_finish(struct source_texts *texts);

// To be called before the lab's picture is drawn and after. Where the texts are of something else,
// the picture is drawn as a whole.
void source_texts_begin(struct source_texts *texts, struct lab *lab, int step);
void source_texts_end(struct source_texts *texts, struct lab *lab);
