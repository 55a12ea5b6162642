// Frames, style, the panels and dialogs of a frame, and what all parts share.

#include "app/window/view/parts.h"

extern "C" {
#include "app/window/view/panel.h"
}

#include <backends/imgui_impl_opengl3.h>

struct parts parts;

// Widgets of this frame. The ID is a hash of label and part.
static struct {
    ImVector<ImGuiID> ids;
    ImVector<ImRect> rects;
} widgets;

static char shown_message[MESSAGE_SIZE]; // in the last frame; "": none

// ---- words

// The ring of texts restarts at the beginning when the end is near. It holds more than the texts of
// one frame.
const char *format(const char *pattern, ...)
{
    enum { LONGEST = 1024 };
    static char ring[64 * LONGEST];
    static size_t end;
    va_list arguments;
    if (end + LONGEST > sizeof(ring))
        end = 0;
    char *words = ring + end;
    va_start(arguments, pattern);
    vsnprintf(words, LONGEST, pattern, arguments);
    va_end(arguments);
    end += strlen(words) + 1;
    return words;
}

const char *format_ms(double ms)
{
    return format("%.*f", ms >= 100 ? 0 : ms >= 10 ? 1 : ms >= 0.1 ? 2 : 3, ms);
}

ImVec4 ink(const panel_colour &colour)
{
    return ImVec4(colour.r, colour.g, colour.b, colour.a);
}

ImU32 packed(const panel_colour &colour)
{
    return GetColorU32(ink(colour));
}

const panel_colour &side_colour(int side)
{
    return side ? panel_colours.side_b : panel_colours.side_a;
}

static ImGuiID widget_id(const char *label, const char *part)
{
    return ImHashStr(part, 0, ImHashStr(label));
}

void note_widget(const char *label, const char *part)
{
    widgets.ids.push_back(widget_id(label, part));
    widgets.rects.push_back(GImGui->LastItemData.Rect);
}

void show_tip(const char *text)
{
    BeginTooltip();
    PushTextWrapPos(std::min(parts.em * 24, GetIO().DisplaySize.x * 0.8f));
    TextUnformatted(text);
    PopTextWrapPos();
    EndTooltip();
}

void explain(const char *help)
{
    if (help[0] && parts.mouse_moved && IsItemHovered() && !IsItemActive())
        show_tip(help);
}

float thin()
{
    return std::max(1.0f, std::floor(parts.em / 14));
}

// Underscores hang below what a font calls its height, and would be cut off there.
void cut_text(const char *text, const panel_colour &colour, float room)
{
    const ImVec2 size = CalcTextSize(text);
    const float most = room > 0 ? room : GetContentRegionAvail().x;
    const float baseline = GetCurrentWindow()->DC.CurrLineTextBaseOffset;
    ImVec2 from = GetCursorScreenPos();
    Dummy(ImVec2(std::max(0.0f, std::min(size.x, most)), size.y + baseline));
    from.y += baseline;
    const ImVec2 to(from.x + most + 0.5f, from.y + std::ceil(size.y * 1.25f));
    PushStyleColor(ImGuiCol_Text, ink(colour));
    RenderTextEllipsis(GetWindowDrawList(), from, to, to.x, to.x, text, nullptr, &size);
    PopStyleColor();
    if (size.x > most + 0.5f)
        explain(text);
}

void right_text(const char *text, const panel_colour &colour)
{
    const float rest = GetContentRegionAvail().x - CalcTextSize(text).x;
    SetCursorPosX(GetCursorPosX() + std::max(rest, 0.0f));
    TextColored(ink(colour), "%s", text);
}

// If both do not fit, a long text at the right has a line of its own; otherwise the left one is
// cut.
void split_line(const char *left, const panel_colour &colour, const char *right)
{
    const float all = GetContentRegionAvail().x;
    const float wide = right[0] ? CalcTextSize(right).x + parts.em * 0.5f : 0;
    const bool is_split = wide > all * 0.4f && CalcTextSize(left).x + wide > all;
    cut_text(left, colour, is_split ? all : all - wide);
    if (is_split) {
        cut_text(right, panel_colours.dim);
    } else {
        SameLine(0, 0);
        right_text(right, panel_colours.dim);
    }
}

void paragraph(const char *text, const panel_colour &colour)
{
    PushStyleColor(ImGuiCol_Text, ink(colour));
    TextWrapped("%s", text);
    PopStyleColor();
}

