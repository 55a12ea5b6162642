#pragma once

#include "app/measure/pass_stats.h"
#include "app/window/state/chain_file.h"
#include "app/window/state/history.h"
#include "app/window/state/input.h"
#include "app/window/state/message.h"
#include "app/window/state/view.h"
#include "render/text/error.h"

// app/window/state: what the user has selected and requested in the window: a plain value, without
// a window or a GPU. Keys and the panel change it, and request what only the frame loop can do; the
// loop updates the session to it.

// The frame loop takes each request once per frame, however often it was made.
enum ui_request {
    UI_RELOAD,       // read the shaders of --shader-dir again
    UI_PICTURE,      // write the picture that is shown to a file
    UI_EXPORT,       // write the chain to a folder, as --export does
    UI_COPY,         // copy the command line that opens the window in this state
    UI_FULL_SCREEN,  // toggle full screen
    UI_MEASURE,      // time the implementations of the selected step, or stop that
    UI_RESTART,      // reset the state that the selected step holds between frames
    UI_SAVE_SOURCE,  // write the shader's text in the editor to a file
    UI_RESET_SOURCE, // read it from its file
    UI_WELCOMED,     // remember that the first help was seen
    UI_QUIT,
};

// The dialog over the picture, or the editor of GLSL beside it; at most one is shown.
enum ui_dialog { DIALOG_NONE, DIALOG_KEYS, DIALOG_ADD, DIALOG_PRESETS, DIALOG_SOURCE };

// Pages. With one panel they follow the chain on it; with two they are on the left one.
enum ui_page { PAGE_TIMES, PAGE_PASSES, PAGE_LIGHT, PAGE_SPREAD, PAGE_SIDES, PAGES };

enum {
    UI_PATH_SIZE = CHAIN_FILE_PATH_SIZE,
    UI_DROPPED_SIZE = 4096,
    UI_SIDE_NAME_SIZE = sizeof("A: ") - 1 + CHAIN_WORDS_SIZE,
};

// The text of a shader in the editor.
enum { UI_SOURCE_SIZE = 1 << 16, UI_SOURCE_FILE_SIZE = 96 };

struct ui_source {
    int shown;                         // index of the shown text among those of the step
    char file[UI_SOURCE_FILE_SIZE];    // its name, "dual/down.glsl"; "": none was shown yet
    bool is_user_shader;               // it is the file of a step
    char text[UI_SOURCE_SIZE];         // as it is typed
    unsigned reading;                  // number of the reading of the shaders that it is from
    double due;                        // clock_seconds when it is to be compiled; 0: it was
    char unsaved[UI_SOURCE_FILE_SIZE]; // a file with a text that is not saved; "": none
    unsigned confirmed; // bit n: enum ui_request that has asked, and is carried out the next time
};

struct control; // app/window/controls/controls.h
struct renderer;

struct ui_state {
    struct chain chain;
    struct scene_choice scene;
    struct chain first; // the chain of the command line

    // With two sides, `chain` is that of the edited side, 0 (A) or 1 (B), and `other` that of the
    // other side, at the same time of the scene.
    bool has_other;
    struct chain other;
    int side;
    bool shows_other; // a held key shows the other side, or the picture without the chain
    struct ui_side_names {
        struct chain chains[2]; // that have these names
        char names[2][UI_SIDE_NAME_SIZE];
    } names;
    struct view view;
    struct view_frame view_frame; // of the last frame; used by keys, which have no position
    struct history history;
    int step, param; // selected: index of the step, and of a line of its parameters (edit.h)
    int preset;      // that the chain was loaded from; -1: none
    bool viewing_step;
    struct pass_place pass; // pass that is viewed; none while a step is
    bool logarithmic;       // graphs have logarithmic heights
    double time;            // time of the scene, seconds
    bool paused;
    int panels;    // requested number of panels: 0, 1 or 2
    bool welcome;  // show the lines of help of the first start; a key or a click clears it
    int text_size; // per cent of the size that the screen requests
    enum ui_dialog dialog;
    enum ui_page page;
    bool on_page;     // with one panel: the page is shown, not the chain
    bool opens_field; // the panel is to open the field or list of the selected value
    struct ui_source source;
    bool list_open; // a list is open in the panel, which closes it if this is set to false
    bool leaving;   // Esc has asked whether to quit; cleared by the next change
    const struct control
        *clicked;      // control whose button or line was clicked and has not run yet; NULL: none
    unsigned requests; // bit n: enum ui_request
    struct message message;

    // Files that the chain (0) and the other one (1) were read from or last saved to; "": none.
    char files[2][UI_PATH_SIZE];
    struct ui_origin {
        char text[UI_PATH_SIZE + 1]; // as --chain reads it: "@FILE" or a preset; "": none was read
        struct chain chain;          // that was read from it, or last written to it
        bool is_read;                // `chain` is valid
    } origins[2];                    // of these chains
    struct chain_choice choice;      // items on the dialog of presets
    unsigned choice_lists;           // number of times that they were listed
    int chosen, choice_columns; // chosen: index of the chosen item; choice_columns: items in a row
    int choice_width, choice_height; // of an item's picture, pixels; 0: not known yet
    // The last dropped picture that was drawn again from its texts; dropped once more, it becomes
    // the scene image.
    char remade[UI_DROPPED_SIZE];
    struct input_clipboard clipboard;
    const struct renderer *renderer; // device and size that implementations must fit; NULL: all fit

