#include "effects/hook/hook_token.h"

#include <ctype.h>
#include <string.h>

static bool is_in_word(char c)
{
    return isalnum((unsigned char) c) || c == '_';
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
            break;
    }
    size_t length = *at != '\0';
    while (is_in_word(at[0]) && is_in_word(at[length]))
        length++;
    return (struct hook_token){ at, length };
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
