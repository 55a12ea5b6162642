#include "effects/lut/lut.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Any bytes are either a table, of which every colour and domain is finite and not empty, or an
// error of one line that names the file.

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "fuzz_cube: %s\n", what);
    abort();
}

static void check_part(const struct lut_part *part)
{
    require(part->size == 0 || part->size >= 2, "a part of one colour");
    for (int c = 0; c < 3; c++)
        require(part->most[c] > part->least[c], "an empty domain");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = { "" };
    struct lut_file *file = lut_file_parse("a.cube", (const char *) data, size, &error);
    if (!file) {
        require(strncmp(error.text, "a.cube:", 7) == 0, "an error that does not name the file");
        for (const char *at = error.text; *at; at++)
            require((unsigned char) *at >= ' ' && *at != '\x7f', "an error of several lines");
        return 0;
    }
    const int side = file->cube.size;
    check_part(&file->curve);
    check_part(&file->cube);
    require(file->count == file->curve.size + side * side * side, "another number of colours");
    for (int i = 0; i < 3 * file->count; i++)
        require(isfinite(file->colours[i / 3][i % 3]), "a colour that is not finite");
    lut_file_free(file);
    return 0;
}
