#pragma once

#include "render/text/error.h"

#include <stddef.h>
#include <stdint.h>

// Tokenises and prints the text of a chain, which has any number of steps, and of a scene, which
// has one: "threshold:level=1.2,-dual:sigma=2%h". A '-' switches a step off.
//
// text = [ step { ("," | newline) step } ]     step = ["-"] name { ":" key "=" value }
//
// Spaces around words and empty lines are ignored, and '#' begins a comment up to the end of the
// line. A name or a value with a space, ':', ',' or '#' needs double quotes and must be on one
// line. A comma may end a line, but not the text.

struct step_word {
    const char *text; // not terminated
    size_t length;
};

enum step_token_kind { STEP_NAME, STEP_OPTION, STEP_END };

struct step_token {
    enum step_token_kind kind;
    bool off;               // name: there is a "-" before it
    bool quoted;            // name: it stands in double quotes
    struct step_word word;  // the name, without its quotes, or the option's key
    struct step_word value; // option: without its quotes
};

// State of the tokeniser. Initialise it as { .text = text }; the text is borrowed.
struct step_text {
    const char *text;
    size_t at;
    bool in_step, has_options;
    // Key of the current step's only option that is a file, for suggestions in errors; NULL: none.
    // The caller sets it after each name.
    const char *file_key;
};

// Reads the next token. On failure `at` is the byte offset of the mistake.
bool step_text_next(struct step_text *reader, struct step_token *token, struct error *error);

// The parameters that the options of one step set. `row` returns row `i`, and sets *values to the
// struct that it describes; it returns NULL past the last row. `of` is its context.
struct step_target {
    const char *name; // of the effect or scene, for messages
    const struct param *(*row)(void *of, int i, void **values);
    void *of;
    uint64_t given; // bit i: row i was set; setting it twice is an error
};

// Returns the index of the row with that key; -1: there is none.
int step_target_find(const struct step_target *target, const char *key, size_t length);

// Parses the value of an option token into the row with its key. On failure the reader's `at` is
// the byte offset of the mistake.
bool step_text_set(struct step_text *reader, struct step_target *target,
                   const struct step_token *token, struct error *error);

// Inserts "column 11: " before the error, or "line 2, column 3: " if the text has several lines.
// `at` is a byte offset; columns count characters from 1. Returns false.
bool step_text_locate(const char *text, size_t at, struct error *error);

// Appends text to a buffer of `size` bytes (1 or more). `length` counts the bytes of the whole
// text, like snprintf, even if the buffer is too small. `out` is always terminated.
struct step_writer {
    char *out;
    size_t size;
    int length;
};

void step_write(struct step_writer *writer, const char *text);
void step_writef(struct step_writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);

// Writes ":key=value" for each row that is not at its default.
void step_write_options(struct step_writer *writer, const struct param *table, const void *values);
