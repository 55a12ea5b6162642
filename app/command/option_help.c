#include "app/command/option_help.h"

#include "app/lab/text/wrap.h"
#include "render/text/names.h"

#include <stdio.h>
#include <string.h>

enum { LEFT = 2, INDENT = 29 };

// Prints "-c, --chain CHAIN" or "    --bench[=SUITE]" with its help.
static void print_option(const struct option *row)
{
    char form[64];
    const char *before = !row->value ? "" : row->may_stand_alone ? "[=" : " ";
    snprintf(form, sizeof(form), "%s%c%s --%s%s%s%s", row->letter ? "-" : " ",
             row->letter ? row->letter : ' ', row->letter ? "," : " ", row->name, before,
             row->value ? row->value : "", row->value && row->may_stand_alone ? "]" : "");
    wrap_entry(stdout, LEFT, INDENT, form, row->help);
}

static void print_usage(void)
{
    puts("halation: shows and measures blurs, bloom, dithering and tone mapping\n\n"
         "  halation [FILE]                       a window, with a picture or chain in it\n"
         "  halation --screenshot picture.png     a picture, without a window\n"
         "  halation --bench --size 3840x2160     numbers\n"
         "  halation --chain threshold:level=1.2,dual:sigma=2%h,composite,tonemap");
}

static void print_end(void)
{
    putchar('\n');
    wrap_print(stdout, 0, LEFT,
               "Exit status: 0 fine, 1 a promise or limit is not kept, 2 wrong usage or input, 3 "
               "this machine cannot (no OpenGL 4.3, no display, a result that could not be "
               "written)");
}

// ---- groups

// names.at for the groups of the rows, and "all" after them.
static const char *group_at(const void *rows, int i)
{
    for (const struct option *row = rows; row->name; row++)
        if (row->group && i-- == 0)
            return row->group;
    return i == 0 ? "all" : NULL;
}

static bool is_group(const struct option rows[], const char *name)
{
    const char *group;
    for (int i = 0; (group = group_at(rows, i)); i++)
        if (strcmp(group, name) == 0)
            return true;
    return false;
}

static void print_common(const struct option rows[])
{
    char groups[160];
    print_usage();
    putchar('\n');
    for (const struct option *row = rows; row->name; row++)
        if (row->is_common)
            print_option(row);
    names_join(&(const struct names){ group_at, rows }, groups, sizeof(groups));
    putchar('\n');
    wrap_printf(stdout, LEFT, "More with --help=GROUP: %s", groups);
    print_end();
}

static void print_all(const struct option rows[])
{
    print_usage();
    for (const struct option *row = rows; row->name; row++) {
        if (row->heading)
            printf("\n%s\n", row->heading);
        print_option(row);
    }
    print_end();
}

static void print_group(const struct option rows[], const char *group)
{
    bool is_in = false;
    for (const struct option *row = rows; row->name; row++) {
        if (row->group)
            is_in = strcmp(row->group, group) == 0;
        if (is_in && row->heading)
            puts(row->heading);
        if (is_in)
            print_option(row);
    }
}

// What stands in another group and belongs to this one, too.
static void print_also(const struct option rows[], const char *group)
{
    const char *heading = "\nAlso";
    for (const struct option *row = rows; row->name; row++)
        if (row->also && strcmp(row->also, group) == 0) {
            if (heading)
                puts(heading);
            heading = NULL;
            print_option(row);
        }
}

static bool print_one(const struct option rows[], const char *name)
{
    for (const struct option *row = rows; row->name; row++)
        if (strcmp(row->name, name) == 0) {
            print_option(row);
            return true;
        }
    return false;
}

bool option_help_print(const struct option rows[], const char *group, struct error *error)
{
    const struct names groups = { group_at, rows };
    if (!group)
        print_common(rows);
    else if (strcmp(group, "all") == 0)
        print_all(rows);
    else if (is_group(rows, group)) {
        print_group(rows, group);
        print_also(rows, group);
    } else if (!print_one(rows, group)) {
        return names_refuse(error, &groups, group);
    }
    return true;
}
