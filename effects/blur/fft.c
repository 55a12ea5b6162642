#include "effects/blur/fft.h"

#include "effects/tuning.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <math.h>

// ---- layout

static int length_for(int needed)
{
    static const int odd[] = { 1, 3, 5, 9 }; // 15 and 45 are slower (H200)
    int best = 0;
    for (int i = 0; i < 4; i++) {
        int length = 16 * odd[i];
        while (length < needed)
            length *= 2;
        if (best == 0 || length < best)
            best = length;
    }
    return best;
}

static int sum_radices(const struct fft_lines *lines)
{
    int sum = 0;
    for (int i = 0; i < lines->stages; i++)
        sum += lines->radices[i];
    return sum;
}

// Sets in `best` the fewest radices, in falling order, whose product is the length, and of these
// those with the least sum. `tried` has the first of them, and `rest` is what remains.
static void find_radices(struct fft_lines *best, struct fft_lines tried, int rest)
{
    static const int radices[] = { 18, 16, 12, 10, 9, 8, 4 };
    if (rest == 1 && (best->stages == 0 || tried.stages < best->stages ||
                      (tried.stages == best->stages && sum_radices(&tried) < sum_radices(best))))
        *best = tried;
    if (tried.stages == FFT_MAX_STAGES)
        return;
    tried.stages++;
    for (int i = 0; i < 7; i++) {
        tried.radices[tried.stages - 1] = radices[i];
        const bool falls = tried.stages == 1 || radices[i] <= tried.radices[tried.stages - 2];
        if (falls && rest % radices[i] == 0)
            find_radices(best, tried, rest / radices[i]);
    }
}

// Returns how many numbers a thread has in a stage, if its butterflies are evenly divided.
static int count_held(const struct fft_lines *lines, int stage, int threads)
{
    return divide_up(lines->length / lines->radices[stage], threads) * lines->radices[stage];
}

// Sets the threads that finish first if each has the registers for some numbers.
static void find_threads(struct fft_lines *lines)
{
    int least = 0;
    for (int i = 0; i < lines->stages; i++) {
        const int threads = lines->length / lines->radices[i];
        int held = 0, work = 0;
        for (int stage = 0; stage < lines->stages; stage++) {
            const int now = count_held(lines, stage, threads);
            held = (int) fmax(held, now);
            work += threads * now;
        }
        if (held <= FFT_MAX_HELD && (least == 0 || work < least)) {
            least = work;
            lines->threads = threads;
            lines->held = held;
        }
    }
}

bool fft_init(struct fft_lines *lines, int needed, enum fft_sharing sharing,
              const struct context_info *info, struct error *why)
{
    *lines = (struct fft_lines){ .length = length_for(needed) };
    if (lines->length > FFT_MAX_LENGTH)
        return error_set(why,
                         "picture and kernel are %d px together along a side, and lines go up to "
                         "%d",
                         needed, FFT_MAX_LENGTH);
    find_radices(lines, *lines, lines->length);
    find_threads(lines);
    // The last stage reads numbers beside each other. Shared memory has banks on GPUs only.
    const int last = lines->radices[lines->stages - 1],
              padded = lines->length + lines->length / last;
    const bool has_gaps =
        !info->software && last % 2 == 0 && (int) sizeof(float) * padded <= info->shared_bytes;
    lines->bank = has_gaps ? last : lines->length;
    lines->pitch = has_gaps ? padded : lines->length;
    const int bytes = 2 * (int) sizeof(float) * lines->pitch;
    const int pairs = FFT_SHARED_BYTES / bytes;
    const bool in_pairs = !info->software && sharing == FFT_IN_PAIRS &&
                          pairs * 2 * lines->threads >= FFT_MIN_RESIDENT;
    lines->lines = (int) fmax(in_pairs ? 2 : 1, FFT_MIN_GROUP / lines->threads);
    const bool whole = lines->lines > 1 || sharing == FFT_WHOLE || info->software;
    lines->parts = whole && bytes <= info->shared_bytes ? 1 : 2;
    lines->at_once = in_pairs && 4 * 2 * bytes > FFT_SHARED_BYTES ? 1 : lines->lines;
    return true;
}

int fft_frequency(const struct fft_lines *lines, int place)
{
    const int butterflies = lines->length / lines->radices[lines->stages - 1];
    int frequency = place / butterflies, rest = place % butterflies;
    for (int i = lines->stages - 2; i >= 0; i--) {
        frequency = frequency * lines->radices[i] + rest % lines->radices[i];
        rest /= lines->radices[i];
    }
    return frequency;
}

// ---- programs

// Writes the stages, from blocks of the whole line to blocks of the last radix, or back.
static void write_stages(const struct fft_lines *lines, bool back, struct step_writer *defines)
{
    int sizes[FFT_MAX_STAGES] = { lines->length };
    for (int i = 1; i < lines->stages; i++)
        sizes[i] = sizes[i - 1] / lines->radices[i - 1];
    for (int i = 0; i < lines->stages; i++) {
        const int at = back ? lines->stages - 1 - i : i, next = back ? at - 1 : at + 1;
        const int radix = lines->radices[at];
        const int rounds = count_held(lines, at, lines->threads) / radix;
        for (int round = 0; round < rounds; round++)
            step_writef(defines, "%s(%d,%d,%d)", back ? "BACKWARD" : "FORWARD", radix, sizes[at],
                        round);
        const int first_part = (back ? lines->stages - 1 + i : i) % 2;
        if (i < lines->stages - 1)
            step_writef(defines, "EXCHANGE(%d,%d,%d,%d,%d)", radix, sizes[at], lines->radices[next],
                        sizes[next], first_part);
    }
}

void fft_defines(const struct fft_lines *lines, const char *name, struct step_writer *defines)
{
    const struct {
        const char *name;
        int value;
    } rows[] = {
        { "LENGTH", lines->length },
        { "THREADS", lines->threads },
        { "LINES", lines->lines },
        { "GROUP", lines->lines * lines->threads },
        { "AT_ONCE", lines->at_once },
        { "PARTS", lines->parts },
        { "PITCH", lines->pitch },
        { "BANK", lines->bank },
        { "HELD", lines->held },
        { "FIRST", lines->radices[0] },
        { "LAST", lines->radices[lines->stages - 1] },
    };
    for (int i = 0; i < (int) ARRAY_COUNT(rows); i++)
        step_writef(defines, " %s_%s=%d", name, rows[i].name, rows[i].value);
    step_writef(defines, " %s_STAGES=", name);
    write_stages(lines, false, defines);
    step_writef(defines, " %s_BACK=", name);
    write_stages(lines, true, defines);
}

void fft_run(const struct effect_call *call, const struct fft_lines *lines, int across, int count,
             double reads, int times, struct pass *pass)
{
    const double shared = call->site.info->software ? FFT_SHARED_ON_CPUS : 1;
    pass->groups[0] = across;
    pass->groups[1] = divide_up(count, lines->lines);
    pass->groups[2] = 1;
    pass->made = (double) across * count * lines->length;
    pass->work = (struct cost){
        .texels = reads,                                // of images
        .sums = times * 2 * log2(lines->length),        // butterflies and rotations
        .shared = times * (lines->stages - 1) * shared, // written and read, half of a texel each
        .shared_bytes = 8.0 / lines->parts * lines->pitch * lines->at_once,
    };
    pass_run(call->gpu, pass);
}
