#include "app/window/loop/wishes.h"

#include "app/window/loop/welcome.h"

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
    options->draw.chain_count = workbench->has_other ? 2 : 1;
    for (int i = 0; i < options->draw.chain_count; i++)
        options->draw.chain_texts[i] = texts[i];
}

// Copies the command line that opens a window like this one, with both chains where there are two.
static void copy_command(const struct options *options, wishes_printer *print,
                         const struct stage *stage, struct workbench *workbench)
{
    static char texts[2][CHAIN_TEXT_SIZE], command[COMMAND_SIZE];
    const struct input_clipboard *clipboard = &workbench->clipboard;
    struct options now = *options;
    if (!clipboard->set || !print)
        return;
    print_chains(workbench, texts, &now);
    now.draw.scene = workbench->scene;
    now.draw.width = stage->lab.plan_options.width;
    now.draw.height = stage->lab.plan_options.height;
    now.draw.time = workbench->scene.scene->animated ? workbench->time : 0;
    print(&now, command, sizeof(command));
    clipboard->set(clipboard->data, command);
    workbench_say(workbench, "copied: %s", command);
}

static void copy_source(struct workbench *workbench, const struct source_shown *source)
{
    const struct input_clipboard *clipboard = &workbench->clipboard;
    if (workbench->source_text >= source->count || !clipboard->set)
        return;
    const struct source_text *text = &source->texts[workbench->source_text];
    clipboard->set(clipboard->data, text->text);
    workbench_say(workbench, "copied %s, %d lines", text->name, text->line_count);
}

static void fill_screen(struct window *window, struct workbench *workbench)
{
    const bool is_done = window_toggle_full_screen(window);
    workbench_say(workbench, "%s",
                  !is_done              ? "there is no screen that the window could fill"
                  : window->full_screen ? "the whole screen; F11 gives the window back"
                                        : "a window again");
}

void wishes_grant(struct window *window, const struct options *options, wishes_printer *print,
                  struct stage *stage, struct workbench *workbench)
{
    if (workbench_grant(workbench, WORKBENCH_QUIT))
        window_close(window);
    if (workbench_grant(workbench, WORKBENCH_COPY_SOURCE))
        copy_source(workbench, &stage->texts.shown);
    if (workbench_grant(workbench, WORKBENCH_FULL_SCREEN))
        fill_screen(window, workbench);
    if (workbench_grant(workbench, WORKBENCH_COPY))
        copy_command(options, print, stage, workbench);
    if (workbench_grant(workbench, WORKBENCH_WELCOMED))
        welcome_is_seen();
    if (workbench_grant(workbench, WORKBENCH_RELOAD))
        stage_reload(stage, workbench);
    if (workbench_grant(workbench, WORKBENCH_MEASURE))
        stage_measure(stage, workbench);
}
