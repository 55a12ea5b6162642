#include "effects/hook/shader_file.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/text.h"
#include "render/text/text_writer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The GLSL of a pass is a head that declares what its body may use, the body with the numbers of
// its own lines, and main(). A pointwise file becomes a function of a fused program instead.

// ---- words of the file

static bool begins(const struct glsl_token *word, const char *with)
{
    return word->length > strlen(with) && memcmp(word->at, with, strlen(with)) == 0;
}

// Returns true if a name of the file must be renamed.
static bool is_taken(const struct glsl_token *word)
{
    // GLSL 4.30 has or reserves these; files define them or use them as names.
    static const char reserved[] =
        "active asm cast class common enum extern external filter fixed fvec2 fvec3 fvec4 goto "
        "half hvec2 hvec3 hvec4 inline input interface long namespace noinline output partition "
        "patch public resource sample short sizeof static superp template this typedef union "
        "unsigned using";
    // The text around the body uses these.
    static const char used[] = "main make_out_color out_color to_half_store u_half_store";
    return begins(word, "halation_") || begins(word, "HALATION_") ||
           glsl_token_is(word, reserved) || glsl_token_is(word, used);
}

// Replaces a type or number of half floats by that of floats: vec4 for f16vec4. This is allowed,
// because GL need not have half floats in registers; a store to an image of halves rounds.
static struct glsl_token as_floats(const struct glsl_token *word)
{
    const char *end = word->at + word->length;
    if (glsl_token_is(word, "float16_t"))
        return (struct glsl_token){ word->at, strlen("float") };
    if (begins(word, "f16vec") || begins(word, "f16mat"))
        return (struct glsl_token){ word->at + 3, word->length - 3 };
    const bool is_number = word->length > 2 && !glsl_token_is_name(word) && word->at[1] != 'x';
    if (is_number && (memcmp(end - 2, "hf", 2) == 0 || memcmp(end - 2, "HF", 2) == 0))
        return (struct glsl_token){ word->at, word->length - 2 };
    return *word;
}

static const char own_prefix[] = "halation_own_";

// Writes a part of the file, with a prefix before each word that is already used.
static void write_words(struct text_writer *writer, const char *text)
{
    const char *at = text;
    for (struct glsl_token word = glsl_token_first(text); word.length > 0;
         word = glsl_token_after(&word)) {
        text_write(writer, "%.*s%s%.*s", (int) (word.at - at), at,
                   is_taken(&word) ? own_prefix : "", (int) word.length, word.at);
        at = word.at + word.length;
    }
}

// Returns what is written before a name of the file.
static const char *prefix_of(const char *name)
{
    const struct glsl_token word = { name, strlen(name) };
    return is_taken(&word) ? own_prefix : "";
}

// Writes a #line directive: the lines of the file from `line` on follow.
static void write_place(struct text_writer *writer, const struct shader_file *file, int line)
{
    text_write(writer, "#line %d \"%.*s\"\n", line, (int) strcspn(file->path, "\"\r\n"),
               file->path);
}

// ---- the head

// Writes each #extension at the beginning, where GLSL requires it, and so without the #if around
// it. An extension is not required there, since the driver may not have it. Extensions of half
// floats are omitted.
static void write_extensions(struct text_writer *writer, const struct shader_file *file,
                             const struct shader_pass *pass)
{
    static const char halves[] = "GL_EXT_shader_explicit_arithmetic_types_float16 "
                                 "GL_AMD_gpu_shader_half_float";
    const char *counted = pass->body;
    int line = pass->body_line, depth = 0;
    for (struct glsl_token token = glsl_token_first(pass->body); token.length > 0;
         token = glsl_token_after(&token)) {
        if (!glsl_token_is_sign(&token, "#"))
            continue;
        const struct glsl_token kind = glsl_token_after(&token), name = glsl_token_after(&kind);
        const struct glsl_token colon = glsl_token_after(&name), how = glsl_token_after(&colon);
        depth += glsl_token_is(&kind, "if ifdef ifndef");
        depth -= glsl_token_is(&kind, "endif");
        if (!glsl_token_is(&kind, "extension") || glsl_token_is(&name, halves))
            continue;
        for (; counted < token.at; counted++)
            line += *counted == '\n';
        write_place(writer, file, line);
        const bool is_required = glsl_token_is(&how, "require") && depth == 0;
        text_write(writer, "#extension %.*s : %.*s\n", (int) name.length, name.at,
                   is_required ? 7 : 6, is_required ? "require" : "enable");
    }
    text_write(writer, "#line 0\n");
}

