#pragma once

#include "app/lab/lab.h"
#include "app/measure/pass_table.h"
#include "app/picture/frame_queue.h"
#include "render/paint/lettering.h"

// app/picture: pictures and sequences of them in files, and a look at one step.
//
//   capture        --screenshot, one picture; --overlay lays GPU times over it
//   sequence       --output, many frames: one is drawn while others come back, are compressed by
//                  threads (frame_queue) and are written
//   contact_sheet  --sheet, small pictures side by side
//   retake         what a picture says of how it was made, to make it once more
//   capture_view   what of a frame is shown (--at), and what is said of it in file and terminal
//   frame          the file of a frame: its values, its bytes, its name
//   look           one step or one pass beside the whole chain, as the window shows it
//   times_plate, panel_colours   what is drawn over pictures, in the window's colours
//
// A mode opens a headless lab, draws, reads back what the view shows, and writes it. The same
// options give the same bytes on every run.

// This is --screenshot: a picture without a window, and a line that says how long the GPU took for
// it. Gives the exit status.
int capture_run(const struct draw_wish *draw, const struct picture_wish *wish);

// This is --palette-to: the palette of the last step that has one, as a file. Gives the exit
// status.
int palette_to_run(const struct draw_wish *draw, const struct picture_wish *wish);

// Draws one picture and writes it to `wish->path`, without a word. Returns the exit status, and the
// error where that is not 0.
int capture_picture(const struct draw_wish *draw, const struct picture_wish *wish,
                    struct error *error);

// The same on the current context, such as a window's, outside a GPU frame: the file has the same
// bytes on the same GPU.
int capture_picture_here(const struct draw_wish *draw, const struct picture_wish *wish,
                         struct error *error);

// What pictures and sequences have in common: what of a frame is shown, and what is said of it.

// What of a frame a picture shows: what the chain puts out, or with --at what it is after a step or
// a pass.
struct capture_view {
    const char *at;   // of the options; NULL: the end of the chain
    const char *path; // of scopes, "dual/up 640x360"; NULL: the chain's output
    struct frame_format format;
};

// Switches off all steps of the chain after the one that --at names, and says whether floats are
// written.
bool capture_view_cut(struct draw_wish *draw, const struct picture_wish *wish, struct error *error);

// The view of a chain that was cut. The wish's path names the files. The lab is watched where it
// must be. `depth` is that of display values.
void capture_view_init(struct capture_view *view, const struct picture_wish *wish, int depth,
                       struct lab *lab);

// Whether the lab is to make scene-linear light of its chain.
bool capture_view_is_linear(const struct picture_wish *wish);

// Finds what is shown in the frame that was drawn first; false where there is no such pass, or it
// has display values where light is wanted.
bool capture_view_find(struct capture_view *view, const struct lab *lab,
                       const struct gpu_frame *frame, struct error *error);

// What to read after each frame, and as values of which type, for frame_convert.
const struct texture *capture_view_texture(const struct capture_view *view, const struct lab *lab);
enum image_type capture_view_type(const struct capture_view *view);

// Adds what the file of a picture says about how it was made.
// `frame`: the number by which it was animated.
void capture_view_describe(const struct capture_view *view, const struct lab *lab, double time,
                           int frame, struct image_texts *texts);

// The same of any picture of a lab. `chain` may be NULL for a picture of several, which says
// nothing of chain and scene. `time` in seconds. The caller finishes the texts.
void capture_describe(const struct lab *lab, const struct chain *chain, double time, int frame,
                      struct image_texts *texts);

// Writes a time as a picture says it: with the fewest digits, of nine and more, that read back to
// the same.
enum { CAPTURE_TIME_SIZE = 32 };
void capture_describe_time(double time, char out[static CAPTURE_TIME_SIZE]);

// Prints the times of passes on stdout, below a line about the machine and the frames (--verbose).
void capture_times_print(const struct lab *lab, const struct pass_stats *stats);

// Writes what stands behind "wrote out.png": ", 1280x720, GPU 1.263 ms". The texture is the
// picture's.
enum { CAPTURE_TIMES_SIZE = 64 };
void capture_times_line(const struct texture *picture, const struct pass_stats *stats,
                        char out[CAPTURE_TIMES_SIZE]);

