#include "effects/hook/hook_file.h"

#include "effects/hook/hook_token.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

#define HOOK_POINT_NAME(NAME) #NAME,
const char *const hook_point_names[] = { HOOK_POINTS(HOOK_POINT_NAME) NULL };
const char *const hook_type_names[] = { "float", "int", "uint", NULL };

int hook_find_point(const char *name)
{
    return strcmp(name, "MAINPRESUB") == 0 ? HOOK_MAIN : hook_index(hook_point_names, name);
}

unsigned hook_points_here(const struct hook_file *file)
{
    const unsigned planes = 1u << HOOK_LUMA | 1u << HOOK_CHROMA;
    unsigned points = 0;
    for (int i = 0; i < file->pass_count; i++)
        points |= file->passes[i].points;
    return ((1u << HOOK_POINTS_HERE) - 1) & ~(points >> HOOK_RGB & 1 ? planes : 0);
}

int hook_find_resource(const struct hook_file *file, const char *name)
{
    for (int i = 0; i < file->resource_count; i++)
        if (strcmp(file->resources[i].name.text, name) == 0)
            return i;
    return -1;
}

const struct hook_param *hook_find_param(const struct hook_file *file, const char *name,
                                         int *choice)
{
    *choice = -1;
    for (int i = 0; i < file->param_count; i++)
        if (strcmp(file->params[i].name.text, name) == 0)
            return &file->params[i];
    for (int i = 0; i < file->param_count; i++)
        if (file->params[i].choice_count > 0 &&
            (*choice = hook_index((const char *const *) file->params[i].choices, name)) >= 0)
            return &file->params[i];
    return NULL;
}

bool hook_keeps(const struct hook_file *file)
{
    bool keeps = false;
    for (int i = 0; i < file->resource_count; i++)
        keeps |= file->resources[i].is_stored;
    return keeps;
}

// ---- a pass

static bool read_hook(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    static const struct names names = { names_of_array, hook_point_names };
    struct hook_pass *pass = field;
    struct hook_line word;
    if (!hook_read_word(reader, line, &word))
        return false;
    const size_t length = strlen(word.text);
    const int point = hook_find_point(word.text);
    if (point < 0) {
        error_set(reader->error, "there is no point '%.*s'; there are ", names_shown(length),
                  word.text);
        names_append(reader->error, &names, word.text, length);
        return hook_place(reader, line);
    }
    if (pass->points == 0)
        pass->at = *line;
    pass->points |= 1u << point;
    return true;
}

static bool is_bound(const struct hook_pass *pass, const char *name)
{
    for (int i = 0; i < pass->bind_count; i++)
        if (strcmp(pass->binds[i].text, name) == 0)
            return true;
    return false;
}

static bool read_bind(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    struct hook_pass *pass = field;
    struct hook_line bind;
    if (!hook_read_name(reader, line, &bind))
        return false;
    if (is_bound(pass, bind.text))
        return true;
    if (pass->bind_count == HOOK_MAX_BINDS)
        return hook_refuse(reader, line, "a pass binds at most %d textures", HOOK_MAX_BINDS);
    pass->binds[pass->bind_count++] = bind;
    return true;
}

// "ALIGN": it lies as the hooked one does.
static bool read_offset(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    float *offset = field;
    offset[0] = offset[1] = 0;
    return strcmp(line->text, "ALIGN") == 0 || hook_numbers(reader, line, 2, 2, offset) > 0;
}

static bool read_components(const struct hook_reader *reader, const struct hook_line *line,
                            void *field)
{
    return hook_sizes(reader, line, 1, 1, 4, field) > 0;
}

static bool read_compute(const struct hook_reader *reader, const struct hook_line *line,
                         void *field)
{
    struct hook_pass *pass = field;
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
    { "HOOK", read_hook },
    { "BIND", read_bind },
    { "SAVE", hook_read_name, PASS(save) },
    { "DESC", hook_read_text, PASS(label) },
    { "WIDTH", hook_expr_read, PASS(width) },
    { "HEIGHT", hook_expr_read, PASS(height) },
    { "WHEN", hook_expr_read, PASS(when) },
    { "OFFSET", read_offset, PASS(offset) },
    { "COMPONENTS", read_components, PASS(components) },
    { "COMPUTE", read_compute },
    { 0 },
};

// Every pass may use HOOKED_tex and its like, bound or not.
static void bind_hooked(struct hook_pass *pass)
{
    static char hooked[] = "HOOKED";
    if (is_bound(pass, hooked) || pass->bind_count == HOOK_MAX_BINDS ||
        !strstr(pass->body, "HOOKED_"))
        return;
    struct hook_line *bind = &pass->binds[pass->bind_count++];
    *bind = pass->at;
    bind->text = hooked;
}

// Whether a body has a function hook() of that type.
static bool has_hook(const char *body, const char *type)
{
    struct hook_token before = hook_token_first(body), token = before;
    for (; token.length > 0; before = token, token = hook_token_after(&token)) {
        const struct hook_token after = hook_token_after(&token);
        if (hook_token_is(&token, "hook") && hook_token_is(&before, type) &&
            hook_token_is_sign(&after, "("))
            return true;
    }
    return false;
}

