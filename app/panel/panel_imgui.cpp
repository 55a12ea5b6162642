#include "app/panel/panel_colours.h"
#include "app/panel/panel_widgets.h"
#include "render/paint/font_file.h"

#include <algorithm>
#include <backends/imgui_impl_opengl3.h>
#include <cmath>
#include <cstdio>
#include <imgui.h>
#include <imgui_internal.h>

namespace
{

struct {
    float em;           // the height of the text, in pixels
    float sheet_bottom; // where the sheet must end
    unsigned scrolled;  // the part that is scrolled
    bool mouse_moved;   // since the beginning: a mouse that lies somewhere asks nothing
    panel_clipboard clipboard;
} state;

const float label_share = 0.34f; // of a sheet's width
const float value_width = 5.2f;  // the column of the sliders' values, in letters

ImVec4 colour(const panel_colour &from)
{
    return ImVec4(from.r, from.g, from.b, from.a);
}

ImU32 packed(const panel_colour &from)
{
    return ImGui::GetColorU32(colour(from));
}

void load_font(float pixels)
{
    ImFontAtlas *fonts = ImGui::GetIO().Fonts;
    const char *path = font_file_path(); // a missing font would end the program
    if (path && fonts->AddFontFromFileTTF(path, pixels))
        return;
    ImFontConfig config;
    config.SizePixels = std::round(pixels * 13 / 14);
    fonts->AddFontDefault(&config);
}

void set_colours(ImVec4 *colors)
{
    const auto &c = panel_colours;
    const ImVec4 nothing(0, 0, 0, 0);
    colors[ImGuiCol_WindowBg] = colour(c.sheet);
    colors[ImGuiCol_ChildBg] = colors[ImGuiCol_ScrollbarBg] = nothing;
    colors[ImGuiCol_PopupBg] = colour(c.popup);
    colors[ImGuiCol_Text] = colour(c.plain);
    colors[ImGuiCol_TextDisabled] = colour(c.dim);
    colors[ImGuiCol_FrameBg] = colors[ImGuiCol_Button] = colour(c.field);
    colors[ImGuiCol_FrameBgHovered] = colors[ImGuiCol_ButtonHovered] = colour(c.field_hovered);
    colors[ImGuiCol_HeaderHovered] = colour(c.field_hovered);
    colors[ImGuiCol_FrameBgActive] = colors[ImGuiCol_ButtonActive] = colour(c.field_active);
    colors[ImGuiCol_HeaderActive] = colour(c.field_active);
    colors[ImGuiCol_SliderGrab] = colour(c.knob);
    colors[ImGuiCol_SliderGrabActive] = colors[ImGuiCol_CheckMark] = colour(c.accent);
    colors[ImGuiCol_Header] = colors[ImGuiCol_TextSelectedBg] = colour(c.selected);
    colors[ImGuiCol_Separator] = colors[ImGuiCol_Border] = colour(c.line);
    colors[ImGuiCol_ScrollbarGrab] = colour(c.idle_knob);
}

void set_style(float scale)
{
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    set_colours(style.Colors);
    style.WindowRounding = 6;
    style.FrameRounding = style.GrabRounding = style.PopupRounding = 3;
    style.ScrollbarRounding = 3;
    style.WindowBorderSize = 0;
    style.WindowPadding = ImVec2(12, 10);
    style.FramePadding = ImVec2(6, 2);
    style.ItemSpacing = ImVec2(8, 4);
    style.ScrollbarSize = 9;
    style.GrabMinSize = 8;
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

const ImGuiWindowFlags sheet_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                     ImGuiWindowFlags_NoFocusOnAppearing;

// Takes letters of another size: everything is measured in them.
void set_em(float em)
{
    if (em == state.em)
        return;
    state.em = em;
    ImGui::GetIO().Fonts->Clear();
    load_font(em);
    set_style(em / 14);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

float line_right()
{
    return ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
}

// Draws a line below what came last, as wide as it.
void draw_rule()
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float y = std::round(at.y - ImGui::GetStyle().ItemSpacing.y / 2) + 0.5f;
    ImGui::GetWindowDrawList()->AddLine(
        ImVec2(ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMin().x, y),
        ImVec2(line_right(), y), packed(panel_colours.line));
    ImGui::Dummy(ImVec2(0, 0));
}

// Shows text from here to `right` on the screen; an ellipsis stands for what does not fit. Advances
// like text.
void cut_text(const char *text, float right)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::CalcTextSize(text);
    const float baseline = ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset;
    const ImVec2 from(at.x, at.y + baseline), to(right, from.y + size.y);
    ImGui::Dummy(ImVec2(std::max(0.0f, std::min(size.x, right - at.x)), size.y + baseline));
    ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), from, to, right, right, text, nullptr,
                              &size);
}

