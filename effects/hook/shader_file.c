#include "effects/hook/shader_file.h"

#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/number.h"
#include "render/text/text.h"

#define IMATH_HALF_NO_LOOKUP_TABLE
#include <ctype.h>
#include <half.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Parses a shader file: lines become blocks; the directives of a block fill a struct by a table for
// that kind of block; at the end the references between blocks are checked.

#define HOOK_POINT_NAME(NAME) #NAME,
const char *const hook_point_names[] = { HOOK_POINTS(HOOK_POINT_NAME) NULL };
const char *const shader_type_names[] = { "float", "int", "uint", NULL };

// ---- lines and blocks

static const char mark[] = "//!", halation_mark[] = "//@";
enum { MARK = sizeof(mark) - 1 };

// A position in the text. Parsing replaces the ends of lines and words by zero bytes.
struct cursor {
    char *rest;
    int line;
};

struct block {
    struct directive at; // place of an error: that of the directive that is read, or of the first
    int count;
    struct directive *directives; // owned
    char *body;                   // ends with a zero
    int body_line;
};

static bool begins(const struct cursor *cursor, const char *with)
{
    return strncmp(cursor->rest, with, MARK) == 0;
}

// Moves to the next line. Returns the end of this one.
static char *skip_line(struct cursor *cursor)
{
    char *end = cursor->rest + strcspn(cursor->rest, "\n");
    cursor->rest = *end ? end + 1 : end;
    cursor->line++;
    return end;
}

// Moves to the next line that begins with `with`. Returns false if there is none.
static bool find(struct cursor *cursor, const char *with)
{
    while (*cursor->rest && !begins(cursor, with))
        skip_line(cursor);
    return *cursor->rest;
}

static void add_directive(struct cursor *cursor, struct block *block)
{
    struct directive directive = { .line = cursor->line, .is_own = begins(cursor, halation_mark) };
    char *begin = cursor->rest, *at = begin + MARK, *end = skip_line(cursor);
    while (end > at && strchr(" \t\r", end[-1]))
        end--;
    *end = '\0';
    directive.name = at += strspn(at, " \t");
    at += strcspn(at, " \t");
    if (*at)
        *at++ = '\0';
    directive.text = at + strspn(at, " \t");
    directive.column = 1 + (int) (directive.text - begin);
    block->directives = memory_room(block->directives, block->count, sizeof(directive));
    block->directives[block->count++] = directive;
}

// Reads the next block; false: there is none. Lines before the first one are skipped.
static bool next_block(struct cursor *cursor, struct block *block)
{
    *block = (struct block){ 0 };
    if (!find(cursor, mark))
        return false;
    while (begins(cursor, mark) || begins(cursor, halation_mark))
        if (begins(cursor, mark))
            add_directive(cursor, block);
        else
            skip_line(cursor);
    block->body = cursor->rest;
    block->body_line = cursor->line;
    if (find(cursor, mark) && cursor->rest > block->body)
        cursor->rest[-1] = '\0'; // its last newline
    return true;
}

// ---- errors

// shader_file_read puts the path before the place or, where there is none, before a space.
bool shader_place(struct error *error, const struct directive *at)
{
    return error_prefix(error, "%d:%d: %s%.*s: ", at->line, at->column, at->is_own ? "//@ " : mark,
                        names_shown(strlen(at->name)), at->name);
}

// ---- the arguments of a directive

// Parses the arguments of a directive into a field of the block's struct. On failure the caller
// adds the place to the error; a reader may set the column.
typedef bool read_argument(struct error *error, struct directive *at, void *field);

struct row {
    const char *name;
    read_argument *read; // NULL: reads one of the choices into an int
    size_t offset;       // offset of the field
    const char *const *choices;
};

// Returns the index of a text in a NULL-terminated list; -1: it is not in the list.
static int index_of(const char *const names[], const char *text)
{
    int i = 0;
    while (names[i] && strcmp(names[i], text) != 0)
        i++;
    return names[i] ? i : -1;
}

static bool find_choice(struct error *error, const struct directive *at,
                        const char *const choices[], int *choice)
{
    const struct names names = { names_of_array, choices };
    *choice = index_of(choices, at->text);
    return *choice >= 0 || names_refuse(error, &names, at->text);
}

// Reads all directives of a block by a table that ends with a zeroed row.
static bool read_directives(struct error *error, struct block *block, const struct row *table,
                            void *into)
{
    const struct names_rows rows = { &table->name, sizeof(*table) };
    const struct names names = { names_of_rows, &rows };
    for (int i = 0; i < block->count; i++) {
        struct directive *at = &block->at;
        *at = block->directives[i];
        const int found = names_find(&names, at->name, strlen(at->name));
        if (found < 0) {
            if (at->is_own)
                error_set(error, "there is no such key; there are ");
            else
                error_set(error, "a block of %s has no such line; it has ", table->name);
            return names_append(error, &names, at->name, strlen(at->name));
        }
        const struct row *row = &table[found];
        void *field = (char *) into + row->offset;
        if (!(row->read ? row->read(error, at, field)
                        : find_choice(error, at, row->choices, field)))
            return false;
        *at = *block->directives;
    }
    return true;
}

static bool read_text(struct error *error, struct directive *at, void *field)
{
    (void) error;
    *(const char **) field = at->text;
    return true;
}

static bool read_flag(struct error *error, struct directive *at, void *field)
{
    (void) error, (void) at;
    return *(bool *) field = true;
}

// Returns true if a line has something that glsl_token_after skips, besides blanks.
static bool has_skipped(const char *line)
{
    return strpbrk(line, "/\\");
}

// Reads one word into a struct directive.
static bool read_word(struct error *error, struct directive *at, void *field)
{
    *(struct directive *) field = *at;
    if (at->text[0] == '\0')
        return error_set(error, "a name is missing");
    return !strpbrk(at->text, " \t") ||
           error_set(error, "takes one name; each further one has a line of its own");
}

