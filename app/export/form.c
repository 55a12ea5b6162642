#include "app/export/export_data.h"
#include "render/text/memory.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_PER = 64, MOST_BY = 16384 };

static long divide_down(long a, long b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

struct form form_fixed(int value)
{
    return (struct form){ FORM_FIXED, 0, value, 1, 1, 0 };
}

int form_step(const struct form *form)
{
    return form->step > 0 ? form->step : 1;
}

int form_at(const struct form *form, int width, int height)
{
    const long side = form->side == FORM_WIDTH ? width : height;
    if (form->side == FORM_FIXED)
        return form->add;
    return form_step(form) * (int) divide_down(form->per * side + form->add, form->by) + form->plus;
}

bool form_equal(const struct form *a, const struct form *b)
{
    return a->side == b->side && a->per == b->per && a->add == b->add && a->by == b->by &&
           form_step(a) == form_step(b) && a->plus == b->plus;
}

bool form_is_side(const struct form *form, enum form_side side)
{
    return form_equal(form, &(struct form){ .side = side, .per = 1, .by = 1 });
}

static long side_of(const struct form_example *example, enum form_side side)
{
    return side == FORM_WIDTH ? example->width : example->height;
}

// Finds the values of `add` with which a form explains all examples: 0 <= per * side + add - by *
// value < by.
static bool find_range(enum form_side side, int per, int by, const struct form_example examples[],
                       int count, long *least, long *most)
{
    *least = LONG_MIN;
    *most = LONG_MAX;
    for (int i = 0; i < count; i++) {
        const long low = by * (long) examples[i].value - per * side_of(&examples[i], side);
        *least = low > *least ? low : *least;
        *most = low + by - 1 < *most ? low + by - 1 : *most;
        if (*least > *most)
            return false;
    }
    return true;
}

// Prefers by - 1, which rounds up, and 0, which rounds down, to other values beside a multiple of
// `by`.
static long choose_add(long least, long most, int by)
{
    for (long add = least; add <= most; add++)
        if ((add % by + by) % by == by - 1)
            return add;
    for (long add = least; add <= most; add++)
        if (add % by == 0)
            return add;
    return least;
}

static bool fit_side(struct form *form, enum form_side side, int per, int by,
                     const struct form_example examples[], int count, int *open, int *next)
{
    long least, most;
    if (!find_range(side, per, by, examples, count, &least, &most))
        return false;
    const long add = choose_add(least, most, by);
    *form = (struct form){ side, per, (int) add, by, 1, 0 };
    *open = (int) (most - least);
    // Finds the first side, from that of the first example on, at which two values of `add` differ.
    const long first = side_of(&examples[0], side);
    *next = (int) first;
    for (long at = first + by - 1; at >= first; at--)
        if (divide_down(per * at + least, by) != divide_down(per * at + most, by))
            *next = (int) at;
    return true;
}

static bool fit_plain(struct form *form, const struct form_example examples[], int count, int *open,
                      int *next)
{
    for (enum form_side side = FORM_WIDTH; side <= FORM_HEIGHT; side++) {
        for (int by = 1; by <= MOST_BY; by++)
            if (fit_side(form, side, 1, by, examples, count, open, next))
                return true;
        for (int per = 2; per <= MOST_PER; per++)
            if (fit_side(form, side, per, 1, examples, count, open, next))
                return true;
    }
    return false;
}

long form_divisor(const struct form_example examples[], int count, double less)
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

static bool fit_steps(struct form *form, const struct form_example examples[], int count, int *open,
                      int *next)
{
    struct form_example *steps = memory_new((size_t) count, sizeof(*steps));
    const long step = form_divisor(examples, count, examples[0].value),
               plus = (long) examples[0].value % step;
    for (int i = 0; i < count; i++) {
        steps[i] = examples[i];
        steps[i].value = (double) (((long) examples[i].value - plus) / step);
    }
    const bool fits = step > 1 && fit_plain(form, steps, count, open, next);
    form->step = (int) step;
    form->plus = (int) plus;
    free(steps);
    return fits;
}

bool form_fit(struct form *form, const struct form_example examples[], int count, int *open,
              int *next)
{
    bool is_fixed = true;
    *open = 0;
    for (int i = 0; i < count; i++) {
        is_fixed &= examples[i].value == examples[0].value;
        if (examples[i].value != floor(examples[i].value) || fabs(examples[i].value) > INT_MAX / 2)
            return false;
    }
    *form = form_fixed((int) examples[0].value);
    return is_fixed || fit_plain(form, examples, count, open, next) ||
           fit_steps(form, examples, count, open, next);
}

static void print_quotient(struct text_writer *out, const struct form *form, const char *side,
                           bool is_code)
{
    const int by = form->by;
    const int whole = (int) divide_down(form->add, by), rest = form->add - whole * by;
    if (by == 1 && form->per > 1)
        text_write(out, "%d * %s", form->per, side);
    else if (by == 1)
        text_write(out, "%s", side);
    else if (rest == 0)
        text_write(out, is_code ? "%s / %d" : "floor(%s / %d)", side, by);
    else if (rest == by - 1 && !is_code)
        text_write(out, "ceil(%s / %d)", side, by);
    else
        text_write(out, is_code ? "(%s + %d) / %d" : "floor((%s + %d) / %d)", side, rest, by);
    if (whole != 0)
        text_write(out, whole > 0 ? " + %d" : " - %d", abs(whole));
}

void form_print(struct text_writer *out, const struct form *form, const char *width,
                const char *height, bool is_code)
{
    const int step = form_step(form);
    if (form->side == FORM_FIXED) {
        text_write(out, "%d", form->add);
        return;
    }
    if (step > 1)
        text_write(out, "%d * (", step);
    print_quotient(out, form, form->side == FORM_WIDTH ? width : height, is_code);
    if (step > 1)
        text_write(out, ") + %d", form->plus);
}
