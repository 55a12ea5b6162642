#pragma once

#include "app/options.h"
#include "app/window/input/window.h"
#include "app/window/stage/stage.h"

// Does what the workbench wishes and only the loop can do, once a frame and before it is drawn. A
// picture is written after that, so that it shows it. `options`: what the window was opened with;
// `command` (may be NULL) writes their command line, copied with what is shown now.
void wishes_grant(struct window *window, const struct options *options,
                  const struct command_line *command, struct stage *stage,
                  struct workbench *workbench);
