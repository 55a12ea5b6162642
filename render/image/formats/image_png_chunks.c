#include "render/image/formats/image_png.h"
#include "render/image/image_colour.h"

#include <math.h>
#include <string.h>

enum {
    SIGNATURE_BYTES = 8,
    FRAME_BYTES = 12, // bytes of a chunk beside its data: length, type and checksum
    UNIT = 100000,    // scale of the integers in gAMA and cHRM
    PRIMARIES_VALUES = 8,
    // gAMA that writers use for the sRGB curve, and the tolerance within which it means that curve.
    SRGB_GAMMA = 45455,
    SRGB_GAMMA_OFF = 600,
};

static uint32_t number_at(const uint8_t *bytes)
{
    return (uint32_t) bytes[0] << 24 | (uint32_t) bytes[1] << 16 | (uint32_t) bytes[2] << 8 |
           bytes[3];
}

static void note_chunk(struct image_png_chunks *chunks, const uint8_t *type, uint32_t length)
{
    const struct {
        const char *type;
        uint32_t length;
        const uint8_t **data;
    } known[] = {
        { "gAMA", 4, &chunks->gamma },
        { "cHRM", 4 * PRIMARIES_VALUES, &chunks->primaries },
        { "sRGB", 1, &chunks->srgb },
        { "cICP", 4, &chunks->code_points },
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (memcmp(type, known[i].type, 4) == 0 && length == known[i].length && !*known[i].data)
            *known[i].data = type + 4;
    if (memcmp(type, "iCCP", 4) == 0)
        chunks->has_profile = true;
    if (memcmp(type, "eXIf", 4) == 0) {
        chunks->exif = type + 4;
        chunks->exif_size = length;
    }
}

bool image_png_walk(struct image_png_chunks *chunks, const uint8_t *bytes, size_t size,
                    struct error *error)
{
    size_t at = SIGNATURE_BYTES;
    while (size - at >= FRAME_BYTES) {
        const uint32_t length = number_at(bytes + at);
        if (length > size - at - FRAME_BYTES)
            break;
        if (memcmp(bytes + at + 4, "IEND", 4) == 0)
            return true;
        note_chunk(chunks, bytes + at + 4, length);
        at += FRAME_BYTES + length;
    }
    return image_cut_off(error);
}

bool image_png_measure(const uint8_t *bytes, size_t size, uint64_t *texels)
{
    const size_t width_at = SIGNATURE_BYTES + 8; // offset in the data of the first chunk, IHDR
    if (size < width_at + 8)
        return false;
    *texels = (uint64_t) number_at(bytes + width_at) * number_at(bytes + width_at + 4);
    return true;
}

// Converts the picture by a cICP chunk. Returns false if its codes are not supported.
static bool apply_code_points(struct image_picture *picture, const uint8_t *codes)
{
    struct image_primaries primaries;
    const struct image_curve curve = { .transfer = codes[1] };
    if (!image_primaries_find(codes[0], &primaries) || !image_curve_is_known(codes[1]) ||
        codes[2] != 0 || codes[3] != 1)
        return false;
    image_colour_convert(picture, &curve, &primaries);
    return true;
}

static void apply_gamma(struct image_picture *picture, const struct image_png_chunks *chunks)
{
    struct image_curve curve = { .transfer = COLOUR_TRANSFER_SRGB };
    struct image_primaries primaries = image_primaries_srgb;
    const uint32_t gamma = chunks->gamma ? number_at(chunks->gamma) : SRGB_GAMMA;
    for (int i = 0; chunks->primaries && i < PRIMARIES_VALUES; i++)
        primaries.xy[i / 2][i % 2] = number_at(chunks->primaries + 4 * i) / (double) UNIT;
    if (gamma < UNIT / 10 || gamma > 10 * UNIT)
        image_note(picture,
                   "its gamma (gAMA) of %g is none, and its values are taken as those of "
                   "sRGB",
                   gamma / (double) UNIT);
    else if (fabs((double) gamma - SRGB_GAMMA) > SRGB_GAMMA_OFF)
        curve.exponent = UNIT / (double) gamma;
    image_colour_convert(picture, &curve, &primaries);
}

void image_png_convert(struct image_picture *picture, const struct image_png_chunks *chunks,
                       const uint8_t *profile, size_t profile_size)
{
    if (chunks->code_points && apply_code_points(picture, chunks->code_points))
        return;
    if (chunks->code_points)
        image_note(picture, "its colours (cICP %d/%d/%d/%d) are of a kind that is not known here",
                   chunks->code_points[0], chunks->code_points[1], chunks->code_points[2],
                   chunks->code_points[3]);
    if (profile) {
        image_profile_convert(picture, profile, profile_size);
        return;
    }
    if (chunks->has_profile)
        image_note(picture, "its colour profile (iCCP) is damaged, and is left out");
    if (!chunks->srgb && (chunks->gamma || chunks->primaries))
        apply_gamma(picture, chunks);
}
