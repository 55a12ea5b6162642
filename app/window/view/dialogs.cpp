// The help of the first start, and the dialogs of keys, effects and presets.

#include "app/window/view/parts.h"

// ---- the first start

static void show_line(const char *key, const char *help)
{
    TextColored(ink(panel_colours.accent), "%s", key);
    SameLine(parts.em * 5.5f);
    TextUnformatted(help);
}

void show_welcome(const struct session *, struct ui_state *)
{
    static const char *const keys[] = { "B", "V", "M", "A", "]", "H" };
    heading("halation", "any key closes this");
    for (const struct control *control = controls; control->name; control++)
        for (const char *key : keys)
            if (strcmp(control->name, key) == 0)
                show_line(key, control->help);
    show_line("drop a file", "a picture, chain, palette or shader file");
}

// ---- lists with a filter

// Text in the filter field of a dialog, and the chosen item of the list below it.
static struct {
    char filter[64];
    int chosen = -1; // index in the filtered list; -1: none
    bool reveal;
    bool has_all; // of the keys
} list;

bool shows_all_keys()
{
    return list.has_all || list.filter[0];
}

void forget_lists()
{
    list.filter[0] = '\0';
    list.chosen = -1;
    list.has_all = false;
}

enum filter_key { FILTER_NONE, FILTER_UP, FILTER_DOWN, FILTER_RETURN, FILTER_ESCAPE };

// Shows a field whose text filters the list below it. It receives all keys while it is shown, from
// the first frame on, and returns in `key` those that do not edit its text. Returns true if the
// text was changed.
static bool show_filter(const char *hint, filter_key *key)
{
    static const int keys[] = { WINDOW_KEY_UP, WINDOW_KEY_DOWN, WINDOW_KEY_ENTER,
                                WINDOW_KEY_ESCAPE };
    const ImGuiID id = GetID("##filter"), selected = GImGui->NavId;
    const bool has_keys = GImGui->ActiveId == id || GImGui->ActiveId == 0;
    const bool was_empty = !list.filter[0] && GetIO().InputQueueCharacters.empty();
    if (GImGui->ActiveId == 0) {
        if (GImGui->NavWindow != GetCurrentWindow())
            FocusWindow(GetCurrentWindow());
        GImGui->NavId = id; // lets it take text where nothing of it is seen
        let_type(id);
    }
    SetNextItemWidth(-FLT_MIN);
    bool changed = InputTextWithHint("##filter", hint, list.filter, sizeof(list.filter));
    if (GImGui->ActiveId != id)
        GImGui->NavId = selected;
    *key = FILTER_NONE;
    for (int i = 3; i >= 0 && has_keys; i--)
        if (is_pressed(keys[i], i < 2))
            *key = (filter_key) (i + 1);
    if (*key == FILTER_ESCAPE && !was_empty) { // clears first
        list.filter[0] = '\0';
        *key = FILTER_NONE;
        changed = true;
    }
    parts.has_keys = *key < FILTER_RETURN;
    return changed;
}

// Begins an item that is pressed across all columns of the table. Returns true if it was pressed.
static bool show_item(const char *label, bool is_chosen, const char *help)
{
    TableNextColumn();
    PushID(label);
    const bool pressed = Selectable("##item", is_chosen, ImGuiSelectableFlags_SpanAllColumns);
    PopID();
    note_widget(label);
    explain(help);
    if (is_chosen && list.reveal)
        ScrollToItem();
    SameLine(0, 0);
    return pressed;
}

// ---- keys

static bool is_found(const struct control *control, const char *group)
{
    if (!list.filter[0])
        return list.has_all || control->is_first;
    return edit_words_are_in(list.filter, format("%s %s", control->name, group), control->help);
}

// Shows a key; a row for several keys cannot be pressed.
static void show_key(struct ui_state *ui, const struct control *control, int number,
                     const struct control **chosen)
{
    const bool is_chosen = !control->last && number == list.chosen;
    if (control->last)
        TableNextColumn();
    else if (show_item(control->name, is_chosen, ""))
        ui->clicked = control; // does what the key does
    if (is_chosen)
        *chosen = control;
    TextColored(ink(panel_colours.accent), "%s", control->name);
    TableNextColumn();
    cut_text(control->help);
}

