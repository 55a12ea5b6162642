#pragma once

#include <stddef.h>
#include <stdio.h>

// Writes bytes in base64: S. Josefsson, RFC 4648, 2006, with padding. The caller looks at ferror.
void base64_write(const void *bytes, size_t size, FILE *out);
