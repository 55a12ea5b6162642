// Contents of the large sheets: program sources, small pictures, and a marked place in a line.

#include "app/window/imgui/imgui_shared.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

using namespace shared;

// ---- texts of programs

static float room_below()
{
    return std::max(state.em * 3, state.sheet_bottom - ImGui::GetCursorScreenPos().y);
}

const float least_beside = 60; // letters' heights that the right column needs beside the left one
static bool is_beside;         // the right column is beside the left one

const ImGuiWindowFlags plain_flags = ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings;

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

static void draw_code_line(const struct source_text *code, int i, float gutter)
{
    const struct shown_line *line = &code->lines[i];
    const char *from = code->text + line->begin, *end = from + line->length;
    static const char slashes[] = "//";
    const char *remark = std::search(from, end, slashes, slashes + 2);
    const char *first = std::find_if(from, remark, [](char letter) { return letter != ' '; });
    const bool is_directive = first < remark && *first == '#';
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList *draw = ImGui::GetWindowDrawList();
    char number[16] = "";
    if (line->number > 0)
        snprintf(number, sizeof(number), "%4d", line->number);
    draw->AddText(at, packed(panel_colours.dim), number);
    const float x = at.x + gutter;
    draw->AddText(ImVec2(x, at.y),
                  packed(is_directive ? panel_colours.accent : panel_colours.plain), from, remark);
    const float wide = ImGui::CalcTextSize(from, remark).x;
    if (remark < end)
        draw->AddText(ImVec2(x + wide, at.y), packed(panel_colours.dim), remark, end);
    ImGui::Dummy(ImVec2(1, ImGui::GetTextLineHeight()));
}

// Only the lines that are seen are drawn.
void widgets_code(const struct source_text *code)
{
    ImGui::BeginChild(code->name, ImVec2(0, room_below()), false,
                      plain_flags | ImGuiWindowFlags_HorizontalScrollbar);
    ImGui::PushFont(state.mono);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    const float letter = ImGui::CalcTextSize("0").x, gutter = 6 * letter;
    ImGui::Dummy(ImVec2(gutter + letter * (float) (code->longest + 1), 0));
    ImGuiListClipper clipper;
    clipper.Begin(code->line_count, ImGui::GetTextLineHeight());
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; i++)
            draw_code_line(code, i, gutter);
    ImGui::PopStyleVar();
    ImGui::PopFont();
    ImGui::EndChild();
}

// ---- small pictures

static float grid_right; // of the last picture; 0: there is none in this grid

static float grid_gap()
{
    return std::round(state.em * 0.6f);
}

// Words in the place of a picture, as many as there is room for.
static void draw_words(const char *text, const ImVec2 &from, const ImVec2 &to)
{
    const float pad = state.em * 0.3f, wide = to.x - from.x - 2 * pad;
    ImDrawList *draw = ImGui::GetWindowDrawList();
    draw->PushClipRect(from, to, true);
    draw->AddText(ImGui::GetFont(), std::round(state.em * 0.82f),
                  ImVec2(from.x + pad, from.y + pad), packed(panel_colours.alarm), text, nullptr,
                  std::max(1.0f, wide));
    draw->PopClipRect();
}

float widgets_grid(float least, int *columns)
{
    const float room = std::max(1.0f, ImGui::GetContentRegionAvail().x), gap = grid_gap();
    *columns = std::max(1, (int) ((room + gap) / (least * state.em + gap)));
    grid_right = 0;
    return std::floor((room - gap * (float) (*columns - 1)) / (float) *columns);
}

// The pixels of the picture and those of the screen are the same.
bool widgets_picture(const widgets_tile *picture, int id)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeightWithSpacing();
    if (grid_right > 0 && grid_right + grid_gap() + picture->width <= line_right() + 1)
        ImGui::SameLine(0, grid_gap());
    ImGui::PushID(id);
    const bool pressed =
        ImGui::InvisibleButton("##picture", ImVec2(picture->width, picture->height + line));
    record_widget(picture->name);
    ImGui::PopID();
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to(from.x + picture->width, from.y + picture->height);
    grid_right = to.x;
    if (!ImGui::IsItemVisible() && !picture->reveal)
        return pressed;
    draw->AddRectFilled(from, to, packed(panel_colours.field));
    if (picture->texture)
        draw->AddImage((ImTextureID) (intptr_t) picture->texture, from, to);
    else if (picture->wrong)
        draw_words(picture->wrong, from, to);
    if (picture->selected || ImGui::IsItemHovered())
        draw->AddRect(from, to,
                      packed(picture->selected ? panel_colours.accent : panel_colours.soft), 0, 0,
                      std::max(2.0f, state.em * 0.15f));
    draw_cut(ImVec2(from.x, to.y + state.em * 0.1f), to.x, picture->name,
             colour(picture->wrong      ? panel_colours.alarm
                    : picture->selected ? panel_colours.plain
                                        : panel_colours.soft));
    if (picture->wrong)
        explain(picture->wrong);
    const ImRect item(from, ImGui::GetItemRectMax());
    if (picture->reveal && !ImGui::GetCurrentWindow()->InnerClipRect.Contains(item))
        ImGui::SetScrollHereY();
    return pressed;
}

void widgets_place(const char *line, const char *before)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float high = ImGui::GetTextLineHeight(), room = line_right() - at.x;
    const float place = ImGui::CalcTextSize(before).x;
    const float left = at.x - std::max(0.0f, place - room * 0.8f), x = left + place;
    const float half = state.em * 0.25f, top = at.y + high * 1.1f;
    ImDrawList *draw = ImGui::GetWindowDrawList();
    ImGui::Dummy(ImVec2(std::max(1.0f, room), 2 * high));
    draw->PushClipRect(ImVec2(at.x - half, at.y), ImVec2(at.x + room, at.y + 2 * high), true);
    draw->AddText(ImVec2(left, at.y), packed(panel_colours.plain), line);
    draw->AddTriangleFilled(ImVec2(x, top), ImVec2(x + half, top + 2 * half),
                            ImVec2(x - half, top + 2 * half), packed(panel_colours.accent));
    draw->PopClipRect();
}

float widgets_place_height(void)
{
    return 2 * ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y;
}
