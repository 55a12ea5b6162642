#include "app/measure/copies.h"

#include "render/image/divide.h"
#include "render/pass.h"

#include <stdio.h>

static const struct copy {
    const char *name, *file;
    int texels; // of a thread, a group's width apart
    int load;   // with imageLoad, not texelFetch
} kinds[COPIES_COUNT] = {
    { "fragment", "common/copy.frag", 1, 0 }, { "fetch", "common/copy.comp", 1, 0 },
    { "fetch x4", "common/copy.comp", 4, 0 }, { "load", "common/copy.comp", 1, 1 },
    { "load x2", "common/copy.comp", 2, 1 },  { "load x4", "common/copy.comp", 4, 1 },
};

bool copies_init(struct copies *copies, struct gpu *gpu, const struct texture *from,
                 struct error *error)
{
    *copies = (struct copies){ 0 };
    for (int i = 0; i < COPIES_COUNT; i++) {
        char defines[80];
        snprintf(defines, sizeof(defines), "TEXELS=%d LOAD=%d FORMAT=%s", kinds[i].texels,
                 kinds[i].load, texture_format_name(from->format));
        const struct program_desc desc = { .file = kinds[i].file, .defines = defines };
        copies->programs[i] = program_cache_get(&gpu->programs, &desc, error);
        if (!copies->programs[i])
            return false;
    }
    const struct texture_desc to = {
        .width = from->width,
        .height = from->height,
        .format = from->format,
        .label = "copy",
    };
    texture_init(&copies->to, &to);
    return true;
}

void copies_finish(struct copies *copies)
{
    if (copies->to.id)
        texture_finish(&copies->to);
}

void copies_run(struct copies *copies, int i, struct gpu *gpu, struct texture *from)
{
    const struct copy *kind = &kinds[i];
    const struct program *program = copies->programs[i];
    struct pass pass = { .label = kind->name, .program = program, .output = &copies->to };
    if (kind->load)
        pass.images[0] = (struct pass_image){ .texture = from };
    else
        pass.inputs[0] = (struct pass_input){ .texture = from };
    if (program->compute) {
        const int width = program->group_size[0] * kind->texels, height = program->group_size[1];
        pass.groups[0] = divide_up(copies->to.width, width);
        pass.groups[1] = divide_up(copies->to.height, height);
    }
    pass_run(gpu, &pass);
}

const char *copies_name(int i)
{
    return kinds[i].name;
}
