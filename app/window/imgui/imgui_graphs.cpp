// What is drawn of numbers.

#include "app/window/imgui/imgui_shared.h"

#include <algorithm>
#include <cmath>

using namespace shared;

namespace
{

void draw_grid(const struct widgets_graph *graph, const graph_box &box)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    const ImU32 faint = ImGui::GetColorU32(ImVec4(1, 1, 1, 0.05f));
    const ImU32 clear = ImGui::GetColorU32(ImVec4(1, 1, 1, 0.22f));
    draw->AddRectFilled(box.from, box.to, ImGui::GetColorU32(ImVec4(1, 1, 1, 0.04f)), 2);
    for (int i = 1; i < graph->columns; i++) {
        const float share = (float) i / (float) graph->columns;
        draw->AddLine(box.at(share, 0), box.at(share, 1), faint);
    }
    for (int i = 1; i < 4; i++)
        draw->AddLine(box.at(0, (float) i / 4), box.at(1, (float) i / 4), faint);
    if (graph->marked >= 0)
        draw->AddLine(box.at(graph->marked, 0), box.at(graph->marked, 1), clear);
}

float value_at(const struct widgets_graph *graph, float share)
{
    const float place = share * (float) (graph->count - 1);
    const int before = std::min((int) place, graph->count - 2);
    const float rest = place - (float) before;
    return graph->values[before] * (1 - rest) + graph->values[before + 1] * rest;
}

// Bins of one height are one rectangle.
void draw_bars(const float *heights, int count, const graph_box &box, ImU32 ink)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && heights[end] == heights[i];)
            end++;
        const ImVec2 from = box.at((float) i / (float) count, heights[i]);
        const ImVec2 to = box.at((float) end / (float) count, 0);
        if (heights[i] > 0)
            draw->AddRectFilled(ImVec2(from.x, std::min(from.y, to.y - 1)), to, ink);
    }
}

// The outline of bins, which has gaps where there is nothing.
void draw_steps(const float *heights, int count, const graph_box &box, ImU32 ink)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    for (int i = 0; i < count; i++) {
        if (heights[i] > 0) {
            draw->PathLineTo(box.at((float) i / (float) count, heights[i]));
            draw->PathLineTo(box.at((float) (i + 1) / (float) count, heights[i]));
        }
        if (heights[i] <= 0 || i + 1 == count)
            draw->PathStroke(ink, 0, std::max(1.0f, state.em * 0.08f));
    }
}

void draw_curve(const struct widgets_graph *graph, const graph_box &box)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    if (graph->bars)
        draw_bars(graph->bars, graph->bar_count, box, packed(panel_colours.fine_bar));
    for (int i = 0; i < graph->count; i++)
        draw->PathLineTo(box.at((float) i / (float) (graph->count - 1), graph->values[i]));
    draw->PathStroke(packed(graph->bars ? panel_colours.plain : panel_colours.accent), 0,
                     std::max(1.5f, state.em * 0.11f));
    draw->AddCircleFilled(box.at(graph->marked, value_at(graph, graph->marked)), state.em * 0.2f,
                          packed(panel_colours.accent));
    for (int i = 0; i < graph->point_count; i++)
        draw->AddCircle(box.at(graph->points[i].share, graph->points[i].value), state.em * 0.28f,
                        packed(panel_colours.warn), 0, std::max(1.5f, state.em * 0.11f));
}

void draw_graph_words(const struct widgets_graph *graph, const graph_box &box)
{
    const float y = box.to.y + state.em * 0.15f;
    const struct {
        const char *text;
        float share, anchor;
    } words[] = { { graph->left, 0, 0 },
                  { graph->middle, graph->marked, 0.5f },
                  { graph->right, 1, 1 } };
    for (const auto &word : words)
        draw_small(word.text, box.at(word.share, 0).x, y, word.anchor);
}

} // namespace

// Draws the parts as one shape; the scale's words have a column of their own at the right.
void widgets_plot(const struct widgets_history *plot)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = line_right() - at.x, words = state.em * 2.4f;
    const graph_box box = { at, ImVec2(line_right() - words, std::round(at.y + state.em * 3.4f)) };
    const auto share_of = [plot](double value) { return (float) std::min(value / plot->top, 1.0); };
    ImDrawList *draw = ImGui::GetWindowDrawList();
    ImGui::Dummy(ImVec2(wide, box.to.y - at.y));
    draw->AddRectFilled(box.from, box.to, packed(panel_colours.field), 2);
    for (int i = 0; i < plot->count; i++) {
        const float left = std::floor(box.at((float) i / (float) plot->count, 0).x);
        const float right = std::floor(box.at((float) (i + 1) / (float) plot->count, 0).x);
        const float y = box.at(0, share_of((double) plot->values[i])).y;
        if (plot->values[i] >= 0)
            draw->AddRectFilled(ImVec2(left, std::min(y, box.to.y - 1)), ImVec2(right, box.to.y),
                                packed(panel_colours.fine_bar));
    }
    draw_small(plot->top_text, line_right(), box.from.y - state.em * 0.1f, 1);
    const float y = std::round(box.at(0, share_of(plot->mark)).y), small = state.em * 0.82f;
    draw_small("0", line_right(), box.to.y - small, 1);
    if (!(plot->mark > 0))
        return;
    draw->AddLine(ImVec2(box.from.x, y), ImVec2(box.to.x, y), packed(panel_colours.plain), thin());
    if (y > box.from.y + small * 1.4f && y < box.to.y - small * 1.4f)
        draw_small("p95", line_right(), y - small / 2, 1);
}

