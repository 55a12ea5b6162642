#pragma once

#include "app/window/stage/background/shown.h"
#include "app/window/state/input.h"
#include "app/window/view/layout.h"

#include <stdbool.h>
#include <stddef.h>

// The few widgets that sheets of the panel are made of: a C face for the C++ of app/window/imgui.

#ifdef __cplusplus
extern "C" {
#endif

enum widgets_tone {
    WIDGETS_PLAIN,
    WIDGETS_DIM,
    WIDGETS_STRONG,
    WIDGETS_ALARM,
    WIDGETS_SIDE_A,
    WIDGETS_SIDE_B,
};
enum widgets_edit { WIDGETS_SAME, WIDGETS_CHANGED, WIDGETS_RESET, WIDGETS_TYPED, WIDGETS_OPENED };

void widgets_init(const struct input_clipboard *clipboard); // NULL: none
void widgets_finish(void);

// `letters`: the size of text, times what the screen wants; layout_em says what comes of both in
// this window.
void widgets_begin(const struct input_state *input, float letters);
void widgets_end(void);                // ends a frame that is to be drawn
void widgets_draw(void);               // it, into the framebuffer that is bound
void widgets_skip(void);               // ends a frame that is not drawn
bool widgets_want_keys(void);          // text is being typed into one
bool widgets_cover(float x, float y);  // a sheet or a list is there, in the last frame
bool widgets_are_held(void);           // the mouse holds a slider or the like
bool widgets_are_double_clicked(void); // the last frame had the second press of one
bool widgets_are_open(void);           // a list or the like is
bool widgets_settle(void);             // the next frame is another, though nothing happens
void widgets_close(void);              // what is open, if anything

// Returns by how many pixels what is on a sheet is wider than it, at most, so that it is cut off
// without an ellipsis; of the last frame.
float widgets_overflow(void);

// Gives the rectangle of the widget with this label in the last frame: a button, a tab, the control
// of a parameter's row, a line that can be pressed. `part` is "" or "on", the check box of a step.
// False if no such widget was shown. Of several with one label it is the first. Tests press there.
bool widgets_find(const char *label, const char *part, struct layout_rect *rect);

// Give the window in the panel's pixels, and the height of the text in them; between begin and end.
void widgets_screen(float *width, float *height, float *em);

// Begins a translucent sheet, as high as what is on it, up to the rectangle's height.
void widgets_sheet_begin(const char *id, const struct layout_rect *rect);
// Begins a sheet as high as the rectangle. It scrolls only where its text is higher: a scroll bar
// makes lines shorter, and so could itself be what it is needed for.
void widgets_message_begin(const struct layout_rect *rect, bool scrolls);
void widgets_sheet_end(void); // of either

// Shows small words on the picture, below all sheets, with their lower corner at (x, y) of the
// window: the left one, or with `from_right` the right one; no wider than `most`.
void widgets_label(const char *text, enum widgets_tone tone, float x, float y, bool from_right,
                   float most);

// Returns how wide a sheet is that holds this text in one line, and how high one of that width.
float widgets_text_width(const char *text);
float widgets_text_height(const char *text, float width);

// The part of a sheet that is scrolled where there is no room for all of it. At the end of a sheet.
void widgets_scroll_begin(const char *id);
void widgets_scroll_end(void);

// Lines: what is too long for one is cut with an ellipsis. `right`, at the right edge, is not cut.
void widgets_line(const char *text, enum widgets_tone tone);
void widgets_split_line(const char *left, enum widgets_tone tone, const char *right);
void widgets_labelled(const char *label, const char *text, const char *right); // the text strong
void widgets_text(const char *text, enum widgets_tone tone);                   // in several lines
void widgets_pair(const char *left, const char *right); // two columns, `left` strong
// Returns whether it was pressed.
bool widgets_press_pair(const char *left, const char *right, bool chosen);
void widgets_heading(const char *text, const char *right);
void widgets_gap(void);

// Shows the table with its columns aligned at the right; `turned`: its rows as columns. What is too
// wide is cut with an ellipsis.
void widgets_show_table(const struct shown_table *table, bool turned);
// Gives the size of a plate that has the whole table in small letters, and shows it there: it takes
// no mouse.
void widgets_plate_size(const struct shown_table *table, bool turned, float size[2]);
void widgets_plate(const struct shown_table *table, bool turned, const struct layout_rect *rect);
float widgets_line_width(void); // the width of a line, in heights of the text

// Shows names beside each other, as far as there is room, of which one is chosen. Returns true
// where that changed.
bool widgets_tabs(const char *const *names, int count, int *chosen);

// Shows a button as wide as its words, beside the one before where there is room.
bool widgets_button(const char *label, const char *tip);
void widgets_buttons_begin(void); // a row of them

// An item of a list: a name and more about it, cut with an ellipsis, and a note.
struct widgets_item {
    int number; // in the list
    const char *name, *text, *note, *help;
    bool chosen, reveal; // reveal: scroll to it
    bool dim;            // it cannot be chosen now
    bool indent;         // it is a part of the one above
};

// Shows an item in a line, the note at the right edge. Returns whether it was pressed.
bool widgets_choose(const struct widgets_item *item);

// Shows an item with its text in small letters below its name. Returns whether it was pressed.
bool widgets_pick(const struct widgets_item *item);

// Shows a field by whose text a list below it is filtered. It has all keys while it is shown, and
// gives those that are not its own. Returns whether the text was changed.
enum widgets_filter_key {
    WIDGETS_FILTER_NONE,
    WIDGETS_FILTER_UP,
    WIDGETS_FILTER_DOWN,
    WIDGETS_FILTER_RETURN,
    WIDGETS_FILTER_ESCAPE,
};

bool widgets_filter(const char *hint, char *text, size_t size, enum widgets_filter_key *key);

// A picture of a grid, with its name below.
struct widgets_tile {
    const char *name;
    unsigned texture;    // OpenGL's name of it; 0: it is not there yet
    float width, height; // in the panel's pixels, which are those of the picture
    const char *wrong;   // stands in its place; NULL: nothing is
    bool selected;
    bool reveal; // scroll to it
};

// Begins a grid of pictures that are at least `least` letters wide. Returns their width, and sets
// how many stand in a row.
float widgets_grid(float least, int *columns);

// Shows a picture behind the last one of the grid. Returns whether it was pressed. `id` is another
// for each.
bool widgets_picture(const struct widgets_tile *picture, int id);

// Shows a line of text with a mark below the place behind `before`, its beginning. Where the line
// is too long, the part with the place is seen.
void widgets_place(const char *line, const char *before);
float widgets_place_height(void);

// Columns that are at least `least` letters wide, as many as have room beside each other. Blocks
// flow down one and then the next, none of them cut, so that the highest is as low as can be.
void widgets_flow_begin(float least);
void widgets_flow_block(void); // begins a block
void widgets_flow_end(void);

// Two columns of a sheet that end where it may: the left one `wide` letters wide, or, in a narrow
// sheet, some lines above the other. The left one scrolls.
void widgets_columns_begin(const char *id, float wide);
void widgets_columns_next(void);
void widgets_columns_end(void);

// Shows the text with the numbers of its lines, in letters of one width; it scrolls both ways, each
// text by itself, and takes the rest of the sheet.
void widgets_code(const struct source_text *code);

// Times of the last seconds: the longest in each part, the newest at the right, from 0 to `top`,
// with a line across at `mark`. A time below 0: there is none.
struct widgets_history {
    const float *values;
    int count;
    double top, mark;
};

void widgets_plot(const struct widgets_history *plot);

// Returns how much of the sheet's height is left, in heights of the text.
float widgets_room_below(void);

// A graph over columns of a grid, one of which is marked: bins as bars, bins as an outline over
// them, and a curve; heights are 0..1. Words stand below the grid's ends and the marked column.
enum widgets_ink { WIDGETS_INK_LIGHT, WIDGETS_INK_RED, WIDGETS_INK_GREEN, WIDGETS_INK_BLUE };

struct widgets_graph {
    float high;                        // in heights of the text
    int columns;                       // of the grid
    float marked;                      // 0..1 from the left; less than 0: none
    const float *bars, *outline;       // NULL: none
    int bar_count;                     // of each
    enum widgets_ink ink;              // of the bars
    const float *curve;                // NULL: none
    int curve_count;                   // 2 or more
    const char *left, *middle, *right; // below; NULL: no words
    int point_count;
    struct {
        float share, value; // 0..1 from the left and from the bottom
    } points[2];            // marked on the curve, by rings
};

// Returns where the mouse points to, 0..1 from the left; less than 0: elsewhere.
float widgets_draw_graph(const struct widgets_graph *graph);

// Profiles of the same places, 0..1 high: one strong, one beside it to compare, and some faintly
// below both. Words stand at the ends of the grid, and below it which stroke is what.
struct widgets_spread {
    const float *strong, *beside, *faint[2]; // NULL: none
    int count;                               // of values each, 2 or more
    int rows;                                // of the grid
    const char *left, *right, *top, *bottom;
    const char *strong_is, *beside_is, *faint_is;
};

// Returns what widgets_draw_graph does.
float widgets_profiles(const struct widgets_spread *graph);

// A square picture of cells, 0 (black) to 1 (white), `side` of them in each direction, with lines
// of small words at its right; NULL ends them.
void widgets_cells(const float *shades, int side, const char *const *words);

void widgets_tip(const char *text); // beside the mouse

// A line of the tree of times: name, number, and a bar of a share 0..1. A share below 0: the number
// is an older one, and `kept` stands in the place of the bar.
struct widgets_scope {
    int id, depth;
    const char *name, *time, *help;
    float share;
    bool marked;
};

enum widgets_touch { WIDGETS_APART, WIDGETS_OVER, WIDGETS_PRESSED };

enum widgets_touch widgets_time(const struct widgets_scope *line);

// Shows a heading that what follows is folded under, folded at first. Returns whether it is
// unfolded.
bool widgets_fold(const char *text, const char *right);

enum widgets_folding { WIDGETS_AS_IT_IS, WIDGETS_FOLD, WIDGETS_UNFOLD };

struct widgets_line {
    int number; // in the chain
    const char *name, *help;
    bool selected;
    enum widgets_folding fold; // once, now
};

// Around the lines of all steps. Where one was dragged to another place, the end gives its number
// and that of the place, counted without it; else both stay.
void widgets_steps_begin(void);
void widgets_steps_end(int *dragged, int *dropped_at);

// Shows the line of a step. Returns whether it is unfolded. `on` has the check box, `picked` is set
// when its name was pressed and let go.
bool widgets_step(const struct widgets_line *step, bool *on, bool *picked);
void widgets_step_end(void); // after the rows of an unfolded one

// What all controls of parameters share. Double or right click gives WIDGETS_RESET. Ctrl+click on a
// slider, or a click on its value, types into it: WIDGETS_TYPED when that is entered, by Return or
// by going elsewhere.
struct widgets_row {
    const char *label, *help;
    bool selected;
    bool reveal; // scroll to it
    bool idle;   // has no effect now: dim
    bool types;  // text is to be typed into it, from now on
    bool wrong;  // a field with text that was refused
    char *typed; // the value as it is typed; gets what was entered
    size_t typed_size;
};

struct widgets_range {
    float min, max;
    bool is_log, is_whole; // whole: it has whole numbers only
};

// `text` stands beside the slider, as its value.
enum widgets_edit widgets_slider(const struct widgets_row *row, float *value,
                                 const struct widgets_range *range, const char *text);

// Shows a value that is several, folded or not: WIDGETS_OPENED where it is to be the other.
enum widgets_edit widgets_unfold(const struct widgets_row *row, bool unfolded, const char *text);

// What is known of a choice, in columns beside its name, and `text` in small letters below it; ""
// is not shown.
struct widgets_note {
    const char *mark, *first, *second, *text, *help;
    bool dim; // it cannot be, or not yet
};

struct widgets_choices {
    int count;
    const char *(*name)(const void *data, int value);
    const void *data;
    // Fills in a note, which has no words yet. NULL: there are none.
    void (*note)(const void *data, int value, struct widgets_note *note);
    const void *noted;
};

// Shows a list, closed until it is pressed: WIDGETS_OPENED where it has just opened.
enum widgets_edit widgets_choice(const struct widgets_row *row, int *value,
                                 const struct widgets_choices *choices);
enum widgets_edit widgets_colour(const struct widgets_row *row, float rgb[3]); // display values
enum widgets_edit widgets_field(const struct widgets_row *row); // text, always `typed`

#ifdef __cplusplus
}
#endif
