#include "app/bench/bench.h"
#include "app/command/describe.h"
#include "app/command/option.h"
#include "app/edit/preset.h"
#include "effects/hook/shader_folder.h"
#include "effects/palette/palette.h"
#include "render/text/text.h"

#include <stdio.h>
#include <string.h>

struct completion {
    const char *word; // up to the cursor
    enum mode mode;   // of the words before it
    size_t at;        // index in `word` of the part to complete
    int count;        // number of completions
    char last[PARAM_PRINTED_SIZE];
    const char *more; // characters that may follow the completion, if there is only one
};

static const char *part(const struct completion *completion)
{
    return completion->word + completion->at;
}

// Prints a name if it begins with the part. `what` may be NULL.
static void offer(struct completion *completion, const char *name, const char *end,
                  const char *what)
{
    if (!text_begins_with(name, part(completion)))
        return;
    printf("%.*s%s%s%s%s\n", (int) completion->at, completion->word, name, end, what ? "\t" : "",
           what ? what : "");
    completion->count++;
    snprintf(completion->last, sizeof(completion->last), "%s", name);
}

static void offer_names(struct completion *completion, const struct names *names)
{
    const char *name;
    for (int i = 0; (name = names->at(names->set, i)); i++)
        offer(completion, name, "", NULL);
}

static void offer_path(const struct completion *completion, const char *pattern)
{
    printf("%.*s%s\n", (int) completion->at, completion->word, pattern);
}

// Returns the index after the last of some characters outside of quotes, or `from`.
static size_t find_behind(const char *text, size_t from, const char *characters)
{
    bool is_quoted = false;
    size_t found = from;
    for (size_t i = from; text[i]; i++) {
        is_quoted ^= text[i] == '"';
        if (!is_quoted && strchr(characters, text[i]))
            found = i + 1;
    }
    return found;
}

// ---- keys and values of a step or a scene

static bool has_key(const char *text, const char *key)
{
    const char *found = strstr(text, key);
    while (found && found > text && !strchr(":,", found[-1]))
        found = strstr(found + 1, key);
    return found;
}

// Offers the keys that were not given yet, or values of the last key. `begin` is the index after
// the name of the step or scene.
static void complete_params(struct completion *completion, const struct param *rows, size_t begin,
                            const char *more)
{
    char range[DESCRIBE_RANGE_SIZE], plain[PARAM_PRINTED_SIZE];
    const char *word = completion->word, *name;
    completion->at = find_behind(word, begin, ":,");
    const size_t value = find_behind(word, completion->at, "=");
    if (value > completion->at) {
        const struct param *row =
            param_find_word(rows, part(completion), strcspn(part(completion), "="));
        completion->at = value;
        completion->more = more;
        if (!row)
            return;
        describe_range(row, range, sizeof(range));
        describe_default(row, plain, sizeof(plain));
        const bool is_text = row->type == PARAM_TYPE_TEXT;
        if (!is_text && row->type != PARAM_TYPE_CHOICE)
            offer(completion, plain, "", range);
        for (int i = 0; (name = param_choice(row, i)); i++)
            if (completion->count == 0 || strcmp(name, plain) != 0)
                offer(completion, name, "", strcmp(name, plain) == 0 ? "the default" : NULL);
        for (int i = 0; strcmp(row->key, "palette") == 0 && palettes[i].name; i++)
            offer(completion, palettes[i].name, "", palettes[i].summary);
        completion->at += is_text && part(completion)[0] == '@';
        if (is_text)
            offer_path(completion, "*");
        return;
    }
    param_for_each(row, rows) {
        char text[DESCRIBE_RANGE_SIZE + 512], key[64];
        snprintf(key, sizeof(key), "%s=", row->key);
        describe_range(row, range, sizeof(range));
        snprintf(text, sizeof(text), "%s: %s", range, row->help ? row->help : "");
        if (!has_key(word + begin, key))
            offer(completion, row->key, "=", text);
    }
    if (strcmp(more, ":,") == 0) // of a step
        offer(completion, "roi", "=", "the part of the picture where it works");
}

void complete_scene(struct completion *completion)
{
    const size_t begin = completion->at, length = strcspn(part(completion), ":");
    const struct scene *scene = scene_find(part(completion), length);
    if (scene && part(completion)[length]) {
        complete_params(completion, scene->params, begin + length + 1, ":");
        return;
    }
    for (int i = 0; scenes[i]; i++)
        offer(completion, scenes[i]->name, "", scenes[i]->summary);
    completion->more = ":";
}

void complete_suite(struct completion *completion)
{
    const size_t begin = completion->at, length = strcspn(part(completion), ":");
    char name[64];
    snprintf(name, sizeof(name), "%.*s", (int) length, part(completion));
    const struct suite *suite = suites_find(name);
    if (suite && part(completion)[length]) {
        complete_params(completion, suite->params, begin + length + 1, ":");
        return;
    }
    offer_names(completion, &suites_names);
    suite = suites_find(completion->last);
    completion->more = suite && suite->params ? ":" : NULL;
}

