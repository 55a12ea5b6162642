#pragma once

#include "render/image/image_colour.h"

// The text that a Radiance HDR file begins with, for image_hdr_read.c.

struct image_hdr_reader {
    const uint8_t *bytes, *end;
};

struct image_hdr_header {
    unsigned rows, columns; // as they stand in the file
    int orientation;        // see image_orient.h
    double gain[3];         // by which values are multiplied
    bool has_primaries;
    struct image_primaries primaries;
};

// Leaves the reader at the first row.
bool image_hdr_read_header(struct image_hdr_reader *reader, struct image_hdr_header *header,
                           struct error *error);
