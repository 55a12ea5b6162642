#pragma once

#include "render/text/param.h"

#include <stdint.h>

// Reads and writes the text of steps, "threshold:level=1.2,-dual:sigma=2%h". A chain consists of
// many and a scene of one.
//
// text = [ step { ("," | newline) step } ]     step = ["-"] name { ":" key "=" value }
//
// Spaces around words and empty lines are ignored, and "#" begins a comment up to the end of the
// line. A name or a value with a space, ':', ',' or '#' in it stands in double quotes, on one line.
// A comma may end a line, but not the text.

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

// A reader and its place. Begins as { .text = text }, which is borrowed.
struct step_text {
    const char *text;
    size_t at;
    bool in_step, has_options;
    const char *file_key; // of the step, that takes the name of a file; NULL: none, or several
};

// Reads the next word. On failure the error says what is wrong, and `at` is the place.
bool step_text_next(struct step_text *reader, struct step_token *token, struct error *error);

// The target of the options of one step. `row` returns the i-th row and sets *values to the struct
// that it describes; it returns NULL past the last.
struct step_target {
    const char *name; // of the effect or scene, for messages
    const struct param *(*row)(void *of, int i, void **values);
    void *of;
    uint64_t given; // a bit for each row that was set, since to set one twice is an error
};

// Sets the row that an option token names. On failure the reader's `at` is the place.
bool step_text_set(struct step_text *reader, struct step_target *target,
                   const struct step_token *token, struct error *error);

// Puts "column 11: " before the error, or "line 2, column 3: " where the text has several lines.
// Columns count characters from 1. Returns false.
bool step_text_locate(const char *text, size_t at, struct error *error);

// Writes text piece by piece into a buffer that may be too small. `length` counts the bytes of the
// whole text, like snprintf. The buffer always ends with a zero; `size` is above 0.
struct step_writer {
    char *out;
    size_t size;
    int length;
};

void step_write(struct step_writer *writer, const char *text);
void step_write_part(struct step_writer *writer, const char *text, size_t length);
void step_writef(struct step_writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);

// Writes ":key=value" for each row that is not at its default.
void step_write_options(struct step_writer *writer, const struct param *table, const void *values);
