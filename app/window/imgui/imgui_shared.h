#pragma once

#include "app/picture/panel_colours.h"
#include "app/window/view/widgets.h"

// app/window/imgui: the widgets of app/window/view/widgets.h in Dear ImGui; nothing else of the
// program knows that library. imgui_frame.cpp has frames, input, letters and sheets; the others
// draw what stands on a sheet: text, rows of parameters, graphs, and the contents of large sheets.
// This is what they share.
//
// A widget advances the library's cursor as far as it is high. Lengths are shares of state.em, the
// height of the text, so that all grows with it; colours are those of panel_colours.

// The library's one use of SSE brings in the headers of all vector instructions, which take longer
// to read than all else here.
#define IMGUI_DISABLE_SSE
#include <imgui.h>
#include <imgui_internal.h>

namespace shared
{

struct frame_state {
    float em;           // the height of the text, in pixels
    ImFont *mono;       // letters of one width
    float sheet_bottom; // where the sheet must end
    unsigned scrolled;  // the part that is scrolled
    float scrolled_top; // where it begins, in its window
    bool scrolls_alone; // it is a window of its own, else the whole sheet is scrolled
    float button_right; // of the last button in this row; 0: there is none
    bool settles;       // a sheet is not yet as high as what is on it
    bool filters;       // a field or a list of this frame has all keys
    int list_at;        // of the list that is open: what Return takes
    bool mouse_moved;   // since the beginning: a mouse that lies somewhere asks nothing
    input_clipboard clipboard;
};

extern frame_state state;

// The widgets of this frame, by a hash of label and part.
struct widget_record {
    ImGuiID id;
    ImRect rect;
};
extern ImVector<widget_record> widget_records;

// Where a value of a graph lies on the screen.
struct graph_box {
    ImVec2 from, to;
    ImVec2 at(float share, float value) const
    {
        return ImVec2(from.x + share * (to.x - from.x), to.y + value * (from.y - to.y));
    }
};

ImVec4 colour(const panel_colour &from);
ImU32 packed(const panel_colour &from);
ImVec4 tone_colour(widgets_tone tone);

float line_right(); // of the sheet, on the screen

float thin(); // the width of a thin line: a pixel where text has its plain size

// Draws a line below what came last, as wide as it.
void draw_rule();

// Draws text up to `right`; an ellipsis stands for what does not fit.
void draw_cut(ImVec2 from, float right, const char *text,
              const ImVec4 &ink = ImGui::GetStyleColorVec4(ImGuiCol_Text));

// Shows text from here to `right` on the screen; an ellipsis stands for what does not fit. Advances
// like text.
void cut_text(const char *text, float right, const ImVec4 &ink);

void right_align(const char *text, float right);

// Draws small words beside a graph; `anchor` 0: they begin at x, 1: they end there.
void draw_small(const char *text, float x, float y, float anchor);

// Marks a line that is selected; `has_keys`: it is what the arrow keys turn.
void highlight_line(float height, bool has_keys);

// Draws a frame around what came last where text is typed into it.
void ring_typed();

// Records the rectangle of the last item under this label, for widgets_find.
void record_widget(const char *label, const char *part = "");

// Shows help beside the mouse while it is over what came last.
void explain(const char *help);

// What differs between the library's versions, 1.86 of Debian 12 and 1.90 of Debian 13.

// Whether a key of enum input_edit_key was pressed in this frame; `repeats`: or is held.
inline bool is_pressed(int key, bool repeats)
{
    return ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), repeats);
}

// Keys come as io.KeysDown and io.KeyCtrl say. Otherwise 1.90 drops Ctrl until another key is
// pressed.
inline void set_keys_by_arrays()
{
#if IMGUI_VERSION_NUM >= 18900
    GImGui->IO.BackendUsingLegacyKeyArrays = 1;
#endif
}

// The field of that name, which comes next, takes text.
inline void let_type(ImGuiID field)
{
#if IMGUI_VERSION_NUM >= 18900
    GImGui->NavActivateId = field;
    GImGui->NavActivateFlags = ImGuiActivateFlags_PreferInput;
#else
    GImGui->NavActivateInputId = field;
#endif
}

} // namespace shared
