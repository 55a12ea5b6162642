// The editor of a step's shaders: their names, and one of their texts.

#include "app/window/view/parts.h"

static void show_names(const struct session *session, int *chosen)
{
    static int last; // chosen by a key since: it may be outside of the visible part of the list
    const struct source_texts &source = session->texts;
    const float line = ImGui::GetTextLineHeight();
    for (int i = 0; i < source.count; i++) {
        const struct source_text &text = source.all[i];
        const bool has_notes = text.program && text.notes[0];
        const bool is_typed = source_edits_text(&session->edits, text.name);
        const float indent = parts.em * (text.program ? 0.3f : 1.4f);
        ImGui::PushID(i);
        if (ImGui::Selectable("##text", i == *chosen, 0,
                              ImVec2(0, std::round(line * (has_notes ? 1.9f : 1.0f)))))
            *chosen = i;
        ImGui::PopID();
        note_widget(text.name);
        explain(format("%s\n%s", text.name, text.notes));
        if (i == *chosen && i != last && !ImGui::IsItemVisible())
            ImGui::SetScrollHereY();
        const ImVec2 at = ImGui::GetItemRectMin();
        draw_cut(ImVec2(at.x + indent, at.y + 2 * thin()), line_right(),
                 format("%s%s", text.name, is_typed ? " *" : ""),
                 text.program ? panel_colours.plain : panel_colours.soft);
        if (has_notes)
            draw_small(text.notes, at.x + indent, at.y + line * 0.95f + 2 * thin());
    }
    last = *chosen;
}

// Sets the text of the ui_state to the shown file, unless what is typed there is still to be taken.
static void choose_text(const struct session *session, struct ui_source *source,
                        const struct source_text &shown)
{
    const bool is_same = strcmp(source->file, shown.name) == 0;
    const char *typed = source_edits_text(&session->edits, shown.name);
    if (is_same && (typed || source->due > 0 || source->reading == session->texts.readings))
        return;
    source->due = std::min(source->due, clock_seconds());
    if (source->due > 0)
        return;
    const char *text = typed ? typed : shown.text;
    source->reading = session->texts.readings;
    if (is_same && strcmp(source->text, text) == 0)
        return;
    if (GImGui->ActiveId == parts.editor)
        ImGui::ClearActiveID();
    snprintf(source->file, sizeof(source->file), "%s", shown.name);
    snprintf(source->text, sizeof(source->text), "%s", text);
    source->confirmed = 0;
}

struct code_view {
    const char *text;
    bool has_numbers; // of lines; false: the text is generated
    int cursor;       // index of a character; -1: none
    int wrong;        // number of a line with an error; 0: none
    const char *why;
};

// Finds the line of the file that an error such as "dual/down.glsl:21: words" is about.
static void find_error(const char *error, const char *file, code_view *view)
{
    const size_t length = strlen(file);
    char *end;
    if (strncmp(error, file, length) != 0 || error[length] != ':')
        return;
    view->wrong = (int) strtol(error + length + 1, &end, 10);
    view->why = end + strspn(end, ": ");
}

static void draw_line(ImDrawList *draw, ImVec2 at, const char *from, const char *end)
{
    static const char slashes[] = "//";
    const char *comment = std::search(from, end, slashes, slashes + 2);
    const char *first = std::find_if(from, comment, [](char letter) { return letter != ' '; });
    const bool is_directive = first < comment && *first == '#';
    if (from < comment)
        draw->AddText(at, packed(is_directive ? panel_colours.accent : panel_colours.plain), from,
                      comment);
    if (comment < end)
        draw->AddText(ImVec2(at.x + ImGui::CalcTextSize(from, comment).x, at.y),
                      packed(panel_colours.dim), comment, end);
}

