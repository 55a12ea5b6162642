#include "effects/blur/strip_walk.h"

#include "effects/tuning.h"
#include "render/context/context.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

bool strip_walk_is_half(enum texture_format format)
{
    return format == FORMAT_RGBA16F || format == FORMAT_R11F_G11F_B10F || format == FORMAT_RGBA8;
}

bool strip_walk_reads_words(enum texture_format format, bool packed)
{
    return format == FORMAT_RGBA16F && packed;
}

// Texels of a row in shared memory. The number is odd, so that neighbouring rows use different
// banks.
static int pitch_of(const struct strip_walk *walk)
{
    return walk->threads + 1;
}

void strip_walk_defines(const struct effect_site *site, const struct strip_walk *walk,
                        enum edge edge, struct step_writer *defines)
{
    step_writef(defines,
                " EDGE=%d INPUT=%s WORDS=%d PACKED=%d WHOLE=%d REACH=%d WIDTH=%d THREADS=%d "
                "PITCH=%d STEP=%d CHUNK=%d",
                edge, texture_format_name(site->format),
                strip_walk_reads_words(site->format, walk->packed), walk->packed, walk->whole,
                walk->reach, walk->columns, walk->threads, pitch_of(walk), walk->step, walk->chunk);
}

void strip_walk_run(const struct effect_call *call, const struct strip_walk *walk,
                    const struct pass *own)
{
    // Rows of a group, in whole iterations, such that there are as many groups as run at a time.
    // With more, most of a GPU would wait for a few at the end.
    const int strips = divide_up(call->site.width, walk->columns);
    const int segments = strips < walk->groups ? walk->groups / strips : 1;
    const int rows = divide_up(divide_up(call->site.height, segments), walk->step) * walk->step;
    const int segment = rows > STRIP_WALK_MIN_SEGMENT ? rows : STRIP_WALK_MIN_SEGMENT;
    const double columns = strip_walk_columns(walk);
    struct pass pass = *own;
    pass.label = "rows + columns";
    pass.images[0].texture = call->input;
    pass.images[0].words = strip_walk_reads_words(call->site.format, walk->packed);
    pass.output = call->output;
    pass.groups[0] = strips;
    pass.groups[1] = divide_up(call->site.height, segment);
    pass_add_uniform(&pass, U_SIZE(call->site.width, call->site.height));
    pass_add_uniform(&pass, U_INT("u_segment", segment));
    pass.work.texels += columns * (1 + 2 * walk->reach / (double) segment);
    pass.work.shared += columns + 2;
    pass.work.shared_bytes += walk->step * pitch_of(walk) * (walk->packed && !walk->whole ? 8 : 16);
    if (!call->site.info->software)
        pass.work.waits += (double) segment / walk->step;
    effect_join_after(call, &pass);
    pass_run(call->gpu, &pass);
}

double strip_walk_columns(const struct strip_walk *walk)
{
    return 1 + 2.0 * walk->reach / walk->columns;
}
