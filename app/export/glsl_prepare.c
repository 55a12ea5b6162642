#include "app/export/glsl.h"
#include "render/text/memory.h"
#include "render/text/text.h"
#include "render/text/text_writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MACROS = 512, MAX_ARGUMENTS = 8, MAX_DEPTH = 33 };

struct macro {
    const struct glsl_word *words; // "NAME ( a , b ) body"; NULL: it was undefined again
    int body, end;                 // index of the first word of the body, and of the end
    int arguments;                 // -1: it has no brackets
    bool is_alias;                 // its uses are expanded
    bool is_hidden;                // while it is expanded
};

struct preparation {
    struct glsl out;
    struct text_writer space; // of directives that were removed before the next word
    bool is_directive;        // the words that are written belong to a directive
    int depth;                // of #if
    struct branch {
        bool is_active;
        bool is_taken;     // it or one before it is active, or none can be
    } branches[MAX_DEPTH]; // the first is the whole text
    int macro_count;
    struct macro macros[MAX_MACROS];
};

static bool is_active(const struct preparation *made)
{
    return made->branches[made->depth].is_active;
}

static struct macro *find_macro(struct preparation *made, const struct glsl_word *name)
{
    for (int i = made->macro_count - 1; i >= 0; i--) {
        struct macro *macro = &made->macros[i];
        if (macro->words && glsl_is_same(macro->words, name))
            return macro;
    }
    return NULL;
}

// ---- conditions

struct condition {
    struct preparation *made;
    const struct glsl_word *at; // ends where the directive does
};

static long read_sum(struct condition *condition, int least);

// Operators between two numbers, those of lower precedence first.
static const char *const operators[] = {
    "||", // ranks begin with 1
    "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %",
};

// Returns the rank of the operator that a word is; 0 for words that end an operand.
static int find_rank(const struct glsl_word *word)
{
    for (int i = 0; i < (int) ARRAY_COUNT(operators) && word->is_directive; i++)
        if (glsl_is(word, operators[i]))
            return i + 1;
    return 0;
}

// Returns the result of an operator that a text begins with; that of a division by 0 is 0.
static long apply(const char *sign, long a, long b)
{
    switch (sign[0]) {
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '<':
        return sign[1] == '<' ? a << b : sign[1] == '=' ? a <= b : a < b;
    case '>':
        return sign[1] == '>' ? a >> b : sign[1] == '=' ? a >= b : a > b;
    case '&':
        return sign[1] == '&' ? a && b : a & b;
    case '|':
        return sign[1] == '|' ? a || b : a | b;
    case '^':
        return a ^ b;
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return b != 0 ? a / b : 0;
    default:
        return b != 0 ? a % b : 0;
    }
}

static bool takes(struct condition *condition, const char *sign)
{
    const bool is_there = condition->at->is_directive && glsl_is(condition->at, sign);
    condition->at += is_there;
    return is_there;
}

static long read_value(struct condition *condition)
{
    const struct glsl_word *word = condition->at;
    long value;
    if (!word->is_directive)
        return 0;
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
        value = find_macro(condition->made, condition->at++) != NULL;
        if (has_bracket)
            takes(condition, ")");
        return value;
    }
    condition->at++;
    if (!glsl_is_name(word))
        return strtol(word->text, NULL, 0);
    const struct macro *macro = find_macro(condition->made, word);
    if (!macro)
        return 0;
    struct condition inner = { condition->made, macro->words + macro->body };
    return read_sum(&inner, 0);
}

static long read_sum(struct condition *condition, int least)
{
    long value = read_value(condition);
    for (int rank; (rank = find_rank(condition->at)) > least;) {
        const char *sign = condition->at->text;
        condition->at++;
        value = apply(sign, value, read_sum(condition, rank));
    }
    return value;
}

// ---- writing

static void emit_words(struct preparation *made, const struct glsl_word *words, int count);

// Keeps the blanks before a removed word, since there may be a comment among them.
static void add_space(struct preparation *made, const struct glsl_word *word)
{
    text_write(&made->space, "%.*s", word->space_length, word->space);
}

