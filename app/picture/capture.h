#pragma once

#include "app/renderer/renderer.h"
#include "app/results/outputs.h"
#include "effects/palette/palette.h"

// app/picture: writes a picture to a file.
//
//   capture        --screenshot; --overlay lays GPU times over it
//   capture_view   what of a frame is shown (--at), and what is said of it in file and terminal
//   frame          the file of a frame: its name and its values
//   retake         what a picture says of how it was made, to make it once more
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