static bool read_pass(const struct hook_reader *reader, const struct hook_block *block,
                      struct hook_pass *pass)
{
    const struct hook_line *first = &block->lines[0];
    *pass = (struct hook_pass){
        .label = "", .components = 4, .body = block->body, .body_line = block->body_line
    };
    if (!hook_read_lines(reader, block, pass_table, pass))
        return false;
    if (pass->points == 0)
        return hook_refuse(reader, first,
                           "the pass has no //!HOOK, which says where it runs: MAIN, for one");
    hook_names_find(&pass->names, pass->body);
    bind_hooked(pass);
    const char *type = pass->compute ? "void" : "vec4", *other = pass->compute ? "vec4" : "void";
    return (strstr(pass->body, "hook") && !has_hook(pass->body, other)) ||
           hook_refuse(reader, first, "the pass has no function %s hook()", type);
}

// ---- the file

static bool has_room(const struct hook_reader *reader, const struct hook_block *block, int count,
                     int most, const char *parts)
{
    return count < most ||
           hook_refuse(reader, &block->lines[0], "a file has at most %d %s", most, parts);
}

static bool read_param(const struct hook_reader *reader, const struct hook_block *block,
                       struct hook_file *file)
{
    int choice;
    struct hook_param *param = &file->params[file->param_count++];
    if (!hook_param_read(reader, block, param))
        return false;
    const char *name = param->name.text;
    return hook_find_param(file, name, &choice) == param ||
           hook_refuse(reader, &param->name, "'%s' is there twice", name);
}

// What all textures and all buffers have together is bounded as what one has.
static bool check_resources(const struct hook_reader *reader, const struct hook_block *block,
                            const struct hook_file *file)
{
    double bytes[2] = { 0 };
    for (int i = 0; i < file->resource_count; i++) {
        const struct hook_resource *resource = &file->resources[i];
        const int *size = resource->size;
        if (resource->kind == HOOK_BUFFER)
            bytes[1] += (double) resource->bytes;
        else
            bytes[0] += 16.0 * size[0] * size[1] * size[2];
    }
    if (bytes[0] > HOOK_MAX_TEXTURE)
        return hook_refuse(reader, &block->lines[0],
                           "the textures of a file have at most %d MiB of floats together, and "
                           "with this one %.0f",
                           HOOK_MAX_TEXTURE >> 20, bytes[0] / (1 << 20));
    return bytes[1] <= HOOK_MAX_BUFFER ||
           hook_refuse(reader, &block->lines[0],
                       "the buffers of a file have at most %d MiB together, and with this one %.0f",
                       HOOK_MAX_BUFFER >> 20, bytes[1] / (1 << 20));
}

static bool read_block(const struct hook_reader *reader, const struct hook_block *block,
                       struct hook_file *file)
{
    const char *kind = block->lines[0].directive;
    const bool is_buffer = strcmp(kind, "BUFFER") == 0;
    if (strcmp(kind, "PARAM") == 0)
        return has_room(reader, block, file->param_count, HOOK_MAX_PARAMS, "parameters") &&
               read_param(reader, block, file);
    if (is_buffer || strcmp(kind, "TEXTURE") == 0)
        return has_room(reader, block, file->resource_count, HOOK_MAX_RESOURCES,
                        "textures and buffers") &&
               (is_buffer ? hook_buffer_read : hook_texture_read)(
                   reader, block, &file->resources[file->resource_count++]) &&
               check_resources(reader, block, file);
    if (!has_room(reader, block, file->pass_count, HOOK_MAX_PASSES, "passes"))
        return false;
    file->passes = memory_grow(file->passes, (size_t) file->pass_count + 1, sizeof(*file->passes));
    struct hook_pass *pass = &file->passes[file->pass_count++];
    const bool is_fine = read_pass(reader, block, pass);
    pass->number = file->pass_count;
    return is_fine;
}

// Whether a texture of that name can be there when the pass runs: those that passes before it save,
// which may not have run, points of this picture, and what the file holds. A pass that never runs
// may name any point.
static bool is_known(const struct hook_file *file, const struct hook_pass *pass, const char *name)
{
    const int point = hook_find_point(name);
    const unsigned here = hook_points_here(file);
    if (strcmp(name, "HOOKED") == 0 ||
        (point >= 0 && (here >> point & 1 || !(pass->points & here))))
        return true;
    for (const struct hook_pass *other = file->passes; other < file->passes + file->pass_count;
         other++)
        if (other != pass && other->save.text && strcmp(other->save.text, name) == 0)
            return true;
    return hook_find_resource(file, name) >= 0;
}

static bool check_texture(const struct hook_reader *reader, const struct hook_line *line,
                          const struct hook_file *file, const struct hook_pass *pass,
                          const char *name)
{
    const int point = hook_find_point(name);
    if (is_known(file, pass, name))
        return true;
    if (point >= 0)
        return hook_refuse(reader, line,
                           point < HOOK_POINTS_HERE ? "a file with a pass at RGB gets no %s"
                                                    : "a picture of RGB at its own size has no %s",
                           name);
    return hook_refuse(reader, line,
                       "no pass saves '%.*s', and it is no texture or buffer of the file",
                       names_shown(strlen(name)), name);
}

