#include "app/bench/bloom/bloom_lines.h"

const struct bloom_line bloom_lines[BLOOM_BLURS] = {
    [BLOOM_LINEAR] = { "linear, 97 taps",
                       "gaussian:sigma=16:reach=3",
                       { "fs_linear", "cs_linear", "auto" },
                       false },
    [BLOOM_PYRAMID] = { "5x5 pyramid",
                        "pyramid:sigma=16:kernel=gauss5",
                        { "fs_passes", "cs_passes", "auto" },
                        false },
    [BLOOM_KAWASE] = { "Kawase",
                       "kawase:sigma=16:scale=full:passes=9",
                       { "fs_passes", "cs_passes", "auto" },
                       false },
    [BLOOM_DUAL] = { "dual", "dual:sigma=16", { "fs_passes", "cs_passes", "auto" }, false },
    [BLOOM_BOX] = { "box",
                    "box:sigma=16",
                    { "fs_double_linear", "cs_double_linear", "auto" },
                    false },
    [BLOOM_MIPS] = { "mips", "mips:sigma=16", { "fs_passes", "cs_passes", "auto" }, false },
    [BLOOM_KAWASE_HALF] = { "Kawase at 1/2",
                            "kawase:sigma=16:scale=half",
                            { "fs_passes", "cs_passes", "auto" },
                            false },
    [BLOOM_KAWASE_QUARTER] = { "Kawase at 1/4",
                               "kawase:sigma=16:scale=quarter",
                               { "fs_passes", "cs_passes", "auto" },
                               true },
    [BLOOM_GAUSSIAN_SMALLER] = { "Gaussian, smaller",
                                 "gaussian:sigma=16:reach=3",
                                 { NULL, "cs_multiresolution", NULL },
                                 false },
};

const struct suite_variant *bloom_lines_variant(const struct suite_run *run, enum bloom_blur blur,
                                                enum bloom_form form)
{
    return suite_find(run, (struct suite_key){ .line = (int) blur, .form = (int) form });
}
