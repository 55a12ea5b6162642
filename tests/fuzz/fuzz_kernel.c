#include "effects/convolve/convolve_picture.h"
#include "render/text/error.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>

// Any bytes are either a kernel, whose light is finite at any size and not negative, or an error of
// one line that names the file.

static void check_resized(const struct convolve_picture *kernel, double size)
{
    enum { SIDE = 16 };
    static double texels[3 * SIDE * SIDE];
    int width, height;
    convolve_picture_size(kernel, size, &width, &height);
    require(width >= 1 && height >= 1 && width <= SIDE && height <= SIDE, "another size");
    convolve_picture_resize(kernel, width, height, texels);
    for (int i = 0; i < 3 * width * height; i++)
        require(isfinite(texels[i]) && texels[i] >= 0, "no light");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = { "" };
    struct convolve_picture *kernel =
        convolve_picture_make("a.pfm", (const char *) data, size, &error);
    if (!kernel) {
        require_line(error.text, "the kernel a.pfm: ");
        return 0;
    }
    check_resized(kernel, 1);
    check_resized(kernel, 7);
    check_resized(kernel, 16);
    convolve_picture_free(kernel);
    return 0;
}
