#include "app/export/exported_parts.h"
#include "render/text/memory.h"
#include "render/text/text.h"
#include "render/text/text_copy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Finds the uniforms that depend on a parameter: changes it, records the chain again, and compares
// the recordings. A parameter that changes the passes themselves stays constant.

struct fitting {
    struct making *making;
    struct exported_param *param; // the parameter that is fitted
    int number;                   // its index
    int step;
    int row; // index in the rows of the step's parameters
};

// Records the chain with another value of a component. Returns NULL if passes or sizes differ. The
// caller frees the result.
static struct making_item *record_with(const struct fitting *fitting, int component, float value)
{
    const struct making *making = fitting->making;
    const struct exported *exported = making->exported;
    struct chain chain = exported->chain;
    void *values;
    const struct param *row = chain_step_param(&chain.steps[fitting->step], fitting->row, &values);
    param_set(row, values, component, value);
    struct making_item *items =
        making_record(making, &chain, exported->width, exported->height, 0, NULL);
    for (int i = 0; items && i < making->item_count; i++)
        if (!items[i].number && items[i].value != making->items[i].value) {
            free(items);
            return NULL;
        }
    return items;
}

// Returns true if a number depends on the parameter.
static bool is_own(const struct fitting *fitting, const struct exported_number *number)
{
    return number->source >= EXPORTED_PARAM && number->param == fitting->number;
}

// A recorded value: of one component, or at a knot of a table.
struct trial {
    int component, knot; // EXPORTED_NONE: no knot
    float value;
};

// Assigns all numbers that changed to the parameter. Returns false if a number is neither the
// value, nor 2 to its power, nor in a table, or if it already depends on something else. Adds their
// number to `found`.
static bool take_changed(const struct fitting *fitting, const struct trial *trial, int *found)
{
    const struct making *making = fitting->making;
    struct making_item *items = record_with(fitting, trial->component, trial->value);
    bool fits = items != NULL;
    for (int i = 0; i < making->item_count && fits; i++) {
        struct exported_number *number = items[i].number;
        const double was = making->items[i].value, is = items[i].value;
        const bool has_it =
            number && is_own(fitting, number) && number->component == trial->component;
        if (!number || (was == is && !has_it))
            continue;
        const enum exported_source source = trial->knot >= 0              ? EXPORTED_TABLE
                                            : is == (double) trial->value ? EXPORTED_PARAM
                                            : is == (double) exp2f(trial->value)
                                                ? EXPORTED_POWER
                                                : EXPORTED_CONSTANT;
        fits =
            source != EXPORTED_CONSTANT && number->source == (has_it ? source : EXPORTED_CONSTANT);
        if (!fits)
            continue;
        number->source = source;
        number->param = fitting->number;
        number->component = trial->component;
        if (source == EXPORTED_TABLE && !number->table) {
            number->table = memory_new(EXPORTED_KNOTS, sizeof(*number->table));
            for (int k = 0; k < EXPORTED_KNOTS; k++)
                number->table[k] = (float) was;
        }
        if (source == EXPORTED_TABLE)
            number->table[trial->knot] = (float) is;
        ++*found;
    }
    free(items);
    return fits;
}

// Makes the numbers that were assigned to the parameter constant again.
static void release(const struct fitting *fitting)
{
    for (int i = 0; i < fitting->making->item_count; i++) {
        struct exported_number *number = fitting->making->items[i].number;
        if (!number || !is_own(fitting, number))
            continue;
        free(number->table);
        number->table = NULL;
        number->source = EXPORTED_CONSTANT;
        number->param = number->component = 0;
    }
}

// ---- the value itself

