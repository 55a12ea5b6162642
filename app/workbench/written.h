#pragma once

#include "app/workbench/workbench.h"

// Says where a file was written, by its whole path: who looks at the window does not see where the
// program was started. `path` also goes to stdout. `what` follows the path: ", side A", or "".
void written_say(struct workbench *workbench, const char *path, const char *what);
