#include "render/text/text_writer.h"

#include "render/text/memory.h"

#include <stdarg.h>
#include <stdio.h>

void text_write(struct text_writer *writer, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const size_t length = (size_t) vsnprintf(NULL, 0, format, again);
    va_end(again);
    writer->text = memory_grow(writer->text, writer->length + length + 1, 1);
    vsnprintf(writer->text + writer->length, length + 1, format, list);
    va_end(list);
    writer->length += length;
}
