// Fourier transforms of lines of LENGTH complex numbers, by THREADS threads a line and LINES lines a group. With 16
// numbers, 2 threads and radices 8 and 2:
//
//   line        0 1 2 3 4 5 6 7 8 9 a b c d e f
//   thread 0    0   2   4   6   8   a   c   e       in `held`
//   thread 1      1   3   5   7   9   b   d   f
//   a butterfly of 8 in each thread, exchange through shared memory, four butterflies of 2
//
// STAGES transform numbers in order into frequencies whose digits are in reverse order, and BACK transforms such
// frequencies into numbers in order: it is the transposed product of the same matrices (J. Cooley and J. Tukey, An
// algorithm for the machine calculation of complex Fourier series, 1965). A convolution needs no other order. Each
// stage stores its results where it read. Threads of a subgroup have the same places on adjacent lines, because an
// image is laid out in small tiles: whole sectors of 32 bytes are read and written.

#ifdef COLUMNS
#define LENGTH COLUMNS_LENGTH
#define THREADS COLUMNS_THREADS
#define LINES COLUMNS_LINES
#define GROUP COLUMNS_GROUP
#define AT_ONCE COLUMNS_AT_ONCE
#define PARTS COLUMNS_PARTS
#define PITCH COLUMNS_PITCH
#define BANK COLUMNS_BANK
#define HELD COLUMNS_HELD
#define FIRST COLUMNS_FIRST
#define LAST COLUMNS_LAST
#define STAGES COLUMNS_STAGES
#define BACK COLUMNS_BACK
#elif defined(ROWS_BACKWARD)
#define LENGTH BACKWARD_LENGTH
#define THREADS BACKWARD_THREADS
#define LINES BACKWARD_LINES
#define GROUP BACKWARD_GROUP
#define AT_ONCE BACKWARD_AT_ONCE
#define PARTS BACKWARD_PARTS
#define PITCH BACKWARD_PITCH
#define BANK BACKWARD_BANK
#define HELD BACKWARD_HELD
#define FIRST BACKWARD_FIRST
#define LAST BACKWARD_LAST
#define STAGES BACKWARD_STAGES
#define BACK BACKWARD_BACK
#else
#define LENGTH ROWS_LENGTH
#define THREADS ROWS_THREADS
#define LINES ROWS_LINES
#define GROUP ROWS_GROUP
#define AT_ONCE ROWS_AT_ONCE
#define PARTS ROWS_PARTS
#define PITCH ROWS_PITCH
#define BANK ROWS_BANK
#define HELD ROWS_HELD
#define FIRST ROWS_FIRST
#define LAST ROWS_LAST
#define STAGES ROWS_STAGES
#define BACK ROWS_BACK
#endif

layout(local_size_x = GROUP) in;
#define LANE (gl_LocalInvocationID.x / uint(LINES))
#define LINE_OF_GROUP (gl_LocalInvocationID.x % uint(LINES))
#define PLANE int(gl_WorkGroupID.x)
#define LINE int(gl_WorkGroupID.y * uint(LINES) + LINE_OF_GROUP)

#if PARTS == 1
shared vec2 tile[AT_ONCE * PITCH];
#else
shared float tile[PITCH];
#endif

vec2 held[HELD];

// Runs DO for every number that a thread holds as held[k] before butterflies of RADIX, with its place i on the line.
#define BUTTERFLY_COUNT(RADIX) (LENGTH / (RADIX))
#define ROUNDS(RADIX) ((BUTTERFLY_COUNT(RADIX) + THREADS - 1) / THREADS)
#define IF_THERE(RADIX, j) if (BUTTERFLY_COUNT(RADIX) % THREADS == 0 || j < uint(BUTTERFLY_COUNT(RADIX)))
#define EACH_NUMBER(RADIX, DO) \
    for (int b = 0; b < ROUNDS(RADIX); b++) { \
        uint j = LANE + uint(b * THREADS); \
        IF_THERE(RADIX, j) \
        for (int r = 0; r < RADIX; r++) { \
            int k = b * RADIX + r, i = int(j) + r * BUTTERFLY_COUNT(RADIX); \
            DO; \
        } \
    }

// ---- complex numbers

vec2 product(vec2 a, vec2 b)
{
    return a * b.x + vec2(-a.y, a.x) * b.y;
}

// Times -i.
vec2 turned_back(vec2 z)
{
    return vec2(z.y, -z.x);
}

// The transform back is the same with real and imaginary parts in each other's place, before and after.
#define SWAP(z) ((z).yx)

