#include "effects/hook/hook_text.h"

#include "render/text/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *const hook_text_renamed[] = {
    "active",    "common", "filter",   "half",   "input",     "main", "output",
    "partition", "patch",  "resource", "sample", "out_color", NULL,
};

// What the file declares may have such a name although the body does not.
static bool is_renamed(const struct hook_file *file, const struct hook_pass *pass, int i)
{
    return file->resource_count > 0 ||
           hook_token_use(pass->body, hook_text_renamed[i]) != HOOK_UNUSED;
}

// How many bytes stand before the next line with #extension, from `begin` on; -1: there is none.
static ptrdiff_t find_extension(const char *body, ptrdiff_t begin)
{
    const char *at = body + begin;
    while ((at = strstr(at, "#extension")) && at > body && at[-1] != '\n')
        at++;
    return at ? at - body : -1;
}

// A directive #extension must stand before everything else.
static void write_extensions(struct text_writer *writer, const char *body)
{
    for (ptrdiff_t at = -1; (at = find_extension(body, at + 1)) >= 0;)
        text_write(writer, "%.*s\n", (int) strcspn(body + at, "\r\n"), body + at);
}

static void write_head(struct text_writer *writer, const struct hook_file *file,
                       const struct hook_pass *pass, bool finishes)
{
    if (pass->compute)
        text_write(writer,
                   "#define HALATION_COMPUTE\n"
                   "layout(local_size_x = %d, local_size_y = %d) in;\n",
                   pass->threads[0], pass->threads[1]);
    if (finishes)
        text_write(writer, "#define HALATION_FINISHES %d\n", pass->bind_count);
    text_write(writer, "#define HALATION_COMPONENTS %d\n#include \"hook/pass.glsl\"\n",
               pass->components);
    for (int i = 0; hook_text_renamed[i]; i++)
        if (is_renamed(file, pass, i))
            text_write(writer, "#undef %s\n#define %s halation_own_%s\n", hook_text_renamed[i],
                       hook_text_renamed[i], hook_text_renamed[i]);
}

// A name that the body uses for a function of its own is the body's.
static void write_globals(struct text_writer *writer, const char *body)
{
    static const char *const globals[] = { "frame", "random", "input_size", "target_size",
                                           "tex_offset" };
    static const char *const transfers[] = { "linearize", "delinearize" };
    for (size_t i = 0; i < sizeof(globals) / sizeof(globals[0]); i++)
        if (hook_token_use(body, globals[i]) == HOOK_USED)
            text_write(writer, "#define %s halation_%s\n", globals[i], globals[i]);
    if (hook_token_use(body, transfers[0]) || hook_token_use(body, transfers[1]))
        text_write(writer, "#include \"hook/transfer.glsl\"\n");
    for (int i = 0; i < 2; i++)
        if (hook_token_use(body, transfers[i]) == HOOK_OWN)
            text_write(writer, "#define %s halation_own_%s\n", transfers[i], transfers[i]);
}

// Writes what a name stands for, with the number of its binding in the place of each '@'.
static void write_names(struct text_writer *writer, const char *name, int binding)
{
    static const char *const parts[] = {
        "raw halation_raw@",
        "off halation_off@",
        "size halation_size@.xy",
        "pt halation_size@.zw",
        "mul 1.0",
        "rot mat2(1.0)",
        "pos (halation_at * halation_result.zw)",
        "map(id) ((vec2(id) + 0.5) * halation_result.zw)",
        "tex(pos) textureLod(halation_raw@, vec2(pos), 0.0)",
        "texOff(off) textureLod(halation_raw@, halation_at * halation_result.zw + "
        "halation_size@.zw * vec2(off), 0.0)",
        "gather(pos, c) textureGather(halation_raw@, vec2(pos), c)",
        NULL,
    };
    for (int i = 0; parts[i]; i++) {
        text_write(writer, "#define %s_", name);
        for (const char *at = parts[i]; *at;) {
            const size_t length = strcspn(at, "@");
            text_write(writer, "%.*s", (int) length, at);
            if (at[length])
                text_write(writer, "%d", binding);
            at += length + (at[length] != '\0');
        }
        text_write(writer, "\n");
    }
}

// The hooked texture also has the names of the points where the pass runs, MAIN two of them, unless
// the pass binds these.
static void write_aliases(struct text_writer *writer, const struct hook_pass *pass, int binding)
{
    for (int i = -1; i < HOOK_POINTS_HERE; i++) {
        const char *name = i < 0 ? "MAINPRESUB" : hook_point_names[i];
        bool is_free = pass->points >> hook_find_point(name) & 1;
        for (int n = 0; n < pass->bind_count; n++)
            is_free &= strcmp(pass->binds[n].text, name) != 0;
        if (is_free)
            write_names(writer, name, binding);
    }
}

static void write_hook_texture(struct text_writer *writer, const struct hook_pass *pass,
                               int binding)
{
    const char *name = pass->binds[binding].text;
    text_write(writer,
               "layout(binding = %d) uniform sampler2D halation_raw%d;\n"
               "layout(location = %d) uniform vec4 halation_size%d;\n"
               "layout(location = %d) uniform vec2 halation_off%d;\n",
               binding, binding, HOOK_U_SIZES + binding, binding, HOOK_U_OFFSETS + binding,
               binding);
    write_names(writer, name, binding);
    if (strcmp(name, "HOOKED") == 0)
        write_aliases(writer, pass, binding);
}

