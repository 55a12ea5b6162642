#include "app/bench/chains/chains.h"
#include "app/edit/preset.h"
#include "render/text/step_text.h"

#include <string.h>

bool chain_list_is_given(const struct bench_options *options, const struct draw_options *draw)
{
    return !options->suite && (draw->chain_count > 1 || options->sweep_count > 0);
}

// ---- choices

// Adds all choices of a chain. The values of the last sweep change first.
static void add_choices(struct chain_list *list, int chain)
{
    struct sweep_choice choice = { .chain = chain };
    int i;
    for (i = 0; i < list->sweep_count; i++)
        choice.values[i] = sweep_reaches(&list->sweeps[i], &list->chains[chain]) ? 0 : -1;
    do {
        if (list->count < CHAIN_LIST_MOST)
            list->choices[list->count] = choice;
        list->count++;
        for (i = list->sweep_count - 1; i >= 0; i--) {
            if (choice.values[i] >= 0 && ++choice.values[i] < list->sweeps[i].count)
                break;
            choice.values[i] = choice.values[i] < 0 ? -1 : 0;
        }
    } while (i >= 0);
}

bool chain_list_make(const struct chain_list *list, const struct sweep_choice *choice,
                     struct chain *chain, struct sweep_picture *picture, struct error *error)
{
    *chain = list->chains[choice->chain];
    for (int i = 0; i < list->sweep_count; i++)
        if (choice->values[i] >= 0 &&
            !sweep_apply(&list->sweeps[i], choice->values[i], chain, picture, error))
            return false;
    return true;
}

// ---- names

const char *chain_list_letter(int chain)
{
    static const char letters[] = "A\0B\0C\0D\0E\0F\0G\0H\0I\0J\0K\0L\0M\0N\0O\0P\0Q\0R\0S\0T\0U\0V"
                                  "\0W\0X\0Y\0Z";
    _Static_assert(sizeof(letters) == 2 * OPTIONS_MAX_CHAINS, "a chain has no letter");
    return letters + 2 * chain;
}

void chain_list_name(const struct chain_list *list, const struct sweep_choice *choice, int without,
                     char out[CHAIN_LIST_NAME_SIZE])
{
    const char *letter = list->chain_count > 1 ? chain_list_letter(choice->chain) : "";
    struct step_writer writer = { out, CHAIN_LIST_NAME_SIZE, 0 };
    step_write(&writer, letter);
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

// ---- reading

bool chain_list_read(struct chain_list *list, const struct bench_options *options,
                     const struct draw_options *draw, struct error *error)
{
    static struct chain chain, parsed;
    static char text[CHAIN_TEXT_SIZE];
    struct sweep_picture picture;
    memset(list, 0, sizeof(*list));
    for (int i = 0; i < draw->chain_count; i++)
        if (!preset_read_chain(&list->chains[i], draw->chain_texts[i], NULL, NULL, error))
            return false;
    list->chain_count = draw->chain_count;
    if (list->chain_count == 0)
        list->chains[list->chain_count++] = draw->chain;
    for (int i = 0; i < options->sweep_count; i++) {
        struct sweep *sweep = &list->sweeps[i];
        if (!sweep_parse(sweep, options->sweeps[i], list->chains, list->chain_count, error))
            return error_prefix(error, "--sweep: ");
        for (int k = 0; k < i; k++)
            if (sweep_overlaps(&list->sweeps[k], sweep, list->chains, list->chain_count))
                return error_set(error, "--sweep: %s is swept twice; give all its values at once",
                                 sweep->key);
    }
    list->sweep_count = options->sweep_count;
    for (int i = 0; i < list->chain_count; i++)
        add_choices(list, i);
    if (list->count > CHAIN_LIST_MOST)
        return error_set(error,
                         "--sweep: these are %d combinations; up to %d are measured beside each "
                         "other, so give fewer values",
                         list->count, CHAIN_LIST_MOST);
    // Values may be in range and yet invalid together: the parser reports that.
    for (int n = 0; n < list->count; n++) {
        if (!chain_list_make(list, &list->choices[n], &chain, &picture, error))
            return error_prefix(error, "--sweep: ");
        chain_print(&chain, text, sizeof(text));
        if (!chain_parse(&parsed, text, NULL, error))
            return error_prefix(error, "--sweep: %s: ", text);
    }
    return true;
}
