#include "effects/hook/glsl_token.h"

#include "render/text/memory.h"
#include "render/text/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_in_word(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

static size_t token_length(const char *text)
{
    static const char signs[] = "<<= >>= == != <= >= && || ## ^^ << >> ++ -- += -= *= /= %= &= |= "
                                "^=";
    size_t length = 0;
    if (isdigit((unsigned char) text[0]) || (text[0] == '.' && isdigit((unsigned char) text[1]))) {
        length = 1; // the token is a number with its point, exponent and suffix
        while (is_in_word(text[length]) || text[length] == '.' ||
               ((text[length] == '-' || text[length] == '+') && strchr("eE", text[length - 1]) &&
                !text_begins_with(text, "0x")))
            length++;
        return length;
    }
    while (is_in_word(text[length]))
        length++;
    for (size_t most = 3; length == 0 && most > 1; most--)
        if (glsl_token_is(&(struct glsl_token){ text, most }, signs))
            length = most;
    return length > 0 ? length : text[0] != '\0';
}

struct glsl_token glsl_token_first(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n\\");
        if (text_begins_with(at, "//"))
            at += strcspn(at, "\n");
        else if (text_begins_with(at, "/*"))
            at = strstr(at + 2, "*/") ? strstr(at + 2, "*/") + 2 : at + strlen(at);
        else
            return (struct glsl_token){ at, token_length(at) };
    }
}

struct glsl_token glsl_token_after(const struct glsl_token *token)
{
    return glsl_token_first(token->at + token->length);
}

bool glsl_token_is(const struct glsl_token *token, const char *words)
{
    while (*words && (strcspn(words, " ") != token->length ||
                      strncmp(words, token->at, token->length) != 0)) {
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
    return *words;
}

bool glsl_token_is_sign(const struct glsl_token *token, const char *signs)
{
    return token->length == 1 && strchr(signs, token->at[0]);
}

bool glsl_token_is_name(const struct glsl_token *token)
{
    return token->length > 0 && is_in_word(token->at[0]) && !isdigit((unsigned char) token->at[0]);
}

const char *glsl_token_line_end(const struct glsl_token *token)
{
    const char *end = token->at + strcspn(token->at, "\n");
    while (*end && (end[-1] == '\\' || (end[-1] == '\r' && end[-2] == '\\')))
        end += 1 + strcspn(end + 1, "\n");
    return end;
}

// ---- names

static int compare_names(const void *one, const void *other)
{
    const struct glsl_token *a = &((const struct glsl_name *) one)->word;
    const struct glsl_token *b = &((const struct glsl_name *) other)->word;
    return a->length != b->length ? (a->length > b->length) - (a->length < b->length)
                                  : memcmp(a->at, b->at, a->length);
}

static void add(struct glsl_names *names, struct glsl_name name)
{
    names->all = memory_room(names->all, names->count, sizeof(*names->all));
    names->all[names->count++] = name;
}

// Adds the names of a preprocessor directive, which begins with `token`, and advances that to the
// first token after it.
static void add_directive(struct glsl_names *names, struct glsl_token *token)
{
    const char *end = glsl_token_line_end(token);
    const struct glsl_token kind = glsl_token_after(token);
    const bool is_define = glsl_token_is(&kind, "define");
    const bool is_test = glsl_token_is(&kind, "if ifdef ifndef elif");
    bool is_first = true;
    *token = kind.at < end ? glsl_token_after(&kind) : kind;
    for (; token->at < end && token->length > 0; *token = glsl_token_after(token)) {
        if (glsl_token_is_name(token))
            add(names, (struct glsl_name){ *token, .is_macro = is_define && is_first,
                                           .is_tested = is_test });
        is_first = false;
    }
}

// Returns true if the name between two tokens is declared there. A function has its type before it
// and a '(' after it. A variable or a type is outside of brackets, after its type or a comma.
static bool is_declaration(const struct glsl_token *before, const struct glsl_token *after,
                           int depth)
{
    const bool has_type = glsl_token_is_name(before) && !glsl_token_is(before, "return else case");
    return (has_type && glsl_token_is_sign(after, "(")) ||
           (depth == 0 && (has_type || glsl_token_is_sign(before, ",]")) &&
            glsl_token_is_sign(after, "=;,[{"));
}

void glsl_names_collect(struct glsl_names *names, const char *text)
{
    static const struct glsl_token none = { "", 0 };
    int depth = 0, count = 0;
    struct glsl_token before = none, token = glsl_token_first(text);
    *names = (struct glsl_names){ 0 };
    while (token.length > 0) {
        if (glsl_token_is_sign(&token, "#")) {
            add_directive(names, &token);
            before = none;
            continue;
        }
        const struct glsl_token after = glsl_token_after(&token);
        depth += glsl_token_is_sign(&token, "({[") - glsl_token_is_sign(&token, ")}]");
        if (glsl_token_is_name(&token))
            add(names,
                (struct glsl_name){ token, .is_declared = is_declaration(&before, &after, depth) });
        before = token;
        token = after;
    }
    if (names->count > 0)
        qsort(names->all, (size_t) names->count, sizeof(*names->all), compare_names);
    for (int i = 0; i < names->count; i++) { // merges the entries of each name
        const struct glsl_name *name = &names->all[i];
        if (count == 0 || compare_names(name, &names->all[count - 1]) != 0) {
            names->all[count++] = *name;
            continue;
        }
        names->all[count - 1].is_macro |= name->is_macro;
        names->all[count - 1].is_declared |= name->is_declared;
        names->all[count - 1].is_tested |= name->is_tested;
    }
    names->count = count;
}

void glsl_names_finish(struct glsl_names *names)
{
    free(names->all);
    *names = (struct glsl_names){ 0 };
}

const struct glsl_name *glsl_names_find(const struct glsl_names *names,
                                        const struct glsl_token *word)
{
    const struct glsl_name key = { *word };
    return names->count > 0 ? bsearch(&key, names->all, (size_t) names->count, sizeof(*names->all),
                                      compare_names)
                            : NULL;
}

bool glsl_names_declare(const struct glsl_names *names, const char *name)
{
    const struct glsl_name *found =
        glsl_names_find(names, &(struct glsl_token){ name, strlen(name) });
    return found && (found->is_macro || found->is_declared);
}

bool glsl_names_use(const struct glsl_names *names, const char *name)
{
    return glsl_names_find(names, &(struct glsl_token){ name, strlen(name) }) &&
           !glsl_names_declare(names, name);
}
