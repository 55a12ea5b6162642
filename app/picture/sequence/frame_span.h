#pragma once

#include "app/options.h"

// Which frames of a sequence are drawn: `count` of them, every `step`-th from `first` on. Frame 0
// is that of --time.
struct frame_span {
    int first, step, count;
};

enum { FRAME_SPAN_DEFAULT = 60, FRAME_SPAN_MOST = 1000000 }; // frames

// The frames of --frames, and of those the ones of --shard: shard I of N has frames I - 1, I - 1 +
// N, I - 1 + 2 N and so on of them, so that each is in one shard and all shards take as long.
struct frame_span frame_span_of(const struct options *options);

// The number of the i-th frame, from 0.
int frame_span_at(const struct frame_span *span, int i);

// The time of a frame of the sequence, in seconds.
double frame_span_time(const struct options *options, int number);
