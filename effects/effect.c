#include "effects/effect.h"

#include <string.h>

const struct effect *effect_find(const char *name, size_t length)
{
    for (int i = 0; effects[i]; i++)
        if (strlen(effects[i]->name) == length && memcmp(effects[i]->name, name, length) == 0)
            return effects[i];
    return NULL;
}

int effect_impl_count(const struct effect *effect)
{
    int count = 0;
    while (effect->impls && effect->impls[count].name)
        count++;
    return count;
}
