#include "app/export/glsl_prepare.h"

#include "app/export/glsl_items.h"
#include "render/text/memory.h"
#include "render/text/text_writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MACROS = 512, MOST_ARGUMENTS = 8, MOST_DEPTH = 32 };

struct macro {
    struct glsl line; // "NAME ( a , b ) body"; its first word is the name
    int body;         // the first word of that
    int arguments;    // -1: it takes no brackets
    bool is_alias;    // whether it is put where it is used
    bool is_hidden;   // while it is put there
};

struct preparation {
    struct glsl out;
    int room;
    struct text_writer space; // of directives that went before the next word
    int depth;                // of #if
    bool active[MOST_DEPTH], taken[MOST_DEPTH];
    int macro_count;
    struct macro *macros[MOST_MACROS];
};

static bool is_active(const struct preparation *made)
{
    return made->depth == 0 || made->active[made->depth - 1];
}

static struct macro *find_macro(const struct preparation *made, const struct glsl_word *name)
{
    for (int i = made->macro_count - 1; i >= 0; i--)
        if (glsl_is_same(&made->macros[i]->line.words[0], name))
            return made->macros[i];
    return NULL;
}

// ---- conditions

struct condition {
    const struct preparation *made;
    const struct glsl *line;
    int at;
};

static long read_sum(struct condition *condition, int least);

static bool takes(struct condition *condition, const char *sign)
{
    const bool is_there = glsl_is(&condition->line->words[condition->at], sign);
    condition->at += is_there;
    return is_there;
}

// The value of a name: that of its macro, or 0.
static long value_of(const struct preparation *made, const struct glsl_word *name)
{
    const struct macro *macro = find_macro(made, name);
    if (!macro || macro->body == macro->line.count - 1)
        return 0;
    struct condition inner = { made, &macro->line, macro->body };
    return read_sum(&inner, 0);
}

static long read_value(struct condition *condition)
{
    const struct glsl_word *word = &condition->line->words[condition->at];
    long value;
    if (takes(condition, "!"))
        return !read_value(condition);
    if (takes(condition, "-"))
        return -read_value(condition);
    if (takes(condition, "(")) {
        value = read_sum(condition, 0);
        takes(condition, ")");
        return value;
    }
    if (takes(condition, "defined")) {
        const bool has_bracket = takes(condition, "(");
        value = find_macro(condition->made, &condition->line->words[condition->at++]) != NULL;
        if (has_bracket)
            takes(condition, ")");
        return value;
    }
    condition->at += word->length > 0;
    return glsl_is_name(word) ? value_of(condition->made, word) : strtol(word->text, NULL, 0);
}

static long apply(const char *sign, long a, long b)
{
    if (strchr("|&=!", sign[0]))
        return sign[0] == '|' ? a || b : sign[0] == '&' ? a && b : (a == b) == (sign[0] == '=');
    if (strchr("<>", sign[0]))
        return (sign[1] == '=' && a == b) || (sign[0] == '<' ? a < b : a > b);
    return sign[0] == '+' ? a + b : sign[0] == '-' ? a - b : sign[0] == '*' ? a * b : b ? a / b : 0;
}

static long read_sum(struct condition *condition, int least)
{
    static const char *const signs[] = { "||", "&&", "==", "!=", "<", ">",
                                         "<=", ">=", "+",  "-",  "*", "/" };
    static const int ranks[] = { 1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6 };
    long value = read_value(condition);
    for (int i = 0; i < 12; i++)
        if (ranks[i] > least && takes(condition, signs[i])) {
            value = apply(signs[i], value, read_sum(condition, ranks[i]));
            i = -1;
        }
    return value;
}

// ---- writing

static void emit_words(struct preparation *made, const struct glsl_word *words, int count);

// Takes blanks of what goes, for a comment may be among them.
static void add_space(struct preparation *made, const struct glsl_word *word)
{
    text_write(&made->space, "%.*s", word->space_length, word->space);
}

// Takes those of a directive, without the end of the line before, since its own line goes.
static void add_line(struct preparation *made, const struct glsl_word *directive)
{
    struct glsl_word word = *directive;
    while (word.space_length > 0 && word.space[--word.space_length] != '\n')
        continue;
    add_space(made, &word);
}

static void emit_word(struct preparation *made, const struct glsl_word *word)
{
    struct glsl *out = &made->out;
    if (out->count == made->room) {
        made->room = made->room > 0 ? 2 * made->room : 1024;
        out->words = memory_grow(out->words, (size_t) made->room, sizeof(*out->words));
    }
    out->words[out->count] = *word;
    if (made->space.length > 0) {
        add_space(made, word);
        out->words[out->count].space = glsl_keep(out, made->space.text);
        out->words[out->count].space_length = (int) made->space.length;
        made->space.length = 0;
    }
    out->count++;
}

