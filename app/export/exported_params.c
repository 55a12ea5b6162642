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

struct fitting {
    struct making *making;
    struct exported_param *param; // the parameter that is fitted
    int number;                   // its index
    int step;
    int row; // index in the rows of the step's parameters
};

// Records the chain with another value of a component. Returns NULL if passes or sizes differ. The
// caller frees the result.
static double *record_with(const struct fitting *fitting, int component, float value)
{
    const struct making *making = fitting->making;
    const struct exported *exported = making->exported;
    struct chain chain = exported->chain;
    void *own;
    const struct param *row = chain_step_param(&chain.steps[fitting->step], fitting->row, &own);
    param_set(row, own, component, value);
    double *values = making_record(making, &chain, exported->width, exported->height, 0, NULL);
    bool fits = values != NULL;
    for (int i = 0; i < making->item_count && fits; i++)
        fits = making->items[i].number || values[i] == making->values[i];
    if (fits)
        return values;
    free(values);
    return NULL;
}

// ---- values that are tried

enum { LAST_KNOT = EXPORTED_KNOTS - 1, MOST_TRIALS = 2 * LAST_KNOT + 1 };

struct trials {
    int component, count;
    float at[MOST_TRIALS];
    double *values[MOST_TRIALS]; // of all items; NULL: passes or sizes differ; owned
};

static void run_trials(const struct fitting *fitting, struct trials *trials)
{
    for (int i = 0; i < trials->count; i++)
        trials->values[i] = record_with(fitting, trials->component, trials->at[i]);
}

static void finish_trials(const struct trials *trials)
{
    for (int i = 0; i < trials->count; i++)
        free(trials->values[i]);
}

// Returns true if a number depends on the parameter.
static bool is_changed(const struct fitting *fitting, const struct trials *trials, int item)
{
    bool is_changed = false;
    for (int i = 0; i < trials->count; i++)
        is_changed |= trials->values[i] && trials->values[i][item] != fitting->making->values[item];
    return is_changed;
}

// Returns the source of a number that is the value, or 2 to its power; otherwise EXPORTED_CONSTANT.
static enum exported_source find_source(const struct trials *trials, int item)
{
    bool is_value = true, is_power = true;
    for (int i = 0; i < trials->count; i++) {
        is_value &= trials->values[i][item] == trials->at[i];
        is_power &= trials->values[i][item] == exp2f(trials->at[i]);
    }
    return is_value ? EXPORTED_PARAM : is_power ? EXPORTED_POWER : EXPORTED_CONSTANT;
}

// Assigns the numbers that depend on the trials' component to the parameter; `is_table`: as tables.
// Returns false, and assigns nothing, if one of them already depends on something else, or has
// neither a table nor a source. Adds their number to `found`.
static bool assign(const struct fitting *fitting, const struct trials *trials, bool is_table,
                   int *found)
{
    const struct making *making = fitting->making;
    bool fits = true;
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < making->item_count && fits; i++) {
            struct exported_number *number = making->items[i].number;
            if (!is_changed(fitting, trials, i))
                continue;
            const enum exported_source source = is_table ? EXPORTED_TABLE : find_source(trials, i);
            if (turn == 0) {
                fits = number->source == EXPORTED_CONSTANT && source != EXPORTED_CONSTANT;
                ++*found;
                continue;
            }
            number->source = source;
            number->param = fitting->number;
            number->component = trials->component;
            if (!is_table)
                continue;
            number->table = memory_new(EXPORTED_KNOTS, sizeof(*number->table));
            for (int k = 0; k < EXPORTED_KNOTS; k++)
                number->table[k] = (float) trials->values[2 * k][i];
        }
    return fits;
}

// ---- the value itself

