// Reads JPEG (ITU-T T.81, 1992) through libjpeg: grey, YCbCr, RGB and CMYK, with the APP markers of
// EXIF (CIPA DC-008) and of an ICC profile (ICC.1, annex B).

#include "render/image/formats/image_exif.h"
#include "render/image/formats/image_file.h"
#include "render/image/image_colour.h"
#include "render/image/image_orient.h"

// jpeglib.h uses FILE and must come after stdio.h.
#include <jerror.h>
#include <jpeglib.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { EXIF_MARKER = JPEG_APP0 + 1, PROFILE_MARKER = JPEG_APP0 + 2, MAX_OF_A_MARKER = 0xffff };

// Upper bound of texels per byte: a block of 8x8 texels takes at least one bit.
enum { MAX_TEXELS_OF_A_BYTE = 8 * 64 };

// Limits against crafted files: number of scans, and above FEW_SCANS also scans * texels.
enum { MAX_SCANS = 200, FEW_SCANS = 20 };
static const uint64_t MAX_WORK = UINT64_C(1) << 31;

struct reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr manager;
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    const uint8_t *bytes;
    size_t size;
    struct image_picture *picture;
    struct error *error;
    struct image_exif exif;
    bool has_inks;    // CMYK or YCCK
    bool has_profile; // the file has at least a part of an ICC profile
    JOCTET *profile;  // owned (free); NULL: none, or incomplete
    unsigned profile_size;
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
    if (scans <= MAX_SCANS && (scans <= FEW_SCANS || scans * texels <= MAX_WORK))
        return;
    error_set(reader->error, "a JPEG of too many scans; of %ux%u texels it has at most %llu",
              jpeg->image_width, jpeg->image_height,
              (unsigned long long) (scans > MAX_SCANS ? MAX_SCANS : scans - 1));
    longjmp(reader->failed, 1);
}

bool image_jpeg_measure(const uint8_t *bytes, size_t size, uint64_t *texels)
{
    enum { SIDES_AT = 5, SIDES_BYTES = 4 }; // offset of height and width in a SOF segment
    size_t at = 2;
    while (size > SIDES_AT + SIDES_BYTES && at < size - SIDES_AT - SIDES_BYTES) {
        const uint8_t *segment = bytes + at, kind = segment[1];
        const bool is_frame = // an SOF marker
            kind >= 0xc0 && kind <= 0xcf && kind != 0xc4 && kind != 0xc8 && kind != 0xcc;
        if (segment[0] == 0xff && is_frame) {
            *texels = (uint64_t) (segment[5] << 8 | segment[6]) *
                      (uint64_t) (segment[7] << 8 | segment[8]);
            return true;
        }
        // Bytes between segments are skipped, and 0xff may be repeated.
        const bool has_length = segment[0] == 0xff && kind > 0 && kind < 0xff;
        at += has_length ? 2 + (size_t) (segment[2] << 8 | segment[3]) : 1;
    }
    return false;
}

// ---- markers

// Returns the first marker of that kind whose data are longer than `start` and begin with it; NULL:
// none.
static jpeg_saved_marker_ptr find_marker(const struct jpeg_decompress_struct *jpeg, int kind,
                                         const char *start, size_t length)
{
    jpeg_saved_marker_ptr marker = jpeg->marker_list;
    while (marker && (marker->marker != kind || marker->data_length <= length ||
                      memcmp(marker->data, start, length) != 0))
        marker = marker->next;
    return marker;
}

// Converts the picture from the file's colour space, or from CMYK, to sRGB.
static void convert_colours(const struct reader *reader)
{
    struct image_picture *picture = reader->picture;
    const unsigned size = reader->profile_size;
    const enum image_profile_kind kind =
        reader->profile ? image_profile_kind(reader->profile, size) : PROFILE_UNUSABLE;
    if (kind != PROFILE_UNUSABLE && (kind == PROFILE_INKS) == reader->has_inks) {
        image_profile_convert(picture, reader->profile, size);
        return;
    }
    if (reader->has_profile)
        image_note(picture, "its colour profile cannot be used, and it is taken as sRGB");
    else if (reader->exif.other_colours)
        image_note(picture, "its EXIF data say that it is not sRGB, but it has no colour profile; "
                            "it is taken as sRGB");
    if (!reader->has_inks)
        return;
    image_note(picture, "its inks are mixed as ideal ones, for want of a colour profile of CMYK");
    // Values are inverted, as Adobe stores them: 255 is no ink.
    const size_t count = (size_t) picture->image.width * (size_t) picture->image.height;
    uint8_t *texel = picture->image.texels;
    for (size_t i = 0; i < count; i++, texel += 4) {
        for (int c = 0; c < 3; c++)
            texel[c] = (uint8_t) ((texel[c] * texel[3] + 127) / 255);
        texel[3] = 255;
    }
}

// ----

// Errors inside libjpeg return here by longjmp.
static bool read_all(struct reader *reader)
{
    static const char exif_start[] = "Exif\0", profile_start[] = "ICC_PROFILE";
    const size_t start = sizeof(exif_start);
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    struct image *image = &reader->picture->image;
    if (setjmp(reader->failed))
        return false;
    jpeg_mem_src(jpeg, reader->bytes, (unsigned long) reader->size);
    jpeg_save_markers(jpeg, EXIF_MARKER, MAX_OF_A_MARKER);
    jpeg_save_markers(jpeg, PROFILE_MARKER, MAX_OF_A_MARKER);
    jpeg_read_header(jpeg, TRUE);
    if (!image_check_size(jpeg->image_width, jpeg->image_height, reader->error))
        return false;
    if ((uint64_t) jpeg->image_width * jpeg->image_height / MAX_TEXELS_OF_A_BYTE > reader->size)
        return image_cut_off(reader->error);
    image_init(image, (int) jpeg->image_width, (int) jpeg->image_height, IMAGE_TYPE_U8);
    // libjpeg frees the markers when it reads the texels.
    const jpeg_saved_marker_ptr exif = find_marker(jpeg, EXIF_MARKER, exif_start, start);
    reader->exif = exif ? image_exif_read(exif->data + start, exif->data_length - start)
                        : image_exif_read(NULL, 0);
    reader->has_profile =
        find_marker(jpeg, PROFILE_MARKER, profile_start, sizeof(profile_start)) != NULL;
    jpeg_read_icc_profile(jpeg, &reader->profile, &reader->profile_size);
    reader->has_inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = reader->has_inks ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        uint8_t *row =
            (uint8_t *) image->texels + (size_t) jpeg->output_scanline * jpeg->output_width * 4;
        jpeg_read_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_decompress(jpeg);
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
        convert_colours(&reader);
        image_orient(picture, reader.exif.orientation);
    } else {
        image_finish(&picture->image);
    }
    free(reader.profile);
    jpeg_destroy_decompress(&reader.jpeg);
    return is_read;
}
