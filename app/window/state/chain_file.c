#include "app/window/state/chain_file.h"

#include "render/file/file_path.h"
#include "render/file/output_file.h"
#include "render/file/text_file.h"
#include "render/text/step_text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- files that are written

// Size of the steps, their ends of lines and the comment.
enum { FILE_SIZE = CHAIN_TEXT_SIZE + 256 };

static const char comment[] = "# A chain, a step in each line: halation --chain @FILE opens it.\n";

static int print_file(const struct chain *chain, const char *path, char *out, size_t size)
{
    struct step_writer writer = { .out = out, .size = size };
    char step[CHAIN_TEXT_SIZE], place[CHAIN_FILE_NAME_SIZE];
    const char *folder = preset_folder_of(path, place);
    step_write(&writer, comment);
    chain_for_each(one, chain) {
        chain_print_step_in(one, folder, step, sizeof(step));
        step_write(&writer, step);
        step_write(&writer, "\n");
    }
    return writer.length;
}

bool chain_file_write(const struct chain *chain, const char *path, struct error *error)
{
    char text[FILE_SIZE];
    struct output_file file;
    if (!output_file_open(&file, path, error))
        return false;
    print_file(chain, path, text, sizeof(text));
    fputs(text, file.stream);
    return output_file_close(&file, error);
}

bool chain_file_is_own(const char *path)
{
    char own[FILE_SIZE];
    struct chain chain;
    struct error error;
    char *text = text_file_read(path, "chain file", FILE_SIZE, &error);
    if (!text)
        return false;
    char folder[CHAIN_FILE_NAME_SIZE];
    const struct chain_names words = { .folder = preset_folder_of(path, folder) };
    const bool is_own = chain_parse_from(&chain, text, &words, NULL, &error) &&
                        print_file(&chain, path, own, sizeof(own)) > 0 && strcmp(text, own) == 0;
    free(text);
    return is_own;
}

bool chain_file_find(const char *from, char *out, size_t size, struct error *error)
{
    char stem[1024] = "halation";
    const bool has_place = from && from[0];
    struct stat status;
    if (has_place && strlen(from) < size &&
        (lstat(from, &status) != 0 || chain_file_is_own(from))) {
        snprintf(out, size, "%s", from);
        return true;
    }
    if (has_place) {
        const size_t end = preset_has_ending(from) ? strlen(PRESET_ENDING) : 0;
        snprintf(stem, sizeof(stem), "%.*s", (int) (strlen(from) - end), from);
    }
    return file_path_find_free(stem, PRESET_ENDING, out, size) ||
           error_set(error, "%s_0001" PRESET_ENDING " to _9999 are there already; move them away",
                     stem);
}

// ---- files to choose from

// Opening anything other than a plain file may block.
static bool is_chain_file(const char *folder, const char *name)
{
    if (name[0] == '.' || strlen(name) >= CHAIN_CHOICE_NAME || !preset_has_ending(name))
        return false;
    for (const char *at = name; *at; at++)
        if ((unsigned char) *at < ' ' || *at == '\x7f')
            return false;
    char *path = file_path_join(folder, name);
    const bool is_file = file_path_is_file(path);
    free(path);
    return is_file;
}

void chain_choice_list(struct chain_choice *choice, const char *folder)
{
    struct dirent **entries = NULL;
    const int found = scandir(folder, &entries, NULL, alphasort);
    choice->file_count = 0;
    for (int i = 0; i < found; i++) {
        if (choice->file_count < CHAIN_CHOICE_FILES && is_chain_file(folder, entries[i]->d_name))
            strcpy(choice->files[choice->file_count++], entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
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
