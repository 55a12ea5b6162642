#define LOG_MODULE "text"
#include "render/text/text_copy.h"

#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <stdbool.h>
#include <string.h>

char *text_copy_as_utf8(const char *text, const char *what)
{
    static bool is_logged;
    const size_t size = 3 * strlen(text) + 1;
    char *copy = memory_grow(NULL, size, 1);
    const int replaced = text_repair(text, copy, size);
    if (replaced > 0 && !is_logged)
        log_warning("%s is no UTF-8: U+FFFD is written for %d %s of it", what, replaced,
                    replaced == 1 ? "byte" : "bytes");
    is_logged = is_logged || replaced > 0;
    return copy;
}
