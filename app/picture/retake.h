#pragma once

#include "effects/chain.h"
#include "render/image/image.h"
#include "render/scene/scene.h"
#include "render/text/error.h"

// What a file is that was given, and what a picture says of itself.

// What kind of file was opened without saying so: dropped on the window, or named alone on the
// command line.
enum file_kind { FILE_PICTURE, FILE_CHAIN, FILE_PALETTE, FILE_TABLE, FILE_EFFECT, FILE_KINDS };

// Chains, palettes, tables and shader files are known by their endings, pictures by their bytes. A
// file that has only the ending of a picture counts as one, so that reading it says what is wrong
// with it. False with the reason for all else.
bool file_kind_find(const char *path, enum file_kind *kind, struct error *error);

// What a picture says about how it was made (capture_describe), to make it once more.
struct retake {
    struct chain chain;
    struct scene_choice scene;
    double time;              // seconds; 0 where it says none that --time takes
    struct image_texts texts; // owned; all of them, under the names of options
    int depth;                // bits a channel
    const char *changed;      // the name of a file of a step that is another one now; NULL: none
};

// Reads a picture's texts. Files that they name are taken from beside the picture and nowhere else.
// False with the reason for what is no picture, for one that says no chain or
// scene, and for one that this version cannot follow. To be finished in every case.
bool retake_read(struct retake *retake, const char *path, struct error *error);

// Writes a line where the shaders of the picture are not those of `folder`, which may be NULL, or
// the built-in ones: "it was drawn with the built-in shaders, and now ...". False where they are.
bool retake_describe_shaders(const struct retake *retake, const char *folder, char *out,
                             size_t size);

// The same of the texts before the texels, without unpacking those and without the depth.
bool retake_read_texts(struct retake *retake, const char *path, struct error *error);
void retake_finish(struct retake *retake);
