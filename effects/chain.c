#include "effects/chain.h"

#include "effects/step_file.h"
#include "render/file/file_path.h"
#include "render/text/names.h"
#include "render/text/step_text.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The rows that every step has in addition to those of its effect.
static const struct param step_params[] = {
    PARAM_RECT(struct chain_step, roi, .def_rect = { 0, 0, 1, 1 }, .max = 1,
               .help = "Part of the picture where the step works, from the top left corner"),
    { 0 },
};

void chain_step_init(struct chain_step *step, const struct effect *effect)
{
    assert(param_values_size(effect->params) <= EFFECT_MAX_PARAMS_SIZE);
    *step = (struct chain_step){ .effect = effect };
    param_set_defaults(step_params, step);
    param_set_defaults(effect->params, step->params);
}

static int count_rows(const struct param *table)
{
    int count = 0;
    while (table && table[count].key)
        count++;
    return count;
}

const struct param *chain_step_param(struct chain_step *step, int i, void **values)
{
    const int own = count_rows(step->effect->params);
    *values = i < own ? (void *) step->params : (void *) step;
    if (i < own)
        return &step->effect->params[i];
    return i - own < count_rows(step_params) ? &step_params[i - own] : NULL;
}

int chain_step_impl(const struct chain_step *step)
{
    return (int) param_value(step->effect->params, "impl", step->params);
}

int chain_step_palette_size(const struct chain_step *step)
{
    const struct param *rows = step->effect->params, *palette = param_find(rows, "palette");
    const bool is_auto = palette && palette->type == PARAM_TYPE_TEXT &&
                         strcmp(param_const_field(palette, step->params), "auto") == 0;
    return is_auto ? (int) param_value(rows, "colors", step->params) : 0;
}

void chain_step_set_impl(struct chain_step *step, int value)
{
    const struct param *row = param_find(step->effect->params, "impl");
    if (row)
        param_set(row, step->params, 0, (float) value);
}

void chain_step_name_impl(struct chain_step *step, const struct effect_impl *impl)
{
    for (int i = 0; i < effect_impl_count(step->effect); i++)
        if (step->effect->impls[i] == impl)
            chain_step_set_impl(step, i + 1);
}

// Returns the first of `count` texels whose centre is not before the bound (0..1).
static float first_texel(float bound, int count)
{
    int texel = (int) (bound * (float) count) - 2;
    while (texel < count && ((float) texel + 0.5f) / (float) count < bound)
        texel++;
    return (float) texel;
}

struct rect chain_step_texels(const struct chain_step *step, int width, int height)
{
    return (struct rect){
        .x0 = first_texel(step->roi.x0, width),
        .y0 = first_texel(step->roi.y0, height),
        .x1 = first_texel(step->roi.x1, width),
        .y1 = first_texel(step->roi.y1, height),
    };
}

bool chain_step_has_roi(const struct chain_step *step)
{
    return !param_is_default(&step_params[0], step);
}

bool chain_step_equal(const struct chain_step *a, const struct chain_step *b)
{
    return a->effect == b->effect && a->off == b->off && param_all_equal(step_params, a, b) &&
           param_all_equal(a->effect->params, a->params, b->params);
}

bool chain_equal(const struct chain *a, const struct chain *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (!chain_step_equal(&a->steps[i], &b->steps[i]))
            return false;
    return true;
}

double chain_sigma(const struct chain *chain, int height)
{
    double variance = 0;
    chain_for_each(step, chain) {
        const struct effect *effect = step->effect;
        const double width =
            step->off || !effect->blur ? 0 : effect->blur(step->params, height).width;
        variance += width * width;
    }
    return sqrt(variance);
}

// ---- reading

enum { MAX_ROWS = 64 }; // per step; the number of bits of step_target.given

