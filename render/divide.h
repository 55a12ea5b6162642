#pragma once

// Rounded up: how many parts of a size, such as work groups, cover another. Both above 0.
static inline int divide_up(int size, int part)
{
    return (size + part - 1) / part;
}