void explain(const char *help)
{
    if (help && state.mouse_moved && ImGui::IsItemHovered() && !ImGui::IsItemActive())
        widgets_tip(help);
}

void highlight_line(float height)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float pad = state.em * 0.2f;
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(ImGui::GetWindowPos().x, at.y), ImVec2(line_right() + pad, at.y + height),
        packed(panel_colours.selected), ImGui::GetStyle().FrameRounding);
}

const panel_colour &label_colour(const widgets_row *row)
{
    return row->idle ? panel_colours.dim : row->selected ? panel_colours.plain : panel_colours.soft;
}

// Shows the label at the left and puts the control to come into a column of its own, which leaves
// `room` at its right. What has no effect is dim.
void begin_row(const widgets_row *row, float room = 0)
{
    if (row->selected)
        highlight_line(ImGui::GetFrameHeight());
    ImGui::PushID(row->id);
    ImGui::AlignTextToFramePadding();
    const float column = std::round(ImGui::GetWindowSize().x * label_share);
    ImGui::PushStyleColor(ImGuiCol_Text, colour(label_colour(row)));
    cut_text(row->label, ImGui::GetWindowPos().x + column - state.em * 0.4f);
    ImGui::PopStyleColor();
    explain(row->help);
    ImGui::SameLine(column);
    ImGui::SetNextItemWidth(room > 0 ? -room : -FLT_MIN);
    ImGui::PushStyleColor(ImGuiCol_Text, colour(row->wrong  ? panel_colours.alarm
                                                : row->idle ? panel_colours.dim
                                                            : panel_colours.plain));
    ImGui::PushStyleColor(ImGuiCol_SliderGrab,
                          colour(row->idle ? panel_colours.idle_knob : panel_colours.knob));
}

widgets_edit end_row(const widgets_row *row, bool changed)
{
    const bool over = ImGui::IsItemHovered();
    const bool reset = over && (ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                                ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left));
    ImGui::PopStyleColor(2);
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

widgets_edit end_typed_row(const widgets_row *row, bool changed, bool entered)
{
    const bool typing = ImGui::TempInputIsActive(ImGui::GetID("##value"));
    if (!typing && !entered)
        return end_row(row, changed);
    ImGui::PopStyleColor(2);
    ImGui::PopID();
    return entered ? WIDGETS_TYPED : WIDGETS_SAME;
}

// Shows the value of a slider in a column at the right edge, where its knob does not cover it.
void draw_value(const widgets_row *row, const char *text)
{
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const ImVec2 size = ImGui::CalcTextSize(text);
    const float left = to.x + state.em * 0.3f, right = line_right();
    const ImVec2 at(std::max(left, right - size.x),
                    from.y + std::round((to.y - from.y - size.y) / 2));
    ImGui::PushStyleColor(ImGuiCol_Text,
                          colour(row->idle ? panel_colours.dim : panel_colours.plain));
    ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), at, ImVec2(right, at.y + size.y), right,
                              right, text, nullptr, &size);
    ImGui::PopStyleColor();
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
    default:
        return colour(panel_colours.plain);
    }
}

// Maps our keys to ImGui's; in io.KeysDown they stand in our order.
void map_keys()
{
    static const ImGuiKey keys[WIDGETS_KEY_COUNT] = {
        ImGuiKey_Enter,     ImGuiKey_Escape,     ImGuiKey_Backspace, ImGuiKey_Delete,
        ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow,   ImGuiKey_DownArrow,
        ImGuiKey_Home,      ImGuiKey_End,        ImGuiKey_A,         ImGuiKey_C,
        ImGuiKey_V,         ImGuiKey_X,          ImGuiKey_Y,         ImGuiKey_Z,
    };
    for (int i = 0; i < WIDGETS_KEY_COUNT; i++)
        ImGui::GetIO().KeyMap[keys[i]] = i;
}

