#include "render/text/step_text.h"

#include "render/text/names.h"
#include "render/text/param.h"
#include "render/text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char peek(const struct step_text *reader)
{
    return reader->text[reader->at];
}

static bool is_control(char c)
{
    return ((unsigned char) c < ' ' && c != '\0' && !strchr("\t\r\n", c)) || c == '\x7f';
}

static bool is_word(char c)
{
    return c != '\0' && !strchr(" \t\r\n:,#=\"", c) && !is_control(c);
}

// Characters with which other programs separate steps or enclose options. They occur in no name.
static const char foreign_separators[] = ";|+&>", brackets[] = "()[]{}";

static void skip_spaces(struct step_text *reader)
{
    reader->at += strspn(reader->text + reader->at, " \t\r");
}

static void skip_blanks(struct step_text *reader)
{
    if (reader->at == 0)
        reader->at = text_mark_length(reader->text, strlen(reader->text));
    skip_spaces(reader);
    if (peek(reader) == '#')
        reader->at += strcspn(reader->text + reader->at, "\n");
}

static struct step_word read_word(struct step_text *reader)
{
    struct step_word word = { .text = reader->text + reader->at };
    const char *at = word.text;
    while (is_word(*at) && !strchr(foreign_separators, *at) && !strchr(brackets, *at))
        at++;
    word.length = (size_t) (at - word.text);
    reader->at += word.length;
    return word;
}

// Sets the error `why`, or one about a control character if the next character is one. Returns
// false.
static bool refuse_here(const struct step_text *reader, const char *why, struct error *error)
{
    if (is_control(peek(reader)))
        return error_set(error, "there is a control character, 0x%02x",
                         (unsigned) (unsigned char) peek(reader));
    return error_set(error, "%s", why);
}

// ---- options

static bool read_quoted(struct step_text *reader, struct step_word *value, struct error *error)
{
    const char *first = reader->text + reader->at + 1;
    const size_t length = strcspn(first, "\"\n");
    if (first[length] != '"')
        return error_set(error, "the quote that starts here has no end on its line");
    for (size_t i = 0; i < length; i++)
        if (is_control(first[i])) {
            reader->at += 1 + i;
            return refuse_here(reader, "", error);
        }
    *value = (struct step_word){ first, length };
    reader->at += length + 2;
    return true;
}

static bool read_value(struct step_text *reader, struct step_word *value, struct error *error)
{
    if (peek(reader) == '"')
        return read_quoted(reader, value, error);
    *value = (struct step_word){ .text = reader->text + reader->at };
    while (is_word(peek(reader)) || peek(reader) == '=')
        reader->at++;
    value->length = (size_t) (reader->text + reader->at - value->text);
    return value->length > 0 || refuse_here(reader, "a value is missing after '='", error);
}

static bool read_option(struct step_text *reader, struct step_token *token, struct error *error)
{
    reader->at++; // the colon
    skip_blanks(reader);
    token->kind = STEP_OPTION;
    token->word = read_word(reader);
    if (token->word.length == 0)
        return refuse_here(reader, "an option, key=value, is missing after ':'", error);
    skip_blanks(reader);
    if (peek(reader) != '=') {
        const struct step_word *word = &token->word;
        const bool has_dot = memchr(word->text, '.', word->length);
        const bool is_value = has_dot || strchr("0123456789", word->text[0]);
        if (is_control(peek(reader)))
            return refuse_here(reader, "", error);
        error_set(error, "'%.*s' needs %s", names_shown(word->length), word->text,
                  is_value ? "its key and '=' before it" : "'=' and a value");
        if (has_dot && reader->file_key && !strchr("0123456789", word->text[word->length - 1]))
            error_append(error, "; did you mean %s=%.*s?", reader->file_key,
                         names_shown(word->length), word->text);
        return false;
    }
    reader->at++;
    skip_spaces(reader);
    return read_value(reader, &token->value, error);
}

// ---- names

// Skips commas and newlines before the next name or the end of the text, and sets *separated if
// there were any. Fails if a step is missing beside a comma.
static bool skip_separators(struct step_text *reader, bool *separated, struct error *error)
{
    size_t comma = 0;
    bool has_comma = false;
    for (;; reader->at++) {
        skip_blanks(reader);
        if (peek(reader) == ',') {
            if (has_comma || !reader->in_step)
                return error_set(error, "a step is missing before this comma");
            has_comma = true;
            comma = reader->at;
        } else if (peek(reader) != '\n') {
            break;
        }
        *separated = true;
    }
    if (has_comma && peek(reader) == '\0') {
        reader->at = comma;
        return error_set(error, "a step is missing after the last comma");
    }
    return true;
}

