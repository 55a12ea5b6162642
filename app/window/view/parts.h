#pragma once

// Declarations that the files of the panel share. Lengths are multiples of parts.em, the height of
// the text, so that everything scales with it; colours are those of panel_colours.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>

#ifndef __clang__ // whose header <stdatomic.h> has it
using std::atomic_bool;
#endif

// The headers of C have members of variable length, and functions that are called like a struct.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
extern "C" {
#include "app/edit/edit.h"
#include "app/measure/pass_stats.h"
#include "app/picture/panel_colours.h"
#include "app/window/controls/controls.h"
#include "app/window/session/session.h"
#include "app/window/view/layout.h"
#include "effects/amounts.h"
#include "effects/distribution.h"
#include "effects/translate/translate.h"
#include "render/image/srgb.h"
#include "render/paint/font_file.h"
#include "render/text/clock.h"
#include "render/text/number.h"
#include "render/text/text.h"
}
#pragma GCC diagnostic pop

// The library's only use of SSE includes the headers of all vector instructions, which take longer
// to parse than everything else here.
#define IMGUI_DISABLE_SSE
#include <imgui.h>
#include <imgui_internal.h>

// Names in CamelCase are the library's, all others are of this program.
using namespace ImGui;

struct parts {
    float em;         // height of the text, pixels
    ImFont *mono;     // monospaced font
    bool has_keys;    // a field or a list of this frame receives all keys
    bool mouse_moved; // until then the mouse does not count as over a widget
    ImGuiID editor;   // field of the shader's text; 0: none is shown
};
extern struct parts parts;

// Returns formatted text of up to 1023 bytes. It is valid until 60 KiB more have been formatted.
const char *format(const char *format, ...) PRINTF_LIKE(1, 2);

// Returns milliseconds with two or three digits: "12.3", "4.06", "0.42".
const char *format_ms(double ms);

ImVec4 ink(const panel_colour &colour);
ImU32 packed(const panel_colour &colour);
const panel_colour &side_colour(int side); // 0: A, 1: B

// Records the rectangle of the last item for panel_find.
void note_widget(const char *label, const char *part = "");

// Show help beside the mouse; the second while it is over the last item.
void show_tip(const char *text);
void explain(const char *help);

float thin(); // width of a thin line: 1 pixel at the plain text size

// Shows text that ends with an ellipsis where it does not fit into `room` pixels (0: up to the
// right end), and then has itself as a tooltip.
void cut_text(const char *text, const panel_colour &colour = panel_colours.plain, float room = 0);
void split_line(const char *left, const panel_colour &colour, const char *right);
void right_text(const char *text, const panel_colour &colour); // at the right end of the rest
void paragraph(const char *text, const panel_colour &colour = panel_colours.plain); // wrapped
void heading(const char *text, const char *right = "");

// Begin and end a window over the picture that is as large as its contents, and at most `most`
// pixels wide. `pivot`: the point of the window that is at `at`, 0..1 from its left and its top.
void begin_float(const char *id, ImVec2 at, ImVec2 pivot, float most);
void end_float();

// Shows buttons for rows of the table of keys, by their names, after the name of their group if
// there is one. The tooltip names the key. A press sets ui->clicked, or shows a channel.
struct button {
    const char *label, *key;
    present_channel channel = PRESENT_ALL;
};
void show_buttons(struct ui_state *ui, const char *group, std::initializer_list<button> buttons);

// Returns the size of a small picture with this shape that fills a cell of a table.
ImVec2 thumbnail_size(const struct plan_options &picture);

// Shows a small picture (texture 0: none yet) with its name and a note below it, in an error's
// colour if the note is one. Returns true if it was pressed.
bool show_thumbnail(ImVec2 size, unsigned texture, const char *name, const char *note,
                    bool is_error, bool is_chosen);

// Shows tabs, of which `chosen` is shown. Returns the one that is to be shown.
int show_tabs(const char *id, const char *const *names, int count, int chosen);

// ---- keys, of which the library of Debian 12 (1.86) and that of Debian 13 (1.90) differ