// Every pass may use these names, unless the body declares them.
static const char *const globals[] = { "frame",       "random",     "input_size",
                                       "target_size", "tex_offset", NULL };

// The macros of a texture. Each '@' becomes the number of its binding.
enum { MACROS = 11 };
static const struct {
    const char *ending, *text;
} macros[MACROS] = {
    { "_raw", " halation_raw@" },
    { "_off", " halation_off@" },
    { "_size", " halation_size@.xy" },
    { "_pt", " halation_size@.zw" },
    { "_mul", " 1.0" },
    { "_rot", " mat2(1.0)" },
    { "_pos", " (halation_at * halation_result.zw)" },
    { "_map", "(id) ((vec2(id) + 0.5) * halation_result.zw)" },
    { "_tex", "(pos) textureLod(halation_raw@, vec2(pos), 0.0)" },
    { "_texOff", "(off) textureLod(halation_raw@, halation_at * halation_result.zw + "
                 "halation_size@.zw * vec2(off), 0.0)" },
    { "_gather", "(pos, c) textureGather(halation_raw@, vec2(pos), c)" },
};

static void write_macros(struct text_writer *writer, const struct shader_pass *pass,
                         const char *name, int binding)
{
    for (int i = 0; i < MACROS; i++) {
        char whole[SHADER_MAX_NAME + 16];
        snprintf(whole, sizeof(whole), "%s%s", name, macros[i].ending);
        if (glsl_names_declare(&pass->names, whole))
            continue;
        text_write(writer, "#define %s%s", prefix_of(whole), whole);
        for (const char *at = macros[i].text; *at;) {
            const size_t length = strcspn(at, "@");
            text_write(writer, "%.*s", (int) length, at);
            if (at[length])
                text_write(writer, "%d", binding);
            at += length + (at[length] != '\0');
        }
        text_write(writer, "\n");
    }
}

// The hooked texture also has the names of the hook point, of which MAIN has two, unless the pass
// binds these.
static void write_hook_texture(struct text_writer *writer, const struct shader_pass *pass,
                               int binding)
{
    const char *name = pass->binds[binding].text;
    text_write(writer,
               "layout(binding = %d) uniform sampler2D halation_raw%d;\n"
               "uniform vec4 halation_size%d;\n"
               "uniform vec2 halation_off%d;\n",
               binding, binding, binding, binding);
    write_macros(writer, pass, name, binding);
    for (int i = -1; i < HOOK_POINTS_HERE && strcmp(name, "HOOKED") == 0; i++) {
        const char *alias = i < 0 ? "MAINPRESUB" : hook_point_names[i];
        bool is_free = pass->points >> hook_point_find(alias) & 1;
        for (int n = 0; n < pass->bind_count; n++)
            is_free &= strcmp(pass->binds[n].text, alias) != 0;
        if (is_free)
            write_macros(writer, pass, alias, binding);
    }
}

// Images and buffers are numbered separately from textures. Image 0 is the output.
static void write_binds(struct text_writer *writer, const struct shader_file *file,
                        const struct shader_pass *pass)
{
    int images = 0, buffers = 0;
    for (int i = 0; i < pass->bind_count; i++) {
        const int number = shader_resource_find(file, pass->binds[i].text);
        const struct shader_resource *resource = number < 0 ? NULL : &file->resources[number];
        const char *name = pass->binds[i].text, *prefix = prefix_of(name);
        if (!resource) {
            write_hook_texture(writer, pass, i);
        } else if (resource->kind == SHADER_BUFFER) {
            text_write(writer, "layout(%s, binding = %d) buffer halation_buffer%d {\n",
                       resource->is_stored ? "std430" : "std140", buffers, buffers);
            for (int n = 0; n < resource->var_count; n++) {
                text_write(writer, resource->is_stored ? "coherent " : "readonly ");
                write_words(writer, resource->vars[n].text);
                text_write(writer, ";\n");
            }
            text_write(writer, "};\n");
            buffers++;
        } else if (resource->kind == SHADER_IMAGE) {
            const enum texture_format format = resource->format;
            text_write(writer, "layout(%s, binding = %d) coherent uniform %simage%dD %s%s;\n",
                       texture_format_name(format), ++images,
                       format == FORMAT_R32I    ? "i"
                       : format == FORMAT_R32UI ? "u"
                                                : "",
                       resource->dimensions, prefix, name);
        } else {
            char macro[SHADER_MAX_NAME + 16];
            text_write(writer, "layout(binding = %d) uniform sampler%dD %s%s;\n", i,
                       resource->dimensions, prefix, name);
            snprintf(macro, sizeof(macro), "%s_tex", name);
            if (glsl_names_declare(&pass->names, macro))
                continue;
            text_write(writer, "#define %s%s(pos) textureLod(%s%s, pos, 0.0)\n", prefix_of(macro),
                       macro, prefix, name);
        }
    }
    // The replacement in half_store.glsl supports colour images only.
    if (images > 0 || glsl_names_declare(&pass->names, "imageStore"))
        text_write(writer, "#undef imageStore\n");
}

