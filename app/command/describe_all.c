#include "app/command/describe.h"
#include "app/edit/preset.h"
#include "app/results/json_file.h"
#include "app/window/controls/controls.h"

#include <stdio.h>
#include <string.h>

// --list all: what documents are made of (script/describe).

void describe_all(void)
{
    static const char *const lists[] = {
        "options", "chains", "presets", "effects", "scenes", "keys"
    };
    enum { OPTIONS, CHAINS, PRESETS, EFFECTS, SCENES, KEYS, COUNT };
    json_t *of[COUNT], *all = json_object();
    for (int i = 0; i < COUNT; i++)
        json_object_set_new(all, lists[i], of[i] = json_array());
    for (const struct option *row = option_table; row->name; row++)
        if (!row->is_hidden)
            json_array_append_new(
                of[OPTIONS],
                json_file_object("name:t letter:t value:t standalone:b heading:t help:t", row->name,
                                 (const char[]){ row->letter, '\0' }, row->value,
                                 row->is_standalone, row->heading, row->help));
    for (int i = 0; describe_chain_text[i]; i++)
        json_array_append_new(of[CHAINS], json_file_text(describe_chain_text[i], "a text"));
    for (int i = 0; i < preset_count(); i++) {
        const char *comment = preset_text(i) + strspn(preset_text(i), "# ");
        char text[CHAIN_TEXT_SIZE], summary[CHAIN_TEXT_SIZE];
        describe_preset(i, text);
        snprintf(summary, sizeof(summary), "%.*s", (int) strcspn(comment, "\n"), comment);
        json_array_append_new(of[PRESETS], json_file_object("name:t summary:t chain:t",
                                                            preset_name(i), summary, text));
    }
    for (int i = 0; effects[i]; i++)
        json_array_append_new(of[EFFECTS], describe_effect_json(effects[i]));
    for (int i = 0; scenes[i]; i++)
        json_array_append_new(of[SCENES],
                              json_file_object("name:t summary:t params:o", scenes[i]->name,
                                               scenes[i]->summary,
                                               describe_params_json(scenes[i]->params)));
    for (const struct control *row = controls; row->name; row++)
        json_array_append_new(
            of[KEYS], json_file_object("name:t group:t help:t", row->name, row->group, row->help));
    json_file_print(all, stdout);
    json_decref(all);
}
