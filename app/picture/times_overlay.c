#include "app/picture/times_overlay.h"

#include "app/measure/frames.h"
#include "app/measure/pass_table.h"
#include "app/picture/times_plate.h"
#include "app/text/clock.h"

#include <stdio.h>

enum { LEAST_FRAMES = 3 };

static const double budget = 0.5; // seconds

struct overlay_subject {
    struct lab *lab;
    double time;
    struct pass_stats *stats;
};

static void draw_picture(void *data)
{
    const struct overlay_subject *subject = data;
    lab_draw_in_frame(subject->lab, subject->time);
}

static void count_frame(void *data, const struct gpu_frame *frame, double submit)
{
    (void) submit;
    const struct overlay_subject *subject = data;
    pass_stats_add(subject->stats, frame);
}

static void draw_frames(struct frames *frames, struct overlay_subject *subject)
{
    const struct frames_subject warm = { .draw = draw_picture, .data = subject };
    const struct frames_subject chain = { .draw = draw_picture,
                                          .count = count_frame,
                                          .data = subject };
    frames_draw(frames, &warm); // the first compiles
    frames_settle(frames, true);
    const double start = clock_seconds();
    for (int i = 0;
         i < subject->stats->capacity && (i < LEAST_FRAMES || clock_seconds() - start < budget);
         i++)
        frames_draw(frames, &chain);
    frames_drain(frames);
}

static int make_rows(const struct frames *frames, const struct pass_stats *stats,
                     struct result rows[GPU_TIMER_MAX_SCOPES])
{
    struct pass_row copy;
    pass_stats_row(&frames->copied, frames_fastest_copy(frames) + 1, &copy);
    const int made = pass_table_rows(stats, rows);
    for (int i = 0; i < made && copy.time.median > 0; i++)
        rows[i].copies = rows[i].row.time.median / copy.time.median;
    return made;
}

static bool draw_plate(struct image *image, const struct lab *lab, const struct font *font,
                       const struct frames *frames, const struct pass_stats *stats,
                       struct error *error)
{
    static struct result rows[GPU_TIMER_MAX_SCOPES];
    char head[512];
    snprintf(head, sizeof(head), "%s, %d × %d, %s", lab->gpu.info.renderer, lab->plan_options.width,
             lab->plan_options.height, texture_format_name(lab->plan_options.format));
    const struct times_plate plate = {
        .font = font,
        .head = head,
        .rows = rows,
        .count = make_rows(frames, stats, rows),
    };
    return times_plate_draw(image, &plate, NULL, error);
}

bool times_overlay_draw(struct image *image, struct lab *lab, double time, const struct font *font,
                        struct pass_stats *stats, struct error *error)
{
    struct overlay_subject subject = { lab, time, stats };
    struct frames frames;
    bool good = frames_init(&frames, &lab->gpu, &lab->source, stats->capacity, error);
    if (good) {
        draw_frames(&frames, &subject);
        good = draw_plate(image, lab, font, &frames, stats, error);
    }
    frames_finish(&frames);
    return good;
}
