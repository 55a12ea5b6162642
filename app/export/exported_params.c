#include "app/export/export_data.h"
#include "render/text/memory.h"
#include "render/text/text.h"
#include "render/text/text_copy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Finds the uniforms that depend on a parameter: changes it, records the chain again, and compares
// the recordings. A parameter that changes the passes themselves stays constant.

enum { LAST_KNOT = EXPORTED_KNOTS - 1, MAX_TRIALS = 2 * LAST_KNOT + 1 };

struct fitting {
    const struct making *making;
    struct exported_param *param;
    int number; // its index
    int found;  // numbers that depend on it
    // Values of a component that are tried, and the numbers of all items; NULL: passes or sizes
    // differ.
    int component, count;
    float at[MAX_TRIALS];
    double *values[MAX_TRIALS]; // owned
};

// Records the chain with another value of the component. Returns NULL if passes or sizes differ.
// The caller frees the result.
static double *record_with(const struct fitting *fitting, float value)
{
    const struct making *making = fitting->making;
    const struct exported_param *param = fitting->param;
    struct chain chain = making->exported->chain;
    param_set(param->row, chain.steps[param->step].params, fitting->component, value);
    double *values = making_record(making, (struct making_change){ .chain = &chain }, NULL);
    bool fits = values != NULL;
    for (int i = 0; i < making->item_count && fits; i++)
        fits = making->items[i].number || values[i] == making->values[i];
    if (fits)
        return values;
    free(values);
    return NULL;
}

// ---- values that are tried

static void run_trials(struct fitting *fitting)
{
    for (int i = 0; i < fitting->count; i++)
        fitting->values[i] = record_with(fitting, fitting->at[i]);
}

static void finish_trials(const struct fitting *fitting)
{
    for (int i = 0; i < fitting->count; i++)
        free(fitting->values[i]);
}

// Returns true if a number depends on the parameter.
static bool is_changed(const struct fitting *fitting, int item)
{
    const double own = fitting->making->values[item];
    bool is_changed = false;
    for (int i = 0; i < fitting->count; i++) {
        const double *values = fitting->values[i];
        is_changed |= values && values[item] != own;
    }
    return is_changed;
}

// Returns the source of a number that is the value, or 2 to its power; otherwise EXPORTED_CONSTANT.
static enum exported_source find_source(const struct fitting *fitting, int item)
{
    bool is_value = true;
    bool is_power = true;
    for (int i = 0; i < fitting->count; i++) {
        const double value = fitting->values[i][item];
        is_value &= value == fitting->at[i];
        is_power &= value == exp2f(fitting->at[i]);
    }
    return is_value ? EXPORTED_PARAM : is_power ? EXPORTED_POWER : EXPORTED_CONSTANT;
}

// Assigns the numbers that depend on the component to the parameter; `is_table`: as tables. Returns
// false, and assigns nothing, if one of them already depends on something else, or has neither a
// table nor a source.
static bool assign(struct fitting *fitting, bool is_table)
{
    const struct making *making = fitting->making;
    bool fits = true;
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < making->item_count && fits; i++) {
            struct exported_number *number = making->items[i].number;
            if (!is_changed(fitting, i))
                continue;
            const enum exported_source source = is_table ? EXPORTED_TABLE : find_source(fitting, i);
            if (turn == 0) {
                fits = number->source == EXPORTED_CONSTANT && source != EXPORTED_CONSTANT;
                fitting->found++;
                continue;
            }
            number->source = source;
            number->param = fitting->number;
            number->component = fitting->component;
            if (!is_table)
                continue;
            number->table = memory_new(EXPORTED_KNOTS, sizeof(*number->table));
            for (int k = 0; k < EXPORTED_KNOTS; k++)
                number->table[k] = (float) fitting->values[2 * k][i];
        }
    return fits;
}

// ---- the value itself

// Tries two values within the slider's range at which no step is inactive.
static bool fit_direct(struct fitting *fitting)
{
    static const float places[] = { 0.37f, 0.71f };
    const struct param *row = fitting->param->row;
    float least, most;
    bool fits = true;
    param_slider(row, &least, &most);
    fitting->count = 2;
    for (int c = 0; c < fitting->param->components && fits; c++) {
        fitting->component = c;
        for (int i = 0; i < 2; i++) {
            const float at = least + places[i] * (most - least);
            fitting->at[i] = row->type == PARAM_TYPE_INT ? roundf(at) : at;
        }
        run_trials(fitting);
        fits = fitting->values[0] && fitting->values[1] && assign(fitting, false);
        finish_trials(fitting);
    }
    for (int i = 0; i < fitting->making->item_count && !fits; i++) { // of components before
        struct exported_number *number = fitting->making->items[i].number;
        if (number && number->source >= EXPORTED_PARAM && number->param == fitting->number)
            number->source = EXPORTED_CONSTANT;
    }
    return fits && fitting->found > 0;
}