// Shows the keys that are found, a cell for each group. Returns the chosen one, NULL: none.
static const struct control *show_found(struct ui_state *ui)
{
    const struct control *chosen = nullptr;
    const char *group = "", *shown = nullptr;
    const int fitting = (int) (GetContentRegionAvail().x / (24 * parts.em));
    int count = 0;
    if (!BeginTable("groups", shows_all_keys() ? std::clamp(fitting, 1, 3) : 1,
                    ImGuiTableFlags_SizingStretchSame))
        return nullptr;
    for (const struct control *control = controls; control->name; control++) {
        group = control->group ? control->group : group;
        if (!is_found(control, group))
            continue;
        if (shown != group) {
            if (shown)
                EndTable();
            TableNextColumn();
            heading(shown = group);
            BeginTable(group, 2);
            TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, parts.em * 7);
            TableSetupColumn("help", ImGuiTableColumnFlags_WidthStretch);
        }
        show_key(ui, control, control->last ? -1 : count, &chosen);
        count += !control->last;
    }
    if (shown)
        EndTable();
    EndTable();
    if (!shown)
        paragraph("no key has these words", panel_colours.dim);
    list.chosen = std::min(list.chosen, count - 1);
    return chosen;
}

void show_keys(const struct session *, struct ui_state *ui)
{
    filter_key key;
    heading("Keys (click one to run it)", "Esc: close");
    if (show_filter("type to search", &key))
        list.chosen = list.filter[0] ? 0 : -1;
    list.chosen += key == FILTER_DOWN;
    list.chosen -= key == FILTER_UP && list.chosen > 0;
    list.reveal = key != FILTER_NONE;
    const struct control *chosen = show_found(ui);
    Spacing();
    if (!shows_all_keys()) {
        list.has_all = Button("more");
        note_widget("more");
    } else {
        paragraph("A double or right click on a slider sets its default.", panel_colours.dim);
    }
    if (key == FILTER_ESCAPE || (key == FILTER_RETURN && chosen))
        ui->dialog = DIALOG_NONE;
    if (key == FILTER_RETURN && chosen)
        ui->clicked = chosen;
}

// ---- effects to add

// Shows the place of the new step, or the reason why it cannot be added. Returns true if the effect
// was chosen.
static bool show_effect(const struct ui_state *ui, const struct effect *effect, int number)
{
    struct error error;
    struct chain chain = ui->chain;
    int at = ui->step;
    const int requested = chain.count == 0 ? 0 : at + 1;
    const bool fits = effect->file.path || edit_steps_add(&chain, effect, &at, &error);
    const bool is_there = effect->file.path || at == requested; // a file is read when it is chosen
    const char *help = effect->file.path ? effect->file.path
                       : !fits           ? format("%s\n%s", effect->about.summary, error.text)
                               : format("%s\nIt becomes step %d%s", effect->about.summary, at + 1,
                                        is_there ? "" : ", the nearest place where it can stand");
    const bool pressed = show_item(effect->name, number == list.chosen, help);
    cut_text(effect->name, fits ? panel_colours.accent : panel_colours.dim);
    TableNextColumn();
    split_line(effect->about.summary, fits ? panel_colours.plain : panel_colours.dim,
               !fits      ? "no place"
               : is_there ? ""
                          : format("as step %d", at + 1));
    return pressed;
}

