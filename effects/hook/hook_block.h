#pragma once

#include "render/text/error.h"

#include <stddef.h>
#include <stdint.h>

// The blocks of a shader file: lines that begin with "//!", and the text up to the next of them.
// Lines that begin with "//@" are ours alone, and belong to no block.

enum { HOOK_MAX_NAME = 63 }; // letters

struct hook_line {
    const char *directive;
    char *text;       // behind it, without spaces around; "" where there is none
    int line, column; // of the text, from 1
    bool is_own;      // it begins with "//@"
};

struct hook_block {
    int count;
    struct hook_line *lines; // owned
    char *body;              // with the newlines, up to a zero
    int body_line;
};

// A file and a place in it. Its text is cut into pieces by zeros while it is read.
struct hook_reader {
    const char *path;
    char *rest, *end;
    int line;
    struct error *error;
};

// Reads the next block; false: there is none. What stands before the first is passed over.
bool hook_block_next(struct hook_reader *reader, struct hook_block *block);

// Reads all lines of the file that begin with "//@" into one block, which has no body.
void hook_block_own(struct hook_reader *reader, struct hook_block *block);
void hook_block_finish(struct hook_block *block);

// Sets the error "glow.glsl:12:8: //!BIND: words". Returns false.
bool hook_refuse(const struct hook_reader *reader, const struct hook_line *line, const char *format,
                 ...) PRINTF_LIKE(3, 4);

// Puts the same place before the error's own words.
bool hook_place(const struct hook_reader *reader, const struct hook_line *line);

// Reads what a directive says into its field of what the block fills.
typedef bool hook_read(const struct hook_reader *reader, const struct hook_line *line, void *field);

struct hook_directive {
    const char *name;
    hook_read *read;
    size_t offset; // of the field
};

// Reads all lines of a block by a table that ends with a zeroed row.
bool hook_read_lines(const struct hook_reader *reader, const struct hook_block *block,
                     const struct hook_directive *table, void *into);

hook_read hook_read_text;   // const char *, anything
hook_read hook_read_word;   // struct hook_line, one word
hook_read hook_read_name;   // struct hook_line, an identifier of GLSL
hook_read hook_read_number; // float
hook_read hook_read_flag;   // bool: the line is there

// How long the identifier of GLSL is that a text begins with; 0: with none.
size_t hook_name_length(const char *text);

// The index of the text among names that end with NULL; -1: it is none.
int hook_index(const char *const names[], const char *text);

// Reads `least` to `most` numbers, or whole numbers from 1 to `limit`; at most 4. Returns how many
// there are, 0 where they are wrong.
int hook_numbers(const struct hook_reader *reader, const struct hook_line *line, int least,
                 int most, float *numbers);
int hook_sizes(const struct hook_reader *reader, const struct hook_line *line, int least, int most,
               int limit, int *sizes);

// Makes as many bytes as are wanted of the hexadecimals below a block, with blanks between them;
// NULL where nothing stands there and `may_lack`. The caller frees them. False where there are
// other letters, fewer or more.
bool hook_read_bytes(const struct hook_reader *reader, const struct hook_block *block,
                     size_t wanted, bool may_lack, uint8_t **bytes);
