#pragma once

#include "app/options.h"

// app/compare/golden: directories of pictures that are known to be good, and checks that they are
// still drawn the same. Implements --record and --verify.
//
// A directory has a list, cases.txt: a line per picture, with its name and the options that draw
// it. --record draws those that do not exist yet. --verify draws all of them to another directory
// and compares each like --compare, with the tolerance of its line; --accept replaces pictures by
// those drawn now, after you have checked them.
//
//   halation --record pictures                       # begins a list, and draws it
//   halation --verify pictures -o failed/            # after a change
//   halation --verify pictures --accept 'night*'

// Draws the pictures of a directory's list that do not exist yet; creates the list if there is
// none. Returns the exit status.
int golden_record(const struct options *options);

// Draws all pictures again and compares each within its tolerance; then replaces those in
// `options->golden.accepted`. Returns 0 if all are within, 1 if one is not or is missing,
// EXIT_USAGE if one cannot be drawn or compared, or if another renderer drew a picture to replace
// and `options->golden.other_renderer` does not allow that.
int golden_verify(const struct options *options);

// ---- the list of a folder: cases.txt
//
//   # comment
//   night: --chain night --size 480x270 --tolerance dithered
//   light.pfm: --chain dual --scene 'image:file=a photo.png'
//
// The name is that of the file; .png is appended if it has no known ending. Words are quoted as in
// a shell (app/text/shell.h). Names of files in options are relative to the working directory.

struct golden_case {
    char *file;    // owned; name in the directory
    char *path;    // owned; with the directory
    int line;      // from 1
    bool is_taken; // in the shard, and accepted if the options accept cases
    char *text;    // owned
    char **words;  // owned; pointers into `text`: the name, then argv of the options, which point
                   // into them too
    struct options options;
};

struct golden_list {
    char *path; // owned
    int count;
    struct golden_case *all; // owned
};

// Creates the list of a directory that has none: every preset on the icosahedra and every scene
// through `dual`, with a size and samples that do not depend on the machine; and small pictures of
// light by each implementation of each blur. Creates the directory, too.
bool golden_list_begin(const char *folder, struct error *error);

// Reads the list of the directory `given->golden.folder`. The machine's options (GPU, shaders) are
// copied from `given`. Returns false with file, line and reason on an error. Call
// golden_list_finish in any case.
bool golden_list_read(struct golden_list *list, const struct options *given, struct error *error);
void golden_list_finish(struct golden_list *list);
