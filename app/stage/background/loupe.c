#include "app/stage/background/loupe.h"

static void finish_side(struct loupe *loupe, int side)
{
    if (loupe->lights[side].side.output.id)
        chain_light_finish(&loupe->lights[side]);
    loupe->stands[side] = true; // nothing is missing
}

void loupe_finish(struct loupe *loupe)
{
    for (int side = 0; side < 2; side++)
        finish_side(loupe, side);
}

static void draw_side(struct loupe *loupe, int side, struct lab *lab, const struct chain *chain,
                      bool changed, bool may_build)
{
    struct chain_light *light = &loupe->lights[side];
    if (changed || !light->is_asked || !chain_equal(&light->side.chain, chain))
        loupe->stands[side] = false;
    if (loupe->stands[side] || !chain_light_follow(light, lab, chain, may_build))
        return;
    chain_light_draw(light, lab);
    loupe->stands[side] = true;
}

void loupe_draw(struct loupe *loupe, struct lab *lab, const struct chain *seen,
                const struct chain *other, bool changed, bool may_build)
{
    const struct chain *const chains[] = { seen, other };
    for (int side = 0; side < 2; side++) {
        if (loupe->wanted && chains[side])
            draw_side(loupe, side, lab, chains[side], changed, may_build);
        else
            finish_side(loupe, side);
    }
}

const struct texture *loupe_light(const struct loupe *loupe, int side)
{
    const struct chain_light *light = &loupe->lights[side];
    return loupe->stands[side] && light->is_built ? &light->side.output : NULL;
}

bool loupe_is_due(const struct loupe *loupe)
{
    return loupe->wanted && !(loupe->stands[0] && loupe->stands[1]);
}
