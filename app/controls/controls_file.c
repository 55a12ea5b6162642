#include "app/controls/controls_file.h"

#include "app/controls/controls_presets.h"
#include "app/edit/chain_file.h"
#include "app/edit/paste.h"
#include "app/text/clock.h"
#include "app/workbench/written.h"

#include <stdio.h>

static const char *name_edited(const struct workbench *workbench)
{
    static const char *const names[] = { ", side A", ", side B" };
    return workbench->has_other ? names[workbench->side] : "";
}

// ---- files

void controls_save(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    char path[WORKBENCH_PATH_SIZE];
    struct error error;
    const struct chain *chain = &workbench->chain;
    if (!chain_file_find(workbench->files[0], path, sizeof(path), &error) ||
        !chain_file_write(chain, path, &error)) {
        workbench_complain(workbench, &error);
        return;
    }
    workbench_remember(workbench, false);
    history_save(&workbench->history, workbench->side, path);
    snprintf(workbench->files[0], WORKBENCH_PATH_SIZE, "%s", path);
    workbench->file_read[0] = '\0';
    workbench->saved = *chain;
    workbench->has_saved = true;
    if (workbench->sheet == PANEL_PRESETS)
        controls_list(workbench);
    written_say(workbench, path, name_edited(workbench));
}

// ---- the clipboard

void controls_copy(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    char text[CHAIN_TEXT_SIZE];
    const struct panel_clipboard *clipboard = &workbench->clipboard;
    if (!clipboard->set)
        return;
    chain_print(&workbench->chain, text, sizeof(text));
    if (workbench->chain.count == 0)
        snprintf(text, sizeof(text), "%s", "# no steps"); // also to be pasted
    clipboard->set(clipboard->data, text);
    workbench_say(workbench, "copied%s: %s", name_edited(workbench), text);
}

void controls_copy_command(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    workbench_wish(workbench, WORKBENCH_COPY);
}

// The first of two is A, which is edited, as on the command line.
static void take_both(struct workbench *workbench, const struct paste *paste)
{
    workbench_take(workbench, &paste->chains[0], -1, NULL);
    workbench->other = paste->chains[1];
    workbench->files[1][0] = '\0';
    workbench->has_other = true;
    workbench->side = 0;
    if (workbench->look.way == PRESENT_ONE)
        workbench->look.way = PRESENT_SPLIT;
    workbench_say(workbench, "pasted the chains of A and B");
}

// Undo brings the old chain back.
void controls_paste(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    const struct panel_clipboard *clipboard = &workbench->clipboard;
    const char *text = clipboard->get ? clipboard->get(clipboard->data) : NULL;
    struct paste paste;
    struct chain_place place;
    struct error error;
    if (!paste_read(&paste, text ? text : "", &place, &error)) {
        error_prefix(&error, "pasted text: ");
        message_complain_at(&workbench->message, clock_seconds(), error.text, &place);
        return;
    }
    if (paste.count == 2) {
        take_both(workbench, &paste);
        return;
    }
    workbench_take(workbench, &paste.chains[0], paste.preset, NULL);
    workbench_say(workbench, "pasted a chain of %d step%s%s%s", paste.chains[0].count,
                  paste.chains[0].count == 1 ? "" : "s", name_edited(workbench),
                  paste.has_more ? "; of the command line only that" : "");
}
