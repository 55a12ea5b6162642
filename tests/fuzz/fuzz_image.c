// Every byte string is an image or an error, and never more than that.

#include "render/image/formats/image_file.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct image_texts texts = { 0 };
    struct image_picture picture = { .texts = &texts };
    struct error error = { "" };
    if (image_decode(&picture, data, size, &error))
        image_finish(&picture.image);
    else
        require(error.text[0] != '\0' && texts.count == 0, "no error, or texts of none");
    image_texts_finish(&texts);
    return 0;
}