// Writes "float name = float(halation_3);". A parameter that the body tests by the preprocessor
// becomes a macro. Others do not, so that a field of a struct may have the same name.
static void write_param(struct text_writer *writer, const struct shader_param *param, int number,
                        bool is_tested)
{
    const char *type = shader_type_names[param->type], *name = param->name.text;
    const bool is_variable = param->kind == SHADER_PARAM_UNIFORM;
    if (!is_tested && param->kind != SHADER_PARAM_DEFINE)
        text_write(writer, "%s%s %s%s = %s(%s_%d);\n", is_variable ? "" : "const ", type,
                   prefix_of(name), name, type, is_variable ? "halation" : "HALATION", number);
    else if (is_variable)
        text_write(writer, "#define %s%s %s(halation_%d)\n", prefix_of(name), name, type, number);
    else
        text_write(writer, "#define %s%s HALATION_%d\n", prefix_of(name), name, number);
}

// Writes the parameters. The body may have a function or a macro of a parameter's name; a macro
// after a test of the name is only a default.
static void write_params(struct text_writer *writer, const struct shader_file *file,
                         const struct shader_pass *pass)
{
    for (int i = 0; i < file->param_count; i++) {
        const struct shader_param *param = &file->params[i];
        const struct glsl_token word = { param->name.text, strlen(param->name.text) };
        const struct glsl_name *name = glsl_names_find(&pass->names, &word);
        text_write(writer, "uniform %s halation_%d;\n",
                   param->type == SHADER_FLOAT ? "float" : "int", i);
        bool is_used = name;
        for (int n = 0; n < param->choice_count; n++)
            is_used |= glsl_names_use(&pass->names, param->choices[n]);
        if (!is_used)
            continue;
        if (!name || (!name->is_declared && (!name->is_macro || name->is_tested)))
            write_param(writer, param, i, name && name->is_tested);
        for (int n = 0; n < param->choice_count; n++)
            if (!glsl_names_declare(&pass->names, param->choices[n]))
                text_write(writer, "#define %s%s %d\n", prefix_of(param->choices[n]),
                           param->choices[n], n);
    }
}

// ---- the body

// The state of a copy of a body.
struct body {
    const struct shader_file *file;
    const struct shader_pass *pass;
    struct text_writer *writer;
    const char *written; // end of the part of the body that has been copied
    int depth;           // depth of brackets
    const char *line;    // end of the last directive
    const char *noted;   // end of the last declaration that note_names has processed
    bool *varies;        // by the index in pass->names: it is not a constant expression; owned
};

// Copies the body up to a token, and then writes other text in its place.
static void replace(struct body *body, const struct glsl_token *token, const char *prefix,
                    struct glsl_token with)
{
    text_write(body->writer, "%.*s%s%.*s", (int) (token->at - body->written), body->written, prefix,
               (int) with.length, with.at);
    body->written = token->at + token->length;
}

static void leave_out(struct body *body, const struct glsl_token *token)
{
    replace(body, token, "", (struct glsl_token){ "", 0 });
}

// Returns true if a word is not a constant expression.
static bool varies(const struct body *body, const struct glsl_token *word)
{
    const struct glsl_name *name = glsl_names_find(&body->pass->names, word);
    if (!name || name->is_declared || name->is_macro)
        return name && body->varies[name - body->pass->names.all];
    bool is_given = false;
    for (int i = 0; globals[i]; i++)
        is_given |= glsl_token_is(word, globals[i]);
    for (int i = 0; i < body->file->param_count; i++)
        is_given |= body->file->params[i].kind == SHADER_PARAM_UNIFORM &&
                    glsl_token_is(word, body->file->params[i].name.text);
    for (int i = 0; i < MACROS; i++) {
        const size_t length = strlen(macros[i].ending);
        is_given |= word->length > length &&
                    memcmp(word->at + word->length - length, macros[i].ending, length) == 0;
    }
    return is_given;
}

