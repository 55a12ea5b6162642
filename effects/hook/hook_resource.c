#include "effects/hook/hook_file.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- textures

// How the numbers of a texel stand in the text: in the order of the machine's bytes, the lowest
// first. Halves of mpv's names ("rgba16f") are written as floats, those of "rgba16hf" as halves.
enum number { BYTE, WORD, HALF, SINGLE, WHOLE };

// What STORAGE makes of it for one, two and four channels; FORMAT_COUNT: no image has that format.
static const struct format {
    const char *ending;
    enum number number;
    int bytes;
    enum texture_format stored[3];
} formats[] = {
    { "8", BYTE, 1, { FORMAT_R8, FORMAT_RG8, FORMAT_RGBA8 } },
    { "16", WORD, 2, { FORMAT_R16, FORMAT_RG16, FORMAT_RGBA16 } },
    { "16f", SINGLE, 4, { FORMAT_R16F, FORMAT_RG16F, FORMAT_RGBA16F } },
    { "16hf", HALF, 2, { FORMAT_R16F, FORMAT_RG16F, FORMAT_RGBA16F } },
    { "32f", SINGLE, 4, { FORMAT_R32F, FORMAT_RG32F, FORMAT_RGBA32F } },
    { "32i", WHOLE, 4, { FORMAT_R32I, FORMAT_COUNT, FORMAT_COUNT } },
    { "32u", WHOLE, 4, { FORMAT_R32UI, FORMAT_COUNT, FORMAT_COUNT } },
};

// A texture while its block is read.
struct making {
    struct hook_resource texture;
    struct hook_line format_line;
    const struct format *format;
    int channels;
};

static bool read_size(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    struct hook_resource *texture = field;
    int *size = texture->size;
    size[0] = size[1] = size[2] = 1;
    texture->dimensions = hook_sizes(reader, line, 1, 3, 16384, size);
    const double bytes = 16.0 * size[0] * size[1] * size[2];
    return texture->dimensions > 0 &&
           (bytes <= HOOK_MAX_TEXTURE ||
            hook_refuse(reader, line, "a texture has at most %d MiB of floats, and this %.0f",
                        HOOK_MAX_TEXTURE >> 20, bytes / (1 << 20)));
}

// "rgba16hf" is the channels "rgba" and a format of numbers.
static bool read_format(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    struct making *making = field;
    const size_t channels = strspn(line->text, "rgba");
    const struct format *found = NULL;
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (channels >= 1 && channels <= 4 && memcmp(line->text, "rgba", channels) == 0 &&
            strcmp(formats[i].ending, line->text + channels) == 0)
            found = &formats[i];
    making->format_line = *line;
    making->format = found;
    making->channels = (int) channels;
    return found ||
           hook_refuse(reader, line,
                       "'%.*s' must be r, rg, rgb or rgba with 8, 16, 16f, 16hf or 32f behind it",
                       names_shown(strlen(line->text)), line->text);
}

// The index of one of the names.
static bool read_choice(const struct hook_reader *reader, const struct hook_line *line,
                        const char *const choices[], int *choice)
{
    const struct names names = { names_of_array, choices };
    *choice = hook_index(choices, line->text);
    if (*choice < 0)
        names_refuse(reader->error, &names, line->text);
    return *choice >= 0 || hook_place(reader, line);
}

static bool read_filter(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    static const char *const filters[] = { "NEAREST", "LINEAR", NULL };
    return read_choice(reader, line, filters, field);
}

static bool read_border(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    static const char *const borders[] = { "CLAMP", "REPEAT", "MIRROR", NULL };
    return read_choice(reader, line, borders, field);
}

#define TEXTURE(FIELD) offsetof(struct making, texture.FIELD)
static const struct hook_directive texture_table[] = {
    { "TEXTURE", hook_read_name, TEXTURE(name) },
    { "SIZE", read_size },
    { "FORMAT", read_format },
    { "FILTER", read_filter, TEXTURE(filter) },
    { "BORDER", read_border, TEXTURE(border) },
    { "STORAGE", hook_read_flag, TEXTURE(is_stored) },
    { 0 },
};

// What imageLoad and imageStore may have, and what a sampler may.
static bool check_format(const struct hook_reader *reader, struct making *making)
{
    static const int column[] = { 0, 1, -1, 2 };
    const int at = column[making->channels - 1];
    struct hook_resource *texture = &making->texture;
    texture->format = at < 0 ? FORMAT_COUNT : making->format->stored[at];
    if (texture->is_stored && texture->format == FORMAT_COUNT)
        return hook_refuse(
            reader, &making->format_line,
            "with STORAGE it has 1, 2 or 4 channels, as rgba16f, or is r32i or r32u");
    return texture->is_stored || making->format->number != WHOLE ||
           hook_refuse(reader, &making->format_line, "whole numbers are for STORAGE");
}

static float half_number(uint32_t half)
{
    const int exponent = half >> 10 & 31;
    const float part = (float) (half & 0x3ff);
    const float size = exponent == 31  ? (part > 0 ? NAN : INFINITY)
                       : exponent == 0 ? ldexpf(part, -24)
                                       : ldexpf(part + 1024, exponent - 25);
    return half & 0x8000 ? -size : size;
}

