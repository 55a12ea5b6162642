// The lines of steps, which are folded, chosen and dragged.

#include "app/window/imgui/imgui_shared.h"

#include <cmath>

using namespace shared;

namespace
{

struct {
    int count;      // lines in this frame
    float tops[64]; // of them, on the screen
    int dragged;    // -1: none
} lines = { 0, {}, -1 };

// Returns whether the line that came last was chosen: by letting go of it, so that the lines stand
// still while one of them is dragged.
bool note_line()
{
    if (lines.count == IM_ARRAYSIZE(lines.tops))
        return false;
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, state.em * 0.4f))
        lines.dragged = lines.count;
    lines.tops[lines.count++] = ImGui::GetItemRectMin().y;
    return ImGui::IsItemDeactivated() && ImGui::IsItemHovered() && lines.dragged < 0;
}

// Returns the gap that the mouse is nearest to: above the line of that number.
int find_gap()
{
    int gap = 0;
    const float half = ImGui::GetFrameHeight() / 2, y = ImGui::GetIO().MousePos.y;
    while (gap < lines.count && y > lines.tops[gap] + half)
        gap++;
    return gap;
}

// Shows where the dragged line would go; dim where it would stay.
void draw_gap(int gap, bool stays)
{
    const float spacing = ImGui::GetStyle().ItemSpacing.y;
    const float below = gap < lines.count ? lines.tops[gap] : ImGui::GetCursorScreenPos().y;
    const float y = std::round(below - spacing / 2), thick = std::round(state.em * 0.15f);
    const float left = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMin().x;
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(left, y - thick / 2), ImVec2(line_right(), y + thick / 2),
        packed(stays ? panel_colours.idle_knob : panel_colours.accent));
}

// Brings further lines into sight while one is dragged to the end of what is seen.
void scroll_along()
{
    const ImRect seen = ImGui::GetCurrentWindow()->InnerClipRect;
    const float y = ImGui::GetIO().MousePos.y, by = state.em * 0.5f;
    if (y < seen.Min.y + state.em)
        ImGui::SetScrollY(std::fmax(0.0f, ImGui::GetScrollY() - by));
    else if (y > seen.Max.y - state.em)
        ImGui::SetScrollY(std::fmin(ImGui::GetScrollMaxY(), ImGui::GetScrollY() + by));
}

} // namespace

void widgets_steps_begin(void)
{
    lines.count = 0;
}

void widgets_steps_end(int *dragged, int *dropped_at)
{
    const int line = lines.dragged;
    if (line < 0)
        return;
    const int gap = find_gap();
    const bool stays = gap == line || gap == line + 1;
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        draw_gap(gap, stays);
        scroll_along();
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
    ImGui::PushID(step->id);
    if (step->selected || lines.dragged == lines.count)
        highlight_line(ImGui::GetFrameHeight(), false);
    ImGui::Checkbox("##on", on);
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
