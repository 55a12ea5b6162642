#pragma once

#include "app/lab/edit/preset.h"

// Chains of text that was copied elsewhere.

enum { PASTE_MOST_BYTES = 64 * 1024, PASTE_MOST_CHAINS = 2 };

struct paste {
    int count; // of chains: 1, or the two of a command line that has both sides
    struct chain chains[PASTE_MOST_CHAINS];
    int preset;    // that the last of them is, unchanged; -1: none
    bool has_more; // options of a command line that were passed over
};

// Reads chain text, the name of a preset, "@FILE", or a command line of this program, of which the
// chains count; also as an answered letter quotes them, with > before each line. False with the
// reason, and with the place, unless that is NULL or there is none.
bool paste_read(struct paste *paste, const char *text, struct chain_place *place,
                struct error *error);
