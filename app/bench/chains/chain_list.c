#include "app/bench/chains/chains.h"
#include "app/edit/preset.h"
#include "render/text/step_text.h"

#include <string.h>

bool chain_list_is_given(const struct bench_options *options, const struct draw_options *draw)
{
    return !options->suite && (draw->chain_count > 1 || options->sweep_count > 0);
}

// Writes the name of a choice: "B", "sigma=2.74 1080p" or "B sigma=2.74 1080p", with the letter
// only if there are several chains. `without` is a sweep to leave out, or -1.
static void write_name(const struct chain_list *list, const struct chain_key *choice, int without,
                       char out[CHAIN_LIST_NAME_SIZE])
{
    struct step_writer writer = { out, CHAIN_LIST_NAME_SIZE, 0 };
    if (list->chain_count > 1)
        step_writef(&writer, "%c", 'A' + choice->chain);
    for (int i = 0; i < list->sweep_count; i++) {
        const struct sweep *sweep = &list->sweeps[i];
        // The value of a parameter needs its name; a size and a format do not.
        const char *point = strrchr(sweep->key, '.');
        const char *key = sweep_is_of_picture(sweep) ? "" : point ? point + 1 : sweep->key;
        if (choice->values[i] >= 0 && i != without)
            step_writef(&writer, "%s%s%s%s", writer.length > 0 ? " " : "", key, *key ? "=" : "",
                        sweep->values[choice->values[i]].text);
    }
}

// Adds all combinations of a choice with the values of the sweeps from `next` on. The values of the
// last sweep change first.
static bool add_choices(struct chain_list *list, const struct chain_choice *choice, int next,
                        struct error *error)
{
    static char text[CHAIN_TEXT_SIZE];
    const struct sweep *sweep = &list->sweeps[next];
    for (int value = 0; next < list->sweep_count && value < sweep->count; value++) {
        struct chain_choice made = *choice;
        const enum sweep_result result =
            sweep_apply(sweep, value, &made.made, &made.picture, error);
        if (result == SWEEP_REFUSED)
            return error_prefix(error, "'%s': ", sweep->text);
        made.key.values[next] = result == SWEEP_APPLIED ? value : -1;
        if (!add_choices(list, &made, next + 1, error))
            return false;
        if (result == SWEEP_ELSEWHERE)
            break;
    }
    if (next < list->sweep_count)
        return true;
    if (list->count == CHAIN_LIST_MAX)
        return error_set(error, "more than %d combinations; give fewer values", CHAIN_LIST_MAX);
    // Values may be in range and yet invalid together: the parser reports that.
    struct chain parsed;
    chain_print(&choice->made, text, sizeof(text));
    if (!chain_parse(&parsed, text, NULL, error))
        return error_prefix(error, "%s: ", text);
    for (int i = 0; i < list->count; i++) {
        const struct chain_choice *other = &list->choices[i];
        if (other->key.chain == choice->key.chain && chain_equal(&other->made, &choice->made) &&
            memcmp(&other->picture, &choice->picture, sizeof(other->picture)) == 0)
            return error_set(error, "'%s': one chain comes twice; give each value once",
                             list->sweeps[0].text);
    }
    struct chain_choice *added = &list->choices[list->count++];
    *added = *choice;
    write_name(list, &choice->key, -1, added->name);
    write_name(list, &choice->key, list->axis, added->curve);
    return true;
}

bool chain_list_read(struct chain_list *list, const struct bench_options *options,
                     const struct draw_options *draw, struct error *error)
{
    memset(list, 0, sizeof(*list));
    for (int i = 0; i < draw->chain_count; i++)
        if (!preset_read_chain(&list->chains[i], draw->chain_texts[i], NULL, NULL, error))
            return false;
    list->chain_count = draw->chain_count;
    if (list->chain_count == 0)
        list->chains[list->chain_count++] = draw->chain;
    list->sweep_count = options->sweep_count;
    list->axis = -1;
    for (int i = 0; i < list->sweep_count; i++) {
        struct sweep *sweep = &list->sweeps[i];
        if (!sweep_parse(sweep, options->sweeps[i], list->chains, list->chain_count, error))
            return error_prefix(error, "--sweep: ");
        bool rises = sweep->count > 1;
        for (int k = 1; k < sweep->count; k++)
            rises = rises && sweep->values[k - 1].number < sweep->values[k].number;
        list->axis = list->axis < 0 && rises ? i : list->axis;
    }
    for (int i = 0; i < list->chain_count; i++) {
        const struct chain_choice choice = { .key.chain = i,
                                             .made = list->chains[i],
                                             .picture.format = -1 };
        if (!add_choices(list, &choice, 0, error))
            return error_prefix(error, "--sweep: ");
    }
    return true;
}