const char *get_clipboard(void *)
{
    return state.clipboard.get(state.clipboard.data);
}

void set_clipboard(void *, const char *text)
{
    state.clipboard.set(state.clipboard.data, text);
}

void take_input(const panel_input *input)
{
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2((float) input->width, (float) input->height);
    io.DeltaTime = input->seconds;
    io.MousePos = ImVec2(input->x, input->y);
    io.MouseDown[0] = input->left;
    io.MouseDown[1] = input->right;
    io.MouseWheel = input->wheel;
    io.KeyCtrl = input->ctrl;
    io.KeyShift = input->shift;
    for (int i = 0; i < WIDGETS_KEY_COUNT; i++)
        io.KeysDown[i] = input->keys >> i & 1;
    for (int i = 0; i < input->character_count; i++)
        io.AddInputCharacter(input->characters[i]);
}

// Gives `row` the text of the field `id` where it was left in this frame and not by Esc. Going to a
// row further up leaves a field before its turn, so the text is taken from where it is edited.
bool was_entered(const widgets_row *row, ImGuiID id)
{
    ImGuiContext &context = *ImGui::GetCurrentContext();
    ImGuiInputTextState &edited = context.InputTextState;
    if (context.ActiveIdPreviousFrame != id || context.ActiveId == id || edited.ID != id ||
        ImGui::IsKeyPressed(WIDGETS_KEY_ESCAPE))
        return false;
    ImTextStrToUtf8(row->typed, (int) row->typed_size, edited.TextW.Data,
                    edited.TextW.Data + edited.CurLenW);
    return true;
}

// Returns whether text is typed in the place of the control that comes next, of the name "##value":
// after a press on its value, or with Ctrl anywhere on it. Sets `entered` when it was entered.
bool type_in_place(const widgets_row *row, bool *entered)
{
    ImGuiContext &context = *ImGui::GetCurrentContext();
    ImGuiWindow *window = ImGui::GetCurrentWindow();
    const ImGuiID id = window->GetID("##value");
    const ImVec2 at = window->DC.CursorPos;
    const ImRect box(at, ImVec2(line_right(), at.y + ImGui::GetFrameHeight()));
    const float value_from = at.x + ImGui::CalcItemWidth();
    const bool was_typed = context.TempInputId == id && context.ActiveIdPreviousFrame == id;
    const bool begins = context.IO.MouseClicked[0] && ImGui::IsWindowHovered() &&
                        ImGui::IsMouseHoveringRect(box.Min, box.Max) &&
                        (context.IO.KeyCtrl || context.IO.MousePos.x >= value_from);
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

void right_align(const char *text, float right)
{
    ImGui::SameLine(right - ImGui::CalcTextSize(text).x);
}

// Draws small words beside a graph; `anchor` 0: they begin at x, 1: they end there.
void draw_small(const char *text, float x, float y, float anchor)
{
    const float size = std::round(state.em * 0.82f);
    const float wide = ImGui::GetFont()->CalcTextSizeA(size, FLT_MAX, 0, text).x;
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), size,
                                        ImVec2(std::round(x - anchor * wide), std::round(y)),
                                        ImGui::GetColorU32(ImGuiCol_TextDisabled), text);
}

// Returns where a value of a graph lies on the screen.
struct graph_box {
    ImVec2 from, to;
    ImVec2 at(float share, float value) const
    {
        return ImVec2(from.x + share * (to.x - from.x), to.y + value * (from.y - to.y));
    }
};

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
    draw->AddLine(box.at(graph->marked, 0), box.at(graph->marked, 1), clear);
}

float value_at(const struct widgets_graph *graph, float share)
{
    const float place = share * (float) (graph->count - 1);
    const int before = std::min((int) place, graph->count - 2);
    const float rest = place - (float) before;
    return graph->values[before] * (1 - rest) + graph->values[before + 1] * rest;
}

void draw_curve(const struct widgets_graph *graph, const graph_box &box)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    for (int i = 0; i < graph->count; i++)
        draw->PathLineTo(box.at((float) i / (float) (graph->count - 1), graph->values[i]));
    draw->PathStroke(packed(panel_colours.accent), 0, std::max(1.5f, state.em * 0.11f));
    draw->AddCircleFilled(box.at(graph->marked, value_at(graph, graph->marked)), state.em * 0.2f,
                          packed(panel_colours.accent));
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