// Returns exp(-2 pi i n / size), n / size up to 1/4, by Taylor's series: GPUs compute sines to few digits.
vec2 root(uint n, int size)
{
    float a = float(n) * (6.28318530717958648 / float(size)), b = a * a;
    float even = b * (-1.0 / 720.0 + b * (1.0 / 40320.0 - b / 3628800.0));
    float odd = b * (-1.0 / 5040.0 + b * (1.0 / 362880.0 - b / 39916800.0));
    even = 1.0 + b * (-1.0 / 2.0 + b * (1.0 / 24.0 + even));
    odd = 1.0 + b * (-1.0 / 6.0 + b * (1.0 / 120.0 + odd));
    return vec2(even, -a * odd);
}

// ---- butterflies

void transform2(inout vec2 a, inout vec2 b)
{
    vec2 c = a - b;
    a += b;
    b = c;
}

void transform3(inout vec2 a, inout vec2 b, inout vec2 c)
{
    vec2 sum = b + c, middle = a - 0.5 * sum;
    vec2 side = 0.866025403784438647 * turned_back(b - c);
    a += sum;
    b = middle + side;
    c = middle - side;
}

void transform4(inout vec2 a, inout vec2 b, inout vec2 c, inout vec2 d)
{
    vec2 e = a + c, f = a - c, g = b + d, h = turned_back(b - d);
    a = e + g;
    b = f + h;
    c = e - g;
    d = f - h;
}

void transform5(inout vec2 a, inout vec2 b, inout vec2 c, inout vec2 d, inout vec2 e)
{
    const float C1 = 0.309016994374947424, C2 = -0.809016994374947424; // cos(2 pi / 5), cos(4 pi / 5)
    const float S1 = 0.951056516295153572, S2 = 0.587785252292473129;  // sin of the same
    vec2 outer = b + e, inner = c + d, p = b - e, q = c - d;
    vec2 near = a + C1 * outer + C2 * inner, far = a + C2 * outer + C1 * inner;
    vec2 near_side = turned_back(S1 * p + S2 * q), far_side = turned_back(S2 * p - S1 * q);
    a += outer + inner;
    b = near + near_side;
    c = far + far_side;
    d = far - far_side;
    e = near - near_side;
}

void transform6(inout vec2 a, inout vec2 b, inout vec2 c, inout vec2 d, inout vec2 e, inout vec2 f)
{
    transform3(a, c, e);
    transform3(b, d, f);
    d = product(d, vec2(0.5, -0.866025403784438647));
    f = product(f, vec2(-0.5, -0.866025403784438647));
    vec2 g = a - b, h = c - d, i = e - f;
    a += b;
    b = c + d;
    c = e + f;
    d = g;
    e = h;
    f = i;
}

#define TRANSFORM2(z, k, step) transform2(z[k], z[k + step])
#define TRANSFORM3(z, k, step) transform3(z[k], z[k + step], z[k + 2 * step])
#define TRANSFORM4(z, k, step) transform4(z[k], z[k + step], z[k + 2 * step], z[k + 3 * step])
#define TRANSFORM5(z, k, step) transform5(z[k], z[k + step], z[k + 2 * step], z[k + 3 * step], z[k + 4 * step])
#define TRANSFORM6(z, k, step) \
    transform6(z[k], z[k + step], z[k + 2 * step], z[k + 3 * step], z[k + 4 * step], z[k + 5 * step])

// A transforms of B numbers, INNER, of every A-th one, and B transforms of A of their results, OUTER. The compiler
// computes the cosines.
#define TRANSFORM(A, OUTER, B, INNER, k) \
    vec2 part[A * B]; \
    for (int a = 0; a < A; a++) { \
        INNER(held, k + a, A); \
        part[a] = held[k + a]; \
        for (int c = 1; c < B; c++) { \
            float turn = 6.28318530717958648 * float(a * c) / float(A * B); \
            part[c * A + a] = a == 0 ? held[k + A * c] : product(held[k + A * c + a], vec2(cos(turn), -sin(turn))); \
        } \
    } \
    for (int c = 0; c < B; c++) { \
        OUTER(part, c * A, 1); \
        for (int d = 0; d < A; d++) \
            held[k + c + B * d] = part[c * A + d]; \
    }

void butterfly4(int k)
{
    TRANSFORM4(held, k, 1);
}

void butterfly8(int k)
{
    TRANSFORM(2, TRANSFORM2, 4, TRANSFORM4, k)
}

