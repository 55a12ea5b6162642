// Writes OpenEXR through OpenEXRCore: channels A, B, G, R in scan lines with ZIP compression
// (deflate, sixteen lines a block), which is lossless and supported by every reader.
//
// Measured with the scenes icosahedra and harbour, 3840x2160, half floats: level 2 took 0.9 and 1.0
// s for 6.5 and 11 MB; level 4 1.3 and 1.5 s for 5.8 and 10 MB; PIZ 0.6 and 1.1 s for 10 and 17 MB;
// no compression 0.3 s for 66 MB.

#define LOG_MODULE "image"
#include "render/image/formats/image_file.h"
#include "render/image/image_colour.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <openexr.h>
#include <stdlib.h>
#include <string.h>

enum { PACKING_LEVEL = 2, SHORT_NAME = 31 };

// The largest half float.
static const float most_of_half = 65504;

// A file in memory. The chunk offset table at its start is only known at the end, and a pipe cannot
// seek back.
struct writer {
    uint8_t *bytes;
    size_t size, capacity;
    exr_context_t context;
    const struct image *image;
    exr_result_t (*pack)(exr_encode_pipeline_t *encode); // the library's
};

// Exits on an error of the library. It can only be a wrong argument or lack of memory, since
// writing goes to memory.
static void check(exr_result_t result, const char *what)
{
    if (result != EXR_ERR_SUCCESS)
        log_fatal("OpenEXR cannot %s: %s", what, exr_get_default_error_message(result));
}

static void log_failure(exr_const_context_t context, exr_result_t code, const char *message)
{
    (void) context, (void) code;
    log_debug("OpenEXR: %s", message);
}

static int64_t write_bytes(exr_const_context_t context, void *user, const void *bytes,
                           uint64_t size, uint64_t offset, exr_stream_error_func_ptr_t fail)
{
    struct writer *writer = user;
    const size_t end = (size_t) (offset + size);
    (void) context, (void) fail;
    if (end > writer->capacity) {
        writer->capacity = end > 2 * writer->capacity ? end : 2 * writer->capacity;
        writer->bytes = memory_grow(writer->bytes, writer->capacity, 1);
    }
    if (offset > writer->size)
        memset(writer->bytes + writer->size, 0, (size_t) offset - writer->size);
    memcpy(writer->bytes + offset, bytes, (size_t) size);
    writer->size = end > writer->size ? end : writer->size;
    return (int64_t) size;
}

// ---- header

static void begin(struct writer *writer, const struct image_texts *texts, exr_pixel_type_t type)
{
    const double(*xy)[2] = image_primaries_srgb.xy;
    const exr_attr_chromaticities_t chromaticities = {
        (float) xy[1][0], (float) xy[1][1], (float) xy[2][0], (float) xy[2][1],
        (float) xy[3][0], (float) xy[3][1], (float) xy[0][0], (float) xy[0][1],
    };
    exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;
    int part;
    setup.error_handler_fn = log_failure;
    setup.user_data = writer;
    setup.write_fn = write_bytes;
    setup.zip_level = PACKING_LEVEL;
    check(exr_start_write(&writer->context, "picture", EXR_WRITE_FILE_DIRECTLY, &setup), "begin");
    check(exr_add_part(writer->context, NULL, EXR_STORAGE_SCANLINE, &part), "add a part");
    check(exr_initialize_required_attr_simple(writer->context, part, writer->image->width,
                                              writer->image->height, EXR_COMPRESSION_ZIP),
          "take the size");
    for (const char *name = "ABGR"; *name; name++) {
        const char channel[] = { *name, '\0' };
        check(exr_add_channel(writer->context, part, channel, type, EXR_PERCEPTUALLY_LOGARITHMIC, 1,
                              1),
              "add a channel");
    }
    check(exr_attr_set_chromaticities(writer->context, part, "chromaticities", &chromaticities),
          "keep primaries");
    for (int i = 0; texts && i < texts->count; i++) {
        const struct image_text *text = &texts->items[i];
        if (strlen(text->key) > SHORT_NAME)
            check(exr_set_longname_support(writer->context, 1), "take long names");
        check(exr_attr_set_string(writer->context, part, text->key, text->value), "keep a text");
    }
    check(exr_write_header(writer->context), "write its header");
}

