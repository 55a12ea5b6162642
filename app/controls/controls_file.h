#pragma once

#include "app/workbench/workbench.h"

// What the keys of files and of the clipboard do, for the table of controls.c.

void controls_save(struct workbench *workbench, int key, unsigned modifiers);
void controls_copy(struct workbench *workbench, int key, unsigned modifiers);
void controls_copy_command(struct workbench *workbench, int key, unsigned modifiers);
void controls_paste(struct workbench *workbench, int key, unsigned modifiers);
