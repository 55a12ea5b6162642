#pragma once

#include "render/text/error.h"

// Writes the list that a folder begins with: every preset on the icosahedra and every scene through
// `dual`, in a size and with samples that depend on no machine. False with the reason.
bool golden_default_write(const char *path, struct error *error);
