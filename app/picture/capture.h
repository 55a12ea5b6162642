#pragma once

#include "app/measure/pass_table.h"
#include "app/picture/frame_queue.h"
#include "app/renderer/renderer.h"
#include "app/results/outputs.h"
#include "render/paint/lettering.h"

// app/picture: writes pictures and sequences of pictures to files, and shows single steps.
//
//   capture        --screenshot, one picture; --overlay lays GPU times over it
//   sequence       many frames: one is drawn while others come back, are compressed by
//                  threads (frame_queue) and are written
//   contact_sheet  --sheet, small pictures side by side
//   retake         what a picture says of how it was made, to make it once more
//   capture_view   what of a frame is shown (--at), and what is said of it in file and terminal
//   frame          the file of a frame: its values, its bytes, its name
//   look           one step or one pass beside the whole chain, as the window shows it
//   times_plate, panel_colours   what is drawn over pictures, in the window's colours
//
// A mode opens a headless renderer, draws, reads back the texture of the view, and writes it. The
// same options give the same bytes on every run.

// Runs --screenshot: writes a picture without a window, and prints a line with its GPU time; for
// -o FILE.gpl also, or only, the palette of the last step that has one. Returns the exit status.
int capture_run(const struct draw_options *draw, const struct picture_options *options,
                const struct outputs *outputs);

// Returns true if a step of the chain has a palette. A picture of light runs none of them.
bool capture_palette_check(const struct chain *chain, bool is_linear, struct error *error);

// Returns the palette of a side whose chain was checked.
const struct palette *capture_palette(const struct side *side);

// Draws one picture and writes it to `options->path`; prints nothing. Returns the exit status, with
// an error unless it is 0.
int capture_picture(const struct draw_options *draw, const struct picture_options *options,
                    struct error *error);

// Like capture_picture, but on the current context, such as a window's, outside a GPU frame. On the
// same GPU the file has the same bytes.
int capture_picture_here(const struct draw_options *draw, const struct picture_options *options,
                         struct error *error);

// Shared by pictures and sequences: the part of a frame that is shown, and its description.

// The part of a frame that a picture shows: the chain's output, or with --at the output of a step
// or a pass.
struct capture_view {
    const char *at;   // --at; NULL: the end of the chain
    const char *path; // of scopes, "dual/up 640x360"; NULL: the chain's output
    struct frame_format format;
};

// Switches off all steps of the chain after the one that --at names, and sets whether floats are
// written.
bool capture_view_cut(struct draw_options *draw, const struct picture_options *options,
                      struct error *error);

// Initializes the view of a chain after capture_view_cut. The names of files are made from
// options->path. If `at` is a pass, the renderer watches it. `depth`: bits of display values.
void capture_view_init(struct capture_view *view, const struct picture_options *options, int depth,
                       struct renderer *renderer);

// Returns true if renderer_init needs `linear`: the file stores scene-linear light.
bool capture_view_is_linear(const struct picture_options *options);

// Finds the pass to show in the first frame after it was drawn. Returns false if there is no such
// pass, or if it has display values and the file needs light.
bool capture_view_find(struct capture_view *view, const struct renderer *renderer,
                       const struct gpu_frame *frame, struct error *error);

// Passes inside steps that output an image, "dual/up 640x360": of the step whose name the `length`
// characters of `step` begin, or with 0 of all steps.
struct capture_passes {
    int count;
    char paths[GPU_TIMER_MAX_SCOPES][PASS_PATH_SIZE];
};

void capture_passes_list(struct capture_passes *passes, const struct pass_stats *tree,
                         const char *step, size_t length);

// Return the texture to read after each frame, and the type of its values for frame_convert.
const struct texture *capture_view_texture(const struct capture_view *view,
                                           const struct renderer *renderer);
enum image_type capture_view_type(const struct capture_view *view);

// Adds the texts of a picture's file about how it was made. `frame`: the number that animated it.
void capture_view_describe(const struct capture_view *view, const struct renderer *renderer,
                           double time, int frame, struct image_texts *texts);

// Like capture_view_describe, for any picture of a renderer. `chain` is NULL for a picture of
// several chains, which gets no texts of chain and scene. `time` is in seconds. The caller finishes
// the texts.
void capture_describe(const struct renderer *renderer, const struct chain *chain, double time,
                      int frame, struct image_texts *texts);

// Writes a time for the texts of a picture: with the fewest digits, at least nine, that read back
// to the same value.
enum { CAPTURE_TIME_SIZE = 32 };
void capture_describe_time(double time, char out[CAPTURE_TIME_SIZE]);

// Prints the times of passes on stdout, after a line about the machine and the frames (--verbose).
void capture_times_print(const struct renderer *renderer, const struct pass_stats *stats);