void heading(const char *text, const char *right)
{
    Spacing();
    split_line(text, panel_colours.dim, right);
    Separator();
}

// ---- widgets that several parts have

void show_buttons(struct ui_state *ui, const char *group, std::initializer_list<button> buttons)
{
    const float gap = parts.em * 0.3f;
    const float end = GetCursorScreenPos().x + GetContentRegionAvail().x;
    float right = 0;
    BeginGroup();
    if (group[0]) {
        AlignTextToFramePadding();
        TextDisabled("%s", group);
        SameLine(0, 0);
    }
    const float left = GetCursorStartPos().x + (group[0] ? parts.em * 3.1f : 0);
    for (const button &button : buttons) {
        const struct control *control = controls_find(button.key);
        const float wide = CalcTextSize(button.label).x + 2 * GetStyle().FramePadding.x;
        if (right > 0 && right + gap + wide <= end)
            SameLine(0, gap);
        else
            SetCursorPosX(left);
        const bool is_shown = button.channel && button.channel == ui->view.channel;
        PushStyleColor(ImGuiCol_Text, ink(is_shown ? panel_colours.accent : panel_colours.plain));
        const bool is_pressed = Button(button.label);
        PopStyleColor();
        if (is_pressed && button.channel)
            controls_show_channel(ui, button.channel);
        else if (is_pressed)
            ui->clicked = control;
        note_widget(button.label);
        explain(format("%s: %s", control->name, control->help));
        right = GetItemRectMax().x;
    }
    EndGroup();
}

int show_tabs(const char *id, const char *const *names, int count, int chosen)
{
    int pressed = chosen;
    float room = GetContentRegionAvail().x - (float) count * thin();
    for (int i = 0; i < count; i++)
        room -= CalcTextSize(names[i]).x;
    const ImVec2 padding = GetStyle().FramePadding;
    const float pad = std::floor(room / (2.0f * (float) count)); // names are not cut where they fit
    PushStyleVar(ImGuiStyleVar_ItemInnerSpacing, ImVec2(thin(), 0));
    PushStyleVar(ImGuiStyleVar_FramePadding,
                 ImVec2(std::clamp(pad, thin(), std::max(padding.x, thin())), padding.y));
    if (BeginTabBar(id)) {
        for (int i = 0; i < count; i++) {
            if (BeginTabItem(names[i], nullptr, i == chosen ? ImGuiTabItemFlags_SetSelected : 0))
                EndTabItem();
            if (IsItemClicked())
                pressed = i;
            note_widget(names[i]);
        }
        EndTabBar();
    }
    PopStyleVar(2);
    return pressed;
}

// ---- font and colours

// The library's own letters, all of one width, stand for those of a file that is not there, which
// would end the program. The library frees the bytes.
static ImFont *load_font(const char *path, float pixels)
{
    ImFontAtlas *fonts = GetIO().Fonts;
    struct error ignored;
    size_t size;
    void *bytes = path ? font_file_read(path, &size, &ignored) : nullptr;
    ImFont *font = bytes ? fonts->AddFontFromMemoryTTF(bytes, (int) size, pixels) : nullptr;
    ImFontConfig config;
    config.SizePixels = std::round(pixels * 13 / 14);
    return font ? font : fonts->AddFontDefault(&config);
}

