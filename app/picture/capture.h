#pragma once

#include "app/options.h"

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

// Draws one picture and writes it to `wish->path`, without a word. Returns the exit status, and the
// error where that is not 0.
int capture_picture(const struct draw_wish *draw, const struct picture_wish *wish,
                    struct error *error);