// The state of the parser. `target`, `name_at` and `value_at` are those of the last step.
struct chain_reader {
    struct step_text text;
    struct chain_names words;
    struct step_target target;          // without rows after a preset
    size_t name_at, value_at[MAX_ROWS]; // byte offsets; value_at: of the given rows
    int names;                          // number of names read so far
    struct chain chain;
};

// Callback names.at for all effects, then the presets.
static const char *word_name(const void *words, int i)
{
    int count = 0;
    while (effects[count])
        count++;
    const struct chain_names *of = words;
    return i < count ? effects[i]->name : of && of->preset ? of->preset(i - count) : NULL;
}

// Returns the index of the preset of that name; -1: there is no such preset.
static int find_preset(const struct chain_names *words, const struct step_word *word)
{
    const char *name;
    for (int i = 0; words->preset && (name = words->preset(i)); i++)
        if (strlen(name) == word->length && memcmp(name, word->text, word->length) == 0)
            return i;
    return -1;
}

static const struct param *step_row(void *step, int i, void **values)
{
    return chain_step_param(step, i, values);
}

// Sets the error for an unknown name. Presets are suggested for the first name only, since only the
// first can be a preset.
static bool unknown_effect(const struct chain_reader *reader, const struct step_word *word,
                           struct error *error)
{
    const struct names listed = { names_of_structs, effects };
    const struct names near = { word_name, reader->names == 1 ? &reader->words : NULL };
    const bool is_number = word->text[0] >= '0' && word->text[0] <= '9';
    if (find_preset(&reader->words, word) >= 0)
        return error_set(error, "'%.*s' is a preset, which can only begin a chain",
                         names_shown(word->length), word->text);
    if (reader->target.row && step_target_find(&reader->target, word->text, word->length) >= 0)
        return error_set(error, "'%.*s' is an option of %s, and stands behind ':' and not ','",
                         names_shown(word->length), word->text, reader->target.name);
    error_set(error, "no effect '%.*s'; %sthere are ", names_shown(word->length), word->text,
              is_number ? "numbers are written with a point, 1.5; " : "");
    names_list(error, &listed);
    return names_suggest(error, &near, word->text, word->length);
}

static bool read_chain(struct chain_reader *reader, struct error *error);

// Returns the key of the only text option, which names a file; NULL: there is no text option, or
// there are several.
static const char *file_key(const struct effect *effect)
{
    const char *key = NULL;
    param_for_each(row, effect->params) {
        if (row->type == PARAM_TYPE_TEXT && key)
            return NULL;
        if (row->type == PARAM_TYPE_TEXT)
            key = row->key;
    }
    return key;
}

bool chain_is_file(const struct step_token *name)
{
    const struct step_word *word = &name->word;
    if (name->quoted)
        return true;
    if (effect_find(word->text, word->length))
        return false;
    return memchr(word->text, '/', word->length) || effect_is_file_name(word->text, word->length);
}

static bool begin_step(struct chain_reader *reader, const struct step_token *token,
                       struct error *error)
{
    const size_t after = reader->text.at;
    const bool is_file = chain_is_file(token), is_first = reader->names++ == 0;
    const struct effect *effect =
        is_file ? NULL : effect_find(token->word.text, token->word.length);
    const int preset =
        is_first && !effect && !is_file ? find_preset(&reader->words, &token->word) : -1;
    reader->text.at = reader->name_at = (size_t) (token->word.text - reader->text.text);
    if (is_file && !(effect = effect_of_name(reader->words.folder, token->word.text,
                                             token->word.length, error)))
        return false;
    if (!effect && preset < 0)
        return unknown_effect(reader, &token->word, error);
    if (effect) {
        if (reader->chain.count == CHAIN_MAX_STEPS)
            return error_set(error, "a chain has at most %d steps", CHAIN_MAX_STEPS);
        struct chain_step *step = &reader->chain.steps[reader->chain.count++];
        chain_step_init(step, effect);
        step->off = token->off;
        reader->target = (struct step_target){ .name = effect->name, .row = step_row, .of = step };
        reader->text.file_key = file_key(effect);
    } else {
        const char *name = reader->words.preset(preset);
        struct chain_reader steps = { .text = { .text = reader->words.preset_text(preset) } };
        if (token->off)
            return error_set(error, "'-' switches off a step; %s is a preset, of several", name);
        if (!read_chain(&steps, error))
            return false;
        reader->chain = steps.chain;
        reader->target = (struct step_target){ .name = name };
    }
    reader->text.at = after;
    return true;
}

