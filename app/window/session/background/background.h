#pragma once

#include "app/measure/copies.h"
#include "app/measure/pass_stats.h"
#include "app/measure/quality/quality.h"
#include "app/renderer/renderer.h"
#include "app/window/state/ui_state.h"
#include "render/gpu.h"
#include "render/histogram.h"
#include "render/read_back.h"
#include "render/shader_source.h"

// app/window/session/background: measurements and pictures beside the main picture while the window
// runs. Each is divided among frames, or runs in a thread.

// ---- the scene

// Replaces the running scene by the one in the ui_state. Numbers are set at once. The image of a
// file is read in a thread (job.h), while the window draws the last one; a newer request replaces
// the one that is being read. If a scene cannot be created, an error is printed and the running
// scene stays.

struct scene_sync {        // zeroed: nothing is being read
    struct scene_job *job; // reads the new scene; NULL: none
    // At the time of the request. If the scene fails, a chain that was requested with it is given
    // up too.
    struct chain running_chain, requested_chain;
};

void scene_sync_finish(struct scene_sync *sync);

// The first returns true if a file is being read, the second if there is work for the next frame.
bool scene_sync_is_reading(const struct scene_sync *sync);
bool scene_sync_is_due(const struct scene_sync *sync);

// Takes the scene of the ui_state, or begins to read it.
void scene_sync_request(struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui);

// Continues with a file that is being read, and with a large image that is refined step by step. To
// be called once per frame, outside a GPU frame.
void scene_sync_read(struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui);

// Reads the scene's file again. On failure the old image stays.
void scene_sync_reread(struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui);

// Returns the scene whose files are in use: the one that is being read, or else the running one.
const struct scene_choice *scene_sync_current(const struct scene_sync *sync,
                                              const struct renderer *renderer);

// ---- light

// The scene-linear light of the shown chain and of the other side's before their first step that
// makes display values, as an .exr of the same chains holds it: for the loupe, after each change;
// and for histograms on the page Light, at most ten times a second. All is drawn outside the frames
// that are timed.

struct light { // zeroed: nothing is drawn
    // To be set before each frame.
    bool shows_histograms, shows_loupe;
    // 0: the light of the shown chain; 1: that of the other side.
    struct chain_light {
        struct side side;         // the chain, and the image in the source's size
        bool was_tried, is_built; // was_tried: building the plan was tried; is_built: it succeeded
        bool is_valid;            // nothing has changed since it was drawn
    } sides[2];

    struct histogram_counter counters[2];
    // `before`: the light before the chain and the display values that are shown. `after`: the
    // light of the shown chain.
    struct histogram before, after;
    bool is_known, has_after;
    bool is_due;             // something has changed since they were counted
    double next;             // clock_seconds before which nothing is counted
    const struct side *seen; // that was shown in the last frame
};

void light_finish(struct light *light); // with a current context

// Draws the lights that are out of date, and counts the pictures that are shown; outside a GPU
// frame, after all else was drawn. `other` may be NULL. `changed`: something has changed since the
// frame before. `may_build`: no other program is being compiled.
void light_draw(struct light *light, struct renderer *renderer, const struct side *seen,
                const struct chain *other, bool changed, bool may_build);

// Returns the light of the shown side (0) or of the other side (1); NULL while there is none.
const struct texture *light_of(const struct light *light, int side);

// Returns true if more frames are to be drawn although nothing moves.
bool light_is_due(const struct light *light);

// ---- two sides

// Two chains at the same time of the scene: the renderer's own and another. Draws the other one,
// measures both in the same frames, and compares their pictures.

struct sides_difference {
    double psnr; // dB, of display values; INFINITY: identical
    double ssim;
    double most; // largest difference of a channel, 0 to 255
};

enum { SIDES_SAMPLES = 30 };

struct sides {
    // There is another side, and it has the picture's size. While its programs compile for a new
    // size, sides_draw sets it to false, and sides_update builds the side again.
    bool shown;
    struct side other;
    struct copies copies;
    bool waits;              // for the program that measures copies
    struct pass_stats stats; // of frames in which both sides ran
    int frames_left;         // still to be measured
    int64_t first;           // first GPU frame that counts; the one before may compile programs
    double begun;            // clock_seconds when measuring began
    struct read_back reader; // of both pictures, while frames are drawn
    bool is_unread;          // the current pictures are still to be read
    struct comparison *comparison; // of the pictures that were read last; NULL: none
    struct sides_key {
        struct chain chains[2];
        int frame, width, height;
        unsigned reloads;
    } compared;       // state at the last measurement
    bool is_compared; // both sides still show that state
};

