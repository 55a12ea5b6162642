#include "effects/hook/hook_text.h"

#include "render/text/memory.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hook_write(struct hook_writer *writer, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const size_t length = (size_t) vsnprintf(NULL, 0, format, again);
    va_end(again);
    writer->text = memory_grow(writer->text, writer->length + length + 1, 1);
    vsnprintf(writer->text + writer->length, length + 1, format, list);
    va_end(list);
    writer->length += length;
}

// ---- words

static bool is_in_word(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

struct hook_token hook_token_first(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n\\");
        if (strncmp(at, "//", 2) == 0)
            at += strcspn(at, "\n");
        else if (strncmp(at, "/*", 2) == 0)
            at = strstr(at + 2, "*/") ? strstr(at + 2, "*/") + 2 : at + strlen(at);
        else
            break;
    }
    size_t length = *at != '\0';
    while (is_in_word(at[0]) && is_in_word(at[length]))
        length++;
    return (struct hook_token){ at, length };
}

struct hook_token hook_token_after(const struct hook_token *token)
{
    return hook_token_first(token->at + token->length);
}

bool hook_token_is(const struct hook_token *token, const char *text)
{
    return strlen(text) == token->length && memcmp(token->at, text, token->length) == 0;
}

bool hook_token_is_sign(const struct hook_token *token, const char *signs)
{
    return token->length == 1 && strchr(signs, token->at[0]);
}

bool hook_token_is_name(const struct hook_token *token)
{
    return token->length > 0 && is_in_word(token->at[0]) && !isdigit((unsigned char) token->at[0]);
}

enum hook_use hook_text_use(const char *body, const char *word)
{
    enum hook_use use = HOOK_UNUSED;
    struct hook_token before = { body, 0 }, token = { body, 0 };
    if (!strstr(body, word)) // the long bodies of networks are not cut into words for it
        return use;
    for (token = hook_token_first(body); token.length > 0; token = hook_token_after(&token)) {
        if (hook_token_is(&token, word)) {
            const struct hook_token after = hook_token_after(&token);
            if (hook_token_is_sign(&after, "(") && hook_token_is_name(&before) &&
                !hook_token_is(&before, "return"))
                return HOOK_OWN;
            use = HOOK_USED;
        }
        before = token;
    }
    return use;
}

// ---- before the body

const char *const hook_text_renamed[] = {
    "active",    "common", "filter",   "half",   "input",     "main", "output",
    "partition", "patch",  "resource", "sample", "out_color", NULL,
};

// What the file declares may have such a name although the body does not.
static bool is_renamed(const struct hook_file *file, const struct hook_pass *pass, int i)
{
    return file->resource_count > 0 ||
           hook_text_use(pass->body, hook_text_renamed[i]) != HOOK_UNUSED;
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
static void write_extensions(struct hook_writer *writer, const char *body)
{
    for (ptrdiff_t at = -1; (at = find_extension(body, at + 1)) >= 0;)
        hook_write(writer, "%.*s\n", (int) strcspn(body + at, "\r\n"), body + at);
}

static void write_result(struct hook_writer *writer, const struct hook_pass *pass)
{
    if (pass->compute)
        hook_write(writer,
                   "layout(local_size_x = %d, local_size_y = %d) in;\n"
                   "layout(binding = 0) writeonly uniform image2D out_image;\n"
                   "#define halation_at (vec2(gl_GlobalInvocationID.xy) + 0.5)\n",
                   pass->threads[0], pass->threads[1]);
    else
        hook_write(writer, "layout(location = 0) out vec4 out_color;\n"
                           "#define halation_at gl_FragCoord.xy\n");
    hook_write(writer, "layout(location = %d) uniform vec4 halation_result;\n", HOOK_U_RESULT);
}

// A name that the body uses for a function of its own is not declared.
static void write_globals(struct hook_writer *writer, const struct hook_pass *pass)
{
    static const struct {
        const char *type, *name;
        int location;
    } globals[] = {
        { "int", "frame", HOOK_U_FRAME },
        { "float", "random", HOOK_U_RANDOM },
        { "vec2", "input_size", HOOK_U_INPUT_SIZE },
        { "vec2", "target_size", HOOK_U_TARGET_SIZE },
        { "vec2", "tex_offset", HOOK_U_TEX_OFFSET },
    };
    for (size_t i = 0; i < sizeof(globals) / sizeof(globals[0]); i++) {
        hook_write(writer, "layout(location = %d) uniform %s halation_%s;\n", globals[i].location,
                   globals[i].type, globals[i].name);
        if (hook_text_use(pass->body, globals[i].name) == HOOK_USED)
            hook_write(writer, "#define %s halation_%s\n", globals[i].name, globals[i].name);
    }
    static const char *const transfers[] = { "linearize", "delinearize" };
    if (hook_text_use(pass->body, transfers[0]) || hook_text_use(pass->body, transfers[1]))
        hook_write(writer, "#include \"hook/transfer.glsl\"\n");
    for (int i = 0; i < 2; i++)
        if (hook_text_use(pass->body, transfers[i]) == HOOK_OWN)
            hook_write(writer, "#define %s halation_own_%s\n", transfers[i], transfers[i]);
}

// Writes what a name stands for, with the number of its binding in the place of each '@'.
static void write_names(struct hook_writer *writer, const char *name, int binding)
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
        hook_write(writer, "#define %s_", name);
        for (const char *at = parts[i]; *at;) {
            const size_t length = strcspn(at, "@");
            hook_write(writer, "%.*s", (int) length, at);
            if (at[length])
                hook_write(writer, "%d", binding);
            at += length + (at[length] != '\0');
        }
        hook_write(writer, "\n");
    }
}

