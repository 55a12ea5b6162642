#include "app/stage/command_line.h"

#include <stdio.h>

enum { COMMAND_SIZE = 4 * CHAIN_TEXT_SIZE };

// The texts of A and B, in that order; of one chain only the first.
static void print_chains(const struct workbench *workbench, char texts[2][CHAIN_TEXT_SIZE],
                         struct options *options)
{
    const struct chain *edited = &workbench->chain, *other = &workbench->other;
    const bool is_b = workbench->has_other && workbench->side == 1;
    chain_print(is_b ? other : edited, texts[0], CHAIN_TEXT_SIZE);
    if (workbench->has_other)
        chain_print(is_b ? edited : other, texts[1], CHAIN_TEXT_SIZE);
    options->chain_count = workbench->has_other ? 2 : 1;
    for (int i = 0; i < options->chain_count; i++)
        options->chain_texts[i] = texts[i];
}

void command_line_copy(const struct options *options, const struct stage *stage,
                       struct workbench *workbench)
{
    static char texts[2][CHAIN_TEXT_SIZE], command[COMMAND_SIZE];
    const struct panel_clipboard *clipboard = &workbench->clipboard;
    struct options now = *options;
    if (!clipboard->set || !options->print)
        return;
    print_chains(workbench, texts, &now);
    now.scene = workbench->scene;
    now.width = stage->lab.plan_options.width;
    now.height = stage->lab.plan_options.height;
    now.time = workbench->scene.scene->animated ? workbench->time : 0;
    options->print(&now, command, sizeof(command));
    clipboard->set(clipboard->data, command);
    workbench_say(workbench, "copied: %s", command);
}
