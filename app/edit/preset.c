#include "app/edit/preset.h"

#include "render/file/embedded.h"
#include "render/file/file_path.h"
#include "render/file/text_file.h"
#include "render/image/image.h"
#include "render/text/step_text.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- presets, files and text

enum { MAX_PRESETS = 64, NAME_SIZE = 48, MAX_FILE = 64 * 1024 };

static const char preset_folder[] = "assets/chains/";

static struct {
    int count;
    char names[MAX_PRESETS][NAME_SIZE];
    const char *texts[MAX_PRESETS];
} presets;

bool preset_has_ending(const char *path)
{
    return text_ends_in(path, PRESET_ENDING);
}

static void load(void)
{
    if (presets.count > 0)
        return;
    for (const struct embedded_file *file = embedded_files; file->path; file++) {
        if (!text_begins_with(file->path, preset_folder) || !preset_has_ending(file->path) ||
            presets.count == MAX_PRESETS)
            continue;
        const char *name = file->path + strlen(preset_folder);
        const int length = (int) (strlen(name) - strlen(PRESET_ENDING));
        snprintf(presets.names[presets.count], NAME_SIZE, "%.*s", length, name);
        presets.texts[presets.count++] = file->text;
    }
}

int preset_count(void)
{
    load();
    return presets.count;
}

const char *preset_name(int index)
{
    return index < preset_count() ? presets.names[index] : NULL;
}

const char *preset_text(int index)
{
    load();
    return presets.texts[index];
}

int preset_find(const char *name)
{
    return names_find(&preset_names, name, strlen(name));
}

const char *preset_folder_of(const char *path, char out[CHAIN_FILE_NAME_SIZE])
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return NULL;
    snprintf(out, CHAIN_FILE_NAME_SIZE, "%.*s", (int) (slash - path), path);
    return out;
}

int preset_of(const struct chain *chain)
{
    struct chain preset;
    struct error ignored;
    for (int i = 0; i < preset_count(); i++)
        if (preset_read_chain(&preset, preset_name(i), NULL, NULL, &ignored) &&
            chain_equal(&preset, chain))
            return i;
    return -1;
}

// Cuts a part out of the line that contains the place.
void preset_set_place(struct chain_place *place, const char *text, size_t offset)
{
    size_t start = offset;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    const size_t half = sizeof(place->line) / 2;
    size_t skipped = 0, length = strcspn(text + start, "\n");
    if (start + length > offset && text[start + length - 1] == '\r') // a part of "\r\n"
        length--;
    if (length >= sizeof(place->line) && offset - start > half)
        skipped = offset - start - half;
    snprintf(place->line, sizeof(place->line), "%.*s", (int) (length - skipped),
             text + start + skipped);
    place->column = (int) (offset - start - skipped);
}

void preset_show_place(const struct chain_place *place, char *line, char *before)
{
    text_make_visible(place->line, strlen(place->line), line, PRESET_SHOWN_SIZE);
    text_make_visible(place->line, (size_t) place->column, before, PRESET_SHOWN_SIZE);
}

// `folder` is the one that names of shader files are relative to; NULL: the current one.
static bool parse(struct chain *chain, const char *text, const char *folder,
                  struct chain_place *place, struct error *error)
{
    size_t column = 0;
    const struct chain_names words = { preset_name, preset_text, folder };
    const bool good = chain_parse_from(chain, text, &words, &column, error);
    if (!good && place)
        preset_set_place(place, text, column);
    return good;
}

// Lists presets, then effects.
static const char *word_at(const void *set, int i)
{
    (void) set;
    if (i < preset_count())
        return preset_name(i);
    const struct effect *effect = effects[i - preset_count()];
    return effect ? effect->name : NULL;
}

const struct names preset_words = { word_at, NULL };

static const char *preset_at(const void *set, int i)
{
    (void) set;
    return preset_name(i);
}

const struct names preset_names = { preset_at, NULL };

bool preset_read_chain(struct chain *chain, const char *text, const char **name,
                       struct chain_place *place, struct error *error)
{
    const bool is_file_name = text[0] == '@';
    const int preset = effect_find(text, strlen(text)) ? -1 : preset_find(text);
    if (name)
        *name = is_file_name ? text + 1 : preset >= 0 ? preset_name(preset) : NULL;
    if (place)
        *place = (struct chain_place){ 0 };
    if (is_file_name) {
        char folder[CHAIN_FILE_NAME_SIZE];
        char *read = text_file_read(text + 1, "chain file", MAX_FILE, error);
        const bool good =
            read && (parse(chain, read, preset_folder_of(text + 1, folder), place, error) ||
                     error_prefix(error, "%s: ", text + 1));
        free(read);
        return good;
    }
    const size_t length = strlen(text);
    const struct step_token whole = { .word = { text, length } };
    if (parse(chain, text, NULL, place, error))
        return true;
    const bool is_other_file = preset_has_ending(text) || image_has_ending(text);
    if (chain_is_file(&whole) && !is_other_file)
        return false;
    const bool is_word = length > 0 && strcspn(text, ",:;-#=|+&>()[]{} \t\n\"") == length;
    const bool is_file = preset_has_ending(text) || file_path_is_file(text);
    if ((is_file || is_word) && place)
        *place = (struct chain_place){ 0 };
    if (is_file) // skips the '@'
        return error_set(error, "'%s' is the name of a file; did you mean %s%s?", text,
                         image_has_ending(text) ? "--image " : "@", text);
    if (!is_word)
        return false;
    error_set(error, "no preset or effect '%.*s'", names_shown(length), text);
    if (names_nearest(&preset_words, text, length))
        return names_suggest(error, &preset_words, text, length);
    error_append(error, "; --list effects lists the effects; presets are ");
    names_list(error, &preset_names);
    return false;
}
