#include "app/export/exported_parts.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How sizes, groups and uniforms follow the picture's size: the chain is recorded at many sizes,
// and forms are fitted to what is seen there.

enum { MOST_SAMPLES = 96, MOST_ROUNDS = 60, CHECKS = 3 };

// One whole number, or one of a uniform.
struct item {
    enum item_kind {
        ITEM_WIDTH,
        ITEM_HEIGHT,
        ITEM_AREA,
        ITEM_GROUPS,
        ITEM_BUFFER,
        ITEM_NUMBER
    } kind;
    int thing, part; // texture, buffer or pass; and which of it
    const struct exported_uniform *uniform;
    struct exported_number *number;
    struct form *form, *other; // of a buffer columns and rows
};

struct sizes {
    struct making *making;
    bool is_near; // only sizes near that of the picture count
    int count, item_count;
    struct recording *samples[MOST_SAMPLES]; // owned, but for the first
    struct item *items;                      // owned
};

static void add_item(struct sizes *sizes, const struct item *item)
{
    sizes->items = memory_grow(sizes->items, (size_t) sizes->item_count + 1, sizeof(*item));
    sizes->items[sizes->item_count++] = *item;
}

static void list_pass(struct sizes *sizes, int i)
{
    struct exported_pass *pass = &sizes->making->exported->passes[i];
    for (int k = 0; k < 4 && pass->kind == RECORD_DRAW; k++)
        add_item(sizes, &(struct item){ ITEM_AREA, i, k, .form = &pass->area[k] });
    for (int k = 0; k < 3 && pass->kind == RECORD_DISPATCH; k++)
        add_item(sizes, &(struct item){ ITEM_GROUPS, i, k, .form = &pass->groups[k] });
    for (int u = 0; u < pass->uniform_count; u++)
        for (int k = 0; k < pass->uniforms[u].number_count; k++) {
            struct exported_number *number = &pass->uniforms[u].numbers[k];
            add_item(sizes, &(struct item){ ITEM_NUMBER, i, k, &pass->uniforms[u], number,
                                            &number->form, NULL });
        }
}

static void list_items(struct sizes *sizes)
{
    struct exported *exported = sizes->making->exported;
    for (int i = 0; i < exported->texture_count; i++) {
        struct exported_texture *texture = &exported->textures[i];
        add_item(sizes, &(struct item){ ITEM_WIDTH, i, .form = &texture->width });
        add_item(sizes, &(struct item){ ITEM_HEIGHT, i, .form = &texture->height });
    }
    for (int i = 0; i < exported->buffer_count; i++)
        add_item(sizes, &(struct item){ ITEM_BUFFER, i, .form = &exported->buffers[i].columns,
                                        .other = &exported->buffers[i].rows });
    for (int i = 0; i < exported->pass_count; i++)
        list_pass(sizes, i);
}

// What was recorded of it.
static double value_of(const struct item *item, const struct recording *recording)
{
    const struct frame_record *frame = &recording->frame;
    const struct pass_area *area =
        item->kind == ITEM_AREA ? &frame->passes[item->thing].area : NULL;
    switch (item->kind) {
    case ITEM_WIDTH:
        return frame->textures[item->thing].width;
    case ITEM_HEIGHT:
        return frame->textures[item->thing].height;
    case ITEM_AREA:
        return (const int[]){ area->x, area->y, area->width, area->height }[item->part];
    case ITEM_GROUPS:
        return frame->passes[item->thing].groups[item->part];
    case ITEM_BUFFER:
        return (double) frame->buffers[item->thing].size;
    case ITEM_NUMBER:
        break;
    }
    return recorded_number(recording, item->thing, item->uniform, item->part);
}

// What the exported says that it is.
static double said_of(const struct sizes *sizes, const struct item *item, int width, int height)
{
    const struct exported *exported = sizes->making->exported;
    if (item->kind == ITEM_NUMBER)
        return (double) exported_number(exported, item->number, NULL, width, height, 0);
    if (item->kind == ITEM_BUFFER)
        return (double) exported->buffers[item->thing].unit * form_at(item->form, width, height) *
               form_at(item->other, width, height);
    return form_at(item->form, width, height);
}

