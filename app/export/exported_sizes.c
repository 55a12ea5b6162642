#include "app/export/exported_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Finds how sizes, groups and uniforms depend on the picture's size: records the chain at many
// sizes and fits forms to the numbers.

enum { MOST_SAMPLES = 192, MOST_ROUNDS = 60, CHECKS = 3, MOST_CHECKS = 8 };

struct sample {
    int width, height;
    struct making_item *items; // owned, except for those of the first sample
};

struct sizes {
    struct making *making;
    int count;
    struct sample samples[MOST_SAMPLES]; // the first is the base
};

// Returns the value of an item that the export computes for a size.
static double computed_value(const struct making_item *item, int width, int height)
{
    const int whole = form_at(item->form, width, height);
    if (item->buffer)
        return (double) item->buffer->unit * whole * form_at(&item->buffer->rows, width, height);
    if (item->number && item->number->source == EXPORTED_CONSTANT)
        return (double) item->number->value;
    return item->number && item->number->source == EXPORTED_INVERSE
               ? (double) (1.0f / (float) whole)
               : whole;
}

// ---- recordings

// Adds a sample of that size. Returns false if its passes differ, unless it is smaller than the
// picture; such a size is skipped.
static bool add_sample(struct sizes *sizes, int width, int height)
{
    struct exported *exported = sizes->making->exported;
    char where[128] = "";
    const bool is_smaller = width < exported->width || height < exported->height;
    if (width < 1 || height < 1 || sizes->count == MOST_SAMPLES)
        return true;
    struct making_item *items =
        making_record(sizes->making, &exported->chain, width, height, 0, where);
    if (items)
        sizes->samples[sizes->count++] = (struct sample){ width, height, items };
    if (items || is_smaller)
        return true;
    snprintf(exported->fixed_by, sizeof(exported->fixed_by), "%s", where);
    return false;
}

// Sides at which forms with different divisors differ: multiples of powers of two, and their
// neighbours.
enum { SIDES = 10 };
static void list_sides(int side, int sides[SIDES])
{
    const int next = (side / 512 + 1) * 512;
    const int list[SIDES] = { side + 1, side + 2, side + 3,     next - 1, next,
                              next + 1, next + 7, side / 2 + 1, 4 * next, 2 * next + 1 };
    memcpy(sides, list, sizeof(list));
}

// ---- fitting

