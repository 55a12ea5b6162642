// Times blurs of one width beside each other: the experiment of M. Bjørge, Bandwidth-efficient
// rendering, SIGGRAPH 2015, who compared them at 97x97 taps on a GPU of a telephone, by bytes and
// by how near they come to the Gaussian. His widest kernel is three sigma of 16 px either way.

#include "app/bench/bloom/suite_bloom.h"

#include "app/bench/bloom/bloom_lines.h"
#include "app/bench/bloom/bloom_report.h"

// As compute, passes say nothing of bytes that they do not say as fragment.
static bool takes(const struct suite_run *run, enum bloom_blur blur, enum bloom_form form)
{
    const struct bloom_line *line = &bloom_lines[blur];
    const bool has_other = form == BLOOM_COMPUTE && line->impls[BLOOM_FRAGMENT];
    return line->impls[form] && !(run->options->bench.quick && (line->is_long || has_other));
}

static void add(struct suite_run *run, enum bloom_blur blur, enum bloom_form form)
{
    const struct bloom_line *line = &bloom_lines[blur];
    struct suite_variant *variant = suite_add(run, suite_size(run, 1920, 1080), FORMAT_RGBA16F,
                                              "%s:impl=%s", line->chain, line->impls[form]);
    variant->key = (struct suite_key){ .line = (int) blur, .form = (int) form };
    variant->label = line->name;
}

static void list_bloom(struct suite_run *run)
{
    for (enum bloom_blur blur = 0; blur < BLOOM_BLURS; blur++)
        for (enum bloom_form form = 0; form < BLOOM_FORMS; form++)
            if (takes(run, blur, form))
                add(run, blur, form);
}

const struct suite suite_bloom = {
    .name = "bloom",
    .summary = "blurs of one width by time, bytes, nearness to the Gaussian and shimmer",
    .list = list_bloom,
    .report = bloom_report,
};
