#pragma once

#include "app/measure/pass_stats.h"
#include "app/renderer/renderer.h"
#include "app/window/session/background/background.h"
#include "app/window/state/ui_state.h"
#include "render/file/file_watch.h"

// app/window/session: everything that runs in the window: the renderer, the view of one of its
// steps or passes, and the times of its passes. Outside GPU frames it is updated to the ui_state.
// If it cannot run the ui_state's chain or scene, it prints the error there and restores the last
// one.

enum { SESSION_MEDIAN_FRAMES = 120 }; // frames from which `stats` takes medians

struct session {
    struct renderer renderer;
    struct scene_sync scene; // replaces the scene when the ui_state has another
    // The step that is viewed: the chain up to it runs once more after the whole chain, untimed, so
    // that the times remain those of the whole.
    struct side step_side;
    bool shows_step;
    struct pass_view pass_view;
    struct pass_thumbnails thumbnails; // of the selected step, while its page is shown
    struct sides sides;
    struct light light;
    struct trials trials; // of implementations
    struct previews previews;
    struct point_spread spread;
    bool shows_spread; // the page of the point spread was shown in the last frame
    struct source_texts texts;
    struct source_edits edits; // of these texts
    bool is_typing;            // a text was changed and is not compiled yet
    struct pass_stats stats;
    struct pass_history history;
    bool has_shader_dir;  // otherwise the shaders are those compiled into the program
    int programs_missing; // that the ui_state's chains need and that are not compiled yet
    bool is_reloading;    // the shaders are being compiled again
    bool is_resizing;     // programs for another size are being compiled
    bool draws_always;    // every frame in full, also if nothing moves
    double frame_seconds; // wall-clock time of a frame, smoothed; 0: not known
};

// Creates the session on the current context. Returns false with the reason; must be finished in
// either case.
bool session_init(struct session *session, const struct draw_options *request, struct error *error);
void session_finish(struct session *session);

// Sets the picture's size, in pixels, to the largest that fits into width x height and that the
// scene allows. If that is larger than a texture can be, the old size stays and the ui_state shows
// an error until it fits. Returns false if programs for that size are still being compiled; call it
// again after the next frame.
bool session_resize(struct session *session, struct ui_state *ui, int width, int height);

// Makes the session run what the ui_state has, in this order: the scene, the picture's size,
// reloaded shaders, the edited chain, the chain of the other side. Copies the values and keeps no
// pointer to them. A change of values alone runs at once. If programs of the edited chain are
// missing, starts to compile them, prints their number and returns early: the last
// chain and the other side stay as they are on screen, and the next call tries again with the chain
// that the ui_state has then. The other side waits for its programs in the same way. If a chain
// cannot run, prints the error; the edited chain of the ui_state becomes the running one again
// (ui_restore_running), and another side is removed.
void session_update(struct session *session, struct ui_state *ui);

// Views the step or pass that the ui_state has selected for it, if any.
void session_update_view(struct session *session, struct ui_state *ui);

// Resets the state that the selected step holds between frames, and lets it find its colours in the
// picture of this frame.
void session_restart(struct session *session, struct ui_state *ui);

// Reads the shaders of --shader-dir again, and prints a message when all are compiled. If one does
// not compile, its old program stays.
void session_reload(struct session *session, struct ui_state *ui);

// Starts to time the implementations of the selected step on this GPU, or stops that, and prints a
// message. The next frames continue the measurement.
void session_measure(struct session *session, struct ui_state *ui);

// Returns true if a frame is to be drawn only when something changes: `draws_always` is not set,
// and time is paused, or the scene is not animated, or both sides are shown.
bool session_waits_for_changes(const struct session *session, const struct ui_state *ui);

// Draws one frame of the window. The scene and the chain, at the ui_state's time, are the GPU frame
// RENDERER_FRAME, whose times `stats` collects; while session_waits_for_changes, only what has
// changed. What is drawn after it does not count in these times: the viewed step and the other side
// run outside of GPU frames; a viewed pass, thumbnails while nothing moves, and measurements of
// sides and of implementations have GPU frames of their own.
void session_draw(struct session *session, struct ui_state *ui);

// Returns the edited side as it is shown: display values, in the picture's size.
const struct side *session_shown_side(const struct session *session);

// Writes which pass is viewed, and its size: "dual/up 640x360: light of 640x360, enlarged 2 times".
void session_describe_pass(const struct pass_view *view, char *out, size_t size);

// Returns true if more frames are to be drawn although nothing moves.
bool session_is_due(const struct session *session);

// Returns the seconds after which to call session_is_due again.
double session_pause(const struct session *session);

// Frees the versions of files of steps that nothing uses any more.
void session_free_old_files(struct session *session, const struct ui_state *ui);

// ---- files that are written

// Reads files again when they are written: the shaders of --shader-dir, the files that chains were
// read from or saved to, shader files and other files of steps, and the files of the scene. If a
// file has errors, they are shown until it is fixed, and the last good picture stays.

enum { RELOAD_MAX_FILES = 96, RELOAD_MAX_FOLDERS = 64 };

struct reload { // zeroed: nothing is watched
    struct file_watch watch;
    char *folders[RELOAD_MAX_FOLDERS]; // folders of --shader-dir; owned
    int folder_count;
    // Purpose of each watched file, parallel to the list in `watch`.
    int count;
    const char *paths[RELOAD_MAX_FILES]; // borrowed during reload_update
    enum message_cause causes[RELOAD_MAX_FILES];
};

// `shader_dir` as in --shader-dir; NULL: the shaders are compiled into the program.
void reload_init(struct reload *reload, const char *shader_dir);
void reload_finish(struct reload *reload);

// Updates the watch to the files that the session uses now, and reads files that were written.
// Never waits. `now`: clock_seconds. Returns true if any file was read.
bool reload_update(struct reload *reload, struct session *session, struct ui_state *ui, double now);

// Returns the seconds until reload_update should be called again; a longer pause shows changes
// late.
double reload_pause(const struct reload *reload);
