#include "render/scene/scene.h"
#include "render/text/names.h"
#include "render/text/step_text.h"

#include <assert.h>

static const struct names names = { names_of_structs, scenes };

const struct scene *scene_find(const char *name, size_t length)
{
    const int i = names_find(&names, name, length);
    return i >= 0 ? scenes[i] : NULL;
}

static const struct param *scene_row(void *of, int i, void **values)
{
    struct scene_choice *choice = of;
    *values = choice->params;
    const struct param *row = choice->scene->params;
    return row && row[i].key ? &row[i] : NULL;
}

static bool read_scene(struct step_text *reader, struct scene_choice *choice, struct error *error)
{
    struct step_target target = { .row = scene_row, .of = choice };
    struct step_token token;
    while (step_text_next(reader, &token, error)) {
        const struct step_word *word = &token.word;
        const size_t after = reader->at;
        if (token.kind == STEP_END && choice->scene)
            return true;
        if (token.kind == STEP_END) {
            error_set(error, "a scene is missing; there are ");
            return names_append(error, &names, "", 0);
        }
        if (token.kind == STEP_OPTION) {
            if (!step_text_set(reader, &target, &token, error))
                return false;
            continue;
        }
        reader->at = (size_t) (word->text - reader->text);
        if (choice->scene)
            return error_set(error, "only one scene is drawn; its options are written "
                                    "name:key=value");
        if (token.off)
            return error_set(error, "a scene cannot be switched off");
        choice->scene = scene_find(word->text, word->length);
        if (!choice->scene) {
            error_set(error, "no scene '%.*s'; there are ", names_shown(word->length), word->text);
            return names_append(error, &names, word->text, word->length);
        }
        assert(param_values_size(choice->scene->params) <= SCENE_MAX_PARAMS_SIZE);
        param_set_defaults(choice->scene->params, choice->params);
        target.name = choice->scene->name;
        reader->at = after;
    }
    return false;
}

bool scene_parse_at(struct scene_choice *choice, const char *text, size_t *column,
                    struct error *error)
{
    struct scene_choice read = { 0 };
    struct step_text reader = { .text = text };
    if (!read_scene(&reader, &read, error)) {
        *column = reader.at;
        return step_text_locate(text, reader.at, error);
    }
    *choice = read;
    return true;
}

const char *scene_choice_file(const struct scene_choice *choice)
{
    const struct param *row = choice->scene->params;
    while (row && row->key && row->type != PARAM_TYPE_TEXT)
        row++;
    return row && row->key ? param_const_field(row, choice->params) : "";
}

bool scene_parse(struct scene_choice *choice, const char *text, struct error *error)
{
    size_t ignored;
    return scene_parse_at(choice, text, &ignored, error);
}

int scene_print(const struct scene_choice *choice, char *out, size_t size)
{
    struct step_writer writer = { .out = out, .size = size };
    step_write(&writer, choice->scene->name);
    step_write_options(&writer, choice->scene->params, choice->params);
    return writer.length;
}

bool scene_equal(const struct scene_choice *a, const struct scene_choice *b)
{
    return a->scene == b->scene && param_all_equal(a->scene->params, a->params, b->params);
}