// Finds the arguments of a use: words[first[i]] to before words[first[i + 1] - 1]. Returns how many
// words the use takes.
static int find_arguments(const struct glsl_word *words, int count, int first[MOST_ARGUMENTS + 1])
{
    int depth = 0, found = 0;
    first[found++] = 2;
    for (int at = 1; at < count; at++) {
        depth += glsl_is(&words[at], "(") || glsl_is(&words[at], "[");
        depth -= glsl_is(&words[at], ")") || glsl_is(&words[at], "]");
        if (depth == 0 || (depth == 1 && glsl_is(&words[at], ","))) {
            assert(found <= MOST_ARGUMENTS);
            first[found++] = at + 1;
        }
        if (depth == 0)
            return at + 1;
    }
    return count;
}

// The argument that a word of a macro's body stands for; -1: none.
static int argument_of(const struct macro *macro, const struct glsl_word *word)
{
    for (int i = 0; i < macro->arguments; i++)
        if (glsl_is_same(word, &macro->line.words[2 + 2 * i]))
            return i;
    return -1;
}

static void emit_argument(struct preparation *made, const struct glsl_word *words, int count)
{
    struct glsl_word *copy = memory_new((size_t) count + 1, sizeof(*copy));
    memcpy(copy, words, (size_t) count * sizeof(*copy));
    copy[0].space_length = 0;
    emit_words(made, copy, count);
    free(copy);
}

// Puts a macro in the place of its use. Returns how many words that takes.
static int emit_macro(struct preparation *made, struct macro *macro, const struct glsl_word *words,
                      int count)
{
    int first[MOST_ARGUMENTS + 1];
    const int taken = macro->arguments < 0 ? 1 : find_arguments(words, count, first);
    macro->is_hidden = true;
    add_space(made, &words[0]);
    for (int i = macro->body; i < macro->line.count - 1; i++) {
        struct glsl_word word = macro->line.words[i];
        const int argument = argument_of(macro, &word);
        word.line = words[0].line;
        if (i == macro->body)
            word.space_length = 0;
        if (argument < 0) {
            emit_words(made, &word, 1);
        } else {
            add_space(made, &word);
            emit_argument(made, words + first[argument], first[argument + 1] - 1 - first[argument]);
        }
    }
    macro->is_hidden = false;
    return taken;
}

static void emit_words(struct preparation *made, const struct glsl_word *words, int count)
{
    for (int i = 0; i < count;) {
        struct macro *macro = glsl_is_name(&words[i]) ? find_macro(made, &words[i]) : NULL;
        const bool is_used =
            macro && macro->is_alias && !macro->is_hidden &&
            (macro->arguments < 0 || (i + 1 < count && glsl_is(&words[i + 1], "(")));
        if (is_used)
            i += emit_macro(made, macro, words + i, count - i);
        else
            emit_word(made, &words[i++]);
    }
}

// ---- directives

static bool names_itself(const struct macro *macro)
{
    for (int i = macro->body; i < macro->line.count - 1; i++)
        if (glsl_is_same(&macro->line.words[i], &macro->line.words[0]))
            return true;
    return false;
}

// Whether all that it stands for is a name, nothing, its argument, or more than itself.
static bool is_alias(const struct macro *macro)
{
    const struct glsl_word *body = macro->line.words + macro->body;
    const int length = macro->line.count - 1 - macro->body;
    const char own[] = "halation_";
    if (macro->arguments < 0)
        return length == 0 || (length == 1 && glsl_is_name(body)) ||
               strncmp(macro->line.words[0].text, own, strlen(own)) == 0;
    return names_itself(macro) || (length == 3 && glsl_is(&body[0], "(") && glsl_is_name(&body[1]));
}

// The text of a macro that stays, with others in it that do not.
static const char *inner_text(struct preparation *made, const struct macro *macro)
{
    struct preparation *inner = memory_new(1, sizeof(*inner));
    memcpy(inner->macros, made->macros, sizeof(inner->macros));
    inner->macro_count = made->macro_count;
    emit_words(inner, macro->line.words, macro->line.count);
    char *body = glsl_print(&inner->out);
    struct text_writer text = { 0 };
    text_write(&text, "#define%s", body);
    const char *kept = glsl_keep(&made->out, text.text);
    free(text.text);
    free(body);
    free(inner->space.text);
    glsl_finish(&inner->out);
    free(inner);
    return kept;
}

// Puts it into macros that stay and stand before it: what they name is known where they are used.
static void put_into_earlier(struct preparation *made, const struct macro *macro)
{
    struct text_writer body = { 0 };
    const struct glsl_word *from = &macro->line.words[macro->body];
    text_write(&body, "%.*s", from->length, from->text);
    for (int i = 0; i < made->out.count; i++) {
        struct glsl line;
        bool has_changed = false;
        if (!glsl_is_directive(&made->out.words[i]))
            continue;
        glsl_init_directive(&line, &made->out.words[i]);
        for (int k = 2; k < line.count && glsl_is(&line.words[0], "define"); k++)
            if (glsl_is_same(&line.words[k], &macro->line.words[0])) {
                glsl_replace(&line, k, body.text);
                has_changed = true;
            }
        if (has_changed) {
            struct text_writer text = { 0 };
            char *printed = glsl_print(&line);
            text_write(&text, "#%s", printed);
            glsl_replace(&made->out, i, text.text);
            free(text.text);
            free(printed);
        }
        glsl_finish(&line);
    }
    free(body.text);
}

