// A parameter as a row: a label, and a slider with its value, a list, a colour or a field.

#include "app/window/view/parts.h"

const float value_width = 5.2f; // of the field beside a slider, in heights of the text

static struct error refused; // of the last text that was no valid value

// The text of the field that has the keys.
static struct {
    ImGuiID id;
    int frame; // in which it was shown last
    char text[PARAM_PRINTED_SIZE];
} typed;

// ---- text about a value

// Returns the value in pixels or as a factor; "" if its own text has that already.
static const char *meaning_of(const param_row &row)
{
    const struct param *param = row.line.param;
    const int edge = row.line.component;
    if (param->type == PARAM_TYPE_TEXT)
        return "";
    if (edge < 0)
        return "\nRight or a click on the triangle shows each edge, Enter types all of them";
    const double value = (double) param_get(param, row.line.values, edge);
    const auto *length = (const struct length *) param_field(param, row.line.values);
    if (param->type == PARAM_TYPE_STOPS)
        return format("\nLight times %.3g", exp2(value));
    if (!row.picture)
        return "";
    const int height = row.picture->height, side = edge % 2 ? height : row.picture->width;
    if (param->type == PARAM_TYPE_LENGTH && length->of_height)
        return format("\n%.2f px at this height", (double) length_pixels(*length, height));
    if (param->type == PARAM_TYPE_RECT)
        return format("\nPixel %.0f of %d", value * side, side);
    return "";
}

// Returns the value as it is typed: as in chain text, but of a rect one edge, and text without
// quotes.
static const char *value_of(const param_row &row)
{
    char text[PARAM_PRINTED_SIZE];
    const struct param *param = row.line.param;
    if (param->type == PARAM_TYPE_TEXT)
        return (const char *) param_const_field(param, row.line.values);
    if (row.line.corner)
        number_print(param_get(param, row.line.values, row.line.component), text);
    else
        param_print(param, row.line.values, text, sizeof(text));
    return format("%s", text);
}

// ---- text that is entered

// Removes spaces and the unit; values of type text are unchanged.
static void strip(const struct param *param, char *text)
{
    if (param->type == PARAM_TYPE_TEXT)
        return;
    *std::remove(text, text + strlen(text), ' ') = '\0';
    if (param->unit && text_ends_in(text, param->unit))
        text[strlen(text) - strlen(param->unit)] = '\0';
}

// Sets the one edge that was typed; the others do not change.
static bool enter_edge(const param_row &row, const char *text, struct error *error)
{
    const int edge = row.line.component;
    const float opposite = param_get(row.line.param, row.line.values, edge ^ 2);
    float value;
    const bool is_number = number_parse(text, strlen(text), &value) == NUMBER_FINE;
    if (is_number && (edge < 2 ? value >= 0 && value < opposite : value > opposite && value <= 1)) {
        param_set(row.line.param, row.line.values, edge, value);
        return true;
    }
    return error_set(error,
                     edge < 2 ? "roi %s must be a number, from 0 to below %g"
                              : "roi %s must be a number, above %g and up to 1",
                     row.line.corner, (double) opposite);
}

static row_result enter(const param_row &row, char *text)
{
    const struct param *param = row.line.param;
    struct error error;
    strip(param, text);
    if (!param_parse(param, row.line.values, text, strlen(text), &error) &&
        !(row.line.corner && enter_edge(row, text, &error))) {
        refused = error;
        message_show_error(&row.ui->message, refused.text);
        return ROW_SAME;
    }
    return ROW_CHANGED;
}

// Shows a field, which gets the keys if `opens`. Returns true if its text was entered, with Return
// or by leaving the field, and replaces `text` by it. A field is left before its turn when another
// widget further up is pressed, so its text is kept here while it has the keys.
static bool show_field(const char *hint, char *text, size_t size, bool opens)
{
    const ImGuiID id = GetID("##text");
    const bool had_keys = typed.id == id && typed.frame == GetFrameCount() - 1;
    if (opens)
        let_type(id);
    InputTextWithHint("##text", hint, had_keys ? typed.text : text, size,
                      ImGuiInputTextFlags_AutoSelectAll);
    if (IsItemActive()) {
        if (!had_keys)
            snprintf(typed.text, sizeof(typed.text), "%s", text);
        typed.id = id;
        typed.frame = GetFrameCount();
        GetWindowDrawList()->AddRect(GetItemRectMin(), GetItemRectMax(),
                                     packed(panel_colours.accent), GetStyle().FrameRounding, 0,
                                     1.5f * thin());
        return false;
    }
    if (!had_keys || is_pressed(WINDOW_KEY_ESCAPE, true))
        return false;
    snprintf(text, size, "%s", typed.text);
    return true;
}

// ---- sliders

struct slider_range {
    float min, max;
    bool is_log, is_whole;
};