// Records, for the names that are declared from a word up to ';' or the end of a macro, if they are
// constant expressions. Returns true if the declaration contains a word that is not.
static bool note_names(struct body *body, const struct glsl_token *first, const char *end)
{
    const struct glsl_names *names = &body->pass->names;
    bool is_varying = false;
    struct glsl_token word = *first;
    for (; word.length > 0 && (!end || word.at < end) && (end || !glsl_token_is_sign(&word, ";"));
         word = glsl_token_after(&word))
        is_varying |= varies(body, &word);
    body->noted = word.at;
    for (word = *first; word.at < body->noted && is_varying; word = glsl_token_after(&word)) {
        const struct glsl_name *name = glsl_names_find(names, &word);
        if (name && (end ? word.at == first->at : name->is_declared))
            body->varies[name - names->all] = true;
    }
    return is_varying;
}

// Copies a directive, except #extension and #version, which the head has.
static void write_directive(struct body *body, struct glsl_token *token)
{
    const struct glsl_token kind = glsl_token_after(token);
    body->line = glsl_token_line_end(token);
    if (glsl_token_is(&kind, "define")) {
        const struct glsl_token name = glsl_token_after(&kind);
        note_names(body, &name, body->line);
    }
    const bool is_in_head = glsl_token_is(&kind, "extension version");
    for (; is_in_head && token->length > 0 && token->at < body->line;
         *token = glsl_token_after(token))
        leave_out(body, token);
}

// Writes the body. GLSL requires the initialiser of a global constant to be a constant expression,
// so a constant that depends on a parameter loses its "const".
static void write_body(struct text_writer *writer, const struct shader_file *file,
                       const struct shader_pass *pass)
{
    struct body body = {
        file, pass, writer, .written = pass->body, .line = pass->body, .noted = pass->body
    };
    body.varies = memory_new((size_t) pass->names.count, sizeof(*body.varies));
    write_place(writer, file, pass->body_line);
    struct glsl_token token = glsl_token_first(pass->body);
    while (token.length > 0) {
        const char *at = token.at;
        const struct glsl_token next = glsl_token_after(&token);
        const bool is_code = at >= body.line;
        if (is_code)
            body.depth += glsl_token_is_sign(&token, "({[") - glsl_token_is_sign(&token, ")}]");
        const bool is_global = is_code && body.depth == 0 && at >= body.noted;
        if (is_code && glsl_token_is_sign(&token, "#")) {
            write_directive(&body, &token);
        } else if (is_global && glsl_token_is(&token, "const")) {
            if (note_names(&body, &next, NULL))
                leave_out(&body, &token);
        } else {
            const struct glsl_name *name = glsl_names_find(&pass->names, &token);
            const struct glsl_token plain = as_floats(&token);
            const bool is_renamed = is_taken(&token);
            if (is_global && name && name->is_declared)
                body.varies[name - pass->names.all] = true;
            if (is_renamed || plain.length != token.length)
                replace(&body, &token, is_renamed ? own_prefix : "", plain);
        }
        if (token.at == at)
            token = next;
    }
    text_write(writer, "%s\n#line 0\n", body.written);
    free(body.varies);
}

char *shader_text_make(const struct shader_file *file, int number)
{
    const struct shader_pass *pass = &file->passes[number];
    struct text_writer writer = { 0 };
    int line = pass->body_line, last = line;
    text_write(&writer, "#version 430 core\n");
    write_extensions(&writer, file, pass);
    if (pass->compute)
        text_write(&writer,
                   "#define HALATION_COMPUTE\n"
                   "layout(local_size_x = %d, local_size_y = %d) in;\n",
                   pass->threads[0], pass->threads[1]);
    if (file->keys.light)
        text_write(&writer, "#define %sHALATION_LIGHT\n", own_prefix);
    if (number == file->finisher)
        text_write(&writer, "#define HALATION_FINISHES %d\n", pass->bind_count);
    text_write(&writer, "#define HALATION_COMPONENTS %d\n#include \"hook/pass.glsl\"\n",
               pass->components);
    static const char *const transfers[] = { "linearize", "delinearize" };
    bool is_included = false;
    for (int i = 0; globals[i]; i++)
        if (glsl_names_use(&pass->names, globals[i]))
            text_write(&writer, "#define %s halation_%s\n", globals[i], globals[i]);
    for (int i = 0; i < 2; i++)
        if (glsl_names_use(&pass->names, transfers[i])) {
            text_write(&writer, "%s#define %s halation_%s\n",
                       is_included ? "" : "#include \"hook/transfer.glsl\"\n", transfers[i],
                       transfers[i]);
            is_included = true;
        }
    write_binds(&writer, file, pass);
    write_params(&writer, file, pass);
    write_body(&writer, file, pass);
    for (const char *at = pass->body; *at; at++) {
        line += *at == '\n';
        last = isspace((unsigned char) *at) ? last : line;
    }
    write_place(&writer, file, last); // compilers error here that the body is incomplete
    text_write(&writer, "void main() { %s }\n",
               pass->compute ? "hook();" : "halation_put(hook());");
    return writer.text;
}

