// What is drawn of a point spread.

#include "app/window/imgui/imgui_shared.h"

#include <algorithm>
#include <cmath>

using namespace shared;

namespace
{

ImU32 stroke_colour(widgets_stroke stroke)
{
    switch (stroke) {
    case WIDGETS_STROKE_STRONG:
        return packed(panel_colours.accent);
    case WIDGETS_STROKE_BESIDE:
        return packed(panel_colours.plain);
    default:
        return packed(panel_colours.fine_bar);
    }
}

void draw_profile(const float *values, int count, const graph_box &box, widgets_stroke stroke)
{
    const float thin = std::max(1.0f, state.em * 0.07f);
    for (int i = 0; values && i < count; i++)
        ImGui::GetWindowDrawList()->PathLineTo(box.at((float) i / (float) (count - 1), values[i]));
    ImGui::GetWindowDrawList()->PathStroke(stroke_colour(stroke), 0,
                                           stroke == WIDGETS_STROKE_STRONG ? 1.6f * thin : thin);
}

void draw_profile_grid(const widgets_spread *graph, const graph_box &box)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(box.from, box.to, packed(panel_colours.field), 2);
    for (int i = 1; i < graph->rows; i++) {
        const float high = (float) i / (float) graph->rows;
        draw->AddLine(box.at(0, high), box.at(1, high), packed(panel_colours.line));
    }
    draw->AddLine(box.at(0.5f, 0), box.at(0.5f, 1), packed(panel_colours.line));
    const float below = box.to.y + state.em * 0.15f, pad = state.em * 0.3f;
    draw_small(graph->left, box.from.x, below, 0);
    draw_small(graph->right, box.to.x, below, 1);
    draw_small("0", box.at(0.5f, 0).x, below, 0.5f);
    draw_small(graph->top, box.from.x + pad, box.from.y + pad * 0.5f, 0);
    draw_small(graph->bottom, box.from.x + pad, box.to.y - state.em, 0);
}

} // namespace

float widgets_profiles(const struct widgets_spread *graph)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    const graph_box box = { at, ImVec2(at.x + wide, at.y + state.em * 8.5f) };
    ImGui::Dummy(ImVec2(wide, state.em * 9.6f));
    const bool is_hovered = ImGui::IsItemHovered();
    draw_profile_grid(graph, box);
    for (const float *faint : graph->faint)
        draw_profile(faint, graph->count, box, WIDGETS_STROKE_FAINT);
    draw_profile(graph->strong, graph->count, box, WIDGETS_STROKE_STRONG);
    draw_profile(graph->beside, graph->count, box, WIDGETS_STROKE_BESIDE);
    const float share = (ImGui::GetIO().MousePos.x - at.x) / wide;
    return is_hovered && share >= 0 && share <= 1 ? share : -1;
}

void widgets_legend(const struct widgets_key_line *lines, int count)
{
    for (int i = 0; i < count; i++) {
        const float dash = state.em * 1.3f, gap = state.em * 0.9f;
        const float wide = dash + state.em * 0.4f + ImGui::CalcTextSize(lines[i].words).x;
        if (i > 0 && ImGui::GetItemRectMax().x + gap + wide <= line_right())
            ImGui::SameLine(0, gap);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float y = at.y + ImGui::GetTextLineHeight() * 0.55f;
        ImGui::Dummy(ImVec2(wide, ImGui::GetTextLineHeight()));
        ImGui::GetWindowDrawList()->AddLine(ImVec2(at.x, y), ImVec2(at.x + dash, y),
                                            stroke_colour(lines[i].stroke), state.em * 0.13f);
        ImGui::GetWindowDrawList()->AddText(
            ImVec2(at.x + wide - ImGui::CalcTextSize(lines[i].words).x, at.y),
            packed(panel_colours.dim), lines[i].words);
    }
}

void widgets_cells(const float *shades, int side, const char *const *words)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float cell = std::max(1.0f, std::floor(state.em * 9 / (float) side));
    const float whole = cell * (float) side;
    ImDrawList *draw = ImGui::GetWindowDrawList();
    ImGui::Dummy(ImVec2(whole, whole));
    for (int i = 0; i < side * side; i++) {
        const ImVec2 from(at.x + cell * (float) (i % side), at.y + cell * (float) (i / side));
        const float shade = shades[i];
        draw->AddRectFilled(from, ImVec2(from.x + cell, from.y + cell),
                            ImGui::GetColorU32(ImVec4(shade, shade, shade, 1)));
    }
    for (int i = 0; words[i]; i++)
        draw_small(words[i], at.x + whole + state.em * 0.6f, at.y + state.em * 1.15f * (float) i,
                   0);
}
