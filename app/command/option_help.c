#include "app/command/option_help.h"

#include "app/text/wrap.h"

#include <stdio.h>

enum { LEFT = 2, INDENT = 29 };

// Prints "-c, --chain CHAIN" or "    --bench[=SUITE]" with its help.
static void print_option(const struct option *row)
{
    char form[64];
    const char *before = !row->value ? "" : row->may_stand_alone ? "[=" : " ";
    snprintf(form, sizeof(form), "%s%c%s --%s%s%s%s", row->letter ? "-" : " ",
             row->letter ? row->letter : ' ', row->letter ? "," : " ", row->name, before,
             row->value ? row->value : "", row->value && row->may_stand_alone ? "]" : "");
    if (row->heading)
        printf("\n%s\n", row->heading);
    wrap_entry(stdout, LEFT, INDENT, form, row->help);
}

void option_help_print(const struct option rows[])
{
    puts("halation: shows and measures blurs, bloom, dithering and tone mapping\n\n"
         "  halation                              a window\n"
         "  halation --screenshot picture.png     a picture and the time of every pass\n"
         "  halation --bench --size 3840x2160     numbers\n"
         "  halation --chain threshold:level=1.2,dual:sigma=2%h,composite,tonemap");
    for (const struct option *row = rows; row->name; row++)
        print_option(row);
    putchar('\n');
    wrap_print(stdout, 0, LEFT,
               "Exit status: 0 fine, 1 a promise or limit is not kept, 2 wrong usage or input, 3 "
               "this machine cannot (no OpenGL 4.3, no display, a result that could not be "
               "written)");
}
