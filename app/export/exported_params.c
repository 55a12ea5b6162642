#include "app/export/exported_parts.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Which uniforms a parameter feeds: it is changed, the chain recorded again, and what differs
// compared. One that changes the passes themselves stays as it is.

struct fitting {
    struct making *making;
    struct exported_param *param; // that is being made
    int number;                   // of it
    int step;
    int row; // of the step
};

static struct chain with_value(const struct fitting *fitting, int component, float value)
{
    struct chain chain = fitting->making->exported->chain;
    void *values;
    const struct param *row = chain_step_param(&chain.steps[fitting->step], fitting->row, &values);
    param_set(row, values, component, value);
    return chain;
}

// Records with another value. False, with nothing to be finished, where passes or sizes differ.
static bool record_with(const struct fitting *fitting, int component, float value,
                        struct recording *recording)
{
    const struct making *making = fitting->making;
    const struct exported *exported = making->exported;
    const struct chain chain = with_value(fitting, component, value);
    if (!making_record(making, recording, &chain, exported->width, exported->height, 0))
        return false;
    const struct frame_record *was = &making->base.frame, *is = &recording->frame;
    bool is_alike = recording_is_alike(&making->base, recording, NULL);
    for (int i = 0; i < was->texture_count && is_alike; i++)
        is_alike = was->textures[i].width == is->textures[i].width &&
                   was->textures[i].height == is->textures[i].height;
    for (int i = 0; i < was->buffer_count && is_alike; i++)
        is_alike = was->buffers[i].size == is->buffers[i].size;
    for (int i = 0; i < was->count && is_alike; i++)
        is_alike = memcmp(was->passes[i].groups, is->passes[i].groups,
                          sizeof(was->passes[i].groups)) == 0 &&
                   memcmp(&was->passes[i].area, &is->passes[i].area, sizeof(struct pass_area)) == 0;
    if (!is_alike)
        recording_finish(recording);
    return is_alike;
}

// Calls `visit` for each number of the export; false where that returns false.
static bool each_number(const struct fitting *fitting, const struct recording *recording,
                        bool (*visit)(const struct fitting *fitting, struct exported_number *number,
                                      double was, double is, void *data),
                        void *data)
{
    const struct making *making = fitting->making;
    const struct exported *exported = making->exported;
    for (int p = 0; p < exported->pass_count; p++)
        for (int u = 0; u < exported->passes[p].uniform_count; u++) {
            const struct exported_uniform *uniform = &exported->passes[p].uniforms[u];
            for (int k = 0; k < uniform->number_count; k++)
                if (!visit(fitting, &uniform->numbers[k],
                           recorded_number(&making->base, p, uniform, k),
                           recorded_number(recording, p, uniform, k), data))
                    return false;
        }
    return true;
}

// ---- the value itself

struct direct {
    int component, found;
    float value;
};

// A changed number must be the value, or 2 to its power, and nothing else before.
static bool take_direct(const struct fitting *fitting, struct exported_number *number, double was,
                        double is, void *data)
{
    struct direct *direct = data;
    const bool is_own = number->source >= EXPORTED_PARAM && number->param == fitting->number &&
                        number->component == direct->component;
    const enum exported_source source = is == (double) direct->value          ? EXPORTED_PARAM
                                        : is == (double) exp2f(direct->value) ? EXPORTED_POWER
                                                                              : EXPORTED_CONSTANT;
    if (was == is && !is_own)
        return true;
    if (source == EXPORTED_CONSTANT ||
        (is_own ? number->source != source : number->source != EXPORTED_CONSTANT))
        return false;
    number->source = source;
    number->param = fitting->number;
    number->component = direct->component;
    direct->found++;
    return true;
}

// Two values of a slider's range at which no step stands still.
static bool fit_direct(const struct fitting *fitting, int *found)
{
    static const float places[] = { 0.37f, 0.71f };
    const struct param *row = fitting->param->row;
    float least, most;
    param_slider(row, &least, &most);
    *found = 0;
    for (int c = 0; c < fitting->param->components; c++)
        for (int i = 0; i < 2; i++) {
            struct recording recording;
            struct direct direct = { c, 0, least + places[i] * (most - least) };
            if (row->type == PARAM_TYPE_INT)
                direct.value = roundf(direct.value);
            if (!record_with(fitting, c, direct.value, &recording))
                return false;
            const bool fits = each_number(fitting, &recording, take_direct, &direct);
            recording_finish(&recording);
            if (!fits)
                return false;
            *found += direct.found;
        }
    return true;
}

// Lets go of the numbers that were taken for the parameter.
static bool release(const struct fitting *fitting, struct exported_number *number, double was,
                    double is, void *data)
{
    (void) was, (void) is, (void) data;
    if (number->source < EXPORTED_PARAM || number->param != fitting->number)
        return true;
    free(number->table);
    number->table = NULL;
    number->source = EXPORTED_CONSTANT;
    number->param = number->component = 0;
    return true;
}

// ---- a table

struct knot {
    int index, found;
};