// ---- a pointwise file

enum {
    // Largest size of the text; a fused program has 16384, including the parameters.
    MAX_BYTES = 5120,
    MAX_PARAMS = 24,
};

// Returns true if a word is the name of the hooked texture with that suffix, such as HOOKED_pos, or
// MAIN_pos in a pass at MAIN; NULL: with any suffix.
static bool is_hooked(const struct shader_pass *pass, const struct glsl_token *word,
                      const char *part)
{
    for (int i = -2; i < HOOK_POINTS_HERE; i++) {
        const bool is_here = i < 0 || pass->points >> i & 1;
        const char *name = i == -2 ? "HOOKED" : i == -1 ? "MAINPRESUB" : hook_point_names[i];
        const size_t length = strlen(name);
        if (!is_here || word->length <= length || memcmp(word->at, name, length) != 0)
            continue;
        const struct glsl_token rest = { word->at + length + 1, word->length - length - 1 };
        if (word->at[length] == '_' && (!part || glsl_token_is(&rest, part)))
            return true;
    }
    return false;
}

// Sets the error for a word of the body, and `place` to its place.
static bool refuse_word(struct error *error, const struct shader_pass *pass,
                        const struct glsl_token *word, struct directive *place)
{
    place->line = pass->body_line;
    place->column = 1;
    for (const char *at = pass->body; at < word->at; at++) {
        place->line += *at == '\n';
        place->column = *at == '\n' ? 1 : place->column + 1;
    }
    return error_set(error,
                     "such a pass may read HOOKED_tex(HOOKED_pos), the frame and its parameters, "
                     "and '%.*s' is none of them",
                     names_shown(word->length), word->at);
}

static bool check_pointwise(struct error *error, const struct shader_file *file)
{
    const unsigned planes = 1u << HOOK_LUMA | 1u << HOOK_CHROMA;
    const struct shader_pass *pass = &file->passes[0];
    const bool is_at_one_point = (pass->points & (pass->points - 1)) == 0;
    const bool is_plain = file->pass_count == 1 && file->resource_count == 0 && is_at_one_point &&
                          !(pass->points & planes) && !pass->compute && !pass->save.text &&
                          !pass->width.text && !pass->height.text && !pass->when.text &&
                          pass->offset[0] == 0 && pass->offset[1] == 0;
    if (!is_plain)
        return error_set(error,
                         "needs one fragment pass at one point of whole colours, with HOOK, BIND "
                         "HOOKED, DESC and COMPONENTS alone");
    for (int i = 0; i < file->param_count; i++)
        if (i == MAX_PARAMS || file->params[i].kind != SHADER_PARAM_UNIFORM)
            return error_set(error,
                             "such a file has up to %d parameters, of //!TYPE float, int or uint",
                             MAX_PARAMS);
    return true;
}

