#include "effects/auto/impl_programs.h"

#include "effects/effect_impl.h"
#include "render/gpu.h"
#include "render/text/step_text.h"

#include <assert.h>

struct program_desc impl_program(const struct effect_impl *impl, const struct effect_site *site,
                                 int program, char defines[static IMPL_DEFINES_SIZE])
{
    struct step_writer writer = { .out = defines, .size = IMPL_DEFINES_SIZE };
    struct program_desc desc = impl->programs[program];
    if (!impl->write_defines)
        return desc;
    step_write(&writer, desc.defines ? desc.defines : "");
    impl->write_defines(site, &writer);
    assert(writer.length < IMPL_DEFINES_SIZE);
    desc.defines = defines + (defines[0] == ' ');
    return desc;
}

static void find_needed(const struct effect_impl *impl, const struct effect_site *site,
                        bool needed[EFFECT_MAX_PROGRAMS])
{
    for (int i = 0; i < EFFECT_MAX_PROGRAMS; i++)
        needed[i] = !impl->needs;
    if (impl->needs)
        impl->needs(site, needed);
}

const struct program_list *impl_programs_get(const struct effect_impl *impl,
                                             const struct effect_site *site, struct gpu *gpu,
                                             struct error *error)
{
    const struct program *programs[EFFECT_MAX_PROGRAMS] = { NULL };
    bool needed[EFFECT_MAX_PROGRAMS];
    int count = 0;
    find_needed(impl, site, needed);
    for (; count < EFFECT_MAX_PROGRAMS && impl->programs[count].file; count++) {
        char defines[IMPL_DEFINES_SIZE];
        const struct program_desc desc = impl_program(impl, site, count, defines);
        if (!needed[count])
            continue;
        programs[count] = program_cache_get(&gpu->programs, &desc, error);
        if (!programs[count])
            return NULL;
    }
    return program_cache_list(&gpu->programs, programs, count);
}

bool impl_programs_are_compiled(const struct effect_impl *impl, const struct effect_site *site,
                                const struct gpu *gpu)
{
    bool needed[EFFECT_MAX_PROGRAMS];
    find_needed(impl, site, needed);
    for (int i = 0; impl->programs[i].file; i++) {
        char defines[IMPL_DEFINES_SIZE];
        const struct program_desc desc = impl_program(impl, site, i, defines);
        if (needed[i] && !program_cache_has(&gpu->programs, &desc))
            return false;
    }
    return true;
}