// Measurements of each side and of both together. Index 0 is the renderer's chain, 1 the other.
struct sides_numbers {
    double time[2]; // GPU milliseconds, medians; NaN: not known yet
    double copies[2];
    double bytes[2];  // read and written, per frame
    int frames;       // number of measured frames
    struct pair pair; // the other side compared with the renderer's
    bool has_difference;
    struct sides_difference difference;
};

void sides_init(struct sides *sides);
void sides_finish(struct sides *sides); // with a current context

// Takes the other chain, and builds what has changed; NULL: none, which frees the resources of the
// other side. If the chain cannot run here, returns false with the reason, and there is no other
// side.
bool sides_update(struct sides *sides, struct renderer *renderer, const struct chain *other,
                  struct error *error);

// Rebuilds the plan of the other side, if there is one. On failure the old plan stays.
bool sides_rebuild(struct sides *sides, struct renderer *renderer, struct error *error);

// Draws the other side after the renderer was drawn, outside a GPU frame. `is_still`: time is
// paused, so both sides are measured and compared over the next frames.
void sides_draw(struct sides *sides, struct renderer *renderer, bool is_still);

// Takes the times of a GPU frame. Returns false if sides_draw did not draw it.
bool sides_count(struct sides *sides, const struct gpu_frame *frame);

// Returns true if more frames are to be drawn although nothing moves.
bool sides_are_due(const struct sides *sides);

// `chains`: the current chains of the renderer and of the other side. Results of earlier chains
// count as not known.
void sides_sum_up(const struct sides *sides, const struct chain *const chains[2],
                  struct sides_numbers *numbers);

// ---- a step's GLSL

// The GLSL that the selected step runs in the picture: the programs of its passes, in their order,
// and the files that they include. It is read again when the renderer has another plan.

// A file of a program as it was written, or a generated text.
struct source_text {
    char name[UI_SOURCE_FILE_SIZE]; // path in the shaders' folder, of a user shader, or the title
                                    // of a generated text
    char notes[200];   // passes that run it, in order; for a part, the files that include it
    char place[512];   // path of the file; "": generated
    char defines[500]; // of the program: "DOWN, GROUP=16"
    const struct program *program; // NULL: a part, which the program before it includes
    bool is_file;                  // it can be edited
    bool is_user_shader;
    char *text; // owned
};

enum { SOURCE_TEXTS_MAX = 48 };

struct source_texts {
    int step, plans;   // that the texts belong to; plans: as renderer.plans
    unsigned readings; // number of times that they were read
    char title[96];    // the step and its implementation
    const char *why;   // reason if there is nothing to show; NULL: there is
    int count;
    int own; // index of the file that is named like the effect; 0: there is none
    struct source_text all[SOURCE_TEXTS_MAX];
};

void source_texts_finish(struct source_texts *texts);

// Reads the texts of a step if they belong to another step or another plan. To be called outside a
// GPU frame.
void source_texts_update(struct source_texts *texts, struct renderer *renderer, int step);

// ---- texts of shaders that are typed

// Texts of shaders that are typed in the window. They are read instead of their files, so reading
// the shaders again makes them run. A text whose frame takes too long, for example because it has
// an endless loop, is given up for the last one that was drawn in time. As long as a text is not
// saved, the last one that was read is in a file of the user's state folder, so it is not lost with
// a driver that ends the program.

enum { SOURCE_EDITS_MAX = 16 };

struct source_edits { // zeroed: none
    int count;
    struct source_edit {
        char file[UI_SOURCE_FILE_SIZE];
        char *typed;         // owned, as are the others
        char *drawn;         // the last one that was drawn in time; NULL: the file's
        char *saved;         // of the file when it was last read or written
        bool is_user_shader; // the file of a step
        bool is_new;         // `typed` was not drawn yet
        bool is_bad;         // `typed` does not compile, or takes too long
    } all[SOURCE_EDITS_MAX];
    struct shader_edit read[SOURCE_EDITS_MAX + 1]; // what is read instead of the files
    bool is_shader_unread, is_file_unread;         // shaders, or files of steps, must be read again
    bool had_slow_frame;                           // the last frame with a new text was slow
    struct error error;                            // of the last text; "": none
};

void source_edits_finish(struct source_edits *edits);

// Takes the text of the ui_state if it has not been changed for a moment. Sets ui->source.unsaved.
void source_edits_take(struct source_edits *edits, struct ui_state *ui);

// Returns true if a text was not drawn yet.
bool source_edits_are_new(const struct source_edits *edits);

// Reports that the new texts do not compile.
void source_edits_fail(struct source_edits *edits, const struct error *error);

// To be called after a frame with new texts, whose GL calls took `seconds`: waits for it. A frame
// whose calls were slow is drawn once more, since the driver may have compiled in it. Gives the
// texts up if a frame takes too long.
void source_edits_check_frame(struct source_edits *edits, double seconds);

