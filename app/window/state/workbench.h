#pragma once

#include "app/lab/edit/history.h"
#include "app/lab/edit/preset.h"
#include "app/lab/edit/side_names.h"
#include "app/measure/pass_stats.h"
#include "app/window/state/input.h"
#include "app/window/state/look.h"
#include "app/window/state/message.h"
#include "render/text/compiler.h"

// app/window/state: what is wanted and selected in the window: a plain value, without a window or a
// GPU. Keys and the panel change it and wish for what only the frame loop can do; the loop makes
// what runs follow.

// The frame loop grants each of them once a frame, however often it was wished.
enum workbench_wish {
    WORKBENCH_RELOAD,      // read the shaders of --shader-dir again
    WORKBENCH_PICTURE,     // write what is seen to a file
    WORKBENCH_EXPORT,      // write the chain to a folder, as --export does
    WORKBENCH_COPY,        // the command line that opens the window like this one
    WORKBENCH_FULL_SCREEN, // fill the screen, or give the window back its size
    WORKBENCH_MEASURE,     // time the implementations of the selected step, or stop that
    WORKBENCH_ANEW,        // let the selected step forget what it keeps from frame to frame
    WORKBENCH_COPY_SOURCE, // copy the GLSL that is shown
    WORKBENCH_WELCOMED,    // remember that the first help was seen
    WORKBENCH_QUIT,
};

// The one large sheet that may lie over the picture.
enum workbench_sheet { SHEET_NONE, SHEET_KEYS, SHEET_ADD, SHEET_PRESETS, SHEET_SOURCE };

// Pages of the one sheet, after the chain; of two sheets, of that at the left.
enum workbench_page { PAGE_TIMES, PAGE_LIGHT, PAGE_SPREAD, PAGE_SIDES, PAGES };

enum { WORKBENCH_PATH_SIZE = CHAIN_FILE_PATH_SIZE, WORKBENCH_DROPPED_SIZE = 4096 };

struct control; // app/window/controls/controls.h
struct lab;

struct workbench {
    struct chain chain;
    struct scene_choice scene;
    struct chain first; // the chain of the command line

    // Where there are two sides: `chain` is that of the edited one, 0 (A) or 1 (B), and `other`
    // that of the other, on the same moment.
    bool has_other;
    struct chain other;
    int side;
    bool flips;              // a held key shows the other one
    struct side_names names; // of the sides when they were last asked for
    struct look look;
    struct look_frame look_frame; // the last one: where keys look that point nowhere
    struct history history;
    int step, param; // selected; `param` counts the lines of edit.h
    int preset;      // that the chain began as; -1: none
    bool viewing_step;
    struct pass_place pass; // looked at; none where a step is
    bool logarithmic;       // heights of histograms
    int pass_turns;         // to the next pass of the selected step that keys wished; less: back
    double time;            // of the scene, seconds
    bool paused;
    int sheets;   // of the panel that are wanted: 0, 1 or 2
    bool welcome; // the lines of help at the first start; goes with a key or a click
    int letters;  // size of text, per cent of what the screen wants
    enum workbench_sheet sheet;
    enum workbench_page page;
    bool on_page;    // of one sheet: the page is shown, not the chain
    bool types;      // the selected value is to be typed: the panel opens its field or list
    int source_text; // of the sheet of GLSL: which is shown
    bool list_open;  // in the panel; it closes its list where this is made false
    bool leaving;    // Esc has asked whether to quit; until the next change
    const struct control *clicked; // of a button, or of a line of the help; to be done. NULL: none
    unsigned wishes;               // bit n: enum workbench_wish
    struct message message;

    // The files that the chain (0) and the other one (1) were read from or last saved to; "": none.
    char files[2][WORKBENCH_PATH_SIZE];
    struct chain_choice choice;      // what the sheet of presets offers,
    unsigned choice_lists;           // how often it was listed,
    int chosen, choice_columns;      // which of it is chosen, and how many stand beside each other
    int choice_width, choice_height; // of a picture of it, pixels; 0: not known yet
    bool has_saved;                  // `saved` is what was last written to a file of a chain,
    struct chain saved;              // by which the window knows its own writing
    // The dropped picture that was made again last: dropped once more it is seen as it is.
    char remade[WORKBENCH_DROPPED_SIZE];
    struct input_clipboard clipboard;
    const struct lab *lab; // where implementations must fit; NULL: all do

    // What the panel shows, as of its last frame.
    bool has_two_sheets; // the window has room for two beside each other
    bool has_sides_page; // the words about two sides have no room below a sheet
    bool wants_light;    // how light is spread

