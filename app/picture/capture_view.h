#pragma once

#include "app/lab/lab.h"
#include "app/measure/stats/pass_stats.h"
#include "app/picture/frame_queue.h"

// What pictures and sequences have in common: what of a frame is shown, and what is said of it.

// What of a frame a picture shows: what the chain puts out, or with --at what it is after a step or
// a pass.
struct capture_view {
    const char *at;   // of the options; NULL: the end of the chain
    const char *path; // of scopes, "dual/up 640x360"; NULL: the chain's output
    struct frame_format format;
};

// Switches off all steps of the chain after the one that --at names.
bool capture_view_cut(struct chain *chain, const struct picture_wish *wish, struct error *error);

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
void capture_view_describe(const struct capture_view *view, const struct lab *lab, double time,
                           struct image_texts *texts);

// The same of any picture of a lab. `chain` may be NULL for a picture of several, which says
// nothing of chain and scene. `time` in seconds. The caller finishes the texts.
void capture_describe(const struct lab *lab, const struct chain *chain, double time,
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
