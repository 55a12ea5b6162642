// Graphs: bars, outlines and curves on a grid.

#include "app/window/view/parts.h"

// Rectangle of a graph. at() returns the screen position of a value.
struct box {
    ImVec2 from, to;
    ImVec2 at(float share, float value) const
    {
        return ImVec2(from.x + share * (to.x - from.x), to.y + value * (from.y - to.y));
    }
};

// Bins of one height are one rectangle.
static void draw_bars(const graph &graph, const box &box)
{
    const float *heights = graph.bars;
    for (int i = 0, end; i < graph.bar_count; i = end) {
        for (end = i + 1; end < graph.bar_count && heights[end] == heights[i];)
            end++;
        const ImVec2 from = box.at((float) i / (float) graph.bar_count, std::min(heights[i], 1.0f));
        const ImVec2 to = box.at((float) end / (float) graph.bar_count, 0);
        if (heights[i] > 0)
            ImGui::GetWindowDrawList()->AddRectFilled(
                ImVec2(std::floor(from.x), std::min(from.y, to.y - 1)),
                ImVec2(std::floor(to.x), to.y), packed(*graph.bar_colour));
    }
}

// The outline of bins, which has gaps where there is nothing.
static void draw_outline(const graph &graph, const box &box)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    const int count = graph.bar_count;
    for (int i = 0; i < count; i++) {
        if (graph.outline[i] > 0) {
            draw->PathLineTo(box.at((float) i / (float) count, graph.outline[i]));
            draw->PathLineTo(box.at((float) (i + 1) / (float) count, graph.outline[i]));
        }
        if (graph.outline[i] <= 0 || i + 1 == count)
            draw->PathStroke(packed(panel_colours.plain), 0, thin());
    }
}

static float value_at(const graph &graph, float share)
{
    const float *values = graph.curves[0].values, place = share * (float) (graph.curve_count - 1);
    const int before = std::min((int) place, graph.curve_count - 2);
    const float rest = place - (float) before;
    return values[before] * (1 - rest) + values[before + 1] * rest;
}

// Names each curve that has a name, in one line, or in several if the window is narrow.
static void show_legend(const graph &graph)
{
    bool is_next = false;
    for (const graph_curve &curve : graph.curves) {
        if (!curve.values || !curve.name)
            continue;
        const float dash = parts.em * 1.3f, gap = parts.em * 0.9f;
        const float words = ImGui::CalcTextSize(curve.name).x,
                    wide = dash + parts.em * 0.4f + words;
        if (is_next && ImGui::GetItemRectMax().x + gap + wide <= line_right())
            ImGui::SameLine(0, gap);
        is_next = true;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float y = at.y + ImGui::GetTextLineHeight() * 0.55f;
        ImGui::Dummy(ImVec2(wide, ImGui::GetTextLineHeight()));
        ImGui::GetWindowDrawList()->AddLine(ImVec2(at.x, y), ImVec2(at.x + dash, y),
                                            packed(*curve.colour), 2 * thin());
        draw_cut(ImVec2(at.x + wide - words, at.y), line_right(), curve.name, panel_colours.dim);
    }
}

float show_graph(const graph &graph)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::max(1.0f, ImGui::GetContentRegionAvail().x), pad = parts.em * 0.3f;
    const box box = { at, ImVec2(at.x + wide, std::round(at.y + parts.em * graph.high)) };
    ImGui::Dummy(ImVec2(wide, parts.em * (graph.high + (graph.left ? 1.1f : 0.2f))));
    const bool is_hovered = parts.mouse_moved && ImGui::IsItemHovered();
    draw->AddRectFilled(box.from, box.to, packed(panel_colours.field), 2);
    for (int i = 1; i < graph.columns; i++) {
        const float share = (float) i / (float) graph.columns;
        draw->AddLine(box.at(share, 0), box.at(share, 1), packed(panel_colours.field));
    }
    for (int i = 1; i < graph.rows; i++) {
        const float share = (float) i / (float) graph.rows;
        draw->AddLine(box.at(0, share), box.at(1, share), packed(panel_colours.field));
    }
    if (graph.marked >= 0)
        draw->AddLine(box.at(graph.marked, 0), box.at(graph.marked, 1),
                      packed(panel_colours.idle_knob), thin());
    if (graph.bars)
        draw_bars(graph, box);
    if (graph.outline)
        draw_outline(graph, box);
    for (const graph_curve &curve : graph.curves) {
        for (int i = 0; curve.values && i < graph.curve_count; i++)
            draw->PathLineTo(box.at((float) i / (float) (graph.curve_count - 1), curve.values[i]));
        if (curve.values)
            draw->PathStroke(packed(*curve.colour), 0, curve.width * thin());
    }
    for (int i = 0; i < graph.ring_count; i++)
        draw->AddCircle(box.at(graph.rings[i].share, graph.rings[i].value), parts.em * 0.28f,
                        packed(panel_colours.warn), 0, 1.5f * thin());
    if (graph.level > 0)
        draw->AddLine(box.at(0, graph.level), box.at(1, graph.level), packed(panel_colours.plain),
                      thin());
    draw_small(graph.top, box.from.x + pad, box.from.y + pad * 0.5f);
    draw_small(graph.bottom, box.from.x + pad, box.to.y - parts.em);
    if (graph.left) {
        const float y = box.to.y + parts.em * 0.15f;
        draw_small(graph.left, box.from.x, y);
        draw_small(graph.middle, box.at(std::max(graph.marked, 0.0f), 0).x, y, 0.5f);
        draw_small(graph.right, box.to.x, y, 1);
    }
    show_legend(graph);
    const float share = (ImGui::GetIO().MousePos.x - at.x) / wide;
    if (!is_hovered || share < 0 || share > 1)
        return -1;
    if (graph.curve_count > 0)
        draw->AddCircle(box.at(share, value_at(graph, share)), parts.em * 0.3f,
                        packed(panel_colours.plain));
    else
        draw->AddLine(box.at(share, 0), box.at(share, 1), packed(panel_colours.plain));
    return share;
}
