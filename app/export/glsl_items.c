#include "app/export/glsl.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

// Counts the arguments in the brackets that open at a word.
static int count_arguments(const struct glsl *glsl, int open)
{
    const int close = glsl_close(glsl, open);
    int count = close > open + 1;
    for (int i = open + 1; i < close; i++) {
        if (glsl_is(&glsl->words[i], "( [ {"))
            i = glsl_close(glsl, i);
        else
            count += glsl_is(&glsl->words[i], ",");
    }
    return count == 1 && close == open + 2 && glsl_is(&glsl->words[open + 1], "void") ? 0 : count;
}

// ---- the list

static void add_name(struct glsl_item *item, int word)
{
    if (item->name_count < GLSL_MOST_NAMES)
        item->names[item->name_count++] = word;
}

// Adds the names of variables, which come after their type or a comma, and before = , ; or [.
static void add_variables(const struct glsl *glsl, struct glsl_item *item)
{
    for (int i = item->first + 1; i < item->end; i++) {
        const struct glsl_word *word = &glsl->words[i], *next = word + 1;
        if (glsl_is(word, "=")) // the value
            while (i < item->end && !glsl_is(&glsl->words[i], ", ;"))
                i = glsl_next(glsl, i);
        else if (glsl_is(word, "( ["))
            i = glsl_close(glsl, i);
        else if (glsl_is_name(word) && !glsl_is(word, "in") && glsl_is(next, "= , ; ["))
            add_name(item, i);
    }
}

// Sets the kind of an item that ends with `;` or `}`. `brace` is the first { outside of brackets,
// or -1.
static void find_kind(const struct glsl *glsl, int brace, int bracket, struct glsl_item *item)
{
    const struct glsl_word *words = glsl->words;
    const bool is_struct = glsl_is(&words[item->first], "struct");
    const bool is_enum = glsl_is(&words[item->first], "enum");
    const bool is_call = bracket > item->first && glsl_is_name(&words[bracket - 1]) &&
                         !glsl_is(&words[bracket - 1], "layout");
    item->kind = GLSL_VARIABLE;
    if (brace >= 0 && glsl_is(&words[brace - 1], ")") && is_call)
        item->kind = GLSL_FUNCTION;
    else if (brace < 0 && is_call && glsl_is(&words[item->end - 2], ")"))
        item->kind = GLSL_PROTOTYPE;
    else if (is_struct)
        item->kind = GLSL_STRUCT;
    else if (brace >= 0)
        item->kind = GLSL_BLOCK;
    if (item->kind == GLSL_FUNCTION || item->kind == GLSL_PROTOTYPE) {
        add_name(item, bracket - 1);
        item->arguments = count_arguments(glsl, bracket);
    } else if (is_struct) {
        add_name(item, item->first + 1);
    } else if (item->kind == GLSL_BLOCK) {
        if (is_enum && brace > item->first + 1) // its tag
            add_name(item, item->first + 1);
        for (int i = brace + 1; i < glsl_close(glsl, brace); i++)
            if (glsl_is_name(&words[i]) &&
                (glsl_is(&words[i + 1], "[ ; ,") || (is_enum && glsl_is(&words[i - 1], "{ ,"))))
                add_name(item, i);
    } else {
        add_variables(glsl, item);
    }
    if (item->name_count == 0)
        item->kind = GLSL_OTHER; // "layout(local_size_x = 8) in;"
}

static void read_item(const struct glsl *glsl, struct glsl_item *item)
{
    int brace = -1, bracket = -1, i = item->first;
    bool has_value = false;
    for (; i < glsl->count - 1; i++) {
        const struct glsl_word *word = &glsl->words[i];
        has_value |= glsl_is(word, "=");
        if (glsl_is(word, ";"))
            break;
        if (glsl_is(word, "{") && !has_value && brace < 0)
            brace = i;
        if (glsl_is(word, "(") && !has_value && !glsl_is(&word[-(i > 0)], "layout"))
            bracket = bracket < 0 ? i : bracket;
        if (strchr("([{", word->text[0]))
            i = glsl_close(glsl, i);
        if (brace >= 0 && i == glsl_close(glsl, brace) && glsl_is(&glsl->words[brace - 1], ")"))
            break;
    }
    item->end = i + 1;
    find_kind(glsl, brace, bracket, item);
}

struct glsl_items glsl_items_list(const struct glsl *glsl)
{
    struct glsl_items items = { 0 };
    for (int i = 0; i < glsl->count - 1;) {
        const struct glsl_word *word = &glsl->words[i];
        struct glsl_item item = { .first = i, .end = i + 1, .kind = GLSL_OTHER };
        if (!word->is_directive)
            read_item(glsl, &item);
        else
            item.end = glsl_directive_end(glsl, i);
        if (word->is_directive && glsl_is(word + 1, "define undef")) {
            item.kind = GLSL_DEFINE;
            add_name(&item, i + 2);
        }
        items.all = memory_grow(items.all, (size_t) items.count + 1, sizeof(item));
        items.all[items.count++] = item;
        i = item.end;
    }
    return items;
}

// ---- used items

