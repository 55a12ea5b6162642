#include "effects/hook/hook_pointwise.h"

#include "effects/hook/hook_file.h"
#include "effects/hook/hook_text.h"
#include "render/text/memory.h"
#include "render/text/names.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 5120, // of its text: a fused program has 16384, with names of parameters
    MOST_PARAMS = 24,
    MOST_NAMES = 64, // that the body declares
};

// ---- the words of a body

struct word {
    const char *at;
    size_t length;
};

static bool is_in_word(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

static bool is_word(const struct word *word, const char *text)
{
    return strlen(text) == word->length && memcmp(word->at, text, word->length) == 0;
}

// Steps to the next word or sign from `at` on, over blanks and comments. Its length is 0 at the
// end.
static struct word next_word(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n\\");
        if (strncmp(at, "//", 2) == 0)
            at += strcspn(at, "\n");
        else if (strncmp(at, "/*", 2) == 0)
            at = strstr(at, "*/") ? strstr(at, "*/") + 2 : at + strlen(at);
        else
            break;
    }
    size_t length = *at != '\0';
    while (is_in_word(at[0]) && is_in_word(at[length]))
        length++;
    return (struct word){ at, length };
}

static struct word word_after(const struct word *word)
{
    return next_word(word->at + word->length);
}

static bool is_identifier(const struct word *word)
{
    return word->length > 0 && is_in_word(word->at[0]) && !isdigit((unsigned char) word->at[0]);
}

static bool is_one_of(const struct word *word, const char *signs)
{
    return word->length == 1 && strchr(signs, word->at[0]);
}

// What a body declares outside of functions, and the names that it must not keep.
struct declared {
    int count;
    struct word words[MOST_NAMES];
};

static bool has(const struct declared *declared, const struct word *word)
{
    for (int i = 0; i < declared->count; i++)
        if (declared->words[i].length == word->length &&
            memcmp(declared->words[i].at, word->at, word->length) == 0)
            return true;
    return false;
}

// A declared name stands behind its type, or behind a comma; false where there are too many.
static bool find_declared(const char *body, struct declared *declared)
{
    struct word before = { body, 0 };
    int depth = 0;
    declared->count = 0;
    for (struct word word = next_word(body); word.length > 0; word = word_after(&word)) {
        const struct word after = word_after(&word);
        depth += is_one_of(&word, "({[") - is_one_of(&word, ")}]");
        const bool is_behind_type = is_identifier(&before) || is_one_of(&before, ",]");
        const bool is_declared =
            is_identifier(&word) && is_one_of(&after, "(=;,[{") && is_behind_type && depth == 0;
        if ((is_declared || is_word(&before, "define")) && !has(declared, &word)) {
            if (declared->count == MOST_NAMES)
                return false;
            declared->words[declared->count++] = word;
        }
        before = word;
    }
    return true;
}

// ---- what must not be there

// Where a word begins with a name of the hooked texture: HOOKED_, or that of the point of the pass.
static const char *part_of_hooked(const struct hook_pass *pass, const struct word *word)
{
    for (int i = -2; i < HOOK_POINTS_HERE; i++) {
        const bool is_here = i < 0 || pass->points >> i & 1;
        const char *name = i == -2 ? "HOOKED" : i == -1 ? "MAINPRESUB" : hook_point_names[i];
        const size_t length = strlen(name);
        if (is_here && word->length > length && memcmp(word->at, name, length) == 0 &&
            word->at[length] == '_')
            return word->at + length + 1;
    }
    return NULL;
}

static bool is_part(const struct hook_pass *pass, const struct word *word, const char *part)
{
    const char *found = part_of_hooked(pass, word);
    return found && strlen(part) == word->length - (size_t) (found - word->at) &&
           memcmp(found, part, strlen(part)) == 0;
}

// Gives the last word of HOOKED_tex(HOOKED_pos), which begins at `word`.
static bool is_own_texel(const struct hook_pass *pass, const struct word *word, struct word *last)
{
    const struct word open = word_after(word), place = word_after(&open);
    *last = word_after(&place);
    return is_part(pass, word, "tex") && is_one_of(&open, "(") && is_part(pass, &place, "pos") &&
           is_one_of(last, ")");
}

static bool is_forbidden(const struct hook_pass *pass, const struct word *word)
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
        if (is_word(word, words[i]))
            return true;
    return part_of_hooked(pass, word) != NULL;
}

static bool refuse_word(const struct hook_reader *reader, const struct hook_pass *pass,
                        const struct word *word)
{
    struct hook_line place = { "pointwise", "", pass->body_line, 1, .is_own = true };
    for (const char *at = pass->body; at < word->at; at++) {
        place.line += *at == '\n';
        place.column = *at == '\n' ? 1 : place.column + 1;
    }
    return hook_refuse(reader, &place,
                       "such a pass may read HOOKED_tex(HOOKED_pos), the frame and its parameters, "
                       "and '%.*s' is none of them",
                       names_shown(word->length), word->at);
}

