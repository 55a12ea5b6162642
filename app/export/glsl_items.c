#include "app/export/glsl.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

// Counts the arguments in the brackets that open at a word.
static int count_arguments(const struct glsl *glsl, int open)
{
    const int close = glsl_close(glsl, open);
    const bool is_void = close == open + 2 && glsl_is(glsl->words + open + 1, "void");
    int count = close > open + 1 && !is_void;
    for (int i = open + 1; i < close; i = glsl_next(glsl, i))
        count += glsl_is(glsl->words + i, ",");
    return count;
}

// ---- the list

static void add_name(struct glsl_item *item, int word)
{
    if (item->name_count < GLSL_MAX_NAMES)
        item->names[item->name_count++] = word;
}

// Adds the names of variables or members, which come after their type or a comma, and before
// = , ; or [, and those of enumerators.
static void add_names(const struct glsl *glsl, int first, int end, struct glsl_item *item)
{
    const bool is_enum = glsl_is(glsl->words + item->first, "enum");
    for (int i = first; i < end; i++) {
        const struct glsl_word *word = glsl->words + i;
        const bool is_last = glsl_is(word + 1, "= , ; [") || (is_enum && glsl_is(word - 1, "{ ,"));
        if (glsl_is(word, "=")) { // the value
            while (i < end && !glsl_is(glsl->words + i, ", ;"))
                i = glsl_next(glsl, i);
        } else if (glsl_is(word, "( [")) {
            i = glsl_close(glsl, i);
        } else if (glsl_is_name(word) && !glsl_is(word, "in") && is_last) {
            add_name(item, i);
        }
    }
}

// Sets the kind of an item that ends with `;` or `}`. `brace` is the first { outside of brackets
// and `bracket` the first ( of no layout, or -1.
static void find_kind(const struct glsl *glsl, int brace, int bracket, struct glsl_item *item)
{
    const struct glsl_word *words = glsl->words;
    const int first = item->first, head_end = brace >= 0 ? brace : item->end - 1;
    const bool is_call = bracket > first && glsl_is_name(words + bracket - 1);
    if (is_call && glsl_is(words + head_end - 1, ")")) {
        item->kind = brace >= 0 ? GLSL_FUNCTION : GLSL_PROTOTYPE;
        item->arguments = count_arguments(glsl, bracket);
        add_name(item, bracket - 1);
    } else if (glsl_is(words + first, "struct")) {
        item->kind = GLSL_STRUCT;
        add_name(item, first + 1);
    } else if (brace >= 0) {
        item->kind = GLSL_BLOCK;
        if (glsl_is(words + first, "enum") && brace > first + 1) // its tag
            add_name(item, first + 1);
        add_names(glsl, brace + 1, glsl_close(glsl, brace), item);
    } else {
        item->kind = GLSL_VARIABLE;
        add_names(glsl, first + 1, item->end, item);
    }
    if (item->name_count == 0)
        item->kind = GLSL_OTHER; // "layout(local_size_x = 8) in;"
}

static void read_item(const struct glsl *glsl, struct glsl_item *item)
{
    int brace = -1, bracket = -1, i = item->first;
    bool has_value = false, is_end = false;
    for (; i < glsl->count - 1; i++) {
        const struct glsl_word *word = glsl->words + i;
        const bool is_layout = i > 0 && glsl_is(word - 1, "layout");
        has_value |= glsl_is(word, "=");
        if (glsl_is(word, ";"))
            break;
        if (glsl_is(word, "(") && !has_value && !is_layout && bracket < 0)
            bracket = i;
        if (glsl_is(word, "{") && !has_value && brace < 0) {
            brace = i;
            is_end = glsl_is(word - 1, ")");
        }
        i = glsl_next(glsl, i) - 1;
        if (is_end)
            break;
    }
    item->end = i + 1;
    find_kind(glsl, brace, bracket, item);
}

