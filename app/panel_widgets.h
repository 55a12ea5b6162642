#pragma once

#include <stdbool.h>
#include <stddef.h>

// The few widgets that the panel is made of, with a C face: the code behind is C++.

#ifdef __cplusplus
extern "C" {
#endif

// A mouse without a window, for tests.
struct panel_input {
    int width, height; // of the framebuffer
    float x, y;        // from the top left
    bool left, right;  // buttons held
    float seconds;     // since the last frame; more than 0
};

enum widgets_place { WIDGETS_LEFT, WIDGETS_RIGHT, WIDGETS_MIDDLE, WIDGETS_BOTTOM };
enum widgets_tone { WIDGETS_PLAIN, WIDGETS_DIM, WIDGETS_STRONG, WIDGETS_ALARM };
enum widgets_edit { WIDGETS_SAME, WIDGETS_CHANGED, WIDGETS_RESET };

void widgets_init(void *window, float scale);
void widgets_finish(void);
void widgets_begin(const struct panel_input *input);
void widgets_end(void);
bool widgets_want_keys(void);
bool widgets_are_held(void);

// A translucent sheet, as high as what is on it, up to the window's height. `width` in letters.
void widgets_sheet_begin(const char *id, enum widgets_place place, float width);
void widgets_sheet_end(void);

void widgets_text(const char *text, enum widgets_tone tone);
void widgets_split_text(const char *left, const char *right); // `right` is dim, at the right edge
void widgets_pair(const char *left, const char *right);       // two columns, `left` strong
void widgets_heading(const char *text);
void widgets_gap(void);

// A curve of the last values, from 0 to `top`.
void widgets_plot(const float *values, int count, float top);

// A curve of values 0..1, over columns of a grid, one of which is marked. Words stand below its
// ends and the marked column.
struct widgets_graph {
    const float *values;
    int count;    // 2 or more
    int columns;  // of the grid
    float marked; // 0..1 from the left
    const char *left, *middle, *right;
};

// Where the mouse points to, 0..1 from the left; less than 0: elsewhere.
float widgets_curve(const struct widgets_graph *graph);

void widgets_tip(const char *text); // beside the mouse

// A line of the tree of times: name, number, and a bar of a share 0..1.
void widgets_time(int depth, const char *name, const char *time, float share, const char *help);

// A heading that what follows is folded under: whether that is unfolded. Folded at first.
bool widgets_fold(const char *text);

enum widgets_folding { WIDGETS_AS_IT_IS, WIDGETS_FOLD, WIDGETS_UNFOLD };

struct widgets_line {
    const char *id, *name, *help;
    bool selected;
    enum widgets_folding fold; // once, now
};

// The line of a step: whether it is unfolded. `on` has the check box, `picked` is set when its name
// was pressed.
bool widgets_step(const struct widgets_line *step, bool *on, bool *picked);
void widgets_step_end(void); // after the rows of an unfolded one

// What all controls of parameters share. Double or right click gives WIDGETS_RESET.
struct widgets_row {
    const char *id, *label, *help;
    bool selected;
};

// `text` is shown instead of the number.
enum widgets_edit widgets_slider(const struct widgets_row *row, float *value, float min, float max,
                                 bool log, const char *text);
enum widgets_edit widgets_whole_slider(const struct widgets_row *row, int *value, int min, int max,
                                       const char *text);
enum widgets_edit widgets_choice(const struct widgets_row *row, int *value, int count,
                                 const char *(*name)(const void *data, int value),
                                 const void *data);
enum widgets_edit widgets_colour(const struct widgets_row *row, float rgb[3]); // display values
enum widgets_edit widgets_corners(const struct widgets_row *row, float corners[4]);
enum widgets_edit widgets_field(const struct widgets_row *row, char *text, size_t size);

#ifdef __cplusplus
}
#endif