static bool set_option(struct chain_reader *reader, const struct step_token *token,
                       struct error *error)
{
    struct step_target *target = &reader->target;
    const uint64_t before = target->given;
    if (!target->row) {
        reader->text.at = (size_t) (token->word.text - reader->text.text);
        return error_set(error,
                         "%s is a preset and has no options; its steps have: --print chain "
                         "--chain %s writes them out",
                         target->name, target->name);
    }
    if (!step_text_set(&reader->text, target, token, error))
        return false;
    for (int i = 0; i < MAX_ROWS; i++)
        if ((target->given ^ before) >> i & 1)
            reader->value_at[i] = (size_t) (token->value.text - reader->text.text);
    return true;
}

// Lets the effect check the values of a step after all of them are read. An error is at the value
// of its key, or at the step if that option is not given.
static bool end_step(struct chain_reader *reader, struct error *error)
{
    const struct step_target *target = &reader->target;
    if (!target->row)
        return true;
    const void *file;
    const struct chain_step *step = &reader->chain.steps[reader->chain.count - 1];
    if (effect_check(step->effect, step->params, 0, &file, error))
        return true;
    const int i = error->key ? step_target_find(target, error->key, strlen(error->key)) : -1;
    const bool is_given = i >= 0 && (target->given >> i & 1);
    reader->text.at = is_given ? reader->value_at[i] : reader->name_at;
    return false;
}

static bool read_chain(struct chain_reader *reader, struct error *error)
{
    struct step_token token;
    while (step_text_next(&reader->text, &token, error)) {
        if (token.kind != STEP_OPTION && !end_step(reader, error))
            return false;
        if (token.kind == STEP_END)
            return true;
        if (token.kind == STEP_NAME ? !begin_step(reader, &token, error)
                                    : !set_option(reader, &token, error))
            return false;
    }
    return false;
}

bool chain_parse_from(struct chain *chain, const char *text, const struct chain_names *words,
                      size_t *column, struct error *error)
{
    struct chain_reader reader = { .text = { .text = text }, .words = *words };
    if (!read_chain(&reader, error)) {
        if (column)
            *column = reader.text.at;
        return step_text_locate(text, reader.text.at, error);
    }
    *chain = reader.chain;
    return true;
}

bool chain_parse(struct chain *chain, const char *text, size_t *column, struct error *error)
{
    const struct chain_names none = { 0 };
    return chain_parse_from(chain, text, &none, column, error);
}

bool chain_shows_highlights(const struct chain *chain)
{
    chain_for_each(step, chain) {
        if (step->effect->about.curve &&
            param_value(step->effect->params, "curve", step->params) > 0)
            return true;
    }
    return false;
}

bool chain_is_animated(const struct chain *chain)
{
    chain_for_each(step, chain) {
        if (!step->off && (step->effect->file.changes_with_frame ||
                           param_value(step->effect->params, "animate", step->params) > 0))
            return true;
    }
    return false;
}

const struct chain_step *chain_find_display(const struct chain *chain)
{
    chain_for_each(step, chain)
        if (!step->off && effect_makes_display(step->effect, step->params))
            return step;
    return NULL;
}

const struct chain_step *chain_find_stateful(const struct chain *chain)
{
    chain_for_each(step, chain)
        if (!step->off && step->effect->file.has_state)
            return step;
    return NULL;
}

// ---- writing

