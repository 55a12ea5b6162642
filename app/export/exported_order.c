#include "app/export/exported_parts.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- passes that run once

static bool is_fixed(const struct exported_pass *pass)
{
    for (int i = 0; i < pass->uniform_count; i++)
        for (int k = 0; k < pass->uniforms[i].number_count; k++)
            if (pass->uniforms[i].numbers[k].source >= EXPORTED_FRAME)
                return false;
    return true;
}

// Marks the passes that need to run only once: none of their inputs depends on the picture.
static void find_passes_run_once(struct exported *exported)
{
    bool *depends = memory_new((size_t) exported->texture_count + 1, sizeof(*depends));
    for (int i = 0; i < exported->texture_count; i++)
        depends[i] = exported->textures[i].role == EXPORTED_SOURCE;
    for (int i = 0; i < exported->pass_count; i++) {
        struct exported_pass *pass = &exported->passes[i];
        pass->runs_once = is_fixed(pass);
        for (int k = 0; k < pass->binding_count; k++) {
            const struct exported_binding *binding = &pass->bindings[k];
            pass->runs_once &= binding->kind != FLATTENED_BUFFER &&
                               !(depends[binding->thing] &&
                                 (binding->kind == FLATTENED_SAMPLER || binding->is_read));
        }
        for (int k = 0; k < pass->binding_count && !pass->runs_once; k++)
            if (pass->bindings[k].kind == FLATTENED_IMAGE && pass->bindings[k].is_written)
                depends[pass->bindings[k].thing] = true;
        if (pass->output >= 0 && !pass->runs_once)
            depends[pass->output] = true;
    }
    free(depends);
}

// ---- memory

struct life {
    int first, last; // passes
    bool is_fixed;   // its contents are needed in later frames
};

static void use(struct life *life, int pass, bool runs_once)
{
    if (life->first < 0)
        life->first = pass;
    life->last = pass > life->last ? pass : life->last;
    life->is_fixed |= runs_once;
}

static void find_lives(const struct exported *exported, struct life lives[])
{
    for (int i = 0; i < exported->texture_count; i++)
        lives[i] = (struct life){ -1, -1, exported->textures[i].role != EXPORTED_BETWEEN };
    // A step as code may read its input and write its output in any of its passes.
    for (int i = 0; i < exported->step_count; i++)
        use(&lives[exported_step_input(exported, &exported->steps[i])], exported->steps[i].end - 1,
            false);
    for (int i = 0; i < exported->pass_count; i++) {
        const struct exported_pass *pass = &exported->passes[i];
        for (int k = 0; k < pass->binding_count; k++)
            if (pass->bindings[k].kind != FLATTENED_BUFFER)
                use(&lives[pass->bindings[k].thing], i, pass->runs_once);
        if (pass->output >= 0)
            use(&lives[pass->output], i, pass->runs_once);
    }
}

// Lets textures reuse the memory of earlier ones that are no longer needed, and renumbers them.
static void share_textures(struct exported *exported)
{
    const size_t count = (size_t) exported->texture_count + 1;
    struct life *lives = memory_new(count, sizeof(*lives));
    int *place = memory_new(count, sizeof(*place)), places = 0;
    find_lives(exported, lives);
    for (int i = 0; i < exported->texture_count; i++) {
        int taken = -1;
        for (int k = 0; k < places && taken < 0; k++) {
            const struct exported_texture *a = &exported->textures[i], *b = &exported->textures[k];
            if (!lives[i].is_fixed && !lives[k].is_fixed && lives[k].last < lives[i].first &&
                a->format == b->format && form_equal(&a->width, &b->width) &&
                form_equal(&a->height, &b->height))
                taken = k;
        }
        if (lives[i].first < 0) { // no shader reads it
            free(exported->textures[i].data);
            place[i] = EXPORTED_NONE;
            continue;
        }
        place[i] = taken < 0 ? places++ : taken;
        if (taken < 0)
            exported->textures[place[i]] = exported->textures[i];
        lives[place[i]] = lives[i];
    }
    exported->texture_count = places;
    for (int i = 0; i < exported->pass_count; i++) {
        struct exported_pass *pass = &exported->passes[i];
        for (int k = 0; k < pass->binding_count; k++)
            if (pass->bindings[k].kind != FLATTENED_BUFFER)
                pass->bindings[k].thing = place[pass->bindings[k].thing];
        if (pass->output >= 0)
            pass->output = place[pass->output];
    }
    free(lives);
    free(place);
}

// ---- barriers

// Tracks accesses to a texture or buffer, to find the barriers that it needs.
struct hazard {
    unsigned stored; // bits of glMemoryBarrier that were not set since a shader stored to it
    bool is_read;    // since the last barrier of any kind
};

static struct hazard *hazard_of(const struct exported *exported, struct hazard hazards[],
                                const struct exported_binding *binding)
{
    return &hazards[binding->thing +
                    (binding->kind == FLATTENED_BUFFER ? exported->texture_count : 0)];
}

static unsigned find_waits(const struct exported *exported, const struct exported_pass *pass,
                           struct hazard hazards[])
{
    static const unsigned bits[] = { [FLATTENED_SAMPLER] = EXPORTED_WAIT_SAMPLE,
                                     [FLATTENED_IMAGE] = EXPORTED_WAIT_IMAGE,
                                     [FLATTENED_BUFFER] = EXPORTED_WAIT_BUFFER };
    const bool copies = pass->kind == RECORD_CLEAR;
    unsigned wait = 0;
    for (int i = 0; i < pass->binding_count; i++) {
        const struct exported_binding *binding = &pass->bindings[i];
        const struct hazard *hazard = hazard_of(exported, hazards, binding);
        const unsigned bit = copies ? EXPORTED_WAIT_COPY : bits[binding->kind];
        wait |= hazard->stored & bit;
        if (wait == 0 && binding->kind == FLATTENED_IMAGE && binding->is_written && hazard->is_read)
            wait = bit;
    }
    return pass->kind == RECORD_DRAW ? wait | (hazards[pass->output].stored & EXPORTED_WAIT_DRAW)
                                     : wait;
}

static void find_barriers(struct exported *exported)
{
    const int count = exported->texture_count + exported->buffer_count;
    struct hazard *hazards = memory_new((size_t) count + 1, sizeof(*hazards));
    for (int p = 0; p < exported->pass_count; p++) {
        struct exported_pass *pass = &exported->passes[p];
        pass->barriers = find_waits(exported, pass, hazards);
        for (int i = 0; i < count && pass->barriers; i++)
            hazards[i] = (struct hazard){ hazards[i].stored & ~pass->barriers, false };
        for (int i = 0; i < pass->binding_count; i++) {
            const struct exported_binding *binding = &pass->bindings[i];
            struct hazard *hazard = hazard_of(exported, hazards, binding);
            if (binding->kind == FLATTENED_BUFFER
                    ? pass->kind != RECORD_CLEAR
                    : binding->kind == FLATTENED_IMAGE && binding->is_written)
                hazard->stored = ~0u;
            else
                hazard->is_read = true;
        }
        if (pass->output >= 0 && pass->kind != RECORD_DISPATCH)
            hazards[pass->output].stored = 0;
    }
    free(hazards);
}

void exported_order(struct exported *exported)
{
    find_passes_run_once(exported);
    share_textures(exported);
    find_barriers(exported);
}
