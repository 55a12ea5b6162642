#pragma once

#include "app/compare/cases.h"
#include "render/image/image.h"

#include <stdint.h>

// Shows the differences of two pictures as a picture: of each texel the largest difference of its
// four channels, or FLIP's if the tolerance limits that. Equal texels are black. The files are PNGs
// with a legend.

struct heat_map {
    struct image image; // U8, opaque; to be finished
    bool is_flip;
    double top; // value at the end of the ramp: 1 for FLIP, otherwise the largest difference
};

// Reads the pictures of a case that is CASE_COMPARED, and makes the map. Returns false with the
// reason if they can no longer be read.
bool heat_map_make(struct heat_map *map, const struct compare_case *one, struct error *error);

// Returns the colour, display values 0..255, of a share of `top`, 0..1: 0 is black, and the
// smallest difference is not. The ramp is Magma, from black over violet and orange to a pale
// yellow: equal steps look equal, and people who cannot tell red from green see the order by the
// lightness. N. Smith, S. van der Walt, the colour maps of matplotlib 1.5, 2015, at ten of its 256
// colours; display values are interpolated between them.
void heat_map_colour(double share, uint8_t colour[3]);

// Writes the quantity of the map and its unit: "largest channel difference, 255ths".
void heat_map_describe(const struct heat_map *map, const struct compare_case *one, char *out,
                       size_t size);

// Writes the map of a case that is CASE_COMPARED.
bool heat_map_write(const struct compare_case *one, const char *path, struct error *error);

// Creates a directory for the maps of many cases if it does not exist. Returns false with the
// reason if that is not possible, or if it is in or equal to one of the `count` directories `kept`,
// which are read-only.
bool heat_map_check_folder(const char *folder, const char *const kept[], int count,
                           struct error *error);

// Returns true if `path` is neither of the pictures.
bool heat_map_check_path(const char *path, const char *const pictures[2], struct error *error);

// Writes NAME.diff.png for each case that was compared and is beyond its tolerance, and removes
// that file if the case is within it now. Faulty pictures have no map. `count` becomes the number
// of files written.
bool heat_map_write_all(const struct compare_cases *cases, const char *folder, int *count,
                        struct error *error);
