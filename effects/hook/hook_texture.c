#include "effects/hook/hook_texture.h"

#include "render/text/memory.h"
#include "render/text/names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// How the numbers of a texel stand in the text: in the order of the machine's bytes, the lowest
// first. Halves of mpv's names ("rgba16f") are written as floats, those of "rgba16hf" as halves.
static const struct format {
    const char *ending;
    enum hook_number { HOOK_BYTE, HOOK_WORD, HOOK_HALF, HOOK_SINGLE } number;
    int bytes;
} formats[] = {
    { "8", HOOK_BYTE, 1 },    { "16", HOOK_WORD, 2 },    { "16f", HOOK_SINGLE, 4 },
    { "16hf", HOOK_HALF, 2 }, { "32f", HOOK_SINGLE, 4 }, { 0 },
};

// "rgba16hf" is the channels "rgba" and a format of numbers; NULL where it is neither.
static const struct format *find_format(const char *name, int *components)
{
    const int channels = (int) strspn(name, "rgba");
    *components = channels;
    if (channels < 1 || channels > 4 || strncmp(name, "rgba", (size_t) channels) != 0)
        return NULL;
    for (const struct format *format = formats; format->ending; format++)
        if (strcmp(format->ending, name + channels) == 0)
            return format;
    return NULL;
}

// A texture while its block is read.
struct making {
    struct hook_texture *texture;
    const struct format *format;
    int components;
};

static bool read_name(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    struct making *making = into;
    making->texture->name = (struct hook_word){ line->arguments, line->line, line->column };
    return hook_one_word(reader, line, true);
}

static bool read_size(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    struct making *making = into;
    int sizes[3] = { 1, 1, 1 };
    const int count = hook_sizes(reader, line, 1, 3, 16384, sizes);
    const double texels = (double) sizes[0] * sizes[1] * sizes[2];
    memcpy(making->texture->size, sizes, sizeof(sizes));
    making->texture->dimensions = count;
    if (count == 0)
        return false;
    return texels * 16 <= HOOK_MAX_TEXTURE ||
           hook_refuse(reader, line, "a texture has at most %d MiB of floats, and this %.0f",
                       HOOK_MAX_TEXTURE >> 20, texels * 16 / (1 << 20));
}

static bool read_format(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    struct making *making = into;
    making->format = find_format(line->arguments, &making->components);
    return making->format ||
           hook_refuse(reader, line,
                       "'%.*s' must be r, rg, rgb or rgba with 8, 16, 16f, 16hf or 32f behind it",
                       names_shown(strlen(line->arguments)), line->arguments);
}

// The index of the word among the names; -1: the error is set.
static int choose(const struct hook_reader *reader, const struct hook_line *line,
                  const char *const choices[])
{
    const struct names names = { names_of_array, choices };
    for (int i = 0; choices[i]; i++)
        if (strcmp(choices[i], line->arguments) == 0)
            return i;
    names_refuse(reader->error, &names, line->arguments);
    hook_place(reader, line);
    return -1;
}

static bool read_filter(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    static const char *const filters[] = { "NEAREST", "LINEAR", NULL };
    const int filter = choose(reader, line, filters);
    ((struct making *) into)->texture->is_linear = filter == 1;
    return filter >= 0;
}

static bool read_border(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    static const char *const borders[] = { "CLAMP", "REPEAT", "MIRROR", NULL };
    const int border = choose(reader, line, borders);
    ((struct making *) into)->texture->border = (enum hook_border) border;
    return border >= 0;
}

static bool refuse_storage(const struct hook_reader *reader, const struct hook_line *line,
                           void *into)
{
    (void) into;
    return hook_refuse(reader, line,
                       "textures that keep texels from frame to frame are not read here");
}

static const struct hook_directive table[] = {
    { "TEXTURE", read_name },
    { "SIZE", read_size },
    { "FORMAT", read_format },
    { "FILTER", read_filter },
    { "BORDER", read_border },
    { "STORAGE", refuse_storage },
    { 0 },
};

