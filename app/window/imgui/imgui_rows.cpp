// The rows of the chain: controls of parameters, and the lines of steps.

#include "app/window/imgui/imgui_shared.h"

#include <algorithm>
#include <cmath>

using namespace shared;

// ---- controls of parameters

const float label_share = 0.34f; // of a sheet's width
const float value_width = 5.2f;  // the column of the sliders' values, in letters

// Shows the label at the left and puts the control to come into a column of its own, which leaves
// `room` at its right. What has no effect is dim.
static void begin_row(const widgets_row *row, float room = 0)
{
    if (row->selected)
        highlight_line(ImGui::GetFrameHeight(), true);
    ImGui::PushID(row->label);
    ImGui::AlignTextToFramePadding();
    const float column = std::round(ImGui::GetWindowSize().x * label_share);
    cut_text(row->label, ImGui::GetWindowPos().x + column - state.em * 0.4f,
             colour(row->idle       ? panel_colours.dim
                    : row->selected ? panel_colours.plain
                                    : panel_colours.soft));
    explain(row->help);
    ImGui::SameLine(column);
    ImGui::SetNextItemWidth(room > 0 ? -room : -FLT_MIN);
    ImGui::PushStyleColor(ImGuiCol_Text, colour(row->wrong  ? panel_colours.alarm
                                                : row->idle ? panel_colours.dim
                                                            : panel_colours.plain));
    ImGui::PushStyleColor(ImGuiCol_SliderGrab,
                          colour(row->idle ? panel_colours.idle_knob : panel_colours.knob));
}

static widgets_edit end_row(const widgets_row *row, bool changed)
{
    record_widget(row->label);
    const bool over = ImGui::IsItemHovered();
    const bool reset = over && (ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                                ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left));
    ImGui::PopStyleColor(2);
    ring_typed();
    explain(row->help);
    ImGui::PopID();
    if (row->reveal && !ImGui::IsItemVisible())
        ImGui::SetScrollHereY();
    if (reset) {
        ImGui::ClearActiveID(); // else the slider would follow the mouse again at once
        return WIDGETS_RESET;
    }
    return changed ? WIDGETS_CHANGED : WIDGETS_SAME;
}

// Shows the value of a slider in a column at the right edge, where its knob does not cover it.
static void draw_value(const widgets_row *row, const char *text)
{
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const ImVec2 size = ImGui::CalcTextSize(text);
    const float left = to.x + state.em * 0.3f, right = line_right();
    const ImVec2 at(std::max(left, right - size.x),
                    from.y + std::round((to.y - from.y - size.y) / 2));
    draw_cut(at, right, text, colour(row->idle ? panel_colours.dim : panel_colours.plain));
}

// Gives `row` the text of the field `id` where it was left in this frame and not by Esc. Going to a
// row further up leaves a field before its turn, so the text is taken from where it is edited.
static bool was_entered(const widgets_row *row, ImGuiID id)
{
    ImGuiContext &context = *ImGui::GetCurrentContext();
    ImGuiInputTextState &edited = context.InputTextState;
    if (context.ActiveIdPreviousFrame != id || context.ActiveId == id || edited.ID != id ||
        is_pressed(INPUT_EDIT_ESCAPE, true))
        return false;
    ImTextStrToUtf8(row->typed, (int) row->typed_size, edited.TextW.Data,
                    edited.TextW.Data + edited.CurLenW);
    return true;
}

// Gives the keys to the field of the name "##value" that comes next, where that is wanted.
static void take_keys(const widgets_row *row)
{
    if (row->types)
        let_type(ImGui::GetID("##value"));
}

// Returns whether text is typed in the place of the control that comes next, of the name "##value":
// after a press on its value, or with Ctrl anywhere on it. Sets `entered` when it was entered.
static bool type_in_place(const widgets_row *row, bool *entered)
{
    ImGuiContext &context = *ImGui::GetCurrentContext();
    ImGuiWindow *window = ImGui::GetCurrentWindow();
    const ImGuiID id = window->GetID("##value");
    const ImVec2 at = window->DC.CursorPos;
    const ImRect box(at, ImVec2(line_right(), at.y + ImGui::GetFrameHeight()));
    const float value_from = at.x + ImGui::CalcItemWidth();
    const bool was_typed = context.TempInputId == id && context.ActiveIdPreviousFrame == id;
    const bool is_clicked = context.IO.MouseClicked[0] && ImGui::IsWindowHovered() &&
                            ImGui::IsMouseHoveringRect(box.Min, box.Max) &&
                            (context.IO.KeyCtrl || context.IO.MousePos.x >= value_from);
    const bool begins = is_clicked || row->types;
    take_keys(row);
    if (!ImGui::TempInputIsActive(id) && !begins) {
        *entered = was_typed && was_entered(row, id);
        return false;
    }
    ImGui::ItemAdd(box, id);
    ImGui::TempInputText(box, id, "##value", row->typed, (int) row->typed_size,
                         ImGuiInputTextFlags_AutoSelectAll);
    *entered = was_entered(row, id);
    return true;
}

