#include "effects/hook/hook_key.h"

#include "effects/hook/hook_block.h"
#include "effects/hook/hook_file.h"
#include "effects/hook/hook_layout.h"
#include "effects/hook/hook_pointwise.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/text.h"

#include <string.h>

static bool read_pointwise(const struct hook_reader *reader, const struct hook_line *line,
                           void *into)
{
    struct hook_file *file = into;
    if (line->arguments[0])
        return hook_refuse(reader, line, "takes nothing behind it");
    return hook_pointwise_make(reader, line, file);
}

static bool read_sigma(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    struct hook_file *file = into;
    int choice;
    if (!hook_one_word(reader, line, true))
        return false;
    const struct hook_param *param = hook_file_param(file, line->arguments, &choice);
    if (!param || param->type != HOOK_FLOAT || param->kind != HOOK_PARAM_UNIFORM)
        return hook_refuse(reader, line, "needs a //!PARAM of the file whose //!TYPE is float");
    file->keys.sigma = (int) (param - file->params);
    if (file->keys.pointwise)
        return hook_refuse(reader, line, "a blur reads other texels, and the file is pointwise");
    const struct hook_param *other = hook_file_param(file, "sigma", &choice);
    if (other && other != param)
        return hook_refuse(reader, line,
                           "the width is called sigma in chains, as another parameter is");
    return hook_layout_is_linear(file) ||
           hook_refuse(reader, line, "a blur is of light: its passes stand at //!HOOK LINEAR");
}

static bool read_same_as(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    struct hook_file *file = into;
    file->keys.same_as = (struct hook_word){ line->arguments, line->line, line->column };
    return line->arguments[0] != '\0' ||
           hook_refuse(reader, line, "a chain is missing, as gaussian:sigma=10");
}

static bool read_edge(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    static const char *const edges[] = { "clamp", "mirror", "zero", "wrap", NULL };
    static const struct names names = { names_of_array, edges };
    struct hook_file *file = into;
    for (int i = 0; edges[i]; i++)
        if (strcmp(edges[i], line->arguments) == 0) {
            file->keys.edge = (enum edge) i;
            return true;
        }
    error_set(reader->error, "takes one of ");
    names_append(reader->error, &names, line->arguments, strlen(line->arguments));
    return hook_place(reader, line);
}

static const struct hook_directive table[] = {
    { "pointwise", .read = read_pointwise },
    { "sigma", .read = read_sigma },
    { "same-as", .read = read_same_as },
    { "edge", .read = read_edge },
    { 0 },
};

static bool check_once(const struct hook_reader *reader, const struct hook_block *block)
{
    for (int i = 0; i < block->count; i++)
        for (int other = 0; other < i; other++)
            if (strcmp(block->lines[i].name, block->lines[other].name) == 0)
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
