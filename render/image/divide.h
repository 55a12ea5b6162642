#pragma once

// Returns size / part rounded up, such as the number of work groups that cover an image. Both are
// above 0.
static inline int divide_up(int size, int part)
{
    return (size + part - 1) / part;
}