static void set_style(float scale)
{
    static const struct {
        ImGuiCol_ colour;
        const panel_colour *from;
    } colours[] = {
        { ImGuiCol_WindowBg, &panel_colours.panel },
        { ImGuiCol_PopupBg, &panel_colours.popup },
        { ImGuiCol_Text, &panel_colours.plain },
        { ImGuiCol_TextDisabled, &panel_colours.dim },
        { ImGuiCol_FrameBg, &panel_colours.field },
        { ImGuiCol_FrameBgHovered, &panel_colours.field_hovered },
        { ImGuiCol_FrameBgActive, &panel_colours.field_active },
        { ImGuiCol_Button, &panel_colours.field },
        { ImGuiCol_ButtonHovered, &panel_colours.field_hovered },
        { ImGuiCol_ButtonActive, &panel_colours.field_active },
        { ImGuiCol_Header, &panel_colours.selected },
        { ImGuiCol_HeaderHovered, &panel_colours.field_hovered },
        { ImGuiCol_HeaderActive, &panel_colours.field_active },
        { ImGuiCol_Tab, &panel_colours.field },
        { ImGuiCol_TabHovered, &panel_colours.field_active },
        { ImGuiCol_TabActive, &panel_colours.selected },
        { ImGuiCol_TabUnfocused, &panel_colours.field },
        { ImGuiCol_TabUnfocusedActive, &panel_colours.selected },
        { ImGuiCol_SliderGrab, &panel_colours.knob },
        { ImGuiCol_SliderGrabActive, &panel_colours.accent },
        { ImGuiCol_CheckMark, &panel_colours.accent },
        { ImGuiCol_PlotHistogram, &panel_colours.bar },
        { ImGuiCol_DragDropTarget, &panel_colours.accent },
        { ImGuiCol_TextSelectedBg, &panel_colours.selected },
        { ImGuiCol_Separator, &panel_colours.line },
        { ImGuiCol_Border, &panel_colours.line },
        { ImGuiCol_ScrollbarGrab, &panel_colours.scroll },
    };
    ImGuiStyle style;
    StyleColorsDark(&style);
    for (const auto &row : colours)
        style.Colors[row.colour] = ink(*row.from);
    style.Colors[ImGuiCol_ChildBg] = style.Colors[ImGuiCol_ScrollbarBg] = ImVec4(0, 0, 0, 0);
    style.WindowRounding = 0;
    style.FrameRounding = style.GrabRounding = style.PopupRounding = style.TabRounding = 3;
    style.ScrollbarRounding = 3;
    style.WindowPadding = ImVec2(12, 10);
    style.WindowMinSize = ImVec2(2, 2);
    style.FramePadding = ImVec2(6, 2);
    style.ItemSpacing = ImVec2(8, 4);
    style.CellPadding = ImVec2(4, 1);
    style.ScrollbarSize = 9;
    style.GrabMinSize = 8;
    style.ScaleAllSizes(scale);
    GetStyle() = style;
}

