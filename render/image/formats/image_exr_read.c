// Reads OpenEXR (Industrial Light & Magic, 2003) through OpenEXRCore: scan lines and tiles of 16-
// and 32-bit floats with every compression of the library. Deep images, integer channels and
// subsampled channels are errors.

#include "render/image/formats/image_exr.h"
#include "render/image/image_colour.h"

#include <string.h>

enum { MOST_EMPTY = 8192 * 4320 }; // texels of a display window that may be almost empty

struct reader {
    struct image_exr exr;
    struct image_exr_extent extent;
    struct image_exr_part part;
    struct image image;
    struct error *error;
};

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

static bool check_windows(const struct reader *reader)
{
    const struct image_exr_part *part = &reader->part;
    const uint64_t width = image_exr_length(part->data.min.x, part->data.max.x);
    const uint64_t height = image_exr_length(part->data.min.y, part->data.max.y);
    const uint64_t shown_width = image_exr_length(part->display.min.x, part->display.max.x);
    const uint64_t shown_height = image_exr_length(part->display.min.y, part->display.max.y);
    if (!image_check_size(width, height, reader->error) ||
        !image_check_size(shown_width, shown_height, reader->error))
        return false;
    const uint64_t bytes = width * height * (uint64_t) part->texel_bytes;
    const uint64_t all = reader->extent.bytes > bytes ? reader->extent.bytes : bytes;
    if (all / 16 > IMAGE_MAX_TEXELS)
        return error_set(reader->error, "EXR whose channels take %llu MiB; they may take %d",
                         (unsigned long long) (all >> 20), IMAGE_MAX_TEXELS >> 16);
    if (bytes / most_unpacked_of_byte(part->compression) > reader->exr.size)
        return image_cut_off(reader->error);
    if (shown_width * shown_height > MOST_EMPTY && shown_width * shown_height / 64 > width * height)
        return error_set(reader->error,
                         "EXR of %llux%llu texels of which only %llux%llu are stored",
                         (unsigned long long) shown_width, (unsigned long long) shown_height,
                         (unsigned long long) width, (unsigned long long) height);
    return true;
}

// Returns true if the file is long enough for the chunk offset tables behind the headers.
static bool check_tables(const struct reader *reader)
{
    uint64_t end = reader->extent.headers;
    int parts = 0;
    exr_get_count(reader->exr.context, &parts);
    for (int i = 0; i < parts; i++) {
        int32_t chunks = 0;
        exr_get_chunk_count(reader->exr.context, i, &chunks);
        end += 8 * (uint64_t) (chunks > 0 ? chunks : 0);
    }
    return end <= reader->exr.size || image_cut_off(reader->error);
}

// ---- metadata

static void read_texts(const struct reader *reader, struct image_texts *texts)
{
    int32_t count = 0;
    exr_get_attribute_count(reader->exr.context, reader->part.index, &count);
    for (int32_t i = 0; i < count && texts->count < IMAGE_MAX_TEXTS; i++) {
        const exr_attribute_t *attribute = NULL;
        exr_get_attribute_by_index(reader->exr.context, reader->part.index,
                                   EXR_ATTR_LIST_FILE_ORDER, i, &attribute);
        const bool is_text = attribute && attribute->type == EXR_ATTR_STRING &&
                             strcmp(attribute->name, "type") != 0 &&
                             strcmp(attribute->name, "name") != 0;
        if (is_text && strlen(attribute->name) <= 79 && attribute->name[0] &&
            attribute->string->length <= IMAGE_MAX_TEXT_BYTES)
            image_texts_add(texts, attribute->name, attribute->string->str);
    }
}

static void note_shape(const struct reader *reader, struct image_picture *picture)
{
    const exr_attr_box2i_t *data = &reader->part.data, *display = &reader->part.display;
    float aspect = 1;
    exr_get_pixel_aspect_ratio(reader->exr.context, reader->part.index, &aspect);
    if (data->min.x < display->min.x || data->min.y < display->min.y ||
        data->max.x > display->max.x || data->max.y > display->max.y)
        image_note(picture, "what lies outside its display window is left out");
    if (aspect != 1)
        image_note(picture, "its texels of %g : 1 are taken as squares", (double) aspect);
}

static void convert_primaries(const struct reader *reader, struct image_picture *picture)
{
    static const struct image_curve none = { .transfer = COLOUR_TRANSFER_SRGB };
    exr_attr_chromaticities_t c;
    if (exr_attr_get_chromaticities(reader->exr.context, reader->part.index, "chromaticities",
                                    &c) != EXR_ERR_SUCCESS)
        return;
    const struct image_primaries primaries = { { { (double) c.white_x, (double) c.white_y },
                                                 { (double) c.red_x, (double) c.red_y },
                                                 { (double) c.green_x, (double) c.green_y },
                                                 { (double) c.blue_x, (double) c.blue_y } } };
    image_colour_convert(picture, &none, &primaries);
}

// ---- whole files

static void begin_image(struct reader *reader)
{
    const exr_attr_box2i_t *display = &reader->part.display;
    struct image *image = &reader->image;
    image_init(image, (int) image_exr_length(display->min.x, display->max.x),
               (int) image_exr_length(display->min.y, display->max.y), IMAGE_TYPE_F32);
    if (reader->part.channels[3].is_there)
        return;
    const size_t count = (size_t) image->width * (size_t) image->height;
    for (size_t i = 0; i < count; i++)
        ((float *) image->texels)[4 * i + 3] = 1;
}

static bool read_picture(struct reader *reader, struct image_picture *picture)
{
    if (!image_exr_choose(&reader->exr, &reader->part, picture, reader->error) ||
        !check_windows(reader) || !check_tables(reader))
        return false;
    begin_image(reader);
    if (!image_exr_unpack(&reader->exr, &reader->part, picture, &reader->image, reader->error)) {
        image_finish(&reader->image);
        return false;
    }
    picture->image = reader->image;
    note_shape(reader, picture);
    convert_primaries(reader, picture);
    if (picture->texts)
        read_texts(reader, picture->texts);
    return true;
}

static bool open_file(struct reader *reader, const uint8_t *bytes, size_t size)
{
    return image_exr_measure_headers(bytes, size, &reader->extent, reader->error) &&
           image_exr_open(&reader->exr, bytes, size, reader->error);
}

bool image_exr_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error)
{
    struct reader reader = { .error = error };
    const bool is_read = open_file(&reader, bytes, size) && read_picture(&reader, picture);
    image_exr_close(&reader.exr);
    return is_read;
}

bool image_exr_read_texts(struct image_texts *texts, const uint8_t *bytes, size_t size,
                          struct error *error)
{
    struct reader reader = { .error = error };
    struct image_picture ignored = { .texts = texts };
    const bool is_read = open_file(&reader, bytes, size) &&
                         image_exr_choose(&reader.exr, &reader.part, &ignored, error);
    if (is_read)
        read_texts(&reader, texts);
    image_exr_close(&reader.exr);
    return is_read;
}