// ---- chains

static const struct effect *find_effect(const char *name, size_t length)
{
    struct error error;
    const struct effect *effect = effect_find(name, length);
    return effect ? effect : effect_of_name(NULL, name, length, &error);
}

void complete_chain(struct completion *completion)
{
    const char *word = completion->word;
    const size_t begin = completion->at, step = find_behind(word, begin, ",");
    if (word[begin] == '@') {
        completion->at++;
        offer_path(completion, "*");
        return;
    }
    completion->at = step + strspn(word + step, " -");
    const size_t length = strcspn(part(completion), ":");
    const struct effect *effect;
    if (part(completion)[length]) {
        effect = find_effect(part(completion), length);
        if (effect)
            complete_params(completion, effect->params, completion->at + length + 1, ":,");
        return;
    }
    for (int i = 0; effects[i]; i++)
        offer(completion, effects[i]->name, "", effects[i]->about.summary);
    for (int i = 0; step == begin && preset_name(i); i++)
        if (!effect_find(preset_name(i), strlen(preset_name(i))))
            offer(completion, preset_name(i), "", "a preset");
    shader_folder_scan();
    for (int i = 0; (effect = shader_folder_at(i)); i++)
        offer(completion, effect->name, "", effect->file.path);
    if (completion->count == 0 || strchr(part(completion), '/'))
        offer_path(completion, "*");
    completion->more = find_effect(completion->last, strlen(completion->last)) ? ":," : ",";
}

// ---- files that are written

void complete_output(struct completion *completion)
{
    const struct names endings = output_endings(completion->mode, false);
    const char *dot = strrchr(part(completion), '.');
    offer_path(completion, "*");
    if (!dot || strchr(dot, '/'))
        return;
    completion->at = (size_t) (dot - completion->word);
    offer_names(completion, &endings);
}

void complete_output_format(struct completion *completion)
{
    const struct names endings = output_endings(completion->mode, true);
    offer_names(completion, &endings);
}

// ---- options

// Records in the reader the given options and the mode. Returns the option whose value the word
// after these is; NULL: it is no value.
static const struct option *read_words(struct option_reader *reader, const char *const words[],
                                       int count)
{
    const struct option *row = NULL;
    for (int i = 0; i < count; i++) {
        const char *value;
        const struct option *found =
            words[i][0] == '-' ? option_of_argument(words[i], &value) : NULL;
        if (!found) {
            row = row && row->kind == OPTION_WORDS ? row : NULL;
            continue;
        }
        row = found->value && !value && !found->is_standalone ? found : NULL;
        reader->given[found - option_table] = true;
        if (found->mode) {
            reader->mode_option = found->name;
            reader->options->mode = found->mode;
        }
    }
    return row;
}

static void complete_option_value(struct completion *completion, const struct option *row)
{
    if (row->complete) {
        row->complete(completion);
        return;
    }
    if (row->values)
        offer_names(completion, row->values);
    if (row->params)
        complete_params(completion, row->params, completion->at, ",");
    if (strstr(row->value, "FILE") || row->kind == OPTION_WORDS)
        offer_path(completion, "*");
    else if (strstr(row->value, "DIR"))
        offer_path(completion, "*/");
}

void complete_words(struct option_reader *reader, const struct word_list *list)
{
    const char *const *words = list->words;
    const int count = list->count;
    const char *word = words[count - 1], *value = NULL;
    struct completion completion = { .word = word };
    for (const char *at = word; *at; at++)
        if ((unsigned char) *at < ' ')
            return; // it contains a line break
    const struct option *row = read_words(reader, words, count - 1);
    completion.mode = reader->options->mode;
    if (word[0] == '-' && (!row || row->kind == OPTION_WORDS)) {
        row = option_of_argument(word, &value);
        if (value && row && row->value) {
            completion.at = (size_t) (value - word);
            complete_option_value(&completion, row);
        } else if (!value && (word[1] == '-' || !word[1])) {
            completion.word = word[1] ? word : "--";
            completion.at = strlen("--");
            for (row = option_table; row->name; row++) {
                if (row->is_hidden || (reader->given[row - option_table] && !row->may_repeat) ||
                    (reader->mode_option && (!option_works(reader, row) || row->mode)))
                    continue;
                offer(&completion, row->name, "", row->help);
                if (strcmp(completion.last, row->name) == 0)
                    completion.more = row->is_standalone ? "=" : NULL;
            }
        }
    } else if (row) {
        complete_option_value(&completion, row);
    } else if (count == 2 && strcmp(words[0], "help") == 0) {
        offer_names(&completion, &describe_topics);
    } else {
        if (count == 1)
            offer(&completion, "help", "", "explains a topic");
        offer_path(&completion, "*");
    }
    // A shell that supports it adds no space after the name, since more may follow.
    for (const char *end = completion.more; completion.count == 1 && end && *end; end++)
        printf("%.*s%s%c\n", (int) completion.at, completion.word, completion.last, *end);
}
