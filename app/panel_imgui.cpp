#include "app/panel_widgets.h"

#include <algorithm>
#include <backends/imgui_impl_opengl3.h>
#include <cmath>
#include <cstdio>
#include <imgui.h>
#include <imgui_internal.h>

namespace
{

struct {
    float em; // the height of the text, in pixels
    panel_clipboard clipboard;
} state;

const ImVec4 accent(0.36f, 0.70f, 0.86f, 1.0f);
const ImVec4 alarm(1.0f, 0.62f, 0.45f, 1.0f);
const float label_share = 0.40f; // of a sheet's width

void load_font(float pixels)
{
    static const char *const paths[] = {
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
        "/usr/share/fonts/dejavu/DejaVuSans.ttf",
        "/usr/share/fonts/TTF/DejaVuSans.ttf",
    };
    ImFontAtlas *fonts = ImGui::GetIO().Fonts;
    for (const char *path : paths) {
        std::FILE *file = std::fopen(path, "rb"); // a missing font would end the program
        if (!file)
            continue;
        std::fclose(file);
        if (fonts->AddFontFromFileTTF(path, pixels))
            return;
    }
    ImFontConfig config;
    config.SizePixels = std::round(pixels * 13 / 14);
    fonts->AddFontDefault(&config);
}

void set_style(float scale)
{
    ImGuiStyle &style = ImGui::GetStyle();
    ImGui::StyleColorsDark();
    style.WindowRounding = 6;
    style.FrameRounding = style.GrabRounding = style.PopupRounding = 3;
    style.ScrollbarRounding = 3;
    style.WindowBorderSize = style.PopupBorderSize = 0;
    style.WindowPadding = ImVec2(12, 10);
    style.FramePadding = ImVec2(6, 2);
    style.ItemSpacing = ImVec2(8, 4);
    style.ScrollbarSize = 9;
    style.GrabMinSize = 8;
    style.ScaleAllSizes(scale);
    ImVec4 *colors = style.Colors;
    colors[ImGuiCol_WindowBg] = ImVec4(0.055f, 0.06f, 0.075f, 0.80f);
    colors[ImGuiCol_PopupBg] = ImVec4(0.075f, 0.08f, 0.10f, 0.97f);
    colors[ImGuiCol_Text] = ImVec4(0.90f, 0.91f, 0.93f, 1);
    colors[ImGuiCol_TextDisabled] = ImVec4(0.58f, 0.61f, 0.66f, 1);
    colors[ImGuiCol_FrameBg] = ImVec4(1, 1, 1, 0.075f);
    colors[ImGuiCol_FrameBgHovered] = ImVec4(1, 1, 1, 0.13f);
    colors[ImGuiCol_FrameBgActive] = ImVec4(1, 1, 1, 0.17f);
    colors[ImGuiCol_SliderGrab] = ImVec4(accent.x, accent.y, accent.z, 0.75f);
    colors[ImGuiCol_SliderGrabActive] = accent;
    colors[ImGuiCol_CheckMark] = accent;
    colors[ImGuiCol_Button] = ImVec4(1, 1, 1, 0.06f);
    colors[ImGuiCol_ButtonHovered] = ImVec4(1, 1, 1, 0.14f);
    colors[ImGuiCol_ButtonActive] = ImVec4(1, 1, 1, 0.18f);
    colors[ImGuiCol_Header] = ImVec4(accent.x, accent.y, accent.z, 0.22f);
    colors[ImGuiCol_HeaderHovered] = ImVec4(1, 1, 1, 0.10f);
    colors[ImGuiCol_HeaderActive] = ImVec4(1, 1, 1, 0.16f);
    colors[ImGuiCol_Separator] = ImVec4(1, 1, 1, 0.10f);
    colors[ImGuiCol_ScrollbarBg] = ImVec4(0, 0, 0, 0);
    colors[ImGuiCol_ScrollbarGrab] = ImVec4(1, 1, 1, 0.16f);
    colors[ImGuiCol_PlotLines] = accent;
    colors[ImGuiCol_TextSelectedBg] = ImVec4(accent.x, accent.y, accent.z, 0.35f);
}

void explain(const char *help)
{
    if (help && ImGui::IsItemHovered() && !ImGui::IsItemActive())
        widgets_tip(help);
}

void highlight_line(float height)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float pad = ImGui::GetStyle().WindowPadding.x * 0.5f;
    const float left = ImGui::GetWindowPos().x + pad;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowSize().x - pad;
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(left, at.y), ImVec2(right, at.y + height),
        ImGui::GetColorU32(ImVec4(accent.x, accent.y, accent.z, 0.16f)),
        ImGui::GetStyle().FrameRounding);
}