// This is --output: many frames. They are drawn, read back, made files of and written at the same
// time; the bytes are the same on every run. Gives the exit status. What is on disk, whatever ends
// the program, is whole pictures. With --resume a file is kept where it is a whole PNG, of the
// depth that is asked for, and says exactly what it would say now: the same chain, scene, time,
// size and formats, from the same version, renderer, driver and kind of processor.
int sequence_run(const struct draw_wish *draw, const struct picture_wish *wish);

// Which frames of a sequence are drawn: `count` of them, every `step`-th from `first` on. Frame 0
// is that of --time.
struct frame_span {
    int first, step, count;
};

enum { FRAME_SPAN_DEFAULT = 60, FRAME_SPAN_MOST = 1000000 }; // frames

// The frames of --frames, and of those the ones of --shard: shard I of N has frames I - 1, I - 1 +
// N, I - 1 + 2 N and so on of them, so that each is in one shard and all shards take as long.
struct frame_span frame_span_of(const struct picture_wish *wish);

// The number of the i-th frame, from 0.
int frame_span_at(const struct frame_span *span, int i);

// Contact sheets: grids of small pictures with their names, each in one PNG.

// This is --sheet. Each picture is what --screenshot gives with the same options, made smaller
// where it is larger than a place of the grid. The same options give the same bytes on every run.
// Gives the exit status.
int contact_sheet_run(const struct draw_wish *draw, const struct picture_wish *wish);

extern const char *const contact_sheet_names[]; // of enum contact, NULL-terminated

// What the small pictures show: every preset, scene or blur, and the chains of the command line.

enum { CONTACT_TITLE_SIZE = 96 };

struct contact_cell {
    struct image picture; // that is there already, U8 and of one size, owned; zeroed: it is drawn
    struct chain chain;
    struct scene_choice scene;
    char title[CONTACT_TITLE_SIZE];
    char words[CHAIN_TEXT_SIZE]; // below the title
};

struct contact_cells {
    int count;
    int columns; // of the grid; 0: as they fit best
    char heading[CONTACT_TITLE_SIZE];
    char subject[CHAIN_TEXT_SIZE]; // what all of them show
    struct contact_cell *all;      // owned
};

// Lists the pictures in their order. The error is about a chain's file that is no longer there. To
// be finished in either case.
bool contact_cells_list(struct contact_cells *cells, enum contact contact,
                        const struct draw_wish *draw, struct error *error);
void contact_cells_finish(struct contact_cells *cells);

// Writes a sheet of that kind, a .png, and says so as --sheet does. Returns the exit status, and
// the error where that is not 0.
int contact_sheet_write(const struct contact_cells *cells, const char *name, const char *path,
                        const struct draw_wish *draw, struct lab *lab, struct error *error);

// Places of everything on a contact sheet, in pixels. Plain arithmetic: nothing overlaps,
// whatever the pictures' size and number.

// Heights of lines of letters.
enum {
    CONTACT_HEADING = 36,
    CONTACT_SUBJECT = 19,
    CONTACT_TITLE = 21,
    CONTACT_WORDS = 16,
    CONTACT_WORDS_STEP = 19, // from one line of them to the next
};

enum { CONTACT_MOST_WIDTH = 480, CONTACT_MOST_HEIGHT = 480 }; // of a small picture

struct contact_pictures {
    int count;         // of pictures, 1 or more
    int columns;       // 0: as many as make a sheet of a screen's shape
    int width, height; // of a small picture, up to the most
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

// Returns where the i-th picture lies, row by row.
struct contact_place contact_layout_place(const struct contact_layout *layout, int i);

// The tree of GPU times as a dark plate in the top left corner of a picture, in the panel's words.

struct times_plate {
    const struct font *font;      // borrowed, as is the rest
    const char *head;             // what was timed, and on what
    const struct pass_line *rows; // parents before their children; row 0 is the frame
    int count;
};

enum { PLATE_LEAST_WIDTH = 200, PLATE_LEAST_HEIGHT = 90 }; // of a picture

// Draws it on a picture of display values (U8), whose height gives the size of the letters, unless
// it is narrow. Where not all rows have room, passes inside steps are left out, and then the last
// steps; a line says how many. `area`, which may be NULL, gets the plate: nothing else is drawn on.
// Fails where the picture is too small for a few lines.
bool times_plate_draw(struct image *image, const struct times_plate *plate, struct paint_area *area,
                      struct error *error);