void butterfly9(int k)
{
    TRANSFORM(3, TRANSFORM3, 3, TRANSFORM3, k)
}

void butterfly10(int k)
{
    TRANSFORM(2, TRANSFORM2, 5, TRANSFORM5, k)
}

void butterfly12(int k)
{
    TRANSFORM(3, TRANSFORM3, 4, TRANSFORM4, k)
}

void butterfly16(int k)
{
    TRANSFORM(4, TRANSFORM4, 4, TRANSFORM4, k)
}

void butterfly18(int k)
{
    TRANSFORM(3, TRANSFORM3, 6, TRANSFORM6, k)
}

// ---- stages, which transform blocks of SIZE numbers into RADIX blocks

#define BLOCK(SIZE, RADIX) uint(SIZE / RADIX)

// Multiplies each number of a butterfly by a power of the same root.
#define TURN(RADIX, SIZE, k) \
    if (SIZE > RADIX) { \
        vec2 odd = root(j % BLOCK(SIZE, RADIX), SIZE), square = product(odd, odd), even = square; \
        for (int r = 1; r < RADIX; r += 2) { \
            held[k + r] = product(held[k + r], odd); \
            if (r + 1 < RADIX) \
                held[k + r + 1] = product(held[k + r + 1], even); \
            odd = product(odd, square); \
            even = product(even, square); \
        } \
    }
#define FORWARD(RADIX, SIZE, ROUND) \
    { \
        uint j = LANE + uint(ROUND * THREADS); \
        IF_THERE(RADIX, j) \
        { \
            butterfly##RADIX(ROUND * RADIX); \
            TURN(RADIX, SIZE, ROUND * RADIX) \
        } \
    }
#define BACKWARD(RADIX, SIZE, ROUND) \
    { \
        uint j = LANE + uint(ROUND * THREADS); \
        IF_THERE(RADIX, j) \
        { \
            TURN(RADIX, SIZE, ROUND * RADIX) \
            butterfly##RADIX(ROUND * RADIX); \
        } \
    }

// ---- exchange between two stages

uint slot_of(uint place)
{
    return LINE_OF_GROUP % uint(AT_ONCE) * uint(PITCH) + place + place / uint(BANK);
}

#define EACH_SLOT(RADIX, SIZE, DO) \
    for (int b = 0; b < ROUNDS(RADIX); b++) { \
        uint j = LANE + uint(b * THREADS); \
        uint first = slot_of(j / BLOCK(SIZE, RADIX) * uint(SIZE) + j % BLOCK(SIZE, RADIX)); \
        IF_THERE(RADIX, j) \
        for (int r = 0; r < RADIX; r++) { \
            int k = b * RADIX + r, step = r * (SIZE / RADIX); \
            uint slot = first + uint(step + step / BANK); \
            DO; \
        } \
    }

// A thread first puts numbers where it last got some, so no other thread still needs those slots. With PARTS 2, real
// and imaginary parts go one after the other, and PART is the first.
#if PARTS == 2
#define EXCHANGE(RADIX, SIZE, NEXT, NEXT_SIZE, PART) \
    EACH_SLOT(RADIX, SIZE, tile[slot] = held[k][PART]) \
    barrier(); \
    EACH_SLOT(NEXT, NEXT_SIZE, held[k][PART] = tile[slot]) \
    barrier(); \
    EACH_SLOT(RADIX, SIZE, tile[slot] = held[k][1 - PART]) \
    barrier(); \
    EACH_SLOT(NEXT, NEXT_SIZE, held[k][1 - PART] = tile[slot])
#elif AT_ONCE == LINES
#define EXCHANGE(RADIX, SIZE, NEXT, NEXT_SIZE, PART) \
    EACH_SLOT(RADIX, SIZE, tile[slot] = held[k]) \
    barrier(); \
    EACH_SLOT(NEXT, NEXT_SIZE, held[k] = tile[slot])
#else
#define EXCHANGE(RADIX, SIZE, NEXT, NEXT_SIZE, PART) \
    for (uint part = 0u; part < uint(LINES / AT_ONCE); part++) { \
        barrier(); \
        if (LINE_OF_GROUP / uint(AT_ONCE) == part) \
            EACH_SLOT(RADIX, SIZE, tile[slot] = held[k]) \
        barrier(); \
        if (LINE_OF_GROUP / uint(AT_ONCE) == part) \
            EACH_SLOT(NEXT, NEXT_SIZE, held[k] = tile[slot]) \
    }
#endif
