// Lists to choose from, and text of programs.

#include "app/window/imgui/imgui_shared.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace shared;

namespace
{

float room_below()
{
    return std::max(state.em * 3, state.sheet_bottom - ImGui::GetCursorScreenPos().y);
}

const float least_beside = 60; // letters' heights that the right column needs beside the left one
bool is_beside;                // whether the right column stands beside the left one

const ImGuiWindowFlags plain_flags = ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings;

} // namespace

void widgets_columns_begin(const char *id, float wide)
{
    const float left = wide * state.em, all = ImGui::GetContentRegionAvail().x;
    is_beside = all - left > least_beside * state.em;
    const float few_lines = 4.6f * ImGui::GetTextLineHeightWithSpacing();
    ImGui::PushID(id);
    ImGui::BeginChild("left",
                      is_beside ? ImVec2(left, room_below())
                                : ImVec2(0, std::min(few_lines, room_below() / 3)),
                      false, plain_flags);
}

void widgets_columns_next(void)
{
    ImGui::EndChild();
    if (is_beside)
        ImGui::SameLine(0, state.em);
    else
        draw_rule();
    ImGui::BeginChild("right", ImVec2(0, room_below()), false,
                      plain_flags | ImGuiWindowFlags_NoScrollbar |
                          ImGuiWindowFlags_NoScrollWithMouse);
}

void widgets_columns_end(void)
{
    ImGui::EndChild();
    ImGui::PopID();
}

bool widgets_pick_text(const struct widgets_pick *item)
{
    const float line = ImGui::GetTextLineHeight(), indent = item->indent ? state.em * 1.1f : 0;
    const bool has_note = !item->indent && item->note[0];
    ImGui::PushID(item->number);
    const bool pressed = ImGui::Selectable("##item", item->selected, 0,
                                           ImVec2(0, has_note ? std::round(line * 1.9f) : line));
    explain(item->help);
    ImGui::PopID();
    if (item->reveal && !ImGui::IsItemVisible())
        ImGui::SetScrollHereY();
    const float x = ImGui::GetItemRectMin().x + indent + state.em * 0.3f, right = line_right();
    const float y = ImGui::GetItemRectMin().y + ImGui::GetStyle().ItemSpacing.y / 2;
    ImGui::PushStyleColor(ImGuiCol_Text,
                          colour(item->indent ? panel_colours.soft : panel_colours.plain));
    draw_cut(ImVec2(x, y), right, item->name);
    ImGui::PopStyleColor();
    if (has_note)
        draw_small(item->note, x, y + line * 0.95f, 0);
    return pressed;
}

namespace
{

// Returns where a remark begins: // up to the end of the line.
const char *find_remark(const char *from, const char *end)
{
    for (const char *at = from; at + 1 < end; at++)
        if (at[0] == '/' && at[1] == '/')
            return at;
    return end;
}

const panel_colour &code_colour(const char *from, const char *end)
{
    while (from < end && *from == ' ')
        from++;
    return from < end && *from == '#' ? panel_colours.accent : panel_colours.plain;
}

void draw_code_line(const struct widgets_program *code, int i, float gutter)
{
    const struct shown_line *line = &code->lines[i];
    const char *from = code->text + line->begin, *end = from + line->length;
    const char *remark = find_remark(from, end);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList *draw = ImGui::GetWindowDrawList();
    char number[16] = "";
    if (line->number > 0)
        snprintf(number, sizeof(number), "%4d", line->number);
    draw->AddText(at, packed(panel_colours.dim), number);
    const float x = at.x + gutter;
    draw->AddText(ImVec2(x, at.y), packed(code_colour(from, remark)), from, remark);
    const float wide = ImGui::CalcTextSize(from, remark).x;
    if (remark < end)
        draw->AddText(ImVec2(x + wide, at.y), packed(panel_colours.dim), remark, end);
    ImGui::Dummy(ImVec2(1, ImGui::GetTextLineHeight()));
}

} // namespace

// Only the lines that are seen are drawn.
void widgets_code(const struct widgets_program *code)
{
    ImGui::BeginChild(code->id, ImVec2(0, room_below()), false,
                      plain_flags | ImGuiWindowFlags_HorizontalScrollbar);
    ImGui::PushFont(state.mono);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    const float letter = ImGui::CalcTextSize("0").x, gutter = 6 * letter;
    ImGui::Dummy(ImVec2(gutter + letter * (float) (code->longest + 1), 0));
    ImGuiListClipper clipper;
    clipper.Begin(code->count, ImGui::GetTextLineHeight());
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; i++)
            draw_code_line(code, i, gutter);
    ImGui::PopStyleVar();
    ImGui::PopFont();
    ImGui::EndChild();
}
