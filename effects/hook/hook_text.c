#include "effects/hook/hook_text.h"

#include "render/text/memory.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct writer {
    char *text;
    size_t length, room;
};

static void write_part(struct writer *writer, const char *text, size_t length)
{
    if (writer->length + length >= writer->room) {
        writer->room = 2 * (writer->length + length) + 1024;
        writer->text = memory_grow(writer->text, writer->room, 1);
    }
    memcpy(writer->text + writer->length, text, length);
    writer->length += length;
    writer->text[writer->length] = '\0';
}

static void write_text(struct writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);
static void write_text(struct writer *writer, const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    const int length = vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    write_part(writer, text, (size_t) length < sizeof(text) ? (size_t) length : sizeof(text) - 1);
}

static bool is_in_word(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

// Whether a word that is a type ends there, with blanks behind it.
static bool ends_type(const char *text, const char *end)
{
    static const char no_type[] = "return";
    const size_t length = sizeof(no_type) - 1;
    while (end > text && strchr(" \t\r\n", end[-1]))
        end--;
    return end > text && is_in_word(end[-1]) &&
           ((size_t) (end - text) < length || memcmp(end - length, no_type, length) != 0);
}

enum hook_use hook_text_use(const char *body, const char *word)
{
    const size_t length = strlen(word);
    enum hook_use use = HOOK_UNUSED;
    for (const char *at = body; (at = strstr(at, word)); at += length) {
        if ((at > body && is_in_word(at[-1])) || is_in_word(at[length]))
            continue;
        if (at[length + strspn(at + length, " \t")] == '(' && ends_type(body, at))
            return HOOK_OWN;
        use = HOOK_USED;
    }
    return use;
}

// ---- before the body

// Words that GLSL has taken or keeps for itself, and that older shaders use as names, and our own.
const char *const hook_text_renamed[] = {
    "active",    "common", "filter",   "half",   "input",     "output",
    "partition", "patch",  "resource", "sample", "out_color", NULL,
};

// A directive #extension must stand before everything else.
static void write_extensions(struct writer *writer, const char *body)
{
    static const char word[] = "#extension";
    for (const char *at = body; (at = strstr(at, word)); at += strlen(word))
        if (at == body || at[-1] == '\n') {
            write_part(writer, at, strcspn(at, "\r\n"));
            write_part(writer, "\n", 1);
        }
}

static void write_result(struct writer *writer, const struct hook_pass *pass)
{
    if (pass->compute)
        write_text(writer,
                   "layout(local_size_x = %d, local_size_y = %d) in;\n"
                   "layout(binding = 0) writeonly uniform image2D out_image;\n"
                   "#define halation_at (vec2(gl_GlobalInvocationID.xy) + 0.5)\n",
                   pass->threads[0], pass->threads[1]);
    else
        write_text(writer, "layout(location = 0) out vec4 out_color;\n"
                           "#define halation_at gl_FragCoord.xy\n");
    write_text(writer, "layout(location = %d) uniform vec4 halation_result;\n", HOOK_U_RESULT);
}

// A name that the body uses for a function of its own is not declared.
static void write_globals(struct writer *writer, const struct hook_pass *pass)
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
        write_text(writer, "layout(location = %d) uniform %s halation_%s;\n", globals[i].location,
                   globals[i].type, globals[i].name);
        if (hook_text_use(pass->body, globals[i].name) == HOOK_USED)
            write_text(writer, "#define %s halation_%s\n", globals[i].name, globals[i].name);
    }
    static const char *const transfers[] = { "linearize", "delinearize" };
    if (hook_text_use(pass->body, transfers[0]) || hook_text_use(pass->body, transfers[1]))
        write_text(writer, "#include \"hook/transfer.glsl\"\n");
    for (int i = 0; i < 2; i++)
        if (hook_text_use(pass->body, transfers[i]) == HOOK_OWN)
            write_text(writer, "#define %s halation_own_%s\n", transfers[i], transfers[i]);
}

