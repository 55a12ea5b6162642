#include "app/window/imgui/imgui_shared.h"

#include <algorithm>
#include <cmath>

namespace shared
{

frame_state state;

ImVec4 colour(const panel_colour &from)
{
    return ImVec4(from.r, from.g, from.b, from.a);
}

ImU32 packed(const panel_colour &from)
{
    return ImGui::GetColorU32(colour(from));
}

float line_right()
{
    return ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
}

float thin()
{
    return std::max(1.0f, std::floor(state.em / 14));
}

void draw_rule()
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float y = std::round(at.y - ImGui::GetStyle().ItemSpacing.y / 2) + 0.5f;
    ImGui::GetWindowDrawList()->AddLine(
        ImVec2(ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMin().x, y),
        ImVec2(line_right(), y), packed(panel_colours.line), thin());
    ImGui::Dummy(ImVec2(0, 0));
}

// Underscores hang below what a font calls its height, and would be cut off there.
void draw_cut(ImVec2 from, float right, const char *text)
{
    const ImVec2 size = ImGui::CalcTextSize(text);
    const ImVec2 to(right, from.y + std::ceil(size.y * 1.25f));
    ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), from, to, right, right, text, nullptr,
                              &size);
}

void cut_text(const char *text, float right)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::CalcTextSize(text);
    const float baseline = ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset;
    ImGui::Dummy(ImVec2(std::max(0.0f, std::min(size.x, right - at.x)), size.y + baseline));
    draw_cut(ImVec2(at.x, at.y + baseline), right, text);
}

void explain(const char *help)
{
    if (help && state.mouse_moved && ImGui::IsItemHovered() && !ImGui::IsItemActive())
        widgets_tip(help);
}

void highlight_line(float height, bool has_keys)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float pad = state.em * 0.2f, left = ImGui::GetWindowPos().x;
    ImDrawList *draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(ImVec2(left, at.y), ImVec2(line_right() + pad, at.y + height),
                        packed(panel_colours.selected), ImGui::GetStyle().FrameRounding);
    if (has_keys)
        draw->AddRectFilled(ImVec2(left, at.y), ImVec2(left + state.em * 0.3f, at.y + height),
                            packed(panel_colours.accent), ImGui::GetStyle().FrameRounding);
}

void ring_typed()
{
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    if (ImGui::IsItemActive() && widgets_want_keys())
        ImGui::GetWindowDrawList()->AddRect(from, to, packed(panel_colours.accent),
                                            ImGui::GetStyle().FrameRounding, 0, 1.5f * thin());
}

ImVec4 tone_colour(widgets_tone tone)
{
    switch (tone) {
    case WIDGETS_DIM:
        return colour(panel_colours.dim);
    case WIDGETS_STRONG:
        return colour(panel_colours.accent);
    case WIDGETS_ALARM:
        return colour(panel_colours.alarm);
    case WIDGETS_SIDE_A:
        return colour(panel_colours.side_a);
    case WIDGETS_SIDE_B:
        return colour(panel_colours.side_b);
    default:
        return colour(panel_colours.plain);
    }
}

void right_align(const char *text, float right)
{
    ImGui::SameLine(right - ImGui::CalcTextSize(text).x);
}

void draw_small(const char *text, float x, float y, float anchor)
{
    const float size = std::round(state.em * 0.82f);
    const float wide = ImGui::GetFont()->CalcTextSizeA(size, FLT_MAX, 0, text).x;
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), size,
                                        ImVec2(std::round(x - anchor * wide), std::round(y)),
                                        ImGui::GetColorU32(ImGuiCol_TextDisabled), text);
}

} // namespace shared