static slider_range range_of(const param_row &row)
{
    const struct param *param = row.line.param;
    const auto *length = (const struct length *) param_field(param, row.line.values);
    const bool is_whole = param->type == PARAM_TYPE_INT;
    slider_range range = { .min = 0,
                           .max = 25, // per cent of the height
                           .is_log = param->curve == PARAM_CURVE_LOG && !is_whole,
                           .is_whole = is_whole };
    if (param->type == PARAM_TYPE_LENGTH && length->of_height)
        return range;
    param_range(param, row.line.values, &range.min, &range.max);
    if (param->slider_min < param->slider_max) {
        range.min = param->slider_min;
        range.max = param->slider_max;
    }
    if (is_whole && param->zero && range.min > 0)
        range.min = 0;
    return range;
}

// Rounds a dragged value to as many digits as the slider can resolve.
static float round_to_slider(float value, const slider_range &range)
{
    const float of = range.is_log ? std::fabs(value) / 2 : (range.max - range.min) / 400;
    if (of <= 0 || range.is_whole)
        return value;
    const double unit = pow(10, floor(log10(of)) - (range.is_log ? 1 : 0));
    return (float) (round(value / unit) * unit);
}

// Shows a slider and beside it a field with the value, which Ctrl and a click on the slider open,
// too.
static row_result show_number(const param_row &row, const char *label, bool *resets)
{
    const slider_range range = range_of(row);
    const char *value_text = value_of(row), *unit = row.line.param->unit;
    const bool has_unit = unit && strpbrk(value_text, "0123456789") && !strchr(value_text, '%');
    const float gap = parts.em * 0.3f;
    float value = param_get(row.line.param, row.line.values, row.line.component);
    char text[PARAM_PRINTED_SIZE];
    snprintf(text, sizeof(text), "%s%s%s", value_text, has_unit ? " " : "", has_unit ? unit : "");
    SetNextItemWidth(GetContentRegionAvail().x - parts.em * value_width - gap);
    const bool changed = SliderFloat(
        "##slider", &value, range.min, range.max, "",
        ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_NoInput |
            (range.is_log ? ImGuiSliderFlags_Logarithmic : 0)); // param_set rounds whole numbers
    note_widget(label);
    const bool is_over = IsItemHovered();
    const bool opens = is_over && GetIO().KeyCtrl && IsMouseClicked(0);
    *resets = is_over && IsMouseDoubleClicked(0);
    SameLine(0, gap);
    SetNextItemWidth(-FLT_MIN);
    if (opens)
        ClearActiveID(); // the slider would follow the mouse
    if (show_field("", text, sizeof(text), row.opens_field || opens))
        return enter(row, text);
    note_widget(label, "text");
    if (!changed || opens)
        return ROW_SAME;
    param_set(row.line.param, row.line.values, row.line.component, round_to_slider(value, range));
    return ROW_CHANGED;
}

// ---- other controls

// Moves the mark of the open list, which has all keys. Returns true if Return takes what is marked.
static bool handle_list_keys(int count, int *marked)
{
    if (is_pressed(WINDOW_KEY_UP, true))
        --*marked;
    if (is_pressed(WINDOW_KEY_DOWN, true))
        ++*marked;
    if (is_pressed(WINDOW_KEY_HOME, false))
        *marked = 0;
    if (is_pressed(WINDOW_KEY_END, false))
        *marked = count - 1;
    *marked = std::clamp(*marked, 0, count - 1);
    const bool takes = is_pressed(WINDOW_KEY_ENTER, false);
    parts.has_keys = !takes && !is_pressed(WINDOW_KEY_ESCAPE, false);
    if (!parts.has_keys)
        CloseCurrentPopup();
    return takes;
}

static row_result show_choice(const param_row &row)
{
    static int marked;
    const struct param *param = row.line.param;
    const int before = (int) param_get(param, row.line.values, 0),
              count = param_choice_count(param);
    const ImGuiID popup = ImHashStr("##ComboPopup", 0, GetID("##list")); // as the library
    int value = before;
    if (row.opens_field)
        OpenPopupEx(popup);
    SetNextItemWidth(-FLT_MIN);
    if (!BeginCombo("##list", param_choice(param, before), ImGuiComboFlags_HeightLargest))
        return ROW_SAME;
    const bool opens = IsWindowAppearing();
    if (opens)
        marked = before;
    const int last = marked;
    if (handle_list_keys(count, &marked))
        value = marked;
    const bool is_shown = BeginTable("choices", 5, ImGuiTableFlags_SizingFixedFit);
    for (int i = 0; is_shown && i < count; i++) {
        const choice_note note = row.note ? row.note(i) : choice_note{};
        const ImVec4 colour = ink(note.dim ? panel_colours.dim : panel_colours.plain);
        TableNextColumn();
        if (Selectable(param_choice(param, i), i == marked, ImGuiSelectableFlags_SpanAllColumns))
            value = i;
        note_widget(param_choice(param, i));
        explain(note.help);
        if (i == marked && marked != last)
            ScrollToItem();
        TableNextColumn();
        TextColored(ink(panel_colours.accent), "%s", note.mark);
        for (const char *text : { note.first, note.second }) {
            TableNextColumn();
            TextColored(colour, "%s", text);
        }
        TableNextColumn();
        cut_text(note.text, panel_colours.dim, parts.em * 20);
    }
    if (is_shown)
        EndTable();
    EndCombo();
    if (value == before)
        return opens ? ROW_OPENED : ROW_SAME;
    param_set(param, row.line.values, 0, (float) value);
    return ROW_CHANGED;
}

