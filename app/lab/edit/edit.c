#include "app/lab/edit/edit.h"

#include <stdio.h>
#include <string.h>

static const char *const corners[] = { "left", "top", "right", "bottom" };

int edit_lines_of(const struct param *row)
{
    return row->type == PARAM_TYPE_RECT ? param_components(row) : 1;
}

struct edit_line edit_line_of(const struct param *row, void *values, int component)
{
    const char *const corner = row->type == PARAM_TYPE_RECT ? corners[component] : NULL;
    return (struct edit_line){ row, values, component, corner };
}

bool edit_line(struct chain *chain, int step, int line, struct edit_line *out)
{
    void *values;
    const struct param *row;
    if (step >= chain->count)
        return false;
    for (int i = 0; (row = chain_step_param(&chain->steps[step], i, &values)); i++) {
        if (line < edit_lines_of(row)) {
            *out = edit_line_of(row, values, line);
            return true;
        }
        line -= edit_lines_of(row);
    }
    return false;
}

int edit_line_count(struct chain *chain, int step)
{
    struct edit_line line;
    int count = 0;
    while (edit_line(chain, step, count, &line))
        count++;
    return count;
}

void edit_label(const struct edit_line *line, char *out, size_t size)
{
    snprintf(out, size, "%s%s%s", line->param->key, line->corner ? " " : "",
             line->corner ? line->corner : "");
}

bool edit_nudge(struct chain *chain, int step, int line, int presses, bool fine)
{
    struct edit_line turned;
    const struct chain before = *chain;
    if (edit_line(chain, step, line, &turned))
        param_nudge(turned.param, turned.values, turned.component, presses, fine);
    return !chain_equal(&before, chain);
}

// Returns the selected step if it is of the kind, else the first that is; -1 for none.
static int find_step_of_kind(const struct chain *chain, int selected,
                             bool (*is_wanted)(const struct effect *effect))
{
    if (selected < chain->count && is_wanted(chain->steps[selected].effect))
        return selected;
    for (int i = 0; i < chain->count; i++)
        if (is_wanted(chain->steps[i].effect))
            return i;
    return -1;
}

static bool blurs(const struct effect *effect)
{
    return effect->blurs;
}

static const struct effect *blur_after(const struct effect *effect)
{
    int at = 0, count = 0;
    for (; effects[count]; count++)
        if (effects[count] == effect)
            at = count;
    do
        at = (at + 1) % count;
    while (!effects[at]->blurs);
    return effects[at];
}

// Keeps a value but `impl`: each effect has implementations of its own.
static void keep_value(const struct param *row, const void *values, const struct chain_step *from)
{
    char text[PARAM_PRINTED_SIZE];
    struct error ignored;
    const struct param *old = param_find(from->effect->params, row->key, strlen(row->key));
    if (!old || old->type != row->type || row->type == PARAM_TYPE_TEXT ||
        strcmp(row->key, "impl") == 0)
        return;
    const int length = param_print(old, from->params, text, sizeof(text));
    param_parse(row, (void *) values, text, (size_t) length, &ignored);
}

const struct effect *edit_next_blur(struct chain *chain, int *step)
{
    const int found = find_step_of_kind(chain, *step, blurs);
    if (found < 0)
        return NULL;
    struct chain_step *place = &chain->steps[found];
    const struct chain_step from = *place;
    chain_step_init(place, blur_after(from.effect));
    place->off = from.off;
    place->roi = from.roi;
    for (const struct param *row = place->effect->params; row && row->key; row++)
        keep_value(row, place->params, &from);
    *step = found;
    return place->effect;
}

static bool has_impls(const struct effect *effect)
{
    return effect->params && param_find(effect->params, "impl", strlen("impl"));
}

const char *edit_next_impl(struct chain *chain, int *step, const struct effect **effect)
{
    const int found = find_step_of_kind(chain, *step, has_impls);
    if (found < 0)
        return NULL;
    struct chain_step *place = &chain->steps[found];
    const struct param *row = param_find(place->effect->params, "impl", strlen("impl"));
    const int next = (chain_step_impl(place) + 1) % param_choice_count(row);
    param_set(row, place->params, 0, (float) next);
    *step = found;
    *effect = place->effect;
    return param_choice(row, next);
}

void edit_reset_step(struct chain *chain, const struct chain *first, int step)
{
    if (step >= chain->count)
        return;
    struct chain_step *place = &chain->steps[step];
    if (step < first->count && first->steps[step].effect == place->effect)
        *place = first->steps[step];
    else
        chain_step_init(place, place->effect);
}

void edit_cut(struct chain *chain, int step)
{
    for (int i = step + 1; i < chain->count; i++)
        chain->steps[i].off = true;
}

void edit_find_line(struct chain *chain, const char *key, int *step, int *line)
{
    struct edit_line at;
    for (int i = 0; i < chain->count; i++)
        for (int k = 0; edit_line(chain, i, k, &at); k++)
            if (!chain->steps[i].off && strcmp(at.param->key, key) == 0) {
                *step = i;
                *line = k;
                return;
            }
}