// ---- recordings

// False where a picture of that size has other passes; that of a smaller one is passed over.
static bool add_sample(struct sizes *sizes, int width, int height)
{
    struct exported *exported = sizes->making->exported;
    char where[128] = "";
    const bool is_smaller = width < exported->width || height < exported->height;
    if (width < 1 || height < 1 || sizes->count == MOST_SAMPLES)
        return true;
    struct recording *sample = memory_new(1, sizeof(*sample));
    const bool is_made = making_record(sizes->making, sample, &exported->chain, width, height, 0);
    const bool is_alike = is_made && recording_is_alike(&sizes->making->base, sample, where);
    if (is_alike) {
        sizes->samples[sizes->count++] = sample;
        return true;
    }
    if (is_made)
        recording_finish(sample);
    free(sample);
    if (is_smaller && !sizes->is_near)
        return true;
    snprintf(exported->fixed_by, sizeof(exported->fixed_by), "%s", where);
    return false;
}

// Sides where forms of many divisors differ: multiples of a power of two, and beside them.
enum { SIDES = 10 };
static void list_sides(int side, bool is_near, int sides[SIDES])
{
    const int power = is_near ? 32 : 512, next = (side / power + 1) * power;
    const int list[SIDES] = { side + 1,
                              side + 2,
                              side + 3,
                              next - 1,
                              next,
                              next + 1,
                              next + 7,
                              is_near ? side * 3 / 4 : side / 2 + 1,
                              is_near ? side * 4 / 3 : 4 * next,
                              is_near ? side * 9 / 8 : 2 * next + 1 };
    memcpy(sides, list, sizeof(list));
}

static bool add_first_samples(struct sizes *sizes)
{
    const int width = sizes->making->exported->width, height = sizes->making->exported->height;
    int widths[SIDES], heights[SIDES];
    list_sides(width, sizes->is_near, widths);
    list_sides(height, sizes->is_near, heights);
    for (int i = 0; i < SIDES; i++)
        if (!add_sample(sizes, widths[i], height) || !add_sample(sizes, width, heights[i]))
            return false;
    return true;
}

// ---- fitting

static int collect(const struct sizes *sizes, const struct item *item,
                   struct form_example examples[MOST_SAMPLES])
{
    for (int i = 0; i < sizes->count; i++)
        examples[i] = (struct form_example){ sizes->samples[i]->width, sizes->samples[i]->height,
                                             value_of(item, sizes->samples[i]) };
    return sizes->count;
}

static bool is_constant(const struct form_example examples[], int count)
{
    for (int i = 1; i < count; i++)
        if (examples[i].value != examples[0].value)
            return false;
    return true;
}

// A uniform's number: the same everywhere, whole, or 1 divided by a whole one.
static bool fit_number(struct exported_number *number, struct form_example examples[], int count,
                       int *open, int *next)
{
    number->source = EXPORTED_CONSTANT;
    *open = 0;
    if (is_constant(examples, count))
        return true;
    number->source = EXPORTED_SIZE;
    if (form_fit(&number->form, examples, count, open, next))
        return true;
    number->source = EXPORTED_INVERSE;
    for (int i = 0; i < count; i++) {
        const double inverse = round(1 / examples[i].value);
        if (!isfinite(inverse) || (double) (1.0f / (float) inverse) != examples[i].value)
            return false;
        examples[i].value = inverse;
    }
    return form_fit(&number->form, examples, count, open, next);
}

static long common_divisor(const struct form_example examples[], int count)
{
    long divisor = (long) examples[0].value;
    for (int i = 1; i < count; i++)
        for (long rest = (long) examples[i].value; rest != 0;) {
            const long next = divisor % rest;
            divisor = rest;
            rest = next;
        }
    return divisor;
}

