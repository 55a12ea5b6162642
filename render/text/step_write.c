#include "render/text/step_text.h"

#include <stdio.h>
#include <string.h>

void step_write(struct step_writer *writer, const char *text)
{
    const size_t used = (size_t) writer->length;
    if (used < writer->size)
        snprintf(writer->out + used, writer->size - used, "%s", text);
    writer->length += (int) strlen(text);
}

void step_write_options(struct step_writer *writer, const struct param *table, const void *values)
{
    for (const struct param *row = table; row && row->key; row++) {
        char value[PARAM_PRINTED_SIZE];
        if (param_is_default(row, values))
            continue;
        param_print(row, values, value, sizeof(value));
        step_write(writer, ":");
        step_write(writer, row->key);
        step_write(writer, "=");
        step_write(writer, value);
    }
}
