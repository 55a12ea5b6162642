#include "app/compare/base64.h"

#include <stdint.h>

// Three bytes become four letters; "=" stands for those that the last ones lack.
void base64_write(const void *bytes, size_t size, FILE *out)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *at = bytes;
    for (size_t left = size; left > 0; left -= left < 3 ? left : 3, at += 3) {
        const uint32_t bits = (uint32_t) at[0] << 16 | (left > 1 ? (uint32_t) at[1] << 8 : 0) |
                              (left > 2 ? at[2] : 0u);
        putc(letters[bits >> 18], out);
        putc(letters[bits >> 12 & 63], out);
        putc(left > 1 ? letters[bits >> 6 & 63] : '=', out);
        putc(left > 2 ? letters[bits & 63] : '=', out);
    }
}
