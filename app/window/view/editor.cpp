// The editor of a step's shaders: their names, and one of their texts.

#include "app/window/view/parts.h"

static void show_names(const struct session *session, int *chosen)
{
    static int last; // chosen by a key since: it may be outside of the visible part of the list
    const struct source_texts &source = session->texts;
    if (!BeginTable("names", 2, ImGuiTableFlags_SizingStretchProp))
        return;
    for (int i = 0; i < source.count; i++) {
        const struct source_text &text = source.all[i];
        const bool is_typed = source_edits_text(&session->edits, text.name);
        TableNextColumn();
        PushID(i);
        if (Selectable("##text", i == *chosen, ImGuiSelectableFlags_SpanAllColumns))
            *chosen = i;
        PopID();
        note_widget(text.name);
        explain(format("%s\n%s", text.name, text.notes));
        if (i == *chosen && i != last)
            ScrollToItem();
        SameLine(0, text.program ? 0 : parts.em);
        cut_text(format("%s%s", text.name, is_typed ? " *" : ""),
                 text.program ? panel_colours.plain : panel_colours.soft);
        TableNextColumn();
        cut_text(text.program ? text.notes : "", panel_colours.dim);
    }
    EndTable();
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
        ClearActiveID();
    snprintf(source->file, sizeof(source->file), "%s", shown.name);
    source->is_user_shader = shown.is_user_shader;
    snprintf(source->text, sizeof(source->text), "%s", text);
    source->confirmed = 0;
}

// Returns the number of the line of the file that an error such as "dual/down.glsl:21: words" is
// about, and the words; 0: it is about something else.
static int find_error(const char *error, const char *file, const char **words)
{
    const size_t length = strlen(file);
    char *end;
    if (strncmp(error, file, length) != 0 || error[length] != ':')
        return 0;
    const int line = (int) strtol(error + length + 1, &end, 10);
    int column = 0; // length of ":9:", which may follow
    sscanf(end, ":%*d:%n", &column);
    *words = end + column + strspn(end + column, ": ");
    return line;
}

// Draws the numbers of the visible lines over the left end of the field, and the error at its line.
// `at`: the first letter of the text.
static void draw_numbers(ImGuiWindow *field, ImVec2 at, const char *text, bool has_numbers,
                         const char *error, const char *file)
{
    const char *words = "";
    ImDrawList *draw = field->DrawList;
    const ImRect clip = field->InnerRect;
    const float line = GetTextLineHeight(), letter = CalcTextSize("0").x;
    const int wrong = find_error(error, file, &words);
    panel_colour behind = panel_colours.alarm;
    behind.a = 0.2f;
    draw->PushClipRect(clip.Min, clip.Max);
    draw->AddRectFilled(clip.Min, ImVec2(clip.Min.x + 4.5f * letter, clip.Max.y),
                        packed(panel_colours.panel));
    for (int i = 0; at.y < clip.Max.y; i++, at.y += line) {
        const size_t length = strcspn(text, "\n");
        const int number = has_numbers ? i + 1 : 0;
        const ImVec2 corner(clip.Min.x, at.y);
        if (number > 0 && at.y + line > clip.Min.y)
            draw->AddText(corner, packed(panel_colours.dim), format("%4d", number));
        if (number > 0 && number == wrong) {
            const float wide = CalcTextSize(text, text + length).x;
            draw->AddRectFilled(corner, ImVec2(clip.Max.x, at.y + line), packed(behind));
            draw->AddText(ImVec2(at.x + wide + 2 * letter, at.y), packed(panel_colours.alarm),
                          words);
        }
        text += length;
        if (!*text++)
            break;
    }
    draw->PopClipRect();
}

static void show_text(const struct session *session, struct ui_state *ui,
                      const struct source_text &shown)
{
    struct ui_source *source = &ui->source;
    const bool can_type = shown.is_file && strcmp(source->file, shown.name) == 0;
    char *text = can_type ? source->text : shown.text;
    const size_t size = can_type ? sizeof(source->text) : strlen(text) + 1;
    const char *label = format("##%s", shown.name);
    const ImGuiID id = GetID(label);
    PushFont(parts.mono);
    const float gutter = std::round(5 * CalcTextSize("0").x);
    if (GImGui->ActiveId == id && is_pressed(WINDOW_KEY_ESCAPE, false)) // would undo all
        ClearActiveID();
    if (ui->opens_field)
        let_type(id);
    ui->opens_field = false;
    PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(gutter, 2 * thin()));
    const bool changed = InputTextMultiline(label, text, size, ImVec2(-FLT_MIN, -FLT_MIN),
                                            can_type ? 0 : ImGuiInputTextFlags_ReadOnly);
    PopStyleVar();
    note_widget("text");
    parts.editor = id;
    if (changed && can_type) {
        const double pause = 0.3; // seconds, in which more may be typed
        source->due = clock_seconds() + pause;
        ui->leaving = false;
    }
    const ImGuiInputTextState *state = GetInputTextState(id);
    const float scrolled = GImGui->ActiveId == id && state ? state->ScrollX : 0;
    for (ImGuiWindow *window : GImGui->Windows)
        if (window->ChildId == id && window->Active)
            draw_numbers(window,
                         ImVec2(window->DC.CursorStartPos.x + gutter - scrolled,
                                window->DC.CursorStartPos.y + 2 * thin()),
                         text, shown.place[0], session->edits.error.text, shown.name);
    PopFont();
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
    const float names = GetTextLineHeightWithSpacing() * (float) std::min(source.count, 8);
    BeginChild("names", ImVec2(0, std::min(names, GetContentRegionAvail().y / 4)), false,
               ImGuiWindowFlags_NoNav);
    show_names(session, chosen);
    EndChild();
    Separator();
    const struct source_text &shown = source.all[*chosen];
    if (shown.is_file)
        choose_text(session, &ui->source, shown);
    split_line(shown.place[0] ? shown.place : "made by the program of the chain's steps",
               panel_colours.accent, shown.is_file ? "" : "cannot be changed");
    if (shown.defines[0])
        cut_text(format("#define %s", shown.defines), panel_colours.dim);
    if (shown.is_file)
        show_buttons(ui, "",
                     { { "save", "Ctrl+S" }, { "reset", "Shift+U" }, { "next text", "Ctrl+U" } });
    if (session->edits.error.text[0])
        paragraph(session->edits.error.text, panel_colours.alarm);
    show_text(session, ui, shown);
}
