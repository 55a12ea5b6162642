#include "app/window/view/panel.h"
#include "app/window/view/panel_parts.h"
#include "render/image/srgb.h"
#include "render/text/step_text.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct error refused;

// ---- text that was entered and could not be used

// Unusable text is, for example, the name of a palette that does not exist. The owner of the values
// restores the value; the field still shows the text, to be corrected.
static struct {
    const struct param *param; // NULL: there is none
    const void *values;
    char text[PARAM_TEXT_SIZE];
    char value[PARAM_TEXT_SIZE]; // value that resulted from the text; once refused, the value that
                                 // replaced it
    bool is_refused;
} entered;

static const char *value_now(const struct param *param, const void *values)
{
    return (const char *) values + param->offset;
}

static bool has_row(const struct param *table, const struct param *row)
{
    for (; table && table->key; table++)
        if (table == row)
            return true;
    return false;
}

static bool is_row_there(const struct chain *chain, const struct scene_choice *scene)
{
    for (int i = 0; i < chain->count; i++)
        if (entered.values == chain->steps[i].params &&
            has_row(chain->steps[i].effect->params, entered.param))
            return true;
    return entered.values == scene->params && has_row(scene->scene->params, entered.param);
}

bool panel_rows_update(const struct chain *chain, const struct scene_choice *scene)
{
    if (!entered.param || !is_row_there(chain, scene)) {
        entered.param = NULL;
        return false;
    }
    const char *value = value_now(entered.param, entered.values);
    const bool is_same = strcmp(value, entered.value) == 0;
    if (is_same != entered.is_refused) { // accepted, or the replacing value has changed
        entered.param = NULL;
        return false;
    }
    entered.is_refused = true;
    snprintf(entered.value, sizeof(entered.value), "%s", value);
    return true;
}

// ---- text about a value

// Returns the value in pixels or as a factor; "" if its own text has that already.
static const char *meaning_of(const struct panel_line *row)
{
    const struct param *param = row->line.param;
    if (param->type == PARAM_TYPE_TEXT)
        return "";
    if (row->line.component < 0)
        return "\nRight or a click shows each edge, Enter types all of them";
    const double value = (double) param_get(param, row->line.values, row->line.component);
    const struct length *length = param_field(param, row->line.values);
    const int side = row->line.component % 2 ? row->height : row->width;
    if (param->type == PARAM_TYPE_STOPS)
        return panel_words("\nLight times %.3g", exp2(value));
    if (param->type == PARAM_TYPE_LENGTH && length->of_height && row->height > 0)
        return panel_words("\n%.2f px at this height",
                           (double) length_pixels(*length, row->height));
    if (param->type == PARAM_TYPE_RECT && row->height > 0)
        return panel_words("\nPixel %.0f of %d", value * side, side);
    return "";
}

// Returns the value as it is typed: as in chain text, but of a rect one edge, and text without
// quotes.
static const char *value_of(const struct panel_line *row)
{
    char text[PARAM_PRINTED_SIZE];
    if (row->line.param->type == PARAM_TYPE_TEXT)
        return value_now(row->line.param, row->line.values);
    param_print(row->line.param, row->line.values, text, sizeof(text));
    char *at = text;
    if (row->line.component >= 0 && row->line.param->type == PARAM_TYPE_RECT) {
        at = strtok(text, "/");
        for (int i = 0; i < row->line.component; i++)
            at = strtok(NULL, "/");
    }
    return panel_words("%s", at);
}

static struct widgets_range slider_range(const struct panel_line *row)
{
    const struct param *param = row->line.param;
    const struct length *length = param_field(param, row->line.values);
    struct widgets_range range = { .is_log = param->curve == PARAM_CURVE_LOG,
                                   .is_whole = param->type == PARAM_TYPE_INT };
    param_range(param, row->line.values, &range.min, &range.max);
    if (param->slider_min < param->slider_max) {
        range.min = param->slider_min;
        range.max = param->slider_max;
    }
    if (param->type == PARAM_TYPE_LENGTH && length->of_height) {
        range.min = 0;
        range.max = 25; // per cent of the height
    }
    if (range.is_whole && param->zero && range.min > 0)
        range.min = 0;
    return range;
}