// Ends a row that may be typed into.
static widgets_edit end_typed_row(const widgets_row *row, bool changed, bool entered)
{
    if (!ImGui::TempInputIsActive(ImGui::GetID("##value")) && !entered)
        return end_row(row, changed);
    record_widget(row->label);
    ImGui::PopStyleColor(2);
    ring_typed();
    ImGui::PopID();
    return entered ? WIDGETS_TYPED : WIDGETS_SAME;
}

// Begins a list whose box shows the chosen item. An item that does not fit ends with an ellipsis,
// except while the list is open, since then the list is the window that is drawn into.
static bool begin_list(const char *chosen, bool is_wide, bool opens)
{
    const ImGuiID popup = ImHashStr("##ComboPopup", 0, ImGui::GetID("##value")); // as the library
    if (opens)
        ImGui::OpenPopupEx(popup);
    const ImGuiStyle &style = ImGui::GetStyle();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::CalcItemWidth() - ImGui::GetFrameHeight();
    const float most = (ImGui::GetTextLineHeightWithSpacing() + 1) * 24;
    if (is_wide)
        ImGui::SetNextWindowSizeConstraints(
            ImVec2(std::min(state.em * 36, ImGui::GetIO().DisplaySize.x * 0.9f), 0),
            ImVec2(FLT_MAX, most));
    if (ImGui::BeginCombo("##value", ImGui::IsPopupOpen(popup, 0) ? chosen : ""))
        return true;
    const ImVec2 from(at.x + style.FramePadding.x, at.y + style.FramePadding.y);
    draw_cut(from, right, chosen);
    return false;
}

// Puts words before `right` of the list, in the line of what came last.
static void put_column(const char *words, float right, const panel_colour &ink)
{
    if (!words[0])
        return;
    right_align(words, right);
    ImGui::TextColored(colour(ink), "%s", words);
}

// The columns lie at the right edge, wide enough for all numbers; the mark before them.
static void show_note(const widgets_note &note)
{
    const float right = ImGui::GetWindowContentRegionMax().x;
    const float second = ImGui::CalcTextSize("00000.0 MB").x,
                first = ImGui::CalcTextSize("0000.000 ms").x;
    const float gap = state.em * 0.6f;
    explain(note.help[0] ? note.help : nullptr);
    const panel_colour &ink = note.dim ? panel_colours.dim : panel_colours.plain;
    put_column(note.second, right, ink);
    put_column(note.first, note.second[0] ? right - second - gap : right, ink);
    put_column(note.mark, right - second - first - 2 * gap, panel_colours.accent);
}

// Shows a choice and what is known of it. Returns whether it was pressed.
static bool show_choice(const widgets_choices *choices, int i, bool is_marked, bool reveals)
{
    const float line = ImGui::GetTextLineHeight(), small = 0.82f;
    widgets_note note = { "", "", "", "", "", false };
    if (choices->note)
        choices->note(choices->noted, i, &note);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float high = note.text[0] ? std::round(line * (1 + small)) : 0;
    const bool pressed =
        ImGui::Selectable(choices->name(choices->data, i), is_marked, 0, ImVec2(0, high));
    record_widget(choices->name(choices->data, i));
    if (reveals && !ImGui::IsItemVisible())
        ImGui::SetScrollHereY();
    if (choices->note)
        show_note(note);
    if (note.text[0]) {
        ImGui::SetWindowFontScale(small);
        draw_cut(ImVec2(at.x, at.y + line), line_right(), note.text, colour(panel_colours.dim));
        ImGui::SetWindowFontScale(1);
    }
    return pressed;
}