// Reads one identifier of GLSL into a struct directive.
static bool read_name(struct error *error, struct directive *at, void *field)
{
    const char *word = at->text;
    const struct glsl_token token = glsl_token_first(word);
    if (!read_word(error, at, field))
        return false;
    if (!glsl_token_is_name(&token) || token.length != strlen(word))
        return error_set(error, "'%.*s' is no name: letters, digits and '_', no digit first",
                         names_shown(strlen(word)), word);
    return (strlen(word) <= SHADER_MAX_NAME && !text_begins_with(word, "gl_")) ||
           error_set(error, "a name has at most %d letters, and not gl_ first", SHADER_MAX_NAME);
}

// Reads `least` to `most` numbers, at most 4. Returns the number of numbers; 0 with the error if
// they are invalid.
static int read_numbers(struct error *error, const struct directive *directive, int least, int most,
                        float *numbers)
{
    int count = 0;
    for (const char *at = directive->text; *at; at += strspn(at, " \t")) {
        const size_t length = strcspn(at, " \t");
        if (count == most || number_parse(at, length, &numbers[count]) != NUMBER_FINE) {
            error_set(error, count == most ? "'%.*s' is a number too many" : "'%.*s' is no number",
                      names_shown(length), at);
            return 0;
        }
        count++;
        at += length;
    }
    if (count < least)
        error_set(error, "needs %d number%s, and has %d", least, text_plural(least), count);
    return count < least ? 0 : count;
}

static bool read_number(struct error *error, struct directive *at, void *field)
{
    return read_numbers(error, at, 1, 1, field) > 0;
}

// Reads whole numbers from 1 to `limit`, like read_numbers.
static int read_sizes(struct error *error, const struct directive *at, int least, int most,
                      int limit, int *sizes)
{
    float numbers[4];
    const int count = read_numbers(error, at, least, most, numbers);
    for (int i = 0; i < count; i++) {
        if (!(numbers[i] >= 1 && numbers[i] <= (float) limit) ||
            numbers[i] != (float) (int) numbers[i]) {
            error_set(error, "%g must be a whole number from 1 to %d", numbers[i], limit);
            return 0;
        }
        sizes[i] = (int) numbers[i];
    }
    return count;
}

// Reads hexadecimal bytes of a body, in which blanks are ignored. *bytes receives exactly as many
// as requested, which the caller frees, or NULL if the body is empty and `may_be_empty`.
static bool read_bytes(struct error *error, struct block *block, size_t requested,
                       bool may_be_empty, uint8_t **bytes)
{
    static const char blanks[] = " \t\r\n", digits[] = "0123456789abcdef";
    const char *at = block->body + strspn(block->body, blanks);
    size_t count = 0;
    if (may_be_empty && *at == '\0')
        return true;
    *bytes = memory_new(requested, 1);
    for (; *at; at += 1 + strspn(at + 1, blanks), count++) {
        const char *digit = strchr(digits, tolower((unsigned char) *at));
        if (!digit)
            return error_set(error, "what stands below it must be hexadecimals alone");
        if (count / 2 < requested)
            (*bytes)[count / 2] = (uint8_t) ((*bytes)[count / 2] << 4 | (digit - digits));
    }
    return count == 2 * requested ||
           error_set(error, "%zu bytes must stand below it in hexadecimals, and %zu do", requested,
                     count / 2);
}

// ---- expressions

static float apply(char sign, float a, float b)
{
    return sign == '+'   ? a + b
           : sign == '-' ? a - b
           : sign == '*' ? a * b
           : sign == '/' ? a / b
           : sign == '%' ? fmodf(a, b)
           : sign == '>' ? a > b
           : sign == '<' ? a < b
           : sign == '!' ? a == 0
                         : fabsf(a - b) <= 1e-6f * fmaxf(fabsf(a), fabsf(b));
}

// Reads a word that is neither a number nor a sign, a parameter or the size of a texture.
static bool read_value(const char *word, size_t length, shader_value *value_of, const void *data,
                       float *value, struct error *error)
{
    static const char *const axes[] = { "w", "width", "h", "height", NULL };
    const struct names names = { names_of_array, axes };
    const int shown = names_shown(length);
    const char *dot = memchr(word, '.', length);
    const size_t name_length = dot ? (size_t) (dot - word) : length;
    const int axis = dot ? names_find(&names, dot + 1, length - name_length - 1) : -1;
    char name[SHADER_MAX_NAME + 3]; // a name that is cut is not that of anything
    if (strchr("0123456789.-+", word[0]))
        return error_set(error, "'%.*s' is no number", shown, word);
    if (dot && axis < 0)
        return error_set(error, "'%.*s' must end in .w, .h, .width or .height", shown, word);
    snprintf(name, sizeof(name), "%.*s", (int) name_length, word);
    *value = 0;
    return !value_of || value_of(data, name, dot ? axis / 2 : -1, value, error);
}

