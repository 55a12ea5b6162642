#include "render/text/chance.h"

uint64_t chance_next(uint64_t *state)
{
    uint64_t bits = *state += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return bits ^ bits >> 31;
}

double chance_share(uint64_t *state)
{
    return (double) (chance_next(state) >> 11) * 0x1p-53;
}

double chance_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * chance_share(state);
}

void chance_shuffle(uint64_t *state, int count, int order[])
{
    for (int i = count - 1; i > 0; i--) {
        const int j = (int) (chance_next(state) % (uint64_t) (i + 1)), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}
