#include "app/panel_rows.h"

#include "app/panel_widgets.h"
#include "render/srgb.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct row {
    struct widgets_row widget;
    char help[512];
    const struct param *param;
    void *values;
};

static void describe(struct row *row)
{
    const struct param *param = row->param;
    snprintf(row->help, sizeof(row->help), "%s%s%s%s", param->help ? param->help : param->key,
             param->unit ? " (" : "", param->unit ? param->unit : "", param->unit ? ")" : "");
}

// What chain text would say, with its unit.
static void shown_value(const struct row *row, char *out, size_t size)
{
    char text[PARAM_PRINTED_SIZE];
    param_print(row->param, row->values, text, sizeof(text));
    const char *unit = row->param->unit;
    const bool has_unit = unit && strpbrk(text, "0123456789") && !strchr(text, '%');
    snprintf(out, size, "%s%s%s", text, has_unit ? " " : "", has_unit ? unit : "");
}

static void slider_range(const struct row *row, float *min, float *max)
{
    const struct param *param = row->param;
    const bool has_own = param->slider_min < param->slider_max;
    *min = has_own ? param->slider_min : param->min;
    *max = has_own ? param->slider_max : param->max;
    const struct length *length = (void *) ((char *) row->values + param->offset);
    if (param->type == PARAM_TYPE_LENGTH && length->of_height) {
        *min = 0;
        *max = 25; // per cent of the height
    }
}

// A value that was dragged has as many digits as can be told apart on the slider.
static float round_to_slider(float value, float min, float max, bool is_log)
{
    const float of = is_log ? fabsf(value) / 2 : (max - min) / 400;
    if (of <= 0)
        return value;
    const double unit = pow(10, floor(log10(of)) - (is_log ? 1 : 0));
    return (float) (round(value / unit) * unit);
}

static bool finish(const struct row *row, enum widgets_edit edit)
{
    if (edit == WIDGETS_RESET)
        param_set_default(row->param, row->values);
    return edit != WIDGETS_SAME;
}

static bool number_row(const struct row *row)
{
    char text[PARAM_PRINTED_SIZE + 32];
    float min, max, value = param_get(row->param, row->values, 0);
    const bool is_log = row->param->curve == PARAM_CURVE_LOG;
    slider_range(row, &min, &max);
    shown_value(row, text, sizeof(text));
    const enum widgets_edit edit = widgets_slider(&row->widget, &value, min, max, is_log, text);
    if (edit == WIDGETS_CHANGED)
        param_set(row->param, row->values, 0, round_to_slider(value, min, max, is_log));
    return finish(row, edit);
}

static bool int_row(const struct row *row)
{
    char text[PARAM_PRINTED_SIZE + 32];
    float min, max;
    int value = (int) param_get(row->param, row->values, 0);
    slider_range(row, &min, &max);
    if (row->param->zero && min > 0)
        min = 0;
    shown_value(row, text, sizeof(text));
    const enum widgets_edit edit =
        widgets_whole_slider(&row->widget, &value, (int) min, (int) max, text);
    if (edit == WIDGETS_CHANGED)
        param_set(row->param, row->values, 0, (float) value);
    return finish(row, edit);
}

static const char *choice_name(const void *data, int value)
{
    return param_choice(data, value);
}

static bool choice_row(const struct row *row)
{
    int value = (int) param_get(row->param, row->values, 0);
    const enum widgets_edit edit = widgets_choice(
        &row->widget, &value, param_choice_count(row->param), choice_name, row->param);
    if (edit == WIDGETS_CHANGED)
        param_set(row->param, row->values, 0, (float) value);
    return finish(row, edit);
}

// The rows hold linear light; what is picked is what is seen.
static bool colour_row(const struct row *row)
{
    float rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = (float) srgb_encode(param_get(row->param, row->values, i));
    const enum widgets_edit edit = widgets_colour(&row->widget, rgb);
    for (int i = 0; i < 3 && edit == WIDGETS_CHANGED; i++) {
        const double light = srgb_decode(rgb[i]);
        param_set(row->param, row->values, i, (float) (round(light * 1e4) / 1e4));
    }
    return finish(row, edit);
}

// Corners that are the wrong way round are left as they were.
static bool rect_row(const struct row *row)
{
    float corners[4];
    for (int i = 0; i < 4; i++)
        corners[i] = param_get(row->param, row->values, i);
    const enum widgets_edit edit = widgets_corners(&row->widget, corners);
    const bool is_whole = corners[0] < corners[2] && corners[1] < corners[3];
    for (int i = 0; i < 4 && edit == WIDGETS_CHANGED && is_whole; i++)
        param_set(row->param, row->values, i, roundf(corners[i] * 1000) / 1000);
    return finish(row, edit);
}

static bool text_row(const struct row *row)
{
    char text[PARAM_TEXT_SIZE];
    struct error error;
    snprintf(text, sizeof(text), "%s", (const char *) row->values + row->param->offset);
    const enum widgets_edit edit = widgets_field(&row->widget, text, sizeof(text));
    if (edit == WIDGETS_CHANGED &&
        !param_parse(row->param, row->values, text, strlen(text), &error))
        return false;
    return finish(row, edit);
}

bool panel_row(const char *id, const struct param *param, void *values, bool selected)
{
    struct row row = { .param = param, .values = values };
    describe(&row);
    row.widget = (struct widgets_row){ id, param->key, row.help, selected };
    switch (param->type) {
    case PARAM_TYPE_INT:
        return int_row(&row);
    case PARAM_TYPE_CHOICE:
        return choice_row(&row);
    case PARAM_TYPE_COLOUR:
        return colour_row(&row);
    case PARAM_TYPE_RECT:
        return rect_row(&row);
    case PARAM_TYPE_TEXT:
        return text_row(&row);
    case PARAM_TYPE_FLOAT:
    case PARAM_TYPE_STOPS:
    case PARAM_TYPE_LENGTH:
        return number_row(&row);
    case PARAM_TYPE_NONE:
        break;
    }
    return false;
}
