#include "app/window/state/chain_words.h"

#include "app/edit/preset.h"
#include "render/text/step_text.h"

#include <stdio.h>
#include <string.h>

// The steps of a chain without those at both ends that are equal in the other one.
struct part {
    const struct chain_step *steps;
    int count;
};

// Returns the step of the other part with the same effect, of several the one of the same order;
// NULL: there is none.
static const struct chain_step *find_same(const struct part *part, const struct part *other, int i)
{
    const struct effect *effect = part->steps[i].effect;
    int before = 0;
    for (int k = 0; k < i; k++)
        before += part->steps[k].effect == effect;
    for (int k = 0; k < other->count; k++)
        if (other->steps[k].effect == effect && before-- == 0)
            return &other->steps[k];
    return NULL;
}

enum { NAME_SHOWN = 24 }; // characters of a shader file's name

// Adds words of one step after those that are there, as long as a few more have room behind them.
struct words {
    struct step_writer writer;
    int left_out;
};

static void add_words(struct words *words, const char *more)
{
    const int room = CHAIN_WORDS_SIZE - (int) sizeof(", 99 more"), length = (int) strlen(more);
    const char *comma = words->writer.length > 0 ? ", " : "";
    if (words->left_out > 0 || (*comma && words->writer.length + 2 + length > room))
        words->left_out++;
    else
        step_writef(&words->writer, "%s%.*s%s", comma, room - 3, more,
                    length > room - 3 ? "..." : "");
}

// Prints the values in which a step differs from `other`, or from its defaults if that is NULL.
static void print_step(const struct chain_step *step, const struct chain_step *other, char *out,
                       size_t size)
{
    struct step_writer writer = { out, size, 0 };
    struct chain_step from = *step, to;
    void *values, *others;
    const struct param *row;
    chain_step_init(&to, step->effect);
    if (other)
        to = *other;
    const bool is_long = strlen(step->effect->name) > NAME_SHOWN; // the values must have room, too
    step_writef(&writer, "%.*s%s", NAME_SHOWN, step->effect->name, is_long ? "..." : "");
    for (int i = 0; (row = chain_step_param(&from, i, &values)); i++) {
        char value[PARAM_PRINTED_SIZE];
        const bool is_width = !other && step->effect->blur && strcmp(row->key, "sigma") == 0;
        chain_step_param(&to, i, &others);
        if (param_equal(row, values, others) && !is_width)
            continue;
        param_print(row, values, value, sizeof(value));
        step_writef(&writer, " %s=%s", row->key, value);
    }
    if (step->off && (!other || !other->off))
        step_write(&writer, " off");
}

void chain_words_print(const struct chain *chain, const struct chain *other,
                       char out[static CHAIN_WORDS_SIZE])
{
    struct words words = { { out, CHAIN_WORDS_SIZE, 0 }, 0 };
    char text[CHAIN_TEXT_SIZE];
    const int preset = preset_of(chain);
    int first = 0, last = 0; // equal steps at the beginning and at the end
    const int most = chain->count < other->count ? chain->count : other->count;
    bool has_own = false;
    snprintf(out, CHAIN_WORDS_SIZE, "%s", preset >= 0 ? preset_name(preset) : "");
    if (preset >= 0)
        return;
    while (first < most && chain_step_equal(&chain->steps[first], &other->steps[first]))
        first++;
    while (first + last < most && chain_step_equal(&chain->steps[chain->count - 1 - last],
                                                   &other->steps[other->count - 1 - last]))
        last++;
    const struct part part = { &chain->steps[first], chain->count - first - last };
    const struct part others = { &other->steps[first], other->count - first - last };
    for (int i = 0; i < part.count; i++) {
        const struct chain_step *same = find_same(&part, &others, i);
        has_own = has_own || !same;
        if (same && chain_step_equal(&part.steps[i], same))
            continue;
        print_step(&part.steps[i], same, text, sizeof(text));
        add_words(&words, text);
    }
    for (int i = 0; !has_own && i < others.count; i++)
        if (!find_same(&others, &part, i)) {
            snprintf(text, sizeof(text), "no %s", others.steps[i].effect->name);
            add_words(&words, text);
        }
    if (words.writer.length == 0 && part.count > 0) { // the order differs, and nothing else
        snprintf(text, sizeof(text), "%s as step %d", part.steps[0].effect->name, first + 1);
        add_words(&words, text);
    }
    if (words.left_out > 0)
        step_writef(&words.writer, ", %d more", words.left_out);
}
