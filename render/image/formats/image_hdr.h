#pragma once

#include "render/image/image_colour.h"

// Reads the text at the beginning of a Radiance HDR file, for image_hdr_read.c.

struct image_hdr_reader {
    const uint8_t *bytes, *end;
};

struct image_hdr_header {
    unsigned rows, columns; // of the file, before the orientation is applied
    int orientation;        // see image_orient.h
    double gain[3];         // factors that values are multiplied by
    bool has_primaries;
    struct image_primaries primaries;
};

// Reads the header and leaves the reader at the first row.
bool image_hdr_read_header(struct image_hdr_reader *reader, struct image_hdr_header *header,
                           struct error *error);
