#pragma once

#include "render/text/error.h"

#include <stddef.h>

// The blocks of a shader file: lines that begin with "//!", and the text up to the next of them.
// Lines that begin with "//@" are ours alone, and belong to no block.

struct hook_line {
    char *name, *arguments; // without spaces around them; "" where there are none
    int line, column;       // of the arguments, from 1
    bool is_own;            // it begins with "//@"
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

// One of the directives of a kind of block.
struct hook_directive {
    const char *name;
    bool (*read)(const struct hook_reader *reader, const struct hook_line *line, void *into);
};

// Reads all lines of a block by a table that ends with a zeroed row.
bool hook_read_lines(const struct hook_reader *reader, const struct hook_block *block,
                     const struct hook_directive *table, void *into);

// Whether the arguments are one word, as an identifier of GLSL where `is_name`.
bool hook_one_word(const struct hook_reader *reader, const struct hook_line *line, bool is_name);

// Reads `least` to `most` numbers, or whole numbers from 1 to `limit`; at most 4. Returns how many
// there are, 0 where they are wrong.
int hook_numbers(const struct hook_reader *reader, const struct hook_line *line, int least,
                 int most, float *numbers);
int hook_sizes(const struct hook_reader *reader, const struct hook_line *line, int least, int most,
               int limit, int *sizes);