// Prints that a file with a typed text was changed on disk, if one was.
void source_edits_show_changed(const struct source_edits *edits, struct ui_state *ui);

// Writes the text of the ui_state to its path in the shader folder, or without one in the folder
// halation_shaders. If another text is there, asks first.
void source_edits_save(struct source_edits *edits, struct ui_state *ui);

// Returns to the text of the file, but asks first if the typed one is not saved.
void source_edits_reset(struct source_edits *edits, struct ui_state *ui);

// Returns the text that was typed for a file; NULL: none.
const char *source_edits_text(const struct source_edits *edits, const char *file);

// Prints where the text is that was not saved when a window ended, if there is one. Texts of
// windows that still run are theirs.
void source_edits_show_lost(struct ui_state *ui);

// Forgets the text that this window would lose.
void source_edits_forget_lost(void);

// ---- the point spread

// Measures the point spread of the selected blur, its image of one lit texel, while the page is
// shown. The implementation is the one of the picture; it runs alone, in RGBA32F, in pictures of
// its own outside the GPU frames that are timed. One picture is drawn per frame.

enum {
    POINT_SPREAD_POINTS = 129, // of a profile, evenly spaced from -range to range
    POINT_SPREAD_CELLS = 49,   // side of the small picture
    POINT_SPREAD_LINES = 9,
};

struct point_spread {
    int step; // number in the chain; -1: none
    // The blur that is measured.
    struct chain chain; // one step whose lengths are in px and which has no region; empty: none
    const struct effect_impl *impl; // the one that the picture uses; NULL: none
    unsigned reloads;               // of the program cache, when measuring began
    double asked;                   // sigma, px; 0: the step is not set by a sigma
    double expected;                // sigma, px
    double far;                     // radius beyond which there is no light, px
    struct spread spread;           // its pictures
    double sigma;                   // of the last result, px, horizontally
    bool is_sharp;                  // the step does not blur
    struct error error;             // reason if it cannot be measured; "": it can

    // The values that the panel shows. Light is a share of the peak of the Gaussian of the same
    // sigma.
    char title[96]; // the step and its implementation
    char note[240]; // a remark; "": none
    bool is_known;  // the fields below are valid
    float range;    // px to each side of the point
    float across[POINT_SPREAD_POINTS], gaussian[POINT_SPREAD_POINTS];
    float cells[POINT_SPREAD_CELLS][POINT_SPREAD_CELLS];
    int line_count;
    struct point_spread_line {
        char label[24], words[96];
    } lines[POINT_SPREAD_LINES];
};

void point_spread_finish(struct point_spread *spread);

// Measures that step of the renderer's chain, or the first step that blurs if that one does not. To
// be called between GPU frames.
void point_spread_draw(struct point_spread *spread, struct renderer *renderer, int step);

// Returns true if more frames are to be drawn although nothing moves.
bool point_spread_is_due(const struct point_spread *spread);

// ---- small pictures of presets

// Small pictures of all items on the dialog of presets, drawn with the scene at the time when the
// dialog was opened. A few are drawn between two frames, once their programs are compiled. They are
// freed when the dialog is closed.

struct preview {
    bool is_done;
    struct texture picture; // id 0: it cannot be drawn, see `error`
    char error[sizeof(((struct error *) 0)->text)];
};

struct previews { // zeroed: nothing is shown
    int count;
    struct preview *all; // owned; NULL: none are shown
    int width, height;   // of each picture, from the ui_state
    struct texture source;
    // The scene that the pictures show, and its time in seconds.
    struct scene_choice scene;
    double time;
    unsigned reloads, lists; // counters of program reloads and of listings of the folder
};

void previews_finish(struct previews *previews); // with a current context

// Draws the next pictures if the ui_state shows the dialog, outside a GPU frame; otherwise frees
// all of them. `may_compile`: no other program is being compiled.
void previews_draw(struct previews *previews, struct renderer *renderer, const struct ui_state *ui,
                   bool may_compile);

// Returns true if pictures are still to be drawn.
bool previews_are_due(const struct previews *previews);

// ---- times of implementations

// Measures the time of each implementation of one step in its chain, between the frames of a
// window: each is compiled and then runs a few times, one run a frame. Each runs in the whole
// chain, since it may fuse pointwise neighbours into its passes; the time is that of the step
// together with these. Times are those of gpu_scope_effort.

enum { TRIALS_MAX = 64, TRIALS_SAMPLES = 9 };

enum trial_state {
    TRIAL_WAITS,
    TRIAL_COMPILES,
    TRIAL_RUNS, // has a time, and runs again
    TRIAL_DONE,
    TRIAL_CANNOT_RUN,
    TRIAL_IS_TOO_SLOW, // by the estimate of the GPU's profile
};