// ---- a table

static bool is_equal_at(const struct fitting *fitting, float value)
{
    double *values = record_with(fitting, value);
    free(values);
    return values != NULL;
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

// Sets knots from a value up to before another one, in equal steps or ratios.
static void spread_knots(float knots[], int count, float from, float to)
{
    for (int i = 0; i < count; i++) {
        const float share = (float) i / (float) count;
        knots[i] = from > 0 ? from * powf(to / from, share) : from + share * (to - from);
    }
}

// Sets the knots from the least value to the chain's own and from that to the most. Returns the
// index of the chain's own value.
static int place_knots(struct exported_param *param)
{
    const float own = param->value[0];
    const float least = param->least;
    const float most = param->most;
    const float share_below =
        least > 0 ? logf(own / least) / logf(most / least) : (own - least) / (most - least);
    int middle = (int) lroundf(share_below * LAST_KNOT);
    middle += (middle == 0 && own > least) - (middle == LAST_KNOT && own < most);
    param->has_knots = true;
    spread_knots(param->knots, middle, least, own);
    spread_knots(param->knots + middle, LAST_KNOT - middle, own, most);
    param->knots[LAST_KNOT] = most;
    return middle;
}

// Returns true if all numbers that depend on the parameter are linear between two knots: halfway
// they are right within 0.4 %.
static bool is_linear_behind(const struct fitting *fitting, int knot)
{
    static const double share = 4e-3, least = 1e-5;
    double *const *values = &fitting->values[2 * knot];
    bool fits = values[1] != NULL;
    for (int i = 0; i < fitting->making->item_count && fits; i++) {
        const double a = values[0][i];
        const double b = values[2][i];
        const double most = share * fmax(fabs(a), fabs(b)) + least;
        fits = !is_changed(fitting, i) || fabs(values[1][i] - (a + b) / 2) <= most;
    }
    return fits;
}

// Tries all knots and the values between them. Sets the range of knots around the chain's own value
// in which all numbers are linear between two of them, and makes tables if these are all knots.
// Returns false if no number depends on the parameter, or if one depends on something else, too.
static bool fit_knots(struct fitting *fitting, int *low, int *high)
{
    const float *knots = fitting->param->knots;
    bool fits = true;
    *low = *high = place_knots(fitting->param);
    fitting->found = 0;
    fitting->count = MAX_TRIALS;
    for (int i = 0; i < MAX_TRIALS; i++)
        fitting->at[i] = i % 2 == 0 ? knots[i / 2] : (knots[i / 2] + knots[i / 2 + 1]) / 2;
    run_trials(fitting);
    for (int i = 0; i < MAX_TRIALS; i += 2)
        fits &= fitting->values[i] != NULL;
    while (fits && *low > 0 && is_linear_behind(fitting, *low - 1))
        --*low;
    while (fits && *high < LAST_KNOT && is_linear_behind(fitting, *high))
        ++*high;
    if (fits && *low == 0 && *high == LAST_KNOT)
        fits = assign(fitting, true) && fitting->found > 0;
    finish_trials(fitting);
    return fits;
}

// Fits tables from the least to the most value at which the passes stay the same. A number that
// jumps, such as a count of texels, narrows that range to the part without a jump.
static bool fit_table(struct fitting *fitting)
{
    enum { TURNS = 4 };
    struct exported_param *param = fitting->param;
    float least, most;
    if (param->components > 1 || param->row->type == PARAM_TYPE_INT ||
        !is_equal_at(fitting, param->value[0] * 1.001f))
        return false;
    param_slider(param->row, &least, &most);
    param->least = find_end(fitting, fminf(least, param->value[0]));
    param->most = find_end(fitting, fmaxf(most, param->value[0]));
    for (int turn = 0; turn < TURNS && param->least < param->most; turn++) {
        int low, high;
        if (!fit_knots(fitting, &low, &high))
            return false;
        if (low == 0 && high == LAST_KNOT)
            return true;
        // The next turn looks for the jump between two knots; the last one stops before it.
        const int more = turn + 2 < TURNS;
        param->least = param->knots[low > 0 ? low - more : 0];
        param->most = param->knots[high < LAST_KNOT ? high + more : LAST_KNOT];
    }
    return false;
}

// ---- all of them

enum { STEP_NAME_SIZE = 31 };

// Writes the name of a step for its parameters: that of its effect, or of its shader file.
static void name_step(const struct chain_step *step, char name[STEP_NAME_SIZE])
{
    const char *effect = step->effect->name;
    const char *slash = strrchr(effect, '/');
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
    return row->type != PARAM_TYPE_CHOICE && row->type != PARAM_TYPE_RECT &&
           row->type != PARAM_TYPE_TEXT && strcmp(row->key, "error") != 0;
}

// Returns true for rows of numbers that affect the picture with the chain's current choices.
static bool is_number(const struct chain_step *step, const struct param *row)
{
    return exported_is_number(row) && effect_uses_row(step->effect, step->params, row) &&
           row != effect_cell_row(step->effect);
}

const struct exported_param *exported_find_param(const struct exported *exported, int step,
                                                 const struct param *row)
{
    for (int i = 0; i < exported->param_count; i++) {
        const struct exported_param *param = &exported->params[i];
        if (param->step == step && param->row == row)
            return param;
    }
    return NULL;
}

static bool is_step_code(const struct exported *exported, int step)
{
    for (int i = 0; i < exported->step_count; i++)
        if (exported->steps[i].step == step)
            return true;
    return false;
}

static void fit_param(const struct making *making, int number, const struct param *row)
{
    struct exported *exported = making->exported;
    const struct chain_step *step = &exported->chain.steps[number];
    struct exported_param *param = &exported->params[exported->param_count];
    if (exported->param_count == EXPORTED_MAX_PARAMS || !is_number(step, row))
        return;
    *param = (struct exported_param){
        .row = row,
        .step = number,
        .components = param_components(row),
    };
    name_param(&exported->chain, number, row, param->name);
    for (int i = 0; i < param->components; i++)
        param->value[i] = param_get(row, step->params, i);
    for (int i = 0; i < making->share_count; i++) {
        const struct making_share *share = &making->shares[i];
        if (share->step == number && share->row == row)
            param->per_cent = share->per_cent;
    }
    param_range(row, step->params, &param->least, &param->most);
    param->lowest = row->zero ? 0 : param->least;
    param->highest = param->most;
    struct fitting fitting = { making, param, exported->param_count };
    param->is_recorded = fit_direct(&fitting) || fit_table(&fitting);
    const bool is_code = is_step_code(exported, number);
    if (!is_code) {
        param->lowest = param->least;
        param->highest = param->most;
    }
    exported->param_count += param->is_recorded || is_code;
}

// ---- heights

// Returns true if lengths that are shares of the height give the recorded frame at another height:
// those that numbers depend on are in their range, and the others change no number.
// `except_code`: but for steps as code, which run at all heights.
static bool runs_at(const struct making *making, int height, bool except_code)
{
    const struct exported *exported = making->exported;
    struct chain chain = exported->chain;
    bool is_same = true;
    for (int i = 0; i < making->share_count; i++) {
        const struct making_share *share = &making->shares[i];
        struct chain_step *step = &chain.steps[share->step];
        const float value = share->per_cent * (float) height / 100;
        const struct exported_param *param = exported_find_param(exported, share->step, share->row);
        if (step->off || (except_code && is_step_code(exported, share->step)))
            continue;
        if (param && param->is_recorded)
            is_same &= value >= param->least && value <= param->most;
        else
            param_set(share->row, step->params, 0, value);
    }
    double *values = making_record(making, (struct making_change){ .chain = &chain }, NULL);
    for (int i = 0; i < making->item_count && is_same; i++)
        is_same = values && values[i] == making->values[i];
    free(values);
    return is_same;
}

// Returns the height farthest from the recorded one, towards `end`, up to which runs_at holds.
static int find_height(const struct making *making, int end, bool except_code)
{
    int good = making->exported->height, bad = end;
    if (runs_at(making, end, except_code))
        return end;
    while (abs(bad - good) > 1) {
        const int middle = (good + bad) / 2;
        if (runs_at(making, middle, except_code))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

bool exported_heights_are_limited(const struct exported *exported)
{
    return exported->has_any_size && (exported->least > 1 || exported->most < EXPORTED_MAX_SIDE);
}

void exported_fit_params(const struct making *making)
{
    struct exported *exported = making->exported;
    for (int i = 0; i < exported->chain.count; i++) {
        const struct chain_step *step = &exported->chain.steps[i];
        if (step->off)
            continue;
        param_for_each(row, step->effect->params)
            fit_param(making, i, row);
    }
    if (!exported->has_any_size)
        return;
    exported->least = find_height(making, exported->least, false);
    exported->most = find_height(making, exported->most, false);
    exported->lowest = find_height(making, exported->lowest, true);
    exported->highest = find_height(making, exported->highest, true);
}
