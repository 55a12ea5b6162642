#include "app/bench/dither/dither_runs.h"

#include <string.h>

static const struct size {
    struct suite_size size;
    bool is_long;   // left out by --quick
    bool is_screen; // large enough to be shown: ordered dither runs there too
} sizes[] = {
    { { 80, 45 }, true, false },   { { 160, 90 }, false, false },   { { 320, 180 }, true, false },
    { { 640, 360 }, false, true }, { { 1920, 1080 }, false, true }, { { 3840, 2160 }, true, true },
};

_Static_assert(sizeof(sizes) / sizeof(sizes[0]) == DITHER_SIZES, "every size has its place");

const struct dither_pair dither_runs_pairs[DITHER_PAIRS] = {
    { "encode", "encode,dither:palette=gameboy" },
    { "encode", "encode,dither:palette=cga" },
    { "encode", "encode,dither:bits=2" },
    { "tonemap:curve=agx", "tonemap:curve=agx,dither:palette=gameboy" },
    { "tonemap:curve=agx", "tonemap:curve=agx,dither:palette=cga" },
    { "tonemap:curve=agx", "tonemap:curve=agx,dither:bits=2" },
};

static const char *const quick_kernels[] = { "floyd_steinberg", "jarvis", "atkinson" };

const char *dither_runs_kernel(int kernel)
{
    const struct param *row = param_find(effect_error_diffusion.params, "kernel", strlen("kernel"));
    return row->choices[kernel];
}

bool dither_runs_takes_kernel(const struct suite_run *run, int kernel)
{
    bool wanted = !run->wish->quick;
    for (int i = 0; i < (int) (sizeof(quick_kernels) / sizeof(quick_kernels[0])); i++)
        wanted = wanted || strcmp(quick_kernels[i], dither_runs_kernel(kernel)) == 0;
    return wanted;
}

// The size of the command line is the only one, in the place of the first.
bool dither_runs_takes_size(const struct suite_run *run, int i)
{
    if (run->draw->width > 0)
        return i == 0;
    return !(run->wish->quick && sizes[i].is_long);
}

struct suite_size dither_runs_size(const struct suite_run *run, int i)
{
    return suite_size(run, sizes[i].size.width, sizes[i].size.height);
}

bool dither_runs_takes_pairs(const struct suite_run *run, int i)
{
    return run->draw->width > 0 || sizes[i].is_screen;
}

const struct suite_variant *dither_runs_variant(const struct suite_run *run, int i, int kernel,
                                                int impl)
{
    return suite_find(run, (struct suite_key){ .size = i, .kernel = kernel, .impl = impl });
}

const struct suite_variant *dither_runs_of_pair(const struct suite_run *run, int i, int pair,
                                                enum dither_form form)
{
    return suite_find(run, (struct suite_key){ .size = i, .line = 1 + pair, .form = (int) form });
}
