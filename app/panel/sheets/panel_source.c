#include "app/panel/sheets/panel_source.h"

#include "app/panel/widgets/panel_button.h"

#include <stdio.h>

static void choose_text(const struct panel_source *source, int *chosen)
{
    static int last; // chosen by a key since: it may lie where the list is not scrolled to
    const bool reveals = last != *chosen;
    last = *chosen;
    for (int i = 0; i < source->count; i++) {
        const struct panel_source_text *text = &source->texts[i];
        char help[2 * sizeof(text->notes)];
        snprintf(help, sizeof(help), "%s\n%s", text->name, text->notes);
        const struct widgets_pick item = {
            .number = i,
            .name = text->name,
            .note = text->notes,
            .help = help,
            .selected = i == *chosen,
            .indent = text->is_part,
            .reveal = reveals && i == *chosen,
        };
        if (widgets_pick_text(&item))
            *chosen = i;
    }
}

static void say_how_to_edit(const struct panel_source_text *text)
{
    char words[sizeof(text->name) + 64];
    snprintf(words, sizeof(words), "in the program; with --shader-dir DIR, DIR/%s instead",
             text->name);
    widgets_line(words, WIDGETS_DIM);
}

static void show_text(struct panel_view *view, const struct panel_source_text *text)
{
    char lines[48];
    const struct widgets_program code = {
        .id = text->name,
        .text = text->text,
        .lines = text->lines,
        .count = text->line_count,
        .longest = text->longest,
    };
    snprintf(lines, sizeof(lines), "%d lines", text->line_count);
    widgets_split_line(text->place[0] ? text->place : "made by the program of the chain's steps",
                       WIDGETS_STRONG, lines);
    widgets_line(text->notes, WIDGETS_DIM);
    if (text->is_built_in)
        say_how_to_edit(text);
    widgets_buttons_begin();
    panel_button(view, "copy", "copy_source");
    widgets_code(&code);
}

void panel_source_show(struct panel_view *view)
{
    const struct panel_source *source = view->source;
    widgets_heading(source->title, "U: hide");
    if (source->why[0]) {
        widgets_text(source->why, WIDGETS_DIM);
        return;
    }
    if (source->count == 0)
        return;
    // The keys count on beyond either end.
    *view->source_text = (*view->source_text % source->count + source->count) % source->count;
    widgets_columns_begin("texts", 18);
    choose_text(source, view->source_text);
    widgets_columns_next();
    show_text(view, &source->texts[*view->source_text]);
    widgets_columns_end();
}