// Tries two values within the slider's range at which no step is inactive.
static bool fit_direct(const struct fitting *fitting)
{
    static const float places[] = { 0.37f, 0.71f };
    const struct param *row = fitting->param->row;
    float least, most;
    int found = 0;
    param_slider(row, &least, &most);
    for (int c = 0; c < fitting->param->components; c++)
        for (int i = 0; i < 2; i++) {
            struct trial trial = { c, EXPORTED_NONE, least + places[i] * (most - least) };
            if (row->type == PARAM_TYPE_INT)
                trial.value = roundf(trial.value);
            if (!take_changed(fitting, &trial, &found))
                return false;
        }
    return found > 0;
}

// ---- a table

static bool is_equal_at(const struct fitting *fitting, float value)
{
    struct making_item *items = record_with(fitting, 0, value);
    free(items);
    return items != NULL;
}

// Returns the value nearest to `end` up to which the passes stay the same.
static float find_end(const struct fitting *fitting, float end)
{
    float good = fitting->param->value[0], bad = end;
    if (is_equal_at(fitting, end))
        return end;
    for (int i = 0; i < 24; i++) {
        const float middle = good > 0 && bad > 0 ? sqrtf(good * bad) : (good + bad) / 2;
        if (is_equal_at(fitting, middle))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

// Sets the knots from end to end; one of them is the chain's own value.
static void place_knots(const struct fitting *fitting)
{
    struct exported_param *param = fitting->param;
    const float own = param->value[0];
    const bool is_log = param->least > 0;
    int nearest = 0;
    param->knot_count = EXPORTED_KNOTS;
    for (int i = 0; i < EXPORTED_KNOTS; i++) {
        const float share = (float) i / (EXPORTED_KNOTS - 1);
        param->knots[i] = i == EXPORTED_KNOTS - 1 ? param->most
                          : is_log ? param->least * powf(param->most / param->least, share)
                                   : param->least + share * (param->most - param->least);
        nearest = fabsf(param->knots[i] - own) < fabsf(param->knots[nearest] - own) ? i : nearest;
    }
    if (nearest == 0)
        param->least = own;
    if (nearest == EXPORTED_KNOTS - 1)
        param->most = own;
    param->knots[nearest] = own;
}

// Fills the tables of all numbers that depend on the parameter. Returns false if there is none, or
// if a number depends on something else, too.
static bool take_knots(const struct fitting *fitting)
{
    int found = 0;
    place_knots(fitting);
    for (int i = 0; i < EXPORTED_KNOTS; i++)
        if (!take_changed(fitting, &(struct trial){ 0, i, fitting->param->knots[i] }, &found))
            return false;
    return found > 0;
}

// Returns true if all tables are linear between two knots: halfway they are right within 0.4 %.
static bool is_linear_behind(const struct fitting *fitting, int knot)
{
    static const double share = 4e-3, least = 1e-5;
    const struct making *making = fitting->making;
    const float *at = &fitting->param->knots[knot];
    struct making_item *items = record_with(fitting, 0, (at[0] + at[1]) / 2);
    bool fits = items != NULL;
    for (int i = 0; i < making->item_count && fits; i++) {
        const struct exported_number *number = items[i].number;
        if (!number || !is_own(fitting, number))
            continue;
        const double a = (double) number->table[knot], b = (double) number->table[knot + 1];
        fits = fabs(items[i].value - (a + b) / 2) <= share * fmax(fabs(a), fabs(b)) + least;
    }
    free(items);
    return fits;
}

// Fits tables from the least to the most value at which the passes stay the same. A number that
// jumps, such as a count of texels, narrows that range to the part without a jump.
static bool fit_table(const struct fitting *fitting)
{
    enum { TURNS = 4, LAST = EXPORTED_KNOTS - 1 };
    struct exported_param *param = fitting->param;
    float least, most;
    if (param->components > 1 || param->row->type == PARAM_TYPE_INT ||
        !is_equal_at(fitting, param->value[0] * 1.001f))
        return false;
    param_slider(param->row, &least, &most);
    param->least = find_end(fitting, least < param->value[0] ? least : param->value[0]);
    param->most = find_end(fitting, most > param->value[0] ? most : param->value[0]);
    for (int turn = 0; turn < TURNS && param->least < param->most; turn++) {
        if (!take_knots(fitting))
            return false;
        int low = 0;
        while (param->knots[low] != param->value[0])
            low++;
        int high = low;
        while (low > 0 && is_linear_behind(fitting, low - 1))
            low--;
        while (high < LAST && is_linear_behind(fitting, high))
            high++;
        if (low == 0 && high == LAST)
            return true;
        // The next turn looks for the jump between two knots; the last one stops before it.
        const int more = turn + 2 < TURNS;
        param->least = param->knots[low > 0 ? low - more : 0];
        param->most = param->knots[high < LAST ? high + more : LAST];
        release(fitting);
    }
    return false;
}

// ---- all of them

enum { STEP_NAME_SIZE = 31 };

// Writes the name of a step for its parameters: that of its effect, or of its shader file.
static void name_step(const struct chain_step *step, char name[STEP_NAME_SIZE])
{
    const char *effect = step->effect->name, *slash = strrchr(effect, '/');
    char *own = text_copy_as_utf8(slash ? slash + 1 : effect, "a shader file's name");
    text_copy_cut(own, name, STEP_NAME_SIZE);
    free(own);
}

// Writes a name such as "dual.sigma"; for the second step of that name "dual2.sigma".
static void name_param(const struct chain *chain, int step, const struct param *row,
                       char name[EXPORTED_NAME_SIZE])
{
    char own[STEP_NAME_SIZE], other[STEP_NAME_SIZE];
    int before = 0;
    name_step(&chain->steps[step], own);
    for (int i = 0; i < step; i++) {
        name_step(&chain->steps[i], other);
        before += strcmp(own, other) == 0 && !chain->steps[i].off;
    }
    snprintf(name, EXPORTED_NAME_SIZE, before > 0 ? "%s%d.%.30s" : "%s%.0d.%.30s", own,
             before > 0 ? before + 1 : 0, row->key);
}

bool exported_is_number(const struct param *row)
{
    return strcmp(row->key, "error") != 0 &&
           (row->type == PARAM_TYPE_FLOAT || row->type == PARAM_TYPE_STOPS ||
            row->type == PARAM_TYPE_INT || row->type == PARAM_TYPE_LENGTH ||
            row->type == PARAM_TYPE_COLOUR);
}

// Returns true for rows of numbers that affect the picture with the chain's current choices.
static bool is_number(const struct chain_step *step, const void *values, const struct param *row)
{
    const bool is_own = row == param_find(step->effect->params, row->key);
    return is_own && effect_uses_row(step->effect, values, row) &&
           row != effect_cell_row(step->effect) && exported_is_number(row);
}

// Returns the length in the original chain in per cent of the height; 0 if it is no share of the
// height.
static float per_cent_of(const struct chain *given, int step, int row)
{
    struct chain_step copy = given->steps[step];
    void *values;
    const struct param *param = chain_step_param(&copy, row, &values);
    const struct length *length = param_field(param, values);
    return param->type == PARAM_TYPE_LENGTH && length->of_height ? length->value : 0;
}

static bool is_step_code(const struct exported *exported, int step)
{
    for (int i = 0; i < exported->step_count; i++)
        if (exported->steps[i].step == step)
            return true;
    return false;
}

static void fit_param(struct making *making, const struct chain *given, int step, int number)
{
    struct exported *exported = making->exported;
    void *values;
    const struct param *row = chain_step_param(&exported->chain.steps[step], number, &values);
    if (exported->param_count == EXPORTED_MOST_PARAMS ||
        !is_number(&exported->chain.steps[step], values, row))
        return;
    struct exported_param *param = &exported->params[exported->param_count];
    const struct fitting fitting = { making, param, exported->param_count, step, number };
    *param =
        (struct exported_param){ .row = row, .step = step, .components = param_components(row) };
    name_param(&exported->chain, step, row, param->name);
    param->per_cent = per_cent_of(given, step, number);
    for (int i = 0; i < param->components; i++)
        param->value[i] = param_get(row, values, i);
    param_range(row, values, &param->least, &param->most);
    const float least = param->least, most = param->most;
    param->is_recorded = fit_direct(&fitting);
    if (!param->is_recorded) {
        release(&fitting);
        param->is_recorded = fit_table(&fitting);
    }
    if (!param->is_recorded)
        release(&fitting);
    const bool is_code = is_step_code(exported, step);
    param->lowest = !is_code ? param->least : row->zero ? 0 : least;
    param->highest = is_code ? most : param->most;
    exported->param_count += param->is_recorded || is_code;
}

// ---- heights

// Returns true if a length that no uniform depends on gives the same frame at another height, with
// the same numbers as the base recording.
static bool is_same_at(const struct fitting *fitting, float per_cent, int height)
{
    const struct making *making = fitting->making;
    struct making_item *items = record_with(fitting, 0, per_cent * (float) height / 100);
    bool is_same = items != NULL;
    for (int i = 0; is_same && i < making->item_count; i++)
        is_same = items[i].value == making->items[i].value;
    free(items);
    return is_same;
}

// Returns the height farthest from the recorded one, towards `end`, up to which is_same_at holds.
static int find_height(const struct fitting *fitting, float per_cent, int end)
{
    int good = fitting->making->exported->height, bad = end;
    if (is_same_at(fitting, per_cent, end))
        return end;
    while (abs(bad - good) > 1) {
        const int middle = (good + bad) / 2;
        if (is_same_at(fitting, per_cent, middle))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

// Narrows a range of heights, which always has the recorded one.
static void narrow(int *least, int *most, int from, int to, int height)
{
    from = from < height ? from : height;
    to = to > height ? to : height;
    *least = from > *least ? from : *least;
    *most = to < *most ? to : *most;
}

// Finds the heights at which a length that is a share of the height gives the same passes: those
// within the parameter's range; or, if no uniform depends on it, those at which the frame is the
// same. A step as code runs at all heights.
static void limit_heights(struct making *making, const struct chain *given, int step, int number)
{
    struct exported *exported = making->exported;
    const float per_cent = per_cent_of(given, step, number);
    void *values;
    const struct param *row = chain_step_param(&exported->chain.steps[step], number, &values);
    const struct exported_param *param = NULL;
    for (int i = 0; i < exported->param_count; i++)
        if (exported->params[i].step == step && exported->params[i].row == row &&
            exported->params[i].is_recorded)
            param = &exported->params[i];
    const struct fitting fitting = { .making = making, .step = step, .row = number };
    const float most = EXPORTED_MOST_SIDE;
    const bool is_code = is_step_code(exported, step);
    if (!(per_cent > 0) || exported->lowest == exported->highest)
        return;
    const int from = param ? (int) ceilf(fminf(param->least / per_cent * 100, most))
                           : find_height(&fitting, per_cent, exported->lowest);
    const int to = param ? (int) floorf(fminf(param->most / per_cent * 100, most))
                         : find_height(&fitting, per_cent, exported->highest);
    narrow(&exported->least, &exported->most, from, to, exported->height);
    if (!is_code)
        narrow(&exported->lowest, &exported->highest, from, to, exported->height);
}

bool exported_heights_are_limited(const struct exported *exported)
{
    return exported->has_any_size && (exported->least > 1 || exported->most < EXPORTED_MOST_SIDE);
}

void exported_fit_params(struct making *making, const struct chain *given)
{
    const struct chain *chain = &making->exported->chain;
    for (int i = 0; i < chain->count; i++) {
        struct chain_step copy = chain->steps[i];
        void *values;
        if (copy.off)
            continue;
        for (int k = 0; chain_step_param(&copy, k, &values); k++) {
            fit_param(making, given, i, k);
            limit_heights(making, given, i, k);
        }
    }
}