// ---- texels

// Works around a fault of OpenEXR 3.1: if the compressed size equals the original one, readers
// expect uncompressed data, but the library writes compressed data.
static exr_result_t pack(exr_encode_pipeline_t *encode)
{
    const struct writer *writer = encode->encoding_user_data;
    const exr_result_t result = writer->pack(encode);
    if (result == EXR_ERR_SUCCESS && encode->compressed_bytes == encode->packed_bytes)
        memcpy(encode->compressed_buffer, encode->packed_buffer, encode->packed_bytes);
    return result;
}

static void write_file(const struct image *image, const struct image_texts *texts,
                       exr_pixel_type_t type, FILE *file)
{
    struct writer writer = { .image = image };
    exr_encode_pipeline_t encode = EXR_ENCODE_PIPELINE_INITIALIZER;
    exr_chunk_info_t chunk;
    begin(&writer, texts, type);
    for (int y = 0; y < image->height; y += chunk.height) {
        const float *texels =
            (const float *) image->texels + 4 * (size_t) y * (size_t) image->width;
        check(exr_write_scanline_chunk_info(writer.context, 0, y, &chunk), "find rows");
        check(y == 0 ? exr_encoding_initialize(writer.context, 0, &chunk, &encode)
                     : exr_encoding_update(writer.context, 0, &chunk, &encode),
              "begin rows");
        for (int c = 0; c < encode.channel_count; c++) { // A, B, G, R of interleaved RGBA rows
            exr_coding_channel_info_t *channel = &encode.channels[c];
            channel->user_data_type = EXR_PIXEL_FLOAT;
            channel->user_bytes_per_element = sizeof(float);
            channel->user_pixel_stride = 4 * sizeof(float);
            channel->user_line_stride = image->width * 4 * (int) sizeof(float);
            channel->encode_from_ptr = (const uint8_t *) (texels + 3 - c);
        }
        if (y == 0) {
            check(exr_encoding_choose_default_routines(writer.context, 0, &encode), "find its way");
            writer.pack = encode.compress_fn;
            encode.compress_fn = pack;
            encode.encoding_user_data = &writer;
        }
        check(exr_encoding_run(writer.context, 0, &encode), "write rows");
    }
    exr_encoding_destroy(writer.context, &encode);
    check(exr_finish(&writer.context), "finish");
    fwrite(writer.bytes, 1, writer.size, file);
    free(writer.bytes);
}

void image_exr_write(const struct image *image, const struct image_texts *texts, FILE *file)
{
    write_file(image, texts, EXR_PIXEL_FLOAT, file);
}

void image_exr_write_halves(const struct image *image, const struct image_texts *texts, FILE *file)
{
    const size_t count = (size_t) image->width * (size_t) image->height;
    const float *values = image->texels;
    struct image clamped = { 0 };
    size_t beyond = 0;
    for (size_t i = 0; i < count; i++) {
        float most = 0;
        for (size_t c = 0; c < 4; c++)
            most = fmaxf(most, fabsf(values[4 * i + c]));
        beyond += most > most_of_half;
    }
    if (beyond > 0) {
        log_warning("%zu %s beyond 65504, the most of 16 bits, and became that", beyond,
                    beyond == 1 ? "texel is" : "texels are");
        image_init(&clamped, image->width, image->height, IMAGE_TYPE_F32);
        for (size_t i = 0; i < 4 * count; i++)
            ((float *) clamped.texels)[i] = fmaxf(-most_of_half, fminf(values[i], most_of_half));
    }
    write_file(beyond > 0 ? &clamped : image, texts, EXR_PIXEL_HALF, file);
    image_finish(&clamped);
}
