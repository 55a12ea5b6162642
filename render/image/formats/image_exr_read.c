// Reads OpenEXR (Industrial Light & Magic, 2003) through OpenEXRCore: scan lines and tiles of 16-
// and 32-bit floats with every compression of the library. Deep images, integer channels and
// subsampled channels are errors. The library only decompresses; this file checks chunk sizes
// against the header and copies the channels into the image.

#include "render/image/formats/image_exr.h"
#include "render/image/image_colour.h"
#include "render/text/names.h"

#define IMATH_HALF_NO_LOOKUP_TABLE
#include <half.h>
#include <openexr.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_EMPTY = 8192 * 4320,   // texels of a display window that may be almost empty
    MAX_CHUNK_BYTES = 1 << 30, // unpacked; the library allocates up to three times as much
    SLACK = 64,                // bytes behind buffers of the library
};

struct reader {
    const uint8_t *bytes; // the file
    size_t size;
    struct image_exr_extent extent;
    struct image_picture *picture;
    struct error *error;

    exr_context_t context;
    bool is_cut;        // the library tried to read past the end
    size_t read_end;    // end of the last read, as an offset
    struct error words; // first error message of the library; "": none

    int part; // index of the part that is read
    bool is_tiled;
    exr_compression_t compression;
    exr_attr_box2i_t data, display; // data window and display window, last texel included
    int texel_bytes;                // of all channels of the part
    struct channel {
        bool is_there, is_half; // is_half: half float, otherwise float
        int before;             // bytes per texel of the channels before it
    } channels[4];              // R, G, B, A; for grey the first three are Y

    exr_decode_pipeline_t decode;
    exr_result_t (*decompress)(exr_decode_pipeline_t *decode); // the library's
    bool has_decode;
};

// ---- the library

// Error callback: stores the first message, which names the cause.
static void log_failure(exr_const_context_t context, exr_result_t code, const char *message)
{
    void *user = NULL;
    (void) code;
    if (exr_get_user_data(context, &user) != EXR_ERR_SUCCESS || !user)
        return;
    struct reader *reader = user;
    if (reader->words.text[0] == '\0')
        error_set(&reader->words, "%s", message);
}

static int64_t size_of(exr_const_context_t context, void *user)
{
    (void) context;
    return (int64_t) ((const struct reader *) user)->size;
}

static int64_t read_bytes(exr_const_context_t context, void *user, void *to, uint64_t size,
                          uint64_t offset, exr_stream_error_func_ptr_t fail)
{
    struct reader *reader = user;
    const uint64_t there = offset < reader->size ? reader->size - offset : 0;
    const uint64_t given = size < there ? size : there;
    (void) context, (void) fail;
    reader->is_cut |= given < size;
    reader->read_end = (size_t) (offset + given);
    memcpy(to, reader->bytes + (offset < reader->size ? offset : 0), (size_t) given);
    return (int64_t) given;
}

// Sets the error after a call of the library failed, and returns false.
static bool set_error(const struct reader *reader)
{
    const char *words = reader->words.text;
    if (reader->is_cut)
        return image_cut_off(reader->error);
    return error_set(reader->error, "damaged EXR%s%s", words[0] ? ": " : "", words);
}

static bool open_file(struct reader *reader)
{
    exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;
    if (!image_exr_measure_headers(reader->bytes, reader->size, &reader->extent, reader->error))
        return false;
    setup.error_handler_fn = log_failure;
    setup.user_data = reader;
    setup.read_fn = read_bytes;
    setup.size_fn = size_of;
    setup.flags = EXR_CONTEXT_FLAG_STRICT_HEADER | EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
    if (exr_start_read(&reader->context, "picture", &setup) != EXR_ERR_SUCCESS)
        return error_set(reader->error, "damaged EXR: %s", reader->words.text);
    reader->words.text[0] = '\0'; // messages about headers that it repaired
    reader->is_cut = false;       // reading ahead past the end while opening is no truncation
    return true;
}

// ---- channels

// A layer is the prefix of a channel's name up to its last dot, included; length 0: no layer.
// `name` is the channel's whole name.
struct layer {
    const char *name;
    size_t length;
};

static struct layer layer_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return (struct layer){ name, dot ? (size_t) (dot + 1 - name) : 0 };
}

static bool is_same(const struct layer *a, const struct layer *b)
{
    return a->length == b->length && memcmp(a->name, b->name, a->length) == 0;
}

