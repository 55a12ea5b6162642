#pragma once

#include "app/options.h"

// app/compare/golden: folders of pictures that are known to be good, and whether they are still
// drawn so. These are --record and --verify.
//
// A folder has a list, cases.txt: a line for each picture, with its name and the options that make
// it. --record draws those that are not there yet. --verify draws all of them to another folder and
// compares each as --compare does, with the tolerance of its line; --accept puts what is drawn now
// in the place of a picture that was looked at and is good.
//
//   halation --record pictures                       # begins a list, and draws it
//   halation --verify pictures --diff failed         # after a change
//   halation --verify pictures --accept 'night*'

// Draws the pictures of a folder's list that are not there yet; without a list it begins one.
// Returns the exit status.
int golden_record(const struct options *options);

// Draws all of them again and compares, each within its tolerance; with `options->golden.accepted`
// it then replaces those. Returns 0 where all are within, 1 where one is not or is missing,
// EXIT_USAGE where something cannot be drawn or compared, or where another renderer drew a picture
// that would be replaced and `options->golden.other_renderer` does not allow that.
int golden_verify(const struct options *options);

// ---- the list of a folder: cases.txt
//
//   # comment
//   night: --chain night --size 480x270 --tolerance dithered
//   light.pfm: --chain dual --scene 'image:file=a photo.png'
//
// The name is the file's; without a known ending it gets .png. Words are those of a shell
// (app/lab/text/shell.h). Names of files are as for the program itself: from where it runs.

struct golden_case {
    char *file; // owned; the picture's name in the folder
    char *path; // owned; with the folder
    int line;   // from 1
    int count;
    char *text;   // owned
    char **words; // owned, in `text`; argv of the options, which point into them; first the name
    struct options options;
};

struct golden_list {
    char *path; // owned
    int count;
    struct golden_case *all; // owned
};

// Begins the list of a folder where it has none: every preset on the icosahedra and every scene
// through `dual`, in a size and with samples that depend on no machine; and small pictures of light
// by each implementation of each blur. Makes the folder, too.
bool golden_list_begin(const char *folder, struct error *error);

// Reads the list of a folder. The machine's options (GPU, shaders) come from `given`. False with
// file, line and reason. To be finished in every case.
bool golden_list_read(struct golden_list *list, const char *folder, const struct options *given,
                      struct error *error);
void golden_list_finish(struct golden_list *list);

// Whether the i-th case is of the shard that is asked for: every N-th from the I-th on.
bool golden_list_takes(const struct golden_wish *wish, int i);