// Fits a number of a uniform: a constant, an integer form, or 1 divided by such a form.
static bool fit_number(struct exported_number *number, struct form_example examples[], int count,
                       int *open, int *next)
{
    bool is_constant = true;
    for (int i = 1; i < count; i++)
        is_constant &= examples[i].value == examples[0].value;
    number->source = EXPORTED_CONSTANT;
    *open = 0;
    if (is_constant)
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

// Fits one factor of a buffer's size to the samples that have the other side of the base.
static bool fit_factor(const struct sizes *sizes, const struct form_example all[], bool is_wide,
                       struct form *form, int *open, int *next)
{
    struct form_example some[MOST_SAMPLES] = { 0 };
    const struct exported *exported = sizes->making->exported;
    int count = 0;
    for (int i = 0; i < sizes->count; i++)
        if (is_wide ? all[i].height == exported->height : all[i].width == exported->width)
            some[count++] = all[i];
    const long divisor = form_divisor(some, count, 0);
    for (int i = 0; i < count; i++)
        some[i].value /= (double) (divisor > 0 ? divisor : 1);
    return form_fit(form, some, count, open, next) &&
           (form->side == FORM_FIXED || (form->side == FORM_WIDTH) == is_wide);
}

static bool fit_buffer(const struct sizes *sizes, struct exported_buffer *buffer,
                       const struct form_example examples[], int *open, int *next)
{
    const struct exported *exported = sizes->making->exported;
    if (!fit_factor(sizes, examples, true, &buffer->columns, open, next) || *open > 0 ||
        !fit_factor(sizes, examples, false, &buffer->rows, open, next))
        return *open > 0;
    const int area = form_at(&buffer->columns, exported->width, exported->height) *
                     form_at(&buffer->rows, exported->width, exported->height);
    buffer->unit = area > 0 ? buffer->size / (size_t) area : 0;
    return buffer->unit > 0;
}

// Fits an item. If several forms explain it, sets a size at which they differ.
static bool fit_item(const struct sizes *sizes, int number, int *width, int *height)
{
    struct form_example examples[MOST_SAMPLES];
    const struct making_item *item = &sizes->making->items[number];
    const struct exported *exported = sizes->making->exported;
    int open = 0, next = 0;
    for (int i = 0; i < sizes->count; i++)
        examples[i] = (struct form_example){ sizes->samples[i].width, sizes->samples[i].height,
                                             sizes->samples[i].items[number].value };
    const bool fits = item->number ? fit_number(item->number, examples, sizes->count, &open, &next)
                      : item->buffer ? fit_buffer(sizes, item->buffer, examples, &open, &next)
                                     : form_fit(item->form, examples, sizes->count, &open, &next);
    const struct form *form =
        item->buffer && item->form->side == FORM_FIXED ? &item->buffer->rows : item->form;
    *width = open == 0 ? 0 : form->side == FORM_WIDTH ? next : exported->width;
    *height = open == 0 ? 0 : form->side == FORM_HEIGHT ? next : exported->height;
    return fits;
}

static bool note_misfit(const struct sizes *sizes, int number)
{
    struct exported *exported = sizes->making->exported;
    snprintf(exported->fixed_by, sizeof(exported->fixed_by), "%s",
             exported->passes[sizes->making->items[number].pass].path);
    return false;
}

// Fits all items, and adds samples until no form is ambiguous.
static bool fit_all(struct sizes *sizes)
{
    bool is_open = true;
    for (int round = 0; is_open && round < MOST_ROUNDS; round++) {
        is_open = false;
        for (int i = 0; i < sizes->making->item_count; i++) {
            int width, height;
            if (!fit_item(sizes, i, &width, &height))
                return note_misfit(sizes, i);
            if (width > 0 && !is_open && sizes->count < MOST_SAMPLES) {
                if (!add_sample(sizes, width, height))
                    return false;
                is_open = true;
            }
        }
    }
    return true;
}

// Adds sizes that were not used for fitting, other ones in each round: one side changed, and both.
static bool add_checks(struct sizes *sizes, int round)
{
    const int width = sizes->making->exported->width, height = sizes->making->exported->height;
    const int checks[CHECKS][2] = { { width / 40 + 5, height / 70 + 1 },
                                    { width / 2 + 1, height - 1 },
                                    { width - 5, height / 2 + 2 } };
    for (int i = 0; i < CHECKS; i++) {
        const int x = width + checks[i][0] * (MOST_CHECKS - round) / MOST_CHECKS,
                  y = height + checks[i][1] * (MOST_CHECKS - round) / MOST_CHECKS;
        if (!add_sample(sizes, x, y) || !add_sample(sizes, x, height) ||
            !add_sample(sizes, width, y))
            return false;
    }
    return true;
}

// Returns the first item that differs from its form at a sample from `first` on; -1: none does.
static int find_misfit(const struct sizes *sizes, int first)
{
    for (int i = 0; i < sizes->making->item_count; i++)
        for (int k = first; k < sizes->count; k++) {
            const struct sample *sample = &sizes->samples[k];
            if (computed_value(&sample->items[i], sample->width, sample->height) !=
                sample->items[i].value)
                return i;
        }
    return -1;
}

// Makes all numbers constant: the export then runs at the recorded size only.
static void fix_all(const struct making *making)
{
    for (int i = 0; i < making->item_count; i++) {
        const struct making_item *item = &making->items[i];
        *item->form = form_fixed(item->number ? 0 : item->buffer ? 1 : (int) item->value);
        if (item->number)
            item->number->source = EXPORTED_CONSTANT;
        if (item->buffer) {
            item->buffer->rows = form_fixed(1);
            item->buffer->unit = item->buffer->size;
        }
    }
}

void exported_fit_sizes(struct making *making)
{
    struct exported *exported = making->exported;
    struct sizes sizes = { making, 1, { { exported->width, exported->height, making->items } } };
    int widths[SIDES], heights[SIDES];
    bool fits = true;
    list_sides(exported->width, widths);
    list_sides(exported->height, heights);
    for (int i = 0; i < SIDES && fits; i++)
        fits = add_sample(&sizes, widths[i], exported->height) &&
               add_sample(&sizes, exported->width, heights[i]);
    int misfit = 0;
    for (int round = 0; fits && misfit >= 0 && round < MOST_CHECKS; round++) {
        const int known = sizes.count;
        fits = fit_all(&sizes) && add_checks(&sizes, round);
        misfit = fits ? find_misfit(&sizes, known) : 0;
    }
    if (fits && misfit >= 0)
        fits = note_misfit(&sizes, misfit);
    if (!fits)
        fix_all(making);
    for (int i = 1; i < sizes.count; i++)
        free(sizes.samples[i].items);
    exported->has_any_size = fits;
    exported->least = exported->lowest = fits ? 1 : exported->height;
    exported->most = exported->highest = fits ? EXPORTED_MOST_SIDE : exported->height;
}

// ---- the frame's number

// Marks the numbers that differ in a later frame. Returns false if one of them is not the frame's
// number.
static bool compare_frames(const struct making *making, const struct making_item later[],
                           int number, struct error *error)
{
    struct exported *exported = making->exported;
    for (int i = 0; i < making->item_count; i++) {
        const struct making_item *item = &making->items[i];
        if (!item->number || item->value == later[i].value)
            continue;
        if (later[i].value != number)
            return error_set(error,
                             "%s: '%s' changes from frame to frame by a rule that an export "
                             "does not have",
                             exported->passes[item->pass].path, item->name);
        item->number->source = EXPORTED_FRAME;
        exported->is_animated = true;
    }
    return true;
}

bool exported_fit_frames(struct making *making, struct error *error)
{
    static const int numbers[] = { 1, 2, 77 };
    const struct exported *exported = making->exported;
    bool fits = true;
    for (int i = 0; i < 3 && fits; i++) {
        char where[128];
        struct making_item *later = making_record(making, &exported->chain, exported->width,
                                                  exported->height, numbers[i], where);
        fits = later ? compare_frames(making, later, numbers[i], error)
                     : error_set(error,
                                 "%s: its passes change from frame to frame, which an export "
                                 "cannot",
                                 where);
        free(later);
    }
    return fits;
}
