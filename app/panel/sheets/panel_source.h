#pragma once

#include "app/panel/widgets/panel_view.h"
#include "app/panel/widgets/panel_widgets.h"

// The large sheet of the GLSL that the selected step runs.

// A file as it is written, or a generated text; the defines of the program stand behind its
// version.
struct panel_source_text {
    char name[96];    // of the file in the shaders' folder, or what a generated text is called
    char notes[200];  // the passes that it runs as, in their order; of a part, who includes it
    char place[512];  // where the file lies; "": generated
    bool is_part;     // a file that the program before it includes
    bool is_built_in; // a file that is read from the program itself
    char *text;       // owned by whoever fills this in
    int line_count, longest;            // characters of the longest line
    struct widgets_program_line *lines; // owned likewise; defines have no number
};

enum { PANEL_SOURCE_TEXTS = 48 };

struct panel_source {
    char title[96]; // the step, and its implementation
    char why[160];  // there is nothing to show; "": there is
    int count;
    struct panel_source_text texts[PANEL_SOURCE_TEXTS];
};

void panel_source_show(struct panel_view *view);
