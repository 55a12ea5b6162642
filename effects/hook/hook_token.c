#include "effects/hook/hook_token.h"

#include "render/text/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_in_word(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

// A number with its point, exponent and suffix.
static size_t number_length(const char *text)
{
    size_t length = 1;
    while (is_in_word(text[length]) || text[length] == '.' ||
           ((text[length] == '-' || text[length] == '+') && strchr("eE", text[length - 1]) &&
            strncmp(text, "0x", 2) != 0))
        length++;
    return length;
}

static size_t token_length(const char *text)
{
    static const char *const signs[] = { "<<=", ">>=", "==", "!=", "<=", ">=", "&&", "||",
                                         "##",  "^^",  "<<", ">>", "++", "--", "+=", "-=",
                                         "*=",  "/=",  "%=", "&=", "|=", "^=" };
    size_t length = 0;
    if (isdigit((unsigned char) text[0]) || (text[0] == '.' && isdigit((unsigned char) text[1])))
        return number_length(text);
    while (is_in_word(text[length]))
        length++;
    for (size_t i = 0; length == 0 && i < sizeof(signs) / sizeof(signs[0]); i++)
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            length = strlen(signs[i]);
    return length > 0 ? length : text[0] != '\0';
}

struct hook_token hook_token_first(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n\\");
        if (strncmp(at, "//", 2) == 0)
            at += strcspn(at, "\n");
        else if (strncmp(at, "/*", 2) == 0)
            at = strstr(at + 2, "*/") ? strstr(at + 2, "*/") + 2 : at + strlen(at);
        else
            return (struct hook_token){ at, token_length(at) };
    }
}

struct hook_token hook_token_after(const struct hook_token *token)
{
    return hook_token_first(token->at + token->length);
}

bool hook_token_is(const struct hook_token *token, const char *text)
{
    return strlen(text) == token->length && memcmp(token->at, text, token->length) == 0;
}

bool hook_token_is_sign(const struct hook_token *token, const char *signs)
{
    return token->length == 1 && strchr(signs, token->at[0]);
}

bool hook_token_is_name(const struct hook_token *token)
{
    return token->length > 0 && is_in_word(token->at[0]) && !isdigit((unsigned char) token->at[0]);
}

const char *hook_token_line_end(const struct hook_token *token)
{
    const char *end = token->at + strcspn(token->at, "\n");
    while (*end && (end[-1] == '\\' || (end[-1] == '\r' && end[-2] == '\\')))
        end += 1 + strcspn(end + 1, "\n");
    return end;
}

// ---- names

static int compare(const struct hook_token *a, const struct hook_token *b)
{
    return a->length != b->length ? (a->length > b->length) - (a->length < b->length)
                                  : memcmp(a->at, b->at, a->length);
}

static int compare_names(const void *a, const void *b)
{
    return compare(&((const struct hook_name *) a)->word, &((const struct hook_name *) b)->word);
}

static void add(struct hook_names *names, size_t *room, struct hook_name name)
{
    if ((size_t) names->count == *room) {
        *room = *room > 0 ? 2 * *room : 64;
        names->all = memory_grow(names->all, *room, sizeof(*names->all));
    }
    names->all[names->count++] = name;
}

// Adds the names of a directive, whose first sign is `token`, and makes that the first word behind
// it.
static void add_directive(struct hook_names *names, size_t *room, struct hook_token *token)
{
    const char *end = hook_token_line_end(token);
    const struct hook_token kind = hook_token_after(token);
    const bool is_define = hook_token_is(&kind, "define");
    const bool is_test = hook_token_is(&kind, "if") || hook_token_is(&kind, "ifdef") ||
                         hook_token_is(&kind, "ifndef") || hook_token_is(&kind, "elif");
    bool is_first = true;
    *token = kind.at < end ? hook_token_after(&kind) : kind;
    for (; token->at < end && token->length > 0; *token = hook_token_after(token)) {
        if (hook_token_is_name(token))
            add(names, room,
                (struct hook_name){ *token, .is_macro = is_define && is_first,
                                    .is_tested = is_test });
        is_first = false;
    }
}

// Whether a name is declared where it stands: a function has its type before it and a '(' behind;
// a variable or type stands outside of brackets, behind its own type or a comma.
static bool declares(const struct hook_token *before, const struct hook_token *after, int depth)
{
    const bool is_behind_name = hook_token_is_name(before) && !hook_token_is(before, "return") &&
                                !hook_token_is(before, "else") && !hook_token_is(before, "case");
    return (is_behind_name && hook_token_is_sign(after, "(")) ||
           (depth == 0 && (is_behind_name || hook_token_is_sign(before, ",]")) &&
            hook_token_is_sign(after, "=;,[{"));
}

// Joins what is known of each name, which may stand there often.
static void join(struct hook_names *names)
{
    int count = 0;
    if (names->count == 0)
        return;
    qsort(names->all, (size_t) names->count, sizeof(*names->all), compare_names);
    for (int i = 0; i < names->count; i++) {
        const struct hook_name *name = &names->all[i];
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

void hook_names_find(struct hook_names *names, const char *body)
{
    static const struct hook_token none = { "", 0 };
    size_t room = 0;
    int depth = 0;
    struct hook_token before = none, token = hook_token_first(body);
    *names = (struct hook_names){ 0 };
    while (token.length > 0) {
        if (hook_token_is_sign(&token, "#")) {
            add_directive(names, &room, &token);
            before = none;
            continue;
        }
        const struct hook_token after = hook_token_after(&token);
        depth += hook_token_is_sign(&token, "({[") - hook_token_is_sign(&token, ")}]");
        if (hook_token_is_name(&token))
            add(names, &room,
                (struct hook_name){ token, .is_declared = declares(&before, &after, depth) });
        before = token;
        token = after;
    }
    join(names);
}

void hook_names_finish(struct hook_names *names)
{
    free(names->all);
    *names = (struct hook_names){ 0 };
}

const struct hook_name *hook_names_of(const struct hook_names *names, const struct hook_token *word)
{
    const struct hook_name key = { *word };
    return names->count > 0 ? bsearch(&key, names->all, (size_t) names->count, sizeof(*names->all),
                                      compare_names)
                            : NULL;
}

bool hook_names_use(const struct hook_names *names, const char *name)
{
    const struct hook_name *found =
        hook_names_of(names, &(struct hook_token){ name, strlen(name) });
    return found && !found->is_macro && !found->is_declared;
}