// Writes the body with its blanks and comments. A name after a '.' or within a struct is a field
// and is not changed. Returns false with the error if the body has a word that a pointwise pass
// must not use.
static bool write_pointwise_body(struct text_writer *writer, struct error *error,
                                 struct directive *place_of_error, const struct shader_file *file,
                                 const char *function)
{
    static const char *const beginnings[] = { "texture", "texelFetch", "imageLoad", "imageStore",
                                              "gl_",     "halation_",  NULL };
    static const char forbidden[] = "random input_size target_size tex_offset extension include "
                                    "version uniform layout";
    const struct shader_pass *pass = &file->passes[0];
    const char *at = pass->body;
    bool in_struct = false;
    write_place(writer, file, pass->body_line);
    for (struct glsl_token word = glsl_token_first(at); word.length > 0;
         word = glsl_token_after(&word)) {
        const struct glsl_token after = glsl_token_after(&word), place = glsl_token_after(&after);
        const struct glsl_token last = glsl_token_after(&place);
        in_struct =
            glsl_token_is(&word, "struct") || (in_struct && !glsl_token_is_sign(&word, "}"));
        const bool is_field = (word.at > pass->body && word.at[-1] == '.') ||
                              (in_struct && glsl_token_is_sign(&after, ";,["));
        text_write(writer, "%.*s", (int) (word.at - at), at);
        at = word.at + word.length;
        if (is_hooked(pass, &word, "tex") && glsl_token_is_sign(&after, "(") &&
            is_hooked(pass, &place, "pos") && glsl_token_is_sign(&last, ")")) {
            text_write(writer, "%s_color", function); // replaces HOOKED_tex(HOOKED_pos)
            at = last.at + last.length;
            word = last;
            continue;
        }
        const struct glsl_name *found = glsl_names_find(&pass->names, &word);
        const bool is_declared = found && (found->is_macro || found->is_declared);
        const bool is_given = glsl_token_is_name(&word) && !is_declared;
        char name[64];
        int choice;
        snprintf(name, sizeof(name), "%.*s", (int) word.length, word.at);
        const bool is_own = is_declared || is_taken(&word) ||
                            (word.length < sizeof(name) && shader_param_find(file, name, &choice));
        bool is_forbidden = glsl_token_is(&word, forbidden) || is_hooked(pass, &word, NULL);
        for (int i = 0; beginnings[i]; i++)
            is_forbidden |= text_begins_with(word.at, beginnings[i]);
        if (is_given && is_forbidden)
            return refuse_word(error, pass, &word, place_of_error);
        if (is_given && glsl_token_is(&word, "frame"))
            text_write(writer, "u_frame");
        else if (is_given && glsl_token_is(&word, "linearize delinearize"))
            text_write(writer, "halation_%.*s", (int) word.length, word.at);
        else
            text_write(writer, !is_field && is_own ? "%s_%.*s" : "%.0s%.*s", function,
                       (int) word.length, word.at);
    }
    text_write(writer, "%s\n#line 0\n", at);
    return true;
}

bool shader_pointwise_make(struct error *error, struct directive *at, struct shader_file *file)
{
    static const char *const results[] = { "", "color.r, 0.0, 0.0", "color.rg, 0.0", "color.rgb",
                                           "color.rgb" };
    static int count;
    struct text_writer writer = { 0 };
    char function[24];
    if (!check_pointwise(error, file))
        return false;
    snprintf(function, sizeof(function), "own%d", ++count);
    text_write(&writer, "#line 0\n");
    if (strstr(file->passes[0].body, "linearize"))
        text_write(&writer, "#include \"hook/transfer.glsl\"\n");
    text_write(&writer, "vec4 %s_color = vec4(0.0);\n", function);
    for (int i = 0; i < file->param_count; i++) {
        const struct shader_param *param = &file->params[i];
        const char *type = shader_type_names[param->type];
        text_write(&writer, "%s %s_%s = %s(0);\n", type, function, param->name.text, type);
        for (int n = 0; n < param->choice_count; n++)
            text_write(&writer, "const int %s_%s = %d;\n", function, param->choices[n], n);
    }
    const bool is_fine = write_pointwise_body(&writer, error, at, file, function);
    text_write(&writer, "vec4 %s(vec4 color, Pixel px", function);
    for (int i = 0; i < file->param_count; i++)
        text_write(&writer, ", %s p%d", file->params[i].type == SHADER_FLOAT ? "float" : "int", i);
    text_write(&writer, ")\n{\n%s_color = color;\n", function);
    for (int i = 0; i < file->param_count; i++)
        text_write(&writer, "%s_%s = %s(p%d);\n", function, file->params[i].name.text,
                   shader_type_names[file->params[i].type], i);
    text_write(&writer, "float alpha = color.a;\ncolor = %s_hook();\nreturn vec4(%s, alpha);\n}\n",
               function, results[file->passes[0].components]);
    file->keys.function = memory_copy(function);
    file->keys.pointwise = writer.text;
    return is_fine && (writer.length < MAX_BYTES ||
                       error_set(error, "comes to %zu bytes of GLSL, and may to %d", writer.length,
                                 MAX_BYTES - 1));
}
