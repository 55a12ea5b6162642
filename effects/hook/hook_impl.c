#include "effects/hook/hook.h"
#include "effects/hook/hook_text.h"
#include "render/image/divide.h"
#include "render/text/memory.h"
#include "render/text/number.h"
#include "render/text/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- where it works

const struct hook *hook_of(const struct effect *effect)
{
    return (const struct hook *) ((const char *) effect - offsetof(struct hook, effect));
}

static void get_values(const struct effect_site *site, float values[HOOK_MAX_PARAMS])
{
    const struct hook *hook = hook_of(site->effect);
    for (int i = 0; i < hook->file.param_count; i++)
        values[i] = i == hook->file.keys.sigma
                        ? length_pixels(*(const struct length *) site->params, site->height)
                        : param_get(&hook->rows[i], site->params, 0);
}

// What passes hand on may be beyond 0 to 1.
static enum texture_format image_format(const struct effect_site *site)
{
    return site->format == FORMAT_RGBA32F ? FORMAT_RGBA32F : FORMAT_RGBA16F;
}

bool hook_lay_out(const struct effect_site *site, struct hook_layout *layout,
                  char why[HOOK_WHY_SIZE])
{
    float values[HOOK_MAX_PARAMS];
    const struct hook *hook = hook_of(site->effect);
    get_values(site, values);
    const struct hook_site at = {
        .width = site->width,
        .height = site->height,
        .reduced = site->hook_size,
        .most = site->info->max_texture > 0 ? site->info->max_texture : 16384,
        .texel_bytes = image_format(site) == FORMAT_RGBA32F ? 16 : 8,
        .values = values,
    };
    static_assert((int) HOOK_WHY_SIZE == (int) EFFECT_WHY_SIZE, "one line");
    return hook_layout_make(layout, &hook->file, &at, why);
}

static bool fits(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    struct hook_layout layout;
    return hook_lay_out(site, &layout, why);
}

static void needs(const struct effect_site *site, bool needed[EFFECT_MAX_PROGRAMS])
{
    struct hook_layout layout;
    char why[EFFECT_WHY_SIZE];
    const bool is_fine = hook_lay_out(site, &layout, why);
    for (int i = 0; i < layout.run_count && is_fine; i++)
        needed[layout.runs[i].program] = true;
}

// Each texture is counted as one read a texel, since what a shader reads is its own matter.
static void cost(const struct effect_site *site, struct cost *cost)
{
    struct hook_layout layout;
    char why[EFFECT_WHY_SIZE];
    if (!hook_lay_out(site, &layout, why))
        return;
    for (int i = 0; i < layout.run_count; i++) {
        const struct hook_image *image = &layout.images[layout.runs[i].output];
        const double texels = (double) image->width * image->height;
        cost->bilinear += layout.runs[i].input_count * texels;
        cost->stores += texels;
        cost->passes += 1;
    }
}

// Parameters that are constants of the programs.
static void vary(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct hook *hook = hook_of(site->effect);
    size_t length = 0;
    defines[0] = '\0';
    for (int i = 0; i < hook->file.param_count; i++) {
        const struct hook_param *param = &hook->file.params[i];
        char number[NUMBER_PRINTED_SIZE];
        if (param->kind == HOOK_PARAM_UNIFORM)
            continue;
        number_print(param_get(&hook->rows[i], site->params, 0), number);
        const bool is_bare = param->type == HOOK_FLOAT && !strpbrk(number, ".e");
        length +=
            (size_t) snprintf(defines + length, EFFECT_DEFINES_SIZE - length, "%sHALATION_%d=%s%s",
                              length > 0 ? " " : "", i, number, is_bare ? ".0" : "");
        assert(length < EFFECT_DEFINES_SIZE);
    }
}

// ---- what the file declares

static size_t texels_of(const struct hook_resource *texture)
{
    return (size_t) texture->size[0] * (size_t) texture->size[1] * (size_t) texture->size[2];
}

static void fill_table(const void *key, float *texels)
{
    const struct hook_resource *const *table = key;
    memcpy(texels, (*table)->data, sizeof(float) * 4 * texels_of(*table));
}

static struct pass_input table_input(struct gpu *gpu, const struct hook_resource *table)
{
    static const enum edge edges[] = { EDGE_CLAMP, EDGE_REPEAT, EDGE_MIRROR };
    const struct lut_recipe recipe = {
        .key = &table,
        .key_size = sizeof(table),
        .make = fill_table,
        .width = table->size[0],
        .height = table->size[1],
        .depth = table->dimensions == 3 ? table->size[2] : 0,
        .dimensions = table->dimensions,
        .format = FORMAT_RGBA32F,
    };
    return (struct pass_input){
        .texture = lut_make(&gpu->luts, &recipe),
        .filter = table->filter == 1 ? FILTER_LINEAR : FILTER_NEAREST,
        .edge = edges[table->border],
    };
}

