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

// A bar is at least a pixel wide.
static void draw_bars(const graph &graph, const box &box)
{
    for (int i = 0; i < graph.bar_count; i++) {
        const float height = std::min(graph.bars[i], 1.0f), count = (float) graph.bar_count;
        const ImVec2 from = box.at((float) i / count, height);
        const ImVec2 to = box.at((float) (i + 1) / count, 0);
        const float left = std::floor(from.x), right = std::max(std::floor(to.x), left + 1);
        if (height > 0)
            ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(left, std::min(from.y, to.y - 1)),
                                                      ImVec2(right, to.y),
                                                      packed(*graph.bar_colour));
    }
}

void show_graph(const graph &graph)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::max(1.0f, ImGui::GetContentRegionAvail().x), pad = parts.em * 0.3f;
    const box box = { at, ImVec2(at.x + wide, std::round(at.y + parts.em * graph.high)) };
    ImGui::Dummy(ImVec2(wide, box.to.y - at.y));
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
    if (graph.middle)
        draw->AddLine(box.at(0.5f, 0), box.at(0.5f, 1), packed(panel_colours.idle_knob), thin());
    if (graph.bars)
        draw_bars(graph, box);
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
    draw->AddText(ImVec2(at.x + pad, at.y), packed(panel_colours.dim), graph.top);
    draw->AddText(ImVec2(at.x + pad, box.to.y - ImGui::GetTextLineHeight()),
                  packed(panel_colours.dim), graph.bottom);
    if (graph.middle) {
        ImGui::TextDisabled("%+.4g %s", graph.first, graph.unit);
        ImGui::SameLine((wide - ImGui::CalcTextSize(graph.middle).x) / 2);
        ImGui::TextDisabled("%s", graph.middle);
        ImGui::SameLine();
        right_text(format("%+.4g %s", graph.last, graph.unit), panel_colours.dim);
    }
    for (const graph_curve &curve : graph.curves)
        if (curve.values && curve.name)
            cut_text(curve.name, *curve.colour);
    const float share = (ImGui::GetIO().MousePos.x - at.x) / wide;
    if (!is_hovered || share < 0 || share > 1 || !graph.unit)
        return;
    draw->AddLine(box.at(share, 0), box.at(share, 1), packed(panel_colours.plain));
    const double place = graph.first + (double) share * (graph.last - graph.first);
    const int i = (int) (share * (float) (graph.curve_count - 1) + 0.5f);
    show_tip(format("%+.3g %s%s", place, graph.unit,
                    graph.printed ? format(": %.4g", (double) graph.printed[i]) : ""));
}