struct trial {
    enum trial_state state;
    struct error why; // for the last two states
    int requested;    // runs that are enough; 0: not known yet
    int runs, seen;   // runs submitted, and runs finished; the first may compile and does not count
    int samples;
    double times[TRIALS_SAMPLES]; // milliseconds
    double time;                  // their median; NaN: not known yet
    double bytes;                 // the minimum that its passes must move
    double expected;              // milliseconds of the next run
    int first_node, last_node;    // of its plan: those that count
};

struct trials {         // zeroed: nothing was measured
    bool is_on;         // measuring; clear it to stop
    struct chain chain; // with impl=auto for the measured step
    int step;
    int width, height;
    unsigned reloads;
    int count; // number of implementations
    struct trial items[TRIALS_MAX];

    struct chain tried; // the chain that runs
    struct plan plan;
    struct gpu_timer timer; // a separate one, so that no frames of the renderer are lost
};

void trials_finish(struct trials *trials); // with a current context

// Begins to measure the implementations of a step of the renderer's chain. Fails if the step has
// only one.
bool trials_begin(struct trials *trials, const struct renderer *renderer, int step,
                  struct error *error);

// Continues to measure, outside a GPU frame; stops if the chain differs in more than the step's
// implementation. Returns true if that was the last.
bool trials_draw(struct trials *trials, struct renderer *renderer, const struct chain *chain);

// Returns true if the results are those of that step of that chain in the picture's size.
bool trials_are_of(const struct trials *trials, const struct renderer *renderer,
                   const struct chain *chain, int step);

// Returns the share of the runs that are finished, 0 to 1.
double trials_progress(const struct trials *trials);

// Returns the effect whose implementations were measured.
const struct effect *trials_effect(const struct trials *trials);

// Returns the fastest as an index of effect.impls; -1: not all are measured, or none has a time.
int trials_fastest(const struct trials *trials);

// ---- passes

// Shows one pass: the renderer's chain runs once more, in a GPU frame of its own, and the output of
// the pass is copied. So the times remain those of the chain alone.

struct pass_view { // zeroed: shows no pass
    struct pass_place place;
    bool is_valid;     // the picture of the last frame is still valid
    bool is_light;     // the pass outputs light; otherwise display values
    int width, height; // px, of the pass's output
    struct side side;  // the chain and the picture; it has no plan
};

// Returns true if a pass is shown.
bool pass_view_is_shown(const struct pass_view *view);

// Returns true if it is a pass inside a step, which --at names by its path. The output of a step is
// shown by cutting the chain after it.
bool pass_view_is_inner(const struct pass_view *view);

// Shows that pass from the next frame on; path "" shows none.
void pass_view_set(struct pass_view *view, struct renderer *renderer,
                   const struct pass_place *place);

// Draws the pass's image scaled to the size of the picture, texel by texel, after the renderer was
// drawn. `changed`: something has changed since the last frame. Returns false, and shows no pass
// any more, if the chain has no such pass or the pass outputs no image.
bool pass_view_draw(struct pass_view *view, struct renderer *renderer, bool changed);

// Returns the last output of the pass, in its own size and format.
const struct texture *pass_view_image(const struct pass_view *view,
                                      const struct renderer *renderer);

void pass_view_finish(struct pass_view *view); // with a current context

// Shows small pictures of all passes of a step, one a frame: the pass is copied while the chain
// runs or, where nothing has to run again, the chain runs once more for each.

enum { PASS_THUMBNAILS_MAX = 64 };

struct pass_thumbnails { // zeroed: has no pictures
    int count;
    struct thumbnail {
        struct pass_place place;
        int scope;              // in the tree of times
        bool is_valid;          // the picture shows the output of the pass
        struct texture picture; // id 0: not drawn yet
    } passes[PASS_THUMBNAILS_MAX];
    int next;            // the pass that was copied last
    int frames;          // since then
    bool makes_snapshot; // in this frame
    // Exchanged with gpu.snapshot from pass_thumbnails_begin to pass_thumbnails_end.
    struct gpu_snapshot snapshot;
};

// To be called before and after the renderer is drawn, outside a GPU frame. `is_still`: only what
// has changed runs. `ran`: something did.
void pass_thumbnails_begin(struct pass_thumbnails *thumbnails, struct renderer *renderer,
                           const struct pass_stats *stats, int step);
void pass_thumbnails_end(struct pass_thumbnails *thumbnails, struct renderer *renderer,
                         bool is_still, bool ran);

// Returns true if a picture is still to be drawn although nothing moves.
bool pass_thumbnails_are_due(const struct pass_thumbnails *thumbnails);

void pass_thumbnails_finish(struct pass_thumbnails *thumbnails); // with a current context
