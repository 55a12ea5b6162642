#include "effects/hook/hook_file.h"

#include "effects/hook/hook_buffer.h"
#include "effects/hook/hook_param.h"
#include "effects/hook/hook_texture.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

#define HOOK_POINT_NAME(NAME) #NAME,
const char *const hook_point_names[] = { HOOK_POINTS(HOOK_POINT_NAME) NULL };

int hook_point_find(const char *name)
{
    if (strcmp(name, "MAINPRESUB") == 0)
        return HOOK_MAIN;
    for (int i = 0; hook_point_names[i]; i++)
        if (strcmp(hook_point_names[i], name) == 0)
            return i;
    return -1;
}

// ---- a pass

static bool read_hook(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    static const struct names names = { names_of_array, hook_point_names };
    struct hook_pass *pass = into;
    if (!hook_one_word(reader, line, false))
        return false;
    const int point = hook_point_find(line->arguments);
    if (point < 0) {
        error_set(reader->error, "there is no point '%.*s'; there are ",
                  names_shown(strlen(line->arguments)), line->arguments);
        names_append(reader->error, &names, line->arguments, strlen(line->arguments));
        return hook_place(reader, line);
    }
    if (pass->points == 0)
        pass->at = hook_word_of(line);
    pass->points |= 1u << point;
    return true;
}

static bool read_bind(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    struct hook_pass *pass = into;
    if (!hook_one_word(reader, line, true))
        return false;
    for (int i = 0; i < pass->bind_count; i++)
        if (strcmp(pass->binds[i].text, line->arguments) == 0)
            return true;
    if (pass->bind_count == HOOK_MAX_BINDS)
        return hook_refuse(reader, line, "a pass binds at most %d textures", HOOK_MAX_BINDS);
    pass->binds[pass->bind_count++] = hook_word_of(line);
    return true;
}

static bool read_offset(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    struct hook_pass *pass = into;
    if (strcmp(line->arguments, "ALIGN") == 0)
        return true; // it lies as the hooked one does
    return hook_numbers(reader, line, 2, 2, pass->offset) > 0;
}

static bool read_components(const struct hook_reader *reader, const struct hook_line *line,
                            void *into)
{
    return hook_sizes(reader, line, 1, 1, 4, &((struct hook_pass *) into)->components) > 0;
}

static bool read_compute(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    struct hook_pass *pass = into;
    int sizes[4];
    const int count = hook_sizes(reader, line, 2, 4, 1024, sizes);
    if (count == 0)
        return false;
    if (count == 3)
        return hook_refuse(reader, line,
                           "needs the texels of a group, as 16 16, and may name its "
                           "threads, as 16 16 8 8");
    pass->compute = true;
    memcpy(pass->block, sizes, sizeof(pass->block));
    memcpy(pass->threads, count == 4 ? sizes + 2 : sizes, sizeof(pass->threads));
    return pass->threads[0] * pass->threads[1] <= 1024 ||
           hook_refuse(reader, line, "a group has at most 1024 threads, and this has %dx%d",
                       pass->threads[0], pass->threads[1]);
}

#define PASS(FIELD) offsetof(struct hook_pass, FIELD)
static const struct hook_directive pass_table[] = {
    { "HOOK", .read = read_hook },
    { "BIND", .read = read_bind },
    { "SAVE", HOOK_FIELD_NAME, PASS(save) },
    { "DESC", HOOK_FIELD_TEXT, PASS(label) },
    { "WIDTH", HOOK_FIELD_EXPR, PASS(width) },
    { "HEIGHT", HOOK_FIELD_EXPR, PASS(height) },
    { "WHEN", HOOK_FIELD_EXPR, PASS(when) },
    { "OFFSET", .read = read_offset },
    { "COMPONENTS", .read = read_components },
    { "COMPUTE", .read = read_compute },
    { 0 },
};

// Every pass may use HOOKED_tex and its like, bound or not.
static void bind_hooked(struct hook_pass *pass)
{
    for (int i = 0; i < pass->bind_count; i++)
        if (strcmp(pass->binds[i].text, "HOOKED") == 0)
            return;
    if (pass->bind_count < HOOK_MAX_BINDS && strstr(pass->body, "HOOKED_"))
        pass->binds[pass->bind_count++] =
            (struct hook_word){ "HOOKED", pass->at.line, pass->at.column };
}

