// Fourier transforms of lines of LENGTH texels, each two complex numbers, by THREADS threads a line and LINES lines a
// group. With 16 texels, 2 threads and radices 8 and 2:
//
//   line        0 1 2 3 4 5 6 7 8 9 a b c d e f
//   thread 0    0   2   4   6   8   a   c   e       in `held`
//   thread 1      1   3   5   7   9   b   d   f
//   a butterfly of 8 in each thread, exchange through shared memory, four butterflies of 2
//
// Texels change threads between two stages alone, whole or, with PARTS 4, float by float, since whole lines do not fit
// into shared memory. Stages are Stockham's, by which the results come out in order (N. Govindaraju et al., High
// performance discrete Fourier transforms on graphics processors, SC 2008). STAGES names them; BACK has them in the
// other order, so that it begins where STAGES ended. The work does not grow with the kernel: at sigma 64 without error
// `gaussian` takes 22.7 copies of the picture by cs_fft, 57.6 by cs_blocked (NVIDIA H200; docs/results/README.md:
// halation --bench --size 3840x2160 --scene ramp --chain gaussian:sigma=64:error=0:impl=cs_fft).

layout(local_size_x = THREADS, local_size_y = LINES) in;
#define LANE int(gl_LocalInvocationID.x)
#define LINE_OF_GROUP int(gl_LocalInvocationID.y)
#define LINE (int(gl_WorkGroupID.x) * LINES + LINE_OF_GROUP)

layout(binding = 0) uniform sampler2D u_turns; // texel n: exp(-2 pi i n / LENGTH)

#if PARTS == 1
shared vec4 tile[LINES * PITCH];
#else
shared float tile[LINES * PITCH];
#endif

vec4 held[HELD];

// A place on the line, and the slot of it: gaps keep threads out of each other's banks.
int slot(int i)
{
    return LINE_OF_GROUP * PITCH + i + i / BANK;
}

// Every texel i of the line that a thread holds as held[k] before or after butterflies of RADIX, `first` texels apart:
// EACH(8, 1) { ... i, k ... } before the first stage and after the last.
#define BUTTERFLY_COUNT(RADIX) (LENGTH / (RADIX))
#define EACH_BUTTERFLY(RADIX) \
    for (int b = 0, j = LANE; b < (BUTTERFLY_COUNT(RADIX) + THREADS - 1) / THREADS; b++, j += THREADS) \
        if (j < BUTTERFLY_COUNT(RADIX))
#define EACH_TEXEL(RADIX) \
    EACH_BUTTERFLY(RADIX) \
        for (int r = 0, k = b * RADIX, i = j; r < RADIX; r++, k++, i += BUTTERFLY_COUNT(RADIX))

// ---- complex numbers, two in each vec4

vec4 turned(vec4 z, vec2 by)
{
    return z * by.x + vec4(-z.y, z.x, -z.w, z.z) * by.y;
}

// Times -i.
vec4 turned_back(vec4 z)
{
    return vec4(z.y, -z.x, z.w, -z.z);
}

vec4 product(vec4 a, vec4 b)
{
    return vec4(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x, a.z * b.z - a.w * b.w, a.z * b.w + a.w * b.z);
}

// ---- butterflies

void butterfly2(int k)
{
    vec4 a = held[k], b = held[k + 1];
    held[k] = a + b;
    held[k + 1] = a - b;
}

void transform3(inout vec4 a, inout vec4 b, inout vec4 c)
{
    vec4 sum = b + c, middle = a - 0.5 * sum;
    vec4 side = 0.866025403784438647 * turned_back(b - c);
    a += sum;
    b = middle + side;
    c = middle - side;
}

void butterfly3(int k)
{
    transform3(held[k], held[k + 1], held[k + 2]);
}

void butterfly4(int k)
{
    vec4 a = held[k] + held[k + 2], b = held[k] - held[k + 2];
    vec4 c = held[k + 1] + held[k + 3], d = turned_back(held[k + 1] - held[k + 3]);
    held[k] = a + c;
    held[k + 1] = b + d;
    held[k + 2] = a - c;
    held[k + 3] = b - d;
}

void butterfly5(int k)
{
    const float C1 = 0.309016994374947424, C2 = -0.809016994374947424; // cos(2 pi / 5), cos(4 pi / 5)
    const float S1 = 0.951056516295153572, S2 = 0.587785252292473129;  // sin of the same
    vec4 a = held[k + 1] + held[k + 4], b = held[k + 2] + held[k + 3];
    vec4 c = held[k + 1] - held[k + 4], d = held[k + 2] - held[k + 3];
    vec4 near = held[k] + C1 * a + C2 * b, far = held[k] + C2 * a + C1 * b;
    vec4 near_side = turned_back(S1 * c + S2 * d), far_side = turned_back(S2 * c - S1 * d);
    held[k] += a + b;
    held[k + 1] = near + near_side;
    held[k + 2] = far + far_side;
    held[k + 3] = far - far_side;
    held[k + 4] = near - near_side;
}

