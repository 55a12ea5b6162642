#include "app/measure/metrics/metrics.h"

// C. A. R. Hoare, Algorithm 65:
// find, Communications of the ACM 4(7), 1961. Sorting all of a large picture takes ten times as
// long.
double metrics_select(double *values, size_t count, size_t k)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        const double pivot = values[low + (high - low) / 2];
        size_t i = low, j = high;
        for (;; i++, j--) {
            while (values[i] < pivot)
                i++;
            while (pivot < values[j])
                j--;
            if (i >= j)
                break;
            const double swapped = values[i];
            values[i] = values[j];
            values[j] = swapped;
        }
        if (k <= j)
            high = j;
        else
            low = j + 1;
    }
    return values[k];
}