// One factor of a buffer's size, from the samples where the other side is that of the base.
static bool fit_factor(const struct sizes *sizes, const struct form_example all[], bool is_wide,
                       struct form *form, int *open, int *next)
{
    struct form_example some[MOST_SAMPLES];
    const struct exported *exported = sizes->making->exported;
    int count = 0;
    for (int i = 0; i < sizes->count; i++)
        if (is_wide ? all[i].height == exported->height : all[i].width == exported->width)
            some[count++] = all[i];
    const long divisor = common_divisor(some, count);
    for (int i = 0; i < count; i++)
        some[i].value /= (double) (divisor > 0 ? divisor : 1);
    return form_fit(form, some, count, open, next) &&
           (form->side == FORM_FIXED || (form->side == FORM_WIDTH) == is_wide);
}

static bool fit_buffer(const struct sizes *sizes, const struct item *item,
                       const struct form_example examples[], int *open, int *next)
{
    struct exported *exported = sizes->making->exported;
    if (!fit_factor(sizes, examples, true, item->form, open, next) || *open > 0 ||
        !fit_factor(sizes, examples, false, item->other, open, next))
        return *open > 0;
    const int area = form_at(item->form, exported->width, exported->height) *
                     form_at(item->other, exported->width, exported->height);
    struct exported_buffer *buffer = &exported->buffers[item->thing];
    buffer->unit = area > 0 ? buffer->size / (size_t) area : 0;
    return buffer->unit > 0;
}

// Fits one; `side` gets a side of the picture to be looked at where that is open.
static bool fit_item(const struct sizes *sizes, const struct item *item, int *width, int *height)
{
    struct form_example examples[MOST_SAMPLES];
    const struct exported *exported = sizes->making->exported;
    const int count = collect(sizes, item, examples);
    int open = 0, next = 0;
    bool fits;
    if (item->kind == ITEM_NUMBER)
        fits = fit_number(item->number, examples, count, &open, &next);
    else if (item->kind == ITEM_BUFFER)
        fits = fit_buffer(sizes, item, examples, &open, &next);
    else
        fits = form_fit(item->form, examples, count, &open, &next);
    const struct form *form =
        item->kind == ITEM_BUFFER && item->form->side == FORM_FIXED ? item->other : item->form;
    *width = open == 0 ? 0 : form->side == FORM_WIDTH ? next : exported->width;
    *height = open == 0 ? 0 : form->side == FORM_HEIGHT ? next : exported->height;
    return fits;
}

// Whether a pass is one that a texture or buffer is for.
static bool makes(const struct exported_pass *pass, int thing, bool is_buffer)
{
    for (int i = 0; i < pass->buffer_count && is_buffer; i++)
        if (pass->buffers[i].thing == thing)
            return true;
    return !is_buffer && pass->output == thing;
}

static void note_misfit(const struct sizes *sizes, const struct item *item)
{
    struct exported *exported = sizes->making->exported;
    const bool is_of_pass =
        item->kind == ITEM_AREA || item->kind == ITEM_GROUPS || item->kind == ITEM_NUMBER;
    int pass = is_of_pass ? item->thing : 0;
    while (!is_of_pass && pass + 1 < exported->pass_count &&
           !makes(&exported->passes[pass], item->thing, item->kind == ITEM_BUFFER))
        pass++;
    snprintf(exported->fixed_by, sizeof(exported->fixed_by), "%s", exported->passes[pass].path);
}

// Fits all, with more samples until no form is open.
static bool fit_all(struct sizes *sizes)
{
    bool is_open = true;
    for (int round = 0; is_open && round < MOST_ROUNDS; round++) {
        is_open = false;
        for (int i = 0; i < sizes->item_count; i++) {
            int width, height;
            if (!fit_item(sizes, &sizes->items[i], &width, &height)) {
                note_misfit(sizes, &sizes->items[i]);
                return false;
            }
            if (width > 0 && !is_open && sizes->count < MOST_SAMPLES) {
                if (!add_sample(sizes, width, height))
                    return false;
                is_open = true;
            }
        }
    }
    return true;
}

