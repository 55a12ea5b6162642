#pragma once

#include "app/lab/lab.h"
#include "app/window/stage/background/shown.h"
#include "render/pass_list.h"

// app/window/stage/background: what is found out, read and drawn beside the picture while the
// window goes on: light, a point spread, the other side, small pictures, scenes, texts.

// The GLSL that the selected step runs in the picture: which programs, in which order and as which
// passes is noted while a frame is drawn, and their texts are read as they are written. Read again
// when the chain or the shaders are others.

enum { SOURCE_TEXTS_MOST = 48 };

struct source_shown {
    char title[96]; // the step, and its implementation
    char why[160];  // there is nothing to show; "": there is
    int count;
    struct source_text texts[SOURCE_TEXTS_MOST];
};

struct source_texts {
    struct pass_list passes; // of the frame in which it was last noted
    bool is_noting;
    struct source_texts_key {
        struct chain chain;
        int step, width, height;
        unsigned reloads;
    } key; // what the texts are those of
    bool is_there;
    struct source_shown shown;
};

void source_texts_finish(struct source_texts *texts);

// To be called before the lab's picture is drawn and after. Where the texts are of something else,
// the picture is drawn as a whole.
void source_texts_begin(struct source_texts *texts, struct lab *lab, int step);
void source_texts_end(struct source_texts *texts, struct lab *lab);