static bool read_pass(const struct hook_reader *reader, const struct hook_block *block,
                      struct hook_file *file)
{
    const struct hook_line *first = &block->lines[0];
    if (file->pass_count == HOOK_MAX_PASSES)
        return hook_refuse(reader, first, "a file has at most %d passes", HOOK_MAX_PASSES);
    file->passes = memory_grow(file->passes, (size_t) file->pass_count + 1, sizeof(*file->passes));
    struct hook_pass *pass = &file->passes[file->pass_count++];
    *pass = (struct hook_pass){
        .label = "", .components = 4, .body = block->body, .body_line = block->body_line
    };
    if (!hook_read_lines(reader, block, pass_table, pass))
        return false;
    if (pass->points == 0)
        return hook_refuse(reader, first,
                           "the pass has no //!HOOK, which says where it runs: MAIN, for one");
    if (!strstr(pass->body, "hook"))
        return hook_refuse(reader, first, "the pass has no function %s hook()",
                           pass->compute ? "void" : "vec4");
    bind_hooked(pass);
    return true;
}

// ---- the file

static bool read_block(const struct hook_reader *reader, const struct hook_block *block,
                       struct hook_file *file)
{
    const char *kind = block->lines[0].name;
    if (strcmp(kind, "PARAM") == 0)
        return hook_param_read(reader, block, file);
    if (strcmp(kind, "TEXTURE") == 0)
        return hook_texture_read(reader, block, file);
    if (strcmp(kind, "BUFFER") == 0)
        return hook_buffer_read(reader, block, file);
    return read_pass(reader, block, file);
}

const struct hook_param *hook_file_param(const struct hook_file *file, const char *name,
                                         int *choice)
{
    *choice = -1;
    for (int i = 0; i < file->param_count; i++)
        if (strcmp(file->params[i].name.text, name) == 0)
            return &file->params[i];
    for (int i = 0; i < file->param_count; i++)
        for (int n = 0; n < file->params[i].choice_count; n++)
            if (strcmp(file->params[i].choices[n], name) == 0) {
                *choice = n;
                return &file->params[i];
            }
    return NULL;
}

int hook_file_find(const struct hook_file *file, const char *name)
{
    for (int i = 0; i < file->texture_count; i++)
        if (strcmp(file->textures[i].name.text, name) == 0)
            return i;
    for (int i = 0; i < file->buffer_count; i++)
        if (strcmp(file->buffers[i].name.text, name) == 0)
            return HOOK_MAX_TEXTURES + i;
    return -1;
}

bool hook_file_keeps(const struct hook_file *file)
{
    bool keeps = false;
    for (int i = 0; i < file->texture_count; i++)
        keeps |= file->textures[i].is_stored;
    for (int i = 0; i < file->buffer_count; i++)
        keeps |= file->buffers[i].is_stored;
    return keeps;
}

// Whether a texture of that name can be there when the pass runs: those that passes before it save,
// which may not have run, points of this picture, and what the file holds.
static bool is_known(const struct hook_file *file, const struct hook_pass *pass, const char *name)
{
    const int point = hook_point_find(name);
    if (strcmp(name, "HOOKED") == 0 || (point >= 0 && point < HOOK_POINTS_HERE))
        return true;
    for (const struct hook_pass *other = file->passes; other < file->passes + file->pass_count;
         other++)
        if (other != pass && other->save.text && strcmp(other->save.text, name) == 0)
            return true;
    return hook_file_find(file, name) >= 0;
}

static bool refuse_texture(const struct hook_reader *reader, const struct hook_line *line,
                           const char *name)
{
    if (hook_point_find(name) >= 0)
        return hook_refuse(reader, line, "a picture of RGB at its own size has no %s", name);
    return hook_refuse(reader, line,
                       "no pass saves '%.*s', and it is no texture or buffer of the file",
                       names_shown(strlen(name)), name);
}

static bool check_names(const struct hook_reader *reader, const struct hook_file *file,
                        const struct hook_pass *pass, const struct hook_expr *expr, char *directive)
{
    int choice;
    for (int i = 0; i < expr->count; i++) {
        const struct hook_op *op = &expr->ops[i];
        const struct hook_line line = { directive, "", expr->line, op->column };
        const bool is_size = op->kind == HOOK_OP_WIDTH || op->kind == HOOK_OP_HEIGHT;
        if (is_size && hook_file_find(file, op->name) >= HOOK_MAX_TEXTURES)
            return hook_refuse(reader, &line, "a buffer has no size");
        if (is_size && !is_known(file, pass, op->name))
            return refuse_texture(reader, &line, op->name);
        if (op->kind == HOOK_OP_NAME && !hook_file_param(file, op->name, &choice))
            return hook_refuse(reader, &line,
                               "'%.*s' is no parameter; a size has .w or .h behind its texture",
                               names_shown(strlen(op->name)), op->name);
    }
    return true;
}