// Rounds a dragged value to as many digits as the slider can resolve.
static float round_to_slider(float value, const struct widgets_range *range)
{
    const float of = range->is_log ? fabsf(value) / 2 : (range->max - range->min) / 400;
    if (of <= 0 || range->is_whole)
        return value;
    const double unit = pow(10, floor(log10(of)) - (range->is_log ? 1 : 0));
    return (float) (round(value / unit) * unit);
}

// Removes spaces, for example before a unit; values of type text are unchanged.
static void strip(const struct panel_line *row, char *text)
{
    size_t length = 0;
    if (row->line.param->type == PARAM_TYPE_TEXT)
        return;
    for (const char *from = text; *from; from++)
        if (*from != ' ')
            text[length++] = *from;
    text[length] = '\0';
}

// Sets the one edge that was typed; the others do not change.
static bool enter_corner(const struct panel_line *row, const char *typed)
{
    char text[PARAM_PRINTED_SIZE];
    struct step_writer writer = { text, sizeof(text), 0 };
    struct panel_line at = *row;
    struct error ignored;
    for (at.line.component = 0; at.line.component < param_components(row->line.param);
         at.line.component++)
        step_writef(&writer, "%s%s", at.line.component > 0 ? "/" : "",
                    at.line.component == row->line.component ? typed : value_of(&at));
    return writer.length < (int) sizeof(text) &&
           param_parse(row->line.param, row->line.values, text, strlen(text), &ignored);
}

static bool enter(const struct panel_line *row)
{
    const struct param *param = row->line.param;
    void *values = row->line.values;
    const bool is_edge = row->line.corner;
    char text[PARAM_PRINTED_SIZE];
    struct error error;
    snprintf(text, sizeof(text), "%s", row->widget.typed);
    strip(row, text);
    const bool is_value = param_parse(param, values, text, strlen(text), &error);
    if (param->type == PARAM_TYPE_TEXT) {
        entered.param = param;
        entered.values = values;
        entered.is_refused = !is_value;
        snprintf(entered.text, sizeof(entered.text), "%s", text);
        snprintf(entered.value, sizeof(entered.value), "%s", value_now(param, values));
    }
    if (is_value || (is_edge && enter_corner(row, text)))
        return true;
    if (is_edge)
        error_set(&refused,
                  row->line.component < 2 ? "%s must be a number, from 0 to below %g"
                                          : "%s must be a number, above %g and up to 1",
                  row->widget.label, (double) param_get(param, values, row->line.component ^ 2));
    else
        refused = error;
    return false;
}

static enum widgets_edit finish_edit(const struct panel_line *row, enum widgets_edit edit)
{
    const struct param *param = row->line.param;
    if (edit == WIDGETS_TYPED)
        return enter(row) ? WIDGETS_CHANGED : WIDGETS_SAME;
    if (edit != WIDGETS_RESET)
        return edit;
    if (row->line.corner)
        param_set(param, row->line.values, row->line.component,
                  param->def_rect[row->line.component]);
    else
        param_set_default(param, row->line.values);
    return WIDGETS_CHANGED;
}

static enum widgets_edit number_row(const struct panel_line *row)
{
    const struct widgets_range range = slider_range(row);
    float value = param_get(row->line.param, row->line.values, row->line.component);
    const char *text = value_of(row), *unit = row->line.param->unit;
    const bool has_unit = unit && strpbrk(text, "0123456789") && !strchr(text, '%');
    const enum widgets_edit edit = widgets_slider(
        &row->widget, &value, &range, has_unit ? panel_words("%s %s", text, unit) : text);
    if (edit == WIDGETS_CHANGED)
        param_set(row->line.param, row->line.values, row->line.component,
                  round_to_slider(value, &range));
    return finish_edit(row, edit);
}