// Returns the index of the channel <layer><end> in the list, or -1.
static int find_channel(const exr_attr_chlist_t *list, const struct layer *layer, const char *end)
{
    for (int i = 0; i < list->num_channels; i++) {
        const char *name = list->entries[i].name.str;
        const struct layer own_layer = layer_of(name);
        if (is_same(&own_layer, layer) && strcmp(name + own_layer.length, end) == 0)
            return i;
    }
    return -1;
}

// Returns true if a layer has R, G and B, or Y without X (X and Y are vectors).
static bool has_colour(const exr_attr_chlist_t *list, const struct layer *layer)
{
    if (find_channel(list, layer, "R") >= 0)
        return find_channel(list, layer, "G") >= 0 && find_channel(list, layer, "B") >= 0;
    return find_channel(list, layer, "Y") >= 0 && find_channel(list, layer, "X") < 0;
}

// Finds the layer with colour channels: the unnamed one if it has them, otherwise a named one.
// Returns how many candidates there are.
static int find_layers(const exr_attr_chlist_t *list, struct layer *layer)
{
    int count = 0;
    *layer = (struct layer){ "", 0 };
    if (has_colour(list, layer))
        return 1;
    for (int i = 0; i < list->num_channels; i++) {
        const struct layer own_layer = layer_of(list->entries[i].name.str);
        if (!has_colour(list, &own_layer) || (count > 0 && is_same(&own_layer, layer)))
            continue;
        *layer = own_layer;
        count++;
    }
    return count;
}

static const char *name_of_channel(const void *set, int i)
{
    const exr_attr_chlist_t *list = set;
    return i < list->num_channels ? list->entries[i].name.str : NULL;
}

static bool list_channels(const exr_attr_chlist_t *list, struct error *error)
{
    names_list(error, &(struct names){ name_of_channel, list });
    return false;
}

static bool read_channels(struct reader *reader, const exr_attr_chlist_t *list,
                          const struct layer *layer)
{
    static const char *const names[] = { "R", "G", "B", "A" };
    const bool is_grey = find_channel(list, layer, "R") < 0;
    int places[4];
    for (int c = 0; c < 4; c++) {
        places[c] = find_channel(list, layer, is_grey && c < 3 ? "Y" : names[c]);
        reader->channels[c].is_there = places[c] >= 0;
    }
    for (int i = 0; i < list->num_channels; i++) {
        const exr_attr_chlist_entry_t *entry = &list->entries[i];
        const bool is_half = entry->pixel_type == EXR_PIXEL_HALF;
        if (entry->x_sampling != 1 || entry->y_sampling != 1)
            return error_set(reader->error,
                             "EXR with '%s' at every %dx%d texels only, as luminance and chroma "
                             "have it; save it as R, G and B",
                             entry->name.str, (int) entry->x_sampling, (int) entry->y_sampling);
        for (int c = 0; c < 4; c++)
            if (places[c] == i) {
                reader->channels[c].is_half = is_half;
                reader->channels[c].before = reader->texel_bytes;
            }
        reader->texel_bytes += is_half ? 2 : 4;
    }
    for (int c = 0; c < 4; c++) {
        const exr_attr_chlist_entry_t *entry = &list->entries[places[c] < 0 ? 0 : places[c]];
        if (places[c] >= 0 && entry->pixel_type == EXR_PIXEL_UINT)
            return error_set(reader->error,
                             "EXR with whole numbers in '%s'; light is of halves or floats",
                             entry->name.str);
    }
    return true;
}

// ---- parts

static const exr_attr_chlist_t *channels_of(const struct reader *reader, int part)
{
    const exr_attr_chlist_t *list = NULL;
    exr_get_channels(reader->context, part, &list);
    return list;
}

static exr_storage_t storage_of(const struct reader *reader, int part)
{
    exr_storage_t storage = EXR_STORAGE_DEEP_SCANLINE;
    exr_get_storage(reader->context, part, &storage);
    return storage;
}

// Reads the properties of the part that was selected, one of `count`. Parts and channels that are
// not read go into the picture's note.
static bool read_part(struct reader *reader, const exr_attr_chlist_t *list,
                      const struct layer *layer, int count)
{
    if (!read_channels(reader, list, layer))
        return false;
    reader->is_tiled = storage_of(reader, reader->part) == EXR_STORAGE_TILED;
    exr_get_compression(reader->context, reader->part, &reader->compression);
    exr_get_data_window(reader->context, reader->part, &reader->data);
    exr_get_display_window(reader->context, reader->part, &reader->display);
    int read = reader->channels[3].is_there;
    for (int c = 0; c < 3; c++)
        read += c == 0 || reader->channels[c].before != reader->channels[0].before;
    if (count > 1)
        image_note(reader->picture, "of its %d parts one is read", count);
    if (list->num_channels > read)
        image_note(reader->picture, "of its %d channels %d %s read", list->num_channels, read,
                   read == 1 ? "is" : "are");
    return true;
}

