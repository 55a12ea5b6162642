#include "app/command/options_parse.h"
#include "app/compare/golden/golden.h"
#include "app/edit/preset.h"
#include "app/text/shell.h"
#include "effects/effect_impl.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "effects/palette/palette.h"
#include "effects/pointwise/pointwise.h"
#include "effects/step_file.h"
#include "render/file/file_path.h"
#include "render/file/output_file.h"
#include "render/file/text_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/text.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_BYTES = 1024 * 1024, MAX_CASES = 10000, MAX_WORDS = 64 };

static const char list_name[] = "cases.txt";

// ---- the list that a folder begins with

static const char fixed[] = "--size 480x270 --msaa 4 --time 1.5";

// Returns true if the preset dithers to few colours: dots move if a driver rounds differently.
static bool is_of_dots(const char *preset)
{
    struct chain chain;
    struct error error;
    preset_read_chain(&chain, preset, NULL, NULL, &error);
    chain_for_each(step, &chain) {
        const struct dither_params *dither = (const void *) step->params;
        if (step->effect == &effect_error_diffusion)
            return true;
        if (step->effect == &effect_dither &&
            (step_file_is_given(dither->palette) || (dither->bits >= 1 && dither->bits < 8)))
            return true;
    }
    return false;
}

static bool write_list(const char *path, struct error *error)
{
    struct output_file file;
    if (!output_file_open(&file, path, error))
        return false;
    fputs("# Pictures that are known to be good: a name, and the options that make it. halation\n"
          "# --verify draws them again; --record draws those that are not there yet.\n\n",
          file.stream);
    for (int i = 0; i < preset_count(); i++) {
        const char *name = preset_name(i);
        fprintf(file.stream, "%s: --chain %s %s --tolerance %s\n", name, name, fixed,
                is_of_dots(name) ? "dithered" : "perceptual");
    }
    putc('\n', file.stream);
    for (int i = 0; scenes[i]; i++)
        if (!scenes[i]->read) // it needs no file
            fprintf(file.stream, "scene_%s: --scene %s --chain dual %s --tolerance driver\n",
                    scenes[i]->name, scenes[i]->name, fixed);
    putc('\n', file.stream);
    // Pictures of light show faults of a single implementation that are too small for 8 bits and
    // the eye.
    for (int i = 0; effects[i]; i++)
        for (int n = 0; effects[i]->colour != COLOUR_DISPLAY && n < effect_impl_count(effects[i]);
             n++) {
            const char *name = effects[i]->name;
            const char *impl = effects[i]->impls[n]->name;
            const char *golden = effects[i]->about.golden;
            fprintf(file.stream,
                    "%s_%s.pfm: --scene bars --chain %s%s%s:impl=%s --size 96x54 --tolerance "
                    "driver\n",
                    name, impl, name, golden ? ":" : "", golden ? golden : "", impl);
        }
    return output_file_close(&file, error);
}

bool golden_list_begin(const char *folder, struct error *error)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(error, "cannot make the folder %s: %s", folder, strerror(errno));
    char *path = file_path_join(folder, list_name);
    bool good = true;
    if (access(path, F_OK) != 0) {
        good = write_list(path, error);
        if (good)
            report_write(true, path, NULL);
    }
    free(path);
    return good;
}

// ---- a case

