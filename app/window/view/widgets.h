#pragma once

#include "app/window/session/background/shown.h"
#include "app/window/state/input.h"
#include "app/window/view/layout.h"

#include <stdbool.h>
#include <stddef.h>

// The widgets that sheets of the panel are made of: a C interface to the C++ of app/window/imgui.

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

void widgets_init(const struct input_clipboard *clipboard); // NULL: there is none
void widgets_finish(void);

// `letters`: factor for the size of text that the screen requests; layout_em gives the height of
// text that results in this window.
void widgets_begin(const struct input_state *input, float letters);
void widgets_end(void);                // ends a frame that will be drawn
void widgets_draw(void);               // draws that frame into the bound framebuffer
void widgets_skip(void);               // ends a frame that will not be drawn
bool widgets_want_keys(void);          // a text field is being edited
bool widgets_cover(float x, float y);  // a sheet or a list was at that point in the last frame
bool widgets_are_held(void);           // the mouse holds a slider or another widget
bool widgets_are_double_clicked(void); // the last frame had the second press of a double click
bool widgets_are_open(void);           // a list or another popup is open
bool widgets_settle(void);             // the next frame will differ without any input
void widgets_close(void);              // closes the open list or popup, if any

// Returns the largest number of pixels by which contents of a sheet exceeded its width in the last
// frame, so that they were clipped without an ellipsis.
float widgets_overflow(void);

// Returns the rectangle of the widget with this label in the last frame: a button, a tab, the
// control of a parameter's row, or a line that can be pressed. `part` is "", or "on" for the check
// box of a step. Returns false if no such widget was shown. If several have the label, returns the
// first. Tests press there.
bool widgets_find(const char *label, const char *part, struct layout_rect *rect);

// Return the size of the window in the panel's pixels, and the height of the text in these. To be
// called between begin and end.
void widgets_screen(float *width, float *height, float *em);

// Begins a translucent sheet as high as its contents, up to the rectangle's height.
void widgets_sheet_begin(const char *id, const struct layout_rect *rect);
// Begins a sheet as high as the rectangle. With `scrolls` it scrolls, but only if its text is
// higher: a scroll bar shortens the lines, and so could cause the overflow that it is for.
void widgets_message_begin(const struct layout_rect *rect, bool scrolls);
void widgets_sheet_end(void); // ends either

// Shows small text over the picture, below all sheets. Its lower left corner, or with `from_right`
// its lower right one, is at (x, y) of the window; it is at most `most` pixels wide.
void widgets_label(const char *text, enum widgets_tone tone, float x, float y, bool from_right,
                   float most);

// Returns the width of a sheet that holds this text in one line, and the height of one of that
// width.
float widgets_text_width(const char *text);
float widgets_text_height(const char *text, float width);

// The part at the end of a sheet that scrolls if the sheet is too low for all of it.
void widgets_scroll_begin(const char *id);
void widgets_scroll_end(void);

// Lines. A text that is too long for its line ends with an ellipsis; `right`, at the right edge, is
// never cut.
void widgets_line(const char *text, enum widgets_tone tone);
void widgets_split_line(const char *left, enum widgets_tone tone, const char *right);
void widgets_labelled(const char *label, const char *text, const char *right); // `text` is strong
void widgets_text(const char *text, enum widgets_tone tone);                   // wrapped
void widgets_pair(const char *left, const char *right); // two columns, `left` is strong
// Returns true if it was pressed.
bool widgets_press_pair(const char *left, const char *right, bool chosen);
void widgets_heading(const char *text, const char *right);
void widgets_gap(void);

// Shows the table with right-aligned columns; `turned`: transposed. Cells that are too wide end
// with an ellipsis.
void widgets_show_table(const struct shown_table *table, bool turned);
// The first returns the size of a plate that holds the whole table in small text; the second shows
// it there. A plate takes no mouse input.
void widgets_plate_size(const struct shown_table *table, bool turned, float size[2]);
void widgets_plate(const struct shown_table *table, bool turned, const struct layout_rect *rect);
float widgets_line_width(void); // width of a line, in heights of the text

