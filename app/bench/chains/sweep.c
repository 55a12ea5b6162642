#include "app/bench/chains/chains.h"
#include "app/edit/edit.h"
#include "render/image/image.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/number.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- the parameter of a chain or of the picture

const char *const sweep_formats[] = { "rgba16f", "r11f_g11f_b10f", "rgba8", "rgba32f", NULL };

static const struct param picture_params[] = {
    { .key = "size" }, // which sweep_size_parse reads
    PARAM_CHOICE(struct sweep_picture, format, .choices = sweep_formats),
    { 0 },
};

bool sweep_is_of_size(const struct sweep *sweep)
{
    return strcmp(sweep->key, picture_params[0].key) == 0;
}

bool sweep_is_of_picture(const struct sweep *sweep)
{
    return param_find(picture_params, sweep->key);
}

// A parameter of a step or of the picture.
struct place {
    const struct param *row;
    void *values;
};

static const char *step_key(const void *step, int i)
{
    void *values;
    struct chain_step copy = *(const struct chain_step *) step;
    const struct param *row = chain_step_param(&copy, i, &values);
    return row ? row->key : NULL;
}

static bool find_in_step(struct chain_step *step, const char *key, struct place *place,
                         struct error *error)
{
    const struct names keys = { step_key, step };
    const int line = names_find(&keys, key, strlen(key));
    place->row = line < 0 ? NULL : chain_step_param(step, line, &place->values);
    if (place->row)
        return true;
    error_set(error, "%s has no option '%s'; it has ", step->effect->name, key);
    return names_append(error, &keys, key, strlen(key));
}

static bool find_place(struct chain *chain, struct sweep_picture *picture, const char *key,
                       struct place *place, struct error *error)
{
    int step = -1, line;
    char name[SWEEP_KEY_SIZE];
    const char *point = strrchr(key, '.');
    *place = (struct place){ param_find(picture_params, key), picture };
    if (place->row)
        return true;
    if (!point) {
        edit_find_line(chain, key, &step, &line);
        if (step < 0 && chain->count != 1)
            return error_set(error, "no step of the chain has an option '%s'", key);
        return find_in_step(&chain->steps[step < 0 ? 0 : step], key, place, error);
    }
    snprintf(name, sizeof(name), "%.*s", (int) (point - key), key);
    if (!edit_find_step(chain, name, &step, error))
        return false;
    if (step < 0)
        return error_set(error, "no step '%s'; a sweep takes the name or number of a step", name);
    return find_in_step(&chain->steps[step], point + 1, place, error);
}

enum sweep_result sweep_apply(const struct sweep *sweep, int value, struct chain *chain,
                              struct sweep_picture *picture, struct error *error)
{
    struct place place;
    const char *text = sweep->values[value].text;
    if (!find_place(chain, picture, sweep->key, &place, error))
        return SWEEP_ELSEWHERE;
    if (sweep_is_of_size(sweep) ? sweep_size_parse(text, &picture->width, &picture->height, error)
                                : param_parse(place.row, place.values, text, strlen(text), error))
        return SWEEP_APPLIED;
    if (strpbrk(text + 1, ":;-"))
        error_append(error, "; a range is 2..64 or 2..64:12, a list 2,4,8");
    return SWEEP_REFUSED;
}

// ---- sizes

// Heights of 16:9 pictures, and their names.
static const struct usual {
    int height;
    const char *name; // NULL: none
} usual[] = {
    { 360, NULL },   { 540, NULL },   { 720, "hd" },  { 1080, "fhd" },
    { 1440, "qhd" }, { 2160, "uhd" }, { 2160, "4k" }, { 4320, "8k" },
};

enum { USUAL = ARRAY_COUNT(usual) };

static int width_of(int height)
{
    return (16 * height + 4) / 9;
}

// Reads an integer number of pixels and advances the text.
static bool read_side(const char **text, int *side)
{
    const size_t digits = strspn(*text, "0123456789");
    *side = digits > 0 && digits < 7 ? atoi(*text) : 0;
    *text += digits;
    return *side > 0 && *side <= IMAGE_MAX_SIDE;
}

// Reads "720p" or a name. Returns 0 if it is neither.
static int read_height(const char *text)
{
    int height;
    for (int i = 0; i < USUAL; i++)
        if (usual[i].name && strcasecmp(text, usual[i].name) == 0)
            return usual[i].height;
    return read_side(&text, &height) && strcmp(text, "p") == 0 && width_of(height) <= IMAGE_MAX_SIDE
               ? height
               : 0;
}

bool sweep_size_parse(const char *text, int *width, int *height, struct error *error)
{
    const char *at = text;
    *height = read_height(text);
    *width = width_of(*height);
    if (*height > 0 || (read_side(&at, width) && *at++ == 'x' && read_side(&at, height) && !*at))
        return true;
    return error_set(error,
                     "'%s' must be WIDTHxHEIGHT, each 1 to %d, such as 1280x720, a height of 16:9 "
                     "such as 720p, or hd, fhd, qhd, uhd, 4k, 8k",
                     text, IMAGE_MAX_SIDE);
}

// ---- numbers

// Returns the unit after the number of a length.
static const char *unit_of(const char *text)
{
    static const char *const units[] = { "%h", "px", NULL };
    for (int i = 0; units[i]; i++)
        if (text_ends_in(text, units[i]))
            return units[i];
    return "";
}

// Returns NAN if it is no number, with or without a unit.
static double number_of(const char *text)
{
    float number;
    const size_t length = strlen(text) - strlen(unit_of(text));
    return number_parse(text, length, &number) == NUMBER_FINE ? number : NAN;
}

// ---- values

