#pragma once

#include "effects/chain.h"
#include "render/image/image.h"
#include "render/scene/scene.h"

// What a picture says about how it was made (capture_describe), to make it once more.
struct retake {
    struct chain chain;
    struct scene_choice scene;
    double time;              // seconds; 0 where it says none that --time takes
    struct image_texts texts; // owned; all of them, under the names of options
    int depth;                // bits a channel
};

// Reads a picture's texts. Files that they name are taken from beside the picture and nowhere else
// (retake_files.h). False with the reason for what is no picture, for one that says no chain or
// scene, and for one that this version cannot follow. To be finished in every case.
bool retake_read(struct retake *retake, const char *path, struct error *error);

// The same of the texts before the texels, without unpacking those and without the depth.
bool retake_read_texts(struct retake *retake, const char *path, struct error *error);
void retake_finish(struct retake *retake);
