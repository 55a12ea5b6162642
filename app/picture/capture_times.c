#include "app/picture/capture_times.h"

#include "app/lab/text/wrap.h"
#include "app/measure/pass_table.h"

void capture_times_print(const struct lab *lab, const struct pass_stats *stats)
{
    static struct result rows[GPU_TIMER_MAX_SCOPES];
    char frames[48] = "one frame";
    if (stats->frames > 1)
        snprintf(frames, sizeof(frames), "median of %d frames", stats->frames);
    wrap_printf(stdout, 2, "%s, %dx%d %s, %s", lab->gpu.info.renderer, lab->plan_options.width,
                lab->plan_options.height, texture_format_name(lab->plan_options.format), frames);
    pass_table_print(stdout, rows, pass_table_rows(stats, rows), false);
}

void capture_times_line(const struct texture *picture, const struct pass_stats *stats,
                        char out[CAPTURE_TIMES_SIZE])
{
    struct pass_row frame;
    pass_stats_row(stats, 0, &frame);
    snprintf(out, CAPTURE_TIMES_SIZE, ", %dx%d, GPU %.3f ms", picture->width, picture->height,
             frame.time.median);
}
