#include "app/lab/edit/edit_effects.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

// ---- kinds

static bool blurs(const struct effect *effect)
{
    return effect->blurs;
}

static bool is_light(const struct effect *effect)
{
    return !effect->blurs && effect->colour == COLOUR_LINEAR;
}

static bool encodes(const struct effect *effect)
{
    return !effect->blurs && effect->colour == COLOUR_ENCODES;
}

static bool is_display(const struct effect *effect)
{
    return !effect->blurs && effect->colour == COLOUR_DISPLAY;
}

static bool is_either(const struct effect *effect)
{
    return !effect->blurs && effect->colour == COLOUR_KEPT;
}

// Every effect is of one of them.
static const struct {
    const char *name;
    bool (*holds)(const struct effect *effect);
} kinds[] = {
    { "Blur", blurs },
    { "Light", is_light },
    { "From light to display values", encodes },
    { "Display values", is_display },
    { "Light or display values", is_either },
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

const char *edit_effects_kind(const struct effect *effect)
{
    for (int i = 0; i < KINDS; i++)
        if (kinds[i].holds(effect))
            return kinds[i].name;
    assert(false);
    return "";
}

// ---- words

static char plain(char letter)
{
    return letter == '_' ? ' ' : (char) tolower((unsigned char) letter);
}

static bool begins(const char *text, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!text[i] || plain(text[i]) != plain(word[i]))
            return false;
    return true;
}

static bool has(const char *text, const char *word, size_t length)
{
    for (; *text; text++)
        if (begins(text, word, length))
            return true;
    return length == 0;
}

static bool is_found(const struct effect *effect, const char *filter)
{
    while (*filter) {
        const size_t length = strcspn(filter, " _");
        if (!has(effect->name, filter, length) && !has(effect->summary, filter, length))
            return false;
        filter += length;
        filter += strspn(filter, " _");
    }
    return true;
}

int edit_effects_find(const char *filter, const struct effect *found[static EDIT_EFFECTS_MOST])
{
    int count = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; effects[i] && count < EDIT_EFFECTS_MOST; i++)
            if (kinds[kind].holds(effects[i]) && is_found(effects[i], filter))
                found[count++] = effects[i];
    return count;
}

int edit_effects_best(const char *filter, const struct effect *const found[], int count)
{
    const size_t length = strlen(filter);
    for (int i = 0; i < count; i++)
        if (begins(found[i]->name, filter, length))
            return i;
    for (int i = 0; i < count; i++)
        if (has(found[i]->name, filter, length))
            return i;
    return 0;
}
