#include "app/export/export_data.h"
#include "render/text/memory.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Finds how sizes, groups and uniforms depend on the picture's size: records the chain at many
// sizes and fits forms to the numbers.

// ---- forms

enum { MAX_PER = 64, MAX_BY = 16384 };

static long divide_down(long a, long b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

struct form form_fixed(int value)
{
    return (struct form){ FORM_FIXED, 0, value, 1, 1, 0 };
}

int form_at(const struct form *form, int width, int height)
{
    const long side = form->side == FORM_WIDTH ? width : height;
    if (form->side == FORM_FIXED)
        return form->add;
    return form->step * (int) divide_down(form->per * side + form->add, form->by) + form->plus;
}

bool form_equal(const struct form *a, const struct form *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

bool form_is_side(const struct form *form, enum form_side side)
{
    return form_equal(form, &(struct form){ side, 1, 0, 1, 1, 0 });
}

// Prefers by - 1, which rounds up, and 0, which rounds down, to other values beside a multiple of
// `by`.
static long choose_add(long least, long most, int by)
{
    const long up = least + (by + (by - 1 - least) % by) % by,
               down = least + (by - least % by) % by;
    return up <= most ? up : down <= most ? down : least;
}

// Finds the values of `add` with which a form explains all examples: 0 <= per * side + add - by *
// value < by.
static bool fit_side(struct form *form, enum form_side side, int per, int by,
                     const struct form_example examples[], int count)
{
    long least = LONG_MIN, most = LONG_MAX;
    for (int i = 0; i < count; i++) {
        const long at = side == FORM_WIDTH ? examples[i].width : examples[i].height;
        const long low = by * (long) examples[i].value - per * at;
        least = low > least ? low : least;
        most = low + by - 1 < most ? low + by - 1 : most;
        if (least > most)
            return false;
    }
    *form = (struct form){ side, per, (int) choose_add(least, most, by), by, 1, 0 };
    return true;
}

static bool fit_plain(struct form *form, const struct form_example examples[], int count)
{
    for (enum form_side side = FORM_WIDTH; side <= FORM_HEIGHT; side++) {
        for (int by = 1; by <= MAX_BY; by++)
            if (fit_side(form, side, 1, by, examples, count))
                return true;
        for (int per = 2; per <= MAX_PER; per++)
            if (fit_side(form, side, per, 1, examples, count))
                return true;
    }
    return false;
}

// Returns the greatest number that divides all values minus `less`.
static long find_divisor(const struct form_example examples[], int count, double less)
{
    long divisor = 0;
    for (int i = 0; i < count; i++)
        for (long rest = labs((long) (examples[i].value - less)); rest != 0;) {
            const long next = divisor % rest;
            divisor = rest;
            rest = next;
        }
    return divisor;
}

static bool fit_steps(struct form *form, const struct form_example examples[], int count)
{
    struct form_example *steps = memory_new((size_t) count, sizeof(*steps));
    const long step = find_divisor(examples, count, examples[0].value),
               plus = (long) examples[0].value % step;
    for (int i = 0; i < count; i++) {
        steps[i] = examples[i];
        steps[i].value = (double) (((long) examples[i].value - plus) / step);
    }
    const bool fits = step > 1 && fit_plain(form, steps, count);
    form->step = (int) step;
    form->plus = (int) plus;
    free(steps);
    return fits;
}

bool form_fit(struct form *form, const struct form_example examples[], int count)
{
    bool is_fixed = true;
    for (int i = 0; i < count; i++) {
        is_fixed &= examples[i].value == examples[0].value;
        if (examples[i].value != floor(examples[i].value) || fabs(examples[i].value) > INT_MAX / 2)
            return false;
    }
    *form = form_fixed((int) examples[0].value);
    return is_fixed || fit_plain(form, examples, count) || fit_steps(form, examples, count);
}

void form_print(struct text_writer *out, const struct form *form, const char *width,
                const char *height)
{
    const char *side = form->side == FORM_WIDTH ? width : height;
    const int whole = (int) divide_down(form->add, form->by);
    const int rest = form->add - whole * form->by;
    if (form->side == FORM_FIXED) {
        text_write(out, "%d", form->add);
        return;
    }
    if (form->step > 1)
        text_write(out, "%d * (", form->step);
    if (form->per > 1)
        text_write(out, "%d * ", form->per);
    text_write(out, rest > 0 ? "(%s + %d)" : "%s", side, rest);
    if (form->by > 1)
        text_write(out, " / %d", form->by);
    if (whole != 0)
        text_write(out, whole > 0 ? " + %d" : " - %d", abs(whole));
    if (form->step > 1)
        text_write(out, ") + %d", form->plus);
}

// ---- recordings at other sizes

// With that many sides one after another every divisor up to their number shows where it rounds.
enum { NEAR_SIDES = 400, FAR_SIDES = 160, MAX_SAMPLES = 2 * (NEAR_SIDES + FAR_SIDES) + 1 };

struct sizes {
    struct making *making;
    int count;
    struct form_example examples[MAX_SAMPLES]; // without values; the first is the base
    double *values[MAX_SAMPLES];               // owned, except for those of the base
};

static const char *path_of(const struct exported *exported, int pass)
{
    return pass >= 0 ? exported->passes[pass].path : "the chain";
}

// Adds a sample of that size. Returns false if its passes differ, unless it is smaller than the
// picture; such a size is skipped.
static bool add_sample(struct sizes *sizes, int width, int height)
{
    struct exported *exported = sizes->making->exported;
    const struct making_change change = { .width = width, .height = height };
    const bool is_smaller = width < exported->width || height < exported->height;
    int where;
    double *values = making_record(sizes->making, change, &where);
    if (values) {
        sizes->examples[sizes->count] = (struct form_example){ width, height, 0 };
        sizes->values[sizes->count++] = values;
    } else if (!is_smaller) {
        exported->fixed_by = path_of(exported, where);
    }
    return values || is_smaller;
}

// Adds sides that lie far from the picture's and from half of it, at which divisors differ most,
// and those next to it.
static bool add_samples(struct sizes *sizes)
{
    const int width = sizes->making->exported->width;
    const int height = sizes->making->exported->height;
    bool fits = true;
    for (int i = 1; i <= FAR_SIDES && fits; i++)
        fits = add_sample(sizes, width / 2 + 1 + i * (4 * width / FAR_SIDES + 5), height) &&
               add_sample(sizes, width, height / 2 + 1 + i * (4 * height / FAR_SIDES + 5));
    for (int i = 1; i <= NEAR_SIDES && fits; i++)
        fits = add_sample(sizes, width + i, height) && add_sample(sizes, width, height + i);
    return fits;
}

// ---- fitting

// Fits a number of a uniform: a constant, an integer form, or 1 divided by such a form.
static bool fit_number(struct exported_number *number, struct form_example examples[], int count)
{
    bool is_constant = true;
    for (int i = 1; i < count; i++)
        is_constant &= examples[i].value == examples[0].value;
    number->source = EXPORTED_CONSTANT;
    if (is_constant)
        return true;
    number->source = EXPORTED_SIZE;
    if (form_fit(&number->form, examples, count))
        return true;
    number->source = EXPORTED_INVERSE;
    for (int i = 0; i < count; i++) {
        const double inverse = round(1 / examples[i].value);
        if (!isfinite(inverse) || (1.0f / (float) inverse) != examples[i].value)
            return false;
        examples[i].value = inverse;
    }
    return form_fit(&number->form, examples, count);
}

// Fits one factor of a buffer's size to the samples that have the other side of the picture.
static bool fit_factor(const struct sizes *sizes, const struct form_example all[],
                       enum form_side side, struct form *form)
{
    struct form_example some[MAX_SAMPLES] = { 0 };
    const struct exported *exported = sizes->making->exported;
    int count = 0;
    for (int i = 0; i < sizes->count; i++)
        if (side == FORM_WIDTH ? all[i].height == exported->height
                               : all[i].width == exported->width)
            some[count++] = all[i];
    const long divisor = find_divisor(some, count, 0);
    for (int i = 0; i < count; i++)
        some[i].value /= (double) (divisor > 0 ? divisor : 1);
    return form_fit(form, some, count) && (form->side == FORM_FIXED || form->side == side);
}

static bool fit_buffer(const struct sizes *sizes, struct exported_buffer *buffer,
                       const struct form_example examples[])
{
    const struct exported *exported = sizes->making->exported;
    if (!fit_factor(sizes, examples, FORM_WIDTH, &buffer->columns) ||
        !fit_factor(sizes, examples, FORM_HEIGHT, &buffer->rows))
        return false;
    const int area = form_at(&buffer->columns, exported->width, exported->height) *
                     form_at(&buffer->rows, exported->width, exported->height);
    buffer->unit = area > 0 ? buffer->size / (size_t) area : 0;
    return buffer->unit > 0;
}

static bool fit_item(const struct sizes *sizes, int number)
{
    struct form_example examples[MAX_SAMPLES];
    const struct making_item *item = &sizes->making->items[number];
    for (int i = 0; i < sizes->count; i++) {
        examples[i] = sizes->examples[i];
        examples[i].value = sizes->values[i][number];
    }
    if (item->number)
        return fit_number(item->number, examples, sizes->count);
    if (item->buffer)
        return fit_buffer(sizes, item->buffer, examples);
    return form_fit(item->form, examples, sizes->count);
}

// Makes all numbers constant: the export then runs at the recorded size only.
static void fix_all(const struct making *making)
{
    for (int i = 0; i < making->item_count; i++) {
        const struct making_item *item = &making->items[i];
        if (item->form)
            *item->form = form_fixed((int) making->values[i]);
        if (item->number)
            item->number->source = EXPORTED_CONSTANT;
    }
    for (int i = 0; i < making->exported->buffer_count; i++) {
        struct exported_buffer *buffer = &making->exported->buffers[i];
        buffer->rows = buffer->columns = form_fixed(1);
        buffer->unit = buffer->size;
    }
}

void exported_fit_sizes(struct making *making)
{
    struct exported *exported = making->exported;
    struct sizes *sizes = memory_new(1, sizeof(*sizes));
    *sizes = (struct sizes){
        .making = making,
        .count = 1,
        .examples = { { exported->width, exported->height, 0 } },
        .values = { making->values },
    };
    fix_all(making);
    bool fits = add_samples(sizes);
    for (int i = 0; i < making->item_count && fits; i++) {
        fits = fit_item(sizes, i);
        exported->fixed_by = exported->passes[making->items[i].pass].path;
    }
    if (!fits)
        fix_all(making);
    for (int i = 1; i < sizes->count; i++)
        free(sizes->values[i]);
    free(sizes);
    exported->has_any_size = fits;
    exported->least = exported->lowest = fits ? 1 : exported->height;
    exported->most = exported->highest = fits ? EXPORTED_MAX_SIDE : exported->height;
}

// ---- the frame's number

bool exported_fit_frames(struct making *making, struct error *error)
{
    static const int numbers[] = { 1, 2, 77 };
    struct exported *exported = making->exported;
    bool fits = true;
    for (int n = 0; n < 3 && fits; n++) {
        int where;
        double *later =
            making_record(making, (struct making_change){ .frame = numbers[n] }, &where);
        if (!later)
            return error_set(error,
                             "%s: its passes change from frame to frame, which an export cannot",
                             path_of(exported, where));
        for (int i = 0; i < making->item_count && fits; i++) {
            const struct making_item *item = &making->items[i];
            if (!item->number || later[i] == making->values[i])
                continue;
            const struct exported_pass *pass = &exported->passes[item->pass];
            item->number->source = EXPORTED_FRAME;
            exported->is_animated = true;
            if (later[i] != numbers[n])
                fits = error_set(error,
                                 "%s: '%s' changes from frame to frame by a rule that an export "
                                 "does not have",
                                 pass->path, pass->uniforms[item->number->uniform].name);
        }
        free(later);
    }
    return fits;
}
