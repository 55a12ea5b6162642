#pragma once

#include "effects/chain.h"
#include "render/image/image.h"
#include "render/scene/scene.h"
#include "render/text/error.h"

// Detects the kind of a file, and reads from a picture how it was made.

// Kinds of files that can be dropped on the window or named on the command line without an option.
enum file_kind { FILE_PICTURE, FILE_CHAIN, FILE_PALETTE, FILE_TABLE, FILE_EFFECT, FILE_KINDS };

// Chains, palettes, tables and shader files are recognized by their endings, pictures by their
// bytes. A file with only the ending of a picture counts as one, so that reading it reports the
// error. Returns false with the reason for all other files.
bool file_kind_find(const char *path, enum file_kind *kind, struct error *error);

// The options in a picture's texts (capture_describe), to draw it once more.
struct retake {
    struct chain chain;
    struct scene_choice scene;
    double time;              // seconds; 0 if there is none that --time accepts
    struct image_texts texts; // owned; all texts, by the names of options
    int depth;                // bits a channel
    const char *changed;      // name of a step's file whose contents have changed since; NULL: none
};

// Reads a picture's texts. Files that they name are only read from the picture's directory. Returns
// false with the reason if it is not a picture, has no chain or scene, or this version cannot draw
// it. Call retake_finish in any case.
bool retake_read(struct retake *retake, const char *path, struct error *error);

// Writes a line if the shaders of the picture are not those of `folder` (NULL: the built-in ones):
// "it was drawn with the built-in shaders, and now ...". Returns false if they are the same.
bool retake_describe_shaders(const struct retake *retake, const char *folder, char *out,
                             size_t size);

// Like retake_read, but reads only the texts before the texels: does not decode the texels and does
// not set `depth`.
bool retake_read_texts(struct retake *retake, const char *path, struct error *error);
void retake_finish(struct retake *retake);
