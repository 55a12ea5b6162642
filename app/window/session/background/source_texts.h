#pragma once

#include "app/renderer/renderer.h"
#include "render/pass.h"

// app/window/session/background: measurements and pictures beside the main picture while the window
// runs: light, point spread, other side, previews, scenes, sources.

// The GLSL that the selected step runs in the picture. The programs, their order and their passes
// are recorded while a frame is drawn; then their sources are read. Both are repeated when the
// chain or the shaders change.

// A line of a program's text.
struct shown_line {
    int begin, length; // bytes, in the text
    int number;        // shown before the line; 0: none, as for lines that are in no file
};

// A file of a program as it was written, or a generated text. The defines of the program are
// inserted after its #version.
struct source_text {
    char name[96];            // path in the shaders' folder, or the title of a generated text
    char notes[200];          // passes that run it, in order; for a part, the files that include it
    char place[512];          // path of the file or of a pass; "": generated
    bool is_part;             // the program before it includes this file
    bool is_built_in;         // the file is compiled into this program
    char *text;               // owned, as are the lines
    int line_count, longest;  // longest: characters of the longest line
    struct shown_line *lines; // defines have no number
};

enum { SOURCE_TEXTS_MOST = 48 };

struct source_shown {
    char title[96]; // the step and its implementation
    char why[160];  // reason if there is nothing to show; "": there is
    int count;
    struct source_text texts[SOURCE_TEXTS_MOST];
};

struct source_texts {
    struct pass_list passes; // of the frame that was recorded last
    bool is_recording;
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
