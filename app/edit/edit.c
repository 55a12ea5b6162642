#define _GNU_SOURCE // strcasestr
#include "app/edit/edit.h"

#include "effects/hook/shader_folder.h"
#include "effects/plan/plan_layout.h"
#include "effects/plan/plan_sequence.h"
#include "render/text/memory.h"
#include "render/text/names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- values

static const char *const corners[] = { "left", "top", "right", "bottom" };

static int lines_of(const struct param *row)
{
    return row->type == PARAM_TYPE_RECT ? 1 + param_components(row) : 1;
}

struct edit_line edit_line_of(const struct param *row, void *values, int line)
{
    const bool is_rect = row->type == PARAM_TYPE_RECT;
    const int component = is_rect ? line - 1 : line;
    return (struct edit_line){ row, values, component,
                               is_rect && line > 0 ? corners[component] : NULL };
}

bool edit_line(struct chain *chain, int step, int line, struct edit_line *out)
{
    void *values;
    const struct param *row;
    if (step >= chain->count)
        return false;
    for (int i = 0; (row = chain_step_param(&chain->steps[step], i, &values)); i++) {
        if (line < lines_of(row)) {
            *out = edit_line_of(row, values, line);
            return true;
        }
        line -= lines_of(row);
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
    if (edit_line(chain, step, line, &turned) && turned.component >= 0)
        param_nudge(turned.param, turned.values, turned.component, presses, fine);
    return !chain_equal(&before, chain);
}

// Returns the selected step if it blurs (or, with `has_impls`, has implementations to choose from),
// else the first step that does; -1 for none.
static int find_step_of_kind(const struct chain *chain, int selected, bool has_impls)
{
    int found = -1;
    for (int i = chain->count - 1; i >= 0 && found != selected; i--) {
        const struct effect *effect = chain->steps[i].effect;
        if (has_impls ? param_find(effect->params, "impl") != NULL : effect->blur != NULL)
            found = i;
    }
    return found;
}

// Replaces the effect of a step. The step keeps its switch, its region, and the values of
// parameters that both effects have. In a new version of a shader file, parameters at their default
// get the new default.
static void put_effect(struct chain_step *place, const struct effect *effect)
{
    const struct chain_step from = *place;
    chain_step_init(place, effect);
    place->off = from.off;
    place->roi = from.roi;
    param_for_each(row, effect->params) {
        char text[PARAM_PRINTED_SIZE];
        struct error ignored;
        const struct param *old = param_find(from.effect->params, row->key);
        if (!old || old->type != row->type || row->type == PARAM_TYPE_TEXT ||
            strcmp(row->key, "impl") == 0 || // implementations are of one effect
            (effect_is_same(from.effect, effect) && param_is_default(old, from.params)))
            continue;
        const int length = param_print(old, from.params, text, sizeof(text));
        param_parse(row, place->params, text, (size_t) length, &ignored);
    }
}

bool edit_replace_file(struct chain *chain, const struct effect *effect)
{
    bool changed = false;
    for (int i = 0; i < chain->count; i++) {
        struct chain_step *step = &chain->steps[i];
        if (step->effect == effect || !effect_is_same(step->effect, effect))
            continue;
        put_effect(step, effect);
        changed = true;
    }
    return changed;
}

const struct effect *edit_next_blur(struct chain *chain, int *step)
{
    const int found = find_step_of_kind(chain, *step, false);
    if (found < 0)
        return NULL;
    struct chain_step *place = &chain->steps[found];
    const struct effect *blur, *next = shader_folder_blur(0);
    // Blurs of the program come first, then shader files in the directory of --effects.
    for (int i = 0; (blur = shader_folder_blur(i)); i++)
        if (effect_is_same(blur, place->effect) && shader_folder_blur(i + 1))
            next = shader_folder_blur(i + 1);
    put_effect(place, next);
    *step = found;
    return place->effect;
}

const char *edit_next_impl(struct chain *chain, int *step, const struct effect **effect)
{
    const int found = find_step_of_kind(chain, *step, true);
    if (found < 0)
        return NULL;
    struct chain_step *place = &chain->steps[found];
    const struct param *row = param_find(place->effect->params, "impl");
    const int next = (chain_step_impl(place) + 1) % param_choice_count(row);
    chain_step_set_impl(place, next);
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

// ---- steps by their names

static const char *step_name(const void *set, int i)
{
    const struct chain *chain = set;
    return i < chain->count ? chain->steps[i].effect->name : NULL;
}

bool edit_find_step(const struct chain *chain, const char *at, int *step, struct error *error)
{
    int found = -1;
    *step = -1;
    if (strchr(at, '/'))
        return true;
    if (isdigit((unsigned char) at[0])) {
        char *end;
        const long number = strtol(at, &end, 10);
        found = *end == '\0' && number >= 1 && number <= chain->count ? (int) number - 1 : -1;
    } else { // of several, the first one that is on, or the first one if all are off
        for (int i = chain->count - 1; i >= 0; i--)
            if (strcmp(chain->steps[i].effect->name, at) == 0 &&
                (found < 0 || !chain->steps[i].off))
                found = i;
    }
    if (found < 0) {
        error_set(error, "no step '%s'; the chain has ", at);
        return names_append(error, &(const struct names){ step_name, chain }, at, strlen(at));
    }
    if (chain->steps[found].off)
        return error_set(error, "step %d, %s, is switched off by the '-' before it", found + 1,
                         chain->steps[found].effect->name);
    *step = found;
    return true;
}

// ---- which steps there are

// The size only decides which steps have no effect, so any size serves.
static bool is_valid_chain(const struct chain *chain, struct error *error)
{
    static const struct plan_options options = { .width = 1280, .height = 720 };
    struct plan_sequence sequence;
    return plan_sequence_make(&sequence, chain, &options, error);
}

static void insert(struct chain *chain, const struct chain_step *step, int at)
{
    struct chain_step *place = &chain->steps[at];
    memmove(place + 1, place, sizeof(*place) * (size_t) (chain->count - at));
    *place = *step;
    chain->count++;
}

static void remove_at(struct chain *chain, int at)
{
    struct chain_step *place = &chain->steps[at];
    chain->count--;
    memmove(place, place + 1, sizeof(*place) * (size_t) (chain->count - at));
}

// Removes the place that the error suggests: it is the one that the caller has just tried.
static void cut_advice(struct error *error)
{
    char *advice = strrchr(error->text, ';');
    if (advice)
        *advice = '\0';
}

// Tries the requested place, then places at growing distance; of two at the same distance the later
// one is used.
static bool insert_near(struct chain *chain, const struct chain_step *step, int requested, int *at,
                        struct error *error)
{
    struct error ignored;
    if (chain->count == CHAIN_MAX_STEPS)
        return error_set(error, "a chain has at most %d steps, and this one has them all",
                         CHAIN_MAX_STEPS);
    for (int by = 0; by <= chain->count; by++)
        for (int way = 1; way >= -1; way -= 2) {
            const int place = requested + way * by;
            struct chain longer = *chain;
            if (place < 0 || place > chain->count)
                continue;
            insert(&longer, step, place);
            if (!is_valid_chain(&longer, by == 0 ? error : &ignored))
                continue;
            *chain = longer;
            *at = place;
            return true;
        }
    cut_advice(error);
    return error_prefix(error, "%s has no place: ", step->effect->name);
}

bool edit_steps_add(struct chain *chain, const struct effect *effect, int *step,
                    struct error *error)
{
    struct chain_step added;
    chain_step_init(&added, effect);
    return insert_near(chain, &added, chain->count == 0 ? 0 : *step + 1, step, error);
}

bool edit_steps_duplicate(struct chain *chain, int *step, struct error *error)
{
    const struct chain_step copy = chain->steps[*step];
    return insert_near(chain, &copy, *step + 1, step, error);
}

void edit_steps_remove(struct chain *chain, int *step)
{
    remove_at(chain, *step);
    if (*step >= chain->count)
        *step = chain->count > 0 ? chain->count - 1 : 0;
}

bool edit_steps_move(struct chain *chain, int *step, int to, struct error *error)
{
    struct chain moved = *chain;
    const struct chain_step of = chain->steps[*step];
    if (to < 0 || to >= chain->count)
        return error_set(error, "%s is the %s step", of.effect->name, to < 0 ? "first" : "last");
    remove_at(&moved, *step);
    insert(&moved, &of, to);
    if (!is_valid_chain(&moved, error)) {
        cut_advice(error);
        return error_prefix(error, "%s stays at %d: ", of.effect->name, *step + 1);
    }
    *chain = moved;
    *step = to;
    return true;
}

// ---- effects to choose from

// Effects that are not blurs are grouped by what they do to colours.
static const char *const kinds[] = { "Blur",
                                     "Light",
                                     "From light to display values",
                                     "Display values",
                                     "Light or display values",
                                     "Shader files" };

enum { KINDS = ARRAY_COUNT(kinds) };

static int kind_of(const struct effect *effect)
{
    static const int by_colour[] = {
        [COLOUR_LINEAR] = 1, [COLOUR_ENCODES] = 2, [COLOUR_DISPLAY] = 3, [COLOUR_ANY] = 4
    };
    return effect->blur ? 0 : effect->file.path ? KINDS - 1 : by_colour[effect->colour];
}

const char *edit_effects_kind(const struct effect *effect)
{
    return kinds[kind_of(effect)];
}

// Copies the next word of a filter. Returns the bytes up to the word after it.
static size_t take_word(const char *filter, char word[static EDIT_WORD_SIZE])
{
    const size_t length = strcspn(filter, " _");
    snprintf(word, EDIT_WORD_SIZE, "%.*s", (int) length, filter);
    return length + strspn(filter + length, " _");
}

bool edit_words_are_in(const char *filter, const char *text, const char *other)
{
    char word[EDIT_WORD_SIZE];
    while (*filter) {
        filter += take_word(filter, word);
        if (!strcasestr(text, word) && !strcasestr(other, word))
            return false;
    }
    return true;
}

int edit_effects_find(const char *filter, const struct effect *found[static EDIT_EFFECTS_MAX])
{
    const struct effect *effect;
    int count = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; count < EDIT_EFFECTS_MAX; i++) {
            if (!(effect = kind < KINDS - 1 ? effects[i] : shader_folder_at(i)))
                break;
            if (kind_of(effect) == kind &&
                edit_words_are_in(filter, effect->name, effect->about.summary))
                found[count++] = effect;
        }
    return count;
}

int edit_effects_best(const char *filter, const struct effect *const found[], int count)
{
    char word[EDIT_WORD_SIZE];
    int best = 0;
    take_word(filter, word);
    for (int i = count - 1; i >= 0; i--)
        if (strcasestr(found[i]->name, word))
            best = i;
    for (int i = count - 1; i >= 0; i--)
        if (strcasestr(found[i]->name, word) == found[i]->name)
            best = i;
    return best;
}
