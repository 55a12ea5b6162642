#include "effects/hook/hook_text.h"
#include "render/text/memory.h"
#include "render/text/names.h"

#include <stdio.h>
#include <string.h>

// A shader file of one pass that reads its own texel alone, as a function of a fused program.

enum {
    MOST_BYTES = 5120, // of its text: a fused program has 16384, with names of parameters
    MOST_PARAMS = 24,
};

// ---- what must not be there

// Whether a word is a name that the body declares.
static bool has(const struct hook_pass *pass, const struct hook_token *word)
{
    const struct hook_name *name = hook_names_of(&pass->names, word);
    return name && (name->is_macro || name->is_declared);
}

// Whether a word is that name of the hooked texture, as HOOKED_pos, or MAIN_pos where the pass
// stands at MAIN; NULL: any of its names.
static bool is_hooked(const struct hook_pass *pass, const struct hook_token *word, const char *part)
{
    for (int i = -2; i < HOOK_POINTS_HERE; i++) {
        const bool is_here = i < 0 || pass->points >> i & 1;
        const char *name = i == -2 ? "HOOKED" : i == -1 ? "MAINPRESUB" : hook_point_names[i];
        const size_t length = strlen(name);
        if (!is_here || word->length <= length || memcmp(word->at, name, length) != 0)
            continue;
        const struct hook_token rest = { word->at + length + 1, word->length - length - 1 };
        if (word->at[length] == '_' && (!part || hook_token_is(&rest, part)))
            return true;
    }
    return false;
}

// Gives the last word of HOOKED_tex(HOOKED_pos), which begins at `word`.
static bool is_own_texel(const struct hook_pass *pass, const struct hook_token *word,
                         struct hook_token *last)
{
    const struct hook_token open = hook_token_after(word), place = hook_token_after(&open);
    *last = hook_token_after(&place);
    return is_hooked(pass, word, "tex") && hook_token_is_sign(&open, "(") &&
           is_hooked(pass, &place, "pos") && hook_token_is_sign(last, ")");
}

