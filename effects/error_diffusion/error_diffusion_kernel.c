#include "effects/error_diffusion/error_diffusion_kernel.h"

#include "effects/error_diffusion/error_diffusion.h"
#include "render/text/step_text.h"

static const struct diffusion_kernel kernels[DIFFUSION_KERNEL_COUNT] = {
    // R. W. Floyd and L. Steinberg, 1976
    [DIFFUSION_FLOYD_STEINBERG] = { 16, { { 0, 7 }, { 0, 1, 5, 3 } } },
    // "false" Floyd-Steinberg, a shortcut of many programs
    [DIFFUSION_FALSE_FS] = { 8, { { 0, 3 }, { 0, 2, 3 } } },
    // J. F. Jarvis, C. N. Judice and W. H. Ninke, 1976
    [DIFFUSION_JARVIS] = { 48, { { 5, 7 }, { 3, 5, 7, 5, 3 }, { 1, 3, 5, 3, 1 } } },
    // P. Stucki, 1981
    [DIFFUSION_STUCKI] = { 42, { { 4, 8 }, { 2, 4, 8, 4, 2 }, { 1, 2, 4, 2, 1 } } },
    // D. Burkes, 1988
    [DIFFUSION_BURKES] = { 32, { { 4, 8 }, { 2, 4, 8, 4, 2 } } },
    // F. Sierra, 1989, and with two rows and the lite one, 1990
    [DIFFUSION_SIERRA] = { 32, { { 3, 5 }, { 2, 4, 5, 4, 2 }, { 0, 2, 3, 2 } } },
    [DIFFUSION_SIERRA2] = { 16, { { 3, 4 }, { 1, 2, 3, 2, 1 } } },
    [DIFFUSION_SIERRA_LITE] = { 4, { { 0, 2 }, { 0, 0, 1, 1 } } },
    // B. Atkinson, for the Macintosh, about 1984: a quarter of the error is dropped
    [DIFFUSION_ATKINSON] = { 8, { { 1, 1 }, { 0, 1, 1, 1 }, { 0, 0, 1 } } },
};

const struct diffusion_kernel *diffusion_kernel(int kernel)
{
    return &kernels[kernel];
}

int diffusion_kernel_reach(const int row[DIFFUSION_SPAN], int side)
{
    int reach = DIFFUSION_REACH;
    while (reach >= 0 && row[DIFFUSION_REACH + side * reach] == 0)
        reach--;
    return reach;
}

int diffusion_kernel_count(const struct diffusion_kernel *kernel, int *sum)
{
    int count = 0;
    *sum = 0;
    for (int i = 0; i < 3 * DIFFUSION_SPAN; i++) {
        const int weight = kernel->rows[i / DIFFUSION_SPAN][i % DIFFUSION_SPAN];
        count += weight > 0;
        *sum += weight;
    }
    return count;
}

// Writes the weights of a row, from the first to the last that is not 0.
static void write_row(const char *name, const int row[DIFFUSION_SPAN], struct step_writer *defines)
{
    const int first = DIFFUSION_REACH - diffusion_kernel_reach(row, -1),
              last = DIFFUSION_REACH + diffusion_kernel_reach(row, 1);
    effect_define_list(defines, name, row + first, last - first + 1);
}

void diffusion_kernel_defines(const struct diffusion_kernel *kernel, struct step_writer *defines)
{
    int sum;
    diffusion_kernel_count(kernel, &sum);
    step_writef(defines, " DIVISOR=%d SUM_OF_WEIGHTS=%d LEFT_WEIGHTS=%d,%d REACH=%d BACK=%d",
                kernel->divisor, sum, kernel->rows[0][1], kernel->rows[0][0],
                diffusion_kernel_reach(kernel->rows[1], 1),
                diffusion_kernel_reach(kernel->rows[1], -1));
    write_row("ABOVE_WEIGHTS", kernel->rows[1], defines);
    if (diffusion_kernel_reach(kernel->rows[2], 1) < 0)
        return;
    step_writef(defines, " TWO_ABOVE REACH2=%d", diffusion_kernel_reach(kernel->rows[2], 1));
    write_row("ABOVE2_WEIGHTS", kernel->rows[2], defines);
}