// Tries two values within the slider's range at which no step is inactive.
static bool fit_direct(const struct fitting *fitting)
{
    static const float places[] = { 0.37f, 0.71f };
    const struct param *row = fitting->param->row;
    float least, most;
    bool fits = true;
    int found = 0;
    param_slider(row, &least, &most);
    for (int c = 0; c < fitting->param->components && fits; c++) {
        struct trials trials = { .component = c, .count = 2 };
        for (int i = 0; i < 2; i++) {
            const float at = least + places[i] * (most - least);
            trials.at[i] = row->type == PARAM_TYPE_INT ? roundf(at) : at;
        }
        run_trials(fitting, &trials);
        fits = trials.values[0] && trials.values[1] && assign(fitting, &trials, false, &found);
        finish_trials(&trials);
    }
    for (int i = 0; i < fitting->making->item_count && !fits; i++) { // of components before
        struct exported_number *number = fitting->making->items[i].number;
        if (number && number->source >= EXPORTED_PARAM && number->param == fitting->number)
            number->source = EXPORTED_CONSTANT;
    }
    return fits && found > 0;
}

// ---- a table

static bool is_equal_at(const struct fitting *fitting, float value)
{
    double *values = record_with(fitting, 0, value);
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

// Sets the knots from the least value to the chain's own and from that to the most. Returns the
// index of the chain's own value.
static int place_knots(struct exported_param *param)
{
    const float own = param->value[0], least = param->least, most = param->most;
    const float share_below =
        least > 0 ? logf(own / least) / logf(most / least) : (own - least) / (most - least);
    int middle = (int) lroundf(share_below * LAST_KNOT);
    middle += (middle == 0 && own > least) - (middle == LAST_KNOT && own < most);
    param->knot_count = EXPORTED_KNOTS;
    for (int i = 0; i < LAST_KNOT; i++) {
        const bool is_below = i < middle;
        const float from = is_below ? least : own, to = is_below ? own : most;
        const float share = is_below ? (float) i / (float) middle
                                     : (float) (i - middle) / (float) (LAST_KNOT - middle);
        param->knots[i] = from > 0 ? from * powf(to / from, share) : from + share * (to - from);
    }
    param->knots[LAST_KNOT] = most;
    return middle;
}

// Returns true if all numbers that depend on the parameter are linear between two knots: halfway
// they are right within 0.4 %.
static bool is_linear_behind(const struct fitting *fitting, const struct trials *trials, int knot)
{
    static const double share = 4e-3, least = 1e-5;
    double *const *values = &trials->values[2 * knot];
    bool fits = values[1] != NULL;
    for (int i = 0; i < fitting->making->item_count && fits; i++) {
        const double a = values[0][i], b = values[2][i];
        fits = !is_changed(fitting, trials, i) ||
               fabs(values[1][i] - (a + b) / 2) <= share * fmax(fabs(a), fabs(b)) + least;
    }
    return fits;
}

// Tries all knots and the values between them. Sets the range of knots around the chain's own value
// in which all numbers are linear between two of them, and makes tables if these are all knots.
// Returns false if no number depends on the parameter, or if one depends on something else, too.
static bool fit_knots(const struct fitting *fitting, int *low, int *high)
{
    struct exported_param *param = fitting->param;
    struct trials trials = { .count = MOST_TRIALS };
    bool fits = true;
    int found = 0;
    *low = *high = place_knots(param);
    for (int i = 0; i < EXPORTED_KNOTS; i++) {
        trials.at[2 * i] = param->knots[i];
        if (i < LAST_KNOT)
            trials.at[2 * i + 1] = (param->knots[i] + param->knots[i + 1]) / 2;
    }
    run_trials(fitting, &trials);
    for (int i = 0; i < EXPORTED_KNOTS; i++)
        fits &= trials.values[2 * i] != NULL;
    while (fits && *low > 0 && is_linear_behind(fitting, &trials, *low - 1))
        --*low;
    while (fits && *high < LAST_KNOT && is_linear_behind(fitting, &trials, *high))
        ++*high;
    if (fits && *low == 0 && *high == LAST_KNOT)
        fits = assign(fitting, &trials, true, &found) && found > 0;
    finish_trials(&trials);
    return fits;
}

// Fits tables from the least to the most value at which the passes stay the same. A number that
// jumps, such as a count of texels, narrows that range to the part without a jump.
static bool fit_table(const struct fitting *fitting)
{
    enum { TURNS = 4 };
    struct exported_param *param = fitting->param;
    float least, most;
    if (param->components > 1 || param->row->type == PARAM_TYPE_INT ||
        !is_equal_at(fitting, param->value[0] * 1.001f))
        return false;
    param_slider(param->row, &least, &most);
    param->least = find_end(fitting, least < param->value[0] ? least : param->value[0]);
    param->most = find_end(fitting, most > param->value[0] ? most : param->value[0]);
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

const struct exported_param *exported_find_param(const struct exported *exported, int step,
                                                 const struct param *row)
{
    for (int i = 0; i < exported->param_count; i++)
        if (exported->params[i].step == step && exported->params[i].row == row)
            return &exported->params[i];
    return NULL;
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
    param->is_recorded = fit_direct(&fitting) || fit_table(&fitting);
    const bool is_code = is_step_code(exported, step);
    param->lowest = !is_code ? param->least : row->zero ? 0 : least;
    param->highest = is_code ? most : param->most;
    exported->param_count += param->is_recorded || is_code;
}

// ---- heights

// Returns true if lengths that are shares of the height give the recorded frame at another height:
// those that numbers depend on are in their range, and the others change no number.
// `except_code`: but for steps as code, which run at all heights.
static bool runs_at(const struct making *making, const struct chain *given, int height,
                    bool except_code)
{
    const struct exported *exported = making->exported;
    struct chain chain = exported->chain;
    bool is_same = true;
    for (int i = 0; i < chain.count; i++) {
        const struct param *row;
        void *own;
        if (chain.steps[i].off || (except_code && is_step_code(exported, i)))
            continue;
        for (int k = 0; (row = chain_step_param(&chain.steps[i], k, &own)); k++) {
            const float value = per_cent_of(given, i, k) * (float) height / 100;
            const struct exported_param *param = exported_find_param(exported, i, row);
            if (!(value > 0))
                continue;
            if (param && param->is_recorded)
                is_same &= value >= param->least && value <= param->most;
            else
                param_set(row, own, 0, value);
        }
    }
    double *values = making_record(making, &chain, exported->width, exported->height, 0, NULL);
    for (int i = 0; i < making->item_count && is_same; i++)
        is_same = values && values[i] == making->values[i];
    free(values);
    return is_same;
}

// Returns the height farthest from the recorded one, towards `end`, up to which runs_at holds.
static int find_height(const struct making *making, const struct chain *given, int end,
                       bool except_code)
{
    int good = making->exported->height, bad = end;
    if (runs_at(making, given, end, except_code))
        return end;
    while (abs(bad - good) > 1) {
        const int middle = (good + bad) / 2;
        if (runs_at(making, given, middle, except_code))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

bool exported_heights_are_limited(const struct exported *exported)
{
    return exported->has_any_size && (exported->least > 1 || exported->most < EXPORTED_MOST_SIDE);
}

void exported_fit_params(struct making *making, const struct chain *given)
{
    struct exported *exported = making->exported;
    const struct chain *chain = &exported->chain;
    for (int i = 0; i < chain->count; i++) {
        struct chain_step copy = chain->steps[i];
        void *values;
        for (int k = 0; !copy.off && chain_step_param(&copy, k, &values); k++)
            fit_param(making, given, i, k);
    }
    if (!exported->has_any_size)
        return;
    exported->least = find_height(making, given, exported->least, false);
    exported->most = find_height(making, given, exported->most, false);
    exported->lowest = find_height(making, given, exported->lowest, true);
    exported->highest = find_height(making, given, exported->highest, true);
}
