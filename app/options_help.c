#include "app/option.h"

#include <stdio.h>
#include <string.h>

static void print_row(const struct option *row)
{
    char left[64];
    const char *before = !row->value ? "" : row->may_stand_alone ? "[=" : " ";
    const int length =
        snprintf(left, sizeof(left), "%s%c%s --%s%s%s%s", row->letter ? "-" : " ",
                 row->letter ? row->letter : ' ', row->letter ? "," : " ", row->name, before,
                 row->value ? row->value : "", row->value && row->may_stand_alone ? "]" : "");
    if (row->heading)
        printf("\n%s\n", row->heading);
    printf("  %-27s%s%s\n", left, length >= 27 ? "\n                             " : "", row->help);
}

void options_print_help(void)
{
    puts("halation: shows and measures blurs, bloom, dithering and tone mapping on this GPU\n\n"
         "  halation                                      a window\n"
         "  halation --screenshot picture.png             a picture and the time of every pass\n"
         "  halation --bench --size 3840x2160             numbers\n"
         "  halation --chain threshold:level=1.2,dual:sigma=2%h,composite,tonemap:curve=agx");
    for (const struct option *row = option_rows; row->name; row++)
        print_row(row);
    puts("\nExit status: 0 fine, 1 a promise or limit is not kept, 2 wrong usage or input, 3 this "
         "machine cannot");
}
