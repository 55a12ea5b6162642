#include "render/image/image_picture.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool image_check_size(uint64_t width, uint64_t height, struct error *error)
{
    if (width == 0 || height == 0)
        return error_set(error, "an image without texels; each side has at least 1");
    if (width <= IMAGE_MAX_SIDE && height <= IMAGE_MAX_SIDE && width * height <= IMAGE_MAX_TEXELS)
        return true;
    return error_set(
        error, "%llux%llu is too large; a side has at most %d texels and the image %d million",
        (unsigned long long) width, (unsigned long long) height, IMAGE_MAX_SIDE,
        IMAGE_MAX_TEXELS / 1000000);
}

bool image_cut_off(struct error *error)
{
    return error_set(error, "the file is cut off");
}

void image_note(struct image_picture *picture, const char *format, ...)
{
    const size_t length = strlen(picture->note);
    char *end = picture->note + length;
    const size_t size = sizeof(picture->note) - length;
    va_list arguments;
    va_start(arguments, format);
    if (length > 0 && size > 2)
        end += snprintf(end, size, "; ");
    vsnprintf(end, sizeof(picture->note) - (size_t) (end - picture->note), format, arguments);
    va_end(arguments);
}

bool image_is_cancelled(const struct image_picture *picture)
{
    return picture->stop && atomic_load_explicit(picture->stop, memory_order_relaxed);
}

bool image_is_stopped(const struct image_picture *picture, struct error *error)
{
    const bool is_stopped = image_is_cancelled(picture);
    if (is_stopped)
        error_set(error, "it was not read to the end");
    return is_stopped;
}

bool image_host_is_little(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}