static void make_image(const struct hook_resource *from, struct texture *image)
{
    const struct texture_desc desc = {
        .width = from->size[0],
        .height = from->size[1],
        .dimensions = from->dimensions,
        .depth = from->dimensions == 3 ? from->size[2] : 0,
        .format = from->format,
        .label = "kept texels",
    };
    float *zeros = from->data ? NULL : memory_new(4 * texels_of(from), sizeof(*zeros));
    texture_init(image, &desc);
    texture_upload_floats(image, zeros ? zeros : from->data);
    free(zeros);
}

static void make_buffer(const struct hook_resource *from, struct buffer *buffer)
{
    buffer_init(buffer, from->bytes, "kept values");
    if (from->data)
        buffer_write(buffer, from->data, from->bytes);
    else
        buffer_clear(buffer);
}

// Makes all images and buffers, and where the step goes on from them, as many again behind them:
// what its last frame began from.
static void make_state(const struct hook_file *file, bool goes_on, struct effect_state *state)
{
    const int count = file->resource_count, all = goes_on ? 2 * count : count;
    state->image_count = state->buffer_count = all;
    state->images = memory_new((size_t) all, sizeof(*state->images));
    state->buffers = memory_new((size_t) all, sizeof(*state->buffers));
    for (int i = 0; i < all; i++) {
        const struct hook_resource *resource = &file->resources[i % count];
        if (resource->kind == HOOK_BUFFER)
            make_buffer(resource, &state->buffers[i]);
        else if (resource->kind == HOOK_IMAGE)
            make_image(resource, &state->images[i]);
    }
}

// The same frame begins from where it began: a picture that stands still is drawn again where a
// step changes or is looked into.
static void go_on(int frame, struct effect_state *state)
{
    const int count = state->image_count / 2;
    const int from = frame == state->frame ? count : 0, to = count - from;
    for (int i = 0; i < count; i++) {
        if (state->images[i].id)
            texture_copy(&state->images[from + i], &state->images[to + i]);
        if (state->buffers[i].id)
            buffer_copy(&state->buffers[from + i], &state->buffers[to + i]);
    }
    state->frame = frame;
}

// Makes it where there is none for a picture of that size, and again for frame 0 where the file
// keeps something.
static void begin_state(const struct hook_file *file, const struct effect_call *call,
                        struct effect_state *state)
{
    const bool keeps = call->site.effect->keeps;
    const bool is_there =
        state->images && state->width == call->site.width && state->height == call->site.height;
    if (is_there && keeps && call->frame > 0)
        go_on(call->frame, state);
    if (is_there && (call->frame > 0 || !keeps))
        return;
    effect_state_finish(state);
    *state = (struct effect_state){
        .width = call->site.width,
        .height = call->site.height,
        .frame = call->frame,
    };
    make_state(file, keeps && call->state, state);
}

// ---- a run

struct running {
    const struct hook *hook;
    const struct effect_call *call;
    const struct hook_layout *layout;
    struct effect_state *state;
    struct texture *images[HOOK_MAX_RUNS + 1]; // on loan, but for the step's input and output
    int image_count, buffer_count;             // that the pass has so far
};

// Images and buffers stand behind those that the pass has already.
static void bind_resource(struct running *running, int number, struct pass *pass,
                          struct pass_input *input)
{
    const struct hook_resource *resource = &running->hook->file.resources[number];
    if (resource->kind == HOOK_TABLE) {
        *input = table_input(running->call->gpu, resource);
    } else if (resource->kind == HOOK_IMAGE) {
        pass->images[running->image_count++].target = &running->state->images[number];
    } else {
        pass->buffers[running->buffer_count++] = &running->state->buffers[number];
        pass->buffer_traffic.read += resource->bytes;
        pass->buffer_traffic.written += resource->is_stored ? resource->bytes : 0;
    }
}

static void set_inputs(struct running *running, const struct hook_run *run, struct pass *pass)
{
    const struct hook_file *file = &running->hook->file;
    running->image_count = running->buffer_count = 0;
    for (int i = 0; i < run->input_count; i++) {
        if (run->inputs[i] < 0) {
            bind_resource(running, -1 - run->inputs[i], pass, &pass->inputs[i]);
            continue;
        }
        const bool is_around =
            run->program >= file->pass_count ? i > 0 : i == file->passes[run->program].bind_count;
        const struct hook_image *image = &running->layout->images[run->inputs[i]];
        const struct texture *texture = running->images[run->inputs[i]];
        const float wide = (float) image->width, high = (float) image->height;
        pass->inputs[i] = (struct pass_input){ texture, FILTER_LINEAR, file->keys.edge, false };
        if (is_around)
            continue;
        pass->uniforms[HOOK_U_SIZES + i] = (struct uniform) U_VEC4(wide, high, 1 / wide, 1 / high);
        pass->uniforms[HOOK_U_OFFSETS + i] =
            (struct uniform) U_VEC2(image->offset[0], image->offset[1]);
    }
}