bool shader_expr_evaluate(struct directive *at, shader_value *value_of, const void *data,
                          float *value, struct error *error)
{
    float stack[SHADER_MAX_STACK + 1] = { 0 };
    const int column = at->column;
    int depth = 0, words = 0;
    size_t length;
    for (const char *word = at->text; *word; word += length, word += strspn(word, " \t")) {
        length = strcspn(word, " \t");
        at->column = column + (int) (word - at->text);
        if (++words > SHADER_MAX_WORDS)
            return error_set(error, "an expression has at most %d words", SHADER_MAX_WORDS);
        // Other players use only the first of two signs.
        if (length > 0 && strchr("+-*/%><=!", word[0]) &&
            (length == 1 || (length == 2 && word[1] == '=' && strchr("><=", word[0])))) {
            const int takes = word[0] == '!' ? 1 : 2;
            if (depth < takes)
                return error_set(error, "'%c' takes %d number%s from before it, and %s there",
                                 word[0], takes, text_plural(takes),
                                 depth == 0 ? "none is" : "one is");
            depth += 1 - takes;
            if (value && stack[depth] == 0 && strchr("/%", word[0]))
                return error_set(error, "divides by zero here");
            stack[depth - 1] = apply(word[0], stack[depth - 1], stack[depth]);
            continue;
        }
        if (number_parse(word, length, &stack[depth]) != NUMBER_FINE &&
            !read_value(word, length, value_of, data, &stack[depth], error))
            return false;
        if (++depth > SHADER_MAX_STACK)
            return error_set(error, "more than %d numbers wait for an operator", SHADER_MAX_STACK);
    }
    if (depth == 0)
        return error_set(error, "an expression is missing, as \"HOOKED.w 2 *\"");
    if (depth > 1)
        return error_set(error,
                         "it leaves %d numbers, and must leave one; operators stand behind their "
                         "numbers, as in \"HOOKED.w 2 *\"",
                         depth);
    if (value)
        *value = stack[0];
    return true;
}

static bool read_expr(struct error *error, struct directive *at, void *field)
{
    *(struct directive *) field = *at;
    return shader_expr_evaluate(at, NULL, NULL, NULL, error);
}

// ---- parameters

// Values are stored as floats, which represent integers exactly up to this one.
enum { MAX_WHOLE = 1 << 24 };

// Parses [ENUM] (DEFINE | [DYNAMIC | CONSTANT] (float | int | uint)). For an ENUM choice_count
// becomes -1.
static bool read_type(struct error *error, struct directive *at, void *field)
{
    const struct names names = { names_of_array, shader_type_names };
    struct shader_param *param = field;
    struct glsl_token word = glsl_token_first(at->text);
    const bool is_enum = glsl_token_is(&word, "ENUM");
    word = is_enum ? glsl_token_after(&word) : word;
    const bool is_constant = glsl_token_is(&word, "CONSTANT");
    word = glsl_token_is(&word, "DYNAMIC CONSTANT") ? glsl_token_after(&word) : word;
    const bool is_define = glsl_token_is(&word, "DEFINE");
    const int type = is_define ? SHADER_FLOAT : names_find(&names, word.at, word.length);
    param->choice_count = is_enum ? -1 : 0;
    param->kind = is_define     ? SHADER_PARAM_DEFINE
                  : is_constant ? SHADER_PARAM_CONSTANT
                                : SHADER_PARAM_UNIFORM;
    param->type = (enum shader_param_type) type;
    if (type < 0 || glsl_token_after(&word).length > 0 || has_skipped(at->text))
        return error_set(error,
                         "'%.*s' must be float, int, uint or DEFINE, with ENUM, DYNAMIC or "
                         "CONSTANT before it",
                         names_shown(strlen(at->text)), at->text);
    return param->choice_count == 0 || param->kind == SHADER_PARAM_DEFINE || type != SHADER_FLOAT ||
           error_set(error, "an ENUM is int or DEFINE");
}

#define PARAM(FIELD) offsetof(struct shader_param, FIELD)
static const struct row param_table[] = {
    { "PARAM", read_name, PARAM(name) },
    { "DESC", read_text, PARAM(label) },
    { "TYPE", read_type },
    { "MINIMUM", read_number, PARAM(min) },
    { "MAXIMUM", read_number, PARAM(max) },
    { 0 },
};

// Removes the next line with a value from the body, and sets `at` to its place. Returns false if
// there is none.
static bool take_value(char **body, struct directive *at)
{
    while (**body) {
        char *begin = *body + strspn(*body, " \t\r"), *end = *body + strcspn(*body, "\n");
        at->text = begin;
        at->column = 1 + (int) (begin - *body);
        at->line++;
        *body = *end ? end + 1 : end;
        while (end > begin && strchr(" \t\r", end[-1]))
            end--;
        *end = '\0';
        if (begin < end && !text_begins_with(begin, "//"))
            return true;
    }
    return false;
}

static bool read_choices(struct error *error, struct directive *at, char *body,
                         struct shader_param *param)
{
    struct directive name;
    param->choice_count = 0;
    param->type = SHADER_INT;
    while (take_value(&body, at)) {
        if (!read_name(error, at, &name))
            return false;
        if (param->choice_count == SHADER_MAX_CHOICES)
            return error_set(error, "an ENUM has at most %d names", SHADER_MAX_CHOICES);
        if (param->choices && index_of((const char *const *) param->choices, name.text) >= 0)
            return error_set(error, "'%s' is there twice", name.text);
        const size_t count = (size_t) ++param->choice_count;
        param->choices = memory_grow(param->choices, count + 1, sizeof(*param->choices));
        param->choices[count - 1] = name.text;
        param->choices[count] = NULL;
    }
    return param->choice_count > 0 ||
           error_set(error, "an ENUM has its names below, each on its line");
}

// Reads the default and checks the range. A range that the file does not give is infinite or, for
// integers, ends where floats are not exact.
static bool read_default(struct error *error, struct directive *at, char *body,
                         struct shader_param *param)
{
    if (!take_value(&body, at))
        return error_set(error, "its default is missing on the line below");
    const size_t length = strcspn(at->text, " \t/");
    const bool has_suffix = length > 1 && strchr("fFuU", at->text[length - 1]);
    if (number_parse(at->text, length - has_suffix, &param->def) != NUMBER_FINE)
        return error_set(error, "its default '%.*s' is no number", names_shown(length), at->text);
    if (param->kind == SHADER_PARAM_DEFINE && !memchr(at->text, '.', length))
        param->type = SHADER_INT;
    if (param->type != SHADER_FLOAT && param->def != truncf(param->def))
        return error_set(error, "its default %g is no whole number", param->def);
    const float most = param->type == SHADER_FLOAT ? 1e9f : (float) MAX_WHOLE;
    const float least = param->type == SHADER_UINT ? 0 : -most;
    param->is_ranged = isfinite(param->min) && isfinite(param->max);
    param->min = fminf(fmaxf(param->min, least), most);
    param->max = fminf(fmaxf(param->max, least), most);
    if (param->min > param->max)
        return error_set(error, "its MINIMUM %g is above its MAXIMUM %g", param->min, param->max);
    return (param->def >= param->min && param->def <= param->max) ||
           error_set(error, "its default %g is not from %g to %g", param->def, param->min,
                     param->max);
}

