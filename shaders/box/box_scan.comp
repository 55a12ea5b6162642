#version 430 core
#include "box/box.glsl"

// Columns by THREADS threads each, which add up as many differences at once (the scheme that Alessandro Toschi found in
// a vendor's library, 2024): the n-th difference of n boxes in a row is a few texels, and n prefix sums bring it back.
// The sums start again every u_restart texels, so that nothing of what came before is left in them.

layout(local_size_x = LINES, local_size_y = THREADS) in;

uniform int u_radius;
uniform float u_scale; // 1 / the sum of all weights
uniform int u_restart;
uniform float u_taps[(ORDER + 1) * TAPS];

shared vec4 prefixes[SIDES][THREADS][LINES];

const int ends = TAPS > 1 ? 1 : 0;

int line, count;

// Texels before `first` count as 0.
vec4 difference(int at, int first)
{
    vec4 sum = vec4(0.0);
    for (int cluster = 0; cluster <= ORDER; cluster++)
        for (int i = 0; i < TAPS; i++) {
            int seen = at + (ORDER - cluster) * (u_radius + 1) - cluster * (u_radius + ends) + i;
            if (seen >= first)
                sum += u_taps[cluster * TAPS + i] * texel(seen, line, count);
        }
    return sum;
}

// Computes prefix sums: the first half of `prefixes` receives, for each thread, the sum of its value and of those of
// the threads before it.
void sum_prefixes(vec4 value)
{
    int thread = int(gl_LocalInvocationID.y), column = int(gl_LocalInvocationID.x), side = 0;
    barrier();
    prefixes[side][thread][column] = value;
    for (int step = 1; step < THREADS; step *= 2) {
        barrier();
        value = prefixes[side][thread][column];
        if (thread >= step)
            value += prefixes[side][thread - step][column];
        side = 1 - side; // four times
        prefixes[side][thread][column] = value;
    }
    barrier();
}

// Blurs the line from `start` to `stop`. It begins at a position where no window contains texels from `start` on, so
// all sums are 0.
void blur(int start, int stop)
{
    int thread = int(gl_LocalInvocationID.y), reach = ORDER * (u_radius + ends);
    vec4 sums[ORDER];
    for (int i = 0; i < ORDER; i++)
        sums[i] = vec4(0.0);
    for (int begin = start - 2 * reach - ORDER; begin < stop; begin += THREADS) {
        int at = begin + thread;
        vec4 value = difference(at, start - reach);
        for (int i = ORDER - 1; i >= 0; i--) {
            sum_prefixes(value);
            value = sums[i];
            if (thread > 0)
                value += prefixes[0][thread - 1][gl_LocalInvocationID.x];
            sums[i] += prefixes[0][THREADS - 1][gl_LocalInvocationID.x];
        }
        if (at >= start && at < stop && line < imageSize(out_image).x)
            imageStore(out_image, place(at, line), value * u_scale);
    }
}

void main()
{
    line = int(gl_GlobalInvocationID.x);
    count = line_size().x;
    for (int start = 0; start < count; start += u_restart)
        blur(start, min(start + u_restart, count));
}