// Writes the text after "wrote out.png": ", 1280x720, GPU 1.263 ms", without the time if no frame
// was timed. The texture is the picture's.
enum { CAPTURE_TIMES_SIZE = 64 };
void capture_times_line(const struct texture *picture, const struct pass_stats *stats,
                        char out[CAPTURE_TIMES_SIZE]);

// Runs a sequence: draws, reads back, compresses and writes several frames at the same time; the
// bytes are the same on every run. Returns the exit status. However the program ends, all files on
// disk are complete pictures.
int sequence_run(const struct draw_options *draw, const struct picture_options *options);

// Number of frames of a sequence without --frames, and the most that one may have.
enum { SEQUENCE_DEFAULT = 60, SEQUENCE_MOST = 1000000 };

// Contact sheets: grids of small pictures with their names, each in one PNG.

// Runs --sheet. Each picture is the one of --screenshot with the same options, scaled down if it is
// larger than its cell. The same options give the same bytes on every run. Returns the exit status.
int contact_sheet_run(const struct draw_options *draw, const struct picture_options *options);

extern const char *const contact_sheet_names[]; // of enum contact, NULL-terminated

// Contents of a sheet: all presets, scenes or blurs, or the chains of the command line.

enum { CONTACT_TITLE_SIZE = 96 };

struct contact_cell {
    char at[PASS_PATH_SIZE]; // the pass whose output is shown, enlarged; "": the chain's output
    struct image picture;    // an existing picture, U8, owned; all have the same size. Zeroed: the
                             // chain is drawn
    struct chain chain;
    struct scene_choice scene;
    char title[CONTACT_TITLE_SIZE];
    char words[CHAIN_TEXT_SIZE]; // below the title
};

struct contact_cells {
    int count;
    int columns; // of the grid; 0: chosen by the layout
    char heading[CONTACT_TITLE_SIZE];
    char subject[CHAIN_TEXT_SIZE]; // common to all cells
    struct contact_cell *all;      // owned
};

// Lists the cells in order. Fails if the file of a chain no longer exists. Call
// contact_cells_finish in any case.
bool contact_cells_list(struct contact_cells *cells, enum contact contact,
                        const struct draw_options *draw, struct error *error);
void contact_cells_finish(struct contact_cells *cells);

// Writes a sheet as a .png, and prints its path like --sheet. Returns the exit status, with an
// error unless it is 0.
int contact_sheet_write(const struct contact_cells *cells, const char *name, const char *path,
                        const struct draw_options *draw, struct renderer *renderer,
                        struct error *error);

// Layout of a contact sheet, in pixels. Plain arithmetic: nothing overlaps, for any size and number
// of pictures.

// Heights of lines of letters.
enum {
    CONTACT_HEADING = 36,
    CONTACT_SUBJECT = 19,
    CONTACT_TITLE = 21,
    CONTACT_WORDS = 16,
    CONTACT_WORDS_STEP = 19, // from one line of words to the next
};

enum { CONTACT_MOST_WIDTH = 480, CONTACT_MOST_HEIGHT = 480 }; // of a small picture

struct contact_pictures {
    int count;         // of pictures, 1 or more
    int columns;       // 0: as many as give the sheet the shape of a screen
    int width, height; // of a small picture, at most the limits above
    int lines;         // of words below each title
};

struct contact_layout {
    struct contact_pictures pictures;
    int columns, rows;
    int width, height; // of the sheet
    struct paint_area heading, subject;
};

void contact_layout_make(struct contact_layout *layout, const struct contact_pictures *pictures);

struct contact_place {
    struct paint_area picture, title, words;
};

// Returns the area of the i-th cell, row by row.
struct contact_place contact_layout_place(const struct contact_layout *layout, int i);

// The tree of GPU times as a dark plate in the top left corner of a picture, with the texts of the
// window's panel.

struct times_plate {
    const struct font *font;      // borrowed, like the other pointers
    const char *head;             // the heading: what was timed, on which GPU
    const struct pass_line *rows; // parents before their children; row 0 is the frame
    int count;
};

enum { PLATE_LEAST_WIDTH = 200, PLATE_LEAST_HEIGHT = 90 }; // of a picture

// Draws the plate on a picture of display values (U8). The height of the picture gives the size of
// the letters, unless it is narrow. If not all rows fit, passes inside steps are omitted, then the
// last steps; a line has their number. Pixels outside of `area`, which may be NULL, do not change.
// Fails if the picture is too small for a few lines.
bool times_plate_draw(struct image *image, const struct times_plate *plate, struct paint_area *area,
                      struct error *error);
