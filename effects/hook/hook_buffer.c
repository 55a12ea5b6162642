#include "effects/hook/hook_buffer.h"

#include "render/text/names.h"
#include "render/text/number.h"

#include <stdlib.h>
#include <string.h>

static bool read_var(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    struct hook_buffer *buffer = into;
    if (buffer->var_count == HOOK_MAX_VARS)
        return hook_refuse(reader, line, "a buffer has at most %d variables", HOOK_MAX_VARS);
    buffer->vars[buffer->var_count++] = hook_word_of(line);
    return true;
}

#define BUFFER(FIELD) offsetof(struct hook_buffer, FIELD)
static const struct hook_directive table[] = {
    { "BUFFER", HOOK_FIELD_NAME, BUFFER(name) },
    { "VAR", .read = read_var },
    { "STORAGE", HOOK_FIELD_FLAG, BUFFER(is_stored) },
    { 0 },
};

// ---- where variables lie: "Uniform Blocks", The OpenGL Graphics System 4.3, 7.6.2.2

struct shape {
    int rows, columns; // of a matrix; columns 1: a vector; both 1: a number
    int count;         // of an array; 0: it is none
};

// Takes "vec3", "int" or "mat2x3" off the text.
static bool take_type(const char **at, struct shape *shape)
{
    static const char *const types[] = { "float", "int", "uint", "vec", "ivec", "uvec", "mat" };
    const size_t length = strcspn(*at, "234 \t");
    size_t i = 0;
    while (i < 7 && (strlen(types[i]) != length || memcmp(types[i], *at, length) != 0))
        i++;
    *at += length;
    *shape = (struct shape){ 1, 1, 0 };
    if (i < 3 || i == 7)
        return i < 3;
    shape->rows = **at - '0';
    shape->columns = i == 6 ? shape->rows : 1;
    if (shape->rows < 2 || shape->rows > 4)
        return false;
    ++*at;
    if (i < 6 || **at != 'x')
        return true;
    shape->rows = (*at)[1] - '0';
    *at += 1 + (shape->rows >= 2 && shape->rows <= 4);
    return shape->rows >= 2 && shape->rows <= 4;
}

// Takes a blank and a name off it, and "[8]" where that follows.
static bool take_name(const char **at, struct shape *shape)
{
    float count;
    const char *name = *at + strspn(*at, " \t");
    const size_t length = hook_name_length(name);
    if (name == *at || length == 0 || length > HOOK_MAX_NAME)
        return false;
    *at = name + length;
    *at += strspn(*at, " \t");
    if (**at != '[')
        return true;
    const size_t digits = strspn(*at + 1, "0123456789");
    const bool is_number = number_parse(*at + 1, digits, &count) == NUMBER_FINE;
    if (!is_number || (*at)[1 + digits] != ']' || count < 1 || count > (float) HOOK_MAX_BUFFER)
        return false;
    shape->count = (int) count;
    *at += digits + 2;
    return true;
}

static size_t round_up(size_t size, size_t unit)
{
    return (size + unit - 1) / unit * unit;
}

static void place(const struct shape *shape, struct hook_buffer *buffer)
{
    const size_t rows = (size_t) shape->rows, columns = (size_t) shape->columns;
    const bool is_array = columns > 1 || shape->count > 0;
    const size_t vector = rows == 3 ? 16 : 4 * rows;
    const size_t unit = is_array && !buffer->is_stored ? 16 : vector;
    const size_t count = columns * (shape->count > 0 ? (size_t) shape->count : 1);
    buffer->size = round_up(buffer->size, unit) + (is_array ? count * unit : 4 * rows);
}

// Finds the size of a buffer of all its variables.
static bool place_vars(const struct hook_reader *reader, struct hook_buffer *buffer)
{
    for (int i = 0; i < buffer->var_count; i++) {
        const struct hook_word *var = &buffer->vars[i];
        const struct hook_line line = { "VAR", "", var->line, var->column };
        const char *at = var->text;
        struct shape shape;
        if (!take_type(&at, &shape) || !take_name(&at, &shape) || *at)
            return hook_refuse(reader, &line,
                               "'%.*s' must be a type and a name, as vec4 sum or float weights[8]: "
                               "float, int, uint, vec2, ivec2, uvec2, mat2, mat2x3 and such",
                               names_shown(strlen(var->text)), var->text);
        place(&shape, buffer);
        if (buffer->size > HOOK_MAX_BUFFER)
            return hook_refuse(reader, &line, "a buffer has at most %d MiB, and with this more",
                               HOOK_MAX_BUFFER >> 20);
    }
    return true;
}

bool hook_buffer_read(const struct hook_reader *reader, const struct hook_block *block,
                      struct hook_file *file)
{
    const struct hook_line *first = &block->lines[0];
    if (file->buffer_count == HOOK_MAX_BUFFERS)
        return hook_refuse(reader, first, "a file has at most %d buffers", HOOK_MAX_BUFFERS);
    struct hook_buffer *buffer = &file->buffers[file->buffer_count++];
    if (!hook_read_lines(reader, block, table, buffer) || !place_vars(reader, buffer))
        return false;
    if (buffer->size == 0)
        return hook_refuse(reader, first, "needs a line //!VAR float x");
    return hook_read_bytes(reader, block, buffer->size, buffer->is_stored, &buffer->bytes);
}
