#include "app/export/exported_parts.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- what is known before the picture

static bool is_fixed(const struct exported_pass *pass)
{
    for (int i = 0; i < pass->uniform_count; i++)
        for (int k = 0; k < pass->uniforms[i].number_count; k++)
            if (pass->uniforms[i].numbers[k].source >= EXPORTED_FRAME)
                return false;
    return true;
}

// Marks the passes that need run only once: all that they read was made of no picture.
static void find_once(struct exported *exported)
{
    bool *depends = memory_new((size_t) exported->texture_count + 1, sizeof(*depends));
    for (int i = 0; i < exported->texture_count; i++)
        depends[i] = exported->textures[i].role == EXPORTED_SOURCE;
    for (int i = 0; i < exported->pass_count; i++) {
        struct exported_pass *pass = &exported->passes[i];
        pass->is_once = is_fixed(pass);
        for (int k = 0; k < pass->binding_count; k++) {
            const struct exported_binding *binding = &pass->bindings[k];
            pass->is_once &= binding->kind != FLATTENED_BUFFER &&
                             !(depends[binding->thing] &&
                               (binding->kind == FLATTENED_SAMPLER || binding->is_read));
        }
        for (int k = 0; k < pass->binding_count && !pass->is_once; k++)
            if (pass->bindings[k].kind == FLATTENED_IMAGE && pass->bindings[k].is_written)
                depends[pass->bindings[k].thing] = true;
        if (pass->output >= 0 && !pass->is_once)
            depends[pass->output] = true;
    }
    free(depends);
}

// ---- memory

struct life {
    int first, last; // passes
    bool is_fixed;   // it stays for later frames
};

static void use(struct life *life, int pass, bool is_once)
{
    if (life->first < 0)
        life->first = pass;
    life->last = pass;
    life->is_fixed |= is_once;
}

static void find_lives(const struct exported *exported, struct life lives[])
{
    for (int i = 0; i < exported->texture_count; i++)
        lives[i] = (struct life){ -1, -1, exported->textures[i].role != EXPORTED_BETWEEN };
    for (int i = 0; i < exported->pass_count; i++) {
        const struct exported_pass *pass = &exported->passes[i];
        for (int k = 0; k < pass->binding_count; k++)
            if (pass->bindings[k].kind != FLATTENED_BUFFER)
                use(&lives[pass->bindings[k].thing], i, pass->is_once);
        if (pass->output >= 0)
            use(&lives[pass->output], i, pass->is_once);
    }
}

static bool is_same_kind(const struct exported_texture *a, const struct exported_texture *b)
{
    return a->role == EXPORTED_BETWEEN && b->role == EXPORTED_BETWEEN && a->format == b->format &&
           a->levels == b->levels && form_equal(&a->width, &b->width) &&
           form_equal(&a->height, &b->height);
}

// Puts textures into the place of earlier ones that are no longer needed, and closes the gaps.
static void share_textures(struct exported *exported)
{
    const size_t count = (size_t) exported->texture_count + 1;
    struct life *lives = memory_new(count, sizeof(*lives));
    int *place = memory_new(count, sizeof(*place)), places = 0;
    find_lives(exported, lives);
    for (int i = 0; i < exported->texture_count; i++) {
        int taken = -1;
        for (int k = 0; k < places && taken < 0; k++)
            if (!lives[i].is_fixed && !lives[k].is_fixed && lives[k].last < lives[i].first &&
                is_same_kind(&exported->textures[i], &exported->textures[k]))
                taken = k;
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

struct use_times {
    int stored, sampled; // numbers of passes, from 1
};

struct barriers {
    struct use_times *textures, *buffers;
    int last[5]; // pass before which there was one of each kind
};

static const unsigned bits[] = { EXPORTED_WAIT_SAMPLE, EXPORTED_WAIT_IMAGE, EXPORTED_WAIT_DRAW,
                                 EXPORTED_WAIT_BUFFER, EXPORTED_WAIT_COPY };

static void wait_for(struct barriers *barriers, int kind, int since, int now, unsigned *wait)
{
    if (since <= barriers->last[kind])
        return;
    *wait |= bits[kind];
    barriers->last[kind] = now;
}

static int last_barrier(const struct barriers *barriers)
{
    int last = 0;
    for (int i = 0; i < 5; i++)
        last = barriers->last[i] > last ? barriers->last[i] : last;
    return last;
}

// What must be waited for before a pass, `now` counts those before it.
static unsigned find_waits(struct barriers *barriers, const struct exported_pass *pass, int now)
{
    const bool copies = pass->kind == RECORD_MIPS || pass->kind == RECORD_CLEAR;
    unsigned wait = 0;
    for (int i = 0; i < pass->binding_count; i++) {
        const struct exported_binding *binding = &pass->bindings[i];
        const bool is_buffer = binding->kind == FLATTENED_BUFFER;
        const bool is_image = binding->kind == FLATTENED_IMAGE;
        const struct use_times *times =
            &(is_buffer ? barriers->buffers : barriers->textures)[binding->thing];
        const int kind = copies ? 4 : is_buffer ? 3 : is_image ? 1 : 0;
        wait_for(barriers, kind, times->stored, now, &wait);
        if (is_image && binding->is_written && times->sampled > last_barrier(barriers))
            wait_for(barriers, kind, times->sampled, now, &wait);
    }
    if (pass->kind == RECORD_DRAW)
        wait_for(barriers, 2, barriers->textures[pass->output].stored, now, &wait);
    return wait;
}

static void note_use(struct barriers *barriers, const struct exported_pass *pass, int now)
{
    for (int i = 0; i < pass->binding_count; i++) {
        const struct exported_binding *binding = &pass->bindings[i];
        if (binding->kind != FLATTENED_BUFFER) {
            struct use_times *times = &barriers->textures[binding->thing];
            *(binding->kind == FLATTENED_IMAGE && binding->is_written ? &times->stored
                                                                      : &times->sampled) = now;
        } else if (pass->kind != RECORD_CLEAR) {
            barriers->buffers[binding->thing].stored = now;
        }
    }
    if (pass->output >= 0 && pass->kind != RECORD_DISPATCH)
        barriers->textures[pass->output].stored = 0;
}

void exported_order(struct exported *exported)
{
    struct barriers barriers = {
        .textures = memory_new((size_t) exported->texture_count + 1, sizeof(struct use_times)),
        .buffers = memory_new((size_t) exported->buffer_count + 1, sizeof(struct use_times)),
    };
    find_once(exported);
    share_textures(exported);
    for (int i = 0; i < exported->pass_count; i++) {
        exported->passes[i].barriers = find_waits(&barriers, &exported->passes[i], i);
        note_use(&barriers, &exported->passes[i], i + 1);
    }
    free(barriers.textures);
    free(barriers.buffers);
}
