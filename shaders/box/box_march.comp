#version 430 core
#include "box/box.glsl"

// Running sums: the sum around a texel is that of the texel before, plus the texel that comes in and minus the one that
// goes out, so its cost does not grow with the radius. An invocation walks along a segment of a line:
//
//   line      . . . . . . . . . . . . . . . . . . . .
//   segments  |--------- u_segment --------|----------    an invocation each, LANES in a group
//   sum at x      [-------- x --------]
//   at x + 1    -   [------ x + 1 ------]+
//
// It reads BATCH texels of either kind an iteration, which do not wait for one another. Sums of floats keep a trace of
// all that has passed, so they begin again every u_restart texels. At radius 63 `cs_segmented` takes 10.8 copies of the
// picture, 2r + 1 reads (`cs_double`) take 43.1 (NVIDIA H200 at 1512x2016 rgba8; docs/results/h200/box.json: halation
// --bench=box).

#ifdef DOWN
#define BATCH COLUMN_BATCH
#else
#define BATCH ROW_BATCH
#endif

layout(local_size_x = LANES) in;

uniform int u_radius;
uniform float u_end;   // weight of the texels beyond the radius
uniform float u_scale; // 1 / the sum of all weights
uniform int u_segment; // texels of an invocation
uniform int u_restart;
uniform float u_taps[(ORDER + 1) * TAPS];

int line, count;

vec4 texel(int at)
{
    return texel(at, line, count);
}

#if ORDER == 1
struct Walk {
    int at, step; // next texel, 1 or -1
    vec4 sum;     // of the texels up to the radius
    vec4 last;    // the one beyond them that was left behind
};

vec4 sum_around(int at)
{
    vec4 sum = texel(at);
    int i = 1;
    for (; i + FIRST_BATCH - 1 <= u_radius; i += FIRST_BATCH) {
        vec4 texels[2 * FIRST_BATCH];
        for (int k = 0; k < FIRST_BATCH; k++) {
            texels[2 * k] = texel(at - i - k);
            texels[2 * k + 1] = texel(at + i + k);
        }
        for (int k = 0; k < 2 * FIRST_BATCH; k++)
            sum += texels[k];
    }
    for (; i <= u_radius; i++)
        sum += texel(at - i) + texel(at + i);
    return sum;
}

void read(Walk walk, out vec4 gained[BATCH], out vec4 lost[BATCH])
{
    for (int i = 0; i < BATCH; i++) {
        gained[i] = texel(walk.at + walk.step * (i + u_radius + 1));
        lost[i] = texel(walk.at + walk.step * (i - u_radius));
    }
}

void advance(inout Walk walk, vec4 gained[BATCH], vec4 lost[BATCH], int stop)
{
    for (int i = 0; i < BATCH; i++) {
        if (walk.step * (walk.at - stop) < 0)
            imageStore(out_image, place(walk.at, line), (walk.sum + u_end * (walk.last + gained[i])) * u_scale);
        walk.sum += gained[i] - lost[i];
        walk.last = lost[i];
        walk.at += walk.step;
    }
}

void blur(int start, int stop)
{
    vec4 gained[BATCH], lost[BATCH];
#ifdef BOTH_WAYS
    // From the middle in both directions at once, so that half as many beginnings have to be summed up.
    int middle = (start + stop) / 2;
    Walk forth = Walk(middle, 1, sum_around(middle), texel(middle - u_radius - 1));
    vec4 last = texel(middle + u_radius);
    Walk back = Walk(middle - 1, -1, forth.sum + forth.last - last, last);
    vec4 gained_back[BATCH], lost_back[BATCH];
    while (forth.at < stop || back.at >= start) {
        read(forth, gained, lost);
        read(back, gained_back, lost_back);
        advance(forth, gained, lost, stop);
        advance(back, gained_back, lost_back, start - 1);
    }
#else
    Walk forth = Walk(start, 1, sum_around(start), texel(start - u_radius - 1));
    while (forth.at < stop) {
        read(forth, gained, lost);
        advance(forth, gained, lost, stop);
    }
#endif
}
#else
// The n-th difference of n boxes in a row is a few texels, n + 1 clusters of TAPS neighbours, and n sums bring it back.
const int ends = TAPS > 1 ? 1 : 0;
const int reads = BATCH + TAPS - 1;

vec4 sums[ORDER]; // the blurred line less `level`, its first difference, ...
vec4 level;       // a mean of some texels that the first sum sees

int first_of(int cluster)
{
    return (ORDER - cluster) * (u_radius + 1) - cluster * (u_radius + ends);
}

void advance(vec4 newest)
{
    for (int i = 0; i < ORDER - 1; i++)
        sums[i] += sums[i + 1];
    sums[ORDER - 1] += newest;
}

// From where nothing is seen that `start` sees all sums are known: as if every texel before had the colour `level`. A
// difference of the line is the same with any level. The nearer it is to the texels, the smaller the sums are, and with
// them their roundings, which the other sums add up from texel to texel.
void restart(int start)
{
    const int spacing = 16 * ORDER;
    int reach = ORDER * (u_radius + ends), samples = u_radius / 8;
    level = vec4(0.0);
    for (int i = 0; i < samples; i++)
        level += texel(start - reach + spacing * i + spacing / 2);
    level /= float(max(samples, 1));
#if BYTES
    level = round(level); // so that sums stay exact
#endif
    for (int i = 0; i < ORDER; i++)
        sums[i] = vec4(0.0);
    for (int at = start - 2 * reach - ORDER; at < start; at++) {
        vec4 sum = vec4(0.0);
        for (int cluster = 0; cluster <= ORDER; cluster++)
            for (int i = 0; i < TAPS; i++) {
                int seen = at + first_of(cluster) + i;
                if (seen >= start - reach)
                    sum += u_taps[cluster * TAPS + i] * (texel(seen) - level);
            }
        advance(sum);
    }
}

void walk_batch(int start, int stop)
{
    vec4 texels[(ORDER + 1) * reads];
    for (int cluster = 0; cluster <= ORDER; cluster++)
        for (int i = 0; i < reads; i++)
            texels[cluster * reads + i] = texel(start + first_of(cluster) + i);
    for (int i = 0; i < BATCH; i++) {
        if (start + i < stop)
            imageStore(out_image, place(start + i, line), sums[0] * u_scale + level / unit);
        vec4 sum = vec4(0.0);
        for (int cluster = 0; cluster <= ORDER; cluster++)
            for (int k = 0; k < TAPS; k++)
                sum += u_taps[cluster * TAPS + k] * texels[cluster * reads + i + k];
        advance(sum);
    }
}

void blur(int start, int stop)
{
    restart(start);
    for (int at = start; at < stop; at += BATCH)
        walk_batch(at, stop);
}
#endif

void main()
{
    ivec2 size = line_size();
    line = int(gl_GlobalInvocationID.x);
    count = size.x;
    int begin = int(gl_GlobalInvocationID.y) * u_segment;
    int end = min(begin + u_segment, count);
    if (line >= size.y)
        return;
    for (int start = begin; start < end; start += u_restart)
        blur(start, min(start + u_restart, end));
}
