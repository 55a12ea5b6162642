#pragma once

#include "app/lab/lab.h"

// Numbered files as footage: --image 'shot_%04d.png', counted from 0 or 1 up to the first that is
// missing. A file of that very name goes first.

struct footage {
    int first, count; // 0: it is none
    struct scene_choice pattern;
};

// Finds the files, and makes `scene` their first one. False with the reason where there is none.
bool footage_find(struct footage *footage, struct scene_choice *scene, struct error *error);

// Makes the lab's scene the i-th frame, 0 to count - 1.
bool footage_show(const struct footage *footage, int i, struct lab *lab, struct error *error);
