#pragma once

#include "effects/chain.h"

// What the window says, one line at a time: the newest replaces the one before. Words about what
// was done pass; an error passes later; one that stands for something that is still wrong comes
// back until that is mended.

enum { MESSAGE_SIZE = 1024 };

// What can stay wrong.
enum message_cause {
    MESSAGE_WORDS,   // a text field holds what was refused
    MESSAGE_SHADERS, // the shader files do not compile
    MESSAGE_CHAIN,   // so with the file of the chain, as it was written last
    MESSAGE_FILE,    // that of a palette, kernel or table
    MESSAGE_EFFECT,  // a shader file that is a step
    MESSAGE_IMAGE,   // that of the scene
    MESSAGE_EXTENT,  // the window is larger than a picture can be
    MESSAGE_CAUSES,
};

struct message { // zeroed: nothing to say
    char words[MESSAGE_SIZE];
    bool is_error;                            // the words
    struct chain_place place;                 // what the words are about; no line: nothing
    double until;                             // they are shown: of clock_seconds
    char working[MESSAGE_SIZE];               // shown before all else; "": nothing is waited for
    char reading[MESSAGE_SIZE];               // the same of files; after what is worked at
    char complaint[MESSAGE_SIZE];             // the last error
    char wrong[MESSAGE_CAUSES][MESSAGE_SIZE]; // "": mended
};

void message_say(struct message *message, const char *words);
void message_complain(struct message *message, const char *words);

// Keeps what was just said, which was waited for, as long as an error: it may come while no one
// looks.
void message_linger(struct message *message);

// Says what is wrong with chain text, of which the line is shown with the place in it.
void message_complain_at(struct message *message, const char *words,
                         const struct chain_place *place);

// Ends a complaint before its time: it holds no longer.
void message_withdraw(struct message *message, const char *words);

// Says what the last complaint is about: it stays until that is mended. A second call changes
// nothing.
void message_stays(struct message *message, enum message_cause cause);
void message_mended(struct message *message, enum message_cause cause);

// Says what is waited for, until it is called with "".
void message_work(struct message *message, const char *words);
void message_read(struct message *message, const char *words);

// Returns what is shown, NULL for nothing. `is_error` is set otherwise.
const char *message_shown(const struct message *message, bool *is_error);

// Returns the place that belongs to what is shown; NULL: none does.
const struct chain_place *message_place(const struct message *message);
