#include "app/command/option_sequence.h"

#include "app/command/option_reader.h"
#include "app/lab/text/shell.h"
#include "app/picture/frame_queue.h"
#include "app/picture/sequence.h"
#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

// Reads a whole number from `least` to `most` at `*text`, up to `end`, and moves behind that.
static bool read_whole(const char **text, const char *end, int least, int most, int *number)
{
    enum { MOST_DIGITS = 9 };
    const size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > MOST_DIGITS || strncmp(*text + digits, end, strlen(end)) != 0)
        return false;
    *number = atoi(*text);
    *text += digits + strlen(end);
    return *number >= least && *number <= most;
}

static bool is_whole(const char *text, const char *end, int least, int most, int *number)
{
    return read_whole(&text, end, least, most, number) && *text == '\0';
}

bool option_read_frames(struct option_reader *reader, const char *value, struct error *error)
{
    struct options *options = reader->options;
    const char *at = value;
    int first = 0, last = 0;
    if (is_whole(value, "", 1, FRAME_SPAN_MOST, &options->picture.frames))
        return true;
    if (!read_whole(&at, "..", 0, FRAME_SPAN_MOST - 1, &first) ||
        !is_whole(at, "", 0, FRAME_SPAN_MOST - 1, &last))
        return error_set(error,
                         "'%s' must be a whole number from 1 to %d, or A..B, both from 0 to %d",
                         value, FRAME_SPAN_MOST, FRAME_SPAN_MOST - 1);
    if (first > last)
        return error_set(error, "'%s' begins after its end; %d..%d is the other way round", value,
                         last, first);
    options->picture.first_frame = first;
    options->picture.frames = last - first + 1;
    return true;
}

bool option_read_shard(struct option_reader *reader, const char *value, struct error *error)
{
    struct options *options = reader->options;
    const char *at = value;
    if (read_whole(&at, "/", 1, FRAME_SPAN_MOST, &options->picture.shard) &&
        is_whole(at, "", 1, FRAME_SPAN_MOST, &options->picture.shards) &&
        options->picture.shard <= options->picture.shards)
        return true;
    return error_set(error, "'%s' must be I/N, whole numbers, I from 1 to N: 1/8 to 8/8", value);
}

// Whether a path has the ending of a film, with the pipe that makes one in the error.
static bool is_film(const char *path, struct error *error)
{
    static const char *const endings[] = { ".mp4", ".mkv", ".webm", ".mov", ".avi", ".m4v",
                                           ".gif", ".mpg", ".mpeg", ".ogv", ".wmv", ".y4m" };
    char quoted[FRAME_NAME_SIZE];
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        if (!text_ends_in(path, endings[i]))
            continue;
        const char *program = strcmp(endings[i], ".y4m") == 0   ? ">"
                              : strcmp(endings[i], ".gif") == 0 ? "| ffmpeg -colorspace bt709 -i -"
                                                                : "| ffmpeg -colorspace bt709 -i - "
                                                                  "-pix_fmt yuv420p";
        shell_quote(path, quoted, sizeof(quoted));
        error_set(error, "a film goes through a pipe: --output - --output-format y4m %s %s",
                  program, quoted);
        return true;
    }
    return false;
}

static bool check_stream(const struct option_reader *reader, struct error *error)
{
    static const char *const names[] = { "shard", "resume", NULL };
    const struct options *options = reader->options;
    for (int i = 0; names[i]; i++)
        if (option_reader_has(reader, names[i]))
            return error_set(error,
                             "--%s is for numbered files, 'frame_%%05d.png'; a stream (--output -) "
                             "is all or nothing",
                             names[i]);
    if (options->picture.stream == STREAM_Y4M && options->draw.depth == 16)
        return error_set(error, "--depth 16 goes with png and raw; y4m has 8 bits");
    return true;
}

static bool check_files(const struct option_reader *reader, struct error *error)
{
    const struct options *options = reader->options;
    char name[FRAME_NAME_SIZE];
    const struct frame_span span = frame_span_of(&options->picture);
    if (options->picture.stream != STREAM_PNG)
        return error_set(error,
                         "--output-format %s is a stream: --output -, and then a pipe or a file",
                         options->picture.stream == STREAM_Y4M ? "y4m" : "raw");
    if (options->picture.resume && image_path_is_linear(options->picture.path))
        return error_set(error,
                         "--resume is for .png; of other files it cannot tell what made them");
    const int last = frame_span_at(&span, span.count > 0 ? span.count - 1 : 0);
    return frame_name(options->picture.path, last, name, sizeof(name), error) ||
           error_prefix(error, "--output: ");
}

bool option_check_sequence(const struct option_reader *reader, struct error *error)
{
    const struct options *options = reader->options;
    if (options->mode == MODE_BENCH && options->picture.first_frame >= 0)
        return error_set(error, "--frames A..B works only with --output; --bench takes a number");
    if (options->mode != MODE_SEQUENCE && options->mode != MODE_SCREENSHOT)
        return true;
    const bool is_sequence = options->mode == MODE_SEQUENCE;
    if (is_film(options->picture.path, error))
        return error_prefix(error, is_sequence ? "--output: " : "--screenshot: ");
    if (!is_sequence)
        return true;
    return strcmp(options->picture.path, "-") == 0 ? check_stream(reader, error)
                                                   : check_files(reader, error);
}
