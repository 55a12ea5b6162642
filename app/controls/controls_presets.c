#include "app/controls/controls_presets.h"

#include "app/input/window_keys.h"

#include <stddef.h>

void controls_list(struct workbench *workbench)
{
    chain_choice_list(&workbench->choice, ".");
    workbench->choice_lists++;
}

void controls_presets(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    workbench_toggle_sheet(workbench, PANEL_PRESETS);
    if (workbench->sheet != PANEL_PRESETS)
        return;
    controls_list(workbench);
    if (workbench->preset >= 0)
        workbench->chosen = workbench->preset;
    if (workbench->chosen >= chain_choice_count(&workbench->choice))
        workbench->chosen = 0;
}

void controls_open(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    struct chain chain;
    struct chain_place place;
    struct error error;
    const int chosen = workbench->chosen, preset = chain_choice_preset(chosen);
    if (workbench->sheet != PANEL_PRESETS) {
        workbench_say(workbench, "Ctrl+O shows first what can be opened");
        return;
    }
    if (!chain_choice_read(&workbench->choice, chosen, &chain, &place, &error)) {
        workbench_complain_at(workbench, &error, &place);
        return;
    }
    const char *name = chain_choice_name(&workbench->choice, chosen);
    workbench_take(workbench, &chain, preset, preset < 0 ? name : NULL);
    workbench->sheet = PANEL_NO_SHEET;
    workbench_say(workbench, "opened %s%s", preset < 0 ? "" : "the preset ", name);
}

// Returns what the key chooses; -1 for other keys.
static int find_chosen(const struct workbench *workbench, int key)
{
    const int columns = workbench->choice_columns > 0 ? workbench->choice_columns : 1;
    const int chosen = workbench->chosen, last = chain_choice_count(&workbench->choice) - 1;
    switch (key) {
    case WINDOW_KEY_LEFT:
        return chosen > 0 ? chosen - 1 : chosen;
    case WINDOW_KEY_RIGHT:
        return chosen < last ? chosen + 1 : chosen;
    case WINDOW_KEY_UP:
        return chosen >= columns ? chosen - columns : chosen;
    case WINDOW_KEY_DOWN:
        return chosen + columns <= last ? chosen + columns : chosen;
    case WINDOW_KEY_HOME:
        return 0;
    case WINDOW_KEY_END:
        return last;
    default:
        return -1;
    }
}

bool controls_choose(struct workbench *workbench, int key)
{
    const bool is_shown = workbench->sheet == PANEL_PRESETS;
    if (is_shown && key == WINDOW_KEY_ENTER) {
        controls_open(workbench, key, 0);
        return true;
    }
    const int chosen = is_shown ? find_chosen(workbench, key) : -1;
    if (chosen >= 0)
        workbench->chosen = chosen;
    return chosen >= 0;
}
