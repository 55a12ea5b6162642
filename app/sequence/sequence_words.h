#pragma once

#include "app/picture/frame.h"
#include "app/sequence/frame_span.h"
#include "app/sequence/resume.h"

// What a sequence is called and what is said of it.

// The name of a frame's file, "-" for stdout. The pattern was found good.
void sequence_words_name(const struct options *options, int number, char name[FRAME_NAME_SIZE]);

// Appends to an error which frames are whole: `whole` of them, and all before frame `next`.
void sequence_words_append_whole(struct error *error, const struct options *options,
                                 const struct frame_span *span, int next, int whole);

// Notes what --resume keeps, and which frames were written; `times` is of capture_times_line.
void sequence_words_say_kept(const struct options *options, const struct frame_span *span,
                             const struct resume *resume);
void sequence_words_say_written(const struct options *options, const int *numbers, int count,
                                const char *times);