// The hooked texture also has the names of the points where the pass runs, MAIN two of them, unless
// the pass binds these.
static void write_aliases(struct hook_writer *writer, const struct hook_pass *pass, int binding)
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

static void write_hook_texture(struct hook_writer *writer, const struct hook_pass *pass,
                               int binding)
{
    const char *name = pass->binds[binding].text;
    hook_write(writer,
               "layout(binding = %d) uniform sampler2D halation_raw%d;\n"
               "layout(location = %d) uniform vec4 halation_size%d;\n"
               "layout(location = %d) uniform vec2 halation_off%d;\n",
               binding, binding, HOOK_U_SIZES + binding, binding, HOOK_U_OFFSETS + binding,
               binding);
    write_names(writer, name, binding);
    if (strcmp(name, "HOOKED") == 0)
        write_aliases(writer, pass, binding);
}

static void write_image(struct hook_writer *writer, const struct hook_resource *image, int binding)
{
    const char *kind = image->format == FORMAT_R32I    ? "i"
                       : image->format == FORMAT_R32UI ? "u"
                                                       : "";
    hook_write(writer, "layout(%s, binding = %d) coherent uniform %simage%dD %s;\n",
               texture_format_name(image->format), binding, kind, image->dimensions,
               image->name.text);
}

static void write_buffer(struct hook_writer *writer, const struct hook_resource *buffer,
                         int binding)
{
    hook_write(writer, "layout(%s, binding = %d) buffer halation_buffer%d {\n",
               buffer->is_stored ? "std430" : "std140", binding, binding);
    for (int i = 0; i < buffer->var_count; i++)
        hook_write(writer, "%s%s;\n", buffer->is_stored ? "coherent " : "readonly ",
                   buffer->vars[i].text);
    hook_write(writer, "};\n");
}

// Images and buffers have bindings of their own; that of an image 0 is the output's.
static void write_textures(struct hook_writer *writer, const struct hook_file *file,
                           const struct hook_pass *pass, bool finishes)
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
            hook_write(writer,
                       "layout(binding = %d) uniform sampler%dD %s;\n"
                       "#define %s_tex(pos) textureLod(%s, pos, 0.0)\n",
                       i, resource->dimensions, name, name, name);
    }
    if (images > 0) // rounding for halves takes colours alone
        hook_write(writer, "#undef imageStore\n");
    if (finishes)
        hook_write(writer, "layout(binding = %d) uniform sampler2D halation_around;\n",
                   pass->bind_count);
}

