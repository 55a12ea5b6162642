// The three programs of error diffusion share the kernel's reach and the order of their buffers. See
// effects/error_diffusion/error_diffusion.h for the rule, which error_diffusion_serial.c follows to the bit.
//
// STRIP rows are a strip, each row LAG pixels behind the row above, so that at one step all their neighbours are done.
// Buffers hold a strip step by step, its pixels of a step next to each other: what a strip of invocations reads and
// stores at once is one piece of memory.
//
// With FLAT, buffers hold some rows of the picture as they are, for the CPU.
//
// Defines: FLAT; STRIP; CHUNK; those of a kernel, by effects/error_diffusion/error_diffusion_kernel.h; BITS a channel
// (0: a palette); COLORS of the palette that stay in registers (0: any number up to COLORS_MAX, in shared memory,
// compared COLORS_AT_ONCE in an iteration); METRIC of distances: rgb, luma, lab, oklab; LINEAR: values of light; WEAK:
// a strength below 1; CELLS: what is called a pixel is a square of texels.

uniform int u_patience; // looks at a border before it is given up
uniform int u_strength; // 256ths
uniform int u_width;
uniform int u_height;
uniform int u_stride; // steps of a strip
uniform int u_top;    // FLAT: the buffers' first row
uniform int u_cell;   // CELLS: their side in texels of the input and output

const int FULL = 65535;

// A value's words: red and green in 16 bits each, then blue and above it what makes of a whole number n the bits of the
// float 48 + n / 262144. Both are 0 outside of the picture.
const uint SHIFT_UP = 0x42400000u;

const int LAG = REACH + 1;

// The pixel of a row of a strip at a step; outside for the first and the last steps.
int column_at(int step, int lane)
{
    return step - 1 - REACH - LAG * lane;
}

int index_of(int strip, int step, int lane)
{
    return (strip * u_stride + step) * STRIP + lane;
}