// Loads the font at another size: everything is measured in them.
static void set_em(float em)
{
    if (em == parts.em)
        return;
    parts.em = em;
    ImGuiIO &io = GetIO();
    io.Fonts->Clear();
    load_font(font_file_path(), em);
    parts.mono = load_font(font_file_mono_path(), std::round(em * 0.93f));
    set_style(em / 14);
    io.MouseDragThreshold = io.MouseDoubleClickMaxDist = 6 * em / 14;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void panel_init(const struct input_clipboard *clipboard)
{
    static const struct {
        ImGuiKey key;
        int code; // in io.KeysDown
    } keys[] = {
        { ImGuiKey_Enter, WINDOW_KEY_ENTER },
        { ImGuiKey_Escape, WINDOW_KEY_ESCAPE },
        { ImGuiKey_Backspace, WINDOW_KEY_BACKSPACE },
        { ImGuiKey_Delete, WINDOW_KEY_DELETE },
        { ImGuiKey_LeftArrow, WINDOW_KEY_LEFT },
        { ImGuiKey_RightArrow, WINDOW_KEY_RIGHT },
        { ImGuiKey_UpArrow, WINDOW_KEY_UP },
        { ImGuiKey_DownArrow, WINDOW_KEY_DOWN },
        { ImGuiKey_Home, WINDOW_KEY_HOME },
        { ImGuiKey_End, WINDOW_KEY_END },
        { ImGuiKey_PageUp, WINDOW_KEY_PAGE_UP },
        { ImGuiKey_PageDown, WINDOW_KEY_PAGE_DOWN },
        { ImGuiKey_Tab, WINDOW_KEY_TAB },
        { ImGuiKey_A, 'A' },
        { ImGuiKey_C, 'C' },
        { ImGuiKey_V, 'V' },
        { ImGuiKey_X, 'X' },
        { ImGuiKey_Y, 'Y' },
        { ImGuiKey_Z, 'Z' },
    };
    IMGUI_CHECKVERSION();
    CreateContext();
    ImGuiIO &io = GetIO();
    io.IniFilename = nullptr;
    parts = {};
    if (clipboard) {
        io.ClipboardUserData = clipboard->data;
        io.GetClipboardTextFn = clipboard->get ? clipboard->get : io.GetClipboardTextFn;
        io.SetClipboardTextFn = clipboard->set ? clipboard->set : io.SetClipboardTextFn;
    }
    for (const auto &row : keys)
        io.KeyMap[row.key] = row.code;
#if IMGUI_VERSION_NUM >= 18900
    GImGui->IO.BackendUsingLegacyKeyArrays = 1; // else Ctrl is dropped until another key is pressed
#endif
    ImGui_ImplOpenGL3_Init("#version 430 core");
}

void panel_finish(void)
{
    ImGui_ImplOpenGL3_Shutdown();
    DestroyContext();
}

// ---- frames

// Tab leaves a field of one line, as Enter does, and is spaces in the text of a shader.
static void take_tab(ImGuiIO &io, bool is_down)
{
    static bool was_down;
    const bool edits = parts.editor != 0 && GImGui->ActiveId == parts.editor;
    io.KeysDown[WINDOW_KEY_TAB] = false;
    io.KeysDown[WINDOW_KEY_ENTER] |= is_down && !edits;
    if (is_down && !was_down && edits)
        io.AddInputCharactersUTF8("    ");
    was_down = is_down;
}

static void begin_frame(const input_state *input, float text_scale)
{
    ImGuiIO &io = GetIO();
    io.DisplaySize = ImVec2((float) input->width, (float) input->height);
    io.DeltaTime = input->seconds;
    io.MousePos = ImVec2(input->x, input->y);
    io.MouseDown[0] = input->left;
    io.MouseDown[1] = input->right;
    io.MouseWheel = input->wheel;
    io.KeyCtrl = input->ctrl;
    io.KeyShift = input->shift;
    std::copy(input->keys, input->keys + WINDOW_KEYS, io.KeysDown);
    for (int i = 0; i < input->character_count; i++)
        io.AddInputCharacter(input->characters[i]);
    take_tab(io, input->keys[WINDOW_KEY_TAB]);
    parts.has_keys = false;
    widgets.ids.resize(0);
    widgets.rects.resize(0);
    set_em(layout_em((float) input->width, (float) input->height, input->scale, text_scale));
    ImGui_ImplOpenGL3_NewFrame();
    NewFrame();
    // A field that is entered again has the undo steps of its last text, by which Ctrl+Z would cut
    // off more than the text of today has: heap memory before it is then written to.
    if (GImGui->ActiveId == 0)
        GImGui->InputTextState.ID = 0;
    parts.mouse_moved = parts.mouse_moved || io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
}

bool panel_has_keys(void)
{
    return parts.has_keys ||
           (GImGui->ActiveId != 0 && GImGui->ActiveId == GImGui->InputTextState.ID);
}

bool panel_covers(float x, float y)
{
    for (const ImGuiWindow *window : GImGui->Windows)
        if (window->WasActive && !window->Hidden &&
            !(window->Flags & ImGuiWindowFlags_NoMouseInputs) &&
            window->OuterRectClipped.Contains(ImVec2(x, y)))
            return true;
    return false;
}

bool panel_is_held(void)
{
    return IsAnyItemActive();
}

bool panel_is_double_clicked(void)
{
    return IsMouseDoubleClicked(ImGuiMouseButton_Left);
}

float panel_em(void)
{
    return parts.em;
}

float panel_overflow(void)
{
    float most = 0;
    for (const ImGuiWindow *window : GImGui->Windows)
        if (window->WasActive && !window->Hidden && !(window->Flags & ImGuiWindowFlags_Tooltip))
            most = std::max(most, window->ScrollMax.x);
    return most;
}

bool panel_find(const char *label, const char *part, struct area *rect)
{
    const int i = (int) (widgets.ids.find(widget_id(label, part)) - widgets.ids.begin());
    if (i == widgets.ids.Size)
        return false;
    const ImRect &box = widgets.rects[i];
    *rect = { box.Min.x, box.Min.y, box.GetWidth(), box.GetHeight() };
    return true;
}

bool panel_has_shown(const struct message *expected)
{
    bool is_error;
    const char *words = message_shown(expected, &is_error);
    return strcmp(words ? words : "", shown_message) == 0;
}

// ---- panels

const ImGuiWindowFlags window_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                      ImGuiWindowFlags_NoFocusOnAppearing;

// Shows the origin of the chain, or which side is edited, the cost, and the buttons that concern
// all of it.
static void show_head(struct ui_state *ui)
{
    bool is_file, changed = false;
    const char *origin = ui_origin(ui, 0, &is_file, &changed), *time = panel_frame_time();
    const char *kind = ui->has_other ? "edited" : is_file ? "file" : origin ? "preset" : "chain";
    TextDisabled("%s", kind);
    SameLine(0, parts.em * 0.5f);
    split_line(ui->has_other
                   ? ui_side_name(ui, ui->side)
                   : format("%s%s", origin ? origin : "of your own", changed ? ", changed" : ""),
               ui->has_other ? side_colour(ui->side) : panel_colours.accent,
               time[0] ? format("GPU %s", time) : "");
    show_buttons(ui, "",
                 { { "keys", "H" },
                   { "presets", "Ctrl+O" },
                   { "undo", "Ctrl+Z" },
                   { "redo", "Ctrl+Shift+Z" } });
}

// The rest of the panel scrolls; where hardly any is left, the whole panel does, too.
static void show_scrolled(const char *id, show_part *show, const struct session *session,
                          struct ui_state *ui)
{
    const float least = parts.em * 6;
    BeginChild(id, ImVec2(0, std::max(GetContentRegionAvail().y, least)), false,
               ImGuiWindowFlags_NoNav);
    show(session, ui);
    EndChild();
}

// Shows the page of the ui_state; on the only panel, the chain is the first page.
static void show_pages(const struct session *session, struct ui_state *ui)
{
    static show_part *const shows[] = { show_steps, show_times,  show_passes,
                                        show_light, show_spread, show_sides };
    const bool has_chain = !ui_has_two_panels(ui);
    const char *names[PAGES + 1] = { "Chain" };
    int pages[PAGES + 1] = { -1 }, count = has_chain, chosen = 0;
    for (int i = 0; i < PAGES; i++) {
        const char *name = ui_page_name(ui, (enum ui_page) i);
        if (!name)
            continue;
        if (i == ui->page && (ui->on_page || !has_chain))
            chosen = count;
        names[count] = name;
        pages[count++] = i;
    }
    const int shown = show_tabs("pages", names, count, chosen);
    if (shown != chosen) {
        ui->on_page = pages[shown] >= 0;
        ui->page = ui->on_page ? (enum ui_page) pages[shown] : ui->page;
    }
    show_scrolled(names[shown], shows[pages[shown] + 1], session, ui);
}

static void show_chain(const struct session *session, struct ui_state *ui)
{
    show_head(ui);
    Spacing();
    if (ui_has_two_panels(ui))
        show_scrolled("Chain", show_steps, session, ui);
    else
        show_pages(session, ui);
}

static void show_in(const char *id, const area &rect, show_part *show,
                    const struct session *session, struct ui_state *ui)
{
    const bool is_as_contents = show == show_keys;
    if (rect.width <= 0 || rect.height <= 0)
        return;
    SetNextWindowPos(ImVec2(rect.x, rect.y));
    SetNextWindowSizeConstraints(ImVec2(rect.width, is_as_contents ? 0 : rect.height),
                                 ImVec2(rect.width, rect.height));
    Begin(id, nullptr, window_flags | (is_as_contents ? ImGuiWindowFlags_AlwaysAutoResize : 0));
    show(session, ui);
    End();
}

void begin_float(const char *id, ImVec2 at, ImVec2 pivot, float most)
{
    SetNextWindowPos(ImVec2(std::round(at.x), std::round(at.y)), ImGuiCond_Always, pivot);
    SetNextWindowSizeConstraints(ImVec2(1, 1), ImVec2(most, FLT_MAX));
    Begin(id, nullptr,
          window_flags | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs |
              ImGuiWindowFlags_NoScrollbar);
    PushTextWrapPos(std::max(1.0f, most - GetStyle().WindowPadding.x));
}

void end_float()
{
    PopTextWrapPos();
    End();
}

// Shows the welcome at the top of what is free, and the message at its bottom, with the line of
// chain text and the place in it that the message is about.
static void show_cards(const struct session *session, struct ui_state *ui, const area &free)
{
    bool is_error;
    char line[PRESET_SHOWN_SIZE], before[PRESET_SHOWN_SIZE];
    const float gap = parts.em * 0.6f, most = std::min(free.width - 2 * gap, parts.em * 44);
    const float middle = free.x + free.width / 2;
    const char *words = message_shown(&ui->message, &is_error);
    const struct chain_place *place = message_place(&ui->message);
    if (ui->welcome) {
        begin_float("welcome", ImVec2(middle, free.y + gap), ImVec2(0.5f, 0), most);
        show_welcome(session, ui);
        end_float();
    }
    snprintf(shown_message, sizeof(shown_message), "%s", words ? words : "");
    if (!words)
        return;
    begin_float("message", ImVec2(middle, free.y + free.height - gap), ImVec2(0.5f, 1), most);
    TextColored(ink(is_error ? panel_colours.alarm : panel_colours.plain), "%s", words);
    if (place) {
        preset_show_place(place, line, before);
        PushFont(parts.mono);
        Text("%s\n%*s^", line, text_columns(before, strlen(before)), "");
        PopFont();
    }
    end_float();
}

static void show_all(const struct session *session, struct ui_state *ui)
{
    static show_part *const dialogs[] = { nullptr, show_keys, show_effects, show_presets, nullptr };
    const ImVec2 size = GetIO().DisplaySize;
    const struct layout_request request = {
        .width = size.x,
        .height = size.y,
        .em = parts.em,
        .panels = ui->panels,
        .dialog = ui->dialog != DIALOG_NONE && ui->dialog != DIALOG_SOURCE,
        .is_wide = ui->dialog == DIALOG_KEYS && shows_all_keys(),
        .editor = ui->dialog == DIALOG_SOURCE,
    };
    struct layout layout;
    layout_make(&request, &layout);
    ui->has_room_for_two = layout_has_two(size.x, parts.em);
    parts.editor = 0;
    show_in("editor", layout.editor, show_editor, session, ui);
    show_in("page", layout.page, show_pages, session, ui);
    show_in("panel", layout.chain, show_chain, session, ui);
    show_in("dialog", layout.dialog, dialogs[ui->dialog], session, ui);
    show_cards(session, ui, layout.free);
}

// ---- cost of the panel

enum { COST_FRAMES = 60 };

static struct {
    struct gpu_timer timer;
    struct pass_stats gpu;
    double cpu[COST_FRAMES]; // milliseconds of this thread
    int64_t frames;
    double built; // seconds of the last panel_build
} cost;

void panel_cost_init(bool software)
{
    cost = {};
    gpu_timer_init(&cost.timer);
    cost.timer.waits_at_stamps = software;
    pass_stats_init(&cost.gpu, COST_FRAMES);
}

void panel_cost_finish(void)
{
    if (!cost.timer.ring)
        return;
    gpu_timer_finish(&cost.timer);
    pass_stats_finish(&cost.gpu);
    cost = {};
}

struct panel_cost panel_cost_times(void)
{
    struct panel_cost times = {};
    struct pass_row row;
    double cpu[COST_FRAMES];
    memcpy(cpu, cost.cpu, sizeof(cpu));
    if (cost.frames > 0)
        times.cpu = stats_median(cpu, (int) std::min<int64_t>(cost.frames, COST_FRAMES));
    if (cost.gpu.frames > 0) {
        pass_stats_row(&cost.gpu, 0, &row);
        times.gpu = row.time.median;
    }
    return times;
}

void panel_build(const struct session *session, struct ui_state *ui,
                 const struct input_state *input)
{
    const double begin = clock_thread_time();
    if (!ui->list_open && GImGui->OpenPopupStack.Size > 0)
        ClosePopupToLevel(0, false);
    begin_frame(input, (float) ui->text_size / 100);
    if (ui->panels > 0)
        panel_update_times(session, ui);
    if (ui->dialog != DIALOG_ADD && ui->dialog != DIALOG_KEYS)
        forget_lists();
    ui->needs_light = false;
    show_all(session, ui);
    show_over_picture(session, ui, input);
    ui->opens_field = false;
    EndFrame();
    ui->list_open = GImGui->OpenPopupStack.Size > 0;
    cost.built = clock_thread_time() - begin;
}

void panel_draw(void)
{
    const struct gpu_frame *frame;
    const bool is_timed = cost.timer.ring;
    const double begin = clock_thread_time();
    Render();
    const double rendered = clock_thread_time();
    if (is_timed) {
        gpu_timer_begin_frame(&cost.timer, "panel");
        gpu_timer_count_work(&cost.timer, {}); // its draws are not passes
    }
    ImGui_ImplOpenGL3_RenderDrawData(GetDrawData());
    if (!is_timed)
        return;
    const double end = cost.timer.waits_at_stamps ? rendered : clock_thread_time();
    cost.cpu[cost.frames++ % COST_FRAMES] = 1e3 * (cost.built + end - begin);
    gpu_timer_end_frame(&cost.timer);
    while ((frame = gpu_timer_collect(&cost.timer, false)))
        pass_stats_add(&cost.gpu, frame);
}
