// Reads JPEG (ITU-T T.81, 1992) through libjpeg: grey, YCbCr, RGB and CMYK.

#include "render/image/formats/image_jpeg.h"

#include "render/image/image_orient.h"

#include <jerror.h>
#include <setjmp.h>
#include <stdlib.h>

// Upper bound of texels per byte: a block of 8x8 texels takes at least one bit.
enum { MOST_TEXELS_OF_A_BYTE = 8 * 64 };

// Limits against crafted files: number of scans, and above FEW_SCANS also scans * texels.
enum { MOST_SCANS = 200, FEW_SCANS = 20 };
static const uint64_t MOST_WORK = UINT64_C(1) << 31;

struct reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr manager;
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    const uint8_t *bytes;
    size_t size;
    struct image_picture *picture;
    struct image_jpeg_marks marks;
    struct error *error;
};

static _Noreturn void fail(j_common_ptr jpeg)
{
    struct reader *reader = jpeg->client_data;
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    error_set(reader->error, "damaged JPEG: %s", message);
    longjmp(reader->failed, 1);
}

// Warning callback. libjpeg fills a truncated image with made-up texels and only warns: here that
// is an error. After other damage reading continues, and the first warning goes into the note.
static void warn(j_common_ptr jpeg, int level)
{
    struct reader *reader = jpeg->client_data;
    const int code = jpeg->err->msg_code;
    char message[JMSG_LENGTH_MAX];
    if (level >= 0)
        return;
    if (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER) {
        image_cut_off(reader->error);
        longjmp(reader->failed, 1);
    }
    if (code != JWRN_BOGUS_ICC && jpeg->err->num_warnings++ == 0) {
        jpeg->err->format_message(jpeg, message);
        image_note(reader->picture, "a damaged JPEG, read as far as it can be: %s", message);
    }
}

// Progress callback, called repeatedly: stops cancelled reads, and limits scans, since a scan of a
// few bytes still visits all texels. Real files have about twenty scans at most.
static void watch(j_common_ptr common)
{
    struct reader *reader = common->client_data;
    const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    const uint64_t texels = (uint64_t) jpeg->image_width * jpeg->image_height;
    const uint64_t scans = (uint64_t) jpeg->input_scan_number;
    if (image_is_stopped(reader->picture, reader->error))
        longjmp(reader->failed, 1);
    if (scans <= MOST_SCANS && (scans <= FEW_SCANS || scans * texels <= MOST_WORK))
        return;
    error_set(reader->error, "a JPEG of too many scans; of %ux%u texels it has at most %llu",
              jpeg->image_width, jpeg->image_height,
              (unsigned long long) (scans > MOST_SCANS ? MOST_SCANS : scans - 1));
    longjmp(reader->failed, 1);
}

static void read_rows(struct reader *reader)
{
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg->out_color_space = image_jpeg_has_inks(jpeg) ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        uint8_t *row = (uint8_t *) reader->picture->image.texels +
                       (size_t) jpeg->output_scanline * jpeg->output_width * 4;
        jpeg_read_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_decompress(jpeg);
}

// Returns true for SOF markers, which begin a frame and contain the size.
static bool is_frame(int marker)
{
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

bool image_jpeg_measure(const uint8_t *bytes, size_t size, uint64_t *texels)
{
    enum { SIDES_AT = 5, SIDES_BYTES = 4 }; // offset of height and width in a SOF segment
    size_t at = 2;
    while (size > SIDES_AT + SIDES_BYTES && at < size - SIDES_AT - SIDES_BYTES) {
        const uint8_t *segment = bytes + at;
        if (segment[0] == 0xff && is_frame(segment[1])) {
            *texels = (uint64_t) (segment[5] << 8 | segment[6]) *
                      (uint64_t) (segment[7] << 8 | segment[8]);
            return true;
        }
        // Bytes between segments are skipped, and 0xff may be repeated.
        const bool has_length = segment[0] == 0xff && segment[1] > 0 && segment[1] < 0xff;
        at += has_length ? 2 + (size_t) (segment[2] << 8 | segment[3]) : 1;
    }
    return false;
}

static bool read_header(struct reader *reader)
{
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg_mem_src(jpeg, reader->bytes, (unsigned long) reader->size);
    image_jpeg_keep_marks(jpeg);
    jpeg_read_header(jpeg, TRUE);
    const uint64_t texels = (uint64_t) jpeg->image_width * jpeg->image_height;
    if (!image_check_size(jpeg->image_width, jpeg->image_height, reader->error))
        return false;
    if (texels / MOST_TEXELS_OF_A_BYTE > reader->size)
        return image_cut_off(reader->error);
    return true;
}

// Errors inside libjpeg return here by longjmp.
static bool read_all(struct reader *reader)
{
    if (setjmp(reader->failed))
        return false;
    if (!read_header(reader))
        return false;
    image_init(&reader->picture->image, (int) reader->jpeg.image_width,
               (int) reader->jpeg.image_height, IMAGE_TYPE_U8);
    image_jpeg_read_marks(&reader->jpeg, &reader->marks);
    read_rows(reader);
    return true;
}

bool image_jpeg_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                     struct error *error)
{
    struct reader reader = { .bytes = bytes, .size = size, .picture = picture, .error = error };
    reader.jpeg.err = jpeg_std_error(&reader.manager);
    reader.manager.error_exit = fail;
    reader.manager.emit_message = warn;
    reader.jpeg.client_data = &reader;
    jpeg_create_decompress(&reader.jpeg);
    reader.progress.progress_monitor = watch;
    reader.jpeg.progress = &reader.progress;
    const bool is_read = read_all(&reader);
    if (is_read) {
        image_jpeg_convert(&reader.marks, image_jpeg_has_inks(&reader.jpeg), picture);
        image_orient(picture, reader.marks.exif.orientation);
    } else {
        image_finish(&picture->image);
    }
    free(reader.marks.profile);
    jpeg_destroy_decompress(&reader.jpeg);
    return is_read;
}
