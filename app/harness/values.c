#include "app/harness/harness.h"
#include "effects/palette/palette.h"

#include <math.h>
#include <string.h>

enum { MOST_VALUES = 24 };

// Lists the ends of a range and values between. In a wide range each is twice the one before.
static int list_numbers(const struct param *row, float values[MOST_VALUES])
{
    static const float least = 0.3f; // of a width in pixels: the least that is one
    const bool is_wide = row->curve == PARAM_CURVE_LOG || row->type == PARAM_TYPE_INT ||
                         row->type == PARAM_TYPE_LENGTH;
    int count = 0;
    float low, high;
    param_slider(row, &low, &high);
    if (row->zero)
        values[count++] = row->zero_value;
    if (is_wide) {
        for (float v = row->min > 0 ? row->min : least; v < high && count < MOST_VALUES - 1; v *= 2)
            values[count++] = row->type == PARAM_TYPE_INT ? floorf(v) : v;
    } else {
        values[count++] = row->min;
        for (int i = 1; i < 4; i++)
            values[count++] = low + (high - low) * (float) i / 4.1f;
    }
    values[count++] = row->max;
    return count;
}

// Returns the i-th test value of a text row that names no file; NULL past the last.
static const char *text_at(const struct param *row, int i)
{
    if (row->choices || i == 0)
        return row->choices ? row->choices[i] : row->def_text;
    return strcmp(row->key, "palette") == 0 ? palettes[i - 1].name : NULL;
}

int harness_values_count(const struct param *row)
{
    float values[MOST_VALUES];
    int texts = 0;
    if (strcmp(row->key, "impl") == 0 || strcmp(row->key, "error") == 0 ||
        row->type == PARAM_TYPE_RECT)
        return 0;
    if (row->type == PARAM_TYPE_CHOICE)
        return param_choice_count(row);
    if (row->type != PARAM_TYPE_TEXT)
        return row->type == PARAM_TYPE_COLOUR ? 2 : list_numbers(row, values);
    while (text_at(row, texts))
        texts++;
    return texts;
}

void harness_values_set(const struct param *row, void *params, int i)
{
    static const float colour[3] = { 1, 0.5f, 0.2f };
    float values[MOST_VALUES];
    struct error error;
    if (row->type == PARAM_TYPE_CHOICE)
        param_set(row, params, 0, (float) i);
    else if (row->type == PARAM_TYPE_TEXT)
        param_parse(row, params, text_at(row, i), strlen(text_at(row, i)), &error);
    else if (row->type == PARAM_TYPE_COLOUR)
        for (int c = 0; c < 3; c++)
            param_set(row, params, c, i > 0 ? row->max * colour[c] : row->def);
    else {
        list_numbers(row, values);
        param_set(row, params, 0, values[i]);
    }
}
