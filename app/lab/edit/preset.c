#include "app/lab/edit/preset.h"

#include "app/lab/text/shell.h"
#include "render/file/embedded.h"
#include "render/file/text_file.h"
#include "render/image/image.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- presets, files and text

enum { MAX_PRESETS = 64, NAME_SIZE = 48, MAX_FILE = 64 * 1024 };

static const char folder[] = "assets/chains/", ending[] = PRESET_ENDING;

static struct {
    int count;
    char names[MAX_PRESETS][NAME_SIZE];
    const char *texts[MAX_PRESETS];
} presets;

bool preset_has_ending(const char *path)
{
    return text_ends_in(path, ending);
}

static void load(void)
{
    if (presets.count > 0)
        return;
    for (const struct embedded_file *file = embedded_files; file->path; file++) {
        if (strncmp(file->path, folder, strlen(folder)) != 0 || !preset_has_ending(file->path) ||
            presets.count == MAX_PRESETS)
            continue;
        const char *name = file->path + strlen(folder);
        const int length = (int) (strlen(name) - strlen(ending));
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
    for (int i = 0; i < preset_count(); i++)
        if (strcmp(preset_name(i), name) == 0)
            return i;
    return -1;
}

static const struct chain_presets all = { preset_name, preset_text };

// Cuts a window out of the line so that the place is in it.
void preset_set_place(struct chain_place *place, const char *text, size_t offset)
{
    size_t start = offset;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    const size_t half = sizeof(place->line) / 2;
    size_t skipped = 0, length = strcspn(text + start, "\n");
    if (start + length > offset && text[start + length - 1] == '\r') // of a line's end
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

static bool parse(struct chain *chain, const char *text, struct chain_place *place,
                  struct error *error)
{
    size_t column = 0;
    const bool good = chain_parse_from(chain, text, &all, &column, error);
    if (!good && place)
        preset_set_place(place, text, column);
    return good;
}

// Names presets, then effects.
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

bool preset_is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool parse_text(struct chain *chain, const char *text, struct chain_place *place,
                       struct error *error)
{
    const size_t length = strlen(text);
    if (parse(chain, text, place, error))
        return true;
    const bool is_word = length > 0 && strcspn(text, ",:;-#=|+&>()[]{} \t\n\"") == length;
    const bool is_file = preset_has_ending(text) || preset_is_file(text);
    if ((is_file || is_word) && place)
        *place = (struct chain_place){ 0 };
    if (is_file) // without the '@'
        return error_set(error, "'%s' is the name of a file; did you mean %s%s?", text,
                         image_has_ending(text) ? "--image " : "@", text);
    if (!is_word)
        return false;
    error_set(error, "no preset or effect '%.*s'", names_shown(length), text);
    if (names_nearest(&preset_words, text, length))
        return names_suggest(error, &preset_words, text, length);
    error_append(error, "; --list effects lists the effects; presets are ");
    names_list(error, &(const struct names){ preset_at, NULL });
    return false;
}

bool preset_read_chain(struct chain *chain, const char *text, const char **name,
                       struct chain_place *place, struct error *error)
{
    const bool is_file_name = text[0] == '@';
    const int preset = effect_find(text, strlen(text)) ? -1 : preset_find(text);
    if (name)
        *name = is_file_name ? text + 1 : preset >= 0 ? preset_name(preset) : NULL;
    if (place)
        *place = (struct chain_place){ 0 };
    if (!is_file_name)
        return parse_text(chain, text, place, error);
    char *read = text_file_read(text + 1, "chain file", MAX_FILE, error);
    if (!read)
        return false;
    const bool good = parse(chain, read, place, error) || error_prefix(error, "%s: ", text + 1);
    free(read);
    return good;
}

// ---- what is pasted

enum { MOST_WORDS = 256 };

static const char blanks[] = " \t\r\n";

// Returns the command line behind the program's name and a prompt; NULL: the text is none.
static const char *find_command(const char *text)
{
    static const char program[] = "halation";
    const size_t length = strlen(program);
    if (text[0] == '$')
        text += 1 + strspn(text + 1, blanks);
    const size_t word = strcspn(text, blanks);
    const bool is_named = word >= length && memcmp(text + word - length, program, length) == 0 &&
                          (word == length || text[word - length - 1] == '/');
    return is_named ? text + word : NULL;
}

// Returns the value of --chain, in this word or the next one; NULL: the word is another option.
static const char *chain_value(const char *word, const char *next)
{
    static const char name[] = "--chain";
    const size_t length = strlen(name);
    if (strcmp(word, name) == 0 || strcmp(word, "-c") == 0)
        return next;
    if (strncmp(word, name, length) == 0 && word[length] == '=')
        return word + length + 1;
    if (word[0] == '-' && word[1] == 'c')
        return word + 2 + (word[2] == '=');
    return NULL;
}

static bool read_chain(struct paste *paste, const char *text, struct chain_place *place,
                       struct error *error)
{
    const char *name;
    if (paste->count == PASTE_MOST_CHAINS)
        return error_set(error, "the command line has more than %d chains, and there are two sides",
                         PASTE_MOST_CHAINS);
    if (!preset_read_chain(&paste->chains[paste->count], text, &name, place, error))
        return false;
    paste->preset = name && text[0] != '@' ? preset_find(name) : -1;
    paste->count++;
    return true;
}

static bool read_command(struct paste *paste, const char *text, struct chain_place *place,
                         struct error *error)
{
    const char *words[MOST_WORDS];
    char *copy = memory_grow(NULL, strlen(text) + 1, 1);
    const int count = shell_split(text, copy, words, MOST_WORDS);
    bool good = count >= 0 || error_set(error,
                                        "the command line has a quote without an end, "
                                        "or more than %d words",
                                        MOST_WORDS);
    for (int i = 0; good && i < count; i++) {
        const char *next = i + 1 < count ? words[i + 1] : NULL;
        const char *value = chain_value(words[i], next);
        good = !value || read_chain(paste, value, place, error);
        paste->has_more = paste->has_more || !value;
        i += value && value == next;
    }
    if (good && paste->count == 0)
        good = error_set(error, "the command line has no --chain");
    free(copy);
    return good;
}

// Returns whether each line that is not empty begins with '>', as quoted mail does.
static bool is_quoted(const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *begin = line + strspn(line, " \t\r");
        if (*begin && *begin != '\n' && *begin != '>')
            return false;
    }
    return text[strspn(text, blanks)] == '>';
}

// Copies the text without blanks around it and without marks of quoted mail.
static char *copy_text(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]))
        length--;
    char *copy = memory_grow(NULL, length + 1, 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    const bool is_marked = is_quoted(copy);
    bool begins = true;
    for (char *at = copy; *at && is_marked; at++) {
        if (begins && *at == '>')
            *at = ' '; // which keeps the columns
        begins = *at == '\n' || (begins && strchr(blanks, *at));
    }
    return copy;
}

bool paste_read(struct paste *paste, const char *text, struct chain_place *place,
                struct error *error)
{
    struct chain_place ignored;
    paste->count = 0;
    paste->preset = -1;
    paste->has_more = false;
    place = place ? place : &ignored;
    *place = (struct chain_place){ 0 };
    if (!text[strspn(text, blanks)])
        return error_set(error, "there is no text to paste: copy a chain first");
    if (strlen(text) > PASTE_MOST_BYTES)
        return error_set(error, "what was copied is longer than %d KiB, and no chain",
                         PASTE_MOST_BYTES / 1024);
    char *copy = copy_text(text);
    const char *begin = copy + strspn(copy, blanks), *command = find_command(begin);
    const bool good = command ? read_command(paste, command, place, error)
                              : read_chain(paste, begin, place, error);
    free(copy);
    return good;
}