static void define(struct preparation *made, const struct glsl_word *word, const struct glsl *line)
{
    struct macro *macro = memory_new(1, sizeof(*macro));
    char *text = glsl_print(line);
    glsl_init(&macro->line, strstr(text, "define") + strlen("define"));
    free(text);
    const struct glsl_word *words = macro->line.words;
    macro->arguments = -1;
    macro->body = 1;
    if (words[1].space_length == 0 && glsl_is(&words[1], "(")) {
        macro->body = glsl_close(&macro->line, 1) + 1;
        macro->arguments = (macro->body - 2) / 2;
    }
    macro->is_alias = is_alias(macro);
    assert(made->macro_count < MOST_MACROS);
    if (macro->is_alias) {
        add_line(made, word);
        if (macro->arguments < 0 && macro->body == macro->line.count - 2)
            put_into_earlier(made, macro);
    } else {
        struct glsl_word kept = *word;
        kept.text = inner_text(made, macro);
        kept.length = (int) strlen(kept.text);
        emit_word(made, &kept);
    }
    made->macros[made->macro_count++] = macro;
}

// A name that stays is no longer known, and its #undef stays as well.
static void undefine(struct preparation *made, const struct glsl_word *word,
                     const struct glsl_word *name)
{
    const struct macro *last = find_macro(made, name);
    if (last && !last->is_alias)
        emit_word(made, word);
    else
        add_line(made, word);
    for (struct macro *macro; (macro = find_macro(made, name));)
        macro->line.words[0].length = 0;
}

static void open_condition(struct preparation *made, const struct glsl *line)
{
    struct condition condition = { made, line, 1 };
    const bool is_seen = is_active(made);
    bool holds;
    if (glsl_is(&line->words[0], "if"))
        holds = read_sum(&condition, 0) != 0;
    else
        holds = (find_macro(made, &line->words[1]) != NULL) == glsl_is(&line->words[0], "ifdef");
    assert(made->depth < MOST_DEPTH);
    made->active[made->depth] = is_seen && holds;
    made->taken[made->depth++] = !is_seen || holds;
}

static void turn_condition(struct preparation *made, const struct glsl *line)
{
    struct condition condition = { made, line, 1 };
    const int top = made->depth - 1;
    const bool holds =
        !made->taken[top] && (glsl_is(&line->words[0], "else") || read_sum(&condition, 0) != 0);
    made->active[top] = holds;
    made->taken[top] |= holds;
}

// False where the directive says nothing about conditions.
static bool obey_condition(struct preparation *made, const struct glsl *line)
{
    const struct glsl_word *kind = &line->words[0];
    if (glsl_is(kind, "if") || glsl_is(kind, "ifdef") || glsl_is(kind, "ifndef"))
        open_condition(made, line);
    else if (glsl_is(kind, "elif") || glsl_is(kind, "else"))
        turn_condition(made, line);
    else if (glsl_is(kind, "endif"))
        made->depth--;
    else
        return false;
    return true;
}

static void obey(struct preparation *made, const struct glsl_word *word)
{
    struct glsl line;
    glsl_init_directive(&line, word);
    const bool was_active = is_active(made);
    if (obey_condition(made, &line)) {
        if (was_active)
            add_line(made, word);
    } else if (was_active && glsl_is(&line.words[0], "define")) {
        define(made, word, &line);
    } else if (was_active && glsl_is(&line.words[0], "undef")) {
        undefine(made, word, &line.words[1]);
    } else if (was_active) {
        emit_word(made, word);
    }
    glsl_finish(&line);
}

// The words have their lines although they are cut out of a new text.
static void take_result(struct glsl *glsl, const struct glsl *out)
{
    struct glsl result;
    char *text = glsl_print(out);
    glsl_init(&result, text);
    free(text);
    for (int i = 0; i < result.count && i < out->count; i++)
        result.words[i].line = out->words[i].line;
    glsl_finish(glsl);
    *glsl = result;
}

void glsl_prepare(struct glsl *glsl)
{
    struct preparation *made = memory_new(1, sizeof(*made));
    for (int i = 0; i < glsl->count;) {
        int end = i;
        while (end < glsl->count && !glsl_is_directive(&glsl->words[end]))
            end++;
        if (is_active(made))
            emit_words(made, glsl->words + i, end - i);
        if (end < glsl->count)
            obey(made, &glsl->words[end++]);
        i = end;
    }
    take_result(glsl, &made->out);
    glsl_finish(&made->out);
    for (int i = 0; i < made->macro_count; i++) {
        glsl_finish(&made->macros[i]->line);
        free(made->macros[i]);
    }
    free(made->space.text);
    free(made);
}