// Shows tabs in a row, as many as there is room for; one is chosen. Returns true if the choice
// changed.
bool widgets_tabs(const char *const *names, int count, int *chosen);

// Shows a button as wide as its label, beside the last one if there is room.
bool widgets_button(const char *label, const char *tip);
void widgets_buttons_begin(void); // begins a row of buttons

// An item of a list: a name, a text that ends with an ellipsis if it is too long, and a note.
struct widgets_item {
    int number; // index in the list
    const char *name, *text, *note, *help;
    bool chosen, reveal; // reveal: scroll to it
    bool dim;            // it cannot be chosen now
    bool indent;         // it belongs to the item above
};

// Shows an item on one line, the note at the right edge. Returns true if it was pressed.
bool widgets_choose(const struct widgets_item *item);

// Shows an item with its text in small letters below its name. Returns true if it was pressed.
bool widgets_pick(const struct widgets_item *item);

// Shows a field whose text filters the list below it. It receives all keys while it is shown, and
// returns in `key` those that do not edit its text. Returns true if the text was changed.
enum widgets_filter_key {
    WIDGETS_FILTER_NONE,
    WIDGETS_FILTER_UP,
    WIDGETS_FILTER_DOWN,
    WIDGETS_FILTER_RETURN,
    WIDGETS_FILTER_ESCAPE,
};

bool widgets_filter(const char *hint, char *text, size_t size, enum widgets_filter_key *key);

// A picture in a grid, with its name below.
struct widgets_tile {
    const char *name;
    unsigned texture;    // OpenGL texture name; 0: not ready yet
    float width, height; // in the panel's pixels, equal to those of the picture
    const char *wrong;   // text that replaces the picture; NULL: none
    bool selected;
    bool reveal; // scroll to it
};

// Begins a grid of pictures that are at least `least` heights of the text wide. Returns their
// width, and sets the number of pictures in a row.
float widgets_grid(float least, int *columns);

// Shows a picture after the last one of the grid. `id` is unique in the grid. Returns true if it
// was pressed.
bool widgets_picture(const struct widgets_tile *picture, int id);

// Shows a line of text with a mark below the place after `before`, its beginning. If the line is
// too long, the part with the place is shown.
void widgets_place(const char *line, const char *before);
float widgets_place_height(void);

// Columns at least `least` heights of the text wide, as many as fit beside each other. Blocks fill
// one column after the other. No block is split, and the highest column is as low as possible.
void widgets_flow_begin(float least);
void widgets_flow_block(void); // begins a block
void widgets_flow_end(void);

// Two columns down to the end of the sheet: the left one `wide` heights of the text wide, or in a
// narrow sheet some lines above the other one. The left one scrolls.
void widgets_columns_begin(const char *id, float wide);
void widgets_columns_next(void);
void widgets_columns_end(void);

// Shows the text with line numbers in a monospaced font, in the rest of the sheet. Each text has
// its own scroll position, in both directions.
void widgets_code(const struct source_text *code);

// Times of the last seconds: the longest time in each part, the newest at the right, from 0 to
// `top`, with a line at `mark`. A value below 0: no time was measured.
struct widgets_history {
    const float *values;
    int count;
    double top, mark;
};

void widgets_plot(const struct widgets_history *plot);

// Returns the height that is left on the sheet, in heights of the text.
float widgets_room_below(void);

// A graph on a grid, one column of which is marked: bins as bars, bins as an outline over them, and
// a curve; heights are 0..1. The labels are below the ends of the grid and the marked column.
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
    const char *left, *middle, *right; // below the grid; NULL: no label
    int point_count;
    struct {
        float share, value; // 0..1 from the left and from the bottom
    } points[2];            // rings on the curve
};

// Returns the position of the mouse, 0..1 from the left; less than 0: not over the graph.
float widgets_draw_graph(const struct widgets_graph *graph);