static bool read_name(struct step_text *reader, struct step_token *token, struct error *error)
{
    if (peek(reader) == '-') {
        token->off = true;
        reader->at++;
        skip_blanks(reader);
    }
    token->quoted = peek(reader) == '"';
    if (!token->quoted)
        token->word = read_word(reader);
    else if (!read_quoted(reader, &token->word, error))
        return false;
    if (token->word.length == 0)
        return refuse_here(
            reader, token->off ? "a name is missing after '-'" : "a name is missing here", error);
    reader->in_step = true;
    reader->has_options = false;
    return true;
}

// Sets the error for unexpected text behind a step. Returns false.
static bool refuse_after_step(const struct step_text *reader, struct error *error)
{
    const char c = peek(reader);
    if (strchr(brackets, c))
        return error_set(error, "options are written name:key=value, without brackets");
    const bool is_arrow = c == '-' && reader->text[reader->at + 1] == '>';
    if (is_arrow || strchr(foreign_separators, c))
        return error_set(error, "steps are separated by ',' and options by ':', and not by '%.*s'",
                         is_arrow ? 2 : 1, reader->text + reader->at);
    return refuse_here(
        reader,
        reader->has_options
            ? "',' or ':' is missing here; a value with spaces stands in double quotes"
            : "',' or ':' is missing here; options are written name:key=value",
        error);
}

bool step_text_next(struct step_text *reader, struct step_token *token, struct error *error)
{
    *token = (struct step_token){ .kind = STEP_NAME };
    skip_blanks(reader);
    if (reader->in_step && peek(reader) == ':') {
        reader->has_options = true;
        return read_option(reader, token, error);
    }
    bool separated = !reader->in_step;
    if (!skip_separators(reader, &separated, error))
        return false;
    if (peek(reader) == '\0') {
        token->kind = STEP_END;
        return true;
    }
    if (!separated)
        return refuse_after_step(reader, error);
    return read_name(reader, token, error);
}

// ---- values

static const char *row_name(const void *set, int i)
{
    const struct step_target *target = set;
    void *values;
    const struct param *row = target->row(target->of, i, &values);
    return row ? row->key : NULL;
}

int step_target_find(const struct step_target *target, const char *key, size_t length)
{
    const struct names names = { row_name, target };
    return names_find(&names, key, length);
}

bool step_text_set(struct step_text *reader, struct step_target *target,
                   const struct step_token *token, struct error *error)
{
    void *values;
    const struct step_word *key = &token->word;
    const int i = step_target_find(target, key->text, key->length);
    const size_t after = reader->at;
    reader->at = (size_t) (token->word.text - reader->text);
    if (i < 0) {
        const struct names names = { row_name, target };
        error_set(error, "%s has no option '%.*s'; it has ", target->name, names_shown(key->length),
                  key->text);
        return names_append(error, &names, key->text, key->length);
    }
    const struct param *row = target->row(target->of, i, &values);
    const uint64_t bit = (uint64_t) 1 << i;
    if (target->given & bit)
        return error_set(error, "%s is given twice", row->key);
    target->given |= bit;
    reader->at = (size_t) (token->value.text - reader->text);
    if (!param_parse(row, values, token->value.text, token->value.length, error))
        return strcspn(token->value.text, foreign_separators) < token->value.length &&
               error_append(error, "; steps are separated by ',', and options by ':'");
    reader->at = after;
    return true;
}

// ---- places

bool step_text_locate(const char *text, size_t at, struct error *error)
{
    size_t line = 1, column = 1;
    for (size_t i = text_mark_length(text, strlen(text)); i < at; i++) {
        if (text[i] == '\n') {
            line++;
            column = 1;
        } else if (((unsigned char) text[i] & 0xC0) != 0x80) {
            column++;
        }
    }
    if (strchr(text, '\n'))
        return error_prefix(error, "line %zu, column %zu: ", line, column);
    return error_prefix(error, "column %zu: ", column);
}

void step_write(struct step_writer *writer, const char *text)
{
    step_writef(writer, "%s", text);
}

void step_writef(struct step_writer *writer, const char *format, ...)
{
    const size_t used = (size_t) writer->length;
    const size_t left = used < writer->size ? writer->size - used : 0;
    va_list arguments;
    va_start(arguments, format);
    writer->length += vsnprintf(left > 0 ? writer->out + used : NULL, left, format, arguments);
    va_end(arguments);
}

void step_write_options(struct step_writer *writer, const struct param *table, const void *values)
{
    param_for_each(row, table) {
        char value[PARAM_PRINTED_SIZE];
        if (param_is_default(row, values))
            continue;
        param_print(row, values, value, sizeof(value));
        step_writef(writer, ":%s=%s", row->key, value);
    }
}
