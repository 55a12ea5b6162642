#include "effects/hook/hook_layout.h"
#include "effects/hook/hook_text.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/text.h"

#include <string.h>

static bool read_pointwise(const struct hook_reader *reader, const struct hook_line *line,
                           void *field)
{
    return line->text[0] ? hook_refuse(reader, line, "takes nothing behind it")
                         : hook_pointwise_make(reader, line, field);
}

static bool read_sigma(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    struct hook_file *file = field;
    struct hook_line name;
    int choice;
    if (!hook_read_name(reader, line, &name))
        return false;
    const struct hook_param *param = hook_find_param(file, name.text, &choice);
    if (!param || param->type != HOOK_FLOAT || param->kind != HOOK_PARAM_UNIFORM)
        return hook_refuse(reader, line, "needs a //!PARAM of the file whose //!TYPE is float");
    file->keys.sigma = (int) (param - file->params);
    if (file->keys.pointwise)
        return hook_refuse(reader, line, "a blur reads other texels, and the file is pointwise");
    const struct hook_param *other = hook_find_param(file, "sigma", &choice);
    if (other && other != param)
        return hook_refuse(reader, line,
                           "the width is called sigma in chains, as another parameter is");
    return hook_layout_is_linear(file) ||
           hook_refuse(reader, line, "a blur is of light: its passes stand at //!HOOK LINEAR");
}

static bool read_same_as(const struct hook_reader *reader, const struct hook_line *line,
                         void *field)
{
    *(struct hook_line *) field = *line;
    return line->text[0] || hook_refuse(reader, line, "a chain is missing, as gaussian:sigma=10");
}

static bool read_edge(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    static const char *const edges[] = { "clamp", "mirror", "zero", "wrap", NULL };
    static const struct names names = { names_of_array, edges };
    const int edge = hook_index(edges, line->text);
    *(enum edge *) field = edge < 0 ? EDGE_CLAMP : (enum edge) edge;
    if (edge >= 0)
        return true;
    error_set(reader->error, "takes one of ");
    names_append(reader->error, &names, line->text, strlen(line->text));
    return hook_place(reader, line);
}

#define KEY(FIELD) offsetof(struct hook_file, keys.FIELD)
static const struct hook_directive table[] = {
    { "pointwise", read_pointwise },
    { "sigma", read_sigma },
    { "same-as", read_same_as, KEY(same_as) },
    { "edge", read_edge, KEY(edge) },
    { 0 },
};

static bool check_once(const struct hook_reader *reader, const struct hook_block *block)
{
    for (int i = 0; i < block->count; i++)
        for (int other = 0; other < i; other++)
            if (strcmp(block->lines[i].directive, block->lines[other].directive) == 0)
                return hook_refuse(reader, &block->lines[i], "stands in line %d already",
                                   block->lines[other].line);
    return true;
}

bool hook_keys_read(struct hook_file *file, const char *text, size_t size, struct error *error)
{
    char *own = file->keys.text = memory_new(size + 1, 1);
    memcpy(own, text, size);
    struct hook_reader reader = { file->path, own + text_mark_length(text, size), own + size, 1,
                                  error };
    struct hook_block block;
    hook_block_own(&reader, &block);
    const bool is_fine =
        check_once(&reader, &block) && hook_read_lines(&reader, &block, table, file);
    hook_block_finish(&block);
    return is_fine;
}
