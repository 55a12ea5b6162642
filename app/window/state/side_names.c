#include "app/window/state/side_names.h"

#include "app/edit/preset.h"
#include "render/text/step_text.h"

#include <stdio.h>
#include <string.h>

// The steps of a chain without those at both ends that are equal in the other one.
struct part {
    const struct chain_step *steps;
    int first, count;
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

static void name_side(const struct part *part, const struct part *other, char *out)
{
    struct words words = { { out, SIDE_WORDS_SIZE, 0 }, 0 };
    char text[CHAIN_TEXT_SIZE];
    bool has_own = false;
    out[0] = '\0';
    for (int i = 0; i < part->count; i++) {
        const struct chain_step *same = find_same(part, other, i);
        has_own = has_own || !same;
        if (same && chain_step_equal(&part->steps[i], same))
            continue;
        print_step(&part->steps[i], same, text, sizeof(text));
        add_words(&words, text);
    }
    for (int i = 0; !has_own && i < other->count; i++)
        if (!find_same(other, part, i)) {
            snprintf(text, sizeof(text), "no %s", other->steps[i].effect->name);
            add_words(&words, text);
        }
    if (words.writer.length == 0 && part->count > 0) { // the order differs, and nothing else
        snprintf(text, sizeof(text), "%s as step %d", part->steps[0].effect->name, part->first + 1);
        add_words(&words, text);
    }
    if (words.left_out > 0)
        step_writef(&words.writer, ", %d more", words.left_out);
}

void side_names_make(struct side_names *names, const struct chain *a, const struct chain *b)
{
    *names = (struct side_names){ .chains = { *a, *b } };
    int first = 0, last = 0; // equal steps at the beginning and at the end
    const int most = a->count < b->count ? a->count : b->count;
    while (first < most && chain_step_equal(&a->steps[first], &b->steps[first]))
        first++;
    while (first + last < most &&
           chain_step_equal(&a->steps[a->count - 1 - last], &b->steps[b->count - 1 - last]))
        last++;
    const struct part parts[] = { { &a->steps[first], first, a->count - first - last },
                                  { &b->steps[first], first, b->count - first - last } };
    for (int side = 0; side < 2; side++) {
        char words[SIDE_WORDS_SIZE];
        const int preset = preset_of(&names->chains[side]);
        if (preset >= 0)
            snprintf(words, sizeof(words), "%s", preset_name(preset));
        else
            name_side(&parts[side], &parts[1 - side], words);
        snprintf(names->names[side], SIDE_NAME_SIZE, "%c%s%s", 'A' + side, words[0] ? ": " : "",
                 words);
    }
}
