#include "app/lab/edit/side_names.h"

#include "app/lab/edit/preset.h"
#include "render/text/step_text.h"

#include <stdio.h>
#include <string.h>

// ---- which step of one chain stands for which of the other

// The steps of both that stand for each other; NULL: this side has none.
struct step_pair {
    const struct chain_step *steps[2];
};

enum { MOST_PAIRS = 2 * CHAIN_MAX_STEPS };

// Costs of pairing two steps. Leaving out both costs twice LEFT_OUT.
enum { SAME = 0, SAME_EFFECT = 2, BOTH_BLUR = 3, OTHERS = 5, LEFT_OUT = 3 };

static int cost_of(const struct chain_step *a, const struct chain_step *b)
{
    if (chain_step_equal(a, b))
        return SAME;
    return a->effect == b->effect                 ? SAME_EFFECT
           : a->effect->blurs && b->effect->blurs ? BOTH_BLUR
                                                  : OTHERS;
}

// Pairs the steps so that least differs, in their order (R. Wagner and M. Fischer, The
// String-to-String Correction Problem, 1974). Returns how many pairs there are.
static int pair_steps(const struct chain *a, const struct chain *b,
                      struct step_pair pairs[static MOST_PAIRS])
{
    int least[CHAIN_MAX_STEPS + 1][CHAIN_MAX_STEPS + 1]; // from these steps on
    int count = 0;
    for (int i = a->count; i >= 0; i--)
        for (int k = b->count; k >= 0; k--) {
            int best = i == a->count && k == b->count ? 0 : OTHERS * MOST_PAIRS;
            if (i < a->count && least[i + 1][k] + LEFT_OUT < best)
                best = least[i + 1][k] + LEFT_OUT;
            if (k < b->count && least[i][k + 1] + LEFT_OUT < best)
                best = least[i][k + 1] + LEFT_OUT;
            if (i < a->count && k < b->count) {
                const int both = least[i + 1][k + 1] + cost_of(&a->steps[i], &b->steps[k]);
                best = both <= best ? both : best;
            }
            least[i][k] = best;
        }
    for (int i = 0, k = 0; i < a->count || k < b->count; count++) {
        const bool has_a = i < a->count, has_b = k < b->count;
        const bool both = has_a && has_b &&
                          least[i][k] == least[i + 1][k + 1] + cost_of(&a->steps[i], &b->steps[k]);
        const bool consumes_a = both || (has_a && least[i][k] == least[i + 1][k] + LEFT_OUT);
        const bool consumes_b = both || !consumes_a;
        pairs[count] = (struct step_pair){ { consumes_a ? &a->steps[i] : NULL,
                                             consumes_b ? &b->steps[k] : NULL } };
        i += consumes_a;
        k += consumes_b;
    }
    return count;
}

// ---- words

enum {
    SIDE_WORDS_SIZE = SIDE_NAME_SIZE - sizeof("A: ") + 1,
    NAME_SHOWN = 24, // characters of a shader file's name
};

// Adds words of one step after those that are there, as long as a few more have room behind them.
struct words {
    struct step_writer writer;
    int left_out;
};

static void add_words(struct words *words, const char *more)
{
    const int room = SIDE_WORDS_SIZE - (int) sizeof(", 99 more"), length = (int) strlen(more);
    const char *comma = words->writer.length > 0 ? ", " : "";
    if (words->left_out > 0 || (*comma && words->writer.length + 2 + length > room))
        words->left_out++;
    else
        step_writef(&words->writer, "%s%.*s%s", comma, room - 3, more,
                    length > room - 3 ? "..." : "");
}

// The values in which it differs from `other`, a step of the same effect or that effect's defaults.
static void print_step(const struct chain_step *step, const struct chain_step *other, char *out,
                       size_t size)
{
    struct step_writer writer = { out, size, 0 };
    struct chain_step from = *step, to;
    const bool is_alone = !other || other->effect != step->effect;
    void *values, *others;
    const struct param *row;
    chain_step_init(&to, step->effect);
    if (!is_alone)
        to = *other;
    const bool is_long = strlen(step->effect->name) > NAME_SHOWN; // the values must have room, too
    step_writef(&writer, "%.*s%s", NAME_SHOWN, step->effect->name, is_long ? "..." : "");
    for (int i = 0; (row = chain_step_param(&from, i, &values)); i++) {
        char value[PARAM_PRINTED_SIZE];
        const bool is_width = is_alone && step->effect->blurs && strcmp(row->key, "sigma") == 0;
        chain_step_param(&to, i, &others);
        if (param_equal(row, values, others) && !is_width)
            continue;
        param_print(row, values, value, sizeof(value));
        step_writef(&writer, " %s=%s", row->key, value);
    }
    if (step->off && (is_alone || !other->off))
        step_write(&writer, " off");
}

// Returns whether the other side has a step of that effect elsewhere, which stands for none here.
static bool is_moved(const struct step_pair *pairs, int count, int side,
                     const struct effect *effect)
{
    for (int i = 0; i < count; i++)
        if (!pairs[i].steps[side] && pairs[i].steps[1 - side]->effect == effect)
            return true;
    return false;
}

static void name_side(const struct step_pair *pairs, int count, const struct chain *chain, int side,
                      char *out)
{
    struct words words = { { out, SIDE_WORDS_SIZE, 0 }, 0 };
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        char text[CHAIN_TEXT_SIZE];
        const struct chain_step *step = pairs[i].steps[side], *other = pairs[i].steps[1 - side];
        if (step && other && chain_step_equal(step, other))
            continue;
        if (step && !other && is_moved(pairs, count, side, step->effect))
            snprintf(text, sizeof(text), "%s as step %d", step->effect->name,
                     (int) (step - chain->steps) + 1);
        else if (step)
            print_step(step, other, text, sizeof(text));
        else if (is_moved(pairs, count, 1 - side, other->effect))
            continue; // said with the step that stands elsewhere
        else
            snprintf(text, sizeof(text), "no %s", other->effect->name);
        add_words(&words, text);
    }
    if (words.left_out > 0)
        step_writef(&words.writer, ", %d more", words.left_out);
}

void side_names_make(struct side_names *names, const struct chain *a, const struct chain *b)
{
    struct step_pair pairs[MOST_PAIRS];
    *names = (struct side_names){ .chains = { *a, *b } };
    const int count = pair_steps(a, b, pairs);
    for (int side = 0; side < 2; side++) {
        char words[SIDE_WORDS_SIZE];
        const int preset = preset_of(&names->chains[side]);
        if (preset >= 0)
            snprintf(words, sizeof(words), "%s", preset_name(preset));
        else
            name_side(pairs, count, side ? b : a, side, words);
        snprintf(names->names[side], SIDE_NAME_SIZE, "%c%s%s", 'A' + side, words[0] ? ": " : "",
                 words);
    }
}
