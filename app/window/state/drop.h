#pragma once

#include "app/window/state/workbench.h"

// Takes files that were dropped on the window: pictures become the scene image, or, where one says
// how halation made it, its chain, scene and moment; a .chain file becomes the chain; a palette
// becomes that of the dithering step, or of one that is added. With several files the last of
// each kind counts. One drop is one state to undo.

enum { DROP_PATH_SIZE = 4096 };

struct drop { // zeroed: nothing was dropped yet
    // The picture that was made again last: dropped once more it is seen as it is.
    char remade[DROP_PATH_SIZE];
};

// Changes what is wanted, which the stage then follows, and says what it took. Where one of the
// files that count is wrong it says so, and nothing is taken. Decodes no picture.
void drop_take(struct drop *drop, struct workbench *workbench, char *const paths[], int count);
