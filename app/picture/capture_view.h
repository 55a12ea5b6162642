#pragma once

#include "app/measure/pass_stats.h"
#include "app/renderer/renderer.h"

// Shared by pictures and sequences: the part of a frame that is shown, its description, and its
// file.

// ---- the file of a frame: its name and its values (frame.c)

enum { FRAME_NAME_SIZE = 1024 };

// Writes the name of one file of a sequence: `pattern` with its one %d, %4d or %04d replaced by
// `number` (0 or more), and %% by a percent sign. The pattern comes from the command line, so it is
// never passed to printf. Fails unless it has exactly one such directive, or if the name is too
// long.
bool frame_name(const char *pattern, int number, char *out, size_t size, struct error *error);

// Properties that all frames of a sequence share.
struct frame_format {
    const char *stream;   // the file of all frames, "-" for stdout; NULL: each has its own
    bool is_y4m;          // the stream is uncompressed
    enum image_type type; // of the picture
    bool encodes;         // converts the light that is read back to display values
    bool as_halves;       // stores light in 16 bits
    double fps;           // frames per second, for the header of a stream
};

// Converts the values that were read back to those of the picture: display values if `encodes` is
// set. Returns false if light is not finite.
bool frame_convert(const struct frame_format *format, struct image *image, struct error *error);

// ---- the part that is shown

// The part of a frame that a picture shows: the chain's output, or with --at the output of a step
// or a pass.
struct capture_view {
    struct renderer *renderer;
    const char *at;   // --at; NULL: the end of the chain
    const char *path; // of scopes, "dual/up 640x360"; NULL: the chain's output
    struct frame_format format;
};

// Switches off all steps of the chain after the one that --at names, and sets whether the file
// stores scene-linear light and floats.
bool capture_view_cut(struct draw_options *draw, const struct picture_options *options,
                      struct error *error);

// Initializes the view of a chain after capture_view_cut. The names of files are made from
// options->path. If `at` is a pass, the renderer copies its output. `depth`: bits of display
// values.
void capture_view_init(struct capture_view *view, const struct picture_options *options, int depth,
                       struct renderer *renderer);

// Finds the pass to show in the first frame after it was drawn. Returns false if there is no such
// pass, or if it has display values and the file needs light.
bool capture_view_find(struct capture_view *view, const struct gpu_frame *frame,
                       struct error *error);

// Finds the pass, and reads the picture of that frame, which the caller finishes. Returns the exit
// status, with an error unless it is 0.
int capture_view_read(struct capture_view *view, const struct gpu_frame *frame, struct image *image,
                      struct error *error);

// Passes inside steps that output an image, "dual/up 640x360": of the step whose name the `length`
// characters of `step` begin, or with 0 of all steps.
struct capture_passes {
    int count;
    char paths[GPU_TIMER_MAX_SCOPES][PASS_PATH_SIZE];
};

void capture_passes_list(struct capture_passes *passes, const struct pass_stats *tree,
                         const char *step, size_t length);

// Return the texture to read after each frame, and the type of its values for frame_convert.
const struct texture *capture_view_texture(const struct capture_view *view);
enum image_type capture_view_type(const struct capture_view *view);

// Adds the texts of a picture's file about how it was made. `frame`: the number that animated it.
void capture_view_describe(const struct capture_view *view, double time, int frame,
                           struct image_texts *texts);

// Like capture_view_describe, for any picture of a renderer. `chain` is NULL for a picture of
// several chains, which gets no texts of chain and scene. `time` is in seconds. The caller finishes
// the texts.
void capture_describe(const struct renderer *renderer, const struct chain *chain, double time,
                      int frame, struct image_texts *texts);

// Writes a time for the texts of a picture: with the fewest digits, at least nine, that read back
// to the same value.
enum { CAPTURE_TIME_SIZE = 32 };
void capture_describe_time(double time, char out[CAPTURE_TIME_SIZE]);

// Prints the times of passes, after a line about the machine and the frames.
void capture_times_print(const struct renderer *renderer, const struct pass_stats *stats,
                         FILE *out);

// Writes the text after "wrote out.png": ", 1280x720, GPU 1.263 ms", without the time if no frame
// was timed.
enum { CAPTURE_TIMES_SIZE = 64 };
void capture_times_line(const struct capture_view *view, const struct pass_stats *stats,
                        char out[CAPTURE_TIMES_SIZE]);

// Returns true if a pass is one of that step, "dual/up 640x360" of "dual".
bool capture_pass_is_of(const struct pass_place *place, const char *step);

// Returns the node that a pass belongs to; NULL for the scene.
const struct plan_node *capture_pass_node(const struct plan *plan, const struct pass_place *place);

// Returns true if a pass outputs display values: the last pass of a step does if the step does, an
// earlier pass if the step's input is display values. A scene is light.
bool capture_pass_is_display(const struct plan *plan, const struct pass_place *place);
