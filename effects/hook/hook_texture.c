#include "effects/hook/hook_texture.h"

#include "render/text/memory.h"
#include "render/text/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    struct hook_texture texture;
    struct hook_line format_line;
    const struct format *format;
    int components;
};

static bool read_size(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    struct hook_texture *texture = &((struct making *) into)->texture;
    int sizes[3] = { 1, 1, 1 };
    texture->dimensions = hook_sizes(reader, line, 1, 3, 16384, sizes);
    const double bytes = 16.0 * sizes[0] * sizes[1] * sizes[2];
    memcpy(texture->size, sizes, sizeof(sizes));
    return texture->dimensions > 0 &&
           (bytes <= HOOK_MAX_TEXTURE ||
            hook_refuse(reader, line, "a texture has at most %d MiB of floats, and this %.0f",
                        HOOK_MAX_TEXTURE >> 20, bytes / (1 << 20)));
}

// "rgba16hf" is the channels "rgba" and a format of numbers.
static bool read_format(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    struct making *making = into;
    const char *name = line->arguments;
    const int channels = (int) strspn(name, "rgba");
    making->format_line = *line;
    making->components = channels;
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (channels >= 1 && channels <= 4 && memcmp(name, "rgba", (size_t) channels) == 0 &&
            strcmp(formats[i].ending, name + channels) == 0)
            making->format = &formats[i];
    return making->format ||
           hook_refuse(reader, line,
                       "'%.*s' must be r, rg, rgb or rgba with 8, 16, 16f, 16hf or 32f behind it",
                       names_shown(strlen(name)), name);
}

// What imageLoad and imageStore may have, and what a sampler may.
static bool check_format(const struct hook_reader *reader, struct making *making)
{
    static const int column[] = { 0, 1, -1, 2 };
    const int at = column[making->components - 1];
    struct hook_texture *texture = &making->texture;
    texture->format = at < 0 ? FORMAT_COUNT : making->format->stored[at];
    if (texture->is_stored && texture->format == FORMAT_COUNT)
        return hook_refuse(
            reader, &making->format_line,
            "with STORAGE it has 1, 2 or 4 channels, as rgba16f, or is r32i or r32u");
    return texture->is_stored || making->format->number != WHOLE ||
           hook_refuse(reader, &making->format_line, "whole numbers are for STORAGE");
}

static const char *const filters[] = { "NEAREST", "LINEAR", NULL };
static const char *const borders[] = { "CLAMP", "REPEAT", "MIRROR", NULL };

#define TEXTURE(FIELD) offsetof(struct making, texture.FIELD)
static const struct hook_directive table[] = {
    { "TEXTURE", HOOK_FIELD_NAME, TEXTURE(name) },
    { "SIZE", .read = read_size },
    { "FORMAT", .read = read_format },
    { "FILTER", HOOK_FIELD_CHOICE, TEXTURE(filter), .choices = filters },
    { "BORDER", HOOK_FIELD_CHOICE, TEXTURE(border), .choices = borders },
    { "STORAGE", HOOK_FIELD_FLAG, TEXTURE(is_stored) },
    { 0 },
};

// ---- texels

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
    float *value = making->texture.texels = memory_new(count * 4, sizeof(float));
    for (size_t i = 0; i < count; i++)
        for (int channel = 0; channel < (is_single ? 1 : 4); channel++, value++) {
            *value = channel == 3;
            if (channel >= making->components)
                continue;
            *value = number_at(bytes, making->format->number);
            bytes += making->format->bytes;
        }
}

bool hook_texture_read(const struct hook_reader *reader, const struct hook_block *block,
                       struct hook_file *file)
{
    const struct hook_line *first = &block->lines[0];
    if (file->texture_count == HOOK_MAX_TEXTURES)
        return hook_refuse(reader, first, "a file has at most %d textures", HOOK_MAX_TEXTURES);
    struct making making = { .format = NULL };
    if (!hook_read_lines(reader, block, table, &making))
        return false;
    if (making.texture.dimensions == 0 || !making.format)
        return hook_refuse(reader, first, "needs a line //!%s",
                           making.format ? "SIZE 64 64" : "FORMAT rgba8");
    const int *size = making.texture.size;
    const size_t count = (size_t) size[0] * (size_t) size[1] * (size_t) size[2];
    const size_t texel = (size_t) (making.components * making.format->bytes);
    uint8_t *bytes = NULL;
    const bool is_fine =
        check_format(reader, &making) &&
        hook_read_bytes(reader, block, count * texel, making.texture.is_stored, &bytes);
    if (bytes && is_fine)
        make_texels(&making, bytes, count);
    free(bytes);
    file->textures[file->texture_count++] = making.texture;
    return is_fine;
}
