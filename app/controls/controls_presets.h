#pragma once

#include "app/workbench/workbench.h"

// What keys do in the sheet of presets and chain files.

// Shows the sheet, which then lists the files of the current folder, or hides it.
void controls_presets(struct workbench *workbench, int key, unsigned modifiers);

// Lists the folder's files anew.
void controls_list(struct workbench *workbench);

// Opens what is chosen there; undo brings the chain back.
void controls_open(struct workbench *workbench, int key, unsigned modifiers);

// Moves the choice with the arrow keys, Home and End, and opens it with Return. Returns whether the
// key is one of them and the sheet is shown.
bool controls_choose(struct workbench *workbench, int key);
