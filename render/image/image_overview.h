#pragma once

#include "render/image/image.h"

#include <stdatomic.h>

// A small picture of a large one, that stands in for it until more is made of that.

// Makes a picture of at most `most` texels, each the mean of the light of a square of `from`,
// weighed by alpha; of a large square it reads 16 texels. `is_light`: the values of `from` are
// light, those of the overview are too; otherwise both are display values, of the overview U16. A
// picture that is not larger gets none, zeroed. False soon after `stop` becomes true (NULL: never),
// with nothing made.
bool image_overview(const struct image *from, bool is_light, size_t most, const atomic_bool *stop,
                    struct image *overview);
