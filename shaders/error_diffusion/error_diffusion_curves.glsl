// Curves of integers, the same as diffusion_look_up: see enum diffusion_curve.

layout(binding = 2) uniform sampler2D u_curves; // a row for each curve

const int DECODE = 0, ENCODE = 1, CUBE = 2, LIGHTER = 3, EXACT = 2048, LAST = 7167;

int look_up(int curve, int x)
{
    if (x < EXACT)
        return int(texelFetch(u_curves, ivec2(x, curve), 0).r);
    int i = min(EXACT + ((x - EXACT) >> 6), LAST - 1);
    int below = int(texelFetch(u_curves, ivec2(i, curve), 0).r);
    int above = int(texelFetch(u_curves, ivec2(i + 1, curve), 0).r);
    return below + (((above - below) * (x & 63) + 32) >> 6);
}

// Extends a curve to negative values, symmetric about its value at 0.
ivec3 follow(int curve, ivec3 x)
{
    int zero = look_up(curve, 0);
    ivec3 found;
    for (int i = 0; i < 3; i++) {
        int there = look_up(curve, abs(x[i]));
        found[i] = x[i] < 0 ? 2 * zero - there : there;
    }
    return found;
}

// Divides by a power of two and rounds, halves away from 0.
ivec3 shift(ivec3 x, int bits)
{
    return sign(x) * ((abs(x) + (1 << (bits - 1))) >> bits);
}

ivec3 multiply(ivec3 row0, ivec3 row1, ivec3 row2, ivec3 v, int bits)
{
    ivec3 x = row0 * v, y = row1 * v, z = row2 * v;
    return shift(ivec3(x.x + x.y + x.z, y.x + y.y + y.z, z.x + z.y + z.z), bits);
}

