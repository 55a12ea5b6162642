#include "effects/amounts.h"

#include "render/text/compiler.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add(char text[AMOUNTS_TEXT_SIZE], const char *format, ...) PRINTF_LIKE(2, 3);

static void add(char text[AMOUNTS_TEXT_SIZE], const char *format, ...)
{
    const size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, AMOUNTS_TEXT_SIZE - length, format, arguments);
    va_end(arguments);
}

static const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

void amounts_print(const struct effect *effect, const void *params, int height,
                   char text[AMOUNTS_TEXT_SIZE])
{
    text[0] = '\0';
    if (!effect->amounts || (effect->is_identity && effect->is_identity(params, height)))
        return;
    const struct effect_width width = effect->width(params, height);
    const struct effect_amounts amounts = effect->amounts(params, height);
    add(text, "sigma %.2f px%s", width.in_effect, effect->baseline ? " on average" : "");
    if (width.core > 0)
        add(text, ", core %.2f px", width.core);
    add(text, ", reach %.0f px", amounts.reach);
    if (amounts.taps > 0)
        add(text, ", %d tap%s along each axis", amounts.taps, plural(amounts.taps));
    if (amounts.times > 1)
        add(text, ", %d times", amounts.times);
    if (amounts.levels > 0)
        add(text, ", %d level%s, the smallest 1/%d", amounts.levels, plural(amounts.levels),
            1 << amounts.levels);
    if (amounts.passes > 0)
        add(text, ", %d pass%s%s", amounts.passes, amounts.passes == 1 ? "" : "es",
            amounts.levels > 0 ? " there" : "");
}