// As a float; a whole number keeps its bits.
static float number_at(const uint8_t *bytes, enum number number)
{
    const uint32_t word = bytes[0] | (number == BYTE ? 0u : (uint32_t) bytes[1] << 8);
    float value;
    if (number == BYTE || number == WORD)
        return (float) word / (number == BYTE ? 255.0f : 65535.0f);
    if (number == HALF)
        return half_number(word);
    const uint32_t bits = word | (uint32_t) bytes[2] << 16 | (uint32_t) bytes[3] << 24;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

// Channels that a texel does not have are 0, and alpha 1, as GL reads them.
static void make_texels(struct making *making, const uint8_t *bytes, size_t count)
{
    const bool is_single = making->texture.is_stored && making->texture.format == FORMAT_R32F;
    float *value = making->texture.data = memory_new(count * 4, sizeof(float));
    for (size_t i = 0; i < count; i++)
        for (int channel = 0; channel < (is_single ? 1 : 4); channel++, value++) {
            *value = channel == 3;
            if (channel >= making->channels)
                continue;
            *value = number_at(bytes, making->format->number);
            bytes += making->format->bytes;
        }
}

bool hook_texture_read(const struct hook_reader *reader, const struct hook_block *block,
                       struct hook_resource *texture)
{
    struct making making = { .format = NULL };
    if (!hook_read_lines(reader, block, texture_table, &making))
        return false;
    if (making.texture.dimensions == 0 || !making.format)
        return hook_refuse(reader, &block->lines[0], "needs a line //!%s",
                           making.format ? "SIZE 64 64" : "FORMAT rgba8");
    const int *size = making.texture.size;
    const size_t count = (size_t) size[0] * (size_t) size[1] * (size_t) size[2];
    const size_t texel = (size_t) (making.channels * making.format->bytes);
    uint8_t *bytes = NULL;
    const bool is_fine =
        check_format(reader, &making) &&
        hook_read_bytes(reader, block, count * texel, making.texture.is_stored, &bytes);
    if (bytes && is_fine)
        make_texels(&making, bytes, count);
    free(bytes);
    *texture = making.texture;
    texture->kind = texture->is_stored ? HOOK_IMAGE : HOOK_TABLE;
    return is_fine;
}

// ---- buffers

static bool read_var(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    struct hook_resource *buffer = field;
    if (buffer->var_count == HOOK_MAX_VARS)
        return hook_refuse(reader, line, "a buffer has at most %d variables", HOOK_MAX_VARS);
    buffer->vars[buffer->var_count++] = *line;
    return true;
}

#define BUFFER(FIELD) offsetof(struct hook_resource, FIELD)
static const struct hook_directive buffer_table[] = {
    { "BUFFER", hook_read_name, BUFFER(name) },
    { "VAR", read_var },
    { "STORAGE", hook_read_flag, BUFFER(is_stored) },
    { 0 },
};

// Where variables lie: "Uniform Blocks", The OpenGL Graphics System 4.3, 7.6.2.2.
struct shape {
    int rows, columns; // of a matrix; columns 1: a vector; both 1: a number
    int count;         // of an array; 0: it is none
};

// Takes a digit from 2 to 4 off the text; 0: there is none.
static int take_side(const char **at)
{
    return **at >= '2' && **at <= '4' ? *(*at)++ - '0' : 0;
}

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
    shape->rows = take_side(at);
    shape->columns = i == 6 ? shape->rows : 1;
    if (i == 6 && shape->rows > 0 && **at == 'x') {
        ++*at;
        shape->rows = take_side(at);
    }
    return shape->rows > 0;
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

static void place(const struct shape *shape, struct hook_resource *buffer)
{
    const size_t rows = (size_t) shape->rows, columns = (size_t) shape->columns;
    const bool is_array = columns > 1 || shape->count > 0;
    const size_t vector = rows == 3 ? 16 : 4 * rows;
    const size_t unit = is_array && !buffer->is_stored ? 16 : vector;
    const size_t count = columns * (shape->count > 0 ? (size_t) shape->count : 1);
    const size_t begin = (buffer->bytes + unit - 1) / unit * unit;
    buffer->bytes = begin + (is_array ? count * unit : 4 * rows);
}

// Finds the size of a buffer of all its variables.
static bool place_vars(const struct hook_reader *reader, struct hook_resource *buffer)
{
    for (int i = 0; i < buffer->var_count; i++) {
        const struct hook_line *var = &buffer->vars[i];
        const char *at = var->text;
        struct shape shape;
        if (!take_type(&at, &shape) || !take_name(&at, &shape) || *at)
            return hook_refuse(reader, var,
                               "'%.*s' must be a type and a name, as vec4 sum or float weights[8]: "
                               "float, int, uint, vec2, ivec2, uvec2, mat2, mat2x3 and such",
                               names_shown(strlen(var->text)), var->text);
        place(&shape, buffer);
        if (buffer->bytes > HOOK_MAX_BUFFER)
            return hook_refuse(reader, var, "a buffer has at most %d MiB, and with this more",
                               HOOK_MAX_BUFFER >> 20);
    }
    return true;
}

bool hook_buffer_read(const struct hook_reader *reader, const struct hook_block *block,
                      struct hook_resource *buffer)
{
    uint8_t *bytes = NULL;
    buffer->kind = HOOK_BUFFER;
    if (!hook_read_lines(reader, block, buffer_table, buffer) || !place_vars(reader, buffer))
        return false;
    if (buffer->bytes == 0)
        return hook_refuse(reader, &block->lines[0], "needs a line //!VAR float x");
    const bool is_fine = hook_read_bytes(reader, block, buffer->bytes, buffer->is_stored, &bytes);
    buffer->data = bytes;
    return is_fine;
}
