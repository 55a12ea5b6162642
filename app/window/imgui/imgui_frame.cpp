// Frames, input, letters and sheets.

#include "app/window/imgui/imgui_shared.h"
#include "render/paint/font_file.h"
#include "render/text/error.h"

#include <algorithm>
#include <backends/imgui_impl_opengl3.h>
#include <cmath>

using namespace shared;

namespace
{

// The library's own letters, all of one width, stand for those of a file that is not there, which
// would end the program. The library frees the bytes.
ImFont *load_font(const char *path, float pixels)
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
    colors[ImGuiCol_ScrollbarGrab] = colour(c.scroll);
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

// Takes letters of another size: everything is measured in them.
void set_em(float em)
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

// Maps our keys to ImGui's; in io.KeysDown they stand in our order.
void map_keys()
{
    static const ImGuiKey keys[INPUT_EDIT_KEYS] = {
        ImGuiKey_Enter,     ImGuiKey_Escape,     ImGuiKey_Backspace, ImGuiKey_Delete,
        ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow,   ImGuiKey_DownArrow,
        ImGuiKey_Home,      ImGuiKey_End,        ImGuiKey_A,         ImGuiKey_C,
        ImGuiKey_V,         ImGuiKey_X,          ImGuiKey_Y,         ImGuiKey_Z,
    };
    for (int i = 0; i < INPUT_EDIT_KEYS; i++)
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

void take_input(const input_state *input)
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
}

} // namespace

void widgets_init(const input_clipboard *clipboard)
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

void widgets_begin(const input_state *input, float letters)
{
    take_input(input);
    state.settles = state.filters = false;
    set_em(layout_em((float) input->width, (float) input->height, input->scale, letters));
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    // A field that is entered again has the undo steps of its last text, by which Ctrl+Z would cut
    // off more than the text of today has: heap memory before it is then written to.
    ImGuiContext &context = *ImGui::GetCurrentContext();
    if (context.ActiveId == 0)
        context.InputTextState.ID = 0;
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    state.mouse_moved = state.mouse_moved || moved.x != 0 || moved.y != 0;
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
    const float wanted = ImGui::GetStateStorage()->GetFloat(state.scrolled, room);
    state.scrolls_alone = room >= std::min(least, wanted);
    if (state.scrolls_alone)
        ImGui::BeginChild(id, ImVec2(0, std::max(state.em, std::min(room, wanted))), false,
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