// Begins a list whose closed box says what is chosen; an ellipsis stands for what does not fit.
bool begin_list(const char *chosen)
{
    const ImGuiStyle &style = ImGui::GetStyle();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList *draw = ImGui::GetWindowDrawList();
    const float right = at.x + ImGui::CalcItemWidth() - ImGui::GetFrameHeight();
    const bool open = ImGui::BeginCombo("##value", "");
    const ImVec2 from(at.x + style.FramePadding.x, at.y + style.FramePadding.y);
    const ImVec2 size = ImGui::CalcTextSize(chosen);
    ImGui::RenderTextEllipsis(draw, from, ImVec2(right, from.y + size.y), right, right, chosen,
                              nullptr, &size);
    return open;
}

} // namespace

void widgets_init(const panel_clipboard *clipboard)
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    state = {};
    if (clipboard)
        state.clipboard = *clipboard;
    if (state.clipboard.get)
        io.GetClipboardTextFn = get_clipboard;
    if (state.clipboard.set)
        io.SetClipboardTextFn = set_clipboard;
    map_keys();
    ImGui_ImplOpenGL3_Init("#version 430 core");
}

void widgets_finish(void)
{
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void widgets_begin(const panel_input *input, float scale)
{
    take_input(input);
    set_em(layout_em((float) input->width, (float) input->height, scale));
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    state.mouse_moved = state.mouse_moved || moved.x != 0 || moved.y != 0;
}

void widgets_end(void)
{
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void widgets_skip(void)
{
    ImGui::EndFrame();
}

bool widgets_want_keys(void)
{
    const ImGuiContext &context = *ImGui::GetCurrentContext();
    return context.ActiveId != 0 && context.ActiveId == context.InputTextState.ID;
}

bool widgets_cover(float x, float y)
{
    const ImGuiContext &context = *ImGui::GetCurrentContext();
    for (const ImGuiWindow *window : context.Windows)
        if (window->WasActive && !window->Hidden &&
            !(window->Flags & ImGuiWindowFlags_NoMouseInputs) &&
            window->OuterRectClipped.Contains(ImVec2(x, y)))
            return true;
    return false;
}

bool widgets_are_held(void)
{
    return ImGui::IsAnyItemActive();
}

bool widgets_are_double_clicked(void)
{
    return ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
}

bool widgets_are_open(void)
{
    return ImGui::GetCurrentContext()->OpenPopupStack.Size > 0;
}

void widgets_close(void)
{
    if (widgets_are_open())
        ImGui::ClosePopupToLevel(0, false);
}

void widgets_screen(float *width, float *height, float *em)
{
    *width = ImGui::GetIO().DisplaySize.x;
    *height = ImGui::GetIO().DisplaySize.y;
    *em = state.em;
}

void widgets_sheet_begin(const char *id, const struct layout_rect *rect)
{
    const float wide = std::max(1.0f, rect->width), high = std::max(1.0f, rect->height);
    ImGui::SetNextWindowPos(ImVec2(rect->x, rect->y));
    ImGui::SetNextWindowSizeConstraints(ImVec2(wide, 0), ImVec2(wide, high));
    ImGui::SetNextWindowSize(ImVec2(wide, 0));
    state.sheet_bottom = rect->y + high - ImGui::GetStyle().WindowPadding.y;
    ImGui::Begin(id, nullptr, sheet_flags | ImGuiWindowFlags_AlwaysAutoResize);
}

void widgets_message_begin(const struct layout_rect *rect, bool scrolls)
{
    ImGui::SetNextWindowPos(ImVec2(rect->x, rect->y));
    ImGui::SetNextWindowSize(ImVec2(std::max(1.0f, rect->width), std::max(1.0f, rect->height)));
    ImGui::Begin("message", nullptr, sheet_flags | (scrolls ? 0 : ImGuiWindowFlags_NoScrollbar));
}

void widgets_sheet_end(void)
{
    ImGui::End();
}

float widgets_text_width(const char *text)
{
    return std::ceil(ImGui::CalcTextSize(text).x + 2 * ImGui::GetStyle().WindowPadding.x) + 1;
}

float widgets_text_height(const char *text, float width)
{
    const ImVec2 pad = ImGui::GetStyle().WindowPadding;
    const float wrap = std::max(1.0f, width - 2 * pad.x);
    return ImGui::CalcTextSize(text, nullptr, false, wrap).y + 2 * pad.y;
}

// The sheet is as high as what was on it in the frame before, as far as there is room.
void widgets_scroll_begin(const char *id)
{
    const float room = state.sheet_bottom - ImGui::GetCursorScreenPos().y;
    state.scrolled = ImGui::GetID(id);
    const float wanted = ImGui::GetStateStorage()->GetFloat(state.scrolled, room);
    const float high = std::max(state.em * 2, std::min(room, wanted));
    ImGui::BeginChild(id, ImVec2(0, high), false, ImGuiWindowFlags_NoNav);
}

void widgets_scroll_end(void)
{
    const float high = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
    ImGui::EndChild();
    ImGui::GetStateStorage()->SetFloat(state.scrolled, high);
}

void widgets_line(const char *text, widgets_tone tone)
{
    widgets_split_line(text, tone, "");
}

void widgets_split_line(const char *left, widgets_tone tone, const char *right)
{
    const float room = right[0] ? ImGui::CalcTextSize(right).x + state.em * 0.5f : 0;
    ImGui::PushStyleColor(ImGuiCol_Text, tone_colour(tone));
    cut_text(left, line_right() - room);
    ImGui::PopStyleColor();
    if (ImGui::CalcTextSize(left).x > ImGui::GetItemRectSize().x)
        explain(left);
    if (!right[0])
        return;
    right_align(right, ImGui::GetWindowContentRegionMax().x);
    ImGui::TextDisabled("%s", right);
}

void widgets_labelled(const char *label, const char *text, const char *right)
{
    ImGui::TextDisabled("%s", label);
    ImGui::SameLine(0, state.em * 0.5f);
    widgets_split_line(text, WIDGETS_STRONG, right);
}

void widgets_text(const char *text, widgets_tone tone)
{
    ImGui::PushStyleColor(ImGuiCol_Text, tone_colour(tone));
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void widgets_pair(const char *left, const char *right)
{
    ImGui::TextColored(colour(panel_colours.accent), "%s", left);
    ImGui::SameLine(std::round(state.em * 8.2f));
    widgets_text(right, WIDGETS_PLAIN);
}

void widgets_heading(const char *text, const char *right)
{
    ImGui::Spacing();
    widgets_split_line(text, WIDGETS_DIM, right);
    draw_rule();
}

void widgets_gap(void)
{
    ImGui::Spacing();
}

bool widgets_tabs(const char *const *names, int count, int *chosen)
{
    const int before = *chosen;
    ImDrawList *draw = ImGui::GetWindowDrawList();
    for (int i = 0; i < count; i++) {
        const ImVec2 size = ImGui::CalcTextSize(names[i]);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (ImGui::InvisibleButton(names[i], ImVec2(size.x, size.y + state.em * 0.4f)))
            *chosen = i;
        const bool is_lit = i == before || ImGui::IsItemHovered();
        draw->AddText(at, packed(is_lit ? panel_colours.plain : panel_colours.dim), names[i]);
        if (i == before)
            draw->AddRectFilled(ImVec2(at.x, at.y + size.y + state.em * 0.2f),
                                ImVec2(at.x + size.x, at.y + size.y + state.em * 0.34f),
                                packed(panel_colours.accent));
        if (i + 1 < count)
            ImGui::SameLine(0, state.em * 1.2f);
    }
    draw_rule();
    return *chosen != before;
}

// Draws a bar for each frame; the scale's words have a column of their own at the right.
void widgets_plot(const struct widgets_frames *plot)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = line_right() - at.x, words = state.em * 2.4f;
    const graph_box box = { at, ImVec2(line_right() - words, std::round(at.y + state.em * 3.6f)) };
    ImDrawList *draw = ImGui::GetWindowDrawList();
    ImGui::Dummy(ImVec2(wide, box.to.y - at.y));
    draw->AddRectFilled(box.from, box.to, packed(panel_colours.field), 2);
    for (int i = 0; i < plot->count; i++) {
        const float right = 1 - (float) (plot->count - 1 - i) / (float) plot->capacity;
        const float share = (float) std::min(plot->values[i] / plot->top, 1.0);
        draw->AddRectFilled(box.at(right - 1 / (float) plot->capacity, share), box.at(right, 0),
                            packed(panel_colours.fine_bar));
    }
    const float y = std::round(box.at(0, (float) (plot->mark / plot->top)).y),
                small = state.em * 0.82f;
    draw->AddLine(ImVec2(box.from.x, y), ImVec2(box.to.x, y), packed(panel_colours.accent));
    draw_small(plot->top_text, line_right(), box.from.y - state.em * 0.1f, 1);
    draw_small("0", line_right(), box.to.y - small, 1);
    if (y > box.from.y + small * 1.4f && y < box.to.y - small * 1.4f)
        draw_small("p95", line_right(), y - small / 2, 1);
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

void widgets_tip(const char *text)
{
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(state.em * 24);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
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

void widgets_time(int depth, const char *name, const char *time, float share, const char *help)
{
    const float edge = ImGui::GetWindowContentRegionMax().x, bar = state.em * 3.5f;
    const float number = edge - bar - state.em * 0.6f;
    const float column = ImGui::CalcTextSize("000.000").x; // as wide for every number
    const float left = ImGui::GetWindowPos().x;
    if (share >= 0)
        draw_time_bar(left + edge - bar, bar, share,
                      depth <= 1 ? panel_colours.bar : panel_colours.fine_bar);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + state.em * 0.8f * (float) depth);
    ImGui::PushStyleColor(ImGuiCol_Text,
                          colour(depth <= 1 ? panel_colours.plain : panel_colours.soft));
    cut_text(name, left + number - column - state.em * 0.5f);
    ImGui::PopStyleColor();
    explain(help);
    right_align(time, number);
    if (share >= 0) {
        ImGui::TextUnformatted(time);
        return;
    }
    ImGui::TextDisabled("%s", time);
    right_align("kept", edge);
    ImGui::TextDisabled("kept");
}

bool widgets_fold(const char *text, const char *right)
{
    ImGui::PushStyleColor(ImGuiCol_Text, colour(panel_colours.soft));
    const bool open = ImGui::TreeNodeEx(text, ImGuiTreeNodeFlags_SpanAvailWidth |
                                                  ImGuiTreeNodeFlags_NoTreePushOnOpen);
    right_align(right, ImGui::GetWindowContentRegionMax().x);
    ImGui::TextUnformatted(right);
    ImGui::PopStyleColor();
    if (open)
        draw_rule();
    return open;
}

bool widgets_step(const struct widgets_line *step, bool *on, bool *picked)
{
    ImGui::PushID(step->id);
    if (step->selected)
        highlight_line(ImGui::GetFrameHeight());
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
    *picked = ImGui::IsItemClicked();
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

widgets_edit widgets_slider(const widgets_row *row, float *value, float min, float max, bool log,
                            const char *text)
{
    bool entered = false, changed = false;
    begin_row(row, state.em * value_width);
    if (!type_in_place(row, &entered)) {
        changed =
            ImGui::SliderFloat("##value", value, min, max, "",
                               (log ? ImGuiSliderFlags_Logarithmic : 0) |
                                   ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_NoInput);
        draw_value(row, text);
    }
    return end_typed_row(row, changed, entered);
}

widgets_edit widgets_whole_slider(const widgets_row *row, int *value, int min, int max,
                                  const char *text)
{
    bool entered = false, changed = false;
    begin_row(row, state.em * value_width);
    if (!type_in_place(row, &entered)) {
        changed = ImGui::SliderInt("##value", value, min, max, "", ImGuiSliderFlags_NoInput);
        draw_value(row, text);
    }
    return end_typed_row(row, changed, entered);
}

widgets_edit widgets_choice(const widgets_row *row, int *value, int count,
                            const char *(*name)(const void *data, int value), const void *data)
{
    bool changed = false;
    begin_row(row);
    const bool open = begin_list(name(data, *value));
    if (open) {
        for (int i = 0; i < count; i++) {
            const bool picked = ImGui::Selectable(name(data, i), i == *value);
            changed = changed || (picked && i != *value);
            *value = picked ? i : *value;
        }
        ImGui::EndCombo();
    }
    return end_row(row, changed);
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
    ImGui::InputText("##value", row->typed, row->typed_size);
    const bool entered = was_entered(row, ImGui::GetID("##value"));
    const bool wiped = ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    const widgets_edit edit = end_row(row, false);
    return entered ? WIDGETS_TYPED : wiped ? edit : WIDGETS_SAME;
}