static bool read_param(struct error *error, struct block *block, struct shader_file *file)
{
    int choice;
    struct shader_param *param = &file->params[file->param_count++];
    *param = (struct shader_param){ .label = "", .min = -INFINITY, .max = INFINITY };
    if (!read_directives(error, block, param_table, param))
        return false;
    block->at.line = block->body_line - 1;
    block->at.column = 1;
    if (!(param->choice_count < 0 ? read_choices : read_default)(error, &block->at, block->body,
                                                                 param))
        return false;
    block->at = param->name;
    return shader_param_find(file, param->name.text, &choice) == param ||
           error_set(error, "'%s' is there twice", param->name.text);
}

// ---- textures

// The numbers of a texel in the body, with the lowest byte first. In libplacebo's "rgba16f" they
// are floats, in "rgba16hf" halves.
static const struct shader_numbers {
    const char *ending;
    enum { BYTE, WORD, HALF, SINGLE, WHOLE } kind;
    int bytes;
    const char *stored; // ending of the name of a texture format that stores them
} number_formats[] = {
    { "8", BYTE, 1, "8" },       { "16", WORD, 2, "16" },     { "16f", SINGLE, 4, "16f" },
    { "16hf", HALF, 2, "16f" },  { "32f", SINGLE, 4, "32f" }, { "32i", WHOLE, 4, "32i" },
    { "32u", WHOLE, 4, "32ui" },
};

size_t shader_texels(const struct shader_resource *texture)
{
    return (size_t) texture->size[0] * (size_t) texture->size[1] * (size_t) texture->size[2];
}

static bool read_size(struct error *error, struct directive *at, void *field)
{
    struct shader_resource *texture = field;
    int *size = texture->size;
    size[0] = size[1] = size[2] = 1;
    texture->dimensions = read_sizes(error, at, 1, 3, 16384, size);
    const double bytes = 16.0 * (double) shader_texels(texture);
    return texture->dimensions > 0 &&
           (bytes <= SHADER_MAX_TEXTURE ||
            error_set(error, "a texture has at most %d MiB of floats, and this %.0f",
                      SHADER_MAX_TEXTURE >> 20, bytes / (1 << 20)));
}

// Splits "rgba16hf" into the channels "rgba" and a format of numbers, and finds the texture format
// that images have.
static bool read_format(struct error *error, struct directive *at, void *field)
{
    struct shader_resource *texture = field;
    const size_t channels = strspn(at->text, "rgba");
    char stored[16];
    texture->numbers = NULL;
    texture->channels = (int) channels;
    texture->format_at = *at;
    for (size_t i = 0; i < ARRAY_COUNT(number_formats); i++)
        if (channels >= 1 && channels <= 4 && memcmp(at->text, "rgba", channels) == 0 &&
            strcmp(number_formats[i].ending, at->text + channels) == 0)
            texture->numbers = &number_formats[i];
    if (!texture->numbers)
        return error_set(error,
                         "'%.*s' must be r, rg, rgb or rgba with 8, 16, 16f, 16hf or 32f behind it",
                         names_shown(strlen(at->text)), at->text);
    snprintf(stored, sizeof(stored), "%.*s%s", (int) channels, at->text, texture->numbers->stored);
    texture->format = texture_format_find(stored);
    return true;
}

static const char *const filters[] = { "NEAREST", "LINEAR", NULL };
static const char *const borders[] = { "CLAMP", "REPEAT", "MIRROR", NULL };

#define RESOURCE(FIELD) offsetof(struct shader_resource, FIELD)
static const struct row texture_table[] = {
    { "TEXTURE", read_name, RESOURCE(name) },
    { "SIZE", read_size },
    { "FORMAT", read_format },
    { "FILTER", NULL, RESOURCE(filter), filters },
    { "BORDER", NULL, RESOURCE(border), borders },
    { "STORAGE", read_flag, RESOURCE(is_stored) },
    { 0 },
};