// Adds quotes if the parser would otherwise not read the name back as one file.
static void write_file(struct step_writer *writer, const char *file, const char *folder)
{
    char name[CHAIN_FILE_NAME_SIZE];
    // The name is relative to `folder` if the file is inside, otherwise an absolute path.
    const size_t length = folder ? strlen(folder) : 0;
    char current[CHAIN_FILE_NAME_SIZE];
    if (length > 0 && strncmp(file, folder, length) == 0 && file[length] == '/')
        snprintf(name, CHAIN_FILE_NAME_SIZE, "%s", file + length + 1);
    else if (!folder || file[0] == '/' || !getcwd(current, sizeof(current)))
        snprintf(name, CHAIN_FILE_NAME_SIZE, "%s", file);
    else
        snprintf(name, CHAIN_FILE_NAME_SIZE, "%s/%s", current, file);
    struct step_text reader = { .text = name };
    struct step_token token, end;
    struct error error;
    const bool is_plain = step_text_next(&reader, &token, &error) && !token.off &&
                          chain_is_file(&token) && step_text_next(&reader, &end, &error) &&
                          end.kind == STEP_END;
    step_write(writer, is_plain ? "" : "\"");
    step_write(writer, name);
    step_write(writer, is_plain ? "" : "\"");
}

static void write_step(struct step_writer *writer, const struct chain_step *step,
                       const char *folder)
{
    if (step->off)
        step_write(writer, "-");
    if (step->effect->file.path)
        write_file(writer, step->effect->file.path, folder);
    else
        step_write(writer, step->effect->name);
    step_write_options(writer, step->effect->params, step->params);
    step_write_options(writer, step_params, step);
}

int chain_print_step(const struct chain_step *step, char *out, size_t size)
{
    return chain_print_step_in(step, NULL, out, size);
}

int chain_print_step_in(const struct chain_step *step, const char *folder, char *out, size_t size)
{
    struct step_writer writer = { .out = out, .size = size };
    write_step(&writer, step, folder);
    return writer.length;
}

int chain_print(const struct chain *chain, char *out, size_t size)
{
    return chain_print_in(chain, NULL, out, size);
}

int chain_print_in(const struct chain *chain, const char *folder, char *out, size_t size)
{
    struct step_writer writer = { .out = out, .size = size };
    step_write(&writer, "");
    for (int i = 0; i < chain->count; i++) {
        step_write(&writer, i > 0 ? "," : "");
        write_step(&writer, &chain->steps[i], folder);
    }
    return writer.length;
}

// ---- files

struct file {
    const char *name; // without folders
    uint64_t hash;
};

// Lists the files that the steps are made from or name.
static int list_files(const struct chain *chain, struct file files[CHAIN_MAX_STEPS])
{
    int count = 0;
    chain_for_each(step, chain) {
        const char *path = NULL;
        for (const struct param *row = step->effect->params; row && row->key && !path; row++)
            path = effect_path(row, step->params);
        if (step->effect->file.path)
            files[count++] = (struct file){ step->effect->name, step->effect->file.hash };
        else if (path)
            files[count++] = (struct file){ file_path_name(path), step_file_hash(path) };
    }
    return count;
}

int chain_print_files(const struct chain *chain, char *out, size_t size)
{
    struct step_writer writer = { .out = out, .size = size };
    struct file files[CHAIN_MAX_STEPS];
    const int count = list_files(chain, files);
    step_write(&writer, "");
    for (int i = 0; i < count; i++)
        step_writef(&writer, "%s%016" PRIx64 " %s", i > 0 ? "; " : "", files[i].hash,
                    files[i].name);
    return writer.length;
}

const char *chain_changed_file(const struct chain *chain, const char *known)
{
    struct file files[CHAIN_MAX_STEPS];
    const int count = list_files(chain, files);
    for (int i = 0; i < count && known; i++) {
        char hash[17];
        snprintf(hash, sizeof(hash), "%016" PRIx64, files[i].hash);
        if (!strstr(known, hash))
            return files[i].name;
    }
    return NULL;
}
