// Decodes scan lines and tiles of OpenEXR. The library only decompresses; this file checks chunk
// sizes against the header and copies the channels into the image.

#include "render/image/formats/image_exr.h"

#define IMATH_HALF_NO_LOOKUP_TABLE
#include <half.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CHUNK_BYTES = 1 << 30, // unpacked; the library allocates up to three times as much
    SLACK = 64,                 // bytes behind buffers of the library
};

struct unpacker {
    struct image_exr *exr;
    const struct image_exr_part *part;
    exr_decode_pipeline_t decode;
    exr_result_t (*decompress)(exr_decode_pipeline_t *decode);
    bool has_decode;
    const struct image_picture *picture;
    struct image *image;
    struct error *error;
};

// ---- texels

static float value_at(const uint8_t *bytes, bool is_half)
{
    if (is_half)
        return imath_half_to_float((imath_half_bits_t) (bytes[0] | bytes[1] << 8));
    const int32_t bits = image_exr_number(bytes);
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

// Copies one row of `width` texels, which has all values of a channel before the next channel, to
// column x, row y of the image.
static void place_row(struct unpacker *unpacker, const uint8_t *row, int64_t x, int64_t y,
                      int width)
{
    const struct image *image = unpacker->image;
    const int64_t begin = x < 0 ? -x : 0;
    const int64_t end = image->width - x < width ? image->width - x : width;
    if (y < 0 || y >= image->height || begin >= end)
        return;
    float *texels =
        (float *) image->texels + 4 * ((size_t) y * (size_t) image->width + (size_t) (x + begin));
    for (int c = 0; c < 4; c++) {
        const struct image_exr_channel *channel = &unpacker->part->channels[c];
        const size_t step = channel->is_half ? 2 : 4;
        const uint8_t *from =
            row + (size_t) width * (size_t) channel->before + (size_t) begin * step;
        float *to = texels + c;
        for (int64_t i = begin; i < end && channel->is_there; i++, from += step, to += 4)
            *to = value_at(from, channel->is_half);
    }
}

static void place_chunk(struct unpacker *unpacker, const exr_chunk_info_t *chunk, int64_t x,
                        int64_t y)
{
    const uint8_t *bytes = unpacker->decode.unpacked_buffer;
    const size_t stride = (size_t) chunk->width * (size_t) unpacker->part->texel_bytes;
    for (int i = 0; i < chunk->height; i++)
        place_row(unpacker, bytes + (size_t) i * stride, x - unpacker->part->display.min.x,
                  y + i - unpacker->part->display.min.y, chunk->width);
}

// ---- chunks

// Allocates buffers of the library. They are zeroed, so that parts that it does not fill contain no
// old data.
static void *allocate(exr_transcoding_pipeline_buffer_id_t id, size_t size)
{
    (void) id;
    return size <= MOST_CHUNK_BYTES * (size_t) 4 ? calloc(1, size + SLACK) : NULL;
}

static void release(exr_transcoding_pipeline_buffer_id_t id, void *memory)
{
    (void) id;
    free(memory);
}

static bool check_chunk(const struct unpacker *unpacker, const exr_chunk_info_t *chunk)
{
    const uint64_t bytes =
        (uint64_t) chunk->width * (uint64_t) chunk->height * (uint64_t) unpacker->part->texel_bytes;
    if (chunk->width <= 0 || chunk->height <= 0 || chunk->unpacked_size != bytes ||
        chunk->packed_size > bytes || chunk->packed_size == 0)
        return error_set(unpacker->error, "damaged EXR: a part of the picture has another size");
    if (unpacker->part->compression == EXR_COMPRESSION_NONE && chunk->packed_size != bytes)
        return error_set(unpacker->error, "damaged EXR: a part of the picture is incomplete");
    if (bytes > MOST_CHUNK_BYTES)
        return error_set(unpacker->error, "EXR whose channels are too many to unpack");
    return true;
}

static bool start_decoding(struct unpacker *unpacker, const exr_chunk_info_t *chunk)
{
    exr_const_context_t context = unpacker->exr->context;
    const int index = unpacker->part->index;
    if (unpacker->has_decode)
        return exr_decoding_update(context, index, chunk, &unpacker->decode) == EXR_ERR_SUCCESS;
    if (exr_decoding_initialize(context, index, chunk, &unpacker->decode) != EXR_ERR_SUCCESS)
        return false;
    unpacker->has_decode = true;
    unpacker->decode.alloc_fn = allocate;
    unpacker->decode.free_fn = release;
    if (exr_decoding_choose_default_routines(context, index, &unpacker->decode) != EXR_ERR_SUCCESS)
        return false;
    unpacker->decode.unpack_and_convert_fn = NULL;
    unpacker->decompress = unpacker->decode.decompress_fn;
    return true;
}

// A chunk that compression would enlarge is stored as it is. With B44 the library would decompress
// it nonetheless (OpenEXR 3.1.5).
static bool decode(struct unpacker *unpacker, const exr_chunk_info_t *chunk)
{
    const bool is_packed = chunk->packed_size < chunk->unpacked_size;
    unpacker->decode.decompress_fn = is_packed ? unpacker->decompress : NULL;
    const exr_result_t result =
        exr_decoding_run(unpacker->exr->context, unpacker->part->index, &unpacker->decode);
    if (result == EXR_ERR_FEATURE_NOT_IMPLEMENTED)
        return error_set(unpacker->error,
                         "EXR that this OpenEXR cannot unpack (%s); pack it by ZIP",
                         unpacker->exr->words.text);
    return result == EXR_ERR_SUCCESS || image_exr_fail(unpacker->exr, unpacker->error);
}

// Decodes a chunk whose first texel is at x, y in window coordinates.
static bool read_chunk(struct unpacker *unpacker, const exr_chunk_info_t *chunk, int64_t x,
                       int64_t y)
{
    if (image_is_stopped(unpacker->picture, unpacker->error) || !check_chunk(unpacker, chunk))
        return false;
    if (!start_decoding(unpacker, chunk))
        return image_exr_fail(unpacker->exr, unpacker->error);
    if (!decode(unpacker, chunk))
        return false;
    place_chunk(unpacker, chunk, x, y);
    return true;
}

// Sets the error of a missing chunk. The last four bytes that the library read are the chunk's
// length, which shows if the file is truncated.
static bool fail_chunk(struct unpacker *unpacker)
{
    struct image_exr *exr = unpacker->exr;
    const bool has_length = exr->read_end >= 4 && exr->read_end <= exr->size;
    const int32_t size = has_length ? image_exr_number(exr->bytes + exr->read_end - 4) : 0;
    exr->is_cut |= size > 0 && (size_t) size > exr->size - exr->read_end;
    return image_exr_fail(exr, unpacker->error);
}

static bool read_lines(struct unpacker *unpacker)
{
    const exr_attr_box2i_t *data = &unpacker->part->data;
    exr_chunk_info_t chunk;
    for (int64_t y = data->min.y; y <= data->max.y; y += chunk.height) {
        if (exr_read_scanline_chunk_info(unpacker->exr->context, unpacker->part->index, (int) y,
                                         &chunk) != EXR_ERR_SUCCESS)
            return fail_chunk(unpacker);
        if (!read_chunk(unpacker, &chunk, data->min.x, y))
            return false;
    }
    return true;
}

static bool read_tile(struct unpacker *unpacker, int column, int row, const uint32_t size[2])
{
    exr_chunk_info_t chunk;
    if (exr_read_tile_chunk_info(unpacker->exr->context, unpacker->part->index, column, row, 0, 0,
                                 &chunk) != EXR_ERR_SUCCESS)
        return fail_chunk(unpacker);
    return read_chunk(unpacker, &chunk, unpacker->part->data.min.x + (int64_t) column * size[0],
                      unpacker->part->data.min.y + (int64_t) row * size[1]);
}

// Reads the largest level; the others are reduced copies.
static bool read_tiles(struct unpacker *unpacker)
{
    const exr_attr_box2i_t *data = &unpacker->part->data;
    uint32_t size[2];
    exr_tile_level_mode_t levels;
    exr_tile_round_mode_t rounding;
    if (exr_get_tile_descriptor(unpacker->exr->context, unpacker->part->index, &size[0], &size[1],
                                &levels, &rounding) != EXR_ERR_SUCCESS)
        return image_exr_fail(unpacker->exr, unpacker->error);
    const uint64_t columns = (image_exr_length(data->min.x, data->max.x) + size[0] - 1) / size[0];
    const uint64_t rows = (image_exr_length(data->min.y, data->max.y) + size[1] - 1) / size[1];
    for (int row = 0; row < (int) rows; row++)
        for (int column = 0; column < (int) columns; column++)
            if (!read_tile(unpacker, column, row, size))
                return false;
    return true;
}

bool image_exr_unpack(struct image_exr *exr, const struct image_exr_part *part,
                      const struct image_picture *picture, struct image *image, struct error *error)
{
    struct unpacker unpacker = {
        .exr = exr, .part = part, .picture = picture, .image = image, .error = error
    };
    const bool is_unpacked = (part->is_tiled ? read_tiles : read_lines)(&unpacker);
    if (unpacker.has_decode)
        exr_decoding_destroy(exr->context, &unpacker.decode);
    return is_unpacked;
}