static void write_param(struct hook_writer *writer, const struct hook_param *param, int number)
{
    const char *type = hook_type_names[param->type], *name = param->name.text;
    if (param->kind == HOOK_PARAM_DEFINE)
        hook_write(writer, "#define %s HALATION_%d\n", name, number);
    else if (param->kind == HOOK_PARAM_CONSTANT)
        hook_write(writer, "const %s %s = %s(HALATION_%d);\n", type, name, type, number);
    else
        hook_write(writer, "%s %s = %s(halation_%d);\n", type, name, type, number);
    for (int i = 0; i < param->choice_count; i++)
        hook_write(writer, "#define %s %d\n", param->choices[i], i);
}

// A pass may have a function of a parameter's name.
static void write_params(struct hook_writer *writer, const struct hook_file *file,
                         const struct hook_pass *pass)
{
    for (int i = 0; i < file->param_count; i++) {
        const struct hook_param *param = &file->params[i];
        hook_write(writer, "layout(location = %d) uniform %s halation_%d;\n", HOOK_U_PARAMS + i,
                   param->type == HOOK_FLOAT ? "float" : "int", i);
        bool is_used = hook_text_use(pass->body, param->name.text) == HOOK_USED;
        for (int n = 0; n < param->choice_count; n++)
            is_used |= hook_text_use(pass->body, param->choices[n]) == HOOK_USED;
        if (is_used)
            write_param(writer, param, i);
    }
}

// ---- the body, and behind it

void hook_write_place(struct hook_writer *writer, const struct hook_file *file, int line)
{
    hook_write(writer, "#line %d \"%.*s\"\n", line, (int) strcspn(file->path, "\"\r\n"),
               file->path);
}

// Its own #extension lines stand above, and become comments.
static void write_body(struct hook_writer *writer, const struct hook_file *file,
                       const struct hook_pass *pass)
{
    hook_write_place(writer, file, pass->body_line);
    const size_t begin = writer->length;
    hook_write(writer, "%s\n#line 0\n", pass->body);
    for (ptrdiff_t at = -1; (at = find_extension(writer->text + begin, at + 1)) >= 0;)
        memcpy(writer->text + begin + at, "//", 2);
    for (int i = 0; hook_text_renamed[i]; i++)
        if (is_renamed(file, pass, i))
            hook_write(writer, "#undef %s\n", hook_text_renamed[i]);
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

// In one line with the number of the body's last one, where what the body lacks is noticed.
static void write_main(struct hook_writer *writer, const struct hook_file *file,
                       const struct hook_pass *pass, bool finishes)
{
    static const char *const missing[] = { "", " halation_color.gba = vec3(0.0, 0.0, 1.0);",
                                           " halation_color.ba = vec2(0.0, 1.0);",
                                           " halation_color.a = 1.0;", "" };
    if (!pass->compute)
        hook_write(writer, "#ifdef HALF_STORE_FRAGMENT\n#define main make_out_color\n#endif\n");
    hook_write_place(writer, file, last_line(pass));
    if (pass->compute)
        hook_write(writer, "void main() { hook(); }\n");
    else
        hook_write(
            writer,
            "void main() { vec4 halation_color = hook();%s%s out_color = halation_color; }\n",
            missing[pass->components],
            finishes ? " halation_color.a = texelFetch(halation_around, ivec2(halation_at), 0).a;"
                     : "");
}

char *hook_text_make(const struct hook_file *file, const struct hook_pass *pass, bool finishes)
{
    struct hook_writer writer = { 0 };
    hook_write(&writer, "#version 430 core\n");
    write_extensions(&writer, pass->body);
    hook_write(&writer, "#line 0\n");
    write_result(&writer, pass);
    for (int i = 0; hook_text_renamed[i]; i++)
        if (is_renamed(file, pass, i))
            hook_write(&writer, "#undef %s\n#define %s halation_own_%s\n", hook_text_renamed[i],
                       hook_text_renamed[i], hook_text_renamed[i]);
    write_globals(&writer, pass);
    write_textures(&writer, file, pass, finishes);
    write_params(&writer, file, pass);
    write_body(&writer, file, pass);
    write_main(&writer, file, pass, finishes);
    return writer.text;
}