// Selects the first part with R, G and B, or Y.
static bool choose_part(struct reader *reader)
{
    int count = 0;
    bool is_deep = false;
    exr_get_count(reader->context, &count);
    for (; reader->part < count; reader->part++) {
        struct layer layer;
        const exr_attr_chlist_t *list = channels_of(reader, reader->part);
        const bool is_flat = storage_of(reader, reader->part) <= EXR_STORAGE_TILED;
        const int layers = list && is_flat ? find_layers(list, &layer) : 0;
        is_deep |= !is_flat;
        if (layers > 1) {
            error_set(reader->error,
                      "EXR with several layers of colour and none without a name; it has ");
            return list_channels(list, reader->error);
        }
        if (layers == 1)
            return read_part(reader, list, &layer, count);
    }
    if (is_deep)
        return error_set(reader->error, "a deep EXR, with many samples a texel; flatten it");
    error_set(reader->error, "EXR without a picture, which has channels R, G and B, or Y; it has ");
    return list_channels(channels_of(reader, 0), reader->error);
}

// ---- checks of the header, before allocation

// Returns an upper bound of unpacked bytes per packed byte. Deflate has at most 1032; DWA codes a
// block of 8x8 texels in as little as two bytes.
static uint64_t most_unpacked_of_byte(exr_compression_t compression)
{
    switch (compression) {
    case EXR_COMPRESSION_NONE:
        return 1;
    case EXR_COMPRESSION_DWAA:
    case EXR_COMPRESSION_DWAB:
        return 1 << 16;
    default:
        return 2064; // twice that of deflate: PXR24 unpacks 24 bits to 32
    }
}

static uint64_t width_of(const exr_attr_box2i_t *window)
{
    return image_exr_length(window->min.x, window->max.x);
}

static uint64_t height_of(const exr_attr_box2i_t *window)
{
    return image_exr_length(window->min.y, window->max.y);
}

static bool check_sizes(const struct reader *reader)
{
    const uint64_t width = width_of(&reader->data), height = height_of(&reader->data);
    const uint64_t shown_width = width_of(&reader->display);
    const uint64_t shown_height = height_of(&reader->display);
    if (!image_check_size(width, height, reader->error) ||
        !image_check_size(shown_width, shown_height, reader->error))
        return false;
    const uint64_t bytes = width * height * (uint64_t) reader->texel_bytes;
    const uint64_t all = reader->extent.bytes > bytes ? reader->extent.bytes : bytes;
    if (all / 16 > IMAGE_MAX_TEXELS)
        return error_set(reader->error, "EXR whose channels take %llu MiB; they may take %d",
                         (unsigned long long) (all >> 20), IMAGE_MAX_TEXELS >> 16);
    if (bytes / most_unpacked_of_byte(reader->compression) > reader->size)
        return image_cut_off(reader->error);
    if (shown_width * shown_height > MAX_EMPTY && shown_width * shown_height / 64 > width * height)
        return error_set(reader->error,
                         "EXR of %llux%llu texels of which only %llux%llu are stored",
                         (unsigned long long) shown_width, (unsigned long long) shown_height,
                         (unsigned long long) width, (unsigned long long) height);
    // The chunk offset tables are behind the headers.
    uint64_t end = reader->extent.headers;
    int parts = 0;
    exr_get_count(reader->context, &parts);
    for (int i = 0; i < parts; i++) {
        int32_t chunks = 0;
        exr_get_chunk_count(reader->context, i, &chunks);
        end += 8 * (uint64_t) (chunks > 0 ? chunks : 0);
    }
    return end <= reader->size || image_cut_off(reader->error);
}

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
// column x, row y of the image. Texels outside the image are dropped.
static void place_row(const struct reader *reader, const uint8_t *row, int64_t x, int64_t y,
                      int width)
{
    const struct image *image = &reader->picture->image;
    const int64_t begin = x < 0 ? -x : 0;
    const int64_t end = image->width - x < width ? image->width - x : width;
    if (y < 0 || y >= image->height || begin >= end)
        return;
    float *texels =
        (float *) image->texels + 4 * ((size_t) y * (size_t) image->width + (size_t) (x + begin));
    for (int c = 0; c < 4; c++) {
        const struct channel *channel = &reader->channels[c];
        const size_t step = channel->is_half ? 2 : 4;
        const uint8_t *from =
            row + (size_t) width * (size_t) channel->before + (size_t) begin * step;
        float *to = texels + c;
        for (int64_t i = begin; i < end && channel->is_there; i++, from += step, to += 4)
            *to = value_at(from, channel->is_half);
    }
}