// Two of 4, of the even and of the odd ones.
void butterfly8(int k)
{
    const float H = 0.707106781186547524;
    vec4 e0 = held[k] + held[k + 4], e1 = held[k] - held[k + 4];
    vec4 e2 = held[k + 2] + held[k + 6], e3 = turned_back(held[k + 2] - held[k + 6]);
    vec4 o0 = held[k + 1] + held[k + 5], o1 = held[k + 1] - held[k + 5];
    vec4 o2 = held[k + 3] + held[k + 7], o3 = turned_back(held[k + 3] - held[k + 7]);
    vec4 f0 = e0 + e2, f1 = e1 + e3, f2 = e0 - e2, f3 = e1 - e3;
    vec4 g0 = o0 + o2, g1 = turned(o1 + o3, vec2(H, -H));
    vec4 g2 = turned_back(o0 - o2), g3 = turned(o1 - o3, vec2(-H, -H));
    held[k] = f0 + g0;
    held[k + 1] = f1 + g1;
    held[k + 2] = f2 + g2;
    held[k + 3] = f3 + g3;
    held[k + 4] = f0 - g0;
    held[k + 5] = f1 - g1;
    held[k + 6] = f2 - g2;
    held[k + 7] = f3 - g3;
}

// Three of 3, of every third one, and three of 3 of their results.
void butterfly9(int k)
{
    const vec2 T1 = vec2(0.766044443118978035, -0.642787609686539327); // exp(-2 pi i / 9)
    const vec2 T2 = vec2(0.173648177666930349, -0.984807753012208059);
    const vec2 T4 = vec2(-0.939692620785908384, -0.342020143325668733);
    vec4 part[9];
    for (int i = 0; i < 9; i++)
        part[i] = held[k + i];
    for (int i = 0; i < 3; i++)
        transform3(part[i], part[3 + i], part[6 + i]);
    part[4] = turned(part[4], T1);
    part[5] = turned(part[5], T2);
    part[7] = turned(part[7], T2);
    part[8] = turned(part[8], T4);
    for (int i = 0; i < 3; i++) {
        transform3(part[3 * i], part[3 * i + 1], part[3 * i + 2]);
        held[k + i] = part[3 * i];
        held[k + 3 + i] = part[3 * i + 1];
        held[k + 6 + i] = part[3 * i + 2];
    }
}

// `done` is the product of the radices before.
#define BUTTERFLIES(RADIX, DONE) \
    EACH_BUTTERFLY(RADIX) \
    { \
        if (DONE > 1) { \
            vec2 by = texelFetch(u_turns, ivec2(j % (DONE) * (BUTTERFLY_COUNT(RADIX) / (DONE)), 0), 0).xy, power = by; \
            for (int r = 1; r < RADIX; r++) { \
                held[b * RADIX + r] = turned(held[b * RADIX + r], power); \
                power = turned(vec4(power, 0.0, 0.0), by).xy; \
            } \
        } \
        butterfly##RADIX(b * RADIX); \
    }

// Loops over the results of a stage with their places, and with those that the next stage reads.
#define EACH_RESULT(RADIX, DONE) \
    EACH_BUTTERFLY(RADIX) \
        for (int r = 0, k = b * RADIX, i = j / (DONE) * ((DONE) * RADIX) + j % (DONE); r < RADIX; r++, k++, i += DONE)

#if PARTS == 1
#define EXCHANGE(RADIX, DONE, NEXT) \
    barrier(); \
    EACH_RESULT(RADIX, DONE) tile[slot(i)] = held[k]; \
    barrier(); \
    EACH_TEXEL(NEXT) held[k] = tile[slot(i)];
#else
#define EXCHANGE(RADIX, DONE, NEXT) \
    for (int part = 0; part < 4; part++) { \
        barrier(); \
        EACH_RESULT(RADIX, DONE) tile[slot(i)] = held[k][part]; \
        barrier(); \
        EACH_TEXEL(NEXT) held[k][part] = tile[slot(i)]; \
    }
#endif

// The transform back is the same with real and imaginary parts in each other's place, before and after.
#define SWAP(z) ((z).yxwz)