// Draws the visible lines over the field, whose own letters are transparent. `at`: the first
// letter of the text.
static void draw_code(ImGuiWindow *field, ImVec2 at, const code_view &view)
{
    ImDrawList *draw = field->DrawList;
    const ImRect clip = field->InnerRect;
    const float line = ImGui::GetTextLineHeight(), letter = ImGui::CalcTextSize("0").x;
    const char *from = view.text;
    int left = view.cursor; // characters of the text before the cursor, from here on
    draw->PushClipRect(clip.Min, clip.Max);
    for (int i = 0; at.y < clip.Max.y; i++, at.y += line) {
        const char *end = strchr(from, '\n');
        end = end ? end : from + strlen(from);
        const int number = view.has_numbers ? i + 1 : 0;
        const int count = left >= 0 ? ImTextCountCharsFromUtf8(from, end) : 0;
        if (at.y + line > clip.Min.y) {
            const ImVec2 corner(clip.Min.x, at.y);
            if (number == view.wrong && number > 0) {
                panel_colour behind = panel_colours.alarm;
                behind.a = 0.2f;
                draw->AddRectFilled(corner, ImVec2(clip.Max.x, at.y + line), packed(behind));
                draw->AddText(ImVec2(at.x + ImGui::CalcTextSize(from, end).x + 2 * letter, at.y),
                              packed(panel_colours.alarm), view.why);
            }
            if (number > 0)
                draw->AddText(corner, packed(panel_colours.dim), format("%4d", number));
            draw->PushClipRect(ImVec2(clip.Min.x + 5 * letter, clip.Min.y), clip.Max);
            draw_line(draw, at, from, end);
            draw->PopClipRect();
            if (left >= 0 && left <= count) {
                const float x = at.x + (float) left * ImGui::GetFont()->GetCharAdvance('0');
                draw->AddLine(ImVec2(x, at.y), ImVec2(x, at.y + line), packed(panel_colours.plain),
                              thin());
            }
        }
        left -= count + 1;
        if (!*end)
            break;
        from = end + 1;
    }
    draw->PopClipRect();
}

// The library edits the text, and its lines are drawn here, with numbers and colours.
static void show_text(const struct session *session, struct ui_state *ui,
                      const struct source_text &shown)
{
    struct ui_source *source = &ui->source;
    const bool can_type = shown.is_file && strcmp(source->file, shown.name) == 0;
    const ImGuiID id = ImGui::GetID(shown.name);
    ImGui::PushFont(parts.mono);
    const float gutter = std::round(5 * ImGui::CalcTextSize("0").x);
    if (GImGui->ActiveId == id && is_pressed(INPUT_EDIT_ESCAPE, false)) // would undo all
        ImGui::ClearActiveID();
    if (ui->types)
        let_type(id);
    ui->types = false;
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(0, 0, 0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(gutter, 2 * thin()));
    const bool changed = ImGui::InputTextMultiline(
        shown.name, can_type ? source->text : shown.text,
        can_type ? sizeof(source->text) : strlen(shown.text) + 1, ImVec2(-FLT_MIN, -FLT_MIN),
        can_type ? 0 : ImGuiInputTextFlags_ReadOnly);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    note_widget("text");
    parts.editor = id;
    if (changed && can_type) {
        const double pause = 0.3; // seconds, in which more may be typed
        source->due = clock_seconds() + pause;
        ui->leaving = false;
    }
    const ImGuiInputTextState *state = ImGui::GetInputTextState(id);
    const bool is_active = GImGui->ActiveId == id && state;
    code_view view = { can_type ? source->text : shown.text, shown.place[0] != '\0',
                       is_active ? state->Stb.cursor : -1, 0, "" };
    find_error(session->edits.error.text, shown.name, &view);
    for (ImGuiWindow *window : GImGui->Windows)
        if (window->ChildId == id && window->Active)
            draw_code(
                window,
                ImVec2(window->DC.CursorStartPos.x + gutter - (is_active ? state->ScrollX : 0),
                       window->DC.CursorStartPos.y + 2 * thin()),
                view);
    ImGui::PopFont();
}

void show_editor(const struct session *session, struct ui_state *ui)
{
    const struct source_texts &source = session->texts;
    int *chosen = &ui->source.shown;
    heading(source.title, "U: hide");
    if (source.why)
        paragraph(source.why, panel_colours.dim);
    if (source.count == 0)
        return;
    // The keys count on beyond either end.
    *chosen = (*chosen % source.count + source.count) % source.count;
    const float names = ImGui::GetTextLineHeight() * 1.9f * (float) std::min(source.count, 4);
    ImGui::BeginChild("names", ImVec2(0, std::min(names, ImGui::GetContentRegionAvail().y / 4)),
                      false, ImGuiWindowFlags_NoNav);
    show_names(session, chosen);
    ImGui::EndChild();
    ImGui::Separator();
    const struct source_text &shown = source.all[*chosen];
    if (shown.is_file)
        choose_text(session, &ui->source, shown);
    split_line(shown.place[0] ? shown.place : "made by the program of the chain's steps",
               panel_colours.accent,
               shown.is_file    ? ""
               : shown.place[0] ? "the window reads the file when it is written"
                                : "cannot be changed");
    if (shown.defines[0])
        cut_text(format("#define %s", shown.defines), panel_colours.dim);
    if (shown.is_file)
        show_buttons(ui, "",
                     { { "save", "Ctrl+S" }, { "reset", "Shift+U" }, { "next text", "Ctrl+U" } });
    if (session->edits.error.text[0])
        paragraph(session->edits.error.text, panel_colours.alarm);
    show_text(session, ui, shown);
}