// ---- chunks

// Allocates buffers of the library. They are zeroed, so that parts that it does not fill contain no
// old data.
static void *allocate(exr_transcoding_pipeline_buffer_id_t id, size_t size)
{
    (void) id;
    return size <= MAX_CHUNK_BYTES * (size_t) 4 ? calloc(1, size + SLACK) : NULL;
}

static void release(exr_transcoding_pipeline_buffer_id_t id, void *memory)
{
    (void) id;
    free(memory);
}

// Decodes a chunk whose first texel is at x, y in window coordinates. A chunk that compression
// would enlarge is stored as it is. With B44 the library would decompress it nonetheless (OpenEXR
// 3.1.5).
static bool read_chunk(struct reader *reader, const exr_chunk_info_t *chunk, int64_t x, int64_t y)
{
    const uint64_t bytes =
        (uint64_t) chunk->width * (uint64_t) chunk->height * (uint64_t) reader->texel_bytes;
    if (image_is_stopped(reader->picture, reader->error))
        return false;
    if (chunk->width <= 0 || chunk->height <= 0 || chunk->unpacked_size != bytes ||
        chunk->packed_size > bytes || chunk->packed_size == 0)
        return error_set(reader->error, "damaged EXR: a part of the picture has another size");
    if (reader->compression == EXR_COMPRESSION_NONE && chunk->packed_size != bytes)
        return error_set(reader->error, "damaged EXR: a part of the picture is incomplete");
    if (bytes > MAX_CHUNK_BYTES)
        return error_set(reader->error, "EXR whose channels are too many to unpack");
    exr_decode_pipeline_t *decode = &reader->decode;
    const bool is_first = !reader->has_decode;
    if ((is_first ? exr_decoding_initialize : exr_decoding_update)(
            reader->context, reader->part, chunk, decode) != EXR_ERR_SUCCESS)
        return set_error(reader);
    reader->has_decode = true;
    if (is_first) {
        decode->alloc_fn = allocate;
        decode->free_fn = release;
        if (exr_decoding_choose_default_routines(reader->context, reader->part, decode) !=
            EXR_ERR_SUCCESS)
            return set_error(reader);
        decode->unpack_and_convert_fn = NULL;
        reader->decompress = decode->decompress_fn;
    }
    const bool is_packed = chunk->packed_size < chunk->unpacked_size;
    decode->decompress_fn = is_packed ? reader->decompress : NULL;
    const exr_result_t result = exr_decoding_run(reader->context, reader->part, decode);
    if (result == EXR_ERR_FEATURE_NOT_IMPLEMENTED)
        return error_set(reader->error, "EXR that this OpenEXR cannot unpack (%s); pack it by ZIP",
                         reader->words.text);
    if (result != EXR_ERR_SUCCESS)
        return set_error(reader);
    const uint8_t *row = decode->unpacked_buffer;
    const size_t stride = (size_t) chunk->width * (size_t) reader->texel_bytes;
    for (int i = 0; i < chunk->height; i++, row += stride)
        place_row(reader, row, x - reader->display.min.x, y + i - reader->display.min.y,
                  chunk->width);
    return true;
}

// Sets the error of a missing chunk. The last four bytes that the library read are the chunk's
// length, which shows if the file is truncated.
static bool fail_chunk(struct reader *reader)
{
    const bool has_length = reader->read_end >= 4 && reader->read_end <= reader->size;
    const int32_t size = has_length ? image_exr_number(reader->bytes + reader->read_end - 4) : 0;
    reader->is_cut |= size > 0 && (size_t) size > reader->size - reader->read_end;
    return set_error(reader);
}

static bool read_lines(struct reader *reader)
{
    exr_chunk_info_t chunk;
    for (int64_t y = reader->data.min.y; y <= reader->data.max.y; y += chunk.height) {
        if (exr_read_scanline_chunk_info(reader->context, reader->part, (int) y, &chunk) !=
            EXR_ERR_SUCCESS)
            return fail_chunk(reader);
        if (!read_chunk(reader, &chunk, reader->data.min.x, y))
            return false;
    }
    return true;
}