static void write_image(struct text_writer *writer, const struct hook_resource *image, int binding)
{
    const char *kind = image->format == FORMAT_R32I    ? "i"
                       : image->format == FORMAT_R32UI ? "u"
                                                       : "";
    text_write(writer, "layout(%s, binding = %d) coherent uniform %simage%dD %s;\n",
               texture_format_name(image->format), binding, kind, image->dimensions,
               image->name.text);
}

static void write_buffer(struct text_writer *writer, const struct hook_resource *buffer,
                         int binding)
{
    text_write(writer, "layout(%s, binding = %d) buffer halation_buffer%d {\n",
               buffer->is_stored ? "std430" : "std140", binding, binding);
    for (int i = 0; i < buffer->var_count; i++)
        text_write(writer, "%s%s;\n", buffer->is_stored ? "coherent " : "readonly ",
                   buffer->vars[i].text);
    text_write(writer, "};\n");
}

// Images and buffers have bindings of their own; that of an image 0 is the output's.
static void write_textures(struct text_writer *writer, const struct hook_file *file,
                           const struct hook_pass *pass)
{
    int images = 0, buffers = 0;
    for (int i = 0; i < pass->bind_count; i++) {
        const char *name = pass->binds[i].text;
        const int number = hook_find_resource(file, name);
        const struct hook_resource *resource = number < 0 ? NULL : &file->resources[number];
        if (!resource)
            write_hook_texture(writer, pass, i);
        else if (resource->kind == HOOK_BUFFER)
            write_buffer(writer, resource, buffers++);
        else if (resource->kind == HOOK_IMAGE)
            write_image(writer, resource, ++images);
        else
            text_write(writer,
                       "layout(binding = %d) uniform sampler%dD %s;\n"
                       "#define %s_tex(pos) textureLod(%s, pos, 0.0)\n",
                       i, resource->dimensions, name, name, name);
    }
    if (images > 0) // rounding for halves takes colours alone
        text_write(writer, "#undef imageStore\n");
}

static void write_param(struct text_writer *writer, const struct hook_param *param, int number)
{
    const char *type = hook_type_names[param->type], *name = param->name.text;
    if (param->kind == HOOK_PARAM_DEFINE)
        text_write(writer, "#define %s HALATION_%d\n", name, number);
    else if (param->kind == HOOK_PARAM_CONSTANT)
        text_write(writer, "const %s %s = %s(HALATION_%d);\n", type, name, type, number);
    else
        text_write(writer, "%s %s = %s(halation_%d);\n", type, name, type, number);
    for (int i = 0; i < param->choice_count; i++)
        text_write(writer, "#define %s %d\n", param->choices[i], i);
}

// A pass may have a function of a parameter's name.
static void write_params(struct text_writer *writer, const struct hook_file *file,
                         const struct hook_pass *pass)
{
    for (int i = 0; i < file->param_count; i++) {
        const struct hook_param *param = &file->params[i];
        text_write(writer, "layout(location = %d) uniform %s halation_%d;\n", HOOK_U_PARAMS + i,
                   param->type == HOOK_FLOAT ? "float" : "int", i);
        bool is_used = hook_token_use(pass->body, param->name.text) == HOOK_USED;
        for (int n = 0; n < param->choice_count; n++)
            is_used |= hook_token_use(pass->body, param->choices[n]) == HOOK_USED;
        if (is_used)
            write_param(writer, param, i);
    }
}

// ---- the body, and behind it

void hook_write_place(struct text_writer *writer, const struct hook_file *file, int line)
{
    text_write(writer, "#line %d \"%.*s\"\n", line, (int) strcspn(file->path, "\"\r\n"),
               file->path);
}

// Its own #extension lines stand above, and become comments.
static void write_body(struct text_writer *writer, const struct hook_file *file,
                       const struct hook_pass *pass)
{
    hook_write_place(writer, file, pass->body_line);
    const size_t begin = writer->length;
    text_write(writer, "%s\n#line 0\n", pass->body);
    for (ptrdiff_t at = -1; (at = find_extension(writer->text + begin, at + 1)) >= 0;)
        memcpy(writer->text + begin + at, "//", 2);
    for (int i = 0; hook_text_renamed[i]; i++)
        if (is_renamed(file, pass, i))
            text_write(writer, "#undef %s\n", hook_text_renamed[i]);
}

static int last_line(const struct hook_pass *pass)
{
    int line = pass->body_line, last = line;
    for (const char *at = pass->body; *at; at++) {
        line += *at == '\n';
        last = isspace((unsigned char) *at) ? last : line;
    }
    return last;
}

char *hook_text_make(const struct hook_file *file, const struct hook_pass *pass, bool finishes)
{
    struct text_writer writer = { 0 };
    text_write(&writer, "#version 430 core\n");
    write_extensions(&writer, pass->body);
    text_write(&writer, "#line 0\n");
    write_head(&writer, file, pass, finishes);
    write_globals(&writer, pass->body);
    write_textures(&writer, file, pass);
    write_params(&writer, file, pass);
    write_body(&writer, file, pass);
    text_write(&writer, "#ifdef HALF_STORE_FRAGMENT\n#define main make_out_color\n#endif\n");
    hook_write_place(&writer, file, last_line(pass)); // what the body lacks is noticed here
    text_write(&writer, "void main() { halation_main }\n");
    return writer.text;
}
