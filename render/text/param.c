#include "render/text/param.h"

#include "render/text/names.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Least width and height of a rect that param_set makes, as a share of the picture.
static const float rect_least = 1.0f / 1024;

float length_pixels(struct length length, int height)
{
    return length.of_height ? length.value * (float) height / 100 : length.value;
}

int param_components(const struct param *param)
{
    switch (param->type) {
    case PARAM_TYPE_COLOUR:
        return 3;
    case PARAM_TYPE_RECT:
        return 4;
    case PARAM_TYPE_TEXT:
    case PARAM_TYPE_NONE:
        return 0;
    default:
        return 1;
    }
}

size_t param_values_size(const struct param *table)
{
    size_t end = 0;
    param_for_each(row, table) {
        const size_t size = row->type == PARAM_TYPE_TEXT ? PARAM_TEXT_SIZE
                            : row->type == PARAM_TYPE_LENGTH
                                ? sizeof(struct length)
                                : sizeof(float) * (size_t) param_components(row);
        end = row->offset + size > end ? row->offset + size : end;
    }
    return end;
}

static const char *choice_at(const struct param *param, int i)
{
    if (param->choice_structs)
        return names_of_structs(param->choice_structs, i);
    return param->choices ? param->choices[i] : NULL;
}

const char *param_choice(const struct param *param, int value)
{
    if (param->zero && value-- == 0)
        return param->zero;
    int i = 0;
    while (i < value && choice_at(param, i))
        i++;
    return choice_at(param, i);
}

int param_choice_count(const struct param *param)
{
    int count = 0;
    while (param_choice(param, count))
        count++;
    return count;
}

const struct param *param_find_word(const struct param *table, const char *word, size_t length)
{
    param_for_each(row, table)
        if (strlen(row->key) == length && memcmp(row->key, word, length) == 0)
            return row;
    return NULL;
}

const struct param *param_find(const struct param *table, const char *key)
{
    return param_find_word(table, key, strlen(key));
}

float param_value(const struct param *table, const char *key, const void *values)
{
    const struct param *row = param_find(table, key);
    return row ? param_get(row, values, 0) : 0;
}

void param_range(const struct param *param, const void *values, float *min, float *max)
{
    const bool is_rect_by_default =
        param->type == PARAM_TYPE_RECT && param->min == 0 && param->max == 0;
    *min = param->min;
    *max = is_rect_by_default ? 1 : param->max;
    if (param->type == PARAM_TYPE_CHOICE) {
        *min = 0;
        *max = (float) (param_choice_count(param) - 1);
    }
    const struct length *length = param_const_field(param, values);
    if (param->type == PARAM_TYPE_LENGTH && length->of_height) {
        *min = 0;
        *max = 100;
    }
}

void param_slider(const struct param *param, float *min, float *max)
{
    *min = param->min;
    *max = param->max;
    if (param->slider_min == 0 && param->slider_max == 0)
        return;
    *min = fmaxf(param->slider_min, param->min);
    *max = fminf(param->slider_max, param->max);
}

// ---- one component

float param_get(const struct param *param, const void *values, int component)
{
    assert(component >= 0 && component < param_components(param));
    const void *field = param_const_field(param, values);
    if (param->type == PARAM_TYPE_INT || param->type == PARAM_TYPE_CHOICE)
        return (float) *(const int *) field;
    return ((const float *) field)[component];
}

// Clamps to the hard range. If `zero_value` is below it, values between `zero_value` and the range
// become the nearer of the two.
static float clamped(const struct param *param, const void *values, float value)
{
    float min, max;
    param_range(param, values, &min, &max);
    if (param->zero && min > param->zero_value && value < (min + param->zero_value) / 2)
        return param->zero_value;
    return value >= min ? fminf(value, max) + 0.0f : min; // NaN becomes min, and -0 becomes 0
}

void param_set(const struct param *param, void *values, int component, float value)
{
    assert(component >= 0 && component < param_components(param));
    void *field = param_field(param, values);
    value = clamped(param, values, value);
    if (param->type == PARAM_TYPE_INT || param->type == PARAM_TYPE_CHOICE) {
        *(int *) field = (int) lrintf(value);
        return;
    }
    const float opposite = ((const float *) field)[(component + 2) % 4]; // x1 for x0, of a rect
    if (param->type == PARAM_TYPE_RECT)
        value = component < 2 ? fmaxf(fminf(value, opposite - rect_least), 0)
                              : fminf(fmaxf(value, opposite + rect_least), 1);
    ((float *) field)[component] = value;
    if (param->type == PARAM_TYPE_LENGTH && param->zero && value == 0)
        ((struct length *) field)->of_height = 0; // "auto" has no unit
}

// ---- defaults and comparison

static float default_of(const struct param *param, int component)
{
    return param->type == PARAM_TYPE_RECT ? param->def_rect[component] : param->def;
}

static const char *default_text(const struct param *param)
{
    return param->def_text ? param->def_text : "";
}

void param_set_default(const struct param *param, void *values)
{
    void *field = param_field(param, values);
    if (param->type == PARAM_TYPE_TEXT)
        snprintf(field, PARAM_TEXT_SIZE, "%s", default_text(param));
    else if (param->type == PARAM_TYPE_INT || param->type == PARAM_TYPE_CHOICE)
        *(int *) field = (int) param->def;
    else if (param->type == PARAM_TYPE_LENGTH)
        *(struct length *) field = (struct length){ .value = param->def };
    else
        for (int i = 0; i < param_components(param); i++)
            ((float *) field)[i] = default_of(param, i);
}

void param_set_defaults(const struct param *table, void *values)
{
    param_for_each(row, table)
        param_set_default(row, values);
}

static bool is_of_height(const struct param *param, const void *values)
{
    const struct length *length = param_const_field(param, values);
    return param->type == PARAM_TYPE_LENGTH && length->of_height;
}

bool param_is_default(const struct param *param, const void *values)
{
    if (param->type == PARAM_TYPE_TEXT)
        return strcmp(param_const_field(param, values), default_text(param)) == 0;
    for (int i = 0; i < param_components(param); i++)
        if (param_get(param, values, i) != default_of(param, i))
            return false;
    return !is_of_height(param, values);
}

bool param_equal(const struct param *param, const void *a, const void *b)
{
    if (param->type == PARAM_TYPE_TEXT)
        return strcmp(param_const_field(param, a), param_const_field(param, b)) == 0;
    for (int i = 0; i < param_components(param); i++)
        if (param_get(param, a, i) != param_get(param, b, i))
            return false;
    return is_of_height(param, a) == is_of_height(param, b);
}

bool param_all_equal(const struct param *table, const void *a, const void *b)
{
    param_for_each(row, table)
        if (!param_equal(row, a, b))
            return false;
    return true;
}
