#pragma once

#include "render/text/error.h"

#include <stddef.h>

// A struct param describes one parameter ("row") of an effect or a scene. The chain parser and
// printer, the keys, the panel's sliders, `--list`, docs/effects.md, the JSON report and the
// uniforms of a fused pass all use it. A table of rows ends with a zeroed row. In all functions
// `values` is the struct whose fields the rows describe, for example struct threshold_params.

enum param_type {
    PARAM_TYPE_NONE,
    PARAM_TYPE_FLOAT,  // float
    PARAM_TYPE_STOPS,  // float in EV (stops); shaders get the factor exp2(value)
    PARAM_TYPE_INT,    // int
    PARAM_TYPE_CHOICE, // int, an index into `choices`
    PARAM_TYPE_LENGTH, // struct length
    PARAM_TYPE_COLOUR, // struct colour: linear light, written r/g/b
    PARAM_TYPE_RECT,   // struct rect, written x0/y0/x1/y1
    PARAM_TYPE_TEXT,   // char[PARAM_TEXT_SIZE]
};

enum { PARAM_TEXT_SIZE = 256, PARAM_PRINTED_SIZE = 512 }; // bytes

// A length in pixels of the picture ("12"), or in per cent of its height ("2%h").
struct length {
    float value;
    int of_height; // 1: `value` is in per cent of the height; 0: in pixels
};

struct colour {
    float r, g, b;
};

// A part of the picture: 0..1 along its width and height, (0, 0) is the top left corner.
struct rect {
    float x0, y0, x1, y1;
};

enum param_curve { PARAM_CURVE_LINEAR, PARAM_CURVE_LOG }; // scale of a slider

struct param {
    const char *key; // the struct field and the name in chain text
    enum param_type type;
    size_t offset; // of the field in the struct that holds the values

    // Default of a number, or of every component of a colour. A text has `def_text` (NULL: "").
    float def;
    const char *def_text;
    float def_rect[4]; // rect only

    // Hard range: parsing rejects other values, setting clamps to it. A length in per cent has
    // 0..100 instead, and a rect with both 0 has 0..1. An int must be within +-2^24, where floats
    // are exact.
    float min, max;
    float slider_min, slider_max; // the range of a slider; both 0: the hard range
    enum param_curve curve;
    // Change by one press of an arrow key, or on a log curve the factor, such as 1.1; 0: a
    // hundredth of the slider.
    float step;

    // Name of the special value 0, such as "auto"; NULL: none. With it 0 is valid outside of
    // min..max too, and `choices` name the values from 1 on.
    const char *zero;
    float zero_value; // float only: the value below `min` that `zero` names instead of 0
    const char *unit; // "px"; NULL: no unit. With "%" chain text has it behind the number: "1.5%"
    bool is_share;    // of a float with the unit "%": the value is a share, 0.5 for "50%" and "0.5"
    const char *help; // one sentence, starts upper case, no full stop

    // Names of the values 0, 1, ...; ends with NULL. For a text: names that are valid instead of
    // the path of a file.
    const char *const *choices;
    // Instead of `choices`: an array of pointers to constant structs whose first field is their
    // name; ends with NULL.
    const void *choice_structs;
    // For choices that were renamed: the old prefix and the new one, which the error names; NULL:
    // none.
    const char *old_prefix, *new_prefix;
};

// offsetof(S, FIELD), which does not compile if the field is not of type TYPE.
#define PARAM_FIELD(S, FIELD, TYPE) (offsetof(S, FIELD) + _Generic(((S *) 0)->FIELD, TYPE : 0))

