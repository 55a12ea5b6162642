// Frames, input, letters and sheets, and what all files here share.

#include "app/window/imgui/imgui_shared.h"
#include "render/paint/font_file.h"
#include "render/text/error.h"

#include <algorithm>
#include <backends/imgui_impl_opengl3.h>
#include <cmath>

namespace shared
{

frame_state state;
ImVector<widget_record> widget_records;

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
    ImGui::GetWindowDrawList()->AddLine(ImVec2(at.x, y), ImVec2(line_right(), y),
                                        packed(panel_colours.line), thin());
    ImGui::Dummy(ImVec2(0, 0));
}

// Underscores hang below what a font calls its height, and would be cut off there.
void draw_cut(ImVec2 from, float right, const char *text, const ImVec4 &ink)
{
    const ImVec2 size = ImGui::CalcTextSize(text);
    const ImVec2 to(right, from.y + std::ceil(size.y * 1.25f));
    ImGui::PushStyleColor(ImGuiCol_Text, ink);
    ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), from, to, right, right, text, nullptr,
                              &size);
    ImGui::PopStyleColor();
}

void cut_text(const char *text, float right, const ImVec4 &ink)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::CalcTextSize(text);
    const float baseline = ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset;
    ImGui::Dummy(ImVec2(std::max(0.0f, std::min(size.x, right - at.x)), size.y + baseline));
    draw_cut(ImVec2(at.x, at.y + baseline), right, text, ink);
}

static ImGuiID widget_id(const char *label, const char *part)
{
    return ImHashStr(part, 0, ImHashStr(label));
}

void record_widget(const char *label, const char *part)
{
    widget_records.push_back(
        { widget_id(label, part), ImRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax()) });
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
    static const panel_colour *const colours[] = { // of enum widgets_tone
                                                   &panel_colours.plain,  &panel_colours.dim,
                                                   &panel_colours.accent, &panel_colours.alarm,
                                                   &panel_colours.side_a, &panel_colours.side_b
    };
    return colour(*colours[tone]);
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

using namespace shared;

// ---- letters and colours

// The library's own letters, all of one width, stand for those of a file that is not there, which
// would end the program. The library frees the bytes.
static ImFont *load_font(const char *path, float pixels)
{
    ImFontAtlas *fonts = ImGui::GetIO().Fonts;
    struct error ignored;
    size_t size;
    void *bytes = path ? font_file_read(path, &size, &ignored) : nullptr;
    ImFont *font = bytes ? fonts->AddFontFromMemoryTTF(bytes, (int) size, pixels) : nullptr;
    ImFontConfig config;
    config.SizePixels = std::round(pixels * 13 / 14);
    return font ? font : fonts->AddFontDefault(&config);
}

static void set_colours(ImVec4 *colors)
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
    colors[ImGuiCol_ScrollbarGrab] = colour(c.scroll);
}

static void set_style(float scale)
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

