#pragma once

#include "app/renderer/renderer.h"
#include "app/results/outputs.h"
#include "render/paint/font.h"
#include "render/paint/paint.h"

// app/picture: writes pictures to files.
//
//   capture        --screenshot; --overlay lays GPU times over it
//   sequence       many frames, which are compressed on all processors
//   contact_sheet  --sheet: small pictures side by side, with their names
//   capture_view   what of a frame is shown (--at), and what is said of it in file and terminal
//   frame          the file of a frame: its name and its values
//   retake         what a picture says of how it was made, to make it once more
//   panel_colours  of what is drawn over pictures, as in the window
//
// A mode opens a headless renderer, draws, reads back the texture of the view, and writes it. The
// same options give the same bytes on every run.

// Runs --screenshot: writes a picture without a window, and prints a line with its GPU time; for
// -o FILE.gpl also, or only, the palette of the last step that has one. Returns the exit status.
int capture_run(const struct draw_options *draw, const struct picture_options *options,
                const struct outputs *outputs);

// Runs a sequence: draws, reads back, compresses and writes several frames at the same time; the
// bytes are the same on every run. Returns the exit status. However the program ends, all files on
// disk are complete pictures.
int sequence_run(const struct draw_options *draw, const struct picture_options *options);

// Number of frames of a sequence without --frames, and the most that one may have.
enum { SEQUENCE_DEFAULT = 60, SEQUENCE_MAX = 1000000 };

// Draws lines of text on a dark plate in the top left corner of a picture of display values (U8),
// whose height gives the size of the letters, unless it is narrow. If not all lines fit, the last
// one has the number of the others. Pixels outside of `area` do not change. Fails if the picture is
// too small for a few lines.
bool capture_draw_text(struct image *image, const struct font *font, const char *text,
                       struct paint_area *area, struct error *error);

// Draws one picture and writes it to `options->path`; prints nothing. Returns the exit status, with
// an error unless it is 0.
int capture_picture(const struct draw_options *draw, const struct picture_options *options,
                    struct error *error);

// Like capture_picture, but on the current context, such as a window's, outside a GPU frame. On the
// same GPU the file has the same bytes.
int capture_picture_here(const struct draw_options *draw, const struct picture_options *options,
                         struct error *error);