// Moves the mark of the list with the arrow keys, Home and End; the list has all keys while it is
// open. Returns whether Return takes what is marked.
static bool handle_list_keys(int count, bool *moved)
{
    const int before = state.list_at;
    if (is_pressed(INPUT_EDIT_UP, true))
        state.list_at = std::max(0, state.list_at - 1);
    if (is_pressed(INPUT_EDIT_DOWN, true))
        state.list_at = std::min(count - 1, state.list_at + 1);
    if (is_pressed(INPUT_EDIT_HOME, false))
        state.list_at = 0;
    if (is_pressed(INPUT_EDIT_END, false))
        state.list_at = count - 1;
    const bool takes = is_pressed(INPUT_EDIT_ENTER, false);
    const bool leaves = takes || is_pressed(INPUT_EDIT_ESCAPE, false);
    *moved = state.list_at != before;
    state.filters = !leaves;
    if (leaves)
        ImGui::CloseCurrentPopup();
    return takes;
}

static bool choose_in_list(const widgets_choices *choices, int *value)
{
    const int before = *value;
    bool moved;
    if (ImGui::IsWindowAppearing())
        state.list_at = before;
    if (handle_list_keys(choices->count, &moved))
        *value = state.list_at;
    for (int i = 0; i < choices->count; i++) {
        const bool is_marked = i == state.list_at;
        if (show_choice(choices, i, is_marked, moved && is_marked))
            *value = i;
    }
    return *value != before;
}

widgets_edit widgets_slider(const widgets_row *row, float *value, const widgets_range *range,
                            const char *text)
{
    const ImGuiSliderFlags flags = ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_NoInput |
                                   (range->is_log ? ImGuiSliderFlags_Logarithmic : 0);
    bool entered = false, changed = false;
    int whole = (int) *value;
    begin_row(row, state.em * value_width);
    if (!type_in_place(row, &entered)) {
        if (range->is_whole)
            changed = ImGui::SliderInt("##value", &whole, (int) range->min, (int) range->max, "",
                                       ImGuiSliderFlags_NoInput);
        else
            changed = ImGui::SliderFloat("##value", value, range->min, range->max, "", flags);
        draw_value(row, text);
    }
    if (range->is_whole)
        *value = (float) whole;
    return end_typed_row(row, changed, entered);
}

widgets_edit widgets_unfold(const widgets_row *row, bool unfolded, const char *text)
{
    bool entered = false, pressed = false;
    begin_row(row);
    if (!type_in_place(row, &entered)) {
        const ImVec2 size(ImGui::CalcItemWidth(), ImGui::GetFrameHeight());
        pressed = ImGui::InvisibleButton("##value", size);
        const ImVec2 pad = ImGui::GetStyle().FramePadding, from = ImGui::GetItemRectMin();
        const ImVec4 ink = ImGui::GetStyleColorVec4(ImGuiCol_Text);
        ImDrawList *draw = ImGui::GetWindowDrawList();
        if (ImGui::IsItemHovered())
            draw->AddRectFilled(from, ImGui::GetItemRectMax(),
                                ImGui::GetColorU32(ImGuiCol_FrameBgHovered),
                                ImGui::GetStyle().FrameRounding);
        ImGui::RenderArrow(draw, ImVec2(from.x, from.y + pad.y + state.em * 0.15f),
                           ImGui::GetColorU32(ink), unfolded ? ImGuiDir_Down : ImGuiDir_Right,
                           0.7f);
        draw_cut(ImVec2(from.x + state.em + pad.x, from.y + pad.y), line_right(), text, ink);
    }
    const widgets_edit edit = end_typed_row(row, false, entered);
    return edit == WIDGETS_SAME && pressed ? WIDGETS_OPENED : edit;
}

widgets_edit widgets_choice(const widgets_row *row, int *value, const widgets_choices *choices)
{
    bool changed = false, opens = false;
    begin_row(row);
    if (begin_list(choices->name(choices->data, *value), choices->note, row->types)) {
        opens = ImGui::IsWindowAppearing();
        changed = choose_in_list(choices, value);
        ImGui::EndCombo();
    }
    const widgets_edit edit = end_row(row, changed);
    return edit == WIDGETS_SAME && opens ? WIDGETS_OPENED : edit;
}

