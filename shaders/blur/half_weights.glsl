// The weights of a step up of the dual filter (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015), or of a
// pyramid, for each of TILES: those of the texels -2..2 around the coarse texel for the output texel above and left of
// its centre, row by row from the diagonal on, since the matrix is symmetric. For the other three output texels the
// weights are mirrored.
uniform float u_weights[15 * TILES];

#ifdef WIDE // the eight bilinear taps read 17 texels if the offset is above 1.25
const int REACH = 2;
#else // 13 texels
const int REACH = 1;
#endif

float weight(int tile, int x, int y)
{
    int low = min(x, y) + 2, high = max(x, y) + 2;
    return u_weights[15 * tile + low * (9 - low) / 2 + high];
}

// Returns true if one of the taps reads the texel.
bool counts(int x, int y)
{
#ifdef TENT // the nine taps of a pyramid read 16 texels
    return x <= 1 && y <= 1;
#else
    bool is_side = ((x == -1 || x == 0) && y <= REACH) || ((y == -1 || y == 0) && x <= REACH);
    return is_side || (x == 1 && y == 1);
#endif
}