// Profiles of the same positions, 0..1 high: one strong, one beside it for comparison, and some
// faint ones below both. The labels are at the ends of the grid; a legend below it names the
// strokes.
struct widgets_spread {
    const float *strong, *beside, *faint[2]; // NULL: none
    int count;                               // of values each, 2 or more
    int rows;                                // of the grid
    const char *left, *right, *top, *bottom;
    const char *strong_is, *beside_is, *faint_is;
};

// Returns the same as widgets_draw_graph.
float widgets_profiles(const struct widgets_spread *graph);

// A square picture of `side` x `side` cells, 0 (black) to 1 (white), with lines of small text at
// its right; NULL ends the lines.
void widgets_cells(const float *shades, int side, const char *const *words);

void widgets_tip(const char *text); // shows text beside the mouse

// A line of the tree of times: name, time, and a bar of a share 0..1. A share below 0: the time is
// an older one, and the text `kept` replaces the bar.
struct widgets_scope {
    int id, depth;
    const char *name, *time, *help;
    float share;
    bool marked;
};

enum widgets_touch { WIDGETS_APART, WIDGETS_OVER, WIDGETS_PRESSED };

enum widgets_touch widgets_time(const struct widgets_scope *line);

// Shows a heading whose contents are folded at first. Returns true if they are unfolded.
bool widgets_fold(const char *text, const char *right);

enum widgets_folding { WIDGETS_AS_IT_IS, WIDGETS_FOLD, WIDGETS_UNFOLD };

struct widgets_line {
    int number; // index in the chain
    const char *name, *help;
    bool selected;
    enum widgets_folding fold; // applied once, in this frame
};

// Enclose the lines of all steps. If a step was dragged to another place, the end returns its index
// and the new one, counted without that step; otherwise it changes neither.
void widgets_steps_begin(void);
void widgets_steps_end(int *dragged, int *dropped_at);

// Shows the line of a step. Returns true if it is unfolded. `on`: state of the check box. Sets
// `picked` if its name was clicked.
bool widgets_step(const struct widgets_line *step, bool *on, bool *picked);
void widgets_step_end(void); // after the rows of an unfolded step

// State of a control of a parameter. A double or right click returns WIDGETS_RESET. Ctrl+click on a
// slider, or a click on its value, opens a text field; WIDGETS_TYPED is returned when its text is
// entered, with Return or by leaving the field.
struct widgets_row {
    const char *label, *help;
    bool selected;
    bool reveal; // scroll to it
    bool idle;   // has no effect now: drawn dim
    bool types;  // opens its text field in this frame
    bool wrong;  // the field's text was refused
    char *typed; // text of the value; receives the text that was entered
    size_t typed_size;
};

struct widgets_range {
    float min, max;
    bool is_log, is_whole; // is_whole: integers only
};

// `text` is the value, shown beside the slider.
enum widgets_edit widgets_slider(const struct widgets_row *row, float *value,
                                 const struct widgets_range *range, const char *text);

// Shows a value with several components, folded or not. Returns WIDGETS_OPENED if that is to
// change.
enum widgets_edit widgets_unfold(const struct widgets_row *row, bool unfolded, const char *text);

// Information about a choice, in columns beside its name, and `text` in small letters below it.
// Empty strings are not shown.
struct widgets_note {
    const char *mark, *first, *second, *text, *help;
    bool dim; // it cannot be chosen, or not yet
};

struct widgets_choices {
    int count;
    const char *(*name)(const void *data, int value);
    const void *data;
    // Fills in a note, which is zeroed. NULL: there are no notes.
    void (*note)(const void *data, int value, struct widgets_note *note);
    const void *noted;
};

// Shows a list that opens when it is pressed. Returns WIDGETS_OPENED in the frame in which it
// opens.
enum widgets_edit widgets_choice(const struct widgets_row *row, int *value,
                                 const struct widgets_choices *choices);
enum widgets_edit widgets_colour(const struct widgets_row *row, float rgb[3]); // display values
enum widgets_edit widgets_field(const struct widgets_row *row); // text, always `typed`

#ifdef __cplusplus
}
#endif
