#include "app/sequence/sequence_words.h"

#include "app/sequence/frame_name.h"
#include "app/text/complain.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <string.h>

static bool is_stream(const struct options *options)
{
    return strcmp(options->path, "-") == 0;
}

void sequence_words_name(const struct options *options, int number, char name[FRAME_NAME_SIZE])
{
    struct error error;
    if (is_stream(options))
        strcpy(name, "-");
    else if (!frame_name(options->path, number, name, FRAME_NAME_SIZE, &error))
        log_fatal_message("sequence", "%s", error.text); // the longest was tried before
}

void sequence_words_append_whole(struct error *error, const struct options *options,
                                 const struct frame_span *span, int next, int whole)
{
    char name[FRAME_NAME_SIZE];
    const int last = next - span->step;
    if (is_stream(options) && whole > 0)
        error_append(error, "; %d of %d frame%s went out whole", whole, span->count,
                     text_plural(span->count));
    else if (is_stream(options))
        error_append(error, "; no frame went out whole");
    else
        error_append(error, "; %d of %d frame%s %s whole", whole, span->count,
                     text_plural(span->count), whole == 1 ? "is" : "are");
    if (!is_stream(options) && last >= span->first) {
        sequence_words_name(options, last, name);
        error_append(error, ", all up to %s", name);
    }
}

void sequence_words_say_kept(const struct options *options, const struct frame_span *span,
                             const struct resume *resume)
{
    if (!options->resume)
        return;
    log_note("kept %d of %d picture%s", resume->kept, span->count, text_plural(span->count));
    if (resume->replaced > 0)
        log_note("%d %s made anew: %s", resume->replaced, resume->replaced == 1 ? "is" : "are",
                 resume->first.text);
}

void sequence_words_say_written(const struct options *options, const int *numbers, int count,
                                const char *times)
{
    char first[FRAME_NAME_SIZE], last[FRAME_NAME_SIZE];
    if (count == 0 && !options->resume)
        log_note("shard %d of %d has none of the frames", options->shard, options->shards);
    if (count == 0)
        return;
    sequence_words_name(options, numbers[0], first);
    sequence_words_name(options, numbers[count - 1], last);
    if (is_stream(options))
        log_note("wrote %d picture%s to stdout%s%s", count, text_plural(count), times,
                 count == 1 ? "" : " each");
    else if (count == 1)
        complain_written(first, times);
    else
        log_note("wrote %d pictures, %s to %s%s each", count, first, last, times);
}