// Converts a number of a texel to a float; the bits of an integer are copied.
static float number_at(const uint8_t *bytes, const struct shader_numbers *numbers)
{
    const uint32_t word = bytes[0] | (numbers->kind == BYTE ? 0u : (uint32_t) bytes[1] << 8);
    float value;
    if (numbers->kind == BYTE || numbers->kind == WORD)
        return (float) word / (numbers->kind == BYTE ? 255.0f : 65535.0f);
    if (numbers->kind == HALF)
        return imath_half_to_float((imath_half_bits_t) word);
    const uint32_t bits = word | (uint32_t) bytes[2] << 16 | (uint32_t) bytes[3] << 24;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static bool read_texture(struct error *error, struct block *block, struct shader_resource *texture)
{
    uint8_t *bytes = NULL;
    if (!read_directives(error, block, texture_table, texture))
        return false;
    const struct shader_numbers *numbers = texture->numbers;
    if (texture->dimensions == 0 || !numbers)
        return error_set(error, "needs a line //!%s", numbers ? "SIZE 64 64" : "FORMAT rgba8");
    texture->kind = texture->is_stored ? SHADER_IMAGE : SHADER_TABLE;
    if (texture->is_stored ? texture->format == FORMAT_COUNT : numbers->kind == WHOLE) {
        block->at = texture->format_at;
        return error_set(error, texture->is_stored ? "with STORAGE it has 1, 2 or 4 channels, as "
                                                     "rgba16f, or is r32i or r32u"
                                                   : "whole numbers are for STORAGE");
    }
    const size_t count = shader_texels(texture);
    const size_t texel = (size_t) (texture->channels * numbers->bytes);
    const bool is_fine = read_bytes(error, block, count * texel, texture->is_stored, &bytes);
    float *value = texture->data = memory_new(count * 4, sizeof(float));
    if (bytes && is_fine) { // missing channels are 0 and missing alpha is 1, as in GL
        const int stored_channels = texture->is_stored && texture->format == FORMAT_R32F ? 1 : 4;
        const uint8_t *at = bytes;
        for (size_t i = 0; i < count; i++)
            for (int channel = 0; channel < stored_channels; channel++, value++) {
                *value = channel == 3;
                if (channel >= texture->channels)
                    continue;
                *value = number_at(at, numbers);
                at += numbers->bytes;
            }
    }
    free(bytes);
    return is_fine;
}

// ---- buffers

static bool read_var(struct error *error, struct directive *at, void *field)
{
    struct shader_resource *buffer = field;
    if (buffer->var_count == SHADER_MAX_VARS)
        return error_set(error, "a buffer has at most %d variables", SHADER_MAX_VARS);
    buffer->vars[buffer->var_count++] = *at;
    return true;
}

static const struct row buffer_table[] = {
    { "BUFFER", read_name, RESOURCE(name) },
    { "VAR", read_var },
    { "STORAGE", read_flag, RESOURCE(is_stored) },
    { 0 },
};

struct shape {
    int rows, columns; // size of a matrix; one column: a vector; one row and column: a scalar
    int count;         // elements of an array; 0: it is not an array
};

// Parses a variable such as "vec3 sum", "mat2x3 m" or "float weights[8]". Returns false if it is
// invalid.
static bool read_shape(const char *text, struct shape *shape)
{
    static const char types[] = "float int uint vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 "
                                "mat2 mat3 mat4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 "
                                "mat4x3 mat4x4";
    const struct glsl_token type = glsl_token_first(text), name = glsl_token_after(&type);
    const struct glsl_token open = glsl_token_after(&name), count = glsl_token_after(&open);
    const size_t digits = strspn(count.at, "0123456789");
    if (!glsl_token_is(&type, types) || !glsl_token_is_name(&name) ||
        name.length > SHADER_MAX_NAME || has_skipped(text))
        return false;
    const char last = type.at[type.length - 1];
    *shape = (struct shape){ isdigit((unsigned char) last) ? last - '0' : 1,
                             type.at[0] == 'm' ? type.at[3] - '0' : 1, 0 };
    if (open.length == 0)
        return true;
    const long elements = strtol(count.at, NULL, 10);
    if (elements < 1 || elements > SHADER_MAX_BUFFER)
        return false;
    shape->count = (int) elements;
    return open.at[0] == '[' && count.at == open.at + 1 && digits > 0 &&
           strcmp(count.at + digits, "]") == 0;
}

// Computes the layout of variables by "Uniform Blocks", The OpenGL Graphics System 4.3, 7.6.2.2.
static bool read_buffer(struct error *error, struct block *block, struct shader_resource *buffer)
{
    uint8_t *bytes = NULL;
    buffer->kind = SHADER_BUFFER;
    if (!read_directives(error, block, buffer_table, buffer))
        return false;
    for (int i = 0; i < buffer->var_count; i++) {
        const struct directive *var = &buffer->vars[i];
        struct shape shape;
        block->at = *var;
        if (!read_shape(var->text, &shape))
            return error_set(error,
                             "'%.*s' must be a type and a name, as vec4 sum or float weights[8]: "
                             "float, int, uint, vec2, ivec2, uvec2, mat2, mat2x3 and such",
                             names_shown(strlen(var->text)), var->text);
        const size_t rows = (size_t) shape.rows, columns = (size_t) shape.columns;
        const bool is_array = columns > 1 || shape.count > 0;
        const size_t vector = rows == 3 ? 16 : 4 * rows;
        const size_t unit = is_array && !buffer->is_stored ? 16 : vector;
        const size_t count = columns * (shape.count > 0 ? (size_t) shape.count : 1);
        const size_t begin = (buffer->bytes + unit - 1) / unit * unit;
        buffer->bytes = begin + (is_array ? count * unit : 4 * rows);
        if (buffer->bytes > SHADER_MAX_BUFFER)
            return error_set(error, "a buffer has at most %d MiB, and with this more",
                             SHADER_MAX_BUFFER >> 20);
    }
    block->at = *block->directives;
    if (buffer->bytes == 0)
        return error_set(error, "needs a line //!VAR float x");
    const bool is_fine = read_bytes(error, block, buffer->bytes, buffer->is_stored, &bytes);
    buffer->data = bytes ? bytes : memory_new(buffer->bytes, 1);
    return is_fine;
}

// Reads a block of a texture or buffer. The size limit of one texture is also that of all textures
// together; the same is true for buffers.
static bool read_resource(struct error *error, struct block *block, struct shader_file *file)
{
    const bool is_buffer = strcmp(block->at.name, "BUFFER") == 0;
    struct shader_resource *read = &file->resources[file->resource_count++];
    double texture_bytes = 0, buffer_bytes = 0;
    if (!(is_buffer ? read_buffer : read_texture)(error, block, read))
        return false;
    file->is_stored |= read->is_stored;
    for (int i = 0; i < file->resource_count; i++) {
        const struct shader_resource *resource = &file->resources[i];
        if (resource->kind == SHADER_BUFFER)
            buffer_bytes += (double) resource->bytes;
        else
            texture_bytes += 16.0 * (double) shader_texels(resource);
    }
    if (texture_bytes > SHADER_MAX_TEXTURE)
        return error_set(error,
                         "the textures of a file have at most %d MiB of floats together, and "
                         "with this one %.0f",
                         SHADER_MAX_TEXTURE >> 20, texture_bytes / (1 << 20));
    return buffer_bytes <= SHADER_MAX_BUFFER ||
           error_set(error,
                     "the buffers of a file have at most %d MiB together, and with this one %.0f",
                     SHADER_MAX_BUFFER >> 20, buffer_bytes / (1 << 20));
}

// ---- passes

int hook_point_find(const char *name)
{
    return strcmp(name, "MAINPRESUB") == 0 ? HOOK_MAIN : index_of(hook_point_names, name);
}

static bool read_hook(struct error *error, struct directive *at, void *field)
{
    struct shader_pass *pass = field;
    struct directive word;
    int point = hook_point_find(at->text);
    if (!read_word(error, at, &word) ||
        (point < 0 && !find_choice(error, at, hook_point_names, &point)))
        return false;
    if (pass->points == 0)
        pass->at = *at;
    pass->points |= 1u << point;
    return true;
}

static bool is_bound(const struct shader_pass *pass, const char *name)
{
    for (int i = 0; i < pass->bind_count; i++)
        if (strcmp(pass->binds[i].text, name) == 0)
            return true;
    return false;
}

static bool read_bind(struct error *error, struct directive *at, void *field)
{
    struct shader_pass *pass = field;
    struct directive bind;
    if (!read_name(error, at, &bind))
        return false;
    if (is_bound(pass, bind.text))
        return true;
    if (pass->bind_count == SHADER_MAX_BINDS)
        return error_set(error, "a pass binds at most %d textures", SHADER_MAX_BINDS);
    pass->binds[pass->bind_count++] = bind;
    return true;
}

// Reads OFFSET; "ALIGN" means that the result is not shifted.
static bool read_offset(struct error *error, struct directive *at, void *field)
{
    float *offset = field;
    offset[0] = offset[1] = 0;
    return strcmp(at->text, "ALIGN") == 0 || read_numbers(error, at, 2, 2, offset) > 0;
}

static bool read_components(struct error *error, struct directive *at, void *field)
{
    return read_sizes(error, at, 1, 1, 4, field) > 0;
}

static bool read_compute(struct error *error, struct directive *at, void *field)
{
    struct shader_pass *pass = field;
    int sizes[4];
    const int count = read_sizes(error, at, 2, 4, 1024, sizes);
    if (count == 0)
        return false;
    if (count == 3)
        return error_set(error, "needs the texels of a group, as 16 16, and may name its "
                                "threads, as 16 16 8 8");
    pass->compute = true;
    memcpy(pass->block, sizes, sizeof(pass->block));
    memcpy(pass->threads, count == 4 ? sizes + 2 : sizes, sizeof(pass->threads));
    return pass->threads[0] * pass->threads[1] <= 1024 ||
           error_set(error, "a group has at most 1024 threads, and this has %dx%d",
                     pass->threads[0], pass->threads[1]);
}

#define PASS(FIELD) offsetof(struct shader_pass, FIELD)
static const struct row pass_table[] = {
    { "HOOK", read_hook },
    { "BIND", read_bind },
    { "SAVE", read_name, PASS(save) },
    { "DESC", read_text, PASS(label) },
    { "WIDTH", read_expr, PASS(width) },
    { "HEIGHT", read_expr, PASS(height) },
    { "WHEN", read_expr, PASS(when) },
    { "OFFSET", read_offset, PASS(offset) },
    { "COMPONENTS", read_components, PASS(components) },
    { "COMPUTE", read_compute },
    { 0 },
};

// Returns true if a body has a function hook() of that type.
static bool has_hook(const char *body, const char *type)
{
    struct glsl_token before = glsl_token_first(body), token = before;
    for (; token.length > 0; before = token, token = glsl_token_after(&token)) {
        const struct glsl_token after = glsl_token_after(&token);
        if (glsl_token_is(&token, "hook") && glsl_token_is(&before, type) &&
            glsl_token_is_sign(&after, "("))
            return true;
    }
    return false;
}

static bool read_pass(struct error *error, struct block *block, struct shader_file *file)
{
    static char hooked[] = "HOOKED";
    file->passes = memory_room(file->passes, file->pass_count, sizeof(*file->passes));
    struct shader_pass *pass = &file->passes[file->pass_count++];
    *pass = (struct shader_pass){
        .label = "",
        .components = 4,
        .body = block->body,
        .body_line = block->body_line,
        .number = file->pass_count,
    };
    if (!read_directives(error, block, pass_table, pass))
        return false;
    if (pass->points == 0)
        return error_set(error, "the pass has no //!HOOK, which says where it runs: MAIN, for one");
    glsl_names_collect(&pass->names, pass->body);
    // Passes may use HOOKED_tex and similar names without binding the texture.
    if (!is_bound(pass, hooked) && pass->bind_count < SHADER_MAX_BINDS &&
        strstr(pass->body, "HOOKED_")) {
        struct directive *bind = &pass->binds[pass->bind_count++];
        *bind = pass->at;
        bind->text = hooked;
    }
    const char *type = pass->compute ? "void" : "vec4", *other = pass->compute ? "vec4" : "void";
    return (strstr(pass->body, "hook") && !has_hook(pass->body, other)) ||
           error_set(error, "the pass has no function %s hook()", type);
}

// ---- references between blocks

int shader_resource_find(const struct shader_file *file, const char *name)
{
    for (int i = 0; i < file->resource_count; i++)
        if (strcmp(file->resources[i].name.text, name) == 0)
            return i;
    return -1;
}

const struct shader_param *shader_param_find(const struct shader_file *file, const char *name,
                                             int *choice)
{
    *choice = -1;
    for (int i = 0; i < file->param_count; i++)
        if (strcmp(file->params[i].name.text, name) == 0)
            return &file->params[i];
    for (int i = 0; i < file->param_count; i++)
        if (file->params[i].choice_count > 0 &&
            (*choice = index_of((const char *const *) file->params[i].choices, name)) >= 0)
            return &file->params[i];
    return NULL;
}

bool shader_pass_replaces(const struct shader_pass *pass, enum hook_point point)
{
    const char *save = pass->save.text;
    return !save || strcmp(save, "HOOKED") == 0 || hook_point_find(save) == (int) point;
}

// Checks that a texture of that name may exist when the pass runs: it is the image of a hook point
// that is reached, a resource, or a texture that another pass saves (even if that pass may be
// skipped). A pass that never runs may name any hook point.
static bool check_texture(struct error *error, const struct shader_file *file,
                          const struct shader_pass *pass, const char *name)
{
    const int point = hook_point_find(name);
    bool is_known = strcmp(name, "HOOKED") == 0 || shader_resource_find(file, name) >= 0 ||
                    (point >= 0 && (file->reached >> point & 1 || !(pass->points & file->reached)));
    for (int i = 0; i < file->pass_count; i++) {
        const char *save = file->passes[i].save.text;
        is_known |= &file->passes[i] != pass && save && strcmp(save, name) == 0;
    }
    if (is_known)
        return true;
    if (point >= 0)
        return error_set(error,
                         point < HOOK_POINTS_HERE ? "a file with a pass at RGB gets no %s"
                                                  : "a picture of RGB at its own size has no %s",
                         name);
    return error_set(error, "no pass saves '%.*s', and it is no texture or buffer of the file",
                     names_shown(strlen(name)), name);
}

struct checked {
    const struct shader_file *file;
    const struct shader_pass *pass;
};

// Checks a value of an expression.
static bool check_value(const void *data, const char *name, int axis, float *value,
                        struct error *error)
{
    const struct checked *checked = data;
    const int resource = shader_resource_find(checked->file, name);
    int choice;
    (void) value;
    if (axis < 0)
        return shader_param_find(checked->file, name, &choice) ||
               error_set(error, "'%.*s' is no parameter; a size has .w or .h behind its texture",
                         names_shown(strlen(name)), name);
    if (resource >= 0 && checked->file->resources[resource].kind == SHADER_BUFFER)
        return error_set(error, "a buffer has no size");
    return strcmp(name, "NATIVE_CROPPED") == 0 ||
           check_texture(error, checked->file, checked->pass, name);
}

// Finds the points that are reached, and checks each pass.
static bool check_passes(struct error *error, struct shader_file *file)
{
    unsigned points = 0;
    for (int i = 0; i < file->pass_count; i++)
        points |= file->passes[i].points;
    file->reached = (1u << HOOK_POINTS_HERE) - 1;
    if (points >> HOOK_RGB & 1)
        file->reached &= ~(1u << HOOK_LUMA | 1u << HOOK_CHROMA);
    file->hooked = file->used = points & file->reached;
    for (int i = 0; i < file->pass_count; i++) {
        const struct shader_pass *pass = &file->passes[i];
        int counts[3] = { 0 }; // number of resources by enum shader_resource_kind
        for (int n = 0; n < pass->bind_count; n++) {
            const struct directive *bind = &pass->binds[n];
            const int resource = shader_resource_find(file, bind->text);
            const int point = hook_point_find(bind->text);
            if (resource >= 0)
                counts[file->resources[resource].kind]++;
            const bool is_fine =
                check_texture(error, file, pass, bind->text) &&
                (counts[SHADER_BUFFER] <= SHADER_MAX_BUFFERS ||
                 error_set(error, "a pass binds at most %d buffers", SHADER_MAX_BUFFERS)) &&
                (counts[SHADER_IMAGE] <= SHADER_MAX_IMAGES ||
                 error_set(error, "a pass binds at most %d textures with STORAGE",
                           SHADER_MAX_IMAGES));
            if (!is_fine)
                return shader_place(error, bind);
            file->used |= point < 0 ? 0 : 1u << point & file->reached;
        }
        const struct directive exprs[] = { pass->width, pass->height, pass->when };
        for (int n = 0; n < 3; n++) {
            struct directive at = exprs[n];
            if (at.text && !shader_expr_evaluate(&at, check_value, &(struct checked){ file, pass },
                                                 NULL, error))
                return shader_place(error, &at);
        }
    }
    if (points == 0)
        return error_set(error, " there is no pass in it, which a line //!HOOK begins");
    return file->hooked ||
           error_set(error,
                     "a picture of RGB at its own size never comes to %s, nor to another point of "
                     "this file",
                     file->passes[0].at.text) ||
           shader_place(error, &file->passes[0].at);
}

// Replaces a pass with several hook points by one pass for each point that is reached.
static bool repeat_passes(struct error *error, struct shader_file *file)
{
    struct shader_pass *repeated = memory_new(SHADER_MAX_PASSES, sizeof(*repeated));
    int count = 0;
    for (int i = 0; i < file->pass_count; i++) {
        struct shader_pass pass = file->passes[i];
        unsigned left = pass.points & file->reached;
        do {
            if (count == SHADER_MAX_PASSES) {
                free(repeated);
                error_set(error, "the passes of a file run at most %d times", SHADER_MAX_PASSES);
                return shader_place(error, &pass.at);
            }
            if (left)
                pass.points = left & (0u - left); // its lowest bit
            left &= ~pass.points;
            repeated[count++] = pass;
            pass.is_copy = true;
        } while (left);
    }
    free(file->passes);
    file->passes = repeated;
    file->pass_count = count;
    return true;
}

bool shader_file_is_linear(const struct shader_file *file)
{
    return file->used == 1u << HOOK_LINEAR || file->keys.light;
}

// ---- halation's own keys

static bool read_pointwise(struct error *error, struct directive *at, void *field)
{
    return at->text[0] ? error_set(error, "takes nothing behind it")
                       : shader_pointwise_make(error, at, field);
}

static bool read_sigma(struct error *error, struct directive *at, void *field)
{
    struct shader_file *file = field;
    struct directive name;
    int choice;
    if (!read_name(error, at, &name))
        return false;
    const struct shader_param *param = shader_param_find(file, name.text, &choice);
    if (!param || param->type != SHADER_FLOAT || param->kind != SHADER_PARAM_UNIFORM)
        return error_set(error, "needs a //!PARAM of the file whose //!TYPE is float");
    file->keys.sigma = (int) (param - file->params);
    if (file->keys.pointwise)
        return error_set(error, "a blur reads other texels, and the file is pointwise");
    const struct shader_param *other = shader_param_find(file, "sigma", &choice);
    if (other && other != param)
        return error_set(error, "the width is called sigma in chains, as another parameter is");
    return shader_file_is_linear(file) ||
           error_set(error, "a blur is of light: its passes stand at //!HOOK LINEAR");
}

static bool read_same_as(struct error *error, struct directive *at, void *field)
{
    *(struct directive *) field = *at;
    return at->text[0] || error_set(error, "a chain is missing, as gaussian:sigma=10");
}

static const char *const edges[] = { "clamp", "mirror", "zero", "wrap", NULL };

static bool read_light(struct error *error, struct directive *at, void *field)
{
    struct shader_file *file = field;
    (void) at;
    file->keys.light = true;
    return file->used == 1u << HOOK_MAIN ||
           error_set(error, "all passes of such a file stand at //!HOOK MAIN");
}

#define KEY(FIELD) offsetof(struct shader_file, keys.FIELD)
static const struct row key_table[] = {
    { "pointwise", read_pointwise },
    { "sigma", read_sigma },
    { "same-as", read_same_as, KEY(same_as) },
    { "edge", NULL, KEY(edge), edges },
    { "light", read_light },
    { 0 },
};

// Reads the keys from a copy of the text, because they may be inside bodies.
static bool read_keys(struct error *error, struct shader_file *file, const char *text)
{
    struct cursor cursor = { file->keys.text = memory_copy(text), 1 };
    struct block block = { 0 };
    bool is_fine = true;
    while (find(&cursor, halation_mark))
        add_directive(&cursor, &block);
    const struct directive *keys = block.directives;
    for (int i = 0; i < block.count && is_fine; i++)
        for (int other = 0; other < i && is_fine; other++)
            if (strcmp(keys[i].name, keys[other].name) == 0) {
                block.at = keys[i];
                is_fine = error_set(error, "stands in line %d already", keys[other].line);
            }
    is_fine = (is_fine && read_directives(error, &block, key_table, file)) ||
              shader_place(error, &block.at);
    is_fine = is_fine && (!file->keys.light || !file->keys.pointwise ||
                          error_set(error, " a file is //@ pointwise or //@ light, not both"));
    free(block.directives);
    return is_fine;
}

// ---- the file

static bool read_block(struct error *error, struct block *block, struct shader_file *file)
{
    static const struct {
        const char *begin, *parts;
        int most;
        bool (*read)(struct error *, struct block *, struct shader_file *);
    } kinds[] = {
        { "PARAM", "parameters", SHADER_MAX_PARAMS, read_param },
        { "TEXTURE", "textures and buffers", SHADER_MAX_RESOURCES, read_resource },
        { "BUFFER", "textures and buffers", SHADER_MAX_RESOURCES, read_resource },
        { "", "passes", SHADER_MAX_PASSES, read_pass },
    };
    const int counts[] = { file->param_count, file->resource_count, file->resource_count,
                           file->pass_count };
    int i = 0;
    block->at = *block->directives;
    while (kinds[i].begin[0] && strcmp(kinds[i].begin, block->at.name) != 0)
        i++;
    if (counts[i] == kinds[i].most)
        return error_set(error, "a file has at most %d %s", kinds[i].most, kinds[i].parts);
    return kinds[i].read(error, block, file);
}

// Returns the index of the last pass whose result becomes the picture, if its program can copy the
// alpha of the step's input; otherwise -1. Passes at planes, passes of a blur, which mixes alpha,
// and compute passes cannot.
static int find_finisher(const struct shader_file *file)
{
    int last = -1;
    for (int point = 0; point < HOOK_POINTS_HERE; point++)
        for (int i = 0; i < file->pass_count; i++)
            if (file->passes[i].points >> point & 1 &&
                shader_pass_replaces(&file->passes[i], (enum hook_point) point))
                last = i;
    const struct shader_pass *pass = last < 0 ? NULL : &file->passes[last];
    const bool can_copy = pass && !(pass->points & (1u << HOOK_LUMA | 1u << HOOK_CHROMA)) &&
                          file->keys.sigma < 0 && !pass->compute &&
                          pass->bind_count < SHADER_MAX_BINDS;
    return can_copy ? last : -1;
}

bool shader_file_read(struct shader_file *file, const char *path, const char *text,
                      struct error *error)
{
    struct block block;
    bool is_fine = true;
    text += text_mark_length(text, strlen(text));
    *file = (struct shader_file){ .path = path, .text = memory_copy(text), .keys.sigma = -1 };
    struct cursor cursor = { file->text, 1 };
    while (is_fine && next_block(&cursor, &block)) {
        is_fine = read_block(error, &block, file) || shader_place(error, &block.at);
        free(block.directives);
    }
    is_fine = is_fine && check_passes(error, file) && repeat_passes(error, file) &&
              read_keys(error, file, text);
    if (is_fine) {
        file->finisher = find_finisher(file);
        return true;
    }
    shader_file_finish(file);
    return error_prefix(error, "%s:", path);
}

void shader_file_finish(struct shader_file *file)
{
    for (int i = 0; i < file->pass_count; i++) {
        if (file->passes[i].is_copy)
            continue;
        glsl_names_finish(&file->passes[i].names);
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
    *file = (struct shader_file){ 0 };
}