// The label at the left, the control to come in a column of its own.
void begin_row(const widgets_row *row)
{
    if (row->selected) {
        highlight_line(ImGui::GetFrameHeight());
        if (ImGui::IsWindowAppearing())
            ImGui::SetScrollHereY();
    }
    ImGui::PushID(row->id);
    ImGui::AlignTextToFramePadding();
    if (row->selected)
        ImGui::TextUnformatted(row->label);
    else
        ImGui::TextDisabled("%s", row->label);
    explain(row->help);
    ImGui::SameLine(ImGui::GetWindowSize().x * label_share);
    ImGui::SetNextItemWidth(-FLT_MIN);
}

widgets_edit end_row(const widgets_row *row, bool changed)
{
    const bool over = ImGui::IsItemHovered();
    const bool reset = over && (ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                                ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left));
    explain(row->help);
    ImGui::PopID();
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
    ImGui::PopID();
    return entered ? WIDGETS_TYPED : WIDGETS_SAME;
}

// Text that is shown instead of a number must not be taken for a format.
struct shown_text {
    char text[96];
    explicit shown_text(const char *from)
    {
        std::size_t length = 0;
        for (; *from && length + 2 < sizeof(text); from++) {
            if (*from == '%')
                text[length++] = '%';
            text[length++] = *from;
        }
        text[length] = '\0';
    }
};

ImVec4 tone_colour(widgets_tone tone)
{
    switch (tone) {
    case WIDGETS_DIM:
        return ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled);
    case WIDGETS_STRONG:
        return accent;
    case WIDGETS_ALARM:
        return alarm;
    default:
        return ImGui::GetStyleColorVec4(ImGuiCol_Text);
    }
}

// Which key of ours is which of ImGui's; in io.KeysDown they stand in our order.
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

// The field `id` was left in this frame and not by Esc: `row` gets its text. Going to a row further
// up leaves a field before its turn, so the text is taken from where it is edited.
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

// Whether text is typed in the place of the control that comes next, of the name "##value".
// `entered` is set when it was entered.
bool type_in_place(const widgets_row *row, bool *entered)
{
    ImGuiContext &context = *ImGui::GetCurrentContext();
    ImGuiWindow *window = ImGui::GetCurrentWindow();
    const ImGuiID id = window->GetID("##value");
    const ImVec2 at = window->DC.CursorPos;
    const ImRect box(at, ImVec2(at.x + ImGui::CalcItemWidth(), at.y + ImGui::GetFrameHeight()));
    const bool was_typed = context.TempInputId == id && context.ActiveIdPreviousFrame == id;
    const bool begins = context.IO.KeyCtrl && context.IO.MouseClicked[0] &&
                        ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(box.Min, box.Max);
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

// Where a value of a graph lies on the screen.
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
    draw->PathStroke(ImGui::GetColorU32(accent), 0, std::max(1.5f, state.em * 0.11f));
    draw->AddCircleFilled(box.at(graph->marked, value_at(graph, graph->marked)), state.em * 0.2f,
                          ImGui::GetColorU32(accent));
}

void draw_graph_words(const struct widgets_graph *graph, const graph_box &box)
{
    ImDrawList *draw = ImGui::GetWindowDrawList();
    const ImU32 dim = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    const float size = std::round(state.em * 0.82f), y = box.to.y + state.em * 0.15f;
    const struct {
        const char *text;
        float share, anchor;
    } words[] = { { graph->left, 0, 0 },
                  { graph->middle, graph->marked, 0.5f },
                  { graph->right, 1, 1 } };
    for (const auto &word : words) {
        const float wide = ImGui::GetFont()->CalcTextSizeA(size, FLT_MAX, 0, word.text).x;
        const ImVec2 at(std::round(box.at(word.share, 0).x - word.anchor * wide), y);
        draw->AddText(ImGui::GetFont(), size, at, dim, word.text);
    }
}

} // namespace

void widgets_init(const panel_clipboard *clipboard, float scale)
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    state = { std::round(14 * scale), clipboard ? *clipboard : panel_clipboard() };
    if (state.clipboard.get)
        io.GetClipboardTextFn = get_clipboard;
    if (state.clipboard.set)
        io.SetClipboardTextFn = set_clipboard;
    map_keys();
    load_font(state.em);
    set_style(scale);
    ImGui_ImplOpenGL3_Init("#version 430 core");
}