// Shows the display values of the row's linear colour, so that the picked colour is the one shown.
static row_result show_colour(const param_row &row)
{
    const struct param *param = row.line.param;
    float rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = (float) srgb_encode(param_get(param, row.line.values, i));
    SetNextItemWidth(-FLT_MIN);
    const bool changed = ColorEdit3("##colour", rgb, ImGuiColorEditFlags_Float);
    for (int i = 0; i < 3 && changed; i++) {
        const double light = srgb_decode(rgb[i]);
        param_set(param, row.line.values, i, (float) (round(light * 1e5) / 1e5));
    }
    return changed ? ROW_CHANGED : ROW_SAME;
}

// Shows a text, or a whole region with a triangle that unfolds its edges.
static row_result show_text(const param_row &row, const char *label)
{
    const bool is_region = row.line.param->type == PARAM_TYPE_RECT;
    const bool is_all = is_region && param_is_default(row.line.param, row.line.values);
    char text[PARAM_PRINTED_SIZE];
    snprintf(text, sizeof(text), "%s", is_all ? "" : value_of(row));
    bool unfolds = false;
    if (is_region) {
        unfolds = ArrowButton("##edges", row.unfolded ? ImGuiDir_Down : ImGuiDir_Right);
        note_widget(label);
        SameLine(0, parts.em * 0.3f);
    }
    SetNextItemWidth(-FLT_MIN);
    const size_t size = is_region ? sizeof(text) : (size_t) PARAM_TEXT_SIZE;
    const bool is_entered = show_field(is_region ? "everywhere" : "", text, size, row.opens_field);
    note_widget(label, is_region ? "text" : "");
    if (is_entered && !(is_all && !text[0]))
        return enter(row, text);
    return unfolds ? ROW_OPENED : ROW_SAME;
}

static void reset(const param_row &row)
{
    const struct param *param = row.line.param;
    ClearActiveID(); // else a slider would follow the mouse again at once
    if (row.line.corner)
        param_set(param, row.line.values, row.line.component, param->def_rect[row.line.component]);
    else
        param_set_default(param, row.line.values);
}

bool begin_rows(const char *id)
{
    if (!BeginTable(id, 2))
        return false;
    TableSetupColumn("label", ImGuiTableColumnFlags_WidthStretch, 0.34f);
    TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 0.66f);
    return true;
}

row_result show_row(const param_row &row)
{
    char label[64];
    const struct param *param = row.line.param;
    const bool is_number = param->type != PARAM_TYPE_TEXT && param->type != PARAM_TYPE_CHOICE &&
                           param->type != PARAM_TYPE_COLOUR &&
                           (param->type != PARAM_TYPE_RECT || row.line.corner);
    edit_label(&row.line, label, sizeof(label));
    const char *help =
        format("%s%s%s%s%s%s", param->help ? param->help : param->key,
               param->unit ? format(" (%s)", param->unit) : "", meaning_of(row),
               row.value_note[0] ? "\n" : "", row.value_note,
               row.idle ? "\nWithout effect while the other values are as they are" : "");
    TableNextColumn();
    if (row.selected)
        TableSetBgColor(ImGuiTableBgTarget_RowBg0, packed(panel_colours.selected));
    PushID(label);
    AlignTextToFramePadding();
    cut_text(label, row.selected ? panel_colours.accent
                    : row.idle   ? panel_colours.dim
                                 : panel_colours.soft);
    explain(help);
    TableNextColumn();
    PushStyleColor(ImGuiCol_Text, ink(row.idle ? panel_colours.dim : panel_colours.plain));
    PushStyleColor(ImGuiCol_SliderGrab,
                   ink(row.idle ? panel_colours.idle_knob : panel_colours.knob));
    bool resets = false;
    row_result result;
    BeginGroup();
    if (is_number)
        result = show_number(row, label, &resets);
    else if (param->type == PARAM_TYPE_CHOICE)
        result = show_choice(row);
    else if (param->type == PARAM_TYPE_COLOUR)
        result = show_colour(row);
    else
        result = show_text(row, label);
    EndGroup();
    PopStyleColor(2);
    if (result == ROW_CHANGED)
        message_hide_error(&row.ui->message, refused.text);
    if (param->type == PARAM_TYPE_CHOICE || param->type == PARAM_TYPE_COLOUR)
        note_widget(label);
    resets = resets || (IsItemHovered() && IsMouseClicked(1));
    explain(help);
    PopID();
    if (row.reveal)
        ScrollToItem();
    if (!resets)
        return result;
    reset(row);
    return ROW_CHANGED;
}