// PARAM_FLOAT(struct threshold_params, level, .def = 1, .max = 64, .help = "...")
// clang-format off
#define PARAM_ROW(S, FIELD, CTYPE, TYPE, ...) \
    { .key = #FIELD, .type = TYPE, .offset = PARAM_FIELD(S, FIELD, CTYPE), __VA_ARGS__ }
#define PARAM_FLOAT(S, FIELD, ...)  PARAM_ROW(S, FIELD, float, PARAM_TYPE_FLOAT, __VA_ARGS__)
#define PARAM_STOPS(S, FIELD, ...)  PARAM_ROW(S, FIELD, float, PARAM_TYPE_STOPS, .unit = "EV", __VA_ARGS__)
#define PARAM_INT(S, FIELD, ...)    PARAM_ROW(S, FIELD, int, PARAM_TYPE_INT, __VA_ARGS__)
#define PARAM_CHOICE(S, FIELD, ...) PARAM_ROW(S, FIELD, int, PARAM_TYPE_CHOICE, __VA_ARGS__)
#define PARAM_LENGTH(S, FIELD, ...) PARAM_ROW(S, FIELD, struct length, PARAM_TYPE_LENGTH, __VA_ARGS__)
#define PARAM_COLOUR(S, FIELD, ...) PARAM_ROW(S, FIELD, struct colour, PARAM_TYPE_COLOUR, __VA_ARGS__)
#define PARAM_RECT(S, FIELD, ...)   PARAM_ROW(S, FIELD, struct rect, PARAM_TYPE_RECT, __VA_ARGS__)
#define PARAM_TEXT(S, FIELD, ...)   PARAM_ROW(S, FIELD, char *, PARAM_TYPE_TEXT, __VA_ARGS__)
// clang-format on

// Converts a length to pixels for a picture that is `height` pixels high.
float length_pixels(struct length length, int height);

// Returns the address of the row's field in `values`. It begins with param_components floats,
// except for int and choice (an int) and text (a char array).
static inline void *param_field(const struct param *param, void *values)
{
    return (unsigned char *) values + param->offset;
}

static inline const void *param_const_field(const struct param *param, const void *values)
{
    return (const unsigned char *) values + param->offset;
}

// Returns the number of components: 3 for a colour, 4 for a rect, 0 for text, otherwise 1.
int param_components(const struct param *param);

// Returns the bytes from the start of the values to the end of the last field of the table.
size_t param_values_size(const struct param *table);

// Returns the name of choice `value`, `zero` included; NULL past the last.
const char *param_choice(const struct param *param, int value);
int param_choice_count(const struct param *param); // values 0 .. count - 1

// Loops over the rows of a table, which may be NULL: param_for_each(row, table) { ... }
#define param_for_each(row, table) for (const struct param *row = (table); row && row->key; row++)

// Return the row with that key; NULL: none. `table` may be NULL. The word of the second has
// `length` bytes and no terminator.
const struct param *param_find(const struct param *table, const char *key);
const struct param *param_find_word(const struct param *table, const char *word, size_t length);

// Returns the first component of the value of the row with that key; 0 if there is no such row.
float param_value(const struct param *table, const char *key, const void *values);

// Gets the hard range of each component. For a length it depends on the unit of its current value.
void param_range(const struct param *param, const void *values, float *min, float *max);

// Gets the range of a slider: slider_min..slider_max within the hard range, or all of that.
void param_slider(const struct param *param, float *min, float *max);

// Get and set one component of a value: 0 of a number, 0..2 of a colour, 0..3 of a rect. Setting
// clamps to the hard range, rounds an int and keeps x0 < x1 and y0 < y1 in a rect. Not for a text.
float param_get(const struct param *param, const void *values, int component);
void param_set(const struct param *param, void *values, int component, float value);

void param_set_default(const struct param *param, void *values);
void param_set_defaults(const struct param *table, void *values);
bool param_is_default(const struct param *param, const void *values);
bool param_equal(const struct param *param, const void *a, const void *b);
bool param_all_equal(const struct param *table, const void *a, const void *b);

// Changes a value as `presses` presses of an arrow key do, downwards if negative, within the hard
// range. A press adds `step`; on a log curve it goes to the next round value about that factor away
// (1, 1.1 ... 2, 2.2 ... 5, 5.5 ... 10); a choice, and a text with `choices`, goes to the next one;
// other texts stay. `fine` makes the step ten times smaller. `component` selects the coordinate of
// a rect; the components of a colour change together.
void param_nudge(const struct param *param, void *values, int component, int presses, bool fine);

// Parses one value, independent of the locale: "12", "-0.5", "2%h", a number with the row's unit
// ("1.5%"), the name of a choice, "1/0.5/0", or a text without its quotes. A value that is
// malformed, not finite or out of range is an error that states the range or the choices; so is a
// text with control characters or double quotes, and a rect without area. After an error `values`
// is unchanged.
bool param_parse(const struct param *param, void *values, const char *text, size_t length,
                 struct error *error);

// Parses "sigma=16,error=2%": values for rows of a table of at most 64 rows, separated by ',' or
// ':'. Other rows keep their values. An error states the valid keys or values; values before it are
// then set already.
bool param_read_values(const struct param *table, void *values, const char *text,
                       struct error *error);

// Prints the value with the fewest digits from which param_parse gets the same value. A text that
// needs quotes in chain text gets them. Returns the length, like snprintf.
int param_print(const struct param *param, const void *values, char *out, size_t size);
