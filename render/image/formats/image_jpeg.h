#pragma once

#include "render/image/formats/image_exif.h"
#include "render/image/formats/image_file.h"

#include <stdio.h>

// jpeglib.h uses FILE and must come after stdio.h.
#include <jpeglib.h>

// The APP markers of a JPEG that libjpeg does not apply: EXIF and the ICC profile.
struct image_jpeg_marks {
    struct image_exif exif;
    bool has_profile; // the file has at least a part of a profile
    JOCTET *profile;  // owned (free); NULL: none, or incomplete
    unsigned profile_size;
};

// Tells libjpeg to store these markers; call it before jpeg_read_header.
void image_jpeg_keep_marks(struct jpeg_decompress_struct *jpeg);

// Reads the stored markers; call it after jpeg_read_header and before the texels, with which
// libjpeg frees them.
void image_jpeg_read_marks(struct jpeg_decompress_struct *jpeg, struct image_jpeg_marks *marks);

// Returns true if the file is CMYK or YCCK.
bool image_jpeg_has_inks(const struct jpeg_decompress_struct *jpeg);

// Converts the picture from the file's colour space, or from CMYK, to sRGB.
void image_jpeg_convert(const struct image_jpeg_marks *marks, bool has_inks,
                        struct image_picture *picture);
