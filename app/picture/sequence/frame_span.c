#include "app/picture/sequence/frame_span.h"

struct frame_span frame_span_of(const struct options *options)
{
    const int whole = options->picture.frames > 0 ? options->picture.frames : FRAME_SPAN_DEFAULT;
    struct frame_span span = { .first = 0, .step = 1, .count = whole };
    if (options->picture.first_frame > 0)
        span.first = options->picture.first_frame;
    if (options->picture.shards == 0)
        return span;
    const int before = options->picture.shard - 1;
    span.first += before;
    span.step = options->picture.shards;
    span.count = before < whole ? (whole - before - 1) / options->picture.shards + 1 : 0;
    return span;
}

int frame_span_at(const struct frame_span *span, int i)
{
    return span->first + i * span->step;
}

double frame_span_time(const struct options *options, int number)
{
    return options->draw.time + number / options->picture.fps;
}
