#pragma once

#include "render/image/formats/image_exif.h"
#include "render/image/formats/image_file.h"

#include <stdio.h>

// After stdio, whose FILE it names.
#include <jpeglib.h>

// Reads the markers of a JPEG that libjpeg does not apply: EXIF and the colour profile.
struct image_jpeg_marks {
    struct image_exif exif;
    bool has_profile; // whether there is a profile, or a part of one
    JOCTET *profile;  // owned, from malloc; NULL: there is none, or it is not whole
    unsigned profile_size;
};

// Call it before the header is read, since libjpeg keeps only the markers that it was asked for.
void image_jpeg_keep_marks(struct jpeg_decompress_struct *jpeg);

// Call it between header and texels: libjpeg drops the markers with the texels.
void image_jpeg_read_marks(struct jpeg_decompress_struct *jpeg, struct image_jpeg_marks *marks);

// Returns true if the file holds amounts of inks (CMYK).
bool image_jpeg_has_inks(const struct jpeg_decompress_struct *jpeg);

// Converts display values of the file's space, or amounts of inks, to sRGB.
void image_jpeg_convert(const struct image_jpeg_marks *marks, bool has_inks,
                        struct image_picture *picture);