// Keeps the blanks before a removed directive, without the end of the previous line.
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
    glsl_add(out, word);
    struct glsl_word *last = out->words + out->count - 1;
    last->is_directive = made->is_directive;
    if (made->space.length > 0) {
        add_space(made, word);
        last->space = glsl_keep(out, made->space.text);
        last->space_length = (int) made->space.length;
        made->space.length = 0;
    }
}

// Writes a directive, and expands the macros in it that do not stay.
static void emit_directive(struct preparation *made, const struct glsl_word *words, int count,
                           bool is_expanded)
{
    const int plain = is_expanded ? 2 : count;
    made->is_directive = true;
    for (int i = 0; i < plain; i++)
        emit_word(made, words + i);
    emit_words(made, words + plain, count - plain);
    made->is_directive = false;
}

// Finds the arguments of a use: words[first[i]] to before words[first[i + 1] - 1]. Returns the
// number of words of the use.
static int find_arguments(const struct glsl_word *words, int count, int first[MAX_ARGUMENTS + 1])
{
    int depth = 0, found = 0;
    first[found++] = 2;
    for (int at = 1; at < count; at++) {
        depth += glsl_is(words + at, "( [");
        depth -= glsl_is(words + at, ") ]");
        if (depth == 0 || (depth == 1 && glsl_is(words + at, ","))) {
            assert(found <= MAX_ARGUMENTS);
            first[found++] = at + 1;
        }
        if (depth == 0)
            return at + 1;
    }
    return count;
}

// Expands a macro. Returns the number of words that its use has.
static int emit_macro(struct preparation *made, struct macro *macro, const struct glsl_word *words,
                      int count)
{
    int first[MAX_ARGUMENTS + 1];
    const int taken = macro->arguments < 0 ? 1 : find_arguments(words, count, first);
    macro->is_hidden = true;
    add_space(made, words);
    for (int i = macro->body; i < macro->end; i++) {
        struct glsl_word word = macro->words[i];
        int argument = macro->arguments - 1; // argument that the word names; below 0: none
        while (argument >= 0 && !glsl_is_same(&word, macro->words + 2 + 2 * argument))
            argument--;
        word.file = words->file;
        if (i == macro->body)
            word.space_length = 0;
        if (argument < 0) {
            emit_words(made, &word, 1);
        } else {
            add_space(made, &word);
            const int length = first[argument + 1] - 1 - first[argument];
            struct glsl_word *copy = memory_new((size_t) length + 1, sizeof(*copy));
            memcpy(copy, words + first[argument], (size_t) length * sizeof(*copy));
            copy[0].space_length = 0;
            emit_words(made, copy, length);
            free(copy);
        }
    }
    macro->is_hidden = false;
    return taken;
}

// Expands aliases, and numbers behind "binding =", where other languages need the number itself.
static void emit_words(struct preparation *made, const struct glsl_word *words, int count)
{
    for (int i = 0; i < count;) {
        const struct glsl_word *out = made->out.words;
        const int last = made->out.count - 1;
        const bool is_binding =
            last > 0 && glsl_is(out + last, "=") && glsl_is(out + last - 1, "binding");
        const bool is_call = i + 1 < count && glsl_is(words + i + 1, "(");
        struct macro *macro = find_macro(made, words + i);
        const bool is_used = macro && !macro->is_hidden && (macro->is_alias || is_binding);
        if (is_used && (macro->arguments < 0 || is_call))
            i += emit_macro(made, macro, words + i, count - i);
        else
            emit_word(made, words + i++);
    }
}

// ---- directives

// Returns true if a macro expands to a name, to nothing, to its argument, or to more than its own
// name.
static bool is_alias(const struct macro *macro)
{
    const struct glsl_word *name = macro->words;
    const struct glsl_word *body = name + macro->body;
    const int length = macro->end - macro->body;
    if (macro->arguments < 0)
        return length == 0 || (length == 1 && glsl_is_name(body)) ||
               text_begins_with(name->text, "halation_");
    for (int i = 0; i < length; i++)
        if (glsl_is_same(body + i, name))
            return true;
    return length == 3 && glsl_is(body, "(") && glsl_is_name(body + 1);
}

