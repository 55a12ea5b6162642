#pragma once

#include "app/window/stage/stage.h"

// Writes what was drawn last to the first free name of halation_0001.png and so on, with words by
// which it can be made again. The workbench says where, or what is in the way.
void snapshot_write(const struct stage *stage, struct workbench *workbench);