void show_effects(const struct session *, struct ui_state *ui)
{
    const struct chain *chain = &ui->chain;
    const struct effect *found[EDIT_EFFECTS_MAX], *added = nullptr;
    filter_key key;
    heading(chain->count > 0 ? format("Add a step after %d, %s", ui->step + 1,
                                      chain->steps[ui->step].effect->name)
                             : "Add a step",
            format("%d of %d steps", chain->count, CHAIN_MAX_STEPS));
    const bool has_changed = show_filter("type to filter; Up, Down, Return; Esc closes", &key);
    const int count = edit_effects_find(list.filter, found);
    if (has_changed)
        list.chosen = edit_effects_best(list.filter, found, count);
    const int by = key == FILTER_UP ? -1 : key == FILTER_DOWN;
    list.reveal = by != 0;
    if (count > 0)
        list.chosen = (std::max(list.chosen, 0) + by + count) % count;
    BeginChild("effects", ImVec2(0, 0), false, ImGuiWindowFlags_NoNav);
    for (int i = 0; i < count;) {
        const char *kind = edit_effects_kind(found[i]);
        heading(kind);
        if (!BeginTable(kind, 2))
            break;
        TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, parts.em * 8);
        for (; i < count && strcmp(kind, edit_effects_kind(found[i])) == 0; i++)
            if (show_effect(ui, found[i], i))
                added = found[i];
        EndTable();
    }
    if (count == 0)
        paragraph("no effect has these words", panel_colours.dim);
    EndChild();
    if (key == FILTER_RETURN && count > 0)
        added = found[list.chosen];
    if (added || key == FILTER_ESCAPE)
        ui->dialog = DIALOG_NONE;
    if (added)
        controls_add_effect(ui, added);
}

// ---- presets

bool show_thumbnail(ImVec2 size, unsigned texture, const char *name, const char *note,
                    bool is_error, bool is_chosen)
{
    const float frame = 2 * thin();
    BeginGroup();
    PushID(name);
    PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(frame, frame));
    PushStyleColor(ImGuiCol_Button, ink(is_chosen ? panel_colours.accent : panel_colours.field));
    const ImVec2 inner(size.x - 2 * frame, size.y - 2 * frame);
    const bool pressed =
        texture ? ImageButton((ImTextureID) (intptr_t) texture, inner) : Button("##none", size);
    PopStyleColor();
    PopStyleVar();
    PopID();
    cut_text(name, is_chosen ? panel_colours.plain : panel_colours.soft, size.x);
    if (note[0])
        cut_text(note, is_error ? panel_colours.alarm : panel_colours.dim, size.x);
    EndGroup();
    note_widget(name);
    return pressed;
}

ImVec2 thumbnail_size(const struct plan_options &picture)
{
    const float wide = std::max(1.0f, std::floor(GetContentRegionAvail().x));
    const float high = wide * (float) picture.height / (float) std::max(picture.width, 1);
    return high > wide ? ImVec2(std::floor(wide * wide / high), wide)
                       : ImVec2(wide, std::floor(high));
}

void show_presets(const struct session *session, struct ui_state *ui)
{
    static int last_chosen = -1, last_width; // scrolls once to what is chosen
    const struct plan_options &picture = session->renderer.plan_options;
    const bool moved = last_chosen != ui->chosen || last_width != picture.width;
    heading("Presets, and the chains of this folder", "Esc: hide");
    paragraph("A click or Return opens one; Ctrl+Z brings back what was there.", panel_colours.dim);
    show_buttons(ui, "",
                 { { "save chain", "Ctrl+S" },
                   { "copy", "Ctrl+C" },
                   { "copy as command", "Ctrl+Shift+C" },
                   { "paste", "Ctrl+V" } });
    Spacing();
    BeginChild("presets", ImVec2(0, 0), false, ImGuiWindowFlags_NoNav);
    ui->choice_columns = std::max(1, (int) (GetContentRegionAvail().x / (parts.em * 10.6f)));
    const bool is_shown =
        BeginTable("presets", ui->choice_columns, ImGuiTableFlags_SizingStretchSame);
    for (int i = 0; is_shown && i < session->previews.count; i++) {
        const struct preview &preview = session->previews.all[i];
        TableNextColumn();
        const ImVec2 size = thumbnail_size(picture);
        ui->choice_width = std::max(1, (int) size.x);
        ui->choice_height = std::max(1, (int) size.y);
        const bool pressed =
            show_thumbnail(size, preview.picture.id, chain_choice_name(&ui->choice, i),
                           preview.error, true, i == ui->chosen);
        if (i == ui->chosen && moved)
            ScrollToItem();
        if (pressed) {
            ui->chosen = i;
            controls_open(ui);
        }
    }
    if (is_shown)
        EndTable();
    last_chosen = ui->chosen;
    last_width = picture.width;
    EndChild();
}
