#pragma once

#include "app/options.h"

// The list of a folder of golden pictures, cases.txt: a line for each, with a name and the options
// that make it.
//
//   # comment
//   night: --chain night --size 480x270 --tolerance dithered
//   light.pfm: --chain dual --scene 'image:file=a photo.png'
//
// The name is the file's; without a known ending it gets .png. Words stand apart by spaces, and
// quotes of either kind keep them together, as in a shell. Names of files are as for the program
// itself: from where it runs.

struct golden_case {
    char *file; // owned; the picture's name in the folder
    char *path; // owned; with the folder
    int line;   // from 1
    int count;
    char **words; // owned, as is each; argv of the options, which point into them; first the name
    struct options options;
};

struct golden_list {
    char *path; // owned
    int count;
    struct golden_case *all; // owned
};

// Begins the list of a folder where it has none: every preset on the icosahedra and every scene
// through `dual`, in a size and with samples that depend on no machine. Makes the folder, too.
bool golden_list_begin(const char *folder, struct error *error);

// Reads the list of a folder. The machine's options (GPU, shaders) come from `given`. False with
// file, line and reason. To be finished in every case.
bool golden_list_read(struct golden_list *list, const char *folder, const struct options *given,
                      struct error *error);
void golden_list_finish(struct golden_list *list);

// Whether the i-th case is of the shard that is asked for: every N-th from the I-th on.
bool golden_list_takes(const struct golden_wish *wish, int i);
