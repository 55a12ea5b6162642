#include "app/window/leave.h"

#include "app/edit/preset.h"

#include <stdio.h>

static bool is_a_preset(const struct chain *chain)
{
    struct chain preset;
    struct error ignored;
    for (int i = 0; i < preset_count(); i++)
        if (preset_read_chain(&preset, preset_name(i), NULL, NULL, &ignored) &&
            chain_equal(&preset, chain))
            return true;
    return false;
}

static void say_one(const struct workbench *workbench, const struct chain *chain)
{
    char text[CHAIN_TEXT_SIZE];
    if (chain_equal(chain, &workbench->first) || is_a_preset(chain))
        return;
    chain_print(chain, text, sizeof(text));
    puts(text);
}

void leave_say_chains(const struct workbench *workbench)
{
    say_one(workbench, &workbench->chain);
    if (workbench->has_other)
        say_one(workbench, &workbench->other);
    fflush(stdout);
}