// Always the same for one frame, so that a sequence is (T. Mueller, C. Wellons: lowbias32, 2018).
static float random_of(int frame)
{
    uint32_t x = (uint32_t) frame + 1;
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    x ^= x >> 16;
    return (float) (x >> 8) / (1 << 24);
}

static void set_uniforms(const struct running *running, struct pass *pass)
{
    const struct effect_site *site = &running->call->site;
    const struct hook_image *entered = &running->layout->images[site->hook_size > 1];
    float values[HOOK_MAX_PARAMS];
    struct uniform *uniforms = pass->uniforms;
    uniforms[HOOK_U_FRAME] = (struct uniform) U_INT(running->call->frame);
    uniforms[HOOK_U_RANDOM] = (struct uniform) U_FLOAT(random_of(running->call->frame));
    uniforms[HOOK_U_INPUT_SIZE] =
        (struct uniform) U_VEC2((float) entered->width, (float) entered->height);
    uniforms[HOOK_U_TARGET_SIZE] =
        (struct uniform) U_VEC2((float) site->width, (float) site->height);
    uniforms[HOOK_U_TEX_OFFSET] = (struct uniform) U_VEC2(0, 0);
    get_values(site, values);
    for (int i = 0; i < running->hook->file.param_count; i++)
        uniforms[HOOK_U_PARAMS + i] = running->hook->file.params[i].type == HOOK_FLOAT
                                          ? (struct uniform) U_FLOAT(values[i])
                                          : (struct uniform) U_INT((int) values[i]);
}

void hook_name_run(const struct hook *hook, const struct hook_run *run, char name[HOOK_NAME_SIZE])
{
    static const char *const helpers[] = { "linearize", "delinearize", "luma",   "chroma",
                                           "merge",     "finish",      "finish", "reduce" };
    const int helper = run->program - hook->file.pass_count;
    const char *label = helper >= 0 ? helpers[helper] : hook->file.passes[run->program].label;
    if (label[0])
        text_copy_cut(label, name, HOOK_NAME_SIZE);
    else
        snprintf(name, HOOK_NAME_SIZE, "pass %d", hook->file.passes[run->program].number);
    for (char *at = name; *at; at++)
        *at = *at == '/' || *at == '#' || (unsigned char) *at < ' ' ? '-' : *at;
}

static void set_groups(const struct hook_pass *block, struct pass *pass)
{
    if (!block->compute)
        return;
    pass->groups[0] = divide_up(pass->output->width, block->block[0]);
    pass->groups[1] = divide_up(pass->output->height, block->block[1]);
}

static void release_after(struct running *running, int number)
{
    const struct hook_layout *layout = running->layout;
    for (int i = 1; i < layout->image_count; i++) {
        const bool is_last =
            layout->images[i].last == number || (layout->images[i].last < 0 && i == number + 1);
        if (is_last && i != layout->result)
            texture_pool_release(&running->call->gpu->pool, running->images[i]);
    }
}

static void run_one(struct running *running, int number)
{
    const struct effect_call *call = running->call;
    const struct hook_run *run = &running->layout->runs[number];
    const struct hook_image *image = &running->layout->images[run->output];
    const float wide = (float) image->width, high = (float) image->height;
    char name[HOOK_NAME_SIZE];
    hook_name_run(running->hook, run, name);
    running->images[run->output] =
        run->output == running->layout->result
            ? call->output
            : texture_pool_acquire(&call->gpu->pool, image->width, image->height,
                                   image_format(&call->site));
    struct pass pass = {
        .verb = name,
        .program = call->programs[run->program],
        .output = running->images[run->output],
    };
    set_inputs(running, run, &pass);
    pass.uniforms[HOOK_U_FRAME] = (struct uniform) U_INT(call->site.hook_size); // a helper's u_side
    pass.uniforms[HOOK_U_RESULT] = (struct uniform) U_VEC4(wide, high, 1 / wide, 1 / high);
    if (run->program < running->hook->file.pass_count) {
        set_uniforms(running, &pass);
        set_groups(&running->hook->file.passes[run->program], &pass);
    }
    pass_run(call->gpu, &pass);
    release_after(running, number);
}

static void run(const struct effect_call *call)
{
    struct hook_layout layout;
    char why[EFFECT_WHY_SIZE];
    struct running running = { .hook = hook_of(call->site.effect),
                               .call = call,
                               .layout = &layout };
    struct effect_state own = { 0 };
    if (!hook_lay_out(&call->site, &layout, why))
        return;                                         // as `fits` has said
    running.images[0] = (struct texture *) call->input; // only read
    running.state = call->state ? call->state : &own;
    begin_state(&running.hook->file, call, running.state);
    for (int i = 0; i < layout.run_count; i++)
        run_one(&running, i);
    effect_state_finish(&own);
}

const struct effect_impl hook_impl = {
    .name = "fs_file",
    .summary = "The passes of the file",
    .vary = vary,
    .needs = needs,
    .cost = cost,
    .fits = fits,
    .run = run,
};
