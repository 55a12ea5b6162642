#include "effects/amounts.h"

#include "effects/effect.h"
#include "render/text/step_text.h"
#include "render/text/text.h"

void amounts_print(const struct effect *effect, const void *params, int height,
                   char text[AMOUNTS_TEXT_SIZE])
{
    struct step_writer writer = { .out = text, .size = AMOUNTS_TEXT_SIZE };
    step_write(&writer, "");
    const struct effect_blur blur =
        effect->blur ? effect->blur(params, height) : (struct effect_blur){ 0 };
    if (blur.width == 0 || blur.reach == 0)
        return;
    step_writef(&writer, "sigma %.2f px%s", blur.width, effect->is_average ? " on average" : "");
    if (blur.core > 0)
        step_writef(&writer, ", core %.2f px", blur.core);
    step_writef(&writer, ", reach %.0f px", blur.reach);
    if (blur.taps > 0)
        step_writef(&writer, ", %d tap%s along each axis", blur.taps, text_plural(blur.taps));
    if (blur.times > 1)
        step_writef(&writer, ", %d times", blur.times);
    if (blur.levels > 0)
        step_writef(&writer, ", %d level%s, the smallest 1/%d", blur.levels,
                    text_plural(blur.levels), 1 << blur.levels);
    if (blur.passes > 0)
        step_writef(&writer, ", %d pass%s%s", blur.passes, blur.passes == 1 ? "" : "es",
                    blur.levels > 0 ? " there" : "");
}