static bool check_names(const struct hook_reader *reader, const struct hook_file *file,
                        const struct hook_pass *pass, const struct hook_expr *expr)
{
    int choice;
    struct hook_line line = expr->at;
    for (int i = 0; i < expr->count; i++) {
        const struct hook_op *op = &expr->ops[i];
        const bool is_size = op->kind == HOOK_OP_WIDTH || op->kind == HOOK_OP_HEIGHT;
        const int resource = is_size ? hook_find_resource(file, op->name) : -1;
        line.column = op->column;
        if (resource >= 0 && file->resources[resource].kind == HOOK_BUFFER)
            return hook_refuse(reader, &line, "a buffer has no size");
        if (is_size && strcmp(op->name, HOOK_CROPPED) != 0 &&
            !check_texture(reader, &line, file, pass, op->name))
            return false;
        if (op->kind == HOOK_OP_NAME && !hook_find_param(file, op->name, &choice))
            return hook_refuse(reader, &line,
                               "'%.*s' is no parameter; a size has .w or .h behind its texture",
                               names_shown(strlen(op->name)), op->name);
    }
    return true;
}

static bool check_binds(const struct hook_reader *reader, const struct hook_file *file,
                        const struct hook_pass *pass)
{
    int counts[3] = { 0 }; // of each enum hook_resource_kind
    for (int i = 0; i < pass->bind_count; i++) {
        const struct hook_line *bind = &pass->binds[i];
        const int resource = hook_find_resource(file, bind->text);
        if (!check_texture(reader, bind, file, pass, bind->text))
            return false;
        if (resource >= 0)
            counts[file->resources[resource].kind]++;
        if (counts[HOOK_BUFFER] > HOOK_MAX_BLOCKS)
            return hook_refuse(reader, bind, "a pass binds at most %d buffers", HOOK_MAX_BLOCKS);
        if (counts[HOOK_IMAGE] > HOOK_MAX_IMAGES)
            return hook_refuse(reader, bind, "a pass binds at most %d textures with STORAGE",
                               HOOK_MAX_IMAGES);
    }
    return true;
}

static bool check_pass(const struct hook_reader *reader, const struct hook_file *file,
                       const struct hook_pass *pass)
{
    return check_binds(reader, file, pass) && check_names(reader, file, pass, &pass->width) &&
           check_names(reader, file, pass, &pass->height) &&
           check_names(reader, file, pass, &pass->when);
}

// A file whose passes all wait for a point that never comes would do nothing.
static bool check_points(const struct hook_reader *reader, const struct hook_file *file)
{
    unsigned points = 0;
    for (int i = 0; i < file->pass_count; i++)
        points |= file->passes[i].points;
    if (points == 0)
        return error_set(reader->error, "%s: there is no pass in it, which a line //!HOOK begins",
                         reader->path);
    const struct hook_line *at = &file->passes[0].at;
    return (points & hook_points_here(file)) ||
           hook_refuse(reader, at,
                       "a picture of RGB at its own size never comes to %s, nor to another point "
                       "of this file",
                       at->text);
}

// Puts a pass of several points there once for each that comes.
static bool part_passes(const struct hook_reader *reader, struct hook_file *file)
{
    const unsigned here = hook_points_here(file);
    struct hook_pass *parted = memory_new(HOOK_MAX_PASSES, sizeof(*parted));
    int count = 0;
    for (int i = 0; i < file->pass_count; i++) {
        struct hook_pass part = file->passes[i];
        unsigned left = part.points & here;
        do {
            if (count == HOOK_MAX_PASSES) {
                free(parted);
                return hook_refuse(reader, &part.at, "the passes of a file run at most %d times",
                                   HOOK_MAX_PASSES);
            }
            if (left)
                part.points = left & (0u - left); // its lowest bit
            left &= ~part.points;
            parted[count++] = part;
            part.is_copy = true;
        } while (left);
    }
    free(file->passes);
    file->passes = parted;
    file->pass_count = count;
    return true;
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
    return check_points(reader, file) && part_passes(reader, file);
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
    is_fine = is_fine && read_file(&reader, file) && hook_keys_read(file, text, size, error);
    if (!is_fine)
        hook_file_finish(file);
    return is_fine;
}

void hook_file_finish(struct hook_file *file)
{
    for (int i = 0; i < file->pass_count; i++) {
        if (file->passes[i].is_copy)
            continue;
        hook_names_finish(&file->passes[i].names);
        hook_expr_finish(&file->passes[i].width);
        hook_expr_finish(&file->passes[i].height);
        hook_expr_finish(&file->passes[i].when);
    }
    for (int i = 0; i < file->param_count; i++)
        free(file->params[i].choices);
    for (int i = 0; i < file->resource_count; i++)
        free(file->resources[i].data);
    free(file->keys.text);
    free(file->keys.pointwise);
    free(file->keys.function);
    free(file->passes);
    free(file->text);
    *file = (struct hook_file){ 0 };
}
