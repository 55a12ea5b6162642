// A step up along a column, row by row: sums so far for the output texels above and below the centres of coarse rows,
// for the row that is put out next and the rows after it.
struct Walk {
    vec4 above[4], below[4];
};

void start_walk(out Walk walk)
{
    for (int i = 0; i < 4; i++)
        walk.above[i] = walk.below[i] = vec4(0.0);
}

vec4 sum_row(int y, vec4 texels[REACH + 3])
{
    vec4 sum = vec4(0.0);
    for (int x = -2; x <= REACH; x++)
        if (counts(x, y))
            sum += weight(0, x, y) * texels[x + 2];
    return sum;
}

// Adds one coarse row, whose texels are those -2..REACH towards the output's side of the column. Puts out the texels of
// the row two above it.
void walk_row(inout Walk walk, vec4 texels[REACH + 3], out vec4 above, out vec4 below)
{
    vec4 sums[5];
    for (int y = -2; y <= 2; y++)
        sums[y + 2] = sum_row(y, texels);
    above = walk.above[0];
    below = walk.below[0] + sums[0];
    for (int i = 0; i < 3; i++)
        walk.above[i] = walk.above[i + 1] + sums[3 - i];
    for (int i = 0; i < 2; i++)
        walk.below[i] = walk.below[i + 1] + sums[1 + i];
    walk.above[3] = sums[0];
    walk.below[2] = sums[3];
#ifdef WIDE
    above += sums[4];
    walk.below[2] += walk.below[3];
    walk.below[3] = sums[4];
#endif
}