    // Set by the panel when it was built last.
    bool has_room_for_two; // panels beside each other in the window
    bool needs_light;      // histograms of light are shown

    // The key V skips implementations whose shaders do not compile. `impls_tried`: implementations
    // that V has tried since the session last accepted the chain; `impls_refused`: how many after
    // the running one failed to compile.
    int impls_tried, impls_refused;
};

// Begins with one panel and no requests. `preset` is -1 if the chain is not from a preset.
void ui_init(struct ui_state *ui, const struct chain *chain, const struct scene_choice *scene,
             int preset);

void ui_request(struct ui_state *ui, enum ui_request request);

// Replaces the edited chain. `preset` -1: none; `file`: the file that it was read from, may be
// NULL.
void ui_set_chain(struct ui_state *ui, const struct chain *chain, int preset, const char *file);

// Takes files that were dropped on the window, and prints which; the session updates later. A
// picture becomes the scene image; if it has the texts of a picture by halation, its chain, scene
// and time are taken instead. A .chain file becomes the chain; a palette becomes that of the
// dithering step, which is added if there is none; shader files become steps behind the selected
// one, or at the next possible place. Of several files of another kind the last one is taken. If
// one of these has an error, prints it and takes no file. One drop is one state to undo. Does not
// decode pictures. Defined in drop.c.
void ui_drop(struct ui_state *ui, char *const paths[], int count);

bool ui_has_two_panels(const struct ui_state *ui);

// Returns true if a panel shows that page.
bool ui_shows_page(const struct ui_state *ui, enum ui_page page);

// Returns the name of a page; NULL if the page does not exist now.
const char *ui_page_name(const struct ui_state *ui, enum ui_page page);

// Shows the dialog, or hides it if it is shown.
void ui_toggle_dialog(struct ui_state *ui, enum ui_dialog dialog);

// Replaces other versions of a shader file's effect in both chains and all states of the history.
// Returns true if there were any.
bool ui_replace_file(struct ui_state *ui, const struct effect *effect);

// Replaces all shader files that are steps by their current versions. Returns false if a typed text
// is invalid. The steps of an invalid file stay as they are, and its error is printed.
bool ui_replace_files(struct ui_state *ui, struct error *error);

// Returns true if it was requested, and clears the request.
bool ui_take_request(struct ui_state *ui, enum ui_request request);

// Prints a notice in the window for a few seconds.
void ui_message(struct ui_state *ui, const char *format, ...) PRINTF_LIKE(2, 3);

// Returns true if the chain has steps; otherwise prints that it has none.
bool ui_has_steps(struct ui_state *ui);

// Prints an error on stderr and in the window, where it is shown longer than a notice.
void ui_error(struct ui_state *ui, const struct error *error);

// Like ui_error, for an error in chain text of a file; also shows its line with the
// place.
void ui_error_at(struct ui_state *ui, const struct error *error, const struct chain_place *place);

// Prints the whole path of a file that was written, since a user of the window may not know the
// current folder. Also prints `path` on stdout. `what` follows the path: ", side A", or "".
void ui_message_written(struct ui_state *ui, const char *path, const char *what);

// Returns true if chain or scene differ from the current state of the history.
bool ui_has_changed(const struct ui_state *ui);

// Adds the current state to the history if it has changed. `replaces_last`: it belongs to the same
// drag or the same hold of a key as the last state, and replaces it.
void ui_push_history(struct ui_state *ui, bool replaces_last);

// Sets the edited chain and the scene back to the running ones, which are passed, after the
// requested ones failed to run. Also removes the state that failed from the history.
void ui_restore_running(struct ui_state *ui, const struct chain *chain,
                        const struct scene_choice *scene);

// Gives up a scene whose file cannot be read, and removes it from the history, so that no undo
// restores it.
void ui_reject_scene(struct ui_state *ui, const struct scene_choice *runs);

// Restores a state of the history. The selection stays on the same step if possible.
void ui_set_state(struct ui_state *ui, const struct history_state *state);

// Returns the name of what differs from its first chain and from any preset or file: "the chain",
// "side A", "side B" or "both sides"; NULL: nothing does.
const char *ui_unsaved(struct ui_state *ui);

// Writes the title of the window, with the names of the chain and of the scene's file.
void ui_title(struct ui_state *ui, char *out, size_t size);

// Returns true if both sides are shown, so that time is paused.
bool ui_shows_both(const struct ui_state *ui);

// Makes another chain side A; the current one becomes side B, which is edited. There must be one
// side only. The history then begins with these two sides.
void ui_add_side(struct ui_state *ui, const struct chain *chain);

// Edits the other side, which must exist.
void ui_edit_other_side(struct ui_state *ui);

// Returns the name of side 0 (A) or 1 (B) of two (chain_words_print): "A: dual sigma=16", or "A" if
// both are equal.
const char *ui_side_name(struct ui_state *ui, int side);

// Returns the file name, without folders, that the edited chain (0) or the other one (1) was read
// from or saved to, or else the name of the preset that it was loaded from; NULL if there is
// neither. `changed`: the chain was changed since.
const char *ui_origin(struct ui_state *ui, int other, bool *is_file, bool *changed);

// Sets the file of the edited chain, to which it was saved.
void ui_set_file(struct ui_state *ui, const char *path);