// ---- texels

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// Reads hexadecimals, with blanks between them, into `count` bytes. False where there are others,
// more or fewer: `found` gets how many there are.
static bool read_bytes(const char *body, uint8_t *bytes, size_t count, size_t *found)
{
    size_t digits = 0;
    for (const char *at = body; *at; at++) {
        const int value = digit(*at);
        if (strchr(" \t\r\n", *at))
            continue;
        if (value < 0)
            return false;
        if (digits / 2 < count)
            bytes[digits / 2] = (uint8_t) (bytes[digits / 2] << 4 | value);
        digits++;
    }
    *found = digits / 2;
    return digits == 2 * count;
}

static float half_number(uint32_t half)
{
    const uint32_t sign = (half & 0x8000) << 16, low = half & 0x7fff;
    float value;
    if (low >= 0x400) { // its exponent begins at -14, that of a float at -126
        const uint32_t bits =
            sign | (low >= 0x7c00 ? 0x7f800000 | (low & 0x3ff) << 13 : (low << 13) + 0x38000000);
        memcpy(&value, &bits, sizeof(value));
        return value;
    }
    value = (float) low / (1 << 24);
    return sign ? -value : value;
}

static float number_at(const uint8_t *bytes, enum hook_number number)
{
    const uint32_t word = bytes[0] | (number == HOOK_BYTE ? 0u : (uint32_t) bytes[1] << 8);
    float value;
    if (number == HOOK_SINGLE) {
        const uint32_t bits = word | (uint32_t) bytes[2] << 16 | (uint32_t) bytes[3] << 24;
        memcpy(&value, &bits, sizeof(value));
        return value;
    }
    return number == HOOK_HALF ? half_number(word)
                               : (float) word / (number == HOOK_BYTE ? 255.0f : 65535.0f);
}

// Channels that a texel does not have are 0, and alpha 1, as GL reads them.
static void make_texels(const struct making *making, const uint8_t *bytes, size_t count)
{
    struct hook_texture *texture = making->texture;
    texture->texels = memory_new(count * 4, sizeof(float));
    for (size_t i = 0; i < count; i++)
        for (int channel = 0; channel < 4; channel++) {
            float *value = &texture->texels[4 * i + (size_t) channel];
            *value = channel == 3;
            if (channel >= making->components)
                continue;
            *value = number_at(bytes, making->format->number);
            bytes += making->format->bytes;
        }
}

static bool read_texels(const struct hook_reader *reader, const struct hook_block *block,
                        const struct making *making)
{
    const int *size = making->texture->size;
    const size_t count = (size_t) size[0] * (size_t) size[1] * (size_t) size[2];
    const size_t wanted = count * (size_t) (making->components * making->format->bytes);
    size_t found = SIZE_MAX;
    uint8_t *bytes = memory_new(wanted, 1);
    const bool is_fine = read_bytes(block->body, bytes, wanted, &found);
    if (is_fine)
        make_texels(making, bytes, count);
    free(bytes);
    if (!is_fine && found == SIZE_MAX)
        return hook_refuse(reader, &block->lines[0],
                           "what stands below it must be hexadecimals alone");
    return is_fine ||
           hook_refuse(reader, &block->lines[0],
                       "%zu bytes must stand below it in hexadecimals, and %zu do", wanted, found);
}

bool hook_texture_read(const struct hook_reader *reader, const struct hook_block *block,
                       struct hook_file *file)
{
    const struct hook_line *first = &block->lines[0];
    if (file->texture_count == HOOK_MAX_TEXTURES)
        return hook_refuse(reader, first, "a file has at most %d textures", HOOK_MAX_TEXTURES);
    struct making making = { .texture = &file->textures[file->texture_count++] };
    *making.texture = (struct hook_texture){ 0 };
    if (!hook_read_lines(reader, block, table, &making))
        return false;
    if (making.texture->dimensions == 0 || !making.format)
        return hook_refuse(reader, first, "needs a line //!%s",
                           making.format ? "SIZE 64 64" : "FORMAT rgba8");
    return read_texels(reader, block, &making);
}
