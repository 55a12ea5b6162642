#pragma once

#include "effects/chain.h"

// Messages of the window. One line is shown at a time, and a new one replaces it. Notices disappear
// after some seconds, errors later. An error whose cause persists is shown again until the cause is
// fixed.

enum { MESSAGE_SIZE = 1024 };

// Causes of errors that can persist.
enum message_cause {
    MESSAGE_SHADERS, // the shader files do not compile
    MESSAGE_CHAIN,   // the file of the chain has an error
    MESSAGE_FILE,    // the file of a palette, kernel or table
    MESSAGE_EFFECT,  // a shader file that is a step
    MESSAGE_IMAGE,   // the image file of the scene
    MESSAGE_EXTENT,  // the window is larger than a texture can be
    MESSAGE_CAUSES,
};

// Work in progress.
enum message_work { MESSAGE_COMPILING, MESSAGE_READING, MESSAGE_KINDS_OF_WORK };

struct message { // zeroed: there is no message
    char words[MESSAGE_SIZE];
    bool is_error;            // `words` are an error
    struct chain_place place; // place in chain text that `words` refer to; no line: none
    double until;             // clock_seconds at which `words` disappear
    char progress[MESSAGE_KINDS_OF_WORK][MESSAGE_SIZE]; // shown instead of all else; "": none
    char error_text[MESSAGE_SIZE];                      // last error
    char wrong[MESSAGE_CAUSES][MESSAGE_SIZE];           // persistent errors; "": fixed
};

void message_show(struct message *message, const char *words);
void message_show_error(struct message *message, const char *words);

// Shows the current notice as long as an error, for results that may arrive while the user looks
// elsewhere.
void message_linger(struct message *message);

// Shows an error in chain text, with the line of the text and the place in it.
void message_show_error_at(struct message *message, const char *words,
                           const struct chain_place *place);

// Hides an error before its time because it is no longer true.
void message_hide_error(struct message *message, const char *words);

// The first makes the last error persist until its cause is fixed; a second call for the same cause
// changes nothing. message_resolve ends it.
void message_persist(struct message *message, enum message_cause cause);
void message_resolve(struct message *message, enum message_cause cause);

// Sets the text about work in progress, until it is set to "".
void message_set_progress(struct message *message, enum message_work work, const char *words);

// Returns the line to be shown; NULL: there is none, and `is_error` has no meaning.
const char *message_shown(const struct message *message, bool *is_error);

// Returns the place in chain text that belongs to the shown line; NULL: none.
const struct chain_place *message_place(const struct message *message);
