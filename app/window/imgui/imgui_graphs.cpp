// Widgets that draw numbers: graphs, plots, profiles and lines of times.

#include "app/window/imgui/imgui_shared.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace shared;

// ---- graphs

static void draw_grid(const struct widgets_graph *graph, const graph_box &box)
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

static float value_at(const struct widgets_graph *graph, float share)
{
    const float place = share * (float) (graph->curve_count - 1);
    const int before = std::min((int) place, graph->curve_count - 2);
    const float rest = place - (float) before;
    return graph->curve[before] * (1 - rest) + graph->curve[before + 1] * rest;
}

// Bins of one height are one rectangle.
static void draw_bars(const float *heights, int count, const graph_box &box, ImU32 ink)
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
static void draw_steps(const float *heights, int count, const graph_box &box, ImU32 ink)
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

static void draw_curve(const struct widgets_graph *graph, const graph_box &box)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    const int count = graph->curve_count;
    for (int i = 0; i < count; i++)
        draw->PathLineTo(box.at((float) i / (float) (count - 1), graph->curve[i]));
    draw->PathStroke(packed(graph->bars ? panel_colours.plain : panel_colours.accent), 0,
                     std::max(1.5f, state.em * 0.11f));
    draw->AddCircleFilled(box.at(graph->marked, value_at(graph, graph->marked)), state.em * 0.2f,
                          packed(panel_colours.accent));
    for (int i = 0; i < graph->point_count; i++)
        draw->AddCircle(box.at(graph->points[i].share, graph->points[i].value), state.em * 0.28f,
                        packed(panel_colours.warn), 0, std::max(1.5f, state.em * 0.11f));
}

// Draws the parts as one shape; the scale's words have a column of their own at the right.
void widgets_plot(const struct widgets_history *plot)
{
    char top[32];
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
    snprintf(top, sizeof(top), "%g", plot->top);
    draw_small(top, line_right(), box.from.y - state.em * 0.1f, 1);
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

float widgets_draw_graph(const struct widgets_graph *graph)
{
    const panel_colour *const inks[] = { &panel_colours.fine_bar, &panel_colours.red,
                                         &panel_colours.green, &panel_colours.blue };
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    const graph_box box = { at, ImVec2(at.x + wide, at.y + state.em * graph->high) };
    ImGui::Dummy(ImVec2(wide, state.em * (graph->high + (graph->left ? 1.1f : 0.2f))));
    draw_grid(graph, box);
    if (graph->bars)
        draw_bars(graph->bars, graph->bar_count, box, packed(*inks[graph->ink]));
    if (graph->outline)
        draw_steps(graph->outline, graph->bar_count, box, packed(panel_colours.plain));
    if (graph->curve)
        draw_curve(graph, box);
    if (graph->left) {
        const float y = box.to.y + state.em * 0.15f;
        draw_small(graph->left, box.from.x, y, 0);
        draw_small(graph->middle, box.at(graph->marked, 0).x, y, 0.5f);
        draw_small(graph->right, box.to.x, y, 1);
    }
    const float share = (ImGui::GetIO().MousePos.x - at.x) / wide;
    if (!state.mouse_moved || !ImGui::IsItemHovered() || share < 0 || share > 1)
        return -1;
    ImDrawList *draw = ImGui::GetWindowDrawList();
    if (graph->curve)
        draw->AddCircle(box.at(share, value_at(graph, share)), state.em * 0.3f,
                        ImGui::GetColorU32(ImGuiCol_Text));
    else
        draw->AddLine(box.at(share, 0), box.at(share, 1), ImGui::GetColorU32(ImGuiCol_Text));
    return share;
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
    record_widget(line->name);
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
    const float left = ImGui::GetWindowPos().x, height = ImGui::GetTextLineHeight();
    const float y = ImGui::GetCursorScreenPos().y;
    const bool is_step = line->depth <= 1, is_kept = line->share < 0;
    const widgets_touch touch = touch_line(line);
    if (!is_kept) {
        const ImVec2 from(left + edge - bar, y + height * 0.22f);
        const ImVec2 to(from.x + bar, y + height * 0.82f);
        const float filled = bar * std::min(line->share, 1.0f);
        ImDrawList *draw = ImGui::GetWindowDrawList();
        draw->AddRectFilled(from, to, packed(panel_colours.field), 2);
        if (filled >= 0.5f)
            draw->AddRectFilled(from, ImVec2(from.x + filled, to.y),
                                packed(is_step ? panel_colours.bar : panel_colours.fine_bar), 2);
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + state.em * 0.8f * (float) line->depth);
    const bool is_strong = is_step || line->marked || touch == WIDGETS_OVER;
    cut_text(line->name, left + number - column - state.em * 0.5f,
             colour(is_strong ? panel_colours.plain : panel_colours.soft));
    right_align(line->time, number);
    ImGui::TextColored(colour(is_kept ? panel_colours.dim : panel_colours.plain), "%s", line->time);
    if (!is_kept)
        return touch;
    right_align("kept", edge);
    ImGui::TextDisabled("kept");
    return touch;
}

// ---- a point spread

enum stroke { STRONG, BESIDE, FAINT };

static const panel_colour *const stroke_colours[] = { &panel_colours.accent, &panel_colours.plain,
                                                      &panel_colours.fine_bar };

static void draw_profile(const float *values, int count, const graph_box &box, enum stroke stroke)
{
    const float thin = std::max(1.0f, state.em * 0.07f);
    for (int i = 0; values && i < count; i++)
        ImGui::GetWindowDrawList()->PathLineTo(box.at((float) i / (float) (count - 1), values[i]));
    ImGui::GetWindowDrawList()->PathStroke(packed(*stroke_colours[stroke]), 0,
                                           stroke == STRONG ? 1.6f * thin : thin);
}

// Names each stroke, in one line, or in several if the sheet is narrow.
static void draw_legend(const struct widgets_spread *graph)
{
    const char *const names[] = { graph->strong_is, graph->beside_is, graph->faint_is };
    for (int i = 0; i < (graph->faint[0] ? 3 : 2); i++) {
        const float dash = state.em * 1.3f, gap = state.em * 0.9f;
        const float words = ImGui::CalcTextSize(names[i]).x, wide = dash + state.em * 0.4f + words;
        if (i > 0 && ImGui::GetItemRectMax().x + gap + wide <= line_right())
            ImGui::SameLine(0, gap);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float y = at.y + ImGui::GetTextLineHeight() * 0.55f;
        ImDrawList *draw = ImGui::GetWindowDrawList();
        ImGui::Dummy(ImVec2(wide, ImGui::GetTextLineHeight()));
        draw->AddLine(ImVec2(at.x, y), ImVec2(at.x + dash, y), packed(*stroke_colours[i]),
                      state.em * 0.13f);
        draw->AddText(ImVec2(at.x + wide - words, at.y), packed(panel_colours.dim), names[i]);
    }
}

float widgets_profiles(const struct widgets_spread *graph)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    const graph_box box = { at, ImVec2(at.x + wide, at.y + state.em * 8.5f) };
    ImGui::Dummy(ImVec2(wide, state.em * 9.6f));
    const bool is_hovered = ImGui::IsItemHovered();
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
    for (const float *faint : graph->faint)
        draw_profile(faint, graph->count, box, FAINT);
    draw_profile(graph->strong, graph->count, box, STRONG);
    draw_profile(graph->beside, graph->count, box, BESIDE);
    draw_legend(graph);
    const float share = (ImGui::GetIO().MousePos.x - at.x) / wide;
    return is_hovered && share >= 0 && share <= 1 ? share : -1;
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
