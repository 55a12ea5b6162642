#version 430 core
#define ROWS_BACKWARD
#include "common/join.glsl"
#include "blur/fft.glsl"

// Transforms rows of frequencies back, whose planes convolve_rows.comp has laid out.

layout(binding = 1, rg32f) readonly uniform image2D u_image;
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec2 u_size; // of the output

// Frequencies of the channels red and green, or blue and alpha: one is the real part, the other the imaginary part.
vec2 frequency(int i, int pair)
{
    int height = int(u_size.y);
#ifdef APART
    ivec2 at = ivec2(pair * LENGTH + i, LINE);
    vec2 other = imageLoad(u_image, at + ivec2(0, height)).xy;
    return imageLoad(u_image, at).xy + vec2(-other.y, other.x);
#else
    return imageLoad(u_image, ivec2(i, pair * height + LINE)).xy;
#endif
}

void main()
{
    bool is_there = LINE < int(u_size.y);
    vec2 other[HELD];
    EACH_NUMBER(LAST,
        held[k] = is_there ? SWAP(frequency(i, 0)) : vec2(0.0);
        other[k] = is_there ? SWAP(frequency(i, 1)) : vec2(0.0))
    BACK
    for (int k = 0; k < HELD; k++) {
        vec2 red_green = SWAP(held[k]);
        held[k] = other[k];
        other[k] = red_green;
    }
    barrier();
    BACK
    if (is_there)
        EACH_NUMBER(FIRST,
            if (i < int(u_size.x))
                imageStore(out_image, ivec2(i, LINE), JOIN_AFTER(vec4(other[k], SWAP(held[k])), ivec2(i, LINE))))
}
