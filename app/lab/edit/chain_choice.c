#include "app/lab/edit/chain_choice.h"

#include "app/lab/edit/preset.h"
#include "render/file/file_path.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_control_character(const char *name)
{
    for (; *name; name++)
        if ((unsigned char) *name < ' ' || *name == '\x7f')
            return true;
    return false;
}

// Opening anything but a plain file might wait for ever.
static bool is_chain_file(const char *folder, const char *name)
{
    if (name[0] == '.' || strlen(name) >= CHAIN_CHOICE_NAME || !preset_has_ending(name) ||
        has_control_character(name))
        return false;
    char *path = file_path_join(folder, name);
    const bool is_file = preset_is_file(path);
    free(path);
    return is_file;
}

// Puts the name in its place; where there is no room, the last one falls out.
static void insert(struct chain_choice *choice, const char *name)
{
    int at = choice->file_count;
    while (at > 0 && strcmp(choice->files[at - 1], name) > 0)
        at--;
    if (at == CHAIN_CHOICE_FILES)
        return;
    if (choice->file_count < CHAIN_CHOICE_FILES)
        choice->file_count++;
    memmove(choice->files[at + 1], choice->files[at],
            (size_t) (choice->file_count - 1 - at) * CHAIN_CHOICE_NAME);
    snprintf(choice->files[at], CHAIN_CHOICE_NAME, "%s", name);
}

void chain_choice_list(struct chain_choice *choice, const char *folder)
{
    const struct dirent *entry;
    DIR *directory = opendir(folder);
    choice->file_count = 0;
    if (!directory)
        return;
    while ((entry = readdir(directory)))
        if (is_chain_file(folder, entry->d_name))
            insert(choice, entry->d_name);
    closedir(directory);
}

int chain_choice_count(const struct chain_choice *choice)
{
    return preset_count() + choice->file_count;
}

int chain_choice_preset(int i)
{
    return i < preset_count() ? i : -1;
}

const char *chain_choice_name(const struct chain_choice *choice, int i)
{
    return i < preset_count() ? preset_name(i) : choice->files[i - preset_count()];
}

bool chain_choice_read(const struct chain_choice *choice, int i, struct chain *chain,
                       struct chain_place *place, struct error *error)
{
    char text[CHAIN_CHOICE_NAME + 1];
    const bool is_preset = i < preset_count();
    snprintf(text, sizeof(text), "%s%s", is_preset ? "" : "@", chain_choice_name(choice, i));
    return preset_read_chain(chain, text, NULL, place, error);
}