static void define(struct preparation *made, const struct glsl_word *words, int count)
{
    const struct glsl line = { .count = count, .words = (struct glsl_word *) words };
    struct macro macro = {
        .words = words + 2,
        .body = 1,
        .end = count - 2,
        .arguments = -1,
    };
    if (count > 3 && words[3].space_length == 0 && glsl_is(words + 3, "(")) {
        macro.body = glsl_close(&line, 3) + 1 - 2;
        macro.arguments = (macro.body - 2) / 2;
    }
    macro.is_alias = is_alias(&macro);
    assert(made->macro_count < MAX_MACROS);
    if (!macro.is_alias)
        emit_directive(made, words, count, true);
    else
        add_line(made, words);
    // Expands the macro in earlier macros that stay: at the place where these are used, the name is
    // defined.
    const bool is_word = macro.is_alias && macro.arguments < 0 && macro.body == macro.end - 1;
    for (int i = 3; is_word && i < made->out.count; i++) {
        struct glsl_word *word = made->out.words + i;
        if (!word->is_directive || !glsl_is_same(word, macro.words) || glsl_is(word - 2, "#"))
            continue;
        word->text = macro.words[macro.body].text;
        word->length = macro.words[macro.body].length;
    }
    made->macros[made->macro_count++] = macro;
}

// Removes a macro. If its definition stays, its #undef stays as well.
static void undefine(struct preparation *made, const struct glsl_word *words, int count)
{
    struct macro *macro = find_macro(made, words + 2);
    if (macro && !macro->is_alias)
        emit_directive(made, words, count, false);
    else
        add_line(made, words);
    for (; macro; macro = find_macro(made, words + 2))
        macro->words = NULL;
}

// Evaluates the condition of a directive.
static bool holds(struct preparation *made, const struct glsl_word *words)
{
    struct condition condition = { made, words + 2 };
    if (glsl_is(words + 1, "else"))
        return true;
    if (glsl_is(words + 1, "if elif"))
        return read_sum(&condition, 0) != 0;
    return (find_macro(made, words + 2) != NULL) == glsl_is(words + 1, "ifdef");
}

// Evaluates #if, #else and so on. Returns false for other directives.
static bool evaluate_condition(struct preparation *made, const struct glsl_word *words)
{
    struct branch *branch = &made->branches[made->depth];
    const bool was_active = branch->is_active;
    if (glsl_is(words + 1, "endif")) {
        made->depth--;
    } else if (glsl_is(words + 1, "elif else")) {
        branch->is_active = !branch->is_taken && holds(made, words);
        branch->is_taken |= branch->is_active;
    } else if (glsl_is(words + 1, "if ifdef ifndef")) {
        assert(made->depth + 1 < MAX_DEPTH);
        made->depth++;
        branch++;
        branch->is_active = was_active && holds(made, words);
        branch->is_taken = !was_active || branch->is_active;
    } else {
        return false;
    }
    return true;
}

// Evaluates a directive. If it is removed, a comment after it is removed, too; it is part of the
// space of the next word.
static void evaluate_directive(struct preparation *made, struct glsl_word *words, int count)
{
    const bool was_active = is_active(made);
    const int before = made->out.count;
    const bool is_condition = evaluate_condition(made, words);
    if (was_active && is_condition)
        add_line(made, words);
    else if (was_active && glsl_is(words + 1, "define"))
        define(made, words, count);
    else if (was_active && glsl_is(words + 1, "undef"))
        undefine(made, words, count);
    else if (was_active)
        emit_directive(made, words, count, false);
    const int line = made->out.count == before ? glsl_line_end(words + count) : 0;
    words[count].space += line;
    words[count].space_length -= line;
}

void glsl_prepare(struct glsl *glsl)
{
    struct preparation *made = memory_new(1, sizeof(*made));
    struct glsl_word *words = glsl->words;
    made->branches[0].is_active = true;
    made->out.kept = glsl->kept;
    made->out.kept_count = glsl->kept_count;
    for (int i = 0, end; i < glsl->count; i = end) {
        for (end = i; end < glsl->count && !words[end].is_directive; end++)
            continue;
        if (end == i) {
            end = glsl_directive_end(glsl, i);
            evaluate_directive(made, words + i, end - i);
        } else if (is_active(made)) {
            emit_words(made, words + i, end - i);
        }
    }
    free(words);
    *glsl = made->out;
    free(made->space.text);
    free(made);
}
