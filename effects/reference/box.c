#include "effects/box/box.h"

#include "effects/reference/reference.h"

#include <stdlib.h>

void reference_box(const struct reference_call *call)
{
    const struct box_params *p = call->params;
    const struct box box = box_solve(p, call->input->height);
    const int reach = box.radius + 1;
    const double total = 2 * box.radius + 1 + 2 * box.end;
    struct reference_taps taps = { .weights = { 1 } };
    for (int n = 0; n < box.iterations; n++) {
        // The weights of one iteration, applied to those of the iterations before it.
        const struct reference_taps before = taps;
        taps = (struct reference_taps){ .n = before.n + reach };
        for (int i = 0; i <= 2 * before.n; i++)
            for (int k = -reach; k <= reach; k++)
                taps.weights[i + reach + k] +=
                    before.weights[i] * (abs(k) < reach ? 1 : box.end) / total;
    }
    reference_blur(call, &taps, p->edge);
}
