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

void image_jpeg_read_marks(struct jpeg_decompress_struct *jpeg, struct image_jpeg_marks *marks)
{
    static const char exif_start[] = "Exif\0", profile_start[] = "ICC_PROFILE";
    const size_t start = sizeof(exif_start);
    const jpeg_saved_marker_ptr exif = find_marker(jpeg, EXIF_MARKER, exif_start, start);
    marks->exif = exif ? image_exif_read(exif->data + start, exif->data_length - start)
                       : image_exif_read(NULL, 0);
    marks->has_profile =
        find_marker(jpeg, PROFILE_MARKER, profile_start, sizeof(profile_start)) != NULL;
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