static bool check_binds(const struct hook_reader *reader, const struct hook_file *file,
                        const struct hook_pass *pass)
{
    int buffers = 0, images = 0;
    for (int i = 0; i < pass->bind_count; i++) {
        const struct hook_word *bind = &pass->binds[i];
        const struct hook_line line = { "BIND", "", bind->line, bind->column };
        const int declared = hook_file_find(file, bind->text);
        if (!is_known(file, pass, bind->text))
            return refuse_texture(reader, &line, bind->text);
        buffers += declared >= HOOK_MAX_TEXTURES;
        images +=
            declared >= 0 && declared < HOOK_MAX_TEXTURES && file->textures[declared].is_stored;
        if (buffers > HOOK_MAX_BLOCKS)
            return hook_refuse(reader, &line, "a pass binds at most %d buffers", HOOK_MAX_BLOCKS);
        if (images > HOOK_MAX_IMAGES)
            return hook_refuse(reader, &line, "a pass binds at most %d textures with STORAGE",
                               HOOK_MAX_IMAGES);
    }
    return true;
}

static bool check_pass(const struct hook_reader *reader, const struct hook_file *file,
                       const struct hook_pass *pass)
{
    return check_binds(reader, file, pass) &&
           check_names(reader, file, pass, &pass->width, "WIDTH") &&
           check_names(reader, file, pass, &pass->height, "HEIGHT") &&
           check_names(reader, file, pass, &pass->when, "WHEN");
}

// A file whose passes all wait for a point that never comes would do nothing.
static bool check_points(const struct hook_reader *reader, const struct hook_file *file)
{
    unsigned points = 0;
    int runs = 0;
    for (int i = 0; i < file->pass_count; i++) {
        points |= file->passes[i].points;
        for (int point = 0; point < HOOK_POINTS_HERE; point++)
            runs += (int) (file->passes[i].points >> point & 1);
    }
    if (runs > HOOK_MAX_PASSES)
        return error_set(reader->error, "%s: its passes run %d times, and may %d times",
                         reader->path, runs, HOOK_MAX_PASSES);
    if (points == 0)
        return error_set(reader->error, "%s: there is no pass in it, which a line //!HOOK begins",
                         reader->path);
    if (points & ((1u << HOOK_POINTS_HERE) - 1))
        return true;
    const struct hook_word *at = &file->passes[0].at;
    const struct hook_line line = { "HOOK", "", at->line, at->column };
    return hook_refuse(
        reader, &line,
        "a picture of RGB at its own size never comes to %s, nor to another point of this file",
        at->text);
}

static bool read_file(struct hook_reader *reader, struct hook_file *file)
{
    struct hook_block block;
    while (hook_block_next(reader, &block)) {
        const bool is_fine = read_block(reader, &block, file);
        hook_block_finish(&block);
        if (!is_fine)
            return false;
    }
    for (int i = 0; i < file->pass_count; i++)
        if (!check_pass(reader, file, &file->passes[i]))
            return false;
    return check_points(reader, file);
}

bool hook_file_read(struct hook_file *file, const char *path, const char *text, size_t size,
                    struct error *error)
{
    *file = (struct hook_file){ .path = path,
                                .text = memory_new(size + 1, 1),
                                .keys = { .sigma = -1 } };
    memcpy(file->text, text, size);
    const size_t skipped = text_mark_length(text, size);
    struct hook_reader reader = { path, file->text + skipped, file->text + size, 1, error };
    bool is_fine = !memchr(text, '\0', size) ||
                   error_set(error, "%s: it is no text, since it has zeros in it", path);
    is_fine = is_fine && (size <= HOOK_MAX_FILE || error_set(error, "%s: it has more than %d MiB",
                                                             path, HOOK_MAX_FILE >> 20));
    is_fine = is_fine && read_file(&reader, file);
    if (!is_fine)
        hook_file_finish(file);
    return is_fine;
}

void hook_file_finish(struct hook_file *file)
{
    for (int i = 0; i < file->pass_count; i++) {
        hook_expr_finish(&file->passes[i].width);
        hook_expr_finish(&file->passes[i].height);
        hook_expr_finish(&file->passes[i].when);
    }
    for (int i = 0; i < file->param_count; i++)
        free(file->params[i].choices);
    for (int i = 0; i < file->texture_count; i++)
        free(file->textures[i].texels);
    free(file->keys.text);
    free(file->keys.pointwise);
    free(file->keys.function);
    for (int i = 0; i < file->buffer_count; i++)
        free(file->buffers[i].bytes);
    free(file->passes);
    free(file->text);
    *file = (struct hook_file){ 0 };
}