// Takes letters of another size: everything is measured in them.
static void set_em(float em)
{
    if (em == state.em)
        return;
    state.em = em;
    ImGuiIO &io = ImGui::GetIO();
    io.Fonts->Clear();
    load_font(font_file_path(), em);
    state.mono = load_font(font_file_mono_path(), std::round(em * 0.93f));
    set_style(em / 14);
    io.MouseDragThreshold = io.MouseDoubleClickMaxDist = 6 * em / 14;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

const ImGuiWindowFlags sheet_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                     ImGuiWindowFlags_NoFocusOnAppearing;

static const char *get_clipboard(void *)
{
    return state.clipboard.get(state.clipboard.data);
}

static void set_clipboard(void *, const char *text)
{
    state.clipboard.set(state.clipboard.data, text);
}

void widgets_init(const input_clipboard *clipboard)
{
    static const ImGuiKey keys[INPUT_EDIT_KEYS] = {
        ImGuiKey_Enter,     ImGuiKey_Escape,     ImGuiKey_Backspace, ImGuiKey_Delete,
        ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow,   ImGuiKey_DownArrow,
        ImGuiKey_Home,      ImGuiKey_End,        ImGuiKey_A,         ImGuiKey_C,
        ImGuiKey_V,         ImGuiKey_X,          ImGuiKey_Y,         ImGuiKey_Z,
    };
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
    for (int i = 0; i < INPUT_EDIT_KEYS; i++) // in io.KeysDown keys stand in our order
        io.KeyMap[keys[i]] = i;
    set_keys_by_arrays();
    ImGui_ImplOpenGL3_Init("#version 430 core");
}

void widgets_finish(void)
{
    widget_records.clear();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void widgets_begin(const input_state *input, float letters)
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
    for (int i = 0; i < INPUT_EDIT_KEYS; i++)
        io.KeysDown[i] = input->keys >> i & 1;
    for (int i = 0; i < input->character_count; i++)
        io.AddInputCharacter(input->characters[i]);
    state.settles = state.filters = false;
    widget_records.resize(0);
    set_em(layout_em((float) input->width, (float) input->height, input->scale, letters));
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    // A field that is entered again has the undo steps of its last text, by which Ctrl+Z would cut
    // off more than the text of today has: heap memory before it is then written to.
    ImGuiContext &context = *ImGui::GetCurrentContext();
    if (context.ActiveId == 0)
        context.InputTextState.ID = 0;
    state.mouse_moved = state.mouse_moved || io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
}

void widgets_end(void)
{
    ImGui::Render();
}

void widgets_draw(void)
{
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void widgets_skip(void)
{
    ImGui::EndFrame();
}

bool widgets_want_keys(void)
{
    const ImGuiContext &context = *ImGui::GetCurrentContext();
    return state.filters ||
           (context.ActiveId != 0 && context.ActiveId == context.InputTextState.ID);
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

bool widgets_settle(void)
{
    return state.settles;
}

void widgets_close(void)
{
    if (widgets_are_open())
        ImGui::ClosePopupToLevel(0, false);
}

float widgets_overflow(void)
{
    float most = 0;
    for (const ImGuiWindow *window : ImGui::GetCurrentContext()->Windows) {
        const bool is_child = window->Flags & ImGuiWindowFlags_ChildWindow;
        const float padding = is_child ? 0 : 2 * window->WindowPadding.x;
        const float room = window->Size.x - window->ScrollbarSizes.x - padding;
        if (window->WasActive && !window->Hidden && !(window->Flags & ImGuiWindowFlags_Tooltip))
            most = std::max(most, window->ContentSize.x - room);
    }
    return most;
}

bool widgets_find(const char *label, const char *part, struct layout_rect *rect)
{
    const ImGuiID id = widget_id(label, part);
    for (const widget_record &record : widget_records)
        if (record.id == id) {
            const ImVec2 at = record.rect.Min, size = record.rect.GetSize();
            *rect = { at.x, at.y, size.x, size.y };
            return true;
        }
    return false;
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

// The sheet is as high as what was on it in the frame before, as far as there is room. Where what
// is above leaves hardly any, the whole sheet is scrolled.
void widgets_scroll_begin(const char *id)
{
    const float least = state.em * 6;
    const float room = state.sheet_bottom - ImGui::GetCursorScreenPos().y - ImGui::GetScrollY();
    state.scrolled = ImGui::GetID(id);
    const float requested = ImGui::GetStateStorage()->GetFloat(state.scrolled, room);
    state.scrolls_alone = room >= std::min(least, requested);
    if (state.scrolls_alone)
        ImGui::BeginChild(id, ImVec2(0, std::max(state.em, std::min(room, requested))), false,
                          ImGuiWindowFlags_NoNav);
    state.scrolled_top = ImGui::GetCursorPosY();
}

void widgets_scroll_end(void)
{
    const float high =
        ImGui::GetCursorPosY() - state.scrolled_top - ImGui::GetStyle().ItemSpacing.y;
    if (state.scrolls_alone)
        ImGui::EndChild();
    float *stored = ImGui::GetStateStorage()->GetFloatRef(state.scrolled);
    state.settles = state.settles || *stored != high;
    *stored = high;
}