static bool check_body(const struct hook_reader *reader, const struct hook_line *line,
                       const struct hook_pass *pass)
{
    struct declared declared;
    struct word last;
    if (!find_declared(pass->body, &declared))
        return hook_refuse(reader, line, "its pass declares more than %d names", MOST_NAMES);
    for (struct word word = next_word(pass->body); word.length > 0; word = word_after(&word))
        if (is_own_texel(pass, &word, &last))
            word = last;
        else if (is_identifier(&word) && !has(&declared, &word) && is_forbidden(pass, &word))
            return refuse_word(reader, pass, &word);
    return true;
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
    if (file->pass_count > 1 || file->texture_count + file->buffer_count > 0 || !is_plain(pass))
        return hook_refuse(reader, line,
                           "needs one fragment pass at one point of whole colours, with HOOK, BIND "
                           "HOOKED, DESC and COMPONENTS alone");
    for (int i = 0; i < file->param_count; i++)
        if (i == MOST_PARAMS || file->params[i].kind != HOOK_PARAM_UNIFORM)
            return hook_refuse(reader, line,
                               "such a file has up to %d parameters, of //!TYPE float, int or uint",
                               MOST_PARAMS);
    return check_body(reader, line, pass);
}

// ---- the text

struct writer {
    char text[MOST_BYTES];
    size_t length; // of everything written, also past the end
};

static void write_text(struct writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);
static void write_text(struct writer *writer, const char *format, ...)
{
    const size_t used = writer->length < MOST_BYTES ? writer->length : MOST_BYTES;
    va_list list;
    va_start(list, format);
    writer->length += (size_t) vsnprintf(writer->text + used, MOST_BYTES - used, format, list);
    va_end(list);
}

// Whether a word of the body is a name of the file, which gets the function's before it.
static bool is_own_name(const struct hook_file *file, const struct declared *declared,
                        const struct word *word)
{
    char name[64];
    int choice;
    snprintf(name, sizeof(name), "%.*s", (int) word->length, word->at);
    for (int i = 0; hook_text_renamed[i]; i++)
        if (is_word(word, hook_text_renamed[i]))
            return true;
    return has(declared, word) || (is_identifier(word) && word->length < sizeof(name) &&
                                   hook_file_param(file, name, &choice));
}

// What is behind a point, or declared within a struct, is a field. Blanks and comments between the
// words come along.
static void write_body(struct writer *writer, const struct hook_file *file, const char *function)
{
    const struct hook_pass *pass = &file->passes[0];
    const char *at = pass->body;
    bool in_struct = false;
    struct declared declared;
    struct word last;
    find_declared(pass->body, &declared);
    write_text(writer, "#line %d \"%.*s\"\n", pass->body_line, (int) strcspn(file->path, "\"\r\n"),
               file->path);
    for (struct word word = next_word(at); word.length > 0; word = word_after(&word)) {
        const struct word after = word_after(&word);
        in_struct = is_word(&word, "struct") || (in_struct && !is_one_of(&word, "}"));
        const bool is_field =
            (word.at > pass->body && word.at[-1] == '.') || (in_struct && is_one_of(&after, ";,["));
        write_text(writer, "%.*s", (int) (word.at - at), at);
        at = word.at + word.length;
        if (is_own_texel(pass, &word, &last)) {
            write_text(writer, "%s_color", function);
            at = last.at + last.length;
            word = last;
        } else if (is_word(&word, "frame") && !has(&declared, &word))
            write_text(writer, "u_frame");
        else
            write_text(writer,
                       !is_field && is_own_name(file, &declared, &word) ? "%s_%.*s" : "%.0s%.*s",
                       function, (int) word.length, word.at);
    }
    write_text(writer, "%s\n#line 0\n", at);
}

static void write_params(struct writer *writer, const struct hook_file *file, const char *function)
{
    static const char *const types[] = { "float", "int", "uint" };
    write_text(writer, "vec4 %s_color = vec4(0.0);\n", function);
    for (int i = 0; i < file->param_count; i++) {
        const struct hook_param *param = &file->params[i];
        write_text(writer, "%s %s_%s = %s(0);\n", types[param->type], function, param->name.text,
                   types[param->type]);
        for (int n = 0; n < param->choice_count; n++)
            write_text(writer, "const int %s_%s = %d;\n", function, param->choices[n], n);
    }
}

static void write_function(struct writer *writer, const struct hook_file *file,
                           const char *function)
{
    static const char *const results[] = { "", "color.r, 0.0, 0.0", "color.rg, 0.0", "color.rgb",
                                           "color.rgb" };
    static const char *const types[] = { "float", "int", "uint" };
    write_text(writer, "vec4 %s(vec4 color, Pixel px", function);
    for (int i = 0; i < file->param_count; i++)
        write_text(writer, ", %s p%d", file->params[i].type == HOOK_FLOAT ? "float" : "int", i);
    write_text(writer, ")\n{\n%s_color = color;\n", function);
    for (int i = 0; i < file->param_count; i++)
        write_text(writer, "%s_%s = %s(p%d);\n", function, file->params[i].name.text,
                   types[file->params[i].type], i);
    write_text(writer, "float alpha = color.a;\ncolor = %s_hook();\nreturn vec4(%s, alpha);\n}\n",
               function, results[file->passes[0].components]);
}

bool hook_pointwise_make(const struct hook_reader *reader, const struct hook_line *line,
                         struct hook_file *file)
{
    static int count;
    struct writer writer = { .length = 0 };
    char function[24];
    if (!check(reader, line, file))
        return false;
    snprintf(function, sizeof(function), "own%d", ++count);
    write_text(&writer, "#line 0\n");
    if (strstr(file->passes[0].body, "linearize"))
        write_text(&writer, "#include \"hook/transfer.glsl\"\n");
    write_params(&writer, file, function);
    write_body(&writer, file, function);
    write_function(&writer, file, function);
    file->keys.function = memory_copy(function);
    file->keys.pointwise = memory_copy(writer.text);
    return writer.length < MOST_BYTES ||
           hook_refuse(reader, line, "comes to %zu bytes of GLSL, and may to %d", writer.length,
                       MOST_BYTES - 1);
}
