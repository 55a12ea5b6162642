#pragma once

#include "render/image/image_colour.h"

// Header of a Radiance HDR file.

struct image_hdr_reader {
    const uint8_t *bytes, *end;
};

struct image_hdr_header {
    unsigned rows, columns; // as stored, before the orientation is applied
    int orientation;        // see image_orient.h
    double gain[3];         // factors for the decoded values: 1 / (EXPOSURE * COLORCORR)
    bool has_primaries;
    struct image_primaries primaries;
};

// Parses the header and leaves the reader at the first row.
bool image_hdr_read_header(struct image_hdr_reader *reader, struct image_hdr_header *header,
                           struct error *error);
