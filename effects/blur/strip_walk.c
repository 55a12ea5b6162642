#include "effects/blur/strip_walk.h"

#include "render/divide.h"

#include <stdio.h>
#include <string.h>

// So few rows that those above and below a group are most of what it reads.
enum { MIN_SEGMENT = 64 };

// Rows of a group, whole turns: as many groups as run at a time. If there were more, most of a GPU
// would wait for a few at the end.
static int segment_of(const struct effect_site *site, const struct strip_walk *walk)
{
    const int strips = divide_up(site->width, walk->columns);
    const int segments = strips < walk->groups ? walk->groups / strips : 1;
    const int rows = divide_up(divide_up(site->height, segments), walk->step) * walk->step;
    return rows > MIN_SEGMENT ? rows : MIN_SEGMENT;
}

bool strip_is_half(enum texture_format format)
{
    return format == FORMAT_RGBA16F || format == FORMAT_R11F_G11F_B10F || format == FORMAT_RGBA8;
}

bool strip_reads_words(enum texture_format format, bool packed)
{
    return format == FORMAT_RGBA16F && packed;
}

int strip_vary(const struct effect_site *site, const struct strip_walk *walk, int edge,
               char defines[EFFECT_DEFINES_SIZE])
{
    return snprintf(defines, EFFECT_DEFINES_SIZE,
                    "EDGE=%d INPUT=%s WORDS=%d PACKED=%d REACH=%d WIDTH=%d THREADS=%d", edge,
                    texture_format_name(site->format),
                    strip_reads_words(site->format, walk->packed), walk->packed, walk->reach,
                    walk->columns, walk->threads);
}

void strip_run(const struct effect_call *call, const struct strip_walk *walk,
               const struct program *program, const struct uniform own[], int count)
{
    const int segment = segment_of(&call->site, walk);
    struct pass pass = {
        .label = "rows + columns",
        .program = program,
        .images = { { .texture = call->input,
                      .words = strip_reads_words(call->site.format, walk->packed) } },
        .output = call->output,
        .uniforms = { U_VEC2((float) call->site.width, (float) call->site.height), U_INT(segment) },
        .groups = { divide_up(call->site.width, walk->columns),
                    divide_up(call->site.height, segment) },
    };
    memcpy(pass.uniforms + 2, own, (size_t) count * sizeof(own[0]));
    pass_run(call->gpu, &pass);
}

double strip_columns(const struct strip_walk *walk)
{
    return 1 + 2.0 * walk->reach / walk->columns;
}

void strip_cost(const struct effect_site *site, const struct strip_walk *walk, struct cost *cost)
{
    const double texels = (double) site->width * site->height, segment = segment_of(site, walk);
    const int bytes = walk->packed && !walk->whole ? 8 : 16;
    cost->texels += texels * strip_columns(walk) * (1 + 2 * walk->reach / segment);
    cost->shared += texels * (strip_columns(walk) + 2);
    cost->stores += texels;
    cost->held += (double) walk->step * (walk->threads + 1) * bytes;
    if (!site->info->software)
        cost->waits += segment / walk->step;
    cost->passes++;
}
