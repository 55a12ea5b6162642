#pragma once

#include "app/lab/edit/edit.h"
#include "app/window/view/widgets.h"
#include "render/text/compiler.h"

// What the files of the panel share. Pages and large sheets are shown on a sheet that has begun;
// their functions stand in tables of panel.c.

struct light;
struct scene_choice;
struct stage;
struct workbench;

// Returns formatted words, of up to 1023 bytes, that last until 60 kilobytes more were made.
const char *panel_words(const char *format, ...) PRINTF_LIKE(1, 2);

// Shows buttons of actions of the table of keys in a row; a button without a label ends it. A tip
// names the action. Pressed, it is what was clicked.
struct panel_button {
    const char *label, *action;
};
void panel_buttons(struct workbench *workbench, const struct panel_button *buttons);

// ---- panel_rows.c: a parameter as lines: a slider, a list or a colour, whatever its row says

struct panel_line {
    struct edit_line line;
    struct widgets_row widget; // selected, reveal, idle and types are to be set, the rest is not
    // For a choice: adds what is known about each value; `data` is its own. NULL: nothing.
    void (*note)(const void *data, int value, struct widgets_note *note);
    const void *noted;
    int width, height;    // of the picture, for what a share of it comes to; 0: not known
    const char *comes_to; // more about what the values come to; NULL: nothing
    bool unfolded;        // of a whole region: the lines of its edges follow
};

// Shows the line. A double or right click sets the default. Returns WIDGETS_CHANGED where the value
// is another, WIDGETS_OPENED where its list has just opened or its triangle was pressed, else
// WIDGETS_SAME.
enum widgets_edit panel_line(struct panel_line *line);

// Shows a parameter that no key selects.
void panel_row(const struct param *param, void *values);

// To be called once a frame, after the owner of the values had a chance to take text back that
// could not be used. Returns whether its field still shows it, to be mended: until other text
// becomes the value, by whatever way, or the row is gone.
bool panel_rows_follow(const struct chain *chain, const struct scene_choice *scene);

// ---- panel_steps.c: the steps of the chain, each with its parameters unfolded below it

void panel_steps_init(void); // nothing was shown yet

// Shows a line for each step, and below them the buttons of what is done to steps as wholes. A line
// that is dragged moves its step.
void panel_steps_show(const struct stage *stage, struct workbench *workbench);

// ---- panel_light.c: how light is spread

// How the picture's luminance and display values are spread, and the tone curve over it.
void panel_light_show(const struct stage *stage, struct workbench *workbench);

// Draws what the step makes of grey light, as a graph over stops, with the light that comes to it
// behind; nothing for an effect without a curve.
void panel_curve(const struct light *light, struct workbench *workbench,
                 const struct chain_step *step);

// The button that turns the heights of graphs between linear and logarithmic.
void panel_heights_button(struct workbench *workbench);

// ---- panel_times.c: the GPU, the time of each frame, and the tree of passes

// Takes new numbers a few times a second, so that they stand still for a moment and can be read. To
// be called once a frame.
void panel_times_update(const struct stage *stage, const struct workbench *workbench);

// Returns what a frame costs the GPU, "4.064 ms", or, where no step of the last one ran again, what
// it took when they last did; "" while that is not known.
const char *panel_times_cost(void);

void panel_times_show(const struct stage *stage, struct workbench *workbench);

// Stand around both halves of drawing the panel; nothing is measured before panel_cost_init.
void panel_cost_begin(void);
void panel_cost_built(void);
void panel_cost_end(void);

// ---- panel_pages.c: two sides, and the point spread

// What is said of two sides: on a strip, or, where that has no room, on a page; and of the pixel
// under the pointer: beside the loupe.
enum { STRIP_LINES = 6, STRIP_LINE_SIZE = 160 };

struct strip {
    bool shown;
    struct shown_table pixel, numbers;
    int line_count;
    char lines[STRIP_LINES][STRIP_LINE_SIZE];
};

const struct strip *panel_strip(void); // as panel_strip_fill made it last

// How two sides are looked at and what is known of them.
void panel_sides_show(const struct stage *stage, struct workbench *workbench);

// Over the picture: what the texel under the loupe holds, beside it; and the names of two sides, in
// the corners of where they are seen.
void panel_loupe_show(const struct stage *stage, const struct workbench *workbench,
                      const struct input_state *input);
void panel_labels_show(const struct stage *stage, struct workbench *workbench);

// The point spread: what the selected blur makes of one lit texel, measured on the GPU.
void panel_spread_show(const struct stage *stage, struct workbench *workbench);

// ---- panel_sheets.c: the first help, and the large sheets

// The lines of help at the first start: a key or a gesture, and what it does.
struct panel_welcome_line {
    const char *keys, *help;
};

enum { PANEL_WELCOME_LINES = 3 };
extern const struct panel_welcome_line panel_welcome_lines[PANEL_WELCOME_LINES];

void panel_welcome_show(const struct stage *stage, struct workbench *workbench);
void panel_keys_show(const struct stage *stage, struct workbench *workbench);

// Effects to add as a step: a field that filters them, and a list by kind.
void panel_add_show(const struct stage *stage, struct workbench *workbench);

// Lets the lists of keys and effects begin anew when one is shown the next time.
void panel_lists_forget(void);

// Presets and chain files with a small picture of each.
void panel_presets_show(const struct stage *stage, struct workbench *workbench);

// The GLSL that the selected step runs.
void panel_source_show(const struct stage *stage, struct workbench *workbench);