// Returns true if the item has that name, or, with `is_begun`, one that begins so.
static bool has_name(const struct glsl *glsl, const struct glsl_item *item,
                     const struct glsl_word *name, bool is_begun)
{
    for (int i = 0; i < item->name_count; i++) {
        const struct glsl_word *own = &glsl->words[item->names[i]];
        if (own->length >= name->length && (is_begun || own->length == name->length) &&
            memcmp(own->text, name->text, (size_t) name->length) == 0)
            return true;
    }
    return false;
}

static void use_item(const struct glsl *glsl, struct glsl_items *items, struct glsl_item *item);

// Special numbers of arguments. NOT_CALLED: the word is not called, or it is unknown. PASTED: "##"
// makes the name, so only its beginning is known.
enum { NOT_CALLED = -1, PASTED = -2 };

static void use_name(const struct glsl *glsl, struct glsl_items *items,
                     const struct glsl_word *name, int arguments)
{
    for (struct glsl_item *item = items->all; item < items->all + items->count; item++) {
        const bool is_other_call = (item->kind == GLSL_FUNCTION || item->kind == GLSL_PROTOTYPE) &&
                                   arguments >= 0 && arguments != item->arguments;
        if (!item->is_used && !is_other_call &&
            has_name(glsl, item, name, arguments == PASTED && item->kind != GLSL_DEFINE))
            use_item(glsl, items, item);
    }
}

// Marks the items that an item uses. In a macro a name may be called with any number of arguments.
static void use_item(const struct glsl *glsl, struct glsl_items *items, struct glsl_item *item)
{
    item->is_used = true;
    for (int i = item->first; i < item->end; i++) {
        const struct glsl_word *word = &glsl->words[i];
        const bool is_member =
            glsl->is_c && i > item->first + 1 &&
            (glsl_is(word - 1, ".") || (glsl_is(word - 1, ">") && glsl_is(word - 2, "-")));
        if (glsl_is(word, "#")) // "#", "define" and the name use nothing
            i = glsl_is(word + 1, "define") ? i + 2 : glsl_directive_end(glsl, i) - 1;
        else if (glsl_is_name(word) && !is_member)
            use_name(glsl, items, word,
                     !word->is_directive && glsl_is(word + 1, "(")   ? count_arguments(glsl, i + 1)
                     : word->is_directive && glsl_is(word + 1, "##") ? PASTED
                                                                     : NOT_CALLED);
    }
}

// ---- removal

// Joins two adjacent spaces: the rest of the first line, whose comment belongs to the code before
// it, and the lines of the second.
static void join_spaces(struct glsl *glsl, const struct glsl_word *first, struct glsl_word *end)
{
    const int line = glsl_line_end(first), rest = glsl_line_end(end);
    if (line < first->space_length && rest < end->space_length) {
        glsl_set_space(glsl, end, "%.*s%.*s", line, first->space, end->space_length - rest,
                       end->space + rest);
    } else if (!strchr(",;)]", end->text[0])) {
        end->space = first->space;
        end->space_length = first->space_length;
    }
}

// Returns the part of a space from the line after the previous word to its last empty line, if it
// has a comment, which belongs to no item; otherwise length is 0.
static struct glsl_word find_detached(const struct glsl_word *word)
{
    const int begin = glsl_line_end(word);
    int end = 0;
    for (int i = begin + 1; i < word->space_length; i++)
        if (word->space[i] == '\n' && word->space[i - 1] == '\n')
            end = i;
    const bool has_comment =
        end > begin && memchr(word->space + begin, '/', (size_t) (end - begin));
    return (struct glsl_word){ .text = word->space + begin,
                               .length = has_comment ? end - begin : 0 };
}

// Removes an item with its comments. A comment about its file moves to the next item of that file.
static void drop_item(struct glsl *glsl, const struct glsl_item *item)
{
    const bool is_same_file = glsl->words[item->first].file == glsl->words[item->end].file;
    const struct glsl_word comment = find_detached(&glsl->words[item->first]);
    struct glsl_word *word = &glsl->words[item->first], *end = &glsl->words[item->end];
    join_spaces(glsl, word, end);
    memmove(word, end, (size_t) (glsl->count - item->end) * sizeof(*word));
    glsl->count -= item->end - item->first;
    const int line = glsl_line_end(word);
    if (is_same_file && comment.length > 0)
        glsl_set_space(glsl, word, "%.*s%.*s%.*s", line, word->space, comment.length, comment.text,
                       word->space_length - line, word->space + line);
}

void glsl_prune(struct glsl *glsl, const char *roots)
{
    struct glsl_items items = glsl_items_list(glsl);
    for (int i = 0; i < items.count; i++) {
        struct glsl_item *item = &items.all[i];
        if (item->kind == GLSL_OTHER ||
            (item->kind != GLSL_PROTOTYPE && glsl_is(&glsl->words[item->names[0]], roots)))
            use_item(glsl, &items, item);
    }
    for (int i = items.count - 1; i >= 0; i--) // backwards, so indices stay valid
        if (!items.all[i].is_used)
            drop_item(glsl, &items.all[i]);
    free(items.all);
}