static bool add_value(struct sweep *sweep, const char *text, size_t length, struct error *error)
{
    if (sweep->count == SWEEP_MAX_VALUES)
        return error_set(error, "more than %d values", SWEEP_MAX_VALUES);
    struct sweep_value *value = &sweep->values[sweep->count];
    if (length == 0 || length >= sizeof(value->text))
        return error_set(error, "a value is empty or longer than %d bytes; a list is 2,4,8",
                         SWEEP_VALUE_SIZE - 1);
    snprintf(value->text, sizeof(value->text), "%.*s", (int) length, text);
    int width, height;
    value->number = number_of(value->text);
    if (sweep_is_of_size(sweep) && sweep_size_parse(value->text, &width, &height, error))
        value->number = height;
    sweep->count++;
    return true;
}

// Adds the value, with the unit if it is a length, unless it is not above the last one.
static bool add_number(struct sweep *sweep, double value, const char *unit, struct error *error)
{
    char number[NUMBER_PRINTED_SIZE], text[SWEEP_VALUE_SIZE];
    if (sweep->count > 0 && !(value > sweep->values[sweep->count - 1].number))
        return true;
    number_print((float) value, number);
    const int length = snprintf(text, sizeof(text), "%s%s", number, unit);
    return add_value(sweep, text, (size_t) length, error);
}

// Reads "FROM..TO" or "FROM..TO:COUNT", and adds the values in increasing order. A range of sizes
// is one of heights.
static bool read_range(struct sweep *sweep, const struct param *row, const char *text,
                       struct error *error)
{
    const bool is_size = sweep_is_of_size(sweep), is_even = row->type == PARAM_TYPE_STOPS;
    if (!is_size && (param_components(row) != 1 || row->type == PARAM_TYPE_CHOICE))
        return error_set(error, "%s is no number and has no range; give a list of values, A,B,C",
                         row->key);
    char low[SWEEP_VALUE_SIZE], high[SWEEP_VALUE_SIZE];
    const char *dots = strstr(text, ".."), *colon = strchr(dots, ':');
    snprintf(low, sizeof(low), "%.*s", (int) (dots - text), text);
    snprintf(high, sizeof(high), "%.*s", (int) strcspn(dots + 2, ":"), dots + 2);
    const char *unit = is_size ? "p" : unit_of(low);
    const double from = is_size ? read_height(low) : number_of(low); // height 0: none
    const double to = is_size ? read_height(high) : number_of(high);
    int count = is_size ? 0 : SWEEP_DEFAULT_VALUES; // 0: the usual heights
    if (colon) {
        const size_t digits = strspn(colon + 1, "0123456789");
        count = digits < 6 && !colon[1 + digits] ? atoi(colon + 1) : -1;
    }
    if (!(from < to) || (is_size ? from == 0 : strcmp(unit, unit_of(high)) != 0) ||
        (colon && (count < SWEEP_MIN_VALUES || count > SWEEP_MAX_VALUES)))
        return error_set(error,
                         "a range is FROM..TO or FROM..TO:COUNT, from the smaller to the larger, "
                         "with %d to %d values: numbers of one unit, as in 2..64:12, or heights of "
                         "16:9, as in 360p..4320p",
                         SWEEP_MIN_VALUES, SWEEP_MAX_VALUES);
    if (!is_size && !is_even && from <= 0)
        return error_set(error, "values that are even in the logarithm begin above 0; "
                                "or give a list, 0,0.5,1");
    bool good = add_number(sweep, from, unit, error); // the ends are not rounded
    for (int i = 0; i < USUAL && count == 0 && good; i++)
        good = usual[i].height >= to || add_number(sweep, usual[i].height, unit, error);
    for (int i = 1; i < count - 1 && good; i++) {
        const double share = (double) i / (count - 1);
        const double value = is_even ? from + (to - from) * share : from * pow(to / from, share);
        const bool is_whole = is_size || row->type == PARAM_TYPE_INT || value == 0;
        const double scale = is_whole ? 1 : pow(10, 2 - floor(log10(fabs(value)))); // to 3 digits
        const double rounded = round(value * scale) / scale;
        good = add_number(sweep, fmin(fmax(rounded, from), to), unit, error);
    }
    return good && add_number(sweep, to, unit, error);
}

// ---- all of it

// The row of the first chain that has it decides how its values are read.
static bool read_sweep(struct sweep *sweep, const char *text, const struct chain chains[],
                       int count, struct error *error)
{
    const size_t key_length = strcspn(text, "=");
    const char *values = text + key_length + 1;
    struct place place = { .row = NULL };
    if (key_length == 0 || key_length >= sizeof(sweep->key) || memchr(text, ':', key_length) ||
        text[key_length] != '=' || !*values)
        return error_set(error, "must be STEP.KEY=VALUES, such as dual.sigma=2..64:12, "
                                "gaussian.impl=cs_fused,cs_blocked, size=360p..4320p or "
                                "format=rgba8,rgba16f");
    memcpy(sweep->key, text, key_length);
    for (int i = 0; i < count && !place.row; i++) {
        struct chain copy = chains[i];
        find_place(&copy, NULL, sweep->key, &place, error);
    }
    if (!place.row)
        return false;
    if (strstr(values, "..") && place.row->type != PARAM_TYPE_TEXT) // a text may have dots
        return read_range(sweep, place.row, values, error);
    for (bool more = true; more; values++) {
        const size_t length = strcspn(values, ",");
        if (!add_value(sweep, values, length, error))
            return false;
        values += length;
        more = *values == ',';
    }
    return true;
}

bool sweep_parse(struct sweep *sweep, const char *text, const struct chain chains[], int count,
                 struct error *error)
{
    *sweep = (struct sweep){ .text = text };
    return read_sweep(sweep, text, chains, count, error) || error_prefix(error, "'%s': ", text);
}
