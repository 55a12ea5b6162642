#pragma once

#include "app/stage/stage.h"

// Copies the command line that opens a window like this one, with both chains where there are two,
// and says so. `options`: what this one was opened with; `width` and `height` are now the window's.
void command_line_copy(const struct options *options, const struct stage *stage,
                       struct workbench *workbench);
