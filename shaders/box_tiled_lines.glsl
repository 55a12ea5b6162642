// One to three boxes (ORDER) along the lines of a tile in shared memory, so that each texel is read once. Each thread
// owns CHUNK neighbours of a line: the texels that its windows gain, one after the other. Its first window is the sum
// of whole chunks, whose sums all threads share, and a rest; from there it slides, losing texels that other threads
// own. So no sum goes on for longer than CHUNK texels, and none drifts. What one box puts out is what the next gains.

// Neighbouring threads have neighbouring texels of the picture: of a row, or side by side in columns.
#ifdef DOWN
#define CHUNK COLUMN_CHUNK
#define LINES COLUMN_LINES
#define CHUNKS COLUMN_CHUNKS
#define THREAD gl_LocalInvocationID.xy
#define GROUP gl_WorkGroupID.xy
layout(local_size_x = LINES, local_size_y = CHUNKS) in;
#else
#define CHUNK ROW_CHUNK
#define LINES 1
#define CHUNKS ROW_CHUNKS
#define THREAD gl_LocalInvocationID.yx
#define GROUP gl_WorkGroupID.yx
layout(local_size_x = CHUNKS, local_size_y = LINES) in;
#endif

layout(location = 0) uniform vec2 u_size;   // of the picture
layout(location = 1) uniform vec3 u_window; // 2 radius + 1 texels; as chunks, and the rest, which may be negative
layout(location = 2) uniform float u_end;   // weight of the texels beyond the radius
layout(location = 3) uniform float u_scale; // 1 / the sum of one box's weights
layout(location = 4) uniform float u_unit;  // of the output, 1 / that of the input
layout(location = 5) uniform vec3 u_tile;   // texels that a tile puts out, chunks that it reads, and a box's margin
layout(location = 6) uniform float u_shift; // of its first texel from the first one put out

// CHUNK is odd, so that threads at the same place of their chunks use different banks.
shared Packed tile[CHUNKS * CHUNK * LINES];
shared vec4 sums[CHUNKS * LINES];

int chunk, line, first; // first: where the chunk lies in the tile

Packed own[CHUNK];

void read_own(int begin, int chunks)
{
#ifdef DOWN
    if (chunk < chunks)
        for (int i = 0; i < CHUNK; i++)
            own[i] = read(begin + chunk * CHUNK + i, line, ivec2(u_size));
#else
    for (int i = 0; i < CHUNK; i++)
        own[i] = read(begin + i * CHUNKS + chunk, line, ivec2(u_size));
    for (int i = 0; i < CHUNK; i++)
        tile[i * CHUNKS + chunk] = own[i];
    barrier();
    for (int i = 0; i < CHUNK; i++)
        own[i] = tile[first + i];
#endif
}

void put_own()
{
    for (int i = 0; i < CHUNK; i++)
        tile[first + i * LINES] = own[i];
}

void put_sum()
{
    vec4 sum = vec4(0.0);
    for (int i = 0; i < CHUNK; i++)
        sum += unpack(own[i]);
    sums[gl_LocalInvocationIndex] = sum;
}

vec4 sum_window(int lose)
{
    int whole = int(u_window.y), rest = int(u_window.z);
    vec4 sum = vec4(0.0);
    for (int i = chunk - whole; i < chunk; i++)
        sum += sums[i * LINES + int(THREAD.x)];
    for (int i = 0; i < rest; i++)
        sum += unpack(tile[lose + i * LINES]);
    for (int i = rest; i < 0; i++)
        sum -= unpack(tile[lose + i * LINES]);
    return sum;
}

// The averages of places that lie radius + 1 before what is owned, in its stead.
void average(bool is_last)
{
    int lose = first - int(u_window.x) * LINES;
    vec4 sum = sum_window(lose);
#if HAS_END
    vec4 last = unpack(tile[lose - LINES]);
#endif
    for (int i = 0; i < CHUNK; i++) {
        vec4 gained = unpack(own[i]), lost = unpack(tile[lose + i * LINES]), color = sum;
#if HAS_END
        color += u_end * (last + gained);
        last = lost;
#endif
        color *= is_last ? u_scale * u_unit : u_scale;
        own[i] = is_last ? pack_stored(color) : pack(color);
        sum += gained - lost;
    }
}

// Through shared memory, so that neighbouring threads store neighbouring texels.
void write_own(int begin, int count, int before)
{
    barrier();
    put_own();
    barrier();
    int from = (before * CHUNK + chunk) * LINES + int(THREAD.x);
    for (int i = 0; i < CHUNK; i++)
        if (i * CHUNKS + chunk < count)
            write(begin + i * CHUNKS + chunk, line, ivec2(u_size), tile[from + i * CHUNKS * LINES]);
}

void main()
{
    chunk = int(THREAD.y);
    line = int(GROUP.x) * LINES + int(THREAD.x); // beyond the last one nothing is stored
    first = chunk * CHUNK * LINES + int(THREAD.x);
#ifdef DOWN
    int end = int(u_size.y);
#else
    int end = int(u_size.x);
#endif
    int begin = int(GROUP.y) * int(u_tile.x), count = min(int(u_tile.x), end - begin), chunks = int(u_tile.y);
    int margin = int(u_tile.z); // chunks that the first window of the next one sees
    read_own(begin - int(u_shift), chunks);
    for (int i = 1; i <= ORDER; i++) {
#ifndef DOWN
        if (i > 1)
#endif
            put_own();
        put_sum();
        barrier();
        if (chunk >= i * margin && chunk < chunks)
            average(i == ORDER);
        if (i < ORDER)
            barrier();
    }
    write_own(begin, count, ORDER * margin);
}
