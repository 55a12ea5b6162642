// list_shared FOLDER writes the programs of every implementation, joined to pointwise neighbours
// and alone, and prints a line for each implementation with some of its parameters: the bytes of
// shared memory that its cost counts, its name, and the files. tests/project/check_shared.sh
// compares.

#include "effects/auto/impl_cost.h"
#include "tests/fixtures/chain_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;
static int written;

static _Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

static void write_program(const char *name, const char *text, void *data)
{
    (void) data;
    char path[4096];
    if (!strstr(text, "local_size_x") || strncmp(name, "fused", 5) == 0)
        return;
    snprintf(path, sizeof(path), "%s/%04d.comp", folder, written);
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        give_up(path, "cannot be written");
    printf(" %04d.comp", written++);
}

static double held_by(const struct plan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        struct cost cost;
        const struct plan_node *node = &plan->nodes[i];
        if (!node->impl)
            continue;
        const struct effect_site site = plan_site(plan, &gpu_fixture()->info, node);
        impl_cost_count(node->impl, &site, &cost);
        return cost.shared_bytes;
    }
    return 0;
}

// With pointwise neighbours that are joined where that can be, and without.
static void list(const char *step, enum texture_format format)
{
    char text[256];
    struct plan plan;
    struct plan_options options = {
        .width = 1920, .height = 1080, .format = format, .depth = 8, .linear = true
    };
    snprintf(text, sizeof(text), "%s%s",
             strncmp(step, "error", 5) == 0 ? "encode," : "exposure:ev=1,", step);
    options.linear = strncmp(step, "error", 5) != 0;
    if (options.linear)
        strcat(text, ",exposure:ev=1");
    // Only the programs of this plan are in the cache then.
    struct program_cache *cache = &gpu_fixture()->programs;
    const struct program_cache before = *cache;
    program_cache_finish(cache);
    *cache =
        (struct program_cache){ .rounds_halves = before.rounds_halves, .budget = before.budget };
    options.fuse = PLAN_FUSE_OFF;
    const struct chain chain = parse_chain(text);
    if (!plan_without_programs(&plan, &chain, &options, &error))
        return; // what does not fit here
    printf("%.0f %s,%s", held_by(&plan), step, texture_format_name(format));
    options.fuse = PLAN_FUSE_AUTO;
    plan_without_programs(&plan, &chain, &options, &error);
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
    enum { FORMATS = 3 };
    static const enum texture_format formats[FORMATS] = { FORMAT_RGBA16F, FORMAT_RGBA8,
                                                          FORMAT_RGBA32F };
    if (argc != 2)
        give_up("usage", "list_shared FOLDER");
    folder = argv[1];
    int rows = 0, row = 0;
    for (size_t i = 0; i < sizeof(tried) / sizeof(tried[0]); i++)
        rows += FORMATS * effect_impl_count(effect_find(tried[i].effect, strlen(tried[i].effect)));
    for (size_t i = 0; i < sizeof(tried) / sizeof(tried[0]); i++) {
        const struct effect *effect = effect_find(tried[i].effect, strlen(tried[i].effect));
        for (int impl = 0; impl < effect_impl_count(effect); impl++)
            for (int k = 0; k < FORMATS; k++) {
                char step[200];
                snprintf(step, sizeof(step), "%s%s:impl=%s", tried[i].effect, tried[i].params,
                         effect->impls[impl]->name);
                if (test_runs_row(row++, rows, rows / 10))
                    list(step, formats[k]);
            }
    }
    gpu_fixture_finish();
    return EXIT_SUCCESS;
}
