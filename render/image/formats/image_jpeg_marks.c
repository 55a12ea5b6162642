// APP markers of a JPEG: EXIF (CIPA DC-008) and an ICC profile (ICC.1, annex B).

#include "render/image/formats/image_jpeg.h"
#include "render/image/image_colour.h"

#include <string.h>

enum { EXIF_MARKER = JPEG_APP0 + 1, PROFILE_MARKER = JPEG_APP0 + 2, MOST_OF_A_MARKER = 0xffff };

void image_jpeg_keep_marks(struct jpeg_decompress_struct *jpeg)
{
    jpeg_save_markers(jpeg, EXIF_MARKER, MOST_OF_A_MARKER);
    jpeg_save_markers(jpeg, PROFILE_MARKER, MOST_OF_A_MARKER);
}

bool image_jpeg_has_inks(const struct jpeg_decompress_struct *jpeg)
{
    return jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
}

static struct image_exif find_exif(const struct jpeg_decompress_struct *jpeg)
{
    static const char start[] = "Exif\0";
    const size_t length = sizeof(start);
    for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker; marker = marker->next)
        if (marker->marker == EXIF_MARKER && marker->data_length > length &&
            memcmp(marker->data, start, length) == 0)
            return image_exif_read(marker->data + length, marker->data_length - length);
    return image_exif_read(NULL, 0);
}

static bool has_profile_marker(const struct jpeg_decompress_struct *jpeg)
{
    static const char start[] = "ICC_PROFILE";
    for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker; marker = marker->next)
        if (marker->marker == PROFILE_MARKER && marker->data_length > sizeof(start) &&
            memcmp(marker->data, start, sizeof(start)) == 0)
            return true;
    return false;
}

void image_jpeg_read_marks(struct jpeg_decompress_struct *jpeg, struct image_jpeg_marks *marks)
{
    marks->exif = find_exif(jpeg);
    marks->has_profile = has_profile_marker(jpeg);
    jpeg_read_icc_profile(jpeg, &marks->profile, &marks->profile_size);
}

// Converts CMYK to RGB without a profile. Values are inverted, as Adobe stores them: 255 is no ink.
static void convert_inks(struct image *image)
{
    const size_t count = (size_t) image->width * (size_t) image->height;
    uint8_t *texel = image->texels;
    for (size_t i = 0; i < count; i++, texel += 4) {
        for (int c = 0; c < 3; c++)
            texel[c] = (uint8_t) ((texel[c] * texel[3] + 127) / 255);
        texel[3] = 255;
    }
}

static void convert_without_profile(const struct image_jpeg_marks *marks, bool has_inks,
                                    struct image_picture *picture)
{
    if (marks->has_profile)
        image_note(picture, "its colour profile cannot be used, and it is taken as sRGB");
    else if (marks->exif.other_colours)
        image_note(picture, "its EXIF data say that it is not sRGB, but it has no colour profile; "
                            "it is taken as sRGB");
    if (!has_inks)
        return;
    image_note(picture, "its inks are mixed as ideal ones, for want of a colour profile of CMYK");
    convert_inks(&picture->image);
}

void image_jpeg_convert(const struct image_jpeg_marks *marks, bool has_inks,
                        struct image_picture *picture)
{
    const unsigned size = marks->profile_size;
    const enum image_profile_kind kind =
        marks->profile ? image_profile_kind(marks->profile, size) : PROFILE_UNUSABLE;
    if (kind != PROFILE_UNUSABLE && (kind == PROFILE_INKS) == has_inks)
        image_profile_convert(picture, marks->profile, size);
    else
        convert_without_profile(marks, has_inks, picture);
}
