#pragma once

#include "app/picture/panel_colours.h"
#include "app/window/view/widgets.h"

// app/window/imgui: the widgets of app/window/view/widgets.h in Dear ImGui; no other directory uses
// that library. imgui_frame.cpp has frames, input, fonts and sheets; the other files draw the
// contents of a sheet: text, rows of parameters, graphs, and the contents of large sheets. This
// header holds the declarations that they share.
// A widget advances the library's cursor by its height. Lengths are multiples of state.em, the
// height of the text, so that everything scales with it; colours are those of panel_colours.

// The library's only use of SSE includes the headers of all vector instructions, which take longer
// to parse than everything else here.
#define IMGUI_DISABLE_SSE
#include <imgui.h>
#include <imgui_internal.h>

namespace shared
{

struct frame_state {
    float em;           // height of the text, pixels
    ImFont *mono;       // monospaced font
    float sheet_bottom; // bottom end of the sheet, pixels
    unsigned scrolled;  // ID of the part that is scrolled
    float scrolled_top; // top of that part in its window
    bool scrolls_alone; // the part is a window of its own; otherwise the whole sheet scrolls
    float button_right; // right end of the last button in this row; 0: there is none
    bool settles;       // the height of a sheet does not yet match its contents
    bool filters;       // a field or a list of this frame receives all keys
    int list_at;        // index in the open list that Return takes
    bool mouse_moved; // the mouse has moved since the start; until then it does not count as over a
                      // widget
    input_clipboard clipboard;
};

extern frame_state state;

// Widgets of this frame. The ID is a hash of label and part.
struct widget_record {
    ImGuiID id;
    ImRect rect;
};
extern ImVector<widget_record> widget_records;

// Rectangle of a graph. at() returns the screen position of a value.
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

float line_right(); // right end of a line of the sheet, screen position

float thin(); // width of a thin line: 1 pixel at the plain text size

// Draws a line below the last item, as wide as it.
void draw_rule();

// Draws text up to `right`; text that does not fit ends with an ellipsis.
void draw_cut(ImVec2 from, float right, const char *text,
              const ImVec4 &ink = ImGui::GetStyleColorVec4(ImGuiCol_Text));

// Shows text from the cursor up to screen position `right`; text that does not fit ends with an
// ellipsis. Advances the cursor like text.
void cut_text(const char *text, float right, const ImVec4 &ink);

void right_align(const char *text, float right);

// Draws small words beside a graph. `anchor` 0: they begin at x; 1: they end there.
void draw_small(const char *text, float x, float y, float anchor);

// Highlights a selected line. `has_keys`: the arrow keys change it.
void highlight_line(float height, bool has_keys);

// Draws a frame around the last item if text is typed into it.
void ring_typed();

// Records the rectangle of the last item under this label, for widgets_find.
void record_widget(const char *label, const char *part = "");

// Shows help beside the mouse while it is over the last item.
void explain(const char *help);

// ---- differences between versions of the library: 1.86 of Debian 12 and 1.90 of Debian 13

// Returns true if a key of enum input_edit_key was pressed in this frame, or with `repeats` if it
// is held and repeats.
inline bool is_pressed(int key, bool repeats)
{
    return ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), repeats);
}

// Makes the library read keys from io.KeysDown and io.KeyCtrl. Otherwise 1.90 drops Ctrl until
// another key is pressed.
inline void set_keys_by_arrays()
{
#if IMGUI_VERSION_NUM >= 18900
    GImGui->IO.BackendUsingLegacyKeyArrays = 1;
#endif
}

// Lets the field with that ID, which is created next, take text input.
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
