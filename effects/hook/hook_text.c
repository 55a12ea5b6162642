#include "effects/hook/hook_text.h"

#include "render/text/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- words of the file

static struct hook_token word_of(const char *text)
{
    return (struct hook_token){ text, strlen(text) };
}

static bool begins(const struct hook_token *word, const char *with)
{
    return word->length > strlen(with) && memcmp(word->at, with, strlen(with)) == 0;
}

bool hook_word_is_taken(const struct hook_token *word)
{
    static const char *const words[] = {
        // GLSL 4.30 has taken these or keeps them for itself; files define them or use them as
        // names.
        "active", "asm", "cast", "class", "common", "enum", "extern", "external", "filter", "fixed",
        "fvec2", "fvec3", "fvec4", "goto", "half", "hvec2", "hvec3", "hvec4", "inline", "input",
        "interface", "long", "namespace", "noinline", "output", "partition", "patch", "public",
        "resource", "sample", "short", "sizeof", "static", "superp", "template", "this", "typedef",
        "union", "unsigned", "using",
        // The text around the body has these.
        "main", "make_out_color", "out_color", "to_half_store", "u_half_store"
    };
    if (begins(word, "halation_") || begins(word, "HALATION_"))
        return true;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (hook_token_is(word, words[i]))
            return true;
    return false;
}

struct hook_token hook_word_of_floats(const struct hook_token *word)
{
    const char *end = word->at + word->length;
    if (hook_token_is(word, "float16_t"))
        return (struct hook_token){ word->at, strlen("float") };
    if (begins(word, "f16vec") || begins(word, "f16mat"))
        return (struct hook_token){ word->at + 3, word->length - 3 };
    const bool is_number = word->length > 2 && !hook_token_is_name(word) && word->at[1] != 'x';
    if (is_number && (memcmp(end - 2, "hf", 2) == 0 || memcmp(end - 2, "HF", 2) == 0))
        return (struct hook_token){ word->at, word->length - 2 };
    return *word;
}

static const char own_prefix[] = "halation_own_";

// Writes a part of the file, in which words that are taken get a prefix.
static void write_words(struct text_writer *writer, const char *text)
{
    const char *at = text;
    for (struct hook_token word = hook_token_first(text); word.length > 0;
         word = hook_token_after(&word)) {
        text_write(writer, "%.*s%s%.*s", (int) (word.at - at), at,
                   hook_word_is_taken(&word) ? own_prefix : "", (int) word.length, word.at);
        at = word.at + word.length;
    }
}

// Whether the body gives a name a meaning of its own.
static bool is_own(const struct hook_pass *pass, const char *name)
{
    const struct hook_token word = word_of(name);
    const struct hook_name *found = hook_names_of(&pass->names, &word);
    return found && (found->is_declared || found->is_macro);
}

// ---- the head

// GL_EXT_shader_explicit_arithmetic_types_float16 and its like: its words become those of floats.
static bool is_of_halves(const struct hook_token *extension)
{
    return hook_token_is(extension, "GL_EXT_shader_explicit_arithmetic_types_float16") ||
           hook_token_is(extension, "GL_AMD_gpu_shader_half_float");
}

// A directive #extension stands before everything else, and so before an #if around it: there it
// must not require what a driver may lack.
static void write_extensions(struct text_writer *writer, const struct hook_file *file,
                             const struct hook_pass *pass)
{
    const char *counted = pass->body;
    int line = pass->body_line, depth = 0;
    for (struct hook_token token = hook_token_first(pass->body); token.length > 0;
         token = hook_token_after(&token)) {
        if (!hook_token_is_sign(&token, "#"))
            continue;
        const struct hook_token kind = hook_token_after(&token), name = hook_token_after(&kind);
        const struct hook_token colon = hook_token_after(&name), how = hook_token_after(&colon);
        depth += hook_token_is(&kind, "if") || hook_token_is(&kind, "ifdef") ||
                 hook_token_is(&kind, "ifndef");
        depth -= hook_token_is(&kind, "endif");
        if (!hook_token_is(&kind, "extension") || is_of_halves(&name))
            continue;
        for (; counted < token.at; counted++)
            line += *counted == '\n';
        hook_write_place(writer, file, line);
        const bool is_required = hook_token_is(&how, "require") && depth == 0;
        text_write(writer, "#extension %.*s : %.*s\n", (int) name.length, name.at,
                   is_required ? 7 : 6, is_required ? "require" : "enable");
    }
    text_write(writer, "#line 0\n");
}

static void write_head(struct text_writer *writer, const struct hook_pass *pass, bool finishes)
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
}

// What every pass may use. A name that the body gives a meaning of its own is the body's.
static const char *const globals[] = { "frame", "random", "input_size", "target_size",
                                       "tex_offset" };

