#include "effects/lut/lut.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>

// Any bytes are either a table, of which every colour and domain is finite and not empty, or an
// error of one line that names the file.

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
        require_line(error.text, "a.cube:");
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