static void write_hook_texture(struct writer *writer, const char *name, int binding)
{
    write_text(writer, "layout(binding = %d) uniform sampler2D %s_raw;\n", binding, name);
    write_text(writer, "layout(location = %d) uniform vec4 halation_size%d;\n",
               HOOK_U_SIZES + binding, binding);
    write_text(writer, "layout(location = %d) uniform vec2 %s_off;\n", HOOK_U_OFFSETS + binding,
               name);
    write_text(writer,
               "#define %s_size halation_size%d.xy\n"
               "#define %s_pt halation_size%d.zw\n"
               "#define %s_mul 1.0\n"
               "#define %s_rot mat2(1.0)\n",
               name, binding, name, binding, name, name);
    write_text(writer,
               "#define %s_pos (halation_at * halation_result.zw)\n"
               "#define %s_map(id) ((vec2(id) + 0.5) * halation_result.zw)\n",
               name, name);
    write_text(writer,
               "#define %s_tex(pos) textureLod(%s_raw, vec2(pos), 0.0)\n"
               "#define %s_texOff(off) %s_tex(%s_pos + %s_pt * vec2(off))\n"
               "#define %s_gather(pos, c) textureGather(%s_raw, vec2(pos), c)\n",
               name, name, name, name, name, name, name, name);
}

static bool is_bound(const struct hook_pass *pass, const char *name)
{
    for (int i = 0; i < pass->bind_count; i++)
        if (strcmp(pass->binds[i].text, name) == 0)
            return true;
    return false;
}

static void write_alias(struct writer *writer, const struct hook_pass *pass, const char *name)
{
    static const char *const parts[] = { "raw",      "off",         "size",          "pt",
                                         "mul",      "rot",         "pos",           "map(id)",
                                         "tex(pos)", "texOff(off)", "gather(pos, c)" };
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]) && !is_bound(pass, name); i++)
        write_text(writer, "#define %s_%s HOOKED_%s\n", name, parts[i], parts[i]);
}

// The hooked texture also has the names of the points where the pass runs, MAIN two of them.
static void write_aliases(struct writer *writer, const struct hook_pass *pass)
{
    for (int point = 0; point < HOOK_POINTS_HERE; point++)
        if (pass->points >> point & 1)
            write_alias(writer, pass, hook_point_names[point]);
    if (pass->points >> HOOK_MAIN & 1)
        write_alias(writer, pass, "MAINPRESUB");
}

static void write_image(struct writer *writer, const struct hook_texture *texture, int binding)
{
    const char *kind = texture->format == FORMAT_R32I    ? "i"
                       : texture->format == FORMAT_R32UI ? "u"
                                                         : "";
    write_text(writer, "layout(%s, binding = %d) coherent uniform %simage%dD %s;\n",
               texture_format_name(texture->format), binding, kind, texture->dimensions,
               texture->name.text);
}

static void write_buffer(struct writer *writer, const struct hook_buffer *buffer, int binding)
{
    write_text(writer, "layout(%s, binding = %d) buffer halation_buffer%d {\n",
               buffer->is_stored ? "std430" : "std140", binding, binding);
    for (int i = 0; i < buffer->var_count; i++)
        write_text(writer, "%s%s;\n", buffer->is_stored ? "coherent " : "readonly ",
                   buffer->vars[i].text);
    write_text(writer, "};\n");
}

// What one line BIND declares. `stored` counts images and buffers so far, whose bindings are their
// own; that of an image 0 is the output's.
static void write_bound(struct writer *writer, const struct hook_file *file, const char *name,
                        int binding, int stored[2])
{
    const int declared = hook_file_find(file, name);
    if (declared < 0)
        write_hook_texture(writer, name, binding);
    else if (declared >= HOOK_MAX_TEXTURES)
        write_buffer(writer, &file->buffers[declared - HOOK_MAX_TEXTURES], stored[1]++);
    else if (file->textures[declared].is_stored)
        write_image(writer, &file->textures[declared], ++stored[0]);
    else
        write_text(writer,
                   "layout(binding = %d) uniform sampler%dD %s;\n"
                   "#define %s_tex(pos) textureLod(%s, pos, 0.0)\n",
                   binding, file->textures[declared].dimensions, name, name, name);
}