float widgets_room_below(void)
{
    return (state.sheet_bottom - ImGui::GetCursorScreenPos().y) / state.em;
}

float widgets_curve(const struct widgets_graph *graph)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    const graph_box box = { at, ImVec2(at.x + wide, at.y + state.em * 6) };
    ImGui::Dummy(ImVec2(wide, state.em * 7.1f));
    draw_grid(graph, box);
    draw_curve(graph, box);
    draw_graph_words(graph, box);
    const float share = (ImGui::GetIO().MousePos.x - at.x) / wide;
    if (!ImGui::IsItemHovered() || share < 0 || share > 1)
        return -1;
    ImGui::GetWindowDrawList()->AddCircle(box.at(share, value_at(graph, share)), state.em * 0.3f,
                                          ImGui::GetColorU32(ImGuiCol_Text));
    return share;
}

int widgets_histogram(const struct widgets_bins *bins)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    const graph_box box = { at, ImVec2(at.x + wide, at.y + state.em * bins->high) };
    const panel_colour *const inks[] = { &panel_colours.fine_bar, &panel_colours.red,
                                         &panel_colours.green, &panel_colours.blue };
    const bool is_light = bins->channel < 0;
    widgets_graph grid = {};
    grid.columns = bins->columns;
    grid.marked = is_light ? 0.5f : -1.0f;
    grid.left = bins->left;
    grid.middle = bins->middle;
    grid.right = bins->right;
    ImGui::Dummy(ImVec2(wide, state.em * (bins->high + (bins->left ? 1.1f : 0.2f))));
    draw_grid(&grid, box);
    draw_bars(bins->heights, bins->count, box, packed(*inks[1 + bins->channel]));
    if (bins->line)
        draw_steps(bins->line, bins->count, box, packed(panel_colours.plain));
    if (bins->left)
        draw_graph_words(&grid, box);
    const float share = (ImGui::GetIO().MousePos.x - at.x) / wide;
    if (!state.mouse_moved || !ImGui::IsItemHovered() || share < 0 || share >= 1)
        return -1;
    ImGui::GetWindowDrawList()->AddLine(box.at(share, 0), box.at(share, 1),
                                        ImGui::GetColorU32(ImGuiCol_Text));
    return (int) (share * (float) bins->count);
}

// The bar of a time, from `x` on in this line.
static void draw_time_bar(float x, float wide, float share, const panel_colour &filled_with)
{
    const float y = ImGui::GetCursorScreenPos().y, height = ImGui::GetTextLineHeight();
    const ImVec2 origin(x, y + height * 0.22f), end(x + wide, y + height * 0.82f);
    const float filled = wide * std::min(share, 1.0f);
    ImDrawList *draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(origin, end, packed(panel_colours.field), 2);
    if (filled >= 0.5f)
        draw->AddRectFilled(origin, ImVec2(x + filled, end.y), packed(filled_with), 2);
}

// The whole line answers, not its words alone.
static widgets_touch touch_line(const widgets_scope *line)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    if (line->marked)
        highlight_line(height, false);
    ImGui::PushID(line->id);
    const bool pressed = ImGui::InvisibleButton("##line", ImVec2(line_right() - at.x, height));
    const bool over = state.mouse_moved && ImGui::IsItemHovered();
    explain(line->help);
    ImGui::PopID();
    ImGui::SetCursorScreenPos(at);
    return pressed ? WIDGETS_PRESSED : over ? WIDGETS_OVER : WIDGETS_APART;
}

widgets_touch widgets_time(const struct widgets_scope *line)
{
    const float edge = ImGui::GetWindowContentRegionMax().x, bar = state.em * 3.5f;
    const float number = edge - bar - state.em * 0.6f;
    const float column = ImGui::CalcTextSize("000.000").x; // as wide for every number
    const float left = ImGui::GetWindowPos().x;
    const bool is_step = line->depth <= 1, is_kept = line->share < 0;
    const widgets_touch touch = touch_line(line);
    if (!is_kept)
        draw_time_bar(left + edge - bar, bar, line->share,
                      is_step ? panel_colours.bar : panel_colours.fine_bar);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + state.em * 0.8f * (float) line->depth);
    ImGui::PushStyleColor(ImGuiCol_Text, colour(is_step || line->marked || touch == WIDGETS_OVER
                                                    ? panel_colours.plain
                                                    : panel_colours.soft));
    cut_text(line->name, left + number - column - state.em * 0.5f);
    ImGui::PopStyleColor();
    right_align(line->time, number);
    ImGui::TextColored(colour(is_kept ? panel_colours.dim : panel_colours.plain), "%s", line->time);
    if (!is_kept)
        return touch;
    right_align("kept", edge);
    ImGui::TextDisabled("kept");
    return touch;
}