void widgets_finish(void)
{
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void widgets_begin(const panel_input *input)
{
    ImGui_ImplOpenGL3_NewFrame();
    take_input(input);
    ImGui::NewFrame();
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

bool widgets_are_held(void)
{
    return ImGui::IsAnyItemActive();
}

bool widgets_close(void)
{
    if (ImGui::GetCurrentContext()->OpenPopupStack.Size == 0)
        return false;
    ImGui::ClosePopupToLevel(0, false);
    return true;
}

void widgets_sheet_begin(const char *id, widgets_place place, float width)
{
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float gap = state.em * 0.6f;
    static const ImVec2 anchors[] = { { 0, 0 }, { 1, 0 }, { 0.5f, 0.5f }, { 0.5f, 1 } };
    const ImVec2 anchor = anchors[place];
    const bool at_side = place == WIDGETS_LEFT || place == WIDGETS_RIGHT;
    const float half = std::max((screen.x - 3 * gap) / 2, state.em * 16);
    const float most = at_side ? std::min(half, screen.x - 2 * gap) : screen.x - 2 * gap;
    const float wide = std::max(1.0f, std::min(width * state.em, most));
    const float high = std::max(1.0f, screen.y - 2 * gap);
    ImGui::SetNextWindowPos(
        ImVec2(gap + anchor.x * (screen.x - 2 * gap), gap + anchor.y * (screen.y - 2 * gap)),
        ImGuiCond_Always, anchor);
    ImGui::SetNextWindowSizeConstraints(ImVec2(wide, 0), ImVec2(wide, high));
    ImGui::SetNextWindowSize(ImVec2(wide, 0));
    if (!at_side) // lies over the others where there is little room
        ImGui::SetNextWindowBgAlpha(0.96f);
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize);
}

void widgets_sheet_end(void)
{
    ImGui::End();
}

void widgets_text(const char *text, widgets_tone tone)
{
    ImGui::PushStyleColor(ImGuiCol_Text, tone_colour(tone));
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void widgets_split_text(const char *left, const char *right)
{
    ImGui::TextUnformatted(left);
    right_align(right, ImGui::GetWindowContentRegionMax().x);
    ImGui::TextDisabled("%s", right);
}

void widgets_pair(const char *left, const char *right)
{
    ImGui::TextColored(accent, "%s", left);
    ImGui::SameLine(ImGui::GetWindowSize().x * 0.34f);
    ImGui::TextUnformatted(right);
}

void widgets_heading(const char *text)
{
    ImGui::Spacing();
    ImGui::TextDisabled("%s", text);
    ImGui::Separator();
}

void widgets_gap(void)
{
    ImGui::Spacing();
}

void widgets_plot(const float *values, int count, float top)
{
    ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4(1, 1, 1, 0.04f));
    ImGui::PlotLines("##plot", values, count, 0, nullptr, 0, top,
                     ImVec2(ImGui::GetContentRegionAvail().x, state.em * 2.4f));
    ImGui::PopStyleColor();
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

void widgets_time(int depth, const char *name, const char *time, float share, const char *help)
{
    const float indent = state.em * 0.8f * (float) depth;
    const float edge = ImGui::GetWindowContentRegionMax().x, bar = state.em * 4.5f;
    const float number = edge - bar - state.em * 0.6f;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    const ImVec2 origin(ImGui::GetWindowPos().x + edge - bar, at.y + height * 0.22f);
    const ImVec2 end(origin.x + bar, at.y + height * 0.82f);
    ImDrawList *draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(origin, end, ImGui::GetColorU32(ImVec4(1, 1, 1, 0.06f)), 2);
    const float filled = bar * std::min(std::max(share, 0.0f), 1.0f);
    const ImVec4 colour(accent.x, accent.y, accent.z, depth <= 1 ? 0.85f : 0.45f);
    if (filled >= 0.5f)
        draw->AddRectFilled(origin, ImVec2(origin.x + filled, end.y), ImGui::GetColorU32(colour),
                            2);
    const float room = number - ImGui::CalcTextSize("000.0").x - state.em * 0.5f;
    const ImVec2 clip(ImGui::GetWindowPos().x + room, at.y + height * 2);
    ImGui::PushClipRect(at, clip, true);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
    if (depth <= 1)
        ImGui::TextUnformatted(name);
    else
        ImGui::TextDisabled("%s", name);
    ImGui::PopClipRect();
    explain(help);
    right_align(time, number);
    ImGui::TextUnformatted(time);
}

bool widgets_fold(const char *text)
{
    ImGui::PushStyleColor(ImGuiCol_Text, tone_colour(WIDGETS_DIM));
    const bool open = ImGui::TreeNodeEx(text, ImGuiTreeNodeFlags_SpanAvailWidth |
                                                  ImGuiTreeNodeFlags_NoTreePushOnOpen);
    ImGui::PopStyleColor();
    ImGui::Separator();
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
    const shown_text shown(text);
    bool entered = false, changed = false;
    begin_row(row);
    if (!type_in_place(row, &entered))
        changed =
            ImGui::SliderFloat("##value", value, min, max, shown.text,
                               (log ? ImGuiSliderFlags_Logarithmic : 0) |
                                   ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_NoInput);
    return end_typed_row(row, changed, entered);
}

widgets_edit widgets_whole_slider(const widgets_row *row, int *value, int min, int max,
                                  const char *text)
{
    const shown_text shown(text);
    bool entered = false, changed = false;
    begin_row(row);
    if (!type_in_place(row, &entered))
        changed =
            ImGui::SliderInt("##value", value, min, max, shown.text, ImGuiSliderFlags_NoInput);
    return end_typed_row(row, changed, entered);
}

widgets_edit widgets_choice(const widgets_row *row, int *value, int count,
                            const char *(*name)(const void *data, int value), const void *data)
{
    bool changed = false;
    begin_row(row);
    const bool open = ImGui::BeginCombo("##value", name(data, *value));
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