static void write_textures(struct writer *writer, const struct hook_file *file,
                           const struct hook_pass *pass, bool finishes)
{
    int stored[2] = { 0 };
    for (int i = 0; i < pass->bind_count; i++)
        write_bound(writer, file, pass->binds[i].text, i, stored);
    if (stored[0] > 0) // rounding for halves takes colours alone
        write_text(writer, "#undef imageStore\n");
    if (is_bound(pass, "HOOKED"))
        write_aliases(writer, pass);
    if (finishes)
        write_text(writer, "layout(binding = %d) uniform sampler2D halation_around;\n",
                   pass->bind_count);
}

static void write_param(struct writer *writer, const struct hook_param *param, int number)
{
    static const char *const types[] = { "float", "int", "uint" };
    const char *type = types[param->type], *name = param->name.text;
    if (param->kind == HOOK_PARAM_DEFINE)
        write_text(writer, "#define %s HALATION_%d\n", name, number);
    else if (param->kind == HOOK_PARAM_CONSTANT)
        write_text(writer, "const %s %s = %s(HALATION_%d);\n", type, name, type, number);
    else
        write_text(writer, "%s %s = %s(halation_%d);\n", type, name, type, number);
    for (int i = 0; i < param->choice_count; i++)
        write_text(writer, "#define %s %d\n", param->choices[i], i);
}

// A pass may have a function of a parameter's name.
static void write_params(struct writer *writer, const struct hook_file *file,
                         const struct hook_pass *pass)
{
    for (int i = 0; i < file->param_count; i++) {
        const struct hook_param *param = &file->params[i];
        write_text(writer, "layout(location = %d) uniform %s halation_%d;\n", HOOK_U_PARAMS + i,
                   param->type == HOOK_FLOAT ? "float" : "int", i);
        bool is_used = hook_text_use(pass->body, param->name.text) == HOOK_USED;
        for (int n = 0; n < param->choice_count; n++)
            is_used |= hook_text_use(pass->body, param->choices[n]) == HOOK_USED;
        if (is_used)
            write_param(writer, param, i);
    }
}

// ---- the body, and behind it

static void write_body(struct writer *writer, const struct hook_file *file,
                       const struct hook_pass *pass)
{
    const char *at = pass->body;
    write_text(writer, "#line %d \"", pass->body_line);
    write_part(writer, file->path, strcspn(file->path, "\"\r\n"));
    write_text(writer, "\"\n");
    while (*at) { // its own #extension lines stand above
        const size_t length = strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n');
        if (strncmp(at, "#extension", 10) == 0)
            write_part(writer, "//", 2);
        write_part(writer, at, length);
        at += length;
    }
    write_text(writer, "\n#line 0\n");
    for (int i = 0; hook_text_renamed[i]; i++)
        write_text(writer, "#undef %s\n", hook_text_renamed[i]);
}

static void write_main(struct writer *writer, const struct hook_pass *pass, bool finishes)
{
    static const char *const missing[] = { "", "halation_color.gba = vec3(0.0, 0.0, 1.0);\n",
                                           "halation_color.ba = vec2(0.0, 1.0);\n",
                                           "halation_color.a = 1.0;\n", "" };
    if (pass->compute) {
        write_text(writer, "void main()\n{\nhook();\n}\n");
        return;
    }
    write_text(
        writer,
        "void main()\n{\nvec4 halation_color = hook();\n%s%sout_color = halation_color;\n}\n",
        missing[pass->components],
        finishes ? "halation_color.a = texelFetch(halation_around, ivec2(halation_at), 0).a;\n"
                 : "");
}

char *hook_text_make(const struct hook_file *file, const struct hook_pass *pass, bool finishes)
{
    struct writer writer = { 0 };
    write_text(&writer, "#version 430 core\n");
    write_extensions(&writer, pass->body);
    write_text(&writer, "#line 0\n");
    write_result(&writer, pass);
    for (int i = 0; hook_text_renamed[i]; i++)
        write_text(&writer, "#define %s halation_own_%s\n", hook_text_renamed[i],
                   hook_text_renamed[i]);
    write_globals(&writer, pass);
    write_textures(&writer, file, pass, finishes);
    write_params(&writer, file, pass);
    write_body(&writer, file, pass);
    write_main(&writer, pass, finishes);
    return writer.text;
}
