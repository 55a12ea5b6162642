#pragma once

// Returns the number of parts, such as work groups, that cover a size: the quotient rounded up.
// Both are above 0.
static inline int divide_up(int size, int part)
{
    return (size + part - 1) / part;
}