static enum widgets_edit region_row(const struct panel_line *row)
{
    const bool is_all = param_is_default(row->line.param, row->line.values);
    const enum widgets_edit edit =
        widgets_unfold(&row->widget, row->unfolded, is_all ? "everywhere" : value_of(row));
    return finish_edit(row, edit);
}

static const char *choice_name(const void *data, int value)
{
    return param_choice(data, value);
}

static enum widgets_edit choice_row(const struct panel_line *row)
{
    int value = (int) param_get(row->line.param, row->line.values, 0);
    const struct widgets_choices choices = {
        .count = param_choice_count(row->line.param),
        .name = choice_name,
        .data = row->line.param,
        .note = row->note,
        .noted = row->noted,
    };
    const enum widgets_edit edit = widgets_choice(&row->widget, &value, &choices);
    if (edit == WIDGETS_CHANGED)
        param_set(row->line.param, row->line.values, 0, (float) value);
    return finish_edit(row, edit);
}

// Shows the display values of the row's linear colour, so that the picked colour is the one shown.
static enum widgets_edit colour_row(const struct panel_line *row)
{
    float rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = (float) srgb_encode(param_get(row->line.param, row->line.values, i));
    const enum widgets_edit edit = widgets_colour(&row->widget, rgb);
    for (int i = 0; i < 3 && edit == WIDGETS_CHANGED; i++) {
        const double light = srgb_decode(rgb[i]);
        param_set(row->line.param, row->line.values, i, (float) (round(light * 1e5) / 1e5));
    }
    return finish_edit(row, edit);
}

static enum widgets_edit show_row(struct panel_line *row)
{
    switch (row->line.param->type) {
    case PARAM_TYPE_CHOICE:
        return choice_row(row);
    case PARAM_TYPE_COLOUR:
        return colour_row(row);
    case PARAM_TYPE_TEXT:
        return finish_edit(row, widgets_field(&row->widget));
    case PARAM_TYPE_INT:
    case PARAM_TYPE_FLOAT:
    case PARAM_TYPE_STOPS:
    case PARAM_TYPE_LENGTH:
        return number_row(row);
    case PARAM_TYPE_RECT:
        return row->line.corner ? number_row(row) : region_row(row);
    case PARAM_TYPE_NONE:
        break;
    }
    return WIDGETS_SAME;
}

enum widgets_edit panel_line(struct panel_line *row)
{
    char label[64], typed[PARAM_PRINTED_SIZE];
    const struct edit_line *line = &row->line;
    const struct param *param = line->param;
    const char *comes_to = row->comes_to;
    const bool is_wrong =
        entered.is_refused && entered.param == param && entered.values == line->values;
    edit_label(line, label, sizeof(label));
    snprintf(typed, sizeof(typed), "%s", is_wrong ? entered.text : value_of(row));
    row->widget.label = label;
    row->widget.help = panel_words(
        "%s%s%s%s%s%s", param->help ? param->help : param->key,
        param->unit ? panel_words(" (%s)", param->unit) : "", meaning_of(row),
        comes_to && comes_to[0] ? "\n" : "", comes_to ? comes_to : "",
        row->widget.idle ? "\nWithout effect while the other values are as they are" : "");
    row->widget.wrong = is_wrong;
    row->widget.typed = typed;
    row->widget.typed_size = param->type == PARAM_TYPE_TEXT ? PARAM_TEXT_SIZE : sizeof(typed);
    return show_row(row);
}

void panel_row(const struct param *param, void *values)
{
    struct panel_line line = { .line = edit_line_of(param, values, 0) };
    panel_line(&line);
}

bool panel_refused(struct error *error)
{
    *error = refused;
    refused.text[0] = '\0';
    return error->text[0];
}