static bool is_forbidden(const struct hook_pass *pass, const struct hook_token *word)
{
    static const char *const beginnings[] = { "texture", "texelFetch", "imageLoad", "imageStore",
                                              "gl_",     "halation_",  NULL };
    static const char *const words[] = { "random",    "input_size", "target_size", "tex_offset",
                                         "extension", "include",    "version",     "uniform",
                                         "layout",    NULL };
    for (int i = 0; beginnings[i]; i++)
        if (strncmp(word->at, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    for (int i = 0; words[i]; i++)
        if (hook_token_is(word, words[i]))
            return true;
    return is_hooked(pass, word, NULL);
}

static bool refuse_word(const struct hook_reader *reader, const struct hook_pass *pass,
                        const struct hook_token *word)
{
    struct hook_line place = {
        .directive = "pointwise", .line = pass->body_line, .column = 1, .is_own = true
    };
    for (const char *at = pass->body; at < word->at; at++) {
        place.line += *at == '\n';
        place.column = *at == '\n' ? 1 : place.column + 1;
    }
    return hook_refuse(reader, &place,
                       "such a pass may read HOOKED_tex(HOOKED_pos), the frame and its parameters, "
                       "and '%.*s' is none of them",
                       names_shown(word->length), word->at);
}

static bool is_plain(const struct hook_pass *pass)
{
    const unsigned planes = 1u << HOOK_LUMA | 1u << HOOK_CHROMA;
    const bool is_at_one = (pass->points & (pass->points - 1)) == 0;
    return is_at_one && !(pass->points & planes) && !pass->compute && !pass->save.text &&
           pass->width.count + pass->height.count + pass->when.count == 0 && pass->offset[0] == 0 &&
           pass->offset[1] == 0;
}

static bool check(const struct hook_reader *reader, const struct hook_line *line,
                  const struct hook_file *file)
{
    const struct hook_pass *pass = &file->passes[0];
    if (file->pass_count > 1 || file->resource_count > 0 || !is_plain(pass))
        return hook_refuse(reader, line,
                           "needs one fragment pass at one point of whole colours, with HOOK, BIND "
                           "HOOKED, DESC and COMPONENTS alone");
    for (int i = 0; i < file->param_count; i++)
        if (i == MOST_PARAMS || file->params[i].kind != HOOK_PARAM_UNIFORM)
            return hook_refuse(reader, line,
                               "such a file has up to %d parameters, of //!TYPE float, int or uint",
                               MOST_PARAMS);
    return true;
}

// ---- the text

// Whether a word of the body is a name of the file, which gets the function's before it.
static bool is_own_name(const struct hook_file *file, const struct hook_token *word)
{
    char name[64];
    int choice;
    snprintf(name, sizeof(name), "%.*s", (int) word->length, word->at);
    return has(&file->passes[0], word) || hook_word_is_taken(word) ||
           (word->length < sizeof(name) && hook_find_param(file, name, &choice));
}

// What is behind a point, or declared within a struct, is a field. Blanks and comments between the
// words come along. False where a word must not be there.
static bool write_body(struct text_writer *writer, const struct hook_reader *reader,
                       const struct hook_file *file, const char *function)
{
    const struct hook_pass *pass = &file->passes[0];
    const char *at = pass->body;
    bool in_struct = false;
    struct hook_token last;
    hook_write_place(writer, file, pass->body_line);
    for (struct hook_token word = hook_token_first(at); word.length > 0;
         word = hook_token_after(&word)) {
        const struct hook_token after = hook_token_after(&word);
        in_struct =
            hook_token_is(&word, "struct") || (in_struct && !hook_token_is_sign(&word, "}"));
        const bool is_field = (word.at > pass->body && word.at[-1] == '.') ||
                              (in_struct && hook_token_is_sign(&after, ";,["));
        text_write(writer, "%.*s", (int) (word.at - at), at);
        at = word.at + word.length;
        if (is_own_texel(pass, &word, &last)) {
            text_write(writer, "%s_color", function);
            at = last.at + last.length;
            word = last;
            continue;
        }
        const bool is_given = hook_token_is_name(&word) && !has(pass, &word);
        if (is_given && is_forbidden(pass, &word))
            return refuse_word(reader, pass, &word);
        if (is_given && hook_token_is(&word, "frame"))
            text_write(writer, "u_frame");
        else if (is_given &&
                 (hook_token_is(&word, "linearize") || hook_token_is(&word, "delinearize")))
            text_write(writer, "halation_%.*s", (int) word.length, word.at);
        else
            text_write(writer, !is_field && is_own_name(file, &word) ? "%s_%.*s" : "%.0s%.*s",
                       function, (int) word.length, word.at);
    }
    text_write(writer, "%s\n#line 0\n", at);
    return true;
}

static void write_params(struct text_writer *writer, const struct hook_file *file,
                         const char *function)
{
    text_write(writer, "vec4 %s_color = vec4(0.0);\n", function);
    for (int i = 0; i < file->param_count; i++) {
        const struct hook_param *param = &file->params[i];
        const char *type = hook_type_names[param->type];
        text_write(writer, "%s %s_%s = %s(0);\n", type, function, param->name.text, type);
        for (int n = 0; n < param->choice_count; n++)
            text_write(writer, "const int %s_%s = %d;\n", function, param->choices[n], n);
    }
}

static void write_function(struct text_writer *writer, const struct hook_file *file,
                           const char *function)
{
    static const char *const results[] = { "", "color.r, 0.0, 0.0", "color.rg, 0.0", "color.rgb",
                                           "color.rgb" };
    text_write(writer, "vec4 %s(vec4 color, Pixel px", function);
    for (int i = 0; i < file->param_count; i++)
        text_write(writer, ", %s p%d", file->params[i].type == HOOK_FLOAT ? "float" : "int", i);
    text_write(writer, ")\n{\n%s_color = color;\n", function);
    for (int i = 0; i < file->param_count; i++)
        text_write(writer, "%s_%s = %s(p%d);\n", function, file->params[i].name.text,
                   hook_type_names[file->params[i].type], i);
    text_write(writer, "float alpha = color.a;\ncolor = %s_hook();\nreturn vec4(%s, alpha);\n}\n",
               function, results[file->passes[0].components]);
}

bool hook_pointwise_make(const struct hook_reader *reader, const struct hook_line *line,
                         struct hook_file *file)
{
    static int count;
    struct text_writer writer = { 0 };
    char function[24];
    if (!check(reader, line, file))
        return false;
    snprintf(function, sizeof(function), "own%d", ++count);
    text_write(&writer, "#line 0\n");
    if (strstr(file->passes[0].body, "linearize"))
        text_write(&writer, "#include \"hook/transfer.glsl\"\n");
    write_params(&writer, file, function);
    const bool is_fine = write_body(&writer, reader, file, function);
    write_function(&writer, file, function);
    file->keys.function = memory_copy(function);
    file->keys.pointwise = writer.text;
    return is_fine && (writer.length < MOST_BYTES ||
                       hook_refuse(reader, line, "comes to %zu bytes of GLSL, and may to %d",
                                   writer.length, MOST_BYTES - 1));
}