// Returns true if a key was pressed in this frame, or with `repeats` if it is held and repeats.
inline bool is_pressed(int key, bool repeats)
{
    return IsKeyPressed(static_cast<ImGuiKey>(key), repeats);
}

// Lets the field with that ID, which is shown next, take text.
inline void let_type(ImGuiID field)
{
#if IMGUI_VERSION_NUM >= 18900
    GImGui->NavActivateId = field;
    GImGui->NavActivateFlags = ImGuiActivateFlags_PreferInput;
#else
    GImGui->NavActivateInputId = field;
#endif
}

// ---- rows.cpp: a parameter as a line: a slider, a list, a colour or a field

// Information about a choice, in columns beside its name.
struct choice_note {
    const char *mark = "", *first = "", *second = "", *text = "", *help = "";
    bool dim = false; // it cannot be chosen, or not yet
};

struct param_row {
    struct ui_state *ui;
    struct edit_line line;
    bool selected = false;
    bool reveal = false;      // scroll to it
    bool idle = false;        // it has no effect now: drawn dim
    bool opens_field = false; // opens its field or list in this frame
    bool unfolded = false;    // of a whole region: the lines of its edges are shown below
    const struct plan_options *picture = nullptr; // whose shares become pixels; NULL: not known
    const char *value_note = "";                  // further text about the values
    std::function<choice_note(int value)> note = nullptr; // of a choice
};

enum row_result { ROW_SAME, ROW_CHANGED, ROW_OPENED };

// Begins a table of rows, which EndTable ends. Returns false if none of it is seen.
bool begin_rows(const char *id);

// Shows the row. A double or right click sets the default. Returns ROW_OPENED if its list was
// opened or its triangle was pressed. If text that was typed is not valid, the value stays, and the
// message of the ui_state says why.
row_result show_row(const param_row &row);

// ---- the contents of panels and dialogs

typedef void show_part(const struct session *session, struct ui_state *ui);

show_part show_steps;                            // steps.cpp
show_part show_times, show_passes;               // times.cpp
show_part show_light, show_spread;               // light.cpp
show_part show_sides;                            // sides.cpp
show_part show_keys, show_effects, show_presets; // dialogs.cpp
show_part show_welcome;
show_part show_editor; // editor.cpp

// Shows what is written over the picture: the names of two sides, and the texel under the loupe.
void show_over_picture(const struct session *session, struct ui_state *ui,
                       const struct input_state *input);

bool shows_all_keys();
void forget_lists(); // the next dialog with a list begins without a filter

// Draws the output of a step with a curve for grey light as a graph over stops, with the histogram
// of its input behind it.
void show_curve(const struct light *light, struct ui_state *ui, const struct chain_step *step);

// ---- light.cpp

struct graph_curve {
    const float *values; // NULL: none
    const panel_colour *colour;
    float width;      // in thin lines
    const char *name; // shown below the graph; NULL: none
};

// A graph on a grid. Heights are 0..1, and a bar below 0 is a gap.
struct graph {
    float high = 0; // in heights of the text
    int columns = 1, rows = 4;
    float level = 0; // 0..1 from the bottom: a horizontal line; 0: none
    const float *bars = nullptr;
    int bar_count = 0;
    const panel_colour *bar_colour = &panel_colours.fine_bar;
    graph_curve curves[4] = {};
    int curve_count = 0; // values of each curve, 2 or more
    struct {
        float share, value; // 0..1 from the left and from the bottom
    } rings[2] = {};        // on the curve
    int ring_count = 0;
    double first = 0, last = 0;         // values at the left and right end
    const char *unit = nullptr;         // of these; NULL: the pointer is not answered
    const char *middle = nullptr;       // below the middle, which has a line; NULL: no labels
    const float *printed = nullptr;     // beside the value under the pointer, as many as of a curve
    const char *top = "", *bottom = ""; // beside the ends of the left side
};

// Shows the graph, and the value under the pointer.
void show_graph(const graph &graph);
