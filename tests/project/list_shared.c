// list_shared FOLDER writes the programs of every implementation, joined to pointwise neighbours
// and alone, and prints a line for each implementation with some of its parameters: the bytes of
// shared memory that its cost counts, its name, and the files. tests/project/check_shared.sh
// compares.

#include "effects/auto/impl_cost.h"
#include "effects/effect_impl.h"
#include "tests/fixtures/shader_tool.h"

static void write_program(const char *name, const char *text, void *data)
{
    (void) data;
    if (!strstr(text, "local_size_x") || text_begins_with(name, "fused"))
        return;
    printf(" %04d.comp", tool_written);
    tool_write_shader(".comp", text);
}

static double held_by(const struct plan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        struct cost cost;
        const struct plan_node *node = &plan->nodes[i];
        if (!node->impl)
            continue;
        const struct effect_site site = plan_node_site(plan, &gpu_fixture()->info, node);
        impl_cost_count(node->impl, &site, &cost);
        return cost.shared_bytes;
    }
    return 0;
}

// With pointwise neighbours that are joined where that can be, and without.
static void list(const char *step, enum texture_format format)
{
    struct plan plan;
    const bool is_light = !text_begins_with(step, "error");
    struct plan_options options = {
        .width = 1920, .height = 1080, .format = format, .depth = 8, .linear = is_light
    };
    const struct chain *chain =
        chain_of(formatted(is_light ? "exposure:ev=1,%s,exposure:ev=1" : "encode,%s", step));
    // Only the programs of this plan are in the cache then.
    struct program_cache *cache = &gpu_fixture()->programs;
    const struct program_cache before = *cache;
    program_cache_finish(cache);
    *cache =
        (struct program_cache){ .rounds_halves = before.rounds_halves, .budget = before.budget };
    options.fuse = PLAN_FUSE_OFF;
    if (!plan_without_programs(&plan, chain, &options, &error))
        return; // what does not fit here
    printf("%.0f %s,%s", held_by(&plan), step, texture_format_name(format));
    options.fuse = PLAN_FUSE_AUTO;
    plan_without_programs(&plan, chain, &options, &error);
    program_cache_visit(&gpu_fixture()->programs, write_program, NULL);
    printf("\n");
}

static const struct {
    const char *effect, *params;
} tried[] = {
    { "dual", "" },
    { "dual", ":sigma=2" },
    { "dual", ":sigma=40:scatter=0.5" },
    { "kawase", "" },
    { "kawase", ":sigma=2:scale=full" },
    { "pyramid", ":sigma=1" },
    { "pyramid", ":sigma=2" },
    { "pyramid", ":sigma=16" },
    { "pyramid", ":sigma=200" },
    { "pyramid", ":sigma=40:scatter=0.5" },
    { "gaussian", ":sigma=2" },
    { "gaussian", ":sigma=5" },
    { "gaussian", ":sigma=16" },
    { "box", ":radius=4" },
    { "box", ":radius=127" },
    { "box", ":sigma=20:iterations=3" },
    { "mips", "" },
    { "error_diffusion", ":bits=1" },
    { "error_diffusion", ":palette=gameboy" },
    { "error_diffusion", ":palette=pico8:kernel=jarvis" },
    { "error_diffusion", ":palette=pico8:cell=3" },
};

int main(int argc, char *argv[])
{
    static const enum texture_format formats[] = { FORMAT_RGBA16F, FORMAT_RGBA8, FORMAT_RGBA32F };
    tool_begin(argc, argv);
    int rows = 0, row = 0;
    for_each(entry, tried)
        rows += 3 * effect_impl_count(effect_find(entry->effect, strlen(entry->effect)));
    for_each(entry, tried) {
        const struct effect *effect = effect_find(entry->effect, strlen(entry->effect));
        for (int impl = 0; impl < effect_impl_count(effect); impl++)
            for_each(format, formats) {
                if (test_runs_row(row++, rows, rows / 10))
                    list(formatted("%s%s:impl=%s", entry->effect, entry->params,
                                   effect->impls[impl]->name),
                         *format);
                texts_finish();
            }
    }
    gpu_fixture_finish();
    return EXIT_SUCCESS;
}
