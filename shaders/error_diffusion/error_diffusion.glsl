// What the three programs of error diffusion share: the kernel's reach and the order of their buffers. See
// effects/error_diffusion/error_diffusion.h for the rule, which error_diffusion_serial.c follows to the bit.
//
// 32 rows are a strip, each row LAG pixels behind the row above, so that at one step all their neighbours are done.
// Buffers hold a strip step by step, its 32 pixels of a step next to each other: what 32 invocations read and store at
// once is one piece of memory.
//
// With FLAT, buffers hold some rows of the picture as they are, for the CPU.
//
// Defines: FLAT; KERNEL; BITS a channel (0: a palette); COLORS of the palette that stay in registers (0: any number, in
// shared memory); METRIC of distances: rgb, luma, lab, oklab; LINEAR: values of light; WEAK: a strength below 1; CELLS:
// what is called a pixel is a square of texels.

layout(location = 0) uniform int u_patience; // looks at a border before it is given up
layout(location = 1) uniform int u_strength; // 256ths
layout(location = 2) uniform int u_width;
layout(location = 3) uniform int u_height;
layout(location = 4) uniform int u_stride; // steps of a strip
layout(location = 5) uniform int u_top;    // FLAT: the buffers' first row
layout(location = 6) uniform int u_cell;   // CELLS: their side in texels of the input and output

const int FULL = 65535;

// A value's words: red and green in 16 bits each, then blue and above it what makes of a whole number n the bits of the
// float 48 + n / 262144. Both are 0 outside of the picture.
const uint SHIFT_UP = 0x42400000u;

// Weights of the errors of the pixels to the left, nearest first; above from x - BACK to x + REACH; and two rows above
// from x - BACK2 to x + REACH2, with TWO_ABOVE.
#if KERNEL == 0 // R. W. Floyd and L. Steinberg, 1976
#define REACH 1
#define BACK 1
const int DIVISOR = 16, LEFT[2] = int[](7, 0), ABOVE[3] = int[](1, 5, 3);
#elif KERNEL == 1 // "false" Floyd-Steinberg, a shortcut of many programs
#define REACH 0
#define BACK 1
const int DIVISOR = 8, LEFT[2] = int[](3, 0), ABOVE[2] = int[](2, 3);
#elif KERNEL == 2 // J. F. Jarvis, C. N. Judice and W. H. Ninke, 1976
#define REACH 2
#define BACK 2
#define TWO_ABOVE
#define REACH2 2
const int DIVISOR = 48, LEFT[2] = int[](7, 5), ABOVE[5] = int[](3, 5, 7, 5, 3), ABOVE2[5] = int[](1, 3, 5, 3, 1);
#elif KERNEL == 3 // P. Stucki, 1981
#define REACH 2
#define BACK 2
#define TWO_ABOVE
#define REACH2 2
const int DIVISOR = 42, LEFT[2] = int[](8, 4), ABOVE[5] = int[](2, 4, 8, 4, 2), ABOVE2[5] = int[](1, 2, 4, 2, 1);
#elif KERNEL == 4 // D. Burkes, 1988
#define REACH 2
#define BACK 2
const int DIVISOR = 32, LEFT[2] = int[](8, 4), ABOVE[5] = int[](2, 4, 8, 4, 2);
#elif KERNEL == 5 // F. Sierra, 1989
#define REACH 2
#define BACK 2
#define TWO_ABOVE
#define REACH2 1
const int DIVISOR = 32, LEFT[2] = int[](5, 3), ABOVE[5] = int[](2, 4, 5, 4, 2), ABOVE2[3] = int[](2, 3, 2);
#elif KERNEL == 6 // F. Sierra, two rows, 1990
#define REACH 2
#define BACK 2
const int DIVISOR = 16, LEFT[2] = int[](4, 3), ABOVE[5] = int[](1, 2, 3, 2, 1);
#elif KERNEL == 7 // F. Sierra, filter lite
#define REACH 1
#define BACK 0
const int DIVISOR = 4, LEFT[2] = int[](2, 0), ABOVE[2] = int[](1, 1);
#else // B. Atkinson, for the Macintosh, about 1984: a quarter of the error is let go
#define REACH 1
#define BACK 1
#define TWO_ABOVE
#define REACH2 0
const int DIVISOR = 8, LEFT[2] = int[](1, 1), ABOVE[3] = int[](1, 1, 1), ABOVE2[1] = int[](1);
#endif

const int LAG = REACH + 1, SUM_OF_WEIGHTS = KERNEL == 8 ? 6 : DIVISOR;

// The pixel of a row of a strip at a step; outside for the first and the last steps.
int column_at(int step, int lane)
{
    return step - 1 - REACH - LAG * lane;
}

int index_of(int strip, int step, int lane)
{
    return (strip * u_stride + step) * 32 + lane;
}