// Adds the case of a line, if it has one.
static bool add_line(struct golden_list *list, const struct options *given, char *text, int line,
                     struct error *error)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_-.";
    const char first = text[strspn(text, " \t\r")];
    if (first == '\0' || first == '#')
        return true;
    if (list->count == MAX_CASES)
        return error_set(error, "it is case %d; a list may have %d", MAX_CASES + 1, MAX_CASES);
    list->all = memory_room(list->all, list->count, sizeof(*list->all));
    struct golden_case *one = &list->all[list->count++];
    *one = (struct golden_case){ .line = line };
    one->text = memory_new(strlen(text) + 1, 1);
    one->words = memory_new(MAX_WORDS + 1, sizeof(*one->words));
    const int count = shell_split(text, one->text, (const char **) one->words, MAX_WORDS);
    if (count <= 0)
        return error_set(error, "a quote is not closed, or it has more than %d words", MAX_WORDS);
    char *name = one->words[0];
    const size_t end = strspn(name, allowed); // of the name, at its colon
    if (end == 0 || end > 100 || strcmp(name + end, ":") != 0 || strchr(".-", name[0]))
        return error_set(error,
                         "'%s' must be a name of letters, digits, '_', '-' and '.' with a colon: "
                         "'night: --chain night'",
                         name);
    name[end] = '\0';
    one->file = memory_new(end + sizeof(".png"), 1);
    sprintf(one->file, "%s%s", name,
            image_path_is_linear(name) || text_ends_in(name, ".png") ? "" : ".png");
    one->path = file_path_join(given->golden.folder, one->file);
    if (!options_parse_case(&one->options, one->path, given, count, one->words, error))
        return false;
    for (int i = 0; i < list->count - 1; i++)
        if (strcmp(list->all[i].file, one->file) == 0)
            return error_set(error, "%s is the picture of line %d already", one->file,
                             list->all[i].line);
    return true;
}

// ---- the list

static const char *name_at(const void *set, int i)
{
    const struct golden_list *list = set;
    return i < list->count ? list->all[i].words[0] : NULL;
}

// Takes the cases that the options accept, or else all; and of these, those in the shard.
static bool take_cases(struct golden_list *list, const struct golden_options *options,
                       struct error *error)
{
    for (int n = 0; n < OPTIONS_MAX_ACCEPTED && options->accepted[n]; n++) {
        const char *pattern = options->accepted[n];
        bool is_known = false;
        for (int i = 0; i < list->count; i++)
            if (fnmatch(pattern, list->all[i].words[0], 0) == 0 ||
                fnmatch(pattern, list->all[i].file, 0) == 0)
                is_known = list->all[i].is_taken = true;
        if (is_known)
            continue;
        error_set(error, "--accept: %s has no picture '%s'", list->path, pattern);
        return names_suggest(error, &(const struct names){ name_at, list }, pattern,
                             strlen(pattern));
    }
    for (int i = 0; i < list->count; i++) {
        bool *is_taken = &list->all[i].is_taken;
        *is_taken = (*is_taken || !options->accepted[0]) &&
                    (options->shards == 0 || i % options->shards == options->shard - 1);
    }
    return true;
}

bool golden_list_read(struct golden_list *list, const struct options *given, struct error *error)
{
    const char *folder = given->golden.folder;
    *list = (struct golden_list){ .path = file_path_join(folder, list_name) };
    char *text = text_file_read(list->path, "list of pictures", MAX_BYTES, error);
    if (!text)
        return access(list->path, F_OK) != 0 &&
               error_append(error, "; halation --record %s begins a list", folder);
    bool good = true;
    char *at = text + text_mark_length(text, strlen(text));
    for (int line = 1; *at && good; line++) {
        char *end = at + strcspn(at, "\n");
        const bool is_last = *end == '\0';
        *end = '\0';
        good = add_line(list, given, at, line, error) ||
               error_prefix(error, "%s:%d: ", list->path, line);
        at = is_last ? end : end + 1;
    }
    free(text);
    if (!good)
        return false;
    if (list->count == 0)
        return error_set(error, "%s has no case; a line is as 'night: --chain night'", list->path);
    // Fails if two cases are the same file by a link: one picture would replace the other.
    const char **paths = memory_new((size_t) list->count, sizeof(*paths));
    for (int i = 0; i < list->count; i++)
        paths[i] = list->all[i].path;
    good = output_file_check_apart(paths, list->count, error) ||
           error_prefix(error, "%s: ", list->path);
    free(paths);
    return good && take_cases(list, &given->golden, error);
}

void golden_list_finish(struct golden_list *list)
{
    for (int i = 0; i < list->count; i++) {
        struct golden_case *one = &list->all[i];
        free(one->text);
        free(one->words);
        free(one->file);
        free(one->path);
    }
    free(list->all);
    free(list->path);
    *list = (struct golden_list){ 0 };
}
