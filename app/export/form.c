#include "app/export/form.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PER = 64, MOST_BY = 8192 };

static long divide_down(long a, long b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

int form_at(const struct form *form, int width, int height)
{
    const long side = form->side == FORM_WIDTH ? width : height;
    if (form->side == FORM_FIXED)
        return form->add;
    return (int) divide_down(form->per * side + form->add, form->by);
}

bool form_equal(const struct form *a, const struct form *b)
{
    return a->side == b->side && a->per == b->per && a->add == b->add && a->by == b->by;
}

static long side_of(const struct form_example *example, enum form_side side)
{
    return side == FORM_WIDTH ? example->width : example->height;
}

// The values of `add` for which a form explains all examples: by * value - per * side <= add, and
// less than that with the next value.
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

// Rounding up is by - 1, and rounding down 0, beside a multiple of `by`.
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

// The side from `from` on at which two values of `add` give different ones.
static int find_difference(int per, int by, long a, long b, int from)
{
    for (int side = from; side < from + by; side++)
        if (divide_down(per * (long) side + a, by) != divide_down(per * (long) side + b, by))
            return side;
    return from;
}

static bool fit_side(struct form *form, enum form_side side, int per, int by,
                     const struct form_example examples[], int count, int *open, int *next)
{
    long least, most;
    if (!find_range(side, per, by, examples, count, &least, &most))
        return false;
    const long add = choose_add(least, most, by);
    *form = (struct form){ side, per, (int) add, by };
    *open = (int) (most - least);
    *next = find_difference(per, by, least, most, (int) side_of(&examples[0], side));
    return true;
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
    *form = (struct form){ FORM_FIXED, 0, (int) examples[0].value, 1 };
    if (is_fixed)
        return true;
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

void form_print(const struct form *form, const char *width, const char *height, char out[96])
{
    const char *side = form->side == FORM_WIDTH ? width : height;
    const int whole = (int) divide_down(form->add, form->by > 0 ? form->by : 1);
    const int rest = form->add - whole * form->by;
    char sum[48] = "";
    if (form->side == FORM_FIXED) {
        snprintf(out, 96, "%d", form->add);
        return;
    }
    if (form->by == 1) {
        snprintf(sum, sizeof(sum), form->add > 0 ? " + %d" : " - %d", abs(form->add));
        snprintf(out, 96, form->per > 1 ? "%d * %s%s" : "%.0d%s%s", form->per > 1 ? form->per : 0,
                 side, form->add != 0 ? sum : "");
        return;
    }
    if (whole != 0)
        snprintf(sum, sizeof(sum), whole > 0 ? " + %d" : " - %d", abs(whole));
    if (rest == form->by - 1)
        snprintf(out, 96, "ceil(%s / %d)%s", side, form->by, sum);
    else if (rest == 0)
        snprintf(out, 96, "floor(%s / %d)%s", side, form->by, sum);
    else
        snprintf(out, 96, "floor((%s + %d) / %d)%s", side, rest, form->by, sum);
}