widgets_edit widgets_colour(const widgets_row *row, float rgb[3])
{
    begin_row(row);
    ImGui::BeginGroup();
    const bool changed = ImGui::ColorEdit3("##value", rgb, ImGuiColorEditFlags_Float);
    ImGui::EndGroup();
    return end_row(row, changed);
}

widgets_edit widgets_field(const widgets_row *row)
{
    begin_row(row);
    take_keys(row);
    ImGui::InputText("##value", row->typed, row->typed_size);
    const bool entered = was_entered(row, ImGui::GetID("##value"));
    const bool wiped = ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    const widgets_edit edit = end_row(row, false);
    return entered ? WIDGETS_TYPED : wiped ? edit : WIDGETS_SAME;
}

// ---- steps, which are folded, chosen and dragged

static struct {
    int count;      // lines in this frame
    float tops[64]; // of them, on the screen
    int dragged;    // -1: none
} lines = { 0, {}, -1 };

// Returns whether the line that came last was chosen: by letting go of it, so that the lines stand
// still while one of them is dragged.
static bool note_line()
{
    if (lines.count == IM_ARRAYSIZE(lines.tops))
        return false;
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, state.em * 0.4f))
        lines.dragged = lines.count;
    lines.tops[lines.count++] = ImGui::GetItemRectMin().y;
    return ImGui::IsItemDeactivated() && ImGui::IsItemHovered() && lines.dragged < 0;
}

void widgets_steps_begin(void)
{
    lines.count = 0;
}

void widgets_steps_end(int *dragged, int *dropped_at)
{
    const int line = lines.dragged;
    if (line < 0)
        return;
    const float half = ImGui::GetFrameHeight() / 2, y = ImGui::GetIO().MousePos.y;
    int gap = 0; // that the mouse is nearest to: above the line of that number
    while (gap < lines.count && y > lines.tops[gap] + half)
        gap++;
    const bool stays = gap == line || gap == line + 1;
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        // Shows where the dragged line would go; dim where it would stay.
        const float spacing = ImGui::GetStyle().ItemSpacing.y;
        const float below = gap < lines.count ? lines.tops[gap] : ImGui::GetCursorScreenPos().y;
        const float middle = std::round(below - spacing / 2), thick = std::round(state.em * 0.15f);
        const float left = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMin().x;
        ImGui::GetWindowDrawList()->AddRectFilled(
            ImVec2(left, middle - thick / 2), ImVec2(line_right(), middle + thick / 2),
            packed(stays ? panel_colours.idle_knob : panel_colours.accent));
        // Brings further lines into sight while one is dragged to the end of what is seen.
        const ImRect seen = ImGui::GetCurrentWindow()->InnerClipRect;
        const float by = state.em * 0.5f;
        if (y < seen.Min.y + state.em)
            ImGui::SetScrollY(std::fmax(0.0f, ImGui::GetScrollY() - by));
        else if (y > seen.Max.y - state.em)
            ImGui::SetScrollY(std::fmin(ImGui::GetScrollMaxY(), ImGui::GetScrollY() + by));
        return;
    }
    lines.dragged = -1;
    if (stays)
        return;
    *dragged = line;
    *dropped_at = gap > line ? gap - 1 : gap;
}

bool widgets_step(const struct widgets_line *step, bool *on, bool *picked)
{
    ImGui::PushID(step->number);
    if (step->selected || lines.dragged == lines.count)
        highlight_line(ImGui::GetFrameHeight(), false);
    ImGui::Checkbox("##on", on);
    record_widget(step->name, "on");
    ImGui::SameLine(0, state.em * 0.2f);
    if (step->fold != WIDGETS_AS_IT_IS)
        ImGui::SetNextItemOpen(step->fold == WIDGETS_UNFOLD);
    ImGui::PushStyleColor(ImGuiCol_Text, tone_colour(*on ? WIDGETS_PLAIN : WIDGETS_DIM));
    const bool open =
        ImGui::TreeNodeEx("##step",
                          ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_FramePadding |
                              ImGuiTreeNodeFlags_NoTreePushOnOpen,
                          "%s", step->name);
    ImGui::PopStyleColor();
    record_widget(step->name);
    *picked = note_line();
    explain(step->help);
    if (open)
        ImGui::Indent(state.em * 0.9f);
    else
        ImGui::PopID();
    return open;
}

void widgets_step_end(void)
{
    ImGui::Unindent(state.em * 0.9f);
    ImGui::Spacing();
    ImGui::PopID();
}
