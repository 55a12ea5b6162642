#pragma once

#include "app/compare/heat_map/heat_map.h"

// Makes a picture of a heat map with a title, that names the pictures and says what became of them,
// and a bar of colours with numbers. False with the reason where there are no letters, which is the
// machine's; the image may be finished in either case.
bool heat_map_legend_draw(const struct heat_map *map, const struct compare_case *one,
                          struct image *image, struct error *error);