static bool take_knot(const struct fitting *fitting, struct exported_number *number, double was,
                      double is, void *data)
{
    struct knot *knot = data;
    const bool is_own = number->source == EXPORTED_TABLE && number->param == fitting->number;
    if (was == is && !is_own)
        return true;
    if (!is_own && number->source != EXPORTED_CONSTANT)
        return false;
    if (!is_own) {
        number->source = EXPORTED_TABLE;
        number->param = fitting->number;
        number->table = memory_new(EXPORTED_KNOTS, sizeof(*number->table));
        for (int i = 0; i < EXPORTED_KNOTS; i++)
            number->table[i] = (float) was;
    }
    number->table[knot->index] = (float) is;
    knot->found++;
    return true;
}

static bool is_alike_at(const struct fitting *fitting, float value)
{
    struct recording recording;
    if (!record_with(fitting, 0, value, &recording))
        return false;
    recording_finish(&recording);
    return true;
}

// The value nearest to `end` up to which the passes stay the same.
static float find_end(const struct fitting *fitting, float end)
{
    float good = fitting->param->value[0], bad = end;
    if (is_alike_at(fitting, end))
        return end;
    for (int i = 0; i < 24; i++) {
        const float middle = good > 0 && bad > 0 ? sqrtf(good * bad) : (good + bad) / 2;
        if (is_alike_at(fitting, middle))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

// Knots from end to end, of which one is the chain's own value.
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

static bool fit_table(const struct fitting *fitting)
{
    struct exported_param *param = fitting->param;
    struct knot knot = { 0 };
    float least, most;
    if (param->components > 1 || param->row->type == PARAM_TYPE_INT ||
        !is_alike_at(fitting, param->value[0] * 1.001f))
        return false;
    param_slider(param->row, &least, &most);
    param->least = find_end(fitting, least < param->value[0] ? least : param->value[0]);
    param->most = find_end(fitting, most > param->value[0] ? most : param->value[0]);
    if (param->least >= param->most)
        return false;
    place_knots(fitting);
    for (; knot.index < EXPORTED_KNOTS; knot.index++) {
        struct recording recording;
        if (!record_with(fitting, 0, param->knots[knot.index], &recording))
            return false;
        const bool fits = each_number(fitting, &recording, take_knot, &knot);
        recording_finish(&recording);
        if (!fits)
            return false;
    }
    return knot.found > 0;
}

// ---- all of them

// "dual.sigma", and of the second step of an effect "dual2.sigma".
static void name_param(const struct chain *chain, int step, const struct param *row,
                       char name[EXPORTED_NAME_SIZE])
{
    const struct effect *effect = chain->steps[step].effect;
    int before = 0;
    for (int i = 0; i < step; i++)
        before += chain->steps[i].effect == effect && !chain->steps[i].off;
    const char *slash = strrchr(effect->name, '/');
    const char *own = slash ? slash + 1 : effect->name;
    snprintf(name, EXPORTED_NAME_SIZE, before > 0 ? "%.30s%d.%.30s" : "%.30s%.0d.%.30s", own,
             before > 0 ? before + 1 : 0, row->key);
}

static bool is_number(const struct chain_step *step, const struct param *row)
{
    const bool is_own = row == param_find(step->effect->params, row->key);
    return is_own && row != effect_cell_row(step->effect) && strcmp(row->key, "error") != 0 &&
           (row->type == PARAM_TYPE_FLOAT || row->type == PARAM_TYPE_STOPS ||
            row->type == PARAM_TYPE_INT || row->type == PARAM_TYPE_LENGTH ||
            row->type == PARAM_TYPE_COLOUR);
}

// As the row of a chain that was not fixed has it: in per cent of the height, or 0.
static float per_cent_of(const struct chain *given, int step, int row)
{
    struct chain_step copy = given->steps[step];
    void *values;
    const struct param *param = chain_step_param(&copy, row, &values);
    const struct length *length = param_field(param, values);
    return param->type == PARAM_TYPE_LENGTH && length->of_height ? length->value : 0;
}

static void fit_param(struct making *making, const struct chain *given, int step, int number)
{
    struct exported *exported = making->exported;
    void *values;
    const struct param *row = chain_step_param(&exported->chain.steps[step], number, &values);
    if (exported->param_count == EXPORTED_MOST_PARAMS ||
        !is_number(&exported->chain.steps[step], row))
        return;
    struct exported_param *param = &exported->params[exported->param_count];
    const struct fitting fitting = { making, param, exported->param_count, step, number };
    int found;
    *param =
        (struct exported_param){ .row = row, .step = step, .components = param_components(row) };
    name_param(&exported->chain, step, row, param->name);
    param->per_cent = per_cent_of(given, step, number);
    for (int i = 0; i < param->components; i++)
        param->value[i] = param_get(row, values, i);
    param_range(row, values, &param->least, &param->most);
    bool fits = fit_direct(&fitting, &found) && found > 0;
    if (!fits) {
        each_number(&fitting, &making->base, release, NULL);
        fits = fit_table(&fitting);
    }
    if (fits)
        exported->param_count++;
    else
        each_number(&fitting, &making->base, release, NULL);
}

void exported_fit_params(struct making *making, const struct chain *given)
{
    const struct chain *chain = &making->exported->chain;
    for (int i = 0; i < chain->count; i++) {
        struct chain_step copy = chain->steps[i];
        void *values;
        if (copy.off)
            continue;
        for (int k = 0; chain_step_param(&copy, k, &values); k++)
            fit_param(making, given, i, k);
    }
}
