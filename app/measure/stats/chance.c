#include "app/measure/stats/chance.h"

uint64_t chance_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void chance_shuffle(uint64_t *state, int count, int order[])
{
    for (int i = count - 1; i > 0; i--) {
        const int j = (int) (chance_next(state) % (uint64_t) (i + 1)), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}
