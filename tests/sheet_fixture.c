#include "tests/sheet_fixture.h"

#include "app/wrap.h"
#include "render/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What cmocka wants to see before its own header.
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
// clang-format on

void sheet_check_width(const struct sheet *sheet)
{
    enum { LARGEST = 64 * 1024 };
    char *text = calloc(1, LARGEST);
    assert_non_null(text);
    FILE *out = fmemopen(text, LARGEST, "w");
    assert_non_null(out);
    sheet_print(sheet, out);
    fclose(out);
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
        if (text_columns(line, (size_t) (end - line)) > WRAP_COLUMNS)
            fail_msg("wider than %d columns: %.*s", WRAP_COLUMNS, (int) (end - line), line);
    free(text);
}
