#include "effects/blur/fft.h"

#include "effects/tuning.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static double shared_bytes_of(const struct fft_lines *lines)
{
    return 16.0 / lines->parts * lines->pitch * lines->lines;
}

bool fft_init(struct fft_lines *lines, int needed, const struct context_info *info,
              struct error *why)
{
    *lines = (struct fft_lines){ .length = length_for(needed) };
    lines->threads = lines->length / 8;
    lines->lines = (int) fmax(1, FFT_LEAST_GROUP / lines->threads);
    while (lines->lines > 1 && (lines->lines * lines->threads > info->max_group ||
                                4 * lines->lines * lines->length > info->shared_bytes))
        lines->lines /= 2;
    // A texel is exchanged at once if a group then uses no more shared memory than it should,
    // otherwise float by float. Shared memory has banks on GPUs only.
    const int most = info->software ? info->shared_bytes : FFT_SHARED_BYTES;
    lines->parts = 16 * lines->lines * lines->length <= most ? 1 : 4;
    lines->bank = info->software ? lines->length + 1 : 8 * lines->parts;
    lines->pitch = lines->length + lines->length / lines->bank;
    if (shared_bytes_of(lines) > info->shared_bytes) {
        lines->bank = lines->length + 1;
        lines->pitch = lines->length;
    }
    // The largest radix gives the fewest stages. A thread has the texels of one butterfly of 8; 16
    // texels are too many for its registers (docs/reference/h200.md).
    static const int radices[] = { 8, 4, 2, 9, 5, 3 };
    int rest = lines->length;
    lines->stages = 0;
    for (int i = 0; i < 6; i++)
        while (rest % radices[i] == 0) {
            lines->radices[lines->stages++] = radices[i];
            rest /= radices[i];
        }
    return (lines->length <= FFT_MAX_LENGTH && lines->threads <= info->max_group) ||
           error_set(why,
                     "picture and kernel are %d px together along a side, and lines go up to %d",
                     needed, FFT_MAX_LENGTH);
}

// ---- programs

static void write_stages(const struct fft_lines *lines, bool back, struct step_writer *defines)
{
    int done = 1;
    for (int i = 0; i < lines->stages; i++) {
        const int at = back ? lines->stages - 1 - i : i, next = back ? at - 1 : at + 1;
        const int radix = lines->radices[at];
        step_writef(defines, "BUTTERFLIES(%d,%d)", radix, done);
        if (i < lines->stages - 1)
            step_writef(defines, "EXCHANGE(%d,%d,%d)", radix, done, lines->radices[next]);
        done *= radix;
    }
}

// Returns the largest number of texels that a thread holds: the butterflies of each radix, evenly
// divided.
static int count_held(const struct fft_lines *lines)
{
    int most = 8;
    for (int i = 0; i < lines->stages; i++) {
        const int radix = lines->radices[i];
        const int each = (lines->length / radix + lines->threads - 1) / lines->threads;
        most = (int) fmax(most, each * radix);
    }
    return most;
}

void fft_defines(const struct fft_lines *lines, const char *name, struct step_writer *defines)
{
    step_writef(defines,
                " %s_LENGTH=%d %s_THREADS=%d %s_LINES=%d %s_PARTS=%d %s_PITCH=%d %s_BANK=%d "
                "%s_HELD=%d %s_FIRST=%d %s_LAST=%d %s_STAGES=",
                name, lines->length, name, lines->threads, name, lines->lines, name, lines->parts,
                name, lines->pitch, name, lines->bank, name, count_held(lines), name,
                lines->radices[0], name, lines->radices[lines->stages - 1], name);
    write_stages(lines, false, defines);
    step_writef(defines, " %s_BACK=", name);
    write_stages(lines, true, defines);
}

static void make_turns(const void *key, float *texels)
{
    const int length = *(const int *) key;
    for (int i = 0; i < length; i++) {
        const double turn = -6.28318530717958647692 * i / length;
        const double parts[4] = { cos(turn), sin(turn), 0, 0 };
        for (int c = 0; c < 4; c++)
            texels[4 * i + c] = (float) parts[c];
    }
}

void fft_run(const struct effect_call *call, const struct fft_lines *lines, int count, double reads,
             int times, struct pass *pass)
{
    // exp(-2 pi i n / length)
    const struct texture_recipe turns = {
        .key = &lines->length,
        .key_size = sizeof(lines->length),
        .make = make_turns,
        .width = lines->length,
        .height = 1,
        .format = FORMAT_RGBA32F,
    };
    const double shared = call->site.info->software ? FFT_SHARED_ON_CPUS : 1;
    pass->inputs[0].texture = texture_cache_get(&call->gpu->cache, &turns);
    pass->groups[0] = divide_up(count, lines->lines);
    pass->groups[1] = 1;
    pass->made = (double) count * lines->length;
    pass->work = (struct cost){
        .texels = times * lines->stages + reads,            // of the table, and of images
        .sums = times * 4 * log2(lines->length),            // butterflies and rotations
        .shared = times * 2 * (lines->stages - 1) * shared, // written and read
        .shared_bytes = shared_bytes_of(lines),
    };
    pass_run(call->gpu, pass);
}