// Compares with sizes that no form has seen.
static bool check_all(struct sizes *sizes)
{
    const int width = sizes->making->exported->width, height = sizes->making->exported->height;
    const int wide = sizes->is_near ? width / 4 : width,
              high = sizes->is_near ? height / 4 : height;
    const int checks[CHECKS][2] = { { width + wide / 40 + 5, height + high / 70 + 1 },
                                    { width + wide / 2 + 1, height + high - 1 },
                                    { width + wide - 5, height + high / 2 + 2 } };
    const int before = sizes->count;
    for (int i = 0; i < CHECKS; i++)
        if (!add_sample(sizes, checks[i][0], checks[i][1]))
            return false;
    for (int i = 0; i < sizes->item_count; i++)
        for (int k = before; k < sizes->count; k++) {
            const struct item *item = &sizes->items[i];
            const struct recording *sample = sizes->samples[k];
            if (said_of(sizes, item, sample->width, sample->height) == value_of(item, sample))
                continue;
            note_misfit(sizes, item);
            return false;
        }
    return true;
}

// Takes all back: what was recorded holds for one size.
static void fix_all(struct sizes *sizes)
{
    for (int i = 0; i < sizes->item_count; i++) {
        const struct item *item = &sizes->items[i];
        const double value = value_of(item, &sizes->making->base);
        if (item->number)
            item->number->source = EXPORTED_CONSTANT;
        *item->form = form_fixed(item->number ? 0 : (int) value);
        if (item->kind != ITEM_BUFFER)
            continue;
        *item->form = *item->other = form_fixed(1);
        struct exported_buffer *buffer = &sizes->making->exported->buffers[item->thing];
        buffer->unit = buffer->size;
    }
}

static bool fit_sizes(struct making *making, bool is_near)
{
    struct sizes sizes = {
        .making = making, .is_near = is_near, .count = 1, .samples = { &making->base }
    };
    list_items(&sizes);
    const bool fits = add_first_samples(&sizes) && fit_all(&sizes) && check_all(&sizes);
    if (!fits)
        fix_all(&sizes);
    for (int i = 1; i < sizes.count; i++) {
        recording_finish(sizes.samples[i]);
        free(sizes.samples[i]);
    }
    free(sizes.items);
    return fits;
}

void exported_fit_sizes(struct making *making)
{
    struct exported *exported = making->exported;
    const int size[] = { exported->width, exported->height };
    exported->has_any_size = fit_sizes(making, false);
    const bool has_some = !exported->has_any_size && fit_sizes(making, true);
    for (int i = 0; i < 2; i++) {
        exported->least[i] = exported->has_any_size ? 1 : has_some ? size[i] * 3 / 4 : size[i];
        exported->most[i] = exported->has_any_size ? EXPORTED_MOST_SIDE
                            : has_some             ? size[i] * 4 / 3
                                                   : size[i];
    }
}

// ---- the frame's number

// Marks the numbers of a pass that differ in a later frame. False where one is not its number.
static bool compare_frames(const struct making *making, const struct recording *later, int pass,
                           struct error *error)
{
    struct exported *exported = making->exported;
    for (int u = 0; u < exported->passes[pass].uniform_count; u++) {
        const struct exported_uniform *uniform = &exported->passes[pass].uniforms[u];
        for (int k = 0; k < uniform->number_count; k++) {
            const double was = recorded_number(&making->base, pass, uniform, k);
            const double is = recorded_number(later, pass, uniform, k);
            if (was == is)
                continue;
            if (is != later->number)
                return error_set(error,
                                 "%s: '%s' changes from frame to frame by a rule that an export "
                                 "does not have",
                                 exported->passes[pass].path, uniform->name);
            uniform->numbers[k].source = EXPORTED_FRAME;
            exported->is_animated = true;
        }
    }
    return true;
}

bool exported_fit_frames(struct making *making, struct error *error)
{
    static const int numbers[] = { 1, 2, 77 };
    struct exported *exported = making->exported;
    bool fits = true;
    for (int i = 0; i < 3 && fits; i++) {
        struct recording later;
        char where[128];
        if (!recording_make(&later, making->gpu, &exported->chain, &making->options, numbers[i],
                            error))
            return false;
        fits = recording_is_alike(&making->base, &later, where) ||
               error_set(error, "%s: its passes change from frame to frame, which an export cannot",
                         where);
        for (int p = 0; p < exported->pass_count && fits; p++)
            fits = compare_frames(making, &later, p, error);
        recording_finish(&later);
    }
    return fits;
}