struct glsl_items glsl_items_list(const struct glsl *glsl)
{
    struct glsl_items items = { 0 };
    for (int i = 0; i < glsl->count - 1;) {
        const struct glsl_word *word = glsl->words + i;
        struct glsl_item item = { .first = i, .end = i + 1, .kind = GLSL_OTHER, .arguments = -1 };
        if (!word->is_directive)
            read_item(glsl, &item);
        else
            item.end = glsl_directive_end(glsl, i);
        if (word->is_directive && glsl_is(word + 1, "define undef")) {
            item.kind = GLSL_DEFINE;
            add_name(&item, i + 2);
        }
        items.all = memory_room(items.all, items.count, sizeof(item));
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
        const struct glsl_word *own = glsl->words + item->names[i];
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
        const bool is_other_call =
            arguments >= 0 && item->arguments >= 0 && arguments != item->arguments;
        const bool is_begun = arguments == PASTED && item->kind != GLSL_DEFINE;
        if (!item->is_used && !is_other_call && has_name(glsl, item, name, is_begun))
            use_item(glsl, items, item);
    }
}

// Marks the items that an item uses. In a macro a name may be called with any number of arguments.
static void use_item(const struct glsl *glsl, struct glsl_items *items, struct glsl_item *item)
{
    item->is_used = true;
    for (int i = item->first; i < item->end; i++) {
        const struct glsl_word *word = glsl->words + i;
        const bool is_behind = glsl->is_c && i > item->first + 1; // so it may be a member
        const bool is_arrow = is_behind && glsl_is(word - 1, ">") && glsl_is(word - 2, "-");
        int arguments = NOT_CALLED;
        if (glsl_is(word, "#")) { // "#", "define" and the name use nothing
            i = glsl_is(word + 1, "define") ? i + 2 : glsl_directive_end(glsl, i) - 1;
            continue;
        }
        if (!glsl_is_name(word) || is_arrow || (is_behind && glsl_is(word - 1, ".")))
            continue;
        if (!word->is_directive && glsl_is(word + 1, "("))
            arguments = count_arguments(glsl, i + 1);
        if (word->is_directive && glsl_is(word + 1, "##"))
            arguments = PASTED;
        use_name(glsl, items, word, arguments);
    }
}

// ---- removal

// Returns the length of the part of a space from the line after the previous word to its last empty
// line, if it has a comment, which belongs to no item; otherwise 0.
static int detached_length(const struct glsl_word *word)
{
    const int begin = glsl_line_end(word);
    int end = begin;
    for (int i = begin + 1; i < word->space_length; i++)
        if (word->space[i] == '\n' && word->space[i - 1] == '\n')
            end = i;
    return memchr(word->space + begin, '/', (size_t) (end - begin)) ? end - begin : 0;
}

// Removes an item with its comments. The rest of the first line stays, since a comment there
// belongs to the code before it, and a comment about the file moves to the next item of that file.
static void drop_item(struct glsl *glsl, const struct glsl_item *item)
{
    struct glsl_word *word = glsl->words + item->first;
    struct glsl_word *end = glsl->words + item->end;
    const int line = glsl_line_end(word), rest = glsl_line_end(end);
    const int kept = line + (word->file == end->file ? detached_length(word) : 0);
    if (line < word->space_length && rest < end->space_length) {
        glsl_set_space(glsl, end, "%.*s%.*s", kept, word->space, end->space_length - rest,
                       end->space + rest);
    } else if (!strchr(",;)]", end->text[0])) {
        end->space = word->space;
        end->space_length = word->space_length;
    }
    memmove(word, end, (size_t) (glsl->count - item->end) * sizeof(*word));
    glsl->count -= item->end - item->first;
}

void glsl_prune(struct glsl *glsl, const char *roots)
{
    struct glsl_items items = glsl_items_list(glsl);
    for (int i = 0; i < items.count; i++) {
        struct glsl_item *item = &items.all[i];
        const bool can_be_root = item->kind != GLSL_OTHER && item->kind != GLSL_PROTOTYPE;
        const bool is_root = can_be_root && glsl_is(glsl->words + item->names[0], roots);
        if (item->kind == GLSL_OTHER || is_root)
            use_item(glsl, &items, item);
    }
    for (int i = items.count - 1; i >= 0; i--) // backwards, so indices stay valid
        if (!items.all[i].is_used)
            drop_item(glsl, &items.all[i]);
    free(items.all);
}
