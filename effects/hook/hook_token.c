#include "effects/hook/hook_token.h"

#include <ctype.h>
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

enum hook_use hook_token_use(const char *body, const char *word)
{
    enum hook_use use = HOOK_UNUSED;
    struct hook_token before = { body, 0 }, token = { body, 0 };
    if (!strstr(body, word)) // the long bodies of networks are not cut into words for it
        return use;
    for (token = hook_token_first(body); token.length > 0; token = hook_token_after(&token)) {
        if (hook_token_is(&token, word)) {
            const struct hook_token after = hook_token_after(&token);
            if (hook_token_is_sign(&after, "(") && hook_token_is_name(&before) &&
                !hook_token_is(&before, "return"))
                return HOOK_OWN;
            use = HOOK_USED;
        }
        before = token;
    }
    return use;
}
