#pragma once

#include "app/edit/edit.h"
#include "app/window/view/widgets.h"
#include "render/text/compiler.h"

// Declarations that the files of the panel share. Pages and large sheets are drawn on a sheet that
// has begun; tables in panel.c list their functions.

struct light;
struct scene_choice;
struct session;
struct ui_state;

// Returns formatted text of up to 1023 bytes. It is valid until 60 KiB more have been formatted.
const char *panel_words(const char *format, ...) PRINTF_LIKE(1, 2);

// Shows buttons for actions of the table of keys in a row; a button without a label ends the list.
// The tooltip names the action. A press sets ui state.clicked.
struct panel_button {
    const char *label, *action;
};
void panel_buttons(struct ui_state *ui, const struct panel_button *buttons);

// ---- panel_rows.c: a parameter as lines: a slider, a list or a colour, by its row

struct panel_line {
    struct edit_line line;
    struct widgets_row widget; // the caller sets selected, reveal, idle and types only
    // For a choice: adds information about each value; `noted` is passed as `data`. NULL: none.
    void (*note)(const void *data, int value, struct widgets_note *note);
    const void *noted;
    int width, height;    // of the picture, to convert shares of it to pixels; 0: not known
    const char *comes_to; // further text about the values; NULL: none
    bool unfolded;        // of a whole region: the lines of its edges are shown below
};

// Shows the line. A double or right click sets the default. Returns WIDGETS_CHANGED if the value
// has changed, WIDGETS_OPENED if its list was opened or its triangle was pressed, else
// WIDGETS_SAME.
enum widgets_edit panel_line(struct panel_line *line);

// Shows a parameter that no key selects.
void panel_row(const struct param *param, void *values);

// To be called once per frame, after the owner of the values could restore a value whose text was
// unusable. Returns true while the field shows that text: until another text becomes the value, by
// whatever way, or the row is gone.
bool panel_rows_update(const struct chain *chain, const struct scene_choice *scene);

// ---- panel_steps.c: the steps of the chain, each with its parameters unfolded below it

void panel_steps_init(void); // before the first frame

// Shows a line for each step, and below them the buttons for whole steps. A drag of a line moves
// its step.
void panel_steps_show(const struct session *session, struct ui_state *ui);

// ---- panel_light.c: histograms

// Shows histograms of the picture's luminance and display values, and the tone curve over them.
void panel_light_show(const struct session *session, struct ui_state *ui);

// Draws the step's output for grey light as a graph over stops, with the histogram of its input
// behind it. Draws nothing for an effect without a curve.
void panel_curve(const struct light *light, struct ui_state *ui, const struct chain_step *step);

// The button that switches graphs between linear and logarithmic heights.
void panel_heights_button(struct ui_state *ui);

// ---- panel_times.c: the GPU, the time of each frame, and the tree of passes

// Updates the numbers a few times per second, so that they can be read. To be called once per
// frame.
void panel_times_update(const struct session *session, const struct ui_state *ui);

// Returns the GPU time of a frame, "4.064 ms", or, if no step ran in the last frame, the time when
// they last did; "" while it is not known.
const char *panel_times_cost(void);

void panel_times_show(const struct session *session, struct ui_state *ui);

// To be called around both halves of drawing the panel; they measure nothing before
// panel_cost_init.
void panel_cost_begin(void);
void panel_cost_built(void);
void panel_cost_end(void);

// ---- panel_pages.c: two sides, and the point spread

// Text about two sides, shown on a strip or, if that has no room, on a page; and about the texel
// under the pointer, shown beside the loupe.
enum { STRIP_LINES = 6, STRIP_LINE_SIZE = 160 };

struct strip {
    bool shown;
    struct shown_table pixel, numbers;
    int line_count;
    char lines[STRIP_LINES][STRIP_LINE_SIZE];
};

const struct strip *panel_strip(void); // as last filled by panel_strip_fill

// Shows the controls of two sides and their measurements.
void panel_sides_show(const struct session *session, struct ui_state *ui);

// Widgets over the picture: the values of the texel under the loupe, beside it; and the names of
// two sides, in the corners of their areas.
void panel_loupe_show(const struct session *session, const struct ui_state *ui,
                      const struct input_state *input);
void panel_labels_show(const struct session *session, struct ui_state *ui);

// Shows the point spread: the image that the selected blur makes of one lit texel, measured on the
// GPU.
void panel_spread_show(const struct session *session, struct ui_state *ui);

// ---- panel_sheets.c: the help of the first start, and the large sheets

// Lines of help for the first start: a key or a gesture, and its action.
struct panel_welcome_line {
    const char *keys, *help;
};

enum { PANEL_WELCOME_LINES = 3 };
extern const struct panel_welcome_line panel_welcome_lines[PANEL_WELCOME_LINES];

void panel_welcome_show(const struct session *session, struct ui_state *ui);
void panel_keys_show(const struct session *session, struct ui_state *ui);

// Shows effects to add as a step: a field that filters them, and a list by kind.
void panel_add_show(const struct session *session, struct ui_state *ui);

// Resets the lists of keys and effects for the next time that one is shown.
void panel_lists_forget(void);

// Shows presets and chain files with a small picture of each.
void panel_presets_show(const struct session *session, struct ui_state *ui);

// Shows the GLSL that the selected step runs.
void panel_source_show(const struct session *session, struct ui_state *ui);
