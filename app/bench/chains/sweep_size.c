#include "app/bench/chains/sweep_size.h"

#include "app/bench/chains/sweep_range.h"
#include "render/image/image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Heights of pictures of 16:9, and what they are called.
static const struct usual {
    int height;
    const char *name; // NULL: has none
} usual[] = {
    { 360, NULL },   { 540, NULL },   { 720, "hd" },  { 1080, "fhd" },
    { 1440, "qhd" }, { 2160, "uhd" }, { 2160, "4k" }, { 4320, "8k" },
};

enum { USUAL = sizeof(usual) / sizeof(usual[0]) };

static int width_of(int height)
{
    return (16 * height + 4) / 9;
}

// Reads a whole number of pixels and moves behind it.
static bool read_side(const char **text, int *side)
{
    const size_t digits = strspn(*text, "0123456789");
    *side = digits > 0 && digits < 7 ? atoi(*text) : 0;
    *text += digits;
    return *side > 0 && *side <= IMAGE_MAX_SIDE;
}

// Reads "720p" or a name. Returns 0 where it is neither.
static int read_height(const char *text)
{
    int height;
    for (int i = 0; i < USUAL; i++)
        if (usual[i].name && strcasecmp(text, usual[i].name) == 0)
            return usual[i].height;
    return read_side(&text, &height) && strcmp(text, "p") == 0 && width_of(height) <= IMAGE_MAX_SIDE
               ? height
               : 0;
}

bool sweep_size_parse(const char *text, int *width, int *height, struct error *error)
{
    const char *at = text;
    *height = read_height(text);
    *width = width_of(*height);
    if (*height > 0 || (read_side(&at, width) && *at++ == 'x' && read_side(&at, height) && !*at))
        return true;
    return error_set(error,
                     "'%s' must be WIDTHxHEIGHT, each 1 to %d, such as 1280x720, a height of 16:9 "
                     "such as 720p, or hd, fhd, qhd, uhd, 4k, 8k",
                     text, IMAGE_MAX_SIDE);
}

// Writes heights that rise, each once.
struct heights {
    char *list;
    size_t size, length;
    int last;
};

static void add_height(struct heights *heights, int height)
{
    if (height <= heights->last || heights->length >= heights->size)
        return;
    heights->length +=
        (size_t) snprintf(heights->list + heights->length, heights->size - heights->length, "%s%dp",
                          heights->last > 0 ? "," : "", height);
    heights->last = height;
}

bool sweep_size_list(const char *range, char *list, size_t size, struct error *error)
{
    struct sweep_ends ends;
    struct heights heights = { .list = list, .size = size };
    if (!sweep_range_split(range, &ends, error))
        return false;
    const int low = read_height(ends.low), high = read_height(ends.high);
    if (low == 0 || high == 0)
        return error_set(error, "a range of sizes is one of heights of 16:9, such as 360p..4320p; "
                                "WIDTHxHEIGHT may stand in a list");
    if (low >= high)
        return error_set(error, "the range is empty: it goes from the smaller to the larger");
    add_height(&heights, low);
    for (int i = 0; i < USUAL && ends.count == 0; i++)
        if (usual[i].height < high)
            add_height(&heights, usual[i].height);
    for (int i = 1; i < ends.count - 1; i++)
        add_height(&heights, (int) lround(sweep_range_at(low, high, i, ends.count)));
    add_height(&heights, high);
    return true;
}
