#include "effects/chain.h"

#include "render/names.h"
#include "render/step_text.h"

#include <assert.h>
#include <string.h>

// The rows that every step has besides its effect's own.
static const struct param step_params[] = {
    PARAM_RECT(struct chain_step, roi, .def_rect = { 0, 0, 1, 1 }, .max = 1,
               .help = "Part of the picture where the step works, from the top left corner"),
    { 0 },
};

void chain_step_init(struct chain_step *step, const struct effect *effect)
{
    assert(effect->params_size <= EFFECT_MAX_PARAMS_SIZE);
    *step = (struct chain_step){ .effect = effect };
    param_set_defaults(step_params, step);
    param_set_defaults(effect->params, step->params);
}

static int count_rows(const struct param *table)
{
    int count = 0;
    while (table && table[count].key)
        count++;
    return count;
}

const struct param *chain_step_param(struct chain_step *step, int i, void **values)
{
    const int own = count_rows(step->effect->params);
    *values = i < own ? (void *) step->params : (void *) step;
    if (i < own)
        return &step->effect->params[i];
    return i - own < count_rows(step_params) ? &step_params[i - own] : NULL;
}

int chain_step_impl(const struct chain_step *step)
{
    const struct param *row = param_find(step->effect->params, "impl", 4);
    return row ? (int) param_get(row, step->params, 0) : 0;
}

bool chain_step_has_roi(const struct chain_step *step)
{
    return !param_is_default(&step_params[0], step);
}

static bool is_equal(const struct chain_step *a, const struct chain_step *b)
{
    return a->effect == b->effect && a->off == b->off && param_all_equal(step_params, a, b) &&
           param_all_equal(a->effect->params, a->params, b->params);
}

bool chain_equal(const struct chain *a, const struct chain *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (!is_equal(&a->steps[i], &b->steps[i]))
            return false;
    return true;
}

// ---- reading

// A chain while it is read; the target and the name's place are those of the last step.
struct chain_reader {
    struct step_text text;
    struct step_target target;
    size_t name_at;
    struct chain chain;
};

static const char *effect_name(const void *set, int i)
{
    const struct effect *const *all = set;
    return all[i] ? all[i]->name : NULL;
}

static const struct param *step_row(void *step, int i, void **values)
{
    return chain_step_param(step, i, values);
}

static bool unknown_effect(const struct step_word *word, struct error *error)
{
    const struct names names = { effect_name, effects };
    const bool is_number = word->text[0] >= '0' && word->text[0] <= '9';
    error_set(error, "no effect '%.*s'; %sthere are ", names_shown(word->length), word->text,
              is_number ? "numbers are written with a point, 1.5; " : "");
    return names_append(error, &names, word->text, word->length);
}

static bool begin_step(struct chain_reader *reader, const struct step_token *token,
                       struct error *error)
{
    const size_t after = reader->text.at;
    reader->text.at = reader->name_at = (size_t) (token->word.text - reader->text.text);
    if (reader->chain.count == CHAIN_MAX_STEPS)
        return error_set(error, "a chain has at most %d steps", CHAIN_MAX_STEPS);
    const struct effect *effect = effect_find(token->word.text, token->word.length);
    if (!effect)
        return unknown_effect(&token->word, error);
    struct chain_step *step = &reader->chain.steps[reader->chain.count++];
    chain_step_init(step, effect);
    step->off = token->off;
    reader->target = (struct step_target){ .name = effect->name, .row = step_row, .of = step };
    reader->text.at = after;
    return true;
}

// Asks the effect whether the values of the step that has ended go together.
static bool end_step(struct chain_reader *reader, struct error *error)
{
    if (reader->chain.count == 0)
        return true;
    const struct chain_step *step = &reader->chain.steps[reader->chain.count - 1];
    if (!step->effect->check || step->effect->check(step->params, error))
        return true;
    reader->text.at = reader->name_at;
    return false;
}

static bool read_chain(struct chain_reader *reader, struct error *error)
{
    struct step_token token;
    while (step_text_next(&reader->text, &token, error)) {
        if (token.kind != STEP_OPTION && !end_step(reader, error))
            return false;
        if (token.kind == STEP_END)
            return true;
        if (token.kind == STEP_NAME ? !begin_step(reader, &token, error)
                                    : !step_text_set(&reader->text, &reader->target, &token, error))
            return false;
    }
    return false;
}

bool chain_parse(struct chain *chain, const char *text, size_t *column, struct error *error)
{
    struct chain_reader reader = { .text = { .text = text } };
    if (!read_chain(&reader, error)) {
        if (column)
            *column = reader.text.at;
        return step_text_locate(text, reader.text.at, error);
    }
    *chain = reader.chain;
    return true;
}

// ---- writing

static void write_step(struct step_writer *writer, const struct chain_step *step)
{
    if (step->off)
        step_write(writer, "-");
    step_write(writer, step->effect->name);
    step_write_options(writer, step->effect->params, step->params);
    step_write_options(writer, step_params, step);
}

int chain_print_step(const struct chain_step *step, char *out, size_t size)
{
    struct step_writer writer = { .out = out, .size = size };
    write_step(&writer, step);
    return writer.length;
}

int chain_print(const struct chain *chain, char *out, size_t size)
{
    struct step_writer writer = { .out = out, .size = size };
    step_write(&writer, "");
    for (int i = 0; i < chain->count; i++) {
        step_write(&writer, i > 0 ? "," : "");
        write_step(&writer, &chain->steps[i]);
    }
    return writer.length;
}