    // V passes over implementations whose shaders do not compile: `walked` counts those it has
    // passed since what runs last followed, `refused` those after the one that runs that were
    // refused.
    int walked, refused;
    // What the edited chain began as, as --chain reads it: "@FILE" or a preset; "": it is to be
    // read again.
    char origin[WORKBENCH_PATH_SIZE + 1];
    struct chain origin_chain;
    bool origin_holds_chain;
};

// Begins with one sheet and nothing wished. `preset` is -1 for a chain that no preset has.
void workbench_init(struct workbench *workbench, const struct chain *chain,
                    const struct scene_choice *scene, int preset);

void workbench_wish(struct workbench *workbench, enum workbench_wish wish);

// Takes another chain for the whole of the edited one. `preset` -1: it is none; `file` (may be
// NULL): what it was read from.
void workbench_take(struct workbench *workbench, const struct chain *chain, int preset,
                    const char *file);

// Takes files that were dropped on the window, which the stage then follows, and says what it took:
// pictures become the scene image, or, where one says how halation made it, its chain, scene and
// moment; a .chain file becomes the chain; a palette becomes that of the dithering step, or of one
// that is added; shader files become steps behind the selected one, or where they can stand. With
// several files of another kind the last counts; where one is wrong it says so, and nothing is
// taken. One drop is one state to undo. Decodes no picture. In drop.c.
void workbench_drop(struct workbench *workbench, char *const paths[], int count);

// Returns whether a sheet shows that page.
bool workbench_shows_page(const struct workbench *workbench, enum workbench_page page);

// Returns the name of a page; NULL: it is not there now.
const char *workbench_page_name(const struct workbench *workbench, enum workbench_page page);

// Shows the large sheet, or none where it is shown.
void workbench_toggle_sheet(struct workbench *workbench, enum workbench_sheet sheet);

// Returns whether it was wished, and forgets it.
bool workbench_grant(struct workbench *workbench, enum workbench_wish wish);

// Shows a word about what was done, for a few seconds.
void workbench_say(struct workbench *workbench, const char *format, ...) PRINTF_LIKE(2, 3);

// Returns whether the chain has steps, and says so where it has none.
bool workbench_has_steps(struct workbench *workbench);

// Shows an error, a little longer, and says it on stderr.
void workbench_complain(struct workbench *workbench, const struct error *error);

// The same of chain text that was read from a file, of which the line is shown with the place.
void workbench_complain_at(struct workbench *workbench, const struct error *error,
                           const struct chain_place *place);

// Says where a file was written, by its whole path: who looks at the window does not see where the
// program was started. `path` also goes to stdout. `what` follows the path: ", side A", or "".
void workbench_say_written(struct workbench *workbench, const char *path, const char *what);

// Returns whether chain or scene differ from the current state of the history.
bool workbench_has_changed(const struct workbench *workbench);

// Makes a change a state to undo. `goes_on`: it belongs to the same drag or the same hold of a key
// as the state before, and replaces it.
void workbench_remember(struct workbench *workbench, bool goes_on);

// Gives up what was wanted and cannot run: chain and scene are again those that do, and so is the
// history.
void workbench_take_back(struct workbench *workbench, const struct chain *chain,
                         const struct scene_choice *scene);

// Gives up a scene whose file cannot be read, also in the history, so that no undo leads there.
void workbench_lose_scene(struct workbench *workbench, const struct scene_choice *runs);

// Wants another state of the history; what was selected stays where it can.
void workbench_set(struct workbench *workbench, const struct history_state *state);

// Returns whether a side has a chain that is neither the one it had at first, nor a preset's or a
// file's.
bool workbench_has_unsaved(struct workbench *workbench);

// Returns whether both sides are seen, so that the moment stands.
bool workbench_shows_both(const struct workbench *workbench);

// Makes another chain A, which is edited, and the one that was there B. Nothing precedes that.
void workbench_add_side(struct workbench *workbench, const struct chain *chain);

// Edits the other side; there is one.
void workbench_turn(struct workbench *workbench);

// Returns the name of side 0 (A) or 1 (B), of two: "A: dual sigma=16", or "A" where both are alike.
const char *workbench_side(struct workbench *workbench, int side);

// Returns the name, without its folders, of the file that the edited chain was read from or saved
// to, or else of the preset that it began as, and whether it was changed since. NULL: neither.
const char *workbench_origin(struct workbench *workbench, bool *is_file, bool *changed);
