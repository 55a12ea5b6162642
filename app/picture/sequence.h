#pragma once

#include "app/options.h"

// This is --output: many frames. They are drawn, read back, made files of and written at the same
// time; the bytes are the same on every run. Gives the exit status. What is on disk, whatever ends
// the program, is whole pictures. With --resume a file is kept where it is a whole PNG, of the
// depth that is asked for, and says exactly what it would say now: the same chain, scene, time,
// size and formats, from the same version, renderer, driver and kind of processor.
int sequence_run(const struct draw_wish *draw, const struct picture_wish *wish);

// Which frames of a sequence are drawn: `count` of them, every `step`-th from `first` on. Frame 0
// is that of --time.
struct frame_span {
    int first, step, count;
};

enum { FRAME_SPAN_DEFAULT = 60, FRAME_SPAN_MOST = 1000000 }; // frames

// The frames of --frames, and of those the ones of --shard: shard I of N has frames I - 1, I - 1 +
// N, I - 1 + 2 N and so on of them, so that each is in one shard and all shards take as long.
struct frame_span frame_span_of(const struct picture_wish *wish);

// The number of the i-th frame, from 0.
int frame_span_at(const struct frame_span *span, int i);
