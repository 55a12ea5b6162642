#pragma once

#include "render/image/image_exif.h"
#include "render/image/image_file.h"

#include <stdio.h>

// After stdio, whose FILE it names.
#include <jpeglib.h>

// What the markers of a JPEG say of its texels, beside what libjpeg does.
struct image_jpeg_marks {
    struct image_exif exif;
    bool has_profile; // or parts of one
    JOCTET *profile;  // owned, from malloc; NULL: none that is whole
    unsigned profile_size;
};

// Before the header is read: libjpeg forgets what it was not asked to keep.
void image_jpeg_keep_marks(struct jpeg_decompress_struct *jpeg);

// After the header and before the texels, with which libjpeg forgets them.
void image_jpeg_read_marks(struct jpeg_decompress_struct *jpeg, struct image_jpeg_marks *marks);

// CMYK, of printing.
bool image_jpeg_has_inks(const struct jpeg_decompress_struct *jpeg);

// Display values of whatever space, or amounts of inks, to sRGB.
void image_jpeg_convert(const struct image_jpeg_marks *marks, bool has_inks,
                        struct image_picture *picture);
