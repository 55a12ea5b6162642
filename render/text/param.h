#pragma once

#include "render/text/error.h"

#include <stddef.h>

// One row describes one parameter of an effect or a scene. The same row drives the chain parser and
// printer, the keys, the panel's sliders, `--list`, docs/effects.md, the JSON report and the
// uniforms of a fused pass. A table of rows ends with a zeroed row. `values` is always the struct
// that the rows describe.

enum param_type {
    PARAM_TYPE_NONE,
    PARAM_TYPE_FLOAT,  // float
    PARAM_TYPE_STOPS,  // float: EV, each of which doubles the light; shaders get the factor
    PARAM_TYPE_INT,    // int
    PARAM_TYPE_CHOICE, // int, an index into `choices`
    PARAM_TYPE_LENGTH, // struct length
    PARAM_TYPE_COLOUR, // struct colour: linear light, written r/g/b
    PARAM_TYPE_RECT,   // struct rect, written x0/y0/x1/y1
    PARAM_TYPE_TEXT,   // char[PARAM_TEXT_SIZE]
};

enum { PARAM_TEXT_SIZE = 256, PARAM_PRINTED_SIZE = 512 }; // bytes

// Pixels of the picture, or per cent of its height: "12", "2%h".
struct length {
    float value;
    int of_height; // 1: `value` is per cent of the height
};

struct colour {
    float r, g, b;
};

// A part of the picture, in shares of it; (0, 0) is its top left corner.
struct rect {
    float x0, y0, x1, y1;
};

enum param_curve { PARAM_CURVE_LINEAR, PARAM_CURVE_LOG }; // how a slider spreads its range

struct param {
    const char *key; // the struct field and the name in chain text
    enum param_type type;
    size_t offset; // of the field in the struct that holds the values

    // The default of a number, or of every component. That of a text is `def_text` (NULL: "").
    float def;
    const char *def_text;
    float def_rect[4]; // rect only

    float min, max; // hard range. A length in per cent has 0..100 instead. An int stays within
                    // +-2^24, where floats are exact. Both 0 in a rect: 0..1
    float slider_min, slider_max; // the range of a slider; both 0: the hard range
    enum param_curve curve;
    float step; // of one press of an arrow key; 0: a hundredth of the slider. On a log curve a
                // factor, such as 1.1

    const char *zero; // the name of 0 where it is no number but, say, "auto"; 0 is then always
                      // allowed, and the names of a choice begin at 1
    float zero_at;    // of a float: the value below `min` that has this name, where 0 is a number
    const char *unit; // "px"; NULL for a plain ratio. "%" is written after its number: "1.5%"
    const char *help; // one sentence, starts upper case, no full stop

    const char *const *choices; // names; ends with NULL. Of a text: what it may be beside the
                                // path of a file
    const void *named; // instead of `choices`: an array of pointers to constants whose first field
                       // is their name; ends with NULL
    const char *was, *now; // of choices that are gone: what their names began with, and what is
                           // written in its place now, as the error says; NULL: none are
};

// offsetof, with a compile error where the field is not of the row's type.
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

// In pixels of an image whose picture is `height` pixels high.
float length_pixels(struct length length, int height);

// Returns the address of a row's value in the struct that the rows describe. Every type but int,
// choice and text is one or several floats from there on.
static inline void *param_field(const struct param *param, void *values)
{
    return (unsigned char *) values + param->offset;
}

static inline const void *param_const_field(const struct param *param, const void *values)
{
    return (const unsigned char *) values + param->offset;
}

bool param_is_in_per_cent(const struct param *param); // its unit is %

// Returns the number of components: 3 for a colour, 4 for a rect, 0 for text, otherwise 1.
int param_components(const struct param *param);

// The name of choice `value`, `zero` included; NULL past the last.
const char *param_choice(const struct param *param, int value);
int param_choice_count(const struct param *param); // values 0 .. count - 1

// The row of that key; NULL: the table, which may be NULL, has none. The second takes `length`
// bytes.
const struct param *param_find(const struct param *table, const char *key);
const struct param *param_find_word(const struct param *table, const char *word, size_t length);

// The hard range of each component, which for a length depends on the unit of its value.
void param_range(const struct param *param, const void *values, float *min, float *max);

// The range of a slider: the hard range, narrowed by slider_min and slider_max where they are set.
void param_slider(const struct param *param, float *min, float *max);

// One component of a value; a plain number has component 0. Setting clamps to the hard range,
// rounds an int and keeps the corners of a rect in order. Not for text.
float param_get(const struct param *param, const void *values, int component);
void param_set(const struct param *param, void *values, int component, float value);

void param_set_default(const struct param *param, void *values);
void param_set_defaults(const struct param *table, void *values);
bool param_is_default(const struct param *param, const void *values);
bool param_equal(const struct param *param, const void *a, const void *b);
bool param_all_equal(const struct param *table, const void *a, const void *b);

// Moves a value by `presses` presses of an arrow key, down where they are negative, and stops at
// the ends of its range. A press adds `step`, or on a log curve takes an even step of about that
// factor (1, 1.1 ... 2, 2.2 ... 5, 5.5 ... 10), or goes to the next choice. `fine` takes a tenth of
// the step. `component` is the corner of a rect that moves; all components of a colour move
// together. A text goes to the next of its choices; without them it stays.
void param_nudge(const struct param *param, void *values, int component, int presses, bool fine);

// Reads "12", "-0.5", "2%h", a number with the row's unit behind it ("1.5%"), the name of a choice,
// "1/0.5/0" or a text without its quotes, whatever the locale. Values that are malformed, not
// finite or out of range are errors that name the range or the choices; so are a text with control
// characters or double quotes and a rect without area. `values` is then unchanged.
bool param_parse(const struct param *param, void *values, const char *text, size_t length,
                 struct error *error);

// Reads "sigma=16,error=2%": values of a table with at most 64 rows, with ',' or ':' between them.
// The others keep their values. An error names the keys that there are, or what the value must be;
// some values are then set.
bool param_read_values(const struct param *table, void *values, const char *text,
                       struct error *error);

// Writes text that param_parse reads back into the same value, with the fewest digits that do. A
// text is quoted where chain text needs it. Returns the length, like snprintf.
int param_print(const struct param *param, const void *values, char *out, size_t size);