static void write_globals(struct text_writer *writer, const struct hook_pass *pass)
{
    static const char *const transfers[] = { "linearize", "delinearize" };
    bool is_included = false;
    for (size_t i = 0; i < sizeof(globals) / sizeof(globals[0]); i++)
        if (hook_names_use(&pass->names, globals[i]))
            text_write(writer, "#define %s halation_%s\n", globals[i], globals[i]);
    for (int i = 0; i < 2; i++)
        if (hook_names_use(&pass->names, transfers[i])) {
            text_write(writer, "%s#define %s halation_%s\n",
                       is_included ? "" : "#include \"hook/transfer.glsl\"\n", transfers[i],
                       transfers[i]);
            is_included = true;
        }
}

// Writes what a name stands for, with the number of its binding in the place of each '@'.
static void write_names(struct text_writer *writer, const struct hook_pass *pass, const char *name,
                        int binding)
{
    static const struct {
        const char *part, *arguments, *text;
    } rows[] = {
        { "raw", "", "halation_raw@" },
        { "off", "", "halation_off@" },
        { "size", "", "halation_size@.xy" },
        { "pt", "", "halation_size@.zw" },
        { "mul", "", "1.0" },
        { "rot", "", "mat2(1.0)" },
        { "pos", "", "(halation_at * halation_result.zw)" },
        { "map", "(id)", "((vec2(id) + 0.5) * halation_result.zw)" },
        { "tex", "(pos)", "textureLod(halation_raw@, vec2(pos), 0.0)" },
        { "texOff", "(off)",
          "textureLod(halation_raw@, halation_at * halation_result.zw + "
          "halation_size@.zw * vec2(off), 0.0)" },
        { "gather", "(pos, c)", "textureGather(halation_raw@, vec2(pos), c)" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char whole[HOOK_MAX_NAME + 16];
        snprintf(whole, sizeof(whole), "%s_%s", name, rows[i].part);
        if (is_own(pass, whole))
            continue;
        text_write(writer, "#define ");
        write_words(writer, whole);
        text_write(writer, "%s ", rows[i].arguments);
        for (const char *at = rows[i].text; *at;) {
            const size_t length = strcspn(at, "@");
            text_write(writer, "%.*s", (int) length, at);
            if (at[length])
                text_write(writer, "%d", binding);
            at += length + (at[length] != '\0');
        }
        text_write(writer, "\n");
    }
}

// The hooked texture also has the names of the point where the pass runs, MAIN two of them, unless
// the pass binds these.
static void write_aliases(struct text_writer *writer, const struct hook_pass *pass, int binding)
{
    for (int i = -1; i < HOOK_POINTS_HERE; i++) {
        const char *name = i < 0 ? "MAINPRESUB" : hook_point_names[i];
        bool is_free = pass->points >> hook_find_point(name) & 1;
        for (int n = 0; n < pass->bind_count; n++)
            is_free &= strcmp(pass->binds[n].text, name) != 0;
        if (is_free)
            write_names(writer, pass, name, binding);
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
    write_names(writer, pass, name, binding);
    if (strcmp(name, "HOOKED") == 0)
        write_aliases(writer, pass, binding);
}

static void write_image(struct text_writer *writer, const struct hook_resource *image, int binding)
{
    const char *kind = image->format == FORMAT_R32I    ? "i"
                       : image->format == FORMAT_R32UI ? "u"
                                                       : "";
    text_write(writer, "layout(%s, binding = %d) coherent uniform %simage%dD ",
               texture_format_name(image->format), binding, kind, image->dimensions);
    write_words(writer, image->name.text);
    text_write(writer, ";\n");
}

static void write_buffer(struct text_writer *writer, const struct hook_resource *buffer,
                         int binding)
{
    text_write(writer, "layout(%s, binding = %d) buffer halation_buffer%d {\n",
               buffer->is_stored ? "std430" : "std140", binding, binding);
    for (int i = 0; i < buffer->var_count; i++) {
        text_write(writer, buffer->is_stored ? "coherent " : "readonly ");
        write_words(writer, buffer->vars[i].text);
        text_write(writer, ";\n");
    }
    text_write(writer, "};\n");
}

static void write_table(struct text_writer *writer, const struct hook_pass *pass,
                        const struct hook_resource *table, int binding)
{
    char whole[HOOK_MAX_NAME + 16];
    text_write(writer, "layout(binding = %d) uniform sampler%dD ", binding, table->dimensions);
    write_words(writer, table->name.text);
    text_write(writer, ";\n");
    snprintf(whole, sizeof(whole), "%s_tex", table->name.text);
    if (is_own(pass, whole))
        return;
    text_write(writer, "#define ");
    write_words(writer, whole);
    text_write(writer, "(pos) textureLod(");
    write_words(writer, table->name.text);
    text_write(writer, ", pos, 0.0)\n");
}

// Images and buffers have bindings of their own; that of an image 0 is the output's.
static void write_textures(struct text_writer *writer, const struct hook_file *file,
                           const struct hook_pass *pass)
{
    int images = 0, buffers = 0;
    for (int i = 0; i < pass->bind_count; i++) {
        const int number = hook_find_resource(file, pass->binds[i].text);
        const struct hook_resource *resource = number < 0 ? NULL : &file->resources[number];
        if (!resource)
            write_hook_texture(writer, pass, i);
        else if (resource->kind == HOOK_BUFFER)
            write_buffer(writer, resource, buffers++);
        else if (resource->kind == HOOK_IMAGE)
            write_image(writer, resource, ++images);
        else
            write_table(writer, pass, resource, i);
    }
    if (images > 0 || is_own(pass, "imageStore")) // rounding for halves takes colours alone
        text_write(writer, "#undef imageStore\n");
}

// Writes "float name = float(halation_3);". A body that asks the preprocessor for the name gets a
// macro, as every parameter is elsewhere; here a field of a struct may have the same name.
static void write_param(struct text_writer *writer, const struct hook_param *param, int number,
                        bool is_tested)
{
    const char *type = hook_type_names[param->type];
    const bool is_variable = param->kind == HOOK_PARAM_UNIFORM;
    const bool is_macro = is_tested || param->kind == HOOK_PARAM_DEFINE;
    text_write(writer, is_macro && !is_variable ? "#define " : is_variable ? "" : "const ");
    if (is_macro && is_variable)
        text_write(writer, "%s halation_value%d = %s(halation_%d);\n#define ", type, number, type,
                   number);
    else if (!is_macro)
        text_write(writer, "%s ", type);
    write_words(writer, param->name.text);
    if (is_macro)
        text_write(writer, is_variable ? " halation_value%d\n" : " HALATION_%d\n", number);
    else
        text_write(writer, " = %s(%s_%d);\n", type, is_variable ? "halation" : "HALATION", number);
}

static void write_choices(struct text_writer *writer, const struct hook_pass *pass,
                          const struct hook_param *param)
{
    for (int i = 0; i < param->choice_count; i++) {
        if (is_own(pass, param->choices[i]))
            continue;
        text_write(writer, "#define ");
        write_words(writer, param->choices[i]);
        text_write(writer, " %d\n", i);
    }
}

// A pass may have a function of a parameter's name, or a macro; one that stands behind a test of
// the name is only a default.
static void write_params(struct text_writer *writer, const struct hook_file *file,
                         const struct hook_pass *pass)
{
    for (int i = 0; i < file->param_count; i++) {
        const struct hook_param *param = &file->params[i];
        const struct hook_token word = word_of(param->name.text);
        const struct hook_name *name = hook_names_of(&pass->names, &word);
        text_write(writer, "layout(location = %d) uniform %s halation_%d;\n", HOOK_U_PARAMS + i,
                   param->type == HOOK_FLOAT ? "float" : "int", i);
        bool is_used = name;
        for (int n = 0; n < param->choice_count; n++)
            is_used |= hook_names_use(&pass->names, param->choices[n]);
        if (!is_used)
            continue;
        if (!name || (!name->is_declared && (!name->is_macro || name->is_tested)))
            write_param(writer, param, i, name && name->is_tested);
        write_choices(writer, pass, param);
    }
}

// ---- the body, and behind it

void hook_write_place(struct text_writer *writer, const struct hook_file *file, int line)
{
    text_write(writer, "#line %d \"%.*s\"\n", line, (int) strcspn(file->path, "\"\r\n"),
               file->path);
}

// A body while it is written.
struct body {
    const struct hook_file *file;
    const struct hook_pass *pass;
    struct text_writer *writer;
    const char *written; // up to there
    int depth;           // of brackets
    const char *line;    // the end of the last directive
    const char *noted;   // the end of the last declaration of constants
    struct body_name {
        bool is_taken;
        bool varies; // it is no constant expression
    } * names;       // by the index in pass->names; owned
};

static void write_up_to(struct body *body, const char *end)
{
    text_write(body->writer, "%.*s", (int) (end - body->written), body->written);
    body->written = end;
}

static bool varies(const struct body *body, const struct hook_token *word)
{
    static const char *const parts[] = { "_raw", "_off", "_size", "_pt",     "_pos",
                                         "_map", "_tex", "_rot",  "_texOff", "_gather" };
    const struct hook_name *name =
        hook_token_is_name(word) ? hook_names_of(&body->pass->names, word) : NULL;
    bool is_given = false;
    if (!name || name->is_declared || name->is_macro)
        return name && body->names[name - body->pass->names.all].varies;
    for (int i = 0; i < body->file->param_count; i++)
        is_given |= body->file->params[i].kind == HOOK_PARAM_UNIFORM &&
                    hook_token_is(word, body->file->params[i].name.text);
    for (size_t i = 0; i < sizeof(globals) / sizeof(globals[0]); i++)
        is_given |= hook_token_is(word, globals[i]);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        const size_t length = strlen(parts[i]);
        is_given |= word->length > length &&
                    memcmp(word->at + word->length - length, parts[i], length) == 0;
    }
    return is_given;
}

// Notes whether the names that are declared from a word on, up to a ';' or the end of a macro, are
// constants. Returns whether something there varies.
static bool note_names(struct body *body, const struct hook_token *first, const char *end)
{
    const struct hook_names *names = &body->pass->names;
    bool is_varying = false;
    struct hook_token word = *first;
    for (; word.length > 0 && (!end || word.at < end) && (end || !hook_token_is_sign(&word, ";"));
         word = hook_token_after(&word))
        is_varying |= varies(body, &word);
    body->noted = word.at;
    for (word = *first; word.at < body->noted && is_varying; word = hook_token_after(&word)) {
        const struct hook_name *name = hook_names_of(names, &word);
        if (name && (end ? word.at == first->at : name->is_declared))
            body->names[name - names->all].varies = true;
    }
    return is_varying;
}

// An #extension and a #version stand above.
static void write_directive(struct body *body, struct hook_token *token)
{
    const struct hook_token kind = hook_token_after(token);
    body->line = hook_token_line_end(token);
    if (hook_token_is(&kind, "define")) {
        const struct hook_token name = hook_token_after(&kind);
        note_names(body, &name, body->line);
    }
    const bool is_above = hook_token_is(&kind, "extension") || hook_token_is(&kind, "version");
    for (; is_above && token->length > 0 && token->at < body->line;
         *token = hook_token_after(token)) {
        write_up_to(body, token->at);
        body->written = token->at + token->length;
    }
}

// A constant outside of functions must be one: what depends on a parameter becomes a variable.
static void write_const(struct body *body, const struct hook_token *token)
{
    const struct hook_token next = hook_token_after(token);
    if (!note_names(body, &next, NULL))
        return;
    write_up_to(body, token->at);
    body->written = token->at + token->length;
}

static void write_word(struct body *body, const struct hook_token *token, bool is_global)
{
    const struct hook_name *name =
        hook_token_is_name(token) ? hook_names_of(&body->pass->names, token) : NULL;
    const struct hook_token plain = hook_word_of_floats(token);
    bool is_taken = false;
    if (name) {
        struct body_name *known = &body->names[name - body->pass->names.all];
        known->varies |= is_global && name->is_declared;
        is_taken = known->is_taken;
    }
    if (!is_taken && plain.length == token->length)
        return;
    write_up_to(body, token->at);
    text_write(body->writer, "%s%.*s", is_taken ? own_prefix : "", (int) plain.length, plain.at);
    body->written = token->at + token->length;
}

static void write_body(struct text_writer *writer, const struct hook_file *file,
                       const struct hook_pass *pass)
{
    struct body body = {
        file, pass, writer, .written = pass->body, .line = pass->body, .noted = pass->body
    };
    body.names = memory_new((size_t) pass->names.count, sizeof(*body.names));
    for (int i = 0; i < pass->names.count; i++)
        body.names[i].is_taken = hook_word_is_taken(&pass->names.all[i].word);
    hook_write_place(writer, file, pass->body_line);
    struct hook_token token = hook_token_first(pass->body);
    while (token.length > 0) {
        const char *at = token.at;
        const bool is_code = at >= body.line;
        if (is_code)
            body.depth += hook_token_is_sign(&token, "({[") - hook_token_is_sign(&token, ")}]");
        const bool is_global = is_code && body.depth == 0 && at >= body.noted;
        if (is_code && hook_token_is_sign(&token, "#"))
            write_directive(&body, &token);
        else if (is_global && hook_token_is(&token, "const"))
            write_const(&body, &token);
        else
            write_word(&body, &token, is_global);
        if (token.at == at)
            token = hook_token_after(&token);
    }
    write_up_to(&body, token.at);
    text_write(writer, "\n#line 0\n");
    free(body.names);
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
    write_extensions(&writer, file, pass);
    write_head(&writer, pass, finishes);
    write_globals(&writer, pass);
    write_textures(&writer, file, pass);
    write_params(&writer, file, pass);
    write_body(&writer, file, pass);
    hook_write_place(&writer, file, last_line(pass)); // what the body lacks is noticed here
    text_write(&writer, "void main() { %s }\n",
               pass->compute ? "hook();" : "halation_put(hook());");
    return writer.text;
}
