#include "app/window/loop/wishes.h"

#include "app/window/loop/restore.h"
#include "app/window/loop/welcome.h"

enum { COMMAND_SIZE = 4 * CHAIN_TEXT_SIZE };

// Copies the command line that opens a window like this one, with both chains where there are two.
static void copy_command(const struct options *options, const struct command_line *command,
                         const struct stage *stage, struct workbench *workbench)
{
    const struct input_clipboard *clipboard = &workbench->clipboard;
    const struct plan_options *picture = &stage->lab.plan_options;
    struct window_state state;
    char text[COMMAND_SIZE];
    if (!clipboard->set || !command)
        return;
    window_state_take(&state, workbench, picture->width, picture->height);
    state.time = workbench->scene.scene->animated ? state.time : 0;
    window_state_command(&state, options, command, text, sizeof(text));
    clipboard->set(clipboard->data, text);
    workbench_say(workbench, "copied: %s", text);
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

void wishes_grant(struct window *window, const struct options *options,
                  const struct command_line *command, struct stage *stage,
                  struct workbench *workbench)
{
    if (workbench_grant(workbench, WORKBENCH_QUIT))
        window_close(window);
    if (workbench_grant(workbench, WORKBENCH_COPY_SOURCE))
        copy_source(workbench, &stage->texts.shown);
    if (workbench_grant(workbench, WORKBENCH_FULL_SCREEN))
        fill_screen(window, workbench);
    if (workbench_grant(workbench, WORKBENCH_COPY))
        copy_command(options, command, stage, workbench);
    if (workbench_grant(workbench, WORKBENCH_WELCOMED))
        welcome_is_seen();
    if (workbench_grant(workbench, WORKBENCH_RELOAD))
        stage_reload(stage, workbench);
    if (workbench_grant(workbench, WORKBENCH_MEASURE))
        stage_measure(stage, workbench);
}