// Reads the largest level; the others are reduced copies.
static bool read_tiles(struct reader *reader)
{
    const exr_attr_box2i_t *data = &reader->data;
    uint32_t width, height;
    exr_tile_level_mode_t levels;
    exr_tile_round_mode_t rounding;
    exr_chunk_info_t chunk;
    if (exr_get_tile_descriptor(reader->context, reader->part, &width, &height, &levels,
                                &rounding) != EXR_ERR_SUCCESS)
        return set_error(reader);
    for (int row = 0; (uint64_t) row * height < height_of(data); row++)
        for (int column = 0; (uint64_t) column * width < width_of(data); column++) {
            if (exr_read_tile_chunk_info(reader->context, reader->part, column, row, 0, 0,
                                         &chunk) != EXR_ERR_SUCCESS)
                return fail_chunk(reader);
            if (!read_chunk(reader, &chunk, data->min.x + (int64_t) column * width,
                            data->min.y + (int64_t) row * height))
                return false;
        }
    return true;
}

static void read_texts(const struct reader *reader)
{
    struct image_texts *texts = reader->picture->texts;
    int32_t count = 0;
    exr_get_attribute_count(reader->context, reader->part, &count);
    for (int32_t i = 0; i < count && texts->count < IMAGE_MAX_TEXTS; i++) {
        const exr_attribute_t *attribute = NULL;
        exr_get_attribute_by_index(reader->context, reader->part, EXR_ATTR_LIST_FILE_ORDER, i,
                                   &attribute);
        const bool is_text = attribute && attribute->type == EXR_ATTR_STRING &&
                             strcmp(attribute->name, "type") != 0 &&
                             strcmp(attribute->name, "name") != 0;
        if (is_text && strlen(attribute->name) <= 79 && attribute->name[0] &&
            attribute->string->length <= IMAGE_MAX_TEXT_BYTES)
            image_texts_add(texts, attribute->name, attribute->string->str);
    }
}

// ---- whole files

static bool read_picture(struct reader *reader)
{
    static const struct image_curve none = { .transfer = COLOUR_TRANSFER_SRGB };
    const exr_attr_box2i_t *data = &reader->data, *display = &reader->display;
    struct image *image = &reader->picture->image;
    exr_attr_chromaticities_t c;
    float aspect = 1;
    if (!open_file(reader) || !choose_part(reader) || !check_sizes(reader))
        return false;
    image_init(image, (int) width_of(display), (int) height_of(display), IMAGE_TYPE_F32);
    const size_t count = (size_t) image->width * (size_t) image->height;
    for (size_t i = 0; i < count && !reader->channels[3].is_there; i++)
        ((float *) image->texels)[4 * i + 3] = 1;
    if (!(reader->is_tiled ? read_tiles : read_lines)(reader)) {
        image_finish(image);
        return false;
    }
    exr_get_pixel_aspect_ratio(reader->context, reader->part, &aspect);
    if (data->min.x < display->min.x || data->min.y < display->min.y ||
        data->max.x > display->max.x || data->max.y > display->max.y)
        image_note(reader->picture, "what lies outside its display window is left out");
    if (aspect != 1)
        image_note(reader->picture, "its texels of %g : 1 are taken as squares", aspect);
    if (exr_attr_get_chromaticities(reader->context, reader->part, "chromaticities", &c) ==
        EXR_ERR_SUCCESS) {
        const struct image_primaries primaries = { { { c.white_x, c.white_y },
                                                     { c.red_x, c.red_y },
                                                     { c.green_x, c.green_y },
                                                     { c.blue_x, c.blue_y } } };
        image_colour_convert(reader->picture, &none, &primaries);
    }
    if (reader->picture->texts)
        read_texts(reader);
    return true;
}

static void close_file(struct reader *reader)
{
    if (reader->has_decode)
        exr_decoding_destroy(reader->context, &reader->decode);
    if (reader->context)
        exr_finish(&reader->context);
}

bool image_exr_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error)
{
    struct reader reader = { .bytes = bytes, .size = size, .picture = picture, .error = error };
    const bool is_read = read_picture(&reader);
    close_file(&reader);
    return is_read;
}

bool image_exr_read_texts(struct image_texts *texts, const uint8_t *bytes, size_t size,
                          struct error *error)
{
    struct image_picture ignored = { .texts = texts };
    struct reader reader = { .bytes = bytes, .size = size, .picture = &ignored, .error = error };
    const bool is_read = open_file(&reader) && choose_part(&reader);
    if (is_read)
        read_texts(&reader);
    close_file(&reader);
    return is_read;
}
